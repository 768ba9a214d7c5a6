//! Rules about the structure of movetext, one file each.
//!
//! Standard: §8.2, §10. Decisions: as each rule cites them.
//! Start at [`missing_marker`].

pub(crate) mod empty_nag;
pub(crate) mod empty_variation;
pub(crate) mod foreign_sign;
pub(crate) mod glued_marker;
pub(crate) mod late_annotation;
pub(crate) mod marker_in_variation;
pub(crate) mod missing_marker;
pub(crate) mod nag_out_of_range;
pub(crate) mod null_nag;
pub(crate) mod odd_log_head;
pub(crate) mod odd_marker;
pub(crate) mod odd_suffix;
pub(crate) mod overlong_game;
pub(crate) mod reserved_nag;
pub(crate) mod skipped_label;
pub(crate) mod stray_bars;
pub(crate) mod stray_parenthesis;
pub(crate) mod stray_period;
pub(crate) mod unclosed_bars;
pub(crate) mod unclosed_move_list;
pub(crate) mod unclosed_variation;
pub(crate) mod unknown_log_line;
pub(crate) mod unknown_reason;
pub(crate) mod unknown_symbol;
pub(crate) mod variation_without_move;
pub(crate) mod wrong_move_number;
