//! Follows one game to a position and along the moves after it (§8.2, D-15, D-33, D-52).

use super::Edge;
use super::score::{GameSummary, Side};
use crate::index::SummaryTags;
use pgnkit::chess::{Color, Position, Variant};
use pgnkit::game::Start;
use pgnkit::read::{GameListener, Played, UnplayedTail};
use pgnkit::syntax::{GameEnd, GameStart, RawSymbol, RawTag, Skip, Span};
use pgnkit::tag::Outcome;

/// The request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    /// The key of the position.
    pub key: u64,
    /// Its rules; games by other rules do not reach it.
    pub variant: Variant,
    /// How many plies after it are counted.
    pub depth: u32,
}

impl Root {
    /// Moves after `position`, up to `depth` plies.
    #[must_use]
    pub fn new(position: &Position, depth: u32) -> Root {
        Root { key: position.polyglot_key(), variant: position.variant(), depth }
    }
}

/// The result for a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameOutcome {
    /// The text held none.
    #[default]
    NoGame,
    /// A move of its main line cannot be played, or its start or rules are not known. Nothing of it
    /// counts.
    Unplayable,
    /// It does not come to the position.
    Elsewhere,
    /// It comes to the position.
    Reached,
}

/// Follows a game and gathers the moves after the position.
#[derive(Debug)]
pub struct LineFollower {
    root: Root,
    facts: GameSummary,
    fate: GameOutcome,
    /// The key of the position before the next move, once the position is reached.
    before: Option<u64>,
    edges: Vec<(Edge, Side)>,
    /// A position may have come twice.
    may_repeat: bool,
    tags: SummaryTags,
}

impl LineFollower {
    /// A follower that looks for this.
    #[must_use]
    pub fn new(root: Root) -> LineFollower {
        let facts = GameSummary::default();
        let (fate, before, edges) = (GameOutcome::NoGame, None, Vec::new());
        let (may_repeat, tags) = (false, SummaryTags::default());
        LineFollower { root, facts, fate, before, edges, may_repeat, tags }
    }

    /// The result for the last game.
    #[must_use]
    pub fn fate(&self) -> GameOutcome {
        self.fate
    }

    /// Its contribution to a score.
    #[must_use]
    pub fn facts(&self) -> &GameSummary {
        &self.facts
    }

    /// The moves after the position, each with the side that made it; of a position that comes
    /// again, the first move. Empty unless the game [`Reached`](GameOutcome::Reached) it.
    pub fn edges(&mut self) -> &[(Edge, Side)] {
        if self.fate != GameOutcome::Reached {
            self.edges.clear();
        }
        if std::mem::take(&mut self.may_repeat) {
            // Stable: the first arrival stays.
            self.edges.sort_by_key(|(edge, _)| edge.key);
            self.edges.dedup_by_key(|(edge, _)| edge.key);
        }
        &self.edges
    }

    #[inline]
    fn see(&mut self, position: &Position) {
        if position.polyglot_key() == self.root.key && position.variant() == self.root.variant {
            self.fate = GameOutcome::Reached;
            self.before = Some(self.root.key);
        }
    }
}

impl GameListener for LineFollower {
    const VARIATIONS: Skip = Skip::Over;

    fn begin_game(&mut self, _: GameStart) {
        self.facts = GameSummary::default();
        (self.fate, self.before) = (GameOutcome::NoGame, None);
        self.edges.clear();
        (self.may_repeat, self.tags) = (false, SummaryTags::default());
    }

    fn tag(&mut self, tag: &RawTag<'_>) {
        self.tags.take(tag);
    }

    fn begin_movetext(&mut self, start: &Start) -> Skip {
        match &start.position {
            Some(position) => {
                self.fate = GameOutcome::Elsewhere;
                self.see(position);
            }
            None => self.fate = GameOutcome::Unplayable,
        }
        Skip::Enter
    }

    #[inline]
    fn played(&mut self, played: Played<'_>) {
        if self.fate == GameOutcome::Unplayable {
            return;
        }
        let Some(key) = self.before else {
            if self.fate == GameOutcome::Elsewhere {
                self.see(played.after);
            }
            return;
        };
        let side = match played.after.turn() {
            Color::White => Side::Black,
            Color::Black => Side::White,
        };
        self.edges.push((Edge { key, mv: played.mv }, side));
        self.may_repeat |= played.after.halfmove_clock() >= 4;
        let is_deep = self.edges.len() >= self.root.depth as usize;
        self.before = (!is_deep).then(|| played.after.polyglot_key());
    }

    fn unchecked(&mut self, _: RawSymbol<'_>) {
        self.fate = GameOutcome::Unplayable;
    }

    fn begin_unplayed(&mut self, tail: UnplayedTail, _: Span) {
        if tail == UnplayedTail::Unplayable {
            self.fate = GameOutcome::Unplayable;
        }
    }

    fn end_game(&mut self, outcome: Outcome, how: GameEnd, _: u32) {
        let SummaryTags { white_elo, black_elo, .. } = self.tags;
        self.facts = GameSummary { outcome, white_elo, black_elo, year: self.tags.year() };
        if how == GameEnd::NoGame {
            self.fate = GameOutcome::NoGame;
        }
    }
}
