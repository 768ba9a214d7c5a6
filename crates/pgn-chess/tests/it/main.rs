//! The public interface as strangers use it, in one binary.
//!
//! Start at `laws`.

mod fen_laws;
mod laws;
mod naive;
mod naive_variants;
mod perft;
mod playing;
mod same_piece;
mod san_laws;
#[cfg(feature = "serde")]
mod serialization;
mod threads;
