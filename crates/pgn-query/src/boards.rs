//! Questions to the positions of a game, put to it in one go (§8.2, D-33).
//!
//! If the main line cannot be played to its end, a "yes" before that place is an answer, and
//! everything else is unknown. If nothing is negated, a "no" before that place is enough, and the
//! rest of the game need not be read.

use std::sync::Arc;

use super::Query;
use super::answer::Answer;
use super::expr::Lines;
use super::truth::Truth;
use crate::probe::{self, ProbeStates, Search};
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::chess::Position;
use pgnkit::game::{MoveText, Start, UNPLAYABLE};
use pgnkit::read::{GameListener, Played, Referee, UnplayedTail};
use pgnkit::syntax::{GameStart, RawComment, Region, Skip, Span};

/// Puts all board questions of a query.
pub(super) struct Boards {
    n_main: usize,
    referee: Box<Referee<MainLineWalk, ()>>,
    search: Search,
    main: Vec<Answer>,
    all: Vec<Answer>,
    is_asked: [bool; 2],
}

impl Boards {
    /// For the probes of a query, of the main line and of all lines.
    pub(super) fn new(query: &Query, encoding: Choice) -> Boards {
        let (main, all) = (&query.main_probes, &query.all_probes);
        let walk = MainLineWalk {
            states: ProbeStates::new(Arc::clone(main)),
            no_counts: query.expr.has_not(),
            n_open: 0,
            n_probes: main.len(),
            is_unplayable: false,
            has_start: false,
        };
        Boards {
            n_main: main.len(),
            referee: Box::new(Referee::new(walk, ()).encoding(encoding)),
            search: Search::new(Arc::clone(all)),
            main: Vec::new(),
            all: Vec::new(),
            is_asked: [false; 2],
        }
    }

    /// Nothing is known of the next game.
    pub(super) fn restart(&mut self) {
        self.is_asked = [false; 2];
    }

    /// Plays the game in a region, and stops when no answer can be yes any more.
    pub(super) fn read(&mut self, region: &Region<'_>) {
        let _ = region.visit(&mut *self.referee);
        let last = *self.referee.position();
        self.referee.listener.answer(self.n_main, &last, &mut self.main);
        self.is_asked[0] = true;
    }

    /// The answer of a probe about a game.
    pub(super) fn answer(&mut self, game: Option<&Game>, probe: usize, lines: Lines) -> Answer {
        let at = usize::from(lines == Lines::All);
        if !self.is_asked[at]
            && let Some(game) = game
        {
            self.is_asked[at] = true;
            match lines {
                Lines::Main => self.watch(game),
                Lines::All => self.search(game),
            }
        }
        let answers = if lines == Lines::All { &self.all } else { &self.main };
        answers.get(probe).copied().unwrap_or(Answer::of(Truth::Open))
    }

    fn watch(&mut self, game: &Game) {
        let walk = &mut self.referee.listener;
        let start = game.start_position();
        walk.begin(start.as_ref());
        let mut position = start.unwrap_or_default();
        if start.is_some() {
            for node in game.main_line() {
                let Some(MoveText::Move(mv)) = game.tree().mv(node) else { break };
                if walk.is_hopeless() {
                    break;
                }
                position.play_unchecked(mv);
                walk.see(mv, &position);
            }
        }
        walk.is_unplayable |= is_unplayable(game);
        walk.answer(self.n_main, &position, &mut self.main);
    }

    fn search(&mut self, game: &Game) {
        let can = self.search.run(game, probe::Lines::All) && !is_unplayable(game);
        self.all.clear();
        let mut n = 0;
        while n < self.search.n_probes() {
            // What was found before an illegal move is certain; what comes after it is unknown.
            self.all.push(match self.search.found(n) {
                Some(found) => Answer { truth: Truth::True, ply: Some(found.ply) },
                None if !can => Answer::of(Truth::Unplayable),
                None => Answer::of(Truth::False),
            });
            n += 1;
        }
    }
}

/// Whether the main line of a game stops at a move that cannot be played, or cannot begin.
pub(super) fn is_unplayable(game: &Game) -> bool {
    let last = game.main_line().last().unwrap_or_default();
    probe::is_unplayable_after(game, last) || game.start_position().is_none()
}

/// Follows the moves of a main line as they are played.
#[derive(Debug)]
struct MainLineWalk {
    states: ProbeStates,
    /// A "no" may choose a game, so that it must be known whether the game can be played.
    no_counts: bool,
    n_open: usize,
    n_probes: usize,
    is_unplayable: bool,
    has_start: bool,
}

impl MainLineWalk {
    fn begin(&mut self, start: Option<&Position>) {
        self.has_start = start.is_some();
        self.is_unplayable = !self.has_start;
        self.n_open = start.map_or(0, |position| self.states.start(position));
    }

    #[inline]
    fn see(&mut self, mv: pgnkit::chess::Move, after: &Position) {
        if self.n_open > 0 {
            self.n_open = self.states.play(mv, after);
        }
    }

    /// Whether all questions are settled with no.
    fn is_hopeless(&self) -> bool {
        self.n_open == 0
            && !self.no_counts
            && !self.is_unplayable
            && (0..self.n_probes).all(|n| self.states.answer(n) == probe::Answer::Never)
    }

    /// The answers, the line being over with this position. A line that ends at an illegal move
    /// answers yes to what its moves before that show. Everything else is unknown: the end of the
    /// line, and whether a condition became true later.
    fn answer(&mut self, n_probes: usize, last: &Position, answers: &mut Vec<Answer>) {
        answers.clear();
        let is_unplayable = self.is_unplayable;
        if !is_unplayable && self.n_open > 0 {
            self.states.finish(last);
        }
        answers.extend((0..n_probes).map(|n| match self.states.answer(n) {
            _ if !self.has_start => Answer::of(Truth::Unplayable),
            probe::Answer::At(ply) => Answer { truth: Truth::True, ply: Some(ply) },
            _ if is_unplayable && self.no_counts => Answer::of(Truth::Unplayable),
            probe::Answer::Never => Answer::of(Truth::False),
            probe::Answer::Open if is_unplayable => Answer::of(Truth::Unplayable),
            probe::Answer::Open => Answer::of(Truth::False),
        }));
    }
}

impl GameListener for MainLineWalk {
    const VARIATIONS: Skip = Skip::Over;

    fn wants_more(&self) -> bool {
        !self.is_hopeless()
    }

    fn begin_game(&mut self, _: GameStart) {
        self.begin(None);
    }

    fn begin_movetext(&mut self, start: &Start) -> Skip {
        self.begin(start.position.as_ref());
        Skip::Enter
    }

    fn played(&mut self, played: Played<'_>) {
        self.is_unplayable = false;
        self.see(played.mv, played.after);
    }

    fn comment(&mut self, comment: RawComment<'_>) {
        // A game that was written after it could not be played reports it this way.
        let says_so = comment.text.starts_with(UNPLAYABLE.as_bytes()) && comment.part.begins();
        self.is_unplayable |= says_so;
    }

    fn begin_unplayed(&mut self, tail: UnplayedTail, _: Span) {
        self.is_unplayable |= tail == UnplayedTail::Unplayable;
    }
}
