//! The works as a user of pgnkit would write them.
//!
//! Start at [`play::play`].

pub(crate) mod binary;
pub(crate) mod board;
pub(crate) mod database;
pub(crate) mod hold;
pub(crate) mod parallel;
pub(crate) mod play;
pub(crate) mod rewrite;
pub(crate) mod tokens;
