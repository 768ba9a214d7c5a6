//! The content of a record of moves: a start position, then lines.

use pgnkit::Game;
use pgnkit::chess::{Color, File, Piece, Position, Rank, Role, Setup, Side, Square, Variant};
use pgnkit::game::{NodeId, Recorder, Tree};

use super::words::{placement, resolve};
use crate::databases::chessbase::play::Annotator;
use crate::databases::finding::Fault;
use crate::databases::play::play_move;
use crate::databases::setup::{self, Stop};

const START: u16 = 0xFFFB;
const MOVES: u16 = 0xFFFC;
const HAS_ALTERNATIVE: u16 = 0xFFFD;
const END_OF_LINE: u16 = 0xFFFF;
/// Before a position of Chess960 that was set up.
const SET_UP_960: u16 = 1000;
/// The maximum number of lines that wait to be continued.
const MARKS_MAX: usize = 2000;

/// Plays the moves of a content, with the annotations if present; returns the damage, with the
/// place of the byte.
pub(super) fn read(
    content: &[u8],
    is_chess960: bool,
    game: &mut Game,
    mut annotator: Option<&mut Annotator<'_>>,
) -> Vec<(Fault, usize)> {
    let (words, _) = content.as_chunks::<2>();
    let words: Vec<u16> = words.iter().map(|&word| u16::from_le_bytes(word)).collect();
    let n_start = words.iter().position(|&word| word == MOVES).unwrap_or(words.len());
    let (start, moves) = words.split_at(n_start);
    let start = if let [START, start @ ..] = start { start } else { start };
    if is_chess960 {
        game.tags_mut_unchecked().set("Variant", Variant::Chess960.name());
    }
    let set_up = match *start {
        [] if is_chess960 => None,
        [] => Some(None),
        [number] => Position::chess960(number).map(|position| {
            setup::put_position(&position, game);
            None
        }),
        [SET_UP_960, ref start @ ..] => position(start, Variant::Chess960).map(Some),
        _ => position(start, if is_chess960 { Variant::Chess960 } else { Variant::Standard })
            .map(Some),
    };
    let is_possible = match &set_up {
        None => false,
        Some(None) => true,
        Some(Some(setup)) => setup::put(setup, game),
    };
    let (Some(set_up), true) = (set_up, is_possible) else { return vec![(Fault::BadStart, 0)] };
    let Some((_, moves)) = moves.split_first() else { return vec![(Fault::CutShort, 2 * n_start)] };
    let mut found = setup::play(set_up, game, |game, round| {
        if let (Some(annotator), 1..) = (&mut annotator, round) {
            annotator.game(game);
        }
        match Recorder::new(game) {
            Some(recorder) => lines(moves, recorder, annotator.as_deref_mut()),
            None => Stop::Fault(Fault::BadStart, 0),
        }
    });
    found.iter_mut().for_each(|(_, at)| *at = 2 * (n_start + 1 + *at));
    found
}

/// Plays the lines; places count words.
fn lines(
    words: &[u16],
    mut recorder: Recorder<'_>,
    mut annotator: Option<&mut Annotator<'_>>,
) -> Stop {
    let (mut at, mut n_moves) = (0, 0);
    while let Some(&word) = words.get(at) {
        if word == END_OF_LINE {
            at += 1;
            if !recorder.go_back() {
                return Stop::at_mark(at, words.len());
            }
            continue;
        }
        let mv = match resolve(recorder.position(), word, at) {
            Ok(mv) => mv,
            Err(stop) => return stop,
        };
        let has_alternative = words.get(at + 1) == Some(&HAS_ALTERNATIVE);
        if has_alternative {
            if recorder.n_marks() == MARKS_MAX {
                return Stop::Fault(Fault::TooDeep, at);
            }
            recorder.mark();
        }
        let Some(node) = play_move(&mut recorder, mv) else {
            return Stop::Fault(Fault::NoMove, at);
        };
        if let Some(annotator) = &mut annotator {
            annotator.annotate(recorder.tree_mut(), n_moves, node);
        }
        n_moves += 1;
        at += 1 + usize::from(has_alternative);
    }
    Stop::without_mark(at, recorder.n_marks() > 0)
}

/// A position that was set up. Rights and an en passant square that the board does not bear out are
/// left out.
fn position(words: &[u16], variant: Variant) -> Option<Setup> {
    let &[number, side, ep, ref pieces @ ..] = words else { return None };
    let fullmove = u32::from(number.max(1));
    let mut setup = Setup { fullmove, variant, ..Setup::EMPTY };
    for &word in pieces {
        let (square, piece) = placement(word)?;
        setup.board.put(square, piece);
    }
    if side & 1 == 1 {
        setup.turn = Color::Black;
    }
    let rights = [
        (1, Color::White, Side::Queen),
        (2, Color::White, Side::King),
        (4, Color::Black, Side::Queen),
        (8, Color::Black, Side::King),
    ];
    for (_, color, side) in rights.into_iter().filter(|(bit, ..)| side >> 8 & bit != 0) {
        let rook = match variant {
            Variant::Chess960 => outermost(&setup, color, side),
            _ => setup::corner(side),
        };
        setup::grant(&mut setup, color, side, rook);
    }
    setup::set_ep(&mut setup, u8::try_from(ep).ok()?.checked_sub(1).and_then(File::new));
    Some(setup)
}

/// The file of the rook that is farthest out on a side.
fn outermost(setup: &Setup, color: Color, side: Side) -> Option<File> {
    let home = Rank::FIRST.relative_to(color);
    let rook = Some(Piece { color, role: Role::Rook });
    let is_rook = |file: &File| setup.board.piece_at(Square::from_coords(*file, home)) == rook;
    let mut files = File::all().filter(is_rook);
    match side {
        Side::Queen => files.next(),
        Side::King => files.last(),
    }
}

/// For each move as PGN lists them, after a move its variations and then what follows it: its
/// number in stored order, in which the tree grew.
pub(super) fn stored_order(tree: &Tree) -> Vec<i32> {
    let mut listed = Vec::new();
    let mut lines = vec![NodeId::ROOT];
    while let Some(node) = lines.pop() {
        let Some(next) = tree.next(node) else { continue };
        listed.push(next);
        lines.push(next);
        let n = lines.len();
        lines.extend(tree.variations(next));
        lines[n..].reverse();
    }
    let mut stored = listed.clone();
    stored.sort_unstable();
    let number = |node| stored.binary_search(node).map_or(-1, |n| n as i32);
    listed.iter().map(number).collect()
}
