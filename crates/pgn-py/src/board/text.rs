//! Boards as text and as pictures: FEN, EPD, SAN, UCI, characters, SVG.

use super::{BoardState, PyBoard};
use crate::errors::ErrorClass;
use crate::moves::{PyMove, color_of, square_of};
use pgnkit::chess::fen::{self, CastlingStyle, EpPolicy, Style};
use pgnkit::chess::notation::san::{self, ResolveError, SanOptions};
use pgnkit::chess::notation::{lan, uci};
use pgnkit::chess::{Color, Move, Position, Setup, Variant};
use pgnkit::comment::{Arrow, MarkColor, MarkedSquare};
use pgnkit::diagram::{Coordinates, Diagram, PieceShapes};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The width of a board in a notebook, in pixels.
const NOTEBOOK_PIXELS: u32 = 390;

impl PyBoard {
    /// The SAN of a legal move.
    pub(crate) fn san_of(position: &Position, mv: Move) -> String {
        san::to_text(position, mv).as_str().to_owned()
    }

    /// The move of a text, read as laxly as a file, or an exception.
    pub(super) fn resolve_san(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        let position = self.position()?;
        let read = san::resolve(position, text.as_bytes(), &SanOptions::default());
        read.map(|reading| reading.mv).map_err(|reason| {
            let class = match &reason {
                ResolveError::NotAMove => ErrorClass::InvalidMove,
                ResolveError::Illegal(_) => ErrorClass::IllegalMove,
                ResolveError::Ambiguous(_) => ErrorClass::AmbiguousMove,
            };
            let fen = position.fen();
            class.raise(py, format!("{text}: {reason}; in {}", fen.as_str()))
        })
    }

    /// SAN with move numbers, `1. e4 e5 2. Nf3`.
    pub(crate) fn numbered(position: &Position, moves: &[Move]) -> String {
        let (mut position, mut text) = (*position, String::new());
        for (n, &mv) in moves.iter().enumerate() {
            if n > 0 {
                text.push(' ');
            }
            if position.turn() == Color::White {
                text += &format!("{}. ", position.fullmove());
            } else if n == 0 {
                text += &format!("{}...", position.fullmove());
            }
            text += san::play_to_text(&mut position, mv).as_str();
        }
        text
    }

    fn diagram(&self, is_white_below: bool) -> Diagram {
        let mut diagram = Diagram::of_setup(&self.setup());
        diagram.side = if is_white_below { Color::White } else { Color::Black };
        diagram.last = self.moves.last().copied();
        diagram
    }

    /// The FEN. An impossible set-up has no legal captures, so its en passant square is written
    /// only if the unchanged square is requested.
    fn fen_in(&self, style: Style) -> String {
        let is_as_held = matches!(style.ep, EpPolicy::Standard);
        let position = match &self.state {
            BoardState::Draft(draft) if !is_as_held => draft.position.as_ref(),
            BoardState::Draft(_) => None,
            BoardState::Played { position, .. } => Some(position),
        };
        if let Some(position) = position {
            return fen::to_text_with(position, style).as_str().to_owned();
        }
        let setup = self.setup();
        let ep_square = setup.ep_square.filter(|_| is_as_held);
        let setup = Setup { ep_square, ..setup };
        fen::setup_to_text(&setup, style.castling).as_str().to_owned()
    }
}

impl PyBoard {
    fn castling_field(&self, castling: CastlingStyle) -> String {
        let fen = self.fen_in(Style::default().with_castling(castling));
        fen.split(' ').nth(2).unwrap_or_default().to_owned()
    }
}

fn ep_policy(name: &str) -> PyResult<EpPolicy> {
    match name {
        "legal" => Ok(EpPolicy::Legal),
        "xfen" => Ok(EpPolicy::XFen),
        "fen" => Ok(EpPolicy::Standard),
        other => {
            Err(PyValueError::new_err(format!("expected legal, xfen or fen, found {other:?}")))
        }
    }
}

/// The spelling of a FEN by the names of its options.
pub(crate) fn style(shredder: bool, en_passant: &str) -> PyResult<Style> {
    let castling = if shredder { CastlingStyle::Shredder } else { CastlingStyle::XFen };
    Ok(Style::default().with_ep(ep_policy(en_passant)?).with_castling(castling))
}

#[pymethods]
impl PyBoard {
    /// The FEN. `en_passant` is `fen` (the square after every double step, as the standard has it
    /// and tables do), `xfen` (if a pawn is ready), or `legal` (if the capture is legal).
    #[pyo3(signature = (*, shredder=false, en_passant="fen"))]
    fn fen(&self, shredder: bool, en_passant: &str) -> PyResult<String> {
        Ok(self.fen_in(style(shredder, en_passant)?))
    }

    /// The first field of the FEN.
    pub(super) fn board_fen(&self) -> String {
        self.fen_in(Style::default()).split([' ', '[']).next().unwrap_or_default().to_owned()
    }

    /// The field of the FEN with the rights to castle.
    fn castling_xfen(&self) -> String {
        self.castling_field(CastlingStyle::XFen)
    }

    /// The same field with the rooks named by their files.
    fn castling_shredder_fen(&self) -> String {
        self.castling_field(CastlingStyle::Shredder)
    }

    /// The FEN with the rooks that may castle named by their files.
    #[pyo3(signature = (*, en_passant="fen"))]
    fn shredder_fen(&self, en_passant: &str) -> PyResult<String> {
        self.fen(true, en_passant)
    }

    /// The SAN of a legal move.
    fn san(&self, py: Python<'_>, r#move: &PyMove) -> PyResult<String> {
        Ok(PyBoard::san_of(self.position()?, self.legal(py, r#move)?))
    }

    /// The long algebraic notation of a legal move.
    fn lan(&self, py: Python<'_>, r#move: &PyMove) -> PyResult<String> {
        let mv = self.legal(py, r#move)?;
        Ok(lan::to_text(self.position()?, mv).as_str().to_owned())
    }

    /// The UCI text of a legal move.
    fn uci(&self, py: Python<'_>, r#move: &PyMove) -> PyResult<String> {
        let mv = self.legal(py, r#move)?;
        Ok(uci::to_text(self.position()?, mv).as_str().to_owned())
    }

    /// The SAN of a legal move, which is played.
    fn san_and_push(&mut self, py: Python<'_>, r#move: &PyMove) -> PyResult<String> {
        let mv = self.legal(py, r#move)?;
        let san = PyBoard::san_of(self.position()?, mv);
        self.play(mv);
        Ok(san)
    }

    /// The move of a SAN, read as laxly as a file.
    ///
    /// Raises:
    ///     InvalidMoveError: the text is no move at all.
    ///     IllegalMoveError: no legal move fits it; the reason is in the message.
    ///     AmbiguousMoveError: several legal moves fit it; all are named.
    pub(crate) fn parse_san(&self, py: Python<'_>, san: &str) -> PyResult<PyMove> {
        Ok(PyMove::of(self.resolve_san(py, san)?, self.position()?))
    }

    /// The legal move of a UCI text.
    fn parse_uci(&self, py: Python<'_>, uci: &str) -> PyResult<PyMove> {
        Ok(PyMove::of(self.legal(py, &PyMove::from_uci(py, uci)?)?, self.position()?))
    }

    /// The text of a move as the protocol of XBoard has it: coordinates, in Chess960 `O-O` and
    /// `O-O-O` for castling, and `@@@@` for a null move.
    #[pyo3(signature = (r#move, chess960=None))]
    fn xboard(&self, py: Python<'_>, r#move: &PyMove, chess960: Option<bool>) -> PyResult<String> {
        match chess960.unwrap_or(self.rules() == Variant::Chess960) {
            true if self.is_kingside_castling(py, r#move)? => Ok("O-O".to_owned()),
            true if self.is_queenside_castling(py, r#move)? => Ok("O-O-O".to_owned()),
            true | false => Ok(r#move.xboard()),
        }
    }

    /// The move of a text of XBoard: coordinates or SAN.
    ///
    /// Raises:
    ///     InvalidMoveError, IllegalMoveError, AmbiguousMoveError: as `parse_san`.
    fn parse_xboard(&self, py: Python<'_>, xboard: &str) -> PyResult<PyMove> {
        match xboard {
            "@@@@" => Ok(PyMove::null()),
            _ => self.parse_uci(py, xboard).or_else(|_| self.parse_san(py, xboard)),
        }
    }

    /// The move of a text of XBoard, which is played.
    fn push_xboard(&mut self, py: Python<'_>, xboard: &str) -> PyResult<PyMove> {
        let mv = self.parse_xboard(py, xboard)?;
        self.push(py, &mv)?;
        Ok(mv)
    }

    /// Moves from here on in SAN with numbers.
    fn variation_san(&self, py: Python<'_>, variation: &Bound<'_, PyAny>) -> PyResult<String> {
        let (mut position, mut moves) = (*self.position()?, Vec::new());
        for mv in variation.try_iter()? {
            let mv = PyBoard::of(position).legal(py, mv?.cast::<PyMove>()?.get())?;
            position.play_unchecked(mv);
            moves.push(mv);
        }
        Ok(PyBoard::numbered(self.position()?, &moves))
    }

    /// The board in chess figures, seen from White's side or, with `orientation=False`, from
    /// Black's.
    #[pyo3(signature = (
        *, invert_color=false, borders=false, empty_square="⭘", orientation=true
    ))]
    fn unicode(
        &self,
        invert_color: bool,
        borders: bool,
        empty_square: &str,
        orientation: bool,
    ) -> String {
        let figures = if invert_color {
            "♙♘♗♖♕♔♟♞♝♜♛♚"
        } else {
            "♟♞♝♜♛♚♙♘♗♖♕♔"
        };
        let figures: Vec<char> = figures.chars().collect();
        let sign = |square: u8| {
            let piece = square_of(square).ok().and_then(|square| self.board().piece_at(square));
            piece.map_or_else(
                || empty_square.to_owned(),
                |piece| {
                    // The first six are filled: Black's.
                    let set = if piece.color == Color::Black { 0 } else { 6 };
                    figures[set + piece.role.index()].to_string()
                },
            )
        };
        if borders {
            bordered(sign, color_of(orientation))
        } else {
            grid(sign, color_of(orientation))
        }
    }

    fn __str__(&self) -> String {
        let sign = |square: u8| {
            let piece = square_of(square).ok().and_then(|square| self.board().piece_at(square));
            piece.map_or('.', |piece| piece.to_char()).to_string()
        };
        grid(sign, Color::White)
    }

    fn __repr__(&self) -> String {
        let fen = self.fen_in(Style::default());
        let variant = self.rules();
        let option = if variant == pgnkit::chess::Variant::Standard {
            String::new()
        } else {
            format!(", variant='{variant}'")
        };
        format!("Board('{fen}'{option})")
    }

    /// The contents of the board, in words.
    fn words(&self) -> String {
        self.diagram(true).words()
    }

    /// The board as a picture. `arrows` are pairs of squares, or triples with one of the letters
    /// `G R Y B` for a color; `squares` are squares, or pairs with such a letter.
    #[pyo3(signature = (
        *, size=390, orientation=true, coordinates=true, arrows=Vec::new(), squares=Vec::new()
    ))]
    fn svg(
        &self,
        size: u32,
        orientation: bool,
        coordinates: bool,
        arrows: Vec<Bound<'_, PyAny>>,
        squares: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let mut diagram = self.diagram(orientation);
        if !coordinates {
            diagram.coordinates = Coordinates::Hidden;
        }
        for arrow in arrows {
            let (source, target, color) = match arrow.extract::<(u8, u8, char)>() {
                Ok((source, target, letter)) => (source, target, mark_color(letter)?),
                Err(_) => {
                    let (source, target) = arrow.extract::<(u8, u8)>()?;
                    (source, target, MarkColor::Green)
                }
            };
            let (source, target) = (square_of(source)?, square_of(target)?);
            diagram.arrows.push(Arrow { color, source, target });
        }
        for square in squares {
            let (square, color) = match square.extract::<(u8, char)>() {
                Ok((square, letter)) => (square, mark_color(letter)?),
                Err(_) => (square.extract::<u8>()?, MarkColor::Green),
            };
            diagram.squares.push(MarkedSquare { color, square: square_of(square)? });
        }
        Ok(diagram.svg(size, PieceShapes::Own, "Board"))
    }

    fn _repr_svg_(&self) -> String {
        self.diagram(true).svg(NOTEBOOK_PIXELS, PieceShapes::Own, "Board")
    }
}

fn mark_color(letter: char) -> PyResult<MarkColor> {
    MarkColor::from_letter(letter).ok_or_else(|| {
        PyValueError::new_err(format!("expected the letter of a color, found {letter:?}"))
    })
}

/// The signs of the squares of each line, as a side sees the board.
fn rows(sign: impl Fn(u8) -> String, side: Color) -> [[String; 8]; 8] {
    std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            let square = match side {
                Color::White => (7 - row) * 8 + column,
                Color::Black => row * 8 + 7 - column,
            };
            sign(square as u8)
        })
    })
}

/// Eight lines.
fn grid(sign: impl Fn(u8) -> String, side: Color) -> String {
    rows(sign, side).map(|signs| signs.join(" ")).join("\n")
}

/// Lines of the board with their digits, between lines of dashes, and the letters below.
fn bordered(sign: impl Fn(u8) -> String, side: Color) -> String {
    let dashes = format!("  {}\n", "-".repeat(17));
    let mut text = dashes.clone();
    for (row, signs) in rows(sign, side).iter().enumerate() {
        let digit = if side == Color::White { 8 - row } else { row + 1 };
        text += &format!("{digit} |{}|\n{dashes}", signs.join("|"));
    }
    let letters = if side == Color::White { "a b c d e f g h" } else { "h g f e d c b a" };
    format!("{text}   {letters}")
}
