//! Rules about characters, lines, comments and tokens, one file each.
//!
//! Standard: §4 to §7. Decisions: as each rule cites them.
//! Start at [`control_character`].

mod control;
pub(in crate::rules) mod escape;
mod line;

pub(crate) mod ambiguous_clock;
pub(crate) mod bad_comment_command;
pub(crate) mod byte_order_mark;
pub(crate) mod comment_outside_game;
pub(crate) mod control_character;
pub(crate) mod end_of_file_mark;
pub(crate) mod escaped_brace;
pub(crate) mod foreign_space;
pub(crate) mod legacy_encoding;
pub(crate) mod line_too_long;
pub(crate) mod misplaced_character;
pub(crate) mod misplaced_percent;
pub(crate) mod mixed_encodings;
pub(crate) mod non_ascii_character;
pub(crate) mod not_pgn;
pub(crate) mod overlong_string;
pub(crate) mod overlong_symbol;
pub(crate) mod reserved_bracket;
pub(crate) mod stray_brace;
pub(crate) mod stray_byte;
pub(crate) mod stray_character;
pub(crate) mod symbolic_character;
pub(crate) mod tab_in_string;
pub(crate) mod tag_in_comment;
pub(crate) mod text_outside_game;
pub(crate) mod unclosed_comment;
pub(crate) mod unclosed_string;
pub(crate) mod unknown_string_escape;
pub(crate) mod unknown_suppression;
pub(crate) mod unused_character;
pub(crate) mod wide_line;
pub(crate) mod windows_1252;
