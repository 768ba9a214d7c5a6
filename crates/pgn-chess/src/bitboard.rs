//! A set of squares in one word.

use core::fmt;
use core::num::NonZeroU64;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::square::{File, Rank, Square};

/// A set of squares; bit `n` is the square with index `n`, a1 = 0.
///
/// ```
/// use pgn_chess::{Bitboard, File, Rank, Square};
/// let set = Bitboard::from_square(Square::E4) | Bitboard::from(Square::H1);
/// assert!(set.contains(Square::E4) && set.has_many() && !set.is_empty());
/// assert_eq!((set.len(), set.first(), set.single()), (2, Some(Square::H1), None));
/// let edges = Bitboard::from_file(File::A) | Bitboard::from_file(File::H);
/// let corners = edges & Bitboard::END_RANKS;
/// assert_eq!(corners.into_iter().count(), 4);
/// assert!(corners.intersects(Bitboard::from_rank(Rank::FIRST)));
/// assert_eq!(!Bitboard::EMPTY, Bitboard::ALL);
/// assert_eq!(Bitboard::LIGHT.len(), 32);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    ///
    /// ```
    /// use pgn_chess::{Bitboard, Square};
    /// assert_eq!(Bitboard::EMPTY.first(), None);
    /// ```
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All squares.
    ///
    /// ```
    /// use pgn_chess::{Bitboard, Square};
    /// assert_eq!(Bitboard::ALL.len(), 64);
    /// ```
    pub const ALL: Bitboard = Bitboard(!0);
    /// The first and the eighth rank.
    #[doc(hidden)]
    pub const END_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);
    /// The light squares.
    ///
    /// ```
    /// use pgn_chess::{Bitboard, Square};
    /// assert!(Bitboard::LIGHT.contains(Square::E4));
    /// ```
    pub const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);

    /// The set of one square.
    ///
    /// ```
    /// use pgn_chess::{Bitboard, Square};
    /// assert_eq!(Bitboard::from_square(Square::E4).len(), 1);
    /// ```
    pub const fn from_square(square: Square) -> Bitboard {
        Bitboard(1 << (square.index() & 63))
    }

    /// All squares of a file.
    ///
    /// ```
    /// use pgn_chess::{Bitboard, File, Square};
    /// assert!(Bitboard::from_file(File::H).contains(Square::H5));
    /// ```
    pub const fn from_file(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file.index())
    }

    /// All squares of a rank.
    ///
    /// ```
    /// use pgn_chess::{Bitboard, Rank, Square};
    /// assert!(Bitboard::from_rank(Rank::FIRST).contains(Square::E1));
    /// ```
    pub const fn from_rank(rank: Rank) -> Bitboard {
        Bitboard(0xff << (8 * rank.index()))
    }

    /// True if no square is in the set.
    ///
    /// ```
    /// use pgn_chess::{Bitboard, Square};
    /// assert!(Bitboard::EMPTY.is_empty() && !Bitboard::ALL.is_empty());
    /// ```
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if the square is in the set.
    ///
    /// ```
    /// use pgn_chess::{Bitboard, Square};
    /// assert!(Bitboard::from_square(Square::E4).contains(Square::E4));
    /// ```
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> (square.index() & 63) & 1 != 0
    }

    /// True if the sets share a square.
    ///
    /// ```
    /// use pgn_chess::{Bitboard, Square};
    /// assert!(Bitboard::LIGHT.intersects(Square::E4.into()));
    /// ```
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// Number of squares in the set, 0 to 64.
    ///
    /// ```
    /// use pgn_chess::{Bitboard, Square};
    /// assert_eq!(Bitboard::LIGHT.len(), 32);
    /// ```
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True if two or more squares are in the set.
    ///
    /// ```
    /// use pgn_chess::{Bitboard, Square};
    /// assert!(Bitboard::ALL.has_many() && !Bitboard::EMPTY.has_many());
    /// ```
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The square with the lowest index.
    ///
    /// ```
    /// use pgn_chess::{Bitboard, Square};
    /// assert_eq!(Bitboard::ALL.first(), Some(Square::A1));
    /// ```
    #[inline]
    pub const fn first(self) -> Option<Square> {
        // Counting in a word that is known not to be zero is one instruction.
        match NonZeroU64::new(self.0) {
            Some(squares) => Some(Square::wrap(squares.trailing_zeros() as u8)),
            None => None,
        }
    }

    /// The only square of the set, if there is exactly one.
    ///
    /// ```
    /// use pgn_chess::{Bitboard, Square};
    /// assert_eq!(Bitboard::from_square(Square::E4).single(), Some(Square::E4));
    /// assert_eq!(Bitboard::ALL.single(), None);
    /// ```
    pub const fn single(self) -> Option<Square> {
        if self.has_many() { None } else { self.first() }
    }

    /// Shifted by whole squares, positive towards h8; the caller masks bits that wrap around.
    pub(crate) const fn shifted(self, by: i8) -> Bitboard {
        if by >= 0 { Bitboard(self.0 << by as u32) } else { Bitboard(self.0 >> by.unsigned_abs()) }
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first();
        self.0 &= self.0.wrapping_sub(1);
        square
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Bitboard {
        Bitboard::from_square(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square.into())
    }
}

macro_rules! operators {
    ($($op:ident $method:ident $assign:ident $assign_method:ident $sign:tt;)*) => {$(
        impl $op for Bitboard {
            type Output = Bitboard;
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0 $sign other.0)
            }
        }
        impl $assign for Bitboard {
            fn $assign_method(&mut self, other: Bitboard) {
                *self = *self $sign other;
            }
        }
    )*};
}

operators! {
    BitAnd bitand BitAndAssign bitand_assign &;
    BitOr bitor BitOrAssign bitor_assign |;
    BitXor bitxor BitXorAssign bitxor_assign ^;
}

impl Not for Bitboard {
    type Output = Bitboard;
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    /// The squares, `{e4, d5}` style.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
