//! Buffers that are used again: memory that was given back to the system is cleared page by page
//! when it comes anew, which costs a tenth of the time that judging the text takes.
//!
//! Owns: who may have a buffer. Knows nothing of: what stands in it.
//! Standard: none.
//! Start at [`Text`].

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};

/// How many buffers wait for a chunk at most, and how large they are, in bytes.
const N_BUFFERS_MAX: usize = 16;
const BUFFER_BYTES_MAX: usize = 2 << 20;

/// Buffers that nobody uses.
#[derive(Debug, Default)]
pub(super) struct Shelf(Mutex<Vec<Vec<u8>>>);

impl Shelf {
    /// An empty buffer, which comes back when its text goes.
    pub(super) fn text(self: &Arc<Shelf>) -> Text {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Text { bytes: bytes.unwrap_or_default(), shelf: Arc::clone(self) }
    }
}

/// The text of a chunk: bytes whose memory is used again.
#[derive(Debug)]
pub struct Text {
    bytes: Vec<u8>,
    shelf: Arc<Shelf>,
}

impl Deref for Text {
    type Target = Vec<u8>;

    fn deref(&self) -> &Vec<u8> {
        &self.bytes
    }
}

impl DerefMut for Text {
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }
}

impl Drop for Text {
    fn drop(&mut self) {
        if (1..=BUFFER_BYTES_MAX).contains(&self.bytes.capacity()) {
            let mut bytes = std::mem::take(&mut self.bytes);
            bytes.clear();
            let mut buffers = self.shelf.0.lock().unwrap_or_else(PoisonError::into_inner);
            if buffers.len() < N_BUFFERS_MAX {
                buffers.push(bytes);
            }
        }
    }
}
