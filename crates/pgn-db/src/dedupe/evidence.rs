//! The similarities of two prints, tag by tag (§8.1.1, D-18, D-19).

use std::cell::OnceCell;

use super::key::DedupeKey;
use pgn_query::name::{Fold, Likeness, Person, Players, fold};
use pgnkit::Outcome;
use pgnkit::named_enum;

named_enum! {
    /// The relation of the moves of two duplicates.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Relation, name {
        /// The same moves and the same tags.
        Twin = "same moves and tags",
        /// The same moves.
        Same = "same moves",
        /// One ends where the other continues.
        CutShort = "cut short",
        /// They differ by a tail that was probably not played.
        Tail = "same moves except for a tail",
        /// The requested position or start is the same.
        Asked = "same position",
        /// The round, the board and the players are the same, the moves are not.
        Conflict = "other moves",
    }
}

named_enum! {
    /// How a tag compares that can be there, or not.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Match, name {
        /// The same.
        Equal = "equal",
        /// Not known in one of them.
        Unknown = "unknown",
        /// Not the same.
        Different = "different",
    }
}

named_enum! {
    /// How the players compare; the side that is less alike counts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum PlayersMatch, name {
        /// The same persons, perhaps in different spellings.
        Alike = "alike",
        /// A slip of the pen may explain the difference.
        Close = "close",
        /// A player is unknown in one of them, and the others are alike.
        Unknown = "unknown",
        /// The family names are the same, the given names are not: Bobby and Robert, William and
        /// Wilhelm, or brothers.
        Family = "of the same family names",
        /// Other persons.
        Different = "different",
    }
}

named_enum! {
    /// How the dates compare.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum DateMatch, name {
        /// The same day.
        Equal = "equal",
        /// The same as far as both are known, at least the year.
        Fits = "fits",
        /// At most a month apart, or day and month are swapped.
        Near = "near",
        /// Not known in one of them.
        Unknown = "unknown",
        /// Other dates.
        Far = "far",
    }
}

named_enum! {
    /// How the events compare.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum EventMatch, name {
        /// The same, or one is part of the other.
        Alike = "alike",
        /// They share a word.
        Related = "related",
        /// Not known in one of them.
        Unknown = "unknown",
        /// Nothing in common.
        Different = "different",
    }
}

/// The similarities of two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// How their moves lie to each other.
    pub relation: Relation,
    /// Plies that both have.
    pub ply_count: u32,
    /// White and Black.
    pub players: PlayersMatch,
    /// Date.
    pub date: DateMatch,
    /// Event.
    pub event: EventMatch,
    /// Round.
    pub round: Match,
    /// The outcome.
    pub result: Match,
    /// Identifies a game of a server.
    pub link: Match,
    /// The time of day at which they began.
    pub time: Match,
}

/// A print whose names are parsed on demand: few are needed.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) print: DedupeKey,
    names: OnceCell<PlayerNames>,
}

#[derive(Debug)]
struct PlayerNames {
    white: Players,
    black: Players,
    event: String,
}

impl Known {
    pub(super) fn of(print: DedupeKey) -> Known {
        Known { print, names: OnceCell::new() }
    }

    fn names(&self) -> &PlayerNames {
        self.names.get_or_init(|| {
            let event = fold(&self.print.event, Fold::Words).into_owned();
            let is_said = event.chars().any(char::is_alphanumeric);
            PlayerNames {
                white: Players::parse(&self.print.white),
                black: Players::parse(&self.print.black),
                event: if is_said { event } else { String::new() },
            }
        })
    }
}

pub(super) const EVIDENCE_BYTES: usize = 12;

impl Evidence {
    pub(super) fn to_bytes(self) -> [u8; EVIDENCE_BYTES] {
        let mut bytes = [0; EVIDENCE_BYTES];
        bytes[..4].copy_from_slice(&self.ply_count.to_le_bytes());
        bytes[4..].copy_from_slice(&[
            self.relation as u8,
            self.players as u8,
            self.date as u8,
            self.event as u8,
            self.round as u8,
            self.result as u8,
            self.link as u8,
            self.time as u8,
        ]);
        bytes
    }

    pub(super) fn from_bytes(bytes: [u8; EVIDENCE_BYTES]) -> Option<Evidence> {
        let at = |n: usize| usize::from(bytes[n]);
        let of = |n: usize| Match::ALL.get(at(n)).copied();
        Some(Evidence {
            ply_count: u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
            relation: *Relation::ALL.get(at(4))?,
            players: *PlayersMatch::ALL.get(at(5))?,
            date: *DateMatch::ALL.get(at(6))?,
            event: *EventMatch::ALL.get(at(7))?,
            round: of(8)?,
            result: of(9)?,
            link: of(10)?,
            time: of(11)?,
        })
    }

    /// The evidence about two games whose moves have this relation.
    pub(super) fn of(a: &Known, b: &Known, relation: Relation, ply_count: u32) -> Evidence {
        let (one, other) = (&a.print, &b.print);
        let names = [a.names(), b.names()];
        Evidence {
            relation,
            ply_count,
            players: players(names),
            date: dates(&one.date, &other.date),
            event: events(&names[0].event, &names[1].event),
            round: rounds(&one.round, &other.round),
            result: outcomes(one.outcome, other.outcome),
            link: parts(&one.link, &other.link),
            time: parts(&one.time, &other.time),
        }
    }

    /// That of games that are equal in all that counts.
    pub(super) fn of_equals(relation: Relation, ply_count: u32) -> Evidence {
        Evidence {
            relation,
            ply_count,
            players: PlayersMatch::Alike,
            date: DateMatch::Equal,
            event: EventMatch::Alike,
            round: Match::Equal,
            result: Match::Equal,
            link: Match::Equal,
            time: Match::Equal,
        }
    }
}

fn players([a, b]: [&PlayerNames; 2]) -> PlayersMatch {
    let sides = [(&a.white, &b.white), (&a.black, &b.black)];
    let found = sides.map(|(one, other)| side(one, other));
    let order =
        [PlayersMatch::Different, PlayersMatch::Family, PlayersMatch::Unknown, PlayersMatch::Close];
    order.into_iter().find(|it| found.contains(it)).unwrap_or(PlayersMatch::Alike)
}

fn side(one: &Players, other: &Players) -> PlayersMatch {
    let is_unknown = |players: &Players| players.persons().iter().all(|it| it.is_unknown());
    if is_unknown(one) || is_unknown(other) {
        return PlayersMatch::Unknown;
    }
    match one.likeness(other) {
        Likeness::Same | Likeness::Compatible => PlayersMatch::Alike,
        Likeness::Close => PlayersMatch::Close,
        Likeness::Different => match (one.persons(), other.persons()) {
            ([one], [other]) if are_of_a_family(one, other) => PlayersMatch::Family,
            _ => PlayersMatch::Different,
        },
    }
}

/// Programs and accounts have no families.
fn are_of_a_family(one: &Person, other: &Person) -> bool {
    let has_digits = one.has_digits() || other.has_digits();
    !has_digits && !one.key().is_empty() && one.key() == other.key()
}

/// The maximum difference of dates that are near, in days.
const NEAR_DAYS_MAX: i64 = 31;

pub(super) fn dates(one: &[u8; 8], other: &[u8; 8]) -> DateMatch {
    let is_known = |date: &[u8]| date.iter().all(u8::is_ascii_digit);
    if one[0] == b'?' || other[0] == b'?' {
        return DateMatch::Unknown;
    }
    match (is_known(one), is_known(other)) {
        (true, true) if one == other => DateMatch::Equal,
        (true, true) => {
            let is_swapped =
                one[..4] == other[..4] && one[4..6] == other[6..] && one[6..] == other[4..6];
            let days = days_of(one).abs_diff(days_of(other));
            let is_near = days <= NEAR_DAYS_MAX.unsigned_abs();
            if is_swapped || is_near { DateMatch::Near } else { DateMatch::Far }
        }
        (false, _) | (_, false) => {
            let fits = |(a, b): (&u8, &u8)| a == b || *a == b'?' || *b == b'?';
            if one.iter().zip(other).all(fits) { DateMatch::Fits } else { DateMatch::Far }
        }
    }
}

/// Days since a fixed day, for differences; impossible dates are counted too.
fn days_of(date: &[u8; 8]) -> i64 {
    let number = |part: &[u8]| part.iter().fold(0, |sum, byte| sum * 10 + i64::from(byte - b'0'));
    let (year, month, day) = (number(&date[..4]), number(&date[4..6]), number(&date[6..]));
    // March is the first month, so that the odd day of a leap year is the last of its year.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leap_days + (month * 153 + 2) / 5 + day
}

pub(super) fn events(one: &str, other: &str) -> EventMatch {
    if one.is_empty() || other.is_empty() {
        return EventMatch::Unknown;
    }
    if one.contains(other) || other.contains(one) {
        return EventMatch::Alike;
    }
    let mut words = one.split_whitespace().filter(|word| word.len() > 2);
    let is_shared = words.any(|word| other.split_whitespace().any(|it| it == word));
    if is_shared { EventMatch::Related } else { EventMatch::Different }
}

/// Rounds are the same if their numbers are, part by part; `3` is less specific than `3.1`, and
/// does not contradict it.
pub(super) fn rounds(one: &str, other: &str) -> Match {
    let is_unknown = |round: &str| !round.bytes().any(|byte| byte.is_ascii_alphanumeric());
    if is_unknown(one) || is_unknown(other) {
        return Match::Unknown;
    }
    let parts = |round: &str| -> Vec<String> {
        let split = round.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
        split
            .map(|part| {
                let bare = part.trim_start_matches('0');
                if bare.is_empty() { "0".to_owned() } else { bare.to_lowercase() }
            })
            .collect()
    };
    let (one, other) = (parts(one), parts(other));
    if one == other {
        return Match::Equal;
    }
    let says_less = one.starts_with(&other) || other.starts_with(&one);
    if says_less { Match::Unknown } else { Match::Different }
}

fn outcomes(one: Outcome, other: Outcome) -> Match {
    match (one, other) {
        (Outcome::Unknown, _) | (_, Outcome::Unknown) => Match::Unknown,
        _ if one.half_points() == other.half_points() => Match::Equal,
        _ => Match::Different,
    }
}

/// Values whose first word gives their kind; values of different kinds cannot be compared.
fn parts(one: &str, other: &str) -> Match {
    let sort = |value: &str| value.split_once(' ').map(|(sort, _)| sort.to_owned());
    if one.is_empty() || other.is_empty() || sort(one) != sort(other) {
        return Match::Unknown;
    }
    if one == other { Match::Equal } else { Match::Different }
}
