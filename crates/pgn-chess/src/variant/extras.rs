//! The additional state of a position in a variant.
//!
//! Standard: §19. Decisions: D-52, D-60.

use super::pocket::Pocket;
use crate::bitboard::Bitboard;
use crate::piece::{Color, Role};

/// Pockets, promoted pieces, checks given; all empty where the variant has none. 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Extras {
    /// Pieces that were pawns, and become pawns again when they are captured.
    pub(crate) promoted: Bitboard,
    /// By color: the pocket, and above its 30 bits how often the color has given check.
    hands: [u32; 2],
}

impl Extras {
    /// The checks that win.
    pub(crate) const CHECKS: u8 = 3;

    pub(crate) const NONE: Extras = Extras { promoted: Bitboard::EMPTY, hands: [0; 2] };

    pub(crate) fn new(promoted: Bitboard, pockets: [Pocket; 2], checks: [u8; 2]) -> Extras {
        let mut extras = Extras { promoted, ..Extras::NONE };
        for color in Color::ALL {
            extras.set_pocket(color, pockets[color.index()]);
            extras.set_checks(color, checks[color.index()]);
        }
        extras
    }

    pub(crate) const fn pocket(&self, color: Color) -> Pocket {
        Pocket::from_bits(self.hands[color.index()])
    }

    pub(crate) fn set_pocket(&mut self, color: Color, pocket: Pocket) {
        let hand = &mut self.hands[color.index()];
        *hand = *hand & !Pocket::BITS | pocket.bits();
    }

    /// How often a color has given check, 0 to 3.
    pub(crate) const fn checks(&self, color: Color) -> u8 {
        (self.hands[color.index()] >> Pocket::BITS.count_ones()) as u8
    }

    pub(crate) fn set_checks(&mut self, color: Color, checks: u8) {
        let checks = u32::from(checks.min(Extras::CHECKS)) << Pocket::BITS.count_ones();
        self.hands[color.index()] = self.pocket(color).bits() | checks;
    }

    /// How many checks a color still has to give.
    pub(crate) const fn checks_left(&self, color: Color) -> u8 {
        Extras::CHECKS.saturating_sub(self.checks(color))
    }

    /// Their part of the key of a position; zero for [`Extras::NONE`], so that ordinary positions
    /// keep their usual keys.
    pub(crate) fn key(&self) -> u64 {
        if *self == Extras::NONE {
            return 0;
        }
        let mut key = self.promoted.fold(0, |key, square| key ^ constant(PROMOTED, square.index()));
        for color in Color::ALL {
            let side = color.index() as u64 * SIDE;
            for role in Role::ALL {
                let count = self.pocket(color).count(role) as u8;
                if role != Role::King && count > 0 {
                    key ^= constant(POCKETS + side + role as u64 * ROLE, count);
                }
            }
            let checks = self.checks(color);
            if checks > 0 {
                key ^= constant(CHECKS + side, checks);
            }
        }
        key
    }
}

// Where each kind of constant begins: no two meet.
const PROMOTED: u64 = 0;
const CHECKS: u64 = 1 << 8;
const POCKETS: u64 = 1 << 16;
const SIDE: u64 = 1 << 24;
const ROLE: u64 = 1 << 8;

/// The constant with this number: the numbers in a row through the mixer of SplitMix64.
const fn constant(group: u64, n: u8) -> u64 {
    let mut mixed = (group + n as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
