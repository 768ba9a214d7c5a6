//! Move words: every move that a piece can make on an empty board, with every capture, by number.

use std::sync::LazyLock;

use pgnkit::chess::{Color, File, Move, MoveKind, Piece, Position, Rank, Role, Side, Square};

use crate::databases::chessbase::numbers::square;
use crate::databases::finding::Fault;
use crate::databases::setup::{Stop, castle};
use crate::databases::step::{KING, KNIGHT, QUEEN, Step, step};

pub(super) const NULL_MOVE: u16 = 0xFFFA;
const CASTLING: u16 = 0xB129;
const PIECES: u16 = 0xC02D;
const BLACK_PIECES: u16 = 0xC16D;
const PAWNS: u16 = 0xC2AD;
const BLACK_PAWNS: u16 = 0xC2DD;
const PIECES_END: u16 = 0xC30D;

const PIECE_ORDER: [Role; 5] = [Role::King, Role::Queen, Role::Knight, Role::Bishop, Role::Rook];
const CAPTURED: [Role; 5] = [Role::Queen, Role::Knight, Role::Bishop, Role::Rook, Role::Pawn];
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Knight, Role::Bishop, Role::Rook];

/// The meaning of a word below those of castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveWord {
    pub(super) piece: Piece,
    pub(super) mv: Move,
    pub(super) captured: Option<Role>,
}

/// All of them; the first, 0, has no meaning.
static WORDS: LazyLock<Vec<MoveWord>> = LazyLock::new(|| {
    let mut words = Vec::with_capacity(usize::from(CASTLING));
    words.push(MoveWord {
        piece: Piece { color: Color::White, role: Role::King },
        mv: Move::NULL,
        captured: None,
    });
    for color in [Color::White, Color::Black] {
        for role in PIECE_ORDER {
            push_piece(Piece { color, role }, &mut words);
        }
    }
    for color in [Color::White, Color::Black] {
        push_pawns(color, &mut words);
    }
    words
});

fn push_piece(piece: Piece, words: &mut Vec<MoveWord>) {
    let (steps, n_max): (&[Step], u8) = match piece.role {
        Role::King => (&KING, 1),
        Role::Knight => (&KNIGHT, 1),
        Role::Bishop => (&QUEEN[..4], 7),
        Role::Rook => (&QUEEN[4..], 7),
        Role::Queen | Role::Pawn => (&QUEEN, 7),
    };
    for from in (0..64).filter_map(square) {
        for &direction in steps {
            let mut to = from;
            for _ in 0..n_max {
                let Some(next) = step(to, direction) else { break };
                to = next;
                let mv = Move::new(from, to, MoveKind::Normal);
                for captured in [None].into_iter().chain(CAPTURED.map(Some)) {
                    words.push(MoveWord { piece, mv, captured });
                }
            }
        }
    }
}

fn push_pawns(color: Color, words: &mut Vec<MoveWord>) {
    let piece = Piece { color, role: Role::Pawn };
    let forward = if color == Color::White { 1 } else { -1 };
    // The rank as its side counts it.
    let rank = |square: Square| match color {
        Color::White => square.rank().index(),
        Color::Black => 7 - square.rank().index(),
    };
    for from in (0..64).filter_map(square).filter(|from| (1..7).contains(&from.rank().index())) {
        let mut add = |to, kind, captured| {
            words.push(MoveWord { piece, mv: Move::new(from, to, kind), captured });
        };
        let is_last = rank(from) == 6;
        let ahead = step(from, (0, forward));
        if rank(from) == 1 {
            let double = ahead.and_then(|ahead| step(ahead, (0, forward)));
            double.into_iter().for_each(|to| add(to, MoveKind::DoublePush, None));
        }
        match ahead {
            Some(to) if is_last => {
                PROMOTIONS.into_iter().for_each(|role| add(to, MoveKind::Promotion(role), None));
            }
            Some(to) => add(to, MoveKind::Normal, None),
            None => {}
        }
        for to in [-1, 1].into_iter().filter_map(|side| step(from, (side, forward))) {
            if is_last {
                for captured in &CAPTURED[..4] {
                    for role in PROMOTIONS {
                        add(to, MoveKind::Promotion(role), Some(*captured));
                    }
                }
                continue;
            }
            CAPTURED.into_iter().for_each(|role| add(to, MoveKind::Normal, Some(role)));
            if rank(from) == 4 {
                add(to, MoveKind::EnPassant, None);
            }
        }
    }
}

/// The meaning of a word; `None` for those of castling and all after them.
pub(super) fn word(number: u16) -> Option<MoveWord> {
    if number == 0 { None } else { WORDS.get(usize::from(number)).copied() }
}

/// The move of a word in a position, if the pieces that it names are there. `at` is its place.
pub(super) fn resolve(position: &Position, number: u16, at: usize) -> Result<Move, Stop> {
    let no_move = || Stop::Fault(Fault::NoMove, at);
    if number == NULL_MOVE {
        return Ok(Move::NULL);
    }
    if (CASTLING..PIECES).contains(&number) {
        let n = (number - CASTLING) % 4;
        let color = if n < 2 { Color::White } else { Color::Black };
        let side = if n.is_multiple_of(2) { Side::Queen } else { Side::King };
        return if color == position.turn() { castle(position, side, at) } else { Err(no_move()) };
    }
    let MoveWord { piece, mv, captured } = word(number).ok_or_else(no_move)?;
    let target = captured.map(|role| Piece { color: piece.color.other(), role });
    let stands = position.piece_at(mv.from()) == Some(piece) && piece.color == position.turn();
    match stands && position.piece_at(mv.to()) == target {
        true => Ok(mv),
        false => Err(no_move()),
    }
}

/// The piece of a position that was set up, and its square.
pub(super) fn placement(number: u16) -> Option<(Square, Piece)> {
    let pawn = |color, n: u16| {
        let rank = Rank::new((n % 6) as u8 + 1)?;
        Some((
            Square::from_coords(File::new((n / 6) as u8)?, rank),
            Piece { color, role: Role::Pawn },
        ))
    };
    let piece = |color, n: u16| {
        let role = *PIECE_ORDER.get(usize::from(n / 64))?;
        Some((square((n % 64) as u8)?, Piece { color, role }))
    };
    match number {
        PIECES..BLACK_PIECES => piece(Color::White, number - PIECES),
        BLACK_PIECES..PAWNS => piece(Color::Black, number - BLACK_PIECES),
        PAWNS..BLACK_PAWNS => pawn(Color::White, number - PAWNS),
        BLACK_PAWNS..PIECES_END => pawn(Color::Black, number - BLACK_PAWNS),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(number: u16) -> String {
        let Some(MoveWord { piece, mv, captured }) = word(number) else { return String::new() };
        let name = |square: Square| String::from_utf8(square.name().to_vec()).unwrap();
        let capture = captured.map_or(String::new(), |role| format!("x{}", role.to_char()));
        let promotion = mv.promotion().map_or(String::new(), |role| format!("={}", role.to_char()));
        let ep = if mv.is_en_passant() { " ep" } else { "" };
        let (from, to) = (name(mv.from()), name(mv.to()));
        format!("{}{from}{to}{capture}{promotion}{ep}", piece.to_char())
    }

    /// Where blocks begin is known, and so their sizes; the steps within are those of examples.
    #[test]
    fn words_are_those_of_the_description() {
        assert_eq!(WORDS.len(), usize::from(CASTLING));
        let names = [
            (0x0001, "Ka1a2"),
            (0x0002, "Ka1a2xQ"),
            (0x0007, "Ka1b1"),
            (0x09D9, "Qa1b2"),
            (0x2BF9, "Na1c2"),
            (0x33D9, "Ba1b2"),
            (0x40F9, "Ra1b1"),
            (0x55F9, "ka1a2"),
            (0x5FD1, "qa1b2"),
            (0x81F1, "na1c2"),
            (0x89D1, "ba1b2"),
            (0x96F1, "ra1b1"),
            (0xABF0, "rh8h1xP"),
            (0xABF1, "Pa2a4"),
            (0xABF2, "Pa2a3"),
            (0xABF3, "Pa2b3xQ"),
            (0xAE8D, "pa2a1=Q"),
            (0xAE8E, "pa2a1=N"),
            (0xAE91, "pa2b1xQ=Q"),
            (0xAE92, "pa2b1xQ=N"),
        ];
        for (number, name) in names {
            assert_eq!(text(number).to_lowercase(), name.to_lowercase(), "{number:04x}");
        }
        assert_eq!((text(0), text(CASTLING)), (String::new(), String::new()));
    }
}
