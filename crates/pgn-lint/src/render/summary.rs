//! The summary of a report: how many files, games and findings.

use crate::finding::Finding;
use crate::severity::Severity;
use pgnkit::syntax::Code;
use std::collections::BTreeMap;

/// Counts of a report.
///
/// ```
/// use pgn_lint::render::{Color, Format, Printer};
///
/// let mut printer = Printer::new(Format::Full, Color::Never, Vec::new());
/// printer.end_file("clean.pgn", 12)?;
/// assert_eq!(printer.finish()?.n_games, 12);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Summary {
    /// Files that were ended.
    pub n_files: u64,
    /// Games in them.
    pub n_games: u64,
    /// Findings of severity error.
    pub n_errors: u64,
    /// Findings of severity warning.
    pub n_warnings: u64,
    /// Findings of severity info.
    pub n_infos: u64,
    /// Findings of each rule.
    pub by_code: BTreeMap<Code, u64>,
}

impl Summary {
    /// Counts a finding with its number.
    ///
    /// ```
    /// # use pgn_lint::{Config, Linter};
    /// # let text = &b"[White \"Tal\"]\n\n1. e4 e5 2. Ke3 *\n"[..];
    /// # let mut regions = pgnkit::syntax::Regions::new(text);
    /// # let region = regions.next_region()?.unwrap();
    /// # let findings = Linter::new(Config::default()).lint_region(&region);
    /// # let finding = findings.iter().find(|it| it.name() == "illegal-move").unwrap();
    /// use pgn_lint::render::Summary;
    ///
    /// let mut summary = Summary::default();
    /// summary.add(finding);
    /// assert_eq!(summary.n_findings(), 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn add(&mut self, finding: &Finding) {
        self.count(finding.code(), finding.severity, finding.n);
    }

    /// Counts `n` findings of one rule.
    pub fn count(&mut self, code: Code, severity: Severity, n: u64) {
        match severity {
            Severity::Error => self.n_errors += n,
            Severity::Warning => self.n_warnings += n,
            Severity::Info => self.n_infos += n,
            Severity::Off => return,
        }
        *self.by_code.entry(code).or_default() += n;
    }

    /// Adds the counts of another report.
    pub fn merge(&mut self, other: &Summary) {
        self.n_files += other.n_files;
        self.n_games += other.n_games;
        self.n_errors += other.n_errors;
        self.n_warnings += other.n_warnings;
        self.n_infos += other.n_infos;
        for (code, n) in &other.by_code {
            *self.by_code.entry(*code).or_default() += n;
        }
    }

    /// Number of findings.
    #[must_use]
    pub fn n_findings(&self) -> u64 {
        self.n_errors + self.n_warnings + self.n_infos
    }

    /// No finding was counted.
    ///
    /// ```
    /// use pgn_lint::render::Summary;
    ///
    /// assert!(Summary::default().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.n_findings() == 0
    }

    /// Whether the exit status of the run is 1.
    ///
    /// ```
    /// use pgn_lint::render::Summary;
    ///
    /// assert!(!Summary::default().fails());
    /// ```
    #[must_use]
    pub fn fails(&self) -> bool {
        self.n_errors + self.n_warnings > 0
    }
}
