//! Games of one file in UTF-8 and others in a legacy encoding.

use super::place::Places;
use crate::context::RegionEncoding;
use crate::finding::Finding;
use crate::registry;
use crate::rule::Rule;
use crate::rules::lexical::mixed_encodings;
use crate::severity::Severity;
use pgnkit::charset::Encoding;
use pgnkit::syntax::{Region, Span};

/// The encodings of the games that were seen.
#[derive(Debug, Default)]
pub(super) struct FileEncodings {
    has_utf8: bool,
    /// The first game that is not UTF-8, and how many there are.
    legacy: Option<Box<Finding>>,
    n_legacy: u64,
}

impl FileEncodings {
    pub(super) fn rule() -> &'static Rule {
        registry::get(mixed_encodings::RULE.code())
    }

    /// Remembers the encoding of a region with characters beyond ASCII.
    #[cold]
    pub(super) fn hear(
        &mut self,
        region: &Region<'_>,
        encoding: RegionEncoding,
        severity: Severity,
        players: Option<&String>,
    ) {
        let lines = region.text.split(|&byte| byte == b'\n').filter(|line| !line.is_ascii());
        let is_utf8 = |line: &[u8]| encoding.choice.encoding_of(line) == Encoding::Utf8;
        let (mut has_utf8, mut has_legacy) = (false, false);
        for line in lines {
            if is_utf8(line) { has_utf8 = true } else { has_legacy = true }
        }
        if !encoding.choice.takes_utf8() || has_utf8 == has_legacy {
            // Mixed encodings in one game are reported there.
            return;
        }
        if has_utf8 {
            self.has_utf8 = true;
            return;
        }
        self.n_legacy += 1;
        if self.legacy.is_some() {
            return;
        }
        let at = region.text.iter().position(|byte| !byte.is_ascii()).unwrap_or_default();
        let span = Span::new(at as u32, at as u32 + 1);
        let mut places = Places::new(region, encoding);
        let name = encoding.choice.encoding_of(region.text).label();
        self.legacy = Some(Box::new(Finding {
            rule: FileEncodings::rule(),
            severity,
            game: Some(region.n_games_before + 1),
            players: players.cloned(),
            place: places.place(span),
            n: 1,
            message: format!("expected UTF-8 as in other games of the file, found {name}"),
            help: Some("`pgn cat FILE -o NEW` writes all games in UTF-8".into()),
            fix: None,
            board: None,
            source_line: places.source_line(span),
        }));
    }

    pub(super) fn shift(&mut self, n_lines: u64, n_games: u64) {
        if let Some(finding) = &mut self.legacy {
            finding.shift(n_lines, n_games);
        }
    }

    pub(super) fn merge(&mut self, later: FileEncodings) {
        self.has_utf8 |= later.has_utf8;
        self.n_legacy += later.n_legacy;
        self.legacy = self.legacy.take().or(later.legacy);
    }

    /// The findings at the end of the file.
    pub(super) fn finish(&mut self) -> Option<Finding> {
        let FileEncodings { has_utf8, legacy, n_legacy } = std::mem::take(self);
        let finding = legacy.filter(|_| has_utf8)?;
        let s = if n_legacy == 1 { "" } else { "s" };
        let message = format!("{} in {n_legacy} game{s}", finding.message);
        Some(Finding { message, ..*finding })
    }
}
