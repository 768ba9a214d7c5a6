//! The schema of the JSON reports.

/// The JSON Schema of a `json` report; `#/$defs/diagnostic` is the schema of a line of `jsonl`.
///
/// ```
/// assert!(pgn_lint::render::schema().contains("\"$defs\""));
/// ```
#[must_use]
pub fn schema() -> &'static str {
    include_str!("../../schema/check.schema.json")
}
