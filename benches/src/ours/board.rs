//! The board alone: texts of moves and positions, moves played, positions counted (§8.2.3, §16.1).

use std::io;

use pgnkit::chess::fen::{self, CastlingStyle, Dialect, EpPolicy, Mode, Style};
use pgnkit::chess::notation::san::{self, SanOptions};
use pgnkit::chess::{Move, Position, perft as perft_of};
use pgnkit::read::{GameListener, Played, Referee};
use pgnkit::syntax::{GameStart, Reader};

use crate::answer::{Answer, sum_of};
use crate::clock::{Timed, timed};
use crate::work::PERFT;

/// The moves of main lines that begin at the usual array, one game after the other.
#[derive(Default)]
struct Moves {
    /// How many moves each game has.
    games: Vec<usize>,
    moves: Vec<Move>,
    texts: Vec<Vec<u8>>,
}

impl GameListener for Moves {
    fn begin_game(&mut self, _: GameStart) {
        self.games.push(0);
    }
    fn played(&mut self, played: Played<'_>) {
        if let Some(n) = self.games.last_mut() {
            *n += 1;
        }
        self.moves.push(played.mv);
        self.texts.push(played.symbol.text.to_vec());
    }
}

fn moves(file: &[u8]) -> io::Result<Moves> {
    let mut referee = Referee::new(Moves::default(), ());
    Reader::new(file).visit(&mut referee)?;
    Ok(referee.listener)
}

fn told(n: usize, sum: u64, timed: Timed) -> (Answer, Timed) {
    (Answer { n_plies: n as u64, text_sum: sum, ..Answer::default() }, timed)
}

/// Plays every move and writes its SAN, check and mate marks included.
pub(crate) fn san_out(file: &[u8]) -> io::Result<(Answer, Timed)> {
    let all = moves(file)?;
    // Each text is written as a whole word, and the next one after it.
    let n_moves_max = all.games.iter().max().copied().unwrap_or(0);
    let mut text = vec![0; 8 * (n_moves_max + 1)];
    let (sum, cost) = timed(all.moves.len(), || {
        let (mut sum, mut rest) = (0_u64, &all.moves[..]);
        for &n in &all.games {
            let (game, behind) = rest.split_at(n);
            let mut position = Position::start();
            let mut at = 0;
            for &mv in game {
                let (word, len) = san::play_to_text(&mut position, mv).word();
                if let Some(room) = text.get_mut(at..at + 8) {
                    room.copy_from_slice(&word.to_le_bytes());
                    at += len;
                }
            }
            sum = sum.wrapping_add(sum_of(&text[..at]));
            rest = behind;
        }
        sum
    });
    Ok(told(all.moves.len(), sum, cost))
}

/// Resolves every text of a move and plays it.
pub(crate) fn resolve(file: &[u8]) -> io::Result<(Answer, Timed)> {
    let all = moves(file)?;
    let lax = SanOptions::default();
    let (sum, cost) = timed(all.moves.len(), || {
        let (mut sum, mut rest) = (0_u64, &all.texts[..]);
        for &n in &all.games {
            let (game, behind) = rest.split_at(n);
            let mut position = Position::start();
            for text in game {
                if let Ok(reading) = san::resolve(&position, text, &lax) {
                    position.play_unchecked(reading.mv);
                }
            }
            sum = sum.wrapping_add(position.board().occupied().0);
            rest = behind;
        }
        sum
    });
    Ok(told(all.moves.len(), sum, cost))
}

pub(crate) fn play_known(file: &[u8]) -> io::Result<(Answer, Timed)> {
    let all = moves(file)?;
    let (sum, cost) = timed(all.moves.len(), || {
        let (mut sum, mut rest) = (0_u64, &all.moves[..]);
        for &n in &all.games {
            let (game, behind) = rest.split_at(n);
            let mut position = Position::start();
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

/// Reads every FEN, a line each, into a position in which all is checked.
pub(crate) fn fen_in(file: &[u8]) -> io::Result<(Answer, Timed)> {
    let lines: Vec<&[u8]> = file.split(|&byte| byte == b'\n').filter(|l| !l.is_empty()).collect();
    let (sum, cost) = timed(lines.len(), || {
        let mut sum = 0_u64;
        let mut position = Position::start();
        for line in &lines {
            if fen::parse_into(line, Mode::Strict, None, &mut position).is_ok() {
                sum = sum.wrapping_add(position.board().occupied().0);
            }
        }
        sum
    });
    Ok(told(lines.len(), sum, cost))
}

fn fen_style() -> Style {
    Style::default()
        .with_ep(EpPolicy::Standard)
        .with_castling(CastlingStyle::XFen)
        .with_dialect(Dialect::Brackets)
}

/// Writes the FEN of every position.
pub(crate) fn fen_out(file: &[u8]) -> io::Result<(Answer, Timed)> {
    let lines = file.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let positions: Vec<Position> =
        lines.filter_map(|line| Some(fen::parse(line, Mode::Strict).ok()?.0)).collect();
    // One after the other in room for the longest.
    let mut text = [0; 64 * fen::BYTES_MAX];
    let (sum, cost) = timed(positions.len(), || {
        let mut sum = 0_u64;
        for some in positions.chunks(64) {
            let mut len = 0;
            for position in some {
                if let Some(room) = text[len..].first_chunk_mut() {
                    len += fen::write(position, fen_style(), room);
                }
            }
            sum = sum.wrapping_add(sum_of(&text[..len]));
        }
        sum
    });
    Ok(told(positions.len(), sum, cost))
}

/// Counts the leaves below two positions; an operation is a leaf.
pub(crate) fn perft() -> io::Result<(Answer, Timed)> {
    let mut roots = Vec::new();
    for (text, depth) in PERFT {
        let root = fen::parse(text.as_bytes(), Mode::Strict).map_err(io::Error::other)?;
        roots.push((root.0, depth));
    }
    let count = || roots.iter().map(|(root, depth)| perft_of(root, *depth)).sum::<u64>();
    let n_leaves = count();
    let (sum, cost) = timed(n_leaves as usize, count);
    Ok(told(n_leaves as usize, sum, cost))
}

/// The FEN of every fifth position of a file of games, a line each.
pub(crate) fn fens(file: &[u8]) -> io::Result<String> {
    let all = moves(file)?;
    let (mut text, mut rest) = (String::new(), &all.moves[..]);
    for &n in &all.games {
        let (game, behind) = rest.split_at(n);
        let mut position = Position::start();
        for (ply, &mv) in game.iter().enumerate() {
            position.play_unchecked(mv);
            if ply % 5 == 0 {
                text.push_str(&fen::to_text(&position, EpPolicy::Standard));
                text.push('\n');
            }
        }
        rest = behind;
    }
    Ok(text)
}
