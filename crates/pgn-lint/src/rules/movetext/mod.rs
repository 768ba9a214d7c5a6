//! Rules about the structure of movetext, one file each (§8.2, §10).
//!
//! Start at [`missing_marker`].

rule_modules! {
    mod missing_marker;
    mod odd_marker;
    mod marker_in_variation;
    mod unclosed_variation;
    mod stray_parenthesis;
    mod empty_nag;
    mod stray_period;
    mod overlong_game;
    mod wrong_move_number;
    mod odd_suffix;
    mod nag_out_of_range;
    mod empty_variation;
    mod variation_without_move;
    mod reserved_nag;
    mod null_nag;
    mod glued_marker;
    mod unknown_symbol;
    mod late_annotation;
    mod unclosed_bars;
    mod stray_bars;
    mod foreign_sign;
    mod skipped_label;
    mod unknown_log_line;
    mod unclosed_move_list;
    mod unknown_reason;
    mod odd_log_head;
}
