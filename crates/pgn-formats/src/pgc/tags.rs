//! The tag pairs of a game as strings of records: those of archival export, in its order (§20.3,
//! §20.4.1, §20.4.2, D-05, D-39, D-53, D-54).

use super::fault;
use super::item::Width;
use super::marker::Marker;
use pgnkit::charset;
use pgnkit::internal::PairSink;
use pgnkit::tag::well_known;
use pgnkit::write::loss::{Loss, count};

/// Where the pairs of a game are put together, and what of them does not fit.
#[derive(Debug, Default)]
pub(super) struct Strings {
    /// The values of the roster, a string-1 each.
    pub(super) roster: Vec<u8>,
    /// The other pairs, a record each.
    pub(super) others: Vec<u8>,
    /// The losses and corrections, as in archival export.
    pub(super) losses: Vec<Loss>,
    /// The tags that do not fit.
    pub(super) misfits: Vec<Loss>,
    /// No value has a character that is not printing ASCII.
    is_plain: bool,
}

impl Strings {
    /// Forgets what was put together; `values` are all values of the next game.
    pub(super) fn restart(&mut self, values: &str) {
        // A fold instead of `all`: no early exit, so that the compiler makes vector code of it.
        let is_plain = |byte: u8| (b' '..127).contains(&byte);
        self.is_plain = values.bytes().fold(true, |all, byte| all & is_plain(byte));
        self.roster.clear();
        self.others.clear();
        self.losses.clear();
        self.misfits.clear();
    }

    /// The roster as records of pairs.
    pub(super) fn write_roster_pairs(&self, out: &mut Vec<u8>) {
        let mut rest = &self.roster[..];
        for name in pgnkit::tag::ROSTER {
            let Some((value, behind)) = Width::One.parse_row(rest) else { return };
            out.push(Marker::TagPair.code());
            // Seven short names, and values that were strings before.
            let _ = Width::One.write_row(name.as_bytes(), out);
            let _ = Width::One.write_row(value, out);
            rest = behind;
        }
    }

    fn pair(&mut self, name: &str, value: &str) {
        self.others.push(Marker::TagPair.code());
        // Names of archival export are ASCII.
        if !(self.is_plain && write_plain(name, &mut self.others)) {
            write_string(name, &mut self.others, &mut self.misfits);
        }
        if !(self.is_plain && write_plain(value, &mut self.others)) {
            write_string(value, &mut self.others, &mut self.misfits);
        }
    }
}

impl PairSink for Strings {
    fn roster_tag(&mut self, _: u8, value: &str, unknown: &str) {
        let is_said = matches!(value.as_bytes(), [b'!'..=b'~', ..]) || !value.trim().is_empty();
        let value = if is_said { value } else { unknown };
        if !(self.is_plain && write_plain(value, &mut self.roster)) {
            write_string(value, &mut self.roster, &mut self.misfits);
        }
    }

    fn tag(&mut self, number: u8, value: &str) {
        let name = well_known::NAMES.get(usize::from(number)).copied().unwrap_or_default();
        self.pair(name, value);
    }

    fn other_tag(&mut self, name: &str, value: &str) {
        self.pair(name, value);
    }

    fn losses(&mut self) -> &mut Vec<Loss> {
        &mut self.losses
    }
}

/// Appends a string-1 of printing ASCII; returns whether it fits.
#[inline]
fn write_plain(text: &str, out: &mut Vec<u8>) -> bool {
    let Ok(len) = u8::try_from(text.len()) else { return false };
    out.push(len);
    out.extend_from_slice(text.as_bytes());
    true
}

/// Appends a string-1, with its characters as archival export writes them; an empty one if it does
/// not fit.
#[cold]
fn write_string(text: &str, out: &mut Vec<u8>, misfits: &mut Vec<Loss>) {
    let (text, n_replaced) = charset::to_latin1(text);
    count(misfits, &fault::UNWRITABLE_CHARACTER, n_replaced);
    let bytes: Vec<u8> = text.chars().map(byte_of).collect();
    if Width::One.write_row(&bytes, out).is_err() {
        count(misfits, &fault::OVERLONG_ITEM, 1);
        out.push(0);
    }
}

/// The byte of a character of Latin-1. A line end in a value is a space in every export.
fn byte_of(character: char) -> u8 {
    match character {
        '\n' | '\r' | '\t' | '\u{0B}' => b' ',
        character => u8::try_from(character).unwrap_or(b'?'),
    }
}
