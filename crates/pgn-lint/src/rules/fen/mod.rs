//! Rules about FEN, one file each.
//!
//! Standard: §16.1. Decisions: as each rule cites them.
//! Start at [`bad_fen`].

rule_modules! {
    mod bad_fen;
    mod illegal_position;
    mod nonstandard_fen;
    mod kings_apart;
}
