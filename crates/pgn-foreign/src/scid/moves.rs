//! Moves as bytes: the number of the piece, times sixteen, and its step.
//!
//! ```text
//! king      1 to 8 a step, 9 O-O-O, 10 O-O, 0 the null move; 11 to 15 are marks
//! rook      the file on its rank, or 8 + the rank on its file
//! queen     as a rook; a diagonal has its own file, and a second byte, 64 + the target
//! bishop    the file, + 8 where the files grow as the ranks fall
//! knight    1 to 8
//! pawn      0 to 2 to the left, ahead, to the right; + 3 Q, + 6 R, + 9 B, + 12 N; 15 two steps
//! ```
//!
//! Owns: what a byte means on the board, both ways. Knows nothing of: lines, files.
//! Standard: none; `docs/formats/scid.md`.
//! Start at [`decode`].

use pgnkit::chess::{Color, File, Move, MoveKind, Position, Rank, Role, Side, Square};

use super::numbers::Numbers;

/// A mark that stands among the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A glyph; its number is the next byte.
    Nag = 11,
    /// A comment stands here.
    Comment = 12,
    /// A variation begins.
    Open = 13,
    /// A variation ends.
    Close = 14,
    /// The game ends.
    End = 15,
}

impl Mark {
    #[inline]
    pub(super) fn of(byte: u8) -> Option<Mark> {
        Some(match byte {
            11 => Mark::Nag,
            12 => Mark::Comment,
            13 => Mark::Open,
            14 => Mark::Close,
            15 => Mark::End,
            _ => return None,
        })
    }
}

const KING_STEPS: [i8; 8] = [-9, -8, -7, -1, 1, 7, 8, 9];
const KNIGHT_STEPS: [i8; 8] = [-17, -15, -10, -6, 6, 10, 15, 17];
const PAWN_STEPS: [i8; 3] = [7, 8, 9];
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
const O_O_O: u8 = 9;
const O_O: u8 = 10;
const TWO_STEPS: u8 = 15;
const DIAGONAL: u8 = 64;

/// The move of a byte; `second` gives the byte after it, if one is needed. The move may be illegal.
#[inline]
pub(super) fn decode(
    position: &Position,
    numbers: &Numbers,
    byte: u8,
    second: impl FnOnce() -> Option<u8>,
) -> Option<Move> {
    let color = position.turn();
    let (role, from) = numbers.piece(color, byte >> 4)?;
    let code = byte & 15;
    let to = match role {
        Role::King => match code {
            0 => return Some(Move::NULL),
            1..=8 => step(from, KING_STEPS[usize::from(code - 1)])?,
            O_O_O => return castle(position, Side::Queen),
            O_O => return castle(position, Side::King),
            _ => return None,
        },
        Role::Knight => step(from, *KNIGHT_STEPS.get(usize::from(code.checked_sub(1)?))?)?,
        Role::Rook => straight(from, code)?,
        Role::Bishop => bishop(from, code)?,
        Role::Queen if code == from.file().index() => {
            Square::new(second()?.checked_sub(DIAGONAL)?)?
        }
        Role::Queen => straight(from, code)?,
        Role::Pawn => return pawn(position, color, from, code),
    };
    Some(Move::new(from, to, MoveKind::Normal))
}

/// Appends the bytes of a legal move; `None` when the piece has no number.
#[inline]
pub(super) fn encode(numbers: &Numbers, color: Color, mv: Move, out: &mut Vec<u8>) -> Option<()> {
    if mv.is_null() {
        out.push(0);
        return Some(());
    }
    let (from, to) = (mv.from(), mv.to());
    let number = numbers.number(color, from)?;
    let (role, _) = numbers.piece(color, number)?;
    let steps = to.index() as i8 - from.index() as i8;
    let place = |steps: &[i8], wanted| steps.iter().position(|&step| step == wanted);
    let mut diagonal = None;
    let code = match role {
        Role::King if mv.is_castle() => match Side::of(from, to) {
            Side::King => O_O,
            Side::Queen => O_O_O,
        },
        Role::King => place(&KING_STEPS, steps)? as u8 + 1,
        Role::Knight => place(&KNIGHT_STEPS, steps)? as u8 + 1,
        Role::Rook => straight_code(from, to),
        Role::Bishop => {
            let falls = (to.file() > from.file()) != (to.rank() > from.rank());
            to.file().index() + if falls { 8 } else { 0 }
        }
        Role::Queen if from.file() != to.file() && from.rank() != to.rank() => {
            diagonal = Some(DIAGONAL + to.index());
            from.file().index()
        }
        Role::Queen => straight_code(from, to),
        Role::Pawn => match mv.kind() {
            MoveKind::DoublePush => TWO_STEPS,
            kind => {
                let steps = if color == Color::White { steps } else { -steps };
                let promotion = match kind {
                    MoveKind::Promotion(role) => {
                        PROMOTIONS.iter().position(|&known| known == role)? as u8 + 1
                    }
                    _ => 0,
                };
                place(&PAWN_STEPS, steps)? as u8 + 3 * promotion
            }
        },
    };
    out.push(number << 4 | code);
    out.extend(diagonal);
    Some(())
}

fn step(from: Square, step: i8) -> Option<Square> {
    Square::new(from.index().checked_add_signed(step)?)
}

fn straight(from: Square, code: u8) -> Option<Square> {
    Some(match code.checked_sub(8) {
        None => Square::from_coords(File::new(code)?, from.rank()),
        Some(rank) => Square::from_coords(from.file(), Rank::new(rank)?),
    })
}

fn straight_code(from: Square, to: Square) -> u8 {
    match from.rank() == to.rank() {
        true => to.file().index(),
        false => 8 + to.rank().index(),
    }
}

fn bishop(from: Square, code: u8) -> Option<Square> {
    let file = File::new(code & 7)?;
    let n = file.index() as i8 - from.file().index() as i8;
    let n = if code & 8 == 0 { n } else { -n };
    Some(Square::from_coords(file, Rank::new(from.rank().index().checked_add_signed(n)?)?))
}

fn castle(position: &Position, side: Side) -> Option<Move> {
    let color = position.turn();
    let rook = position.castling().rook(color, side)?;
    Some(Move::new(position.king(color)?, rook, MoveKind::Castle))
}

fn pawn(position: &Position, color: Color, from: Square, code: u8) -> Option<Move> {
    let steps = if code == TWO_STEPS { 16 } else { PAWN_STEPS[usize::from(code % 3)] };
    let to = step(from, if color == Color::White { steps } else { -steps })?;
    let kind = if code == TWO_STEPS {
        MoveKind::DoublePush
    } else if let Some(promotion) = (code / 3).checked_sub(1) {
        MoveKind::Promotion(PROMOTIONS[usize::from(promotion)])
    } else if steps != 8 && position.piece_at(to).is_none() {
        MoveKind::EnPassant
    } else {
        MoveKind::Normal
    };
    Some(Move::new(from, to, kind))
}
