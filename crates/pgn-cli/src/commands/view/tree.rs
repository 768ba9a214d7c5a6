//! The moves that the games of the file played in the position, from its index.

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

use super::games::to_session_error;
use pgn_db::index::{Index, IndexUnusable};
use pgn_db::tree::{Score, look_up};
use pgn_view::SessionError;
use pgnkit::charset::Choice;
use pgnkit::chess::Position;
use pgnkit::chess::notation::san;

/// A move that was played.
#[derive(Clone, Debug)]
pub(super) struct TreeMove {
    pub(super) san: String,
    pub(super) score: Score,
}

/// The known data of a position.
type Answer = Result<Vec<TreeMove>, SessionError>;

/// The moves of the position on the board.
pub(super) struct TreeView {
    asks: Sender<(u64, Position)>,
    answers: Receiver<(u64, Answer)>,
    number: u64,
    answered: u64,
    pub(super) moves: Vec<TreeMove>,
    pub(super) error: Option<SessionError>,
}

impl TreeView {
    /// Opens the index of a file.
    pub(super) fn open(file: &str) -> Result<TreeView, SessionError> {
        let index = Index::open(Path::new(file), Choice::Auto).map_err(|unfit| match unfit {
            IndexUnusable::Error(error) => to_session_error(&error),
            unfit => SessionError::new(format!("no index of {file} can be used: {unfit}"))
                .with_hint(format!("`pgn index {file}` builds one")),
        })?;
        let (asks, asked) = channel::<(u64, Position)>();
        let (answering, answers) = channel();
        thread::spawn(move || {
            while let Ok(ask) = asked.recv() {
                // Of several that wait the last one counts.
                let (number, position) = asked.try_iter().last().unwrap_or(ask);
                if answering.send((number, moves_at(&index, &position))).is_err() {
                    return;
                }
            }
        });
        Ok(TreeView { asks, answers, number: 0, answered: 0, moves: Vec::new(), error: None })
    }

    /// Looks a position up.
    pub(super) fn look_up(&mut self, position: Position) {
        self.number += 1;
        let _ = self.asks.send((self.number, position));
    }

    /// Whether an answer is to come.
    pub(super) fn is_busy(&self) -> bool {
        self.answered < self.number
    }

    /// Takes the results; returns whether there were any.
    pub(super) fn poll(&mut self) -> bool {
        let mut is_changed = false;
        loop {
            match self.answers.try_recv() {
                Ok((number, answer)) => {
                    self.answered = number;
                    is_changed = true;
                    match answer {
                        Ok(moves) => (self.moves, self.error) = (moves, None),
                        Err(error) => {
                            (self.moves, self.error) = (Vec::new(), Some(error));
                        }
                    }
                }
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => return is_changed,
            }
        }
    }
}

fn moves_at(index: &Index, position: &Position) -> Answer {
    let answer = look_up(index, position).map_err(|error| to_session_error(&error))?;
    let Some((_, played)) = answer else {
        return Err(SessionError::new("a game has more positions than the index holds"));
    };
    let mut moves: Vec<TreeMove> = played
        .into_iter()
        .map(|played| {
            let mut board = *position;
            let san = san::play_to_text(&mut board, played.edge.mv).as_str().to_owned();
            TreeMove { san, score: played.score }
        })
        .collect();
    moves.sort_by(|a, b| {
        b.score.game_count.cmp(&a.score.game_count).then_with(|| a.san.cmp(&b.san))
    });
    Ok(moves)
}
