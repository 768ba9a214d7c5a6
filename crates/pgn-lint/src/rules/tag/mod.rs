//! Rules about tag pairs and their values, one file each (§8.1, §9, §15).
//!
//! Start at [`malformed_tag`].

mod date_slip;
pub(crate) mod rating;
mod value_fix_message;

rule_modules! {
    mod malformed_tag;
    mod bad_tag_name;
    mod unescaped_quote;
    mod unclosed_tag;
    mod bad_result;
    mod result_mismatch;
    mod duplicate_tag;
    mod wrong_case_tag;
    mod setup_without_fen;
    mod fen_without_setup;
    mod setup_conflict;
    mod variant_without_fen;
    mod missing_variant;
    mod unknown_variant;
    mod special_result;
    mod open_marker;
    mod repeated_result;
    mod unquoted_value;
    mod bad_date;
    mod bad_round;
    mod bad_rating;
    mod unpadded_date;
    mod impossible_date;
    mod incomplete_date;
    mod date_with_time;
    mod date_separator;
    mod bad_time;
    mod bad_time_control;
    mod time_control_order;
    mod zero_increment;
    mod bad_eco;
    mod bad_board;
    mod bad_title;
    mod bad_player_type;
    mod bad_setup_value;
    mod bad_termination;
    mod termination_against_result;
    mod unknown_mode;
    mod bad_ply_count;
    mod wrong_ply_count;
    mod wrong_field_count;
    mod misplaced_colon;
    mod odd_name_form;
    mod unsorted_names;
    mod program_without_version;
    mod site_without_country;
    mod modern_country_code;
    mod missing_roster_tag;
    mod unordered_tags;
    mod missing_result_tag;
    mod unknown_rating;
    mod empty_tag_value;
    mod similar_event_names;
    mod event_after_game;
    mod implausible_rating;
    mod unofficial_title;
    mod date_order;
    mod variant_in_event;
    mod minutes_for_seconds;
}
