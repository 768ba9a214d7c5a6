//! The queue between unpackers and reader: blocks of text, parcel after parcel.
//!
//! Owns: the order, who waits for whom, and how much may be under way. Knows nothing of: what the
//! blocks are made from.
//! Start at [`Queue`].

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::super::frame::Frame;

/// Length of a block: large beside the cost of handing it over, small beside a cache.
pub(super) const BLOCK_BYTES: usize = 256 << 10;

/// How many blocks of the parcel whose turn it is may wait.
const TURN_BLOCKS_MAX: usize = 4;

/// How much text of later parcels may wait: half a frame of 32 MiB, so that two threads that
/// unpack such frames are both always busy.
const AHEAD_BYTES_MAX: usize = 18 << 20;

/// How much the parcels under way may hold, packed bytes and windows, before another is taken.
const HELD_BYTES_MAX: usize = 24 << 20;

/// How many blocks are kept to be used again: all that a frame ahead filled, since memory that was
/// given back to the system is cleared page by page when it comes again.
const SPARE_BLOCKS_MAX: usize = AHEAD_BYTES_MAX / BLOCK_BYTES;

/// Blocks in order.
///
/// Memory: [`AHEAD_BYTES_MAX`] of text and [`HELD_BYTES_MAX`] of what it is made from, a parcel and
/// a block a thread more at most; a frame with a larger window takes as much as it needs and
/// is allowed.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    /// There is more for the reader.
    came: Condvar,
    /// There is more room for unpackers.
    went: Condvar,
}

#[derive(Default)]
struct State {
    /// The number of the parcel that is being delivered.
    turn: u64,
    parcels: BTreeMap<u64, Waiting>,
    /// All text that waits.
    waiting_bytes: usize,
    held_bytes: usize,
    n_under_way: usize,
    spare: Vec<Block>,
    /// How many parcels there are, when that is known.
    n_parcels: Option<u64>,
    is_closed: bool,
}

/// What waits of one parcel.
#[derive(Default)]
struct Waiting {
    blocks: VecDeque<Block>,
    end: Option<io::Result<()>>,
}

/// Some text; `bytes` is [`BLOCK_BYTES`] long, or nothing at all.
#[derive(Default)]
pub(super) struct Block {
    pub(super) bytes: Box<[u8]>,
    pub(super) len: usize,
    /// Frames that begin in it; their text offsets are those within the block.
    pub(super) frames: Vec<Frame>,
}

/// What comes next for the reader.
pub(super) enum Next {
    Block(Block),
    Over,
    Trouble(io::Error),
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for_room_while(
        &self,
        must_wait: impl FnMut(&mut State) -> bool,
    ) -> MutexGuard<'_, State> {
        self.went.wait_while(self.lock(), must_wait).unwrap_or_else(PoisonError::into_inner)
    }

    /// The next block; `used` is the last one, to be filled again.
    pub(super) fn next(&self, mut used: Block) -> Next {
        let mut state = self.lock();
        if !used.bytes.is_empty() && state.spare.len() < SPARE_BLOCKS_MAX {
            used.len = 0;
            used.frames.clear();
            state.spare.push(used);
        }
        loop {
            let is_waiting = |state: &mut State| {
                let here = state.parcels.get(&state.turn);
                let has_next = here.is_some_and(|it| !it.blocks.is_empty() || it.end.is_some());
                !has_next && !state.is_closed && state.n_parcels != Some(state.turn)
            };
            let waited = self.came.wait_while(state, is_waiting);
            state = waited.unwrap_or_else(PoisonError::into_inner);
            let turn = state.turn;
            let Some(here) = state.parcels.get_mut(&turn) else {
                let is_over = state.n_parcels == Some(turn);
                return if is_over { Next::Over } else { failed() };
            };
            if let Some(block) = here.blocks.pop_front() {
                let n_left = here.blocks.len();
                let was_full = state.waiting_bytes >= AHEAD_BYTES_MAX;
                state.waiting_bytes -= block.len;
                // Who fills this parcel is not called for each block.
                if n_left == TURN_BLOCKS_MAX / 2 || was_full {
                    self.went.notify_all();
                }
                return Next::Block(block);
            }
            match here.end.take() {
                Some(Ok(())) => {}
                Some(Err(error)) => return Next::Trouble(error),
                None => return failed(),
            }
            state.parcels.remove(&turn);
            state.turn += 1;
            self.went.notify_all();
        }
    }

    /// Waits until another parcel may be taken; `None` when nobody reads any more.
    pub(super) fn wait_for_room(&self) -> Option<()> {
        let is_full = |state: &mut State| {
            !state.is_closed
                && state.n_under_way > 0
                && (state.held_bytes >= HELD_BYTES_MAX || state.waiting_bytes >= AHEAD_BYTES_MAX)
        };
        let state = self.wait_for_room_while(is_full);
        (!state.is_closed).then_some(())
    }

    /// A parcel is being unpacked, which holds `cost` bytes.
    pub(super) fn begin(&self, number: u64, cost: usize) {
        let mut state = self.lock();
        state.parcels.insert(number, Waiting::default());
        state.held_bytes = state.held_bytes.saturating_add(cost);
        state.n_under_way += 1;
    }

    /// A block to fill.
    pub(super) fn spare(&self) -> Block {
        let spare = self.lock().spare.pop();
        spare.unwrap_or_else(|| Block { bytes: vec![0; BLOCK_BYTES].into(), ..Block::default() })
    }

    /// Adds a block to a parcel and leaves an empty one; waits until there is room for it. `None`
    /// when nobody reads any more.
    pub(super) fn push(&self, number: u64, block: &mut Block) -> Option<()> {
        let is_full = |state: &mut State| {
            if state.is_closed {
                return false;
            }
            if number != state.turn {
                return state.waiting_bytes >= AHEAD_BYTES_MAX;
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
        state.n_under_way -= 1;
        state.parcels.entry(number).or_default().end = Some(end);
        self.came.notify_one();
        self.went.notify_all();
        goes_on.then_some(())
    }

    /// There are no more parcels than these.
    pub(super) fn set_over(&self, n_parcels: u64) {
        self.lock().n_parcels = Some(n_parcels);
        self.came.notify_one();
    }

    /// Nobody reads, or nobody writes any more.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.came.notify_all();
        self.went.notify_all();
    }
}

fn failed() -> Next {
    Next::Trouble(io::Error::other("a thread has failed; this is a bug in the program"))
}
