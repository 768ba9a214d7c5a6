//! The linter: regions of a file in, findings out (§8, D-01, D-25).
//!
//! ```text
//! one reading with the referee     what the reader notes, tags, comments, plies
//! at the end of each game          faults into words; tag, comment and game checks
//! at the end of the region         text checks, export form, suppression, places
//! ```
//!
//! Start at [`Linter`].

mod active;
mod encodings;
mod event_name;
mod export_form;
mod finding_buffer;
mod lint_visitor;
mod listing;
mod numbers;
mod place;
mod plain;
mod records;
mod rule_runner;
mod site_checks;
mod tag_rules;

use crate::config::{Config, TextKind};
use crate::context::{RegionEncoding, RuleContext};
use crate::edit::{Applicability, Edit, Fix};
use crate::finding::{Finding, Place, SourceLine};
use crate::message::{Change, Patch};
use crate::registry;
use crate::rules::chess::unclear_language;
use crate::rules::lexical::unknown_suppression;
use crate::severity::Severity;
use crate::suppress::{Directives, Suppression, covers_line};
use active::Active;
use encodings::FileEncodings;
use event_name::EventNames;
use export_form::ExportForm;
use finding_buffer::Purpose;
pub(crate) use finding_buffer::fixes_max;
use finding_buffer::{FindingBuffer, RuleFinding};
use lint_visitor::{LintReader, LintVisitor, RegionNotes, lint_reader};
use listing::Ledger;
pub use listing::Listing;
use pgnkit::diagram::{Diagram, Signs};
use pgnkit::fault;
use pgnkit::read::{Detail, LanguageChoice, Note, NoteSink};
use pgnkit::syntax::split::InPlace;
use pgnkit::syntax::{Code, Region};
use pgnkit::tag::{self, players};
use place::Places;
use rule_runner::RuleRunner;
use site_checks::SiteChecks;
use std::sync::Arc;
pub use tag_rules::rules_of_tag;

/// Lints a file, region by region, in order.
///
/// Memory: what one game needs, and the names of events if that rule is enabled. A linter can be
/// used for several files: [`finish_file`](Linter::finish_file) prepares it for the next one.
///
/// ```
/// use pgn_lint::{Config, Linter};
/// use pgnkit::syntax::Regions;
///
/// # fn main() -> std::io::Result<()> {
/// let text = &b"[White \"Tal\"]\n\n1. e4 e5 2. Ke3 *\n"[..];
/// let mut linter = Linter::new(Config::default());
/// let mut regions = Regions::new(text);
/// let mut findings = Vec::new();
/// while let Some(region) = regions.next_region()? {
///     findings.extend(linter.lint_region(&region));
/// }
/// findings.extend(linter.finish_file());
/// let illegal = findings.iter().find(|finding| finding.name() == "illegal-move").unwrap();
/// assert_eq!(illegal.place.start.to_string(), "3:13");
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Linter {
    config: Config,
    active: Arc<Active>,
    suppression: Suppression,
    events: EventNames,
    encodings: FileEncodings,
    export: ExportForm,
    site: SiteChecks,
    referee: LintReader,
    /// The findings in a region, and its contents.
    buffer: FindingBuffer,
    seen: RegionNotes,
    ledger: Ledger,
}

/// The state of a linter after the regions so far; see [`Linter::hand_over`].
#[derive(Debug)]
pub struct Memory {
    events: EventNames,
    encodings: FileEncodings,
    export: ExportForm,
    site: SiteChecks,
}

impl Memory {
    /// Adjusts the locations in the state, as [`Finding::shift`] does.
    pub fn shift(&mut self, n_lines: u64, n_games: u64) {
        self.events.shift(n_lines, n_games);
        self.encodings.shift(n_lines, n_games);
        self.export.shift(n_lines, n_games);
        self.site.shift(n_lines, n_games);
    }
}

/// The requested results for a region.
#[derive(Debug)]
enum LintMode<'a> {
    /// All that is found. The region is one of a file.
    Findings(&'a mut Vec<Finding>),
    /// The corrections alone that may be made, each with its rule, without words. Nothing is
    /// remembered of the region.
    Fixes(Applicability, &'a mut Vec<FindingFix>),
}

/// How to fix the faults of a rule.
#[derive(Debug)]
pub(crate) struct FindingFix {
    pub(crate) code: Code,
    /// The number of faults that it fixes.
    pub(crate) n: u64,
    pub(crate) fix: Fix,
}

impl LintMode<'_> {
    fn is_of_file(&self) -> bool {
        matches!(self, LintMode::Findings(_))
    }
}

impl Linter {
    /// A linter at the start of a file.
    ///
    /// ```
    /// use pgn_lint::{Config, Linter};
    ///
    /// let mut linter = Linter::new(Config::default());
    /// assert!(linter.finish_file().is_empty());
    /// ```
    #[must_use]
    pub fn new(mut config: Config) -> Linter {
        config.lax.letters = config.language.fixed().or(config.lax.letters);
        let active = Arc::new(Active::new(&config));
        Linter {
            export: ExportForm::new(&config, &active),
            site: SiteChecks::new(&config, &active),
            events: EventNames::default(),
            encodings: FileEncodings::default(),
            suppression: Suppression::default(),
            referee: lint_reader(&config, &active),
            buffer: FindingBuffer::default(),
            seen: RegionNotes::default(),
            ledger: Ledger::default(),
            config,
            active,
        }
    }

    /// Sets how many findings of a rule the linter lists one by one from now on; all by default.
    /// The others are counted; see [`take_rest`](Linter::take_rest).
    #[must_use]
    pub fn listing(mut self, listing: Listing) -> Linter {
        self.ledger = Ledger::new(listing);
        self
    }

    /// Its configuration.
    ///
    /// ```
    /// use pgn_lint::{Config, Linter, Profile};
    ///
    /// let linter = Linter::new(Config::new(Profile::Import));
    /// assert_eq!(linter.config().profile, Profile::Import);
    /// ```
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Begins a file whose first bytes are `head`: reads the suppressions at the top of it.
    ///
    /// Only needed if several linters share a file, because not all of them receive its first
    /// region; [`hand_over`](Linter::hand_over) and [`merge`](Linter::merge) then combine their
    /// states.
    pub fn begin_file(&mut self, head: &[u8]) {
        self.forget();
        self.suppression.read_top(head);
    }

    /// Lints the next region of the file.
    ///
    /// The findings are in the order of the text. The first thousand of each rule are returned one
    /// by one, the others as one finding with their number. A clean region is read once, without
    /// further allocations.
    ///
    /// ```
    /// # use pgn_lint::{Config, Linter};
    /// # let text = &b"[White \"Tal\"]\n\n1. e4 e5 2. Ke3 *\n"[..];
    /// # let mut regions = pgnkit::syntax::Regions::new(text);
    /// # let region = regions.next_region()?.unwrap();
    /// # let findings = Linter::new(Config::default()).lint_region(&region);
    /// # let finding = findings.iter().find(|it| it.name() == "illegal-move").unwrap();
    /// assert_eq!(finding.message, findings[0].message);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn lint_region(&mut self, region: &Region<'_>) -> Vec<Finding> {
        let mut findings = Vec::new();
        self.lint(region, LintMode::Findings(&mut findings));
        findings
    }

    /// Splits off the next region of a file and lints it, in one pass instead of two with
    /// [`lint_region`]; adds the same findings to `findings`. `None` at the end.
    ///
    /// [`lint_region`]: Linter::lint_region
    pub fn lint_next<'t>(
        &mut self,
        regions: &mut InPlace<'t>,
        findings: &mut Vec<Finding>,
    ) -> Option<Region<'t>> {
        if self.config.text != TextKind::Games || self.config.language == LanguageChoice::Auto {
            let region = regions.next()?;
            self.lint(&region, LintMode::Findings(findings));
            return Some(region);
        }
        self.buffer.begin(Purpose::Report);
        lint_visitor::begin(&mut self.referee, &mut self.seen, regions.start(), Purpose::Report);
        let visitor = LintVisitor::new(&self.active, &mut self.referee, &mut self.seen);
        let (region, is_game) = visitor.read(regions)?;
        if region.start.0 == 0 {
            self.suppression.read_top(region.text);
        }
        let is_ascii = region.text.is_ascii();
        let encoding = RegionEncoding::of(self.config.encoding, region.text, is_ascii);
        if is_game {
            self.runner(&region, encoding).run_on_game();
        }
        self.examine(&region, (encoding, is_ascii), LintMode::Findings(findings));
        Some(region)
    }

    /// The fixes for a region, in order of place, without regard to the regions before it and
    /// without remembering it. Only the fix of each fault is stored, since there may be a million
    /// of them.
    pub(crate) fn fixes(&mut self, region: &Region<'_>, allowed: Applicability) -> Vec<FindingFix> {
        let mut fixes = Vec::new();
        self.lint(region, LintMode::Fixes(allowed, &mut fixes));
        fixes
    }

    /// The findings that are known only at the end of the file. The linter is then ready for the
    /// next file.
    pub fn finish_file(&mut self) -> Vec<Finding> {
        let mut findings = self.events.take_findings();
        findings.extend(self.encodings.finish());
        findings.extend(self.export.finish());
        findings.extend(self.site.finish());
        findings.retain(|finding| !self.suppression.in_file(finding.rule));
        findings.sort_by_key(Finding::sort_key);
        self.forget();
        findings
    }

    /// Takes its state; the linter is then ready for another part of a file.
    pub fn hand_over(&mut self) -> Memory {
        let fresh = ExportForm::new(&self.config, &self.active);
        let fresh_site = SiteChecks::new(&self.config, &self.active);
        Memory {
            events: std::mem::take(&mut self.events),
            encodings: std::mem::take(&mut self.encodings),
            export: std::mem::replace(&mut self.export, fresh),
            site: std::mem::replace(&mut self.site, fresh_site),
        }
    }

    /// Takes the findings that were not listed since the last call: for each rule the first such
    /// finding, with the number of all as its [`n`](Finding::n). Listing then starts again.
    pub fn take_rest(&mut self) -> Vec<Finding> {
        self.ledger.take_rest()
    }

    /// Adds the state of another linter for the regions that follow this linter's own.
    pub fn merge(&mut self, later: Memory) {
        self.events.merge(later.events);
        self.encodings.merge(later.encodings);
        self.export.merge(later.export);
        self.site.merge(later.site);
    }

    fn forget(&mut self) {
        self.suppression = Suppression::default();
        self.events = EventNames::default();
        self.encodings = FileEncodings::default();
        self.export.forget();
        self.site.forget();
    }

    fn lint(&mut self, region: &Region<'_>, wanted: LintMode<'_>) {
        if region.start.0 == 0 {
            self.suppression.read_top(region.text);
        }
        let is_ascii = region.text.is_ascii();
        let encoding = RegionEncoding::of(self.config.encoding, region.text, is_ascii);
        let (buffer, seen) = (&mut self.buffer, &mut self.seen);
        let which = match wanted {
            LintMode::Findings(_) => Purpose::Report,
            LintMode::Fixes(allowed, _) => Purpose::Fix { text_bytes: region.text.len(), allowed },
        };
        buffer.begin(which);
        if self.config.text.is_positions() {
            records::examine(region, encoding, &self.config, buffer, seen);
            return self.conclude(region, encoding, wanted);
        }
        let active = &*self.active;
        if self.config.language == LanguageChoice::Auto {
            let letters = self.config.language.letters(region, &mut unclear(active, buffer));
            self.config.lax.letters = letters;
            self.referee.set_letters(letters);
        }
        lint_visitor::begin(&mut self.referee, seen, region.start, which);
        let mut inside = InPlace::of(region);
        loop {
            let visitor = LintVisitor::new(&self.active, &mut self.referee, &mut self.seen);
            let Some((_, is_game)) = visitor.read(&mut inside) else { break };
            if is_game {
                self.runner(region, encoding).run_on_game();
            }
        }
        self.examine(region, (encoding, is_ascii), wanted);
    }

    /// Runs the rules on a region whose games were read, and reports what they found.
    fn examine(
        &mut self,
        region: &Region<'_>,
        (encoding, is_ascii): (RegionEncoding, bool),
        wanted: LintMode<'_>,
    ) {
        let mut runner = self.runner(region, encoding);
        // Faults between games, after the last one.
        runner.report_noted();
        runner.run_on_region(is_ascii);
        let Linter { active, buffer, seen, .. } = self;
        if active.events && wanted.is_of_file() {
            self.events.hear(region, encoding, seen, active.severity(EventNames::rule()));
        }
        let severity = active.severity(FileEncodings::rule());
        if !is_ascii && wanted.is_of_file() && severity != Severity::Off {
            self.encodings.hear(region, encoding, severity, seen.players.as_ref());
        }
        self.export.compare(region, &self.config, wanted.is_of_file(), buffer);
        self.site.check(region, &self.config, &self.active, buffer);
        self.conclude(region, encoding, wanted);
    }

    fn runner<'a>(
        &'a mut self,
        region: &'a Region<'a>,
        encoding: RegionEncoding,
    ) -> RuleRunner<'a> {
        let Linter { active, referee, buffer, seen, .. } = self;
        RuleRunner { region, encoding, active, referee, buffer, seen }
    }

    /// Turns faults into findings: suppression, places, order.
    fn conclude(
        &mut self,
        region: &Region<'_>,
        encoding: RegionEncoding,
        mut wanted: LintMode<'_>,
    ) {
        let Linter { buffer, seen, ledger, .. } = self;
        let has_game = region.is_game();
        let mut directives = Directives::default();
        if !seen.escapes.is_empty() {
            let rule = registry::get(unknown_suppression::RULE.code());
            directives.read(region, &seen.escapes, encoding, &mut buffer.report(rule, has_game));
        }
        if buffer.is_empty() && directives.is_empty() {
            return;
        }
        let mut places = Places::new(region, encoding);
        let lines = directives.lines(|offset| places.line_number(offset));
        let may_be_quiet = !directives.is_empty() || !self.suppression.is_empty();
        for one in buffer.drain(has_game) {
            if wanted.is_of_file() && !may_be_quiet && ledger.count(one.rule, one.message.n) {
                continue;
            }
            let severity = self.active.severity(one.rule);
            let place = places.place(one.message.span);
            let is_quiet = self.suppression.in_file(one.rule)
                || self.suppression.on_line(place.start.line, one.rule)
                || directives.in_game(one.rule)
                || covers_line(&lines, place.start.line, one.rule);
            if severity == Severity::Off || is_quiet {
                continue;
            }
            match &mut wanted {
                LintMode::Findings(findings) => {
                    let source_line = places.source_line(one.message.span);
                    let found = finding(region, one, (severity, place, source_line), seen);
                    ledger.enter(found, findings);
                }
                LintMode::Fixes(_, fixes) => {
                    let (code, n) = (one.rule.code(), one.message.n);
                    let finding_fix = |patch| FindingFix { code, n, fix: fix(region, patch) };
                    fixes.extend(one.message.patch.map(finding_fix));
                }
            }
        }
        if wanted.is_of_file() {
            self.suppression.carry(lines);
        }
    }
}

/// Takes the note that the letters of several languages fit a game, if that is looked for.
fn unclear<'a>(active: &'a Active, buffer: &'a mut FindingBuffer) -> impl NoteSink {
    let rule = registry::get(fault::UNCLEAR_LANGUAGE.code);
    move |note: Note<'_>| {
        if let (Detail::Languages(languages), true) = (note.detail, active.is_on(rule)) {
            let message = unclear_language::message(note.diagnostic.span, languages);
            buffer.push(RuleFinding { rule, message, has_game: true });
        }
    }
}

fn finding(
    region: &Region<'_>,
    found: RuleFinding,
    (severity, place, source_line): (Severity, Place, SourceLine),
    seen: &RegionNotes,
) -> Finding {
    let message = found.message;
    Finding {
        rule: found.rule,
        severity,
        game: found.has_game.then_some(region.n_games_before + 1),
        players: if found.has_game { seen.players.clone() } else { None },
        place,
        n: message.n,
        message: message.sentence,
        help: message.help,
        fix: message.patch.map(|patch| fix(region, patch)),
        board: message.board.map(|position| Diagram::of(&position).text(Signs::Ascii)),
        source_line,
    }
}

fn fix(region: &Region<'_>, patch: Patch) -> Fix {
    let offset = |at: u32| region.start.offset(at);
    let edit =
        |Change { span, text }| Edit { start: offset(span.start), end: offset(span.end), text };
    let mut edits: Vec<Edit> = patch.changes.into_iter().map(edit).collect();
    edits.sort_by_key(|edit| (edit.start, edit.end));
    Fix { applicability: patch.applicability, title: patch.title, edits }
}

/// `Kasparov – Topalov`, if a tag has it.
fn players_of(context: &RuleContext<'_>) -> Option<String> {
    let family = |name: &str| -> Option<String> {
        let value = context.value_named(name)?;
        let player = players(&value).next()?;
        (!player.is_unknown()).then(|| crate::message::shorten(player.family()))
    };
    let (white, black) = (family(tag::WHITE), family(tag::BLACK));
    if white.is_none() && black.is_none() {
        return None;
    }
    let names = [white.as_deref().unwrap_or("?"), " – ", black.as_deref().unwrap_or("?")];
    Some(names.concat())
}
