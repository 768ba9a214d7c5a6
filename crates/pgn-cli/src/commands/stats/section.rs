//! The tables of a report, and what they are called.

use pgn_db::error::{Error, ErrorKind};
use pgn_db::stats::{Order, SortBy, Table, Word};
use pgn_query::facts::{GroupError, UnknownWordError, words};

/// A table of a report.
#[derive(Clone, Debug)]
pub(super) struct ReportSection {
    /// Its heading for people.
    pub(super) title: String,
    /// The words that it counts by, as in `--by`; empty for all games together.
    pub(super) by: String,
    pub(super) table: Table,
    pub(super) order: Order,
    /// How many rows are shown; 0 is all.
    pub(super) top: u64,
    pub(super) show: Show,
}

/// When a table is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Show {
    /// In any case.
    Always,
    /// When some of its values are known.
    IfKnown,
    /// If it has few rows; otherwise the next one replaces it.
    IfFew,
    /// When the one before had too many rows.
    IfManyBefore,
}

/// The tables in order.
#[derive(Debug)]
pub(super) struct Sections(pub(super) Vec<ReportSection>);

/// How many rows the tables of `--by` have, if they have no order of their own.
const TOP_OF_BY: u64 = 25;

/// How many rows the tables of the usual screen have.
const TOP_OF_USUAL: u64 = 10;

impl Sections {
    /// The tables that people like to see, of all games or of one player's.
    pub(super) fn usual(is_one: bool) -> Sections {
        use Show::{Always, IfFew, IfKnown, IfManyBefore};
        let all = [
            ("", "", Always, 0),
            ("movecount:10", "Moves", IfKnown, 0),
            ("year", "", IfFew, 0),
            ("year:10", "Decade", IfManyBefore, 0),
            ("avgelo:100", "Mean Elo", IfKnown, 0),
            ("player", "", IfKnown, TOP_OF_USUAL),
            ("eco", "", IfKnown, TOP_OF_USUAL),
            ("opening", "", IfKnown, TOP_OF_USUAL),
            ("first-move", "", IfKnown, TOP_OF_USUAL),
            ("event", "", IfKnown, TOP_OF_USUAL),
            ("termination", "", IfKnown, TOP_OF_USUAL),
            ("speed", "", IfKnown, 0),
            ("annotator", "", IfKnown, TOP_OF_USUAL),
        ];
        let one = [
            ("", "", Always, 0),
            ("player", "", Always, TOP_OF_USUAL),
            ("color", "", Always, 0),
            ("year", "", IfFew, 0),
            ("year:10", "Decade", IfManyBefore, 0),
            ("opponentelo:100", "Opponent's Elo", IfKnown, 0),
            ("opponent", "", IfKnown, TOP_OF_USUAL),
            ("color,eco", "", IfKnown, TOP_OF_USUAL),
            ("color,opening", "", IfKnown, TOP_OF_USUAL),
            ("color,first-moves", "Lines", IfKnown, TOP_OF_USUAL),
            ("ends", "Termination", IfKnown, TOP_OF_USUAL),
            ("movecount:10", "Moves", IfKnown, 0),
            ("event", "", IfKnown, TOP_OF_USUAL),
        ];
        Sections::listed(if is_one { &one } else { &all }, is_one)
    }

    /// The tables of a match of engines, after those of the players.
    pub(super) fn of_match(is_one: bool) -> Sections {
        use Show::{Always, IfKnown};
        let color = if is_one { "color" } else { "player,color" };
        let all = [
            (color, "", Always, 0),
            ("eco,opening", "", IfKnown, TOP_OF_USUAL),
            ("ends", "Termination", Always, 0),
        ];
        Sections::listed(&all, is_one)
    }

    fn listed(chosen: &[(&str, &str, Show, u64)], is_one: bool) -> Sections {
        let section = |&(by, title, show, top): &(&str, &str, Show, u64)| {
            let words = by.split(',').filter_map(|name| Word::parse(name).ok()).collect();
            let section = ReportSection::new(by, words, is_one);
            let title = if title.is_empty() { section.title } else { title.to_owned() };
            let by = if top == 0 { SortBy::Value } else { SortBy::Games };
            ReportSection { title, show, top, order: Order { by, is_reversed: false }, ..section }
        };
        Sections(chosen.iter().map(section).collect())
    }

    /// The tables that `--by` names.
    pub(super) fn parse(by: &[String], is_one: bool) -> Result<Sections, Error> {
        let section = |by: &String| {
            let words = by.split(',').map(|name| word(name.trim()));
            Ok(ReportSection::new(by, words.collect::<Result<_, Error>>()?, is_one))
        };
        Ok(Sections(by.iter().map(section).collect::<Result<_, Error>>()?))
    }
}

impl ReportSection {
    fn new(by: &str, words: Vec<Word>, is_one: bool) -> ReportSection {
        let names: Vec<String> = words.iter().map(|word| title_of(word.name())).collect();
        let title = if names.is_empty() { "All games".to_owned() } else { names.join(", ") };
        let is_ordered = words.first().is_some_and(Word::is_ordered);
        let (by_order, top) = match is_ordered {
            true => (SortBy::Value, 0),
            false => (SortBy::Games, TOP_OF_BY),
        };
        let table = Table::new(words);
        let table = if is_one { table.sided() } else { table };
        let order = Order { by: by_order, is_reversed: false };
        ReportSection { title, by: by.to_owned(), table, order, top, show: Show::Always }
    }
}

fn word(name: &str) -> Result<Word, Error> {
    Word::parse(name).map_err(|error| {
        let hint = match &error {
            GroupError::Unknown(UnknownWordError { nearest: Some(near), .. }) => {
                format!("did you mean `{near}`?")
            }
            _ => format!("words are {}, and names of tags", words(|_| true)),
        };
        Error::new(ErrorKind::Usage, "--by", error.to_string()).with_hint(hint)
    })
}

/// A word as the heading of a column: `year-month` is `Year month`.
pub(super) fn title_of(name: &str) -> String {
    let title = name.replace('-', " ");
    let title = title.strip_prefix("eco").map(|rest| format!("ECO{rest}")).unwrap_or(title);
    let mut letters = title.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => title,
    }
}
