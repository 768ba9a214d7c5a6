//! A position as text: eight ranks, the files, who is to move.
//!
//! Owns: this small drawing. Knows nothing of: why it is shown.
//! Standard: §16.1.3. Decisions: none.
//! Start at [`text`].

use pgnkit::chess::{Color, File, Position, Rank, Square};

/// The board from White's side, ten lines without a line end behind the last.
pub(crate) fn text(position: &Position) -> String {
    let mut text = String::with_capacity(200);
    let mut ranks: Vec<Rank> = Rank::all().collect();
    ranks.reverse();
    for rank in ranks {
        text.push(char::from(rank.digit()));
        for file in File::all() {
            let piece = position.piece_at(Square::from_coords(file, rank));
            text.push(' ');
            text.push(piece.map_or('.', |piece| piece.to_char()));
        }
        text.push('\n');
    }
    text.push_str("  a b c d e f g h\n");
    text.push_str(match position.turn() {
        Color::White => "White to move",
        Color::Black => "Black to move",
    });
    text
}
