//! The report for people: the line with a caret, the board, the help.
//!
//! ```text
//! error[C001 illegal-move]: 12... Nxe5: no knight can reach e5
//!   --> games.pgn:14:10 (game 12, Kasparov – Topalov)
//!    |
//! 14 | 12. Rxd4 Nxe5 13. Qe1
//!    |          ^^^^
//!    = help: did you mean Nxd5?
//! ```
//!
//! Owns: the full format. Knows nothing of: the others.
//! Standard: none. Decisions: none.
//! Start at [`write`].

use super::Summary;
use super::style::{Color, Part};
use crate::finding::{Finding, SourceLine};
use std::io::{self, Write};

pub(super) fn write(
    sink: &mut impl Write,
    color: Color,
    file: &str,
    finding: &Finding,
) -> io::Result<()> {
    let grave = Part::Severity(finding.severity);
    let head = format!("{}[{} {}]", finding.severity, finding.code(), finding.name());
    let message = color.paint(Part::Strong, &format!(": {}", finding.message));
    writeln!(sink, "{}{message}", color.paint(grave, &head))?;
    let number = finding.place.start.line.to_string();
    let margin = " ".repeat(number.len());
    let frame = |text: &str| color.paint(Part::Frame, text);
    let place = finding.place.start;
    writeln!(sink, "{margin}{} {file}:{place}{}", frame("-->"), game(finding))?;
    let (line, caret) = source(&finding.source_line);
    let bar = frame("|");
    if !line.is_empty() {
        writeln!(sink, "{margin} {bar}")?;
        writeln!(sink, "{} {bar} {line}", frame(&number))?;
        writeln!(sink, "{margin} {bar} {}", color.paint(grave, &caret))?;
    }
    if let Some(board) = &finding.board {
        writeln!(sink, "{margin} {bar}")?;
        for line in board.lines() {
            writeln!(sink, "{margin} {bar}     {line}")?;
        }
        writeln!(sink, "{margin} {bar}")?;
    }
    if let Some(help) = &finding.help {
        writeln!(sink, "{margin} {} help: {help}", frame("="))?;
    }
    if let Some(fix) = &finding.fix {
        let kind = fix.applicability.name();
        writeln!(sink, "{margin} {} fix ({kind}): {}", frame("="), fix.title)?;
    }
    writeln!(sink)
}

fn game(finding: &Finding) -> String {
    match (finding.game, &finding.players) {
        (None, _) => String::new(),
        (Some(number), None) => format!(" (game {number})"),
        (Some(number), Some(players)) => format!(" (game {number}, {players})"),
    }
}

/// The line and the carets under it.
fn source(line: &SourceLine) -> (String, String) {
    let before = if line.is_cut_before { "…" } else { "" };
    let after = if line.is_cut_after { "…" } else { "" };
    let indent = " ".repeat(before.chars().count() + line.caret_start);
    let shown = format!("{before}{}{after}", line.text);
    (shown.trim_end().to_string(), indent + &"^".repeat(line.caret_len.max(1)))
}

/// The last line: how many of each.
pub(super) fn finish(sink: &mut impl Write, color: Color, summary: &Summary) -> io::Result<()> {
    let count = |n: u64, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
    let games = count(summary.n_games, "game");
    let files = count(summary.n_files, "file");
    if summary.is_empty() {
        return writeln!(sink, "{} in {files}: no findings", games);
    }
    let errors = count(summary.n_errors, "error");
    let warnings = count(summary.n_warnings, "warning");
    let infos = format!("{} info", summary.n_infos);
    let counts = color.paint(Part::Strong, &format!("{errors}, {warnings}, {infos}"));
    writeln!(sink, "{games} in {files}: {counts}")
}
