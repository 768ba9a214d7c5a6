//! The works with pgn-reader and shakmaty, written with care for their speed.
//!
//! Start at [`play::play`].

pub(crate) mod board;
pub(crate) mod hold;
pub(crate) mod parallel;
pub(crate) mod play;
pub(crate) mod rewrite;
pub(crate) mod tokens;
