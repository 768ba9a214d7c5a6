//! A conversation with an engine: what is searched, what comes of it, and what happens on the way.
//!
//! ```text
//! lines of the engine ─ hear ─┐
//! the end of patience ─ late ─┼─ Talk ─ Step: lines to send, how long to wait, what is over
//! something to search ─ search┘
//! ```
//!
//! Nothing is read, written or timed by a conversation. There is one for each protocol: `uci` and
//! `xboard`.

use std::time::Duration;

use super::message::Info;
use pgnkit::chess::fen::{self, CastlingStyle, EpPolicy, Style};
use pgnkit::chess::notation::uci;
use pgnkit::chess::{Move, Position, Variant};

/// How far a search goes; the first bound that is reached ends it. Without any it goes on until it
/// is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// How long.
    pub time: Option<Duration>,
    /// How many positions.
    pub nodes: Option<u64>,
    /// How many plies.
    pub depth: Option<u32>,
}

/// The clocks of a game, for an engine that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// What White and Black have left.
    pub left: [Duration; 2],
    /// What each move adds.
    pub increment: Duration,
}

/// What ends a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// A limit.
    Limits(Limits),
    /// The engine itself, which has these clocks.
    Clocks(Clocks),
}

/// What is searched.
#[derive(Clone, Debug)]
pub struct Task {
    /// Where the game began.
    pub start: Position,
    /// The moves since then; the position after them is searched.
    pub moves: Vec<Move>,
    /// What ends the search.
    pub bound: Bound,
}

impl Task {
    /// A position without a past, searched as far as the limits say.
    #[must_use]
    pub fn of(position: Position, limits: Limits) -> Task {
        Task { start: position, moves: Vec::new(), bound: Bound::Limits(limits) }
    }

    /// The position that is searched.
    #[must_use]
    pub fn position(&self) -> Position {
        let mut position = self.start;
        self.moves.iter().for_each(|&mv| position.play_unchecked(mv));
        position
    }

    /// The rules; where nobody can castle any more, Chess960 is played as ordinary chess is.
    pub(super) fn variant(&self) -> Variant {
        match self.start.variant() {
            Variant::Chess960 if self.start.castling().is_empty() => Variant::Standard,
            variant => variant,
        }
    }

    /// Whether it goes on with what was searched before it.
    pub(super) fn continues(&self, before: &Task) -> bool {
        self.start == before.start && self.moves.starts_with(&before.moves)
    }

    /// What the side to move has left, if there are clocks.
    pub(super) fn time_left(&self) -> Option<Duration> {
        match self.bound {
            Bound::Clocks(clocks) => Some(clocks.left[self.position().turn().index()]),
            Bound::Limits(_) => None,
        }
    }
}

/// A position as engines read it.
pub(super) fn fen_of(position: &Position, variant: Variant) -> String {
    let castling =
        if variant.castles_by_rook() { CastlingStyle::Shredder } else { CastlingStyle::XFen };
    let style = Style { ep: EpPolicy::XFen, castling, ..Style::default() };
    fen::to_text_with(position, style).as_str().to_owned()
}

/// How long an engine is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For a search without a bound of time.
    pub search: Duration,
    /// For everything that should take no time: to start, to be ready, to stop, and what a search
    /// takes beyond its time.
    pub answer: Duration,
}

/// What came of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The move that it plays, in coordinates.
    pub best: Option<String>,
    /// The last line about the best variation that has an exact score.
    pub info: Info,
    /// Each change of the first move of the best variation: the move, and what was said then.
    pub changes: Vec<(String, Info)>,
    /// It resigns instead of moving.
    pub resigns: bool,
}

/// What is to be done next.
#[derive(Debug, Default)]
pub(super) struct Step {
    /// Lines to send.
    pub(super) send: Vec<String>,
    /// From now on the engine is waited for as long as this.
    pub(super) wait: Option<Duration>,
    /// Something is over.
    pub(super) event: Option<Event>,
    /// What the engine thinks while it searches.
    pub(super) thought: Option<Info>,
}

/// Something that is over.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The engine waits for a search.
    Ready,
    /// A search is over.
    Answer(Box<Answer>),
    /// The engine is of no use any more.
    GivenUp(String),
    /// It cannot search that, and waits for something else.
    Declined(String),
    /// It speaks the other protocol, and has said this line of it.
    SpeaksXBoard(String),
}

/// How long a search is waited for that nobody but the reader ends, in seconds: longer than anyone
/// looks.
const FOREVER_SECONDS: u64 = 1 << 32;

impl Patience {
    /// How long a search may take.
    pub(super) fn of(&self, task: &Task) -> Duration {
        match task.bound {
            Bound::Limits(limits) if limits == Limits::default() => {
                Duration::from_secs(FOREVER_SECONDS)
            }
            Bound::Limits(limits) => limits.time.map_or(self.search, |time| time + self.answer),
            Bound::Clocks(clocks) => {
                let left = task.time_left().unwrap_or_default();
                left + clocks.increment + self.answer
            }
        }
    }
}

/// A conversation with one engine.
pub(super) trait Talk: Send {
    /// Asks for a search. To be called when the engine is idle.
    fn search(&mut self, task: &Task) -> Step;

    /// Takes a line of the engine.
    fn hear(&mut self, line: &str) -> Step;

    /// The engine has not answered in time, or nobody wants more of its search.
    fn late(&mut self) -> Step;

    /// Whether the engine searches and was not stopped.
    fn is_searching(&self) -> bool;

    /// What it calls itself.
    fn name(&self) -> Option<&str>;
}

impl Answer {
    /// The line that the engine expects, its own move first, as far as it can be played.
    #[must_use]
    pub fn line(&self, position: &Position) -> Vec<Move> {
        let mv = |position: &Position, text: &str| {
            uci::parse(position, text.as_bytes()).ok().filter(|mv| !mv.is_null())
        };
        let (mut at, mut line) = (*position, Vec::new());
        for text in &self.info.pv {
            let Some(mv) = mv(&at, text) else { break };
            at.play_unchecked(mv);
            line.push(mv);
        }
        match self.best.as_deref().and_then(|best| mv(position, best)) {
            Some(best) if line.first() != Some(&best) => vec![best],
            Some(_) | None => line,
        }
    }

    /// Why the answer is none, if the move cannot be played in a position where one can.
    #[must_use]
    pub fn fault(&self, position: &Position) -> Option<String> {
        let Some(best) = &self.best else {
            let why = if self.resigns { "resigns" } else { "returns no move" };
            return Some(why.to_owned());
        };
        let mv = uci::parse(position, best.as_bytes()).ok();
        match mv.filter(|mv| !mv.is_null() && position.is_legal(*mv)) {
            Some(_) => None,
            None => Some(format!("returns an illegal move: `{best}`")),
        }
    }

    /// Takes what the engine thinks.
    pub(super) fn take(&mut self, info: Info) {
        if info.multipv.unwrap_or(1) != 1 || info.pv.is_empty() && info.score.is_none() {
            // Counts alone go on with what is known.
            if info.multipv.unwrap_or(1) == 1 {
                self.info.nodes = info.nodes.or(self.info.nodes);
                self.info.time_ms = info.time_ms.or(self.info.time_ms);
            }
            return;
        }
        if let Some(first) = info.pv.first()
            && self.changes.last().is_none_or(|(last, _)| last != first)
        {
            self.changes.push((first.clone(), info.clone()));
        }
        if info.score.is_some() && !info.is_bound {
            self.info = info;
        }
    }
}
