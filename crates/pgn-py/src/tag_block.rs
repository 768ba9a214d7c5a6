//! Tags alone: those of many games in one block of text, without a game for each.
//!
//! Owns: blocks, and the reading of tags into them. Knows nothing of: Python.
//! Start at [`TagVisitor`].

use pgnkit::Game;
use pgnkit::charset::{self, Choice};
use pgnkit::syntax::{RawTag, Skip, Visitor};
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The tags of many games, decoded, in one text.
#[derive(Debug, Default)]
pub(crate) struct TagBlock {
    text: String,
    /// Where in the text each name and the value after it end; the name begins where the pair
    /// before it ends.
    pairs: Vec<(u32, u32)>,
    /// How many pairs there are up to the end of each game.
    ends: Vec<u32>,
}

impl TagBlock {
    /// An empty block with room for so many bytes of text.
    pub(crate) fn with_capacity(n_bytes: usize) -> TagBlock {
        TagBlock { text: String::with_capacity(n_bytes), ..TagBlock::default() }
    }

    /// Adds a tag to the game that is being added.
    pub(crate) fn push(&mut self, name: &str, value: &str) {
        self.text.push_str(name);
        let name_end = self.text.len() as u32;
        self.text.push_str(value);
        self.pairs.push((name_end, self.text.len() as u32));
    }

    /// The game has no more tags.
    pub(crate) fn end_game(&mut self) {
        self.ends.push(self.pairs.len() as u32);
    }

    /// Forgets the tags of the game that is being added.
    pub(crate) fn restart_game(&mut self) {
        let n_pairs = self.ends.last().map_or(0, |end| *end as usize);
        self.pairs.truncate(n_pairs);
        self.text.truncate(self.pairs.last().map_or(0, |pair| pair.1 as usize));
    }

    /// How many games it has.
    pub(crate) fn n_games(&self) -> usize {
        self.ends.len()
    }
}

/// The tags of one game of a block.
#[derive(Debug)]
pub(crate) struct LazyTags {
    pub(crate) block: Arc<TagBlock>,
    pub(crate) n: u32,
}

impl LazyTags {
    /// Name and value of each tag, the last one first.
    fn backwards(&self) -> impl Iterator<Item = (&str, &str)> {
        let (block, n) = (&*self.block, self.n as usize);
        let first = n.checked_sub(1).map_or(0, |before| block.ends[before]) as usize;
        (first..block.ends[n] as usize).rev().map(|at| {
            let start = at.checked_sub(1).map_or(0, |before| block.pairs[before].1) as usize;
            let (name_end, end) = block.pairs[at];
            let (name_end, end) = (name_end as usize, end as usize);
            (&block.text[start..name_end], &block.text[name_end..end])
        })
    }

    /// The value of a tag; the last one if the name comes twice.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.backwards().find(|(tag, _)| *tag == name).map(|(_, value)| value)
    }

    /// A game with these tags.
    pub(crate) fn game(&self) -> Game {
        let mut game = Game::new();
        let pairs: Vec<(&str, &str)> = self.backwards().collect();
        pairs.into_iter().rev().for_each(|(name, value)| game.tags.push(name, value));
        game
    }
}

/// Puts the tags of a game into a block.
pub(crate) struct TagVisitor<'b> {
    block: &'b mut TagBlock,
    encoding: Choice,
    /// The text of the region, whose encoding is decided as a whole (D-01); looked at only for
    /// values that are not ASCII. `None` while it is being cut.
    text: Option<&'b [u8]>,
    /// A game has begun.
    pub(crate) is_game: bool,
    /// The text was asked for and is not known: the region is to be read again.
    pub(crate) wants_text: bool,
}

impl<'b> TagVisitor<'b> {
    /// A visitor that adds to a block.
    pub(crate) fn new(
        block: &'b mut TagBlock,
        encoding: Choice,
        text: Option<&'b [u8]>,
    ) -> TagVisitor<'b> {
        TagVisitor { block, encoding, text, is_game: false, wants_text: false }
    }
}

impl TagVisitor<'_> {
    #[cold]
    fn push_decoded(&mut self, tag: &RawTag<'_>) {
        let Some(text) = self.text else {
            self.wants_text = true;
            return;
        };
        let encoding = self.encoding.encoding_of(text);
        let mut buffer = Vec::new();
        let value = tag.unescaped(&mut buffer);
        let name = charset::decode(tag.name, encoding).text;
        self.block.push(&name, &charset::decode(value, encoding).text);
    }
}

impl Visitor for TagVisitor<'_> {
    type Break = Infallible;

    #[inline]
    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<Infallible> {
        match (std::str::from_utf8(tag.name), std::str::from_utf8(tag.value)) {
            (Ok(name), Ok(value)) if tag.is_ascii && !tag.escaped => self.block.push(name, value),
            _ => self.push_decoded(&tag),
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self) -> ControlFlow<Infallible, Skip> {
        self.is_game = true;
        ControlFlow::Continue(Skip::Over)
    }
}
