//! Moves as bytes: the number of the piece, times sixteen, and its step.

use pgnkit::chess::{Color, File, Move, MoveKind, Position, Rank, Role, Side, Square};

use super::numbers::Numbers;

/// A mark that is among the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveMark {
    /// A NAG; its number is the next byte.
    Nag = 11,
    /// A comment is here.
    Comment = 12,
    Open = 13,
    Close = 14,
    End = 15,
}

impl MoveMark {
    #[inline]
    pub(super) fn of(byte: u8) -> Option<MoveMark> {
        Some(match byte {
            11 => MoveMark::Nag,
            12 => MoveMark::Comment,
            13 => MoveMark::Open,
            14 => MoveMark::Close,
            15 => MoveMark::End,
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

/// The move for a byte; `second` returns the byte after it, if one is needed. The move may be
/// illegal.
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
    // The processor cannot predict which piece comes next: a table replaces the branches.
    let row = role.index() + BLACK_PAWN * (color.index() & usize::from(role == Role::Pawn));
    let mv = STEPS[row][usize::from(code)][usize::from(from.index())];
    if !mv.is_null() {
        let is_free = position.piece_at(mv.to()).is_none();
        let takes_nothing = is_free & (CAPTURES[row] >> code & 1 != 0);
        return Some(match takes_nothing {
            true => Move::new(from, mv.to(), MoveKind::EnPassant),
            false => mv,
        });
    }
    match (role, code) {
        (Role::King, 0) => Some(Move::NULL),
        (Role::King, O_O_O) => castle(position, Side::Queen),
        (Role::King, O_O) => castle(position, Side::King),
        (Role::Queen, _) if code == from.file().index() => {
            let to = Square::new(second()?.checked_sub(DIAGONAL)?)?;
            Some(Move::new(from, to, MoveKind::Normal))
        }
        _ => None,
    }
}

/// The row of [`STEPS`] after those of the roles; those of pawns are White's.
const BLACK_PAWN: usize = Role::ALL.len();

/// The moves of one byte, except for castling, by row, code and origin; the null move if there is
/// none. A pawn that changes its file captures the piece there.
static STEPS: [[[Move; 64]; 16]; BLACK_PAWN + 1] = {
    let mut steps = [[[Move::NULL; 64]; 16]; BLACK_PAWN + 1];
    let mut n = 0;
    while n < 64 * 16 * (BLACK_PAWN + 1) {
        let (row, code, from) = (n / 1024, n / 64 % 16, n % 64);
        if let Some(from_square) = Square::new(from as u8) {
            steps[row][code][from] = plain(row, code as u8, from_square);
        }
        n += 1;
    }
    steps
};

/// The codes by which pawns take, by row: a bit each.
const CAPTURES: [u16; BLACK_PAWN + 1] = {
    let mut captures = [0; BLACK_PAWN + 1];
    captures[Role::Pawn as usize] = 0b101;
    captures[BLACK_PAWN] = 0b101;
    captures
};

const fn plain(row: usize, code: u8, from: Square) -> Move {
    let role = Role::ALL[row % BLACK_PAWN];
    let (file, rank) = (from.file().index() as i8, from.rank().index() as i8);
    let mut kind = MoveKind::Normal;
    let to = match role {
        Role::King if matches!(code, 1..=8) => step(from, KING_STEPS[code as usize - 1]),
        Role::Knight if matches!(code, 1..=8) => step(from, KNIGHT_STEPS[code as usize - 1]),
        Role::King | Role::Knight => None,
        Role::Queen if code as i8 == file => None,
        Role::Rook | Role::Queen if code < 8 => step(from, code as i8 - file),
        Role::Rook | Role::Queen => step(from, 8 * (code as i8 - 8 - rank)),
        Role::Bishop => {
            let n = (code & 7) as i8 - file;
            let up = if code < 8 { n } else { -n };
            if rank + up < 0 || rank + up > 7 { None } else { step(from, n + 8 * up) }
        }
        Role::Pawn => {
            let steps = if code == TWO_STEPS { 16 } else { PAWN_STEPS[code as usize % 3] };
            if code == TWO_STEPS {
                kind = MoveKind::DoublePush;
            } else if code >= 3 {
                kind = MoveKind::Promotion(PROMOTIONS[code as usize / 3 - 1]);
            }
            step(from, if row == BLACK_PAWN { -steps } else { steps })
        }
    };
    match to {
        Some(to) => Move::new(from, to, kind),
        None => Move::NULL,
    }
}

/// Appends the bytes of a legal move; `None` if the piece has no number.
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

const fn step(from: Square, step: i8) -> Option<Square> {
    let to = from.index() as i8 + step;
    if to < 0 { None } else { Square::new(to as u8) }
}

fn straight_code(from: Square, to: Square) -> u8 {
    match from.rank() == to.rank() {
        true => to.file().index(),
        false => 8 + to.rank().index(),
    }
}

fn castle(position: &Position, side: Side) -> Option<Move> {
    let color = position.turn();
    // Without the right, which is illegal, the rook is in its corner.
    let file = if side == Side::King { File::H } else { File::A };
    let corner = Square::from_coords(file, Rank::FIRST.relative_to(color));
    let rook = position.castling().rook(color, side).unwrap_or(corner);
    Some(Move::new(position.king(color)?, rook, MoveKind::Castle))
}
