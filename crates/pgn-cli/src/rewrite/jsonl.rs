//! Games as JSON, one object a line.
//!
//! ```text
//! game = { file, index, tags, start_fen, variant?, outcome, ANNOTATIONS, moves: [move …] }
//! move = { ply, san, uci, ANNOTATIONS, variations: [line …] }
//! line = { ANNOTATIONS, moves: [move …] }
//! ANNOTATIONS = nags?, comments?, order?
//! ```
//!
//! Decisions: D-34.

use std::io::Write as _;

use serde::Serialize;

use super::{Place, Rewritten, WriteGame};
use crate::terminal::Loudness;
use pgn_db::report::{push_json, push_json_list};
use pgnkit::chess::fen::{self, EpPolicy};
use pgnkit::chess::notation::{san, uci};
use pgnkit::chess::{Position, Variant};
use pgnkit::game::{Annotation, MoveText};
use pgnkit::syntax::CommentKind;
use pgnkit::{Game, NodeId};

/// Writes games; keeps its stack from game to game.
#[derive(Default)]
pub(super) struct JsonWriter {
    frames: Vec<JsonFrame>,
    /// The position after the last written move; `None` if moves are not checked.
    position: Option<Position>,
}

/// A line that is being written: its place, and its pending variations.
struct JsonFrame {
    /// The last written move, or the head of the line.
    node: NodeId,
    /// Its variations, and how many of them are written.
    variations: Vec<NodeId>,
    written_count: usize,
    /// The position before the node's move.
    before: Option<Position>,
    /// Moves before the next one, counted from the start of the game.
    ply: u32,
}

impl JsonFrame {
    /// The position after the node's move. It is played again rather than kept: a level of
    /// nesting costs one position, not two.
    fn after(&self, game: &Game) -> Option<Position> {
        let mut position = self.before?;
        if let Some(MoveText::Move(mv)) = game.tree().mv(self.node) {
            position.play_unchecked(mv);
        }
        Some(position)
    }
}

impl WriteGame for JsonWriter {
    fn write(&mut self, game: &Game, place: Place<'_>, _: Loudness, into: &mut Rewritten) {
        self.game(game, place, &mut into.text);
    }
}

impl JsonWriter {
    /// Writes a game and the end of its line. Variations of any depth: no recursion.
    fn game(&mut self, game: &Game, place: Place<'_>, out: &mut Vec<u8>) {
        self.frames.clear();
        let start = game.start();
        write_head(game, place, out);
        match &start.position {
            Some(position) => {
                push_key("start_fen", out);
                let fen = fen::to_text(position, EpPolicy::Standard);
                push_json(fen.as_str(), out);
                if position.variant() != Variant::Standard {
                    push_key("variant", out);
                    push_json(position.variant().name(), out);
                }
            }
            None => {
                out.extend_from_slice(b",\"start_fen\":null");
                if let Some(name) = game.tag("Variant").filter(|name| !name.trim().is_empty()) {
                    push_key("variant", out);
                    push_json(name, out);
                }
            }
        }
        push_key("outcome", out);
        push_json(game.outcome().name(), out);
        self.open_line(game, NodeId::ROOT, start.position, 0, out);
        while !self.frames.is_empty() {
            self.step(game, out);
        }
        out.push(b'\n');
    }

    /// Writes the annotations of a line's head and begins its moves; the brace is open already.
    fn open_line(
        &mut self,
        game: &Game,
        head: NodeId,
        start: Option<Position>,
        ply: u32,
        out: &mut Vec<u8>,
    ) {
        // The brace is followed by a comma unless it is empty so far.
        write_annotations(game, head, out);
        push_key("moves", out);
        out.push(b'[');
        self.position = start;
        let variations = Vec::new();
        self.frames.push(JsonFrame {
            node: head,
            variations,
            written_count: 0,
            before: start,
            ply,
        });
    }

    /// Writes the next variation of the move written last, or ends that move and writes the next.
    fn step(&mut self, game: &Game, out: &mut Vec<u8>) {
        let Some(frame) = self.frames.last_mut() else { return };
        if let Some(&head) = frame.variations.get(frame.written_count) {
            if frame.written_count == 0 {
                push_key("variations", out);
                out.push(b'[');
            } else {
                out.push(b',');
            }
            frame.written_count += 1;
            let (before, ply) = (frame.before, frame.ply - 1);
            out.push(b'{');
            self.open_line(game, head, before, ply, out);
            return;
        }
        if !frame.variations.is_empty() {
            out.push(b']');
        }
        let tree = game.tree();
        let is_head = tree.is_head(frame.node);
        if !is_head {
            out.push(b'}');
        }
        let Some(next) = tree.next(frame.node) else {
            out.extend_from_slice(b"]}");
            self.frames.pop();
            self.position = self.frames.last().and_then(|around| around.after(game));
            return;
        };
        if !is_head {
            out.push(b',');
        }
        frame.node = next;
        frame.written_count = 0;
        frame.variations.clear();
        frame.variations.extend(tree.variations(next));
        frame.before = self.position;
        write_move(game, frame, &mut self.position, out);
        frame.ply += 1;
        write_annotations(game, next, out);
    }
}

/// The opening brace, where the game is from, and its tags.
fn write_head(game: &Game, place: Place<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"file\":");
    push_json(&place.source.name, out);
    // Writing to a Vec cannot fail.
    let _ = write!(out, ",\"index\":{},\"tags\":[", place.number());
    for (n, tag) in game.tags().iter().enumerate() {
        if n > 0 {
            out.push(b',');
        }
        push_json(&[tag.name, tag.value], out);
    }
    out.push(b']');
}

/// The opening brace of a move, its place and its texts; plays it.
fn write_move(game: &Game, frame: &JsonFrame, position: &mut Option<Position>, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"ply\":");
    push_json(&frame.ply, out);
    out.extend_from_slice(b",\"san\":");
    match (game.tree().mv(frame.node), position) {
        (Some(MoveText::Move(mv)), Some(position)) => {
            // Neither text has a character that JSON escapes.
            let uci = uci::to_text(position, mv);
            out.push(b'"');
            out.extend_from_slice(san::play_to_text(position, mv).as_bytes());
            out.extend_from_slice(b"\",\"uci\":\"");
            out.extend_from_slice(uci.as_bytes());
            out.push(b'"');
        }
        (Some(MoveText::Unchecked(text)), _) => {
            push_json(text, out);
            out.extend_from_slice(b",\"uci\":null");
        }
        // A move without a position, or a head in the middle of a line: trees do not contain these.
        (Some(MoveText::Move(_)) | None, _) => out.extend_from_slice(b"\"\",\"uci\":null"),
    }
}

/// NAGs, comments, and their order if it is unusual.
fn write_annotations(game: &Game, node: NodeId, out: &mut Vec<u8>) {
    let tree = game.tree();
    let annotations = || tree.annotation_ids(node).map(|id| (id, tree.annotation(id)));
    let nags = annotations().filter_map(|(_, annotation)| match annotation {
        Annotation::Nag(nag) => Some(nag.0),
        Annotation::Comment { .. } | Annotation::Variation(_) => None,
    });
    push_list("nags", nags, |nag, out| push_json(&nag, out), out);
    let comments = annotations().filter_map(|(id, annotation)| match annotation {
        Annotation::Comment { kind, text } => Some((id, kind, text)),
        Annotation::Nag(_) | Annotation::Variation(_) => None,
    });
    let push_comment = |(id, kind, text): (_, _, &str), out: &mut Vec<u8>| {
        out.extend_from_slice(b"{\"kind\":\"");
        out.extend_from_slice(name_of(kind).as_bytes());
        out.extend_from_slice(b"\",\"text\":");
        push_json(text, out);
        if let Some(tag_count) = tree.n_tags_before(id) {
            push_key("tags_before", out);
            push_json(&tag_count, out);
        }
        out.push(b'}');
    };
    push_list("comments", comments, push_comment, out);
    let kinds = || annotations().map(|(_, annotation)| JsonAnnotation::of(annotation));
    if !kinds().is_sorted() {
        push_list("order", kinds(), |kind, out| push_json(&kind, out), out);
    }
}

/// The kind of an annotation, in the usual order.
#[derive(PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
enum JsonAnnotation {
    Nag,
    Comment,
    Variation,
}

impl JsonAnnotation {
    fn of(annotation: Annotation<'_>) -> JsonAnnotation {
        match annotation {
            Annotation::Nag(_) => JsonAnnotation::Nag,
            Annotation::Comment { .. } => JsonAnnotation::Comment,
            Annotation::Variation(_) => JsonAnnotation::Variation,
        }
    }
}

fn name_of(kind: CommentKind) -> &'static str {
    match kind {
        CommentKind::Brace => "brace",
        CommentKind::Line => "line",
        CommentKind::Escape => "escape",
    }
}

/// A comma unless the object has just begun, the name, a colon.
fn push_key(name: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(if out.last() == Some(&b'{') { b"\"" } else { b",\"" });
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":");
}

/// A list with its name, unless it is empty.
fn push_list<T>(
    name: &str,
    items: impl Iterator<Item = T>,
    push: impl Fn(T, &mut Vec<u8>),
    out: &mut Vec<u8>,
) {
    let mut items = items.peekable();
    if items.peek().is_some() {
        push_key(name, out);
        push_json_list(items, push, out);
    }
}
