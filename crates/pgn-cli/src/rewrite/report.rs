//! Reports what happened to the games of a file.

use super::finding::{Edited, Findings, Line};
use crate::exit::Exit;
use crate::terminal::{Console, counted};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::extract::Counts;
use pgn_db::reading::Header;
use pgn_db::record::UNREAD_LISTED_MAX;
use pgn_db::scan::SourceInfo;
use pgn_db::source::Note;
use pgn_lint::render::Summary;
use pgn_lint::{Config, Severity};
use pgnkit::syntax::Code;

/// Collects the findings of the sources and prints them on standard error.
///
/// Errors are always reported; corrections and losses once for each file unless quiet, and with
/// every place if verbose.
pub struct Report<'a> {
    /// Its place.
    pub console: &'a Console,
    /// The gravest so far.
    pub exit: Exit,
    /// The findings of the present source.
    pub findings: Findings,
    /// The games of the present source.
    pub header: Header,
    /// The parts of a game that are left out if its moves are not checked.
    pub unchecked: &'static str,
    /// The message about games whose positions could not be tested; none if it is empty.
    pub unplayable: &'static str,
    /// The rules that decide how grave the faults of other notations are. They report encodings
    /// and formats themselves.
    pub rules: Option<Config>,
    /// Those faults, counted.
    pub summary: Summary,
    /// Records of the present source that cannot be read and were listed.
    pub unread_count: usize,
    /// The name of one of the items that are read, and of several.
    pub nouns: [&'static str; 2],
}

impl<'a> Report<'a> {
    /// A report on `console`. `unchecked` describes how games whose moves are not checked are
    /// written.
    #[must_use]
    pub fn new(console: &'a Console, unchecked: &'static str) -> Report<'a> {
        let (findings, header) = (Findings::default(), Header::default());
        Report {
            console,
            exit: Exit::Clean,
            findings,
            header,
            unchecked,
            unplayable: UNPLAYABLE,
            rules: None,
            summary: Summary::default(),
            unread_count: 0,
            nouns: ["game", "games"],
        }
    }

    /// A source begins.
    pub fn begin(&mut self, source: &SourceInfo) {
        self.findings = Findings::default();
        self.header = Header::default();
        self.unread_count = 0;
        for note in source.notes.list() {
            match note {
                Note::Utf16 { .. } => self.console.say(&format!("{}: {note}", source.name)),
                Note::Recognized(_) | Note::NotCompressed(_) | Note::Transcoded(_)
                    if self.rules.is_some() => {}
                Note::Recognized(_) => self.console.say(&format!("{}: {note}", source.name)),
                Note::NotCompressed(_) | Note::Transcoded(_) => {
                    self.console.remark(&format!("{}: {note}", source.name))
                }
                // Misreads are reported as errors; everything else at the end.
                Note::Misread { .. } | Note::MisreadBeyond | Note::Fault(_) => {}
                Note::Compressed(_) | Note::LeftOut { .. } | Note::BrokenUnits(_) => {}
            }
        }
    }

    /// Some games of it.
    pub fn count(&mut self, header: &Header) {
        self.console.count_games(header.read_count());
        self.header.join(header);
    }

    /// The findings in them.
    pub fn add(&mut self, findings: &Findings) {
        for line in &findings.lines {
            match line {
                Line::Refused(what, why) => {
                    self.on_error(&Error::new(ErrorKind::Unsupported, what, why));
                }
                Line::Failed(what, why) => {
                    let error = Error::new(ErrorKind::Io, what, why);
                    self.on_error(&error.with_hint("the game was not changed"));
                }
                Line::Told(line) => self.console.remark(line),
                Line::Unread(line) if self.unread_count < UNREAD_LISTED_MAX => {
                    self.unread_count += 1;
                    self.console.say(line);
                }
                Line::Unread(line) => self.console.remark(line),
            }
        }
        self.findings.join(findings);
    }

    /// The source is over.
    pub fn end(&mut self, source: &SourceInfo, end: Result<(), Error>) {
        let name = &source.name;
        let findings = std::mem::take(&mut self.findings);
        if let Some(kind) = self.header.not_pgn {
            self.on_error(&Error::not_pgn(name, kind));
        }
        for note in source.notes.list() {
            if note.is_said_at_the_end() {
                self.console.say(&format!("{name}: {note}"));
            } else if let Note::Fault(found) = &note
                && self.count_fault(found.fault.code)
            {
                self.console.say(&format!("{name}:{note}"));
            }
        }
        for (verb, tally) in
            [("found", &findings.found), ("lost", &findings.lost), ("changed", &findings.changed)]
        {
            if !tally.is_empty() {
                self.console.say(&format!("{name}: {verb} {tally}"));
            }
        }
        let n = findings.undecodable_count;
        if n > 0 {
            let why = "bytes that are not UTF-8, each replaced by U+FFFD";
            self.console.say(&format!("{name}: {}: {why}", counted(n, "game", "games")));
        }
        let n = findings.unchecked_count;
        if n > 0 && !self.unchecked.is_empty() {
            let why = self.unchecked;
            self.console.say(&format!(
                "{name}: {} with unchecked moves: {why}",
                counted(n, "game", "games")
            ));
        }
        self.report_moved(
            name,
            findings.extracted,
            self.header.unplayable_count + findings.unplayable_count,
        );
        if findings.edited.changed_count > 0 {
            let Edited { output_count, changed_count } = findings.edited;
            self.console.say(&format!(
                "{name}: {changed_count} of {} changed",
                counted(output_count, "game", "games")
            ));
        }
        if let Err(error) = end {
            self.on_error(&error);
        }
        self.findings = findings;
    }

    /// Counts a fault of another notation; gives whether it is reported.
    fn count_fault(&mut self, code: Code) -> bool {
        let Some(rules) = &self.rules else { return true };
        let rule = pgn_lint::rule(&code.to_string());
        let severity = rule.map_or(Severity::Warning, |rule| rules.severity(rule));
        self.summary.count(code, severity, 1);
        if severity.fails() {
            self.exit = self.exit.max(Exit::Findings);
        }
        severity != Severity::Off
    }

    /// Says what moving the games of a source took.
    pub(crate) fn report_moved(&self, name: &str, extracted: Counts, unplayable_count: u64) {
        let [one, several] = self.nouns;
        for (n, what) in [
            (extracted.marked_count, "without a termination marker: it was added"),
            (extracted.rewritten_count, "with an unclosed end: rewritten"),
            (extracted.incomplete_date_count, "without a complete date (T106)"),
            (unplayable_count, self.unplayable),
        ] {
            if n > 0 && !what.is_empty() {
                self.console.say(&format!("{name}: {} {what}", counted(n, one, several)));
            }
        }
    }

    /// Reports on records of positions, not on games.
    pub(crate) fn set_records(&mut self) {
        self.nouns = ["record", "records"];
        self.unplayable = UNKNOWN_POSITION;
    }

    /// Something went wrong, and the work goes on.
    pub fn on_error(&mut self, error: &Error) {
        self.console.error(error);
        self.exit = Exit::Failed;
    }
}

/// The message about records whose positions could not be tested.
const UNKNOWN_POSITION: &str =
    "without a possible position: left out, because the query depends on positions";

/// The message about games whose positions could not be tested.
const UNPLAYABLE: &str = "with an illegal move: left out, because the query depends on positions";
