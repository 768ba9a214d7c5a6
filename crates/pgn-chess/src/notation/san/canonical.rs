//! The fast road from canonical text to a legal move.
//! Owns: eight-byte decoding, candidates by target. Knows nothing of: any other spelling.
//! Standard: §8.2.3.3, §8.2.3.4. Decisions: D-32.
//! Start at [`read`].
//!
//! The idea:
//!
//! ```text
//! text   = letter or file, x?, square, mark?                       in one 64-bit word
//! men    = own men of that kind that on an empty board may come to the square:
//!          nearly always one
//! legal  = nothing stands between, the target is free or taken as the text says, and nobody sees
//!          the king afterwards
//! ```
//!
//! Changed for speed: pawns and pieces go one road, which tables lead, because which of both comes
//! next cannot be predicted; there are as few instructions as can be, for their number decides.

use crate::attacks::{self, Way};
use crate::bitboard::Bitboard;
use crate::board::EMPTY;
use crate::movegen;
use crate::moves::{Move, MoveKind};
use crate::piece::{BLACK, Color, Role, WHITE};
use crate::position::Position;
use crate::square::Square;
use crate::undo::Undo;
use crate::variant;

use super::seldom::seldom;
use super::write;

/// Longest canonical SAN is seven bytes, `Qa6xb7#` or `exd8=Q+`.
pub(super) const BYTES_MAX: usize = 7;

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
pub(super) fn byte(word: u64, at: u32) -> u8 {
    (word >> ((8 * at) & 63)) as u8
}

/// What the first byte of a move without origin says, with and without `x` behind it.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Lead {
    /// Where the man may come from: a capturing pawn from the file it names.
    origin: u64,
    /// How many bits stand before the square, by `x`.
    skip: [u8; 2],
    role: Role,
    /// By colour.
    by_color: [LeadOf; 2],
}

#[derive(Clone, Copy)]
struct LeadOf {
    /// The [`Way`] to the square, by `x`.
    ways: [u8; 2],
    /// What must stand there, by `x`: the board code without its role.
    wanted: [u8; 2],
}

static LEADS: [Lead; 256] = {
    let wanted = [[EMPTY >> 3, 1], [EMPTY >> 3, 0]];
    let nobody = LeadOf { ways: [0; 2], wanted: [u8::MAX; 2] };
    let nothing = Lead { origin: 0, skip: [0; 2], role: Role::Pawn, by_color: [nobody; 2] };
    let mut table = [nothing; 256];
    let mut color = 0;
    while color < 2 {
        let mut file = 0;
        while file < 8 {
            let lead = &mut table[b'a' as usize + file];
            let ways = [Way::ADVANCE + color * Way::BLACK, Way::TAKE + color * Way::BLACK];
            lead.origin = 0x0101_0101_0101_0101 << file;
            lead.skip = [0, 16];
            lead.by_color[color] =
                LeadOf { ways: [ways[0] as u8, ways[1] as u8], wanted: wanted[color] };
            file += 1;
        }
        let mut n = 1;
        while n < Role::ALL.len() {
            let role = Role::ALL[n];
            let lead = &mut table[role.letter() as usize];
            lead.origin = !0;
            lead.skip = [8, 16];
            lead.role = role;
            lead.by_color[color] = LeadOf { ways: [role as u8; 2], wanted: wanted[color] };
            n += 1;
        }
        color += 1;
    }
    table
};

/// The legal move whose canonical SAN this is; a mark at the end may be missing or wrong.
///
/// `None` says only that the text is not canonical here: [`resolve`](fn@super::resolve) knows what
/// else it may be. About 12 ns.
#[inline]
pub fn resolve_canonical(position: &Position, text: &[u8]) -> Option<Move> {
    if text.last() == Some(&0) {
        return None;
    }
    resolve_word(position, load(text)?, text.len())
}

/// [`resolve_canonical`] for those who have the text in a word, its first byte lowest and zeros
/// behind its last.
///
/// With anything but zeros behind it, and with more than eight bytes, no text is canonical. The
/// text itself has no zeros: what stands before one could pass for the whole.
#[inline]
pub fn resolve_word(position: &Position, word: u64, len: usize) -> Option<Move> {
    if !position.variant.is_orthodox() {
        return variant::read_word(position, word, len);
    }
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
    Some(play_word_undoable(position, word, len)?.0)
}

/// [`play_word`] with what [`Position::take_back`] needs.
#[inline(always)]
pub fn play_word_undoable(position: &mut Position, word: u64, len: usize) -> Option<(Move, Undo)> {
    if !position.variant.is_orthodox() {
        return variant::play_word(position, word, len);
    }
    match position.turn {
        Color::White => play_read::<WHITE>(position, word, len),
        Color::Black => play_read::<BLACK>(position, word, len),
    }
}

#[inline(always)]
fn play_read<const US: usize>(
    position: &mut Position,
    word: u64,
    len: usize,
) -> Option<(Move, Undo)> {
    match read::<US>(position, word, len) {
        Read::Plain(plain) => {
            let Plain { from, to, role, captured } = plain;
            let undo = position.undo(captured);
            position.shift::<US>(from, to, role as u8, captured, plain.doubles());
            Some((plain.mv(), undo))
        }
        Read::Other(mv) => Some((mv?, position.play_undoable(mv?))),
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
    role: Role,
    /// The code of what stands on the target.
    captured: u8,
}

impl Plain {
    #[inline(always)]
    fn doubles(&self) -> bool {
        (self.from.index() ^ self.to.index() == 16) & (self.role == Role::Pawn)
    }

    #[inline(always)]
    fn mv(&self) -> Move {
        Move::of_man(self.from, self.to, self.doubles())
    }
}

#[inline(always)]
fn read<const US: usize>(position: &Position, word: u64, len: usize) -> Read {
    let lead = &LEADS[usize::from(byte(word, 0))];
    let x = usize::from(byte(word, 1) == b'x');
    let body = word >> (lead.skip[x] & 63);
    // File and rank at once: three bits each, or something is left over.
    let square = (body as u16).wrapping_sub(u16::from_le_bytes(*b"a1"));
    let tail = body >> 16;
    if square & 0xf8f8 != 0 || (tail != 0 && tail | 8 != u64::from(b'+')) {
        return Read::Other(seldom(position, word, len));
    }
    let to = Square::wrap((square | square >> 5) as u8);
    let (board, of_us) = (&position.board, &lead.by_color[US]);
    let men = attacks::ways(of_us.ways[x].into(), to)
        & board.of_color(US)
        & board.by_role(lead.role)
        & Bitboard(lead.origin);
    let captured = board.codes[to.usize()];
    if captured >> 3 != of_us.wanted[x] {
        return Read::Other(en_passant(position, men, to).filter(|_| x == 1));
    }
    let men = if men.has_many() { only_one(position, men, to) } else { men };
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
fn only_one(position: &Position, men: Bitboard, to: Square) -> Bitboard {
    let free = attacks::unblocked(men, to, position.board.occupied());
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
    let from = (men & position.board.by_role(Role::Pawn))
        .single()
        .filter(|_| position.ep_square() == Some(to))?;
    movegen::en_passant_is_safe(position, from, to)
        .then(|| Move::new(from, to, MoveKind::EnPassant))
}
