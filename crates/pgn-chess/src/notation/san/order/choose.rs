//! The move with a given ordinal.
//!
//! Standard: §20.2.

use super::{Group, SameLetterPieces, key, move_of};
use crate::bitboard::Bitboard;
use crate::movegen::{self, Sink, step_back};
use crate::moves::{Move, MoveKind};
use crate::piece::Role;
use crate::position::Position;
use crate::square::Square;

/// The legal move with so many before it; the outer `None` when the board is too crowded to say.
#[inline]
pub(super) fn nth(position: &Position, ordinal: usize) -> Option<Option<Move>> {
    let mut all = All::of(position);
    if movegen::generate_orthodox(position, &mut all) {
        return None;
    }
    let Some((group, rest)) = all.group_of(ordinal) else { return Some(None) };
    let mut keys = Keys { keys: [0; Keys::CAPACITY], len: 0, is_full: false };
    all.push_keys(group, &mut keys);
    if keys.is_full {
        return None;
    }
    let keys = &mut keys.keys[..keys.len];
    keys.sort_unstable();
    Some(keys.get(rest).copied().map(move_of))
}

/// All moves, as the generator has them, and how many each letter has.
struct All<'p> {
    position: &'p Position,
    n: [u16; Group::COUNT],
    pieces: [(Square, Bitboard); All::CAPACITY],
    n_pieces: usize,
    pawns: [(Bitboard, i8, MoveKind); All::CAPACITY],
    n_pawns: usize,
    special: [Move; 4],
    n_special: usize,
}

impl<'p> All<'p> {
    /// Pieces with moves, queens counted twice; ways that pawns go, each pinned one by itself.
    const CAPACITY: usize = 24;

    fn of(position: &'p Position) -> All<'p> {
        All {
            position,
            n: [0; Group::COUNT],
            pieces: [(Square::A1, Bitboard::EMPTY); All::CAPACITY],
            n_pieces: 0,
            pawns: [(Bitboard::EMPTY, 0, MoveKind::Null); All::CAPACITY],
            n_pawns: 0,
            special: [Move::NULL; 4],
            n_special: 0,
        }
    }

    /// The group that holds the move with this place, and its place there.
    #[inline]
    fn group_of(&self, ordinal: usize) -> Option<(Group, usize)> {
        let mut rest = ordinal;
        for (group, &n) in self.n.iter().enumerate() {
            match rest.checked_sub(usize::from(n)) {
                None => return Some((Group(group as u8), rest)),
                Some(left) => rest = left,
            }
        }
        None
    }

    #[inline]
    fn add(&mut self, group: Group, n: u32) {
        if let Some(count) = self.n.get_mut(usize::from(group.0)) {
            *count += n as u16;
        }
    }

    fn push_keys(&self, group: Group, keys: &mut Keys) {
        for &mv in &self.special[..self.n_special] {
            if Group::of(self.position, mv) == group {
                keys.push(key(self.position, mv));
            }
        }
        match group.file() {
            Some(file) => {
                for &(targets, step, kind) in &self.pawns[..self.n_pawns] {
                    let origins = targets.shifted(-step) & Bitboard::from_file(file);
                    self.push_pawns(origins.shifted(step), step, kind, keys);
                }
            }
            None => self.push_pieces(group, keys),
        }
    }

    fn push_pawns(&self, targets: Bitboard, step: i8, kind: MoveKind, keys: &mut Keys) {
        for to in targets {
            let from = step_back(to, step);
            match kind {
                MoveKind::Promotion(_) => {
                    for role in Role::PROMOTIONS {
                        let mv = Move::new(from, to, MoveKind::Promotion(role));
                        keys.push(key(self.position, mv));
                    }
                }
                MoveKind::Null
                | MoveKind::Normal
                | MoveKind::DoublePush
                | MoveKind::EnPassant
                | MoveKind::Castle
                | MoveKind::Drop(_) => keys.push(key(self.position, Move::new(from, to, kind))),
            }
        }
    }

    /// The moves of pieces of one letter. Texts that say no origin are known without a board.
    fn push_pieces(&self, group: Group, keys: &mut Keys) {
        let mut pieces = SameLetterPieces::new();
        for &(from, targets) in &self.pieces[..self.n_pieces] {
            if Group::at(self.position, from) == group {
                keys.is_full |= pieces.add(from, targets);
            }
        }
        let (single, occupied) = (pieces.split().0, self.position.board.occupied());
        for (from, targets) in pieces.iter() {
            for to in targets {
                let mv = Move::new(from, to, MoveKind::Normal);
                keys.push(match single.contains(to) {
                    true => key_without_origin(mv, occupied.contains(to)),
                    false => key(self.position, mv),
                });
            }
        }
    }
}

/// A key that sorts among others of the same letter.
#[inline]
fn key_without_origin(mv: Move, takes: bool) -> u64 {
    let [file, rank] = mv.to().name();
    let name = u64::from(file) << 8 | u64::from(rank);
    let text = match takes {
        true => u64::from(b'x') << 48 | name << 32,
        false => name << 40,
    };
    text | u64::from(mv.raw())
}

/// The keys of the moves of one letter.
struct Keys {
    keys: [u64; Keys::CAPACITY],
    len: usize,
    is_full: bool,
}

impl Keys {
    const CAPACITY: usize = 64;

    #[inline]
    fn push(&mut self, key: u64) {
        // The letter is the same for all.
        let key = key & (u64::MAX >> 8);
        match self.keys.get_mut(self.len) {
            Some(slot) => {
                *slot = key;
                self.len += 1;
            }
            None => self.is_full = true,
        }
    }
}

impl Sink for All<'_> {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) -> bool {
        self.add(Group::at(self.position, from), targets.len());
        let Some(piece) = self.pieces.get_mut(self.n_pieces) else { return true };
        *piece = (from, targets);
        self.n_pieces += 1;
        false
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) -> bool {
        if targets.is_empty() {
            return false;
        }
        for to in targets {
            self.add(Group::of_pawns(step_back(to, step).file()), 1);
        }
        let Some(way) = self.pawns.get_mut(self.n_pawns) else { return true };
        *way = (targets, step, kind);
        self.n_pawns += 1;
        false
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8) -> bool {
        for to in targets {
            // With those that are counted as pawns.
            let n = Role::PROMOTIONS.len() as u32 - 1;
            self.add(Group::of_pawns(step_back(to, step).file()), n);
        }
        self.pawns(targets, step, MoveKind::Promotion(Role::Queen))
    }

    #[inline]
    fn one(&mut self, mv: Move) -> bool {
        self.add(Group::of(self.position, mv), 1);
        let Some(slot) = self.special.get_mut(self.n_special) else { return true };
        *slot = mv;
        self.n_special += 1;
        false
    }
}
