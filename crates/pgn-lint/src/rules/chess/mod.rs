//! Rules about moves and results on the board, one file each (§8.2.3, §8.2.6).
//!
//! Start at [`illegal_move`].

mod language;
mod number;

rule_modules! {
    mod illegal_move;
    mod ambiguous_move;
    mod unreadable_move;
    mod nonstandard_move;
    mod wrong_check_mark;
    mod null_move;
    mod result_against_board;
    mod doubtful_move;
    mod kings_in_center;
    mod repeated_move;
    mod foreign_letters;
    mod unclear_language;
}
