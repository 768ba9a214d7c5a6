//! The lines of a stream, one after the other (§16.2, D-41).

use std::io::{self, BufRead, BufReader, Read};

use pgnkit::charset::UTF8_BOM;

/// A line of a stream.
///
/// ```
/// use pgn_formats::epd::Lines;
///
/// let mut lines = Lines::new(&b"one\r\n"[..]);
/// let line = lines.next_line()?.unwrap();
/// assert_eq!((line.text, line.whole), (&b"one"[..], &b"one\r\n"[..]));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RawLine<'a> {
    /// Its bytes without the line end.
    pub text: &'a [u8],
    /// The same with the line end; the last line may have none.
    pub whole: &'a [u8],
    /// Its byte offset in the stream.
    pub start: u64,
    /// Its number, from 1.
    pub number: u64,
    /// The line is longer than the limit: `text` is the part up to the limit, and the rest was
    /// skipped.
    pub is_cut: bool,
}

/// Default limit for the length of a line, in bytes; far longer than any real line.
pub const LINE_BYTES_MAX: usize = 16 << 20;

/// How much is read at once, in bytes.
const READ_BYTES: usize = 64 << 10;

/// The lines of a stream; they end with LF, CR LF or CR. Memory: the longest line, at most 16 MiB.
///
/// ```
/// use pgn_formats::epd::Lines;
///
/// let mut lines = Lines::new(&b"one\r\ntwo"[..]);
/// assert_eq!(lines.next_line()?.map(|line| line.text.to_vec()), Some(b"one".to_vec()));
/// assert_eq!(lines.next_line()?.map(|line| line.number), Some(2));
/// assert!(lines.next_line()?.is_none());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    source: BufReader<R>,
    /// The line that was given last, with its end.
    line: Vec<u8>,
    offset: u64,
    n_lines: u64,
    line_bytes_max: usize,
}

impl<R: Read> Lines<R> {
    /// The lines of `source`. A byte-order mark at its start belongs to no line.
    pub fn new(source: R) -> Lines<R> {
        Lines::with_limit(source, LINE_BYTES_MAX)
    }

    /// The same with another limit for the length of lines.
    ///
    /// ```
    /// use pgn_formats::epd::Lines;
    ///
    /// let mut lines = Lines::with_limit(&b"far too long"[..], 3);
    /// assert!(lines.next_line()?.is_some_and(|line| line.is_cut));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn with_limit(source: R, line_bytes_max: usize) -> Lines<R> {
        let source = BufReader::with_capacity(READ_BYTES, source);
        let line_bytes_max = line_bytes_max.max(1);
        Lines { source, line: Vec::new(), offset: 0, n_lines: 0, line_bytes_max }
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    /// If the source fails.
    ///
    /// ```
    /// use pgn_formats::epd::Lines;
    ///
    /// let mut lines = Lines::new(&b"a\nb\n"[..]);
    /// let mut n_lines = 0;
    /// while let Some(line) = lines.next_line()? {
    ///     n_lines = line.number;
    /// }
    /// assert_eq!(n_lines, 2);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn next_line(&mut self) -> io::Result<Option<RawLine<'_>>> {
        self.line.clear();
        let mut start = self.offset;
        let (mut is_cut, mut end) = (false, None);
        while end.is_none() {
            let held = fill(&mut self.source)?;
            if held.is_empty() {
                break;
            }
            let at = memchr::memchr2(b'\n', b'\r', held);
            let text = &held[..at.unwrap_or(held.len())];
            let n_kept = text.len().min(self.line_bytes_max - self.line.len());
            is_cut |= n_kept < text.len();
            self.line.extend_from_slice(&text[..n_kept]);
            end = at.map(|at| held[at]);
            let n_taken = text.len() + usize::from(at.is_some());
            self.advance(n_taken);
            // A mark may come in pieces.
            if self.n_lines == 0 && start == 0 && self.line.starts_with(&UTF8_BOM) {
                self.line.drain(..UTF8_BOM.len());
                start = UTF8_BOM.len() as u64;
            }
        }
        if self.offset == start {
            return Ok(None);
        }
        self.n_lines += 1;
        let n_text = self.line.len();
        let is_pair = end == Some(b'\r') && fill(&mut self.source)?.first() == Some(&b'\n');
        if is_pair {
            self.advance(1);
        }
        if !is_cut {
            self.line.extend(end);
            self.line.extend(is_pair.then_some(b'\n'));
        }
        let (text, number) = (&self.line[..n_text], self.n_lines);
        Ok(Some(RawLine { text, whole: &self.line, start, number, is_cut }))
    }

    fn advance(&mut self, n_bytes: usize) {
        self.source.consume(n_bytes);
        self.offset += n_bytes as u64;
    }
}

/// The next part of a source; nothing at its end.
fn fill<R: Read>(source: &mut BufReader<R>) -> io::Result<&[u8]> {
    while source.buffer().is_empty() {
        match source.fill_buf() {
            Ok(_) => break,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(source.buffer())
}
