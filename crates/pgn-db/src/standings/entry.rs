//! A game of an event: players, round, points (§8.1.1, §9.2, §9.8, D-16, D-18, D-20, D-22).

use pgn_query::facts::GameView;
use pgnkit::chess::Color;
use pgnkit::read::{ReadOptions, read_region};
use pgnkit::syntax::result;
use pgnkit::tag::{Date, Round, round, sort_key};

/// A game of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The event, its site and its section.
    pub event: [String; 3],
    /// The names on both sides, White first.
    pub names: [String; 2],
    /// Their ratings, 0 when not known.
    pub ratings: [u32; 2],
    /// Their teams, empty without one.
    pub teams: [String; 2],
    /// Round, as written.
    pub round: String,
    /// The date of the game as `YYYYMMDD`, with zeros for what is not known.
    pub date: u32,
    /// The date on which the event began, in the same way.
    pub event_date: u32,
    /// Its points.
    pub points: Points,
}

/// The points of a game for both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// Half points, White's first; `None` when the game has no result.
    pub half_points: Option<[u8; 2]>,
    /// Whether it was not played: a win or a loss by default, or a bye of both players.
    pub is_unplayed: bool,
}

impl Points {
    fn of(game: &GameView<'_>) -> Points {
        let outcome = game.outcome.unwrap_or_default();
        let is_unplayed = outcome.is_unplayed()
            || result::says_unplayed(game.tag("Termination").as_bytes())
            || (!outcome.is_standard() && !has_moves(game));
        Points { half_points: outcome.half_points(), is_unplayed }
    }
}

/// Whether a game has moves. Reads its text, unless its moves are known.
fn has_moves(game: &GameView<'_>) -> bool {
    match (game.moves, game.game, game.region) {
        (Some(moves), _, _) => moves.n_plies > 0,
        (None, Some(game), _) => game.n_plies() > 0,
        (None, None, Some(region)) => {
            read_region(region, ReadOptions::default(), ()).is_some_and(|game| game.n_plies() > 0)
        }
        (None, None, None) => false,
    }
}
impl Entry {
    /// The entry from the tags of a game; `None` if a player is unknown.
    #[must_use]
    pub fn of(game: &GameView<'_>) -> Option<Entry> {
        let text = |name: &str| match game.tag(name).trim() {
            "?" | "-" => String::new(),
            text => text.to_owned(),
        };
        let date =
            |name: &str| Date::parse_lax(game.tag(name).trim()).map_or(0, |date| date.sort_key());
        let names = [text("White"), text("Black")];
        if names.iter().any(String::is_empty) {
            return None;
        }
        // Servers write the address of the game there.
        let is_address = |site: &str| site.starts_with("http://") || site.starts_with("https://");
        let site = Some(text("Site")).filter(|site| !is_address(site)).unwrap_or_default();
        // A study or broadcast of lichess has an Event for each game, or for each round, or names
        // its study after the round.
        let mut titles = ["BroadcastName", "StudyName", "Event"].map(text).into_iter();
        let event = titles.find(|title| !title.is_empty() && !is_round_name(title));
        let event = event.unwrap_or_default();
        let rating = |color| game.elo(color).unwrap_or_default();
        Some(Entry {
            event: [event, site, text("Section")],
            names,
            ratings: [rating(Color::White), rating(Color::Black)],
            teams: [text("WhiteTeam"), text("BlackTeam")],
            round: text("Round"),
            date: date("Date"),
            event_date: date("EventDate"),
            points: Points::of(game),
        })
    }

    /// The side of a player who has a bye: the other side is called so.
    #[must_use]
    pub fn side_with_bye(&self) -> Option<Color> {
        match self.names.each_ref().map(|name| is_bye(name)) {
            [false, true] => Some(Color::White),
            [true, false] => Some(Color::Black),
            [true, true] | [false, false] => None,
        }
    }

    /// The numbers of the round: of `3.2`, 3 and 2; nothing when it is not known or no number.
    #[must_use]
    pub fn round_numbers(&self) -> Vec<u64> {
        match Round::parse(&self.round) {
            Ok(Round::Parts(parts)) => parts.numbers().collect(),
            Ok(Round::Unknown | Round::NotApplicable) | Err(_) => Vec::new(),
        }
    }

    /// Appends a key that sorts the games of an event together, by date and round.
    pub(super) fn push_key(&self, key: &mut Vec<u8>) {
        let [event, _, section] = &self.event;
        [event, section].iter().for_each(|text| sort_key::push_text(text.as_bytes(), key));
        key.extend_from_slice(&self.date.to_be_bytes());
        round::push_sort_key(&self.round, key);
    }

    pub(super) fn encode(&self, bytes: &mut Vec<u8>) {
        for number in [self.ratings[0], self.ratings[1], self.date, self.event_date] {
            bytes.extend_from_slice(&number.to_be_bytes());
        }
        let Points { half_points, is_unplayed } = self.points;
        let [white, black] = half_points.unwrap_or([255; 2]);
        bytes.extend_from_slice(&[white, black, u8::from(is_unplayed)]);
        for text in self.texts() {
            bytes.extend_from_slice(&(text.len() as u32).to_be_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
    }

    /// The entry of such bytes; fields missing at their end are empty.
    pub(super) fn decode(bytes: &[u8]) -> Entry {
        let mut bytes = bytes;
        let mut entry = Entry::default();
        let [mut white, mut black] = [0, 0];
        for number in [&mut white, &mut black, &mut entry.date, &mut entry.event_date] {
            *number = next_number(&mut bytes);
        }
        entry.ratings = [white, black];
        if let Some((&[white, black, is_unplayed], rest)) = bytes.split_first_chunk() {
            let half_points = (white < 255).then_some([white, black]);
            entry.points = Points { half_points, is_unplayed: is_unplayed == 1 };
            bytes = rest;
        }
        for text in entry.texts_mut() {
            let len = (next_number(&mut bytes) as usize).min(bytes.len());
            let (mine, rest) = bytes.split_at(len);
            *text = String::from_utf8_lossy(mine).into_owned();
            bytes = rest;
        }
        entry
    }

    pub(super) fn byte_count(&self) -> usize {
        size_of::<Entry>() + self.texts().map(String::len).sum::<usize>()
    }

    fn texts(&self) -> impl Iterator<Item = &String> {
        self.event.iter().chain(&self.names).chain(&self.teams).chain([&self.round])
    }

    fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let texts = self.event.iter_mut().chain(&mut self.names).chain(&mut self.teams);
        texts.chain([&mut self.round])
    }
}

/// Whether a name is that of a round, perhaps with a pairing: `Round 3`, `Round 3: Tal - Ek`.
pub(crate) fn is_round_name(name: &str) -> bool {
    let title = name.split(':').next().unwrap_or_default().trim().to_lowercase();
    let number = title.strip_prefix("round").unwrap_or_default().trim();
    !number.is_empty() && number.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// Whether a name means that a player has no opponent: `bye`, `BYE`, `(bye)`.
pub(super) fn is_bye(name: &str) -> bool {
    name.trim_matches(|c: char| !c.is_alphanumeric()).eq_ignore_ascii_case("bye")
}

fn next_number(bytes: &mut &[u8]) -> u32 {
    match bytes.split_first_chunk() {
        Some((number, rest)) => {
            *bytes = rest;
            u32::from_be_bytes(*number)
        }
        None => 0,
    }
}
