//! Squares, files and ranks.
//!
//! Standard: §8.2.3.1.

use core::fmt;

use crate::piece::Color;

/// A file or a rank: one of eight, with a sign of one byte.
macro_rules! one_of_eight {
    ($(#[$about:meta])* $Line:ident from $first:literal, $from_sign:ident, $sign:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Line(u8);

        impl $Line {
            /// The one of an index, 0 to 7.
            pub const fn new(index: u8) -> Option<$Line> {
                if index < 8 { Some($Line(index)) } else { None }
            }

            /// The one of a sign; of a file, a lower-case letter.
            pub const fn $from_sign(sign: u8) -> Option<$Line> {
                $Line::new(sign.wrapping_sub($first))
            }

            /// 0 to 7, in the order of the signs.
            pub const fn index(self) -> u8 {
                self.0
            }

            /// `a` to `h` for files, `1` to `8` for ranks.
            pub const fn $sign(self) -> u8 {
                $first + self.0
            }

            /// All eight, in order.
            pub fn all() -> impl Iterator<Item = $Line> {
                (0..8).map($Line)
            }
        }

        impl fmt::Display for $Line {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.$sign() as char)
            }
        }

        impl fmt::Debug for $Line {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

one_of_eight! {
    /// A column of the board, a to h; a is on the queen's side.
    ///
    /// ```
    /// use pgn_chess::File;
    /// assert_eq!(File::from_letter(b'a'), Some(File::A));
    /// assert_eq!((File::H.letter(), File::H.index()), (b'h', 7));
    /// assert_eq!((File::new(8), File::all().count()), (None, 8));
    /// ```
    File from b'a', from_letter, letter
}

one_of_eight! {
    /// A row of the board, 1 to 8; 1 is White's first.
    ///
    /// ```
    /// use pgn_chess::{Color, Rank};
    /// assert_eq!(Rank::from_digit(b'8'), Some(Rank::EIGHTH));
    /// assert_eq!((Rank::FIRST.digit(), Rank::FIRST.index()), (b'1', 0));
    /// assert_eq!(Rank::EIGHTH.relative_to(Color::Black), Rank::FIRST);
    /// assert_eq!((Rank::new(8), Rank::all().count()), (None, 8));
    /// ```
    Rank from b'1', from_digit, digit
}

impl File {
    /// The a file.
    pub const A: File = File(0);
    /// The h file.
    pub const H: File = File(7);
}

impl Rank {
    /// Rank 1.
    pub const FIRST: Rank = Rank(0);
    /// Rank 8.
    pub const EIGHTH: Rank = Rank(7);

    /// The rank as this side counts: its own first rank is [`Rank::FIRST`].
    ///
    /// ```
    /// use pgn_chess::{Color, Rank};
    /// assert_eq!(Rank::EIGHTH.relative_to(Color::Black), Rank::FIRST);
    /// ```
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Rank {
        Rank(self.0 ^ (color as u8 * 7))
    }
}

/// A square, numbered a1 = 0, b1 = 1 … h8 = 63.
///
/// ```
/// use pgn_chess::Square;
/// assert_eq!(Square::new(28), Some(Square::E4));
/// assert_eq!((Square::E4.index(), Square::E4.name()), (28, *b"e4"));
/// assert_eq!(Square::E4.file().letter(), b'e');
/// assert_eq!(Square::E4.rank().digit(), b'4');
/// assert_eq!(Square::all().count(), 64);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

macro_rules! squares {
    ($($name:ident = $index:literal;)*) => {
        impl Square {
            $(#[doc = concat!("The square ", stringify!($name), ".")]
            pub const $name: Square = Square($index);)*
        }
    };
}

#[rustfmt::skip]
squares! {
    A1 = 0; B1 = 1; C1 = 2; D1 = 3; E1 = 4; F1 = 5; G1 = 6; H1 = 7;
    A2 = 8; B2 = 9; C2 = 10; D2 = 11; E2 = 12; F2 = 13; G2 = 14; H2 = 15;
    A3 = 16; B3 = 17; C3 = 18; D3 = 19; E3 = 20; F3 = 21; G3 = 22; H3 = 23;
    A4 = 24; B4 = 25; C4 = 26; D4 = 27; E4 = 28; F4 = 29; G4 = 30; H4 = 31;
    A5 = 32; B5 = 33; C5 = 34; D5 = 35; E5 = 36; F5 = 37; G5 = 38; H5 = 39;
    A6 = 40; B6 = 41; C6 = 42; D6 = 43; E6 = 44; F6 = 45; G6 = 46; H6 = 47;
    A7 = 48; B7 = 49; C7 = 50; D7 = 51; E7 = 52; F7 = 53; G7 = 54; H7 = 55;
    A8 = 56; B8 = 57; C8 = 58; D8 = 59; E8 = 60; F8 = 61; G8 = 62; H8 = 63;
}

impl Square {
    /// The square of an index, 0 (a1) to 63 (h8).
    ///
    /// ```
    /// use pgn_chess::Square;
    /// assert_eq!((Square::new(28), Square::new(64)), (Some(Square::E4), None));
    /// ```
    pub const fn new(index: u8) -> Option<Square> {
        if index < 64 { Some(Square(index)) } else { None }
    }

    /// The square of the index modulo 64: for arithmetic that cannot leave the board.
    pub(crate) const fn wrap(index: u8) -> Square {
        Square(index & 63)
    }

    /// The square where a file and a rank meet.
    ///
    /// ```
    /// # use pgn_chess::{File, Rank, Square};
    /// let file = File::from_letter(b'e').expect("a file");
    /// let rank = Rank::from_digit(b'4').expect("a rank");
    /// assert_eq!(Square::from_coords(file, rank), Square::E4);
    /// ```
    pub const fn from_coords(file: File, rank: Rank) -> Square {
        Square(rank.0 << 3 | file.0)
    }

    /// The square of a two-byte text such as `e4`; lower case only.
    ///
    /// ```
    /// # use pgn_chess::{File, Rank, Square};
    /// assert_eq!(Square::from_ascii(b"e4"), Some(Square::E4));
    /// ```
    pub const fn from_ascii(text: &[u8]) -> Option<Square> {
        if text.len() != 2 {
            return None;
        }
        match (File::from_letter(text[0]), Rank::from_digit(text[1])) {
            (Some(file), Some(rank)) => Some(Square::from_coords(file, rank)),
            (None, _) | (_, None) => None,
        }
    }

    /// 0 (a1) to 63 (h8), always below 64.
    ///
    /// ```
    /// use pgn_chess::Square;
    /// assert_eq!(Square::E4.index(), 28);
    /// ```
    pub const fn index(self) -> u8 {
        self.0
    }

    /// [`Square::index`] for indexing; the mask lets the compiler drop bounds checks.
    pub(crate) const fn usize(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The column.
    ///
    /// ```
    /// use pgn_chess::{File, Square};
    /// assert_eq!(Square::H4.file(), File::H);
    /// ```
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// The row.
    ///
    /// ```
    /// use pgn_chess::{Rank, Square};
    /// assert_eq!(Square::E8.rank(), Rank::EIGHTH);
    /// ```
    pub const fn rank(self) -> Rank {
        Rank(self.0 >> 3 & 7)
    }

    /// The two bytes of the name, `e4`.
    ///
    /// ```
    /// use pgn_chess::Square;
    /// assert_eq!(&Square::E4.name(), b"e4");
    /// ```
    pub const fn name(self) -> [u8; 2] {
        [self.file().letter(), self.rank().digit()]
    }

    /// True for light squares; a1 is dark.
    ///
    /// ```
    /// # use pgn_chess::{File, Rank, Square};
    /// assert!(Square::E4.is_light() && !Square::A1.is_light());
    /// ```
    pub const fn is_light(self) -> bool {
        (self.file().0 + self.rank().0) % 2 == 1
    }

    /// All squares, a1 b1 … h8.
    ///
    /// ```
    /// use pgn_chess::Square;
    /// assert_eq!(Square::all().last(), Some(Square::H8));
    /// ```
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }
}

/// The text is not a square.
///
/// ```
/// use pgn_chess::{ParseSquareError, Square};
/// assert_eq!("e9".parse::<Square>(), Err(ParseSquareError));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a square such as e4")
    }
}

impl core::error::Error for ParseSquareError {}

/// ```
/// # use pgn_chess::Square;
/// assert_eq!("e4".parse(), Ok(Square::E4));
/// assert_eq!(Square::E4.to_string(), "e4");
/// assert!("E4".parse::<Square>().is_err());
/// ```
impl core::str::FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        Square::from_ascii(text.as_bytes()).ok_or(ParseSquareError)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
