//! Questions that are put to the positions of a game, one after the other (§16.1 for positions,
//! §8.2.3 for moves, D-45, D-52, D-60).
//!
//! ```text
//! text ─ parse ─ Probe                    what is asked, compiled once, shared by threads
//!                  └ start ─ ProbeState        how far one line of one game has answered it
//! moves ─ PlyHistory ─ Seen ─ see ─ Answer     open · never · at this ply
//!                      └ finish ─ Answer  never · at this ply
//! ```
//!
//! A state is a few words without heap memory, so code that walks through variations copies it
//! where a line branches off and continues from the copy. An answer comes as soon as it is certain:
//! captured pieces do not come back and pawns do not move backward, so the search of most games
//! ends long before their end.
//!
//! Start at [`Probe::parse`]; [`ProbeStates`] puts several to one game.

mod compare;
mod error;
mod event;
mod line;
mod material;
mod pattern;
mod pawns;
mod piece_set;
mod pieces;
mod ply_history;
mod position;
mod reach;
mod search;
mod set;
mod states;
mod subject;
mod test;
mod text;
mod zone;

#[cfg(test)]
mod tests;

pub use error::ProbeError;
pub use event::{EVENTS, Event, EventWord};
pub use pawns::{NAMED, NamedStructure};
pub use ply_history::{Mark, Memory, PlyHistory, Seen};
pub(crate) use search::is_unplayable_after;
pub use search::{Found, Lines, Search};
pub use states::ProbeStates;
pub use subject::{SUBJECTS, Subject, SubjectWord};

use std::sync::Arc;

use crate::lines::{GameLines, LinePosition};
use line::{LineState, MoveSequence, SequenceProgress};
use pgnkit::chess::Color;
use position::Exact;
use reach::HangsOn;
use set::PositionSet;
use test::{Depends, SideView, Test, Turn};

/// When the question must be answered with yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum When {
    /// Somewhere in the line.
    #[default]
    Ever,
    /// Where the line ends.
    AtEnd,
}

/// How the moves of [`Subject::Moves`] must come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// In the order in which they are written.
    #[default]
    AsWritten,
    /// Each side's moves in any order, as the first moves of the game.
    Free,
    /// However the game comes to the position that they lead to from the usual array.
    AnyWay,
}

/// The sides of the board from which a question is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Sides {
    /// Also with the colors exchanged: White's pieces are Black's, the board turned upside down.
    pub either_color: bool,
    /// Also with the wings exchanged: the a file is the h file.
    pub either_wing: bool,
}

/// How a question is put.
///
/// ```
/// use pgn_query::probe::{Options, When};
///
/// let mut options = Options::default();
/// options.when = When::AtEnd;
/// assert_eq!(options.lasts_plies, 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Options {
    /// Where in the line.
    pub when: When,
    /// As it is written, or from other sides too.
    pub sides: Sides,
    /// Only where this color is to move.
    pub turn: Option<Color>,
    /// Only in positions after at least this many plies; 0 is the start.
    pub ply_min: u32,
    /// Only in positions after at most this many plies.
    pub ply_max: u32,
    /// The number of plies for which it must stay true: for `n`, in `n + 1` consecutive positions.
    pub lasts_plies: u32,
    /// For moves alone.
    pub order: Order,
}

impl Default for Options {
    /// As it is written, anywhere, for a moment.
    fn default() -> Options {
        Options {
            when: When::Ever,
            sides: Sides::default(),
            turn: None,
            ply_min: 0,
            ply_max: u32::MAX,
            lasts_plies: 0,
            order: Order::AsWritten,
        }
    }
}

/// How far a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Answer {
    /// It may still be yes or no.
    Open,
    /// No, whatever is played from here.
    Never,
    /// Yes, first in the position after this many plies.
    At(u32),
}

impl Answer {
    /// True if no move can change it any more.
    ///
    /// ```
    /// use pgn_query::probe::Answer;
    ///
    /// assert!(Answer::Never.is_settled() && !Answer::Open.is_settled());
    /// ```
    #[must_use]
    #[inline]
    pub fn is_settled(self) -> bool {
        self != Answer::Open
    }

    /// The ply of a yes.
    ///
    /// ```
    /// use pgn_query::probe::Answer;
    ///
    /// assert_eq!((Answer::At(7).ply(), Answer::Never.ply()), (Some(7), None));
    /// ```
    #[must_use]
    pub fn ply(self) -> Option<u32> {
        match self {
            Answer::At(ply) => Some(ply),
            Answer::Open | Answer::Never => None,
        }
    }
}

/// A question, compiled.
#[derive(Clone, Debug)]
pub struct Probe {
    options: Options,
    what: ProbeKind,
    /// Conditions that can make the answer no before the end.
    hangs_on: HangsOn,
}

#[derive(Clone, Debug)]
enum ProbeKind {
    /// Asked of each position.
    Views(Vec<SideView>, Depends),
    /// Asked of the moves, from each side, with the color that must be to move after them.
    Lines(Vec<(MoveSequence, Option<Color>)>),
}

/// The most views of a question: as written, colors exchanged, wings exchanged, both.
const VIEWS_MAX: usize = 4;

/// "Does not hold at the moment" in [`ProbeState::since`].
const NOT_NOW: u32 = u32::MAX;

/// How far one line of a game has answered a probe.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct ProbeState {
    answer: Answer,
    /// A bit for each view that may still come true.
    alive: u8,
    /// A bit for each view that held in the last position.
    holds: u8,
    /// The number of further captures and promotions that cannot make the answer no.
    spare: u32,
    /// From which ply on each view has held without a break.
    since: [u32; VIEWS_MAX],
    /// How far each row of moves has come.
    lines: [LineState; VIEWS_MAX],
}

impl Probe {
    /// Reads a question.
    ///
    /// # Errors
    /// The first place that makes no sense, as a range of bytes of the text, and what was expected
    /// there.
    ///
    /// ```
    /// use pgn_query::probe::{Options, Probe, Subject};
    /// let probe = Probe::parse(Subject::Material, "KRPkr", &Options::default())?;
    /// let error = Probe::parse(Subject::Material, "KRXkr", &Options::default()).unwrap_err();
    /// assert_eq!(error.range, 2..5);
    /// # Ok::<(), pgn_query::probe::ProbeError>(())
    /// ```
    pub fn parse(subject: Subject, text: &str, options: &Options) -> Result<Probe, ProbeError> {
        if subject == Subject::Moves && options.order != Order::AnyWay {
            text::refuse_long(text)?;
            return Probe::of_line(text, options);
        }
        let test = Probe::test(subject, text)?;
        if matches!(test, Test::Key(_)) && options.sides != Sides::default() {
            let message =
                "expected a FEN where sides are exchanged, found a key, which has one side";
            return Err(ProbeError::new(0..text.len(), message));
        }
        Ok(Probe::of_test(test, options))
    }

    fn test(subject: Subject, text: &str) -> Result<Test, ProbeError> {
        text::refuse_long(text)?;
        match subject {
            Subject::Position => position::parse(text),
            Subject::Material => material::parse(text),
            Subject::Pattern => pattern::parse(text),
            Subject::Moves => line::parse_position(text),
            Subject::Pieces => pieces::parse(text),
            Subject::Pawns => pawns::parse(text),
            Subject::Event => event::parse(text),
        }
    }

    /// Parses one of several positions: each text is one for [`Subject::Position`]. A test costs
    /// the same for any number of them.
    ///
    /// # Errors
    /// The number of the text, from 0, and the first place in it that makes no sense; with no text
    /// at all, number 0.
    ///
    /// ```
    /// use pgn_query::probe::{Options, Probe, Subject};
    ///
    /// let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// assert!(Probe::any_position([start], &Options::default()).is_ok());
    /// assert_eq!(Probe::any_position([start, "x"], &Options::default()).unwrap_err().0, 1);
    /// ```
    pub fn any_position<'a>(
        texts: impl IntoIterator<Item = &'a str>,
        options: &Options,
    ) -> Result<Probe, (usize, ProbeError)> {
        let tests = texts.into_iter().enumerate().map(|(n, text)| {
            text::refuse_long(text).and_then(|()| position::parse(text)).map_err(|error| (n, error))
        });
        let tests = tests.collect::<Result<Vec<Test>, _>>()?;
        if tests.is_empty() {
            return Err((0, ProbeError::new(0..0, "expected a position, found the end")));
        }
        Ok(Probe::of_test(Test::Set(Box::new(PositionSet::of(tests))), options))
    }

    /// The line has a position of these lines.
    pub(crate) fn in_lines(games: &GameLines, options: &Options) -> Probe {
        let exact = |found: &LinePosition| Test::Exact(Box::new(Exact::of(&found.position)));
        let tests = games.positions().iter().map(exact).collect();
        Probe::of_test(Test::Set(Box::new(PositionSet::of(tests))), options)
    }

    /// The line leaves these lines: in a position from which they go on, a move leads to a position
    /// that they do not have.
    pub(crate) fn leaving(games: Arc<GameLines>, options: &Options) -> Probe {
        Probe::of_test(Test::Leaves(games), options)
    }

    /// Reads several questions that must all be answered with yes by one position.
    ///
    /// # Errors
    /// The number of the question, from 0, and the first place in its text that makes no sense.
    /// Moves are of no position, unless their order is [`Order::AnyWay`].
    ///
    /// ```
    /// use pgn_query::probe::{Options, Probe, Subject};
    ///
    /// let both = [(Subject::Material, "KRPkr"), (Subject::Event, "check")];
    /// assert!(Probe::together(&both, &Options::default()).is_ok());
    /// ```
    pub fn together(
        questions: &[(Subject, &str)],
        options: &Options,
    ) -> Result<Probe, (usize, ProbeError)> {
        let tests = questions.iter().enumerate().map(|(n, (subject, text))| {
            let test = match subject {
                Subject::Moves if options.order != Order::AnyWay => {
                    let message = "expected a question about one position, found moves";
                    Err(ProbeError::new(0..text.len(), message))
                }
                subject => Probe::test(*subject, text),
            };
            test.map_err(|error| (n, error))
        });
        Ok(Probe::of_test(Test::All(tests.collect::<Result<_, _>>()?), options))
    }

    /// The Polyglot keys of which a line must have one for a positive answer, if the query only
    /// tests whole positions; a line that has one may still be rejected.
    ///
    /// ```
    /// use pgn_query::probe::{Options, Probe, Subject};
    ///
    /// let probe = Probe::parse(Subject::Material, "KRPkr", &Options::default())?;
    /// assert_eq!(probe.keys(), None);
    /// # Ok::<(), pgn_query::probe::ProbeError>(())
    /// ```
    #[must_use]
    pub fn keys(&self) -> Option<Vec<u64>> {
        let ProbeKind::Views(views, _) = &self.what else { return None };
        let mut all = Vec::new();
        for view in views {
            match &view.test {
                Test::Exact(exact) => all.extend(exact.keys()?),
                Test::Key(key) => all.push(*key),
                Test::Set(set) => {
                    all.extend(set.keys());
                    for exact in set.exacts() {
                        all.extend(exact.keys()?);
                    }
                }
                _ => return None,
            }
        }
        Some(all)
    }

    fn of_test(test: Test, options: &Options) -> Probe {
        let depends = test.depends();
        let views = test::views(test, options.sides, options.turn);
        // One side that is never lost keeps all of it open.
        let each = || views.iter().map(|view| view.reach.hangs_on());
        let hangs_on = if each().any(|one| one == HangsOn::Nothing) {
            HangsOn::Nothing
        } else if each().all(|one| one == HangsOn::PieceSet) {
            HangsOn::PieceSet
        } else {
            HangsOn::Squares
        };
        Probe { options: *options, what: ProbeKind::Views(views, depends), hangs_on }
    }

    fn of_line(text: &str, options: &Options) -> Result<Probe, ProbeError> {
        if options.lasts_plies > 0 {
            let message = "expected a condition that can last, found moves";
            return Err(ProbeError::new(0..text.len(), message));
        }
        let mut lines = vec![(line::parse(text, options.order)?, options.turn)];
        if options.sides.either_color {
            lines.push((lines[0].0.turned(Turn::Colors), options.turn.map(Color::other)));
        }
        if options.sides.either_wing {
            let turned = |(line, turn): &(MoveSequence, _)| (line.turned(Turn::Wings), *turn);
            lines.extend(lines.iter().map(turned).collect::<Vec<_>>());
        }
        let hangs_on = HangsOn::Nothing;
        Ok(Probe { options: *options, what: ProbeKind::Lines(lines), hangs_on })
    }

    /// True if it looks back to earlier positions of the line, so that the [`PlyHistory`] must keep
    /// their keys.
    #[must_use]
    #[doc(hidden)]
    pub fn looks_back(&self) -> bool {
        match &self.what {
            ProbeKind::Views(views, _) => views.iter().any(|view| view.test.looks_back()),
            ProbeKind::Lines(_) => false,
        }
    }

    /// True if only the end of a line matters.
    fn waits_for_end(&self) -> bool {
        self.options.when == When::AtEnd
            && self.options.lasts_plies == 0
            && self.options.ply_max == u32::MAX
            && self.hangs_on == HangsOn::Nothing
            && matches!(self.what, ProbeKind::Views(..))
    }

    /// The state of a line of which nothing was seen yet, not even its start.
    #[must_use]
    #[doc(hidden)]
    pub fn start(&self) -> ProbeState {
        let mut lines = [LineState::default(); VIEWS_MAX];
        let n_views = match &self.what {
            ProbeKind::Views(views, _) => views.len(),
            ProbeKind::Lines(rows) => {
                lines.iter_mut().zip(rows).for_each(|(state, (line, _))| *state = line.start());
                rows.len()
            }
        };
        let since = [NOT_NOW; VIEWS_MAX];
        ProbeState {
            answer: Answer::Open,
            alive: (1 << n_views) - 1,
            holds: 0,
            spare: 0,
            since,
            lines,
        }
    }

    /// Tests the next position of the line. Allocates nothing; a settled state does not change.
    #[inline]
    #[doc(hidden)]
    pub fn see(&self, state: &mut ProbeState, seen: &Seen<'_>) -> Answer {
        if state.answer.is_settled() {
            return state.answer;
        }
        if seen.ply() > self.options.ply_max {
            state.answer = Answer::Never;
            return state.answer;
        }
        match &self.what {
            ProbeKind::Views(views, depends) => {
                let is_due = match self.hangs_on {
                    HangsOn::Nothing => false,
                    HangsOn::PieceSet => seen.men_changed() && state.spend(),
                    HangsOn::Squares => seen.men_changed() || seen.pawns_changed(),
                };
                if is_due {
                    state.give_up(views, seen);
                }
                // With `at end`, a condition that has lasted until then was true before.
                if self.options.when == When::Ever || self.options.lasts_plies > 0 {
                    self.look(state, views, *depends, seen);
                }
                if self.options.when == When::Ever {
                    self.settle(state, seen);
                }
            }
            ProbeKind::Lines(lines) => self.follow(state, lines, seen),
        }
        state.answer
    }

    /// The line is over, and `last` is its last position, which was seen. Never leaves it open.
    #[doc(hidden)]
    pub fn finish(&self, state: &mut ProbeState, last: &Seen<'_>) -> Answer {
        if state.answer == Answer::Open
            && self.options.when == When::AtEnd
            && let ProbeKind::Views(views, depends) = &self.what
        {
            self.look(state, views, *depends, last);
            self.settle(state, last);
        }
        if state.answer == Answer::Open {
            state.answer = match (&self.what, self.options.when) {
                (ProbeKind::Lines(_), When::AtEnd) if state.holds != 0 => Answer::At(last.ply()),
                (ProbeKind::Views(..) | ProbeKind::Lines(_), When::AtEnd | When::Ever) => {
                    Answer::Never
                }
            };
        }
        state.answer
    }

    /// Asks the question of a position, and since when it has been so.
    #[inline]
    fn look(&self, state: &mut ProbeState, views: &[SideView], depends: Depends, seen: &Seen<'_>) {
        let ply = seen.ply();
        if state.answer.is_settled() || ply < self.options.ply_min {
            return;
        }
        let is_stale = match depends {
            Depends::PieceSet => seen.men_changed(),
            Depends::Pawns => seen.pawns_changed(),
            Depends::All => true,
        };
        if is_stale || ply == self.options.ply_min {
            state.holds = 0;
            for (n, view) in views.iter().enumerate() {
                if state.alive >> n & 1 != 0 && view.test.holds(seen) {
                    state.holds |= 1 << n;
                }
            }
        }
        if state.holds == 0 && self.options.lasts_plies == 0 {
            return;
        }
        for (n, (since, view)) in state.since.iter_mut().zip(views).enumerate() {
            if state.holds >> n & 1 == 0 {
                *since = NOT_NOW;
            } else if *since == NOT_NOW
                && view.turn.is_none_or(|turn| turn == seen.position().turn())
            {
                *since = ply;
            }
        }
    }

    /// Says yes if a view has held for long enough.
    #[inline]
    fn settle(&self, state: &mut ProbeState, seen: &Seen<'_>) {
        if state.holds == 0 || state.answer.is_settled() {
            return;
        }
        for since in &state.since {
            let lasts = seen.ply().checked_sub(*since);
            if lasts.is_some_and(|plies| plies >= self.options.lasts_plies) {
                state.answer = Answer::At(*since);
                return;
            }
        }
    }

    /// Follows the moves. With `at end`, one more move may undo a match, unless it ends in a gap.
    #[inline]
    fn follow(
        &self,
        state: &mut ProbeState,
        lines: &[(MoveSequence, Option<Color>)],
        seen: &Seen<'_>,
    ) {
        state.holds = 0;
        for (n, ((line, turn), line_state)) in lines.iter().zip(&mut state.lines).enumerate() {
            if state.alive >> n & 1 == 0 {
                continue;
            }
            match line.play(line_state, seen) {
                SequenceProgress::Open => {}
                SequenceProgress::Found
                    if turn.is_some_and(|turn| turn != seen.position().turn()) => {}
                SequenceProgress::Found => state.holds |= 1 << n,
                SequenceProgress::Never => state.alive &= !(1 << n),
            }
        }
        if state.alive == 0 {
            state.answer = Answer::Never;
        } else if seen.ply() < self.options.ply_min {
            state.holds = 0;
        } else if state.holds != 0 && self.options.when == When::Ever {
            state.answer = Answer::At(seen.ply());
        }
    }
}

impl ProbeState {
    /// One change of the number of pieces more; true if it is time to look.
    #[inline]
    fn spend(&mut self) -> bool {
        match self.spare.checked_sub(1) {
            Some(rest) => {
                self.spare = rest;
                false
            }
            None => true,
        }
    }

    /// Puts out the views that no move can make true any more.
    fn give_up(&mut self, views: &[SideView], seen: &Seen<'_>) {
        self.spare = u32::MAX;
        for (n, view) in views.iter().enumerate() {
            if self.alive >> n & 1 != 0 {
                match view.reach.spare(seen.position()) {
                    Some(spare) => self.spare = self.spare.min(spare),
                    None => self.alive &= !(1 << n),
                }
            }
        }
        if self.alive == 0 {
            self.answer = Answer::Never;
        }
    }
}
