//! The queue between threads that make text and its reader: blocks, parcel after parcel.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::damage::same;

/// Length of a block: large beside the cost of handing it over, small beside a cache.
pub(super) const BLOCK_BYTES: usize = 256 << 10;

/// The number of blocks of the current parcel that may wait.
const TURN_BLOCKS_MAX: usize = 4;

/// How much the parcels under way may hold, packed bytes and windows, before another is taken.
const HELD_BYTES_MAX: usize = 24 << 20;

/// Blocks in order, each with its notes.
///
/// Memory: the text that may wait and [`HELD_BYTES_MAX`] of what it is made from, a parcel and a
/// block a thread more at most; a frame with a larger window takes as much as it needs and is
/// allowed.
pub(super) struct Queue<T> {
    state: Mutex<QueueState<T>>,
    /// How much text of later parcels may wait.
    ahead_bytes_max: usize,
    /// There is more for the reader.
    came: Condvar,
    /// There is more space for unpackers.
    went: Condvar,
}

struct QueueState<T> {
    /// The number of the parcel that is being delivered.
    turn: u64,
    parcels: BTreeMap<u64, WaitingParcel<T>>,
    /// All text that waits.
    waiting_bytes: usize,
    held_bytes: usize,
    under_way_count: usize,
    spare: Vec<Block<T>>,
    /// How many parcels there are, when that is known.
    parcel_count: Option<u64>,
    is_closed: bool,
}

/// The waiting blocks of one parcel.
struct WaitingParcel<T> {
    blocks: VecDeque<Block<T>>,
    end: Option<io::Result<()>>,
}

impl<T> Default for WaitingParcel<T> {
    fn default() -> WaitingParcel<T> {
        WaitingParcel { blocks: VecDeque::new(), end: None }
    }
}

/// Some text; `bytes` is [`BLOCK_BYTES`] long, or nothing at all.
pub(super) struct Block<T> {
    pub(super) bytes: Box<[u8]>,
    pub(super) len: usize,
    pub(super) notes: Vec<T>,
}

impl<T> Default for Block<T> {
    fn default() -> Block<T> {
        Block { bytes: Box::default(), len: 0, notes: Vec::new() }
    }
}

/// The next item for the reader.
enum QueueItem<T> {
    Block(Block<T>),
    Over,
    Error(io::Error),
}

impl<T> Queue<T> {
    /// A queue in which so much text of later parcels may wait.
    pub(super) fn new(ahead_bytes_max: usize) -> Queue<T> {
        let state = QueueState {
            turn: 0,
            parcels: BTreeMap::new(),
            waiting_bytes: 0,
            held_bytes: 0,
            under_way_count: 0,
            spare: Vec::new(),
            parcel_count: None,
            is_closed: false,
        };
        let (came, went) = (Condvar::new(), Condvar::new());
        Queue { state: Mutex::new(state), ahead_bytes_max, came, went }
    }

    fn lock(&self) -> MutexGuard<'_, QueueState<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for_room_while(
        &self,
        must_wait: impl FnMut(&mut QueueState<T>) -> bool,
    ) -> MutexGuard<'_, QueueState<T>> {
        self.went.wait_while(self.lock(), must_wait).unwrap_or_else(PoisonError::into_inner)
    }

    /// The next block; `used` is the last one, to be filled again.
    fn next(&self, mut used: Block<T>) -> QueueItem<T> {
        let mut state = self.lock();
        // Memory that is given back to the system is cleared page by page when it comes again.
        if !used.bytes.is_empty() && state.spare.len() < self.ahead_bytes_max / BLOCK_BYTES {
            used.len = 0;
            used.notes.clear();
            state.spare.push(used);
        }
        loop {
            let is_waiting = |state: &mut QueueState<T>| {
                let here = state.parcels.get(&state.turn);
                let has_next = here.is_some_and(|it| !it.blocks.is_empty() || it.end.is_some());
                !has_next && !state.is_closed && state.parcel_count != Some(state.turn)
            };
            let waited = self.came.wait_while(state, is_waiting);
            state = waited.unwrap_or_else(PoisonError::into_inner);
            let turn = state.turn;
            let Some(here) = state.parcels.get_mut(&turn) else {
                let is_over = state.parcel_count == Some(turn);
                return if is_over { QueueItem::Over } else { failed() };
            };
            if let Some(block) = here.blocks.pop_front() {
                let left_count = here.blocks.len();
                let was_full = state.waiting_bytes >= self.ahead_bytes_max;
                state.waiting_bytes -= block.len;
                // The producer of this parcel is not called for each block.
                if left_count == TURN_BLOCKS_MAX / 2 || was_full {
                    self.went.notify_all();
                }
                return QueueItem::Block(block);
            }
            match here.end.take() {
                Some(Ok(())) => {}
                Some(Err(error)) => return QueueItem::Error(error),
                None => return failed(),
            }
            state.parcels.remove(&turn);
            state.turn += 1;
            self.went.notify_all();
        }
    }

    /// Waits until another parcel may be taken; `None` if the reader is gone.
    pub(super) fn wait_for_room(&self) -> Option<()> {
        let is_full = |state: &mut QueueState<T>| {
            !state.is_closed
                && state.under_way_count > 0
                && (state.held_bytes >= HELD_BYTES_MAX
                    || state.waiting_bytes >= self.ahead_bytes_max)
        };
        let state = self.wait_for_room_while(is_full);
        (!state.is_closed).then_some(())
    }

    /// A parcel is being unpacked, which holds `cost` bytes.
    pub(super) fn begin(&self, number: u64, cost: usize) {
        let mut state = self.lock();
        state.parcels.insert(number, WaitingParcel::default());
        state.held_bytes = state.held_bytes.saturating_add(cost);
        state.under_way_count += 1;
    }

    pub(super) fn spare(&self) -> Block<T> {
        let spare = self.lock().spare.pop();
        spare.unwrap_or_else(|| Block { bytes: vec![0; BLOCK_BYTES].into(), ..Block::default() })
    }

    /// Adds a block to a parcel and leaves an empty one; waits until there is room for it. `None`
    /// if the reader is gone.
    pub(super) fn push(&self, number: u64, block: &mut Block<T>) -> Option<()> {
        let is_full = |state: &mut QueueState<T>| {
            if state.is_closed {
                return false;
            }
            if number != state.turn {
                return state.waiting_bytes >= self.ahead_bytes_max;
            }
            state.parcels.get(&number).is_some_and(|it| it.blocks.len() >= TURN_BLOCKS_MAX)
        };
        let mut state = self.wait_for_room_while(is_full);
        if state.is_closed {
            return None;
        }
        state.waiting_bytes += block.len;
        state.parcels.entry(number).or_default().blocks.push_back(std::mem::take(block));
        if number == state.turn {
            self.came.notify_one();
        }
        Some(())
    }

    /// A parcel is over.
    pub(super) fn end(&self, number: u64, cost: usize, end: io::Result<()>) -> Option<()> {
        let mut state = self.lock();
        let goes_on = end.is_ok() && !state.is_closed;
        state.held_bytes = state.held_bytes.saturating_sub(cost);
        state.under_way_count -= 1;
        state.parcels.entry(number).or_default().end = Some(end);
        self.came.notify_one();
        self.went.notify_all();
        goes_on.then_some(())
    }

    /// There are no more parcels than these.
    pub(super) fn set_over(&self, parcel_count: u64) {
        self.lock().parcel_count = Some(parcel_count);
        self.came.notify_one();
    }

    /// The reader or the writer is gone.
    fn close(&self) {
        self.lock().is_closed = true;
        self.came.notify_all();
        self.went.notify_all();
    }
}

fn failed<T>() -> QueueItem<T> {
    QueueItem::Error(io::Error::other("a thread has failed; this is a bug in the program"))
}

/// Closes the queue when a thread ends in the middle of its work.
pub(super) struct QueueGuard<'a, T>(pub(super) &'a Queue<T>);

impl<T> Drop for QueueGuard<'_, T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// The text of a queue. Dropping it ends the threads, at their next block.
pub(super) struct QueueReader<T> {
    queue: Arc<Queue<T>>,
    block: Block<T>,
    delivered: usize,
    /// How the text ended.
    end: Option<io::Result<()>>,
}

impl<T> QueueReader<T> {
    pub(super) fn new(queue: Arc<Queue<T>>) -> QueueReader<T> {
        QueueReader { queue, block: Block::default(), delivered: 0, end: None }
    }

    /// Reads like [`io::Read::read`]; `tell` receives the notes of each block before its first
    /// byte.
    pub(super) fn read(&mut self, output: &mut [u8], mut tell: impl FnMut(T)) -> io::Result<usize> {
        if output.is_empty() {
            return Ok(0);
        }
        while self.delivered == self.block.len {
            if let Some(end) = &self.end {
                return end.as_ref().map(|()| 0).map_err(same);
            }
            self.delivered = 0;
            match self.queue.next(std::mem::take(&mut self.block)) {
                QueueItem::Block(block) => {
                    self.block = block;
                    self.block.notes.drain(..).for_each(&mut tell);
                }
                QueueItem::Over => self.end = Some(Ok(())),
                QueueItem::Error(error) => self.end = Some(Err(error)),
            }
        }
        let rest = &self.block.bytes[self.delivered..self.block.len];
        let n = rest.len().min(output.len());
        output[..n].copy_from_slice(&rest[..n]);
        self.delivered += n;
        Ok(n)
    }
}

impl<T> Drop for QueueReader<T> {
    fn drop(&mut self) {
        self.queue.close();
    }
}
