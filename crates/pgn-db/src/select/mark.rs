//! A comment at the place where a game matched (§5).

use pgnkit::charset::Choice;
use pgnkit::chess::fen::{self, EpPolicy};
use pgnkit::read::{ReadOptions, read_region_with_layout};
use pgnkit::syntax::{CommentKind, Region};
use pgnkit::write::write_verbatim;
use pgnkit::{Game, NodeId};

/// The words for the position, and for its key.
const POSITION: &str = "{fen}";
const KEY: &str = "{key}";

/// The text of a game with a comment after the move of a ply, everything else unchanged; `None` if
/// there is no game.
pub(super) fn mark(
    region: &Region<'_>,
    encoding: Choice,
    ply: u32,
    comment: &str,
) -> Option<Vec<u8>> {
    let options = ReadOptions::default().with_encoding(encoding);
    let (mut game, layout) = read_region_with_layout(region, options, ())?;
    let node = node_at(&game, ply);
    let mut text = comment.to_owned();
    if text.contains(POSITION) || text.contains(KEY) {
        let mut cursor = game.cursor();
        cursor.go_to(node);
        let written = cursor.position().map(|position| {
            let fen = fen::to_text(position, EpPolicy::Standard).to_string();
            (fen, format!("{:016x}", position.polyglot_key()))
        });
        let (fen, key) = written.unwrap_or_else(|| ("?".to_owned(), "?".to_owned()));
        text = text.replace(POSITION, &fen).replace(KEY, &key);
    }
    // No brace may end the comment before its end.
    let text = text.replace('}', ")");
    game.tree_mut().add_comment(node, CommentKind::Brace, &text);
    let mut marked = Vec::with_capacity(region.text.len() + text.len() + 4);
    write_verbatim(&game, &layout, &mut marked);
    Some(marked)
}

/// The node of a ply of the main line; the last one of a shorter line.
fn node_at(game: &Game, ply: u32) -> NodeId {
    let n = ply as usize;
    match n {
        0 => NodeId::ROOT,
        _ => game.main_line().take(n).last().unwrap_or(NodeId::ROOT),
    }
}
