//! The tags that a reader keeps: the requested ones.

use pgn_query::facts::{Fact, Field};
use pgnkit::charset::Choice;
use pgnkit::game::Tags;
use pgnkit::read::tag_value;
use pgnkit::syntax::RawTag;

/// The tags that are kept of a game; at first none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagFilter {
    /// In whatever letter case.
    names: Vec<Box<str>>,
    keeps_all: bool,
}

impl TagFilter {
    /// Keeps every tag.
    #[must_use]
    pub fn all() -> TagFilter {
        TagFilter { names: Vec::new(), keeps_all: true }
    }

    #[inline]
    fn keeps(&self, name: &[u8]) -> bool {
        self.keeps_all || self.names.iter().any(|kept| kept.as_bytes().eq_ignore_ascii_case(name))
    }

    /// Adds a tag to `tags` if it is kept. `buffer` is for [`tag_value`].
    #[inline]
    pub fn push_kept(
        &self,
        tag: &RawTag<'_>,
        encoding: Choice,
        buffer: &mut Vec<u8>,
        tags: &mut Tags,
    ) {
        if self.keeps(tag.name) {
            tags.push(&encoding.decode(tag.name), &tag_value(tag, encoding, buffer));
        }
    }

    /// Keeps this tag, too.
    pub fn add(&mut self, name: &str) {
        if !self.keeps(name.as_bytes()) {
            self.names.push(name.into());
        }
    }

    /// Keeps every tag that a fact is read from.
    pub fn add_fact(&mut self, fact: Fact) {
        fact.row().tags.iter().for_each(|name| self.add(name));
    }

    /// Keeps what a fact or a tag is read from.
    pub fn add_field(&mut self, field: &Field) {
        match field {
            Field::Fact(fact) => self.add_fact(*fact),
            Field::Tag(name) => self.add(name),
        }
    }
}
