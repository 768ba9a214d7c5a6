//! The columns of the table `records`, a row each: the position, then the opcodes (§16.2).

use std::borrow::Cow;

use super::Unasked::There;
use super::{CellType, Column, RecordPart, Row, Source};
use pgn_formats::epd::{Grammar, OPCODES, Opcode};

const fn row(
    name: &'static str,
    part: RecordPart,
    cell: CellType,
    unit: &'static str,
    about: &'static str,
) -> Row {
    Row::Own(name, Source::Record(part), cell, unit, about, There)
}

const ROWS: &[Row] = &[
    row("file", RecordPart::File, CellType::Text, "", "the name of the file"),
    row("line", RecordPart::Line, CellType::Int64, "", "the line of the file, from 1"),
    row(
        "fen",
        RecordPart::Fen,
        CellType::Text,
        "",
        "the position as a FEN, with the counters of `hmvc` and `fmvn`, or else 0 and 1",
    ),
    row(
        "key",
        RecordPart::Key,
        CellType::Text,
        "",
        "its Polyglot key, 16 digits; null if the position cannot occur in a game",
    ),
    row(
        "operations",
        RecordPart::Operations,
        CellType::TagMap,
        "",
        "every operation: its opcode with its operands as text, moves in SAN",
    ),
    row(
        "errors",
        RecordPart::Errors,
        CellType::TextList,
        "",
        "code and name of each difference from the standard; null without any",
    ),
];

/// The default opcodes, which suites and analyses have.
const BY_DEFAULT: [Opcode; 8] = [
    Opcode::Id,
    Opcode::Bm,
    Opcode::Am,
    Opcode::Pv,
    Opcode::Ce,
    Opcode::Dm,
    Opcode::Acd,
    Opcode::C0,
];

/// All columns: those above, and each opcode.
pub(crate) fn columns() -> Vec<Column> {
    let opcodes = OPCODES.iter().map(|opcode| {
        let row = opcode.definition();
        Column {
            name: Cow::Borrowed(row.mnemonic),
            cell: match row.grammar {
                Grammar::Integer { .. } => CellType::Int64,
                grammar if grammar.is_moves() => CellType::TextList,
                _ => CellType::Text,
            },
            unit: "",
            about: Cow::Borrowed(row.summary),
            is_default: BY_DEFAULT.contains(opcode),
            source: Source::Record(RecordPart::Opcode(*opcode)),
        }
    });
    let rank = |column: &Column| match &column.source {
        Source::Record(RecordPart::Opcode(opcode)) => {
            1 + BY_DEFAULT.iter().position(|it| it == opcode).unwrap_or(BY_DEFAULT.len())
        }
        Source::Record(RecordPart::Operations | RecordPart::Errors) => BY_DEFAULT.len() + 2,
        _ => 0,
    };
    let mut columns: Vec<Column> = ROWS.iter().filter_map(Row::column).chain(opcodes).collect();
    columns.sort_by_key(rank);
    columns
}
