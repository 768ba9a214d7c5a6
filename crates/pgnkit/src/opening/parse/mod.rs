//! Reads external tables of openings.
//!
//! ```text
//! table = rows | games | entries
//! ```
//!
//! The first line shows the form: a bracket begins games, an entry has a quote after its code, and
//! rows have a tab.
//!
//! Standard: §9.3, §9.4.
//! Start at [`table`].

mod entries;
mod fault;
mod games;
mod line;
mod rows;

pub use fault::{TableError, TableErrorKind};

use super::Table;
use line::TableLines;
use pgn_syntax::Location;
use std::borrow::Cow;

/// Reads a table in whatever form it has.
pub(super) fn table(text: &[u8]) -> Result<Table, Vec<TableError>> {
    let text = decoded(text);
    let mut lines = TableLines::default();
    match text.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        None => lines.fault(Location::START, TableErrorKind::Empty),
        Some(first) if first.trim_start().starts_with(['[', '{', '%', ';']) => {
            games::read(&text, &mut lines);
        }
        Some(first) if is_entry(first) => entries::read(&text, &mut lines),
        Some(first) if first.contains('\t') => rows::read(&text, &mut lines),
        Some(first) if first.contains('"') => entries::read(&text, &mut lines),
        Some(_) => {
            let at = text.len() - text.trim_start().len();
            let place = Location::START.after(&text.as_bytes()[..at]);
            lines.fault(place, TableErrorKind::UnknownForm);
        }
    }
    lines.finish()
}

/// Whether a quote comes after the first word, whatever white space is between.
fn is_entry(line: &str) -> bool {
    let line = line.trim_start();
    line.split_once(char::is_whitespace).is_some_and(|(_, rest)| rest.trim_start().starts_with('"'))
}

/// The text in Unicode: as the games of a file, UTF-8 or Latin-1.
fn decoded(text: &[u8]) -> Cow<'_, str> {
    let text = text.strip_prefix(&crate::charset::UTF8_BOM).unwrap_or(text);
    match std::str::from_utf8(text) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(text.iter().map(|&byte| char::from(byte)).collect()),
    }
}
