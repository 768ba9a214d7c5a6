//! Blind Game Notation as PGN (D-61).

use std::io::{self, Read};

use super::{TEXT_BYTES, Transcode};
use crate::source::note::{Note, Notes};
use pgn_formats::Found;
use pgn_formats::bgn::PgnText;

/// The receiver of faults of the notation.
type Sink = Box<dyn FnMut(Found) + Send>;

/// The lines of the notation, each as one of PGN.
pub(super) struct PgnLines<R>(PgnText<R, Sink>);

impl<R: Read> PgnLines<R> {
    pub(super) fn new(from: R, notes: Notes) -> PgnLines<R> {
        let sink = move |found: Found| notes.push_bounded(Note::Fault(found));
        PgnLines(PgnText::with(from, Box::new(sink)))
    }
}

impl<R: Read + Send> Transcode for PgnLines<R> {
    fn append(&mut self, text: &mut Vec<u8>) -> io::Result<bool> {
        let n = self.0.by_ref().take(TEXT_BYTES as u64).read_to_end(text)?;
        Ok(n == TEXT_BYTES)
    }
}
