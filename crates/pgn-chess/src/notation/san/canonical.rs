//! The fast road from canonical text to a legal move.
//! Owns: eight-byte decoding, candidates by target. Knows nothing of: any other spelling.
//! Standard: §8.2.3.3, §8.2.3.4. Decisions: D-32.
//! Start at [`resolve_canonical`].
//!
//! The idea:
//!
//! ```text
//! text  = letter, origin (0..2), x?, square, promotion?, mark?     in one 64-bit word
//! cut the mark and the square off the end, the letter off the front; what is left is the origin
//! candidates = own men of that kind that the target square "attacks" the same way
//! keep those that do not leave the king in check; exactly one must remain
//! ```
//!
//! Changed for speed: the kinds of attack are picked by masks, not by branches on the letter, and
//! safety is asked of the one candidate without asking first whether it may be pinned.

use crate::attacks::{self, Way};
use crate::bitboard::Bitboard;
use crate::board::EMPTY;
use crate::castling::Side;
use crate::movegen;
use crate::moves::{Move, MoveKind};
use crate::piece::{BLACK, Color, Role, WHITE};
use crate::position::Position;
use crate::square::{File, Rank, Square};

use super::write;

/// Longest canonical SAN is seven bytes, `Qa6xb7#` or `exd8=Q+`.
const BYTES_MAX: usize = 7;

/// The text in one word, first byte lowest, zeros behind it.
///
/// Four two-byte loads that overlap as the length wants it: no branch on the length.
#[inline]
fn load(text: &[u8]) -> Option<u64> {
    let len = text.len();
    if !(2..=BYTES_MAX).contains(&len) {
        return None;
    }
    let pair = |at: usize| -> u64 {
        let pair = u64::from(text[at]) | u64::from(text[at + 1]) << 8;
        pair << (8 * at)
    };
    Some(pair(0) | pair(2.min(len - 2)) | pair(4.min(len - 2)) | pair(len - 2))
}

#[inline]
fn byte(word: u64, at: u32) -> u8 {
    (word >> ((8 * at) & 63)) as u8
}

/// What the first byte of a move without origin says, with and without `x` behind it.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Lead {
    /// Where the man may come from: a capturing pawn from the file it names.
    origin: u64,
    /// The [`Way`] to the square, by colour and `x`.
    ways: [u8; 4],
    /// How many bits stand before the square, by `x`.
    skip: [u8; 2],
    /// The role's index.
    role: u8,
}

static LEADS: [Lead; 256] = {
    let nothing = Lead { origin: 0, ways: [0; 4], skip: [0; 2], role: 0 };
    let mut table = [nothing; 256];
    let mut file = 0;
    while file < 8 {
        let pawn = Way::PAWN as u8;
        table[b'a' as usize + file] = Lead {
            origin: 0x0101_0101_0101_0101 << file,
            ways: [pawn, pawn + 1, pawn + 2, pawn + 3],
            skip: [0, 16],
            role: Role::Pawn as u8,
        };
        file += 1;
    }
    let mut n = 1;
    while n < Role::ALL.len() {
        let role = Role::ALL[n];
        table[role.letter() as usize] =
            Lead { origin: !0, ways: [role as u8; 4], skip: [8, 16], role: role as u8 };
        n += 1;
    }
    table
};

/// The legal move whose canonical SAN this is; a mark at the end may be missing or wrong.
///
/// `None` says only that the text is not canonical here: [`resolve`](fn@super::resolve) knows what
/// else it may be. About 10 ns.
#[inline]
pub fn resolve_canonical(position: &Position, text: &[u8]) -> Option<Move> {
    resolve_word(position, load(text)?, text.len())
}

/// [`resolve_canonical`] for those who have the text in a word, its first byte lowest and zeros
/// behind its last.
///
/// With anything but zeros behind it, and with more than eight bytes, no text is canonical.
#[inline]
pub fn resolve_word(position: &Position, word: u64, len: usize) -> Option<Move> {
    let read = match position.turn {
        Color::White => read::<WHITE>(position, word, len),
        Color::Black => read::<BLACK>(position, word, len),
    };
    match read {
        Read::Plain(plain) => Some(plain.mv()),
        Read::Other(mv) => mv,
    }
}

/// Plays the move whose canonical SAN this is: [`resolve_word`] and [`Position::play`] in one,
/// which is faster than one after the other. Nothing is played without a move.
#[inline]
pub fn play_word(position: &mut Position, word: u64, len: usize) -> Option<Move> {
    match position.turn {
        Color::White => play_read::<WHITE>(position, word, len),
        Color::Black => play_read::<BLACK>(position, word, len),
    }
}

#[inline(always)]
fn play_read<const US: usize>(position: &mut Position, word: u64, len: usize) -> Option<Move> {
    match read::<US>(position, word, len) {
        Read::Plain(plain) => {
            let Plain { from, to, role, captured } = plain;
            position.shift::<US>(from, to, role, captured, plain.doubles());
            Some(plain.mv())
        }
        Read::Other(mv) => {
            position.play(mv?);
            mv
        }
    }
}

/// What came of a text.
enum Read {
    Plain(Plain),
    Other(Option<Move>),
}

/// A legal move of one man from square to square.
struct Plain {
    from: Square,
    to: Square,
    role: u8,
    /// The code of what stands on the target.
    captured: u8,
}

impl Plain {
    #[inline(always)]
    fn doubles(&self) -> bool {
        (self.from.index() ^ self.to.index() == 16) & (self.role == Role::Pawn as u8)
    }

    #[inline(always)]
    fn mv(&self) -> Move {
        Move::of_man(self.from, self.to, self.doubles())
    }
}

#[inline(always)]
fn read<const US: usize>(position: &Position, word: u64, len: usize) -> Read {
    let lead = &LEADS[usize::from(byte(word, 0))];
    let has_sign = byte(word, 1) == b'x';
    let body = word >> (lead.skip[usize::from(has_sign)] & 63);
    // File and rank at once: three bits each, or something is left over.
    let square = (body as u16).wrapping_sub(u16::from_le_bytes(*b"a1"));
    let tail = body >> 16;
    if square & 0xf8f8 != 0 || (tail != 0 && tail | 8 != u64::from(b'+')) {
        return Read::Other(seldom(position, word, len));
    }
    // A zero inside the text would pass for its end.
    if byte(word, (len as u32).wrapping_sub(1)) == 0 {
        return Read::Other(None);
    }
    let to = Square::wrap((square | square >> 5) as u8);
    let board = &position.board;
    let way = lead.ways[US << 1 | usize::from(has_sign)];
    let men = attacks::ways(usize::from(way), to)
        & board.of_color(US)
        & board.role(lead.role)
        & Bitboard(lead.origin);
    let wanted = if has_sign { US as u8 ^ 1 } else { EMPTY >> 3 };
    let captured = board.codes[to.usize()];
    if captured >> 3 != wanted {
        let mv = en_passant(position, men, to).filter(|_| lead.role == 0 && has_sign);
        return Read::Other(mv);
    }
    let men = if men.has_many() { unblocked(position, men, to) } else { men };
    let Some(from) = men.first() else { return Read::Other(None) };
    if attacks::between(from, to).intersects(board.occupied())
        || !movegen::is_safe_for::<US>(position, from, to)
    {
        return Read::Other(None);
    }
    Read::Plain(Plain { from, to, role: lead.role, captured })
}

/// Of several men the one that can come to the square, or none.
#[inline(never)]
fn unblocked(position: &Position, men: Bitboard, to: Square) -> Bitboard {
    let occupied = position.board.occupied();
    let free: Bitboard =
        men.filter(|from| !attacks::between(*from, to).intersects(occupied)).collect();
    if !free.has_many() {
        return free;
    }
    let legal = write::legal_origins(position, free, to);
    if legal.has_many() { Bitboard::EMPTY } else { legal }
}

/// The capture en passant by one of these men, if they are pawns.
#[cold]
#[inline(never)]
fn en_passant(position: &Position, men: Bitboard, to: Square) -> Option<Move> {
    let from = men.single().filter(|_| position.ep_square() == Some(to))?;
    movegen::en_passant_is_safe(position, from, to)
        .then(|| Move::new(from, to, MoveKind::EnPassant))
}

/// Everything else, and everything that is not canonical.
#[inline(never)]
fn seldom(position: &Position, word: u64, len: usize) -> Option<Move> {
    if !(2..=BYTES_MAX).contains(&len) || word >> (8 * len) != 0 {
        return None;
    }
    let len = len as u32;
    let has_mark = matches!(byte(word, len - 1), b'+' | b'#');
    let len = len - u32::from(has_mark);
    let mv = match byte(word, 0) {
        b'a'..=b'h' => pawn(position, word, len)?,
        b'O' => return castle(position, word, len),
        letter => piece(position, Role::from_letter(letter)?, word, len)?,
    };
    if mv.is_en_passant() {
        return movegen::en_passant_is_safe(position, mv.from(), mv.to()).then_some(mv);
    }
    movegen::is_safe(position, mv.from(), mv.to()).then_some(mv)
}

/// The square named by two bytes from `at` on.
#[inline]
fn square(word: u64, at: u32) -> Option<Square> {
    let file = byte(word, at).wrapping_sub(b'a');
    let rank = byte(word, at + 1).wrapping_sub(b'1');
    if file | rank > 7 { None } else { Some(Square::wrap(rank << 3 | file)) }
}

/// `Nf3`, `Nbd2`, `Qa6xb7`: safe or not if only one piece can mean it.
#[inline(always)]
fn piece(position: &Position, role: Role, word: u64, len: u32) -> Option<Move> {
    if len < 3 {
        return None;
    }
    let to = square(word, len - 2)?;
    let target = Bitboard::from_square(to);
    let (us, board) = (position.turn(), position.board());
    let own = board.by_color(us);
    let has_sign = byte(word, len - 3) == b'x';
    if role == Role::Pawn {
        return None;
    }
    let captures = board.by_color(!us).intersects(target);
    if own.intersects(target) || has_sign != captures {
        return None;
    }
    let reach = attacks::attacks(us, role, to, board.occupied());
    let candidates = reach & own & board.by_role(role);
    let origin_len = len - 3 - u32::from(has_sign);
    if origin_len != 0 {
        return with_origin(position, candidates, to, [byte(word, 1), byte(word, 2)], origin_len);
    }
    let from = if candidates.has_many() {
        write::legal_origins(position, candidates, to).single()?
    } else {
        candidates.first()?
    };
    Some(Move::new(from, to, MoveKind::Normal))
}

/// A piece move that names its origin, which must be needed and the shortest possible.
#[inline(never)]
fn with_origin(
    position: &Position,
    candidates: Bitboard,
    to: Square,
    origin: [u8; 2],
    origin_len: u32,
) -> Option<Move> {
    let (file, rank) = match origin_len {
        1 => match File::from_letter(origin[0]) {
            Some(file) => (Some(file), None),
            None => (None, Some(Rank::from_digit(origin[0])?)),
        },
        2 => (Some(File::from_letter(origin[0])?), Some(Rank::from_digit(origin[1])?)),
        _ => return None,
    };
    let on_file = file.map_or(Bitboard::ALL, Bitboard::from_file);
    let on_rank = rank.map_or(Bitboard::ALL, Bitboard::from_rank);
    let legal = write::legal_origins(position, candidates, to);
    let from = (legal & on_file & on_rank).single()?;
    let rivals = legal & !Bitboard::from_square(from);
    (write::shortest_origin(from, rivals) == (file, rank))
        .then(|| Move::new(from, to, MoveKind::Normal))
}

/// `O-O`, `O-O-O`, and what begins like nothing canonical.
fn castle(position: &Position, word: u64, len: u32) -> Option<Move> {
    const SHORT: u64 = u64::from_le_bytes(*b"O-O\0\0\0\0\0");
    const LONG: u64 = u64::from_le_bytes(*b"O-O-O\0\0\0");
    let side = match (len, word & ((1 << ((8 * len) & 63)) - 1)) {
        (3, SHORT) => Side::King,
        (5, LONG) => Side::Queen,
        (_, _) => return None,
    };
    castling_move(position, side).filter(|mv| {
        // The right alone is known so far.
        movegen::castle_is_legal(position, mv.from(), mv.to())
    })
}

/// The castling move to this side if the right is there, legal or not.
pub(super) fn castling_move(position: &Position, side: Side) -> Option<Move> {
    let king = position.king(position.turn())?;
    let mut rooks = position.castling_rooks(position.turn());
    let rook = rooks.find(|rook| Side::of(king, *rook) == side)?;
    Some(Move::new(king, rook, MoveKind::Castle))
}

/// `e4`, `exd5`, `e8=Q`, `exd8=Q`: safe or not.
#[inline(always)]
fn pawn(position: &Position, word: u64, len: u32) -> Option<Move> {
    let (len, promotion) = if len >= 4 && byte(word, len - 2) == b'=' {
        let role = Role::from_letter(byte(word, len - 1))?;
        if !Role::PROMOTIONS.contains(&role) {
            return None;
        }
        (len - 2, Some(role))
    } else {
        (len, None)
    };
    let (us, board) = (position.turn(), position.board());
    let own = board.by_piece(us, Role::Pawn);
    let to = match len {
        2 => square(word, 0)?,
        4 if byte(word, 1) == b'x' => square(word, 2)?,
        _ => return None,
    };
    if promotion.is_some() != Bitboard::END_RANKS.contains(to) {
        return None;
    }
    let back: i8 = if us == Color::White { -8 } else { 8 };
    let kind = promotion.map_or(MoveKind::Normal, MoveKind::Promotion);
    let below = Square::new(to.index().wrapping_add_signed(back))?;
    let (from, kind) = if len == 2 {
        let occupied = board.occupied();
        if occupied.contains(to) {
            return None;
        }
        if own.contains(below) {
            (below, kind)
        } else {
            let start = Square::wrap(below.index().wrapping_add_signed(back));
            let may_step_twice = to.rank().relative_to(us).index() == 3
                && !occupied.contains(below)
                && own.contains(start);
            may_step_twice.then_some((start, MoveKind::DoublePush))?
        }
    } else {
        let from = Square::from_coords(File::from_letter(byte(word, 0))?, below.rank());
        if !own.contains(from) || !attacks::pawn(us, from).contains(to) {
            return None;
        }
        if position.ep_square() == Some(to) {
            return Some(Move::new(from, to, MoveKind::EnPassant));
        }
        if !board.by_color(!us).contains(to) {
            return None;
        }
        (from, kind)
    };
    Some(Move::new(from, to, kind))
}
