//! The moves of a game for display: one token after the other.
//!
//! Standard: §8.2.

use std::collections::BTreeSet;

use pgnkit::game::{Annotation, AnnotationId, MoveText, Stop};
use pgnkit::{Game, Nag, NodeId};

/// A piece of the movetext.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token<'g> {
    /// Its kind.
    pub kind: TokenKind<'g>,
    /// The move that it is or is after; before the first move of a line, the move or the root
    /// that is on the board there.
    pub node: NodeId,
    /// How many variations it is in.
    pub depth: u32,
}

/// The kind of a piece of the movetext.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenKind<'g> {
    /// A move with its NAGs.
    Move {
        /// Its number, if it is to be shown: before White's moves, and after anything that
        /// interrupts the line. Black's are followed by three periods.
        number: Option<MoveNumber>,
        /// Its text: canonical SAN, or the text of the file if moves are not checked.
        text: String,
        /// Its NAGs.
        nags: Vec<Nag>,
    },
    /// A comment, commands such as `[%clk]` included.
    Comment {
        /// By which it is edited.
        id: AnnotationId,
        /// Its text.
        text: &'g str,
    },
    /// An escape line.
    Escape(&'g str),
    /// A NAG before the first move of a line.
    Nag(Nag),
    /// A variation begins.
    Open(NodeId),
    /// A folded variation: its head, its first move, and its number of moves including all
    /// variations.
    Folded {
        /// The head of its line.
        head: NodeId,
        /// The text of its first move.
        first: String,
        /// How many moves it has.
        n_moves: usize,
    },
    /// A variation ends.
    Close(NodeId),
    /// The termination marker.
    Marker(&'static str),
}

/// A move number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveNumber {
    /// The number.
    pub value: u32,
    /// Whether the move is White's.
    pub is_white: bool,
}

impl std::fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.value, if self.is_white { "." } else { "..." })
    }
}

/// The text of a move: canonical SAN, or the text of the file if moves are not checked.
#[must_use]
pub fn move_text(game: &Game, node: NodeId) -> String {
    match (game.tree().san(node), game.tree().mv(node)) {
        (Some(san), _) => san.as_str().to_owned(),
        (None, Some(MoveText::Unchecked(text))) => text.to_owned(),
        (None, _) => String::new(),
    }
}

/// The movetext of a game. `folded` has the heads of the variations that are folded.
///
/// ```
/// use pgn_view::{TokenKind, tokens};
///
/// let game: pgnkit::Game = "1. e4 $1 e5 (1... c5) 2. Nf3 *".parse()?;
/// let tokens = tokens(&game, &Default::default());
/// let text: Vec<String> = tokens.iter().map(|token| match &token.kind {
///     TokenKind::Move { number: Some(number), text, .. } => format!("{number} {text}"),
///     TokenKind::Move { text, .. } => text.clone(),
///     TokenKind::Open(_) => "(".to_owned(),
///     TokenKind::Close(_) => ")".to_owned(),
///     _ => "*".to_owned(),
/// }).collect();
/// assert_eq!(text.join(" "), "1. e4 e5 ( 1... c5 ) 2. Nf3 *");
/// # Ok::<(), pgnkit::read::NoGameError>(())
/// ```
#[must_use]
pub fn tokens<'g>(game: &'g Game, folded: &BTreeSet<NodeId>) -> Vec<Token<'g>> {
    let tree = game.tree();
    let (mut tokens, mut node) = (Vec::new(), NodeId::ROOT);
    // Whether the next move needs its number, and whether the line has had no move yet.
    let (mut is_interrupted, mut begins) = (true, true);
    for at in game.stops(|head| !folded.contains(&head)) {
        let depth = at.depth;
        let mut push = |kind, node| tokens.push(Token { kind, node, depth });
        match at.stop {
            Stop::Move(id) => {
                node = id;
                let number = MoveNumber { value: at.number, is_white: at.is_white };
                let number = (at.is_white || is_interrupted).then_some(number);
                let nags = tree.nags(id).collect();
                push(TokenKind::Move { number, text: move_text(game, id), nags }, id);
                (is_interrupted, begins) = (false, false);
            }
            Stop::Annotation(id) => match tree.annotation(id) {
                // Those of a move are shown with it.
                Annotation::Nag(nag) if begins => push(TokenKind::Nag(nag), node),
                Annotation::Nag(_) | Annotation::Variation(_) => {}
                Annotation::Comment { kind, text } => {
                    let is_escape = kind == pgnkit::syntax::CommentKind::Escape;
                    let comment = TokenKind::Comment { id, text };
                    push(if is_escape { TokenKind::Escape(text) } else { comment }, node);
                    is_interrupted |= !is_escape;
                }
            },
            Stop::Open(head) if folded.contains(&head) => {
                let first = tree.next(head).map(|first| move_text(game, first));
                let n_moves = n_moves_of(game, head);
                let first = first.unwrap_or_default();
                push(TokenKind::Folded { head, first, n_moves }, node);
                is_interrupted = true;
            }
            Stop::Open(head) => {
                node = tree.parent(head).unwrap_or_default();
                push(TokenKind::Open(head), node);
                (is_interrupted, begins) = (true, true);
            }
            Stop::Close(head) => {
                node = tree.before(head).unwrap_or_default();
                push(TokenKind::Close(head), node);
                (is_interrupted, begins) = (true, false);
            }
        }
    }
    tokens.push(Token {
        kind: TokenKind::Marker(game.outcome().name()),
        node: crate::lines::end_of_line(tree, NodeId::ROOT),
        depth: 0,
    });
    tokens
}

/// How many moves a variation has, with all variations of it.
fn n_moves_of(game: &Game, head: NodeId) -> usize {
    let tree = game.tree();
    let (mut n_moves, mut waiting) = (0, vec![head]);
    while let Some(head) = waiting.pop() {
        for node in tree.line(head) {
            n_moves += 1;
            waiting.extend(tree.variations(node));
        }
    }
    n_moves
}
