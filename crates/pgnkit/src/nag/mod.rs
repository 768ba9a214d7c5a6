//! Annotation symbols (NAGs): their numbers, meanings and printed symbols.
//!
//! Standard: §10, §8.2.3.8, §8.2.4. Decisions: D-13, D-35, D-36.
//! Start at [`Nag`].

use std::fmt;
use std::str::FromStr;

use pgn_chess::Color;

mod custom;
mod table;

pub use custom::{NagTable, NagTableError};

/// A numeric annotation glyph (NAG), written `$n`.
///
/// The standard allows 0 to 255 ([`is_in_range`](Nag::is_in_range)); larger numbers are kept so
/// that a file can be written unchanged.
///
/// ```
/// # use pgnkit::Nag;
/// assert_eq!(Nag(1).to_string(), "$1");
/// assert_eq!(Nag(1).meaning(), Some("good move"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nag(pub u16);

/// A meaning that is not in the standard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LaterMeaning {
    /// In words.
    pub meaning: &'static str,
    /// The programs that use it with this meaning.
    pub source: &'static str,
}

/// The subject of a NAG.
///
/// ```
/// use pgnkit::nag::{Nag, Scope};
/// assert_eq!(Nag(1).scope(), Scope::Move);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The move just played: 1 to 9.
    Move,
    /// The position reached: 10 to 135.
    Position,
    /// Time pressure: 136 to 139.
    Time,
    /// Nothing yet: the null annotation and all numbers from 140.
    Reserved,
}

impl Nag {
    /// The null annotation, a placeholder that should not be in files (§10).
    ///
    /// ```
    /// # use pgnkit::Nag;
    /// assert!(Nag::NULL.is_null());
    /// ```
    pub const NULL: Nag = Nag(0);

    /// The largest number that the standard allows.
    ///
    /// ```
    /// # use pgnkit::Nag;
    /// assert!(!Nag(Nag::MAX_IN_RANGE.0 + 1).is_in_range());
    /// ```
    pub const MAX_IN_RANGE: Nag = Nag(255);

    /// The NAG of the decimal digits after `$`; leading zeros are ignored.
    ///
    /// Numbers above `u16::MAX` become `u16::MAX`, which is also out of range. `None` if the text
    /// is empty or has other characters than digits.
    ///
    /// ```
    /// # use pgnkit::Nag;
    /// assert_eq!(Nag::from_digits("014"), Some(Nag(14)));
    /// assert_eq!(Nag::from_digits("$14"), None);
    /// ```
    #[must_use]
    pub fn from_digits(digits: &str) -> Option<Nag> {
        if digits.is_empty() {
            return None;
        }
        let mut number = 0u16;
        for byte in digits.bytes() {
            let digit = byte.is_ascii_digit().then(|| u16::from(byte - b'0'))?;
            number = number.saturating_mul(10).saturating_add(digit);
        }
        Some(Nag(number))
    }

    /// The NAG of an annotation symbol as the Informant, Scid, ChessBase and Lichess write it, in
    /// ASCII or Unicode: `!?`, `±`, `+/-`, `=∞`, `N`. Any dash or minus sign is accepted. Every
    /// symbol that [`glyph`](Nag::glyph) and [`signs`](Nag::signs) return is read as its number.
    ///
    /// ```
    /// # use pgnkit::Nag;
    /// assert_eq!(Nag::from_glyph("!?"), Some(Nag(5)));
    /// assert_eq!(Nag::from_glyph("+/-"), Nag::from_glyph("±"));
    /// ```
    #[must_use]
    pub fn from_glyph(glyph: &str) -> Option<Nag> {
        let is_it = |sign: &str| glyph.chars().filter_map(plain).eq(sign.chars());
        table::SIGNS.iter().find(|(_, sign)| is_it(sign)).map(|&(number, _)| Nag(number))
    }

    /// The symbol usually printed for this NAG, such as `!`, `⩲` or `□`.
    ///
    /// ```
    /// # use pgnkit::Nag;
    /// assert_eq!(Nag(4).glyph(), Some("??"));
    /// ```
    #[must_use]
    pub fn glyph(self) -> Option<&'static str> {
        self.signs().next()
    }

    /// The symbols that are read as this NAG; the usual one comes first.
    ///
    /// ```
    /// # use pgnkit::Nag;
    /// assert!(Nag(16).signs().any(|sign| sign == "±"));
    /// ```
    pub fn signs(self) -> impl Iterator<Item = &'static str> {
        table::SIGNS.iter().filter(move |(number, _)| *number == self.0).map(|&(_, sign)| sign)
    }

    /// The suffix that import format allows for this NAG: `!` `?` `!!` `??` `!?` `?!` for 1 to 6.
    ///
    /// ```
    /// # use pgnkit::Nag;
    /// assert_eq!((Nag(3).suffix(), Nag(16).suffix()), (Some("!!"), None));
    /// ```
    #[must_use]
    pub fn suffix(self) -> Option<&'static str> {
        if (1..=6).contains(&self.0) { self.glyph() } else { None }
    }

    /// The meaning in the standard, for 0 to 139.
    ///
    /// ```
    /// # use pgnkit::Nag;
    /// assert!(Nag(0).meaning().is_some() && Nag(140).meaning().is_none());
    /// ```
    #[must_use]
    pub fn meaning(self) -> Option<&'static str> {
        table::MEANINGS.get(usize::from(self.0)).copied()
    }

    /// The NAG of a meaning in the words of the standard. Letter case does not matter, and text in
    /// parentheses may be left out: `White has a crushing advantage`.
    ///
    /// For words that only later programs use, see [`from_later_words`](Nag::from_later_words).
    ///
    /// ```
    /// # use pgnkit::Nag;
    /// assert_eq!(Nag::from_words("Null annotation"), Some(Nag::NULL));
    /// ```
    #[must_use]
    pub fn from_words(words: &str) -> Option<Nag> {
        let words = words.trim();
        let is_same = |meaning: &str| {
            meaning.eq_ignore_ascii_case(words)
                || without_parentheses(meaning).eq_ignore_ascii_case(words)
        };
        Nag::all().find(|nag| nag.meaning().is_some_and(is_same))
    }

    /// The NAG that later programs use for these words, the lowest if there are several: `novelty`
    /// is 146.
    ///
    /// ```
    /// # use pgnkit::Nag;
    /// assert_eq!(Nag::from_later_words("novelty"), Some(Nag(146)));
    /// ```
    #[must_use]
    pub fn from_later_words(words: &str) -> Option<Nag> {
        Nag::later()
            .find(|(_, later)| later.meaning.eq_ignore_ascii_case(words.trim()))
            .map(|it| it.0)
    }

    /// The meaning that later programs gave to a reserved number (140 to 255), and these programs.
    ///
    /// ```
    /// # use pgnkit::Nag;
    /// assert!(Nag(146).later_meaning().is_some_and(|it| it.meaning == "novelty"));
    /// ```
    #[must_use]
    pub fn later_meaning(self) -> Option<LaterMeaning> {
        Nag::later().find(|(nag, _)| *nag == self).map(|(_, later)| later)
    }

    /// All numbers with a meaning in later programs, in order.
    ///
    /// ```
    /// # use pgnkit::Nag;
    /// assert!(Nag::later().all(|(nag, _)| nag.later_meaning().is_some()));
    /// ```
    pub fn later() -> impl ExactSizeIterator<Item = (Nag, LaterMeaning)> {
        table::LATER
            .iter()
            .map(|&(number, meaning, source)| (Nag(number), LaterMeaning { meaning, source }))
    }

    /// The side from which a diagram of the position should be shown, if this NAG requests one;
    /// used by programs after 1994.
    ///
    /// ```
    /// # use pgnkit::Nag;
    /// assert_eq!(Nag(221).diagram(), Some(pgnkit::Color::Black));
    /// ```
    #[must_use]
    pub const fn diagram(self) -> Option<Color> {
        match self.0 {
            201 | 220 => Some(Color::White),
            221 => Some(Color::Black),
            _ => None,
        }
    }

    /// The subject of this NAG.
    ///
    /// ```
    /// # use pgnkit::Nag;
    /// assert_eq!(Nag(138).scope(), pgnkit::nag::Scope::Time);
    /// ```
    #[must_use]
    pub const fn scope(self) -> Scope {
        match self.0 {
            1..=9 => Scope::Move,
            10..=135 => Scope::Position,
            136..=139 => Scope::Time,
            0 | 140.. => Scope::Reserved,
        }
    }

    /// True for `$0`.
    ///
    /// ```
    /// # use pgnkit::Nag;
    /// assert!(Nag(0).is_null() && !Nag(1).is_null());
    /// ```
    #[must_use]
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }

    /// True for 0 to 255.
    ///
    /// ```
    /// # use pgnkit::Nag;
    /// assert!(Nag(255).is_in_range() && !Nag(256).is_in_range());
    /// ```
    #[must_use]
    pub const fn is_in_range(self) -> bool {
        self.0 <= Nag::MAX_IN_RANGE.0
    }

    /// All 140 NAGs of the standard, in order.
    ///
    /// ```
    /// # use pgnkit::Nag;
    /// assert_eq!(Nag::all().count(), 140);
    /// ```
    pub fn all() -> impl Iterator<Item = Nag> {
        (0u16..).take(table::MEANINGS.len()).map(Nag)
    }
}

/// A character of a symbol in the form of the table: each dash is a hyphen, and variation selectors
/// are dropped.
fn plain(c: char) -> Option<char> {
    match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
        '\u{fe0e}' | '\u{fe0f}' => None,
        _ => Some(c),
    }
}

/// `White has a slight time advantage` of `White has a slight time (development) advantage`.
fn without_parentheses(meaning: &str) -> String {
    match (meaning.split_once(" ("), meaning.rsplit_once(')')) {
        (Some((before, _)), Some((_, after))) => format!("{before}{after}"),
        _ => meaning.to_owned(),
    }
}

/// `$14`, without leading zeros (§8.2.4).
impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

/// The text is not a NAG: `$` and digits, the digits alone, or an annotation symbol.
///
/// ```
/// assert!("very good".parse::<pgnkit::Nag>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseNagError;

impl fmt::Display for ParseNagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a NAG such as `$1` or an annotation symbol such as `!`")
    }
}

impl std::error::Error for ParseNagError {}

/// `$14`, `14`, or a symbol that [`from_glyph`](Nag::from_glyph) reads.
///
/// ```
/// # use pgnkit::Nag;
/// assert_eq!(("$14".parse(), "!?".parse()), (Ok(Nag(14)), Ok(Nag(5))));
/// assert!("good".parse::<Nag>().is_err());
/// ```
impl FromStr for Nag {
    type Err = ParseNagError;

    fn from_str(text: &str) -> Result<Nag, ParseNagError> {
        let digits = text.strip_prefix('$').unwrap_or(text);
        Nag::from_digits(digits).or_else(|| Nag::from_glyph(text)).ok_or(ParseNagError)
    }
}

#[cfg(test)]
mod tests;
