//! Reading Blind Game Notation: from its lines to PGN, line by line (§5, §8.2.5, D-61).
//!
//! ```text
//! 4. Ba4                        4. Ba4
//!
//! | Comment: Bxc6 is sharp.               {Bxc6 is sharp.}
//! ||
//! A: 4. Bxc6 dxc6               (  4. Bxc6 dxc6)
//! 4... Nf6                      4... Nf6
//! ```
//!
//! Every line becomes one line, and every move stays in its column, so that findings in the PGN
//! have their place in the source. To achieve that, the end of a comment or a variation is added
//! after the line before.

use super::{GUARD, fault};
use crate::sentence::begins_with_move;
use crate::{found::Found, label};
use pgnkit::syntax::{Fault, Location};

/// A longer line is read in pieces of this size, in bytes, so that no line fills the memory.
const PIECE_BYTES_MAX: usize = 64 << 10;

/// The meanings of the bytes of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineMode {
    Moves,
    Comment,
    /// A comment that ends with its line.
    Rest,
    /// A tag pair or an escape: unchanged.
    Raw,
}

/// Converts Blind Game Notation to PGN, for any chunks of the text, and calls `F` for each finding.
///
/// Nothing is lost: text that is not in the notation is passed on unchanged or becomes a comment.
/// Memory: one line, or 64 KiB of it.
///
/// ```
/// use pgn_formats::bgn::Translator;
///
/// let mut found = Vec::new();
/// let mut pgn = Vec::new();
/// let mut translator = Translator::new(|it| found.push(it));
/// translator.push(b"1. e4\n| King's pawn.\n|| \n1... e5\n*\n", &mut pgn);
/// translator.finish(&mut pgn);
/// assert!(found.is_empty());
/// ```
#[derive(Debug)]
pub struct Translator<F> {
    sink: F,
    /// A line that is not complete yet.
    pending: Vec<u8>,
    /// The place of its first byte.
    location: Location,
    /// The offset of the last lookup, and its place.
    asked: (usize, Location),
    /// The beginning of the line was taken already.
    is_continued: bool,
    mode: LineMode,
    /// The line end that waits for what must be before it.
    held: &'static [u8],
    /// The label of the variation that is open; empty in the main line.
    label: Vec<u8>,
    /// Where the open comment began.
    opened: Location,
    /// The last line was empty.
    after_blank: bool,
}

impl<F: FnMut(Found)> Translator<F> {
    /// A translator at the start of a text.
    pub fn new(sink: F) -> Translator<F> {
        Translator {
            sink,
            pending: Vec::new(),
            location: Location::START,
            asked: (0, Location::START),
            is_continued: false,
            mode: LineMode::Moves,
            held: b"",
            label: Vec::new(),
            opened: Location::START,
            after_blank: true,
        }
    }

    /// Takes the next bytes of the text, and appends their PGN to `out`, as far as it is
    /// determined.
    ///
    /// ```
    /// use pgn_formats::bgn::Translator;
    ///
    /// let mut found = Vec::new();
    /// let mut pgn = Vec::new();
    /// let mut translator = Translator::new(|it| found.push(it));
    /// translator.push(b"1. e4\n| King's pawn.\n|| \n1... e5\n*\n", &mut pgn);
    /// translator.finish(&mut pgn);
    /// assert!(String::from_utf8_lossy(&pgn).contains("{King's pawn.}"));
    /// ```
    pub fn push(&mut self, mut bytes: &[u8], out: &mut Vec<u8>) {
        // A CR at the end may be half of a line end.
        if self.pending.last() == Some(&b'\r') && !bytes.is_empty() {
            self.pending.pop();
            let end: &'static [u8] = if bytes[0] == b'\n' { b"\r\n" } else { b"\r" };
            self.take_line(end, out);
            bytes = &bytes[end.len() - 1..];
        }
        while let Some(at) = memchr::memchr2(b'\n', b'\r', bytes) {
            let end: &'static [u8] = match (bytes[at], bytes.get(at + 1)) {
                (b'\n', _) => b"\n",
                (_, Some(b'\n')) => b"\r\n",
                (_, Some(_)) => b"\r",
                (_, None) => break,
            };
            self.pend(&bytes[..at], out);
            self.take_line(end, out);
            bytes = &bytes[at + end.len()..];
        }
        self.pend(bytes, out);
    }

    /// Ends the text, and closes everything that is open.
    ///
    /// ```
    /// use pgn_formats::bgn::Translator;
    ///
    /// let mut found = Vec::new();
    /// let mut pgn = Vec::new();
    /// let mut translator = Translator::new(|it| found.push(it));
    /// translator.push(b"1. e4\n| King's pawn.\n|| \n1... e5\n*\n", &mut pgn);
    /// translator.finish(&mut pgn);
    /// assert!(!pgn.is_empty());
    /// ```
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        if self.pending.pop_if(|byte| *byte == b'\r').is_some() {
            self.take_line(b"\r", out);
        }
        if !self.pending.is_empty() {
            self.take_piece(out);
        }
        if self.mode == LineMode::Rest {
            out.push(b'}');
        }
        if self.mode == LineMode::Comment {
            self.cut_comment(out);
        }
        let n_levels = label::n_levels(&self.label);
        self.release(b')', n_levels, out);
        self.label.clear();
        self.mode = LineMode::Moves;
    }

    /// Adds to the line, and takes a piece of it if it is too long.
    fn pend(&mut self, mut bytes: &[u8], out: &mut Vec<u8>) {
        while self.pending.len() + bytes.len() > PIECE_BYTES_MAX {
            let (now, later) = bytes.split_at(PIECE_BYTES_MAX - self.pending.len());
            self.pending.extend_from_slice(now);
            bytes = later;
            // Words stay whole if possible.
            let tail = &self.pending[PIECE_BYTES_MAX - 1024..];
            let blank = tail.iter().rposition(u8::is_ascii_whitespace).map_or(0, |at| 1023 - at);
            let rest = self.pending.split_off(PIECE_BYTES_MAX - blank);
            self.take_piece(out);
            self.is_continued = true;
            self.pending = rest;
        }
        self.pending.extend_from_slice(bytes);
    }

    fn take_line(&mut self, end: &'static [u8], out: &mut Vec<u8>) {
        self.take_piece(out);
        self.is_continued = false;
        match self.mode {
            LineMode::Rest => {
                out.push(b'}');
                self.mode = LineMode::Moves;
            }
            LineMode::Raw => self.mode = LineMode::Moves,
            LineMode::Moves | LineMode::Comment => {}
        }
        // A CR alone might come before an LF, and be half of one line end.
        self.held = if end == b"\r" { b"\n" } else { end };
        self.location = Location { line: self.location.line + 1, column: 1 };
        self.asked = (0, self.location);
    }

    fn take_piece(&mut self, out: &mut Vec<u8>) {
        let piece = std::mem::take(&mut self.pending);
        let from = match self.is_continued {
            true => 0,
            false => self.begin_line(&piece, out),
        };
        self.take_rest(&piece, from, out);
        self.location = self.place(&piece, piece.len());
        self.asked = (0, self.location);
        self.pending = piece;
        self.pending.clear();
    }

    /// Writes what is before the line end that is held, and the line end.
    fn release(&mut self, closer: u8, n: usize, out: &mut Vec<u8>) {
        out.extend(std::iter::repeat_n(closer, n));
        out.extend_from_slice(self.held);
        self.held = b"";
    }

    /// Line and column of a place that is not before that of the last lookup.
    fn place(&mut self, piece: &[u8], at: usize) -> Location {
        let (from, location) = self.asked;
        self.asked = (at, location.after(&piece[from.min(at)..at]));
        self.asked.1
    }

    fn find(&mut self, fault: &'static Fault, piece: &[u8], at: usize) {
        let location = self.place(piece, at);
        let end = (at + 2).min(piece.len());
        let text = String::from_utf8_lossy(&piece[at..end]);
        (self.sink)(Found::new(fault, location, text.trim_end()));
    }

    /// Ends a comment that has no closing bars, at the end of the line before.
    fn cut_comment(&mut self, out: &mut Vec<u8>) {
        (self.sink)(Found::new(&fault::UNCLOSED_BARS, self.opened, "|"));
        self.release(b'}', 1, out);
        self.mode = LineMode::Moves;
    }

    /// Determines the kind of a line by its beginning; returns where its text continues.
    fn begin_line(&mut self, piece: &[u8], out: &mut Vec<u8>) -> usize {
        let is_blank = piece.trim_ascii().is_empty();
        let after_blank = std::mem::replace(&mut self.after_blank, is_blank);
        if is_blank {
            self.release(b' ', 0, out);
            return 0;
        }
        if self.mode == LineMode::Comment {
            let is_tag = after_blank && piece[0] == b'[' && piece.trim_ascii_end().ends_with(b"]");
            if !is_tag && !begins_comment(piece) {
                return self.begin_line_of_comment(piece, out);
            }
            self.cut_comment(out);
        }
        if matches!(piece[0], b'[' | b'%') {
            self.change_label(b"", out);
            self.mode = LineMode::Raw;
            return 0;
        }
        let n_blanks = piece.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let body = &piece[n_blanks..];
        let len = label::len_at_start(body).unwrap_or(0);
        let n_new = self.change_label(&body[..len], out);
        if n_new > 1 {
            self.find(&fault::SKIPPED_LABEL, piece, n_blanks);
        }
        out.extend_from_slice(&piece[..n_blanks]);
        out.extend(std::iter::repeat_n(b'(', n_new));
        let from = n_blanks + len + usize::from(len > 0);
        out.extend(std::iter::repeat_n(b' ', from - n_blanks - n_new));
        from
    }

    /// A line in a comment: its label is left out, and bars end it.
    fn begin_line_of_comment(&mut self, piece: &[u8], out: &mut Vec<u8>) -> usize {
        let len = self.label.len();
        let is_labelled =
            len > 0 && piece.starts_with(&self.label) && piece.get(len) == Some(&b':');
        let from = if is_labelled { len + 1 } else { 0 };
        let n_blanks = piece[from..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if !piece[from + n_blanks..].starts_with(b"||") {
            self.release(b' ', 0, out);
            return from + if is_labelled { n_blanks } else { 0 };
        }
        self.release(b'}', 1, out);
        self.mode = LineMode::Moves;
        let from = from + n_blanks + 2;
        out.extend(std::iter::repeat_n(b' ', from));
        from
    }

    /// Closes the variations that do not contain the label; returns how many must be opened.
    fn change_label(&mut self, label: &[u8], out: &mut Vec<u8>) -> usize {
        let n_common = label::n_common(&self.label, label);
        let n_closed = label::n_levels(&self.label) - n_common;
        self.release(b')', n_closed, out);
        self.label.clear();
        self.label.extend_from_slice(label);
        label::n_levels(label) - n_common
    }

    /// Takes a piece from a place on.
    fn take_rest(&mut self, piece: &[u8], mut from: usize, out: &mut Vec<u8>) {
        while from < piece.len() {
            from = match self.mode {
                LineMode::Moves => self.take_moves(piece, from, out),
                LineMode::Comment => self.take_comment(piece, from, out),
                LineMode::Rest => {
                    out.extend(piece[from..].iter().map(|&byte| flat(byte)));
                    piece.len()
                }
                LineMode::Raw => {
                    out.extend_from_slice(&piece[from..]);
                    piece.len()
                }
            };
        }
    }

    /// Takes moves up to the next sign that ends them, and that sign.
    fn take_moves(&mut self, piece: &[u8], from: usize, out: &mut Vec<u8>) -> usize {
        let is_sign = |&byte: &u8| matches!(byte, b'|' | b'{' | b'}' | b'(' | b')' | b';');
        let at = piece[from..].iter().position(is_sign).map_or(piece.len(), |at| from + at);
        push_words(&piece[from..at], out);
        match &piece[at..] {
            [] => at,
            [b'|', b'|', ..] => {
                self.find(&fault::STRAY_BARS, piece, at);
                out.extend_from_slice(b"  ");
                at + 2
            }
            [b'|', ..] => self.begin_comment(piece, at, out),
            rest => {
                self.find(&fault::FOREIGN_SIGN, piece, at);
                if let Some(len) = braced_len(rest) {
                    out.push(b'{');
                    out.extend(rest[1..len - 1].iter().map(|&byte| flat(byte)));
                    out.push(b'}');
                    return at + len;
                }
                self.mode = LineMode::Rest;
                out.push(b'{');
                at + usize::from(matches!(rest[0], b'{' | b';'))
            }
        }
    }

    /// Begins a comment at its bar; the guard before a move is left out.
    fn begin_comment(&mut self, piece: &[u8], at: usize, out: &mut Vec<u8>) -> usize {
        self.mode = LineMode::Comment;
        self.opened = self.place(piece, at);
        let blanks = |from: usize| {
            let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
            piece[from..].iter().take_while(is_blank).count()
        };
        let mut from = at + 1 + blanks(at + 1);
        if let Some(guarded) = piece[from..].strip_prefix(GUARD.as_bytes()) {
            let head = &guarded[..guarded.len().min(256)];
            let gap = blanks(from + GUARD.len());
            // A guard is written with a blank; without one it is a word of the text.
            if gap > 0 && begins_with_move(&String::from_utf8_lossy(head)) {
                from += GUARD.len() + gap;
            }
        }
        out.extend(std::iter::repeat_n(b' ', from - at - 1));
        out.push(b'{');
        from
    }

    /// Takes the text of a comment up to its closing bars, and these.
    fn take_comment(&mut self, piece: &[u8], from: usize, out: &mut Vec<u8>) -> usize {
        let text = &piece[from..];
        let Some(len) = text.windows(2).position(|pair| pair == b"||") else {
            out.extend(text.iter().map(|&byte| flat(byte)));
            return piece.len();
        };
        out.extend(text[..len].iter().map(|&byte| flat(byte)));
        out.extend_from_slice(b"} ");
        self.mode = LineMode::Moves;
        from + len + 2
    }
}

/// Whether a line begins a comment: a bar after its label, but not two.
fn begins_comment(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let len = label::len_at_start(line).map_or(0, |len| len + 1);
    let body = line[len..].trim_ascii_start();
    body.starts_with(b"|") && !body.starts_with(b"||")
}

/// Length of the comment in braces that a text begins with.
fn braced_len(text: &[u8]) -> Option<usize> {
    (text[0] == b'{').then(|| memchr::memchr(b'}', text).map(|at| at + 1)).flatten()
}

/// Text that PGN allows inside braces, and the notation inside bars.
fn flat(byte: u8) -> u8 {
    match byte {
        b'{' => b'(',
        b'}' => b')',
        b'|' => b'/',
        byte => byte,
    }
}

/// Words of moves unchanged, except for castling without hyphens, `00`.
fn push_words(text: &[u8], out: &mut Vec<u8>) {
    if !text.windows(2).any(|pair| pair == b"00") {
        return out.extend_from_slice(text);
    }
    for word in text.split_inclusive(u8::is_ascii_whitespace) {
        let n_zeros = word.iter().take_while(|&&byte| byte == b'0').count();
        let tail = &word[n_zeros..];
        let is_tail = tail.iter().all(|byte| b"+#!? \t".contains(byte));
        let castling: &[u8] = match n_zeros {
            2 if is_tail => b"0-0",
            3 if is_tail => b"0-0-0",
            n_zeros => &word[..n_zeros],
        };
        out.extend_from_slice(castling);
        out.extend_from_slice(tail);
    }
}
