//! Searches: the position, the limits, and the answer of the engine.

use std::borrow::Cow;
use std::time::Duration;

use pgn_chess::fen::{self, CastlingStyle, EpPolicy, Style};
use pgn_chess::notation::uci;
use pgn_chess::{Move, Position, Variant, option_struct};

use crate::uci_line::SearchInfo;

option_struct! {
    "use std::time::Duration;\nuse pgn_engine::SearchLimits;";
    /// How far a search goes; the first limit that is reached ends it. Without any, it continues
    /// until it is stopped.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct SearchLimits {
        /// Time, rounded to milliseconds.
        time, with_time: Option<Duration> = "Some(Duration::from_secs(1))",
        /// Number of positions.
        nodes, with_nodes: Option<u64> = "Some(100_000)",
        /// Depth in plies.
        depth, with_depth: Option<u32> = "Some(12)",
        /// A mate in this number of moves, or fewer.
        mate, with_mate: Option<u32> = "Some(3)",
    }
}

/// The clocks of a game, for an engine that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameClocks {
    /// The time that White and Black have left.
    pub left: [Duration; 2],
    /// The time that each move of White and of Black adds.
    pub increments: [Duration; 2],
    /// The number of moves until more time is added; `None` if the time is for the whole game.
    pub moves_left: Option<u32>,
}

impl GameClocks {
    /// Clocks for a whole game, with one increment for both sides.
    #[must_use]
    pub fn new(left: [Duration; 2], increment: Duration) -> GameClocks {
        GameClocks { left, increments: [increment; 2], moves_left: None }
    }
}

/// The limit of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchBound {
    /// Limits.
    Limits(SearchLimits),
    /// The engine itself, which plays a game with these clocks.
    Clocks(GameClocks),
}

/// How a search relates to the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchContext {
    /// With clocks, a game, which is the same game if its moves continue the last search; without
    /// clocks, a single position.
    #[default]
    ByClocks,
    /// A position of a new game.
    NewGame,
    /// A position of the same game as before: the engine keeps what it knows.
    SameGame,
}

/// A position to search, with the moves that led to it.
#[derive(Clone, Debug)]
pub struct SearchTask {
    /// The start position of the game.
    pub start: Position,
    /// The moves since then; the position after them is searched.
    pub moves: Vec<Move>,
    /// The limit of the search.
    pub bound: SearchBound,
    /// How it relates to the search before.
    pub context: SearchContext,
    /// The number of best lines to report; most engines report one.
    pub line_count: u32,
    /// The moves to choose from; empty for all legal moves.
    pub root_moves: Vec<Move>,
}

impl SearchTask {
    /// A search of a position, without moves before it.
    #[must_use]
    pub fn new(position: Position, limits: SearchLimits) -> SearchTask {
        SearchTask {
            start: position,
            moves: Vec::new(),
            bound: SearchBound::Limits(limits),
            context: SearchContext::default(),
            line_count: 1,
            root_moves: Vec::new(),
        }
    }

    /// A search of the position after these moves of a game.
    #[must_use]
    pub fn of_game(start: Position, moves: Vec<Move>, bound: SearchBound) -> SearchTask {
        SearchTask { moves, bound, ..SearchTask::new(start, SearchLimits::default()) }
    }

    /// The position to search.
    #[must_use]
    pub fn position(&self) -> Position {
        let mut position = self.start;
        self.moves.iter().for_each(|&mv| position.play_unchecked(mv));
        position
    }

    /// The task as engines can be given it, which expect legal positions and games: after an
    /// illegal move, only the position.
    ///
    /// # Errors
    /// Why no engine can be given it.
    pub(crate) fn for_engine(&self) -> Result<Cow<'_, SearchTask>, &'static str> {
        let position = self.position();
        if position.attacks_king() {
            return Err("cannot search a position in which a king could be captured");
        }
        let mut played = self.start;
        let is_legal = |mv: &Move| {
            let is_legal = mv.is_null() || played.is_legal(*mv);
            played.play_unchecked(*mv);
            is_legal
        };
        if self.moves.iter().all(is_legal) {
            return Ok(Cow::Borrowed(self));
        }
        match self.bound {
            SearchBound::Clocks(_) => Err("cannot play on after an illegal move"),
            SearchBound::Limits(limits) => Ok(Cow::Owned(SearchTask::new(position, limits))),
        }
    }

    /// The rules; without castling rights, Chess960 is played like ordinary chess.
    pub(crate) fn variant(&self) -> Variant {
        match self.start.variant() {
            Variant::Chess960 if self.start.castling().is_empty() => Variant::Standard,
            variant => variant,
        }
    }

    /// Whether it continues the previous search.
    pub(crate) fn continues(&self, before: &SearchTask) -> bool {
        self.start == before.start && self.moves.starts_with(&before.moves)
    }

    /// The time left for the side to move, if there are clocks.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        match self.bound {
            SearchBound::Clocks(clocks) => Some(clocks.left[self.position().turn().index()]),
            SearchBound::Limits(_) => None,
        }
    }
}

/// A position as engines read it.
pub(crate) fn fen_of(position: &Position, variant: Variant) -> String {
    let castling =
        if variant.castles_by_rook() { CastlingStyle::Shredder } else { CastlingStyle::XFen };
    let style = Style::default().with_ep(EpPolicy::XFen).with_castling(castling);
    fen::to_text_with(position, style).as_str().to_owned()
}

option_struct! {
    "use std::time::Duration;\nuse pgn_engine::Timeouts;";
    /// How long to wait for an engine. The default is 10 minutes for a search and 10 seconds for
    /// the rest.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Timeouts {
        /// For a search without a time limit.
        search, with_search: Duration = "Duration::from_secs(60)",
        /// For everything that should take no time: to start, to be ready, to stop, and what a
        /// search takes beyond its time limit.
        answer, with_answer: Duration = "Duration::from_secs(5)",
    }
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts { search: Duration::from_secs(600), answer: Duration::from_secs(10) }
    }
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchAnswer {
    /// The move that the engine plays, in UCI notation; `None` if it gave none.
    pub best: Option<String>,
    /// The reply that the engine expects, in UCI notation.
    pub ponder: Option<String>,
    /// The last report about the best line that has an exact score.
    pub info: SearchInfo,
    /// Each change of the best move: the move, and the report that made it the best.
    pub changes: Vec<(String, SearchInfo)>,
    /// The engine resigns instead of moving.
    pub resigns: bool,
}

/// The timeout of a search that only the caller ends, in seconds: longer than any caller waits.
const FOREVER_SECONDS: u64 = 1 << 32;

impl Timeouts {
    /// How long a search may take.
    pub(crate) fn of(&self, task: &SearchTask) -> Duration {
        match task.bound {
            SearchBound::Limits(limits) if limits == SearchLimits::default() => {
                Duration::from_secs(FOREVER_SECONDS)
            }
            SearchBound::Limits(limits) => {
                limits.time.map_or(self.search, |time| time + self.answer)
            }
            SearchBound::Clocks(clocks) => {
                let left = task.time_left().unwrap_or_default();
                left + clocks.increments[task.position().turn().index()] + self.answer
            }
        }
    }
}

impl SearchAnswer {
    /// The moves that the engine expects, its own first, up to the first that is not legal.
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

    /// The error in the answer, such as `returns no move`, for a position that has legal moves.
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
    pub(crate) fn take(&mut self, info: SearchInfo) {
        if info.multipv.unwrap_or(1) != 1 || info.pv.is_empty() && info.score.is_none() {
            // Counts alone continue with the known values.
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
