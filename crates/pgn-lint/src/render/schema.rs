//! The schema of the JSON reports.
//!
//! Owns: access to its text. Knows nothing of: how reports are written; a test compares them.
//! Start at [`schema`].

/// The JSON Schema of a `json` report; `#/$defs/diagnostic` is that of a line of `jsonl`.
#[must_use]
pub fn schema() -> &'static str {
    include_str!("../../schema/check.schema.json")
}
