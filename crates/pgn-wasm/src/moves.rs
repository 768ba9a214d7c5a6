//! The movetext for the page: tokens, and the diagrams that they ask for.

use std::collections::BTreeSet;

use pgn_view::{Point, Token, TokenKind, path, series, tokens};
use pgnkit::chess::Color;
use pgnkit::chess::notation::letters::Letters;
use pgnkit::comment::{Value, commands, strip_commands};
use pgnkit::diagram::{Diagram, PieceShapes};
use pgnkit::{Game, Nag, NodeId};

use crate::page_types::{
    CommentToken, EdgeToken, FoldedToken, MarkerToken, MoveToken, NagToken, PageNag, PagePoint,
    PageToken, SheetPicture, TokenContent,
};

/// The mark that ChessBase uses to request a diagram.
const DIAGRAM_MARK: &str = "[#]";

/// How large diagrams are.
const DIAGRAM_PIXELS: u32 = 260;

/// The maximum number of diagrams in a game.
const DIAGRAMS_MAX: usize = 100;

/// A NAG with its sign and its meaning.
pub(crate) fn page_nag(nag: Nag) -> PageNag {
    PageNag { number: nag.0, sign: nag.glyph().unwrap_or_default(), words: words_of_nag(nag) }
}

fn words_of_nag(nag: Nag) -> String {
    let later = || nag.later_meaning().map(|later| later.meaning.to_string());
    let meaning = nag.meaning().map(str::to_owned).or_else(later);
    meaning.unwrap_or_else(|| format!("glyph {}", nag.0))
}

fn page_nags(nags: &[Nag]) -> Vec<PageNag> {
    // Those that ask for a diagram are one.
    let shown = nags.iter().filter(|nag| nag.diagram().is_none() && !nag.is_null());
    shown.map(|nag| page_nag(*nag)).collect()
}

/// The words of a comment: without commands and signs for diagrams.
pub(crate) fn shown_words(text: &str) -> String {
    let words = strip_commands(text).replace(DIAGRAM_MARK, " ");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a comment asks for a diagram.
fn asks(text: &str) -> bool {
    let marks = |command: pgnkit::comment::Command<'_>| {
        matches!(command.value(), Ok(Value::Csl(_) | Value::Cal(_)))
    };
    text.contains(DIAGRAM_MARK) || commands(text).any(marks)
}

/// Whether a token asks for a diagram.
fn asks_for_diagram(token: &Token<'_>) -> bool {
    match &token.kind {
        TokenKind::Move { nags, .. } => nags.iter().any(|nag| nag.diagram().is_some()),
        TokenKind::Nag(nag) => nag.diagram().is_some(),
        TokenKind::Comment { text, .. } => asks(text),
        TokenKind::Escape(_)
        | TokenKind::Open(_)
        | TokenKind::Folded { .. }
        | TokenKind::Close(_)
        | TokenKind::Marker(_) => false,
    }
}

/// The tokens of a movetext.
pub(crate) fn page_tokens(tokens: &[Token<'_>], letters: &Letters) -> Vec<PageToken> {
    tokens.iter().filter_map(|token| page_token(token, letters)).collect()
}

fn page_token(token: &Token<'_>, letters: &Letters) -> Option<PageToken> {
    let edge = |kind, head: NodeId| TokenContent::EdgeToken(EdgeToken { kind, head: head.index() });
    let content = match &token.kind {
        TokenKind::Move { number, text, nags } => TokenContent::MoveToken(MoveToken {
            kind: "move",
            number: number.map(|number| number.to_string()),
            text: letters.from_english(text).as_str().to_owned(),
            nags: page_nags(nags),
        }),
        TokenKind::Comment { text, .. } => {
            TokenContent::CommentToken(CommentToken { kind: "comment", text: shown_words(text) })
        }
        TokenKind::Nag(nag) => {
            TokenContent::NagToken(NagToken { kind: "nag", nags: page_nags(&[*nag]) })
        }
        TokenKind::Open(head) => edge("open", *head),
        TokenKind::Folded { head, first, n_moves } => TokenContent::FoldedToken(FoldedToken {
            kind: "folded",
            head: head.index(),
            first: letters.from_english(first).as_str().to_owned(),
            moves: *n_moves,
        }),
        TokenKind::Close(head) => edge("close", *head),
        TokenKind::Marker(text) => TokenContent::MarkerToken(MarkerToken { kind: "marker", text }),
        // An escape line is for programs.
        TokenKind::Escape(_) => return None,
    };
    Some(PageToken {
        content,
        node: token.node.index(),
        depth: token.depth,
        diagram: asks_for_diagram(token),
    })
}

/// Evaluations and clocks of the main line.
pub(crate) fn page_points(game: &Game) -> Vec<PagePoint> {
    let point = |point: Point| PagePoint {
        node: point.node.index(),
        white: point.color == Color::White,
        eval: point.eval,
        clock: point.clock,
    };
    series(game).into_iter().map(point).collect()
}

/// A game for printing: tags, tokens, and the requested diagrams, including that of a set-up
/// position, each with the number of its node.
pub(crate) fn sheet_picture(game: &Game, letters: &Letters) -> SheetPicture {
    let tokens = tokens(game, &BTreeSet::new());
    let mut wanted: Vec<NodeId> = Vec::new();
    if game.tag("FEN").is_some() {
        wanted.push(NodeId::ROOT);
    }
    let asking = tokens.iter().filter(|token| asks_for_diagram(token));
    for token in asking {
        if !wanted.contains(&token.node) && wanted.len() < DIAGRAMS_MAX {
            wanted.push(token.node);
        }
    }
    let drawn = |node: NodeId| Some((node.index(), drawn(game, node)?));
    SheetPicture {
        tags: page_tags(game),
        tokens: page_tokens(&tokens, letters),
        diagrams: wanted.into_iter().filter_map(drawn).collect(),
    }
}

pub(crate) fn page_tags(game: &Game) -> Vec<(String, String)> {
    game.tags().iter().map(|tag| (tag.name.to_owned(), tag.value.to_owned())).collect()
}

/// The picture of the position after a move, with its marks.
fn drawn(game: &Game, node: NodeId) -> Option<String> {
    let tree = game.tree();
    let mut cursor = game.cursor();
    cursor.go_to(node);
    let mut diagram = Diagram::of(cursor.position()?);
    diagram.last = cursor.mv().filter(|mv| !mv.is_null());
    diagram.side = tree.nags(node).find_map(Nag::diagram).unwrap_or(Color::White);
    tree.comments(node).for_each(|text| diagram.mark(text));
    let title = match path(tree, node).last() {
        Some(&last) => format!("After {}", pgn_view::move_text(game, last)),
        None => String::new(),
    };
    Some(diagram.svg(DIAGRAM_PIXELS, PieceShapes::Own, &title))
}
