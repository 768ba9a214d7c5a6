//! Blind Game Notation from a stream (D-61).

use super::Translator;
use crate::{found::Found, label};
use pgnkit::read::Games;
use std::io::{self, Read};

/// The number of bytes per read.
const CHUNK_BYTES: usize = 64 << 10;

/// Reads a stream of Blind Game Notation as PGN, line for line.
///
/// Fastest with reads of 64 KiB or more. Memory: a few times 64 KiB, for any text.
///
/// ```
/// use std::io::Read;
///
/// use pgn_formats::bgn::PgnText;
///
/// let mut pgn = String::new();
/// PgnText::new(&b"1. e4\n\n| Best.\n|| \n*\n"[..]).read_to_string(&mut pgn)?;
/// assert!(pgn.contains("{Best.}"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct PgnText<R, F = fn(Found)> {
    source: R,
    translator: Translator<F>,
    chunk: Box<[u8]>,
    text: Vec<u8>,
    /// How much of the text was handed over.
    n_read: usize,
    is_over: bool,
}

impl<R: Read> PgnText<R> {
    /// The PGN of `source`; findings in the notation are dropped.
    pub fn new(source: R) -> PgnText<R> {
        PgnText::with(source, |_| {})
    }
}

impl<R: Read, F: FnMut(Found)> PgnText<R, F> {
    /// The same; calls `sink` for each finding, in the order of the text.
    pub fn with(source: R, sink: F) -> PgnText<R, F> {
        PgnText {
            source,
            translator: Translator::new(sink),
            chunk: vec![0; CHUNK_BYTES].into_boxed_slice(),
            text: Vec::new(),
            n_read: 0,
            is_over: false,
        }
    }
}

impl<R: Read, F: FnMut(Found)> Read for PgnText<R, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.n_read == self.text.len() && !self.is_over {
            let n = self.source.read(&mut self.chunk)?;
            self.text.clear();
            self.n_read = 0;
            if n > 0 {
                self.translator.push(&self.chunk[..n], &mut self.text);
            } else {
                self.translator.finish(&mut self.text);
                self.is_over = true;
            }
        }
        let rest = &self.text[self.n_read..];
        let n = rest.len().min(buffer.len());
        buffer[..n].copy_from_slice(&rest[..n]);
        self.n_read += n;
        Ok(n)
    }
}

/// The games of a stream of Blind Game Notation. As for PGN, reading never fails on bad data.
///
/// ```
/// let text = "1. e4\nA: 1. d4 d5\n1... e5\n*\n";
/// let game = pgn_formats::bgn::games(text.as_bytes()).next().unwrap()?;
/// assert_eq!(game.n_plies(), 2);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn games<R: Read>(source: R) -> Games<PgnText<R>> {
    Games::new(PgnText::new(source))
}

/// Whether the first bytes of a text show that it is Blind Game Notation and not PGN: a line that
/// begins with a bar, or with a label and a move number, and outside comments no brace, parenthesis
/// or semicolon. A game without comments and variations is the same in both.
///
/// ```
/// use pgn_formats::bgn::is_blind;
///
/// assert!(!is_blind(b"1. e4 e5 *"));
/// ```
#[must_use]
pub fn is_blind(head: &[u8]) -> bool {
    let (mut has_sign, mut is_in_comment) = (false, false);
    let line_end = if head.contains(&b'\n') { b'\n' } else { b'\r' };
    for line in head.split(|&byte| byte == line_end).map(<[u8]>::trim_ascii_end) {
        let label = label::len_at_start(line).and_then(|len| line[len..].strip_prefix(b": "));
        let body = label.unwrap_or(line);
        let is_start = body.starts_with(b"| ");
        has_sign |= body == b"||" || is_start || label.is_some_and(begins_with_number);
        // An empty line ends an unclosed comment.
        is_in_comment = is_start || is_in_comment && !line.is_empty();
        let is_free = is_in_comment || line.starts_with(b"[");
        is_in_comment &= !line.ends_with(b"||");
        if !is_free && line.iter().any(|byte| b"{}(;".contains(byte)) {
            return false;
        }
    }
    has_sign
}

fn begins_with_number(text: &[u8]) -> bool {
    let n_digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    n_digits > 0 && text.get(n_digits) == Some(&b'.')
}
