//! Splits a text in memory into regions, without copies.
//!
//! Standard: §8. Decisions: D-38.

use super::{Preamble, Region};
use crate::grammar::{Parser, Progress, WindowKind};
use crate::span::{GameStart, Location};
use crate::step::{GameEnd, Visitor};

/// Splits a text in memory into [`Region`]s, without a copy.
///
/// The text is a stream from `start` on, or a piece of one between two [`seam`](super::seam)s.
/// Lines and games are counted from its beginning.
///
/// ```
/// use pgn_syntax::{GameStart, split::InPlace};
/// let text = b"[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n";
/// let mut regions = InPlace::new(text, GameStart(0));
/// let first = regions.next().expect("a game");
/// assert_eq!((regions.n_games(), regions.start().0), (1, first.text.len() as u64));
/// let second = regions.next().expect("a game");
/// assert_eq!(second.n_games_before, 1);
/// ```
#[derive(Debug)]
pub struct InPlace<'t> {
    text: &'t [u8],
    start: GameStart,
    parser: Parser,
    /// The next region begins here in `text`, and the parser is there.
    at: usize,
    parsed: usize,
    count: Preamble,
}

impl<'t> InPlace<'t> {
    /// Splits `text`, which begins at `start` in its stream.
    #[must_use]
    pub fn new(text: &'t [u8], start: GameStart) -> InPlace<'t> {
        let location = Location::START;
        InPlace::of(&Region { text, start, location, n_games_before: 0, end: None })
    }

    /// Splits a region again: into that region alone, unless its text has changed.
    #[must_use]
    pub fn of(region: &Region<'t>) -> InPlace<'t> {
        let Region { text, start, location, n_games_before: n_games, end } = *region;
        let parser = Parser::at_region(start, location, n_games, end);
        let count = Preamble { start, location, n_games };
        InPlace { text, start, parser, at: 0, parsed: 0, count }
    }

    /// Number of games in the regions so far.
    #[must_use]
    pub fn n_games(&self) -> u64 {
        self.count.n_games
    }

    /// Line and column after the regions so far.
    #[must_use]
    pub fn location(&self) -> Location {
        self.count.location
    }

    /// Where the next region begins in the stream.
    #[must_use]
    pub fn start(&self) -> GameStart {
        self.count.start
    }

    /// The next region, whose events go to `visitor`: it is parsed while it is split, once instead
    /// of twice.
    ///
    /// The events are those of the stream. A visitor that stops receives nothing more of
    /// this game.
    pub fn next_with<V: Visitor>(&mut self, visitor: &mut V) -> Option<Region<'t>> {
        while !self.parser.is_done() {
            let (rest, offset) = self.unparsed();
            let (broke, progress) = self.parser.feed_game(rest, offset, WindowKind::Last, visitor);
            let region = self.advance(progress);
            if broke.is_some() {
                self.parser.pass_over_game();
                return region.or_else(|| self.next());
            }
            if region.is_some() {
                return region;
            }
        }
        self.rest()
    }

    /// What the parser reads next, and its offset in the stream.
    fn unparsed(&self) -> (&'t [u8], u64) {
        (&self.text[self.parsed..], self.start.0 + self.parsed as u64)
    }

    /// Takes the region if the parser has come to the end of its game.
    fn advance(&mut self, progress: Progress) -> Option<Region<'t>> {
        self.parsed += progress.n_consumed;
        progress.ended.map(|(how, len)| self.take(len as usize, Some(how)))
    }

    /// The rest at the end of the text.
    fn rest(&mut self) -> Option<Region<'t>> {
        let len = self.text.len() - self.at;
        (len > 0).then(|| self.take(len, None))
    }

    fn take(&mut self, len: usize, end: Option<GameEnd>) -> Region<'t> {
        let text = &self.text[self.at..self.at + len];
        self.at += len;
        self.parsed = self.parsed.max(self.at);
        self.count.region(text, end)
    }
}

impl<'t> Iterator for InPlace<'t> {
    type Item = Region<'t>;

    fn next(&mut self) -> Option<Region<'t>> {
        while !self.parser.is_done() {
            let (rest, offset) = self.unparsed();
            let progress = self.parser.skip_game(rest, offset, WindowKind::Last);
            if let Some(region) = self.advance(progress) {
                return Some(region);
            }
        }
        self.rest()
    }
}
