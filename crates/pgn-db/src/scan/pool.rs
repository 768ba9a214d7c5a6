//! The threads: which one takes the next chunk, which ones wait, and the order of the results.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::feed::{Item, SourceFeed};
use super::{Begun, ChunkSink, Done, Job, Options, begin, deliver, finish};
use crate::error::{Error, ErrorKind};

/// The maximum number of chunks in flight for each thread: some that wait for their turn, so that
/// one slow game does not stop the others.
const CHUNKS_PER_THREAD: usize = 4;

struct PoolState<J: Job> {
    job: J,
    /// The feed and the number of its next chunk. Its holder also waits for space, because no other
    /// thread could do anything with it.
    feed: Mutex<(SourceFeed, u64)>,
    /// Chunks that were read before the one in front of them was.
    aside: Mutex<BTreeMap<u64, PoolTask<J::Output>>>,
    gate: Mutex<Gate<J::Output>>,
    /// There is more space for workers.
    moved: Condvar,
    /// There is something for the collector.
    came: Condvar,
    chunks_max: usize,
    text_bytes_max: usize,
}

/// An item of the feed in flight.
struct PoolTask<O> {
    /// The amount of its text, in bytes.
    text_bytes: usize,
    begun: Begun<O>,
}

/// The chunks in flight, from the feed to the collector.
struct Gate<O> {
    chunk_count: usize,
    text_bytes: usize,
    /// Those that are done, each with its text.
    done: BTreeMap<u64, (usize, Done<O>)>,
    worker_count: usize,
    is_closed: bool,
}

type Gated<'a, J> = MutexGuard<'a, Gate<<J as Job>::Output>>;

impl<O> Default for Gate<O> {
    fn default() -> Gate<O> {
        let done = BTreeMap::new();
        Gate { chunk_count: 0, text_bytes: 0, done, worker_count: 0, is_closed: false }
    }
}

pub(super) fn run<J: Job>(
    feed: SourceFeed,
    options: Options,
    job: J,
    collect: &mut impl ChunkSink<J::Output>,
) -> Result<(), Error> {
    let thread_count = options.thread_count.get();
    let shared = Arc::new(PoolState {
        job,
        feed: Mutex::new((feed, 0)),
        aside: Mutex::default(),
        gate: Mutex::default(),
        moved: Condvar::new(),
        came: Condvar::new(),
        chunks_max: thread_count * CHUNKS_PER_THREAD,
        text_bytes_max: options.under_way_bytes,
    });
    // When the output fails the threads are left to themselves: one may be waiting for a pipe that
    // never gives anything more, and the command must end all the same.
    let _closes = GateGuard(&shared);
    for started_count in 0..thread_count {
        let worker = Arc::clone(&shared);
        shared.gate().worker_count += 1;
        match thread::Builder::new().name("games".to_owned()).spawn(move || worker.work()) {
            Ok(_) => {}
            // Fewer threads do it as well.
            Err(_) if started_count > 0 => {
                shared.gate().worker_count -= 1;
                break;
            }
            Err(error) => return Err(Error::from_io("threads", error)),
        }
    }
    let mut turn = 0;
    while let Some(ready) = shared.ready(turn) {
        for (text_bytes, done) in ready {
            if deliver(done, collect)?.is_break() {
                return Ok(());
            }
            shared.leave(text_bytes);
            turn += 1;
        }
    }
    match shared.feed.lock() {
        Ok(feed) if feed.1 == turn => Ok(()),
        Ok(_) | Err(_) => {
            let why =
                "a thread has failed, and the rest was not read; this is a bug in the program";
            Err(Error::new(ErrorKind::Io, "games", why))
        }
    }
}

impl<J: Job> PoolState<J> {
    fn work(&self) {
        let _leaves = Leaves(self);
        let mut worker = self.job.worker();
        while let Some((number, text_bytes, item)) = self.next() {
            let begun = begin(&self.job, &mut worker, item);
            self.finish_from(number, PoolTask { text_bytes, begun }, &mut worker);
        }
    }

    /// Finishes a task, and those after it that were put aside.
    fn finish_from(&self, mut number: u64, task: PoolTask<J::Output>, worker: &mut J::Worker) {
        let mut next = self.put_aside(number, task);
        while let Some(PoolTask { text_bytes, begun }) = next {
            let done = finish(&self.job, worker, begun);
            self.put_down(number, text_bytes, done);
            number += 1;
            next = self.aside().remove(&number);
        }
    }

    /// Leaves a result to the collector.
    fn put_down(&self, number: u64, text_bytes: usize, done: Done<J::Output>) {
        self.gate().done.insert(number, (text_bytes, done));
        self.came.notify_one();
    }

    /// The results from this number on, at least one; waits for them. `None` if no more follow.
    fn ready(&self, turn: u64) -> Option<Vec<(usize, Done<J::Output>)>> {
        let is_early =
            |gate: &mut Gate<J::Output>| gate.worker_count > 0 && !gate.done.contains_key(&turn);
        let waited = self.came.wait_while(self.gate(), is_early);
        let mut gate = waited.unwrap_or_else(PoisonError::into_inner);
        let ready: Vec<_> = (turn..).map_while(|number| gate.done.remove(&number)).collect();
        (!ready.is_empty()).then_some(ready)
    }

    /// Puts a task aside if it must wait; else returns it.
    fn put_aside(&self, number: u64, task: PoolTask<J::Output>) -> Option<PoolTask<J::Output>> {
        // Code that reports what comes before it looks here afterwards.
        let mut aside = self.aside();
        if !task.begun.must_wait() {
            return Some(task);
        }
        aside.insert(number, task);
        None
    }

    fn gate(&self) -> Gated<'_, J> {
        self.gate.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn aside(&self) -> MutexGuard<'_, BTreeMap<u64, PoolTask<J::Output>>> {
        self.aside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next item, its number and the amount of its text.
    fn next(&self) -> Option<(u64, usize, Item)> {
        let mut feed = self.feed.lock().ok()?;
        let is_full = |gate: &mut Gate<J::Output>| {
            !gate.is_closed
                && gate.chunk_count > 0
                && (gate.chunk_count >= self.chunks_max || gate.text_bytes >= self.text_bytes_max)
        };
        let waited = self.moved.wait_while(self.gate(), is_full);
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
            Item::Error(_) => 0,
        };
        let mut gate = self.gate();
        gate.chunk_count += 1;
        gate.text_bytes += text_bytes;
        Some((number, text_bytes, item))
    }

    fn leave(&self, text_bytes: usize) {
        let mut gate = self.gate();
        gate.chunk_count -= 1;
        gate.text_bytes -= text_bytes;
        drop(gate);
        self.moved.notify_one();
    }
}

/// Closes the gate when dropped: no thread takes another chunk, and none waits.
struct GateGuard<'a, J: Job>(&'a PoolState<J>);

impl<J: Job> Drop for GateGuard<'_, J> {
    fn drop(&mut self) {
        self.0.gate().is_closed = true;
        self.0.moved.notify_all();
    }
}

/// A thread that has done its work, or has failed; then it closes the gate for the others.
struct Leaves<'a, J: Job>(&'a PoolState<J>);

impl<J: Job> Drop for Leaves<'_, J> {
    fn drop(&mut self) {
        let mut gate = self.0.gate();
        gate.is_closed |= thread::panicking();
        gate.worker_count -= 1;
        drop(gate);
        self.0.moved.notify_all();
        self.0.came.notify_one();
    }
}
