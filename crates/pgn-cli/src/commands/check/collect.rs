//! The handling of findings by `pgn check`: report them in order, write fixes, count.

use std::io;

use super::finding_limiter::{FindingLimiter, Remainder};
use super::work::{Aim, FixedText, Lint, Linted, Shift};
use crate::collect::SourceSink;
use crate::diff::Paint;
use crate::exit::Exit;
use crate::in_place::FileChange;
use crate::output::Output;
use crate::rewrite::Report;
use pgn_db::error::{Error, printable};
use pgn_db::reading::ChunkResult;
use pgn_db::scan::{Chunk, SourceInfo};
use pgn_lint::render::{Format, Printer, Summary};
use pgn_lint::{Finding, Linter, TextKind};

/// Takes the findings of one file after the other.
pub(super) struct CheckSink<'o> {
    printer: Printer<&'o mut Output>,
    /// The report is one whole, so that nothing may come between its parts.
    is_whole: bool,
    output_name: String,
    aim: Aim,
    paint: Paint,
    /// Fixed files are not written.
    is_dry_run: bool,
    limiter: FindingLimiter,
    fixed_count: u64,
    file: CheckedFile,
    record_count: u64,
}

/// The totals of a run.
pub(super) struct CheckOutcome {
    pub(super) exit: Exit,
    pub(super) summary: Summary,
    pub(super) fixed_count: u64,
    /// How many of the games that `summary` counts are records.
    pub(super) record_count: u64,
    /// Some findings were not listed one by one.
    pub(super) is_limited: bool,
}

/// Where the work is with the present file.
#[derive(Default)]
struct CheckedFile {
    linter: Option<Box<Linter>>,
    fix_count: u64,
    shift: Shift,
    change: FileChange,
    is_stable: bool,
}

impl<'o> CheckSink<'o> {
    pub(super) fn new(
        output: &'o mut Output,
        job: &Lint,
        (paint, is_dry_run): (Paint, bool),
    ) -> CheckSink<'o> {
        let output_name = output.name().to_owned();
        let Lint { aim, color, .. } = *job;
        // A difference is between lines.
        let format = if matches!(aim, Aim::Diff(_)) { Format::Concise } else { job.format };
        CheckSink {
            printer: Printer::new(format, color, output),
            is_whole: matches!(format, Format::Json | Format::Sarif),
            output_name,
            aim,
            paint,
            is_dry_run,
            limiter: FindingLimiter::new(job.listing),
            fixed_count: 0,
            file: CheckedFile::default(),
            record_count: 0,
        }
    }

    /// Ends the report.
    pub(super) fn finish(self, report: &Report<'_>) -> Result<CheckOutcome, Error> {
        let CheckSink { mut printer, is_whole, limiter, output_name, .. } = self;
        let (fixed_count, record_count) = (self.fixed_count, self.record_count);
        let to_error = |error| Error::from_io(&*output_name, error);
        let rest = limiter.remainders();
        for (Remainder { file, finding }, listed_count) in &rest {
            printer.rest(&printable(file), finding, *listed_count).map_err(to_error)?;
        }
        let summary = if is_whole {
            printer.finish().map_err(to_error)?
        } else {
            printer.append(&[], &report.summary).map_err(to_error)?;
            printer.summary().clone()
        };
        let found = if summary.fails() { Exit::Findings } else { Exit::Clean };
        let (exit, is_limited) = (report.exit.max(found), !rest.is_empty());
        Ok(CheckOutcome { exit, summary, fixed_count, record_count, is_limited })
    }

    fn written(&self, result: io::Result<()>) -> Result<(), Error> {
        result.map_err(|error| Error::from_io(&self.output_name, error))
    }

    fn print(&mut self, text: &[u8], counts: &Summary) -> Result<(), Error> {
        let printed = self.printer.append(text, counts);
        self.written(printed)
    }

    /// Findings that are not printed yet; when the corrections are shown, they are not reported.
    fn list(&mut self, source: &SourceInfo, findings: Vec<Finding>) -> Result<(), Error> {
        for mut finding in findings {
            match self.aim {
                Aim::Diff(_) => continue,
                Aim::Count => {
                    let mut counts = Summary::default();
                    counts.add(&finding);
                    self.print(&[], &counts)?;
                    continue;
                }
                Aim::Report | Aim::Fix(_) => {}
            }
            self.file.shift.apply(&mut finding);
            let Some(finding) = self.limiter.list(&source.name, finding) else { continue };
            // A whole has its own way to write control characters.
            let printed = match self.is_whole {
                true => self.printer.finding(&source.name, &finding),
                false => self.printer.finding(&printable(&source.name), &finding),
            };
            self.written(printed)?;
        }
        Ok(())
    }

    fn take_fixed(
        &mut self,
        old: &[u8],
        fixed: &FixedText,
        report: &mut Report<'_>,
    ) -> Result<(), Error> {
        let file = &mut self.file;
        file.fix_count += fixed.fix_count;
        file.is_stable &= fixed.is_stable;
        file.shift = file.shift.and(fixed.shift);
        file.change.take(old, &fixed.text, report);
        let text = file.change.difference(&fixed.ops, old, &fixed.text);
        self.print(&text, &Summary::default())
    }
}

impl SourceSink<Linted> for CheckSink<'_> {
    fn begin(&mut self, source: &SourceInfo, report: &mut Report<'_>) -> Result<(), Error> {
        let config = report.rules.clone().unwrap_or_default().with_encoding(source.encoding);
        let mut linter = Box::new(Linter::new(config));
        linter.begin_file(source.head());
        self.file = CheckedFile { linter: Some(linter), is_stable: true, ..CheckedFile::default() };
        let change = &mut self.file.change;
        change.is_dry_run = self.is_dry_run;
        match self.aim {
            Aim::Report | Aim::Count => {}
            Aim::Fix(_) => change.write_beside(source, report),
            Aim::Diff(_) => change.show(source, self.paint),
        }
        Ok(())
    }

    fn take(
        &mut self,
        chunk: Chunk,
        made: ChunkResult<Linted>,
        report: &mut Report<'_>,
    ) -> Result<(), Error> {
        let Linted { memory, findings, report: text, summary, fixed } = made.output;
        self.print(&text, &summary)?;
        self.list(&chunk.source, findings)?;
        if let Some(fixed) = fixed {
            self.take_fixed(&chunk.text, &fixed, report)?;
        }
        if let Some(before) = &mut self.file.linter {
            before.merge(memory);
        }
        Ok(())
    }

    fn fail(&mut self) {
        self.file.change.fresh = None;
    }

    fn end(&mut self, source: &SourceInfo, report: &mut Report<'_>) -> Result<(), Error> {
        let left = self.file.linter.take().map(|mut linter| linter.finish_file());
        // They have their places in the new text already.
        self.file.shift = Shift::default();
        self.list(source, left.unwrap_or_default())?;
        if let Some(text) = self.file.change.end_difference() {
            self.print(&text, &Summary::default())?;
            if self.file.change.comparison.ends_different() {
                report.exit = report.exit.max(Exit::Findings);
            }
        }
        let game_count = report.header.game_count;
        if report.rules.as_ref().is_some_and(|rules| rules.text != TextKind::Games) {
            self.record_count += game_count;
        }
        let ended = self.printer.end_file(&source.name, game_count);
        self.written(ended)
    }

    /// The file is over: its new content takes its place.
    fn report(&mut self, source: &SourceInfo, report: &mut Report<'_>) {
        let Some(fresh) = self.file.change.fresh.take() else { return };
        if !self.file.change.comparison.ends_different() {
            return;
        }
        let n = self.file.fix_count;
        let done = match self.is_dry_run {
            true => Ok("would be fixed"),
            false => fresh.commit(source).map(|()| "fixed"),
        };
        match done {
            Ok(done) => {
                self.fixed_count += n;
                report.console.say(&format!("{}: {n} {done}", source.name));
            }
            Err(error) => report.on_error(&error),
        }
        if self.is_dry_run {
            report.exit = report.exit.max(Exit::Findings);
        }
        if !self.file.is_stable {
            let why = "some fixes keep causing new findings; run it again, or check the file";
            report.console.say(&format!("{}: {why}", source.name));
        }
    }
}
