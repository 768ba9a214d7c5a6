//! The work of `pgn check` on a chunk: findings, fixes, and the part of the report that can be
//! prepared before its turn comes.

use crate::diff::{Op, compare};
use crate::rewrite::is_fen_name;
use pgn_db::error::printable;
use pgn_db::reading::{ChunkResult, Header};
use pgn_db::scan::{Begin, Buffer, BufferPool, Chunk, Cutting, Job, SourceInfo};
use pgn_lint::render::{Color, Format, Printer, Summary};
use pgn_lint::{Applicability, Config, Finding, Linter, Listing, Memory, TextKind, fix_region};
use pgnkit::syntax::{GameStart, Location, Region};

/// The handling of the findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// They are reported.
    Report,
    /// They are counted.
    Count,
    /// They are fixed as far as allowed, and the rest is reported.
    Fix(Applicability),
    /// The corrections are shown.
    Diff(Applicability),
}

/// Checks chunks.
#[derive(Clone, Debug)]
pub(super) struct Lint {
    pub(super) config: Config,
    pub(super) aim: Aim,
    /// How much of a chunk is reported in detail.
    pub(super) listing: Listing,
    pub(super) format: Format,
    pub(super) color: Color,
    /// Buffers of reports, for reuse.
    pub(super) pool: BufferPool,
}

/// The findings in a chunk.
pub(super) struct Linted {
    /// The state that the linter keeps for the rest of the file.
    pub(super) memory: Memory,
    /// Findings that are not printed yet.
    pub(super) findings: Vec<Finding>,
    /// The printed text, and its counts.
    pub(super) report: Buffer,
    pub(super) summary: Summary,
    pub(super) fixed: Option<FixedText>,
}

/// A chunk after its fixes.
pub(super) struct FixedText {
    pub(super) text: Vec<u8>,
    /// The edits of the old text, on request.
    pub(super) ops: Vec<Op>,
    pub(super) fix_count: u64,
    /// False if some fixes introduce new findings again and again.
    pub(super) is_stable: bool,
    /// How many lines and bytes the old text has, and where the new text ends.
    pub(super) shift: Shift,
}

/// How far the fixes moved the text that follows them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shift {
    pub(super) lines: i64,
    pub(super) bytes: i64,
}

impl Shift {
    /// Both, one after the other.
    pub(super) fn and(self, next: Shift) -> Shift {
        Shift { lines: self.lines + next.lines, bytes: self.bytes + next.bytes }
    }

    /// Moves a finding to its place after the fixes before it.
    pub(super) fn apply(self, finding: &mut Finding) {
        let place = &mut finding.place;
        for line in [&mut place.start.line, &mut place.end.line] {
            *line = line.saturating_add_signed(self.lines);
        }
        for byte in [&mut place.byte_start, &mut place.byte_end] {
            *byte = byte.saturating_add_signed(self.bytes);
        }
        for edit in finding.fix.iter_mut().flat_map(|fix| &mut fix.edits) {
            edit.start = edit.start.saturating_add_signed(self.bytes);
            edit.end = edit.end.saturating_add_signed(self.bytes);
        }
    }
}

impl Job for Lint {
    type Worker = Box<Linter>;
    type Output = ChunkResult<Linted>;

    fn worker(&self) -> Box<Linter> {
        Box::new(Linter::new(self.config.clone()).listing(self.listing))
    }

    fn work_while_cut(
        &self,
        linter: &mut Box<Linter>,
        source: &SourceInfo,
        cutting: &mut Cutting<'_>,
    ) -> Option<Self::Output> {
        match self.aim {
            Aim::Report | Aim::Count => {}
            Aim::Fix(_) | Aim::Diff(_) => return None,
        }
        self.begin(linter, source);
        let (mut findings, mut header) = (Vec::new(), Header::default());
        while let Some(is_game) = cutting.next_with(|regions| {
            let region = linter.lint_next(regions, &mut findings)?;
            let is_game = region.is_game();
            Some((region, is_game))
        }) {
            header.game_count += u64::from(is_game);
        }
        Some(ChunkResult { header, output: Linted::new(linter, findings) })
    }

    fn place(&self, made: &mut Self::Output, source: &SourceInfo, begin: &Begin) {
        let linted = &mut made.output;
        let (line_count, game_count) = (begin.location.line - 1, begin.game_count);
        linted.memory.shift(line_count, game_count);
        for finding in &mut linted.findings {
            finding.shift(line_count, game_count);
        }
        self.print(linted, &printable(&source.name));
    }

    fn work(&self, linter: &mut Box<Linter>, chunk: &Chunk) -> Self::Output {
        let source = &chunk.source;
        self.begin(linter, source);
        let mut findings = Vec::new();
        let fixed = match self.aim {
            Aim::Report | Aim::Count => {
                for region in chunk.regions() {
                    findings.append(&mut linter.lint_region(&region));
                }
                None
            }
            Aim::Fix(allowed) | Aim::Diff(allowed) => {
                Some(self.fix(chunk, allowed, linter, &mut findings))
            }
        };
        let mut linted = Linted { fixed, ..Linted::new(linter, findings) };
        self.print(&mut linted, &printable(&source.name));
        let header = Header { game_count: chunk.game_count(), ..Header::default() };
        ChunkResult { header, output: linted }
    }
}

impl Linted {
    fn new(linter: &mut Linter, mut findings: Vec<Finding>) -> Linted {
        findings.append(&mut linter.take_rest());
        let (memory, report, summary) = (linter.hand_over(), Buffer::default(), Summary::default());
        Linted { memory, findings, report, summary, fixed: None }
    }
}

impl Lint {
    /// Makes the linter of a thread ready for a chunk of a source.
    fn begin(&self, linter: &mut Box<Linter>, source: &SourceInfo) {
        let text = match self.config.text {
            TextKind::Records if is_fen_name(&source.name) => TextKind::Fens,
            text => text,
        };
        if linter.config().encoding != source.encoding || linter.config().text != text {
            let config = self.config.clone().with_encoding(source.encoding).with_text(text);
            **linter = Linter::new(config).listing(self.listing);
        }
        linter.begin_file(source.head());
    }

    /// Prints the parts that do not depend on earlier findings.
    fn print(&self, linted: &mut Linted, name: &str) {
        if linted.findings.is_empty() {
            return;
        }
        match (self.aim, self.format) {
            (Aim::Count, _) => {
                linted.findings.drain(..).for_each(|finding| linted.summary.add(&finding));
            }
            // Whether a finding is listed depends on earlier ones.
            (Aim::Report, _) if self.listing != Listing::ALL => {}
            (Aim::Report, Format::Full | Format::Concise | Format::Jsonl | Format::Github) => {
                linted.report = self.pool.buffer();
                let mut printer = Printer::new(self.format, self.color, &mut *linted.report);
                for finding in linted.findings.drain(..) {
                    // Writing to a Vec cannot fail.
                    let _ = printer.finding(name, &finding);
                }
                linted.summary = printer.summary().clone();
            }
            (Aim::Report | Aim::Fix(_) | Aim::Diff(_), _) => {}
        }
    }

    /// Fixes region by region. The remaining findings are computed from the new text, so that
    /// their places are right within this chunk.
    fn fix(
        &self,
        chunk: &Chunk,
        allowed: Applicability,
        linter: &mut Linter,
        findings: &mut Vec<Finding>,
    ) -> FixedText {
        let mut total = FixedText {
            text: Vec::with_capacity(chunk.text.len()),
            ops: Vec::new(),
            fix_count: 0,
            is_stable: true,
            shift: Shift::default(),
        };
        for old in chunk.regions() {
            let shift = total.shift;
            let line = old.location.line.saturating_add_signed(shift.lines);
            let region = Region {
                start: GameStart(old.start.0.saturating_add_signed(shift.bytes)),
                location: Location { line, column: old.location.column },
                ..old
            };
            let fixed = fix_region(linter, &region, allowed);
            total.fix_count += fixed.applied.iter().map(|(_, n)| n).sum::<u64>();
            total.is_stable &= fixed.is_stable;
            findings.append(&mut linter.lint_region(&Region { text: &fixed.text, ..region }));
            if matches!(self.aim, Aim::Diff(_)) {
                total.ops.extend(compare(old.text, &fixed.text));
            }
            total.shift = shift.and(difference(&old, &fixed.text));
            total.text.extend_from_slice(&fixed.text);
        }
        total
    }
}

/// How far the text after a region moves when its own becomes `text`.
fn difference(region: &Region<'_>, text: &[u8]) -> Shift {
    let end = |text: &[u8]| region.location.after(text).line as i64;
    Shift {
        lines: end(text) - end(region.text),
        bytes: text.len() as i64 - region.text.len() as i64,
    }
}
