//! Pieces by number: each side's king is 0, the others 1 to 15.

use pgnkit::chess::{Board, Color, File, Move, MoveKind, Position, Rank, Role, Side, Square};

/// The maximum number of pieces of a side.
pub(super) const PIECES_MAX: usize = 16;

/// The pieces of both sides by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    squares: [[Square; PIECES_MAX]; 2],
    roles: [[Role; PIECES_MAX]; 2],
    n: [u8; 2],
}

/// The piece that a move captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CapturedPiece {
    pub(super) role: Role,
    pub(super) square: Square,
}

impl Numbers {
    /// The pieces of a board; `None` if a side has more than sixteen, or not one king.
    pub(super) fn new(board: &Board) -> Option<Numbers> {
        let mut numbers = Numbers {
            squares: [[Square::A1; PIECES_MAX]; 2],
            roles: [[Role::Pawn; PIECES_MAX]; 2],
            n: [0; 2],
        };
        for rank in Rank::all().collect::<Vec<_>>().into_iter().rev() {
            for file in File::all() {
                let square = Square::from_coords(file, rank);
                if let Some(piece) = board.piece_at(square) {
                    numbers.add(piece.color, piece.role, square)?;
                }
            }
        }
        let has_king = |color| numbers.roles[Color::index(color)][0] == Role::King;
        (has_king(Color::White) && has_king(Color::Black)).then_some(numbers)
    }

    /// The pieces of the usual start, which are not counted in the order of FEN.
    pub(super) fn usual() -> Numbers {
        use Role::{Bishop, King, Knight, Pawn, Queen, Rook};
        let roles = [
            King, Rook, Knight, Bishop, Queen, Bishop, Knight, Rook, Pawn, Pawn, Pawn, Pawn, Pawn,
            Pawn, Pawn, Pawn,
        ];
        let files = [4, 0, 1, 2, 3, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7];
        let squares = [[0, 8], [56, 48]].map(|ranks: [u8; 2]| {
            std::array::from_fn(|n| {
                Square::new(ranks[usize::from(n > 7)] + files[n]).unwrap_or(Square::A1)
            })
        });
        Numbers { squares, roles: [roles; 2], n: [PIECES_MAX as u8; 2] }
    }

    fn add(&mut self, color: Color, role: Role, square: Square) -> Option<()> {
        let side = color.index();
        let n = usize::from(self.n[side]);
        if n == PIECES_MAX || (role == Role::King && n > 0 && self.roles[side][0] == Role::King) {
            return None;
        }
        self.n[side] += 1;
        (self.squares[side][n], self.roles[side][n]) = (square, role);
        if role == Role::King {
            self.squares[side].swap(0, n);
            self.roles[side].swap(0, n);
        }
        Some(())
    }

    #[inline]
    pub(super) fn piece(&self, color: Color, number: u8) -> Option<(Role, Square)> {
        let side = color.index();
        let n = usize::from(number & 15);
        (number < self.n[side]).then_some((self.roles[side][n], self.squares[side][n]))
    }

    #[inline]
    pub(super) fn number(&self, color: Color, square: Square) -> Option<u8> {
        let side = color.index();
        // All sixteen at once: a loop that ends early costs a branch misprediction.
        let squares = self.squares[side].iter().enumerate();
        let found = squares.fold(0_u32, |bits, (n, &held)| bits | u32::from(held == square) << n);
        let number = found.trailing_zeros();
        (number < u32::from(self.n[side])).then_some(number as u8)
    }

    #[inline]
    pub(super) fn play(&mut self, color: Color, mv: Move) -> Option<CapturedPiece> {
        let number = self.number(color, mv.from())?;
        self.play_where(color, number, mv, |_| true)
    }

    /// Plays a move of the piece with a number, in a position with these pieces; moves without a
    /// capture need no search.
    #[inline]
    pub(super) fn play_numbered(&mut self, position: &Position, number: u8, mv: Move) {
        let stands = |square| position.piece_at(square).is_some();
        self.play_where(position.turn(), number, mv, stands);
    }

    /// Plays a move of the piece with a number; returns the captured piece, if there is one on the
    /// target.
    #[inline]
    fn play_where(
        &mut self,
        color: Color,
        number: u8,
        mv: Move,
        stands: impl Fn(Square) -> bool,
    ) -> Option<CapturedPiece> {
        let (from, to) = (mv.from(), mv.to());
        let (side, number) = (color.index(), usize::from(number & 15));
        match mv.kind() {
            MoveKind::Null | MoveKind::Drop(_) => None,
            MoveKind::Castle => {
                let rook = usize::from(self.number(color, to)?);
                let castles = Side::of(from, to);
                self.squares[side][number] = castles.king_target(color);
                self.squares[side][rook] = castles.rook_target(color);
                None
            }
            MoveKind::EnPassant => {
                self.squares[side][number] = to;
                self.take(!color, Square::from_coords(to.file(), from.rank()))
            }
            MoveKind::Normal => {
                self.squares[side][number] = to;
                if stands(to) { self.take(!color, to) } else { None }
            }
            MoveKind::DoublePush => {
                self.squares[side][number] = to;
                None
            }
            MoveKind::Promotion(role) => {
                self.squares[side][number] = to;
                self.roles[side][number] = role;
                if stands(to) { self.take(!color, to) } else { None }
            }
        }
    }

    #[inline]
    fn take(&mut self, color: Color, square: Square) -> Option<CapturedPiece> {
        let number = usize::from(self.number(color, square)?);
        let side = color.index();
        let last = usize::from(self.n[side]) - 1;
        let role = self.roles[side][number];
        self.n[side] -= 1;
        self.squares[side][number] = self.squares[side][last];
        self.roles[side][number] = self.roles[side][last];
        Some(CapturedPiece { role, square })
    }

    pub(super) fn roles(&self, color: Color) -> &[Role] {
        let side = color.index();
        &self.roles[side][..usize::from(self.n[side])]
    }
}
