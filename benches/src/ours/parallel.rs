//! Every move played on several cores: a stream cut into blocks of whole games.

use std::io::{self, Read};
use std::sync::Mutex;
use std::thread;

use pgnkit::read::Referee;
use pgnkit::syntax::split::boundary;

use super::play::{self, Plies};
use crate::answer::Answer;

/// The bytes that a worker takes at a time: few enough to stay in a near cache between reading and
/// playing.
const BLOCK_BYTES: usize = 512 * 1024;

/// `boundary` looks no farther than this, so a cut before the last of these sees what it needs.
const AHEAD_BYTES: usize = 64 * 1024;

/// How much farther back a cut is looked for at first: some games, since what is after the cut is
/// copied.
const STEP_BYTES: usize = 8 * 1024;

/// The bytes that are not read yet, and those that were read after the last cut.
struct Source<R> {
    read: R,
    rest: Vec<u8>,
}

/// Plays all games with `n_threads` workers. Memory: a block for each.
pub(crate) fn play(source: impl Read + Send, n_threads: usize) -> io::Result<Answer> {
    let source = Mutex::new(Source { read: source, rest: Vec::new() });
    thread::scope(|scope| {
        let workers: Vec<_> = (0..n_threads).map(|_| scope.spawn(|| work(&source))).collect();
        let mut sum = Answer::default();
        for worker in workers {
            sum += worker.join().unwrap_or_else(|_| Err(failed()))?;
        }
        Ok(sum)
    })
}

fn failed() -> io::Error {
    io::Error::other("a worker failed")
}

fn work(source: &Mutex<Source<impl Read>>) -> io::Result<Answer> {
    let mut referee = Referee::new(Plies::default(), ());
    let mut block = Vec::with_capacity(BLOCK_BYTES + AHEAD_BYTES);
    loop {
        source.lock().map_err(|_| failed())?.next_block(&mut block)?;
        if block.is_empty() {
            return Ok(referee.listener.0);
        }
        play::play_text(&block, &mut referee);
    }
}

impl<R: Read> Source<R> {
    /// Fills `block` with the next whole games; it is empty at the end.
    fn next_block(&mut self, block: &mut Vec<u8>) -> io::Result<()> {
        block.clear();
        block.append(&mut self.rest);
        loop {
            let wanted = BLOCK_BYTES.max(block.len() / 2) as u64;
            let n = self.read.by_ref().take(wanted).read_to_end(block)?;
            if (n as u64) < wanted {
                return Ok(());
            }
            // From the back, farther and farther until there is a game.
            let mut back = AHEAD_BYTES + STEP_BYTES;
            while back < block.len() {
                let cut = boundary(block, block.len() - back);
                if cut + AHEAD_BYTES <= block.len() {
                    self.rest.extend_from_slice(&block[cut..]);
                    block.truncate(cut);
                    return Ok(());
                }
                back *= 2;
            }
        }
    }
}
