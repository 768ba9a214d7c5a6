//! Findings of the linter as diagnostics; only what changed is read again.

use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticSeverity, NumberOrString, Position, Range, Uri,
};
use pgn_lint::{Config, Finding, Linter, Severity, file_name};
use pgnkit::charset::{Choice, Encoding};
use pgnkit::syntax::{GameStart, Location, Region};

use crate::document::{Document, Piece, PieceStart};

/// How many diagnostics of a text an editor receives. Sending many takes longer than finding them.
const DIAGNOSTICS_MAX: usize = 1000;

/// How much text is read at once before the server looks for messages.
const SLICE_BYTES: usize = 1 << 18;

/// A text of this size is read as a whole after each edit, which also gives the findings that
/// compare games.
pub(crate) const SMALL_BYTES: usize = 1 << 20;

/// Offsets of pieces other than the first begin here: the linter treats offset 0 as the beginning
/// of the file.
const BASE: u64 = 1;

/// The linter of one document, and how far it has read.
#[derive(Debug)]
pub(crate) struct DocumentLinter {
    linter: Box<Linter>,
    /// The next piece to look at; pieces before it are read.
    next: usize,
    /// Whether all pieces so far were read in this pass, so that its end gives the findings that
    /// compare games.
    is_whole: bool,
    /// The linter has just read the piece before `next`.
    follows: bool,
    is_done: bool,
}

impl DocumentLinter {
    pub(crate) fn new(config: Config, document: &Document) -> DocumentLinter {
        let config = config.with_encoding(Choice::Fixed(Encoding::Utf8)).with_text(document.kind);
        let linter = Box::new(Linter::new(config));
        DocumentLinter { linter, next: 0, is_whole: true, follows: false, is_done: false }
    }

    pub(crate) fn config(&self) -> &Config {
        self.linter.config()
    }

    pub(crate) fn linter_mut(&mut self) -> &mut Linter {
        &mut self.linter
    }

    /// Whether all pieces are read.
    pub(crate) fn is_done(&self) -> bool {
        self.is_done
    }

    /// Begins again: reads the pieces that have no findings, or all if that takes no time, or if
    /// `wants_all`.
    pub(crate) fn restart(&mut self, document: &Document, wants_all: bool) {
        self.is_whole = wants_all || document.len() <= SMALL_BYTES;
        (self.next, self.follows, self.is_done) = (0, false, false);
    }

    /// Reads on for a while.
    pub(crate) fn work(&mut self, document: &mut Document) {
        let mut left = SLICE_BYTES;
        let mut start = document.start_of(self.next);
        while let Some(piece) = document.pieces.get(self.next) {
            if left == 0 {
                return;
            }
            let is_read = piece.findings.is_some() && !self.is_whole;
            let next = start.after(piece);
            if !is_read {
                left = left.saturating_sub(piece.text.len());
                self.read(document, self.next, start);
            }
            (self.follows, start) = (!is_read, next);
            self.next += 1;
        }
        self.is_done = true;
        if self.is_whole {
            self.compare_games(document);
        }
    }

    fn read(&mut self, document: &mut Document, idx: usize, start: PieceStart) {
        if !self.follows {
            let head = document.pieces.first().map_or(&b""[..], |piece| &piece.text);
            self.linter.begin_file(head);
            // The lines that silence the next one.
            if let Some(before) = idx.checked_sub(1)
                && memchr::memmem::find(&document.pieces[before].text, b"%pgnkit").is_some()
            {
                let region = region(&document.pieces[before], before, document.start_of(before));
                self.linter.lint_region(&region);
            }
        }
        let piece = &mut document.pieces[idx];
        let mut findings = self.linter.lint_region(&region(piece, idx, start));
        findings.iter_mut().for_each(|finding| count_from_piece(finding, idx));
        piece.findings = Some(findings);
    }

    /// Distributes the findings that are known only at the end of the text.
    fn compare_games(&mut self, document: &mut Document) {
        document.pieces.iter_mut().for_each(|piece| piece.file_findings.clear());
        let mut findings = self.linter.finish_file().into_iter().peekable();
        let mut n_games = 0;
        for (idx, piece) in document.pieces.iter_mut().enumerate() {
            n_games += u64::from(piece.is_game());
            let is_here = |finding: &Finding| finding.game == Some(n_games);
            if piece.is_game() {
                while let Some(mut finding) = findings.next_if(is_here) {
                    count_from_piece(&mut finding, idx);
                    piece.file_findings.push(finding);
                }
            }
        }
    }
}

/// A piece as the linter reads it.
pub(crate) fn region(piece: &Piece, idx: usize, start: PieceStart) -> Region<'_> {
    let location = Location { line: u64::from(start.line) + 1, column: 1 };
    let (start, n_games_before) = (GameStart(base(idx)), start.n_games);
    Region { text: &piece.text, start, location, n_games_before, end: piece.end }
}

fn base(idx: usize) -> u64 {
    if idx == 0 { 0 } else { BASE }
}

/// Counts the offsets of a finding from its piece.
fn count_from_piece(finding: &mut Finding, idx: usize) {
    let place = &mut finding.place;
    let edits = finding.fix.iter_mut().flat_map(|fix| &mut fix.edits);
    let offsets = edits.flat_map(|edit| [&mut edit.start, &mut edit.end]);
    for offset in [&mut place.byte_start, &mut place.byte_end].into_iter().chain(offsets) {
        *offset = offset.saturating_sub(base(idx));
    }
}

/// All diagnostics of a document, as many as an editor can use.
pub(crate) fn diagnostics(document: &Document) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut n_left_out = 0;
    for (start, piece) in document.starts() {
        let mut findings: Vec<&Finding> = piece.all_findings().collect();
        findings.sort_by_key(|finding| (finding.place.byte_start, finding.code()));
        let n = findings.len().min(DIAGNOSTICS_MAX - diagnostics.len());
        n_left_out += findings.len() - n;
        let parts: Vec<_> = findings[..n].iter().map(|finding| part(finding)).collect();
        let ranges = document.walk(start, piece).ranges(&parts);
        let listed = ranges.into_iter().zip(findings);
        diagnostics.extend(listed.map(|(range, finding)| diagnostic(range, finding)));
    }
    if n_left_out > 0 {
        let last = diagnostics.last().map_or(Position::default(), |last| last.range.end);
        diagnostics.push(Diagnostic {
            range: Range::new(last, last),
            severity: Some(DiagnosticSeverity::INFORMATION),
            source: Some(SOURCE.to_owned()),
            message: format!("{n_left_out} more findings follow; `pgn check` lists them all"),
            ..Diagnostic::default()
        });
    }
    diagnostics
}

const SOURCE: &str = "pgn";

/// A finding as a diagnostic: its sentence, how to fix it, and the board of a move that cannot be
/// played.
pub(crate) fn diagnostic(range: Range, finding: &Finding) -> Diagnostic {
    let mut message = finding.message.clone();
    for (before, more) in [("\n", &finding.help), ("\n\n", &finding.board)] {
        if let Some(more) = more {
            message.push_str(before);
            message.push_str(more);
        }
    }
    let severity = match finding.severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Info | Severity::Off => DiagnosticSeverity::INFORMATION,
    };
    Diagnostic {
        range,
        severity: Some(severity),
        code: Some(NumberOrString::String(finding.code().to_string())),
        code_description: rule_url(finding.rule).map(|href| CodeDescription { href }),
        source: Some(SOURCE.to_owned()),
        message,
        ..Diagnostic::default()
    }
}

/// The part of its piece that a finding is about.
pub(crate) fn part(finding: &Finding) -> std::ops::Range<usize> {
    finding.place.byte_start as usize..finding.place.byte_end as usize
}

/// The address of a rule's page.
pub(crate) fn rule_url(rule: &pgn_lint::Rule) -> Option<Uri> {
    let repository = env!("CARGO_PKG_REPOSITORY");
    format!("{repository}/blob/main/docs/rules/{}", file_name(rule)).parse().ok()
}
