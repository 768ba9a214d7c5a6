//! The pieces in a pocket.
//!
//! Decisions: D-60.

use core::fmt;

use crate::piece::Role;

/// The pieces that a side may drop: the number of each role except the king, in 30 bits.
///
/// ```
/// use pgn_chess::{Pocket, Role};
/// let mut pocket = Pocket::EMPTY;
/// pocket.add(Role::Pawn);
/// pocket.add(Role::Queen);
/// assert_eq!((pocket.len(), pocket.count(Role::Pawn)), (2, 1));
/// assert!(pocket.roles().eq([Role::Queen, Role::Pawn]));
/// pocket.remove(Role::Pawn);
/// assert!(!pocket.is_empty() && pocket.len() <= Pocket::PIECES_MAX);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pocket(u32);

/// Bits of one count.
const WIDTH: u32 = 6;

impl Pocket {
    /// The empty pocket.
    ///
    /// ```
    /// use pgn_chess::Pocket;
    /// assert!(Pocket::EMPTY.is_empty());
    /// ```
    pub const EMPTY: Pocket = Pocket(0);

    /// The roles in a pocket, in the order in which they are written: Q R B N P.
    pub const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

    /// The maximum number of pieces in a pocket; moves only exchange them with those on the board.
    pub const PIECES_MAX: u32 = 32;

    const COUNT_MAX: u32 = (1 << WIDTH) - 1;

    /// The bits of all counts.
    pub(super) const BITS: u32 = (1 << (5 * WIDTH)) - 1;

    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    /// The pocket in the bits of [`Pocket::BITS`].
    pub(super) const fn from_bits(bits: u32) -> Pocket {
        Pocket(bits & Pocket::BITS)
    }

    const fn shift(role: Role) -> u32 {
        role as u32 * WIDTH
    }

    /// The number of pieces of a role; 0 for the king.
    pub const fn count(self, role: Role) -> u32 {
        self.0.unbounded_shr(Pocket::shift(role)) & Pocket::COUNT_MAX
    }

    /// True if the pocket is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of pieces.
    pub fn len(self) -> u32 {
        Pocket::ROLES.iter().map(|role| self.count(*role)).sum()
    }

    /// Adds a piece; ignores kings and a 64th piece.
    ///
    /// ```
    /// use pgn_chess::{Pocket, Role};
    /// let mut pocket = Pocket::EMPTY;
    /// pocket.add(Role::Knight);
    /// assert_eq!((pocket.count(Role::Knight), pocket.len()), (1, 1));
    /// ```
    pub fn add(&mut self, role: Role) {
        if role != Role::King && self.count(role) < Pocket::COUNT_MAX {
            self.0 += 1 << Pocket::shift(role);
        }
    }

    /// Removes a piece of a role, if there is one.
    pub fn remove(&mut self, role: Role) {
        if self.count(role) > 0 {
            self.0 -= 1 << Pocket::shift(role);
        }
    }

    /// Each piece in the pocket, in the order in which they are written.
    ///
    /// ```
    /// use pgn_chess::{Pocket, Role};
    /// let mut pocket = Pocket::EMPTY;
    /// [Role::Queen, Role::Pawn].map(|role| pocket.add(role));
    /// assert_eq!(pocket.roles().count(), 2);
    /// ```
    pub fn roles(self) -> impl Iterator<Item = Role> {
        Pocket::ROLES
            .into_iter()
            .flat_map(move |role| core::iter::repeat_n(role, self.count(role) as usize))
    }
}

impl fmt::Debug for Pocket {
    /// The letters: `QNNP`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.roles().try_for_each(|role| write!(f, "{}", role.to_char()))
    }
}
