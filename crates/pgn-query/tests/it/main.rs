//! Questions about positions, beside python-chess.
//!
//! Owns: nothing. Knows nothing of: the insides.
//! Standard: none.
//! Start at [`probe`].

mod probe;
