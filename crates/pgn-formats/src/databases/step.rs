//! Steps of pieces, in the order in which ChessBase numbers them.

use pgnkit::chess::{File, Rank, Square};

/// Files and ranks.
pub(super) type Step = (i8, i8);

pub(super) const KING: [Step; 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
pub(super) const KNIGHT: [Step; 8] =
    [(-2, -1), (-2, 1), (2, -1), (2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2)];
/// A bishop has the first four, a rook the others.
pub(super) const QUEEN: [Step; 8] =
    [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, 0), (0, -1), (1, 0), (0, 1)];

/// The square a step away, on the board.
pub(super) fn step(from: Square, (files, ranks): Step) -> Option<Square> {
    let file = File::new(from.file().index().checked_add_signed(files)?)?;
    Some(Square::from_coords(file, Rank::new(from.rank().index().checked_add_signed(ranks)?)?))
}
