//! The data of a game that are kept in a single pass: its tags, its main line, the commands there
//! (§8.1, §8.2, D-01, D-11, D-33).
//!
//! No tree is built: that would cost more than playing the moves.

use std::borrow::Cow;

use crate::projection::Needs;
use pgn_db::reading::OpeningFollower;
use pgn_query::facts::{LineEnd, Repetitions};
use pgnkit::Outcome;
use pgnkit::charset::Choice;
use pgnkit::chess::notation::uci;
use pgnkit::chess::{Color, Position};
use pgnkit::comment::{Clock, CommentContext, Plain, Score, Value, values};
use pgnkit::game::{Start, Tags};
use pgnkit::read::{GameListener, Played, UnplayedTail};
use pgnkit::syntax::{
    CommentKind, GameEnd, GameStart, Part, RawComment, RawSymbol, RawTag, Skip, Span,
};

/// The data of a game that its rows need.
#[derive(Debug, Default)]
pub(crate) struct Sketch {
    pub(crate) needs: Needs,
    pub(crate) opening: OpeningFollower,
    /// How the text is read.
    pub(crate) encoding: Choice,
    pub(crate) tags: Tags,
    /// The TimeControl, to understand clocks.
    time_control: String,
    /// The places of tag pairs.
    pub(crate) tag_spans: Vec<Span>,
    pub(crate) start: Option<Position>,
    /// The position after the last move, if needed.
    pub(crate) end: Option<Position>,
    /// Whether that was there before.
    repetitions: Repetitions,
    /// The last comment of the main line, and how many plies had been played.
    last_comment: (Vec<u8>, u32),
    pub(crate) n_plies: u32,
    pub(crate) first: String,
    pub(crate) san: TextList,
    pub(crate) uci: TextList,
    pub(crate) codes: Vec<u16>,
    pub(crate) nags: ByPly,
    pub(crate) clocks: ByPly,
    pub(crate) move_times: ByPly,
    pub(crate) evals: ByPly,
    pub(crate) mates: ByPly,
    pub(crate) outcome: Option<Outcome>,
    /// The movetext contains more than the lists and the outcome do.
    pub(crate) has_more: bool,
    /// The value of the marker.
    marker: Option<Outcome>,
    /// How many plies had been played at the last comment.
    commented: u32,
    depth: u32,
    value: Vec<u8>,
    /// A comment that comes in parts.
    comment: Vec<u8>,
    is_in_movetext: bool,
}

/// Texts in one piece of memory.
#[derive(Debug, Default)]
pub(crate) struct TextList {
    pub(crate) text: Vec<u8>,
    pub(crate) ends: Vec<u32>,
}

impl TextList {
    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    fn push(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
        self.ends.push(self.text.len() as u32);
    }

    /// Pushes the first bytes of a word, lowest first; cheaper than copying that many.
    #[inline]
    fn push_word(&mut self, word: u64, n_bytes: usize) {
        let end = self.text.len() + n_bytes;
        self.text.extend_from_slice(&word.to_le_bytes());
        self.text.truncate(end);
        self.ends.push(end as u32);
    }
}

/// Numbers by ply, up to the last ply that has one.
#[derive(Debug, Default)]
pub(crate) struct ByPly(pub(crate) Vec<i64>);

impl ByPly {
    /// Marks a ply without a number.
    pub(crate) const NONE: i64 = i64::MIN;

    /// Sets a number at the last ply; returns whether there was none.
    #[inline]
    fn put(&mut self, n_plies: u32, number: i64) -> bool {
        let n_plies = n_plies as usize;
        let is_new = self.0.len() < n_plies;
        if is_new {
            if self.0.len() + 1 < n_plies {
                self.0.resize(n_plies - 1, ByPly::NONE);
            }
            self.0.push(number);
        }
        is_new
    }
}

impl Sketch {
    pub(crate) fn new(needs: Needs, encoding: Choice) -> Sketch {
        let opening = OpeningFollower::new(needs.opening);
        Sketch { needs, opening, encoding, ..Sketch::default() }
    }

    /// The commands in a comment about the last move; of several of a kind, the first one.
    fn read_commands(&mut self, text: &[u8]) {
        if let Some(plain) = Plain::parse(text) {
            plain.emt.into_iter().for_each(|time| self.put_time(Clock::Emt, time.0));
            plain.clk.into_iter().for_each(|time| self.put_time(Clock::Clk, time.0));
            plain.eval.into_iter().for_each(|score| self.put_score(score));
            return;
        }
        self.has_more = true;
        let first = self.start.map_or(Color::White, |start| start.turn());
        let mover = if self.n_plies % 2 == 1 { first } else { !first };
        let time_control = std::mem::take(&mut self.time_control);
        let context = CommentContext { mover, time_control: Some(&time_control) };
        for value in values(&String::from_utf8_lossy(text), context) {
            match value {
                Value::Time(clock, time) => self.put_time(clock, time.0),
                Value::Eval(eval) => self.put_score(eval.score),
                Value::Csl(_) | Value::Cal(_) | Value::Other { .. } => {}
            }
        }
        self.time_control = time_control;
    }

    #[inline]
    fn put_time(&mut self, clock: Clock, millis: u64) {
        let list = match clock {
            Clock::Clk => &mut self.clocks,
            Clock::Emt => &mut self.move_times,
            Clock::Egt | Clock::Mct => return,
        };
        list.put(self.n_plies, i64::try_from(millis).unwrap_or(ByPly::NONE));
    }

    #[inline]
    fn put_score(&mut self, score: Score) {
        match score {
            Score::Centipawns(centipawns) => self.evals.put(self.n_plies, centipawns.into()),
            Score::Mate(moves) => self.mates.put(self.n_plies, moves.into()),
        };
    }

    /// Where the main line ends, with the text of the last comment.
    pub(crate) fn line_end<'a>(&'a self, comment: &'a str) -> LineEnd<'a> {
        let is_repeated = self.repetitions.is_repeated();
        LineEnd { position: self.end.as_ref(), is_repeated, comment }
    }

    /// The last comment, if it is after the last move.
    pub(crate) fn end_comment(&self) -> Cow<'_, str> {
        match &self.last_comment {
            (text, at) if *at == self.n_plies && !text.is_empty() => self.encoding.decode(text),
            _ => Cow::Borrowed(""),
        }
    }

    fn is_in_main_line(&self) -> bool {
        self.depth == 0
    }
}

impl GameListener for Sketch {
    fn begin_game(&mut self, _: GameStart) {
        self.tags.clear();
        self.tag_spans.clear();
        (self.start, self.end) = (None, None);
        self.repetitions.clear();
        self.opening.begin_game();
        self.last_comment.0.clear();
        self.n_plies = 0;
        self.time_control.clear();
        self.first.clear();
        self.san.clear();
        self.uci.clear();
        self.codes.clear();
        let times = [&mut self.clocks, &mut self.move_times];
        let judgments = [&mut self.nags, &mut self.evals, &mut self.mates];
        times.into_iter().chain(judgments).for_each(|list| list.0.clear());
        (self.outcome, self.marker) = (None, None);
        self.has_more = false;
        self.commented = 0;
        self.depth = 0;
        self.is_in_movetext = false;
    }

    fn tag(&mut self, tag: &RawTag<'_>) {
        if self.needs.movetext {
            self.tag_spans.push(tag.span);
        }
        if tag.name == b"TimeControl" {
            self.time_control.push_str(&String::from_utf8_lossy(tag.value));
        }
        self.needs.tags.push_kept(tag, self.encoding, &mut self.value, &mut self.tags);
    }

    fn malformed_tag(&mut self, _: &[u8], _: Span) {
        self.has_more = true;
    }

    fn begin_movetext(&mut self, start: &Start) -> Skip {
        self.start = start.position;
        self.has_more |= start.position.is_none();
        if self.needs.moves {
            self.opening.begin_movetext(start, &self.tags);
        }
        if self.needs.end {
            self.end = start.position;
            if let Some(position) = &self.end {
                self.repetitions.push(position);
            }
        }
        self.is_in_movetext = true;
        if self.needs.moves { Skip::Enter } else { Skip::Over }
    }

    #[inline]
    fn played(&mut self, played: Played<'_>) {
        if !self.is_in_main_line() {
            return;
        }
        self.n_plies += 1;
        self.opening.played(played);
        let Played { mv, after, .. } = played;
        if self.needs.san || self.n_plies == 1 {
            let spelling = played.spelling();
            if self.n_plies == 1 {
                self.first.push_str(&spelling.text(mv));
            }
            if self.needs.san {
                let (word, n_bytes) = spelling.word(mv);
                self.san.push_word(word, n_bytes);
            }
        }
        if self.needs.uci {
            // Only castling depends on the side.
            self.uci.push(&match mv.is_castle() {
                true => uci::to_text(&played.before(), mv),
                false => uci::to_text(after, mv),
            });
        }
        if self.needs.codes {
            self.codes.push(mv.raw());
        }
        if self.needs.end {
            self.end = Some(*after);
            self.repetitions.push(after);
        }
    }

    fn unchecked(&mut self, symbol: RawSymbol<'_>) {
        if !self.is_in_main_line() {
            return;
        }
        self.n_plies += 1;
        self.opening.unchecked(symbol);
        let text = self.encoding.decode(symbol.text);
        if self.n_plies == 1 {
            self.first.push_str(&text);
        }
        if self.needs.san {
            self.san.push(&text);
        }
    }

    fn nag(&mut self, nag: u32, _: Span) {
        if self.needs.nags && self.is_in_main_line() {
            let is_only = self.nags.put(self.n_plies, nag.into());
            // A NAG after the comment would come back before it.
            self.has_more |= !is_only || self.commented == self.n_plies;
        }
    }

    #[inline]
    fn comment(&mut self, comment: RawComment<'_>) {
        if self.needs.end && self.depth == 0 && comment.kind != CommentKind::Escape {
            if comment.part.begins() {
                self.last_comment.0.clear();
            }
            self.last_comment.0.extend_from_slice(comment.text);
            self.last_comment.1 = self.n_plies;
        }
        if !self.needs.commands || self.depth > 0 {
            return;
        }
        let is_first = self.n_plies > self.commented;
        match comment.kind {
            CommentKind::Brace if is_first && comment.part == Part::Whole => {
                self.commented = self.n_plies;
                return self.read_commands(comment.text);
            }
            CommentKind::Brace | CommentKind::Line => self.has_more = true,
            CommentKind::Escape => {
                self.has_more = true;
                return;
            }
        }
        if !self.is_in_movetext || self.n_plies == 0 {
            return;
        }
        self.commented = self.n_plies;
        if comment.part == Part::Whole {
            return self.read_commands(comment.text);
        }
        if comment.part.begins() {
            self.comment.clear();
        }
        self.comment.extend_from_slice(comment.text);
        if comment.part.ends() {
            let whole = std::mem::take(&mut self.comment);
            self.read_commands(&whole);
            self.comment = whole;
        }
    }

    fn unreadable(&mut self, _: &[u8], _: Span) {
        self.has_more = true;
    }

    fn reserved(&mut self, _: &[u8], _: Span) {
        self.has_more = true;
    }

    fn begin_variation(&mut self, _: Span) {
        self.has_more = true;
        self.depth += 1;
    }

    fn end_variation(&mut self, _: Span) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn begin_unplayed(&mut self, tail: UnplayedTail, span: Span) {
        self.has_more = true;
        if self.is_in_main_line() {
            self.opening.begin_unplayed(tail, span);
        }
    }

    fn marker(&mut self, outcome: Outcome, _: Span) {
        self.marker = Some(outcome);
    }

    fn end_game(&mut self, outcome: Outcome, how: GameEnd, _: u32) {
        self.outcome = (how != GameEnd::NoGame).then_some(outcome);
        self.has_more |= self.marker != self.outcome;
    }
}
