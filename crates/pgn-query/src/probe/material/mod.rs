//! The pieces on the board: how many of which, against how many of the other side, and in sum
//! (§8.2.3.2 for the letters).
//!
//! Start at [`Material::holds`].

mod parse;

use pgnkit::chess::{Bitboard, Color, Position, Role};

use super::compare::Compare;
use super::reach::Reach;

pub(super) use parse::parse;

/// All of this must be so.
#[derive(Clone, Debug)]
pub(super) struct Material {
    clauses: Vec<Clause>,
    /// Roles that each color must not have: the first test, which most positions fail.
    absent: [Vec<Role>; 2],
}

#[derive(Clone, Debug)]
enum Clause {
    /// The pieces of both sides, White's first; a piece without a slot must be absent. Kings don't
    /// count.
    Sides([Vec<Slot>; 2]),
    /// A sum, compared.
    Sum(Sum, Compare),
    /// Each side has one bishop, and they are on squares of unlike colors.
    OppositeBishops,
    /// Each side has one bishop, and they are on squares of one color.
    SameBishops,
}

#[derive(Clone, Debug)]
struct Slot {
    kind: RoleKind,
    count: Compare,
    /// How many more than the other side has.
    relation: Option<Compare>,
}

/// A role, or both minor pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RoleKind {
    Role(Role),
    Minor,
}

/// The quantity that is summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sum {
    /// Pieces of both sides, or of one, kings included.
    PieceSet(Option<Color>),
    /// Points of both sides, or of one.
    Points(Option<Color>),
    /// White's points less Black's; or the other way round.
    Lead(Color),
}

/// The usual worth of P N B R Q in points.
const POINTS: [i32; 5] = [1, 3, 3, 5, 9];

const COUNTED: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// How many pieces of each role there are, by color and in the order of [`COUNTED`].
#[derive(Clone, Copy)]
struct Census([[i32; 5]; 2]);

impl Census {
    fn of(position: &Position) -> Census {
        let board = position.board();
        let count = |color| COUNTED.map(|role| board.by_piece(color, role).len() as i32);
        Census(Color::ALL.map(count))
    }

    fn count(&self, color: Color, kind: RoleKind) -> i32 {
        let counts = &self.0[color.index()];
        match kind {
            RoleKind::Role(role) => counts.get(role.index()).copied().unwrap_or_default(),
            RoleKind::Minor => counts[Role::Knight.index()] + counts[Role::Bishop.index()],
        }
    }

    fn points(&self, color: Color) -> i32 {
        self.0[color.index()].iter().zip(POINTS).map(|(n, worth)| n * worth).sum()
    }
}

impl RoleKind {
    fn has(self, role: Role) -> bool {
        match self {
            RoleKind::Role(own) => own == role,
            RoleKind::Minor => matches!(role, Role::Knight | Role::Bishop),
        }
    }
}

impl Material {
    fn new(clauses: Vec<Clause>) -> Material {
        let mut absent: [Vec<Role>; 2] = Default::default();
        for clause in &clauses {
            if let Clause::Sides(sides) = clause {
                for (slots, absent) in sides.iter().zip(&mut absent) {
                    let may_be = |role| slots.iter().any(|slot| slot.kind.has(role));
                    absent.extend(COUNTED.into_iter().filter(|role| !may_be(*role)));
                    let none = slots.iter().filter(|slot| slot.count == Compare::exactly(0));
                    absent.extend(none.filter_map(|slot| match slot.kind {
                        RoleKind::Role(role) => Some(role),
                        RoleKind::Minor => None,
                    }));
                }
            }
        }
        Material { clauses, absent }
    }

    /// Whether no forbidden piece is there.
    #[inline]
    fn may_hold(&self, position: &Position) -> bool {
        Color::ALL.into_iter().zip(&self.absent).all(|(color, roles)| {
            let men = roles.iter().fold(Bitboard::EMPTY, |men, role| men | position.by_role(*role));
            !men.intersects(position.by_color(color))
        })
    }

    pub(super) fn holds(&self, position: &Position) -> bool {
        if !self.may_hold(position) {
            return false;
        }
        let census = Census::of(position);
        self.clauses.iter().all(|clause| clause.holds(position, &census))
    }

    pub(super) fn turned(&self) -> Material {
        Material::new(self.clauses.iter().map(Clause::turned).collect())
    }

    /// The least of each kind that must be there.
    pub(super) fn reach(&self) -> Reach {
        let mut all = Reach::default();
        for clause in &self.clauses {
            let mut reach = Reach::default();
            match clause {
                Clause::Sides(sides) => add_sides(sides, &mut reach),
                Clause::Sum(Sum::PieceSet(Some(color)), compare) => {
                    reach.add_men(*color, compare.least());
                }
                Clause::Sum(Sum::PieceSet(None), compare) => reach.add_total(compare.least()),
                Clause::Sum(Sum::Points(_) | Sum::Lead(_), _) => {}
                Clause::OppositeBishops | Clause::SameBishops => {
                    Color::ALL.iter().for_each(|color| reach.add(*color, Role::Bishop, 1));
                }
            }
            all = all.and(&reach);
        }
        all
    }
}

/// The pieces that the slots of both sides need. A slot of both minor pieces may share pieces with
/// another.
fn add_sides(sides: &[Vec<Slot>; 2], reach: &mut Reach) {
    for (color, slots) in Color::ALL.into_iter().zip(sides) {
        let names_minor = slots.iter().any(|slot| slot.kind != RoleKind::Minor && slot.is_minor());
        for slot in slots {
            match slot.kind {
                RoleKind::Role(role) => reach.add(color, role, slot.count.least()),
                RoleKind::Minor if names_minor => {}
                RoleKind::Minor => reach.add_men(color, slot.count.least()),
            }
        }
    }
}

impl Slot {
    fn is_minor(&self) -> bool {
        self.kind.has(Role::Knight) || self.kind.has(Role::Bishop)
    }

    fn holds(&self, color: Color, census: &Census) -> bool {
        let own = census.count(color, self.kind);
        let more = || own - census.count(color.other(), self.kind);
        self.count.holds(own) && self.relation.is_none_or(|relation| relation.holds(more()))
    }
}

impl Clause {
    fn holds(&self, position: &Position, census: &Census) -> bool {
        match self {
            Clause::Sides(sides) => Color::ALL
                .into_iter()
                .zip(sides)
                .all(|(color, slots)| side_holds(color, slots, census)),
            Clause::Sum(sum, compare) => compare.holds(sum.of(position, census)),
            Clause::OppositeBishops => bishops(position).is_some_and(|[one, other]| one != other),
            Clause::SameBishops => bishops(position).is_some_and(|[one, other]| one == other),
        }
    }

    fn turned(&self) -> Clause {
        match self {
            Clause::Sides([white, black]) => Clause::Sides([black.clone(), white.clone()]),
            Clause::Sum(sum, compare) => Clause::Sum(sum.turned(), *compare),
            Clause::OppositeBishops => Clause::OppositeBishops,
            Clause::SameBishops => Clause::SameBishops,
        }
    }
}

fn side_holds(color: Color, slots: &[Slot], census: &Census) -> bool {
    let is_named = |role: Role| slots.iter().any(|slot| slot.kind.has(role));
    slots.iter().all(|slot| slot.holds(color, census))
        && COUNTED
            .into_iter()
            .all(|role| is_named(role) || census.count(color, RoleKind::Role(role)) == 0)
}

impl Sum {
    fn of(self, position: &Position, census: &Census) -> i32 {
        match self {
            Sum::PieceSet(None) => position.board().occupied().len() as i32,
            Sum::PieceSet(Some(color)) => position.by_color(color).len() as i32,
            Sum::Points(None) => Color::ALL.iter().map(|color| census.points(*color)).sum(),
            Sum::Points(Some(color)) => census.points(color),
            Sum::Lead(color) => census.points(color) - census.points(color.other()),
        }
    }

    fn turned(self) -> Sum {
        match self {
            Sum::PieceSet(color) => Sum::PieceSet(color.map(Color::other)),
            Sum::Points(color) => Sum::Points(color.map(Color::other)),
            Sum::Lead(color) => Sum::Lead(color.other()),
        }
    }
}

/// Whether each side's only bishop is on a light square.
fn bishops(position: &Position) -> Option<[bool; 2]> {
    let bishop = |color| position.board().by_piece(color, Role::Bishop).single();
    let is_light = |square| Bitboard::LIGHT.contains(square);
    Some([is_light(bishop(Color::White)?), is_light(bishop(Color::Black)?)])
}
