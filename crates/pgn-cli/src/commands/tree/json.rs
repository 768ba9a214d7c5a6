//! A tree as a JSON object; `docs/schema/tree.md` describes it.
//!
//! Owns: this form. Knows nothing of: how moves are counted.
//! Standard: none (RFC 8259).
//! Start at [`write`].

use std::io;

use super::figures::{Figures, Scene, Share, fen_text, line_text, opening};
use crate::json::push_string;
use pgn_db::tree::{Games, Visit};

/// Writes a tree, a position a line.
pub(super) fn write(
    scene: &Scene,
    out: &mut impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let Games { reached, n_elsewhere, n_unplayable, n_unwanted } = &scene.games;
    let head = format!(
        "{{\"version\":1,\"fen\":\"{}\",\"games\":{},\"white\":{},\"draws\":{},\"black\":{},\
         \"elsewhere\":{n_elsewhere},\"unplayable\":{n_unplayable},\"unwanted\":{n_unwanted},\
         \"positions\":[",
        fen_text(&scene.start),
        reached.n_games,
        reached.n_white,
        reached.n_draws,
        reached.n_black,
    );
    out(head.as_bytes())?;
    for (n, visit) in scene.tree.walk(&scene.start).enumerate() {
        out(if n > 0 { b",\n" } else { b"\n" })?;
        out(&position(scene, &visit))?;
    }
    out(b"\n]}\n")
}

fn position(scene: &Scene, visit: &Visit) -> Vec<u8> {
    let fen = fen_text(&visit.position);
    let line = line_text(&scene.start, &visit.line);
    let head = format!("{{\"ply\":{},\"line\":\"{line}\",\"fen\":\"{fen}\"", visit.line.len());
    let mut text = head.into_bytes();
    if let Some(opening) = opening(&visit.position) {
        text.extend_from_slice(format!(",\"eco\":\"{}\",\"opening\":", opening.code).as_bytes());
        push_string(opening.name.as_str(), &mut text);
    }
    text.extend_from_slice(b",\"moves\":[");
    let moves = scene.tree.moves_at(visit.position.polyglot_key());
    let n_games = scene.tree.n_games_at(visit.position.polyglot_key());
    for (n, played) in moves.iter().enumerate() {
        let it = Figures::of(&visit.position, played, n_games);
        let null = || "null".to_owned();
        let row = format!(
            "{}{{\"san\":\"{}\",\"uci\":\"{}\",\"games\":{},\"share\":{},\"white\":{},\"draws\":{},\
             \"black\":{},\"open\":{},\"score\":{},\"rating\":{},\"performance\":{},\
             \"last_year\":{}}}",
            if n > 0 { "," } else { "" },
            it.san,
            it.uci,
            it.n_games,
            it.share.fraction(),
            it.n_white,
            it.n_draws,
            it.n_black,
            it.n_open,
            it.score.map_or_else(null, Share::fraction),
            it.rating.map_or_else(null, |n| n.to_string()),
            it.performance.map_or_else(null, |n| n.to_string()),
            it.last_year.map_or_else(null, |n| n.to_string()),
        );
        text.extend_from_slice(row.as_bytes());
    }
    text.extend_from_slice(b"]}");
    text
}
