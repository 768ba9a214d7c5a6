//! (card follows)
