//! JSON strings.
//!
//! Standard: none (RFC 8259).

/// Appends `text` as a JSON string, quotes included.
pub(crate) fn push_string(text: &str, out: &mut Vec<u8>) {
    // Writing to a Vec cannot fail.
    let _ = serde_json::to_writer(out, text);
}
