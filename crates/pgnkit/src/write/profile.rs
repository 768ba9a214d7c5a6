//! The profiles, and how each differs from the others.
//!
//! Standard: §3.2. Decisions: D-28, D-34, D-39.

use crate::charset::Encoding;

/// The maximum length of a line of movetext, in characters: fewer than 80 (§8.2.1).
pub const EXPORT_LINE_CHARACTERS_MAX: usize = 79;

/// A way to write games: one enum with a table of differences.
///
/// ```
/// # use pgnkit::write::Profile;
/// assert_eq!(Profile::default(), Profile::Modern);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Profile {
    /// The layout of the standard in UTF-8; loses no letter. The default.
    #[default]
    Modern,
    /// The standard's own export format (§3.2), in Latin-1.
    Archival,
    /// The standard's reduced export format (§3.2.4): roster and moves only, in Latin-1.
    Reduced,
    /// Everything in the game, in UTF-8.
    Lossless,
    /// Modern, without what lichess.org refuses.
    Lichess,
    /// Modern; Chess.com documents no limits.
    ChessCom,
    /// Modern, in a form that ChessBase reads.
    ChessBase,
    /// Modern, without content that a Scid database cannot represent.
    Scid,
}

/// The differences of a profile. Everything else is the same in all profiles.
pub(crate) struct Differences {
    name: &'static str,
    about: &'static str,
    /// The program that the text is for, if it is for one.
    site: Option<&'static str>,
    encoding: Encoding,
    /// Keeps to the letter of the standard: no string of more than 255 characters, no move that
    /// SAN lacks, no line end but LF.
    is_strict: bool,
    pub(super) strings: StringMax,
    pub(super) refused: RefusedGames,
    pub(super) tags: TagSection,
    pub(super) annotations: AnnotationMode,
    pub(super) null_moves: NullMoves,
    /// After a NAG the next move has its number, as §8.2.2.2 has it to the letter (D-28).
    pub(super) numbers_after_nags: bool,
}

/// How long the value of a tag may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StringMax {
    Unlimited,
    /// As many characters as the standard allows (§7).
    Characters,
    /// The same number of bytes.
    Bytes,
}

/// Which games are not written, because of their rules.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RefusedGames {
    None,
    /// Those whose moves cannot be checked.
    Unchecked,
    /// These, and those with a move that SAN lacks.
    BeyondSan,
    /// All but games of ordinary chess from ordinary positions.
    Variants,
}

/// Which tags are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TagSection {
    /// The roster and the others, sorted by name.
    Sorted,
    /// The same, with names that the standard allows.
    SortedArchival,
    /// The roster alone.
    Roster,
    /// All, in the order in which they were read.
    AsRead,
}

/// How comments, NAGs and variations are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AnnotationMode {
    /// They are written in normal form, the NAGs of a move first (D-29).
    Normal,
    /// They are written unchanged.
    AsRead,
    /// They are left out.
    Dropped,
}

/// How null moves, and the rest of their line, are written (D-34).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NullMoves {
    Written,
    /// The rest of the line is a comment.
    Comment,
    /// The rest of the line is left out.
    Dropped,
}

const MODERN: Differences = Differences {
    name: "modern",
    about: "Export form in UTF-8; no letter is lost (the default)",
    site: None,
    encoding: Encoding::Utf8,
    is_strict: false,
    strings: StringMax::Unlimited,
    refused: RefusedGames::None,
    tags: TagSection::Sorted,
    annotations: AnnotationMode::Normal,
    null_moves: NullMoves::Written,
    numbers_after_nags: false,
};

const ARCHIVAL: Differences = Differences {
    name: "archival",
    about: "The export format of the standard, in ISO 8859-1",
    encoding: Encoding::Latin1,
    is_strict: true,
    strings: StringMax::Characters,
    refused: RefusedGames::BeyondSan,
    tags: TagSection::SortedArchival,
    null_moves: NullMoves::Comment,
    numbers_after_nags: true,
    ..MODERN
};

const REDUCED: Differences = Differences {
    name: "reduced",
    about: "The reduced export format of section 3.2.4: seven tags and the moves",
    tags: TagSection::Roster,
    annotations: AnnotationMode::Dropped,
    null_moves: NullMoves::Dropped,
    ..ARCHIVAL
};

const LOSSLESS: Differences = Differences {
    name: "lossless",
    about: "Everything in a game, even what the standard does not allow",
    tags: TagSection::AsRead,
    annotations: AnnotationMode::AsRead,
    ..MODERN
};

const LICHESS: Differences = Differences {
    name: "lichess",
    about: "For studies of lichess.org: UTF-8, null moves as comments",
    site: Some("lichess.org"),
    null_moves: NullMoves::Comment,
    refused: RefusedGames::Unchecked,
    ..MODERN
};

const CHESS_COM: Differences = Differences {
    name: "chesscom",
    about: "For Chess.com, which documents no limits: the same as modern",
    site: Some("Chess.com"),
    ..MODERN
};

const CHESSBASE: Differences = Differences {
    name: "chessbase",
    about: "For ChessBase, which reads UTF-8: the same as modern",
    site: Some("ChessBase"),
    ..MODERN
};

const SCID: Differences = Differences {
    name: "scid",
    about: "For Scid databases: tag values of at most 255 bytes, no variants",
    site: Some("Scid"),
    strings: StringMax::Bytes,
    refused: RefusedGames::Variants,
    ..MODERN
};

impl Profile {
    /// All profiles, the default first.
    pub const ALL: [Profile; 8] = [
        Profile::Modern,
        Profile::Archival,
        Profile::Reduced,
        Profile::Lossless,
        Profile::Lichess,
        Profile::ChessCom,
        Profile::ChessBase,
        Profile::Scid,
    ];

    pub(crate) const fn differences(self) -> &'static Differences {
        match self {
            Profile::Modern => &MODERN,
            Profile::Archival => &ARCHIVAL,
            Profile::Reduced => &REDUCED,
            Profile::Lossless => &LOSSLESS,
            Profile::Lichess => &LICHESS,
            Profile::ChessCom => &CHESS_COM,
            Profile::ChessBase => &CHESSBASE,
            Profile::Scid => &SCID,
        }
    }

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.differences().name
    }

    /// The purpose of the profile, in one line.
    #[must_use]
    pub const fn about(self) -> &'static str {
        self.differences().about
    }

    /// The profile with this name.
    ///
    /// ```
    /// # use pgnkit::write::Profile;
    /// assert!(Profile::ALL.into_iter().all(|it| Profile::from_name(it.name()) == Some(it)));
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Profile> {
        Profile::ALL.into_iter().find(|profile| profile.name() == name)
    }

    /// The program that the profile writes for, by its common name; `None` for a form of the
    /// standard.
    ///
    /// ```
    /// # use pgnkit::write::Profile;
    /// assert_eq!(Profile::Lichess.site(), Some("lichess.org"));
    /// assert_eq!(Profile::Archival.site(), None);
    /// ```
    #[must_use]
    pub const fn site(self) -> Option<&'static str> {
        self.differences().site
    }

    /// The encoding of its text.
    #[must_use]
    pub const fn encoding(self) -> Encoding {
        self.differences().encoding
    }

    /// Whether it follows the standard strictly: LF, moves that SAN can express, strings of at most
    /// 255 characters.
    #[must_use]
    pub const fn is_strict(self) -> bool {
        self.differences().is_strict
    }

    /// Whether comments, NAGs and variations are written unchanged.
    #[doc(hidden)]
    #[must_use]
    pub const fn keeps_annotations(self) -> bool {
        matches!(self.differences().annotations, AnnotationMode::AsRead)
    }
}

impl Differences {
    /// Whether other letters than those of Latin-1 are replaced.
    pub(super) const fn is_latin1(&self) -> bool {
        matches!(self.encoding, Encoding::Latin1)
    }
}
