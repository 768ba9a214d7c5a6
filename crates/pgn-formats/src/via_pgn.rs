//! A record of another kind, written as PGN and read by the one reader that there is, so that its
//! moves mean what they mean there; places lead from the findings back to the record (§8).

use super::Found;
use pgnkit::charset::{Choice, Encoding};
use pgnkit::game::Game;
use pgnkit::internal::escape_value;
use pgnkit::read::{Builder, Referee};
use pgnkit::syntax::split::InPlace;
use pgnkit::syntax::{Diagnostic, GameStart, Location};

/// The movetext of a game in the making, with the place of each part in its record.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) movetext: String,
    /// Offset in the movetext → place, in order.
    places: Vec<(u32, Location)>,
}

impl Draft {
    /// The next appended text comes from `location`.
    pub(super) fn place(&mut self, location: Location) {
        let offset = u32::try_from(self.movetext.len()).unwrap_or(u32::MAX);
        self.places.push((offset, location));
    }

    /// The game, with tag pairs before the movetext, and the faults of its tags and moves; those
    /// of the tags are at `head`.
    pub(super) fn read(&self, tags: &str, head: Location) -> (Game, Vec<Found>) {
        let text = format!("{tags}\n{}\n", self.movetext);
        let n_bytes_before = tags.len() + 1;
        let mut referee = referee();
        if let Some(region) = InPlace::new(text.as_bytes(), GameStart(0)).next() {
            let _ = region.visit_dyn(&mut referee);
        }
        let game = referee.listener.take().unwrap_or_default();
        let mut found = Vec::new();
        for note in &referee.notes {
            let Some(fault) = pgnkit::fault::by_code(note.code) else { continue };
            let (start, end) = (note.span.start as usize, note.span.end as usize);
            let at = start.checked_sub(n_bytes_before).map_or(head, |offset| {
                let n = self.places.partition_point(|&(place, _)| place as usize <= offset);
                n.checked_sub(1).map_or(head, |idx| self.places[idx].1)
            });
            found.push(Found::new(fault, at, text.get(start..end).unwrap_or_default()));
        }
        (game, found)
    }
}

fn referee() -> Referee<Builder, Vec<Diagnostic>> {
    Referee::new(Builder::new(Choice::Fixed(Encoding::Utf8)), Vec::new()).verify_marks()
}

/// The games of a text in PGN, with their faults, all of which are at `at`.
#[cfg(feature = "json")]
pub(super) fn read_all(text: &str, at: Location) -> Vec<(Game, Vec<Found>)> {
    let mut games = Vec::new();
    for region in InPlace::new(text.as_bytes(), GameStart(0)) {
        let mut referee = referee();
        let _ = region.visit_dyn(&mut referee);
        let Some(game) = referee.listener.take().filter(|_| region.is_game()) else { continue };
        let quoted = |note: &Diagnostic| {
            let bytes = region.text.get(note.span.start as usize..note.span.end as usize);
            String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned()
        };
        let found = referee.notes.iter().filter_map(|note| {
            let fault = pgnkit::fault::by_code(note.code)?;
            Some(Found::new(fault, at, &quoted(note)))
        });
        games.push((game, found.collect()));
    }
    games
}

/// The line of a tag pair.
pub(super) fn tag_pair(name: &str, value: &str) -> String {
    let value = value.replace(char::is_control, " ");
    format!("[{name} \"{}\"]\n", escape_value(&value))
}

/// The column, from 1, of a part of a line, computed from the addresses of both.
pub(super) fn column(line: &str, part: &str) -> u64 {
    let offset = (part.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
    line.get(..offset).map_or(1, |before| before.chars().count() as u64 + 1)
}
