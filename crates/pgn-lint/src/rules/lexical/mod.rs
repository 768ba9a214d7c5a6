//! Rules about characters, lines, comments and tokens, one file each (§4 to §7).
//!
//! Start at [`control_character`].

mod control;
pub(in crate::rules) mod escape;
mod line;

rule_modules! {
    mod control_character;
    mod unused_character;
    mod misplaced_character;
    mod misplaced_percent;
    mod end_of_file_mark;
    mod byte_order_mark;
    mod foreign_space;
    mod line_too_long;
    mod wide_line;
    mod unclosed_comment;
    mod stray_brace;
    mod tag_in_comment;
    mod reserved_bracket;
    mod overlong_symbol;
    mod overlong_string;
    mod unclosed_string;
    mod tab_in_string;
    mod unknown_string_escape;
    mod stray_character;
    mod not_pgn;
    mod text_outside_game;
    mod windows_1252;
    mod non_ascii_character;
    mod symbolic_character;
    mod comment_outside_game;
    mod unknown_suppression;
    mod bad_comment_command;
    mod stray_byte;
    mod legacy_encoding;
    mod mixed_encodings;
    mod ambiguous_clock;
    mod escaped_brace;
}
