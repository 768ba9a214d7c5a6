//! Rules about binary forms, one file each: what a reader meets, what a writer refuses or changes.
//!
//! Standard: §20. Decisions: as each rule cites them.
//! Start at [`misplaced_record`].

pub(crate) mod joined_comment;
pub(crate) mod misplaced_record;
pub(crate) mod moved_variation;
pub(crate) mod ordinal_out_of_range;
pub(crate) mod ordinal_without_position;
pub(crate) mod overlong_binary_game;
pub(crate) mod overlong_item;
pub(crate) mod truncated_record;
pub(crate) mod uncodable_move;
pub(crate) mod uncodable_variant;
pub(crate) mod undefined_marker;
pub(crate) mod unwritable_character;
pub(crate) mod unwritable_comment;
