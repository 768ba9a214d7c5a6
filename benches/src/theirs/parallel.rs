//! Main lines on several cores, as pgn-reader's own example `parallel_validate` does it: one
//! thread reads games into vectors, three play them.

use std::io::{self, Read};
use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

use crate::answer::Answer;

struct Game {
    fen: Option<Vec<u8>>,
    sans: Vec<San>,
}

impl Game {
    fn play(self, answer: &mut Answer) -> Option<()> {
        let mut position = match self.fen {
            Some(text) => {
                let fen = Fen::from_ascii(&text).ok()?;
                fen.into_position::<Chess>(CastlingMode::Chess960).ok()?
            }
            None => Chess::default(),
        };
        answer.n_games += 1;
        for san in self.sans {
            position.play_unchecked(san.to_move(&position).ok()?);
            answer.n_plies += 1;
        }
        let key: Zobrist64 = position.zobrist_hash(EnPassantMode::PseudoLegal);
        answer.key_sum = answer.key_sum.wrapping_add(key.0);
        Some(())
    }
}

struct Collector;

impl Visitor for Collector {
    type Tags = Option<Vec<u8>>;
    type Movetext = Game;
    type Output = Game;

    fn begin_tags(&mut self) -> ControlFlow<Game, Option<Vec<u8>>> {
        ControlFlow::Continue(None)
    }
    fn tag(
        &mut self,
        fen: &mut Option<Vec<u8>>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Game> {
        if name == b"FEN" {
            fen.replace(value.decode().into_owned());
        }
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, fen: Option<Vec<u8>>) -> ControlFlow<Game, Game> {
        ControlFlow::Continue(Game { fen, sans: Vec::with_capacity(80) })
    }
    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<Game> {
        game.sans.push(san.san);
        ControlFlow::Continue(())
    }
    fn end_game(&mut self, game: Game) -> Game {
        game
    }
}

/// Plays all main lines.
pub(crate) fn play(source: impl Read + Send) -> io::Result<Answer> {
    const N_WORKERS: usize = 3;
    let (send, receive) = crossbeam::channel::bounded::<Game>(128);
    let sum = crossbeam::scope(|scope| {
        let reader = scope.spawn(move |_| -> io::Result<()> {
            for game in Reader::new(source).read_games(&mut Collector) {
                if send.send(game?).is_err() {
                    break;
                }
            }
            Ok(())
        });
        let mut workers = Vec::new();
        for _ in 0..N_WORKERS {
            let receive = receive.clone();
            workers.push(scope.spawn(move |_| {
                let mut answer = Answer::default();
                for game in receive {
                    let _ = game.play(&mut answer);
                }
                answer
            }));
        }
        let mut sum = Answer::default();
        for worker in workers {
            sum += worker.join().unwrap_or_default();
        }
        reader.join().unwrap_or_else(|_| Err(io::Error::other("the reader failed"))).map(|()| sum)
    });
    sum.unwrap_or_else(|_| Err(io::Error::other("a worker failed")))
}
