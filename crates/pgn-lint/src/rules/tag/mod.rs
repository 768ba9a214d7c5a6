//! Rules about tag pairs and their values, one file each.
//!
//! Standard: §8.1, §9, §15. Decisions: as each rule cites them.
//! Start at [`malformed_tag`].

mod date_slip;
pub(crate) mod rating;
mod value_fix_message;

pub(crate) mod bad_board;
pub(crate) mod bad_date;
pub(crate) mod bad_eco;
pub(crate) mod bad_player_type;
pub(crate) mod bad_ply_count;
pub(crate) mod bad_rating;
pub(crate) mod bad_result;
pub(crate) mod bad_round;
pub(crate) mod bad_setup_value;
pub(crate) mod bad_tag_name;
pub(crate) mod bad_termination;
pub(crate) mod bad_time;
pub(crate) mod bad_time_control;
pub(crate) mod bad_title;
pub(crate) mod date_order;
pub(crate) mod date_separator;
pub(crate) mod date_with_time;
pub(crate) mod duplicate_tag;
pub(crate) mod empty_tag_value;
pub(crate) mod event_after_game;
pub(crate) mod fen_without_setup;
pub(crate) mod implausible_rating;
pub(crate) mod impossible_date;
pub(crate) mod incomplete_date;
pub(crate) mod malformed_tag;
pub(crate) mod minutes_for_seconds;
pub(crate) mod misplaced_colon;
pub(crate) mod missing_result_tag;
pub(crate) mod missing_roster_tag;
pub(crate) mod missing_variant;
pub(crate) mod modern_country_code;
pub(crate) mod odd_name_form;
pub(crate) mod open_marker;
pub(crate) mod program_without_version;
pub(crate) mod repeated_result;
pub(crate) mod result_mismatch;
pub(crate) mod setup_conflict;
pub(crate) mod setup_without_fen;
pub(crate) mod similar_event_names;
pub(crate) mod site_without_country;
pub(crate) mod special_result;
pub(crate) mod termination_against_result;
pub(crate) mod time_control_order;
pub(crate) mod unclosed_tag;
pub(crate) mod unescaped_quote;
pub(crate) mod unknown_mode;
pub(crate) mod unknown_rating;
pub(crate) mod unknown_variant;
pub(crate) mod unofficial_title;
pub(crate) mod unordered_tags;
pub(crate) mod unpadded_date;
pub(crate) mod unquoted_value;
pub(crate) mod unsorted_names;
pub(crate) mod variant_in_event;
pub(crate) mod variant_without_fen;
pub(crate) mod wrong_case_tag;
pub(crate) mod wrong_field_count;
pub(crate) mod wrong_ply_count;
pub(crate) mod zero_increment;
