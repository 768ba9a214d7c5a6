//! Rules about binary forms, one file each: damage found by the reader, content that the writer
//! rejects or changes (§20).
//!
//! Start at [`misplaced_record`].

rule_modules! {
    mod undefined_marker;
    mod misplaced_record;
    mod ordinal_out_of_range;
    mod truncated_record;
    mod ordinal_without_position;
    mod overlong_binary_game;
    mod unwritable_comment;
    mod overlong_item;
    mod unwritable_character;
    mod uncodable_variant;
    mod uncodable_move;
    mod joined_comment;
    mod moved_variation;
}
