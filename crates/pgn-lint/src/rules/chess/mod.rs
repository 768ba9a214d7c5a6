//! Rules about moves and results on the board, one file each.
//!
//! Standard: §8.2.3, §8.2.6. Decisions: as each rule cites them.
//! Start at [`illegal_move`].

mod language;
mod number;

pub(crate) mod ambiguous_move;
pub(crate) mod doubtful_move;
pub(crate) mod foreign_letters;
pub(crate) mod illegal_move;
pub(crate) mod kings_in_center;
pub(crate) mod nonstandard_move;
pub(crate) mod null_move;
pub(crate) mod repeated_move;
pub(crate) mod result_against_board;
pub(crate) mod unclear_language;
pub(crate) mod unreadable_move;
pub(crate) mod wrong_check_mark;
