//! Names of chess variants as the Variant tag spells them.
//!
//! Owns: which spellings mean the same. Knows nothing of: rules.
//! Standard: none; the tag is younger. Decisions: D-60.
//! Start at [`VariantName::of`].

/// The variant that a Variant value names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariantName {
    /// Ordinary chess, also the empty value.
    Standard,
    /// Ordinary chess that starts from the position in the FEN tag.
    FromPosition,
    /// Fischer random chess.
    Chess960,
    /// Captured men are dropped again.
    Crazyhouse,
    /// Captures explode.
    Atomic,
    /// Losing all men wins, capturing is a duty.
    Antichess,
    /// A king in the centre wins.
    KingOfTheHill,
    /// The third check wins.
    ThreeCheck,
    /// A crowd of white pawns.
    Horde,
    /// The first king on the eighth rank wins.
    RacingKings,
    /// A name not in this list: the game is syntax only.
    Other,
}

/// Names in lower case, without spaces, hyphens and underscores; the first is the usual one.
const NAMES: [(VariantName, &[&str]); 10] = [
    (
        VariantName::Standard,
        &["standard", "", "chess", "classical", "normal", "?", "standardchess"],
    ),
    (VariantName::FromPosition, &["fromposition"]),
    (
        VariantName::Chess960,
        &[
            "chess960",
            "960",
            "fischerandom",
            "fischerrandom",
            "fischerandomchess",
            "fischerrandomchess",
            "chess960/fischerandom",
            "frc",
        ],
    ),
    (VariantName::Crazyhouse, &["crazyhouse"]),
    (VariantName::Atomic, &["atomic", "atomicchess"]),
    (VariantName::Antichess, &["antichess"]),
    (VariantName::KingOfTheHill, &["kingofthehill", "koth"]),
    (VariantName::ThreeCheck, &["threecheck", "3check"]),
    (VariantName::Horde, &["horde", "hordechess"]),
    (VariantName::RacingKings, &["racingkings"]),
];

impl VariantName {
    /// The variant that a value names; letter case, spaces, hyphens and underscores count for
    /// nothing.
    #[must_use]
    pub fn of(value: &str) -> VariantName {
        let is_name = |name: &&str| {
            let letters = value.chars().filter(|letter| !matches!(letter, ' ' | '-' | '_'));
            letters.map(|letter| letter.to_ascii_lowercase()).eq(name.chars())
        };
        NAMES
            .iter()
            .find(|(_, names)| names.iter().any(is_name))
            .map_or(VariantName::Other, |&(variant, _)| variant)
    }

    /// The usual spelling in a Variant tag; empty for [`Other`](VariantName::Other).
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            VariantName::Standard => "Standard",
            VariantName::FromPosition => "From Position",
            VariantName::Chess960 => "Chess960",
            VariantName::Crazyhouse => "Crazyhouse",
            VariantName::Atomic => "Atomic",
            VariantName::Antichess => "Antichess",
            VariantName::KingOfTheHill => "King of the Hill",
            VariantName::ThreeCheck => "Three-check",
            VariantName::Horde => "Horde",
            VariantName::RacingKings => "Racing Kings",
            VariantName::Other => "",
        }
    }

    /// True if the rules are those of ordinary chess.
    #[must_use]
    pub const fn is_ordinary(self) -> bool {
        matches!(self, VariantName::Standard | VariantName::FromPosition)
    }
}
