//! The tags that the standard names: what value each takes, and where it is defined.
//!
//! Owns: the one table of tags, and the check of a value by its tag. Knows nothing of: games.
//! Standard: §8.1.1, §9. Decisions: D-16, D-25.
//! Start at [`TAGS`] and [`check`].

use super::{
    Date, Eco, Outcome, PlayerType, Rating, Round, SetUp, Termination, Time, TimeControl, Title,
    ValueError, fields, parse_board, parse_ply_count,
};

/// One row of the table of tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TagKind {
    /// The tag's name.
    pub name: &'static str,
    /// What its value is.
    pub value: ValueType,
    /// The section of the standard; empty for Variant, which is younger.
    pub section: &'static str,
}

/// What kind of value a tag takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ValueType {
    /// Free text.
    Text,
    /// Place and country: free text with a recommended end.
    Site,
    /// `1992.08.31`
    Date,
    /// `29`, `3.1`, `-`, `?`
    Round,
    /// Names with colons between.
    Players,
    /// One of the four termination markers.
    Outcome,
    /// Titles, one for each player.
    Titles,
    /// Ratings, one for each player.
    Ratings,
    /// Network addresses, one for each player.
    Addresses,
    /// `human` or `program`, one for each player.
    PlayerTypes,
    /// A board number.
    Board,
    /// An ECO code.
    Eco,
    /// `14:05:00`
    Time,
    /// Periods with colons between.
    TimeControl,
    /// `0` or `1`
    SetUp,
    /// A position; its grammar belongs to the rules of chess and is not checked here.
    Fen,
    /// The name of a chess variant.
    Variant,
    /// One of eight words.
    Termination,
    /// Free text with five known values.
    Mode,
    /// A number of plies.
    PlyCount,
}

/// All tags that the standard names, in its order; Variant at the end.
pub const TAGS: [TagKind; 38] = [
    tag("Event", ValueType::Text, "8.1.1.1"),
    tag("Site", ValueType::Site, "8.1.1.2"),
    tag("Date", ValueType::Date, "8.1.1.3"),
    tag("Round", ValueType::Round, "8.1.1.4"),
    tag("White", ValueType::Players, "8.1.1.5"),
    tag("Black", ValueType::Players, "8.1.1.6"),
    tag("Result", ValueType::Outcome, "8.1.1.7"),
    tag("WhiteTitle", ValueType::Titles, "9.1.1"),
    tag("BlackTitle", ValueType::Titles, "9.1.1"),
    tag("WhiteElo", ValueType::Ratings, "9.1.2"),
    tag("BlackElo", ValueType::Ratings, "9.1.2"),
    tag("WhiteUSCF", ValueType::Ratings, "9.1.3"),
    tag("BlackUSCF", ValueType::Ratings, "9.1.3"),
    tag("WhiteNA", ValueType::Addresses, "9.1.4"),
    tag("BlackNA", ValueType::Addresses, "9.1.4"),
    tag("WhiteType", ValueType::PlayerTypes, "9.1.5"),
    tag("BlackType", ValueType::PlayerTypes, "9.1.5"),
    tag("EventDate", ValueType::Date, "9.2.1"),
    tag("EventSponsor", ValueType::Text, "9.2.2"),
    tag("Section", ValueType::Text, "9.2.3"),
    tag("Stage", ValueType::Text, "9.2.4"),
    tag("Board", ValueType::Board, "9.2.5"),
    tag("Opening", ValueType::Text, "9.3.1"),
    tag("Variation", ValueType::Text, "9.3.2"),
    tag("SubVariation", ValueType::Text, "9.3.3"),
    tag("ECO", ValueType::Eco, "9.4.1"),
    tag("NIC", ValueType::Text, "9.4.2"),
    tag("Time", ValueType::Time, "9.5.1"),
    tag("UTCTime", ValueType::Time, "9.5.2"),
    tag("UTCDate", ValueType::Date, "9.5.3"),
    tag("TimeControl", ValueType::TimeControl, "9.6.1"),
    tag("SetUp", ValueType::SetUp, "9.7.1"),
    tag("FEN", ValueType::Fen, "9.7.2"),
    tag("Termination", ValueType::Termination, "9.8.1"),
    tag("Annotator", ValueType::Players, "9.9.1"),
    tag("Mode", ValueType::Mode, "9.9.2"),
    tag("PlyCount", ValueType::PlyCount, "9.9.3"),
    tag("Variant", ValueType::Variant, ""),
];

/// The table's row for a name, letter case included; `None` for tags the standard does not name.
#[must_use]
pub fn kind(name: &str) -> Option<TagKind> {
    TAGS.iter().find(|kind| kind.name == name).copied()
}

/// Whether a value fits the grammar of its tag; tags without one always fit.
///
/// The empty value is unknown and fits, except for ratings, where `-` says so (§9.1.2).
///
/// # Errors
/// With the offset within `value`, what the grammar asks for, and what stands there.
pub fn check(name: &str, value: &str) -> Result<(), ValueError> {
    kind(name).map_or(Ok(()), |kind| kind.value.check(value))
}

impl ValueType {
    /// Whether a value is of this type; see [`check`].
    ///
    /// # Errors
    /// As [`check`].
    pub fn check(self, value: &str) -> Result<(), ValueError> {
        match self {
            ValueType::Text
            | ValueType::Site
            | ValueType::Players
            | ValueType::Addresses
            | ValueType::Fen
            | ValueType::Variant
            | ValueType::Mode => Ok(()),
            ValueType::Date => Date::parse(value).map(drop),
            ValueType::Round => Round::parse(value).map(drop),
            ValueType::Outcome => Outcome::parse(value).map(drop),
            ValueType::Titles => check_items(value, |item| Title::parse(item).map(|t| t.is_some())),
            ValueType::Ratings if value.is_empty() => {
                Err(ValueError::at(value, 0, "a rating or `-`"))
            }
            ValueType::Ratings => {
                check_items(value, |item| Rating::parse(item).map(|r| r != Rating::Unknown))
            }
            ValueType::PlayerTypes => {
                check_items(value, |item| PlayerType::parse(item).map(|t| t.is_some()))
            }
            ValueType::Board => parse_board(value).map(drop),
            ValueType::Eco => Eco::parse(value).map(drop),
            ValueType::Time => Time::parse(value).map(drop),
            ValueType::TimeControl => TimeControl::parse(value).map(drop),
            ValueType::SetUp => SetUp::parse(value).map(drop),
            ValueType::Termination => Termination::parse(value).map(drop),
            ValueType::PlyCount => parse_ply_count(value).map(drop),
        }
    }

    /// True if the value has one item for each player, with colons between (§9.1, D-17).
    #[must_use]
    pub const fn is_per_player(self) -> bool {
        matches!(
            self,
            ValueType::Titles | ValueType::Ratings | ValueType::Addresses | ValueType::PlayerTypes
        )
    }

    /// True if colons separate items in it, or belong to its grammar (D-17).
    #[must_use]
    pub const fn allows_colon(self) -> bool {
        self.is_per_player()
            || matches!(self, ValueType::Players | ValueType::Time | ValueType::TimeControl)
    }
}

/// Checks each item of a list; only a list without any items may have an empty one.
fn check_items(
    value: &str,
    check: impl Fn(&str) -> Result<bool, ValueError>,
) -> Result<(), ValueError> {
    if value.is_empty() {
        return Ok(());
    }
    for (offset, item) in fields(value) {
        let is_known = check(item).map_err(|error| error.shifted(offset))?;
        if !is_known {
            return Err(ValueError::at(value, offset, "a value for each player"));
        }
    }
    Ok(())
}

const fn tag(name: &'static str, value: ValueType, section: &'static str) -> TagKind {
    TagKind { name, value, section }
}
