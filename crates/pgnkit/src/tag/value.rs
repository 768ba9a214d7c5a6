//! The typed value of any tag; `get` returns it as text.
//!
//! Standard: §8.1.1, §9. Decisions: D-16, D-17, D-25.

use std::fmt;

use super::{
    Date, Eco, Outcome, Player, PlayerType, Rating, Round, SetUp, Site, Termination, Time,
    TimeControl, Title, ValueError, ValueType, kind,
};

/// A value of a tag. [`Display`](fmt::Display) writes the text between the quotes.
///
/// ```
/// use pgnkit::tag::Value;
/// let value = Value::parse("Date", "1992.11.04")?;
/// assert!(matches!(value, Value::Date(_)));
/// # Ok::<(), pgnkit::tag::ValueError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value<'a> {
    /// Empty: unknown (D-16).
    Unknown,
    /// Any text, for tags that are not in the standard or have no grammar.
    Text(&'a str),
    /// Site.
    Site(Site<'a>),
    /// Date, EventDate, UTCDate.
    Date(Date),
    /// Round.
    Round(Round<'a>),
    /// White, Black, Annotator.
    Players(Vec<Player<'a>>),
    /// Result.
    Outcome(Outcome),
    /// WhiteTitle, BlackTitle; one for each player.
    Titles(Vec<Title>),
    /// WhiteElo and the like; one for each player.
    Ratings(Vec<Rating>),
    /// WhiteNA, BlackNA; one for each player.
    Addresses(Vec<&'a str>),
    /// WhiteType, BlackType; one for each player.
    PlayerTypes(Vec<PlayerType>),
    /// Board.
    Board(u32),
    /// ECO.
    Eco(Eco),
    /// Time, UTCTime.
    Time(Time),
    /// TimeControl.
    TimeControl(TimeControl),
    /// SetUp.
    SetUp(SetUp),
    /// Termination.
    Termination(Termination),
    /// PlyCount.
    PlyCount(u32),
}

impl<'a> Value<'a> {
    /// The value of the tag of this name.
    ///
    /// FEN, Variant and Mode are text here: a game's start reads the first two,
    /// [`Mode`](super::Mode) the third.
    ///
    /// # Errors
    /// Those of [`check`](super::check).
    pub fn parse(name: &str, value: &'a str) -> Result<Value<'a>, ValueError> {
        kind(name).map_or(ValueType::Text, |kind| kind.value).parse(value)
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Unknown => Ok(()),
            Value::Text(text) => f.write_str(text),
            Value::Site(site) => match (site.place, site.country_code()) {
                (place, None) => f.write_str(place),
                ("", Some(code)) => f.write_str(code),
                (place, Some(code)) => write!(f, "{place} {code}"),
            },
            Value::Date(date) => date.fmt(f),
            Value::Round(round) => round.fmt(f),
            Value::Players(players) => write_items(f, players.iter().map(|player| player.name)),
            Value::Outcome(outcome) => outcome.fmt(f),
            Value::Titles(titles) => write_items(f, titles.iter().map(|title| title.name())),
            Value::Ratings(ratings) => write_items(f, ratings),
            Value::Addresses(addresses) => write_items(f, addresses),
            Value::PlayerTypes(types) => write_items(f, types.iter().map(|kind| kind.name())),
            Value::Board(number) | Value::PlyCount(number) => number.fmt(f),
            Value::Eco(eco) => eco.fmt(f),
            Value::Time(time) => time.fmt(f),
            Value::TimeControl(time_control) => time_control.fmt(f),
            Value::SetUp(set_up) => f.write_str(set_up.name()),
            Value::Termination(termination) => f.write_str(termination.name()),
        }
    }
}

fn write_items(
    f: &mut fmt::Formatter<'_>,
    items: impl IntoIterator<Item = impl fmt::Display>,
) -> fmt::Result {
    for (n, item) in items.into_iter().enumerate() {
        if n > 0 {
            f.write_str(":")?;
        }
        item.fmt(f)?;
    }
    Ok(())
}
