//! The columns of the table `positions`, a row each (§8.2, §16.1).

use super::Unasked::{Absent, There};
use super::games::with_facts_and_tags;
use super::{CellType, Column, PositionPart, Row, Source};
use pgn_query::facts::Fact;

const ROWS: &[Row] = &[
    Row::Fact(Fact::File, There),
    Row::Fact(Fact::Game, There),
    Row::Own(
        "ply",
        Source::Position(PositionPart::Ply),
        CellType::Int32,
        "plies",
        "the number of moves from the start of the game to the position",
        There,
    ),
    Row::Own(
        "main",
        Source::Position(PositionPart::Main),
        CellType::Flag,
        "",
        "whether the move before it is in the main line, not in a variation",
        There,
    ),
    Row::Own(
        "san",
        Source::Position(PositionPart::San),
        CellType::Text,
        "",
        "that move in SAN; null at the start",
        There,
    ),
    Row::Own(
        "uci",
        Source::Position(PositionPart::Uci),
        CellType::Text,
        "",
        "the same in UCI notation",
        There,
    ),
    Row::Own(
        "code",
        Source::Position(PositionPart::Code),
        CellType::Code,
        "",
        "the same in 16 bits, as in `codes` of `games`",
        Absent,
    ),
    Row::Fact(Fact::Fen, There),
    Row::Fact(Fact::Key, There),
    Row::Own(
        "material",
        Source::Position(PositionPart::Material),
        CellType::Text,
        "",
        "the pieces of both sides, White first, such as `KQPvKRP`",
        There,
    ),
    Row::Own(
        "clock_ms",
        Source::Position(PositionPart::ClockMs),
        CellType::Int64,
        "milliseconds",
        "the time in `[%clk]` after the move",
        There,
    ),
    Row::Own(
        "movetime_ms",
        Source::Position(PositionPart::MoveTimeMs),
        CellType::Int64,
        "milliseconds",
        "the time in `[%emt]` after the move",
        There,
    ),
    Row::Own(
        "eval_cp",
        Source::Position(PositionPart::EvalCp),
        CellType::Int32,
        "centipawns",
        "the evaluation in `[%eval]` after the move, from White's side; null for a mate",
        There,
    ),
    Row::Own(
        "mate",
        Source::Position(PositionPart::Mate),
        CellType::Int32,
        "moves",
        "the number of moves to mate in `[%eval]` after the move, negative for Black",
        There,
    ),
    Row::Own(
        "comments",
        Source::Position(PositionPart::Comment),
        CellType::TextList,
        "",
        "the comments after the move, including commands in them; null without any",
        There,
    ),
    Row::Own(
        "nags",
        Source::Position(PositionPart::Nags),
        CellType::Int32List,
        "",
        "the NAGs of the move; null without any",
        There,
    ),
];

/// All columns: those above, then the facts and tags of the game.
pub(crate) fn columns() -> Vec<Column> {
    with_facts_and_tags(ROWS)
}
