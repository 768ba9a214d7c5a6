//! The columns of the table `findings`, a row each.

use super::Unasked::There;
use super::{CellType, Column, FindingPart, Row, Source};
use pgn_lint::Severity;

const SEVERITIES: &[&str] =
    &[Severity::Error.name(), Severity::Warning.name(), Severity::Info.name()];

const fn row(
    name: &'static str,
    part: FindingPart,
    cell: CellType,
    unit: &'static str,
    about: &'static str,
) -> Row {
    Row::Own(name, Source::Finding(part), cell, unit, about, There)
}

const ROWS: &[Row] = &[
    row("file", FindingPart::File, CellType::Text, "", "the name of the file"),
    row(
        "game",
        FindingPart::Game,
        CellType::Int64,
        "",
        "the number of the game in its file, from 1; null outside of games",
    ),
    row("line", FindingPart::Line, CellType::Int64, "", "the line of the file, from 1"),
    row("column", FindingPart::Column, CellType::Int64, "characters", "the column, from 1"),
    row(
        "offset",
        FindingPart::Offset,
        CellType::Int64,
        "bytes",
        "the offset of its first byte in the uncompressed file",
    ),
    row("end", FindingPart::EndOffset, CellType::Int64, "bytes", "the offset after its last byte"),
    row("code", FindingPart::Code, CellType::Text, "", "the permanent code of the rule"),
    row("rule", FindingPart::Name, CellType::Text, "", "its name"),
    row("severity", FindingPart::Severity, CellType::Word(SEVERITIES), "", "how severe it is"),
    row("message", FindingPart::Message, CellType::Text, "", "what is wrong"),
    row("help", FindingPart::Help, CellType::Text, "", "how to fix it"),
    row("players", FindingPart::Players, CellType::Text, "", "the players of the game"),
    row(
        "n",
        FindingPart::Count,
        CellType::Int64,
        "",
        "the number of findings in this row: 1, or those of its rule in the game after the first \
         thousand",
    ),
];

pub(crate) fn columns() -> Vec<Column> {
    ROWS.iter().filter_map(Row::column).collect()
}
