//! The module of the npm package `pgnkit`: reading, editing, checking and writing games from
//! JavaScript.
//!
//! JavaScript writes a message to the buffer of [`pgn_input`], calls [`pgn_call`], and reads the
//! answer at [`pgn_output`]; `npm/src/module.ts` has the other side of `message` and `answer`.
//! JavaScript keeps the text of each game and the log of its edits, so the memory of the module
//! does not grow with the number of games.
//!
//! Start at [`calls`], which has the one list of calls.

#![deny(unsafe_code)]

#[cfg(feature = "analysis")]
mod analysis_calls;
mod answer;
#[cfg(feature = "games")]
mod board;
pub mod calls;
#[cfg(feature = "analysis")]
mod checks;
mod edits;
#[cfg(feature = "analysis")]
mod epd_lines;
#[cfg(feature = "games")]
mod game_calls;
mod message;
mod opened;
#[cfg(feature = "analysis")]
mod queries;
mod regions;
mod state;
#[cfg(feature = "games")]
mod streams;
#[cfg(feature = "games")]
mod tree;

use std::cell::RefCell;

use state::State;

/// The buffers between JavaScript and the calls.
#[derive(Default)]
struct Buffers {
    input: Vec<u8>,
    output: Vec<u8>,
    state: State,
}

thread_local! {
    // A module has one thread.
    static BUFFERS: RefCell<Buffers> = RefCell::default();
}

/// A buffer for a message of `n_bytes`, valid until the next call of any function.
// SAFETY: no other symbol of a module has this name.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn pgn_input(n_bytes: usize) -> *mut u8 {
    BUFFERS.with_borrow_mut(|buffers| {
        buffers.input.clear();
        // A large message does not keep its memory.
        buffers.input.shrink_to(2 << 20);
        buffers.input.resize(n_bytes, 0);
        buffers.input.as_mut_ptr()
    })
}

/// Answers the message in the buffer. Returns the length of the answer, in bytes.
// SAFETY: no other symbol of a module has this name.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn pgn_call() -> usize {
    BUFFERS.with_borrow_mut(|buffers| {
        let Buffers { input, output, state } = buffers;
        output.shrink_to(2 << 20);
        calls::answer(state, input, output);
        output.len()
    })
}

/// The start of the last answer, valid until the next call of any function.
// SAFETY: no other symbol of a module has this name.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn pgn_output() -> *const u8 {
    BUFFERS.with_borrow(|buffers| buffers.output.as_ptr())
}
