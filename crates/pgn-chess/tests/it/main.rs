//! Tests of the public API, in one binary.
//!
//! Start at `properties`.

mod fen_properties;
mod illegal_moves;
mod naive;
mod naive_variants;
mod perft;
mod playing;
mod properties;
mod same_piece;
mod san_properties;
#[cfg(feature = "serde")]
mod serialization;
mod threads;
