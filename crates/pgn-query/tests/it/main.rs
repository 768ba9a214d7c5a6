//! Questions about positions, beside python-chess.
//!
//! Start at [`probe`].

mod probe;
mod threads;
