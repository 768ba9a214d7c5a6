//! Rules about export form, one file each.
//!
//! Standard: §3.2. Decisions: as each rule cites them.
//! Start at [`not_export_form`].

pub(crate) mod ambiguous_encoding;
pub(crate) mod cut_string;
pub(crate) mod dropped_command;
pub(crate) mod dropped_escape;
pub(crate) mod dropped_nag;
pub(crate) mod dropped_rest;
pub(crate) mod dropped_result;
pub(crate) mod dropped_tag;
pub(crate) mod dropped_variation;
pub(crate) mod not_export_form;
pub(crate) mod raised_tag_name;
pub(crate) mod replaced_character;
pub(crate) mod setup_in_reduced;
pub(crate) mod split_comment;
pub(crate) mod unwritable_null_move;
pub(crate) mod unwritable_variant;
