//! Rules about tag pairs and their values, one file each, in order of code.
//!
//! Owns: the list. Knows nothing of: other families.
//! Standard: §8.1, §9, §15. Decisions: as each rule cites them.
//! Start at [`malformed_tag`].

pub(crate) mod bad_result;
pub(crate) mod bad_tag_name;
pub(crate) mod duplicate_tag;
pub(crate) mod fen_without_setup;
pub(crate) mod malformed_tag;
pub(crate) mod missing_variant;
pub(crate) mod result_mismatch;
pub(crate) mod setup_conflict;
pub(crate) mod setup_without_fen;
pub(crate) mod similar_event_names;
pub(crate) mod unclosed_tag;
pub(crate) mod unescaped_quote;
pub(crate) mod unknown_variant;
pub(crate) mod variant_without_fen;
pub(crate) mod wrong_case_tag;
