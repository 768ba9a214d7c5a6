//! The tags that the standard names, and the types of their values.
//!
//! Standard: §8.1.1, §9. Decisions: D-16 to D-20, D-24, D-25, D-44.

use super::{
    Date, Eco, Outcome, PlayerType, Rating, ResultForm, Round, SetUp, Site, Termination, Time,
    TimeControl, Title, Value, ValueError, ValueFix, date, fields, parse_board, parse_ply_count,
    players, round, sort_key, time_control, value_fix,
};

/// One row of the table of tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TagKind {
    /// The tag's name.
    pub name: &'static str,
    /// The type of its value.
    pub value: ValueType,
    /// The section of the standard; empty for Variant, which is newer.
    pub section: &'static str,
    /// The meaning of the tag, as a sentence.
    pub about: &'static str,
}

/// The type of a tag's value.
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
    /// A position; it is not checked here.
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

/// All tags of the standard, in its order, and Variant at the end.
#[rustfmt::skip]
pub const TAGS: [TagKind; 38] = [
    tag("Event", ValueType::Text, "8.1.1.1",
        "The tournament or match, without abbreviations and the same in all its games."),
    tag("Site", ValueType::Site, "8.1.1.2",
        "The place: city and region, then the three letters of the country."),
    tag("Date", ValueType::Date, "8.1.1.3",
        "The day the game began, by the calendar of the site."),
    tag("Round", ValueType::Round, "8.1.1.4",
        "The round; in a match, the number of the game."),
    tag("White", ValueType::Players, "8.1.1.5",
        "The player with the white pieces, family name first; several in alphabetical order."),
    tag("Black", ValueType::Players, "8.1.1.6",
        "The player with the black pieces, family name first; several in alphabetical order."),
    tag("Result", ValueType::Outcome, "8.1.1.7",
        "The result; the same symbol ends the movetext."),
    tag("WhiteTitle", ValueType::Titles, "9.1.1",
        "The FIDE title of each player of White."),
    tag("BlackTitle", ValueType::Titles, "9.1.1",
        "The FIDE title of each player of Black."),
    tag("WhiteElo", ValueType::Ratings, "9.1.2",
        "The FIDE rating of each player of White."),
    tag("BlackElo", ValueType::Ratings, "9.1.2",
        "The FIDE rating of each player of Black."),
    tag("WhiteUSCF", ValueType::Ratings, "9.1.3",
        "The USCF rating of each player of White."),
    tag("BlackUSCF", ValueType::Ratings, "9.1.3",
        "The USCF rating of each player of Black."),
    tag("WhiteNA", ValueType::Addresses, "9.1.4",
        "The electronic mail or network address of each player of White."),
    tag("BlackNA", ValueType::Addresses, "9.1.4",
        "The electronic mail or network address of each player of Black."),
    tag("WhiteType", ValueType::PlayerTypes, "9.1.5",
        "Whether each player of White is a human or a program."),
    tag("BlackType", ValueType::PlayerTypes, "9.1.5",
        "Whether each player of Black is a human or a program."),
    tag("EventDate", ValueType::Date, "9.2.1",
        "The day the event began."),
    tag("EventSponsor", ValueType::Text, "9.2.2",
        "Who sponsored the event."),
    tag("Section", ValueType::Text, "9.2.3",
        "The section of the tournament, such as Open or Reserve."),
    tag("Stage", ValueType::Text, "9.2.4",
        "The stage of an event with several, such as Preliminary or Semifinal."),
    tag("Board", ValueType::Board, "9.2.5",
        "The board in a team match or a simultaneous exhibition."),
    tag("Opening", ValueType::Text, "9.3.1",
        "The traditional name of the opening, in any language."),
    tag("Variation", ValueType::Text, "9.3.2",
        "The variation of the opening."),
    tag("SubVariation", ValueType::Text, "9.3.3",
        "The line within the variation."),
    tag("ECO", ValueType::Eco, "9.4.1",
        "The opening's code in the Encyclopaedia of Chess Openings."),
    tag("NIC", ValueType::Text, "9.4.2",
        "The opening's code in the New in Chess database."),
    tag("Time", ValueType::Time, "9.5.1",
        "The time of day the game began, by the clock of the site."),
    tag("UTCTime", ValueType::Time, "9.5.2",
        "The time of day the game began, by universal time."),
    tag("UTCDate", ValueType::Date, "9.5.3",
        "The day the game began, by universal time."),
    tag("TimeControl", ValueType::TimeControl, "9.6.1",
        "The time for the moves of each period, in seconds."),
    tag("SetUp", ValueType::SetUp, "9.7.1",
        "Whether the game begins from the usual start position."),
    tag("FEN", ValueType::Fen, "9.7.2",
        "The start position, if SetUp is 1."),
    tag("Termination", ValueType::Termination, "9.8.1",
        "Why the game ended."),
    tag("Annotator", ValueType::Players, "9.9.1",
        "The author of the comments, written like the name of a player."),
    tag("Mode", ValueType::Mode, "9.9.2",
        "How the moves were transmitted."),
    tag("PlyCount", ValueType::PlyCount, "9.9.3",
        "The number of plies in the main line."),
    tag("Variant", ValueType::Variant, "",
        "The rules, if they are not those of ordinary chess. The tag is newer than the standard."),
];

const fn tag(
    name: &'static str,
    value: ValueType,
    section: &'static str,
    about: &'static str,
) -> TagKind {
    TagKind { name, value, section, about }
}

/// The row for a name, case sensitive; `None` for tags that are not in the standard.
#[must_use]
pub fn kind(name: &str) -> Option<TagKind> {
    TAGS.iter().find(|kind| kind.name == name).copied()
}

/// Checks a value against the grammar of its tag; tags without a grammar accept any value.
///
/// The empty value means unknown and is valid, except for ratings, which have `-` for that
/// (§9.1.2).
///
/// # Errors
/// With the offset within `value`, what the grammar expects, and what was found.
///
/// ```
/// assert!(pgnkit::tag::check("Date", "1992.11.04").is_ok());
/// assert!(pgnkit::tag::check("Date", "November").is_err());
/// ```
pub fn check(name: &str, value: &str) -> Result<(), ValueError> {
    kind(name).map_or(Ok(()), |kind| kind.value.check(value))
}

/// A form of a value: its spelling and its meaning.
pub type Form = (&'static str, &'static str);

/// The behavior of a type of value. The defaults are those of free text.
struct Grammar {
    /// The forms of a value, each with its meaning.
    forms: &'static [Form],
    /// Reads a value that is not empty.
    parse: for<'a> fn(&'a str) -> Result<Value<'a>, ValueError>,
    /// The probable meaning of a text without white space at its ends.
    fix: fn(&str) -> Option<ValueFix>,
    /// Appends bytes that are in order as the values are.
    push_sort_key: fn(&str, &mut Vec<u8>),
    colons: Colons,
}

/// The meaning of colons in a value (D-17).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Colons {
    /// Characters that do not belong there.
    Text,
    /// Part of its own grammar, or separators between names.
    Grammar,
    /// Between the items for each player.
    PerPlayer,
}

const TEXT: Grammar = Grammar {
    forms: &[("any text", "if possible without a colon")],
    parse: |value| Ok(Value::Text(value)),
    fix: |_| None,
    push_sort_key: |value, key| sort_key::push_text(value.as_bytes(), key),
    colons: Colons::Text,
};
const SITE: Grammar = Grammar {
    forms: &[
        ("New York City, NY USA", "city, region, country"),
        ("Riga LAT", "city and country"),
        ("Internet NET", "not every code is a country"),
        ("?", "not known"),
    ],
    parse: |value| Ok(Value::Site(Site::of(value))),
    ..TEXT
};
const DATE: Grammar = Grammar {
    forms: &[
        ("1992.08.31", "year, month and day, ten characters"),
        ("1992.??.??", "question marks for what is not known"),
        ("????.??.??", "not known"),
    ],
    parse: |value| Date::parse(value).map(Value::Date),
    push_sort_key: |value, key| key.extend(date::sort_key(value).to_be_bytes()),
    ..TEXT
};
const ROUND: Grammar = Grammar {
    forms: &[
        ("29", "the round"),
        ("3.1", "parts separated by periods, the largest first"),
        ("-", "no rounds"),
        ("?", "not known"),
    ],
    parse: |value| Round::parse(value).map(Value::Round),
    push_sort_key: round::push_sort_key,
    ..TEXT
};
const PLAYERS: Grammar = Grammar {
    forms: &[
        ("Tal, Mikhail N.", "family name, comma, first name, initials with periods"),
        ("Acme Pawngrabber v.3.2", "a program with its version"),
        ("Jones:Smith", "several, in alphabetical order"),
        ("?", "not known"),
    ],
    parse: |value| Ok(Value::Players(players(value).collect())),
    colons: Colons::Grammar,
    ..TEXT
};
const OUTCOME: Grammar = Grammar {
    forms: &[
        ("1-0", "White won"),
        ("0-1", "Black won"),
        ("1/2-1/2", "draw"),
        ("*", "not ended, or not known"),
        ("+/-", "White won by forfeit; `-/+` Black, `-/-` neither side played"),
        ("0-0", "no point for either side"),
        ("1/2-0", "half a point for White only; `0-1/2` for Black only"),
    ],
    parse: |value| match Outcome::read(value) {
        Some(read) if read.form == ResultForm::Usual => Ok(Value::Outcome(read.outcome)),
        Some(_) | None => Outcome::parse(value).map(Value::Outcome),
    },
    ..TEXT
};
const TITLES: Grammar = Grammar {
    forms: &[
        ("GM", "grandmaster; also IM, FM, CM"),
        ("WGM", "woman grandmaster; also WIM, WFM, WCM"),
        ("-", "no title"),
        ("IM:-:GM", "one for each of several players"),
    ],
    parse: |value| items(value, Title::parse).map(Value::Titles),
    fix: value_fix::titles,
    colons: Colons::PerPlayer,
    ..TEXT
};
const RATINGS: Grammar = Grammar {
    forms: &[
        ("2785", "the rating"),
        ("-", "no rating"),
        ("2785:-", "one for each of several players"),
    ],
    parse: |value| items(value, known_rating).map(Value::Ratings),
    fix: value_fix::ratings,
    push_sort_key: sort_key::push_number_or_text,
    colons: Colons::PerPlayer,
};
const ADDRESSES: Grammar = Grammar {
    forms: &[
        ("aronson@example.org", "the address"),
        ("-", "no address"),
        ("a@example.org:-", "of two players"),
    ],
    parse: |value| Ok(Value::Addresses(fields(value).map(|(_, address)| address).collect())),
    colons: Colons::PerPlayer,
    ..TEXT
};
const PLAYER_TYPES: Grammar = Grammar {
    forms: &[
        ("human", "a person"),
        ("program", "a chess program"),
        ("human:program", "one for each of several players"),
    ],
    parse: |value| items(value, PlayerType::parse).map(Value::PlayerTypes),
    fix: value_fix::player_types,
    colons: Colons::PerPlayer,
    ..TEXT
};
const BOARD: Grammar = Grammar {
    forms: &[("85", "a number in digits")],
    parse: |value| or_unknown(parse_board(value), Value::Board),
    push_sort_key: sort_key::push_number_or_text,
    ..TEXT
};
const ECO: Grammar = Grammar {
    forms: &[
        ("C95", "volume A to E and two digits"),
        ("B20/07", "with a subdivision after a slash"),
    ],
    parse: |value| or_unknown(Eco::parse(value), Value::Eco),
    fix: value_fix::eco,
    ..TEXT
};
const TIME: Grammar = Grammar {
    forms: &[
        ("14:05:00", "hour, minute and second, eight characters"),
        ("14:05:??", "question marks for what is not known"),
    ],
    parse: |value| Time::parse(value).map(Value::Time),
    fix: value_fix::time,
    colons: Colons::Grammar,
    ..TEXT
};
const TIME_CONTROL: Grammar = Grammar {
    forms: &[
        ("?", "not known; used alone"),
        ("-", "no time control; used alone"),
        ("40/9000", "40 moves in 9000 seconds; then the next period, or the same again"),
        ("300", "the rest of the game in 300 seconds; the last period"),
        ("5400+60", "5400 seconds, and 60 more for each move; the last period"),
        ("*180", "a sandclock of 180 seconds in total; the last period"),
        ("40/7200:3600", "periods separated by colons"),
    ],
    parse: |value| TimeControl::parse(value).map(Value::TimeControl),
    fix: time_control::meant,
    colons: Colons::Grammar,
    ..TEXT
};
const SET_UP: Grammar = Grammar {
    forms: &[("0", "from the usual start position"), ("1", "from the position in the tag FEN")],
    parse: |value| or_unknown(SetUp::parse(value), Value::SetUp),
    ..TEXT
};
const VARIANT: Grammar =
    Grammar { forms: &[("Chess960", "the name of the variant, in any letter case")], ..TEXT };
const TERMINATION: Grammar = Grammar {
    forms: &[
        ("abandoned", "given up by both"),
        ("adjudication", "decided by a third party"),
        ("death", "a player died"),
        ("emergency", "an unforeseen event"),
        ("normal", "mate, resignation, agreement, a draw by rule"),
        ("rules infraction", "lost for breaking the rules"),
        ("time forfeit", "lost on time"),
        ("unterminated", "not finished"),
    ],
    parse: |value| or_unknown(Termination::parse(value), Value::Termination),
    fix: value_fix::termination,
    ..TEXT
};
const MODE: Grammar = Grammar {
    forms: &[
        ("OTB", "over the board"),
        ("PM", "paper mail"),
        ("EM", "electronic mail"),
        ("ICS", "Internet chess server"),
        ("TC", "telecommunication"),
    ],
    fix: value_fix::mode,
    ..TEXT
};
const PLY_COUNT: Grammar =
    Grammar { parse: |value| or_unknown(parse_ply_count(value), Value::PlyCount), ..BOARD };

impl ValueType {
    const fn grammar(self) -> &'static Grammar {
        match self {
            ValueType::Text | ValueType::Fen => &TEXT,
            ValueType::Site => &SITE,
            ValueType::Date => &DATE,
            ValueType::Round => &ROUND,
            ValueType::Players => &PLAYERS,
            ValueType::Outcome => &OUTCOME,
            ValueType::Titles => &TITLES,
            ValueType::Ratings => &RATINGS,
            ValueType::Addresses => &ADDRESSES,
            ValueType::PlayerTypes => &PLAYER_TYPES,
            ValueType::Board => &BOARD,
            ValueType::Eco => &ECO,
            ValueType::Time => &TIME,
            ValueType::TimeControl => &TIME_CONTROL,
            ValueType::SetUp => &SET_UP,
            ValueType::Variant => &VARIANT,
            ValueType::Termination => &TERMINATION,
            ValueType::Mode => &MODE,
            ValueType::PlyCount => &PLY_COUNT,
        }
    }

    /// The forms of a value, each with its meaning.
    #[must_use]
    pub const fn forms(self) -> &'static [Form] {
        self.grammar().forms
    }

    /// A value of this type; an empty one is unknown, except for ratings.
    ///
    /// # Errors
    /// As [`check`].
    pub(super) fn parse(self, value: &str) -> Result<Value<'_>, ValueError> {
        match (value, self) {
            ("", ValueType::Ratings) => Err(ValueError::at(value, 0, "a rating or `-`")),
            ("", _) => Ok(Value::Unknown),
            _ => (self.grammar().parse)(value),
        }
    }

    /// Checks that a value is of this type; see [`check`].
    ///
    /// # Errors
    /// As [`check`].
    pub fn check(self, value: &str) -> Result<(), ValueError> {
        self.parse(value).map(drop)
    }

    /// The probable meaning of an invalid value of this type; see [`super::fix_value`].
    #[doc(hidden)]
    #[must_use]
    pub fn fix(self, value: &str) -> Option<ValueFix> {
        let meant = (self.grammar().fix)(value.trim())?;
        let is_sound = !meant.value.is_empty() && self.check(&meant.value).is_ok();
        (is_sound && meant.value != value && !value.is_empty()).then_some(meant)
    }

    /// Appends bytes that are in order as the values of this type are.
    pub(crate) fn push_sort_key(self, value: &str, key: &mut Vec<u8>) {
        (self.grammar().push_sort_key)(value, key);
    }

    /// True if the value has one item for each player, with colons between (§9.1, D-17).
    #[doc(hidden)]
    #[must_use]
    pub const fn is_per_player(self) -> bool {
        matches!(self.grammar().colons, Colons::PerPlayer)
    }

    /// True if colons separate its items, or belong to its grammar (D-17).
    #[doc(hidden)]
    #[must_use]
    pub const fn allows_colon(self) -> bool {
        !matches!(self.grammar().colons, Colons::Text)
    }
}

/// One value for each player; none may be missing.
fn items<'a, T>(
    value: &'a str,
    parse: impl Fn(&'a str) -> Result<Option<T>, ValueError>,
) -> Result<Vec<T>, ValueError> {
    let item = |(offset, item)| {
        let item = parse(item).map_err(|error| error.shifted(offset))?;
        item.ok_or_else(|| ValueError::at(value, offset, "a value for each player"))
    };
    fields(value).map(item).collect()
}

fn known_rating(item: &str) -> Result<Option<Rating>, ValueError> {
    Rating::parse(item).map(|rating| (rating != Rating::Unknown).then_some(rating))
}

fn or_unknown<'a, T>(
    parsed: Result<Option<T>, ValueError>,
    value: impl Fn(T) -> Value<'a>,
) -> Result<Value<'a>, ValueError> {
    parsed.map(|parsed| parsed.map_or(Value::Unknown, value))
}

#[cfg(test)]
mod tests {
    use super::super::{Mode, Termination};
    use super::*;

    #[test]
    fn every_tag_is_told_about_and_every_form_fits_it() {
        for kind in TAGS {
            assert!(kind.about.ends_with('.'), "{}", kind.name);
            for (value, _) in kind.value.forms() {
                if kind.value != ValueType::Fen {
                    assert_eq!(check(kind.name, value), Ok(()), "{}", kind.name);
                }
            }
        }
    }

    #[test]
    fn lists_of_words_are_whole() {
        let terminations = Termination::ALL.map(Termination::name);
        assert!(TERMINATION.forms.iter().map(|(word, _)| *word).eq(terminations));
        assert!(MODE.forms.iter().map(|(word, _)| *word).eq(Mode::ALL.map(Mode::name)));
    }
}
