//! The parts of a position of a variant that are not on the board.

use std::fmt;

use pgn_chess::{Color, Pocket, Role, Setup, Variant};

/// The variant of a position, with the pockets of Crazyhouse and the checks of Three-check.
///
/// It prints itself as sentences.
///
/// ```
/// use pgnkit::chess::{Variant, fen};
/// use pgnkit::diagram::Diagram;
///
/// let fen = b"4k3/8/8/8/8/8/8/4K3[QPP] w - - 0 1";
/// let (position, _) = fen::parse_as(fen, fen::Mode::Lax, Variant::Crazyhouse)?;
/// let state = Diagram::of(&position).variant.expect("a variant");
/// let words = "Crazyhouse. White can drop: queen, 2 pawns. Black can drop: nothing.";
/// assert_eq!(state.to_string(), words);
/// # Ok::<(), pgnkit::chess::fen::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct VariantState {
    /// The variant.
    pub variant: Variant,
    /// The pieces that White and Black can drop; only in Crazyhouse.
    pub pockets: [Pocket; 2],
    /// The numbers of checks that White and Black have given; only in Three-check.
    pub checks: [u8; 2],
}

impl VariantState {
    /// The state of a position; `None` for ordinary chess.
    #[must_use]
    pub fn of(setup: &Setup) -> Option<VariantState> {
        let Setup { variant, pockets, checks, .. } = *setup;
        (variant != Variant::Standard).then_some(VariantState { variant, pockets, checks })
    }

    /// The sentences: the name of the variant, and what is special about the position. `piece`
    /// names a number of pieces.
    #[must_use]
    pub fn sentences(&self, piece: impl Fn(Role, u32) -> String) -> Vec<String> {
        let mut sentences = vec![format!("{}.", self.variant.name())];
        if self.variant.has_pockets() {
            sentences.extend(Color::ALL.map(|color| {
                let pocket = self.pockets[color.index()];
                let held = Pocket::ROLES.into_iter().filter(|role| pocket.count(*role) > 0);
                let held: Vec<String> = held.map(|role| piece(role, pocket.count(role))).collect();
                let held = if held.is_empty() { "nothing".to_owned() } else { held.join(", ") };
                format!("{} can drop: {held}.", color_name(color))
            }));
        }
        if self.variant.counts_checks() {
            let [white, black] = self.checks;
            sentences.push(format!("Checks given: White {white} of 3, Black {black} of 3."));
        }
        sentences
    }

    /// The same with the English names.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        self.sentences(|role, n| match n {
            1 => role.to_string(),
            n => format!("{n} {role}s"),
        })
    }
}

impl fmt::Display for VariantState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().join(" "))
    }
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
