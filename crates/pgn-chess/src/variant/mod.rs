//! The variants of chess: their names, start positions and features.
//!
//! Decisions: D-60.
//! Start at [`Variant`]; `rules` has the rules of each.

mod extras;
mod pocket;

use crate::piece::ParseNameError;
use crate::text_by_name::text_by_name;

pub(crate) use extras::Extras;
pub use pocket::Pocket;

/// The squares from which kings and rooks may castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CastlingFrom {
    /// King on the e file, rooks in the corners.
    Home,
    /// Any squares of the first rank.
    Anywhere,
    /// No castling.
    Nowhere,
}

/// The names and features of a variant. Everything that is not here is in its `Rules`.
pub(crate) struct VariantRow {
    /// As servers write it in the Variant tag. Python's class is this without spaces, `…Board`.
    name: &'static str,
    /// Other accepted names: lower case, letters and digits only.
    aliases: &'static [&'static str],
    /// The value of the option `UCI_Variant`, and of `uci_variant` in Python.
    uci: &'static str,
    /// The word after `variant` in the protocol of XBoard.
    xboard: &'static str,
    /// The FEN of the first position.
    array: &'static str,
    /// Games do not begin with the usual position, so that they need a FEN.
    needs_fen: bool,
    pub(crate) castling: CastlingFrom,
    /// In coordinates the king always takes its rook.
    castles_by_rook: bool,
    /// Captured pieces go to the pocket.
    pub(crate) has_pockets: bool,
    /// Checks are counted.
    pub(crate) counts_checks: bool,
    /// A capture blows up the pieces around it.
    pub(crate) explodes: bool,
    /// Captures are mandatory, and kings are ordinary pieces that are never in check.
    loses: bool,
    /// Moves may not give check.
    pub(crate) forbids_checks: bool,
}

/// Ordinary chess, from which the rows of the others differ.
const STANDARD: VariantRow = VariantRow {
    name: "Standard",
    aliases: &[
        "standard",
        "fromposition",
        "chess",
        "classical",
        "normal",
        "regular",
        "standardchess",
    ],
    uci: "chess",
    xboard: "normal",
    array: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    needs_fen: false,
    castling: CastlingFrom::Home,
    castles_by_rook: false,
    has_pockets: false,
    counts_checks: false,
    explodes: false,
    loses: false,
    forbids_checks: false,
};

/// Declares [`Variant`], its values, and the row of each.
macro_rules! variants {
    (
        $(#[$attribute:meta])*
        pub enum Variant { $($(#[$about:meta])* $variant:ident { $($row:tt)* })* }
    ) => {
        $(#[$attribute])*
        pub enum Variant {
            $($(#[$about])* $variant,)*
        }

        impl Variant {
            /// All supported variants.
            pub const ALL: [Variant; [$(Variant::$variant),*].len()] = [$(Variant::$variant),*];

            pub(crate) const fn row(self) -> &'static VariantRow {
                match self {
                    $(Variant::$variant => const { &VariantRow { $($row)* } },)*
                }
            }
        }
    };
}

variants! {
    /// A variant of chess: one enum with a table of names and features.
    ///
    /// ```
    /// use pgn_chess::Variant;
    /// let hill = Variant::from_name("kingOfTheHill").expect("a variant");
    /// assert_eq!((hill, hill.name()), (Variant::KingOfTheHill, "King of the Hill"));
    /// assert_eq!("Atomic".parse(), Ok(Variant::Atomic));
    /// assert!(hill.has_usual_array() && !hill.is_orthodox() && !hill.is_losing_chess());
    /// assert!(Variant::Chess960.castles_by_rook());
    /// assert!(Variant::ALL.iter().all(|variant| variant.start_fen().contains(" w ")));
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    #[repr(u8)]
    #[non_exhaustive]
    pub enum Variant {
        /// Ordinary chess.
        #[default]
        Standard { ..STANDARD }

        /// Chess960: the king and rooks may start anywhere on the first rank, with the king between
        /// the rooks.
        Chess960 {
            name: "Chess960",
            aliases: &[
                "chess960",
                "960",
                "fischerandom",
                "fischerrandom",
                "fischerandomchess",
                "fischerrandomchess",
                "chess960fischerandom",
                "freestyle",
                "freestylechess",
                "frc",
                "wildfr",
                "chess9lx",
            ],
            xboard: "fischerandom",
            needs_fen: true,
            castling: CastlingFrom::Anywhere,
            castles_by_rook: true,
            ..STANDARD
        }

        /// Captured pieces change sides and can be dropped again.
        Crazyhouse {
            name: "Crazyhouse",
            aliases: &["crazyhouse", "zh", "house", "crazyhousechess"],
            uci: "crazyhouse",
            xboard: "crazyhouse",
            array: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
            castling: CastlingFrom::Anywhere,
            has_pockets: true,
            ..STANDARD
        }

        /// A capture blows up all pieces around it except pawns; the side that blows up the enemy
        /// king wins.
        Atomic {
            name: "Atomic",
            aliases: &["atomic", "atomicchess", "atom"],
            uci: "atomic",
            xboard: "atomic",
            castling: CastlingFrom::Anywhere,
            explodes: true,
            ..STANDARD
        }

        /// Captures are mandatory, kings are ordinary pieces, and a side without a legal move wins.
        Antichess {
            name: "Antichess",
            aliases: &["antichess", "anti", "giveaway", "giveawaychess"],
            uci: "antichess",
            xboard: "antichess",
            array: WITHOUT_CASTLING,
            castling: CastlingFrom::Nowhere,
            loses: true,
            ..STANDARD
        }

        /// A king on one of the four center squares wins.
        KingOfTheHill {
            name: "King of the Hill",
            aliases: &["kingofthehill", "koth", "kinghill", "hill"],
            uci: "kingofthehill",
            xboard: "kingofthehill",
            castling: CastlingFrom::Anywhere,
            ..STANDARD
        }

        /// The third check wins.
        ThreeCheck {
            name: "Three-check",
            aliases: &[
                "threecheck",
                "3check",
                "threecheckchess",
                "3checkchess",
                "3checks",
                "threechecks",
            ],
            uci: "3check",
            xboard: "3check",
            array: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
            castling: CastlingFrom::Anywhere,
            counts_checks: true,
            ..STANDARD
        }

        /// Thirty-six white pawns without a king against the usual black army.
        Horde {
            name: "Horde",
            aliases: &["horde", "hordechess"],
            uci: "horde",
            xboard: "horde",
            array: "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
            needs_fen: true,
            castling: CastlingFrom::Anywhere,
            ..STANDARD
        }

        /// The first king on the eighth rank wins; moves may not give check.
        RacingKings {
            name: "Racing Kings",
            aliases: &["racingkings", "racing", "race", "racingchess"],
            uci: "racingkings",
            xboard: "racingkings",
            array: "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
            needs_fen: true,
            castling: CastlingFrom::Nowhere,
            forbids_checks: true,
            ..STANDARD
        }

        /// Like Antichess, but if a side has no legal move, the side with fewer pieces wins.
        Suicide {
            name: "Suicide",
            aliases: &["suicide", "suicidechess"],
            uci: "suicide",
            xboard: "suicide",
            array: WITHOUT_CASTLING,
            castling: CastlingFrom::Nowhere,
            loses: true,
            ..STANDARD
        }
    }
}

const WITHOUT_CASTLING: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";

impl Variant {
    /// The usual name, as servers write it in the Variant tag: `Standard`, `Chess960`,
    /// `King of the Hill`.
    ///
    /// ```
    /// use pgn_chess::Variant;
    /// assert_eq!(Variant::KingOfTheHill.name(), "King of the Hill");
    /// ```
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The variant with this name, in the spellings of servers and programs; case, spaces and
    /// punctuation do not matter. `From Position` is ordinary chess.
    ///
    /// ```
    /// use pgn_chess::Variant;
    /// assert_eq!(Variant::from_name("fischerandom"), Some(Variant::Chess960));
    /// ```
    pub fn from_name(name: &str) -> Option<Variant> {
        // No alias is as long.
        let mut buffer = [0; 32];
        let mut len = 0;
        for byte in name.bytes().filter(|byte| byte.is_ascii_alphanumeric() || *byte >= 0x80) {
            *buffer.get_mut(len)? = byte.to_ascii_lowercase();
            len += 1;
        }
        let wanted = &buffer[..len];
        let is_wanted = |alias: &&str| alias.as_bytes() == wanted;
        Variant::ALL.into_iter().find(|variant| variant.row().aliases.iter().any(is_wanted))
    }

    /// The FEN of the start position of this variant; for Chess960, position 518, which is the
    /// usual one.
    ///
    /// ```
    /// use pgn_chess::Variant;
    /// assert!(Variant::Horde.start_fen().ends_with(" w kq - 0 1"));
    /// ```
    pub const fn start_fen(self) -> &'static str {
        self.row().array
    }

    /// True if games of this variant begin with the usual start position, so that no FEN is needed.
    pub fn has_usual_array(self) -> bool {
        !self.row().needs_fen
    }

    /// The value of the UCI option `UCI_Variant`; `chess` for ordinary chess and Chess960.
    #[doc(hidden)]
    pub const fn uci_name(self) -> &'static str {
        self.row().uci
    }

    /// The name in the protocol of XBoard; `normal` for ordinary chess.
    #[doc(hidden)]
    pub const fn xboard_name(self) -> &'static str {
        self.row().xboard
    }

    /// True if captured pieces can be dropped again: in Crazyhouse.
    #[doc(hidden)]
    pub const fn has_pockets(self) -> bool {
        self.row().has_pockets
    }

    /// True if the number of checks decides: in Three-check.
    #[doc(hidden)]
    pub const fn counts_checks(self) -> bool {
        self.row().counts_checks
    }

    /// True if a capture may remove several pieces: in Atomic.
    #[doc(hidden)]
    pub const fn explodes(self) -> bool {
        self.row().explodes
    }

    /// True if UCI always writes castling as the king taking its rook: in Chess960.
    pub const fn castles_by_rook(self) -> bool {
        self.row().castles_by_rook
    }

    /// True for Antichess and Suicide, where captures are mandatory and kings are ordinary pieces.
    #[inline]
    pub const fn is_losing_chess(self) -> bool {
        self.row().loses
    }

    /// True for ordinary chess and Chess960, which have the same rules.
    #[inline(always)]
    pub const fn is_orthodox(self) -> bool {
        self as u8 <= Variant::Chess960 as u8
    }
}

text_by_name! {
    Variant, ParseNameError = ParseNameError { expected: "a variant such as Chess960" };
}

#[cfg(test)]
mod tests {
    use std::format;

    use super::*;

    #[test]
    fn every_alias_is_a_name() {
        for variant in Variant::ALL {
            for alias in variant.row().aliases {
                let spelled = format!(" {}-", alias.to_ascii_uppercase());
                assert_eq!(Variant::from_name(&spelled), Some(variant), "{alias}");
            }
        }
        assert_eq!(Variant::from_name(&"standard".repeat(9)), None);
        assert_eq!(Variant::from_name(""), None);
    }
}
