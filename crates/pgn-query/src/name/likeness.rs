//! Whether two spellings may be the name of one person.

use std::cmp::Ordering;

use strsim::osa_distance;

use super::person::{NameReading, NameWord, Person};
use pgnkit::tag::players;

/// The degree of similarity of two names, from little to much.
///
/// ```
/// use pgn_query::name::Likeness;
///
/// assert!(Likeness::Different < Likeness::Compatible && Likeness::Compatible < Likeness::Same);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Likeness {
    /// Two persons.
    Different,
    /// A slip of the pen may explain it: one letter is another, missing, too much, or two have
    /// changed places (two such slips in long words).
    Close,
    /// They may be one person, but one spelling is less complete: initials, a missing name, no
    /// `Jr`.
    Compatible,
    /// The same names, up to their order, case, accents and the language of the letters.
    Same,
}

/// Compares two values of White or Black, each one name or several with colons between.
///
/// An unknown player (`?`, `NN`) is compatible with everybody. The relation is symmetric; only
/// `Same` is transitive for names with a comma.
///
/// ```
/// use pgn_query::name::{Likeness, likeness};
///
/// assert_eq!(likeness("Carlsen, Magnus", "GM Magnus Carlsen (NOR)"), Likeness::Same);
/// assert_eq!(likeness("Carlsen, M", "Carlsen,Magnus"), Likeness::Compatible);
/// assert_eq!(likeness("Ivanov, A", "Ivanov, B"), Likeness::Different);
/// assert_eq!(likeness("Tschigorin, M", "Chigorin, M."), Likeness::Same);
/// ```
#[must_use]
pub fn likeness(a: &str, b: &str) -> Likeness {
    Players::parse(a).likeness(&Players::parse(b))
}

/// The players on one side of a board.
///
/// ```
/// use pgn_query::name::Players;
///
/// assert_eq!(Players::parse("Tal, M:Keres, P").persons().len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Players {
    persons: Vec<Person>,
}

impl Players {
    /// The maximum number of tied players that are compared; more are compared by their order.
    const N_ANY_ORDER_MAX: usize = 8;

    /// The persons of a value of White or Black.
    ///
    /// ```
    /// use pgn_query::name::Players;
    ///
    /// assert_eq!(Players::parse("Tal, Mikhail").persons().len(), 1);
    /// ```
    #[must_use]
    pub fn parse(value: &str) -> Players {
        let mut persons: Vec<Person> =
            players(value).map(|player| Person::parse(player.name)).collect();
        if persons.is_empty() {
            persons.push(Person::default());
        }
        Players { persons }
    }

    /// The persons, at least one.
    ///
    /// ```
    /// use pgn_query::name::Players;
    ///
    /// assert!(Players::parse("?").persons()[0].is_unknown());
    /// ```
    #[must_use]
    pub fn persons(&self) -> &[Person] {
        &self.persons
    }

    /// Like [`likeness`], for parsed names: each must have a partner on the other side, and the
    /// least similar pair decides.
    ///
    /// ```
    /// use pgn_query::name::{Likeness, Players};
    ///
    /// let (a, b) = (Players::parse("Tal, M:Keres, P"), Players::parse("Keres, P:Tal, M"));
    /// assert_eq!(a.likeness(&b), Likeness::Same);
    /// ```
    #[must_use]
    pub fn likeness(&self, other: &Players) -> Likeness {
        match (&self.persons[..], &other.persons[..]) {
            ([a], [b]) => a.likeness(b),
            (a, b) if a.len() != b.len() => Likeness::Different,
            (a, b) if a.len() > Players::N_ANY_ORDER_MAX => {
                let pairs = a.iter().zip(b).map(|(a, b)| a.likeness(b));
                pairs.min().unwrap_or(Likeness::Different)
            }
            (a, b) => in_any_order(a, b),
        }
    }
}

/// Assigns to each person the most similar of the remaining ones.
fn in_any_order(a: &[Person], b: &[Person]) -> Likeness {
    let mut left: Vec<&Person> = b.iter().collect();
    let mut least = Likeness::Same;
    for person in a {
        let likely = |other: &&Person| person.likeness(other);
        let best = left.iter().enumerate().max_by_key(|(_, other)| likely(other));
        let Some((idx, other)) = best else { return Likeness::Different };
        least = least.min(likely(other));
        left.remove(idx);
    }
    least
}

impl Person {
    /// Like [`likeness`], for one person each. Allocates nothing unless the names differ a little.
    ///
    /// ```
    /// use pgn_query::name::{Likeness, Person};
    ///
    /// let (a, b) = (Person::parse("Tal, Mikhail"), Person::parse("Keres, Paul"));
    /// assert_eq!(a.likeness(&b), Likeness::Different);
    /// ```
    #[must_use]
    pub fn likeness(&self, other: &Person) -> Likeness {
        if self.is_unknown() || other.is_unknown() {
            return Likeness::Compatible;
        }
        if self.has_digits() || other.has_digits() {
            let words = |person: &Person| person.words().len();
            let is_same = words(self) == words(other)
                && self
                    .words()
                    .iter()
                    .zip(other.words())
                    .all(|(&a, &b)| self.folded(a) == other.folded(b));
            return if is_same { Likeness::Same } else { Likeness::Different };
        }
        let most = match (self.suffix(), other.suffix()) {
            (Some(a), Some(b)) if a != b => return Likeness::Different,
            (None, Some(_)) | (Some(_), None) => Likeness::Compatible,
            (Some(_), Some(_)) | (None, None) => Likeness::Same,
        };
        let pair = PersonPair { a: self, b: other };
        let mut best = Likeness::Different;
        for a in self.readings() {
            for b in other.readings() {
                best = best.max(pair.likeness(a, b));
            }
        }
        best.min(most)
    }
}

#[derive(Clone, Copy)]
struct PersonPair<'a> {
    a: &'a Person,
    b: &'a Person,
}

impl PersonPair<'_> {
    fn likeness(self, a: NameReading<'_>, b: NameReading<'_>) -> Likeness {
        let given = self.given(a.given, b.given);
        if given == Likeness::Different {
            return Likeness::Different;
        }
        match self.family(a.family, b.family) {
            // Of a double name only the first is written: then the given names must agree.
            Likeness::Compatible if given < Likeness::Same || a.given.is_empty() => {
                Likeness::Different
            }
            Likeness::Close if given == Likeness::Close => Likeness::Different,
            family => family.min(given),
        }
    }

    fn family(self, a: &[NameWord], b: &[NameWord]) -> Likeness {
        if self.are_joined_alike(a, b) {
            return Likeness::Same;
        }
        let (short, long) = match a.len().cmp(&b.len()) {
            Ordering::Less => (a, &b[..a.len()]),
            Ordering::Greater => (&a[..b.len()], b),
            Ordering::Equal => return self.close(a, b),
        };
        // A particle or an initial alone does not identify a person.
        let tells =
            |person: &Person, words: &[NameWord]| words.iter().any(|&word| person.is_telling(word));
        if tells(self.a, &a[..short.len()])
            && tells(self.b, &b[..long.len()])
            && self.are_joined_alike(short, long)
        {
            return Likeness::Compatible;
        }
        self.close(a, b)
    }

    fn given(self, a: &[NameWord], b: &[NameWord]) -> Likeness {
        if a.is_empty() || b.is_empty() {
            return if a.len() == b.len() { Likeness::Same } else { Likeness::Compatible };
        }
        if self.are_joined_alike(a, b) && !a.iter().chain(b).any(|word| word.is_short) {
            return Likeness::Same;
        }
        let mut least = if a.len() == b.len() { Likeness::Same } else { Likeness::Compatible };
        for (&one, &other) in a.iter().zip(b) {
            least = least.min(self.given_word(one, other));
        }
        least
    }

    fn given_word(self, a: NameWord, b: NameWord) -> Likeness {
        let (folded_a, folded_b) = (self.a.folded(a), self.b.folded(b));
        if self.are_joined_alike(&[a], &[b]) {
            // Initials that only sound alike may be those of two names.
            let is_sound_alone = (a.is_short || b.is_short) && folded_a != folded_b;
            return if is_sound_alone { Likeness::Compatible } else { Likeness::Same };
        }
        let (root_a, root_b) = (self.a.root(a), self.b.root(b));
        let is_short_for = match (a.is_short, b.is_short) {
            (true, false) => folded_b.starts_with(folded_a) || root_b.starts_with(root_a),
            (false, true) => folded_a.starts_with(folded_b) || root_a.starts_with(root_b),
            (true, true) => folded_a.starts_with(folded_b) || folded_b.starts_with(folded_a),
            (false, false) => return self.close(&[a], &[b]),
        };
        if is_short_for { Likeness::Compatible } else { Likeness::Different }
    }

    /// Whether the words are the same, unchanged or in their roots, however they are spaced.
    fn are_joined_alike(self, a: &[NameWord], b: &[NameWord]) -> bool {
        let folded = |person: &'_ Person, words: &[NameWord]| -> u64 {
            words.iter().map(|&word| person.folded(word).len() as u64).sum()
        };
        let is_same_text = folded(self.a, a) == folded(self.b, b)
            && bytes(self.a, a, Person::folded).eq(bytes(self.b, b, Person::folded));
        is_same_text || bytes(self.a, a, Person::root).eq(bytes(self.b, b, Person::root))
    }

    /// Whether one or two typing errors turn one into the other.
    fn close(self, a: &[NameWord], b: &[NameWord]) -> Likeness {
        let a: String = a.iter().map(|&word| self.a.root(word)).collect();
        let b: String = b.iter().map(|&word| self.b.root(word)).collect();
        let n = a.len().min(b.len());
        let n_slips_max = n_slips_max(n);
        // The family names of women may end in -a: that is not a typing error.
        let is_feminine = a.strip_prefix(&*b) == Some("a") || b.strip_prefix(&*a) == Some("a");
        if is_feminine || a.len().abs_diff(b.len()) > n_slips_max {
            return Likeness::Different;
        }
        let is_close = n_slips_max > 0 && osa_distance(&a, &b) <= n_slips_max;
        if is_close { Likeness::Close } else { Likeness::Different }
    }
}

/// The number of typing errors that are tolerated in words of this many bytes.
pub(super) fn n_slips_max(n_bytes: usize) -> usize {
    match n_bytes {
        0..4 => 0,
        4..9 => 1,
        _ => 2,
    }
}

fn bytes<'a>(
    person: &'a Person,
    words: &'a [NameWord],
    of: fn(&'a Person, NameWord) -> &'a str,
) -> impl Iterator<Item = u8> + 'a {
    words.iter().flat_map(move |&word| of(person, word).bytes())
}
