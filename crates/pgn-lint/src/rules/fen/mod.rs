//! Rules about FEN, one file each.
//!
//! Standard: §16.1. Decisions: as each rule cites them.
//! Start at [`bad_fen`].

pub(crate) mod bad_fen;
pub(crate) mod illegal_position;
pub(crate) mod kings_apart;
pub(crate) mod nonstandard_fen;
