//! Rules about export form, one file each (§3.2).
//!
//! Start at [`not_export_form`].

rule_modules! {
    mod not_export_form;
    mod replaced_character;
    mod ambiguous_encoding;
    mod cut_string;
    mod dropped_tag;
    mod split_comment;
    mod dropped_escape;
    mod dropped_nag;
    mod unwritable_null_move;
    mod setup_in_reduced;
    mod unwritable_variant;
    mod raised_tag_name;
    mod dropped_rest;
    mod dropped_result;
    mod dropped_variation;
    mod dropped_command;
    mod too_many_games;
    mod game_too_large;
    mod not_utf8;
    mod empty_line_in_comment;
}
