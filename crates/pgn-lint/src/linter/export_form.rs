//! The comparison of a text with the export form it should be (§3.2, §8.2.1, D-27, D-39, D-40).

use super::Places;
use super::active::Active;
use super::finding_buffer::FindingBuffer;
use super::finding_buffer::RuleFinding;
use crate::config::Config;
use crate::context::RegionEncoding;
use crate::finding::{Finding, SourceLine};
use crate::message::{Message, shorten};
use crate::registry;
use crate::rule::Rule;
use crate::severity::Severity;
use pgnkit::charset;
use pgnkit::read::{ReadOptions, read_region};
use pgnkit::syntax::{Region, Span};
use pgnkit::write::{Export, Loss, Profile, WriteError};

/// The comparison, and what it remembers between regions.
#[derive(Debug, Default)]
pub(super) struct ExportForm {
    profile: Option<Profile>,
    severity: Option<Severity>,
    /// The last game was correct except for its empty line, which the next region begins with.
    owed: Option<Box<Finding>>,
}

struct Expected {
    text: Vec<u8>,
    /// Bytes of the region before the text.
    skipped: usize,
}

impl ExportForm {
    pub(super) fn new(config: &Config, active: &Active) -> ExportForm {
        let profile = config.profile.export().filter(|_| active.export);
        ExportForm { profile, severity: Some(active.severity(ExportForm::rule())), owed: None }
    }

    fn rule() -> &'static Rule {
        registry::get(crate::rules::export::not_export_form::RULE.code())
    }

    pub(super) fn forget(&mut self) {
        self.owed = None;
    }

    /// The last game of the file was not followed by its empty line.
    pub(super) fn finish(&mut self) -> Option<Finding> {
        self.owed.take().map(|finding| *finding)
    }

    pub(super) fn shift(&mut self, n_lines: u64, n_games: u64) {
        if let Some(owed) = &mut self.owed {
            owed.shift(n_lines, n_games);
        }
    }

    pub(super) fn merge(&mut self, later: ExportForm) {
        self.owed = later.owed;
    }

    /// Compares a region with the export of its game.
    ///
    /// An export file is the texts of its games, each with an empty line at its end; regions end
    /// after the marker's line, so that this empty line begins the next region, or ends the last.
    pub(super) fn compare(
        &mut self,
        region: &Region<'_>,
        config: &Config,
        in_file: bool,
        findings: &mut FindingBuffer,
    ) {
        let Some(profile) = self.profile else { return };
        self.owed = None;
        let options = ReadOptions::default().with_encoding(config.encoding).with_lax(config.lax);
        let Some(game) = read_region(region, options, ()) else {
            self.compare_nothing(region, findings);
            return;
        };
        let skipped = usize::from(region.start.0 > 0 && region.text.first() == Some(&b'\n'));
        let mut expected = Expected { text: Vec::new(), skipped };
        let mut losses = Vec::new();
        match Export::new(profile).append(&game, &mut expected.text, &mut losses) {
            Ok(()) => {}
            Err(WriteError::Refused(reasons)) => {
                report_losses(region, profile, &reasons, findings);
                return;
            }
            Err(WriteError::Io(_)) => return,
        }
        let missing = region.start.0 > 0 && skipped == 0;
        if missing {
            expected.text.insert(0, b'\n');
        }
        let found = &region.text[skipped..];
        if found == expected.text {
            return;
        }
        if expected.text.strip_suffix(b"\n") == Some(found) {
            if in_file {
                self.owe(region, config);
            }
            return;
        }
        findings.push(difference(region, config, profile, &expected));
        report_losses(region, profile, &losses, findings);
    }

    /// A region without a game: export files have none, but for the empty line at the end.
    fn compare_nothing(&self, region: &Region<'_>, findings: &mut FindingBuffer) {
        let is_end = region.start.0 > 0 && region.text == b"\n";
        if region.text.is_empty() || is_end {
            return;
        }
        let end = region.text.len().min(u32::MAX as usize) as u32;
        let message =
            Message::new(Span::new(0, end), "expected games only, found text without a game");
        findings.push(RuleFinding { rule: ExportForm::rule(), message, has_game: false });
    }

    fn owe(&mut self, region: &Region<'_>, config: &Config) {
        let encoding = RegionEncoding::of(config.encoding, region.text, false);
        let end = Span::at(region.text.len().min(u32::MAX as usize) as u32);
        let place = Places::new(region, encoding).place(end);
        self.owed = Some(Box::new(Finding {
            rule: ExportForm::rule(),
            severity: self.severity.unwrap_or(Severity::Error),
            game: Some(region.n_games_before + 1),
            players: None,
            place,
            n: 1,
            message: "expected an empty line, found the end of the file".into(),
            help: Some("every game of an export file is followed by one empty line".into()),
            fix: None,
            board: None,
            source_line: SourceLine { caret_len: 1, ..SourceLine::default() },
        }));
    }
}

/// The first place where text and export differ, as two pieces of lines.
fn difference(
    region: &Region<'_>,
    config: &Config,
    profile: Profile,
    expected: &Expected,
) -> RuleFinding {
    let found = &region.text[expected.skipped..];
    let at = found.iter().zip(&expected.text).take_while(|(a, b)| a == b).count();
    let from = piece_start(&expected.text, at);
    let wanted = piece(&expected.text, from, at, |bytes| {
        charset::decode(bytes, profile.encoding()).text.into_owned()
    });
    let encoding = RegionEncoding::of(config.encoding, region.text, false);
    let stood = piece(found, from, at, |bytes| encoding.decode(bytes).into_owned());
    let start = expected.skipped + at;
    let end = (start + piece_len(found, at)).max(start);
    let to_span = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let message = Message::new(
        Span::new(to_span(start), to_span(end)),
        format!("expected {wanted}, found {stood}"),
    )
    .help(format!("`pgn fmt --profile {}` writes this form", profile.name()));
    RuleFinding { rule: ExportForm::rule(), message, has_game: true }
}

/// Where the piece to show begins: at most 20 bytes before the difference, on its line, at the
/// start of a word.
fn piece_start(text: &[u8], at: usize) -> usize {
    let head = &text[..at.min(text.len())];
    let line = memchr::memrchr(b'\n', head).map_or(0, |lf| lf + 1);
    if head.len() - line <= 20 {
        return line;
    }
    let near = head.len() - 20;
    memchr::memchr(b' ', &head[near..]).map_or(near, |blank| near + blank + 1)
}

/// Length of what differs: to the end of the word, at least one byte unless the line ends.
fn piece_len(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let word = rest.iter().take(60).take_while(|byte| !byte.is_ascii_whitespace()).count();
    match rest.first() {
        None | Some(b'\n' | b'\r') => 0,
        Some(_) => word.max(1),
    }
}

/// The piece of a line around a difference, quoted.
fn piece(text: &[u8], from: usize, at: usize, decode: impl Fn(&[u8]) -> String) -> String {
    if at >= text.len() {
        return "the end of the game".into();
    }
    let rest = &text[from.min(text.len())..];
    let line_end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    let end = line_end.min(at - from.min(at) + 40).min(rest.len());
    let is_line_end = from + line_end == at;
    let shown = shorten(&decode(&rest[..end]));
    match (shown.is_empty(), is_line_end, rest.get(line_end)) {
        (_, true, Some(b'\r')) => "a carriage return".into(),
        (true, ..) => "an empty line".into(),
        (false, true, _) => format!("the end of the line after `{shown}`"),
        (false, false, _) => format!("`{shown}`"),
    }
}

/// The losses of the profile, each kind once.
fn report_losses(
    region: &Region<'_>,
    profile: Profile,
    losses: &[Loss],
    findings: &mut FindingBuffer,
) {
    let start = region.text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let start = u32::try_from(start).unwrap_or(u32::MAX);
    let len = region.text.len().min(u32::MAX as usize) as u32;
    let span = Span::new(start, (start + 1).min(len));
    for loss in losses {
        let Some(rule) = registry::by_code(loss.fault.code) else { continue };
        let message = Message::new(
            span,
            format!("the {} profile cannot hold this: {loss}", profile.name()),
        )
        .help("`pgn fmt --profile modern` loses no letter, `--profile lossless` nothing at all");
        findings.push(RuleFinding { rule, message, has_game: true });
    }
}
