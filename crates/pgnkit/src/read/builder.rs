//! The builder: follows the referee and puts a game together.
//!
//! Owns: which step becomes which part of a game. Knows nothing of: judging moves.
//! Standard: §5, §6, §8. Decisions: D-01, D-09, D-12, D-22, D-26, D-29, D-30, D-33, D-35.
//! Start at [`Builder`].

use super::decode::Texts;
use super::referee::{Follow, Played, Rest};
use crate::charset::{Choice, Encoding};
use crate::game::layout::PartId;
use crate::game::{ElementId, Game, Layout, NodeId, Start, Tags, Tree};
use crate::nag::Nag;
use crate::tag::Outcome;
use pgn_syntax::{
    CommentKind, GameEnd, GameStart, RawComment, RawSymbol, RawTag, Skip, Span, step,
};

/// Puts games together from what a [`Referee`](super::Referee) tells.
#[derive(Debug, Default)]
pub struct Builder {
    encoding: Choice,
    texts: Texts,
    /// Numbers of the texts of name and value.
    tags: Vec<(u32, u32)>,
    /// Comments before the movetext, and how many tags came before each.
    opening: Vec<(ElementId, usize)>,
    tree: Tree,
    node: NodeId,
    /// The nodes whose moves the open variations replace, and the heads of these.
    waiting: Vec<(NodeId, NodeId)>,
    in_movetext: bool,
    /// End of the last piece of a rest, to see the gaps between pieces; `None` before the first.
    rest_end: Option<u32>,
    game: Option<Game>,
    found: Option<Encoding>,
    /// Which bytes are which part, for a layout; `None` when nobody wants one.
    spans: Option<Vec<(PartId, Span)>>,
    /// Where the comment or rest that is being put together began.
    piece_start: u32,
}

impl Default for NodeId {
    fn default() -> NodeId {
        NodeId::ROOT
    }
}

impl Builder {
    /// A builder that reads text in this encoding.
    #[must_use]
    pub fn new(encoding: Choice) -> Builder {
        Builder { encoding, ..Builder::default() }
    }

    /// The same, remembering the places of all parts for a [`Layout`].
    #[must_use]
    pub fn with_places(encoding: Choice) -> Builder {
        Builder { spans: Some(Vec::new()), ..Builder::new(encoding) }
    }

    /// The layout of the game that was read last, given the text that its places count from.
    /// `None` unless the builder was made [`with_places`](Builder::with_places) and holds a game.
    #[must_use]
    pub fn layout(&self, source: &[u8]) -> Option<Layout> {
        let (game, spans) = (self.game.as_ref()?, self.spans.as_ref()?);
        Some(Layout::new(game, source, spans, self.found.unwrap_or_default()))
    }

    fn place(&mut self, part: PartId, span: Span) {
        if let Some(spans) = &mut self.spans {
            spans.push((part, span));
        }
    }

    /// The game that was read last, once.
    pub fn take(&mut self) -> Option<Game> {
        self.game.take()
    }

    /// The encoding of the game that was read last.
    #[must_use]
    pub fn encoding_found(&self) -> Option<Encoding> {
        self.found
    }

    fn add_comment(&mut self, kind: CommentKind, span: Span) {
        let text = self.texts.end();
        if self.in_movetext {
            let id = self.tree.add_comment_idx(self.node, kind, text);
            self.place(PartId::Element(id), span);
        } else {
            let id = self.tree.add_comment_idx(NodeId::ROOT, kind, text);
            self.opening.push((id, self.tags.len()));
            self.place(PartId::Element(id), span);
        }
    }

    /// A tag pair spells the comments inside it, too.
    fn place_tag(&mut self, span: Span) {
        let n = self.tags.len() as u32;
        if let Some(spans) = &mut self.spans {
            while spans.last().is_some_and(|last| last.1.start > span.start) {
                spans.pop();
            }
            spans.push((PartId::Tag(0, n), span));
        }
    }

    /// Hands the comments before the movetext to the tree; those behind the last tag stand at the
    /// start of the movetext.
    fn place_opening(&mut self) {
        for (id, n_tags) in core::mem::take(&mut self.opening) {
            if n_tags < self.tags.len() {
                self.tree.place_in_tags(id, n_tags);
            }
        }
    }

    fn escape(&mut self, word: &[u8], text: &[u8], span: Span) {
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

impl Follow for Builder {
    fn begin_game(&mut self, _: GameStart) {
        self.texts.clear();
        self.tags.clear();
        self.opening.clear();
        self.tree = Tree::default();
        self.tree.reserve();
        self.node = NodeId::ROOT;
        self.waiting.clear();
        self.in_movetext = false;
        self.game = None;
        self.found = None;
        if let Some(spans) = &mut self.spans {
            spans.clear();
        }
    }

    fn tag(&mut self, tag: &RawTag<'_>) {
        // Of the controls only DEL can stand in a name; a blank in its place would end it.
        for part in tag.name.split_inclusive(|&byte| byte == 127) {
            let (body, del) = match part {
                [body @ .., 127] => (body, &b"_"[..]),
                body => (body, &b""[..]),
            };
            self.texts.push(body);
            self.texts.push(del);
        }
        let name = self.texts.end();
        if tag.escaped {
            step::unescape(tag.value, |piece| self.texts.push(piece));
        } else {
            self.texts.push(tag.value);
        }
        let value = self.texts.end();
        self.place_tag(tag.span);
        self.tags.push((name, value));
    }

    fn malformed_tag(&mut self, text: &[u8], span: Span) {
        self.escape(b"tag ", text, span);
    }

    fn begin_movetext(&mut self, _: &Start) -> Skip {
        self.place_opening();
        self.in_movetext = true;
        Skip::Enter
    }

    fn played(&mut self, played: Played<'_>) {
        self.node = self.tree.push_move(self.node, played.mv);
        self.place(PartId::Move(self.node), played.symbol.span);
    }

    fn unchecked(&mut self, symbol: RawSymbol<'_>) {
        let text = self.texts.add(symbol.text);
        self.node = self.tree.push_text_idx(self.node, text);
        self.place(PartId::Move(self.node), symbol.span);
    }

    fn nag(&mut self, nag: u32, span: Span) {
        let id = self.tree.add_nag(self.node, Nag(u16::try_from(nag).unwrap_or(u16::MAX)));
        self.place(PartId::Element(id), span);
    }

    fn comment(&mut self, comment: RawComment<'_>) {
        self.texts.push(comment.text);
        if comment.part.begins() {
            self.piece_start = comment.span.start;
        }
        if comment.part.ends() {
            self.add_comment(comment.kind, Span::new(self.piece_start, comment.span.end));
        }
    }

    fn unreadable(&mut self, text: &[u8], span: Span) {
        self.texts.push(text);
        self.add_comment(CommentKind::Brace, span);
    }

    fn reserved(&mut self, text: &[u8], span: Span) {
        self.escape(b"reserved ", text, span);
    }

    fn begin_variation(&mut self, span: Span) {
        let head = self.tree.push_variation(self.node);
        self.waiting.push((self.node, head));
        self.node = head;
        self.place(PartId::Open(head), span);
    }

    fn end_variation(&mut self, span: Span) {
        if let Some((node, head)) = self.waiting.pop() {
            self.node = node;
            self.place(PartId::Close(head), span);
        }
    }

    fn inner_marker(&mut self, outcome: Outcome, span: Span) {
        self.texts.push(outcome.marker().as_bytes());
        self.add_comment(CommentKind::Brace, span);
    }

    fn marker(&mut self, _: Outcome, span: Span) {
        self.place(PartId::Marker, span);
    }

    fn begin_rest(&mut self, rest: Rest, span: Span) {
        self.texts.push(match rest {
            Rest::Unplayable => b"Unplayable: ",
            Rest::Variation => b"Variation: ",
        });
        self.piece_start = span.start;
        self.rest_end = None;
    }

    fn rest(&mut self, text: &[u8], span: Span) {
        if self.rest_end.is_some_and(|end| span.start > end) {
            self.texts.push(b" ");
        }
        self.rest_end = Some(self.rest_end.map_or(span.end, |end| end.max(span.end)));
        for &byte in text {
            self.texts.push(&[match byte {
                b'{' => b'[',
                b'}' => b']',
                byte => byte,
            }]);
        }
    }

    fn end_rest(&mut self, span: Span) {
        let end = self.rest_end.unwrap_or(self.piece_start).max(span.end);
        self.add_comment(CommentKind::Brace, Span::new(self.piece_start, end));
    }

    fn end_game(&mut self, outcome: Outcome, how: GameEnd, _: u32) {
        if how == GameEnd::NoGame {
            return;
        }
        if how != GameEnd::Marker {
            // The marker that is not there: behind the last part.
            let last = self.spans.as_ref().and_then(|spans| spans.last());
            let end = last.map_or(0, |last| last.1.end);
            self.place(PartId::Marker, Span::at(end));
        }
        let (text, ranges, encoding) = self.texts.decode(self.encoding);
        let mut tags = Tags::default();
        for &(name, value) in &self.tags {
            let piece = |n: u32| {
                let (start, end) = ranges[n as usize];
                text[start as usize..end as usize].to_string()
            };
            tags.push(piece(name), piece(value));
        }
        let mut tree = core::mem::take(&mut self.tree);
        tree.set_texts(text, ranges);
        self.game = Some(Game::from_parts(tags, tree, outcome));
        self.found = Some(encoding);
    }
}
