//! The tags that the fields of an object become.

use serde_json::Value;

use super::object::{Object, ObjectKind, scalars};
use pgnkit::Outcome;
use pgnkit::chess::{Position, Variant};
use pgnkit::tag::{Date, well_known};

/// The tags of an object.
#[derive(Clone, Debug, Default)]
pub(super) struct ObjectTags {
    /// Names and values, without Result.
    pub(super) tags: Vec<(String, String)>,
    /// The outcome, if the object has one.
    pub(super) outcome: Option<Outcome>,
    /// The names of the fields that became tags.
    pub(super) names: Vec<String>,
    /// The names of the others.
    pub(super) unmapped: Vec<String>,
}

/// Fields whose values are those of a tag; `*` is `white` and `White`, or `black` and `Black`. Of
/// several fields with one tag, the first one counts.
const FIELDS: &[(&str, &str)] = &[
    ("*.username", "*"),
    ("*.name", "*"),
    ("*.user.name", "*"),
    ("players.*.user.name", "*"),
    ("players.*.name", "*"),
    ("players.*.username", "*"),
    ("players.*.userId", "*"),
    ("players.*.user.id", "*"),
    ("*", "*"),
    ("*.rating", "*Elo"),
    ("*.elo", "*Elo"),
    ("players.*.rating", "*Elo"),
    ("*_rating", "*Elo"),
    ("*Rating", "*Elo"),
    ("*.title", "*Title"),
    ("players.*.user.title", "*Title"),
    ("*.team", "*Team"),
    ("players.*.team", "*Team"),
    ("*.fideid", "*FideId"),
    ("*.fideId", "*FideId"),
    ("*.fide_id", "*FideId"),
    ("players.*.fideId", "*FideId"),
    ("*.federation", "*Fed"),
    ("players.*.federation", "*Fed"),
    ("accuracies.*", "*Accuracy"),
    ("players.*.analysis.accuracy", "*Accuracy"),
    ("players.*.analysis.acpl", "*Acpl"),
    ("players.*.analysis.inaccuracy", "*Inaccuracies"),
    ("players.*.analysis.mistake", "*Mistakes"),
    ("players.*.analysis.blunder", "*Blunders"),
    ("players.*.provisional", "*Provisional"),
    ("url", "Link"),
    ("link", "Link"),
    ("time_control", "TimeControl"),
    ("timeControl", "TimeControl"),
    ("time_class", "TimeClass"),
    ("rated", "Rated"),
    ("opening.eco", "ECO"),
    ("opening.name", "Opening"),
    ("opening", "Opening"),
    ("opening.ply", "OpeningPly"),
    ("uuid", "GameId"),
    ("tournament", "Tournament"),
    ("match", "Match"),
    ("source", "Source"),
    ("termination", "Termination"),
];

/// Fields that the moves are made of, or the place of the game in a list.
const OF_MOVES: [&str; 8] =
    ["pgn", "moves", "clocks", "analysis", "nags", "comments", "order", "index"];

/// The fields of an object; each is taken at most once.
struct Fields {
    all: Vec<(String, String, FieldState)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FieldState {
    Free,
    Taken,
}

impl Fields {
    fn of(object: &Object) -> Fields {
        let mut all = Vec::new();
        for (name, value) in object.iter().filter(|(name, _)| !OF_MOVES.contains(&name.as_str())) {
            scalars(name, value, &mut |path, text| {
                all.push((path.to_owned(), text, FieldState::Free));
            });
        }
        Fields { all }
    }

    fn take(&mut self, path: &str) -> Option<String> {
        let is_it =
            |it: &&mut (String, String, FieldState)| it.0 == path && it.2 == FieldState::Free;
        let (_, text, state) = self.all.iter_mut().find(is_it)?;
        *state = FieldState::Taken;
        Some(text.clone())
    }

    fn names(&self, wanted: FieldState) -> Vec<String> {
        let of_state = self.all.iter().filter(|(_, _, state)| *state == wanted);
        of_state.map(|(name, ..)| name.clone()).collect()
    }
}

impl ObjectTags {
    /// Adds a tag, unless it has a value already.
    pub(super) fn put(&mut self, name: &str, value: &str) {
        if !value.trim().is_empty() && !self.tags.iter().any(|(known, _)| known == name) {
            self.tags.push((name.to_owned(), value.trim().to_owned()));
        }
    }

    fn put_outcome(&mut self, outcome: Option<Outcome>) {
        if self.outcome.is_none() {
            self.outcome = outcome.filter(|it| *it != Outcome::Unknown);
        }
    }
}

/// The tags of an object, in the order in which they were found.
pub(super) fn of(object: &Object, kind: ObjectKind) -> ObjectTags {
    let mut fields = Fields::of(object);
    let mut tags = ObjectTags::default();
    if kind == ObjectKind::Tree {
        of_tree(object, &mut fields, &mut tags);
    }
    named_tags(object, &mut fields, &mut tags);
    let is_lichess = object.contains_key("players") && object.contains_key("id");
    if is_lichess {
        of_lichess(&mut fields, &mut tags);
    }
    results(&mut fields, &mut tags);
    times(&mut fields, &mut tags);
    start(&mut fields, &mut tags);
    for (path, name) in FIELDS {
        match path.contains('*') {
            false => {
                if let Some(value) = fields.take(path) {
                    tags.put(name, &value);
                }
            }
            true => {
                for (side, tag) in [("white", "White"), ("black", "Black")] {
                    if let Some(value) = fields.take(&path.replace('*', side)) {
                        tags.put(&name.replace('*', tag), &value);
                    }
                }
            }
        }
    }
    if let Some(eco) = fields.take("eco") {
        tags.put(if eco.starts_with("http") { "ECOUrl" } else { "ECO" }, &eco);
    }
    other_case(&mut fields, &mut tags);
    tags.names = fields.names(FieldState::Taken);
    tags.unmapped = fields.names(FieldState::Free);
    tags
}

/// The tags of a line of `pgn convert --to jsonl`: pairs of name and value.
fn of_tree(object: &Object, fields: &mut Fields, tags: &mut ObjectTags) {
    fields.all.retain(|(name, ..)| !["tags", "file"].contains(&name.as_str()));
    for pair in object.get("tags").and_then(Value::as_array).into_iter().flatten() {
        if let Some([Value::String(name), Value::String(value)]) = pair.as_array().map(|it| &it[..])
            && name != "Result"
        {
            tags.tags.push((name.clone(), value.clone()));
        }
    }
    let is_usual = |fen: &str| Variant::ALL.iter().any(|variant| variant.start_fen() == fen);
    if let Some(fen) = fields.take("start_fen").filter(|fen| !is_usual(fen)) {
        tags.put("FEN", &fen);
    }
    tags.put_outcome(fields.take("outcome").and_then(|text| Outcome::parse_lax(&text)));
}

/// Objects of tags: `{"headers": {"White": "…"}}`.
fn named_tags(object: &Object, fields: &mut Fields, tags: &mut ObjectTags) {
    for around in ["tags", "headers", "header"] {
        let Some(Value::Object(pairs)) = object.get(around) else { continue };
        for name in pairs.keys().filter(|name| is_tag_name(name)) {
            if let Some(value) = fields.take(&format!("{around}.{name}")) {
                match name.as_str() {
                    "Result" => tags.put_outcome(Outcome::parse_lax(&value)),
                    name => tags.put(name, &value),
                }
            }
        }
    }
}

fn is_tag_name(name: &str) -> bool {
    let is_sound = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(is_sound)
}

/// What Lichess writes in its own PGN in other words.
fn of_lichess(fields: &mut Fields, tags: &mut ObjectTags) {
    let speed = fields.take("speed");
    let perf = fields.take("perf");
    let rated = fields.take("rated");
    if let Some(perf) = perf.or(speed) {
        let kind = if rated.as_deref() == Some("true") { "Rated" } else { "Casual" };
        tags.put("Event", &format!("{kind} {perf} game"));
    }
    if let Some(id) = fields.take("id") {
        tags.put("Site", &format!("https://lichess.org/{id}"));
        tags.put("GameId", &id);
    }
    for (field, place) in [("tournament", "tournament"), ("swiss", "swiss")] {
        if let Some(id) = fields.take(field) {
            tags.put("Tournament", &format!("https://lichess.org/{place}/{id}"));
        }
    }
    for (side, tag) in [("white", "White"), ("black", "Black")] {
        if let Some(level) = fields.take(&format!("players.{side}.aiLevel")) {
            tags.put(tag, &format!("lichess AI level {level}"));
        }
        if let Some(change) = fields.take(&format!("players.{side}.ratingDiff")) {
            let sign = if change.starts_with('-') { "" } else { "+" };
            tags.put(&format!("{tag}RatingDiff"), &format!("{sign}{change}"));
        }
    }
    let (initial, increment) = (fields.take("clock.initial"), fields.take("clock.increment"));
    let _ = fields.take("clock.totalTime");
    if let (Some(initial), Some(increment)) = (initial, increment) {
        tags.put("TimeControl", &format!("{initial}+{increment}"));
    }
    if let Some(days) = fields.take("daysPerTurn").and_then(|days| days.parse::<u64>().ok()) {
        tags.put("TimeControl", &format!("1/{}", days.saturating_mul(86_400)));
    }
    if let Some(status) = fields.take("status") {
        tags.put("Termination", termination(&status));
        if ["draw", "stalemate"].contains(&status.as_str()) {
            tags.put_outcome(Some(Outcome::Draw));
        }
    }
}

/// The Termination of the standard for a status of Lichess.
fn termination(status: &str) -> &str {
    match status {
        "mate" | "resign" | "stalemate" | "draw" | "variantEnd" => "normal",
        "outoftime" => "time forfeit",
        "timeout" | "noStart" | "aborted" => "abandoned",
        "cheat" => "rules infraction",
        "created" | "started" => "unterminated",
        other => other,
    }
}

/// What Chess.com calls the result of a player who drew.
const DRAWS: [&str; 7] =
    ["agreed", "repetition", "stalemate", "insufficient", "50move", "timevsinsufficient", "draw"];

fn results(fields: &mut Fields, tags: &mut ObjectTags) {
    if let Some(result) = fields.take("result") {
        tags.put_outcome(outcome_of(&result));
    }
    if let Some(winner) = fields.take("winner") {
        tags.put_outcome(match winner.as_str() {
            "white" => Some(Outcome::WhiteWins),
            "black" => Some(Outcome::BlackWins),
            other => Outcome::parse_lax(other),
        });
    }
    let of_players = [fields.take("white.result"), fields.take("black.result")];
    let words = of_players.each_ref().map(|it| it.as_deref().unwrap_or_default());
    let is_draw = |word: &str| DRAWS.contains(&word);
    let (outcome, reason) = match words {
        ["win", reason] => (Some(Outcome::WhiteWins), reason),
        [reason, "win"] => (Some(Outcome::BlackWins), reason),
        [white, black] if is_draw(white) && is_draw(black) => (Some(Outcome::Draw), white),
        [white, _] => (None, white),
    };
    tags.put_outcome(outcome);
    tags.put("Termination", reason);
}

/// An outcome in the words of a server.
pub(super) fn outcome_of(text: &str) -> Option<Outcome> {
    match text.to_ascii_uppercase().as_str() {
        "WHITEWIN" => Some(Outcome::WhiteWins),
        "BLACKWIN" => Some(Outcome::BlackWins),
        "DRAW" => Some(Outcome::Draw),
        _ => Outcome::parse_lax(text),
    }
}

/// Times since 1970: the name of the field, how many of its units are a second, the tags of date
/// and time.
const TIMES: [(&str, i64, [&str; 2]); 5] = [
    ("createdAt", 1000, ["UTCDate", "UTCTime"]),
    ("start_time", 1, ["UTCDate", "UTCTime"]),
    ("firstMove", 1000, ["UTCDate", "UTCTime"]),
    ("lastMoveAt", 1000, ["EndDate", "EndTime"]),
    ("end_time", 1, ["EndDate", "EndTime"]),
];

fn times(fields: &mut Fields, tags: &mut ObjectTags) {
    if let Some(date) = fields.take("date") {
        put_date(&date, tags);
    }
    for (field, units, names) in TIMES {
        let Some(text) = fields.take(field) else { continue };
        let Some((date, time)) = text.parse::<i64>().ok().and_then(|n| utc(n / units)) else {
            continue;
        };
        tags.put("Date", &date);
        tags.put(names[0], &date);
        tags.put(names[1], &time);
    }
}

/// Adds a date in whatever form it is written.
pub(super) fn put_date(text: &str, tags: &mut ObjectTags) {
    let day = text.split('T').next().unwrap_or_default();
    let date = Date::parse_lax(day).map_or_else(|| text.to_owned(), |date| date.to_string());
    tags.put("Date", &date);
}

/// The date and the time of a second since 1970, for years of four digits.
pub(super) fn utc(seconds: i64) -> Option<(String, String)> {
    let (days, of_day) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Days since the first of March of the year 0; the odd day of a leap year is the last.
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    let date = format!("{year:04}.{month:02}.{day:02}");
    (1..=9999).contains(&year).then(|| (date, format!("{hour:02}:{minute:02}:{second:02}")))
}

/// The variant and the position before the first move.
fn start(fields: &mut Fields, tags: &mut ObjectTags) {
    for field in ["variant", "rules"] {
        let Some(name) = fields.take(field) else { continue };
        // Lichess names games from a position, which have the usual rules, like a variant.
        match Variant::from_name(&name) {
            _ if name == "fromPosition" => {}
            Some(Variant::Standard) => {}
            Some(variant) => tags.put("Variant", variant.name()),
            None if name == "chess" => {}
            None => tags.put("Variant", &name),
        }
    }
    for field in ["initialFen", "initial_setup", "initial_fen", "startFen"] {
        let Some(fen) = fields.take(field) else { continue };
        if fen != "startpos" && fen != Variant::Standard.start_fen() {
            put_start(&fen, tags);
        }
    }
}

fn put_start(fen: &str, tags: &mut ObjectTags) {
    tags.put("SetUp", "1");
    tags.put("FEN", fen);
}

/// Adds the start position of Chess960 with this number, unless it is the usual one.
pub(super) fn put_chess960(number: u16, tags: &mut ObjectTags) {
    if number != 518
        && let Some(position) = Position::chess960(number)
    {
        tags.put("Variant", Variant::Chess960.name());
        put_start(&position.to_string(), tags);
    }
}

/// Fields whose names are those of tags, in any letter case.
fn other_case(fields: &mut Fields, tags: &mut ObjectTags) {
    for (name, value, state) in fields.all.iter_mut().filter(|it| it.2 == FieldState::Free) {
        let number = well_known::number(name.as_bytes());
        let known = match number {
            well_known::UNKNOWN => well_known::name_of_other_case(name.as_bytes()),
            number => well_known::NAMES.get(usize::from(number)).copied(),
        };
        if let Some(tag) = known.filter(|tag| !["FEN", "SetUp", "Result"].contains(tag)) {
            *state = FieldState::Taken;
            tags.put(tag, value);
        }
    }
}
