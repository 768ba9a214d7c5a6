//! The legal moves of a position in the order of their texts: the ordinal of a move, and the move
//! of an ordinal.
//!
//! Standard: §20.2, §8.2.3.3.
//! Start at [`ordinal`].
//!
//! The idea: texts are sorted by their first letter first, and how many moves have a letter, the
//! generator says without making one of them:
//!
//! ```text
//! B < K < N < O-O < Q < R < a < … < h        pieces, castling, pawns by the file they come from
//! place = moves of all letters below + moves of the same letter whose text is less
//! ```
//!
//! Moves of one letter are sorted by their squares, captures after the others, as long as no two
//! pieces can go to the same square; so they are counted in sets of squares, too, and only the
//! moves to squares that pieces share are spelled. Letters above are not even generated. Marks of
//! check do not matter: they come last in a text, and no text without its mark is the beginning of
//! another.
//!
//! What it earned: spelling and comparing all legal moves instead, which [`sorted`] does for
//! variants, takes three times as long for [`ordinal`] (420 ns beside 140) and twice as long for
//! [`by_ordinal`] (600 beside 335). PGC would be written at a seventh of the speed at which text
//! is read instead of at half of it. The twin is in the tests: all texts written and sorted.

mod before;
mod choose;
mod sorted;

use super::spelling::Spelling;
use crate::bitboard::Bitboard;
use crate::moves::Move;
use crate::piece::Role;
use crate::position::Position;
use crate::square::{File, Square};
use sorted::Sorted;

/// The number of legal moves whose texts sort before that of this legal move (§20.2).
///
/// Texts are compared byte by byte. For an illegal move, the number is unspecified. Cost: about the
/// same as generating the moves, and six times as much as playing one.
///
/// ```
/// use pgn_chess::{Position, notation::{san, uci}};
/// let position = Position::start();
/// let mv = uci::parse(&position, b"a2a3").expect("a legal move");
/// assert_eq!(san::ordinal(&position, mv), 4);
/// assert_eq!(san::by_ordinal(&position, 4), Some(mv));
/// ```
#[must_use]
pub fn ordinal(position: &Position, mv: Move) -> usize {
    let quick = position.variant.is_orthodox().then(|| before::n_before(position, mv)).flatten();
    quick.unwrap_or_else(|| n_before_plainly(position, mv))
}

#[cold]
#[inline(never)]
fn n_before_plainly(position: &Position, mv: Move) -> usize {
    Sorted::of(position).before(key(position, mv))
}

/// The n-th legal move in the order of their texts, from 0; `None` if there are too few. Costs
/// twice as much as [`ordinal`].
#[must_use]
pub fn by_ordinal(position: &Position, ordinal: usize) -> Option<Move> {
    if position.variant.is_orthodox()
        && let Some(chosen) = choose::nth(position, ordinal)
    {
        return chosen;
    }
    Sorted::of(position).nth(ordinal)
}

/// A text as a number that sorts as the text does, in the upper six bytes, and the move itself
/// below: no text without its mark has more.
fn key(position: &Position, mv: Move) -> u64 {
    let (word, len) = Spelling::unmarked(position, mv).word(mv);
    let text = word & ((1 << (8 * len)) - 1);
    text.swap_bytes() | u64::from(mv.raw())
}

fn move_of(key: u64) -> Move {
    Move::from_raw(key as u16)
}

/// The moves whose texts begin with the same letter, numbered in the order of the letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Group(u8);

impl Group {
    const CASTLES: Group = Group(3);
    /// Pawns that come from file a; the other files follow.
    const PAWNS: Group = Group(6);
    const COUNT: usize = 14;
    /// By role.
    const OF_ROLE: [Group; 6] = [Group::PAWNS, Group(2), Group(0), Group(5), Group(4), Group(1)];

    fn of(position: &Position, mv: Move) -> Group {
        if mv.is_castle() {
            return Group::CASTLES;
        }
        match Group::at(position, mv.from()) {
            Group::PAWNS => Group::of_pawns(mv.from().file()),
            group => group,
        }
    }

    /// The group of the piece on a square; pawns of any file are [`Group::PAWNS`].
    #[inline]
    fn at(position: &Position, from: Square) -> Group {
        let code = position.board.codes[from.usize()] & 7;
        Group::OF_ROLE.get(usize::from(code)).copied().unwrap_or(Group::PAWNS)
    }

    #[inline]
    fn of_pawns(file: File) -> Group {
        Group(Group::PAWNS.0 + file.index())
    }

    /// The squares of the file whose pawns these are.
    #[inline]
    fn file(self) -> Option<File> {
        File::new(self.0.checked_sub(Group::PAWNS.0)?)
    }
}

const _: () = assert!(Group::OF_ROLE[Role::Bishop as usize].0 == 0);
const _: () = assert!(Group::OF_ROLE[Role::Rook as usize].0 + 1 == Group::PAWNS.0);

/// The squares of the files before this one.
#[inline]
fn files_before(file: File) -> Bitboard {
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    Bitboard(COLUMN * ((1 << file.index()) - 1))
}

/// The squares whose names sort before that of this one.
#[inline]
fn squares_before(square: Square) -> Bitboard {
    let below = Bitboard((1_u64 << (8 * square.rank().index())) - 1);
    files_before(square.file()) | (Bitboard::from_file(square.file()) & below)
}

/// Pieces of one letter and where each may go.
struct SameLetterPieces {
    pieces: [(Square, Bitboard); SameLetterPieces::CAPACITY],
    len: usize,
}

impl SameLetterPieces {
    /// More pieces of a kind than most games ever see.
    const CAPACITY: usize = 4;

    fn new() -> SameLetterPieces {
        SameLetterPieces {
            pieces: [(Square::A1, Bitboard::EMPTY); SameLetterPieces::CAPACITY],
            len: 0,
        }
    }

    /// Adds targets of a piece, which may have others already; says whether there was no room.
    #[inline]
    fn add(&mut self, from: Square, targets: Bitboard) -> bool {
        let known = self.pieces[..self.len].iter_mut().find(|piece| piece.0 == from);
        if let Some(piece) = known {
            piece.1 |= targets;
            return false;
        }
        let Some(piece) = self.pieces.get_mut(self.len) else { return true };
        *piece = (from, targets);
        self.len += 1;
        false
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = (Square, Bitboard)> + '_ {
        self.pieces[..self.len].iter().copied()
    }

    /// The squares that one piece can go to, and those that several can.
    #[inline]
    fn split(&self) -> (Bitboard, Bitboard) {
        let (mut any, mut several) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (_, targets) in self.iter() {
            several |= any & targets;
            any |= targets;
        }
        (any & !several, several)
    }
}
