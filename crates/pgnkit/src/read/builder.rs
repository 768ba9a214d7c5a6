//! The builder: follows the referee and puts a game together.
//!
//! Owns: which step becomes which part of a game. Knows nothing of: judging moves.
//! Standard: §5, §6, §8. Decisions: D-01, D-09, D-12, D-22, D-26, D-29, D-30, D-33, D-35.
//! Start at [`Builder`].

use super::decode::Texts;
use super::referee::{Follow, Played, Rest};
use super::start::Start;
use super::unchecked;
use crate::charset::{Choice, Encoding};
use crate::game::{Game, NodeId, Tags, Tree};
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
    /// Numbers of the texts of moves that are not checked.
    unchecked: Vec<u32>,
    /// Comments before the movetext: number of the text, kind, tags before it.
    opening: Vec<(u32, CommentKind, usize)>,
    tree: Tree,
    node: NodeId,
    /// The nodes whose moves the open variations replace.
    waiting: Vec<NodeId>,
    in_movetext: bool,
    /// End of the last piece of a rest, to see the gaps between pieces.
    rest_end: u32,
    game: Option<Game>,
    found: Option<Encoding>,
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

    /// The game that was read last, once.
    pub fn take(&mut self) -> Option<Game> {
        self.game.take()
    }

    /// The encoding of the game that was read last.
    #[must_use]
    pub fn encoding_found(&self) -> Option<Encoding> {
        self.found
    }

    fn add_comment(&mut self, kind: CommentKind) {
        let text = self.texts.end();
        if self.in_movetext {
            self.tree.add_comment_idx(self.node, kind, text);
        } else {
            self.opening.push((text, kind, self.tags.len()));
        }
    }

    /// Hands the comments before the movetext to the tree; those behind the last tag stand at the
    /// start of the movetext.
    fn place_opening(&mut self) {
        for (text, kind, n_tags) in core::mem::take(&mut self.opening) {
            let id = self.tree.add_comment_idx(NodeId::ROOT, kind, text);
            if n_tags < self.tags.len() {
                self.tree.place_in_tags(id, n_tags);
            }
        }
    }

    fn escape(&mut self, word: &[u8], text: &[u8]) {
        self.texts.push(word);
        // An escape is one line.
        for line in text.split(|&byte| matches!(byte, b'\n' | b'\r')).filter(|l| !l.is_empty()) {
            self.texts.push(line);
            self.texts.push(b" ");
        }
        self.texts.trim_end();
        self.add_comment(CommentKind::Escape);
    }
}

impl Follow for Builder {
    fn begin_game(&mut self, _: GameStart) {
        self.texts.clear();
        self.tags.clear();
        self.unchecked.clear();
        self.opening.clear();
        self.tree = Tree::default();
        self.tree.reserve();
        self.node = NodeId::ROOT;
        self.waiting.clear();
        self.in_movetext = false;
        self.game = None;
        self.found = None;
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
        self.tags.push((name, value));
    }

    fn malformed_tag(&mut self, text: &[u8], _: Span) {
        self.escape(b"tag ", text);
    }

    fn begin_movetext(&mut self, _: &Start) -> Skip {
        self.place_opening();
        self.in_movetext = true;
        Skip::Enter
    }

    fn played(&mut self, played: Played<'_>) {
        self.node = self.tree.push_move(self.node, played.mv);
    }

    fn unchecked(&mut self, symbol: RawSymbol<'_>) {
        let text = self.texts.add(symbol.text);
        self.unchecked.push(text);
        self.node = self.tree.push_text_idx(self.node, text);
    }

    fn nag(&mut self, nag: u32, _: Span) {
        self.tree.add_nag(self.node, Nag(u16::try_from(nag).unwrap_or(u16::MAX)));
    }

    fn comment(&mut self, comment: RawComment<'_>) {
        self.texts.push(comment.text);
        if comment.part.ends() {
            self.add_comment(comment.kind);
        }
    }

    fn unreadable(&mut self, text: &[u8], _: Span) {
        self.texts.push(text);
        self.add_comment(CommentKind::Brace);
    }

    fn reserved(&mut self, text: &[u8], _: Span) {
        self.escape(b"reserved ", text);
    }

    fn begin_variation(&mut self, _: Span) {
        self.waiting.push(self.node);
        self.node = self.tree.push_variation(self.node);
    }

    fn end_variation(&mut self, _: Span) {
        if let Some(node) = self.waiting.pop() {
            self.node = node;
        }
    }

    fn inner_marker(&mut self, outcome: Outcome, _: Span) {
        self.texts.push(outcome.marker().as_bytes());
        self.add_comment(CommentKind::Brace);
    }

    fn begin_rest(&mut self, rest: Rest) {
        self.texts.push(match rest {
            Rest::Unplayable => b"Unplayable: ",
            Rest::Variation => b"Variation: ",
        });
        self.rest_end = u32::MAX;
    }

    fn rest(&mut self, text: &[u8], span: Span) {
        if span.start > self.rest_end {
            self.texts.push(b" ");
        }
        self.rest_end =
            if self.rest_end == u32::MAX { span.end } else { self.rest_end.max(span.end) };
        for &byte in text {
            self.texts.push(&[match byte {
                b'{' => b'[',
                b'}' => b']',
                byte => byte,
            }]);
        }
    }

    fn end_rest(&mut self) {
        self.add_comment(CommentKind::Brace);
    }

    fn end_game(&mut self, outcome: Outcome, how: GameEnd, _: u32) {
        if how == GameEnd::NoGame {
            return;
        }
        let (mut text, mut ranges, encoding) = self.texts.decode(self.encoding);
        for &n in &self.unchecked {
            let range = &mut ranges[n as usize];
            if let Some(mended) = unchecked::mend(&text[range.0 as usize..range.1 as usize]) {
                *range = (text.len() as u32, (text.len() + mended.len()) as u32);
                text.push_str(&mended);
            }
        }
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
