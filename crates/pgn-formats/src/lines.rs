//! The lines of a stream, with their numbers, as text (§4.1, D-01, D-41).

use pgnkit::charset::Choice;
use std::io::{self, BufRead, BufReader, Read};

/// A longer line is read in pieces of this size, in bytes, so that no line fills the memory.
pub(super) const LINE_BYTES_MAX: u64 = 64 << 10;

#[derive(Debug)]
pub(super) struct Lines<R> {
    source: BufReader<R>,
    /// The number of the line that was read last, from 1.
    pub(super) number: u64,
    /// Whether that was only a piece of it.
    is_inside_line: bool,
    bytes: Vec<u8>,
    is_over: bool,
    error: Option<io::Error>,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(source: R) -> Lines<R> {
        let source = BufReader::new(source);
        let bytes = Vec::new();
        Lines { source, number: 0, is_inside_line: false, bytes, is_over: false, error: None }
    }

    /// The next line with its end, or a piece of one; `None` at the end of the stream, and after an
    /// [error](Lines::take_error).
    pub(super) fn read(&mut self) -> Option<String> {
        if self.is_over {
            return None;
        }
        let line = self.read_or_fail().unwrap_or_else(|error| {
            self.error = Some(error);
            None
        });
        self.is_over = line.is_none();
        line
    }

    /// The error of the stream; can be taken once.
    pub(super) fn take_error(&mut self) -> Option<io::Error> {
        self.error.take()
    }

    fn read_or_fail(&mut self) -> io::Result<Option<String>> {
        self.bytes.clear();
        let n = self.source.by_ref().take(LINE_BYTES_MAX).read_until(b'\n', &mut self.bytes)?;
        if n == 0 {
            return Ok(None);
        }
        self.number += u64::from(!self.is_inside_line);
        self.is_inside_line = self.bytes.last().is_some_and(|&byte| byte != b'\n');
        Ok(Some(Choice::Auto.decode(&self.bytes).into_owned()))
    }
}
