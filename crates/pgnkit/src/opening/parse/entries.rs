//! Tables as SCID has them: code, name in quotes, moves up to an asterisk, over as many lines as
//! they take.
//!
//! ```text
//! entry = code `"` name `"` moves `*`
//! ```
//!
//! Lines between entries that begin with `#` are passed over. An entry without moves names the
//! usual array.
//!
//! Standard: §9.4.

use super::TableErrorKind;
use super::line::{TableLine, TableLines};
use pgn_syntax::Location;

pub(super) fn read(text: &str, lines: &mut TableLines) {
    let mut rest = Rest { text, place: Location::START };
    loop {
        rest.skip_space();
        if rest.text.is_empty() {
            return;
        }
        if !read_entry(&mut rest, lines) {
            // Parsing continues with the next line.
            let len = rest.text.find('\n').map_or(rest.text.len(), |at| at + 1);
            rest.take(len);
        }
    }
}

/// Reads an entry; returns whether it has the form of one.
fn read_entry(rest: &mut Rest<'_>, lines: &mut TableLines) -> bool {
    let place = rest.place;
    let len = rest.text.find(|c: char| c.is_whitespace() || c == '"').unwrap_or(rest.text.len());
    let Some(code) = lines.code(rest.text.get(..len).unwrap_or_default(), place) else {
        return false;
    };
    rest.take(len);
    rest.skip_space();
    if !rest.text.starts_with('"') {
        lines.fault(rest.place, TableErrorKind::NoName);
        return false;
    }
    rest.take(1);
    let name_place = rest.place;
    let line_len = rest.text.find('\n').unwrap_or(rest.text.len());
    let Some(len) = rest.text[..line_len].find('"') else {
        lines.fault(name_place, TableErrorKind::OpenName);
        return false;
    };
    let name = rest.take(len).trim();
    rest.take(1);
    if name.is_empty() {
        lines.fault(name_place, TableErrorKind::NoName);
        return false;
    }
    let moves_place = rest.place;
    let Some(len) = rest.text.find(['*', '"']).filter(|&at| rest.text[at..].starts_with('*'))
    else {
        lines.fault(moves_place, TableErrorKind::NoEnd);
        return false;
    };
    let moves = rest.take(len + 1);
    let line = TableLine { place, code, name, cuts: None, may_be_empty: true };
    lines.add(&line, moves.as_bytes(), moves_place);
    true
}

/// The unread text, and its offset.
struct Rest<'a> {
    text: &'a str,
    place: Location,
}

impl<'a> Rest<'a> {
    fn take(&mut self, len: usize) -> &'a str {
        let (taken, rest) = self.text.split_at(len);
        self.place = self.place.after(taken.as_bytes());
        self.text = rest;
        taken
    }

    /// Passes over white space and lines that begin with `#`.
    fn skip_space(&mut self) {
        loop {
            let n_white = self.text.len() - self.text.trim_start().len();
            self.take(n_white);
            if !self.text.starts_with('#') {
                return;
            }
            self.take(self.text.find('\n').unwrap_or(self.text.len()));
        }
    }
}
