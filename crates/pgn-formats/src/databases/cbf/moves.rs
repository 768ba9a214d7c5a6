//! Moves as numbers: indexes into the list of moves that the pieces can make.

use pgnkit::Game;
use pgnkit::chess::{Color, File, Move, MoveKind, Position, Rank, Role, Side, Square};
use pgnkit::game::Recorder;

use super::remark::CbfRemarks;
use crate::databases::finding::Fault;
use crate::databases::play::play_move;
use crate::databases::setup::{Stop, castle};
use crate::databases::step::{KING, KNIGHT, QUEEN, Step, step};

/// The maximum number of lines that wait to be continued.
const MARKS_MAX: usize = 2000;

const VARIATION: u8 = 0xFF;
const HAS_REMARK: u8 = 0x80;

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Move(Move),
    Castle(Side),
}

pub(super) struct OpenLines<'a> {
    bytes: &'a [u8],
    at: usize,
    ep: Ep,
    /// The state at the places that the recorder remembers.
    marks: Vec<Ep>,
}

/// The file on which en passant counts now, and before the last move.
#[derive(Clone, Copy, Debug, Default)]
struct Ep {
    now: Option<File>,
    before: Option<File>,
}

impl OpenLines<'_> {
    pub(super) fn new(bytes: &[u8], ep: Option<File>) -> OpenLines<'_> {
        OpenLines { bytes, at: 0, ep: Ep { now: ep, before: None }, marks: Vec::new() }
    }

    /// Plays the moves into the game, each with its remark.
    pub(super) fn read(mut self, game: &mut Game, remarks: &mut CbfRemarks<'_>) -> Stop {
        let Some(mut recorder) = Recorder::new(game) else {
            return Stop::Fault(Fault::BadStart, 0);
        };
        while let Some(&byte) = self.bytes.get(self.at) {
            let at = self.at;
            self.at += 1;
            if byte == VARIATION {
                if self.marks.len() == MARKS_MAX {
                    return Stop::Fault(Fault::TooDeep, at);
                }
                if !recorder.open_variation() {
                    return Stop::Fault(Fault::UnpairedVariation, at);
                }
                self.marks.push(self.ep);
                self.ep.now = self.ep.before;
            } else if byte & !HAS_REMARK == 0 {
                let Some(ep) = self.marks.pop() else {
                    return Stop::at_mark(self.at, self.bytes.len());
                };
                recorder.go_back();
                self.ep = ep;
            } else if let Err(stop) = self.play(&mut recorder, byte, at, remarks) {
                return stop;
            }
        }
        Stop::without_mark(self.at, !self.marks.is_empty())
    }

    fn play(
        &mut self,
        recorder: &mut Recorder<'_>,
        byte: u8,
        at: usize,
        remarks: &mut CbfRemarks<'_>,
    ) -> Result<(), Stop> {
        let no_move = || Stop::Fault(Fault::NoMove, at);
        let position = recorder.position();
        let mv = match nth(position, self.ep.now, byte & !HAS_REMARK).ok_or_else(no_move)? {
            Choice::Castle(side) => castle(position, side, at)?,
            Choice::Move(mv) => mv,
        };
        let node = play_move(recorder, mv).ok_or_else(no_move)?;
        self.ep.before = self.ep.now;
        if !mv.is_castle() {
            self.ep.now = mv.is_double_push().then(|| mv.to().file());
        }
        if byte & HAS_REMARK != 0 {
            remarks.next(recorder.tree_mut(), node);
        }
        Ok(())
    }
}

/// Counts down to a number.
struct Countdown(u8);

impl Countdown {
    /// Passes over `n` moves; gives which of them it is.
    fn pass(&mut self, n: u8) -> Option<u8> {
        match self.0.checked_sub(n) {
            None => Some(self.0),
            Some(left) => {
                self.0 = left;
                None
            }
        }
    }
}

/// The move with a number, from 1. It may be illegal, but its piece can make it on an empty board.
pub(super) fn nth(position: &Position, ep: Option<File>, number: u8) -> Option<Choice> {
    let mut count = Countdown(number.checked_sub(1)?);
    let color = position.turn();
    for file in File::all() {
        for from in Rank::all().map(|rank| Square::from_coords(file, rank)) {
            let Some(piece) = position.piece_at(from).filter(|piece| piece.color == color) else {
                continue;
            };
            let found = match piece.role {
                Role::Pawn => pawn(position, from, ep, &mut count)?,
                Role::King => king(position, from, &mut count),
                Role::Knight => steps(position, from, &KNIGHT, 1, &mut count),
                Role::Bishop => steps(position, from, &QUEEN[..4], 7, &mut count),
                Role::Rook => steps(position, from, &QUEEN[4..], 7, &mut count),
                Role::Queen => steps(position, from, &QUEEN, 7, &mut count),
            };
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

fn steps(
    position: &Position,
    from: Square,
    steps: &[Step],
    n_max: u8,
    count: &mut Countdown,
) -> Option<Choice> {
    for &direction in steps {
        let mut to = from;
        for _ in 0..n_max {
            let Some(next) = step(to, direction) else { break };
            to = next;
            let target = position.piece_at(to);
            if target.is_some_and(|piece| piece.color == position.turn()) {
                break;
            }
            if count.pass(1).is_some() {
                return Some(Choice::Move(Move::new(from, to, MoveKind::Normal)));
            }
            if target.is_some() {
                break;
            }
        }
    }
    None
}

fn king(position: &Position, from: Square, count: &mut Countdown) -> Option<Choice> {
    let found = steps(position, from, &KING, 1, count);
    let color = position.turn();
    let home = Rank::FIRST.relative_to(color);
    if found.is_some() || from.rank() != home || from.file().index() != 4 {
        return found;
    }
    let at = |file: u8| Some(position.piece_at(Square::from_coords(File::new(file)?, home)));
    [(Side::King, 7, 5..=6), (Side::Queen, 0, 1..=3)].into_iter().find_map(
        |(side, corner, between)| {
            let rook = at(corner)?.is_some_and(|it| it.color == color && it.role == Role::Rook);
            let is_free = between.into_iter().all(|file| at(file) == Some(None));
            (rook && is_free && count.pass(1).is_some()).then_some(Choice::Castle(side))
        },
    )
}

/// The outer `None` is a capture that does not exist.
fn pawn(
    position: &Position,
    from: Square,
    ep: Option<File>,
    count: &mut Countdown,
) -> Option<Option<Choice>> {
    let color = position.turn();
    let forward = if color == Color::White { 1 } else { -1 };
    let rank_of = |n: u8| Rank::new(if color == Color::White { n } else { 7 - n });
    let is_on = |n| Some(from.rank()) == rank_of(n);
    let is_free = |to: &Square| position.piece_at(*to).is_none();
    let normal = |to| Choice::Move(Move::new(from, to, MoveKind::Normal));
    let ahead = step(from, (0, forward)).filter(is_free);
    let double = ahead.and_then(|ahead| step(ahead, (0, forward))).filter(is_free);
    let double = double.filter(|_| is_on(1) && count.pass(1).is_some());
    if let Some(to) = double {
        return Some(Some(Choice::Move(Move::new(from, to, MoveKind::DoublePush))));
    }
    let sides = [-1, 1].map(|side| step(from, (side, forward)));
    let is_enemy = |to: &Square| position.piece_at(*to).is_some_and(|it| it.color != color);
    for to in [ahead, sides[0].filter(is_enemy), sides[1].filter(is_enemy)].into_iter().flatten() {
        let last = rank_of(7) == Some(to.rank());
        if let Some(n) = count.pass(if last { 4 } else { 1 }) {
            let promoted = MoveKind::Promotion(PROMOTIONS[usize::from(n & 3)]);
            return Some(Some(match last {
                true => Choice::Move(Move::new(from, to, promoted)),
                false => normal(to),
            }));
        }
    }
    if !is_on(4) {
        return Some(None);
    }
    for to in sides.into_iter().flatten().filter(|to| Some(to.file()) == ep) {
        if count.pass(1).is_some() {
            return Some(Some(match is_free(&to) {
                true => Choice::Move(Move::new(from, to, MoveKind::EnPassant)),
                false => normal(to),
            }));
        }
    }
    let is_on_edge = from.file().index() == 0;
    if is_on_edge && ep.is_none() && count.pass(1).is_some() {
        return None;
    }
    Some(None)
}
