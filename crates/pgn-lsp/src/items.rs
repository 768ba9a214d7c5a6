//! The parts of a game's text, without the rules of chess.

use std::ops::{ControlFlow, Range};

use pgnkit::syntax::{
    CommentKind, GameStart, Part, RawComment, RawMarker, RawNag, RawNumber, RawSuffix, RawSymbol,
    RawTag, Skip, Span, Visitor,
};

use crate::document::Piece;

/// A part of a game's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) kind: ItemKind,
    /// Where it is in its piece.
    pub(crate) part: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ItemKind {
    Tag(TagParts),
    Number,
    /// A move, or what is in its place.
    Word,
    Suffix,
    Nag(u32),
    Comment,
    Escape,
    VariationBegin,
    VariationEnd,
    Marker,
}

/// A tag pair's parts in its piece, and its value, unescaped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TagParts {
    pub(crate) name: Range<usize>,
    pub(crate) value: Range<usize>,
    pub(crate) text: String,
}

/// All parts of a piece in order.
pub(crate) fn items(piece: &Piece) -> Vec<Item> {
    collect(piece, Skip::Enter)
}

/// The tag pairs of a piece, with their names.
pub(crate) fn tags(piece: &Piece) -> impl Iterator<Item = (String, TagParts)> {
    collect(piece, Skip::Over).into_iter().filter_map(|item| match item.kind {
        ItemKind::Tag(tag) => {
            let name = String::from_utf8_lossy(&piece.text[tag.name.clone()]).into_owned();
            Some((name, tag))
        }
        _ => None,
    })
}

fn collect(piece: &Piece, movetext: Skip) -> Vec<Item> {
    let mut collector = Collector { items: Vec::new(), base: 0, movetext };
    let _ = piece.region().visit_dyn(&mut collector);
    collector.items
}

struct Collector {
    items: Vec<Item>,
    /// Where the game begins in its piece.
    base: usize,
    movetext: Skip,
}

impl Collector {
    fn range(&self, span: Span) -> Range<usize> {
        self.base + span.start as usize..self.base + span.end as usize
    }

    fn push(&mut self, kind: ItemKind, span: Span) -> ControlFlow<()> {
        let part = self.range(span);
        self.items.push(Item { kind, part });
        ControlFlow::Continue(())
    }
}

impl Visitor for Collector {
    type Break = ();

    fn begin_game(&mut self, start: GameStart) -> ControlFlow<(), Skip> {
        self.base = start.0 as usize;
        ControlFlow::Continue(Skip::Enter)
    }

    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<()> {
        let (name, value) = (self.range(tag.name_span), self.range(tag.value_span));
        let mut bytes = Vec::new();
        pgnkit::syntax::step::unescape(tag.value, |piece| bytes.extend_from_slice(piece));
        let text = String::from_utf8_lossy(&bytes).into_owned();
        self.push(ItemKind::Tag(TagParts { name, value, text }), tag.span)
    }

    fn begin_movetext(&mut self) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(self.movetext)
    }

    fn number(&mut self, number: RawNumber) -> ControlFlow<()> {
        self.push(ItemKind::Number, number.span)
    }

    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<()> {
        self.push(ItemKind::Word, symbol.span)
    }

    fn suffix(&mut self, suffix: RawSuffix<'_>) -> ControlFlow<()> {
        self.push(ItemKind::Suffix, suffix.span)
    }

    fn nag(&mut self, nag: RawNag) -> ControlFlow<()> {
        self.push(ItemKind::Nag(nag.value), nag.span)
    }

    fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<()> {
        let is_begin = matches!(comment.part, Part::Whole | Part::First);
        if let (false, Some(last)) = (is_begin, self.items.last_mut()) {
            last.part.end = self.base + comment.span.end as usize;
            return ControlFlow::Continue(());
        }
        let kind = match comment.kind {
            CommentKind::Brace | CommentKind::Line => ItemKind::Comment,
            CommentKind::Escape => ItemKind::Escape,
        };
        self.push(kind, comment.span)
    }

    fn begin_variation(&mut self, span: Span) -> ControlFlow<(), Skip> {
        self.push(ItemKind::VariationBegin, span)?;
        ControlFlow::Continue(Skip::Enter)
    }

    fn end_variation(&mut self, span: Span) -> ControlFlow<()> {
        self.push(ItemKind::VariationEnd, span)
    }

    fn marker(&mut self, marker: RawMarker) -> ControlFlow<()> {
        self.push(ItemKind::Marker, marker.span)
    }
}
