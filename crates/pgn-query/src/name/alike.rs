//! Names that count as the same automatically.

use super::fold::{Fold, fold};
use super::person::Person;

/// The conditions under which two spellings of a person's name count as the same.
///
/// ```
/// use pgn_query::name::Alike;
///
/// assert_eq!(Alike::Initials.key("Tal, Mikhail"), Alike::Initials.key("Tal,M"));
/// assert_ne!(Alike::Letters.key("Tal, Mikhail"), Alike::Letters.key("Tal,M"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Alike {
    /// They differ in case, accents and punctuation alone: `HÜBNER, R` is `Hubner, R.`
    #[default]
    Letters,
    /// They share the family name, its sound in the letters of other languages, and the first
    /// initial: `Tal, Mikhail`, `Tal,M` and `Mihail Tal` are the same, as would be two brothers
    /// with the same initial.
    Initials,
}

impl Alike {
    /// The common key of all spellings of a person, or of several separated by colons.
    ///
    /// ```
    /// use pgn_query::name::Alike;
    ///
    /// let names = ["Yusupov, Artur", "Jussupow, A.", "GM Artur Yusupov"];
    /// let keys = names.map(|name| Alike::Initials.key(name));
    /// assert!(keys[0] == keys[1] && keys[0] == keys[2]);
    /// assert_ne!(Alike::Letters.key("Tal, M"), Alike::Letters.key("Tal, Mikhail"));
    /// ```
    #[must_use]
    pub fn key(self, name: &str) -> String {
        let one = |name: &str| {
            let whole = || fold(name, Fold::Words).into_owned();
            match self {
                Alike::Letters => whole(),
                Alike::Initials => Person::parse(name).brief().unwrap_or_else(whole),
            }
        };
        name.split(':').map(one).collect::<Vec<_>>().join(":")
    }

    /// The same for names that are not persons: an event, a site.
    #[must_use]
    pub fn key_of_place(self, name: &str) -> String {
        fold(name, Fold::Words).into_owned()
    }
}

/// Whether a comma separates the family name; the better form is the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CommaForm {
    /// `Tal M`, and all names but those of persons.
    Without,
    /// `Tal,M`.
    Bare,
    /// `Tal, M`.
    Spaced,
}

impl CommaForm {
    pub(super) fn of(name: &str) -> CommaForm {
        match name.split_once(',') {
            None => CommaForm::Without,
            Some(_) if name.contains(", ") => CommaForm::Spaced,
            Some(_) => CommaForm::Bare,
        }
    }
}

/// Whether a spelling is more complete than another one that counts as the same: with a comma after
/// the family name, longer, not all in capitals, with its accents. Of any two that differ, one is.
///
/// ```
/// use pgn_query::name::is_fuller;
///
/// assert!(is_fuller("Tal, Mikhail", "Tal, M"));
/// ```
#[must_use]
pub fn is_fuller(name: &str, other: &str) -> bool {
    let worth = |name: &str| {
        let has_cases =
            name.chars().any(char::is_lowercase) && name.chars().any(char::is_uppercase);
        let n_accents = name.chars().filter(|c| !c.is_ascii()).count();
        (CommaForm::of(name), name.chars().count(), has_cases, n_accents)
    };
    // Alphabetical order breaks ties.
    (worth(name), other) > (worth(other), name)
}
