//! The builder: follows the referee and puts a game together.
//!
//! Standard: §5, §6, §8. Decisions: D-01, D-09, D-12, D-22, D-26, D-29, D-30, D-33, D-35.

use super::decode::Texts;
use super::referee::{GameListener, Played, UnplayedTail};
use crate::charset::Choice;
use crate::game::layout::PartId;
use crate::game::{AnnotationId, Game, ILLEGAL, Layout, NodeId, Pair, Start, UNPLAYABLE};
use crate::nag::Nag;
use crate::tag::{Outcome, well_known};
use pgn_syntax::{
    CommentKind, GameEnd, GameStart, Part, RawComment, RawSymbol, RawTag, Skip, Span, step,
};

/// Builds games from the events of a [`Referee`](super::Referee).
///
/// It reuses the memory of the previous game, unless that was [taken](Builder::take).
///
/// ```
/// use pgnkit::{charset::Choice, read::{Builder, Referee}, syntax::visit};
/// let mut referee = Referee::new(Builder::new(Choice::Auto), ());
/// let _ = visit(b"1. e4 e5 *", &mut referee);
/// assert_eq!(referee.listener.game().map(|game| game.n_plies()), Some(2));
/// ```
#[derive(Debug, Default)]
pub struct Builder {
    encoding: Choice,
    game: Game,
    /// Whether the game is complete.
    is_ready: bool,
    /// The texts of the tags, and those of comments and unchecked moves.
    tag_texts: Texts,
    texts: Texts,
    /// Comments before the movetext, and the number of tags before each.
    opening: Vec<(AnnotationId, usize)>,
    node: NodeId,
    /// The heads of the open variations.
    heads: Vec<NodeId>,
    in_movetext: bool,
    has_marker: bool,
    /// End of the last piece of unplayed text, to see the gaps between pieces; `None` before the
    /// first.
    unplayed_end: Option<u32>,
    /// Which bytes are which part, for a layout; `None` if no layout is requested.
    spans: Option<Vec<(PartId, Span)>>,
    /// The movetext is passed over.
    is_tags_only: bool,
    /// Where the comment or unplayed text that is being put together began.
    piece_start: u32,
    /// The last move is a kept illegal one and has no mark yet: where it ends.
    unmarked_end: Option<u32>,
}

impl Builder {
    /// Reads text in this encoding from the next game on.
    pub(super) fn set_encoding(&mut self, encoding: Choice) {
        self.encoding = encoding;
    }

    /// A builder that reads text in this encoding.
    #[must_use]
    pub fn new(encoding: Choice) -> Builder {
        Builder { encoding, ..Builder::default() }
    }

    /// The same, with the locations of all parts for a [`Layout`].
    #[doc(hidden)]
    #[must_use]
    pub fn with_places(encoding: Choice) -> Builder {
        Builder { spans: Some(Vec::new()), ..Builder::new(encoding) }
    }

    /// A builder of games with only their tags, and the locations of these.
    #[doc(hidden)]
    #[must_use]
    pub fn tags_with_places(encoding: Choice) -> Builder {
        Builder { is_tags_only: true, ..Builder::with_places(encoding) }
    }

    /// From now on takes the tags of games alone.
    pub(super) fn skip_movetext(&mut self) {
        self.is_tags_only = true;
    }

    /// The layout of the tags of the game that was read last, for
    /// [`write_tags_verbatim`](crate::write::write_tags_verbatim). Cheaper than a full layout;
    /// otherwise as [`layout`](Builder::layout).
    #[doc(hidden)]
    #[must_use]
    pub fn tag_layout(&self, source: &[u8]) -> Option<Layout> {
        let (game, spans) = (self.game()?, self.spans.as_ref()?);
        let is_tag = |(part, _): &(PartId, Span)| matches!(part, PartId::Tag(..));
        let n_spans = spans.iter().rposition(is_tag).map_or(0, |last| last + 1);
        Some(Layout::new(game, source, &spans[..n_spans], self.encoding.encoding_of(source)))
    }

    /// The layout of the game that was read last; `source` is the text that its offsets refer to.
    /// `None` unless the builder was created [`with_places`](Builder::with_places) and has a game.
    #[must_use]
    pub fn layout(&self, source: &[u8]) -> Option<Layout> {
        let (game, spans) = (self.game()?, self.spans.as_ref()?);
        Some(Layout::new(game, source, spans, self.encoding.encoding_of(source)))
    }

    fn place(&mut self, part: PartId, span: Span) {
        if let Some(spans) = &mut self.spans {
            spans.push((part, span));
        }
    }

    /// The game that was read last, if it was not taken.
    #[must_use]
    pub fn game(&self) -> Option<&Game> {
        self.is_ready.then_some(&self.game)
    }

    /// The game that was read last, once; its memory stays here for the next game. Avoids the
    /// allocations of [`Builder::take`].
    #[doc(hidden)]
    pub fn lend(&mut self) -> Option<&Game> {
        core::mem::take(&mut self.is_ready).then_some(&self.game)
    }

    /// The game that was read last, once.
    pub fn take(&mut self) -> Option<Game> {
        core::mem::take(&mut self.is_ready).then(|| core::mem::take(&mut self.game))
    }

    /// Changes the game that was read last, or the memory for the next one, for another.
    pub(super) fn swap(&mut self, game: &mut Game) -> bool {
        core::mem::swap(&mut self.game, game);
        core::mem::take(&mut self.is_ready)
    }

    /// Marks a kept illegal move, unless a comment does.
    #[cold]
    #[inline(never)]
    fn mark_illegal(&mut self) {
        if let Some(end) = self.unmarked_end.take() {
            self.texts.push(ILLEGAL.as_bytes());
            self.add_comment(CommentKind::Brace, Span::at(end));
        }
    }

    /// The same before anything that does not belong to the move.
    #[inline(always)]
    fn leave_move(&mut self) {
        if self.unmarked_end.is_some() {
            self.mark_illegal();
        }
    }

    /// A mark goes after the other annotations of the move, unless one of them is the mark, or ends
    /// with it: some formats join the comments of a move.
    #[inline(always)]
    fn see_annotation(&mut self, text: (u32, u32), span: Span) {
        if self.unmarked_end.is_some() {
            let has_mark = ends_with_mark(self.texts.raw(text));
            self.unmarked_end = (!has_mark).then_some(span.end);
        }
    }

    fn add_comment(&mut self, kind: CommentKind, span: Span) {
        let range = self.texts.end();
        self.see_annotation(range, span);
        let tree = self.game.tree_mut();
        let id = if self.in_movetext {
            tree.add_comment_at(self.node, kind, range)
        } else {
            let id = tree.add_comment_at(NodeId::ROOT, kind, range);
            self.opening.push((id, self.game.tags().len()));
            id
        };
        self.place(PartId::Annotation(id), span);
    }

    /// A tag pair, with any contents.
    #[inline(never)]
    fn odd_tag(&mut self, tag: &RawTag<'_>, number: u8) {
        let texts = &mut self.tag_texts;
        let name = match number {
            well_known::UNKNOWN => push_name(tag.name, texts),
            _ => (0, 0),
        };
        if tag.escaped {
            step::unescape(tag.value, |piece| texts.push(piece));
        } else {
            texts.push(tag.value);
        }
        let value = texts.end();
        self.place_tag(tag.span);
        self.game.tags_mut_unchecked().push_pair(Pair { name, value, number });
    }

    /// A comment or a piece of one, with any contents, in any place.
    #[inline(never)]
    fn comment_piece(&mut self, comment: RawComment<'_>) {
        if comment.has_line_end {
            self.texts.push_lines(comment.text, comment.part.ends());
        } else {
            self.texts.push(comment.text);
        }
        if comment.part.begins() {
            self.piece_start = comment.span.start;
        }
        if comment.part.ends() {
            self.add_comment(comment.kind, Span::new(self.piece_start, comment.span.end));
        }
    }

    /// A tag pair includes the spelling of the comments inside it.
    #[inline]
    fn place_tag(&mut self, span: Span) {
        let n = self.game.tags().len() as u32;
        if let Some(spans) = &mut self.spans {
            while spans.last().is_some_and(|last| last.1.start > span.start) {
                spans.pop();
            }
            spans.push((PartId::Tag(0, n), span));
        }
    }

    /// Hands the comments before the movetext to the tree; those after the last tag are at the
    /// start of the movetext.
    fn place_opening(&mut self) {
        for &(id, n_tags) in &self.opening {
            if n_tags < self.game.tags().len() {
                self.game.tree_mut().place_in_tags(id, n_tags);
            }
        }
    }

    fn escape(&mut self, word: &[u8], text: &[u8], span: Span) {
        self.leave_move();
        self.texts.push(word);
        // An escape is one line.
        for line in text.split(|&byte| matches!(byte, b'\n' | b'\r')).filter(|l| !l.is_empty()) {
            self.texts.push(line);
            self.texts.push(b" ");
        }
        self.texts.trim_end();
        self.add_comment(CommentKind::Escape, span);
    }
}

impl GameListener for Builder {
    fn begin_game(&mut self, _: GameStart) {
        self.tag_texts.restart(self.game.tags_mut_unchecked().parts_mut().0);
        self.texts.restart(self.game.tree_mut().text_parts().0);
        self.game.clear();
        self.game.tree_mut().reserve();
        self.is_ready = false;
        self.opening.clear();
        self.node = NodeId::ROOT;
        self.heads.clear();
        self.in_movetext = false;
        self.has_marker = false;
        self.unmarked_end = None;
        if let Some(spans) = &mut self.spans {
            spans.clear();
        }
    }

    #[inline(always)]
    fn tag(&mut self, tag: &RawTag<'_>) {
        let number = well_known::number_by_head(tag.name, tag.head);
        let is_plain = tag.is_ascii && !tag.escaped && !tag.value.is_empty();
        if number == well_known::UNKNOWN || !is_plain {
            return self.odd_tag(tag, number);
        }
        let value = self.tag_texts.add_ascii(tag.value);
        self.place_tag(tag.span);
        self.game.tags_mut_unchecked().push_pair(Pair { name: (0, 0), value, number });
    }

    fn malformed_tag(&mut self, text: &[u8], span: Span) {
        self.escape(b"tag ", text, span);
    }

    fn begin_movetext(&mut self, _: &Start) -> Skip {
        self.place_opening();
        self.in_movetext = true;
        if self.is_tags_only { Skip::Over } else { Skip::Enter }
    }

    // A call would pass all data of the move through memory.
    #[inline(always)]
    fn played(&mut self, played: Played<'_>) {
        self.leave_move();
        let spelling = played.spelling();
        self.node = self.game.tree_mut().push_move(self.node, played.mv, spelling);
        self.place(PartId::Move(self.node), played.symbol.span);
    }

    fn kept_illegal(&mut self, span: Span) {
        self.unmarked_end = Some(span.end);
    }

    fn unchecked(&mut self, symbol: RawSymbol<'_>) {
        self.leave_move();
        let text = self.texts.add(symbol.text);
        self.node = self.game.tree_mut().push_unchecked(self.node, text);
        self.place(PartId::Move(self.node), symbol.span);
    }

    fn nag(&mut self, nag: u32, span: Span) {
        let nag = Nag(u16::try_from(nag).unwrap_or(u16::MAX));
        let id = self.game.tree_mut().add_nag(self.node, nag);
        self.place(PartId::Annotation(id), span);
        self.see_annotation((0, 0), span);
    }

    // Inlined, it takes registers from the moves.
    #[inline(never)]
    fn comment(&mut self, comment: RawComment<'_>) {
        let is_plain = comment.is_ascii && !comment.has_line_end && !comment.text.is_empty();
        if comment.part != Part::Whole || !is_plain || !self.in_movetext {
            return self.comment_piece(comment);
        }
        let range = self.texts.add_ascii(comment.text);
        let id = self.game.tree_mut().add_comment_at(self.node, comment.kind, range);
        self.place(PartId::Annotation(id), comment.span);
        self.see_annotation(range, comment.span);
    }

    fn unreadable(&mut self, text: &[u8], span: Span) {
        self.leave_move();
        self.texts.push(text);
        self.add_comment(CommentKind::Brace, span);
    }

    fn reserved(&mut self, text: &[u8], span: Span) {
        self.escape(b"reserved ", text, span);
    }

    fn begin_variation(&mut self, span: Span) {
        self.leave_move();
        let head = self.game.tree_mut().push_variation(self.node);
        self.heads.push(head);
        self.node = head;
        self.place(PartId::Open(head), span);
    }

    fn end_variation(&mut self, span: Span) {
        self.leave_move();
        if let Some(head) = self.heads.pop() {
            self.node = self.game.tree().before(head).unwrap_or_default();
            self.place(PartId::Close(head), span);
        }
    }

    fn inner_marker(&mut self, outcome: Outcome, span: Span) {
        self.leave_move();
        self.texts.push(outcome.name().as_bytes());
        self.add_comment(CommentKind::Brace, span);
    }

    fn marker(&mut self, _: Outcome, span: Span) {
        self.leave_move();
        self.has_marker = true;
        self.place(PartId::Marker, span);
    }

    fn begin_unplayed(&mut self, tail: UnplayedTail, span: Span) {
        self.leave_move();
        self.texts.push(match tail {
            UnplayedTail::Unplayable => UNPLAYABLE.as_bytes(),
            UnplayedTail::Variation => b"Variation: ",
        });
        self.piece_start = span.start;
        self.unplayed_end = None;
    }

    fn unplayed(&mut self, text: &[u8], span: Span) {
        if self.unplayed_end.is_some_and(|end| span.start > end) {
            self.texts.push(b" ");
        }
        self.unplayed_end = Some(self.unplayed_end.map_or(span.end, |end| end.max(span.end)));
        for &byte in text {
            self.texts.push(&[match byte {
                b'{' => b'[',
                b'}' => b']',
                byte => byte,
            }]);
        }
    }

    fn end_unplayed(&mut self, span: Span) {
        let end = self.unplayed_end.unwrap_or(self.piece_start).max(span.end);
        self.add_comment(CommentKind::Brace, Span::new(self.piece_start, end));
    }

    fn end_game(&mut self, outcome: Outcome, how: GameEnd, _: u32) {
        self.leave_move();
        if how == GameEnd::NoGame {
            return;
        }
        if !self.has_marker && how != GameEnd::Marker && !self.is_tags_only {
            // The marker that is not there: after the last part.
            let last = self.spans.as_ref().and_then(|spans| spans.last());
            let end = last.map_or(0, |last| last.1.end);
            self.place(PartId::Marker, Span::at(end));
        }
        self.decode();
        self.game.put_outcome(outcome);
        self.is_ready = true;
    }
}

impl Builder {
    /// Turns all bytes into text.
    fn decode(&mut self) {
        let (text, pairs) = self.game.tags_mut_unchecked().parts_mut();
        let places = pairs.iter_mut().flat_map(|Pair { name, value, .. }| [name, value]);
        let places = places.map(|place| (&mut place.0, &mut place.1));
        self.tag_texts.decode(self.encoding, text, places);
        let (text, places) = self.game.tree_mut().text_parts();
        self.texts.decode(self.encoding, text, places);
    }
}

/// Of the controls only DEL can be in a name; a blank in its place would end it.
fn push_name(name: &[u8], texts: &mut Texts) -> (u32, u32) {
    for part in name.split_inclusive(|&byte| byte == 127) {
        let (body, del) = match part {
            [body @ .., 127] => (body, &b"_"[..]),
            body => (body, &b""[..]),
        };
        texts.push(body);
        texts.push(del);
    }
    texts.end()
}

/// Whether the last words of a comment are the mark of an illegal move.
#[cfg(not(target_family = "wasm"))]
fn ends_with_mark(comment: &[u8]) -> bool {
    let words = comment.rsplit(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.take(2).eq(ILLEGAL.as_bytes().rsplit(|byte| *byte == b' '))
}

/// Modules of WebAssembly keep no illegal moves.
#[cfg(target_family = "wasm")]
fn ends_with_mark(_: &[u8]) -> bool {
    false
}
