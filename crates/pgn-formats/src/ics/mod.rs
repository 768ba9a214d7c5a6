//! Games from the move lists in logs and mails of chess servers (§13, D-57).
//!
//! ```text
//! Movelist for game 12:
//!
//! GuestABCD (UNR) vs. Muster (1834) --- Tue Nov 23, 16:42 PST 1993
//! Unrated blitz match, initial time: 5 minutes, increment: 2 seconds.
//!
//! Move  GuestABCD          Muster
//! ----  ----------------   ----------------
//!   1.  f3      (0:00)     e5      (0:00)
//!   2.  g4      (0:03)     Qh4#    (0:02)
//!       {GuestABCD checkmated} 0-1
//! ```
//!
//! The first line may be missing, and so may the second line of the header, the times and the
//! column headings. Ratings may be without parentheses, moves may be long (`P/e2-e4`), and every
//! line may begin with the quote marks of mail or a prompt. Text between two lists belongs to
//! neither.
//!
//! Start at [`Log`].

pub mod fault;
mod head;
mod line;
mod record;
#[cfg(test)]
mod tests;

use super::Imported;
use super::lines::Lines;
use super::via_pgn::column;
use line::{ListEnd, LogLine, bare};
use pgnkit::syntax::Location;
use record::{MoveList, ROWS_MAX};
use std::io::{self, Read};

/// The number of consecutive foreign lines that end a list; the rest is conversation.
const STRANGERS_MAX: usize = 8;

/// Whether to keep the times of the moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Times {
    /// Leave them out.
    #[default]
    Drop,
    /// Add each after its move, as the command `[%emt 0:00:03]` in a comment.
    Keep,
}

/// How to convert move lists to games.
///
/// ```
/// use pgn_formats::ics::{Options, Times};
///
/// assert_eq!(Options::default().with_times(Times::Keep).site, "Internet NET");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The value of the tag Site, which logs do not contain.
    pub site: String,
    /// The times of the moves.
    pub times: Times,
}

impl Default for Options {
    fn default() -> Options {
        Options { site: "Internet NET".to_string(), times: Times::default() }
    }
}

impl Options {
    /// The same with another value of the tag Site.
    ///
    /// ```
    /// use pgn_formats::ics::Options;
    ///
    /// assert_eq!(Options::default().with_site("Club").site, "Club");
    /// ```
    #[must_use]
    pub fn with_site(self, site: impl Into<String>) -> Options {
        Options { site: site.into(), ..self }
    }

    /// The same with or without times.
    ///
    /// ```
    /// use pgn_formats::ics::{Log, Options, Times};
    ///
    /// let log = "fics% moves\n\nAnna (1500) vs. Ben (UNR) --- Sat May  1, 10:00 GMT 1999\n\
    ///            1. e4 (0:00) e5 (0:02)\n{Ben resigns} 1-0\n";
    /// let options = Options::default().with_site("Club").with_times(Times::Keep);
    /// let game = Log::with(log.as_bytes(), options, |_, _| ()).next().unwrap()?.game;
    /// assert_eq!(game.tag("Site"), Some("Club"));
    /// assert!(game.to_string().contains("[%emt 0:00:02]"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_times(self, times: Times) -> Options {
        Options { times, ..self }
    }
}

/// The games of a log, one after the other. Reading never fails on bad data.
///
/// Calls `F` for each line that belongs to no list, with its number, except for blank lines.
/// Memory: one list, at most 8,000 rows of it, and one line.
///
/// ```
/// let log = "fics% moves\n\nAnna (1500) vs. Ben (UNR) --- Sat May  1, 10:00 GMT 1999\n\
///            1. e4 (0:00) e5 (0:02)\n{Ben resigns} 1-0\n";
/// let game = pgn_formats::ics::Log::new(log.as_bytes()).next().unwrap()?.game;
/// assert_eq!((game.tag("Termination"), game.n_plies()), (Some("normal"), 2));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Log<R, F = fn(u64, &str)> {
    lines: Lines<R>,
    options: Options,
    unread: F,
    state: LogState,
    /// Lines that may belong to a list, and will if it continues: number and text.
    pending: Vec<(u64, String)>,
}

#[derive(Debug, Default)]
enum LogState {
    #[default]
    Outside,
    /// A header, which may turn out to be chat.
    Head(Box<MoveList>),
    Table(Box<MoveList>),
}

impl<R: Read> Log<R> {
    /// The games of `source`, with default options; other lines are ignored.
    pub fn new(source: R) -> Log<R> {
        Log::with(source, Options::default(), |_, _| {})
    }
}

impl<R: Read, F: FnMut(u64, &str)> Log<R, F> {
    /// The same with options and a callback for other lines.
    pub fn with(source: R, options: Options, unread: F) -> Log<R, F> {
        let (lines, state, pending) = (Lines::new(source), LogState::Outside, Vec::new());
        Log { lines, options, unread, state, pending }
    }

    /// Keeps a line whose place is not known yet.
    fn pend(&mut self, inside: &str) {
        self.pending.push((self.lines.number, inside.to_string()));
    }

    /// Lines that belong to nothing after all.
    fn dismiss(&mut self) {
        for (line, text) in self.pending.drain(..) {
            (self.unread)(line, &text);
        }
    }

    /// Reports the lines inside a list of moves that are not part of it.
    fn blame(&mut self, record: &mut MoveList) {
        for (line, text) in self.pending.drain(..) {
            record.find(&fault::UNKNOWN_LOG_LINE, Location { line, column: 1 }, &text);
        }
    }

    /// Takes a line; returns a game if one ends with it or before it.
    fn take(&mut self, text: &str) -> Option<Imported> {
        let inside = bare(text);
        let line = LogLine::parse(inside);
        match std::mem::take(&mut self.state) {
            LogState::Outside => {
                self.take_outside(&line, inside);
                None
            }
            LogState::Head(record) => {
                self.take_in_head(record, &line, text, inside);
                None
            }
            LogState::Table(record) => self.take_in_table(record, &line, text, inside),
        }
    }

    fn take_outside(&mut self, line: &LogLine<'_>, inside: &str) {
        match line {
            LogLine::Blank => {}
            LogLine::Title => {
                self.dismiss();
                self.pend(inside);
            }
            LogLine::Players(players) => {
                // The title is part of the list, if this is one.
                self.pend(inside);
                let first = self.pending[0].0;
                let mut record = MoveList::of_players(players, self.lines.number);
                record.line = first;
                self.state = LogState::Head(Box::new(record));
            }
            LogLine::Columns(Some((white, black))) => {
                self.pend(inside);
                let record = MoveList::of_columns(white, black, self.lines.number);
                self.state = LogState::Head(Box::new(record));
            }
            LogLine::Columns(None)
            | LogLine::Kind(_)
            | LogLine::Rule
            | LogLine::Row(_)
            | LogLine::End(_)
            | LogLine::Board(_)
            | LogLine::Other => {
                self.dismiss();
                (self.unread)(self.lines.number, inside);
            }
        }
    }

    fn take_in_head(
        &mut self,
        mut record: Box<MoveList>,
        line: &LogLine<'_>,
        text: &str,
        inside: &str,
    ) {
        match line {
            LogLine::Blank => {}
            LogLine::Kind(kind) if !record.has_kind() => {
                record.set_kind(kind, self.lines.number);
                self.pend(inside);
            }
            LogLine::Board(board) => {
                record.set_board(board);
                self.pend(inside);
            }
            LogLine::Columns(_) | LogLine::Rule => self.pend(inside),
            LogLine::Row(row) if row.number == "1" => {
                // It is a list, and the header belongs to it.
                self.pending.clear();
                record.add(row, self.lines.number, |part| column(text, part), &self.options);
                self.state = LogState::Table(record);
                return;
            }
            LogLine::Title | LogLine::Players(_) => {
                self.dismiss();
                self.take_outside(line, inside);
                return;
            }
            LogLine::Kind(_) | LogLine::Row(_) | LogLine::End(_) | LogLine::Other => {
                self.pend(inside);
                let n_strangers = self.pending.len();
                if n_strangers > STRANGERS_MAX || matches!(line, LogLine::End(_)) {
                    self.dismiss();
                    return;
                }
            }
        }
        self.state = LogState::Head(record);
    }

    fn take_in_table(
        &mut self,
        mut record: Box<MoveList>,
        line: &LogLine<'_>,
        text: &str,
        inside: &str,
    ) -> Option<Imported> {
        match line {
            LogLine::Blank => {}
            LogLine::Row(row) if record.n_rows < ROWS_MAX => {
                self.blame(&mut record);
                record.add(row, self.lines.number, |part| column(text, part), &self.options);
            }
            LogLine::End(end) => {
                self.blame(&mut record);
                return Some(self.close(*record, end, text));
            }
            LogLine::Title | LogLine::Players(_) => {
                let logged = self.cut(*record);
                self.take_outside(line, inside);
                return Some(logged);
            }
            LogLine::Row(_)
            | LogLine::Kind(_)
            | LogLine::Columns(_)
            | LogLine::Rule
            | LogLine::Board(_)
            | LogLine::Other => {
                self.pend(inside);
                if self.pending.len() > STRANGERS_MAX {
                    return Some(self.cut(*record));
                }
            }
        }
        self.state = LogState::Table(record);
        None
    }

    /// The game of a list that has its last line.
    fn close(&self, mut record: MoveList, end: &ListEnd<'_>, text: &str) -> Imported {
        let is_known = end.reason.is_empty() || head::termination(end.reason).is_some();
        if !is_known {
            let at = Location { line: self.lines.number, column: column(text, end.reason) };
            record.find(&fault::UNKNOWN_REASON, at, end.reason);
        }
        if end.outcome.is_none() {
            let at = Location { line: self.lines.number, column: 1 };
            record.find(&fault::UNCLOSED_MOVE_LIST, at, end.reason);
        }
        let line = record.line;
        let (game, found) = record.game(end, &self.options);
        Imported { game, line, found }
    }

    /// The game of a truncated list; lines that do not belong to it are returned.
    fn cut(&mut self, mut record: MoveList) -> Imported {
        let line = record.line;
        record.find(&fault::UNCLOSED_MOVE_LIST, Location { line, column: 1 }, "");
        self.dismiss();
        let (game, found) = record.game(&ListEnd { reason: "", outcome: None }, &self.options);
        Imported { game, line, found }
    }
}

impl<R: Read, F: FnMut(u64, &str)> Iterator for Log<R, F> {
    type Item = io::Result<Imported>;

    /// The next game. An error of the stream comes last, after the truncated game.
    fn next(&mut self) -> Option<io::Result<Imported>> {
        while let Some(text) = self.lines.read() {
            if let Some(logged) = self.take(&text) {
                return Some(Ok(logged));
            }
        }
        match std::mem::take(&mut self.state) {
            LogState::Table(record) => Some(Ok(self.cut(*record))),
            LogState::Outside | LogState::Head(_) => {
                self.dismiss();
                self.lines.take_error().map(Err)
            }
        }
    }
}
