//! The public interface of pgn-syntax: its laws, and what it makes of odd input.

mod laws;
mod reader_laws;
mod reading;
mod record;
#[cfg(feature = "serde")]
mod serialization;
mod threads;
