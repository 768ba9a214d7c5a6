//! The columns of the table `games`, a row each (§8.1.1, §9).

use super::Unasked::{Absent, There};
use super::{CellType, Column, GamePart, Row, Source};
use pgn_query::facts::{FACTS, Fact};
use pgnkit::tag::TAGS;

const DATE_VALUE: Row = Row::Own(
    "date_value",
    Source::Day("Date"),
    CellType::Date,
    "",
    "the day in the Date tag; null if the tag is incomplete or the calendar has no such day",
    There,
);

const EVENT_DATE_VALUE: Row = Row::Own(
    "eventdate_value",
    Source::Day("EventDate"),
    CellType::Date,
    "",
    "the day in the EventDate tag; null as `date_value`",
    There,
);

const UTC_TIMESTAMP: Row = Row::Own(
    "utc_timestamp",
    Source::Moment,
    CellType::Timestamp,
    "",
    "the moment in the tags UTCDate and UTCTime, in UTC; null if one is incomplete or \
     impossible",
    There,
);

const ROWS: &[Row] = &[
    Row::Fact(Fact::File, There),
    Row::Fact(Fact::Game, There),
    Row::Own(
        "offset",
        Source::Game(GamePart::Offset),
        CellType::Int64,
        "bytes",
        "the offset of the game in its uncompressed file, without white space before it",
        There,
    ),
    Row::Own(
        "length",
        Source::Game(GamePart::Length),
        CellType::Int64,
        "bytes",
        "the length of its text there, without white space around it",
        There,
    ),
    Row::Tag("Event"),
    Row::Tag("Site"),
    Row::Tag("Date"),
    Row::Fact(Fact::Year, There),
    Row::Fact(Fact::Month, There),
    Row::Fact(Fact::Day, There),
    DATE_VALUE,
    Row::Tag("Round"),
    Row::Tag("White"),
    Row::Tag("Black"),
    Row::Fact(Fact::Result, There),
    Row::Tag("WhiteElo"),
    Row::Tag("BlackElo"),
    Row::Tag("WhiteTitle"),
    Row::Tag("BlackTitle"),
    Row::Tag("EventDate"),
    EVENT_DATE_VALUE,
    Row::Tag("UTCDate"),
    Row::Tag("UTCTime"),
    UTC_TIMESTAMP,
    Row::Tag("TimeControl"),
    Row::Fact(Fact::ControlKind, There),
    Row::Fact(Fact::BaseTime, There),
    Row::Fact(Fact::Increment, There),
    Row::Fact(Fact::Eco, There),
    Row::Fact(Fact::Opening, There),
    Row::Fact(Fact::Variation, There),
    Row::Fact(Fact::Termination, There),
    Row::Fact(Fact::Variant, There),
    Row::Fact(Fact::StartFen, There),
    Row::Fact(Fact::PlyCount, There),
    Row::Fact(Fact::Ends, There),
    Row::Own(
        "tags",
        Source::Game(GamePart::Tags),
        CellType::TagMap,
        "",
        "every tag whose original value is in none of the columns above; for a name that occurs \
         several times, the last value counts, and earlier ones are called `Name#1`, `Name#2`",
        There,
    ),
    Row::Own(
        "tagorder",
        Source::Game(GamePart::TagOrder),
        CellType::Text,
        "",
        "the names of the game's tags, in their order, with spaces between them; empty without \
         any",
        There,
    ),
    Row::Own(
        "alltags",
        Source::Game(GamePart::AllTags),
        CellType::TagMap,
        "",
        "all tags; for a name that occurs several times, the last value",
        Absent,
    ),
    Row::Own(
        "moves",
        Source::Game(GamePart::Moves),
        CellType::TextList,
        "",
        "the moves of the main line in SAN, as far as they can be played; for a game with unknown \
         rules or an unknown start position, the original text of the moves",
        There,
    ),
    Row::Own(
        "uci",
        Source::Game(GamePart::Uci),
        CellType::TextList,
        "",
        "the same in UCI notation; null where moves cannot be checked",
        Absent,
    ),
    Row::Own(
        "codes",
        Source::Game(GamePart::Codes),
        CellType::CodeList,
        "",
        "the same in 16 bits each: from, to (six bits each, a1 = 0, b1 = 1, h8 = 63), kind (four), \
         lowest first; null where moves cannot be checked",
        Absent,
    ),
    Row::Own(
        "nags",
        Source::Game(GamePart::Nags),
        CellType::Int32List,
        "",
        "by ply, the first NAG of the move, `4` for `??`; null without any",
        There,
    ),
    Row::Own(
        "clocks",
        Source::Game(GamePart::Clocks),
        CellType::Int64List,
        "milliseconds",
        "by ply, the time in `[%clk]` after the move; null without any",
        There,
    ),
    Row::Own(
        "movetimes",
        Source::Game(GamePart::MoveTimes),
        CellType::Int64List,
        "milliseconds",
        "by ply, the time in `[%emt]` after the move; null without any",
        There,
    ),
    Row::Own(
        "evals",
        Source::Game(GamePart::Evals),
        CellType::Int32List,
        "centipawns",
        "by ply, the evaluation in `[%eval]` after the move, from White's side; null for a mate",
        There,
    ),
    Row::Own(
        "mates",
        Source::Game(GamePart::Mates),
        CellType::Int32List,
        "moves",
        "by ply, the number of moves to mate in `[%eval]` after the move, negative for Black",
        There,
    ),
    Row::Own(
        "rest",
        Source::Game(GamePart::Rest),
        CellType::Text,
        "",
        "`movetext`, if it contains more than `moves`, `nags`, `clocks`, `movetimes`, `evals`, \
         `mates` and `result`: other comments, variations, errors; otherwise null",
        There,
    ),
    Row::Own(
        "movetext",
        Source::Game(GamePart::Movetext),
        CellType::Text,
        "",
        "the text of the game without its tag pairs, as it was written",
        Absent,
    ),
    Row::Own(
        "errors",
        Source::Game(GamePart::Errors),
        CellType::TextList,
        "",
        "the errors that `pgn check` reports: code, name and message of each; null without any",
        There,
    ),
];

/// All columns: those above, then the facts and tags that are not among them.
pub(crate) fn columns() -> Vec<Column> {
    with_facts_and_tags(ROWS)
}

/// The columns of these rows, then the facts, tags, days and moments that are not among them.
pub(crate) fn with_facts_and_tags(rows: &[Row]) -> Vec<Column> {
    let mut columns: Vec<Column> = rows.iter().filter_map(Row::column).collect();
    let facts = FACTS.iter().filter(|row| is_of_game(row.fact));
    let facts = facts.map(|row| Column::of_fact(row.fact));
    let moments = [DATE_VALUE, EVENT_DATE_VALUE, UTC_TIMESTAMP];
    let moments = moments.iter().filter_map(Row::column);
    let moments = moments.map(|column| Column { is_default: false, ..column });
    for column in facts.chain(TAGS.iter().map(Column::of_known_tag)).chain(moments) {
        if !columns.iter().any(|known| known.name == column.name) {
            columns.push(column);
        }
    }
    columns
}

/// Whether a game has one value of a fact.
fn is_of_game(fact: Fact) -> bool {
    let row = fact.row();
    !row.has_side && !row.has_place && !row.is_tag && fact != Fact::Fault
}
