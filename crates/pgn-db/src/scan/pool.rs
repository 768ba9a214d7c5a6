//! The threads: who takes the next chunk, who waits, in which order results come out.
//!
//! ```text
//! worker:    wait until there is room; take the next chunk and its number (one at a time);
//!            work (all at once); send the result with the number;
//!            finish the chunk that was put aside until this one told what comes before it
//! collector: hold results back until their turn; each one that is delivered makes room
//! ```
//!
//! Owns: the threads and their waiting. Knows nothing of: sources, games.
//! Standard: none.
//! Start at [`run`].

use std::collections::BTreeMap;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::feed::{Feed, Item};
use super::{Begun, Collect, Done, Job, Options, begin, deliver, finish};
use crate::error::{Error, ErrorKind};

/// How many chunks may be under way for each thread: some that wait for their turn, so that one
/// slow game does not stop the others.
const CHUNKS_PER_THREAD: usize = 4;

/// What the threads share.
struct Shared<J: Job> {
    job: J,
    /// The feed and the number of its next chunk. Who holds it also waits for room, since nobody
    /// else could do anything with it.
    feed: Mutex<(Feed, u64)>,
    /// Chunks that were read before the one in front of them was.
    aside: Mutex<BTreeMap<u64, Task<J::Output>>>,
    gate: Mutex<Gate>,
    moved: Condvar,
    chunks_max: usize,
    text_bytes_max: usize,
}

/// An item of the feed on its way.
struct Task<O> {
    /// How much text it holds, in bytes.
    text_bytes: usize,
    begun: Begun<O>,
}

/// What is under way, from the feed to the collector.
#[derive(Default)]
struct Gate {
    n_chunks: usize,
    text_bytes: usize,
    is_closed: bool,
}

pub(super) fn run<J: Job>(
    feed: Feed,
    options: Options,
    job: J,
    collect: &mut impl Collect<J::Output>,
) -> Result<(), Error> {
    let n_threads = options.n_threads.get();
    let shared = Arc::new(Shared {
        job,
        feed: Mutex::new((feed, 0)),
        aside: Mutex::default(),
        gate: Mutex::new(Gate::default()),
        moved: Condvar::new(),
        chunks_max: n_threads * CHUNKS_PER_THREAD,
        text_bytes_max: options.under_way_bytes,
    });
    // When the output fails the threads are left to themselves: one may be waiting for a pipe that
    // never gives anything more, and the command must end all the same.
    let _closes = Closes(&shared);
    let (results, received) = channel();
    for n_started in 0..n_threads {
        let (shared, results) = (Arc::clone(&shared), results.clone());
        let worker = move || shared.work(&results);
        match thread::Builder::new().name("games".to_owned()).spawn(worker) {
            Ok(_) => {}
            // Fewer threads do it as well.
            Err(_) if n_started > 0 => break,
            Err(error) => return Err(Error::from_io("threads", error)),
        }
    }
    drop(results);
    let mut waiting = BTreeMap::new();
    let mut turn = 0;
    for (number, text_bytes, done) in received {
        waiting.insert(number, (text_bytes, done));
        while let Some((text_bytes, done)) = waiting.remove(&turn) {
            deliver(done, collect)?;
            shared.leave(text_bytes);
            turn += 1;
        }
    }
    match shared.feed.lock() {
        Ok(feed) if feed.1 == turn => Ok(()),
        Ok(_) | Err(_) => {
            let why = "a thread has failed, the rest was not read; this is a fault of the program";
            Err(Error::new(ErrorKind::Io, "games", why))
        }
    }
}

impl<J: Job> Shared<J> {
    fn work(&self, results: &Sender<(u64, usize, Done<J::Output>)>) {
        let closes = Closes(self);
        let mut worker = self.job.worker();
        while let Some((number, text_bytes, item)) = self.next() {
            let begun = begin(&self.job, &mut worker, item);
            let task = Task { text_bytes, begun };
            if self.finish_from(number, task, &mut worker, results).is_none() {
                break;
            }
        }
        // Only a thread that fails closes the gate for the others.
        std::mem::forget(closes);
    }

    /// Finishes a task, and those behind it that were put aside; `None` when nobody wants results.
    fn finish_from(
        &self,
        mut number: u64,
        task: Task<J::Output>,
        worker: &mut J::Worker,
        results: &Sender<(u64, usize, Done<J::Output>)>,
    ) -> Option<()> {
        let mut next = self.put_aside(number, task);
        while let Some(Task { text_bytes, begun }) = next {
            let done = finish(&self.job, worker, begun);
            results.send((number, text_bytes, done)).ok()?;
            number += 1;
            next = self.aside().remove(&number);
        }
        Some(())
    }

    /// Puts a task aside if it must wait; else gives it back.
    fn put_aside(&self, number: u64, task: Task<J::Output>) -> Option<Task<J::Output>> {
        // Who tells what comes before it looks here afterwards.
        let mut aside = self.aside();
        if !task.begun.must_wait() {
            return Some(task);
        }
        aside.insert(number, task);
        None
    }

    fn aside(&self) -> MutexGuard<'_, BTreeMap<u64, Task<J::Output>>> {
        self.aside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next item, its number and how much text it holds.
    fn next(&self) -> Option<(u64, usize, Item)> {
        let mut feed = self.feed.lock().ok()?;
        let gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |gate: &mut Gate| {
            !gate.is_closed
                && gate.n_chunks > 0
                && (gate.n_chunks >= self.chunks_max || gate.text_bytes >= self.text_bytes_max)
        };
        let waited = self.moved.wait_while(gate, is_full);
        let gate = waited.unwrap_or_else(PoisonError::into_inner);
        if gate.is_closed {
            return None;
        }
        drop(gate);
        let item = feed.0.next_item()?;
        let number = feed.1;
        feed.1 += 1;
        let text_bytes = match &item {
            Item::Chunk(chunk) => chunk.text.len(),
            Item::Trouble(_) => 0,
        };
        let mut gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        gate.n_chunks += 1;
        gate.text_bytes += text_bytes;
        Some((number, text_bytes, item))
    }

    fn leave(&self, text_bytes: usize) {
        let mut gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        gate.n_chunks -= 1;
        gate.text_bytes -= text_bytes;
        drop(gate);
        self.moved.notify_one();
    }
}

/// Closes the gate when it goes: nobody takes another chunk, and nobody waits.
struct Closes<'a, J: Job>(&'a Shared<J>);

impl<J: Job> Drop for Closes<'_, J> {
    fn drop(&mut self) {
        self.0.gate.lock().unwrap_or_else(PoisonError::into_inner).is_closed = true;
        self.0.moved.notify_all();
    }
}
