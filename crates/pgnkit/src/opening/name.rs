//! The name of an opening, and its parts.
//!
//! ```text
//! Sicilian Defense: Najdorf Variation, English Attack, Anti-English
//! └─ opening ────┘  └─ variation ───┘  └─ subvariation ───────────┘
//! ```
//!
//! Standard: §9.3.

use std::fmt;

/// The name of an opening.
///
/// The part before the first `: ` is the opening, the part after it up to
/// the first `, ` the variation, and the rest the subvariation. A name without `: ` is an opening,
/// including its commas.
///
/// ```
/// use pgnkit::opening::Name;
/// let name = Name::new("Sicilian Defense: Najdorf Variation, English Attack");
/// assert_eq!(name.opening(), "Sicilian Defense");
/// assert_eq!(name.variation(), Some("Najdorf Variation"));
/// assert_eq!(name.sub_variation(), Some("English Attack"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name<'t> {
    whole: &'t str,
    cuts: Cuts,
}

/// The ends of the first two parts, in bytes; the length of the name if there is no further part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Cuts {
    pub(super) opening: u32,
    pub(super) variation: u32,
}

impl Cuts {
    /// Those of a name in one piece.
    pub(super) fn of(whole: &str) -> Cuts {
        let len = whole.len();
        let opening = whole.find(": ").unwrap_or(len);
        let from = (opening + 2).min(len);
        let variation = whole[from..].find(", ").map_or(len, |at| from + at);
        Cuts { opening: opening as u32, variation: variation as u32 }
    }
}

impl<'t> Name<'t> {
    /// A name from its full text.
    #[must_use]
    pub fn new(whole: &'t str) -> Name<'t> {
        Name { whole, cuts: Cuts::of(whole) }
    }

    pub(super) fn cut(whole: &'t str, cuts: Cuts) -> Name<'t> {
        Name { whole, cuts }
    }

    /// The whole name.
    ///
    /// ```
    /// # use pgnkit::opening::Name;
    /// assert_eq!(Name::new("Sicilian Defense").as_str(), "Sicilian Defense");
    /// ```
    #[must_use]
    pub fn as_str(self) -> &'t str {
        self.whole
    }

    /// The first part, for the tag Opening.
    #[must_use]
    pub fn opening(self) -> &'t str {
        self.part(0, self.cuts.opening)
    }

    /// The second part, for the tag Variation.
    #[must_use]
    pub fn variation(self) -> Option<&'t str> {
        let from = self.cuts.opening + 2;
        (self.has(from)).then(|| self.part(from, self.cuts.variation))
    }

    /// The third part, for the tag SubVariation.
    #[must_use]
    pub fn sub_variation(self) -> Option<&'t str> {
        let from = self.cuts.variation + 2;
        (self.has(from)).then(|| self.part(from, self.whole.len() as u32))
    }

    fn has(self, from: u32) -> bool {
        (from as usize) < self.whole.len()
    }

    fn part(self, from: u32, to: u32) -> &'t str {
        self.whole.get(from as usize..to as usize).unwrap_or_default()
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.whole)
    }
}
