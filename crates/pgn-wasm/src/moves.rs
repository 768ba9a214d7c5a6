//! The movetext for the page: tokens, and the diagrams that they ask for.

use std::collections::BTreeSet;

use pgn_view::{Token, TokenKind, path, series, tokens};
use pgnkit::chess::Color;
use pgnkit::chess::notation::letters::Letters;
use pgnkit::comment::{Value, commands, strip_commands};
use pgnkit::diagram::{Diagram, PieceShapes};
use pgnkit::{Game, Nag, NodeId};

use crate::json::Json;

/// The mark that ChessBase uses to request a diagram.
const DIAGRAM_MARK: &str = "[#]";

/// How large diagrams are.
const DIAGRAM_PIXELS: u32 = 260;

/// The maximum number of diagrams in a game.
const DIAGRAMS_MAX: usize = 100;

/// A NAG with its sign and its meaning.
pub(crate) fn put_nag(nag: Nag, json: &mut Json) {
    json.object(|json| {
        json.key("number").plain(nag.0);
        json.key("sign").string(nag.glyph().unwrap_or_default());
        json.key("words").string(&words_of_nag(nag));
    });
}

fn words_of_nag(nag: Nag) -> String {
    let later = || nag.later_meaning().map(|later| later.meaning.to_string());
    let meaning = nag.meaning().map(str::to_owned).or_else(later);
    meaning.unwrap_or_else(|| format!("glyph {}", nag.0))
}

fn put_nags<'a>(nags: impl Iterator<Item = &'a Nag>, json: &mut Json) {
    // Those that ask for a diagram are one.
    let shown = nags.filter(|nag| nag.diagram().is_none() && !nag.is_null());
    json.key("nags").array(|json| shown.for_each(|nag| put_nag(*nag, json)));
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
pub(crate) fn put_tokens(tokens: &[Token<'_>], letters: &Letters, json: &mut Json) {
    json.array(|json| tokens.iter().for_each(|token| put_token(token, letters, json)));
}

fn put_token(token: &Token<'_>, letters: &Letters, json: &mut Json) {
    // An escape line is for programs.
    if let TokenKind::Escape(_) = token.kind {
        return;
    }
    json.object(|json| {
        json.key("node").plain(token.node.index());
        json.key("depth").plain(token.depth);
        let kind = match &token.kind {
            TokenKind::Move { number, text, nags } => {
                json.key("number").optional(*number);
                json.key("text").string(letters.from_english(text).as_str());
                put_nags(nags.iter(), json);
                "move"
            }
            TokenKind::Comment { text, .. } => {
                json.key("text").string(&shown_words(text));
                "comment"
            }
            TokenKind::Nag(nag) => {
                put_nags([*nag].iter(), json);
                "nag"
            }
            TokenKind::Open(head) => {
                json.key("head").plain(head.index());
                "open"
            }
            TokenKind::Folded { head, first, n_moves } => {
                json.key("head").plain(head.index());
                json.key("first").string(letters.from_english(first).as_str());
                json.key("moves").plain(n_moves);
                "folded"
            }
            TokenKind::Close(head) => {
                json.key("head").plain(head.index());
                "close"
            }
            TokenKind::Marker(text) => {
                json.key("text").string(text);
                "marker"
            }
            TokenKind::Escape(_) => "",
        };
        json.key("kind").string(kind);
        json.key("diagram").plain(asks_for_diagram(token));
    });
}

/// Evaluations and clocks of the main line.
pub(crate) fn put_series(game: &Game, json: &mut Json) {
    json.array(|json| {
        for point in series(game) {
            json.object(|json| {
                json.key("node").plain(point.node.index());
                json.key("white").plain(point.color == Color::White);
                json.key("eval").optional_number(point.eval);
                json.key("clock").optional_number(point.clock);
            });
        }
    });
}

/// A game for printing: tags, tokens, and the requested diagrams, including that of a set-up
/// position, each with the number of its node.
pub(crate) fn put_sheet(game: &Game, letters: &Letters, json: &mut Json) {
    put_tags(game, json);
    let tokens = tokens(game, &BTreeSet::new());
    json.key("tokens");
    put_tokens(&tokens, letters, json);
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
    json.key("diagrams").array(|json| {
        for node in wanted {
            let Some(svg) = drawn(game, node) else { continue };
            json.array(|json| {
                json.plain(node.index());
                json.string(&svg);
            });
        }
    });
}

pub(crate) fn put_tags(game: &Game, json: &mut Json) {
    json.key("tags").array(|json| {
        for tag in game.tags().iter() {
            json.array(|json| {
                json.string(tag.name);
                json.string(tag.value);
            });
        }
    });
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
