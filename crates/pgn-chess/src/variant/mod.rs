//! The kinds of chess, and how each differs from the ordinary one.
//! Owns: [`Variant`], its names, its table of differences. Knows nothing of: the Variant tag.
//! Standard: none. Decisions: D-60.
//! Start at [`Variant`].

#[cfg(test)]
mod tests;

use core::fmt;

use crate::piece::Role;

/// The rules of a kind of chess: one enum with a table of differences.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Variant {
    /// Ordinary chess.
    #[default]
    Standard,
    /// Chess960: kings and rooks may start anywhere on the first rank, the king between.
    Chess960,
}

/// What a variant changes. Everything that is not here is as in ordinary chess.
struct Differences {
    name: &'static str,
    /// Other accepted names: lower case, letters and digits only.
    aliases: &'static [&'static str],
    /// Castling is written by the rook (FEN file letters, UCI king takes rook).
    castles_by_rook: bool,
}

const STANDARD: Differences = Differences {
    name: "Standard",
    aliases: &["standard", "fromposition", "chess", "normal"],
    castles_by_rook: false,
};

const CHESS960: Differences = Differences {
    name: "Chess960",
    aliases: &["chess960", "fischerandom", "fischerrandom", "960", "frc", "chess9lx"],
    castles_by_rook: true,
};

impl Variant {
    /// All variants whose rules are known here.
    pub const ALL: [Variant; 2] = [Variant::Standard, Variant::Chess960];

    const fn differences(self) -> &'static Differences {
        match self {
            Variant::Standard => &STANDARD,
            Variant::Chess960 => &CHESS960,
        }
    }

    /// The usual name: `Standard`, `Chess960`.
    pub const fn name(self) -> &'static str {
        self.differences().name
    }

    /// The variant of a name; case, spaces and punctuation don't matter.
    pub fn from_name(name: &str) -> Option<Variant> {
        let wanted =
            || name.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| byte.to_ascii_lowercase());
        Variant::ALL.into_iter().find(|variant| {
            variant.differences().aliases.iter().any(|alias| alias.bytes().eq(wanted()))
        })
    }

    /// True if castling is written by the rook in UCI, and kings and rooks may castle from
    /// other squares than e, a and h.
    pub const fn castles_by_rook(self) -> bool {
        self.differences().castles_by_rook
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The back rank of a Chess960 start array, by the usual numbering 0 to 959.
///
/// The number is peeled apart: light-square bishop, dark-square bishop, queen among the six free
/// squares, knights among the five left, then rook, king, rook.
pub(crate) fn chess960_back_rank(number: u16) -> Option<[Role; 8]> {
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    if number >= 960 {
        return None;
    }
    let number = usize::from(number);
    let mut rank = [None; 8];
    rank[number % 4 * 2 + 1] = Some(Role::Bishop);
    rank[number / 4 % 4 * 2] = Some(Role::Bishop);
    let place = |rank: &mut [Option<Role>; 8], nth: usize, role: Role| {
        if let Some(slot) = rank.iter_mut().filter(|slot| slot.is_none()).nth(nth) {
            *slot = Some(role);
        }
    };
    place(&mut rank, number / 16 % 6, Role::Queen);
    let (one, other) = KNIGHTS[number / 96];
    place(&mut rank, other, Role::Knight);
    place(&mut rank, one, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        place(&mut rank, 0, role);
    }
    Some(rank.map(|slot| slot.unwrap_or(Role::Rook)))
}
