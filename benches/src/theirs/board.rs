//! The board alone, with shakmaty and, for perft, cozy-chess (§8.2.3, §16.1).

use std::io;
use std::ops::ControlFlow;

use pgn_reader::{Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};

use crate::answer::{Answer, sum_of};
use crate::clock::{Timed, timed};
use crate::work::PERFT;

/// The moves of main lines that begin at the usual array, one game after the other.
#[derive(Default)]
struct Moves {
    games: Vec<usize>,
    moves: Vec<Move>,
    texts: Vec<Vec<u8>>,
}

impl Visitor for Moves {
    type Tags = ();
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        self.games.push(0);
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }
    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        let Ok(mv) = san.san.to_move(position) else { return ControlFlow::Break(()) };
        if let Some(n) = self.games.last_mut() {
            *n += 1;
        }
        self.moves.push(mv);
        self.texts.push(san.to_string().into_bytes());
        position.play_unchecked(mv);
        ControlFlow::Continue(())
    }
    fn end_game(&mut self, _: Chess) {}
}

fn moves(file: &[u8]) -> io::Result<Moves> {
    let mut moves = Moves::default();
    Reader::new(file).visit_all_games(&mut moves)?;
    Ok(moves)
}

fn told(n: usize, sum: u64, timed: Timed) -> (Answer, Timed) {
    (Answer { n_plies: n as u64, text_sum: sum, ..Answer::default() }, timed)
}

/// Plays every move and writes its SAN. Replies are looked for only after a check.
pub(crate) fn san_out(file: &[u8]) -> io::Result<(Answer, Timed)> {
    let all = moves(file)?;
    let mut text = Vec::new();
    let (sum, cost) = timed(all.moves.len(), || {
        let (mut sum, mut rest) = (0_u64, &all.moves[..]);
        for &n in &all.games {
            let (game, behind) = rest.split_at(n);
            let mut position = Chess::default();
            text.clear();
            for &mv in game {
                San::from_move(&position, mv).append_ascii_to(&mut text);
                position.play_unchecked(mv);
                if position.is_check() {
                    text.push(if position.legal_moves().is_empty() { b'#' } else { b'+' });
                }
            }
            sum = sum.wrapping_add(sum_of(&text));
            rest = behind;
        }
        sum
    });
    Ok(told(all.moves.len(), sum, cost))
}

/// Reads every text of a move, finds the move, plays it.
pub(crate) fn resolve(file: &[u8]) -> io::Result<(Answer, Timed)> {
    let all = moves(file)?;
    let (sum, cost) = timed(all.moves.len(), || {
        let (mut sum, mut rest) = (0_u64, &all.texts[..]);
        for &n in &all.games {
            let (game, behind) = rest.split_at(n);
            let mut position = Chess::default();
            for text in game {
                if let Ok(san) = SanPlus::from_ascii(text)
                    && let Ok(mv) = san.san.to_move(&position)
                {
                    position.play_unchecked(mv);
                }
            }
            sum = sum.wrapping_add(position.board().occupied().0);
            rest = behind;
        }
        sum
    });
    Ok(told(all.moves.len(), sum, cost))
}

/// Plays every move.
pub(crate) fn play_known(file: &[u8]) -> io::Result<(Answer, Timed)> {
    let all = moves(file)?;
    let (sum, cost) = timed(all.moves.len(), || {
        let (mut sum, mut rest) = (0_u64, &all.moves[..]);
        for &n in &all.games {
            let (game, behind) = rest.split_at(n);
            let mut position = Chess::default();
            for &mv in game {
                position.play_unchecked(mv);
            }
            sum = sum.wrapping_add(position.board().occupied().0);
            rest = behind;
        }
        sum
    });
    Ok(told(all.moves.len(), sum, cost))
}

fn position_of(line: &[u8]) -> Option<Chess> {
    Fen::from_ascii(line).ok()?.into_position(CastlingMode::Standard).ok()
}

/// Reads every FEN into a position in which all is checked.
pub(crate) fn fen_in(file: &[u8]) -> io::Result<(Answer, Timed)> {
    let lines: Vec<&[u8]> = file.split(|&byte| byte == b'\n').filter(|l| !l.is_empty()).collect();
    let (sum, cost) = timed(lines.len(), || {
        let mut sum = 0_u64;
        for line in &lines {
            if let Some(position) = position_of(line) {
                sum = sum.wrapping_add(position.board().occupied().0);
            }
        }
        sum
    });
    Ok(told(lines.len(), sum, cost))
}

/// Writes the FEN of every position.
pub(crate) fn fen_out(file: &[u8]) -> io::Result<(Answer, Timed)> {
    let lines = file.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let positions: Vec<Chess> = lines.filter_map(position_of).collect();
    let mut text = Vec::new();
    let (sum, cost) = timed(positions.len(), || {
        let mut sum = 0_u64;
        for some in positions.chunks(64) {
            text.clear();
            for position in some {
                Fen::from_position(position, EnPassantMode::Always).append_ascii_to(&mut text);
            }
            sum = sum.wrapping_add(sum_of(&text));
        }
        sum
    });
    Ok(told(positions.len(), sum, cost))
}

/// shakmaty's own count of leaves.
pub(crate) fn perft() -> io::Result<(Answer, Timed)> {
    let roots: Option<Vec<(Chess, u32)>> =
        PERFT.iter().map(|(text, depth)| Some((position_of(text.as_bytes())?, *depth))).collect();
    let roots = roots.ok_or_else(|| io::Error::other("shakmaty refuses a position"))?;
    let count = || roots.iter().map(|(root, n)| shakmaty::perft(root, *n)).sum::<u64>();
    let n_leaves = count();
    let (sum, cost) = timed(n_leaves as usize, count);
    Ok(told(n_leaves as usize, sum, cost))
}

fn cozy_perft_of(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut n_leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            n_leaves += moves.len() as u64;
        } else {
            for mv in moves {
                let mut after = board.clone();
                after.play_unchecked(mv);
                n_leaves += cozy_perft_of(&after, depth - 1);
            }
        }
        false
    });
    n_leaves
}

/// The same with cozy-chess, as its own example counts: the last ply is not played.
pub(crate) fn cozy_perft() -> io::Result<(Answer, Timed)> {
    let roots: Result<Vec<(cozy_chess::Board, u32)>, _> =
        PERFT.iter().map(|(text, depth)| Ok((text.parse()?, *depth))).collect();
    let roots = roots.map_err(|_: cozy_chess::FenParseError| io::Error::other("no position"))?;
    let count = || roots.iter().map(|(root, depth)| cozy_perft_of(root, *depth)).sum::<u64>();
    let n_leaves = count();
    let (sum, cost) = timed(n_leaves as usize, count);
    Ok(told(n_leaves as usize, sum, cost))
}
