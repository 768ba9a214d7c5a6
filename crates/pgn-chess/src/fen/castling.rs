//! The castling field: ordinary letters, X-FEN and Shredder-FEN.
//!
//! Standard: §16.1.3.3. Decisions: D-46, D-60.

use super::error::{FenError, FenErrorKind, FenNotes};
use super::out::Out;
use super::style::{CastlingStyle, Mode};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::{Castling, Side};
use crate::piece::{Color, Role};
use crate::setup::Setup;
use crate::square::{File, Rank, Square};
use crate::variant::{CastlingFrom, Variant};

/// Reads the field; `variant` is raised to Chess960 if it was not given and only that fits.
pub(super) fn parse(
    field: &[u8],
    offset: usize,
    setup: &mut Setup,
    given: Option<Variant>,
    mode: Mode,
) -> Result<FenNotes, FenError> {
    let mut notes = FenNotes::NONE;
    let error = |at, expected| FenError::new(FenErrorKind::Castling, offset + at, expected);
    if field == b"-" {
        return Ok(notes);
    }
    let given = given.or_else(|| (!fits_chess960(field, setup)).then_some(setup.variant));
    let mut last = None;
    for (at, &letter) in field.iter().enumerate() {
        if !matches!(letter.to_ascii_uppercase(), b'A'..=b'H' | b'K' | b'Q') {
            return Err(error(at, "one of K Q k q, or a letter of a rook's file, or -"));
        }
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let Some((king, rook)) = find(setup, color, letter.to_ascii_uppercase()) else {
            match mode {
                Mode::Strict => return Err(error(at, "a king and a rook that can castle")),
                Mode::Lax => notes |= FenNotes::CASTLING_DROPPED,
            }
            continue;
        };
        if !setup.may_castle_from(king, rook) {
            match (given, mode) {
                (None, _) => setup.variant = Variant::Chess960,
                (Some(variant), Mode::Strict) => {
                    let is_nowhere = variant.row().castling == CastlingFrom::Nowhere;
                    let expected = "king and rook on their home squares";
                    let never = "-, as there is no castling in this variant";
                    return Err(error(at, if is_nowhere { never } else { expected }));
                }
                (Some(_), Mode::Lax) => {
                    notes |= FenNotes::CASTLING_DROPPED;
                    continue;
                }
            }
        }
        if matches!(letter.to_ascii_uppercase(), b'A'..=b'H') {
            let is_anywhere = setup.variant.row().castling == CastlingFrom::Anywhere;
            match (given, mode) {
                (_, _) if is_anywhere => {}
                (None, _) => setup.variant = Variant::Chess960,
                (Some(_), Mode::Strict) => return Err(error(at, "one of K Q k q")),
                (Some(_), Mode::Lax) => notes |= FenNotes::CASTLING_FILES,
            }
        }
        let side = Side::of(king, rook);
        let place = (color, side);
        if last.is_some_and(|last| last >= place) {
            match mode {
                Mode::Strict => return Err(error(at, "castling letters in the order KQkq")),
                Mode::Lax => notes |= FenNotes::CASTLING_ORDER,
            }
        }
        last = Some(place);
        setup.castling.set(color, side, Some(rook.file()));
    }
    if mode == Mode::Lax && setup.variant == Variant::Chess960 && kings_are_apart(setup) {
        notes |= FenNotes::KINGS_APART;
    }
    Ok(notes)
}

/// Whether both sides may castle, with kings on different files.
fn kings_are_apart(setup: &Setup) -> bool {
    let may_castle =
        |color| Side::ALL.iter().any(|side| setup.castling.rook(color, *side).is_some());
    let [white, black] = Color::ALL.map(|color| setup.board.king(color).map(Square::file));
    Color::ALL.into_iter().all(may_castle) && white != black
}

/// Whether everything fits Chess960: each letter has its king and rook, and unless all of them name
/// files, kings and rooks of both sides are on the same files, and no king is on the square where
/// castling to the other side would have left it. Otherwise the letters are remains of an ordinary
/// game.
fn fits_chess960(field: &[u8], setup: &Setup) -> bool {
    let (mut kings, mut rooks) = ([None; 2], [[None; 2]; 2]);
    let mut is_doubtful = false;
    for &letter in field {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let letter = letter.to_ascii_uppercase();
        // Letters without a meaning are reported during parsing.
        let Some((king, rook)) = find(setup, color, letter) else { return false };
        let side = Side::of(king, rook);
        let names_file = matches!(letter, b'A'..=b'H');
        is_doubtful |= !names_file;
        if !names_file && has_castled(&setup.board, color, king, rook) {
            return false;
        }
        kings[color.index()] = Some(king.file());
        rooks[color.index()][side as usize] = Some(rook.file());
    }
    let agree = |a: Option<File>, b: Option<File>| a.is_none() || b.is_none() || a == b;
    let all_agree = agree(kings[0], kings[1])
        && agree(rooks[0][0], rooks[1][0])
        && agree(rooks[0][1], rooks[1][1]);
    all_agree || !is_doubtful
}

/// Whether the king and a rook other than this one are on the squares where castling to the other
/// side would have left them.
fn has_castled(board: &Board, color: Color, king: Square, rook: Square) -> bool {
    let beside = match (king.file().letter(), Side::of(king, rook)) {
        (b'g', Side::Queen) => File::from_letter(b'f'),
        (b'c', Side::King) => File::from_letter(b'd'),
        _ => None,
    };
    let home = Bitboard::from_rank(Rank::FIRST.relative_to(color));
    let rooks = board.by_piece(color, Role::Rook) & home;
    beside.is_some_and(|file| {
        file != rook.file() && (rooks & Bitboard::from_file(file)).first().is_some()
    })
}

/// King and rook that an upper-case letter means.
fn find(setup: &Setup, color: Color, letter: u8) -> Option<(Square, Square)> {
    let board = &setup.board;
    let home = Bitboard::from_rank(Rank::FIRST.relative_to(color));
    let king = (board.by_piece(color, Role::King) & home).first()?;
    // A king in the corner has no rook on one of its sides, and cannot have begun there.
    if matches!(king.file(), File::A | File::H) {
        return None;
    }
    let rooks = board.by_piece(color, Role::Rook) & home & !setup.promoted;
    let rook = match letter {
        b'K' => outermost(rooks, king, Side::King),
        b'Q' => outermost(rooks, king, Side::Queen),
        _ => {
            let file = File::from_letter(letter.to_ascii_lowercase())?;
            (rooks & Bitboard::from_file(file)).first()
        }
    };
    Some((king, rook?))
}

/// The rook farthest from the king on one side of it.
fn outermost(rooks: Bitboard, king: Square, side: Side) -> Option<Square> {
    let on_side = rooks.filter(|rook| Side::of(king, *rook) == side);
    match side {
        Side::King => on_side.last(),
        Side::Queen => on_side.min(),
    }
}

/// Rooks that castle from the a and h files, as stored in a position.
pub(super) const CORNERS: u16 = 0x8181;

/// The text of a set of rights of ordinary chess, by their bits: 1 `K`, 2 `Q`, 4 `k`, 8 `q`.
#[derive(Clone, Copy)]
struct Rights {
    /// `KQkq` or less, or a hyphen; first byte lowest.
    letters: u32,
    len: u8,
    /// The rooks, as stored in a position.
    files: u16,
    rooks: u64,
    kings: u64,
}

static RIGHTS: [Rights; 16] = {
    let none = Rights { letters: b'-' as u32, len: 1, files: 0, rooks: 0, kings: 0 };
    let mut table = [none; 16];
    let mut rights = 1;
    while rights < 16 {
        let entry = &mut table[rights];
        (entry.letters, entry.len) = (0, 0);
        let each = [(b'K', 7, 4), (b'Q', 0, 4), (b'k', 63, 60), (b'q', 56, 60)];
        let mut nth = 0;
        while nth < 4 {
            let (letter, rook, king) = each[nth];
            if rights >> nth & 1 != 0 {
                entry.letters |= (letter as u32) << (8 * entry.len);
                entry.len += 1;
                entry.rooks |= 1 << rook;
                entry.kings |= 1 << king;
            }
            nth += 1;
        }
        entry.files = entry.rooks as u16 & 0xff | (entry.rooks >> 48) as u16 & 0xff00;
        rights += 1;
    }
    table
};

/// The right for a byte of the field; `None` for other bytes.
static RIGHT: [u8; 256] = {
    let mut table = [0; 256];
    (table[b'K' as usize], table[b'Q' as usize]) = (1, 2);
    (table[b'k' as usize], table[b'q' as usize]) = (4, 8);
    table
};

/// Turn and castling, `w KQkq`, first byte lowest, and in the highest four bits its length; by turn
/// and the corners from which rooks may castle: a1 is 1, h1 2, a8 4, h8 8.
static TURN_AND_RIGHTS: [[u64; 16]; 2] = {
    let mut table = [[0; 16]; 2];
    let mut corners = 0;
    while corners < 16 {
        let rights = &RIGHTS[(corners & 5) << 1 | (corners & 10) >> 1];
        let bits = (rights.letters as u64) << 16 | (rights.len as u64 + 2) << 60;
        table[Color::White as usize][corners] = bits | u16::from_le_bytes(*b"w ") as u64;
        table[Color::Black as usize][corners] = bits | u16::from_le_bytes(*b"b ") as u64;
        corners += 1;
    }
    table
};

/// Writes the turn and the field in X-FEN for rooks in the corners, which no other rook can be
/// outside of.
#[inline]
pub(super) fn write_corners(out: &mut Out<'_>, turn: Color, castling_files: u16) {
    // Moves the bits 0, 7, 8 and 15 next to each other.
    let pairs = usize::from(castling_files & CORNERS);
    let pairs = pairs | pairs >> 6;
    let text = TURN_AND_RIGHTS[turn.index()][(pairs | pairs >> 6) & 15];
    out.put(text, (text >> 60) as usize);
}

/// The rights that the field begins with, `KQkq` or less or a hyphen with king and rooks at home,
/// as bits from `K` up, with the files of the rooks, and what follows the space after it.
#[inline(always)]
pub(super) fn read_corners<'a>(board: &Board, text: &'a [u8]) -> Option<(usize, u16, &'a [u8])> {
    let letters = text.first_chunk::<4>()?;
    let bits = letters.iter().fold(0, |bits, letter| bits | RIGHT[usize::from(*letter)]);
    let rights = &RIGHTS[usize::from(bits & 15)];
    let unread = u32::from_le_bytes(*letters) ^ rights.letters;
    let len = usize::from(rights.len & 7);
    let rest = text.get(len..)?.strip_prefix(b" ")?;
    let home = |color: Color, rank: u64| board.by_color(color).0 & rank;
    let at_home = home(Color::White, 0xff) | home(Color::Black, 0xff << 56);
    let missing = rights.rooks & !(board.by_role(Role::Rook).0 & at_home)
        | rights.kings & !(board.by_role(Role::King).0 & at_home);
    let is_whole = unread & u32::MAX >> (32 - 8 * len as u32) == 0 && missing == 0;
    is_whole.then_some((usize::from(bits), rights.files, rest))
}

/// Writes the field: `KQkq` where the outermost rook castles, else its file (X-FEN), or files
/// always (Shredder).
pub(super) fn write(out: &mut Out<'_>, board: &Board, castling: &Castling, style: CastlingStyle) {
    if castling.is_empty() {
        out.put(b'-'.into(), 1);
    }
    for color in Color::ALL {
        let home = Bitboard::from_rank(Rank::FIRST.relative_to(color));
        let rooks = board.by_piece(color, Role::Rook) & home;
        for side in Side::ALL {
            let Some(rook) = castling.rook(color, side) else { continue };
            let is_outermost = matches!(rook.file(), File::A | File::H)
                || board.king(color).and_then(|king| outermost(rooks, king, side)) == Some(rook);
            let letter = match (style, side) {
                (CastlingStyle::XFen, Side::King) if is_outermost => b'K',
                (CastlingStyle::XFen, Side::Queen) if is_outermost => b'Q',
                (CastlingStyle::XFen | CastlingStyle::Shredder, Side::King | Side::Queen) => {
                    rook.file().letter().to_ascii_uppercase()
                }
            };
            let letter = match color {
                Color::White => letter,
                Color::Black => letter.to_ascii_lowercase(),
            };
            out.put(letter.into(), 1);
        }
    }
}
