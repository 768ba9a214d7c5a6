//! The history of a line: the position at each step, and the last change (D-45).

use pgnkit::chess::{Bitboard, Color, Move, MoveKind, Position, Role};

/// A position of a line, as a probe sees it.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Seen<'a> {
    position: &'a Position,
    past: &'a [u64],
    ply: u32,
    mv: Option<Move>,
    took: bool,
    /// The role of the piece that moved, if it is gone after the move.
    gone: Option<Role>,
    men_changed: bool,
    pawns_changed: bool,
}

impl<'a> Seen<'a> {
    /// The position.
    #[must_use]
    #[inline]
    pub fn position(&self) -> &'a Position {
        self.position
    }

    /// How many plies led to it; 0 at the start.
    #[must_use]
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The move that led to it; none at the start.
    #[must_use]
    #[inline]
    pub fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// Whether that move took something.
    #[must_use]
    #[inline]
    pub fn took(&self) -> bool {
        self.took
    }

    /// The piece that moved: a king that castles, the pawn that was promoted, a dropped piece.
    /// `None` at the start and for a null move.
    #[must_use]
    pub fn moved(&self) -> Option<Role> {
        let mv = self.mv?;
        match mv.kind() {
            MoveKind::Null => None,
            MoveKind::Castle => Some(Role::King),
            MoveKind::Promotion(_) => Some(Role::Pawn),
            MoveKind::Drop(role) => Some(role),
            MoveKind::Normal | MoveKind::DoublePush | MoveKind::EnPassant => {
                self.gone.or_else(|| Some(self.position.piece_at(mv.to())?.role))
            }
        }
    }

    /// Whether there may be more or fewer pieces of some kind than one ply before.
    #[must_use]
    #[inline]
    pub fn men_changed(&self) -> bool {
        self.men_changed
    }

    /// Whether the pawns are otherwise than one ply before.
    #[must_use]
    #[inline]
    pub fn pawns_changed(&self) -> bool {
        self.pawns_changed
    }

    /// [`Position::repetition_key`] of the earlier positions of the line, the start first; empty
    /// when the history keeps none.
    #[must_use]
    pub fn past(&self) -> &'a [u64] {
        self.past
    }
}

/// Whether a history keeps the keys of the positions that it came through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[doc(hidden)]
pub enum Memory {
    /// It keeps none.
    #[default]
    None,
    /// It keeps eight bytes for each ply.
    Keys,
}

/// Where a history was, to come back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[doc(hidden)]
pub struct Mark {
    ply: u32,
    mv: Option<Move>,
    took: bool,
    gone: Option<Role>,
    colors: [Bitboard; 2],
    pawns: Bitboard,
    /// Where pieces of each role are, where a capture takes the piece that moves too.
    roles: [Bitboard; 6],
}

/// The way from the start of a line to where it is now.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct PlyHistory {
    memory: Memory,
    at: Mark,
    keys: Vec<u64>,
}

impl PlyHistory {
    /// A history that was not begun.
    #[must_use]
    pub fn new(memory: Memory) -> PlyHistory {
        PlyHistory { memory, ..PlyHistory::default() }
    }

    /// Whether the keys of all positions are kept.
    pub(super) fn keeps_keys(&self) -> bool {
        self.memory == Memory::Keys
    }

    /// Begins a line.
    pub fn start<'a>(&'a mut self, position: &'a Position) -> Seen<'a> {
        self.keys.clear();
        self.at = Mark { ply: 0, ..Mark::default() };
        self.see(None, position)
    }

    /// Goes on: `mv` was played, and `after` is the position after it.
    #[inline]
    pub fn play<'a>(&'a mut self, mv: Move, after: &'a Position) -> Seen<'a> {
        self.at.ply = self.at.ply.saturating_add(1);
        self.see(Some(mv), after)
    }

    /// The position where it is, seen once more.
    pub fn again<'a>(&'a self, position: &'a Position) -> Seen<'a> {
        let n_past = self.keys.len().saturating_sub(1);
        Seen {
            position,
            past: &self.keys[..n_past],
            ply: self.at.ply,
            mv: self.at.mv,
            took: self.at.took,
            gone: self.at.gone,
            men_changed: true,
            pawns_changed: true,
        }
    }

    /// Where it is.
    #[must_use]
    pub fn mark(&self) -> Mark {
        self.at
    }

    /// Comes back to an earlier place of this line.
    pub fn back_to(&mut self, mark: Mark) {
        self.at = mark;
        self.keys.truncate(mark.ply as usize + 1);
    }

    /// Goes on without looking: only the end of this line matters.
    #[inline]
    pub(super) fn pass(&mut self, mv: Move) {
        self.at.ply = self.at.ply.saturating_add(1);
        self.at.mv = Some(mv);
    }

    #[inline]
    fn see<'a>(&'a mut self, mv: Option<Move>, position: &'a Position) -> Seen<'a> {
        let at = &mut self.at;
        let colors = Color::ALL.map(|color| position.by_color(color));
        let pawns = position.by_role(Role::Pawn);
        // The pieces of the side to move are fewer only if the last move took one of them. Where a
        // piece is dropped or a pawn becomes something else, the kinds of pieces change.
        let waiting = position.turn().index();
        let took = mv.is_some() && colors[waiting] != at.colors[waiting];
        let is_special = mv.is_none_or(|mv| mv.promotion().is_some() || mv.dropped().is_some());
        // A pawn that takes a pawn leaves its own square: both colors together are enough.
        let pawns_changed = mv.is_none() || pawns != at.pawns;
        (at.mv, at.took, at.colors, at.pawns) = (mv, took, colors, pawns);
        if position.variant().explodes() {
            at.blast(position);
        }
        if self.memory == Memory::Keys {
            self.keys.push(position.repetition_key());
        }
        let n_past = self.keys.len().saturating_sub(1);
        Seen {
            position,
            past: &self.keys[..n_past],
            ply: self.at.ply,
            mv,
            took,
            gone: self.at.gone,
            men_changed: took || is_special,
            pawns_changed,
        }
    }
}

impl Mark {
    /// Finds out what moved when it may be gone.
    #[cold]
    fn blast(&mut self, position: &Position) {
        let now = Role::ALL.map(|role| position.by_role(role));
        let before = std::mem::replace(&mut self.roles, now);
        let from = self.mv.filter(|_| self.took).map(Move::from);
        self.gone = from.and_then(|from| {
            Role::ALL.into_iter().find(|role| before[role.index()].contains(from))
        });
    }
}
