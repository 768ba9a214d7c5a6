//! Diagrams: pictures of a position, as text, SVG or PNG.
//!
//! Standard: §16.1.3, §10. Decisions: D-47, D-59.
//! Start at [`Diagram::of`]; [`Diagram::text`], [`Diagram::svg`] and `Diagram::png` draw it.

mod custom;
mod drawing;
mod piece_shapes;
#[cfg(feature = "png")]
mod png;
mod svg;
mod text;
mod variant_state;

#[doc(hidden)]
pub use custom::{CustomColors, Rgba};
#[cfg(feature = "png")]
pub use png::{PNG_PIXELS_MAX, PngSizeError};
pub(crate) use svg::Escaped;
pub use svg::{PieceShapes, piece_svg, shared_pieces};
pub use text::Signs;
pub use variant_state::VariantState;

use crate::comment::{Arrow, MarkedSquare, Value, commands};
use pgn_chess::{Board, Color, File, Move, Position, Rank, Setup, Square};

/// A picture of a board.
///
/// It may show any arrangement of pieces, even an impossible one (D-47).
///
/// ```
/// use pgnkit::{Position, diagram::{Diagram, Signs}};
/// let text = Diagram::of(&Position::start()).text(Signs::Ascii);
/// assert!(text.contains("R N B Q K B N R"));
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Diagram {
    /// The pieces on their squares.
    pub board: Board,
    /// The side to move, if it should be shown.
    pub turn: Option<Color>,
    /// The side at the bottom.
    pub side: Color,
    /// The variant with its pockets or checks, if it is not ordinary chess.
    pub variant: Option<VariantState>,
    /// Whether to show file letters and rank numbers.
    pub coordinates: Coordinates,
    /// The move that led here; its squares are marked in a picture.
    pub last: Option<Move>,
    /// The king that is in check; its square is red in a picture.
    pub check: Option<Square>,
    /// The colors of a picture.
    pub theme: Theme,
    /// Marked squares.
    pub squares: Vec<MarkedSquare>,
    /// Arrows.
    pub arrows: Vec<Arrow>,
    /// Colors of the caller.
    #[doc(hidden)]
    pub custom: CustomColors,
}

/// Whether to show file letters and rank numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Coordinates {
    /// Letters below, digits on the left.
    #[default]
    Shown,
    /// Only the board.
    Hidden,
}

/// The colors of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    /// For light pages.
    #[default]
    Light,
    /// For dark pages.
    Dark,
    /// White paper and gray squares, for printers.
    Print,
}

impl Diagram {
    /// A position from White's side, with coordinates.
    #[must_use]
    pub fn of(position: &Position) -> Diagram {
        let mut diagram = Diagram::with(&Setup::from(position));
        diagram.check = position.is_check().then(|| position.king(position.turn())).flatten();
        diagram
    }

    /// A position that may be impossible.
    #[must_use]
    pub fn of_setup(setup: &Setup) -> Diagram {
        match setup.position() {
            Ok(position) => Diagram::of(&position),
            Err(_) => Diagram::with(setup),
        }
    }

    fn with(setup: &Setup) -> Diagram {
        Diagram {
            board: setup.board,
            turn: Some(setup.turn),
            variant: VariantState::of(setup),
            side: Color::White,
            coordinates: Coordinates::Shown,
            last: None,
            check: None,
            theme: Theme::Light,
            squares: Vec::new(),
            arrows: Vec::new(),
            custom: CustomColors::default(),
        }
    }

    /// Adds the squares and arrows of a comment's commands, `[%csl Gd4]` and `[%cal Ge2e4]`.
    ///
    /// ```
    /// use pgnkit::{Position, diagram::Diagram};
    /// let mut diagram = Diagram::of(&Position::start());
    /// diagram.mark("[%csl Ge4] [%cal Ge2e4]");
    /// assert_eq!((diagram.squares.len(), diagram.arrows.len()), (1, 1));
    /// ```
    pub fn mark(&mut self, comment: &str) {
        for command in commands(comment) {
            match command.value() {
                Ok(Value::Csl(squares)) => self.squares.extend(squares.iter()),
                Ok(Value::Cal(arrows)) => self.arrows.extend(arrows.iter()),
                Ok(_) | Err(_) => {}
            }
        }
    }

    /// The squares in drawing order: ranks from top to bottom, and in each the files from left to
    /// right.
    fn rows(&self) -> impl Iterator<Item = (Rank, impl Iterator<Item = Square> + use<>)> + use<> {
        let mut ranks: Vec<Rank> = Rank::all().collect();
        let mut files: Vec<File> = File::all().collect();
        match self.side {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        ranks.into_iter().map(move |rank| {
            let files = files.clone();
            (rank, files.into_iter().map(move |file| Square::from_coords(file, rank)))
        })
    }

    /// The letters of the files from left to right.
    fn file_letters(&self) -> Vec<char> {
        let mut letters: Vec<char> = File::all().map(|file| char::from(file.letter())).collect();
        if self.side == Color::Black {
            letters.reverse();
        }
        letters
    }

    /// Column from the left and row from the top of a square, by file and rank from 0; each 0 to 7.
    fn place(&self, file: u8, rank: u8) -> (u8, u8) {
        match self.side {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
