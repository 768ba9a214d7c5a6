//! The handling of findings by `pgn check`: report them in order, write fixes, count.

use std::io::{self, Write as _};

use super::finding_limiter::{FindingLimiter, Remainder};
use super::work::{Aim, FixedText, Lint, Linted, Shift};
use crate::diff::{Paint, Unified};
use crate::exit::Exit;
use crate::in_place::{Comparison, InPlaceWriter};
use crate::output::Output;
use crate::terminal::Console;
use pgn_db::error::{Error, printable};
use pgn_db::scan::{Chunk, ChunkSink, SourceInfo};
use pgn_db::source::Note;
use pgn_lint::render::{Color, Format, Printer, Summary};
use pgn_lint::{Config, Finding, Linter, Severity, TextKind};

/// Takes the findings, file by file.
pub(super) struct CheckSink<'c, 'o> {
    console: &'c Console,
    print: FindingPrinter<'o>,
    output_name: String,
    aim: Aim,
    config: Config,
    paint: Paint,
    /// Fixed files are not written.
    is_dry_run: bool,
    exit: Exit,
    limiter: FindingLimiter,
    n_fixed: u64,
    file: CheckedFile,
    n_records: u64,
}

/// The totals of a run.
pub(super) struct CheckOutcome {
    pub(super) exit: Exit,
    pub(super) summary: Summary,
    pub(super) n_fixed: u64,
    /// How many of the games that `summary` counts are records.
    pub(super) n_records: u64,
    /// Some findings were not listed one by one.
    pub(super) is_limited: bool,
}

/// How findings are printed.
enum FindingPrinter<'o> {
    /// Each chunk separately, in any thread.
    Pieces { output: &'o mut Output, format: Format, color: Color, summary: Summary },
    /// As parts of one whole.
    Whole(Printer<&'o mut Output>),
}

/// Where the work is with the present file.
#[derive(Default)]
struct CheckedFile {
    linter: Option<Box<Linter>>,
    n_games: u64,
    n_fixes: u64,
    shift: Shift,
    comparison: Comparison,
    fresh: Option<InPlaceWriter>,
    diff: Option<Unified>,
    is_stable: bool,
}

impl FindingPrinter<'_> {
    fn finding(&mut self, file: &str, finding: &Finding) -> io::Result<()> {
        match self {
            FindingPrinter::Pieces { output, format, color, summary } => {
                let mut printer = Printer::new(*format, *color, &mut **output);
                printer.finding(&printable(file), finding)?;
                summary.merge(printer.summary());
                Ok(())
            }
            FindingPrinter::Whole(printer) => printer.finding(file, finding),
        }
    }

    fn rest(&mut self, rest: &Remainder, n_listed: usize) -> io::Result<()> {
        let Remainder { file, finding } = rest;
        match self {
            FindingPrinter::Pieces { output, format, color, summary } => {
                let mut printer = Printer::new(*format, *color, &mut **output);
                printer.rest(&printable(file), finding, n_listed)?;
                summary.merge(printer.summary());
                Ok(())
            }
            FindingPrinter::Whole(printer) => printer.rest(file, finding, n_listed),
        }
    }

    fn text(&mut self, text: &[u8]) -> io::Result<()> {
        match self {
            FindingPrinter::Pieces { output, .. } => output.write_all(text),
            // A container has no text of its own between its parts.
            FindingPrinter::Whole(_) => Ok(()),
        }
    }

    fn count(&mut self, counts: &Summary) {
        match self {
            FindingPrinter::Pieces { summary, .. } => summary.merge(counts),
            FindingPrinter::Whole(_) => {}
        }
    }

    fn end_file(&mut self, file: &str, n_games: u64) -> io::Result<()> {
        match self {
            FindingPrinter::Pieces { summary, .. } => {
                summary.n_files += 1;
                summary.n_games += n_games;
                Ok(())
            }
            FindingPrinter::Whole(printer) => printer.end_file(file, n_games),
        }
    }

    fn finish(self) -> io::Result<Summary> {
        match self {
            FindingPrinter::Pieces { summary, .. } => Ok(summary),
            FindingPrinter::Whole(printer) => printer.finish(),
        }
    }
}

impl<'c, 'o> CheckSink<'c, 'o> {
    pub(super) fn new(
        console: &'c Console,
        output: &'o mut Output,
        job: &Lint,
        (paint, is_dry_run): (Paint, bool),
    ) -> CheckSink<'c, 'o> {
        let output_name = output.name().to_owned();
        let Lint { aim, format, color, .. } = *job;
        let config = job.config.clone();
        let is_whole = matches!(format, Format::Json | Format::Sarif);
        let print = if is_whole && !matches!(aim, Aim::Diff(_)) {
            FindingPrinter::Whole(Printer::new(format, color, output))
        } else {
            FindingPrinter::Pieces { output, format, color, summary: Summary::default() }
        };
        let (exit, file) = (Exit::Clean, CheckedFile::default());
        let limiter = FindingLimiter::new(job.listing);
        CheckSink {
            console,
            print,
            output_name,
            aim,
            config,
            paint,
            is_dry_run,
            exit,
            limiter,
            n_fixed: 0,
            file,
            n_records: 0,
        }
    }

    /// The state for the next findings.
    pub(super) fn set_config(&mut self, config: Config) {
        self.config = config;
    }

    /// Ends the report.
    pub(super) fn finish(self) -> Result<CheckOutcome, Error> {
        let CheckSink { mut print, limiter, output_name, n_fixed, n_records, .. } = self;
        let to_error = |error| Error::from_io(&*output_name, error);
        let rest = limiter.remainders();
        for (rest, n_listed) in &rest {
            print.rest(rest, *n_listed).map_err(to_error)?;
        }
        let summary = print.finish().map_err(to_error)?;
        let found = if summary.fails() { Exit::Findings } else { Exit::Clean };
        let (exit, is_limited) = (self.exit.max(found), !rest.is_empty());
        Ok(CheckOutcome { exit, summary, n_fixed, n_records, is_limited })
    }

    fn written(&self, result: io::Result<()>) -> Result<(), Error> {
        result.map_err(|error| Error::from_io(&self.output_name, error))
    }

    fn report_error(&mut self, error: &Error) {
        self.console.error(error);
        self.exit = Exit::Failed;
    }

    /// Findings that are not printed yet; with `--diff`, they are not reported.
    fn report(&mut self, source: &SourceInfo, findings: Vec<Finding>) -> Result<(), Error> {
        for mut finding in findings {
            match self.aim {
                Aim::Diff(_) => continue,
                Aim::Count => {
                    let mut counts = Summary::default();
                    counts.add(&finding);
                    self.print.count(&counts);
                    continue;
                }
                Aim::Report | Aim::Fix(_) => {}
            }
            self.file.shift.apply(&mut finding);
            let Some(finding) = self.limiter.list(&source.name, finding) else { continue };
            let printed = self.print.finding(&source.name, &finding);
            self.written(printed)?;
        }
        Ok(())
    }

    /// Faults of a notation that became PGN: they are not in the text that the rules look at.
    fn report_notation(&mut self, source: &SourceInfo) {
        for note in source.notes.list() {
            if note.is_said_at_the_end() {
                self.console.say(&format!("{}: {note}", source.name));
            }
            let Note::Fault(found) = &note else { continue };
            let rule = pgn_lint::rule(&found.fault.code.to_string());
            let severity = rule.map_or(Severity::Warning, |rule| self.config.severity(rule));
            if severity == Severity::Off {
                continue;
            }
            self.console.say(&format!("{}:{note}", source.name));
            let mut counts = Summary::default();
            counts.count(found.fault.code, severity, 1);
            self.print.count(&counts);
            if severity.fails() {
                self.exit = self.exit.max(Exit::Findings);
            }
        }
    }

    fn take_fixed(&mut self, old: &[u8], fixed: &FixedText) -> Result<(), Error> {
        let file = &mut self.file;
        file.n_fixes += fixed.n_fixes;
        file.is_stable &= fixed.is_stable;
        file.shift = file.shift.and(fixed.shift);
        file.comparison.take(old, &fixed.text);
        if let Some(fresh) = &mut file.fresh
            && !self.is_dry_run
            && let Err(error) = fresh.write(&fixed.text, file.comparison.differs())
        {
            self.file.fresh = None;
            self.report_error(&error);
        }
        if let Some(unified) = &mut self.file.diff {
            let mut text = Vec::new();
            unified.take(&fixed.ops, old, &fixed.text, &mut text);
            let printed = self.print.text(&text);
            self.written(printed)?;
        }
        Ok(())
    }

    /// The file is over: its new content takes its place.
    fn replace(&mut self, source: &SourceInfo) {
        let Some(fresh) = self.file.fresh.take() else { return };
        if !self.file.comparison.ends_different() {
            return;
        }
        let n = self.file.n_fixes;
        let done = match self.is_dry_run {
            true => Ok("would be fixed"),
            false => fresh.commit(source).map(|()| "fixed"),
        };
        match done {
            Ok(done) => {
                self.n_fixed += n;
                self.console.say(&format!("{}: {n} {done}", source.name));
            }
            Err(error) => self.report_error(&error),
        }
        if self.is_dry_run {
            self.exit = self.exit.max(Exit::Findings);
        }
        if !self.file.is_stable {
            let why = "some fixes keep causing new findings; run it again, or check the file";
            self.console.say(&format!("{}: {why}", source.name));
        }
    }
}

impl ChunkSink<Linted> for CheckSink<'_, '_> {
    fn begin(&mut self, source: &SourceInfo) -> Result<(), Error> {
        for note in source.notes.list() {
            if let Note::Utf16 { .. } = note {
                self.console.say(&format!("{}: {note}", source.name));
            }
        }
        let config = self.config.clone().with_encoding(source.encoding);
        let mut linter = Box::new(Linter::new(config));
        linter.begin_file(source.head());
        self.file = CheckedFile { linter: Some(linter), is_stable: true, ..CheckedFile::default() };
        match self.aim {
            Aim::Report | Aim::Count => {}
            Aim::Fix(_) => match &source.place {
                Ok((path, compression)) => {
                    self.file.fresh = Some(InPlaceWriter::new(path.clone(), *compression));
                }
                Err(error) => self.report_error(error),
            },
            Aim::Diff(_) => {
                self.file.diff = Some(Unified::new(&source.name, &source.name, self.paint));
            }
        }
        Ok(())
    }

    fn take(&mut self, chunk: Chunk, linted: Linted) -> Result<(), Error> {
        let Linted { memory, findings, report, summary, fixed } = linted;
        self.console.count_games(chunk.n_games());
        self.file.n_games += chunk.n_games();
        self.print.count(&summary);
        let printed = self.print.text(&report);
        self.written(printed)?;
        self.report(&chunk.source, findings)?;
        if let Some(fixed) = fixed {
            self.take_fixed(&chunk.text, &fixed)?;
        }
        if let Some(before) = &mut self.file.linter {
            before.merge(memory);
        }
        Ok(())
    }

    fn end(&mut self, source: &SourceInfo, end: Result<(), Error>) -> Result<(), Error> {
        self.report_notation(source);
        let left = self.file.linter.take().map(|mut linter| linter.finish_file());
        // They have their places in the new text already.
        self.file.shift = Shift::default();
        self.report(source, left.unwrap_or_default())?;
        if let Some(unified) = self.file.diff.take() {
            let mut text = Vec::new();
            unified.finish(&mut text);
            let printed = self.print.text(&text);
            self.written(printed)?;
            if self.file.comparison.ends_different() {
                self.exit = self.exit.max(Exit::Findings);
            }
        }
        match end {
            Ok(()) => self.replace(source),
            Err(error) => {
                self.file.fresh = None;
                self.report_error(&error);
            }
        }
        if self.config.text != TextKind::Games {
            self.n_records += self.file.n_games;
        }
        let ended = self.print.end_file(&source.name, self.file.n_games);
        self.written(ended)
    }

    fn on_error(&mut self, error: Error) -> Result<(), Error> {
        self.report_error(&error);
        Ok(())
    }
}
