//! A tree as records of EPD: one for each position.
//!
//! ```text
//! pm          the move that was played most
//! c0 to c9    the ten moves that were played most, with their games and scores
//! eco, v0     code and name of the opening, where the position has one
//! ```
//!
//! Standard: §16.2.5. Decisions: D-50.

use std::io;

use super::table::{TreeReport, opening};
use crate::terminal::counted;
use pgn_db::report::Kind;
use pgn_db::tree::{MoveRow, Visit};
use pgn_formats::epd::{self, Form, Opcode, Record};

/// Writes a tree.
pub(super) fn write(
    report: &TreeReport,
    out: &mut impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut line = Vec::new();
    for visit in report.tree.walk(&report.start) {
        line.clear();
        // All of it is ASCII, except for the names of some openings, which this format can
        // represent.
        epd::append(&record(report, &visit), Form::Modern, &mut line, &mut Vec::new());
        line.push(b'\n');
        out(&line)?;
    }
    Ok(())
}

fn record(report: &TreeReport, visit: &Visit) -> Record {
    let mut record = Record::new(&visit.position);
    let moves = report.tree.moves_at(visit.position.polyglot_key());
    let game_count = report.tree.game_count_at(visit.position.polyglot_key());
    if let Some(most) = moves.first() {
        record.set_moves(Opcode::Pm, &[most.edge.mv]);
    }
    for (rank, played) in moves.iter().enumerate() {
        let Some(opcode) = Opcode::comment(rank) else { break };
        let it = MoveRow::of(&visit.position, played, game_count);
        let games = counted(it.score.game_count.into(), "game", "games");
        let points = it.points();
        let score = match points.is_unknown() {
            true => String::new(),
            false => format!(", {}", points.for_people(Kind::Percent)),
        };
        record.set_text(opcode, &format!("{}: {games}{score}", it.san));
    }
    if let Some(opening) = opening(&visit.position) {
        record.set_text(Opcode::Eco, &opening.code.to_string());
        if let Some(opcode) = Opcode::variation(0) {
            record.set_text(opcode, opening.name.as_str());
        }
    }
    record
}
