//! Counts of findings while reading and losses while writing.

use std::fmt;

use pgn_db::extract::Counts;
use pgn_db::record::{UnreadLine, UnreadLines};
use pgn_formats::pgc;
use pgnkit::syntax::{Code, Fault};
use pgnkit::write::{Loss, loss};

/// The number of each fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally(Vec<(Code, u64)>);

impl Tally {
    /// Counts a fault `n` times.
    pub fn add(&mut self, code: Code, n: u64) {
        if n == 0 {
            return;
        }
        match self.0.iter_mut().find(|(known, _)| *known == code) {
            Some((_, count)) => *count += n,
            None => self.0.push((code, n)),
        }
    }

    /// Adds the counts of another tally.
    pub fn join(&mut self, other: &Tally) {
        other.0.iter().for_each(|&(code, n)| self.add(code, n));
    }

    /// Whether nothing was counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Tally {
    /// `12 nonstandard-move (C004), 3 wrong-move-number (M009)`, in order of code.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut counts = self.0.clone();
        counts.sort_unstable();
        for (i, (code, n)) in counts.into_iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            let name = fault_of(code).map_or("unknown", |fault| fault.name);
            write!(f, "{comma}{n} {name} ({code})")?;
        }
        Ok(())
    }
}

/// The fault of a code, of reading or of writing.
pub(super) fn fault_of(code: Code) -> Option<&'static Fault> {
    let mut of_writing = loss::FAULTS.iter().chain(pgc::fault::FAULTS);
    let of_writing = || of_writing.find(|fault| fault.code == code);
    pgn_formats::epd::fault::by_code(code).or_else(of_writing)
}

/// A line about one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The game is not in the output: kind and reason.
    Refused(String, String),
    /// The game is in the output, but unchanged: kind and reason.
    Failed(String, String),
    /// A finding with its place, if requested.
    Told(String),
    /// A record that cannot be read, with its place. The first ones of a source are always shown.
    Unread(String),
}

/// Games that were edited in place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edited {
    /// Those that were written.
    pub output_count: u64,
    /// Those among them that are not what they were.
    pub changed_count: u64,
}

/// The findings in some games of a source, and their losses.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Faults of the text that was read.
    pub found: Tally,
    /// Content that is missing from the output.
    pub lost: Tally,
    /// Content that is represented differently.
    pub changed: Tally,
    /// Notes about single games, in order.
    pub lines: Vec<Line>,
    /// Games that were not written.
    pub refused_count: u64,
    /// Games with bytes that are not in the encoding that was named.
    pub undecodable_count: u64,
    /// Games without a position, whose moves cannot be written in this format.
    pub unchecked_count: u64,
    /// Changes by moving games.
    pub extracted: Counts,
    /// Games that were not edited, because their positions could not be tested.
    pub unplayable_count: u64,
    /// Games that were edited in place.
    pub edited: Edited,
}

impl Findings {
    /// The lines of a source that should be records but cannot be read.
    pub(crate) fn of_unread(unread: &UnreadLines, source: &str) -> Findings {
        let mut findings = Findings::default();
        for &(code, n) in &unread.counts {
            findings.found.add(code, n);
        }
        findings.lines.extend(unread.first.iter().map(|UnreadLine { location, code }| {
            let (name, summary) =
                fault_of(*code).map_or(("", ""), |fault| (fault.name, fault.summary));
            Line::Unread(format!("{source}:{location}: {code} {name}: {summary}"))
        }));
        findings
    }

    /// Counts a loss.
    pub(crate) fn lose(&mut self, loss: &Loss) {
        let tally = if loss.loses_content() { &mut self.lost } else { &mut self.changed };
        tally.add(loss.fault.code, loss.n as u64);
    }

    /// Takes in the counts of what follows, without its lines.
    pub fn join(&mut self, next: &Findings) {
        self.found.join(&next.found);
        self.lost.join(&next.lost);
        self.changed.join(&next.changed);
        self.refused_count += next.refused_count;
        self.undecodable_count += next.undecodable_count;
        self.unchecked_count += next.unchecked_count;
        self.extracted.join(next.extracted);
        self.edited.output_count += next.edited.output_count;
        self.edited.changed_count += next.edited.changed_count;
        self.unplayable_count += next.unplayable_count;
    }
}
