//! Whole games from regions, one after the other in the same memory.
//!
//! Standard: §8. Decisions: D-01.

use super::builder::Builder;
use super::note::{Note, NoteSink};
use super::referee::Referee;
use crate::charset::Choice;
use crate::game::Game;
use pgn_chess::notation::letters::Letters;
use pgn_syntax::diagnostic::fault;
use pgn_syntax::split::InPlace;
use pgn_syntax::{Code, Diagnostic, GameStart, Region, Visitor};

/// Notices a text that is not PGN, and comments and variations without an end.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Sniff {
    /// It is not PGN.
    pub is_not_pgn: bool,
    /// A comment or a variation of the game has no end.
    pub is_open: bool,
}

impl Sniff {
    fn see(&mut self, code: Code) {
        self.is_not_pgn |= code == fault::NOT_PGN.code;
        self.is_open |=
            [fault::UNCLOSED_COMMENT.code, fault::UNCLOSED_VARIATION.code].contains(&code);
    }

    /// The structure of a region; no move is played.
    #[must_use]
    pub fn of(region: &Region<'_>) -> Sniff {
        let mut structure = Structure(Sniff::default());
        let _ = region.visit(&mut structure);
        structure.0
    }
}

impl NoteSink for Sniff {
    fn note(&mut self, note: Note<'_>) {
        self.see(note.diagnostic.code);
    }

    fn outside(&mut self, _: GameStart, diagnostic: Diagnostic) {
        self.see(diagnostic.code);
    }
}

/// Looks at the structure of a game only.
struct Structure(Sniff);

impl Visitor for Structure {
    type Break = std::convert::Infallible;

    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        self.0.see(diagnostic.code);
    }

    fn outside(&mut self, _: GameStart, diagnostic: Diagnostic) {
        self.0.see(diagnostic.code);
    }
}

/// Reads the games of regions. Diagnostics are dropped, except for those in [`Sniff`];
/// [`read_region`](super::read_region) reports all.
///
/// Memory: the largest game that was read.
///
/// ```
/// use pgnkit::{charset::Choice, read::RegionReader, syntax::Regions};
/// let mut reader = RegionReader::new(Choice::Auto);
/// let mut regions = Regions::new(&b"1. e4 e5 * 1. d4 *"[..]);
/// let mut n_plies = 0;
/// while let Some(region) = regions.next_region()? {
///     reader.read(&region);
///     n_plies += reader.game().map_or(0, |game| game.n_plies());
/// }
/// assert_eq!(n_plies, 3);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct RegionReader {
    referee: Box<Referee<Builder, Sniff>>,
}

impl RegionReader {
    /// Reads whole games in this encoding.
    #[must_use]
    pub fn new(encoding: Choice) -> RegionReader {
        let referee = Referee::new(Builder::new(encoding), Sniff::default()).encoding(encoding);
        RegionReader { referee: Box::new(referee) }
    }

    /// Reads the tags of games alone: they have no moves and no outcome. Cost: a few times less.
    #[must_use]
    pub fn tags_only(encoding: Choice) -> RegionReader {
        let mut reader = RegionReader::new(encoding);
        reader.referee.listener.skip_movetext();
        reader
    }

    /// Reads the moves of the next game in these letters; `None` is English.
    pub fn set_letters(&mut self, letters: Option<Letters>) {
        self.referee.set_letters(letters);
    }

    /// Reads a region; returns its structure.
    pub fn read(&mut self, region: &Region<'_>) -> Sniff {
        // Text without a game leaves none.
        self.referee.listener.lend();
        let _ = region.visit(&mut *self.referee);
        std::mem::take(&mut self.referee.notes)
    }

    /// Reads the next region while the text is split, once instead of twice.
    #[doc(hidden)]
    pub fn read_next<'t>(&mut self, regions: &mut InPlace<'t>) -> Option<Region<'t>> {
        self.referee.listener.lend();
        regions.next_with(&mut *self.referee)
    }

    /// The game that was read last, once; its memory stays here, for the next one.
    pub fn game(&mut self) -> Option<&Game> {
        self.referee.listener.lend()
    }
}
