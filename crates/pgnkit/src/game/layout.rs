//! Layout: the original spelling of each part of a game, and the text between the parts.
//!
//! ```text
//! source  [White "Tal"]␊␊1.␠e4!␠{best}␠*␊
//! pieces  └── tag ────┘     └e4┘└!┘└comment┘└marker
//! ```

use super::tree::{Annotation, AnnotationId, MoveText, NodeId};
use super::{Game, Tag};
use crate::charset::Encoding;
use crate::tag::Outcome;
use foldhash::fast::RandomState;
use foldhash::quality::FixedState;
use pgn_syntax::Span;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};

/// A part of a game with its own spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum PartId {
    /// A tag pair: the hash of its name, and how many of that name come before it.
    Tag(u64, u32),
    /// The move of a node, without its number.
    Move(NodeId),
    /// A NAG, a comment, an escape line.
    Annotation(AnnotationId),
    /// `(` of the variation with this head.
    Open(NodeId),
    /// `)` of it.
    Close(NodeId),
    /// The termination marker.
    Marker,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct LayoutPiece {
    pub(crate) span: Span,
    /// Hash of the part's meaning when it was read.
    pub(crate) meaning: u64,
}

/// The original spelling of a game, in a side table; a game does not need it.
///
/// Writing a game with its layout returns the bytes that it was read from; only edited parts are
/// rewritten. Memory: the source, and 32 bytes per part.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    pub(crate) source: Vec<u8>,
    pub(crate) pieces: Vec<LayoutPiece>,
    pub(crate) places: HashMap<PartId, usize, RandomState>,
    pub(crate) encoding: Encoding,
}

impl Layout {
    /// The bytes that the game was read from, including the text before and after it.
    #[must_use]
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// Makes sure that the termination marker is rewritten if it differs from the outcome of the
    /// game. Without this, a marker stays if the reader used the Result tag instead (D-22).
    #[doc(hidden)]
    pub fn distrust_marker(&mut self, game: &Game) {
        let Some(&place) = self.places.get(&PartId::Marker) else { return };
        let piece = &mut self.pieces[place];
        let text = String::from_utf8_lossy(piece.span.of(&self.source));
        let written = Outcome::parse_lax(&text);
        let outcome = game.outcome();
        if written != Some(outcome) && (outcome.is_standard() || text != outcome.marker()) {
            piece.meaning = !piece.meaning;
        }
    }

    /// The source text before a piece, from `lead` on for the first one.
    pub(crate) fn gap_before(&self, place: usize, lead: usize) -> &[u8] {
        let start = match place.checked_sub(1).and_then(|last| self.pieces.get(last)) {
            Some(last) => last.span.end as usize,
            None => lead,
        };
        let end = self.pieces.get(place).map_or(start, |piece| piece.span.start as usize);
        &self.source[start.min(end)..end]
    }

    pub(crate) fn new(
        game: &Game,
        source: &[u8],
        spans: &[(PartId, Span)],
        encoding: Encoding,
    ) -> Layout {
        let mut layout = Layout { source: source.to_vec(), encoding, ..Layout::default() };
        layout.places.reserve(spans.len());
        layout.pieces.reserve(spans.len());
        // The builder counts tags; here they get their names.
        let mut tags = tag_parts(game);
        for &(part, span) in spans {
            let tag = if let PartId::Tag(..) = part { tags.next() } else { None };
            let (part, meaning) = match tag {
                Some((part, tag)) => (part, hash(&tag)),
                None => (part, meaning(game, part)),
            };
            layout.places.insert(part, layout.pieces.len());
            layout.pieces.push(LayoutPiece { span, meaning });
        }
        layout
    }
}

/// The tags of a game with the parts they are.
pub(crate) fn tag_parts(game: &Game) -> impl Iterator<Item = (PartId, Tag<'_>)> {
    let mut seen: HashMap<u64, u32, RandomState> = HashMap::default();
    seen.reserve(game.tags.len());
    game.tags.iter().map(move |tag| {
        let key = hash(tag.name);
        let n = seen.entry(key).or_default();
        *n += 1;
        (PartId::Tag(key, *n - 1), tag)
    })
}

/// The current meaning of a part other than a tag.
pub(crate) fn meaning(game: &Game, part: PartId) -> u64 {
    match part {
        PartId::Tag(..) | PartId::Open(_) | PartId::Close(_) => 0,
        PartId::Move(node) => match game.tree().mv(node) {
            Some(MoveText::Move(mv)) => hash(&mv.raw()),
            Some(MoveText::Unchecked(text)) => hash(text),
            None => 0,
        },
        PartId::Annotation(id) => match game.tree().annotation(id) {
            Annotation::Nag(nag) => hash(&nag.0),
            Annotation::Comment { kind, text } => hash(&(kind, text)),
            Annotation::Variation(_) => 0,
        },
        PartId::Marker => hash(game.outcome().name()),
    }
}

/// Of good quality and always the same: two meanings with one hash would be one.
pub(crate) fn hash<T: Hash + ?Sized>(value: &T) -> u64 {
    FixedState::default().hash_one(value)
}
