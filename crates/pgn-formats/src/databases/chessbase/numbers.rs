//! Pieces by number: the first rook, the third knight.

use pgnkit::chess::{Board, Color, File, Move, MoveKind, Position, Rank, Role, Side, Square};

/// The square of a number that counts the board file by file: a1, a2 … h8.
#[inline]
pub(crate) fn square(number: u8) -> Option<Square> {
    let file = File::new(number / 8)?;
    Some(Square::from_coords(file, Rank::new(number % 8)?))
}

/// The number of a square, which counts the board file by file.
pub(super) fn number_of(square: Square) -> u8 {
    square.file().index() * 8 + square.rank().index()
}

/// A piece of the side to move: its role, and its number from 0.
pub(super) type Mover = (Role, u8);

/// Where the counting of pieces begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    A1,
    H8,
}

/// More pieces of a role than this are not numbered; no encoding names more than eight.
const LIST_MAX: usize = 16;

/// No square: a pawn that is gone.
const GONE: u8 = 64;

/// The squares of the pieces of a role, in the order of their numbers.
#[derive(Clone, Copy, Debug)]
struct List {
    squares: [u8; LIST_MAX],
    len: u8,
}

impl List {
    const EMPTY: List = List { squares: [GONE; LIST_MAX], len: 0 };

    #[inline]
    fn push(&mut self, square: Square) {
        if let Some(free) = self.squares.get_mut(usize::from(self.len)) {
            *free = square.index();
            self.len += 1;
        }
    }

    #[inline]
    fn place(&self, square: Square) -> Option<usize> {
        // All at once: a loop that ends early costs a branch misprediction.
        let squares = self.squares.iter().enumerate();
        let bits =
            squares.fold(0_u32, |bits, (n, &held)| bits | u32::from(held == square.index()) << n);
        let place = bits.trailing_zeros() as usize;
        (place < usize::from(self.len)).then_some(place)
    }

    #[inline]
    fn remove(&mut self, square: Square, role: Role) {
        let Some(place) = self.place(square) else { return };
        if role == Role::Pawn {
            self.squares[place] = GONE;
        } else {
            self.squares.copy_within(place + 1..usize::from(self.len), place);
            self.len -= 1;
        }
    }
}

/// The numbered pieces of both colors.
#[derive(Clone, Copy, Debug)]
pub(super) struct NumberedPieces {
    lists: [[List; 6]; 2],
}

impl NumberedPieces {
    pub(super) fn new(board: &Board, from: From) -> NumberedPieces {
        let mut numbers = NumberedPieces { lists: [[List::EMPTY; 6]; 2] };
        for n in 0..64 {
            let n = if from == From::A1 { n } else { 63 - n };
            let Some(square) = square(n) else { continue };
            if let Some(piece) = board.piece_at(square) {
                numbers.list(piece.color, piece.role).push(square);
            }
        }
        numbers
    }

    fn list(&mut self, color: Color, role: Role) -> &mut List {
        &mut self.lists[color.index()][role.index()]
    }

    /// Where a piece is; its number counts from 0.
    #[inline]
    pub(super) fn square(&self, color: Color, role: Role, number: u8) -> Option<Square> {
        let list = &self.lists[color.index()][role.index()];
        let held = list.squares[..usize::from(list.len)].get(usize::from(number))?;
        Square::new(*held)
    }

    /// The number of the piece on a square, from 0.
    pub(super) fn number(&self, color: Color, role: Role, square: Square) -> Option<u8> {
        self.lists[color.index()][role.index()].place(square).map(|place| place as u8)
    }

    /// Follows a legal move, or the null move, of `position`; searches for the moving piece if it
    /// is not given.
    #[inline]
    pub(super) fn play(&mut self, position: &Position, mv: Move, mover: Option<Mover>) {
        let color = position.turn();
        let (from, to) = (mv.from(), mv.to());
        if mv.is_null() {
            return;
        }
        if mv.is_castle() {
            let side = Side::of(from, to);
            self.carry(color, Role::King, from, side.king_target(color));
            return self.carry(color, Role::Rook, to, side.rook_target(color));
        }
        let captured =
            if mv.is_en_passant() { Square::from_coords(to.file(), from.rank()) } else { to };
        if let Some(piece) = position.piece_at(captured) {
            self.list(piece.color, piece.role).remove(captured, piece.role);
        }
        if let (Some((role, number)), MoveKind::Normal | MoveKind::DoublePush) = (mover, mv.kind())
        {
            let list = self.list(color, role);
            list.squares[usize::from(number) % LIST_MAX] = to.index();
            return;
        }
        let Some(piece) = position.piece_at(from) else { return };
        if let MoveKind::Promotion(role) = mv.kind() {
            self.list(color, Role::Pawn).remove(from, Role::Pawn);
            self.list(color, role).push(to);
        } else {
            self.carry(color, piece.role, from, to);
        }
    }

    #[inline]
    fn carry(&mut self, color: Color, role: Role, from: Square, to: Square) {
        let list = self.list(color, role);
        if let Some(place) = list.place(from) {
            list.squares[place] = to.index();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgnkit::chess::notation::uci;

    #[test]
    fn numbers_follow_the_pieces() {
        let mut position = Position::start();
        let mut numbers = NumberedPieces::new(position.board(), From::A1);
        let rook = |numbers: &NumberedPieces, n| {
            numbers.square(Color::White, Role::Rook, n).map(|square| square.index())
        };
        for text in ["g1f3", "g7g5", "g2g3", "g5g4", "f1g2", "g4f3", "e1g1", "f3g2"] {
            let mv = uci::parse(&position, text.as_bytes()).unwrap();
            numbers.play(&position, mv, None);
            position.play_unchecked(mv);
        }
        assert_eq!((rook(&numbers, 0), rook(&numbers, 1)), (Some(0), Some(5)));
        assert_eq!(numbers.square(Color::White, Role::Knight, 1), None, "one was captured");
        assert_eq!(numbers.square(Color::White, Role::Bishop, 1), None);
        let pawn = numbers.square(Color::Black, Role::Pawn, 6);
        assert_eq!(pawn, Square::from_ascii(b"g2"), "a pawn keeps its number on other files");
        let mv = uci::parse(&position, b"g1g2").unwrap();
        numbers.play(&position, mv, None);
        assert_eq!(numbers.square(Color::Black, Role::Pawn, 6), None);
        assert!(numbers.square(Color::Black, Role::Pawn, 7).is_some());
    }

    #[test]
    fn squares_count_by_file() {
        let name = |n| square(n).map(|square| square.name());
        assert_eq!(
            (name(1), name(8), name(63), name(64)),
            (Some(*b"a2"), Some(*b"b1"), Some(*b"h8"), None)
        );
    }
}
