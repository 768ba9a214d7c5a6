//! The legal moves of a position in the order of their texts: which place a move has in it, and
//! which move has a place.
//! Owns: [`ordinal`] and [`by_ordinal`]. Knows nothing of: what ordinals are for.
//! Standard: §20.2, §8.2.3.3. Decisions: none.
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
//! Only the moves of one letter are spelled, seven or so. Marks of check need not be: they come
//! last in a text, and no text without its mark is the beginning of another.

use crate::bitboard::Bitboard;
use crate::movegen::{self, Count, Sink, step_back};
use crate::moves::{Move, MoveKind};
use crate::piece::Role;
use crate::position::Position;
use crate::square::{File, Square};
use crate::variant::Variant;

use super::write::write_unmarked;

/// How many legal moves have a text that sorts before the one of this legal move (§20.2).
///
/// Texts are compared byte by byte. For a move that is not legal the number means nothing. Costs
/// the generation of all moves, and the spelling of those that begin with the same letter: about
/// a tenth of a microsecond.
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
    let key = key(position, mv);
    if !has_usual_letters(position.variant) {
        return Sorted::of(position).before(key);
    }
    let group = Group::of(position, mv);
    let mut before = Before { position, group, key, lower: Count::default(), n: 0 };
    movegen::generate(position, &mut before);
    before.lower.total() as usize + before.n
}

/// The legal move with so many before it in the order of their texts; `None` if there are not so
/// many. Costs as much as [`ordinal`], and the moves of a letter sorted.
#[must_use]
pub fn by_ordinal(position: &Position, ordinal: usize) -> Option<Move> {
    if has_usual_letters(position.variant) {
        let mut tally = Tally { position, n: [0; Group::COUNT] };
        movegen::generate(position, &mut tally);
        let (group, rest) = tally.group_of(ordinal)?;
        let mut chosen = Chosen { position, group, keys: [0; Chosen::CAPACITY], len: 0 };
        if !movegen::generate(position, &mut chosen) {
            let keys = &mut chosen.keys[..chosen.len];
            keys.sort_unstable();
            return keys.get(rest).copied().map(move_of);
        }
    }
    Sorted::of(position).nth(ordinal)
}

/// Whether moves begin with the letters that [`Group`] knows, and no others.
fn has_usual_letters(variant: Variant) -> bool {
    variant.is_orthodox()
}

/// A text as a number that sorts as the text does, in the upper six bytes, and the move itself
/// below: no text without its mark has more.
fn key(position: &Position, mv: Move) -> u64 {
    let text = write_unmarked(position, mv);
    let bytes = text.as_bytes().iter().take(6);
    bytes.rev().fold(0, |key, &byte| (key | u64::from(byte) << 56) >> 8) << 8 | u64::from(mv.raw())
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

    /// The group of the man on a square; pawns of any file are [`Group::PAWNS`].
    #[inline]
    fn at(position: &Position, from: Square) -> Group {
        let code = position.board.codes[from.usize()] & 7;
        Group::OF_ROLE.get(usize::from(code)).copied().unwrap_or(Group::PAWNS)
    }

    fn of_pawns(file: File) -> Group {
        Group(Group::PAWNS.0 + file.index())
    }

    /// The squares of the file whose pawns these are, and those of the files before it.
    #[inline]
    fn files(self) -> Option<(Bitboard, Bitboard)> {
        let file = File::new(self.0.checked_sub(Group::PAWNS.0)?)?;
        let column = 0x0101_0101_0101_0101_u64;
        let before = (1 << file.index()) - 1;
        Some((Bitboard::from_file(file), Bitboard(column * before)))
    }
}

const _: () = assert!(Group::OF_ROLE[Role::Bishop as usize].0 == 0);
const _: () = assert!(Group::OF_ROLE[Role::Rook as usize].0 + 1 == Group::PAWNS.0);

/// Counts the moves that sort before one.
struct Before<'p> {
    position: &'p Position,
    group: Group,
    key: u64,
    /// Moves of lower groups.
    lower: Count,
    /// Moves of the same group with a lesser text.
    n: usize,
}

impl Before<'_> {
    #[inline]
    fn compare(&mut self, mv: Move) {
        self.n += usize::from(key(self.position, mv) < self.key);
    }
}

impl Sink for Before<'_> {
    #[inline]
    fn man(&mut self, from: Square, targets: Bitboard) -> bool {
        let group = Group::at(self.position, from);
        if group < self.group {
            return self.lower.man(from, targets);
        }
        if group == self.group {
            for to in targets {
                self.compare(Move::new(from, to, MoveKind::Normal));
            }
        }
        false
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) -> bool {
        let Some((file, before)) = self.group.files() else { return false };
        let origins = targets.shifted(-step);
        for to in (origins & file).shifted(step) {
            self.compare(Move::new(step_back(to, step), to, kind));
        }
        self.lower.pawns(origins & before, step, kind)
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8) -> bool {
        let Some((file, before)) = self.group.files() else { return false };
        let origins = targets.shifted(-step);
        for to in (origins & file).shifted(step) {
            for role in Role::PROMOTIONS {
                self.compare(Move::new(step_back(to, step), to, MoveKind::Promotion(role)));
            }
        }
        self.lower.promotions(origins & before, step)
    }

    #[inline]
    fn special(&mut self, mv: Move) -> bool {
        let group = Group::of(self.position, mv);
        if group < self.group {
            return self.lower.special(mv);
        }
        if group == self.group {
            self.compare(mv);
        }
        false
    }
}

/// Counts the moves of each group.
struct Tally<'p> {
    position: &'p Position,
    n: [u16; Group::COUNT],
}

impl Tally<'_> {
    /// The group that holds the move with this place, and its place there.
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
}

impl Sink for Tally<'_> {
    #[inline]
    fn man(&mut self, from: Square, targets: Bitboard) -> bool {
        self.add(Group::at(self.position, from), targets.len());
        false
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8, _kind: MoveKind) -> bool {
        for to in targets {
            self.add(Group::of_pawns(step_back(to, step).file()), 1);
        }
        false
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8) -> bool {
        for to in targets {
            let n = Role::PROMOTIONS.len() as u32;
            self.add(Group::of_pawns(step_back(to, step).file()), n);
        }
        false
    }

    #[inline]
    fn special(&mut self, mv: Move) -> bool {
        self.add(Group::of(self.position, mv), 1);
        false
    }
}

/// Keeps the moves of one group; stops when they are too many, as only set-up positions have them.
struct Chosen<'p> {
    position: &'p Position,
    group: Group,
    keys: [u64; Chosen::CAPACITY],
    len: usize,
}

impl Chosen<'_> {
    const CAPACITY: usize = 64;

    #[inline]
    fn take(&mut self, mv: Move) -> bool {
        let Some(slot) = self.keys.get_mut(self.len) else { return true };
        *slot = key(self.position, mv);
        self.len += 1;
        false
    }

    fn pawn_targets(&self, targets: Bitboard, step: i8) -> Bitboard {
        match self.group.files() {
            Some((file, _)) => (targets.shifted(-step) & file).shifted(step),
            None => Bitboard::EMPTY,
        }
    }
}

impl Sink for Chosen<'_> {
    #[inline]
    fn man(&mut self, from: Square, targets: Bitboard) -> bool {
        Group::at(self.position, from) == self.group
            && targets.into_iter().any(|to| self.take(Move::new(from, to, MoveKind::Normal)))
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) -> bool {
        let mut targets = self.pawn_targets(targets, step).into_iter();
        targets.any(|to| self.take(Move::new(step_back(to, step), to, kind)))
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8) -> bool {
        self.pawn_targets(targets, step).into_iter().any(|to| {
            let moves = Role::PROMOTIONS
                .map(|role| Move::new(step_back(to, step), to, MoveKind::Promotion(role)));
            moves.into_iter().any(|mv| self.take(mv))
        })
    }

    #[inline]
    fn special(&mut self, mv: Move) -> bool {
        Group::of(self.position, mv) == self.group && self.take(mv)
    }
}

/// All moves sorted: plain, and for any rules.
struct Sorted {
    keys: [u64; crate::moves::MoveList::CAPACITY],
    len: usize,
}

impl Sorted {
    #[cold]
    fn of(position: &Position) -> Sorted {
        let moves = position.legal_moves();
        let mut sorted = Sorted { keys: [0; crate::moves::MoveList::CAPACITY], len: moves.len() };
        for (slot, &mv) in sorted.keys.iter_mut().zip(moves.iter()) {
            *slot = key(position, mv);
        }
        sorted.keys[..moves.len()].sort_unstable();
        sorted
    }

    fn before(&self, key: u64) -> usize {
        self.keys[..self.len].partition_point(|&other| other < key)
    }

    fn nth(&self, n: usize) -> Option<Move> {
        self.keys[..self.len].get(n).copied().map(move_of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;
    use crate::notation::san;
    use proptest::prelude::*;
    use std::string::String;
    use std::vec::Vec;

    /// The places are those of the whole texts, marks included, sorted as bytes.
    fn check(position: &Position) -> Result<(), TestCaseError> {
        let mut texts: Vec<(String, Move)> = position
            .legal_moves()
            .iter()
            .map(|&mv| (san::write(position, mv).as_str().into(), mv))
            .collect();
        texts.sort();
        for (n, (text, mv)) in texts.iter().enumerate() {
            prop_assert_eq!(ordinal(position, *mv), n, "{:?} {}", position, text);
            prop_assert_eq!(by_ordinal(position, n), Some(*mv), "{:?} {}", position, text);
            prop_assert_eq!(Sorted::of(position).before(key(position, *mv)), n);
            prop_assert_eq!(Sorted::of(position).nth(n), Some(*mv));
        }
        for beyond in [texts.len(), texts.len() + 1, 255, 511, usize::MAX] {
            prop_assert_eq!(by_ordinal(position, beyond.max(texts.len())), None);
        }
        Ok(())
    }

    fn check_game(start: Position, choices: &[u8]) -> Result<(), TestCaseError> {
        let mut position = start;
        for &choice in choices {
            check(&position)?;
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[choice as usize % moves.len()]);
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn places_are_those_of_sorted_texts(choices in prop::collection::vec(any::<u8>(), 1..120)) {
            check_game(Position::start(), &choices)?;
        }

        #[test]
        fn in_chess960_too(n in 0u16..960, choices in prop::collection::vec(any::<u8>(), 1..80)) {
            check_game(Position::chess960(n).expect("below 960"), &choices)?;
        }
    }

    #[test]
    fn full_boards_and_rare_moves() {
        for text in [
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
            "8/8/8/8/8/1k6/2p5/K7 b - - 0 50",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "rnbqkbnr/1pp1pppp/8/p2pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
            "N1N1N3/1N1N4/N1N1N3/8/2k5/8/8/K6N w - - 0 1",
            "k7/8/8/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/7K b - - 0 1",
            "QQQQQQQQ/QQQQQQQQ/8/8/8/8/1K6/3k4 w - - 0 1",
            "8/8/8/8/8/5k2/5q2/7K w - - 0 1",
        ] {
            if let Ok((position, _)) = fen::parse(text.as_bytes(), fen::Mode::Lax) {
                check(&position).expect(text);
            }
        }
    }
}
