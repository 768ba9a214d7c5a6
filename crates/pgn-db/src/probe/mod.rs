//! Questions that are put to the positions of a game, one after the other.
//!
//! ```text
//! text ─ parse ─ Probe                    what is asked, compiled once, shared by threads
//!                  └ start ─ Watch        how far one line of one game has answered it
//! moves ─ Trail ─ Seen ─ see ─ Answer     open · never · at this ply
//!                      └ finish ─ Answer  never · at this ply
//! ```
//!
//! A watch is a few words and no heap, so that whoever walks through variations copies it where a
//! line branches off and goes on from the copy.
//! An answer comes as soon as it is certain: men that were taken do not come back, pawns do not go
//! back, so that a game is mostly given up long before its end.
//!
//! Owns: what can be asked of positions and moves. Knows nothing of: tags, expressions, files.
//! Standard: none (§16.1 for positions, §8.2.3 for moves). Decisions: D-45, D-52, D-60.
//! Start at [`Probe::parse`]; [`Watches`] puts several to one game.

mod compare;
mod error;
mod material;
mod position;
mod reach;
mod test;
mod text;
mod trail;
mod watches;

#[cfg(test)]
mod tests;

pub use error::ProbeError;
pub use trail::{Mark, Memory, Seen, Trail};
pub use watches::Watches;

use pgnkit::chess::Color;
use test::{Depends, Test, View};

/// What a probe asks about, and so how its text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// One position: a FEN, whose fields behind the placement may be missing or `*`, or a Polyglot
    /// key of sixteen hexadecimal digits.
    Position,
    /// The men on the board: `KRPkr`, `R2P+ R=P*`, `men <= 7`.
    Material,
}

/// When the question must be answered with yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum When {
    /// Somewhere in the line.
    #[default]
    Ever,
    /// Where the line ends.
    AtEnd,
}

/// Which sides of the board a question is asked from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Sides {
    /// Also with the colours exchanged: White's men are Black's, the board turned upside down.
    pub either_color: bool,
    /// Also with the wings exchanged: the a file is the h file.
    pub either_wing: bool,
}

/// How a question is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// Where in the line.
    pub when: When,
    /// As it is written, or from other sides too.
    pub sides: Sides,
    /// Only where this colour is to move.
    pub turn: Option<Color>,
    /// Only in positions that so many plies or more led to; 0 is the start.
    pub ply_min: u32,
    /// Only in positions that so many plies or fewer led to.
    pub ply_max: u32,
    /// It must stay true for so many plies: for `n`, in `n + 1` positions one after the other.
    pub lasts_plies: u32,
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
        }
    }
}

/// How far a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// It may still be yes or no.
    Open,
    /// No, whatever is played from here.
    Never,
    /// Yes, first in the position that so many plies led to.
    At(u32),
}

impl Answer {
    /// True if no move can change it any more.
    #[must_use]
    #[inline]
    pub fn is_settled(self) -> bool {
        self != Answer::Open
    }

    /// The ply of a yes.
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
    views: Vec<View>,
    depends: Depends,
}

/// The most views of a question: as written, colours exchanged, wings exchanged, both.
const VIEWS_MAX: usize = 4;

/// "Does not hold at the moment" in [`Watch::since`].
const NOT_NOW: u32 = u32::MAX;

/// How far one line of a game has answered a probe.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    answer: Answer,
    /// A bit for each view that may still come true.
    alive: u8,
    /// A bit for each view that held in the last position.
    holds: u8,
    /// From which ply on each view has held without a break.
    since: [u32; VIEWS_MAX],
}

impl Probe {
    /// Reads a question.
    ///
    /// # Errors
    /// The first place that makes no sense, as a range of bytes of the text, and what was expected
    /// there.
    ///
    /// ```
    /// use pgn_db::probe::{Options, Probe, Subject};
    /// let probe = Probe::parse(Subject::Material, "KRPkr", &Options::default())?;
    /// let error = Probe::parse(Subject::Material, "KRXkr", &Options::default()).unwrap_err();
    /// assert_eq!(error.range, 2..5);
    /// # Ok::<(), pgn_db::probe::ProbeError>(())
    /// ```
    pub fn parse(subject: Subject, text: &str, options: &Options) -> Result<Probe, ProbeError> {
        text::refuse_long(text)?;
        let test = match subject {
            Subject::Position => position::parse(text)?,
            Subject::Material => material::parse(text)?,
        };
        Ok(Probe::of_test(test, options))
    }

    fn of_test(test: Test, options: &Options) -> Probe {
        let depends = test.depends();
        Probe { options: *options, views: test::views(test, options.sides, options.turn), depends }
    }

    /// True if it looks back to earlier positions of the line, so that the [`Trail`] must keep
    /// their keys.
    #[must_use]
    pub fn looks_back(&self) -> bool {
        self.views.iter().any(|view| view.test.looks_back())
    }

    /// The watch of a line of which nothing was seen yet, not even its start.
    #[must_use]
    pub fn start(&self) -> Watch {
        Watch {
            answer: Answer::Open,
            alive: (1 << self.views.len()) - 1,
            holds: 0,
            since: [NOT_NOW; VIEWS_MAX],
        }
    }

    /// Looks at the next position of the line. Allocates nothing; a settled watch stays as it is.
    #[inline]
    pub fn see(&self, watch: &mut Watch, seen: &Seen<'_>) -> Answer {
        if watch.answer.is_settled() {
            return watch.answer;
        }
        if self.reach_is_due(seen) {
            self.give_up(watch, seen);
        }
        match self.options.when {
            When::Ever => {
                self.look(watch, seen);
                self.settle(watch, seen);
            }
            // What has lasted until the end must have been seen before.
            When::AtEnd if self.options.lasts_plies > 0 => self.look(watch, seen),
            When::AtEnd => {}
        }
        watch.answer
    }

    /// The line is over, and `last` is its last position, which was seen. Never leaves it open.
    pub fn finish(&self, watch: &mut Watch, last: &Seen<'_>) -> Answer {
        if watch.answer == Answer::Open {
            if self.options.when == When::AtEnd {
                self.look(watch, last);
                self.settle(watch, last);
            }
            if watch.answer == Answer::Open {
                watch.answer = Answer::Never;
            }
        }
        watch.answer
    }

    /// Whether something happened that cannot be taken back.
    #[inline]
    fn reach_is_due(&self, seen: &Seen<'_>) -> bool {
        seen.men_changed() || seen.pawns_changed() || seen.ply() > self.options.ply_max
    }

    /// Puts out the views that no move can make true any more.
    fn give_up(&self, watch: &mut Watch, seen: &Seen<'_>) {
        for (n, view) in self.views.iter().enumerate() {
            if watch.alive >> n & 1 != 0 && view.reach.is_lost(seen.position()) {
                watch.alive &= !(1 << n);
            }
        }
        if watch.alive == 0 || seen.ply() > self.options.ply_max {
            watch.answer = Answer::Never;
        }
    }

    /// Asks the question of a position, and since when it has been so.
    #[inline]
    fn look(&self, watch: &mut Watch, seen: &Seen<'_>) {
        let ply = seen.ply();
        if watch.answer.is_settled() || ply < self.options.ply_min {
            return;
        }
        let is_stale = match self.depends {
            Depends::OnMen => seen.men_changed(),
            Depends::OnAll => true,
        };
        if is_stale || ply == self.options.ply_min {
            watch.holds = 0;
            for (n, view) in self.views.iter().enumerate() {
                if watch.alive >> n & 1 != 0 && view.test.holds(seen) {
                    watch.holds |= 1 << n;
                }
            }
        }
        if watch.holds == 0 && self.options.lasts_plies == 0 {
            return;
        }
        for (n, (since, view)) in watch.since.iter_mut().zip(&self.views).enumerate() {
            if watch.holds >> n & 1 == 0 {
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
    fn settle(&self, watch: &mut Watch, seen: &Seen<'_>) {
        if watch.holds == 0 || watch.answer.is_settled() {
            return;
        }
        for since in &watch.since {
            let lasts = seen.ply().checked_sub(*since);
            if lasts.is_some_and(|plies| plies >= self.options.lasts_plies) {
                watch.answer = Answer::At(*since);
                return;
            }
        }
    }
}
