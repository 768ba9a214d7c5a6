//! One place in a sequence of moves: the moves that fit it (§8.2.3, D-32, D-34).

use pgnkit::chess::notation::san::{Mark, San};
use pgnkit::chess::{Bitboard, Color, MoveKind, Role, Side, Square};

use crate::probe::Seen;
use crate::probe::test::Turn;

/// A place in a row.
#[derive(Clone, Debug)]
pub(super) struct Ply {
    pub(super) what: PlyTarget,
    /// Whose move it must be.
    pub(super) color: Option<Color>,
}

#[derive(Clone, Debug)]
pub(super) enum PlyTarget {
    Any,
    OneOf(Vec<MovePattern>),
    NoneOf(Vec<MovePattern>),
}

/// A move that is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MovePattern {
    kind: PlyKind,
    mark: Mark,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlyKind {
    Castle(Side),
    Null,
    Drop(Role, Square),
    /// A piece goes somewhere.
    Step {
        /// Coordinates leave it open.
        role: Option<Role>,
        from: Bitboard,
        to: Square,
        /// Coordinates leave it open.
        takes: Option<bool>,
        promotion: Option<Role>,
    },
}

impl Ply {
    #[inline]
    pub(super) fn is_played(&self, seen: &Seen<'_>) -> bool {
        if self.color.is_some_and(|color| color == seen.position().turn()) {
            return false;
        }
        match &self.what {
            PlyTarget::Any => true,
            PlyTarget::OneOf(moves) => moves.iter().any(|wanted| wanted.is_played(seen)),
            PlyTarget::NoneOf(moves) => !moves.iter().any(|wanted| wanted.is_played(seen)),
        }
    }

    pub(super) fn turned(&self, turn: Turn) -> Ply {
        let all = |moves: &[MovePattern]| moves.iter().map(|wanted| wanted.turned(turn)).collect();
        let what = match &self.what {
            PlyTarget::Any => PlyTarget::Any,
            PlyTarget::OneOf(moves) => PlyTarget::OneOf(all(moves)),
            PlyTarget::NoneOf(moves) => PlyTarget::NoneOf(all(moves)),
        };
        Ply { what, color: self.color.map(|color| turn.of_color(color)) }
    }
}

impl MovePattern {
    pub(super) const NULL: MovePattern = MovePattern { kind: PlyKind::Null, mark: Mark::None };

    pub(super) fn of_san(san: San) -> MovePattern {
        let (kind, mark) = match san {
            San::Castle { side, mark } => (PlyKind::Castle(side), mark),
            San::Drop { role, to, mark } => (PlyKind::Drop(role, to), mark),
            San::Normal { role, file, rank, capture, to, promotion, mark } => {
                let from = file.map_or(Bitboard::ALL, Bitboard::from_file)
                    & rank.map_or(Bitboard::ALL, Bitboard::from_rank);
                let (role, takes) = (Some(role), Some(capture));
                (PlyKind::Step { role, from, to, takes, promotion }, mark)
            }
        };
        MovePattern { kind, mark }
    }

    /// From square to square, whatever moves there.
    pub(super) fn of_squares(from: Square, to: Square, promotion: Option<Role>) -> MovePattern {
        let kind = PlyKind::Step { role: None, from: from.into(), to, takes: None, promotion };
        MovePattern { kind, mark: Mark::None }
    }

    /// Whether the last move was this. A mark that is written must be correct; a missing one is
    /// ignored.
    #[inline]
    fn is_played(&self, seen: &Seen<'_>) -> bool {
        let Some(mv) = seen.mv() else { return false };
        let is_kind = match self.kind {
            PlyKind::Castle(side) => mv.is_castle() && Side::of(mv.from(), mv.to()) == side,
            PlyKind::Null => mv.is_null(),
            PlyKind::Drop(role, to) => mv.dropped() == Some(role) && mv.to() == to,
            PlyKind::Step { role, from, to, takes, promotion } => {
                let is_way = if mv.is_castle() {
                    // In coordinates a king castles by two squares, or takes its rook.
                    role.is_none() && from.contains(mv.from()) && castles_to(seen, to)
                } else {
                    mv.to() == to && from.contains(mv.from())
                };
                is_way
                    && !matches!(mv.kind(), MoveKind::Null | MoveKind::Drop(_))
                    && takes.is_none_or(|takes| takes == seen.took())
                    && mv.promotion() == promotion
                    && role.is_none_or(|role| seen.moved() == Some(role))
            }
        };
        is_kind
            && match self.mark {
                Mark::None => true,
                Mark::Check => seen.position().is_check(),
                Mark::Mate => seen.position().is_checkmate(),
            }
    }

    fn turned(&self, turn: Turn) -> MovePattern {
        let side = |side| match (turn, side) {
            (Turn::Colors, side) => side,
            (Turn::Wings, Side::King) => Side::Queen,
            (Turn::Wings, Side::Queen) => Side::King,
        };
        let kind = match self.kind {
            PlyKind::Castle(wing) => PlyKind::Castle(side(wing)),
            PlyKind::Null => PlyKind::Null,
            PlyKind::Drop(role, to) => PlyKind::Drop(role, turn.of_square(to)),
            PlyKind::Step { role, from, to, takes, promotion } => PlyKind::Step {
                role,
                from: from.map(|square| turn.of_square(square)).collect(),
                to: turn.of_square(to),
                takes,
                promotion,
            },
        };
        MovePattern { kind, mark: self.mark }
    }
}

fn castles_to(seen: &Seen<'_>, to: Square) -> bool {
    let color = seen.position().turn().other();
    seen.mv()
        .is_some_and(|mv| mv.to() == to || Side::of(mv.from(), mv.to()).king_target(color) == to)
}
