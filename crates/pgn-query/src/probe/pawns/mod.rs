//! Pawns: how they are to each other and to those of the enemy.
//!
//! Start at [`Pawns::holds`].

mod feature;
mod named;
mod parse;

use pgnkit::chess::{Bitboard, Color, Position, Role};

use super::compare::Compare;
use super::reach::Reach;
use super::test::Turn;
use super::zone;
use feature::Feature;
use named::Named;

pub use named::{NAMED, NamedStructure};
pub(super) use parse::parse;

/// All of this must be so.
#[derive(Clone, Debug)]
pub(super) struct Pawns {
    clauses: Vec<Clause>,
}

/// Something about the pawns of one side, or of either.
#[derive(Clone, Debug)]
struct Clause {
    what: PawnFeature,
    /// The color of the pawns; without one, either side.
    color: Option<Color>,
    is_not: bool,
}

#[derive(Clone, Debug)]
enum PawnFeature {
    /// The number of such pawns on these squares.
    Feature(Feature, Bitboard, Compare),
    /// The pawns are on these files, and on no others.
    Files(u8),
    /// A structure with a name.
    Named(Named),
    /// White's and Black's pawns are here, and nowhere else.
    Placement([Bitboard; 2]),
}

/// The pawns of both sides, from the point of view of the tested side: its own first, moving up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sides {
    own: u64,
    enemy: u64,
}

impl Sides {
    fn of(position: &Position, color: Color) -> Sides {
        let pawns = |color| position.board().by_piece(color, Role::Pawn).0;
        let (own, enemy) = (pawns(color), pawns(color.other()));
        match color {
            Color::White => Sides { own, enemy },
            // Ranks are bytes: turned round, Black's pawns go up.
            Color::Black => Sides { own: own.swap_bytes(), enemy: enemy.swap_bytes() },
        }
    }
}

impl Pawns {
    pub(super) fn holds(&self, position: &Position) -> bool {
        self.clauses.iter().all(|clause| clause.holds(position))
    }

    pub(super) fn turned(&self, turn: Turn) -> Pawns {
        Pawns { clauses: self.clauses.iter().map(|clause| clause.turned(turn)).collect() }
    }

    /// The pawns that must be there.
    pub(super) fn reach(&self) -> Reach {
        self.clauses.iter().fold(Reach::default(), |all, clause| all.and(&clause.reach()))
    }
}

impl Clause {
    fn holds(&self, position: &Position) -> bool {
        let holds = match self.color {
            Some(color) => self.what.holds(position, color),
            None => Color::ALL.into_iter().any(|color| self.what.holds(position, color)),
        };
        holds != self.is_not
    }

    fn turned(&self, turn: Turn) -> Clause {
        let color = self.color.map(|color| turn.of_color(color));
        Clause { what: self.what.turned(turn), color, is_not: self.is_not }
    }

    fn reach(&self) -> Reach {
        let mut reach = Reach::default();
        if self.is_not {
            return reach;
        }
        if let PawnFeature::Placement(sides) = &self.what {
            for (color, pawns) in Color::ALL.into_iter().zip(sides) {
                pawns.for_each(|square| reach.add_pawn(color, square));
            }
        }
        if let (Some(color), PawnFeature::Named(named)) = (self.color, &self.what) {
            named.add_to(color, &mut reach);
        }
        reach
    }
}

impl PawnFeature {
    fn holds(&self, position: &Position, color: Color) -> bool {
        let sides = Sides::of(position, color);
        match self {
            PawnFeature::Feature(feature, on, n) => {
                let on = match color {
                    Color::White => on.0,
                    Color::Black => on.0.swap_bytes(),
                };
                n.holds(feature.count(sides, on))
            }
            PawnFeature::Files(files) => feature::files(sides.own) == *files,
            PawnFeature::Named(named) => named.holds(sides),
            PawnFeature::Placement([white, black]) => {
                let pawns = |color| position.board().by_piece(color, Role::Pawn);
                pawns(Color::White) == *white && pawns(Color::Black) == *black
            }
        }
    }

    fn turned(&self, turn: Turn) -> PawnFeature {
        match self {
            PawnFeature::Feature(feature, on, n) => {
                PawnFeature::Feature(*feature, zone::turned(*on, turn), *n)
            }
            PawnFeature::Files(files) => PawnFeature::Files(match turn {
                Turn::Colors => *files,
                Turn::Wings => files.reverse_bits(),
            }),
            PawnFeature::Named(named) => PawnFeature::Named(named.turned(turn)),
            PawnFeature::Placement([white, black]) => {
                let (white, black) = (zone::turned(*white, turn), zone::turned(*black, turn));
                PawnFeature::Placement(match turn {
                    Turn::Colors => [black, white],
                    Turn::Wings => [white, black],
                })
            }
        }
    }
}
