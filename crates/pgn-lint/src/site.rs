//! What sites and programs take: one table of the limits that they document.
//!
//! A limit without a public source is not in it.

use crate::rules::export::{empty_line_in_comment, game_too_large, not_utf8, too_many_games};
use pgnkit::fault;
use pgnkit::syntax::Code;
use pgnkit::write::{Profile, loss};

/// What a site does with a file that is beyond a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LimitEffect {
    /// It does not take the file, or the game.
    Refused,
    /// It keeps only the beginning, or takes one game for several.
    Cut,
    /// It shows other text.
    Changed,
}

impl LimitEffect {
    /// `refused`, `cut` or `changed`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LimitEffect::Refused => "refused",
            LimitEffect::Cut => "cut",
            LimitEffect::Changed => "changed",
        }
    }
}

/// A limit of a site or program, as documented.
///
/// ```
/// use pgn_lint::SITE_LIMITS;
/// use pgnkit::write::Profile;
///
/// let of_lichess = SITE_LIMITS.iter().filter(|limit| limit.profile == Profile::Lichess);
/// assert!(of_lichess.clone().any(|limit| limit.max == Some(64)));
/// assert!(of_lichess.clone().all(|limit| limit.source.starts_with("https://")));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SiteLimit {
    /// The profile that is named after the site.
    pub profile: Profile,
    /// The rule that reports it.
    pub code: Code,
    /// What the site takes.
    pub expected: &'static str,
    /// The greatest number it takes, if the limit is a number.
    pub max: Option<u64>,
    /// What it does with more, or with something else.
    pub effect: LimitEffect,
    /// Whether `pgn fmt` with the profile writes a file within the limit.
    pub is_fixed: bool,
    /// How to keep within the limit.
    pub help: &'static str,
    /// The address of the page that documents it.
    pub source: &'static str,
    /// When that page was read: year, month, day.
    pub read_on: &'static str,
}

/// All limits.
pub static SITE_LIMITS: &[SiteLimit] = &[
    SiteLimit {
        code: too_many_games::RULE.code(),
        expected: "at most 64 games, the chapters of a study",
        max: Some(64),
        help: "`pgn split --max-games 64` makes a file for each study",
        ..refused(Profile::Lichess, "https://github.com/lichess-org/lila/issues/16921")
    },
    SiteLimit {
        code: game_too_large::RULE.code(),
        expected: "at most 3000 moves in a chapter, with those of variations",
        max: Some(3000),
        help: "move some of the variations to another game",
        ..refused(Profile::Lichess, "https://github.com/lichess-org/lila/issues/10421")
    },
    SiteLimit {
        code: loss::UNWRITABLE_NULL_MOVE.code,
        expected: "no null moves",
        is_fixed: true,
        help: "`pgn fmt --profile lichess` writes these lines as comments",
        ..refused(Profile::Lichess, "https://github.com/lichess-org/scalachess/pull/230")
    },
    SiteLimit {
        code: loss::UNWRITABLE_VARIANT.code,
        expected: "a variant that lichess.org plays, and a legal start position",
        is_fixed: true,
        help: "`pgn fmt --profile lichess` leaves the game out",
        ..refused(Profile::Lichess, "https://www.mintlify.com/lichess-org/lila/api/studies/import")
    },
    SiteLimit {
        code: fault::VARIANT_WITHOUT_FEN.code,
        expected: "a FEN tag in variants with their own start position",
        is_fixed: true,
        help: "`pgn fmt --profile lichess` writes the FEN tag",
        ..refused(Profile::Lichess, "https://github.com/lichess-org/lila/issues/8485")
    },
    SiteLimit {
        code: empty_line_in_comment::RULE.code(),
        expected: "no empty lines in comments, because they separate games",
        effect: LimitEffect::Cut,
        is_fixed: true,
        help: "`pgn fmt --profile lichess` writes comments without line breaks of their own",
        ..refused(Profile::Lichess, "https://github.com/lichess-org/lila/issues/2686")
    },
    SiteLimit {
        code: not_utf8::RULE.code(),
        expected: "UTF-8",
        effect: LimitEffect::Changed,
        is_fixed: true,
        help: "`pgn fmt --profile lichess` writes UTF-8",
        ..refused(Profile::Lichess, "https://github.com/lichess-org/lila/issues/14664")
    },
    SiteLimit {
        code: not_utf8::RULE.code(),
        expected: "UTF-8",
        effect: LimitEffect::Changed,
        is_fixed: true,
        help: "`pgn fmt --profile chessbase` writes UTF-8",
        ..refused(Profile::ChessBase, "https://eg.org.ua/pgn-rus/")
    },
    SiteLimit {
        code: too_many_games::RULE.code(),
        expected: "at most 16777214 games in an SI4 database",
        max: Some(16_777_214),
        help: "`pgn split --max-games 16777214` makes a file for each database",
        ..refused(Profile::Scid, "https://scidvspc.sourceforge.net/doc/Formats.htm")
    },
    SiteLimit {
        code: game_too_large::RULE.code(),
        expected: "at most 131072 bytes of moves and comments in a game",
        max: Some(131_072),
        help: "move some of the variations and comments to another game",
        ..refused(Profile::Scid, "https://scidvspc.sourceforge.net/doc/Formats.htm")
    },
    SiteLimit {
        code: loss::CUT_STRING.code,
        expected: "at most 255 bytes in a name",
        max: Some(255),
        effect: LimitEffect::Cut,
        is_fixed: true,
        help: "`pgn fmt --profile scid` cuts the value between two characters",
        ..refused(Profile::Scid, "http://www.talkchess.com/forum3/viewtopic.php?f=7&t=78349")
    },
    SiteLimit {
        code: loss::UNWRITABLE_VARIANT.code,
        expected: "ordinary chess",
        is_fixed: true,
        help: "`pgn fmt --profile scid` leaves the game out",
        ..refused(Profile::Scid, "https://scidvspc.sourceforge.net/doc/Formats.htm")
    },
];

/// The fields that most limits share.
const fn refused(profile: Profile, source: &'static str) -> SiteLimit {
    SiteLimit {
        profile,
        code: too_many_games::RULE.code(),
        expected: "",
        max: None,
        effect: LimitEffect::Refused,
        is_fixed: false,
        help: "",
        source,
        read_on: "2026-11-26",
    }
}
