//! Moves and pieces for Python: small values without a board.

use crate::errors::ErrorClass;
use pgnkit::chess::notation::uci;
use pgnkit::chess::{Color, Move, MoveKind, Piece, Position, Role, Square, Variant};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The number of a role, 1 (pawn) to 6 (king).
pub(crate) fn role_number(role: Role) -> u8 {
    role.index() as u8 + 1
}

/// The role of a number, if it has one.
pub(crate) fn role_of(number: u8) -> Option<Role> {
    Role::ALL.into_iter().find(|role| role_number(*role) == number)
}

/// White is `True`.
pub(crate) fn color_of(is_white: bool) -> Color {
    if is_white { Color::White } else { Color::Black }
}

/// The square of a number, or a `ValueError`.
pub(crate) fn square_of(number: u8) -> PyResult<Square> {
    Square::new(number)
        .ok_or_else(|| PyValueError::new_err(format!("expected a square 0 to 63, found {number}")))
}

/// A move from a square to a square, with the piece that a pawn becomes or that is dropped.
///
/// Castling is the king's move, `e1g1`; in Chess960 the king takes its own rook, `e1h1`.
///
/// >>> import pgnkit
/// >>> move = pgnkit.Move.from_uci("e7e8q")
/// >>> move.from_square == pgnkit.E7, move.promotion == pgnkit.QUEEN
/// (True, True)
/// >>> move
/// Move.from_uci('e7e8q')
#[pyclass(name = "Move", module = "pgnkit", frozen, from_py_object)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct PyMove {
    from: u8,
    to: u8,
    /// 0 if there is none.
    promotion: u8,
    drop: u8,
    /// The move as the board that made it has it; not a part of the value.
    hint: Move,
}

impl PyMove {
    /// The move of a position.
    pub(crate) fn of(mv: Move, position: &Position) -> PyMove {
        PyMove::in_variant(mv, position.variant())
    }

    /// The move of a position of a variant.
    pub(crate) fn in_variant(mv: Move, variant: Variant) -> PyMove {
        if mv.is_null() {
            return PyMove { from: 0, to: 0, promotion: 0, drop: 0, hint: Move::NULL };
        }
        PyMove {
            from: mv.from().index(),
            to: uci::target(variant, mv).index(),
            promotion: mv.promotion().map_or(0, role_number),
            drop: mv.dropped().map_or(0, role_number),
            hint: mv,
        }
    }

    /// The squares of the move, without its board, for pictures; `None` for the null move.
    pub(crate) fn squares_as_move(&self) -> Option<Move> {
        let (from, to) = (Square::new(self.from)?, Square::new(self.to)?);
        let is_null = self.key() == (0, 0, 0, 0);
        (!is_null).then(|| Move::new(from, to, MoveKind::Normal))
    }

    /// Whether it is the same move in its written form.
    pub(crate) fn same(&self, other: &PyMove) -> bool {
        self.key() == other.key()
    }

    fn key(&self) -> (u8, u8, u8, u8) {
        (self.from, self.to, self.promotion, self.drop)
    }

    /// The corresponding legal move of a position, or the null move if it is allowed.
    pub(crate) fn resolve(&self, position: &Position) -> Option<Move> {
        if self.key() == (0, 0, 0, 0) {
            return (!position.is_check()).then_some(Move::NULL);
        }
        if !self.hint.is_null()
            && PyMove::of(self.hint, position).key() == self.key()
            && position.is_legal(self.hint)
        {
            return Some(self.hint);
        }
        let (from, to) = (Square::new(self.from)?, Square::new(self.to)?);
        if let Some(role) = role_of(self.drop) {
            let mv = Move::new(to, to, MoveKind::Drop(role));
            return position.is_legal(mv).then_some(mv);
        }
        uci::resolve(position, from, to, role_of(self.promotion))
    }

    /// The coordinates as UCI writes them.
    pub(crate) fn text(&self) -> String {
        if self.key() == (0, 0, 0, 0) {
            return "0000".to_owned();
        }
        let name = |number| Square::new(number).map_or_else(String::new, |s| s.to_string());
        let letter = |number| role_of(number).map_or(' ', Role::to_char);
        if self.drop != 0 {
            return format!("{}@{}", letter(self.drop), name(self.to));
        }
        let mut text = name(self.from) + &name(self.to);
        if self.promotion != 0 {
            text.push(letter(self.promotion).to_ascii_lowercase());
        }
        text
    }
}

#[pymethods]
impl PyMove {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion=None, drop=None))]
    pub(crate) fn new(
        from_square: u8,
        to_square: u8,
        promotion: Option<u8>,
        drop: Option<u8>,
    ) -> PyResult<PyMove> {
        let role = |number: Option<u8>| match number {
            None => Ok(0),
            Some(number) if role_of(number).is_some() => Ok(number),
            Some(number) => {
                Err(PyValueError::new_err(format!("expected a piece type 1 to 6, found {number}")))
            }
        };
        let (from, to) = (square_of(from_square)?.index(), square_of(to_square)?.index());
        let (promotion, drop) = (role(promotion)?, role(drop)?);
        Ok(PyMove { from, to, promotion, drop, hint: Move::NULL })
    }

    /// The move of a UCI text, such as `e2e4`, `e7e8q`, `N@f3`, or `0000` for the null move.
    #[staticmethod]
    pub(crate) fn from_uci(py: Python<'_>, uci: &str) -> PyResult<PyMove> {
        let wrong = || {
            let message = format!("expected a move such as e2e4 or e7e8q, found {uci:?}");
            ErrorClass::InvalidMove.raise(py, message)
        };
        let bytes = uci.as_bytes();
        let square = |at: usize| {
            bytes.get(at..at + 2).and_then(Square::from_ascii).map(Square::index).ok_or_else(wrong)
        };
        let role = |byte: u8| {
            Role::from_letter(byte.to_ascii_uppercase()).map(role_number).ok_or_else(wrong)
        };
        let (mut from, mut to, mut promotion, mut drop) = (0, 0, 0, 0);
        match bytes {
            b"0000" => {}
            [letter, b'@', _, _] => {
                (drop, to) = (role(*letter)?, square(2)?);
                from = to;
            }
            [_, _, _, _] | [_, _, _, _, _] => {
                (from, to) = (square(0)?, square(2)?);
                if let Some(letter) = bytes.get(4) {
                    promotion = role(*letter)?;
                }
                if from == to {
                    return Err(wrong());
                }
            }
            _ => return Err(wrong()),
        }
        Ok(PyMove { from, to, promotion, drop, hint: Move::NULL })
    }

    /// The null move: the turn passes.
    #[staticmethod]
    pub(crate) fn null() -> PyMove {
        PyMove { from: 0, to: 0, promotion: 0, drop: 0, hint: Move::NULL }
    }

    /// The square that the piece leaves; of a drop, the square of the drop.
    #[getter(from_square)]
    pub(crate) fn source(&self) -> u8 {
        self.from
    }

    /// The square that the piece goes to.
    #[getter(to_square)]
    pub(crate) fn target(&self) -> u8 {
        self.to
    }

    /// The promotion piece, or `None`.
    #[getter]
    fn promotion(&self) -> Option<u8> {
        (self.promotion != 0).then_some(self.promotion)
    }

    /// The dropped piece, or `None`.
    #[getter]
    fn drop(&self) -> Option<u8> {
        (self.drop != 0).then_some(self.drop)
    }

    /// The coordinates as UCI writes them.
    fn uci(&self) -> String {
        self.text()
    }

    /// The move as the protocol of XBoard writes it: as UCI, and `@@@@` for the null move.
    pub(crate) fn xboard(&self) -> String {
        if self.key() == (0, 0, 0, 0) { "@@@@".to_owned() } else { self.text() }
    }

    fn __bool__(&self) -> bool {
        self.key() != (0, 0, 0, 0)
    }

    pub(crate) fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyMove>().is_ok_and(|other| other.get().key() == self.key())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.key().hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.text())
    }

    fn __getnewargs__(&self) -> (u8, u8, Option<u8>, Option<u8>) {
        (self.from, self.to, self.promotion(), self.drop())
    }
}

/// A piece: a type from 1 (pawn) to 6 (king), and a color, `True` for White.
///
/// >>> import pgnkit
/// >>> pgnkit.Piece.from_symbol("n") == pgnkit.Piece(pgnkit.KNIGHT, pgnkit.BLACK)
/// True
#[pyclass(name = "Piece", module = "pgnkit", frozen, eq, hash)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyPiece(pub(crate) Piece);

#[pymethods]
impl PyPiece {
    #[new]
    fn new(piece_type: u8, color: bool) -> PyResult<PyPiece> {
        let role = role_of(piece_type).ok_or_else(|| {
            PyValueError::new_err(format!("expected a piece type 1 to 6, found {piece_type}"))
        })?;
        Ok(PyPiece(Piece { color: color_of(color), role }))
    }

    /// The piece of a letter, upper case for White.
    #[staticmethod]
    fn from_symbol(symbol: &str) -> PyResult<PyPiece> {
        let mut letters = symbol.chars();
        let piece = letters.next().and_then(Piece::from_char).filter(|_| letters.next().is_none());
        piece.map(PyPiece).ok_or_else(|| {
            PyValueError::new_err(format!("expected one of PNBRQKpnbrqk, found {symbol:?}"))
        })
    }

    /// The type, from 1 (pawn) to 6 (king).
    #[getter]
    fn piece_type(&self) -> u8 {
        role_number(self.0.role)
    }

    /// The color, `True` for White.
    #[getter]
    fn color(&self) -> bool {
        self.0.color == Color::White
    }

    /// The letter of the piece, upper case for White.
    fn symbol(&self) -> char {
        self.0.to_char()
    }

    /// The piece as a chess figure.
    #[pyo3(signature = (*, invert_color=false))]
    fn unicode_symbol(&self, invert_color: bool) -> String {
        let is_white = self.color() != invert_color;
        // A pawn has no letter in SAN, so the symbol of each is looked up by its number.
        let white = ['♙', '♘', '♗', '♖', '♕', '♔'];
        let black = ['♟', '♞', '♝', '♜', '♛', '♚'];
        let table = if is_white { white } else { black };
        table[self.0.role.index()].to_string()
    }

    fn __str__(&self) -> char {
        self.0.to_char()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.0.to_char())
    }

    fn __getnewargs__(&self) -> (u8, bool) {
        (self.piece_type(), self.color())
    }
}
