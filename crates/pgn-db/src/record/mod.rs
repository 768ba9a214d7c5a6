//! Records of positions as games without moves, so that the jobs for games also move records: EPD
//! and FEN, one per line (§16.2, D-47).
//!
//! ```text
//! line ─ RecordText ─ region of a game without moves: its tags are the operations
//!   └──── push_line ── the same bytes, with a line end
//! ```

#[cfg(test)]
mod tests;

use pgn_formats::epd::{self, LineKind, append_as_game};
use pgnkit::charset::{Choice, Encoding};
use pgnkit::chess::Variant;
use pgnkit::syntax::{Code, GameEnd, GameStart, Location, Region};

/// The encoding of the text of the games that [`RecordText`] makes.
pub const DRAFT_ENCODING: Choice = Choice::Fixed(Encoding::Utf8);

/// Makes games of lines, one after the other in the same memory.
#[derive(Debug, Default)]
pub struct RecordText {
    text: String,
}

/// A line without a position that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnreadLine {
    /// Its place.
    pub location: Location,
    /// What is wrong.
    pub code: Code,
}

/// The lines of a chunk that cannot be read.
#[derive(Clone, Debug, Default)]
pub struct UnreadLines {
    /// The first of them, [`UNREAD_LISTED_MAX`] at most.
    pub first: Vec<UnreadLine>,
    /// How many there are, by what is wrong.
    pub counts: Vec<(Code, u64)>,
}

/// How many unreadable lines of a chunk are listed.
pub const UNREAD_LISTED_MAX: usize = 8;

impl UnreadLines {
    fn push(&mut self, line: UnreadLine) {
        if self.first.len() < UNREAD_LISTED_MAX {
            self.first.push(line);
        }
        match self.counts.iter_mut().find(|(code, _)| *code == line.code) {
            Some((_, count)) => *count += 1,
            None => self.counts.push((line.code, 1)),
        }
    }
}

impl RecordText {
    /// The region of the game that the line of `region` means; `None` for a remark and an empty
    /// line. A line that cannot be read is a game without tags and without a position, and goes to
    /// `unread`. The text is in [`DRAFT_ENCODING`].
    pub fn game_of<'t>(
        &'t mut self,
        region: &Region<'t>,
        (encoding, variant): (Choice, Option<Variant>),
        unread: &mut UnreadLines,
    ) -> Option<Region<'t>> {
        self.text.clear();
        let options = epd::ReadOptions::default().with_encoding(encoding).with_variant(variant);
        match append_as_game(line_of(region.text), &options, &mut self.text) {
            LineKind::NoRecord => return None,
            LineKind::Record => {}
            LineKind::Unread(found) => {
                let Location { line, column } = region.location;
                let before = region.text.get(..found.span.start as usize).unwrap_or_default();
                let column = column + encoding.decode(before).chars().count() as u64;
                unread.push(UnreadLine { location: Location { line, column }, code: found.code });
            }
        }
        Some(Region {
            text: self.text.as_bytes(),
            // The first text of a source is examined for other formats than PGN.
            start: GameStart(region.start.0 + 1),
            end: Some(GameEnd::Marker),
            ..*region
        })
    }
}

/// A line without its line end.
pub(crate) fn line_of(text: &[u8]) -> &[u8] {
    let len = text.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r')).map_or(0, |at| at + 1);
    &text[..len]
}

/// Appends a line with its line end; a last line that has none gets one.
pub(crate) fn push_line(text: &[u8], to: &mut Vec<u8>) {
    to.extend_from_slice(text);
    if !text.ends_with(b"\n") && !text.ends_with(b"\r") {
        to.push(b'\n');
    }
}
