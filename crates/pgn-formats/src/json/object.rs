//! Objects that are games: their kinds, and from an object to games.

use std::ops::ControlFlow;

use serde_json::{Map, Value};

use super::super::Found;
use super::super::via_pgn::{self, Draft};
use super::{moves, tags};
use pgnkit::Outcome;
use pgnkit::game::Game;
use pgnkit::syntax::Location;

/// The fields of an object.
pub(super) type Object = Map<String, Value>;

/// Receives the parts of a document.
pub(super) trait Objects {
    /// An object that is a game, or a part of a round; it began on this line.
    fn object(&mut self, kind: ObjectKind, object: Object, line: u64) -> ControlFlow<()>;

    /// Fields outside games.
    fn other(&mut self, name: &str, n: u64);

    /// What a value is that is not a game.
    fn shape(&mut self, shape: String);

    /// A part that could not be read.
    fn unread(&mut self, location: Location, why: &str);
}

/// The kinds of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ObjectKind {
    /// It has PGN in the field `pgn`.
    Pgn,
    /// It has moves in SAN, as Lichess writes them; or only players and the status of the game.
    Moves,
    /// It is a line of `pgn convert --to jsonl`.
    Tree,
    /// A game of LiveChessCloud, without its players.
    LiveGame,
    /// The pairings of a round of LiveChessCloud.
    Pairings,
    /// A tournament of LiveChessCloud.
    Tournament,
}

impl ObjectKind {
    /// Whether other files belong to it.
    pub(super) fn is_live(self) -> bool {
        matches!(self, ObjectKind::LiveGame | ObjectKind::Pairings | ObjectKind::Tournament)
    }
}

/// Fields that only an object with moves has if it is a game; an opening has moves too.
const FIELDS_OF_GAMES: [&str; 7] =
    ["players", "white", "winner", "status", "variant", "clocks", "result"];

/// The kind of an object, if it is a game or a part of a round.
pub(super) fn kind_of(object: &Object) -> Option<ObjectKind> {
    let has = |name: &str| object.contains_key(name);
    let is_list = |name: &str| object.get(name).is_some_and(Value::is_array);
    let holds_objects = |name: &str| {
        let elements = object.get(name).and_then(Value::as_array);
        elements.is_some_and(|all| all.iter().all(Value::is_object))
    };
    let has_pgn = match object.get("pgn") {
        Some(Value::String(text)) => !text.trim().is_empty(),
        Some(Value::Array(texts)) => !texts.is_empty() && texts.iter().all(Value::is_string),
        _ => false,
    };
    if has_pgn {
        return Some(ObjectKind::Pgn);
    }
    if is_list("tags") && holds_objects("moves") && has("outcome") {
        return Some(ObjectKind::Tree);
    }
    if is_list("moves") && (has("live") || has("serialNr") || has("firstMove")) {
        return Some(ObjectKind::LiveGame);
    }
    if holds_objects("pairings") {
        return Some(ObjectKind::Pairings);
    }
    if holds_objects("rounds") && (has("timecontrol") || has("eboards")) {
        return Some(ObjectKind::Tournament);
    }
    let has_moves = match object.get("moves") {
        Some(Value::String(_)) => true,
        Some(Value::Array(moves)) => moves.iter().all(Value::is_string),
        _ => false,
    };
    let players = object.get("players").and_then(Value::as_object);
    let is_paired = players.is_some_and(|it| it.contains_key("white") && it.contains_key("black"));
    let is_game = has_moves && FIELDS_OF_GAMES.iter().any(|name| has(name));
    (is_game || is_paired && has("status")).then_some(ObjectKind::Moves)
}

/// Calls `take` with each scalar of a value and the names that lead to it, joined by points; `null`
/// and empty values say nothing.
pub(super) fn scalars(name: &str, value: &Value, take: &mut dyn FnMut(&str, String)) {
    match value {
        Value::Null => {}
        Value::String(text) if text.is_empty() => {}
        Value::String(text) => take(name, text.clone()),
        Value::Bool(_) | Value::Number(_) => take(name, value.to_string()),
        Value::Array(elements) => elements.iter().for_each(|element| scalars(name, element, take)),
        Value::Object(object) => {
            for (field, value) in object {
                let is_root = name.is_empty();
                let path = if is_root { field.clone() } else { format!("{name}.{field}") };
                scalars(&path, value, take);
            }
        }
    }
}

/// The games of an object.
pub(super) struct GamesOfObject {
    /// Each with the findings in its text.
    pub(super) games: Vec<(Game, Vec<Found>)>,
    /// The names of fields that became nothing in a game.
    pub(super) unmapped: Vec<String>,
}

/// Reads the games of an object that needs no other file.
pub(super) fn games(kind: ObjectKind, object: &Object, at: Location) -> GamesOfObject {
    if kind == ObjectKind::Pgn {
        return games_of_pgn(object, at);
    }
    let mut unmapped = Vec::new();
    let text = match kind {
        ObjectKind::Tree => moves::of_tree(object, &mut unmapped),
        _ => moves::of_server(object, &mut unmapped),
    };
    let mut tags = tags::of(object, kind);
    unmapped.append(&mut tags.unmapped);
    let game = game_of(&tags, &text, at);
    GamesOfObject { games: vec![game], unmapped }
}

/// A game from tags and movetext without a marker.
pub(super) fn game_of(tags: &tags::ObjectTags, movetext: &str, at: Location) -> (Game, Vec<Found>) {
    let mut draft = Draft::default();
    draft.place(at);
    draft.movetext = format!("{movetext} {}", tags.outcome.unwrap_or_default());
    let mut text = String::new();
    for (name, value) in &tags.tags {
        text.push_str(&via_pgn::tag_pair(name, value));
    }
    draft.read(&text, at)
}

fn games_of_pgn(object: &Object, at: Location) -> GamesOfObject {
    let texts: Vec<&str> = match &object["pgn"] {
        Value::Array(texts) => texts.iter().filter_map(Value::as_str).collect(),
        text => text.as_str().into_iter().collect(),
    };
    let mut games: Vec<(Game, Vec<Found>)> =
        texts.iter().flat_map(|text| via_pgn::read_all(text, at)).collect();
    let tags = tags::of(object, ObjectKind::Pgn);
    let mut unmapped = tags.unmapped.clone();
    if let ([game], [text]) = (&mut games[..], &texts[..]) {
        complete(game, &tags, text, at);
        if tags.outcome.is_some_and(|it| it.half_points() != game.0.outcome().half_points()) {
            unmapped.push("a result that contradicts the PGN".to_owned());
        }
    } else if !games.is_empty() {
        // Fields of an object with several games say nothing about one of them.
        unmapped.extend(tags.names);
    }
    GamesOfObject { games, unmapped }
}

/// Adds the tags that a game lacks.
fn complete(game: &mut (Game, Vec<Found>), tags: &tags::ObjectTags, text: &str, at: Location) {
    let is_missing = |game: &Game, name: &str| {
        game.tag(name).is_none_or(|value| !value.contains(|c: char| c.is_alphanumeric()))
    };
    // The moves need these, so the text is read again with them.
    let start: Vec<&(String, String)> = tags
        .tags
        .iter()
        .filter(|(name, _)| ["FEN", "SetUp", "Variant"].contains(&name.as_str()))
        .filter(|(name, _)| game.0.tag(name).is_none())
        .collect();
    if !start.is_empty() {
        let pairs: String =
            start.iter().map(|(name, value)| via_pgn::tag_pair(name, value)).collect();
        let gap = if text.trim_start().starts_with('[') { "" } else { "\n" };
        let mut again = via_pgn::read_all(&format!("{pairs}{gap}{}", text.trim_start()), at);
        if again.len() == 1
            && let Some(read) = again.pop()
        {
            *game = read;
        }
    }
    let lacking: Vec<&(String, String)> =
        tags.tags.iter().filter(|(name, _)| is_missing(&game.0, name)).collect();
    let outcome = tags.outcome.filter(|_| game.0.outcome() == Outcome::Unknown);
    let mut added = game.0.tags().clone();
    for (name, value) in lacking {
        if name != "Result" && !["FEN", "SetUp", "Variant"].contains(&name.as_str()) {
            added.set(name, value);
        }
    }
    // The tags of the start position are as before, so the moves stay legal.
    *game.0.tags_mut_unchecked() = added;
    if let Some(outcome) = outcome {
        game.0.set_outcome(outcome);
    }
}
