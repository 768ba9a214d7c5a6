//! How many moves sort before one.
//!
//! Standard: §20.2, §8.2.3.4.

use super::super::write::shortest_origin;
use super::{Group, SameLetterPieces, files_before, squares_before};
use crate::bitboard::Bitboard;
use crate::movegen::{self, Count, Sink};
use crate::moves::{Move, MoveKind};
use crate::piece::Role;
use crate::position::Position;
use crate::square::{File, Square};

/// The number of legal moves whose texts sort before that of this one; `None` when too many pieces
/// of a kind are on the board.
#[inline]
pub(super) fn n_before(position: &Position, mv: Move) -> Option<usize> {
    let group = Group::of(position, mv);
    if let Some(file) = group.file() {
        let mut before =
            BeforePawn { position, file, lower: Count::default(), own: Pawns::default() };
        movegen::generate_orthodox(position, &mut before);
        let BeforePawn { mut lower, own, .. } = before;
        let becomes = own.count_before(mv, &mut lower);
        return Some(lower.total() as usize + becomes);
    }
    let code = if mv.is_castle() { NO_CODE } else { position.board.codes[mv.from().usize()] };
    let (lower, pieces, castles) = (Count::default(), SameLetterPieces::new(), [0; 2]);
    let mut before = BeforePiece { position, group, code, lower, pieces, castles };
    if movegen::generate_orthodox(position, &mut before) {
        return None;
    }
    let same = match mv.is_castle() {
        // O-O sorts before O-O-O.
        true => before.castles[0] * usize::from(mv.to() < mv.from()),
        false => before.count_before(mv),
    };
    Some(before.lower.total() as usize + same)
}

/// The code of no piece.
const NO_CODE: u8 = u8::MAX;

/// Counts the moves of lower letters, and keeps those of the same.
struct BeforePiece<'p> {
    position: &'p Position,
    group: Group,
    /// The board code of the piece, whose kind alone is compared with others.
    code: u8,
    lower: Count,
    pieces: SameLetterPieces,
    /// O-O, O-O-O.
    castles: [usize; 2],
}

impl BeforePiece<'_> {
    /// Counts the moves of the same letter with a lesser text, those that say no origin in the
    /// count of sets; gives the number of the others.
    #[inline]
    fn count_before(&mut self, mv: Move) -> usize {
        let (single, shared) = self.pieces.split();
        let (occupied, to) = (self.position.board.occupied(), mv.to());
        if !shared.is_empty() {
            return self.count_with_shared(mv, single, shared);
        }
        self.lower.piece(to, before_square(single, to, occupied));
        0
    }

    #[inline(never)]
    fn count_with_shared(&mut self, mv: Move, single: Bitboard, shared: Bitboard) -> usize {
        let (occupied, to) = (self.position.board.occupied(), mv.to());
        let own = self.text(mv.from(), to, occupied);
        let alone = match shared.contains(to) {
            false => before_square(single, to, occupied),
            true => before_origin(single & !occupied, own),
        };
        self.lower.piece(to, alone);
        let mut n = 0;
        for (from, targets) in self.pieces.iter() {
            for to in targets & shared {
                n += usize::from(self.text(from, to, occupied) < own);
            }
        }
        n
    }

    /// The text after the letter, as a number that sorts as it does: origin, sign and square, the
    /// first byte in the second highest. Who else may come to the square is known here.
    #[inline]
    fn text(&self, from: Square, to: Square, occupied: Bitboard) -> u64 {
        let mut rivals = Bitboard::EMPTY;
        for (other, targets) in self.pieces.iter() {
            if other != from && targets.contains(to) {
                rivals |= other.into();
            }
        }
        let (file, rank) = shortest_origin(from, rivals);
        let (mut text, mut end) = (0, 56);
        let mut push = |byte: u8| {
            end -= 8;
            text |= u64::from(byte) << end;
        };
        if let Some(file) = file {
            push(file.letter());
        }
        if let Some(rank) = rank {
            push(rank.digit());
        }
        if occupied.contains(to) {
            push(b'x');
        }
        to.name().into_iter().for_each(push);
        text
    }
}

/// Of moves without an origin, those before the one to this square: captures come last.
#[inline]
fn before_square(single: Bitboard, to: Square, occupied: Bitboard) -> Bitboard {
    let before = squares_before(to);
    match occupied.contains(to) {
        false => single & !occupied & before,
        true => single & (!occupied | before),
    }
}

/// Of quiet moves without an origin, those before one whose text says where it comes from: its
/// second byte is a file, or a rank, which sorts before all files.
fn before_origin(quiet: Bitboard, own: u64) -> Bitboard {
    let byte = |n: u32| (own >> (56 - 8 * n)) as u8;
    let Some(file) = File::from_letter(byte(1)) else { return Bitboard::EMPTY };
    // `Nb1` is less than `Nb1d2` and `Nbd2`, `Nb5` than `Nbd2` alone.
    let n_ranks = match byte(2) {
        digit @ b'1'..=b'8' => u32::from(digit - b'0'),
        _ => 8,
    };
    let ranks = Bitboard(u64::MAX >> (64 - 8 * n_ranks));
    quiet & (files_before(file) | (Bitboard::from_file(file) & ranks))
}

impl Sink for BeforePiece<'_> {
    #[inline(always)]
    fn wants(&self, role: Role) -> bool {
        Group::OF_ROLE[role.index()] <= self.group
    }

    #[inline(always)]
    fn wants_castles(&self) -> bool {
        Group::CASTLES <= self.group
    }

    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) -> bool {
        // Letters above are not wanted, so that another one is a lower one.
        match self.position.board.codes[from.usize()] == self.code {
            true => self.pieces.add(from, targets),
            false => self.lower.piece(from, targets),
        }
    }

    #[inline]
    fn pawns(&mut self, _targets: Bitboard, _step: i8, _kind: MoveKind) -> bool {
        false
    }

    #[inline]
    fn promotions(&mut self, _targets: Bitboard, _step: i8) -> bool {
        false
    }

    #[inline]
    fn one(&mut self, mv: Move) -> bool {
        if !mv.is_castle() {
            return false;
        }
        if self.group == Group::CASTLES {
            self.castles[usize::from(mv.to() < mv.from())] += 1;
            return false;
        }
        self.lower.one(mv)
    }
}

/// Counts the moves of pieces and of pawns from files before, and keeps those from the same file.
struct BeforePawn<'p> {
    position: &'p Position,
    file: File,
    lower: Count,
    own: Pawns,
}

/// Where the pawns of a file can go: no two to one square in one way.
#[derive(Default)]
struct Pawns {
    quiet: Bitboard,
    takes: Bitboard,
    /// The same to the last rank, where each is four moves.
    quiet_ends: Bitboard,
    takes_ends: Bitboard,
}

impl Pawns {
    /// Counts the moves before this one, but for those to the same square; gives the number of
    /// those. Sets are added up before they are counted: that is dear.
    #[inline]
    fn count_before(&self, mv: Move, count: &mut Count) -> usize {
        let before = squares_before(mv.to());
        let takes = mv.from().file() != mv.to().file();
        let (quiet_before, takes_before) =
            if takes { (Bitboard::ALL, before) } else { (before, Bitboard::EMPTY) };
        // The step does not matter to a count.
        count.pawns(self.quiet & quiet_before, 0, MoveKind::Normal);
        count.pawns(self.takes & takes_before, 0, MoveKind::Normal);
        if !(self.quiet_ends | self.takes_ends).is_empty() {
            count.promotions(self.quiet_ends & quiet_before, 0);
            count.promotions(self.takes_ends & takes_before, 0);
        }
        match mv.promotion() {
            None | Some(Role::Bishop | Role::Pawn | Role::King) => 0,
            Some(Role::Knight) => 1,
            Some(Role::Queen) => 2,
            Some(Role::Rook) => 3,
        }
    }
}

impl BeforePawn<'_> {
    /// The targets of pawns from the same file, and of those from files before.
    #[inline]
    fn split(&self, targets: Bitboard, step: i8) -> (Bitboard, Bitboard) {
        let origins = targets.shifted(-step);
        let own = (origins & Bitboard::from_file(self.file)).shifted(step);
        (own, origins & files_before(self.file))
    }
}

/// Whether a step leads along the file.
#[inline]
fn is_straight(step: i8) -> bool {
    step % 8 == 0
}

impl Sink for BeforePawn<'_> {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) -> bool {
        self.lower.piece(from, targets)
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) -> bool {
        if targets.is_empty() {
            return false;
        }
        let (own, before) = self.split(targets, step);
        *(if is_straight(step) { &mut self.own.quiet } else { &mut self.own.takes }) |= own;
        self.lower.pawns(before, step, kind)
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8) -> bool {
        let (own, before) = self.split(targets, step);
        let ends = &mut self.own;
        *(if is_straight(step) { &mut ends.quiet_ends } else { &mut ends.takes_ends }) |= own;
        self.lower.promotions(before, step)
    }

    #[inline]
    fn one(&mut self, mv: Move) -> bool {
        let group = Group::of(self.position, mv);
        match group.file() {
            Some(file) if file == self.file => self.own.takes |= mv.to().into(),
            Some(file) if file > self.file => {}
            Some(_) | None => return self.lower.one(mv),
        }
        false
    }
}
