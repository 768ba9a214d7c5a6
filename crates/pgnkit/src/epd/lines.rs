//! The lines of a stream, one after the other.
//!
//! Owns: where lines begin and end. Knows nothing of: what stands on them.
//! Standard: §16.2. Decisions: D-41.
//! Start at [`Lines`].

use std::io::{self, Read};

use crate::charset::UTF8_BOM;

/// A line of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RawLine<'a> {
    /// Its bytes without the line end.
    pub text: &'a [u8],
    /// The same with the line end; the last line may have none.
    pub whole: &'a [u8],
    /// Where it begins in the stream, in bytes.
    pub start: u64,
    /// Its number, from 1.
    pub number: u64,
    /// It is longer than may be: the text is as much of it as may, the rest was passed over.
    pub is_cut: bool,
}

/// Longest line that is held, in bytes: a thousand times what anyone writes.
pub const LINE_BYTES_MAX: usize = 16 << 20;

/// How much is read at once, in bytes.
const READ_BYTES: usize = 64 << 10;

/// Gives the lines of a stream; LF, CR LF and CR end one. Memory: the longest line, at most 16 MiB.
#[derive(Debug)]
pub struct Lines<R> {
    source: R,
    buffer: Vec<u8>,
    /// What stands in `buffer` and was not given yet.
    from: usize,
    to: usize,
    offset: u64,
    n_lines: u64,
    line_bytes_max: usize,
    at_end: bool,
}

impl<R: Read> Lines<R> {
    /// The lines of `source`. A byte-order mark at its start belongs to no line.
    pub fn new(source: R) -> Lines<R> {
        Lines::with_limit(source, LINE_BYTES_MAX)
    }

    /// The same with a limit of your own for the length of lines.
    pub fn with_limit(source: R, line_bytes_max: usize) -> Lines<R> {
        Lines {
            source,
            buffer: Vec::new(),
            from: 0,
            to: 0,
            offset: 0,
            n_lines: 0,
            line_bytes_max: line_bytes_max.max(1),
            at_end: false,
        }
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    /// When the source fails.
    pub fn next_line(&mut self) -> io::Result<Option<RawLine<'_>>> {
        if self.offset == 0 && self.n_lines == 0 {
            while self.to - self.from < UTF8_BOM.len() && self.fill()? {}
            if self.buffer[self.from..self.to].starts_with(&UTF8_BOM) {
                self.advance(UTF8_BOM.len());
            }
        }
        let mut searched = 0;
        let (len, end_len, is_cut) = loop {
            let held = &self.buffer[self.from..self.to];
            match memchr::memchr2(b'\n', b'\r', &held[searched..]) {
                Some(at) => {
                    let at = searched + at;
                    // A CR at the end of what is held may have its LF after it.
                    if held[at] == b'\r' && at + 1 == held.len() && self.fill()? {
                        searched = at;
                        continue;
                    }
                    if at > self.line_bytes_max {
                        break (self.line_bytes_max, 0, true);
                    }
                    let held = &self.buffer[self.from..self.to];
                    let is_pair = held[at] == b'\r' && held.get(at + 1) == Some(&b'\n');
                    break (at, 1 + usize::from(is_pair), false);
                }
                None if held.len() > self.line_bytes_max => break (self.line_bytes_max, 0, true),
                None => {
                    searched = held.len();
                    if !self.fill()? {
                        if searched == 0 {
                            return Ok(None);
                        }
                        break (searched, 0, false);
                    }
                }
            }
        };
        self.n_lines += 1;
        let (start, from) = (self.offset, self.from);
        if is_cut {
            return self.cut(len, start);
        }
        self.advance(len + end_len);
        Ok(Some(RawLine {
            text: &self.buffer[from..from + len],
            whole: &self.buffer[from..from + len + end_len],
            start,
            number: self.n_lines,
            is_cut,
        }))
    }

    /// Passes over the rest of a line whose first `len` bytes are held, and gives those.
    fn cut(&mut self, len: usize, start: u64) -> io::Result<Option<RawLine<'_>>> {
        let head = self.buffer[self.from..self.from + len].to_vec();
        self.advance(len);
        loop {
            let held = &self.buffer[self.from..self.to];
            let end = memchr::memchr2(b'\n', b'\r', held);
            if end.is_none() && self.to == self.from && !self.fill()? {
                break;
            }
            let held = &self.buffer[self.from..self.to];
            let Some(at) = memchr::memchr2(b'\n', b'\r', held) else {
                self.advance(held.len());
                continue;
            };
            let is_return = held[at] == b'\r';
            self.advance(at + 1);
            if self.from == self.to {
                self.fill()?;
            }
            if is_return && self.buffer[self.from..self.to].first() == Some(&b'\n') {
                self.advance(1);
            }
            break;
        }
        // The head stands before what comes next, where it is lent from.
        self.buffer.drain(..self.from);
        self.to -= self.from;
        self.from = head.len();
        self.to += head.len();
        self.buffer.splice(..0, head);
        let text = &self.buffer[..self.from];
        Ok(Some(RawLine { text, whole: text, start, number: self.n_lines, is_cut: true }))
    }

    fn advance(&mut self, n_bytes: usize) {
        self.from += n_bytes;
        self.offset += n_bytes as u64;
    }

    /// Reads more; false at the end of the source.
    fn fill(&mut self) -> io::Result<bool> {
        if self.at_end {
            return Ok(false);
        }
        if self.from > 0 {
            self.buffer.copy_within(self.from..self.to, 0);
            self.to -= self.from;
            self.from = 0;
        }
        if self.buffer.len() < self.to + READ_BYTES {
            self.buffer.resize(self.to + READ_BYTES, 0);
        }
        loop {
            match self.source.read(&mut self.buffer[self.to..]) {
                Ok(0) => {
                    self.at_end = true;
                    return Ok(false);
                }
                Ok(n) => {
                    self.to += n;
                    return Ok(true);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}
