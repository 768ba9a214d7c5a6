//! A move list, from its header to its last line, and the resulting game (§8.1.1, §9, §13, D-57).

use super::fault;
use super::head::{GameKindLine, Moment, bare_name, fen, rating, termination};
use super::line::{ListEnd, LogMove, MoveRow, MoveTime, Players};
use super::{Options, Times};
use crate::found::Found;
use crate::via_pgn::{Draft, tag_pair};
use pgnkit::game::Game;
use pgnkit::syntax::{Fault, Location};
use pgnkit::tag::Outcome;
use std::fmt::Write as _;

/// More rows than any game has: the longest that the rules allow ends before move 6,000.
pub(super) const ROWS_MAX: usize = 8_000;

/// The data of a player, as values of tags.
#[derive(Debug, Default)]
struct Person {
    name: String,
    elo: Option<String>,
    title: Option<String>,
    is_program: bool,
}

impl Person {
    fn of_name(text: &str) -> Person {
        let (name, title, is_program) = bare_name(text);
        let title = title.map(str::to_string);
        Person { name: name.to_string(), elo: None, title, is_program }
    }

    fn kind(&self) -> Option<&'static str> {
        self.is_program.then_some("program")
    }
}

#[derive(Debug, Default)]
pub(super) struct MoveList {
    /// Line of the log with which it began.
    pub(super) line: u64,
    white: Person,
    black: Person,
    moment: Moment,
    kind: Option<GameKindLine>,
    fen: Option<String>,
    draft: Draft,
    pub(super) n_rows: usize,
    pub(super) found: Vec<Found>,
}

impl MoveList {
    /// A record whose players are known.
    pub(super) fn of_players(players: &Players<'_>, line: u64) -> MoveList {
        let mut record = MoveList::of_columns(players.white.name, players.black.name, line);
        for (text, person) in
            [(players.white.rating, &mut record.white), (players.black.rating, &mut record.black)]
        {
            person.elo = text.and_then(rating);
            if let Some(odd) = text.filter(|_| person.elo.is_none()) {
                let at = Location { line, column: 1 };
                record.found.push(Found::new(&fault::ODD_LOG_HEAD, at, odd));
            }
        }
        if let Some(text) = players.date.filter(|date| !date.is_empty()) {
            match Moment::parse(text) {
                Some(moment) => record.moment = moment,
                None => record.head_fault(line, text),
            }
        }
        record
    }

    /// A record of which only the heads of the columns name the players.
    pub(super) fn of_columns(white: &str, black: &str, line: u64) -> MoveList {
        let (white, black) = (Person::of_name(white), Person::of_name(black));
        MoveList { line, white, black, ..MoveList::default() }
    }

    fn head_fault(&mut self, line: u64, text: &str) {
        self.find(&fault::ODD_LOG_HEAD, Location { line, column: 1 }, text);
    }

    pub(super) fn find(&mut self, fault: &'static Fault, at: Location, text: &str) {
        self.found.push(Found::new(fault, at, text));
    }

    pub(super) fn set_kind(&mut self, text: &str, line: u64) {
        let kind = GameKindLine::parse(text);
        if kind.is_odd {
            self.head_fault(line, text);
        }
        self.kind = Some(kind);
    }

    pub(super) fn has_kind(&self) -> bool {
        self.kind.is_some()
    }

    /// The position that is before the moves, unless it is the usual one.
    pub(super) fn set_board(&mut self, board: &str) {
        const USUAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        self.fen = fen(board).filter(|fen| fen != USUAL);
    }

    /// Adds the moves of a row. `column` returns the column of a part of the line.
    pub(super) fn add(
        &mut self,
        row: &MoveRow<'_>,
        line: u64,
        column: impl Fn(&str) -> u64,
        options: &Options,
    ) {
        self.n_rows += 1;
        let mut number_is_written = false;
        for (ply, periods) in [(row.white, "."), (row.black, "...")] {
            let Some(ply) = ply else { continue };
            if !number_is_written {
                self.draft.place(Location { line, column: column(row.number) });
                // Writing to a String cannot fail.
                let _ = write!(self.draft.movetext, "{}{periods} ", row.number);
                number_is_written = true;
            }
            self.draft.place(Location { line, column: column(ply.text) });
            self.add_ply(ply, options);
        }
    }

    /// Older servers put a slash after the piece: `P/e2-e4`.
    fn add_ply(&mut self, ply: LogMove<'_>, options: &Options) {
        match ply.text.split_once('/') {
            Some((piece, rest)) if piece.len() == 1 => {
                self.draft.movetext.push_str(piece);
                self.draft.movetext.push_str(rest);
            }
            _ => self.draft.movetext.push_str(ply.text),
        }
        if let (Some(MoveTime { seconds, milliseconds }), Times::Keep) = (ply.time, options.times) {
            let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
            let _ =
                write!(self.draft.movetext, " {{[%emt {hours}:{minutes:02}:{:02}", seconds % 60);
            if milliseconds > 0 {
                let _ = write!(self.draft.movetext, ".{milliseconds:03}");
            }
            self.draft.movetext.push_str("]}");
        }
        self.draft.movetext.push(' ');
    }

    /// The game, and its findings, in the order of the log.
    pub(super) fn game(mut self, end: &ListEnd<'_>, options: &Options) -> (Game, Vec<Found>) {
        let termination = termination(end.reason);
        let outcome = end.outcome.unwrap_or(Outcome::Unknown).to_string();
        let tags = self.tags(&outcome, termination, options);
        if !end.reason.is_empty() {
            let _ = write!(self.draft.movetext, "{{{}}} ", end.reason.replace(['{', '}'], ""));
        }
        self.draft.movetext.push_str(&outcome);
        let (game, found) = self.draft.read(&tags, Location { line: self.line, column: 1 });
        self.found.extend(found);
        self.found.sort_by_key(|found| found.location);
        (game, self.found)
    }

    fn tags(&self, outcome: &str, termination: Option<&str>, options: &Options) -> String {
        let kind = self.kind.as_ref();
        // A wild array is ordinary chess once its position is known.
        let variant = kind.and_then(GameKindLine::variant);
        let variant = variant.filter(|name| self.fen.is_none() || !name.starts_with("wild"));
        let (date, time) = (self.moment.date(), self.moment.time());
        let tags = [
            ("Event", Some(kind.map_or("?", |kind| &kind.event))),
            ("Site", Some(options.site.as_str())),
            ("Date", Some(&*date)),
            ("Round", Some("-")),
            ("White", Some(self.white.name.as_str())),
            ("Black", Some(self.black.name.as_str())),
            ("Result", Some(outcome)),
            ("BlackElo", self.black.elo.as_deref()),
            ("BlackTitle", self.black.title.as_deref()),
            ("BlackType", self.black.kind()),
            ("FEN", self.fen.as_deref()),
            ("Mode", Some("ICS")),
            ("SetUp", self.fen.as_ref().map(|_| "1")),
            ("Termination", termination),
            ("Time", time.as_deref()),
            ("TimeControl", kind.and_then(|kind| kind.time_control.as_deref())),
            ("Variant", variant),
            ("WhiteElo", self.white.elo.as_deref()),
            ("WhiteTitle", self.white.title.as_deref()),
            ("WhiteType", self.white.kind()),
        ];
        tags.into_iter().filter_map(|(name, value)| Some(tag_pair(name, value?))).collect()
    }
}
