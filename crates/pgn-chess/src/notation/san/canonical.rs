//! The fast path from canonical text to a legal move, and from a move to its text.
//!
//! Standard: §8.2.3.3, §8.2.3.4. Decisions: D-32.
//!
//! The idea:
//!
//! ```text
//! text   = letter or file, x?, square, mark?                       in one 64-bit word
//! pieces = own pieces of that kind that on an empty board may come to the square:
//!          nearly always one
//! legal  = nothing is between, the target is free or taken as in the text, and no piece attacks
//!          the king afterwards
//! ```
//!
//! Changed for speed:
//!
//! - Pawns and pieces share one path. Two table entries per first byte, one of them for a text with
//!   `x`, replace branches, because the processor cannot predict whether a pawn or a piece comes
//!   next.
//! - The side to move is a compile-time constant, so its uses cost nothing.
//! - Texts with an origin, castling and promotions, one ply in twelve, have their own function.
//! - Reading plays the move at once ([`play_word`]) and notes what taking it back needs.
//! - A move without text ([`play_legal`]) takes the same path: its piece and capture give the table
//!   entry of its text, and the candidates show whether it is legal and whether it needs
//!   disambiguation.
//!
//! The gain, in instructions per ply: reading and playing the main lines of masters' games takes
//! 346; two entries per byte instead of one entry in two parts saved 8; storing whole games became
//! a tenth faster when the table also had the spelling of the move. A text costs about 12 ns,
//! against a microsecond for [`resolve`](fn@super::resolve) on any other spelling.
//!
//! The twin: `tests/it/properties.rs` plays random games of all variants and compares what is read
//! here with the move that was written, and with [`Position::play_undoable`].

use super::of_variant;
use crate::attacks::{self, AttackPattern};
use crate::bitboard::Bitboard;
use crate::board::EMPTY;
use crate::movegen;
use crate::moves::{Move, MoveKind};
use crate::piece::{BLACK, Color, Role, WHITE};
use crate::play::Effect;
use crate::position::Position;
use crate::square::Square;
use crate::undo::Undo;

use super::spelling::Spelling;
use super::uncommon_form::uncommon_form;
use super::write;

/// Longest canonical SAN is seven bytes, `Qa6xb7#` or `exd8=Q+`.
pub(super) const BYTES_MAX: usize = 7;

/// The text in one word, first byte lowest, zeros after it.
///
/// Four two-byte loads that overlap depending on the length: no branch on the length.
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

/// The meaning of the first byte of a move without origin, with or without `x` after it.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct MovePrefix {
    /// Where the piece may come from: a capturing pawn from the file it names.
    origin: u64,
    role: Role,
    /// The difference between the indexes of two squares if this piece advances two ranks: only
    /// pawns do.
    double: u8,
    /// How many bits are before the square.
    skip: u8,
    /// The [`AttackPattern`] to the square, by color.
    ways: [AttackPattern; 2],
    /// The expected board code without its role.
    wanted: [u8; 2],
    /// The parts of the text beyond the move.
    spelling: Spelling,
    /// -1, or zero if the halfmove clock begins again.
    kept_clock: i8,
}

/// By first byte, and by whether `x` follows.
static PREFIXES: [[MovePrefix; 2]; 256] = {
    let nobody = MovePrefix {
        origin: 0,
        role: Role::Pawn,
        double: u8::MAX,
        skip: 0,
        ways: [AttackPattern::Nobody; 2],
        wanted: [u8::MAX; 2],
        spelling: Spelling::NULL,
        kept_clock: 0,
    };
    let mut table = [[nobody; 2]; 256];
    let free = MovePrefix { wanted: [EMPTY >> 3; 2], ..nobody };
    let taking = MovePrefix { wanted: [1, 0], skip: 16, ..nobody };
    let mut file = 0;
    while file < 8 {
        let origin = 0x0101_0101_0101_0101 << file;
        let advance = MovePrefix {
            ways: [AttackPattern::WhiteAdvance, AttackPattern::BlackAdvance],
            spelling: Spelling::of_prefix(Role::Pawn, false),
            ..free
        };
        let take = MovePrefix {
            ways: [AttackPattern::WhiteTake, AttackPattern::BlackTake],
            spelling: Spelling::of_prefix(Role::Pawn, true),
            ..taking
        };
        table[b'a' as usize + file] = [
            MovePrefix { origin, double: 16, ..advance },
            MovePrefix { origin, double: 16, ..take },
        ];
        file += 1;
    }
    let mut n = 1;
    while n < Role::ALL.len() {
        let role = Role::ALL[n];
        let (origin, ways) = (!0, [AttackPattern::of(role); 2]);
        let spelling = Spelling::of_prefix(role, false);
        let goes = MovePrefix { origin, role, ways, skip: 8, spelling, kept_clock: -1, ..free };
        let spelling = Spelling::of_prefix(role, true);
        let takes = MovePrefix { origin, role, ways, spelling, ..taking };
        table[role.letter() as usize] = [goes, takes];
        n += 1;
    }
    table
};

/// The legal move with this canonical SAN; the mark at the end may be missing or wrong.
///
/// `None` only means that the text is not canonical here: [`resolve`](fn@super::resolve) also reads
/// other spellings. About 12 ns.
#[doc(hidden)]
#[inline]
pub fn resolve_canonical(position: &Position, text: &[u8]) -> Option<Move> {
    if text.last() == Some(&0) {
        return None;
    }
    resolve_word(position, load(text)?, text.len())
}

/// [`resolve_canonical`] for callers that have the text in a word, its first byte lowest and zeros
/// after its last.
///
/// A text with anything but zeros after it, or with more than eight bytes, is not canonical. The
/// text itself has no zeros: otherwise the part before one could pass for the whole.
#[inline]
#[doc(hidden)]
pub fn resolve_word(position: &Position, word: u64, len: usize) -> Option<Move> {
    if !position.variant.is_orthodox() {
        return of_variant::read_word(position, word, len);
    }
    let read = match position.turn {
        Color::White => read::<WHITE>(position, word, len),
        Color::Black => read::<BLACK>(position, word, len),
    };
    match read {
        CanonicalRead::Plain(plain) => Some(plain.mv()),
        CanonicalRead::Other(mv) => mv,
    }
}

/// Plays the move with this canonical SAN: [`resolve_word`] and playing it in one step, which is
/// faster. Returns `None` and plays nothing if no legal move has this SAN.
#[inline]
#[doc(hidden)]
pub fn play_word(position: &mut Position, word: u64, len: usize) -> Option<Move> {
    Some(play_word_undoable(position, word, len, &mut Undo::default())?.0)
}

/// [`play_word`] that also records the data for [`Position::take_back`], and returns the parts of
/// the text beyond the move, without trusting its mark: [`Spelling::of_canonical`], but cheaper.
///
/// The undo data is written in its final place, because copying it costs as much as computing it.
/// Without a move, it has no meaning.
#[inline(always)]
#[doc(hidden)]
pub fn play_word_undoable(
    position: &mut Position,
    word: u64,
    len: usize,
    undo: &mut Undo,
) -> Option<(Move, Spelling)> {
    if !position.variant.is_orthodox() {
        let mv = of_variant::read_word(position, word, len)?;
        *undo = position.play_undoable(mv);
        return Some((mv, Spelling::of_canonical(word, len)));
    }
    match position.turn {
        Color::White => play_read::<WHITE>(position, word, len, undo),
        Color::Black => play_read::<BLACK>(position, word, len, undo),
    }
}

#[inline(always)]
fn play_read<const US: usize>(
    position: &mut Position,
    word: u64,
    len: usize,
    undo: &mut Undo,
) -> Option<(Move, Spelling)> {
    match read::<US>(position, word, len) {
        CanonicalRead::Plain(plain) => {
            plain.play::<US>(position, undo);
            Some((plain.mv(), plain.lead.spelling))
        }
        CanonicalRead::Other(mv) => {
            *undo = position.play_undoable(mv?);
            Some((mv?, Spelling::of_canonical(word, len)))
        }
    }
}

/// Plays a move if it is legal, records the data for [`Position::take_back`], and returns its
/// spelling without its mark: [`Position::is_legal`], [`Spelling::unmarked`] and
/// [`Position::play_undoable`] in one, for half of their cost. Returns `None` and plays nothing for
/// an illegal move and for the null move, which has no spelling here.
///
/// ```
/// use pgn_chess::{Position, Undo, notation::{san, uci}};
/// let mut position = Position::start();
/// let mv = uci::parse(&position, b"g1f3").expect("a legal move");
/// let spelling = san::play_legal(&mut position, mv, &mut Undo::default()).expect("the same");
/// assert_eq!(spelling.marked(&position).text(mv), "Nf3");
/// ```
#[doc(hidden)]
#[inline(always)]
pub fn play_legal(position: &mut Position, mv: Move, undo: &mut Undo) -> Option<Spelling> {
    if !(mv.is_plain() && position.variant.is_orthodox()) {
        return play_special(position, mv, undo);
    }
    match position.turn {
        Color::White => play_plain::<WHITE>(position, mv, undo),
        Color::Black => play_plain::<BLACK>(position, mv, undo),
    }
}

/// Castling, en passant, promotions, and all moves of variants.
#[inline(never)]
fn play_special(position: &mut Position, mv: Move, undo: &mut Undo) -> Option<Spelling> {
    if !position.is_legal(mv) {
        return None;
    }
    let spelling = Spelling::unmarked(position, mv);
    *undo = position.play_undoable(mv);
    Some(spelling)
}

#[inline(always)]
fn play_plain<const US: usize>(
    position: &mut Position,
    mv: Move,
    undo: &mut Undo,
) -> Option<Spelling> {
    let (from, to) = (mv.from(), mv.to());
    let board = &position.board;
    let (piece, captured) = (board.codes[from.usize()], board.codes[to.usize()]);
    let (first, file_mask) = FIRST_BYTES[usize::from(piece & 7)];
    let first = first + (from.file().index() & file_mask);
    let lead = &PREFIXES[usize::from(first)][usize::from(captured != EMPTY)];
    let plain = Plain { from, to, captured, lead };
    let pieces = attacks::origins(lead.ways[US], to)
        & board.of_color(US)
        & board.by_role(lead.role)
        & Bitboard(lead.origin);
    if !pieces.contains(from)
        || captured >> 3 != lead.wanted[US]
        || plain.mv() != mv
        || attacks::between(from, to).intersects(board.occupied())
        || !movegen::is_safe_for::<US>(position, from, to)
    {
        return None;
    }
    let spelling = match pieces.has_many() {
        true => lead.spelling.with_origin(position, lead.role, mv),
        false => lead.spelling,
    };
    plain.play::<US>(position, undo);
    Some(spelling)
}

/// The beginning of the text of a move, by the index of its role: a letter, or the first file, to
/// which the bits of its own file are added.
static FIRST_BYTES: [(u8, u8); 8] = {
    let mut bytes = [(b'a', 7); 8];
    let mut n = 1;
    while n < Role::ALL.len() {
        bytes[n] = (Role::ALL[n].letter(), 0);
        n += 1;
    }
    bytes
};

/// The result for a text.
enum CanonicalRead {
    Plain(Plain),
    Other(Option<Move>),
}

/// A legal move of one piece from square to square.
struct Plain {
    from: Square,
    to: Square,
    /// The code of what is on the target.
    captured: u8,
    lead: &'static MovePrefix,
}

impl Plain {
    #[inline(always)]
    fn doubles(&self) -> bool {
        self.from.index() ^ self.to.index() == self.lead.double
    }

    #[inline(always)]
    fn play<const US: usize>(&self, position: &mut Position, undo: &mut Undo) {
        let kept_clock = i32::from(self.lead.kept_clock) as u32;
        let effect = Effect { kept_clock, doubles: self.doubles() };
        let (role, captured) = (self.lead.role as u8, self.captured);
        position.shift::<US>(self.from, self.to, role, captured, effect, undo);
    }

    #[inline(always)]
    fn mv(&self) -> Move {
        Move::of_piece(self.from, self.to, self.doubles())
    }
}

#[inline(always)]
fn read<const US: usize>(position: &Position, word: u64, len: usize) -> CanonicalRead {
    let x = usize::from(byte(word, 1) == b'x');
    let lead = &PREFIXES[usize::from(byte(word, 0))][x];
    let body = word >> (lead.skip & 63);
    // File and rank at once: three bits each, or something is left over.
    let square = (body as u16).wrapping_sub(u16::from_le_bytes(*b"a1"));
    let tail = body >> 16;
    if square & 0xf8f8 != 0 || (tail != 0 && tail | 8 != u64::from(b'+')) {
        return CanonicalRead::Other(uncommon_form(position, word, len));
    }
    let to = Square::wrap((square & 7 | square >> 5) as u8);
    let board = &position.board;
    let pieces = attacks::origins(lead.ways[US], to)
        & board.of_color(US)
        & board.by_role(lead.role)
        & Bitboard(lead.origin);
    let captured = board.codes[to.usize()];
    if captured >> 3 != lead.wanted[US] {
        return CanonicalRead::Other(en_passant(position, pieces, to).filter(|_| x == 1));
    }
    let pieces = if pieces.has_many() { only_one(position, pieces, to) } else { pieces };
    let Some(from) = pieces.first() else { return CanonicalRead::Other(None) };
    if attacks::between(from, to).intersects(board.occupied())
        || !movegen::is_safe_for::<US>(position, from, to)
    {
        return CanonicalRead::Other(None);
    }
    CanonicalRead::Plain(Plain { from, to, captured, lead })
}

/// Of several pieces, the one that can reach the square, or none.
#[inline(never)]
fn only_one(position: &Position, pieces: Bitboard, to: Square) -> Bitboard {
    let free = attacks::unblocked(pieces, to, position.board.occupied());
    if !free.has_many() {
        return free;
    }
    let legal = write::legal_origins(position, free, to);
    if legal.has_many() { Bitboard::EMPTY } else { legal }
}

/// The capture en passant by one of these pieces, if they are pawns.
#[cold]
#[inline(never)]
fn en_passant(position: &Position, pieces: Bitboard, to: Square) -> Option<Move> {
    let from = (pieces & position.board.by_role(Role::Pawn))
        .single()
        .filter(|_| position.ep_square() == Some(to))?;
    movegen::en_passant_is_safe(position, from, to)
        .then(|| Move::new(from, to, MoveKind::EnPassant))
}
