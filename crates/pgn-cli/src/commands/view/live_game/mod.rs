//! A game that is played: a person against an engine, or two engines.
//!
//! ```text
//! terms ─ new game of the session ─┬─ the person moves ──┐
//!                                  └─ an engine answers ─┴─ move, [%eval], [%clk] ─ is it over?
//! ```
//!
//! The game is one of the session from its first move on: it can be looked at, commented and saved
//! like any other, and is kept in the recovery file.
//!
//! Standard: §9.6, §9.8.1. Decisions: D-11.
//! Start at [`LiveGame::begin`] and [`LiveGame::poll`].

mod opponent;
mod terms;

use std::time::{Duration, Instant};

use pgn_view::{Change, Command, Games, Session, SessionError};
use pgnkit::NodeId;
use pgnkit::chess::notation::uci;
use pgnkit::chess::{Color, Move, Position};
use pgnkit::comment::{Eval, Millis, Score};
use pgnkit::tag::Outcome;

use super::EngineChoice;
use opponent::{News, Opponent};
use pgn_engine::{GameClocks, SearchAnswer, SearchBound, SearchInfo, SearchLimits, SearchTask};

pub(super) use terms::{FORM, Terms, Time, Who};

/// A game that is played.
pub(super) struct LiveGame {
    terms: Terms,
    /// `None` for a person.
    opponents: [Option<Opponent>; 2],
    left: [Duration; 2],
    /// Since when the clock of the side to move runs; `None` while its engine starts.
    began: Option<Instant>,
    /// The game, and its last move.
    game: usize,
    node: NodeId,
    start: Position,
    moves: Vec<Move>,
    position: Position,
    /// Of all positions since the start, for threefold repetition.
    keys: Vec<u64>,
}

/// An event of the game.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum GameEvent {
    /// An engine has moved.
    Moved(NodeId),
    /// The game is over, in a sentence without its full stop.
    Over(String),
}

impl LiveGame {
    /// Begins a new game in a session. Engines that it needs are started.
    ///
    /// # Errors
    /// If an engine is needed but not named, or the session has no position to start from.
    pub(super) fn begin<G: Games>(
        session: &mut Session<G>,
        terms: Terms,
        engine: Option<&EngineChoice>,
        engine2: Option<&EngineChoice>,
    ) -> Result<LiveGame, SessionError> {
        let missing = || SessionError::new("there is no engine").with_hint("--engine names one");
        let engine = engine.ok_or_else(missing)?;
        let start = match terms.from_here {
            true => {
                let unchecked = || SessionError::new("there is no position on the board");
                session.position().ok_or_else(unchecked)?
            }
            false => Position::start(),
        };
        if let Some((_, why)) = verdict(&start, &[]) {
            return Err(SessionError::new(format!("the game is over already: {why}")));
        }
        let choice = |who: Who| match who {
            Who::Person => None,
            Who::Engine => Some(engine),
            Who::Engine2 => Some(engine2.unwrap_or(engine)),
        };
        let choices = terms.sides.map(choice);
        let names = choices.map(|choice| choice.map_or("?", EngineChoice::short_name));
        let game = session.begin_game(&terms.text(&start, names))?;
        let left = match terms.time {
            Time::Clock { base, .. } => base,
            Time::Move(_) => Duration::ZERO,
        };
        let mut live_game = LiveGame {
            terms,
            opponents: choices.map(|choice| choice.map(Opponent::start)),
            left: [left; 2],
            began: None,
            game,
            node: NodeId::ROOT,
            start,
            moves: Vec::new(),
            position: start,
            keys: vec![start.repetition_key()],
        };
        live_game.next_turn();
        Ok(live_game)
    }

    /// Whether it is a person's turn.
    pub(super) fn is_persons_turn(&self) -> bool {
        self.is_person(self.position.turn())
    }

    /// Whether a person plays this side.
    pub(super) fn is_person(&self, color: Color) -> bool {
        self.opponents[color.index()].is_none()
    }

    /// Whether a person plays.
    #[cfg(feature = "terminal")]
    pub(super) fn has_person(&self) -> bool {
        self.opponents.iter().any(Option::is_none)
    }

    /// Whether the game is the one that is open.
    #[cfg(feature = "terminal")]
    pub(super) fn is_open_in<G: Games>(&self, session: &Session<G>) -> bool {
        session.open_game() == Some(self.game)
    }

    /// Whether the reader is where the game is, and it is a person's turn.
    pub(super) fn awaits_person<G: Games>(&self, session: &Session<G>) -> bool {
        self.is_watched(session) && self.is_persons_turn()
    }

    /// Whether the reader is where the game is.
    pub(super) fn is_watched<G: Games>(&self, session: &Session<G>) -> bool {
        session.open_game() == Some(self.game)
            && session.editor().is_some_and(|editor| editor.node() == self.node)
    }

    /// Whether an action is possible while the game is running: its moves are not changed, and it
    /// is saved when it is over.
    ///
    /// # Errors
    /// When it may not, with what may.
    pub(super) fn allows<G: Games>(
        &self,
        command: &Command,
        session: &Session<G>,
    ) -> Result<(), SessionError> {
        let is_open = session.open_game() == Some(self.game);
        let is_forbidden = match command {
            Command::Save | Command::Discard | Command::Quit => true,
            Command::Merge(_) => is_open,
            Command::Edit(change) => {
                let changes_nothing_played = matches!(
                    change,
                    Change::Comment(..)
                        | Change::Uncomment
                        | Change::Nag(_)
                        | Change::Tag(..)
                        | Change::Play(_)
                        | Change::PlayMove(_)
                );
                // A move in the running game when it is the other side's turn.
                let is_played = matches!(change, Change::Play(_) | Change::PlayMove(_));
                is_open && (!changes_nothing_played || is_played && self.is_watched(session))
            }
            _ => false,
        };
        match is_forbidden {
            true => Err(SessionError::new("a game is being played").with_hint("end it first")),
            false => Ok(()),
        }
    }

    /// The clock of a side; `None` without clocks.
    pub(super) fn clock(&self, color: Color) -> Option<Duration> {
        let Time::Clock { .. } = self.terms.time else { return None };
        let used = self.began.filter(|_| self.position.turn() == color);
        let used = used.map_or(Duration::ZERO, |began| began.elapsed());
        Some(self.left[color.index()].saturating_sub(used))
    }

    /// The turn of the side to move begins: sends the position to its engine.
    fn next_turn(&mut self) {
        let turn = self.position.turn().index();
        let bound = match self.terms.time {
            Time::Clock { increment, .. } => {
                SearchBound::Clocks(GameClocks::new(self.left, increment))
            }
            Time::Move(time) => SearchBound::Limits(SearchLimits::default().with_time(Some(time))),
        };
        let task = SearchTask::of_game(self.start, self.moves.clone(), bound);
        match &mut self.opponents[turn] {
            Some(opponent) => {
                self.began = opponent.is_ready().then(Instant::now);
                opponent.ask(task);
            }
            // If the opponent's engine is still starting, a side does not use its time, either.
            None => self.began = Some(Instant::now()),
        }
    }

    /// The person moves.
    ///
    /// # Errors
    /// When the move is not legal.
    pub(super) fn play<G: Games>(
        &mut self,
        session: &mut Session<G>,
        mv: Move,
    ) -> Result<Option<GameEvent>, SessionError> {
        self.take_move(session, mv, None, Instant::now())
    }

    /// Handles the results of engines and the clocks.
    pub(super) fn poll<G: Games>(
        &mut self,
        session: &mut Session<G>,
    ) -> Result<Vec<GameEvent>, SessionError> {
        let mut happened = Vec::new();
        for color in [Color::White, Color::Black] {
            let Some(opponent) = &mut self.opponents[color.index()] else { continue };
            for news in opponent.poll() {
                match news {
                    News::Ready(name) => {
                        if self.position.turn() == color {
                            self.began = Some(Instant::now());
                        }
                        let tag = if color == Color::White { "White" } else { "Black" };
                        if let Some(name) = name {
                            session.set_tag(self.game, tag, &name)?;
                        }
                    }
                    News::Answered(answer, at) => {
                        happened.extend(self.take_answer(session, &answer, at)?);
                    }
                    News::Failed(why) => {
                        let who = color_name(color);
                        let said = format!("{who}'s engine {why}");
                        happened.push(self.end(session, (None, "unterminated"), said)?);
                    }
                }
                if happened.iter().any(|it| matches!(it, GameEvent::Over(_))) {
                    return Ok(happened);
                }
            }
        }
        let turn = self.position.turn();
        if self.clock(turn) == Some(Duration::ZERO) {
            happened.push(self.flag_falls(session)?);
        }
        Ok(happened)
    }

    fn take_answer<G: Games>(
        &mut self,
        session: &mut Session<G>,
        answer: &SearchAnswer,
        at: Instant,
    ) -> Result<Vec<GameEvent>, SessionError> {
        let turn = self.position.turn();
        let winner = Some(turn.other());
        if answer.resigns {
            let said = format!("{} resigns", color_name(turn));
            return Ok(vec![self.end(session, (winner, "normal"), said)?]);
        }
        let best = answer.best.as_deref();
        let mv = best.and_then(|text| uci::parse(&self.position, text.as_bytes()).ok());
        let Some(mv) = mv.filter(|mv| !mv.is_null() && self.position.is_legal(*mv)) else {
            let why = answer.fault(&self.position).unwrap_or_default();
            let said = format!("{} {why}", color_name(turn));
            return Ok(vec![self.end(session, (winner, "rules infraction"), said)?]);
        };
        let before_count = self.moves.len();
        let over = self.take_move(session, mv, eval_of(&answer.info, turn), at)?;
        // A move after the flag has fallen does not count.
        let has_moved = self.moves.len() > before_count;
        Ok(has_moved.then_some(GameEvent::Moved(self.node)).into_iter().chain(over).collect())
    }

    /// Adds a move to the game; returns the end of it, if it is over.
    fn take_move<G: Games>(
        &mut self,
        session: &mut Session<G>,
        mv: Move,
        eval: Option<Eval>,
        at: Instant,
    ) -> Result<Option<GameEvent>, SessionError> {
        let turn = self.position.turn();
        let mut comment = eval.map(|eval| format!("[%eval {eval}]")).unwrap_or_default();
        if let Time::Clock { increment, .. } = self.terms.time {
            let used = self.began.map_or(Duration::ZERO, |began| at.duration_since(began));
            let Some(left) = self.left[turn.index()].checked_sub(used).filter(|it| !it.is_zero())
            else {
                return self.flag_falls(session).map(Some);
            };
            self.left[turn.index()] = left + increment;
            let seconds = self.left[turn.index()].as_secs();
            if !comment.is_empty() {
                comment.push(' ');
            }
            comment += &format!("[%clk {}]", Millis(seconds * 1000));
        }
        self.node = session.record((self.game, self.node), mv, &comment)?;
        self.moves.push(mv);
        self.position.play_unchecked(mv);
        self.keys.push(self.position.repetition_key());
        if let Some((winner, why)) = verdict(&self.position, &self.keys) {
            return self.end(session, (winner, "normal"), why).map(Some);
        }
        self.next_turn();
        Ok(None)
    }

    fn flag_falls<G: Games>(
        &mut self,
        session: &mut Session<G>,
    ) -> Result<GameEvent, SessionError> {
        let turn = self.position.turn();
        self.left[turn.index()] = Duration::ZERO;
        // A bare king cannot win (FIDE's Laws of Chess, 6.9).
        let has_pieces = self.position.by_color(turn.other()).len() > 1;
        let said = format!("{} has no time left", color_name(turn));
        self.end(session, (has_pieces.then_some(turn.other()), "time forfeit"), said)
    }

    /// The person resigns; in a game of two engines, it is broken off.
    ///
    /// # Errors
    /// When the tags cannot be set.
    pub(super) fn resign<G: Games>(
        &mut self,
        session: &mut Session<G>,
    ) -> Result<GameEvent, SessionError> {
        let persons = [Color::White, Color::Black];
        let mut persons =
            persons.into_iter().filter(|color| self.opponents[color.index()].is_none());
        match persons.next() {
            Some(color) => {
                let said = format!("{} resigns", color_name(color));
                self.end(session, (Some(color.other()), "normal"), said)
            }
            None => self.stop(session),
        }
    }

    /// The game is broken off; it has no result.
    ///
    /// # Errors
    /// When the tags cannot be set.
    pub(super) fn stop<G: Games>(
        &mut self,
        session: &mut Session<G>,
    ) -> Result<GameEvent, SessionError> {
        let said = "the game was aborted".to_owned();
        self.set_end(session, Outcome::Unknown, "unterminated")?;
        Ok(GameEvent::Over(said))
    }

    fn end<G: Games>(
        &mut self,
        session: &mut Session<G>,
        (winner, termination): (Option<Color>, &str),
        said: String,
    ) -> Result<GameEvent, SessionError> {
        let outcome = match winner {
            Some(Color::White) => Outcome::WhiteWins,
            Some(Color::Black) => Outcome::BlackWins,
            None if termination == "unterminated" => Outcome::Unknown,
            None => Outcome::Draw,
        };
        self.set_end(session, outcome, termination)?;
        let words = match winner {
            Some(color) => format!("{} wins", color_name(color)),
            None if outcome == Outcome::Draw => "a draw".to_owned(),
            None => "no result".to_owned(),
        };
        Ok(GameEvent::Over(format!("{said}; {words}")))
    }

    fn set_end<G: Games>(
        &mut self,
        session: &mut Session<G>,
        outcome: Outcome,
        termination: &str,
    ) -> Result<(), SessionError> {
        session.set_tag(self.game, "Result", outcome.marker())?;
        session.set_tag(self.game, "Termination", termination)
    }
}

/// Whether the game is over, the winner, and the reason.
fn verdict(position: &Position, keys: &[u64]) -> Option<(Option<Color>, String)> {
    let other = position.turn().other();
    if position.is_checkmate() {
        return Some((Some(other), "checkmate".to_owned()));
    }
    if position.is_stalemate() {
        return Some((None, "stalemate".to_owned()));
    }
    if let Some(ending) = position.ending() {
        return Some((ending.winner, ending.reason.to_string()));
    }
    let repeated = keys.last().map_or(0, |last| keys.iter().filter(|key| *key == last).count());
    let why = match () {
        () if position.is_insufficient_material() => "neither side can mate",
        () if repeated >= 3 => "the position occurred for the third time",
        () if position.halfmove_clock() >= 100 => "fifty moves without a capture or a pawn move",
        () => return None,
    };
    Some((None, why.to_owned()))
}

/// The engine's evaluation, from White's point of view.
fn eval_of(info: &SearchInfo, turn: Color) -> Option<Eval> {
    let score = super::thought::score(info.score?);
    let score = match (turn, score) {
        (Color::White, score) => score,
        (Color::Black, Score::Centipawns(centipawns)) => Score::Centipawns(-centipawns),
        (Color::Black, Score::Mate(moves)) => Score::Mate(-moves),
    };
    Some(Eval { score, depth: info.depth })
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
