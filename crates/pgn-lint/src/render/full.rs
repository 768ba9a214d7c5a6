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

use super::Summary;
use super::style::{Color, ReportPart};
use crate::finding::Finding;
use std::io::{self, Write};

/// The usual size of a finding, in bytes.
const ROOM_BYTES: usize = 512;

/// A string from which blanks and carets are sliced.
const BLANKS: &str = "                                                                ";
const CARETS: &str = "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^";

pub(super) fn write(
    sink: &mut impl Write,
    color: Color,
    file: &str,
    finding: &Finding,
) -> io::Result<()> {
    let number = finding.place.start.line.to_string();
    let mut entry =
        FindingLines { text: String::with_capacity(ROOM_BYTES), color, number: &number };
    entry.head(finding);
    entry.place(file, finding);
    entry.source(finding);
    if let Some(board) = &finding.board {
        entry.bar(&[]);
        for line in board.lines() {
            entry.bar(&["     ", line]);
        }
        entry.bar(&[]);
    }
    if let Some(help) = &finding.help {
        entry.note(&[" help: ", help]);
    }
    if let Some(fix) = &finding.fix {
        entry.note(&[" fix (", fix.applicability.name(), "): ", &fix.title]);
    }
    entry.text.push('\n');
    sink.write_all(entry.text.as_bytes())
}

/// One line for those of a rule that are not listed: their number, and where the first one is.
///
/// ```text
/// error[C001 illegal-move]: 1214 more, from games.pgn:5012:14 (game 233) on
/// info[T113 bad-eco]: 12 times, first at games.pgn:9:6 (game 1): ECO: expected …
/// ```
pub(super) fn write_rest(
    sink: &mut impl Write,
    color: Color,
    file: &str,
    finding: &Finding,
    n_listed: usize,
) -> io::Result<()> {
    let code = finding.code();
    let head = format!("{}[{code} {}]", finding.severity, finding.name());
    let head = color.paint(ReportPart::Severity(finding.severity), &head);
    let mut place = format!("{file}:{}", finding.place.start);
    if let Some(game) = finding.game {
        place.push_str(&format!(" (game {game})"));
    }
    let (n, message) = (finding.n, &finding.message);
    match (n_listed, n) {
        (0, 1) => writeln!(sink, "{head}: once, at {place}: {message}"),
        (0, _) => writeln!(sink, "{head}: {n} times, first at {place}: {message}"),
        (_, _) => writeln!(sink, "{head}: {n} more, from {place} on"),
    }
}

struct FindingLines<'n> {
    text: String,
    color: Color,
    number: &'n str,
}

impl FindingLines<'_> {
    fn say(&mut self, pieces: &[&str]) {
        pieces.iter().for_each(|piece| self.text.push_str(piece));
    }

    fn head(&mut self, finding: &Finding) {
        let code = finding.code().to_string();
        let head = [finding.severity.name(), "[", &code, " ", finding.name(), "]"];
        self.color.paint_to(&mut self.text, ReportPart::Severity(finding.severity), &head);
        self.color.paint_to(&mut self.text, ReportPart::Strong, &[": ", &finding.message]);
        self.text.push('\n');
    }

    fn place(&mut self, file: &str, finding: &Finding) {
        self.margin("-->", 0);
        let column = finding.place.start.column.to_string();
        self.say(&[" ", file, ":", self.number, ":", &column]);
        if let Some(game) = finding.game {
            self.say(&[" (game ", &game.to_string()]);
            if let Some(players) = &finding.players {
                self.say(&[", ", players]);
            }
            self.text.push(')');
        }
        self.text.push('\n');
    }

    /// The line it is on, and the carets under it.
    fn source(&mut self, finding: &Finding) {
        let line = &finding.source_line;
        let before = if line.is_cut_before { "…" } else { "" };
        let after = if line.is_cut_after { "…" } else { "" };
        let shown = if after.is_empty() { line.text.trim_end() } else { &line.text };
        if before.is_empty() && shown.is_empty() && after.is_empty() {
            return;
        }
        self.bar(&[]);
        self.color.paint_to(&mut self.text, ReportPart::Frame, &[self.number]);
        self.text.push(' ');
        self.color.paint_to(&mut self.text, ReportPart::Frame, &["|"]);
        self.say(&[" ", before, shown, after, "\n"]);
        let n_blanks = before.chars().count() + line.caret_start;
        self.margin("|", 1);
        self.text.push(' ');
        let color = self.color;
        color.paint_with(&mut self.text, ReportPart::Severity(finding.severity), |text| {
            repeat(text, BLANKS, n_blanks);
            repeat(text, CARETS, line.caret_len.max(1));
        });
        self.text.push('\n');
    }

    /// Blanks as wide as the number of the line and `n_more`, and a sign after them.
    fn margin(&mut self, sign: &str, n_more: usize) {
        repeat(&mut self.text, BLANKS, self.number.len() + n_more);
        self.color.paint_to(&mut self.text, ReportPart::Frame, &[sign]);
    }

    fn bar(&mut self, pieces: &[&str]) {
        self.margin("|", 1);
        self.say(pieces);
        self.text.push('\n');
    }

    fn note(&mut self, pieces: &[&str]) {
        self.margin("=", 1);
        self.say(pieces);
        self.text.push('\n');
    }
}

/// Appends `n` signs of those in `signs`, which are all the same and of ASCII.
fn repeat(text: &mut String, signs: &str, n: usize) {
    let mut left = n;
    while left > 0 {
        let n = left.min(signs.len());
        text.push_str(&signs[..n]);
        left -= n;
    }
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
    let counts = color.paint(ReportPart::Strong, &format!("{errors}, {warnings}, {infos}"));
    writeln!(sink, "{games} in {files}: {counts}")
}
