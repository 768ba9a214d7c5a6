//! Reads and writes positions as FEN, X-FEN and Shredder-FEN.
//!
//! Standard: §16.1. Decisions: D-45, D-46, D-47, D-60.
//! Start at [`parse`].
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
//! placement                                     |  |    |  | number of the next move
//!                                            turn  |    |  plies since capture or pawn move
//!                                           castling    en passant square
//! ```

mod castling;
mod error;
mod extras;
mod fast_path;
mod out;
mod parse;
mod placement;
mod position;
mod style;
mod write;

#[cfg(test)]
mod tests;

pub use error::{FenError, FenErrorKind, FenNotes};
pub use out::BYTES_MAX;
pub use parse::{Fields, parse, parse_as, parse_fields, parse_into, parse_setup};
pub use style::{CastlingStyle, Dialect, EpPolicy, Mode, Style};
pub use write::{FenText, fields_to_text, setup_to_text, to_text, to_text_with, write};
