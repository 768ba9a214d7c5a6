//! Values made of several items, with a colon between items: `Smith, J.:Jones, K.`.
//!
//! Owns: the splitting. Knows nothing of: what the items are.
//! Standard: §8.1, §9.1. Decisions: D-17.
//! Start at [`fields`].

/// The items of a value, each with its byte offset; a value without colon is one item.
pub fn fields(value: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut offset = 0;
    value.split(':').map(move |field| {
        let start = offset;
        offset += field.len() + 1;
        (start, field)
    })
}

/// How many items a value has; an empty value has none (D-16).
#[must_use]
pub fn n_fields(value: &str) -> usize {
    if value.is_empty() { 0 } else { value.split(':').count() }
}
