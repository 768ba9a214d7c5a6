//! Values of several items, separated by colons: `Smith, J.:Jones, K.`.
//!
//! Standard: §8.1, §9.1. Decisions: D-17.

/// The items of a value, each with its byte offset; a value without a colon is one item.
///
/// The colon of a web address, `https://…`, is not a separator, because servers use addresses as
/// names of annotators.
///
/// ```
/// assert!(pgnkit::tag::fields("Jones:Smith").map(|(_, field)| field).eq(["Jones", "Smith"]));
/// ```
pub fn fields(value: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let end = separator(value, start);
        next = end.map(|colon| colon + 1);
        Some((start, &value[start..end.unwrap_or(value.len())]))
    })
}

/// The first colon at or after `offset` that separates two items.
fn separator(value: &str, offset: usize) -> Option<usize> {
    let colons = value[offset..].match_indices(':').map(|(idx, _)| offset + idx);
    colons.into_iter().find(|&colon| !value[colon + 1..].starts_with("//"))
}

/// The number of items in a value; an empty value has none (D-16).
#[doc(hidden)]
#[must_use]
pub fn n_fields(value: &str) -> usize {
    if value.is_empty() { 0 } else { fields(value).count() }
}
