//! Questions about positions, beside python-chess.
//!
//! Owns: nothing. Knows nothing of: the insides.
//! Start at [`probe`].

mod probe;
