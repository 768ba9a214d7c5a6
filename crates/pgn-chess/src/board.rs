//! The pieces on their squares, in three representations that always agree.
//!
//! Standard: §16.1.3.1.

use core::fmt;

use crate::attacks::{self, AttackPattern};
use crate::bitboard::Bitboard;
use crate::piece::{Color, Piece, Role};
use crate::square::{File, Rank, Square};

/// Code of an empty square. Its low three bits name the pawns, so that clearing "the captured
/// piece" on an empty square clears a bit that is not set: no branch is needed.
pub(crate) const EMPTY: u8 = 16;

/// The index of the colors in [`Board::sets`], after the six roles.
const COLORS: usize = 6;

/// Piece placement only; 128 bytes.
///
/// ```
/// use pgn_chess::{Board, Color, Piece, Role, Square};
/// let mut board = Board::EMPTY;
/// let queen = Piece { color: Color::White, role: Role::Queen };
/// board.put(Square::D1, queen);
/// assert_eq!(board.piece_at(Square::D1), Some(queen));
/// assert_eq!(board.by_piece(Color::White, Role::Queen).single(), Some(Square::D1));
/// assert_eq!(board.by_role(Role::Queen), board.occupied());
/// assert!(board.by_color(Color::Black).is_empty());
/// assert_eq!(board.attackers(Color::White, Square::D8, board.occupied()).len(), 1);
/// assert_eq!((board.king(Color::White), board.pieces().count()), (None, 1));
/// assert_eq!(board.remove(Square::D1), Some(queen));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// By role, then by color: the low three bits of any code are an index.
    sets: [Bitboard; 8],
    pub(crate) codes: [u8; 64],
}

impl Board {
    /// A board without pieces.
    ///
    /// ```
    /// use pgn_chess::Board;
    /// assert!(Board::EMPTY.occupied().is_empty());
    /// ```
    pub const EMPTY: Board = Board { sets: [Bitboard::EMPTY; 8], codes: [EMPTY; 64] };

    /// The usual array.
    pub(crate) const USUAL: Board = {
        let back_rank = [3, 1, 2, 4, 5, 2, 1, 3];
        let mut board = Board::EMPTY;
        let mut file = 0;
        while file < 8 {
            board.codes[file] = back_rank[file];
            board.codes[8 + file] = Role::Pawn as u8;
            board.codes[48 + file] = Role::Pawn as u8 | 8;
            board.codes[56 + file] = back_rank[file] | 8;
            let on_file = 1 << file;
            board.sets[back_rank[file] as usize].0 |= on_file | on_file << 56;
            file += 1;
        }
        board.sets[Role::Pawn as usize] = Bitboard(0x00ff_0000_0000_ff00);
        board.sets[COLORS] = Bitboard(0xffff);
        board.sets[COLORS | 1] = Bitboard(0xffff << 48);
        board
    };

    /// Makes the sets agree with the codes, which must be those of pieces or `EMPTY`.
    #[inline]
    pub(crate) fn sets_of_codes(&mut self) {
        let mut ranks = [0; 8];
        for (rank, codes) in ranks.iter_mut().zip(self.codes.as_chunks::<8>().0) {
            *rank = u64::from_le_bytes(*codes);
        }
        let [one, two, four, black, empty] = planes(ranks);
        self.sets = [
            !(one | two | four | empty),
            one & !two & !four,
            two & !one,
            two & one,
            four & !one,
            four & one,
            !(black | empty),
            black,
        ]
        .map(Bitboard);
    }

    /// The piece on a square.
    ///
    /// ```
    /// use pgn_chess::{Board, Position, Square};
    /// assert_eq!(Position::start().board().piece_at(Square::E1).unwrap().to_char(), 'K');
    /// assert_eq!(Board::EMPTY.piece_at(Square::E1), None);
    /// ```
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::from_code(self.codes[square.usize()])
    }

    /// Puts a piece on a square, and replaces the piece there.
    ///
    /// ```
    /// use pgn_chess::{Board, Piece, Square};
    /// let mut board = Board::EMPTY;
    /// board.put(Square::E4, Piece::from_char('n').unwrap());
    /// assert_eq!(board.occupied().single(), Some(Square::E4));
    /// ```
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.remove(square);
        self.place(square, piece.code());
    }

    /// Puts a piece of this code on a square that is known to be empty.
    #[inline]
    pub(crate) fn place(&mut self, square: Square, code: u8) {
        let bit = Bitboard::from_square(square);
        *self.role_set(code) |= bit;
        *self.color_set((code >> 3) as usize) |= bit;
        self.codes[square.usize()] = code;
    }

    /// Removes the piece on a square.
    ///
    /// ```
    /// use pgn_chess::{Position, Square};
    /// let mut board = *Position::start().board();
    /// assert_eq!(board.remove(Square::E1).unwrap().to_char(), 'K');
    /// assert_eq!(board.remove(Square::E1), None);
    /// ```
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        let rest = !Bitboard::from_square(square);
        *self.role_set(piece.code()) &= rest;
        *self.color_set(piece.color.index()) &= rest;
        self.codes[square.usize()] = EMPTY;
        Some(piece)
    }

    /// The squares of the role in a board code, to be changed.
    #[inline]
    pub(crate) fn role_set(&mut self, code: u8) -> &mut Bitboard {
        &mut self.sets[(code & 7) as usize]
    }

    /// The squares of a color, to be changed.
    #[inline]
    pub(crate) fn color_set(&mut self, color: usize) -> &mut Bitboard {
        &mut self.sets[COLORS | (color & 1)]
    }

    /// All occupied squares.
    ///
    /// ```
    /// use pgn_chess::Position;
    /// assert_eq!(Position::start().board().occupied().len(), 32);
    /// ```
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.sets[COLORS].0 | self.sets[COLORS | 1].0)
    }

    /// The squares of one role, both colors.
    ///
    /// ```
    /// use pgn_chess::{Position, Role};
    /// assert_eq!(Position::start().board().by_role(Role::Rook).len(), 4);
    /// ```
    #[inline]
    pub fn by_role(&self, role: Role) -> Bitboard {
        self.sets[role.index()]
    }

    /// The squares of one color.
    ///
    /// ```
    /// use pgn_chess::{Color, Position};
    /// assert_eq!(Position::start().board().by_color(Color::Black).len(), 16);
    /// ```
    #[inline]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.sets[COLORS | color.index()]
    }

    /// The squares of the color with this index.
    #[inline(always)]
    pub(crate) fn of_color(&self, index: usize) -> Bitboard {
        self.sets[COLORS | (index & 1)]
    }

    /// The squares of one kind of piece.
    ///
    /// ```
    /// use pgn_chess::{Color, Position, Role};
    /// assert_eq!(Position::start().board().by_piece(Color::White, Role::Pawn).len(), 8);
    /// ```
    #[inline]
    pub fn by_piece(&self, color: Color, role: Role) -> Bitboard {
        self.by_color(color) & self.by_role(role)
    }

    /// The king's square; with several kings, the one with the lowest index.
    ///
    /// ```
    /// use pgn_chess::{Color, Position, Square};
    /// assert_eq!(Position::start().board().king(Color::White), Some(Square::E1));
    /// ```
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.by_piece(color, Role::King).first()
    }

    /// True if the kings are side by side.
    pub(crate) fn kings_touch(&self) -> bool {
        let (white, black) = (self.king(Color::White), self.king(Color::Black));
        white.zip(black).is_some_and(|(white, black)| attacks::king(white).contains(black))
    }

    /// The pieces of one color that attack a square, for the given occupied squares.
    ///
    /// ```
    /// use pgn_chess::{Color, Position, Square};
    /// let board = *Position::start().board();
    /// let attackers = board.attackers(Color::White, Square::F3, board.occupied());
    /// assert!(attackers.contains(Square::G1));
    /// ```
    #[inline]
    pub fn attackers(&self, by: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let queens = self.by_role(Role::Queen);
        self.by_color(by)
            & ((attacks::pawn(!by, square) & self.by_role(Role::Pawn))
                | (attacks::knight(square) & self.by_role(Role::Knight))
                | (attacks::king(square) & self.by_role(Role::King))
                | (attacks::bishop(square, occupied) & (self.by_role(Role::Bishop) | queens))
                | (attacks::rook(square, occupied) & (self.by_role(Role::Rook) | queens)))
    }

    /// Knights and kings of both colors, and pawns of the enemy of `US`, that attack this square.
    #[inline(always)]
    pub(crate) fn leapers_at<const US: usize>(&self, square: Square) -> Bitboard {
        let origins = |pattern| attacks::origins(pattern, square);
        (origins(AttackPattern::Knight) & self.by_role(Role::Knight))
            | (origins(AttackPattern::King) & self.by_role(Role::King))
            | (origins(AttackPattern::of_pawns(Color::ALL[(US ^ 1) & 1]))
                & self.by_role(Role::Pawn))
    }

    /// The sliders, of both colors, that would attack this square on an empty board.
    #[inline(always)]
    pub(crate) fn sliders_in_line(&self, square: Square) -> Bitboard {
        let queens = self.by_role(Role::Queen);
        let (diagonal, straight) =
            (self.by_role(Role::Bishop) | queens, self.by_role(Role::Rook) | queens);
        (attacks::origins(AttackPattern::Diagonal, square) & diagonal)
            | (attacks::origins(AttackPattern::Straight, square) & straight)
    }

    /// True if one of these enemy pieces attacks a king of this color on this square.
    ///
    /// Few sliders are in line with the king, so the squares between are computed for each.
    #[inline(always)]
    pub(crate) fn is_seen<const US: usize>(
        &self,
        king: Square,
        enemy: Bitboard,
        occupied: Bitboard,
    ) -> bool {
        if self.leapers_at::<US>(king).intersects(enemy) {
            return true;
        }
        let sliders = self.sliders_in_line(king) & enemy;
        let Some(one) = sliders.first() else { return false };
        let others = Bitboard(sliders.0 & (sliders.0 - 1));
        let two = if others.is_empty() { one } else { others.first().unwrap_or(one) };
        let is_open = |from| !attacks::between(king, from).intersects(occupied);
        if is_open(one) | is_open(two) {
            return true;
        }
        others.has_many() && others.into_iter().any(is_open)
    }

    /// All pieces with their squares, a1 first.
    ///
    /// ```
    /// use pgn_chess::Position;
    /// let start = Position::start();
    /// let pieces: String = start.board().pieces().map(|(_, it)| it.to_char()).collect();
    /// assert!(pieces.starts_with("RNBQKBNRPPPPPPPP"));
    /// ```
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().filter_map(|square| Some((square, self.piece_at(square)?)))
    }
}

/// The squares whose codes have the bit 0, 1, 2, 3 or 4.
///
/// The idea: take eight words whose bytes are codes. Exchange bits among the words until each word
/// has one bit of all codes, with files as its bytes. Each step exchanges half of the remaining
/// bits, as in the transposition of a matrix.
#[inline]
fn planes(ranks: [u64; 8]) -> [u64; 5] {
    const BYTES: u64 = 0x0101_0101_0101_0101;
    let [mut low, mut high, mut two_bits] = [[0; 4]; 3];
    for n in 0..4 {
        low[n] = ranks[n] & (0x0f * BYTES) | (ranks[n + 4] & (0x0f * BYTES)) << 4;
        high[n] = ((ranks[n] >> 4) & BYTES | ranks[n + 4] & (0x10 * BYTES)) << n;
    }
    for n in 0..2 {
        two_bits[n] = low[n] & (0x33 * BYTES) | (low[n + 2] & (0x33 * BYTES)) << 2;
        two_bits[n + 2] = (low[n] >> 2) & (0x33 * BYTES) | low[n + 2] & (0xcc * BYTES);
    }
    let mut planes = [0, 0, 0, 0, high[0] | high[1] | high[2] | high[3], 0];
    for n in 0..2 {
        let (even, odd) = (two_bits[2 * n], two_bits[2 * n + 1]);
        planes[2 * n] = even & (0x55 * BYTES) | (odd & (0x55 * BYTES)) << 1;
        planes[2 * n + 1] = (even >> 1) & (0x55 * BYTES) | odd & (0xaa * BYTES);
    }
    turn(&mut planes);
    let [one, two, four, black, empty, _] = planes;
    [one, two, four, black, empty]
}

/// Mirrors boards at the diagonal from a1 to h8.
#[inline]
fn turn(boards: &mut [u64; 6]) {
    for (distance, squares) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0xf0f0_f0f0)]
    {
        for board in boards.iter_mut() {
            let part = (*board ^ *board >> distance) & squares;
            *board ^= part ^ part << distance;
        }
    }
}

impl Default for Board {
    fn default() -> Board {
        Board::EMPTY
    }
}

impl fmt::Debug for Board {
    /// Eight lines, rank 8 first, with a period for each empty square.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev().filter_map(Rank::new) {
            writeln!(f)?;
            for file in File::all() {
                let piece = self.piece_at(Square::from_coords(file, rank));
                write!(f, "{}", piece.map_or('.', Piece::to_char))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_codes_are_those_of_men_put_one_by_one() {
        // Any piece or none on any square, in an order that ignores ranks.
        for seed in 0..500_u64 {
            let (mut plain, mut board) = (Board::EMPTY, Board::EMPTY);
            let mut state = seed;
            for square in Square::all() {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(square.index().into());
                let piece = Piece::from_code((state >> 59) as u8 & 15);
                if let Some(piece) = piece {
                    plain.put(square, piece);
                    board.codes[square.usize()] = piece.code();
                }
            }
            board.sets_of_codes();
            assert_eq!(board, plain);
        }
    }
}
