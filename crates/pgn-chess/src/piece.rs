//! The pieces: color, role, and both together.
//!
//! Standard: §8.2.3.2, §16.1.3.1.

use core::fmt;
use core::ops::Not;

use crate::text_by_name::text_by_name;

/// The side a piece belongs to, or the side to move.
///
/// ```
/// use pgn_chess::Color;
/// assert_eq!(Color::ALL.map(Color::other), [Color::Black, Color::White]);
/// assert_eq!((Color::Black.index(), Color::Black.to_char()), (1, 'b'));
/// assert_eq!("White".parse(), Ok(Color::White));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first in the usual start position.
    #[default]
    White = 0,
    /// The other side.
    Black = 1,
}

/// [`Color::White`] as an argument of a generic function.
pub(crate) const WHITE: usize = Color::White as usize;
/// [`Color::Black`] as an argument of a generic function.
pub(crate) const BLACK: usize = Color::Black as usize;

impl Color {
    /// Both colors, White first.
    ///
    /// ```
    /// use pgn_chess::Color;
    /// assert_eq!(Color::ALL[0], Color::White);
    /// ```
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// The opponent.
    ///
    /// ```
    /// use pgn_chess::Color;
    /// assert_eq!(Color::White.other(), Color::Black);
    /// ```
    #[must_use]
    pub const fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// 0 for White, 1 for Black.
    ///
    /// ```
    /// use pgn_chess::Color;
    /// assert_eq!(Color::Black.index(), 1);
    /// ```
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `w` or `b`, as in a FEN.
    ///
    /// ```
    /// use pgn_chess::Color;
    /// assert_eq!(Color::Black.to_char(), 'b');
    /// ```
    pub const fn to_char(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    const fn name(self) -> &'static str {
        ["White", "Black"][self.index()]
    }

    fn from_name(name: &str) -> Option<Color> {
        match name {
            "White" | "w" => Some(Color::White),
            "Black" | "b" => Some(Color::Black),
            _ => None,
        }
    }
}

impl Not for Color {
    type Output = Color;
    fn not(self) -> Color {
        self.other()
    }
}

/// The kind of a piece, without its color. The order is that of the standard: P N B R Q K.
///
/// ```
/// use pgn_chess::Role;
/// assert_eq!(Role::from_letter(b'N'), Some(Role::Knight));
/// assert_eq!((Role::Knight.letter(), Role::Knight.to_char()), (b'N', 'N'));
/// assert_eq!((Role::Knight.name(), Role::Knight.index()), ("knight", 1));
/// assert_eq!("knight".parse(), Ok(Role::Knight));
/// assert_eq!((Role::ALL.len(), Role::PROMOTIONS.len()), (6, 4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Role {
    /// Pawn, `P`.
    Pawn = 0,
    /// Knight, `N`.
    Knight = 1,
    /// Bishop, `B`.
    Bishop = 2,
    /// Rook, `R`.
    Rook = 3,
    /// Queen, `Q`.
    Queen = 4,
    /// King, `K`.
    King = 5,
}

impl Role {
    /// All roles in the order P N B R Q K.
    pub const ALL: [Role; 6] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// The promotion pieces, in the order N B R Q.
    pub const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

    /// Index in [`Role::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The upper-case English letter of §8.2.3.2.
    pub const fn to_char(self) -> char {
        self.letter() as char
    }

    /// [`Role::to_char`] as a byte.
    pub const fn letter(self) -> u8 {
        b"PNBRQK"[self as usize]
    }

    /// The role of an upper-case English letter.
    ///
    /// ```
    /// use pgn_chess::Role;
    /// assert_eq!(Role::from_letter(b'N'), Some(Role::Knight));
    /// ```
    pub const fn from_letter(letter: u8) -> Option<Role> {
        Some(match letter {
            b'P' => Role::Pawn,
            b'N' => Role::Knight,
            b'B' => Role::Bishop,
            b'R' => Role::Rook,
            b'Q' => Role::Queen,
            b'K' => Role::King,
            _ => return None,
        })
    }

    /// The English name, lower case: `knight`.
    ///
    /// ```
    /// use pgn_chess::Role;
    /// assert_eq!(Role::Knight.name(), "knight");
    /// ```
    pub const fn name(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "queen", "king"][self as usize]
    }

    fn from_name(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }
}

/// The text is not a color, a role or a variant.
///
/// ```
/// use pgn_chess::Color;
/// assert_eq!("red".parse::<Color>().unwrap_err().to_string(), "expected White or Black");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParseNameError {
    /// The expected text, such as `White or Black`.
    pub expected: &'static str,
}

impl fmt::Display for ParseNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl core::error::Error for ParseNameError {}

text_by_name! {
    Color, ParseNameError = ParseNameError { expected: "White or Black" };
    Role, ParseNameError = ParseNameError { expected: "a piece such as knight" };
}

/// A piece: color and role.
///
/// ```
/// use pgn_chess::{Color, Piece, Role};
/// let knight = Piece { color: Color::Black, role: Role::Knight };
/// assert_eq!(Piece::from_char('n'), Some(knight));
/// assert_eq!(knight.to_char(), 'n');
/// assert_eq!(knight.to_string(), "Black knight");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Its color.
    pub color: Color,
    /// Its role.
    pub role: Role,
}

impl Piece {
    /// Board code: role in bits 0–2, color in bit 3. `EMPTY` is none of these.
    pub(crate) const fn code(self) -> u8 {
        self.role as u8 | (self.color as u8) << 3
    }

    /// The inverse of [`Piece::code`].
    pub(crate) const fn from_code(code: u8) -> Option<Piece> {
        let (role, color) = ((code & 7) as usize, (code >> 3) as usize);
        if role < Role::ALL.len() && color < Color::ALL.len() {
            return Some(Piece { color: Color::ALL[color], role: Role::ALL[role] });
        }
        None
    }

    /// The FEN letter: upper case for White, lower case for Black (§16.1.3.1).
    pub const fn to_char(self) -> char {
        match self.color {
            Color::White => self.role.letter() as char,
            Color::Black => self.role.letter().to_ascii_lowercase() as char,
        }
    }

    /// The piece of a FEN letter.
    ///
    /// ```
    /// use pgn_chess::{Color, Piece};
    /// assert_eq!(Piece::from_char('n').unwrap().color, Color::Black);
    /// ```
    pub const fn from_char(c: char) -> Option<Piece> {
        if !c.is_ascii() {
            return None;
        }
        let byte = c as u8;
        let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Role::from_letter(byte.to_ascii_uppercase()) {
            Some(role) => Some(Piece { color, role }),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    /// `White knight`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.role)
    }
}
