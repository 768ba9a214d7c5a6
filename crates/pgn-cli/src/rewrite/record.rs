//! Takes down what reading a game finds.

use super::Place;
use super::finding::{Findings, Line, fault_of};
use crate::terminal::Loudness;
use pgnkit::read::{Note, NoteSink};
use pgnkit::syntax::diagnostic::fault;
use pgnkit::syntax::{Code, Diagnostic, GameStart, LineIndex};
use pgnkit::write;

/// Code and place of each fault of the current game, places relative to its region.
#[derive(Debug, Default)]
pub(super) struct Recorder {
    notes: Vec<(Code, u32)>,
    /// Code, start and end in the stream.
    outside: Vec<(Code, u64, u64)>,
}

/// How to treat text between games.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OutsideText {
    /// It is written.
    Kept,
    /// It is missed in the output, and reported.
    Lost,
    /// The output has no place for anything like it.
    Ignored,
}

impl NoteSink for Recorder {
    fn note(&mut self, note: Note<'_>) {
        self.notes.push((note.diagnostic.code, note.diagnostic.span.start));
    }

    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {
        let span = diagnostic.span;
        let place = |offset: u32| start.0 + u64::from(offset);
        self.outside.push((diagnostic.code, place(span.start), place(span.end)));
    }
}

impl Recorder {
    /// True if the game that was read has a comment without its closing brace.
    pub(super) fn has_open_comment(&self) -> bool {
        self.notes.iter().any(|&(code, _)| code == fault::UNCLOSED_COMMENT.code)
    }

    /// Appends the text between games in this region, with an empty line after each piece.
    pub(super) fn write_outside_text(&self, game: Place<'_>, out: &mut Vec<u8>) {
        let region = game.region;
        let is_comment = |&(code, _): &(Code, u32)| code == fault::COMMENT_OUTSIDE_GAME.code;
        if self.notes.iter().any(is_comment) {
            write::append_outside_comments(region.text, game.source.encoding, out);
            return;
        }
        for &(code, start, end) in &self.outside {
            let range = (start - region.start.0) as usize..(end - region.start.0) as usize;
            if code != fault::TEXT_OUTSIDE_GAME.code {
                continue;
            }
            let text = region.text.get(range).unwrap_or_default();
            write::append_outside_text(text, game.source.encoding, out);
        }
    }

    /// Counts the findings in this game, on request reports each with its place, and resets for the
    /// next game. Returns whether the text is not PGN.
    pub(super) fn hand_over(
        &mut self,
        game: Place<'_>,
        loudness: Loudness,
        outside_text: OutsideText,
        to: &mut Findings,
    ) -> bool {
        if self.notes.is_empty() && self.outside.is_empty() {
            return false;
        }
        let region = game.region;
        let is_not_pgn = self.outside.iter().any(|&(code, ..)| code == fault::NOT_PGN.code);
        let in_region = |&(code, at, _): &(Code, u64, u64)| (code, (at - region.start.0) as u32);
        let outside = self.outside.drain(..).map(|outside| in_region(&outside));
        let index =
            (loudness == Loudness::Verbose).then(|| LineIndex::new(region.text, region.location));
        for (is_outside, (code, at)) in
            outside.map(|it| (true, it)).chain(self.notes.drain(..).map(|it| (false, it)))
        {
            if code == fault::NOT_PGN.code {
                continue;
            }
            to.found.add(code, 1);
            let is_lost = code == fault::COMMENT_OUTSIDE_GAME.code
                || is_outside && code == fault::TEXT_OUTSIDE_GAME.code;
            if is_lost && outside_text == OutsideText::Lost {
                to.lost.add(code, 1);
            }
            let Some(index) = &index else { continue };
            let location = index.location(region.text, at);
            let number = match is_outside {
                true => String::new(),
                false => format!("game {}: ", game.number()),
            };
            let (name, summary) =
                fault_of(code).map_or(("", ""), |fault| (fault.name, fault.summary));
            let source = &game.source.name;
            let line = format!("{source}:{location}: {number}{code} {name}: {summary}");
            to.lines.push(Line::Told(line));
        }
        is_not_pgn
    }
}
