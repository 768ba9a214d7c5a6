//! Adds lines to a table: plays moves, divides names, collects errors.
//!
//! Standard: §8.2, §9.4. Decisions: D-33.

use super::{TableError, TableErrorKind};
use crate::game::Start;
use crate::opening::Table;
use crate::opening::name::Cuts;
use crate::opening::table::has_openings;
use crate::read::{GameListener, Played, Referee, UnplayedTail};
use crate::tag::Eco;
use pgn_chess::{Move, Position};
use pgn_syntax::{GameEnd, GameStart, Location, RawSymbol, Region, Skip, Span};
use std::collections::HashMap;

/// The lines of a table.
#[derive(Default)]
pub(super) struct TableLines {
    table: Table,
    faults: Vec<TableError>,
    /// The existing name of these moves, and the line where it is.
    by_moves: HashMap<Vec<Move>, (String, u64)>,
}

/// A line: its content and its place.
pub(super) struct TableLine<'a> {
    pub(super) place: Location,
    pub(super) code: Eco,
    pub(super) name: &'a str,
    /// Where the name is divided, if its parts were separate.
    pub(super) cuts: Option<Cuts>,
    /// Whether it may have no moves at all.
    pub(super) may_be_empty: bool,
}

impl TableLines {
    /// Records an error, unless there are too many.
    pub(super) fn fault(&mut self, location: Location, kind: TableErrorKind) {
        if self.faults.len() < Table::FAULTS_MAX {
            self.faults.push(TableError { location, kind });
        }
    }

    /// The code that is here; letters and digits after it are left out.
    pub(super) fn code(&mut self, text: &str, place: Location) -> Option<Eco> {
        let behind = text.get(3..).filter(|rest| !rest.starts_with('/')).unwrap_or_default();
        let is_known = behind.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let code = &text[..text.len() - behind.len()];
        let code = Eco::parse(code).ok().flatten().filter(|_| is_known);
        if code.is_none() {
            self.fault(place, TableErrorKind::Code(text.to_owned()));
        }
        code
    }

    /// Adds a line whose moves, and other parts of the game, are in `text`, which begins at `from`.
    pub(super) fn add(&mut self, line: &TableLine<'_>, text: &[u8], from: Location) {
        let track = track(text);
        if let Some((span, found)) = track.fault {
            let place = from.after(&text[..(span.start as usize).min(text.len())]);
            return self.fault(place, TableErrorKind::Move(found));
        }
        if track.is_elsewhere {
            return self.fault(line.place, TableErrorKind::OtherStart);
        }
        if track.moves.is_empty() && !line.may_be_empty {
            return self.fault(line.place, TableErrorKind::NoMoves);
        }
        let cuts = line.cuts.unwrap_or_else(|| Cuts::of(line.name));
        let n_plies = track.moves.len() as u32;
        self.table.push(track.position.polyglot_key(), n_plies, line.code, line.name, cuts);
        let named = (format!("{} {}", line.code, line.name), line.place.line);
        if let Some((name, there)) = self.by_moves.insert(track.moves, named.clone())
            && name != named.0
        {
            let kind = TableErrorKind::Twice { name, line: there };
            self.table.note_repeated(TableError { location: line.place, kind });
        }
    }

    /// The table, if there are no errors.
    pub(super) fn finish(self) -> Result<Table, Vec<TableError>> {
        if self.faults.is_empty() { Ok(self.table) } else { Err(self.faults) }
    }
}

/// Follows a line to its end.
#[derive(Default)]
struct Track {
    moves: Vec<Move>,
    position: Position,
    is_elsewhere: bool,
    depth: u32,
    fault: Option<(Span, String)>,
    /// The next piece of unplayed text is the move that cannot be played.
    wants_text: bool,
}

fn track(text: &[u8]) -> Track {
    let mut referee = Referee::new(Track::default(), ());
    let region = Region {
        text,
        start: GameStart(0),
        location: Location::START,
        n_games_before: 0,
        end: Some(GameEnd::Marker),
    };
    let _ = region.visit_dyn(&mut referee);
    referee.listener
}

impl GameListener for Track {
    fn begin_movetext(&mut self, start: &Start) -> Skip {
        self.is_elsewhere = !start.position.as_ref().is_some_and(has_openings);
        self.position = start.position.unwrap_or_default();
        Skip::Enter
    }

    fn played(&mut self, played: Played<'_>) {
        if self.depth == 0 {
            self.moves.push(played.mv);
            self.position = *played.after;
        }
    }

    fn unchecked(&mut self, _: RawSymbol<'_>) {
        self.is_elsewhere = true;
    }

    fn unreadable(&mut self, text: &[u8], span: Span) {
        if self.depth == 0 && self.fault.is_none() {
            self.fault = Some((span, String::from_utf8_lossy(text).into_owned()));
        }
    }

    fn begin_variation(&mut self, _: Span) {
        self.depth += 1;
    }

    fn end_variation(&mut self, _: Span) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn begin_unplayed(&mut self, tail: UnplayedTail, span: Span) {
        if self.depth == 0 && tail == UnplayedTail::Unplayable && self.fault.is_none() {
            self.fault = Some((span, String::new()));
            self.wants_text = true;
        }
    }

    fn unplayed(&mut self, text: &[u8], span: Span) {
        let is_number = text.first().is_some_and(u8::is_ascii_digit) && text.ends_with(b".");
        if self.wants_text && !is_number {
            self.fault = Some((span, String::from_utf8_lossy(text).into_owned()));
            self.wants_text = false;
        }
    }
}
