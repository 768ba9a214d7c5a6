//! What a site or program would refuse or damage, by the table of its limits.

use super::Places;
use super::active::Active;
use super::finding_buffer::{FindingBuffer, RuleFinding};
use crate::config::Config;
use crate::context::{RegionEncoding, span_at};
use crate::finding::{Finding, SourceLine};
use crate::message::Message;
use crate::registry;
use crate::rules::export::{empty_line_in_comment, game_too_large, not_utf8, too_many_games};
use crate::site::{SITE_LIMITS, SiteLimit};
use pgnkit::game::Annotation;
use pgnkit::read::{Note, ReadOptions, read_region};
use pgnkit::syntax::{Code, Region, Span};
use pgnkit::write::{Export, Profile, WriteError, loss};
use pgnkit::{Game, fault};

/// The checks of one site, and the number of games so far.
#[derive(Debug, Default)]
pub(super) struct SiteChecks {
    limits: Vec<&'static SiteLimit>,
    n_games: u64,
    /// What to report at the first game if there are too many.
    too_many: Option<Box<Finding>>,
}

impl SiteChecks {
    pub(super) fn new(config: &Config, active: &Active) -> SiteChecks {
        let site = config.profile.site();
        let is_on = |limit: &&SiteLimit| {
            Some(limit.profile) == site && active.is_on(registry::get(limit.code))
        };
        SiteChecks { limits: SITE_LIMITS.iter().filter(is_on).collect(), ..SiteChecks::default() }
    }

    pub(super) fn forget(&mut self) {
        (self.n_games, self.too_many) = (0, None);
    }

    pub(super) fn shift(&mut self, n_lines: u64, n_games: u64) {
        if let Some(finding) = &mut self.too_many {
            finding.shift(n_lines, n_games);
        }
    }

    pub(super) fn merge(&mut self, later: SiteChecks) {
        self.n_games += later.n_games;
        self.too_many = self.too_many.take().or(later.too_many);
    }

    /// The finding of a file with too many games.
    pub(super) fn finish(&mut self) -> Option<Finding> {
        let limit = self.limit(too_many_games::RULE.code())?;
        let finding = self.too_many.take().filter(|_| is_beyond(limit, self.n_games))?;
        Some(Finding { message: sentence(limit, &self.n_games.to_string()), ..*finding })
    }

    fn limit(&self, code: Code) -> Option<&'static SiteLimit> {
        self.limits.iter().copied().find(|limit| limit.code == code)
    }

    pub(super) fn check(
        &mut self,
        region: &Region<'_>,
        config: &Config,
        active: &Active,
        findings: &mut FindingBuffer,
    ) {
        let Some(profile) = self.limits.first().map(|limit| limit.profile) else { return };
        self.check_encoding(region, findings);
        let options = ReadOptions::default().with_encoding(config.encoding).with_lax(config.lax);
        let mut null_move = None;
        let notes = |note: Note<'_>| {
            if note.diagnostic.code == fault::NULL_MOVE.code {
                null_move.get_or_insert(note.diagnostic.span);
            }
        };
        let Some(game) = read_region(region, options, notes) else { return };
        self.count_game(region, config, active);
        let at = start_of(region);
        if let Some(limit) = self.limit(game_too_large::RULE.code()) {
            let size = size_of(&game, profile);
            if is_beyond(limit, size) {
                report(limit, at, size, findings);
            }
        }
        self.check_comments(region, &game, findings);
        let (mut text, mut losses) = (Vec::new(), Vec::new());
        if let Err(WriteError::Refused(reasons)) =
            Export::new(profile).append(&game, &mut text, &mut losses)
        {
            losses = reasons;
        }
        for loss in losses {
            if let Some(limit) = self.limit(loss.fault.code) {
                let place = place_of(limit.code, region, &game).or(null_move).unwrap_or(at);
                report(limit, place, loss.n as u64, findings);
            }
        }
    }

    fn check_encoding(&self, region: &Region<'_>, findings: &mut FindingBuffer) {
        let Some(limit) = self.limit(not_utf8::RULE.code()) else { return };
        if let Err(error) = std::str::from_utf8(region.text) {
            let at = error.valid_up_to();
            let found = format!("the byte {:02X}", region.text[at]);
            push(limit, span_at(at, 1), sentence(limit, &found), region.is_game(), findings);
        }
    }

    fn count_game(&mut self, region: &Region<'_>, config: &Config, active: &Active) {
        self.n_games += 1;
        let Some(limit) = self.limit(too_many_games::RULE.code()) else { return };
        if self.too_many.is_some() {
            return;
        }
        let encoding = RegionEncoding::of(config.encoding, region.text, false);
        let mut places = Places::new(region, encoding);
        let (rule, span) = (registry::get(limit.code), start_of(region));
        self.too_many = Some(Box::new(Finding {
            rule,
            severity: active.severity(rule),
            game: None,
            players: None,
            place: places.place(span),
            n: 1,
            message: String::new(),
            help: Some(limit.help.into()),
            fix: None,
            board: None,
            source_line: SourceLine { caret_len: 1, ..places.source_line(span) },
        }));
    }

    /// Reports comments that would be cut by a reader that separates games at empty lines.
    fn check_comments(&self, region: &Region<'_>, game: &Game, findings: &mut FindingBuffer) {
        let Some(limit) = self.limit(empty_line_in_comment::RULE.code()) else { return };
        let annotations = game.tree().nodes().flat_map(|node| game.tree().annotations(node));
        for annotation in annotations {
            let Annotation::Comment { text, .. } = annotation else { continue };
            if !has_empty_line(text) {
                continue;
            }
            let first_line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("{");
            let span = find(region, first_line).unwrap_or(start_of(region));
            push(limit, span, sentence(limit, "one"), true, findings);
        }
    }
}

/// Whether a text has an empty line before its last one.
fn has_empty_line(text: &str) -> bool {
    let mut lines = text.split('\n').skip(1).peekable();
    while let Some(line) = lines.next() {
        if lines.peek().is_some() && matches!(line, "" | "\r") {
            return true;
        }
    }
    false
}

/// The size of a game in the unit of the profile's limit: moves for lichess.org; bytes of moves
/// and comments for Scid, of which there are at least that many.
fn size_of(game: &Game, profile: Profile) -> u64 {
    let tree = game.tree();
    let n_moves = tree.nodes().filter(|&node| tree.mv(node).is_some()).count();
    let comments = |node| {
        let bytes = tree.annotations(node).map(|annotation| match annotation {
            Annotation::Comment { text, .. } => text.len(),
            Annotation::Nag(_) | Annotation::Variation(_) => 0,
        });
        bytes.sum::<usize>()
    };
    let n_bytes = if profile == Profile::Scid { tree.nodes().map(comments).sum() } else { 0 };
    (n_moves + n_bytes) as u64
}

fn is_beyond(limit: &SiteLimit, found: u64) -> bool {
    limit.max.is_some_and(|max| found > max)
}

/// Where the tag is that is beyond a limit.
fn place_of(code: Code, region: &Region<'_>, game: &Game) -> Option<Span> {
    if code == loss::UNWRITABLE_VARIANT.code {
        return find(region, "[Variant")
            .or_else(|| find(region, "[FEN"))
            .or(Some(start_of(region)));
    }
    if code != loss::CUT_STRING.code {
        return None;
    }
    let longest = game.tags().iter().max_by_key(|tag| tag.value.len())?;
    let beginning = longest.value.char_indices().nth(20).map_or(0, |(at, _)| at);
    find(region, &longest.value[..beginning]).or(Some(start_of(region)))
}

fn find(region: &Region<'_>, text: &str) -> Option<Span> {
    let at = memchr::memmem::find(region.text, text.as_bytes())?;
    Some(span_at(at, text.len()))
}

/// The first character of a region.
fn start_of(region: &Region<'_>) -> Span {
    let start = region.text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    span_at(start, usize::from(start < region.text.len()))
}

fn sentence(limit: &SiteLimit, found: &str) -> String {
    let site = limit.profile.site().unwrap_or_default();
    format!("{site}: expected {}, found {found}", limit.expected)
}

fn report(limit: &'static SiteLimit, at: Span, n: u64, findings: &mut FindingBuffer) {
    let found = match limit.code {
        code if code == loss::CUT_STRING.code => format!("{n} longer"),
        code if code == loss::UNWRITABLE_VARIANT.code => "another game".to_owned(),
        _ => n.to_string(),
    };
    push(limit, at, sentence(limit, &found), true, findings);
}

fn push(
    limit: &'static SiteLimit,
    span: Span,
    sentence: String,
    has_game: bool,
    findings: &mut FindingBuffer,
) {
    let message = Message::new(span, sentence).help(limit.help);
    findings.push(RuleFinding { rule: registry::get(limit.code), message, has_game });
}
