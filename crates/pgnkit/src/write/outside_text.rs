//! Text between games, which belongs to no game and lossless export keeps (D-38).

use super::{Export, Profile};
use crate::charset::Choice;
use crate::read::{Note, NoteSink, ReadOptions, read_region};
use pgn_syntax::diagnostic::fault;
use pgn_syntax::split::InPlace;
use pgn_syntax::{Diagnostic, GameStart};
use std::ops::Range;

/// Appends text from between games, in UTF-8 and with an empty line after it.
///
/// It is the text that
/// [`NoteSink`](crate::read::NoteSink) receives in `outside` with the code of
/// [`TEXT_OUTSIDE_GAME`](pgn_syntax::diagnostic::fault::TEXT_OUTSIDE_GAME).
///
/// ```
/// use pgnkit::charset::Choice;
///
/// let mut out = Vec::new();
/// pgnkit::write::append_outside_text(b"Round 1: \r\n", Choice::default(), &mut out);
/// assert_eq!(out, b"Round 1:\n\n");
/// ```
pub fn append_outside_text(text: &[u8], encoding: Choice, out: &mut Vec<u8>) {
    let text = encoding.decode(text);
    let text = text.trim_start_matches(['\n', '\r', '\u{feff}']);
    for line in text.trim_end().lines() {
        out.extend_from_slice(line.trim_end().as_bytes());
        out.push(b'\n');
    }
    out.push(b'\n');
}

/// Appends the text of a region with comments but no game.
///
/// A game after them would take the
/// comments for its own (D-09), so they come last, in the form in which a game would write them.
#[doc(hidden)]
pub fn append_outside_comments(text: &[u8], encoding: Choice, out: &mut Vec<u8>) {
    const GAME: &str = "[Event \"?\"]\n\n*\n\n";
    let mut written = Vec::new();
    let source = format!("{}\n{GAME}", encoding.decode(text));
    let mut outside = OutsideSpan::default();
    let region = InPlace::new(source.as_bytes(), GameStart(0)).next();
    let game = region.and_then(|it| read_region(&it, ReadOptions::default(), &mut outside));
    if let Some(game) = game {
        // Bytes in memory are written without fail.
        let _ = Export::new(Profile::Lossless).write(&game, &mut written);
    }
    let Some(comments) = written.strip_suffix(GAME.as_bytes()) else {
        return append_outside_text(text, encoding, out);
    };
    for span in &outside.spans {
        append_outside_text(&source.as_bytes()[span.clone()], Choice::default(), out);
    }
    out.extend_from_slice(comments);
}

/// The places of text that is not a comment.
#[derive(Default)]
struct OutsideSpan {
    spans: Vec<Range<usize>>,
}

impl NoteSink for &mut OutsideSpan {
    fn note(&mut self, _: Note<'_>) {}

    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {
        if diagnostic.code == fault::TEXT_OUTSIDE_GAME.code {
            let offset = |at: u32| start.0 as usize + at as usize;
            self.spans.push(offset(diagnostic.span.start)..offset(diagnostic.span.end));
        }
    }
}
