//! Every move played on several cores: a stream cut into blocks of whole games.
//!
//! ```text
//! reader   fills a block, cuts it at the last place where a game surely begins, hands it over
//! worker   plays the games of a block; the blocks come back in order
//! ```
//!
//! Owns: the cutting and the threads. Knows nothing of: how games are played.
//! Standard: none.
//! Start at [`play`].

use std::io::{self, Read};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use pgnkit::syntax::split::boundary;

use super::play;
use crate::answer::Answer;

/// How much a worker takes at a time.
const BLOCK_BYTES: usize = 2 * 1024 * 1024;

/// `boundary` looks no farther than this, so a cut before the last of these sees what it needs.
const AHEAD_BYTES: usize = 64 * 1024;

/// Plays all games with `n_threads` workers. Memory: a few blocks.
pub(crate) fn play(mut source: impl Read, n_threads: usize) -> io::Result<Answer> {
    let (send, receive) = sync_channel::<Vec<u8>>(1);
    let receive = Mutex::new(receive);
    thread::scope(|scope| {
        let work = || take_blocks(&receive);
        let workers: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        let mut rest = Vec::new();
        let fed = loop {
            match next_block(&mut source, &mut rest) {
                Ok(Some(block)) => match send.send(block) {
                    Ok(()) => {}
                    Err(_) => break Ok(()),
                },
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        drop(send);
        let mut sum = Answer::default();
        for worker in workers {
            sum += worker.join().unwrap_or_else(|_| Err(io::Error::other("a worker failed")))?;
        }
        fed.map(|()| sum)
    })
}

fn take_blocks(receive: &Mutex<Receiver<Vec<u8>>>) -> io::Result<Answer> {
    let mut sum = Answer::default();
    loop {
        let block = receive.lock().map_err(|_| io::Error::other("a worker failed"))?.recv();
        let Ok(block) = block else { return Ok(sum) };
        sum += play::play(&block[..])?;
    }
}

/// The next block of whole games; what lies behind the cut stays in `rest`.
fn next_block(source: &mut impl Read, rest: &mut Vec<u8>) -> io::Result<Option<Vec<u8>>> {
    let mut block = Vec::with_capacity(BLOCK_BYTES + AHEAD_BYTES);
    block.append(rest);
    loop {
        let wanted = BLOCK_BYTES.max(block.len() / 2) as u64;
        let is_over = source.by_ref().take(wanted).read_to_end(&mut block)? < wanted as usize;
        if is_over {
            return Ok((!block.is_empty()).then_some(block));
        }
        // From the back, farther and farther until there is a game.
        let mut back = 2 * AHEAD_BYTES;
        while back < block.len() {
            let cut = boundary(&block, block.len() - back);
            if cut + AHEAD_BYTES <= block.len() {
                rest.extend_from_slice(&block[cut..]);
                block.truncate(cut);
                return Ok(Some(block));
            }
            back *= 2;
        }
    }
}
