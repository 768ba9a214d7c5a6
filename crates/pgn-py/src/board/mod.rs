//! Boards: a position with the moves that led to it.
//!
//! ```text
//! root ── moves ──────────────── position
//!              └ undos: of the moves that were pushed here, so that pop costs one step
//! draft: a set-up that is being edited, and has no moves
//! ```
//!
//! Start at [`PyBoard`]; `query` has its properties, `text` reads and writes it, `draft` sets it
//! up, `copy` copies it.

mod copy;
mod draft;
mod legal_moves;
mod query;
mod text;

pub(crate) use copy::restore_board;
pub(crate) use legal_moves::{LegalMoves, PseudoLegalMoves};
pub(crate) use text::style;

use crate::errors::ErrorClass;
use crate::moves::{PyMove, PyPiece, color_of, role_number, role_of, square_of};
use crate::square_set::SquareSet;
use draft::Draft;
use pgnkit::chess::fen::{self, Mode};
use pgnkit::chess::{Board, Color, Move, Pocket, Position, Role, Setup, Square, Undo, Variant};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

/// A board: a position, and the moves that led to it; or a set-up that is being edited.
///
/// >>> import pgnkit
/// >>> board = pgnkit.Board()
/// >>> board.push_san("e4")
/// Move.from_uci('e2e4')
/// >>> board.fen()
/// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
/// >>> board.legal_moves.count()
/// 20
#[pyclass(name = "Board", module = "pgnkit", subclass)]
#[derive(Debug, Clone)]
pub(crate) struct PyBoard {
    state: BoardState,
    moves: Vec<Move>,
    /// The data for undoing the last moves; earlier ones are played again when needed.
    undos: Vec<Undo>,
}

/// The contents of a board.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "nearly every board is played on")]
enum BoardState {
    /// A position, and the one where the moves begin.
    Played { root: Position, position: Position },
    /// A set-up, which may be impossible; it has no moves.
    Draft(Box<Draft>),
}

impl PyBoard {
    /// A board without moves.
    pub(crate) fn of(position: Position) -> PyBoard {
        PyBoard::after(position, Vec::new(), position)
    }

    /// A board after these moves, which were played from `root`.
    pub(crate) fn after(root: Position, moves: Vec<Move>, position: Position) -> PyBoard {
        PyBoard { state: BoardState::Played { root, position }, moves, undos: Vec::new() }
    }

    /// The position, or the exception with the reason why it is impossible in a game.
    #[inline]
    pub(crate) fn position(&self) -> PyResult<&Position> {
        match &self.state {
            BoardState::Played { position, .. } => Ok(position),
            BoardState::Draft(draft) => draft.position.as_ref().ok_or_else(|| draft.refusal()),
        }
    }

    /// The position where the moves begin.
    fn start(&self) -> PyResult<&Position> {
        match &self.state {
            BoardState::Played { root, .. } => Ok(root),
            BoardState::Draft(_) => self.position(),
        }
    }

    /// Where the moves begin, and the moves.
    pub(crate) fn line(&self) -> PyResult<(&Position, &[Move])> {
        Ok((self.start()?, &self.moves))
    }

    /// The pieces.
    fn board(&self) -> &Board {
        match &self.state {
            BoardState::Played { position, .. } => position.board(),
            BoardState::Draft(draft) => &draft.setup.board,
        }
    }

    fn color(&self) -> Color {
        match &self.state {
            BoardState::Played { position, .. } => position.turn(),
            BoardState::Draft(draft) => draft.setup.turn,
        }
    }

    pub(crate) fn rules(&self) -> Variant {
        match &self.state {
            BoardState::Played { position, .. } => position.variant(),
            BoardState::Draft(draft) => draft.setup.variant,
        }
    }

    /// Plays a move that was found to be legal.
    pub(crate) fn play(&mut self, mv: Move) {
        if let BoardState::Draft(draft) = &self.state
            && let Some(position) = draft.position
        {
            self.state = BoardState::Played { root: position, position };
        }
        if let BoardState::Played { position, .. } = &mut self.state {
            self.undos.push(position.play_undoable(mv));
            self.moves.push(mv);
        }
    }

    pub(crate) fn take_back(&mut self) -> Option<Move> {
        let BoardState::Played { root, position } = &mut self.state else { return None };
        if self.undos.is_empty() {
            // Played again from the root, so that each can be undone.
            *position = *root;
            self.undos.extend(self.moves.iter().map(|&mv| position.play_undoable(mv)));
        }
        let (mv, undo) = (self.moves.pop()?, self.undos.pop()?);
        position.take_back(mv, undo);
        Some(mv)
    }

    /// Gives the board the rules of ordinary chess or of Chess960; it stays as it is if its rights
    /// to castle exist in Chess960 alone.
    fn change_rules(&mut self, py: Python<'_>, variant: Variant) -> PyResult<()> {
        let refused = |error| ErrorClass::Position.raise(py, error);
        match &mut self.state {
            BoardState::Draft(draft) => {
                draft.setup.variant = variant;
                draft.validate();
            }
            BoardState::Played { root, position } => {
                let start = Setup { variant, ..Setup::from(&*root) };
                let now = Setup { variant, ..Setup::from(&*position) };
                let changed =
                    (start.position().map_err(refused)?, now.position().map_err(refused)?);
                (*root, *position) = changed;
                // They are made again when a move is undone.
                self.undos.clear();
            }
        }
        Ok(())
    }

    /// The move of this board, or an exception.
    pub(crate) fn legal(&self, py: Python<'_>, mv: &PyMove) -> PyResult<Move> {
        let position = self.position()?;
        mv.resolve(position).ok_or_else(|| {
            let message = format!("{} is not legal in {}", mv.text(), position.fen().as_str());
            ErrorClass::IllegalMove.raise(py, message)
        })
    }
}

/// The position of a FEN by the rules of a variant, or an exception.
pub(crate) fn position_of(py: Python<'_>, fen: &str, variant: Variant) -> PyResult<Position> {
    let read = match variant {
        Variant::Standard => fen::parse_as(fen.as_bytes(), Mode::Lax, Variant::Standard),
        other => fen::parse_as(fen.as_bytes(), Mode::Lax, other),
    };
    let (position, _) = read.map_err(|error| ErrorClass::Position.raise(py, error))?;
    Ok(position)
}

/// The position in which a game begins. Castling rights that only Chess960 has make it a game of
/// Chess960, as they do in the FEN tag of a file (D-46).
pub(crate) fn start_of(py: Python<'_>, fen: &str, variant: Variant) -> PyResult<Position> {
    if variant == Variant::Standard
        && let Ok((position, _)) = fen::parse(fen.as_bytes(), Mode::Lax)
        && position.variant() == Variant::Chess960
    {
        return Ok(position);
    }
    position_of(py, fen, variant)
}

/// Whether two positions are the same, including their counters. Chess960 has the rules of ordinary
/// chess, so only the castling rights distinguish it.
fn is_same(one: &Position, two: &Position) -> bool {
    let are_orthodox = one.variant().is_orthodox() && two.variant().is_orthodox();
    let is_same = one.same_position(two)
        || are_orthodox
            && (one.board(), one.turn(), one.castling())
                == (two.board(), two.turn(), two.castling())
            && one.legal_ep_square() == two.legal_ep_square();
    is_same && (one.halfmove_clock(), one.fullmove()) == (two.halfmove_clock(), two.fullmove())
}

/// The FEN of a board without a position: the start position of its variant.
const START: &str = "start";

/// The variant of a name, or an exception.
pub(crate) fn variant_of(py: Python<'_>, name: &str) -> PyResult<Variant> {
    Variant::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Variant::ALL.iter().map(|variant| variant.name()).collect();
        let message = format!("expected one of {}; found {name:?}", names.join(", "));
        ErrorClass::Option.raise(py, message)
    })
}

/// The array of Chess960 with this number.
fn array_of(number: u16) -> PyResult<Position> {
    Position::chess960(number)
        .ok_or_else(|| PyValueError::new_err(format!("expected a number 0 to 959, found {number}")))
}

#[pymethods]
impl PyBoard {
    /// Accepts any arguments, because those of subclasses are passed to it, too.
    #[new]
    #[pyo3(
        signature = (*_args, **_kwargs),
        text_signature = "(fen='start', *, chess960=False, variant=None)"
    )]
    fn new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> PyBoard {
        PyBoard::of(Position::start())
    }

    #[pyo3(signature = (fen=Some(START), *, chess960=false, variant=None))]
    fn __init__(
        &mut self,
        py: Python<'_>,
        fen: Option<&str>,
        chess960: bool,
        variant: Option<&str>,
    ) -> PyResult<()> {
        let variant = match variant {
            Some(name) => variant_of(py, name)?,
            None if chess960 => Variant::Chess960,
            None => Variant::Standard,
        };
        *self = match fen {
            Some(START) => PyBoard::of(Position::start_of(variant)),
            Some(fen) => PyBoard::of(position_of(py, fen, variant)?),
            None => PyBoard::without_pieces(variant),
        };
        Ok(())
    }

    /// The start array of Chess960 with this number, 0 to 959.
    #[classmethod]
    fn from_chess960_pos<'py>(
        cls: &Bound<'py, PyType>,
        number: u16,
    ) -> PyResult<Bound<'py, PyBoard>> {
        let position = array_of(number)?;
        PyBoard::made_by(cls, |_| Ok(PyBoard::of(position)))
    }

    /// `True` for White.
    #[getter]
    fn turn(&self) -> bool {
        self.color() == Color::White
    }

    /// The number of the next move, from 1; Black's move has the number of White's.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.setup().fullmove
    }

    /// Plies since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.setup().halfmove_clock
    }

    /// The square behind a pawn that has just advanced two squares.
    #[getter]
    fn ep_square(&self) -> Option<u8> {
        self.setup().ep_square.map(Square::index)
    }

    /// Whether the board has the rules of Chess960. Ordinary chess can be changed to Chess960 and
    /// back; the moves stay.
    ///
    /// >>> import pgnkit
    /// >>> board = pgnkit.Board()
    /// >>> board.chess960 = True
    /// >>> board.variant
    /// 'Chess960'
    #[getter]
    fn chess960(&self) -> bool {
        self.rules() == Variant::Chess960
    }

    #[setter]
    fn set_chess960(&mut self, py: Python<'_>, is_chess960: bool) -> PyResult<()> {
        let variant = if is_chess960 { Variant::Chess960 } else { Variant::Standard };
        match self.rules() {
            rules if rules == variant => Ok(()),
            Variant::Standard | Variant::Chess960 => self.change_rules(py, variant),
            _ if !is_chess960 => Ok(()),
            rules => {
                let message = format!("expected ordinary chess or Chess960, found {rules}");
                Err(ErrorClass::Position.raise(py, message))
            }
        }
    }

    /// The rules, as the Variant tag names them.
    #[getter]
    fn variant(&self) -> &'static str {
        self.rules().name()
    }

    /// The rules, as engines name them.
    #[getter]
    fn uci_variant(&self) -> &'static str {
        self.rules().uci_name()
    }

    /// The rules, as the protocol of XBoard names them.
    #[getter]
    fn xboard_variant(&self) -> &'static str {
        self.rules().xboard_name()
    }

    /// The FEN of the start position of these rules.
    #[getter]
    fn starting_fen(&self) -> &'static str {
        self.rules().start_fen()
    }

    /// The moves that were pushed; a new list.
    #[getter]
    fn move_stack(&self) -> Vec<PyMove> {
        let variant = self.rules();
        self.moves.iter().map(|&mv| PyMove::in_variant(mv, variant)).collect()
    }

    /// The legal moves: iterable, with `count()` and `in`.
    #[getter]
    fn legal_moves(slf: Bound<'_, Self>) -> LegalMoves {
        LegalMoves::of(slf)
    }

    /// Plies since the start position, by the move number.
    pub(crate) fn ply(&self) -> u32 {
        2 * self.fullmove_number().saturating_sub(1) + u32::from(self.color() == Color::Black)
    }

    /// Plays a legal move, or the null move.
    ///
    /// Raises:
    ///     IllegalMoveError: the move is not legal; the board is as it was.
    fn push(&mut self, py: Python<'_>, r#move: &PyMove) -> PyResult<()> {
        let mv = self.legal(py, r#move)?;
        self.play(mv);
        Ok(())
    }

    /// Plays the move of a SAN, and returns it.
    fn push_san(&mut self, py: Python<'_>, san: &str) -> PyResult<PyMove> {
        let mv = self.resolve_san(py, san)?;
        let played = PyMove::of(mv, self.position()?);
        self.play(mv);
        Ok(played)
    }

    /// Plays the move of a UCI text, and returns it.
    fn push_uci(&mut self, py: Python<'_>, uci: &str) -> PyResult<PyMove> {
        let mv = self.legal(py, &PyMove::from_uci(py, uci)?)?;
        let played = PyMove::of(mv, self.position()?);
        self.play(mv);
        Ok(played)
    }

    /// Undoes the last move, and returns it.
    fn pop(&mut self) -> PyResult<PyMove> {
        let variant = self.rules();
        let mv = self.take_back().ok_or_else(|| PyIndexError::new_err("no move to take back"))?;
        Ok(PyMove::in_variant(mv, variant))
    }

    /// The last move.
    fn peek(&self) -> PyResult<PyMove> {
        let last = self.moves.last().ok_or_else(|| PyIndexError::new_err("no move was played"))?;
        Ok(PyMove::in_variant(*last, self.rules()))
    }

    /// A board at the position where the moves begin.
    fn root<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyBoard>> {
        let root = PyBoard::of(*slf.try_borrow()?.start()?);
        PyBoard::like(slf, root)
    }

    /// The start array of these rules; forgets the moves.
    fn reset(&mut self) {
        *self = PyBoard::of(Position::start_of(self.rules()));
    }

    /// Forgets the moves.
    fn clear_stack(&mut self) {
        self.moves.clear();
        self.undos.clear();
        if let BoardState::Played { root, position } = &mut self.state {
            *root = *position;
        }
    }

    /// Sets the position of a FEN; forgets the moves.
    ///
    /// Raises:
    ///     PositionError: the text is no FEN, or no game can be in this position.
    fn set_fen(&mut self, py: Python<'_>, fen: &str) -> PyResult<()> {
        *self = PyBoard::of(position_of(py, fen, self.rules())?);
        Ok(())
    }

    /// The piece on a square, or `None`.
    fn piece_at(&self, square: u8) -> PyResult<Option<PyPiece>> {
        Ok(self.board().piece_at(square_of(square)?).map(PyPiece))
    }

    /// The type of the piece on a square, or `None`.
    fn piece_type_at(&self, square: u8) -> PyResult<Option<u8>> {
        Ok(self.board().piece_at(square_of(square)?).map(|piece| role_number(piece.role)))
    }

    /// The color of the piece on a square, `True` for White, or `None`.
    fn color_at(&self, square: u8) -> PyResult<Option<bool>> {
        let piece = self.board().piece_at(square_of(square)?);
        Ok(piece.map(|piece| piece.color == Color::White))
    }

    /// The square of a king.
    fn king(&self, color: bool) -> Option<u8> {
        self.board().king(color_of(color)).map(Square::index)
    }

    /// The squares of the pieces of a type and color.
    fn pieces(&self, piece_type: u8, color: bool) -> PyResult<SquareSet> {
        Ok(SquareSet { mask: self.pieces_mask(piece_type, color)? })
    }

    /// The squares of the pieces of a type and color, as a mask.
    fn pieces_mask(&self, piece_type: u8, color: bool) -> PyResult<u64> {
        let role = role_of(piece_type).ok_or_else(|| {
            PyValueError::new_err(format!("expected a piece type 1 to 6, found {piece_type}"))
        })?;
        Ok(self.board().by_piece(color_of(color), role).0)
    }

    /// The pieces by square.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        for (square, piece) in self.board().pieces() {
            map.set_item(square.index(), PyPiece(piece))?;
        }
        Ok(map)
    }

    /// All squares with a piece, as a mask.
    #[getter]
    fn occupied(&self) -> u64 {
        self.board().occupied().0
    }

    /// The squares with a piece of Black and of White, as masks, by color.
    #[getter]
    fn occupied_co(&self) -> (u64, u64) {
        let of = |color| self.board().by_color(color).0;
        (of(Color::Black), of(Color::White))
    }

    /// The squares of all pawns, as a mask.
    #[getter]
    fn pawns(&self) -> u64 {
        self.board().by_role(Role::Pawn).0
    }

    /// The squares of all knights, as a mask.
    #[getter]
    fn knights(&self) -> u64 {
        self.board().by_role(Role::Knight).0
    }

    /// The squares of all bishops, as a mask.
    #[getter]
    fn bishops(&self) -> u64 {
        self.board().by_role(Role::Bishop).0
    }

    /// The squares of all rooks, as a mask.
    #[getter]
    fn rooks(&self) -> u64 {
        self.board().by_role(Role::Rook).0
    }

    /// The squares of all queens, as a mask.
    #[getter]
    fn queens(&self) -> u64 {
        self.board().by_role(Role::Queen).0
    }

    /// The squares of all kings, as a mask.
    #[getter]
    fn kings(&self) -> u64 {
        self.board().by_role(Role::King).0
    }

    /// Squares of pieces that were pawns, of Crazyhouse, as a mask.
    #[getter]
    fn promoted(&self) -> u64 {
        self.setup().promoted.0
    }

    /// The pieces that a side may drop, by piece type; empty except in Crazyhouse.
    fn pocket<'py>(&self, py: Python<'py>, color: bool) -> PyResult<Bound<'py, PyDict>> {
        let pocket = self.setup().pockets[color_of(color).index()];
        let counts = PyDict::new(py);
        for role in Pocket::ROLES.into_iter().filter(|role| pocket.count(*role) > 0) {
            counts.set_item(role_number(role), pocket.count(role))?;
        }
        Ok(counts)
    }

    /// How often a side has given check, of Three-check.
    fn checks_given(&self, color: bool) -> u8 {
        self.setup().checks[color_of(color).index()]
    }

    /// Boards are equal if their positions and counters are, whatever was played before. An en
    /// passant square counts only if a capture there is legal (D-45).
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<PyBoard>() else { return false };
        other.try_borrow().is_ok_and(|other| match (self.position(), other.position()) {
            (Ok(one), Ok(two)) => is_same(one, two),
            (Err(_), Err(_)) => {
                let [one, two] =
                    [self, &*other].map(|board| Setup { ep_square: None, ..board.setup() });
                one == two
            }
            (Ok(_), Err(_)) | (Err(_), Ok(_)) => false,
        })
    }
}
