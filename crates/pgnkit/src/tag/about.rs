//! What each tag says, and how its value is written, in words for people.
//!
//! Owns: one sentence a tag, the forms and examples of each type of value. Knows nothing of: how
//! values are read.
//! Standard: §8.1.1, §9. Decisions: D-16 to D-20, D-24, D-44.
//! Start at [`TagKind::about`] and [`ValueType::forms`].

use super::{TagKind, ValueType};

/// A form of a value: how it is written, and what it means.
pub type Form = (&'static str, &'static str);

impl TagKind {
    /// What the tag says, as a sentence.
    #[must_use]
    pub fn about(self) -> &'static str {
        ABOUT.iter().find(|(name, _)| *name == self.name).map_or("", |(_, about)| about)
    }
}

const ABOUT: [(&str, &str); 38] = [
    ("Event", "The tournament or match, without abbreviations and the same in all its games."),
    ("Site", "The place: city and region, then the three letters of the country."),
    ("Date", "The day the game began, by the calendar of the site."),
    ("Round", "The round; in a match the number of the game."),
    ("White", "Who had the white men, family name first; several in alphabetical order."),
    ("Black", "Who had the black men, family name first; several in alphabetical order."),
    ("Result", "The result; the same sign ends the moves."),
    ("WhiteTitle", "The FIDE title of each player of White."),
    ("BlackTitle", "The FIDE title of each player of Black."),
    ("WhiteElo", "The FIDE rating of each player of White."),
    ("BlackElo", "The FIDE rating of each player of Black."),
    ("WhiteUSCF", "The rating by the federation of the United States of each player of White."),
    ("BlackUSCF", "The rating by the federation of the United States of each player of Black."),
    ("WhiteNA", "The electronic mail or network address of each player of White."),
    ("BlackNA", "The electronic mail or network address of each player of Black."),
    ("WhiteType", "Whether each player of White is a human or a program."),
    ("BlackType", "Whether each player of Black is a human or a program."),
    ("EventDate", "The day the event began."),
    ("EventSponsor", "Who sponsored the event."),
    ("Section", "The part of the tournament, as Open or Reserve."),
    ("Stage", "The stage of an event of several, as Preliminary or Semifinal."),
    ("Board", "The board in a team match or a simultaneous exhibition."),
    ("Opening", "The traditional name of the opening, in any language."),
    ("Variation", "The variation of the opening."),
    ("SubVariation", "The line within that variation."),
    ("ECO", "The opening's code of the Encyclopaedia of Chess Openings."),
    ("NIC", "The opening's code of the data base of New in Chess."),
    ("Time", "The time of day the game began, by the clock of the site."),
    ("UTCTime", "The time of day the game began, by universal time."),
    ("UTCDate", "The day the game began, by universal time."),
    ("TimeControl", "How much time there was for how many moves, period after period."),
    ("SetUp", "Whether the game begins from the usual array."),
    ("FEN", "The position from which the game begins, when SetUp is 1."),
    ("Termination", "Why the game ended."),
    ("Annotator", "Who wrote the comments, as names of players are written."),
    ("Mode", "How the moves were sent to and fro."),
    ("PlyCount", "How many moves the main line has, White's and Black's counted apart."),
    ("Variant", "The rules, when they are not those of ordinary chess. The tag is younger."),
];

impl ValueType {
    /// How a value is written: each form with its meaning.
    #[must_use]
    pub const fn forms(self) -> &'static [Form] {
        match self {
            ValueType::Text | ValueType::Fen => TEXT,
            ValueType::Site => SITE,
            ValueType::Date => DATE,
            ValueType::Round => ROUND,
            ValueType::Players => PLAYERS,
            ValueType::Outcome => OUTCOME,
            ValueType::Titles => TITLES,
            ValueType::Ratings => RATINGS,
            ValueType::Addresses => ADDRESSES,
            ValueType::PlayerTypes => PLAYER_TYPES,
            ValueType::Board | ValueType::PlyCount => NUMBER,
            ValueType::Eco => ECO,
            ValueType::Time => TIME,
            ValueType::TimeControl => TIME_CONTROL,
            ValueType::SetUp => SET_UP,
            ValueType::Variant => VARIANT,
            ValueType::Termination => TERMINATION,
            ValueType::Mode => MODE,
        }
    }
}

const TEXT: &[Form] = &[("any text", "without a colon, as far as that goes")];
const SITE: &[Form] = &[
    ("New York City, NY USA", "city, region, country"),
    ("Riga LAT", "city and country"),
    ("Internet NET", "not every code is a country"),
    ("?", "not known"),
];
const DATE: &[Form] = &[
    ("1992.08.31", "year, month and day, ten characters"),
    ("1992.??.??", "question marks for what is not known"),
    ("????.??.??", "not known"),
];
const ROUND: &[Form] = &[
    ("29", "the round"),
    ("3.1", "parts with periods between, the largest first"),
    ("-", "there are no rounds"),
    ("?", "not known"),
];
const PLAYERS: &[Form] = &[
    ("Tal, Mikhail N.", "family name, comma, first name, initials with periods"),
    ("Acme Pawngrabber v.3.2", "a program with its version"),
    ("Jones:Smith", "several, in alphabetical order"),
    ("?", "not known"),
];
const OUTCOME: &[Form] = &[
    ("1-0", "White won"),
    ("0-1", "Black won"),
    ("1/2-1/2", "draw"),
    ("*", "not ended, or not known"),
];
const TITLES: &[Form] = &[
    ("GM", "grandmaster; also IM, FM, CM"),
    ("WGM", "woman grandmaster; also WIM, WFM, WCM"),
    ("-", "no title"),
    ("IM:-:GM", "one for each of several players"),
];
const RATINGS: &[Form] =
    &[("2785", "the rating"), ("-", "no rating"), ("2785:-", "one for each of several players")];
const ADDRESSES: &[Form] =
    &[("aronson@example.org", "the address"), ("-", "no address"), ("a@example.org:-", "of two")];
const PLAYER_TYPES: &[Form] = &[
    ("human", "a person"),
    ("program", "a chess program"),
    ("human:program", "one for each of several players"),
];
const NUMBER: &[Form] = &[("85", "a number in digits")];
const ECO: &[Form] =
    &[("C95", "volume A to E and two digits"), ("B20/07", "a finer division behind a slash")];
const TIME: &[Form] = &[
    ("14:05:00", "hour, minute and second, eight characters"),
    ("14:05:??", "question marks for what is not known"),
];
const TIME_CONTROL: &[Form] = &[
    ("?", "not known; stands alone"),
    ("-", "there was none; stands alone"),
    ("40/9000", "40 moves in 9000 seconds; then the next period, or the same again"),
    ("300", "all the rest of the game in 300 seconds; the last period"),
    ("5400+60", "5400 seconds, and 60 more for each move; the last period"),
    ("*180", "a sand glass of 180 seconds in all; the last period"),
    ("40/7200:3600", "periods with colons between"),
];
const SET_UP: &[Form] = &[("0", "from the usual array"), ("1", "from the position in the tag FEN")];
const VARIANT: &[Form] = &[("Chess960", "the name of the variant, letter case aside")];
const TERMINATION: &[Form] = &[
    ("abandoned", "given up by both"),
    ("adjudication", "decided by someone else"),
    ("death", "a player died"),
    ("emergency", "something unforeseen"),
    ("normal", "mate, resignation, agreement, a rule of draws"),
    ("rules infraction", "lost for breaking the rules"),
    ("time forfeit", "lost on time"),
    ("unterminated", "still going on"),
];
const MODE: &[Form] = &[
    ("OTB", "over the board"),
    ("PM", "paper mail"),
    ("EM", "electronic mail"),
    ("ICS", "Internet chess server"),
    ("TC", "telecommunication"),
];

#[cfg(test)]
mod tests {
    use super::super::{Mode, TAGS, Termination, check};
    use super::*;

    #[test]
    fn every_tag_is_told_about_and_every_form_fits_it() {
        for kind in TAGS {
            assert!(kind.about().ends_with('.'), "{}", kind.name);
            for (value, _) in kind.value.forms() {
                if kind.value != ValueType::Fen {
                    assert_eq!(check(kind.name, value), Ok(()), "{}", kind.name);
                }
            }
        }
        assert!(ABOUT.iter().map(|(name, _)| *name).eq(TAGS.iter().map(|kind| kind.name)));
    }

    #[test]
    fn lists_of_words_are_whole() {
        let terminations = Termination::ALL.map(Termination::name);
        assert!(TERMINATION.iter().map(|(word, _)| *word).eq(terminations));
        assert!(MODE.iter().map(|(word, _)| *word).eq(Mode::ALL.map(Mode::name)));
    }
}
