//! Games rewritten as they stream by: SAN made again, check and mate marks from the board (§3.2,
//! §8.1, §8.2).
//!
//! The roster first, the other tags by name, movetext in lines below 80 columns: the output of
//! `pgn fmt` for clean games. Nothing is allocated for a move or, after the first games, for a
//! game.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use pgn_reader::{KnownOutcome, Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::san::San;
use shakmaty::{Chess, Color, Position};

use super::play::{Lines, start_of};
use crate::answer::Answer;

const CHUNK_BYTES: usize = 64 * 1024;
const COLUMNS_MAX: usize = 79;
const ROSTER: [&[u8]; 7] = [b"Event", b"Site", b"Date", b"Round", b"White", b"Black", b"Result"];

/// Fills lines.
struct Filler {
    text: Vec<u8>,
    line_start: usize,
    /// A parenthesis was opened, so that no blank comes next.
    is_open: bool,
}

impl Filler {
    fn begin(&mut self) {
        self.line_start = self.text.len();
        self.is_open = true;
    }

    fn unit(&mut self, unit: &[u8]) {
        if !self.is_open {
            let is_full = self.text.len() + 1 + unit.len() - self.line_start > COLUMNS_MAX;
            self.text.push(if is_full { b'\n' } else { b' ' });
            if is_full {
                self.line_start = self.text.len();
            }
        }
        self.text.extend_from_slice(unit);
        self.is_open = false;
    }
}

struct Rewriter<W> {
    target: W,
    fill: Filler,
    /// Names and values of the tags of one game, and where each ends.
    tag_text: Vec<u8>,
    tags: Vec<(usize, usize, usize)>,
    unit: Vec<u8>,
    keeps_lines: bool,
    answer: Answer,
    error: Option<io::Error>,
}

/// Where a game is, and whether the next move needs its number in any case.
struct Place {
    lines: Lines,
    is_fresh: bool,
}

impl<W: Write> Rewriter<W> {
    fn write_tags(&mut self) {
        let (text, out) = (&self.tag_text, &mut self.fill.text);
        let name = |tag: &(usize, usize, usize)| &text[tag.0..tag.1];
        let rank = |tag: &(usize, usize, usize)| {
            ROSTER.iter().position(|roster| *roster == name(tag)).unwrap_or(ROSTER.len())
        };
        self.tags.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| name(a).cmp(name(b))));
        for tag in &self.tags {
            out.push(b'[');
            out.extend_from_slice(name(tag));
            out.extend_from_slice(b" \"");
            out.extend_from_slice(&text[tag.1..tag.2]);
            out.extend_from_slice(b"\"]\n");
        }
        out.push(b'\n');
    }

    fn write_number(&mut self, position: &Chess, is_fresh: bool) {
        let dots = match (position.turn(), is_fresh) {
            (Color::White, _) => &b"."[..],
            (Color::Black, true) => b"...",
            (Color::Black, false) => return,
        };
        let (mut digits, mut at, mut number) = ([0; 10], 10, position.fullmoves().get());
        while number > 0 {
            at -= 1;
            digits[at] = b'0' + (number % 10) as u8;
            number /= 10;
        }
        self.unit.clear();
        self.unit.extend_from_slice(&digits[at..]);
        self.unit.extend_from_slice(dots);
        self.fill.unit(&self.unit);
    }

    fn flush(&mut self) {
        if let Err(error) = self.target.write_all(&self.fill.text) {
            self.error = Some(error);
        }
        self.fill.text.clear();
    }
}

impl<W: Write> Visitor for Rewriter<W> {
    type Tags = Option<Chess>;
    type Movetext = Place;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<Chess>> {
        self.answer.n_games += 1;
        self.tags.clear();
        self.tag_text.clear();
        ControlFlow::Continue(None)
    }
    fn tag(
        &mut self,
        start: &mut Option<Chess>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<()> {
        if name == b"FEN" {
            *start = Some(start_of(value)?);
        }
        let name_start = self.tag_text.len();
        self.tag_text.extend_from_slice(name);
        let value_start = self.tag_text.len();
        self.tag_text.extend_from_slice(value.as_bytes());
        self.tags.push((name_start, value_start, self.tag_text.len()));
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<(), Place> {
        self.write_tags();
        self.fill.begin();
        ControlFlow::Continue(Place { lines: Lines::at(start), is_fresh: true })
    }
    fn san(&mut self, place: &mut Place, san: SanPlus) -> ControlFlow<()> {
        let line = &mut place.lines.line;
        let Ok(mv) = san.san.to_move(&line.after) else { return ControlFlow::Break(()) };
        self.write_number(&line.after, place.is_fresh);
        if self.keeps_lines {
            line.before = line.after.clone();
        }
        self.unit.clear();
        San::from_move(&line.after, mv).append_ascii_to(&mut self.unit);
        line.after.play_unchecked(mv);
        if line.after.is_check() {
            let is_mate = line.after.legal_moves().is_empty();
            self.unit.push(if is_mate { b'#' } else { b'+' });
        }
        self.fill.unit(&self.unit);
        place.is_fresh = false;
        ControlFlow::Continue(())
    }
    fn nag(&mut self, _: &mut Place, nag: Nag) -> ControlFlow<()> {
        self.unit.clear();
        let _ = write!(self.unit, "${}", nag.0);
        self.fill.unit(&self.unit);
        ControlFlow::Continue(())
    }
    fn comment(&mut self, place: &mut Place, comment: RawComment<'_>) -> ControlFlow<()> {
        self.fill.unit(b"{");
        self.fill.is_open = true;
        let words = comment.as_bytes().split(u8::is_ascii_whitespace);
        for word in words.filter(|word| !word.is_empty()) {
            self.fill.unit(word);
        }
        self.fill.text.push(b'}');
        self.fill.is_open = false;
        place.is_fresh = true;
        ControlFlow::Continue(())
    }
    fn begin_variation(&mut self, place: &mut Place) -> ControlFlow<(), Skip> {
        place.lines.begin_variation();
        place.is_fresh = true;
        self.fill.unit(b"(");
        self.fill.is_open = true;
        ControlFlow::Continue(Skip(false))
    }
    fn end_variation(&mut self, place: &mut Place) -> ControlFlow<()> {
        place.lines.end_variation();
        place.is_fresh = true;
        self.fill.text.push(b')');
        self.fill.is_open = false;
        ControlFlow::Continue(())
    }
    fn outcome(&mut self, _: &mut Place, outcome: Outcome) -> ControlFlow<()> {
        self.fill.unit(match outcome {
            Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => b"1-0",
            Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => b"0-1",
            Outcome::Known(KnownOutcome::Draw) => b"1/2-1/2",
            Outcome::Unknown => b"*",
        });
        ControlFlow::Continue(())
    }
    fn end_game(&mut self, _: Place) {
        self.fill.text.extend_from_slice(b"\n\n");
        if self.fill.text.len() >= CHUNK_BYTES {
            self.flush();
        }
    }
}

/// Rewrites all games; `keeps_lines` where variations may come.
pub(crate) fn rewrite(
    source: impl Read,
    target: impl Write,
    keeps_lines: bool,
) -> io::Result<Answer> {
    let text = Vec::with_capacity(2 * CHUNK_BYTES);
    let mut rewriter = Rewriter {
        target,
        fill: Filler { text, line_start: 0, is_open: true },
        tag_text: Vec::new(),
        tags: Vec::new(),
        unit: Vec::new(),
        keeps_lines,
        answer: Answer::default(),
        error: None,
    };
    Reader::new(source).visit_all_games(&mut rewriter)?;
    rewriter.flush();
    rewriter.error.map_or(Ok(rewriter.answer), Err)
}
