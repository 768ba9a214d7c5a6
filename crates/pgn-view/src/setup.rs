//! The board editor: a position that is set up and need not be possible yet.

use pgnkit::chess::fen::{self, Mode};
use pgnkit::chess::{File, Piece, Position, Rank, Square, Variant};

use crate::games::SessionError;

/// A position that is set up piece by piece.
///
/// ```
/// use pgn_view::PositionSetup;
/// use pgnkit::chess::{Piece, Square};
///
/// let mut setup = PositionSetup::default();
/// setup.clear();
/// setup.put(Square::A1, Piece::from_char('K'));
/// assert!(setup.position().is_err(), "Black has no king");
/// setup.put(Square::H8, Piece::from_char('k'));
/// assert!(setup.position().is_ok());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionSetup {
    /// From a8 to h1, as a FEN lists them.
    squares: [Option<Piece>; 64],
    /// The pieces in hand, in brackets; empty for most variants.
    pockets: String,
    is_black_to_move: bool,
    /// Letters of castling rights.
    castling: String,
    /// The square behind a pawn that has just advanced.
    en_passant: Option<Square>,
    variant: Variant,
}

impl Default for PositionSetup {
    /// The start position.
    fn default() -> PositionSetup {
        PositionSetup::of_fen(Variant::Standard.start_fen(), Variant::Standard)
    }
}

fn index(square: Square) -> usize {
    let name = square.to_string();
    let bytes = name.as_bytes();
    usize::from(b'8' - bytes[1]) * 8 + usize::from(bytes[0] - b'a')
}

impl PositionSetup {
    /// A position to be changed.
    #[must_use]
    pub fn of(position: &Position) -> PositionSetup {
        PositionSetup::of_fen(position.fen().as_str(), position.variant())
    }

    fn of_fen(fen: &str, variant: Variant) -> PositionSetup {
        let mut fields = fen.split(' ');
        let (board, pockets) = match fields.next().unwrap_or_default() {
            board if board.contains('[') => board.split_at(board.find('[').unwrap_or(0)),
            board => (board, ""),
        };
        let mut squares = [None; 64];
        let mut at = 0;
        for c in board.chars() {
            match (c.to_digit(10), Piece::from_char(c)) {
                (Some(digit), _) => at += digit as usize,
                (None, Some(piece)) => {
                    if let Some(square) = squares.get_mut(at) {
                        *square = Some(piece);
                    }
                    at += 1;
                }
                (None, None) => {}
            }
        }
        let is_black_to_move = fields.next() == Some("b");
        let castling = fields.next().filter(|&rights| rights != "-").unwrap_or_default();
        let en_passant = fields.next().and_then(|name| Square::from_ascii(name.as_bytes()));
        let (pockets, castling) = (pockets.to_owned(), castling.to_owned());
        PositionSetup { squares, pockets, is_black_to_move, castling, en_passant, variant }
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[index(square)]
    }

    /// Puts a piece on a square, or takes it away.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.squares[index(square)] = piece;
    }

    /// Takes all pieces away.
    pub fn clear(&mut self) {
        (self.squares, self.en_passant) = ([None; 64], None);
        self.castling.clear();
    }

    /// Sets the start position of the variant.
    pub fn reset(&mut self) {
        *self = PositionSetup::of_fen(self.variant.start_fen(), self.variant);
    }

    /// The other side is to move.
    pub fn turn(&mut self) {
        self.is_black_to_move = !self.is_black_to_move;
    }

    /// Grants or removes a castling right: `K`, `Q`, `k`, `q`, or in Chess960 the file of a rook.
    pub fn toggle_castling(&mut self, letter: char) {
        match self.castling.find(letter) {
            Some(at) => drop(self.castling.remove(at)),
            None => {
                self.castling.push(letter);
                let mut letters: Vec<char> = self.castling.chars().collect();
                // White's first, the king's side first.
                let order = |c: &char| (c.is_lowercase(), "KQ".find(c.to_ascii_uppercase()), *c);
                letters.sort_by_key(order);
                self.castling = letters.into_iter().collect();
            }
        }
    }

    /// Sets the square behind a pawn that has just advanced; the same square again: none.
    pub fn toggle_en_passant(&mut self, square: Square) {
        self.en_passant = Some(square).filter(|_| self.en_passant != Some(square));
    }

    /// Chooses the next variant.
    pub fn next_variant(&mut self) {
        let at = Variant::ALL.iter().position(|&variant| variant == self.variant);
        let next = at.map_or(0, |at| (at + 1) % Variant::ALL.len());
        self.variant = Variant::ALL[next];
        self.pockets.clear();
    }

    /// The position as FEN, whether it is possible or not.
    #[must_use]
    pub fn fen(&self) -> String {
        let mut fen = String::new();
        for (row, rank) in Rank::all().collect::<Vec<_>>().into_iter().rev().enumerate() {
            if row > 0 {
                fen.push('/');
            }
            let mut n_empty = 0;
            for file in File::all() {
                match self.piece_at(Square::from_coords(file, rank)) {
                    None => n_empty += 1,
                    Some(piece) => {
                        if n_empty > 0 {
                            fen += &n_empty.to_string();
                        }
                        n_empty = 0;
                        fen.push(piece.to_char());
                    }
                }
            }
            if n_empty > 0 {
                fen += &n_empty.to_string();
            }
        }
        let turn = if self.is_black_to_move { "b" } else { "w" };
        let castling = if self.castling.is_empty() { "-" } else { &self.castling };
        let en_passant = self.en_passant.map_or("-".to_owned(), |square| square.to_string());
        format!("{fen}{} {turn} {castling} {en_passant} 0 1", self.pockets)
    }

    /// The variant.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The position.
    ///
    /// # Errors
    /// If it is impossible, with every reason.
    pub fn position(&self) -> Result<Position, SessionError> {
        let parsed = fen::parse_as(self.fen().as_bytes(), Mode::Lax, self.variant);
        parsed.map(|(position, _)| position).map_err(|error| SessionError::new(error.to_string()))
    }

    /// The text of the command that sets the position up.
    #[must_use]
    pub fn command_text(&self) -> String {
        format!("{} {}", self.variant.name(), self.fen())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_comes_back_from_the_editor() {
        for variant in Variant::ALL {
            let start = variant.start_fen();
            let (position, _) = fen::parse_as(start.as_bytes(), Mode::Lax, variant).unwrap();
            let setup = PositionSetup::of(&position);
            let again = setup.position().unwrap();
            assert_eq!(again.board(), position.board(), "{variant:?}");
            assert_eq!(again.variant(), variant);
            let read = crate::pasted::start(&setup.command_text()).unwrap();
            assert_eq!(read, again, "{variant:?}");
        }
    }

    #[test]
    fn rights_are_in_the_order_of_a_fen() {
        let mut setup = PositionSetup::default();
        for letter in "KkQq".chars() {
            setup.toggle_castling(letter);
        }
        assert!(setup.fen().ends_with(" w - - 0 1"));
        for letter in "qKkQ".chars() {
            setup.toggle_castling(letter);
        }
        assert!(setup.fen().ends_with(" w KQkq - 0 1"), "{}", setup.fen());
        setup.turn();
        setup.toggle_en_passant(Square::from_ascii(b"e3").unwrap());
        assert!(setup.fen().ends_with(" b KQkq e3 0 1"));
    }
}
