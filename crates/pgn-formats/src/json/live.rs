//! LiveChessCloud: a tournament, the pairings of a round and each of its games are files of their
//! own.
//!
//! ```text
//! FOLDER/tournament.json            name, place, time control
//! FOLDER/round-2/index.json         date and pairings
//! FOLDER/round-2/game-1.json        the moves of the first pairing
//! ```

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::Imported;
use super::object::{Object, ObjectKind, game_of, scalars};
use super::tags::{self, ObjectTags, outcome_of};
use super::{JsonCounts, JsonSink, moves};
use pgnkit::Outcome;
use pgnkit::syntax::Location;

/// The limit of what waits for its other files.
const HELD_BYTES_MAX: usize = 256 << 20;

/// The records of rounds.
#[derive(Debug, Default)]
pub(super) struct LiveRecords {
    rounds: BTreeMap<RoundKey, RoundRecords>,
    tournaments: Vec<(String, Object)>,
    held_bytes: usize,
}

/// The folder of the tournament and the number of the round, 0 if it is not known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RoundKey {
    folder: String,
    round: u64,
}

#[derive(Debug, Default)]
struct RoundRecords {
    pairings: Option<LiveFile>,
    games: BTreeMap<u64, LiveFile>,
}

#[derive(Debug)]
struct LiveFile {
    name: String,
    line: u64,
    object: Object,
}

/// The number after a word in a name, as in `round-2` and `game_11`.
fn number_after(name: &str, word: &str) -> Option<u64> {
    let at = name.rfind(word)? + word.len();
    let digits = name[at..].trim_start_matches(['-', '_', ' ']);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().ok()
}

/// A path as its folder and its last part.
fn split_path(path: &str) -> (&str, &str) {
    path.rsplit_once(['/', '\\']).unwrap_or(("", path))
}

fn key_of(path: &str) -> RoundKey {
    let (folder, file) = split_path(path);
    if let Some(round) = number_after(file, "round") {
        return RoundKey { folder: folder.to_owned(), round };
    }
    let (around, last) = split_path(folder);
    match number_after(last, "round") {
        Some(round) => RoundKey { folder: around.to_owned(), round },
        None => RoundKey { folder: folder.to_owned(), round: 0 },
    }
}

impl LiveRecords {
    /// Takes a record.
    ///
    /// # Errors
    /// With a sentence, if there is no memory for it.
    pub(super) fn take(
        &mut self,
        name: &str,
        kind: ObjectKind,
        object: Object,
        line: u64,
    ) -> Result<(), &'static str> {
        let mut bytes = 0;
        for (field, value) in &object {
            scalars(field, value, &mut |path, text| bytes += path.len() + text.len() + 64);
        }
        self.held_bytes += bytes;
        if self.held_bytes > HELD_BYTES_MAX {
            return Err("the rounds do not fit into memory; import them one by one");
        }
        if kind == ObjectKind::Tournament {
            self.tournaments.push((split_path(name).0.to_owned(), object));
            return Ok(());
        }
        let round = self.rounds.entry(key_of(name)).or_default();
        let file = LiveFile { name: name.to_owned(), line, object };
        if kind == ObjectKind::Pairings {
            if round.pairings.replace(file).is_some() {
                return Err("a second file with the pairings of this round replaces the first one");
            }
            return Ok(());
        }
        let next = round.games.keys().next_back().map_or(1, |last| last + 1);
        let number = number_after(split_path(name).1, "game").unwrap_or(next);
        match round.games.insert(number, file) {
            Some(_) => Err("a second file with this game of the round replaces the first one"),
            None => Ok(()),
        }
    }

    /// Passes on all games.
    pub(super) fn join(self, sink: &mut dyn JsonSink, counts: &mut JsonCounts) {
        for (key, round) in &self.rounds {
            let tournament = self.tournament_of(&key.folder);
            if round.join(key, tournament, sink, counts) == Flow::Stop {
                return;
            }
        }
        if self.rounds.is_empty()
            && let Some((_, tournament)) = self.tournaments.first()
        {
            counts.shape = "a tournament of LiveChessCloud without its rounds".to_owned();
            counts.count("rounds", tournament.len() as u64);
        }
    }

    /// That of the folder or of one around it, or the only one there is.
    fn tournament_of(&self, folder: &str) -> Option<&Object> {
        let is_around = |around: &str| {
            around.is_empty()
                || folder == around
                || folder.strip_prefix(around).is_some_and(|rest| rest.starts_with(['/', '\\']))
        };
        let around = self.tournaments.iter().filter(|(place, _)| is_around(place));
        let nearest = around.max_by_key(|(place, _)| place.len());
        let only = self.tournaments.first().filter(|_| self.tournaments.len() == 1);
        nearest.or(only).map(|(_, object)| object)
    }
}

/// Whether the sink wants more.
#[derive(PartialEq, Eq)]
enum Flow {
    GoOn,
    Stop,
}

impl RoundRecords {
    fn join(
        &self,
        key: &RoundKey,
        tournament: Option<&Object>,
        sink: &mut dyn JsonSink,
        counts: &mut JsonCounts,
    ) -> Flow {
        let index = self.pairings.as_ref();
        let pairings = index.and_then(|file| file.object.get("pairings")?.as_array());
        let pairings = pairings.map(Vec::as_slice).unwrap_or_default();
        let boards = 1..=pairings.len() as u64;
        let unpaired = self.games.keys().filter(|number| !boards.contains(number));
        let mut numbers: Vec<u64> = boards.clone().chain(unpaired.copied()).collect();
        numbers.sort_unstable();
        for number in numbers {
            let pairing = number.checked_sub(1).and_then(|n| pairings.get(n as usize));
            let game = self.games.get(&number);
            let Some(file) = game.or(index) else { continue };
            let at = Location { line: file.line, column: 1 };
            let mut unmapped = Vec::new();
            let movetext = game.map(|it| moves::of_live_game(&it.object, &mut unmapped));
            let mut tags = ObjectTags::default();
            let date = index.and_then(|index| index.object.get("date")?.as_str());
            if let Some(date) = date {
                tags::put_date(date, &mut tags);
            }
            put_tournament(tournament, &mut tags, &mut unmapped);
            put_place(key, number, &mut tags);
            if let Some(pairing) = pairing {
                put_pairing(pairing, &mut tags, &mut unmapped);
            } else {
                counts.unread_count += 1;
                sink.unread(&file.name, at, "no pairing of this game: the players are unknown");
            }
            if let Some(game) = game {
                put_game(&game.object, &mut tags, &mut unmapped);
            }
            unmapped.iter().for_each(|name| counts.count(name, 1));
            let (game, found) = game_of(&tags, &movetext.unwrap_or_default(), at);
            counts.game_count += 1;
            let imported = Imported { game, line: file.line, found };
            if sink.game(&file.name, imported).is_break() {
                return Flow::Stop;
            }
        }
        Flow::GoOn
    }
}

fn put_tournament(tournament: Option<&Object>, tags: &mut ObjectTags, unmapped: &mut Vec<String>) {
    let Some(tournament) = tournament else { return };
    let text = |name: &str| tournament.get(name).and_then(Value::as_str).unwrap_or_default();
    tags.put("Event", text("name"));
    tags.put("Site", &[text("location"), text("country")].join(" "));
    tags.put("EventSource", text("website"));
    let control = text("timecontrol");
    match time_control(control) {
        Some(control) => tags.put("TimeControl", &control),
        None if control.is_empty() => {}
        None => unmapped.push("timecontrol".to_owned()),
    }
}

/// `90m+30s` as the standard has it, `5400+30`.
fn time_control(text: &str) -> Option<String> {
    let seconds = |part: &str| {
        let (number, factor) = match part.strip_suffix('m') {
            Some(minutes) => (minutes, 60),
            None => (part.strip_suffix('s').unwrap_or(part), 1),
        };
        number.trim().parse::<u64>().ok()?.checked_mul(factor)
    };
    match text.split_once('+') {
        Some((base, increment)) => {
            Some(format!("{}+{}", seconds(base.trim())?, seconds(increment.trim())?))
        }
        None => seconds(text.trim()).map(|base| base.to_string()),
    }
}

fn put_place(key: &RoundKey, board: u64, tags: &mut ObjectTags) {
    if key.round > 0 {
        tags.put("Round", &format!("{}.{board}", key.round));
    }
    tags.put("Board", &board.to_string());
}

fn put_pairing(pairing: &Value, tags: &mut ObjectTags, unmapped: &mut Vec<String>) {
    for (side, tag) in [("white", "White"), ("black", "Black")] {
        let player = &pairing[side];
        let text = |name: &str| match &player[name] {
            Value::String(text) => text.trim().to_owned(),
            Value::Number(number) => number.to_string(),
            _ => String::new(),
        };
        let given = [text("fname"), text("mname")].join(" ");
        let name = match (text("lname"), given.trim()) {
            (family, "") => family,
            (family, given) if family.is_empty() => given.to_owned(),
            (family, given) => format!("{family}, {given}"),
        };
        tags.put(tag, &name);
        tags.put(&format!("{tag}Title"), &text("title"));
        tags.put(&format!("{tag}Fed"), &text("federation"));
        tags.put(&format!("{tag}FideId"), &text("fideid"));
        if !text("gender").is_empty() {
            unmapped.push(format!("{side}.gender"));
        }
    }
    tags.outcome = pairing["result"].as_str().and_then(outcome_of);
}

fn put_game(game: &Object, tags: &mut ObjectTags, unmapped: &mut Vec<String>) {
    let result = game.get("result").and_then(Value::as_str).and_then(outcome_of);
    let is_known = |it: &Outcome| *it != Outcome::Unknown;
    match (tags.outcome.filter(is_known), result.filter(is_known)) {
        (Some(paired), Some(result)) if paired != result => {
            unmapped.push("a result that contradicts the pairings".to_owned());
        }
        (None, result) => tags.outcome = result,
        (Some(_), _) => {}
    }
    if let Some((date, time)) =
        game.get("firstMove").and_then(Value::as_i64).and_then(|ms| tags::utc(ms / 1000))
    {
        tags.put("Date", &date);
        tags.put("UTCDate", &date);
        tags.put("UTCTime", &time);
    }
    if let Some(number) = game.get("chess960").and_then(Value::as_u64) {
        tags::put_chess960(u16::try_from(number).unwrap_or(518), tags);
    }
    for name in ["comment", "clock", "serialNr"] {
        if game.get(name).is_some_and(|value| !value.is_null() && value.as_str() != Some("")) {
            unmapped.push(name.to_owned());
        }
    }
}
