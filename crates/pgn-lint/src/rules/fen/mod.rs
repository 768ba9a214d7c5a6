//! Rules about FEN, one file each (§16.1).
//!
//! Start at [`bad_fen`].

rule_modules! {
    mod bad_fen;
    mod illegal_position;
    mod nonstandard_fen;
    mod kings_apart;
}
