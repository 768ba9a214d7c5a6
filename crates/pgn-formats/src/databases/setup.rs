//! Games from positions that were set up: the tags, and rights to castle that the position lacks
//! (§9.7, D-60).

use crate::databases::finding::Fault;
use pgnkit::Game;
use pgnkit::chess::fen::{self, EpPolicy};
use pgnkit::chess::{
    Color, File, Move, MoveKind, Piece, Position, Rank, Role, Setup, Side, Square, Variant,
};

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The game was over.
    End,
    /// The byte at this place is invalid.
    Fault(Fault, usize),
    /// Castling at this place, which the start position does not allow.
    NoRight(Color, Side, usize),
}

impl Stop {
    /// The mark of the game's end is `at` this place; there are `len` bytes.
    pub(crate) fn at_mark(at: usize, len: usize) -> Stop {
        if at == len { Stop::End } else { Stop::Fault(Fault::AfterEnd, at) }
    }

    /// The moves ended without it: a line that waits has lost its continuation.
    pub(crate) fn without_mark(at: usize, is_waiting: bool) -> Stop {
        if is_waiting { Stop::Fault(Fault::CutShort, at) } else { Stop::End }
    }
}

/// Plays a game with `play`, which receives the number of earlier attempts, 0 at first. If it
/// castles without the right, and its position was set up with king and rook in their places, the
/// position is given the right and the game is played again. Returns the damage.
pub(crate) fn play(
    mut setup: Option<Setup>,
    game: &mut Game,
    mut play: impl FnMut(&mut Game, u32) -> Stop,
) -> Vec<(Fault, usize)> {
    let mut found = Vec::new();
    // Each round except the last grants a castling right, of which there are four.
    for round in 0..=4 {
        if round > 0 {
            game.tree_mut().clear();
        }
        let (fault, at) = match play(game, round) {
            Stop::End => break,
            Stop::Fault(fault, at) => (fault, at),
            Stop::NoRight(color, side, at) => {
                let is_granted = setup.as_mut().is_some_and(|setup| {
                    grant(setup, color, side, corner(side)) && put(setup, game)
                });
                if is_granted {
                    found.push((Fault::CastlingGranted, at));
                    continue;
                }
                (Fault::NoMove, at)
            }
        };
        found.push((fault, at));
        break;
    }
    found
}

/// The castling move of the side to move, if the position has the right.
pub(crate) fn castle(position: &Position, side: Side, at: usize) -> Result<Move, Stop> {
    let color = position.turn();
    let right = position.castling().rook(color, side);
    match (position.king(color), right) {
        (Some(king), Some(rook)) => Ok(Move::new(king, rook, MoveKind::Castle)),
        _ => Err(Stop::NoRight(color, side, at)),
    }
}

/// Gives a castling right if king and rook are in place; returns whether they are.
pub(crate) fn grant(setup: &mut Setup, color: Color, side: Side, rook: Option<File>) -> bool {
    let Some(file) = rook else { return false };
    let before = setup.castling;
    setup.castling.set(color, side, Some(file));
    let home = Rank::FIRST.relative_to(color);
    let king = setup.board.king(color);
    let rook = Square::from_coords(file, home);
    let is_rook = setup.board.piece_at(rook) == Some(Piece { color, role: Role::Rook });
    let stands = king.is_some_and(|king| {
        let usual = setup.variant == Variant::Chess960 || king.file().index() == 4;
        usual && king.rank() == home && Side::of(king, rook) == side
    });
    if !(is_rook && stands) {
        setup.castling = before;
    }
    is_rook && stands
}

/// The file of the corner on that side.
pub(crate) fn corner(side: Side) -> Option<File> {
    File::new(if side == Side::King { 7 } else { 0 })
}

/// The en passant square on a file, if the board bears it out.
pub(crate) fn set_ep(setup: &mut Setup, file: Option<File>) {
    let rank = if setup.turn == Color::White { Rank::new(5) } else { Rank::new(2) };
    let square = file.zip(rank).map(|(file, rank)| Square::from_coords(file, rank));
    setup.ep_square = square.filter(|&square| setup.ep_is_possible(square));
}

/// Writes the start position's tags; returns whether it is possible.
pub(crate) fn put(setup: &Setup, game: &mut Game) -> bool {
    match setup.position() {
        Ok(position) => {
            put_position(&position, game);
            true
        }
        Err(_) => {
            let text = fen::setup_to_text(setup, fen::CastlingStyle::XFen);
            game.tags_mut_unchecked().set("SetUp", "1");
            game.tags_mut_unchecked().set("FEN", text.as_str());
            false
        }
    }
}

/// The same for a position that is possible.
pub(crate) fn put_position(position: &Position, game: &mut Game) {
    game.tags_mut_unchecked().set("SetUp", "1");
    game.tags_mut_unchecked().set("FEN", fen::to_text(position, EpPolicy::Standard).as_str());
}
