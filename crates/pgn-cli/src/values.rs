//! Options whose values are the rows of a table.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A row for each value: its word, with aliases after bars; its help; its meaning.
pub(crate) type Values<T> = [(&'static str, &'static str, T)];

/// The parser of an option that takes one of these values.
pub(crate) fn values<T: Clone + Send + Sync>(
    table: &'static Values<T>,
) -> impl TypedValueParser<Value = T> {
    let value = |(words, help, _): &(&'static str, &'static str, T)| {
        let mut words = words.split('|');
        PossibleValue::new(words.next().unwrap_or_default()).help(*help).aliases(words)
    };
    PossibleValuesParser::new(table.iter().map(value)).try_map(|word| {
        let row = table.iter().find(|(words, ..)| words.split('|').any(|it| it == word));
        row.map(|(.., meaning)| meaning.clone()).ok_or("no such value")
    })
}
