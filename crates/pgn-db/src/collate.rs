//! An order of games: its keys, and the tails that distinguish equal keys (§12, D-42).

use std::cmp::Ordering;

use crate::error::{Error, ErrorKind};
use crate::extract::{Emit, KeyNeeds, Keys, StoredGameReader};
use crate::sort::Tail;
use pgn_query::facts::{Cost, Fact, Field, GameView, Value, Vocabulary, words};
use pgnkit::Game;
use pgnkit::chess::Color;
use pgnkit::collate::{Criterion, SEQUENCE};
use pgnkit::tag::sort_key;
use pgnkit::write::Profile;

pub(crate) const GAME: u8 = 1;

/// The key of text outside games: after all games, in input order.
pub const OUTSIDE: [u8; 1] = [2];

#[derive(Clone, Debug, PartialEq, Eq)]
enum Key {
    /// As the standard compares it.
    Standard(Criterion),
    /// The value of a fact; games without it come last.
    Fact(Field),
}

/// Whether the least or the greatest value comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

/// An order of games: keys, the first one decides first, each up or down.
///
/// The default is the collating sequence of the standard. In any order, games with equal keys are
/// equal, and a stable sort keeps their input order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    keys: Vec<(Key, Direction)>,
    profile: Profile,
}

impl Default for Order {
    fn default() -> Order {
        let keys = SEQUENCE.map(|one| (Key::Standard(one), Direction::Up)).into();
        Order { keys, profile: Profile::default() }
    }
}

impl Order {
    /// The order in which all games are equal.
    #[must_use]
    pub fn none() -> Order {
        Order { keys: Vec::new(), profile: Profile::default() }
    }

    /// The order of records of positions: by the text of the position.
    #[must_use]
    pub fn of_records() -> Order {
        let key = (Key::Fact(Field::Fact(Fact::StartFen)), Direction::Up);
        Order { keys: vec![key], profile: Profile::default() }
    }

    /// Parses a list of keys as the command line has it.
    ///
    /// ```text
    /// keys ::= key {"," key}        key ::= ["-"] ("movetext" | fact | tag)
    /// ```
    ///
    /// A hyphen turns a key over: the greatest first.
    ///
    /// # Errors
    /// The first key that is not valid.
    pub fn parse(text: &str) -> Result<Order, Error> {
        Order::parse_in(text, Vocabulary::Games)
    }

    /// The same, with the names of a vocabulary.
    ///
    /// # Errors
    /// The first key that is not valid.
    pub fn parse_in(text: &str, vocabulary: Vocabulary) -> Result<Order, Error> {
        let parse_one = |text: &str| match text.strip_prefix('-') {
            Some(name) => Ok((Key::parse(name, vocabulary)?, Direction::Down)),
            None => Ok((Key::parse(text, vocabulary)?, Direction::Up)),
        };
        let keys = text.split(',').map(str::trim).map(parse_one).collect::<Result<_, Error>>()?;
        Ok(Order { keys, profile: Profile::default() })
    }

    /// The same order, of games as this profile writes them: texts of the seven tags and movetext
    /// are those of its export (D-42). Sorting and exporting then commute.
    #[must_use]
    pub fn for_profile(mut self, profile: Profile) -> Order {
        self.profile = profile;
        self
    }

    /// Appends the key of a game without its [tail](Order::push_tail).
    ///
    /// Heads decide nearly always, and are short. No head is a proper prefix of another.
    pub fn push_head(&self, game: &Game, key: &mut Vec<u8>) {
        self.keys[..self.head_len()].iter().for_each(|one| self.push(one, game, key));
    }

    /// How much of a game its head depends on.
    pub(crate) fn head_needs(&self) -> KeyNeeds {
        let needs = self.keys[..self.head_len()].iter().map(|(key, _)| match key {
            Key::Standard(Criterion::Movetext) => KeyNeeds::Game,
            Key::Standard(_) => KeyNeeds::Tags,
            Key::Fact(field) => needs_of(field),
        });
        needs.max().unwrap_or(KeyNeeds::Nothing)
    }

    /// Appends the rest of the key, for games whose heads are equal: the movetext, if it is the
    /// last key of the order.
    pub fn push_tail(&self, game: &Game, key: &mut Vec<u8>) {
        self.keys[self.head_len()..].iter().for_each(|one| self.push(one, game, key));
    }

    /// Whether games with equal heads may still differ.
    #[must_use]
    pub fn has_tail(&self) -> bool {
        self.head_len() < self.keys.len()
    }

    /// The name of the first key in which two games differ, if they do, and whether the first game
    /// should be before the second one or after it.
    #[must_use]
    pub fn decide(&self, a: &Game, b: &Game) -> Option<(&str, Ordering)> {
        let key_of = |one, game| {
            let mut key = Vec::new();
            self.push(one, game, &mut key);
            key
        };
        self.keys.iter().find_map(|one| {
            let order = key_of(one, a).cmp(&key_of(one, b));
            order.is_ne().then_some((one.0.name(), order))
        })
    }

    fn head_len(&self) -> usize {
        let ends_long = matches!(self.keys.last(), Some((Key::Standard(Criterion::Movetext), _)));
        self.keys.len() - usize::from(ends_long)
    }

    /// Appends the bytes of a key, turned over for [`Direction::Down`].
    fn push(&self, (one, direction): &(Key, Direction), game: &Game, key: &mut Vec<u8>) {
        let mut from = key.len();
        match one {
            Key::Standard(criterion) => criterion.push(game, self.profile, key),
            Key::Fact(field) => {
                // Unknown values come last, in ascending and descending order.
                from += 1;
                push_known(field.value(&GameView::of(game), Color::White), key);
            }
        }
        if *direction == Direction::Down {
            // No key is a prefix of another, so this reverses their order.
            key[from..].iter_mut().for_each(|byte| *byte = !*byte);
        }
    }
}

impl Key {
    fn parse(name: &str, vocabulary: Vocabulary) -> Result<Key, Error> {
        if name == "movetext" {
            return Ok(Key::Standard(Criterion::Movetext));
        }
        let refuse = |why: String| Error::new(ErrorKind::Usage, "--by", why);
        let field = Field::parse_in(name, vocabulary).map_err(|unknown| {
            refuse(unknown.to_string()).with_hint(match unknown.nearest {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("keys are {}, movetext, and names of tags", keys()),
            })
        })?;
        match field.row() {
            Some(row) if row.has_side => {
                let why = format!("`{name}` is about one of two players");
                Err(refuse(why).with_hint(format!("keys about a game are {}", keys())))
            }
            Some(row) if row.needs_source => {
                Err(refuse(format!("`{name}` is the place of a game, which sorting changes")))
            }
            _ => Ok(match field {
                Field::Tag(name) => Key::Standard(Criterion::of_tag(&name)),
                Field::Fact(Fact::Result) => Key::Standard(Criterion::Result),
                fact @ Field::Fact(_) => Key::Fact(fact),
            }),
        }
    }
}

impl Key {
    fn name(&self) -> &str {
        match self {
            Key::Standard(criterion) => criterion.name(),
            Key::Fact(field) => field.name(),
        }
    }
}

/// The facts that may be keys.
#[must_use]
pub fn keys() -> String {
    words(|row| !row.has_side && !row.needs_source)
}

/// How much of a game a field depends on.
pub(crate) fn needs_of(field: &Field) -> KeyNeeds {
    match field.row().map(|row| row.cost) {
        None | Some(Cost::Tags | Cost::Outcome) => KeyNeeds::Tags,
        Some(Cost::Opening | Cost::Moves | Cost::Game) => KeyNeeds::Game,
    }
}

fn push_known(value: Option<Value<'_>>, key: &mut Vec<u8>) {
    let value = value.filter(|value| *value != Value::Unknown);
    key.push(u8::from(value.is_none()));
    value.iter().for_each(|value| push_value(value, key));
}

/// Appends bytes that compare like the values of a field in games, tags as the standard compares
/// them. Games without a value come last, in ascending and descending order.
pub(crate) fn push_field(field: &Field, game: &GameView<'_>, is_turned: bool, key: &mut Vec<u8>) {
    let from = key.len() + 1;
    match (field, game.game) {
        (Field::Tag(name), Some(held)) => {
            let is_known = game.tags.tag(name).is_some_and(|value| !is_unknown(value));
            key.push(u8::from(!is_known));
            if is_known {
                Criterion::of_tag(name).push(held, Profile::default(), key);
            }
        }
        _ => push_known(field.value(game, Color::White), key),
    }
    if is_turned {
        key[from..].iter_mut().for_each(|byte| *byte = !*byte);
    }
}

fn is_unknown(value: &str) -> bool {
    matches!(value.trim(), "" | "?" | "-" | "????.??.??")
}

/// Appends bytes that compare as values of one fact do. None is a proper prefix of another.
fn push_value(value: &Value<'_>, key: &mut Vec<u8>) {
    match value {
        Value::Text(text) => sort_key::push_text(text.as_bytes(), key),
        Value::Number(number) => {
            let bits = number.to_bits();
            let is_below_zero = bits >> 63 == 1;
            let bits = if is_below_zero { !bits } else { bits | 1 << 63 };
            key.extend(bits.to_be_bytes());
        }
        Value::Date(date) => key.extend(date.sort_key().to_be_bytes()),
        Value::Outcome(outcome) => key.push(*outcome as u8),
        Value::Color(color) => key.push(*color as u8),
        Value::Speed(speed) => key.push(*speed as u8),
        Value::Flag(flag) => key.push(u8::from(*flag)),
        Value::Unknown => {}
    }
}

/// Gives each game its place in an order.
#[derive(Clone, Debug)]
pub struct InOrder(pub Order);

impl InOrder {
    /// The key of a game, given its [head](Order::push_head) in the order.
    #[must_use]
    pub fn key_of(head: &[u8]) -> Vec<u8> {
        [&[GAME], head].concat()
    }
}

impl Keys for InOrder {
    fn push(&self, game: &Game, keys: &mut Emit<'_>) {
        keys.key(|key| {
            key.push(GAME);
            self.0.push_head(game, key);
        });
    }

    fn needs(&self) -> KeyNeeds {
        self.0.head_needs()
    }
}

/// Reads games again whose keys are equal, for the rest of the order.
pub struct Movetexts {
    order: Order,
    reader: StoredGameReader,
}

impl Movetexts {
    /// The tails of this order.
    #[must_use]
    pub fn new(order: Order) -> Movetexts {
        Movetexts { order, reader: StoredGameReader::default() }
    }
}

impl Tail for Movetexts {
    fn push(&mut self, load: &[u8], tail: &mut Vec<u8>) {
        if self.order.has_tail()
            && let Some(game) = self.reader.read(load)
        {
            self.order.push_tail(game, tail);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgnkit::read::Games;

    fn games(text: &str) -> Vec<Game> {
        Games::new(text.as_bytes()).collect::<Result<_, _>>().unwrap()
    }

    fn key(order: &Order, game: &Game) -> Vec<u8> {
        let mut key = Vec::new();
        order.push_head(game, &mut key);
        order.push_tail(game, &mut key);
        key
    }

    /// Sorts games that have these values of a tag, and joins the values.
    fn sorted(keys: &str, tag: &str, values: &str) -> String {
        let order = Order::parse(keys).unwrap();
        let text = |value: &str| format!("[{tag} \"{value}\"]\n\n*\n\n");
        let mut games = games(&values.split(' ').map(text).collect::<String>());
        games.sort_by_key(|game| key(&order, game));
        games.iter().map(|game| game.tag(tag).unwrap()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn keys_are_compared_by_their_kind() {
        let cases = [
            ("WhiteElo", "WhiteElo", "2700 800 - 02701 n/a", "- 800 2700 02701 n/a"),
            ("-WhiteElo", "WhiteElo", "2700 800 - 02701 n/a", "n/a 02701 2700 800 -"),
            (
                "EventDate",
                "EventDate",
                "1992.10 1992.9.1 1991.01.01 03/04/1992 soon",
                "soon 1991.01.01 03/04/1992 1992.9.1 1992.10",
            ),
            ("Own", "Own", "10 9 b ? a", "? 9 10 a b"),
            ("ECO", "ECO", "B10 A99 B09", "A99 B09 B10"),
            ("-ECO", "ECO", "B A BA", "BA B A"),
            // Facts: unknown values come last.
            ("maxelo", "WhiteElo", "2700 ? 800 0", "800 2700 ? 0"),
            ("-maxelo", "WhiteElo", "2700 ? 800 0", "2700 800 ? 0"),
            (
                "year",
                "Date",
                "1992.12.31 ? 1991.01.01 1992.01.01",
                "1991.01.01 1992.12.31 1992.01.01 ?",
            ),
            ("speed", "TimeControl", "7200 60 ? 600", "60 600 7200 ?"),
            ("-increment", "TimeControl", "60+1 60 ? 60+10", "60+10 60+1 60 ?"),
        ];
        for (keys, tag, values, expected) in cases {
            assert_eq!(sorted(keys, tag, values), expected, "{keys}");
        }
        let order = Order::parse("-elodiff").unwrap();
        let elos = "[WhiteElo \"1\"][BlackElo \"9\"]\n\n* [WhiteElo \"9\"][BlackElo \"1\"]\n\n*";
        let [below, above] = &games(elos)[..] else { panic!("two games") };
        assert!(key(&order, above) < key(&order, below));
        let order = Order::parse("plycount").unwrap();
        let [short, long] = &games("1. e4 (1. d4 d5 2. c4 e6) e5 * 1. e4 e5 2. Nf3 *")[..] else {
            panic!("two games")
        };
        assert!(key(&order, short) < key(&order, long));
    }

    #[test]
    fn names_of_the_standard_are_its_keys() {
        let names: Vec<&str> = SEQUENCE.iter().map(Criterion::name).collect();
        assert_eq!(Order::parse(&names.join(",")).unwrap(), Order::default());
        assert_eq!(Order::parse("Date,RESULT").unwrap(), Order::parse("date,result").unwrap());
        for bad in ["", "date,", "--date", "colour", "A b", "elo", "player", "game"] {
            assert!(Order::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn heads_and_tails_are_the_key() {
        let cases = [
            ("white,movetext", true),
            ("movetext,white", false),
            ("-movetext", true),
            ("white", false),
        ];
        for (keys, has_tail) in cases {
            assert_eq!(Order::parse(keys).unwrap().has_tail(), has_tail);
        }
    }
}
