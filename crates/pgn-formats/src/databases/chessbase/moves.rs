//! Moves, in both encodings.

use pgnkit::chess::{Color, File, Move, MoveKind, Position, Rank, Role, Side, Square, Variant};
use pgnkit::game::{NodeId, Recorder};

use super::cipher::Cipher;
use super::numbers::{From, Mover, NumberedPieces, number_of, square};
use crate::databases::finding::Fault;
use crate::databases::play::play_move;
use crate::databases::setup::{Stop, castle};

/// The maximum number of lines that wait to be continued; the most in a real game is 74.
pub(super) const MARKS_MAX: usize = 2000;

#[derive(Clone, Copy, Debug)]
pub(super) struct MoveEncoding {
    pub(super) number: u8,
    pub(super) cipher: Cipher,
    pub(super) from: From,
    is_simple: bool,
}

impl MoveEncoding {
    pub(super) fn of(number: u8) -> Option<MoveEncoding> {
        let from = if matches!(number, 2 | 3 | 6 | 7 | 9 | 11) { From::H8 } else { From::A1 };
        let cipher = Cipher::of_mode(number)?;
        Some(MoveEncoding { number, cipher, from, is_simple: matches!(number, 1 | 3 | 5 | 7) })
    }

    pub(super) fn is_chess960(self) -> bool {
        matches!(self.number, 10 | 11)
    }

    pub(super) fn is_losing_chess(self) -> bool {
        matches!(self.number, 8 | 9)
    }
}

enum Step {
    /// A move, and its color if the value has it.
    Move(Move, Option<Mover>),
    Mark,
    EndOfLine,
    Skip,
}

/// Plays the moves into the game. `on_move` receives each by its number in stored order, with its
/// node.
pub(super) fn decode(
    bytes: &[u8],
    mode: MoveEncoding,
    recorder: &mut Recorder<'_>,
    on_move: impl FnMut(&mut Recorder<'_>, u32, NodeId),
) -> Stop {
    let numbers = NumberedPieces::new(recorder.position().board(), mode.from);
    let lines = MoveReader { bytes, at: 0, mode, n_moves: 0, numbers, marks: Vec::new() };
    if mode.is_simple { lines.simple(recorder, on_move) } else { lines.compact(recorder, on_move) }
}

struct MoveReader<'a> {
    bytes: &'a [u8],
    at: usize,
    mode: MoveEncoding,
    n_moves: u32,
    numbers: NumberedPieces,
    /// The numbers at the places that the recorder remembers.
    marks: Vec<NumberedPieces>,
}

impl MoveReader<'_> {
    fn compact(
        mut self,
        recorder: &mut Recorder<'_>,
        mut on_move: impl FnMut(&mut Recorder<'_>, u32, NodeId),
    ) -> Stop {
        while self.at < self.bytes.len() {
            let at = self.at;
            match self.step(recorder.position()) {
                Err(stop) => return stop,
                Ok(Step::Skip) => {}
                Ok(Step::Move(mv, mover)) => {
                    if !self.play(recorder, mv, mover, &mut on_move) {
                        return Stop::Fault(Fault::NoMove, at);
                    }
                }
                Ok(Step::Mark) => {
                    if !self.mark(recorder) {
                        return Stop::Fault(Fault::TooDeep, at);
                    }
                }
                Ok(Step::EndOfLine) => {
                    if !self.go_back(recorder) {
                        return Stop::at_mark(self.at, self.bytes.len());
                    }
                }
            }
        }
        Stop::without_mark(self.at, !self.marks.is_empty())
    }

    fn mark(&mut self, recorder: &mut Recorder<'_>) -> bool {
        let has_room = self.marks.len() < MARKS_MAX;
        if has_room {
            self.marks.push(self.numbers);
            recorder.mark();
        }
        has_room
    }

    fn go_back(&mut self, recorder: &mut Recorder<'_>) -> bool {
        match self.marks.pop() {
            Some(numbers) => {
                self.numbers = numbers;
                recorder.go_back()
            }
            None => false,
        }
    }

    #[inline]
    fn play(
        &mut self,
        recorder: &mut Recorder<'_>,
        mv: Move,
        mover: Option<Mover>,
        on_move: &mut impl FnMut(&mut Recorder<'_>, u32, NodeId),
    ) -> bool {
        self.numbers.play(recorder.position(), mv, mover);
        let Some(node) = play_move(recorder, mv) else { return false };
        on_move(recorder, self.n_moves, node);
        self.n_moves += 1;
        true
    }

    #[inline]
    fn byte(&mut self) -> Option<u8> {
        let value = self.mode.cipher.value(*self.bytes.get(self.at)?, self.n_moves);
        self.at += 1;
        Some(value)
    }

    fn step(&mut self, position: &Position) -> Result<Step, Stop> {
        let at = self.at;
        let no_move = Stop::Fault(Fault::NoMove, at);
        let Some(value) = self.byte() else { return Err(Stop::Fault(Fault::CutShort, at)) };
        let numbered = match value {
            0 => return Ok(Step::Move(Move::NULL, None)),
            9 | 10 => {
                let side = if value == 9 { Side::King } else { Side::Queen };
                return castle(position, side, at).map(|mv| Step::Move(mv, None));
            }
            235 => {
                let (Some(high), Some(low)) = (self.byte(), self.byte()) else {
                    return Err(Stop::Fault(Fault::CutShort, at));
                };
                return two_bytes(position, u16::from_be_bytes([high, low]), From::A1, at)
                    .map(|mv| Step::Move(mv, None));
            }
            236 => return Ok(Step::Skip),
            254 => return Ok(Step::Mark),
            255 => return Ok(Step::EndOfLine),
            _ => numbered(&self.numbers, position, value),
        };
        numbered.map(|(mv, mover)| Step::Move(mv, Some(mover))).ok_or(no_move)
    }

    fn simple(
        mut self,
        recorder: &mut Recorder<'_>,
        mut on_move: impl FnMut(&mut Recorder<'_>, u32, NodeId),
    ) -> Stop {
        while self.at < self.bytes.len() {
            let at = self.at;
            let (Some(high), Some(low)) = (self.byte(), self.byte()) else {
                return Stop::Fault(Fault::CutShort, at);
            };
            let word = u16::from_be_bytes([high, low]);
            if word & 0x8000 != 0 && !self.mark(recorder) {
                return Stop::Fault(Fault::TooDeep, at);
            }
            match two_bytes(recorder.position(), word, self.mode.from, at) {
                Err(stop) => return stop,
                Ok(mv) if !self.play(recorder, mv, None, &mut on_move) => {
                    return Stop::Fault(Fault::NoMove, at);
                }
                Ok(_) => {}
            }
            if word & 0x4000 != 0 && !self.go_back(recorder) {
                return Stop::at_mark(self.at, self.bytes.len());
            }
        }
        Stop::without_mark(self.at, !self.marks.is_empty())
    }
}

const KING: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const KNIGHT: [(i8, i8); 8] =
    [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];
/// One step, two steps, capture to the right, to the left; Black's are the opposite.
const WHITE_PAWN: [(i8, i8); 4] = [(0, 1), (0, 2), (1, 1), (-1, 1)];

/// The steps of a queen; a rook has the first fourteen, a bishop the others. Seven each along a
/// file, a rank, and both diagonals, on a board that wraps around.
const fn ray(step: u8) -> (i8, i8) {
    let n = (step % 7) as i8 + 1;
    match step / 7 {
        0 => (0, n),
        1 => (n, 0),
        2 => (n, n),
        _ => (n, -n),
    }
}

/// A value that is the move of a numbered piece.
#[derive(Clone, Copy)]
struct Code {
    role: Role,
    number: u8,
    /// Files and ranks.
    step: (i8, i8),
    kind: MoveKind,
    /// Whether the move captures en passant if its target is empty.
    takes: bool,
}

/// By color and value: the processor cannot predict which piece comes next, so a table replaces the
/// branches.
static CODES: [[Option<Code>; 256]; 2] = {
    let mut codes = [[None; 256]; 2];
    let mut value = 0;
    while value < 255 {
        codes[Color::White.index()][value as usize] = code(value, 1);
        codes[Color::Black.index()][value as usize] = code(value, -1);
        value += 1;
    }
    codes
};

/// `up` is the direction of the pawns.
const fn code(value: u8, up: i8) -> Option<Code> {
    let (role, number, step) = match value {
        1..=8 => (Role::King, 0, value - 1),
        11..=38 => (Role::Queen, 0, value - 11),
        39..=66 => (Role::Rook, (value - 39) / 14, (value - 39) % 14),
        67..=94 => (Role::Bishop, (value - 67) / 14, (value - 67) % 14),
        95..=110 => (Role::Knight, (value - 95) / 8, (value - 95) % 8),
        111..=142 => (Role::Pawn, (value - 111) / 4, (value - 111) % 4),
        143..=198 => (Role::Queen, 1 + (value - 143) / 28, (value - 143) % 28),
        199..=212 => (Role::Rook, 2, value - 199),
        213..=226 => (Role::Bishop, 2, value - 213),
        227..=234 => (Role::Knight, 2, value - 227),
        _ => return None,
    };
    let (mut kind, mut takes) = (MoveKind::Normal, false);
    let step = match role {
        Role::King => KING[step as usize],
        Role::Pawn => {
            let (files, ranks) = WHITE_PAWN[step as usize];
            takes = files != 0;
            if ranks == 2 {
                kind = MoveKind::DoublePush;
            }
            (files * up, ranks * up)
        }
        Role::Knight => KNIGHT[step as usize],
        Role::Bishop => ray(step + 14),
        Role::Rook | Role::Queen => ray(step),
    };
    Some(Code { role, number, step, kind, takes })
}

/// The move of a piece by its number, and which piece it is.
#[inline]
fn numbered(numbers: &NumberedPieces, position: &Position, value: u8) -> Option<(Move, Mover)> {
    let color = position.turn();
    let code = CODES[color.index()][usize::from(value)]?;
    let from = numbers.square(color, code.role, code.number)?;
    let file = File::new(from.file().index().wrapping_add_signed(code.step.0) & 7)?;
    let rank = Rank::new(from.rank().index().wrapping_add_signed(code.step.1) & 7)?;
    let to = Square::from_coords(file, rank);
    let takes_nothing = code.takes & position.piece_at(to).is_none();
    let kind = if takes_nothing { MoveKind::EnPassant } else { code.kind };
    Some((Move::new(from, to, kind), (code.role, code.number)))
}

/// A move other than castling between two squares.
#[inline]
fn plain_move(position: &Position, from: Square, to: Square, promotion: Option<Role>) -> Move {
    let is_pawn = position.piece_at(from).is_some_and(|piece| piece.role == Role::Pawn);
    let kind = if !is_pawn {
        MoveKind::Normal
    } else if let (Some(role), 0 | 7) = (promotion, to.rank().index()) {
        MoveKind::Promotion(role)
    } else if from.rank().index().abs_diff(to.rank().index()) == 2 {
        MoveKind::DoublePush
    } else if from.file() != to.file() && position.piece_at(to).is_none() {
        MoveKind::EnPassant
    } else {
        MoveKind::Normal
    };
    Move::new(from, to, kind)
}

/// The move of two bytes. Castling is the king's move by two squares or, in Chess960, from its goal
/// to its goal.
pub(super) fn two_bytes(
    position: &Position,
    word: u16,
    order: From,
    at: usize,
) -> Result<Move, Stop> {
    let (low, high) = ((word & 63) as u8, (word >> 6 & 63) as u8);
    let is_null = low == 0 && high == 0;
    let (from, to) = if order == From::H8 { (high, low) } else { (low, high) };
    let (Some(from), Some(to)) = (square(from), square(to)) else {
        return Err(Stop::Fault(Fault::NoMove, at));
    };
    if is_null {
        return Ok(Move::NULL);
    }
    let color = position.turn();
    if from == to {
        let side = Side::ALL.into_iter().find(|side| side.king_target(color) == to);
        return castle(position, side.ok_or(Stop::Fault(Fault::NoMove, at))?, at);
    }
    let moves_king = position.king(color) == Some(from);
    if moves_king && from.rank() == to.rank() && from.file().index().abs_diff(to.file().index()) > 1
    {
        return castle(position, Side::of(from, to), at);
    }
    let promotion = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    let promotion = promotion[usize::from(word >> 12 & 3)];
    Ok(plain_move(position, from, to, Some(promotion)))
}

/// The value of a move of one byte; `None` for a move that takes two bytes more.
pub(super) fn value_of(position: &Position, numbers: &NumberedPieces, mv: Move) -> Option<u8> {
    if mv.is_null() {
        return Some(0);
    }
    if let Some(side) = position.castling_side(mv) {
        let is_ordinary = position.variant() != Variant::Chess960;
        return is_ordinary.then_some(if side == Side::King { 9 } else { 10 });
    }
    if mv.promotion().is_some() {
        return None;
    }
    let color = position.turn();
    let role = position.piece_at(mv.from())?.role;
    let number = numbers.number(color, role, mv.from())?;
    let steps = |to: u8, from: u8| to as i8 - from as i8;
    let step = (
        steps(mv.to().file().index(), mv.from().file().index()),
        steps(mv.to().rank().index(), mv.from().rank().index()),
    );
    let first = match (role, number) {
        (Role::King, 0) => 1,
        (Role::Queen, 0) => 11,
        (Role::Queen, 1 | 2) => 143 + 28 * (number - 1),
        (Role::Rook, 0 | 1) => 39 + 14 * number,
        (Role::Rook, 2) => 199,
        (Role::Bishop, 0 | 1) => 67 + 14 * number,
        (Role::Bishop, 2) => 213,
        (Role::Knight, 0 | 1) => 95 + 8 * number,
        (Role::Knight, 2) => 227,
        (Role::Pawn, 0..=7) => 111 + 4 * number,
        _ => return None,
    };
    let up = if color == Color::White { 1 } else { -1 };
    let place = |list: &[(i8, i8)], step| list.iter().position(|it| *it == step).map(|n| n as u8);
    let n = match role {
        Role::King => place(&KING, step),
        Role::Knight => place(&KNIGHT, step),
        Role::Pawn => place(&WHITE_PAWN, (step.0 * up, step.1 * up)),
        Role::Bishop => ray_number(step)?.checked_sub(14),
        Role::Rook | Role::Queen => ray_number(step),
    };
    n.map(|n| first + n)
}

/// The number of a step along a file, a rank or a diagonal: the inverse of [`ray`].
fn ray_number((files, ranks): (i8, i8)) -> Option<u8> {
    let n = |steps: i8| (steps & 7) as u8 - 1;
    match (files, ranks) {
        (0, 0) => None,
        (0, ranks) => Some(n(ranks)),
        (files, 0) => Some(7 + n(files)),
        // Four squares along either diagonal lead to the same square; ChessBase writes the first.
        (4 | -4, 4 | -4) => Some(14 + 3),
        (files, ranks) if files == ranks => Some(14 + n(files)),
        (files, ranks) if files == -ranks => Some(21 + n(files)),
        _ => None,
    }
}

/// The two bytes of a move without a code. Castling goes from the king's target to the same square.
pub(super) fn word_of(position: &Position, mv: Move) -> u16 {
    let promotion = match mv.promotion() {
        Some(Role::Rook) => 1,
        Some(Role::Bishop) => 2,
        Some(Role::Knight) => 3,
        Some(_) | None => 0,
    };
    let (from, to) = match position.castling_side(mv) {
        Some(side) => [side.king_target(position.turn()); 2].into(),
        None => (mv.from(), mv.to()),
    };
    u16::from(number_of(from)) | u16::from(number_of(to)) << 6 | promotion << 12
}
