//! Writing a move.
//! Owns: canonical text, shortest origin, check marks. Knows nothing of: reading.
//! Standard: §8.2.3.3, §8.2.3.4, §8.2.3.5, §8.2.3.6. Decisions: D-34.
//! Start at [`write`](fn@write).

use crate::attacks::{self, Way};
use crate::bitboard::Bitboard;
use crate::board::EMPTY;
use crate::castling::Side;
use crate::movegen;
use crate::moves::{Move, MoveKind};
use crate::piece::{BLACK, Color, Role, WHITE};
use crate::play::Effect;
use crate::position::Position;
use crate::square::{File, Rank, Square};
use crate::text::ShortText;
use crate::undo::Undo;

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
    if !position.variant.is_orthodox() || !mv.is_plain() {
        return play_and_write_special(position, mv);
    }
    match position.turn {
        Color::White => play_and_write_plain::<WHITE, BLACK>(position, mv),
        Color::Black => play_and_write_plain::<BLACK, WHITE>(position, mv),
    }
}

#[inline(always)]
fn play_and_write_plain<const US: usize, const THEM: usize>(
    position: &mut Position,
    mv: Move,
) -> SanText {
    let (from, to) = (mv.from(), mv.to());
    let (role, captured) =
        (position.board.codes[from.usize()] & 7, position.board.codes[to.usize()]);
    let prefix = Prefix::of(role, captured);
    let (word, len) = plain(position, position.board.of_color(US), mv, role, prefix);
    let kept_clock = i32::from(prefix.kept_clock) as u32;
    let effect = Effect { kept_clock, doubles: mv.is_double_push() };
    position.shift::<US>(from, to, role, captured, effect, &mut Undo::default());
    if position.is_check_for::<THEM>() {
        return marked(position, word, len);
    }
    SanText::of_word(word, len)
}

#[cold]
#[inline(never)]
fn play_and_write_special(position: &mut Position, mv: Move) -> SanText {
    let (word, len) = unmarked(position, mv);
    position.play(mv);
    if !mv.is_null() && deserves_mark(position) {
        return marked(position, word, len);
    }
    SanText::of_word(word, len)
}

/// The text with its mark, one being deserved.
#[inline(never)]
fn marked(position: &Position, word: u64, len: u8) -> SanText {
    SanText::of_word(word | u64::from(mark(position)) << (8 * len), len + 1)
}

/// True if the move that led to this position gives check, or has won by a rule of its variant.
#[inline]
pub(super) fn deserves_mark(after: &Position) -> bool {
    if !after.variant.is_orthodox() {
        return after.is_check() || after.is_won();
    }
    after.is_attacked()
}

/// The mark where one is deserved: `#` if the game is won, else `+`.
pub(super) fn mark(after: &Position) -> u8 {
    let is_won = match after.variant.is_orthodox() {
        // There is check already.
        true => !after.has_legal_move(),
        false => after.is_won(),
    };
    if is_won { b'#' } else { b'+' }
}

/// `+` if the side to move is in check, `#` if it is mated (§8.2.3.5): the mark of the move that
/// led to this position. In a variant also `#` if the move has won by another rule, as servers
/// write it.
#[inline]
pub fn check_mark(after: &Position) -> Option<u8> {
    deserves_mark(after).then(|| mark(after))
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

#[inline]
fn unmarked(position: &Position, mv: Move) -> (u64, u8) {
    if mv.is_plain() {
        let codes = &position.board.codes;
        let (role, captured) = (codes[mv.from().usize()] & 7, codes[mv.to().usize()]);
        let own = position.board.by_color(position.turn);
        plain(position, own, mv, role, Prefix::of(role, captured))
    } else {
        special(mv)
    }
}

/// What stands before the square.
#[derive(Clone, Copy)]
#[repr(align(8))]
struct Prefix {
    bytes: u16,
    len: u8,
    /// The length in bits.
    n_bits: u8,
    /// The [`Way`] of rivals.
    way: Way,
    /// What of the origin is added to the first byte: the file of a pawn that takes.
    file: u8,
    /// -1, or zero if the halfmove clock begins anew.
    kept_clock: i8,
}

/// By role, plus eight with `x`.
static PREFIXES: [Prefix; 16] = {
    let pawn = Prefix { bytes: 0, len: 0, n_bits: 0, way: Way::Nobody, file: 0, kept_clock: 0 };
    let mut table = [pawn; 16];
    table[8] = Prefix { bytes: u16::from_le_bytes(*b"ax"), len: 2, n_bits: 16, file: 7, ..pawn };
    let mut n = 1;
    while n < Role::ALL.len() {
        let (letter, way) = (Role::ALL[n].letter(), Way::of(Role::ALL[n]));
        table[n] = Prefix { bytes: letter as u16, len: 1, n_bits: 8, way, kept_clock: -1, ..pawn };
        let bytes = u16::from_le_bytes([letter, b'x']);
        table[n + 8] = Prefix { bytes, len: 2, n_bits: 16, way, ..pawn };
        n += 1;
    }
    table
};

impl Prefix {
    /// Of a role's index and the code of what is taken.
    #[inline(always)]
    fn of(role: u8, captured: u8) -> &'static Prefix {
        &PREFIXES[usize::from(role & 7 | u8::from(captured != EMPTY) << 3)]
    }
}

/// The names of the squares, first byte lowest.
static NAMES: [u16; 64] = {
    let mut table = [0; 64];
    let mut index = 0;
    while index < 64 {
        table[index as usize] = u16::from_le_bytes(Square::wrap(index).name());
        index += 1;
    }
    table
};

/// The text of a plain move in one word, its first byte lowest, and its length.
#[inline(always)]
fn plain(
    position: &Position,
    own: Bitboard,
    mv: Move,
    role: u8,
    prefix: &'static Prefix,
) -> (u64, u8) {
    let (from, to, board) = (mv.from(), mv.to(), &position.board);
    // Pawns are no rivals: a capture names its file anyway.
    let men = attacks::ways(prefix.way, to) & own & board.role(role);
    if men.has_many() {
        return with_origin(position, mv, prefix, men);
    }
    let before = u64::from(prefix.bytes + u16::from(from.index() & prefix.file));
    (before | u64::from(NAMES[to.usize()]) << (prefix.n_bits & 63), prefix.len + 2)
}

/// A piece move where other men of its kind may come to the square too.
#[inline(never)]
fn with_origin(position: &Position, mv: Move, prefix: &Prefix, men: Bitboard) -> (u64, u8) {
    let (from, to) = (mv.from(), mv.to());
    let (mut word, mut len) = (u64::from(prefix.bytes & 0xff), 1);
    let mut push = |bytes: u16, n: u8| {
        word |= u64::from(bytes) << (8 * len);
        len += n;
    };
    let (file, rank) = origin_among(position, men, from, to);
    if let Some(file) = file {
        push(file.letter().into(), 1);
    }
    if let Some(rank) = rank {
        push(rank.digit().into(), 1);
    }
    push(prefix.bytes >> 8, prefix.len - 1);
    push(NAMES[to.usize()], 2);
    (word, len)
}

/// Castling, en passant, promotion, drops, the null move.
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
        (MoveKind::Drop(_), _) => drop(mv),
        (_, _) => (u64::from_le_bytes(*b"--\0\0\0\0\0\0"), 2),
    }
}

/// `N@f3`, `P@e4`.
pub(super) fn drop(mv: Move) -> (u64, u8) {
    let [file, rank] = mv.to().name();
    let letter = mv.dropped().map_or(b'P', Role::letter);
    (u64::from_le_bytes([letter, b'@', file, rank, 0, 0, 0, 0]), 4)
}

/// What SAN must say about where a piece comes from (§8.2.3.4): nothing, the file, the rank or
/// both. Only pieces that may legally go there count.
pub(super) fn origin(
    position: &Position,
    role: Role,
    from: Square,
    to: Square,
) -> (Option<File>, Option<Rank>) {
    if role == Role::Pawn {
        return (None, None);
    }
    let men = attacks::ways(Way::of(role), to) & position.board.by_piece(position.turn, role);
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
