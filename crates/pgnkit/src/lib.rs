//! (card follows)

pub mod charset;
pub mod comment;
pub mod nag;
pub mod tag;
