//! The public interface of pgn-syntax: its properties, and what it makes of odd input.

mod properties;
mod reader_properties;
mod reading;
mod record;
#[cfg(feature = "serde")]
mod serialization;
mod threads;
