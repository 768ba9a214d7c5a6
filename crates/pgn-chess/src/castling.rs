//! Castling rights, stored as the files of the rooks, which also works for Chess960.
//!
//! Standard: §16.1.3.3. Decisions: D-46, D-60.

use core::fmt;

use crate::piece::Color;
use crate::square::{File, Rank, Square};

/// The wing a king castles to.
///
/// ```
/// use pgn_chess::{Color, Side, Square};
/// assert_eq!(Side::King.king_target(Color::White), Square::G1);
/// assert_eq!(Side::Queen.rook_target(Color::Black), Square::D8);
/// assert_eq!(Side::of(Square::E1, Square::A1).san(), "O-O-O");
/// assert_eq!(Side::ALL.map(|side| side.to_string()), ["king", "queen"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// `O-O`: the king goes to the g file, the rook to the f file.
    King,
    /// `O-O-O`: the king goes to the c file, the rook to the d file.
    Queen,
}

impl Side {
    /// Both, king's side first.
    pub const ALL: [Side; 2] = [Side::King, Side::Queen];

    /// The target square of the king.
    pub const fn king_target(self, color: Color) -> Square {
        [[Square::G1, Square::C1], [Square::G8, Square::C8]][color as usize][self as usize]
    }

    /// The target square of the rook.
    pub const fn rook_target(self, color: Color) -> Square {
        [[Square::F1, Square::D1], [Square::F8, Square::D8]][color as usize][self as usize]
    }

    /// `O-O` or `O-O-O`.
    pub const fn san(self) -> &'static str {
        ["O-O", "O-O-O"][self as usize]
    }

    /// The side a rook castles on: the king's side if the rook is nearer to the h file than the
    /// king.
    pub const fn of(king: Square, rook: Square) -> Side {
        if rook.file().index() > king.file().index() { Side::King } else { Side::Queen }
    }
}

impl fmt::Display for Side {
    /// `king` or `queen`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["king", "queen"][*self as usize])
    }
}

/// The castling rights, each with the file of its rook.
///
/// ```
/// use pgn_chess::{Castling, Color, File, Side, Square};
/// let mut castling = Castling::USUAL;
/// assert_eq!(castling.rook(Color::White, Side::King), Some(Square::H1));
/// castling.set(Color::White, Side::King, None);
/// assert!(!castling.has(Color::White, Side::King) && castling.has_any(Color::White));
/// assert_eq!(castling.rook_file(Color::Black, Side::Queen), Some(File::A));
/// assert!(Castling::NONE.is_empty());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Castling {
    /// By color and side, `NO_FILE` if the right is lost.
    rook_files: [[u8; 2]; 2],
}

const NO_FILE: u8 = 8;

impl Castling {
    /// No castling rights.
    ///
    /// ```
    /// use pgn_chess::Castling;
    /// assert!(Castling::NONE.is_empty());
    /// ```
    pub const NONE: Castling = Castling { rook_files: [[NO_FILE; 2]; 2] };

    /// The rights in the usual start position.
    ///
    /// ```
    /// use pgn_chess::{Castling, Position};
    /// assert_eq!(Position::start().castling(), Castling::USUAL);
    /// ```
    pub const USUAL: Castling = Castling { rook_files: [[7, 0]; 2] };

    /// The file of the rook that may castle.
    ///
    /// ```
    /// use pgn_chess::{Castling, Color, File, Side};
    /// assert_eq!(Castling::USUAL.rook_file(Color::White, Side::Queen), Some(File::A));
    /// ```
    pub fn rook_file(&self, color: Color, side: Side) -> Option<File> {
        File::new(self.rook_files[color.index()][side as usize])
    }

    /// The square of the rook that may castle, on its own first rank.
    ///
    /// ```
    /// use pgn_chess::{Castling, Color, Side, Square};
    /// assert_eq!(Castling::USUAL.rook(Color::Black, Side::King), Some(Square::H8));
    /// ```
    pub fn rook(&self, color: Color, side: Side) -> Option<Square> {
        let file = self.rook_file(color, side)?;
        Some(Square::from_coords(file, Rank::FIRST.relative_to(color)))
    }

    /// True if the side has this right.
    ///
    /// ```
    /// use pgn_chess::{Castling, Color, Side};
    /// assert!(Castling::USUAL.has(Color::White, Side::King));
    /// ```
    pub fn has(&self, color: Color, side: Side) -> bool {
        self.rook_file(color, side).is_some()
    }

    /// True if this color has either right.
    #[doc(hidden)]
    pub fn has_any(&self, color: Color) -> bool {
        Side::ALL.iter().any(|side| self.has(color, *side))
    }

    /// True if there are no castling rights.
    ///
    /// ```
    /// use pgn_chess::Castling;
    /// assert!(!Castling::USUAL.is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        *self == Castling::NONE
    }

    /// Sets (`Some`) or removes (`None`) a right.
    ///
    /// ```
    /// use pgn_chess::{Castling, Color, Side};
    /// let mut castling = Castling::USUAL;
    /// castling.set(Color::White, Side::King, None);
    /// assert!(!castling.has(Color::White, Side::King));
    /// ```
    pub fn set(&mut self, color: Color, side: Side, rook: Option<File>) {
        self.rook_files[color.index()][side as usize] = rook.map_or(NO_FILE, File::index);
    }
}

impl Default for Castling {
    fn default() -> Castling {
        Castling::NONE
    }
}

impl fmt::Debug for Castling {
    /// Shredder letters: `HAha`, or `-`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for color in Color::ALL {
            for side in Side::ALL {
                if let Some(file) = self.rook_file(color, side) {
                    let letter = file.letter() as char;
                    let letter =
                        if color == Color::White { letter.to_ascii_uppercase() } else { letter };
                    write!(f, "{letter}")?;
                }
            }
        }
        Ok(())
    }
}
