//! Titles and ratings of players: `GM`, `2785`, `-` for none.
//!
//! Standard: §9.1. Decisions: D-16, D-25.

use std::fmt;

use super::ValueError;
use super::number::parse_integer;
use crate::named_enum::named_enum;

named_enum! {
    /// One item of WhiteTitle or BlackTitle.
    ///
    /// ```
    /// use pgnkit::tag::Title;
    /// assert_eq!(Title::from_name("GM").unwrap().name(), "GM");
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Title, name {
        /// `-`
        Untitled = "-",
        /// Grandmaster.
        Gm = "GM",
        /// International master.
        Im = "IM",
        /// FIDE master.
        Fm = "FM",
        /// Candidate master.
        Cm = "CM",
        /// Woman grandmaster.
        Wgm = "WGM",
        /// Woman international master.
        Wim = "WIM",
        /// Woman FIDE master.
        Wfm = "WFM",
        /// Woman candidate master.
        Wcm = "WCM",
        /// National master; not a FIDE title, but common.
        Nm = "NM",
    }
}

impl Title {
    /// The title in words, in lower case; `None` for no title.
    #[must_use]
    pub const fn words(self) -> Option<&'static str> {
        match self {
            Title::Untitled => None,
            Title::Gm => Some("grandmaster"),
            Title::Im => Some("international master"),
            Title::Fm => Some("fide master"),
            Title::Cm => Some("candidate master"),
            Title::Wgm => Some("woman grandmaster"),
            Title::Wim => Some("woman international master"),
            Title::Wfm => Some("woman fide master"),
            Title::Wcm => Some("woman candidate master"),
            Title::Nm => Some("national master"),
        }
    }

    /// True if FIDE gives this title.
    #[must_use]
    pub const fn is_fide(self) -> bool {
        !matches!(self, Title::Untitled | Title::Nm)
    }
}

/// One item of WhiteElo, BlackUSCF and the like.
///
/// ```
/// use pgnkit::tag::Rating;
/// assert_eq!(Rating::parse("2700")?, Rating::Points(2700));
/// assert_eq!(Rating::parse("-")?.points(), None);
/// # Ok::<(), pgnkit::tag::ValueError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rating {
    /// The empty value.
    Unknown,
    /// `-`: the player has no rating.
    Unrated,
    /// A rating in points; 0 is read but not plausible.
    Points(u32),
}

impl Rating {
    /// Parses one item: an integer, or `-`.
    ///
    /// # Errors
    /// At the first character that is not a digit, or if the number is above `u32::MAX`.
    pub fn parse(value: &str) -> Result<Rating, ValueError> {
        match value {
            "" => Ok(Rating::Unknown),
            "-" => Ok(Rating::Unrated),
            _ => parse_integer(value, "a rating or `-`").map(Rating::Points),
        }
    }

    /// Like [`parse`](Rating::parse), but accepts white space around the value, and `?` for
    /// unknown.
    ///
    /// ```
    /// use pgnkit::tag::Rating;
    /// assert_eq!(Rating::parse_lax(" 2700 "), Some(Rating::Points(2700)));
    /// ```
    #[must_use]
    pub fn parse_lax(value: &str) -> Option<Rating> {
        match value.trim() {
            "?" => Some(Rating::Unknown),
            value => Rating::parse(value).ok(),
        }
    }

    /// The points, if there are any.
    #[must_use]
    pub const fn points(self) -> Option<u32> {
        match self {
            Rating::Points(points) => Some(points),
            Rating::Unknown | Rating::Unrated => None,
        }
    }

    /// False for a number that no rating list has: 0, or five or more digits.
    ///
    /// ```
    /// assert!(!pgnkit::tag::Rating::Points(27_000).is_plausible());
    /// ```
    #[must_use]
    pub const fn is_plausible(self) -> bool {
        match self {
            Rating::Points(points) => points > 0 && points < 10_000,
            Rating::Unknown | Rating::Unrated => true,
        }
    }
}

/// Points or `-`; unknown is the empty text.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rating::Unknown => Ok(()),
            Rating::Unrated => f.write_str("-"),
            Rating::Points(points) => write!(f, "{points}"),
        }
    }
}

/// The agency in a tag name of the standard form: `DWZ` of `WhiteDWZ`, `Elo` of `BlackElo`.
///
/// An agency is `Elo`, or two or more upper-case letters, except `NA`, which is the network
/// address.
///
/// ```
/// assert_eq!(pgnkit::tag::rating_agency("WhiteDWZ"), Some("DWZ"));
/// ```
#[must_use]
pub fn rating_agency(name: &str) -> Option<&str> {
    let agency = name.strip_prefix("White").or_else(|| name.strip_prefix("Black"))?;
    let is_letters = agency.len() >= 2 && agency.bytes().all(|byte| byte.is_ascii_uppercase());
    (agency == "Elo" || (is_letters && agency != "NA")).then_some(agency)
}
