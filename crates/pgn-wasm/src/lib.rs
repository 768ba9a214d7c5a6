//! The reading session for web pages: one WebAssembly module, called with messages.
//!
//! A page writes a message to the buffer of [`pgn_input`], calls [`pgn_call`], and reads the
//! answer, JSON in UTF-8, at [`pgn_output`]. A message consists of fields, each a length in four
//! bytes, lowest first, and that many bytes; the first field is a verb of [`verbs`].
//!
//! Start at [`pgn_call`]; the verbs are in [`verbs`].

#![deny(unsafe_code)]

mod board;
mod json;
mod message;
mod moves;
mod page_session;
mod page_types;
mod page_value;
mod state;
pub mod verbs;

use std::cell::RefCell;

pub use page_types::typescript;
use verbs::PageSession;

/// The buffer between the page and the verbs.
#[derive(Default)]
struct Buffers {
    input: Vec<u8>,
    output: Vec<u8>,
    page: PageSession,
}

thread_local! {
    // A module has one thread, and a page makes an instance for each session.
    static BUFFERS: RefCell<Buffers> = RefCell::default();
}

/// A buffer for a message of `n_bytes`; it is good until the next call of any function.
// SAFETY: no other symbol of a module is called so.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn pgn_input(n_bytes: usize) -> *mut u8 {
    BUFFERS.with_borrow_mut(|buffers| {
        buffers.input.clear();
        buffers.input.resize(n_bytes, 0);
        buffers.input.as_mut_ptr()
    })
}

/// Answers the message in the buffer. Returns how many bytes the answer has.
// SAFETY: no other symbol of a module is called so.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn pgn_call() -> usize {
    BUFFERS.with_borrow_mut(|buffers| {
        let message = std::mem::take(&mut buffers.input);
        buffers.output = verbs::answer(&mut buffers.page, &message);
        buffers.output.len()
    })
}

/// Where the answer of the last call is; it is good until the next call of any function.
// SAFETY: no other symbol of a module is called so.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn pgn_output() -> *const u8 {
    BUFFERS.with_borrow(|buffers| buffers.output.as_ptr())
}
