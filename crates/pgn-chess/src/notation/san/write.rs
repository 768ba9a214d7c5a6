//! Writing a move.
//! Owns: canonical text, shortest origin, check marks. Knows nothing of: reading.
//! Standard: §8.2.3.3, §8.2.3.4, §8.2.3.5, §8.2.3.6. Decisions: D-34.
//! Start at [`write`](fn@write).

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::EMPTY;
use crate::castling::Side;
use crate::movegen;
use crate::moves::{Move, MoveKind};
use crate::piece::Role;
use crate::position::Position;
use crate::square::{File, Rank, Square};
use crate::text::ShortText;

/// A move in SAN: 2 to 7 bytes (§8.2.3.6), 8 bytes in memory.
pub type SanText = ShortText<7>;

/// The canonical SAN of a legal move, check mark included.
///
/// For a move that is not legal the text means nothing. Costs a move made on a copy; see
/// [`play_and_write`] for those who play it anyway.
///
/// ```
/// use pgn_chess::{Position, notation::{san, uci}};
/// let position = Position::start();
/// let mv = uci::parse(&position, b"g1f3").expect("a legal move");
/// assert_eq!(san::write(&position, mv), "Nf3");
/// ```
pub fn write(position: &Position, mv: Move) -> SanText {
    play_and_write(&mut { *position }, mv)
}

/// Plays a legal move and returns its canonical SAN, check mark included.
#[inline]
pub fn play_and_write(position: &mut Position, mv: Move) -> SanText {
    let (word, len) = unmarked(position, mv);
    position.play(mv);
    if !position.is_check() || mv.is_null() {
        return SanText::of_word(word, len);
    }
    let mark = if position.has_legal_move() { b'+' } else { b'#' };
    SanText::of_word(word | u64::from(mark) << (8 * len), len + 1)
}

/// `+` if the side to move is in check, `#` if it is mated (§8.2.3.5): the mark of the move that
/// led to this position.
#[inline]
pub fn check_mark(after: &Position) -> Option<u8> {
    if !after.is_check() {
        None
    } else if after.has_legal_move() {
        Some(b'+')
    } else {
        Some(b'#')
    }
}

/// True if the text is exactly the canonical SAN of this legal move, check mark included.
pub fn is_canonical(position: &Position, mv: Move, text: &[u8]) -> bool {
    write(position, mv).as_bytes() == text
}

/// The SAN of a legal move without `+` or `#`; `--` for the null move.
#[inline]
pub fn write_unmarked(position: &Position, mv: Move) -> SanText {
    let (word, len) = unmarked(position, mv);
    SanText::of_word(word, len)
}

/// What stands before the square, and its length, by role and `x`; the file of a pawn is added.
static PREFIXES: [[(u16, u8); 2]; 8] = {
    let mut table = [[(0, 0); 2]; 8];
    table[0][1] = (u16::from_le_bytes([0, b'x']), 2);
    let mut n = 1;
    while n < Role::ALL.len() {
        let letter = Role::ALL[n].letter();
        table[n] = [(letter as u16, 1), (u16::from_le_bytes([letter, b'x']), 2)];
        n += 1;
    }
    table
};

/// The text in one word, its first byte lowest, and its length.
#[inline(always)]
fn unmarked(position: &Position, mv: Move) -> (u64, u8) {
    if !mv.is_plain() {
        return special(mv);
    }
    let (from, to, board) = (mv.from(), mv.to(), &position.board);
    let role = board.codes[from.usize()] & 7;
    let captures = board.codes[to.usize()] != EMPTY;
    let (prefix, len) = PREFIXES[usize::from(role)][usize::from(captures)];
    let is_pawn = role == Role::Pawn as u8;
    let file = if is_pawn & captures { from.file().letter() } else { 0 };
    // Pawns have no way here: a capture names its file anyway.
    let way = if is_pawn { 0 } else { usize::from(role) };
    let men = attacks::ways(way, to) & board.by_color(position.turn) & board.role(role);
    if men.has_many() {
        return with_origin(position, mv, u64::from(prefix), men);
    }
    let square = u64::from(u16::from_le_bytes(to.name()));
    (u64::from(prefix) | u64::from(file) | square << (8 * (len & 7)), len + 2)
}

/// A piece move where other men of its kind may come to the square too.
#[inline(never)]
fn with_origin(position: &Position, mv: Move, prefix: u64, men: Bitboard) -> (u64, u8) {
    let (from, to) = (mv.from(), mv.to());
    let mut text = [prefix as u8, 0, 0, 0, 0, 0, 0, 0];
    let mut len = 1;
    let (file, rank) = origin_among(position, men, from, to);
    let x = (prefix >> 8 != 0).then_some(b'x');
    let [to_file, to_rank] = to.name();
    let origin = [file.map(File::letter), rank.map(Rank::digit), x, Some(to_file), Some(to_rank)];
    for byte in origin.into_iter().flatten() {
        text[len & 7] = byte;
        len += 1;
    }
    (u64::from_le_bytes(text), len as u8)
}

/// Castling, en passant, promotion, the null move.
#[inline(never)]
fn special(mv: Move) -> (u64, u8) {
    let (from, to) = (mv.from(), mv.to());
    let [file, rank] = to.name();
    match (mv.kind(), mv.promotion()) {
        (MoveKind::Castle, _) => match Side::of(from, to) {
            Side::King => (u64::from_le_bytes(*b"O-O\0\0\0\0\0"), 3),
            Side::Queen => (u64::from_le_bytes(*b"O-O-O\0\0\0"), 5),
        },
        (MoveKind::Promotion(_), Some(role)) if from.file() == to.file() => {
            (u64::from_le_bytes([file, rank, b'=', role.letter(), 0, 0, 0, 0]), 4)
        }
        (MoveKind::Promotion(_), Some(role)) => {
            let origin = from.file().letter();
            (u64::from_le_bytes([origin, b'x', file, rank, b'=', role.letter(), 0, 0]), 6)
        }
        (MoveKind::EnPassant, _) => {
            (u64::from_le_bytes([from.file().letter(), b'x', file, rank, 0, 0, 0, 0]), 4)
        }
        (_, _) => (u64::from_le_bytes(*b"--\0\0\0\0\0\0"), 2),
    }
}

/// What SAN must say about where a piece comes from (§8.2.3.4): nothing, the file, the rank or
/// both. Only pieces that may legally go there count.
pub(super) fn origin(
    position: &Position,
    role: Role,
    from: Square,
    to: Square,
) -> (Option<File>, Option<Rank>) {
    let way = if role == Role::Pawn { 0 } else { role.index() };
    let men = attacks::ways(way, to) & position.board.by_piece(position.turn, role);
    origin_among(position, men, from, to)
}

/// [`origin`] if no men but these can come to the square on an empty board.
fn origin_among(
    position: &Position,
    men: Bitboard,
    from: Square,
    to: Square,
) -> (Option<File>, Option<Rank>) {
    let others = men & !Bitboard::from_square(from);
    let rivals = attacks::unblocked(others, to, position.board.occupied());
    shortest_origin(from, legal_origins(position, rivals, to))
}

/// Those of these men that may legally go to the square, which they all attack.
pub(super) fn legal_origins(position: &Position, men: Bitboard, to: Square) -> Bitboard {
    men.filter(|from| movegen::is_safe(position, *from, to)).collect()
}

/// The file, the rank or both, whichever first tells a square from its rivals.
pub(super) fn shortest_origin(from: Square, rivals: Bitboard) -> (Option<File>, Option<Rank>) {
    if rivals.is_empty() {
        (None, None)
    } else if !rivals.intersects(Bitboard::from_file(from.file())) {
        (Some(from.file()), None)
    } else if !rivals.intersects(Bitboard::from_rank(from.rank())) {
        (None, Some(from.rank()))
    } else {
        (Some(from.file()), Some(from.rank()))
    }
}
