//! Tag pairs, from the record of a game and what it refers to (§8.1, §9, D-16).

use std::fmt::Write as _;

use super::record::{CbhRecord, UNFINISHED};
use crate::databases::bytes::{i32_le_at, push_field, push_text, until_nul};
use crate::databases::finding::Fault;
use crate::databases::nation;
use pgnkit::Game;
use pgnkit::game::Tags;

/// The fields of a record's entities, empty if there are none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entries {
    pub(crate) players: [Vec<u8>; 2],
    pub(crate) tournament: Vec<u8>,
    pub(crate) annotator: Vec<u8>,
    pub(crate) source: Vec<u8>,
    pub(crate) teams: [Vec<u8>; 2],
    /// In 2CBH.
    pub(crate) title: Vec<u8>,
}

/// The seven tags of the roster, and all others. Returns the invalid values.
pub(super) fn push_all(record: &CbhRecord, entries: &Entries, game: &mut Game) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut writer = Writer::new(game.tags_mut_unchecked(), &mut faults);
    writer.roster(record, entries);
    writer.supplement(record, entries);
    faults
}

/// The data of an event besides its names.
pub(crate) struct Event {
    pub(crate) date: u32,
    pub(crate) kind: u8,
    pub(crate) n_rounds: u8,
    pub(crate) nation: u8,
    pub(crate) category: u8,
}

/// Writes the tags that ChessBase's formats have in common.
pub(crate) struct Writer<'a> {
    tags: &'a mut Tags,
    value: String,
    faults: &'a mut Vec<Fault>,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(tags: &'a mut Tags, faults: &'a mut Vec<Fault>) -> Writer<'a> {
        Writer { tags, value: String::new(), faults }
    }

    /// A tag with a text, if there is one.
    pub(crate) fn text(&mut self, name: &str, text: &str) {
        self.value.push_str(text);
        self.push(name);
    }

    /// The same, with a question mark for what is not known.
    pub(crate) fn text_roster(&mut self, name: &str, text: &str) {
        self.value.push_str(text);
        self.push_roster(name);
    }

    /// Adds a tag with the value made so far, if there is one.
    fn push(&mut self, name: &str) {
        if !self.value.is_empty() {
            self.tags.push(name, &self.value);
            self.value.clear();
        }
    }

    /// The same, with a question mark for what is not known.
    fn push_roster(&mut self, name: &str) {
        if self.value.is_empty() {
            self.value.push('?');
        }
        self.push(name);
    }

    fn field(&mut self, record: &[u8], start: usize, n: usize) {
        let field = record.get(start..start + n).unwrap_or_default();
        let start = self.value.len();
        push_field(field, &mut self.value);
        clean(&mut self.value, start);
    }

    pub(crate) fn number(&mut self, name: &str, value: u32) {
        if value > 0 {
            let _ = write!(self.value, "{value}");
            self.push(name);
        }
    }

    /// The value of a date; empty if all of it is unknown.
    fn date(&mut self, date: u32) {
        let (year, month, day) = (date >> 9, date >> 5 & 15, date & 31);
        if date == 0 {
            return;
        }
        if year > 9999 || month > 12 {
            self.faults.push(Fault::BadDate(date));
        }
        let mut part = |period: &str, number: u32, max: u32, width: usize| {
            let _ = match (1..=max).contains(&number) {
                true => write!(self.value, "{period}{number:0width$}"),
                false => write!(self.value, "{period}{:?<width$}", ""),
            };
        };
        part("", year, 9999, 4);
        part(".", month, 12, 2);
        part(".", day, 31, 2);
    }

    fn player(&mut self, name: &str, fields: &[u8]) {
        self.field(fields, 0, 30);
        let len = self.value.len();
        self.value.push_str(", ");
        self.field(fields, 30, 20);
        if self.value.len() == len + 2 {
            self.value.truncate(len);
        } else if len == 0 {
            self.value.drain(..2);
        }
        self.push_roster(name);
    }

    fn roster(&mut self, record: &CbhRecord, entries: &Entries) {
        self.field(&entries.tournament, 0, 40);
        self.push_roster("Event");
        self.field(&entries.tournament, 40, 30);
        self.push_roster("Site");
        self.played(record.date);
        self.round(record.round.into(), record.subround.into());
        self.player("White", &entries.players[0]);
        self.player("Black", &entries.players[1]);
        self.result(record.result);
    }

    pub(crate) fn played(&mut self, date: u32) {
        self.date(date);
        if self.value.is_empty() {
            self.value.push_str("????.??.??");
        }
        self.push("Date");
    }

    pub(crate) fn round(&mut self, round: u32, subround: u32) {
        match (round, subround) {
            (0, 0) => {}
            (round, 0) => drop(write!(self.value, "{round}")),
            (0, subround) => drop(write!(self.value, "?.{subround}")),
            (round, subround) => drop(write!(self.value, "{round}.{subround}")),
        }
        self.push_roster("Round");
    }

    pub(crate) fn result(&mut self, result: u8) {
        let outcome = match result {
            0 | 4 => "0-1",
            1 | 5 => "1/2-1/2",
            2 | 6 => "1-0",
            3 => "*",
            7 => "0-0",
            result => {
                self.faults.push(Fault::UnknownResult(result));
                "*"
            }
        };
        self.text("Result", outcome);
    }

    /// The code by its number, 0 for A00 to 499 for E99.
    pub(crate) fn eco(&mut self, code: Option<u16>) {
        if let Some(code) = code {
            let letter = char::from(b'A' + (code / 100) as u8);
            let _ = write!(self.value, "{letter}{:02}", code % 100);
            self.push("ECO");
        }
    }

    pub(crate) fn medals(&mut self, medals: u16) {
        for (bit, medal) in MEDALS.iter().enumerate() {
            if medals >> bit & 1 == 1 {
                self.value.push_str(if self.value.is_empty() { "" } else { ", " });
                self.value.push_str(medal);
            }
        }
        self.push("Medals");
    }

    fn supplement(&mut self, record: &CbhRecord, entries: &Entries) {
        self.eco(record.eco());
        self.number("WhiteElo", record.elos[0].into());
        self.number("BlackElo", record.elos[1].into());
        self.field(&entries.annotator, 0, 45);
        self.push("Annotator");
        self.ending(record.result, record.verdict);
        self.tournament(&entries.tournament);
        self.source(&entries.source);
        for (name, country, fields) in [
            ("WhiteTeam", "WhiteTeamCountry", &entries.teams[0]),
            ("BlackTeam", "BlackTeamCountry", &entries.teams[1]),
        ] {
            if fields.len() >= 55 {
                let mut title = String::new();
                push_field(&fields[..45], &mut title);
                clean(&mut title, 0);
                self.team(name, &title, i32_le_at(fields, 45), country, fields[54]);
            }
        }
        self.medals(record.medals);
    }

    /// Results that are not among the four of the standard.
    pub(crate) fn ending(&mut self, result: u8, verdict: u8) {
        if let Some(forfeit) = result.checked_sub(4).and_then(|n| FORFEITS.get(usize::from(n))) {
            self.tags.push("Termination", "rules infraction");
            self.tags.push("ResultAsStored", forfeit);
        }
        if result == UNFINISHED && verdict != 0 {
            let _ = write!(self.value, "${verdict}");
            self.push("LineVerdict");
        }
    }

    fn tournament(&mut self, fields: &[u8]) {
        if fields.len() < 82 {
            return;
        }
        let date = i32_le_at(fields, 70) as u32;
        let (kind, n_rounds, nation, category) = (fields[74], fields[80], fields[76], fields[78]);
        self.event(&Event { date, kind, n_rounds, nation, category });
    }

    pub(crate) fn event(&mut self, event: &Event) {
        self.date(event.date);
        self.push("EventDate");
        let kind = event.kind;
        self.value.push_str(TYPES.get(usize::from(kind & 31)).copied().unwrap_or_default());
        let speed = SPEEDS.into_iter().find(|(bit, _)| kind & bit != 0).map(|(_, name)| name);
        if let Some(speed) = speed {
            let space = if self.value.is_empty() { "" } else { " " };
            let _ = write!(self.value, "{space}({speed})");
        }
        self.push("EventType");
        self.number("EventRounds", event.n_rounds.into());
        self.text("EventCountry", nation::code(event.nation).unwrap_or_default());
        self.number("EventCategory", event.category.into());
    }

    fn source(&mut self, fields: &[u8]) {
        if fields.len() < 51 {
            return;
        }
        self.field(fields, 0, 25);
        self.push("SourceTitle");
        self.field(fields, 25, 16);
        self.push("Source");
        let dates = [41, 45].map(|offset| i32_le_at(fields, offset) as u32);
        self.issue(dates, fields[49].into(), fields[50].into());
    }

    /// When a source appeared, the date, the number and the quality of its version.
    pub(crate) fn issue(&mut self, dates: [u32; 2], version: u32, quality: u32) {
        self.date(dates[0]);
        self.push("SourceDate");
        self.number("SourceVersion", version);
        self.date(dates[1]);
        self.push("SourceVersionDate");
        self.number("SourceQuality", quality);
    }

    pub(crate) fn team(&mut self, name: &str, title: &str, number: i32, country: &str, nation: u8) {
        self.value.push_str(title);
        if number > 0 && !title.is_empty() {
            let _ = write!(self.value, " {number}");
        }
        self.push(name);
        self.text(country, nation::code(nation).unwrap_or_default());
    }
}

/// The forfeits by their results, from 4.
pub(super) const FORFEITS: [&str; 4] = ["-:+", "=:=", "+:-", "0-0"];
const TYPES: [&str; 9] = ["", "game", "match", "tourn", "swiss", "team", "k.o.", "simul", "schev"];
const SPEEDS: [(u8, &str); 3] = [(0x20, "blitz"), (0x40, "rapid"), (0x80, "corr")];

/// The number of a type of event, such as `swiss (rapid)`; 0 if it is not one.
pub(super) fn event_type(text: &str) -> u8 {
    let (name, speed) = match text.strip_suffix(')').and_then(|text| text.rsplit_once('(')) {
        Some((name, speed)) => (name.trim_end(), speed),
        None => (text, ""),
    };
    let speed = SPEEDS.iter().find(|(_, known)| *known == speed).map_or(0, |(bit, _)| *bit);
    let kind = TYPES.iter().position(|known| *known == name).unwrap_or(0) as u8;
    kind | speed
}

/// The bits of medals whose names are separated by commas.
pub(super) fn medals_of(text: &str) -> u16 {
    let is_named = |medal: &&str| text.split(", ").any(|name| name == *medal);
    (0..).zip(&MEDALS).filter(|(_, medal)| is_named(medal)).fold(0, |bits, (n, _)| bits | 1 << n)
}

/// A value is one line.
fn clean(value: &mut String, start: usize) {
    if value[start..].contains(|letter: char| letter.is_control()) {
        let tail: String = value.drain(start..).filter(|letter| !letter.is_control()).collect();
        value.push_str(&tail);
    }
    let end = value.trim_end().len().max(start);
    value.truncate(end);
}

/// The name of a text, from the bytes of its title.
pub(super) fn push_title(bytes: &[u8], value: &mut String) {
    let start = value.len();
    push_text(until_nul(bytes), value);
    clean(value, start);
}

const MEDALS: [&str; 16] = [
    "best game",
    "decided tournament",
    "model game",
    "novelty",
    "pawn structure",
    "strategy",
    "tactics",
    "attack",
    "sacrifice",
    "defence",
    "material",
    "piece play",
    "endgame",
    "tactical blunder",
    "strategic blunder",
    "user",
];
