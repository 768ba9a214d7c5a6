//! Boards that are set up: pieces put and removed, rights and turn changed.
//!
//! ```text
//! a board ─ edited ─ draft ─┬─ possible: moves are played from it
//!                           └─ impossible: drawn, described and edited without the rules
//! ```
//!
//! Castling rights are set by the caller; rights without their king and rook have no effect, and
//! `status` reports them.

use super::{BoardState, PyBoard};
use crate::errors::ErrorClass;
use crate::moves::{PyPiece, color_of, square_of};
use crate::square_set::mask_of;
use pgnkit::chess::fen::{self, CastlingStyle, Mode};
use pgnkit::chess::{
    Bitboard, Board, Castling, Color, Piece, Position, Rank, Role, Setup, Side, Variant, attacks,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

/// A set-up, and what becomes of it.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    /// With the rights that are in force.
    pub(super) setup: Setup,
    /// The rooks that the caller declared able to castle.
    pub(super) rights: Bitboard,
    /// The position, if it can be one.
    pub(super) position: Option<Position>,
}

impl Draft {
    pub(super) fn of(setup: Setup) -> Draft {
        let mut draft = Draft { setup, rights: rooks(&setup.castling), position: None };
        draft.validate();
        draft
    }

    pub(super) fn validate(&mut self) {
        self.setup.castling = in_force(&self.setup, self.rights);
        // Without a pawn that has just advanced, the square has no meaning, as in a FEN.
        let ep_square = self.setup.ep_square.filter(|square| self.setup.ep_is_possible(*square));
        self.position = Setup { ep_square, ..self.setup }.position().ok();
    }

    /// The exception for asking the rules about an impossible set-up.
    pub(super) fn refusal(&self) -> PyErr {
        Python::attach(|py| ErrorClass::Position.raise(py, self.setup.faults()))
    }
}

/// The squares of the rooks that may castle.
pub(super) fn rooks(castling: &Castling) -> Bitboard {
    let sides = Color::ALL.into_iter().flat_map(|color| Side::ALL.map(|side| (color, side)));
    sides.filter_map(|(color, side)| castling.rook(color, side)).collect()
}

/// The rights of those rooks that have their king: of each side, the outermost.
fn in_force(setup: &Setup, rights: Bitboard) -> Castling {
    let mut castling = Castling::NONE;
    for color in Color::ALL {
        let Some(king) = setup.board.king(color) else { continue };
        for rook in rights & setup.board.by_piece(color, Role::Rook) {
            let side = Side::of(king, rook);
            let is_inner = castling.rook_file(color, side).is_some_and(|other| match side {
                Side::King => other.index() > rook.file().index(),
                Side::Queen => other.index() < rook.file().index(),
            });
            if rook.rank() != Rank::FIRST.relative_to(color) || is_inner {
                continue;
            }
            let mut one = Setup { castling: Castling::NONE, ..*setup };
            one.castling.set(color, side, Some(rook.file()));
            if !one.faults().contains(pgnkit::chess::SetupError::IMPOSSIBLE_CASTLING) {
                castling.set(color, side, Some(rook.file()));
            }
        }
    }
    castling
}

/// The bits of `status`, which are those of python-chess.
mod bit {
    pub(super) const NO_WHITE_KING: u32 = 1;
    pub(super) const NO_BLACK_KING: u32 = 1 << 1;
    pub(super) const TOO_MANY_KINGS: u32 = 1 << 2;
    pub(super) const TOO_MANY_WHITE_PAWNS: u32 = 1 << 3;
    pub(super) const TOO_MANY_BLACK_PAWNS: u32 = 1 << 4;
    pub(super) const PAWNS_ON_BACKRANK: u32 = 1 << 5;
    pub(super) const TOO_MANY_WHITE_PIECES: u32 = 1 << 6;
    pub(super) const TOO_MANY_BLACK_PIECES: u32 = 1 << 7;
    pub(super) const BAD_CASTLING_RIGHTS: u32 = 1 << 8;
    pub(super) const INVALID_EP_SQUARE: u32 = 1 << 9;
    pub(super) const OPPOSITE_CHECK: u32 = 1 << 10;
    pub(super) const EMPTY: u32 = 1 << 11;
    pub(super) const RACE_CHECK: u32 = 1 << 12;
    pub(super) const TOO_MANY_CHECKERS: u32 = 1 << 15;
    pub(super) const IMPOSSIBLE_CHECK: u32 = 1 << 16;
}

/// The errors of a set-up by the rules of the variant, as bits.
fn faults_of(setup: &Setup) -> u32 {
    use pgnkit::chess::SetupError as Faults;
    let faults = setup.faults();
    let bits = [
        (Faults::NO_WHITE_KING, bit::NO_WHITE_KING),
        (Faults::NO_BLACK_KING, bit::NO_BLACK_KING),
        (Faults::MANY_WHITE_KINGS, bit::TOO_MANY_KINGS),
        (Faults::MANY_BLACK_KINGS, bit::TOO_MANY_KINGS),
        (Faults::PAWN_ON_END_RANK, bit::PAWNS_ON_BACKRANK),
        (Faults::OPPONENT_IN_CHECK, bit::OPPOSITE_CHECK),
        (Faults::IMPOSSIBLE_EP, bit::INVALID_EP_SQUARE),
        (Faults::IMPOSSIBLE_CASTLING, bit::BAD_CASTLING_RIGHTS),
        (Faults::CHECK_IN_RACE, bit::RACE_CHECK),
    ];
    let empty = if setup.board.occupied().is_empty() { bit::EMPTY } else { 0 };
    let found = bits.into_iter().filter(|(fault, _)| faults.contains(*fault));
    found.fold(empty, |all, (_, bit)| all | bit)
}

/// Pieces and pawns in numbers that no game of chess leaves.
fn excess_of(board: &Board) -> u32 {
    let count = |color| board.by_color(color).len();
    let pawns = |color| board.by_piece(color, Role::Pawn).len();
    let all = [
        (pawns(Color::White) > 8, bit::TOO_MANY_WHITE_PAWNS),
        (pawns(Color::Black) > 8, bit::TOO_MANY_BLACK_PAWNS),
        (count(Color::White) > 16, bit::TOO_MANY_WHITE_PIECES),
        (count(Color::Black) > 16, bit::TOO_MANY_BLACK_PIECES),
    ];
    all.into_iter().filter(|(is_so, _)| *is_so).fold(0, |all, (_, bit)| all | bit)
}

/// Checks that no single move can have given.
fn checks_of(setup: &Setup) -> u32 {
    let (board, checkers) = (&setup.board, setup.checkers());
    let Some(king) = board.king(setup.turn) else { return 0 };
    let many = if checkers.len() > 2 { bit::TOO_MANY_CHECKERS } else { 0 };
    let is_impossible = match setup.ep_square.filter(|square| setup.ep_is_possible(*square)) {
        // A pawn has just advanced: it gives the check, or it has opened the line of it.
        Some(ep_square) => {
            let (pawn, origin) = (ep_square.index() ^ 8, ep_square.index() ^ 24);
            let bits = |index: u8| Bitboard(1 << index);
            let before = (board.occupied() & !bits(pawn)) | bits(origin);
            let was_there = board.attackers(!setup.turn, king, before) & !bits(pawn);
            !(checkers & was_there).is_empty() || checkers.len() > 1
        }
        // Two pieces on one line, on both sides of the king or one after the other.
        None => {
            let mut pair = checkers;
            let (first, second) = (pair.next(), pair.next());
            checkers.len() > 2
                || first
                    .zip(second)
                    .is_some_and(|(one, two)| attacks::line(one, two).contains(king))
        }
    };
    many | if is_impossible { bit::IMPOSSIBLE_CHECK } else { 0 }
}

impl PyBoard {
    /// Changes the set-up; forgets the moves.
    fn edit(&mut self, change: impl FnOnce(&mut Draft)) {
        let mut draft = match &self.state {
            BoardState::Draft(draft) => (**draft).clone(),
            BoardState::Played { position, .. } => Draft::of(Setup::from(position)),
        };
        change(&mut draft);
        draft.validate();
        *self = PyBoard::draft(draft);
    }

    pub(super) fn draft(draft: Draft) -> PyBoard {
        let state = BoardState::Draft(Box::new(draft));
        PyBoard { state, moves: Vec::new(), undos: Vec::new() }
    }

    /// A board without pieces.
    pub(super) fn without_pieces(variant: Variant) -> PyBoard {
        PyBoard::draft(Draft::of(Setup { variant, ..Setup::EMPTY }))
    }

    /// The contents of the board, legal or not.
    pub(crate) fn setup(&self) -> Setup {
        match &self.state {
            BoardState::Draft(draft) => draft.setup,
            BoardState::Played { position, .. } => Setup::from(position),
        }
    }

    /// Puts everything on the squares to which `map` takes masks; with `swaps` what is White's
    /// becomes Black's. Forgets the moves.
    fn map_squares(
        &mut self,
        swaps: bool,
        mut map: impl FnMut(Bitboard) -> PyResult<Bitboard>,
    ) -> PyResult<()> {
        let mut setup = self.setup();
        let (before, rights) = (std::mem::replace(&mut setup.board, Board::EMPTY), self.rights());
        for color in Color::ALL {
            let new_color = if swaps { !color } else { color };
            for role in Role::ALL {
                for square in map(before.by_piece(color, role))? {
                    setup.board.remove(square);
                    setup.board.put(square, Piece { color: new_color, role });
                }
            }
        }
        setup.promoted = map(setup.promoted)?;
        let ep_square = setup.ep_square.map(|square| map(Bitboard::from_square(square)));
        setup.ep_square = ep_square.transpose()?.and_then(|mut mask| mask.next());
        let rights = map(rights)?;
        if swaps {
            setup.turn = !setup.turn;
            setup.pockets.swap(0, 1);
            setup.checks.swap(0, 1);
        }
        self.edit(|draft| (draft.setup, draft.rights) = (setup, rights));
        Ok(())
    }

    /// The rights to castle that would be in force in Chess960.
    pub(super) fn castling_in_chess960(&self) -> Castling {
        in_force(&Setup { variant: Variant::Chess960, ..self.setup() }, self.rights())
    }

    /// The rooks that may castle according to the caller.
    fn rights(&self) -> Bitboard {
        match &self.state {
            BoardState::Draft(draft) => draft.rights,
            BoardState::Played { position, .. } => rooks(&position.castling()),
        }
    }
}

#[pymethods]
impl PyBoard {
    /// A board without pieces, to be set up.
    ///
    /// >>> import pgnkit
    /// >>> board = pgnkit.Board.empty()
    /// >>> board.set_piece_at(pgnkit.E1, pgnkit.Piece.from_symbol("K"))
    /// >>> board.status() == pgnkit.STATUS_NO_BLACK_KING
    /// True
    #[classmethod]
    fn empty<'py>(cls: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyBoard>> {
        PyBoard::made_by(cls, |board| Ok(PyBoard::without_pieces(board.rules())))
    }

    /// Puts everything on the squares to which `f` takes masks, such as `flip_horizontal`; forgets
    /// the moves.
    fn apply_transform(&mut self, f: &Bound<'_, PyAny>) -> PyResult<()> {
        self.map_squares(false, |mask| Ok(Bitboard(mask_of(&f.call1((mask.0,))?)?)))
    }

    /// The board with everything on the squares to which `f` takes masks, without its moves.
    ///
    /// >>> import pgnkit
    /// >>> board = pgnkit.Board("4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
    /// >>> board.transform(pgnkit.flip_horizontal).board_fen()
    /// '3k4/8/8/8/8/8/7P/3K4'
    fn transform<'py>(
        slf: &Bound<'py, Self>,
        f: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyBoard>> {
        let mut board = slf.try_borrow()?.clone();
        board.apply_transform(f)?;
        PyBoard::like(slf, board)
    }

    /// Swaps the colors: White's pieces become Black's, on the other side. Forgets the moves.
    fn apply_mirror(&mut self) -> PyResult<()> {
        self.map_squares(true, |mask| Ok(Bitboard(mask.0.swap_bytes())))
    }

    /// The board with colors changed, without its moves.
    fn mirror<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyBoard>> {
        let mut board = slf.try_borrow()?.clone();
        board.apply_mirror()?;
        PyBoard::like(slf, board)
    }

    /// Puts a piece on a square, or clears it; forgets the moves.
    #[pyo3(signature = (square, piece, promoted=false))]
    fn set_piece_at(
        &mut self,
        square: u8,
        piece: Option<&PyPiece>,
        promoted: bool,
    ) -> PyResult<()> {
        let square = square_of(square)?;
        self.edit(|draft| {
            let bit = Bitboard::from_square(square);
            draft.setup.board.remove(square);
            draft.setup.promoted &= !bit;
            if let Some(piece) = piece {
                draft.setup.board.put(square, piece.0);
                if promoted {
                    draft.setup.promoted |= bit;
                }
            }
        });
        Ok(())
    }

    /// Removes the piece of a square and returns it; forgets the moves.
    fn remove_piece_at(&mut self, square: u8) -> PyResult<Option<PyPiece>> {
        let piece = self.piece_at(square)?;
        self.set_piece_at(square, None, false)?;
        Ok(piece)
    }

    /// Removes all pieces; White is to move. Forgets the moves.
    fn clear(&mut self) {
        *self = PyBoard::without_pieces(self.rules());
    }

    /// Removes all pieces; forgets the moves.
    fn clear_board(&mut self) {
        self.edit(|draft| {
            (draft.setup.board, draft.setup.promoted) = (Board::EMPTY, Bitboard::EMPTY);
        });
    }

    /// Puts the pieces on their start squares; turn, rights and counters stay. Forgets the moves.
    fn reset_board(&mut self) {
        let start = Position::start_of(self.rules());
        self.edit(|draft| {
            (draft.setup.board, draft.setup.promoted) = (*start.board(), Bitboard::EMPTY);
        });
    }

    /// Puts the pieces of the first field of a FEN; forgets the moves.
    ///
    /// Raises:
    ///     PositionError: the text is not valid for this field.
    fn set_board_fen(&mut self, py: Python<'_>, fen: &str) -> PyResult<()> {
        if fen.trim().contains(' ') {
            let message = format!("expected the first field of a FEN, found {fen:?}");
            return Err(ErrorClass::Position.raise(py, message));
        }
        let text = format!("{} w - - 0 1", fen.trim());
        let read = fen::parse_setup(text.as_bytes(), Mode::Lax);
        let (read, _) = read.map_err(|error| ErrorClass::Position.raise(py, error))?;
        self.edit(|draft| {
            (draft.setup.board, draft.setup.promoted) = (read.board, read.promoted);
        });
        Ok(())
    }

    /// Puts the pieces of a mapping from squares, and no others; forgets the moves.
    fn set_piece_map(&mut self, pieces: &Bound<'_, PyAny>) -> PyResult<()> {
        let copy = PyDict::new(pieces.py());
        copy.call_method1("update", (pieces,))?;
        let mut board = Board::EMPTY;
        for (square, piece) in copy {
            board.put(square_of(square.extract()?)?, piece.cast::<PyPiece>()?.get().0);
        }
        self.edit(|draft| {
            (draft.setup.board, draft.setup.promoted) = (board, Bitboard::EMPTY);
        });
        Ok(())
    }

    #[setter]
    fn set_turn(&mut self, is_white: bool) {
        self.edit(|draft| draft.setup.turn = color_of(is_white));
    }

    #[setter]
    fn set_fullmove_number(&mut self, number: u32) {
        self.edit(|draft| draft.setup.fullmove = number);
    }

    #[setter]
    fn set_halfmove_clock(&mut self, plies: u32) {
        self.edit(|draft| draft.setup.halfmove_clock = plies);
    }

    #[setter]
    fn set_ep_square(&mut self, square: Option<u8>) -> PyResult<()> {
        let square = square.map(square_of).transpose()?;
        self.edit(|draft| draft.setup.ep_square = square);
        Ok(())
    }

    /// The rooks that may castle, as a mask of squares.
    #[getter]
    fn castling_rights(&self) -> u64 {
        self.rights().0
    }

    #[setter]
    fn set_castling_rights(&mut self, rooks: &Bound<'_, PyAny>) -> PyResult<()> {
        let rooks = Bitboard(mask_of(rooks)?);
        self.edit(|draft| draft.rights = rooks);
        Ok(())
    }

    /// The rooks whose castling right is effective: they and their king are on their squares.
    fn clean_castling_rights(&self) -> u64 {
        rooks(&self.setup().castling).0
    }

    /// Sets the rights to castle as a FEN has them; forgets the moves.
    ///
    /// Raises:
    ///     PositionError: the text is not valid for this field.
    fn set_castling_fen(&mut self, py: Python<'_>, castling_fen: &str) -> PyResult<()> {
        let setup = Setup { castling: Castling::NONE, turn: Color::White, ..self.setup() };
        let style = CastlingStyle::XFen;
        let board = fen::setup_to_text(&setup, style).as_str().split(' ').next().map(str::to_owned);
        let text = format!("{} w {castling_fen} - 0 1", board.unwrap_or_default());
        let read = fen::parse_setup(text.as_bytes(), Mode::Lax);
        let (read, _) = read.map_err(|error| ErrorClass::Position.raise(py, error))?;
        self.edit(|draft| draft.rights = rooks(&read.castling));
        Ok(())
    }

    /// Sets up the array of Chess960 with this number, 0 to 959; forgets the moves.
    fn set_chess960_pos(&mut self, number: u16) -> PyResult<()> {
        *self = PyBoard::of(super::array_of(number)?);
        Ok(())
    }

    /// The number of the array of Chess960 that is on the board, if it is one.
    #[pyo3(signature = (*, ignore_turn=false, ignore_castling=false, ignore_counters=true))]
    fn chess960_pos(
        &self,
        ignore_turn: bool,
        ignore_castling: bool,
        ignore_counters: bool,
    ) -> Option<u16> {
        let setup = self.setup();
        (0..960).find(|&number| {
            Position::chess960(number).is_some_and(|start| {
                *start.board() == setup.board
                    && (ignore_turn || setup.turn == Color::White)
                    && (ignore_castling || rooks(&setup.castling) == rooks(&start.castling()))
                    && (ignore_counters || (setup.halfmove_clock, setup.fullmove) == (0, 1))
            })
        })
    }

    /// All errors of the set-up, as bits of `STATUS_…`; 0 if it is valid.
    fn status(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let setup = self.setup();
        let mut bits = faults_of(&setup);
        if self.rights() != rooks(&setup.castling) {
            bits |= bit::BAD_CASTLING_RIGHTS;
        }
        let is_chess = matches!(
            setup.variant,
            Variant::Standard | Variant::Chess960 | Variant::KingOfTheHill | Variant::ThreeCheck
        );
        if is_chess {
            bits |= excess_of(&setup.board) | checks_of(&setup);
        }
        let status = py.import("pgnkit._status")?.getattr("Status")?;
        Ok(status.call1((bits,))?.unbind())
    }

    /// Whether the set-up is valid; see `status`.
    fn is_valid(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(!self.status(py)?.bind(py).is_truthy()?)
    }
}
