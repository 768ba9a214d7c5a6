//! A tree as CSV: a row for each move, positions in the order of the walk.
//!
//! Owns: this form. Knows nothing of: how moves are counted.
//! Standard: none (RFC 4180).
//! Start at [`write`].

use std::io;

use super::figures::{Figures, Scene, Share, fen_text, line_text};

const HEAD: &str = "ply,line,fen,move,uci,games,share,white,draws,black,open,score,rating,\
                    performance,last_year\r\n";

/// Writes a tree. No value has a comma, a quote or a line end in it.
pub(super) fn write(
    scene: &Scene,
    out: &mut impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    out(HEAD.as_bytes())?;
    for visit in scene.tree.walk(&scene.start) {
        let moves = scene.tree.moves_at(visit.position.polyglot_key());
        let n_games = scene.tree.n_games_at(visit.position.polyglot_key());
        let (line, fen) = (line_text(&scene.start, &visit.line), fen_text(&visit.position));
        for played in moves {
            let it = Figures::of(&visit.position, played, n_games);
            let number = |n: Option<String>| n.unwrap_or_default();
            let row = format!(
                "{},{line},{fen},{},{},{},{},{},{},{},{},{},{},{},{}\r\n",
                visit.line.len(),
                it.san,
                it.uci,
                it.n_games,
                it.share.fraction(),
                it.n_white,
                it.n_draws,
                it.n_black,
                it.n_open,
                number(it.score.map(Share::fraction)),
                number(it.rating.map(|n| n.to_string())),
                number(it.performance.map(|n| n.to_string())),
                number(it.last_year.map(|n| n.to_string())),
            );
            out(row.as_bytes())?;
        }
    }
    Ok(())
}
