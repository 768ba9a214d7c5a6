//! Tags alone: those of many games in one block of text, without a game for each.
//!
//! ```text
//! region ─ visited, places noted ─┬─ as they are: the tag section copied at once
//!                                 └─ to be decoded: visited again, tag by tag
//! ```

use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::read::{is_verbatim, tag_value};
use pgnkit::syntax::{RawTag, Region, Skip, Span, Visitor};
use pgnkit::tag::well_known;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The tags of many games, in one text.
#[derive(Debug, Default)]
pub(crate) struct TagBlock {
    text: String,
    /// Where the name and the value of each tag are, from the base of their game on.
    pairs: Vec<(Span, Span)>,
    /// The number of pairs up to the end of each game, and its base: where in the text its region
    /// would begin, of which only the tag section is there. It wraps around.
    games: Vec<(u32, u32)>,
}

impl TagBlock {
    /// An empty block with capacity for the tags of games of this many bytes in total: typically,
    /// half of the bytes are tags, of about sixty bytes each.
    pub(crate) fn for_games_of(n_bytes: usize) -> TagBlock {
        let (text, pairs) = (String::with_capacity(n_bytes / 2), Vec::with_capacity(n_bytes / 64));
        TagBlock { text, pairs, games: Vec::new() }
    }

    /// Adds a game if `read` finds one, which returns a region and lets the visitor read it.
    pub(crate) fn add<'t>(
        &mut self,
        encoding: Choice,
        read: impl FnOnce(&mut TagVisitor<'_>) -> Option<Region<'t>>,
    ) -> Option<(Region<'t>, bool)> {
        let n_pairs = self.pairs.len();
        let mut visitor =
            TagVisitor { pairs: &mut self.pairs, is_game: false, wants_decoding: false };
        let region = read(&mut visitor);
        let (is_game, wants_decoding) = (visitor.is_game, visitor.wants_decoding);
        let Some(region) = region.filter(|_| is_game) else {
            self.pairs.truncate(n_pairs);
            return region.map(|region| (region, false));
        };
        let copied = if wants_decoding { None } else { self.copy_section(n_pairs, region.text) };
        let base = copied.unwrap_or_else(|| {
            self.pairs.truncate(n_pairs);
            let _ = region.visit(&mut TagDecoder { block: self, encoding });
            0
        });
        self.games.push((self.pairs.len() as u32, base));
        Some((region, true))
    }

    /// Copies the text from the first new tag to the last; returns the base of the game if all of
    /// it is UTF-8.
    fn copy_section(&mut self, n_before: usize, text: &[u8]) -> Option<u32> {
        let added = &self.pairs[n_before..];
        let (Some((first, _)), Some((_, last))) = (added.first(), added.last()) else {
            return Some(0);
        };
        let section = text.get(first.start as usize..last.end as usize)?;
        let base = (self.text.len() as u32).wrapping_sub(first.start);
        self.text.push_str(std::str::from_utf8(section).ok()?);
        Some(base)
    }

    /// Adds text, and returns its place.
    fn push(&mut self, text: &str) -> Span {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        Span::new(start, self.text.len() as u32)
    }

    /// How many games it has.
    pub(crate) fn n_games(&self) -> usize {
        self.games.len()
    }
}

/// The tags of one game of a block.
#[derive(Debug)]
pub(crate) struct LazyTags {
    pub(crate) block: Arc<TagBlock>,
    pub(crate) n: u32,
}

impl LazyTags {
    /// Where name and value of each tag are, and the base of their game.
    fn places(&self) -> (&[(Span, Span)], u32) {
        let (block, n) = (&*self.block, self.n as usize);
        let first = n.checked_sub(1).map_or(0, |before| block.games[before].0);
        let (end, base) = block.games[n];
        (&block.pairs[first as usize..end as usize], base)
    }

    fn text(&self, span: Span, base: u32) -> &str {
        let start = base.wrapping_add(span.start) as usize;
        &self.block.text[start..start + span.len() as usize]
    }

    /// The value of a tag; the last one if the name occurs twice. A well-known name in another
    /// letter case counts if the exact one is absent.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let (pairs, base) = self.places();
        let is_it = |span: Span| span.len() as usize == name.len() && self.text(span, base) == name;
        let is_meant = |span: Span| {
            let found = self.text(span, base);
            found.eq_ignore_ascii_case(name)
                && well_known::name_of_other_case(found.as_bytes()) == Some(name)
        };
        let found = pairs.iter().rev().find(|(tag, _)| is_it(*tag));
        let found = found.or_else(|| pairs.iter().rev().find(|(tag, _)| is_meant(*tag)));
        found.map(|(_, value)| self.text(*value, base))
    }

    /// A game with these tags.
    pub(crate) fn game(&self) -> Game {
        let mut game = Game::new();
        let (pairs, base) = self.places();
        if let Some(tags) = game.tags_mut() {
            for (name, value) in pairs {
                tags.push(self.text(*name, base), self.text(*value, base));
            }
        }
        game
    }
}

/// Notes the places of the tags of a game.
pub(crate) struct TagVisitor<'b> {
    pairs: &'b mut Vec<(Span, Span)>,
    is_game: bool,
    /// A value is not what is there.
    wants_decoding: bool,
}

impl Visitor for TagVisitor<'_> {
    type Break = Infallible;

    #[inline]
    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<Infallible> {
        self.wants_decoding |= !is_verbatim(&tag);
        self.pairs.push((tag.name_span, tag.value_span));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self) -> ControlFlow<Infallible, Skip> {
        self.is_game = true;
        ControlFlow::Continue(Skip::Over)
    }
}

/// Decodes the tags of a game.
struct TagDecoder<'b> {
    block: &'b mut TagBlock,
    encoding: Choice,
}

impl Visitor for TagDecoder<'_> {
    type Break = Infallible;

    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<Infallible> {
        let mut buffer = Vec::new();
        let value = tag_value(&tag, self.encoding, &mut buffer);
        let name = self.block.push(&self.encoding.decode(tag.name));
        let value = self.block.push(&value);
        self.block.pairs.push((name, value));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self) -> ControlFlow<Infallible, Skip> {
        ControlFlow::Continue(Skip::Over)
    }
}
