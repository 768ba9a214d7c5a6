//! From a line to its parts: the four fields, the counters of a FEN, the operations (§16.2.3,
//! §16.2.4.1, D-47, D-48).
//!
//! ```text
//! record    ::= placement " " turn " " castling " " en-passant { " " operation }
//! operation ::= opcode { " " operand } ";"
//! operand   ::= word | '"' printing-characters '"'
//! ```

use super::fault;
use super::note::Note;
use super::opcode::Opcode;
use pgnkit::chess::Square;
use pgnkit::syntax::Span;

/// An operand, in offsets of the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RawOperand {
    /// Without quotes.
    pub(super) text: Span,
    pub(super) is_quoted: bool,
    /// Where its quotes are, or its text.
    pub(super) whole: Span,
}

/// An operation, in offsets of the line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct RawOperation {
    /// Empty if no opcode is there.
    pub(super) name: Span,
    pub(super) operands: Vec<RawOperand>,
    /// A semicolon ends it.
    pub(super) is_closed: bool,
    /// Where the last part of it ends, the semicolon not counted.
    pub(super) end: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct RecordHead {
    /// The fields, up to four.
    pub(super) fields: Span,
    /// Numbers after them: the halfmove clock and the fullmove number.
    pub(super) counters: [Option<Span>; 2],
    /// Where the operations begin.
    pub(super) end: u32,
}

/// How strings end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quoting {
    /// At the next quote (D-48).
    Literal,
    /// At the next quote without a backslash.
    Escaped,
}

pub(super) struct Lexer<'a> {
    line: &'a [u8],
    at: usize,
    pub(super) quoting: Quoting,
    notes: &'a mut Vec<Note>,
}

pub(super) fn span(from: usize, to: usize) -> Span {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(offset(from), offset(to))
}

/// Finds the fields and the counters.
///
/// The fields are at most four runs without white space. The fourth ends with its own letters, so
/// that `-;` and `-1` are a dash and the following text; and an opcode is not a field.
pub(super) fn head(line: &[u8]) -> RecordHead {
    let mut at = skip_white(line, 0);
    let start = at;
    let mut end = at;
    for n in 0..4 {
        let from = skip_white(line, at);
        let mut to = word_end(line, from);
        let word = &line[from..to];
        if n == 3 && word.len() > 1 && word[0] == b'-' && !word[1].is_ascii_alphabetic() {
            to = from + 1;
        }
        let is_square = Square::from_ascii(word).is_some();
        if n >= 2 && is_mnemonic(word) && !is_square || from == to {
            break;
        }
        (at, end) = (to, to);
    }
    // The checks of Three-check are after the four fields.
    let from = skip_white(line, at);
    let to = word_end(line, from);
    if let [white, b'+', black] = &line[from..to]
        && white.is_ascii_digit()
        && black.is_ascii_digit()
    {
        (at, end) = (to, to);
    }
    let mut counters = [None, None];
    for counter in &mut counters {
        let from = skip_white(line, at);
        let to = word_end(line, from);
        if from == to || !line[from..to].iter().all(u8::is_ascii_digit) {
            break;
        }
        *counter = Some(span(from, to));
        at = to;
    }
    RecordHead { fields: span(start, end), counters, end: span(at, at).start }
}

/// White space, or a control character: some files have the zero that ends a string in C.
pub(super) fn is_white(byte: u8) -> bool {
    byte <= b' ' || byte == 0x7F
}

fn skip_white(line: &[u8], at: usize) -> usize {
    at + line[at..].iter().take_while(|byte| is_white(**byte)).count()
}

/// Where the run of other characters than white space and semicolons ends.
fn word_end(line: &[u8], at: usize) -> usize {
    let is_inner = |byte: &&u8| !is_white(**byte) && **byte != b';';
    at + line[at..].iter().take_while(is_inner).count()
}

fn is_mnemonic(word: &[u8]) -> bool {
    std::str::from_utf8(word).is_ok_and(|word| Opcode::from_mnemonic(word).is_some())
}

impl<'a> Lexer<'a> {
    pub(super) fn new(line: &'a [u8], head: &RecordHead, notes: &'a mut Vec<Note>) -> Lexer<'a> {
        let at = (head.end as usize).min(line.len());
        // With an odd number of quotes, some of them must be part of a string (D-48).
        let n_quotes = line[at..].iter().filter(|byte| **byte == b'"').count();
        let quoting = if n_quotes % 2 == 1 && line[at..].windows(2).any(|pair| pair == b"\\\"") {
            Quoting::Escaped
        } else {
            Quoting::Literal
        };
        Lexer { line, at, quoting, notes }
    }

    pub(super) fn next_operation(&mut self) -> Option<RawOperation> {
        let mut is_after_stray = false;
        loop {
            let gap = self.gap();
            match self.line.get(self.at) {
                None => {
                    self.expect_no_gap(gap);
                    return None;
                }
                Some(b';') => {
                    let place = span(self.at, self.at + 1);
                    self.notes.push(Note::new(&fault::STRAY_SEMICOLON, place));
                    self.at += 1;
                    is_after_stray = true;
                }
                Some(_) => {
                    if !is_after_stray {
                        self.expect_one_space(gap);
                    }
                    return Some(self.operation());
                }
            }
        }
    }

    fn gap(&mut self) -> Span {
        let from = self.at;
        self.at = skip_white(self.line, from);
        span(from, self.at)
    }

    fn expect_no_gap(&mut self, gap: Span) {
        if !gap.is_empty() {
            self.notes.push(Note::new(&fault::OPERATION_SPACING, gap));
        }
    }

    fn expect_one_space(&mut self, gap: Span) {
        if gap.of(self.line) != b" " {
            self.notes.push(Note::new(&fault::OPERATION_SPACING, gap));
        }
    }

    /// An operation; without a letter, it has no name, only operands.
    fn operation(&mut self) -> RawOperation {
        let mut is_nameless = !self.line[self.at].is_ascii_alphabetic();
        let name = if is_nameless { span(self.at, self.at) } else { self.word() };
        let mut operation =
            RawOperation { name, operands: Vec::new(), is_closed: false, end: name.end };
        loop {
            let gap = self.gap();
            match self.line.get(self.at) {
                None => {
                    self.expect_no_gap(gap);
                    return operation;
                }
                Some(b';') => {
                    self.expect_no_gap(gap);
                    self.at += 1;
                    operation.is_closed = true;
                    return operation;
                }
                Some(&byte) => {
                    if !std::mem::take(&mut is_nameless) {
                        self.expect_one_space(gap);
                    }
                    let operand = if byte == b'"' { self.string() } else { self.bare() };
                    operation.end = operand.whole.end;
                    operation.operands.push(operand);
                }
            }
        }
    }

    /// A run without white space, semicolons and opening quotes.
    fn word(&mut self) -> Span {
        let from = self.at;
        let end = word_end(self.line, from);
        let quote = self.line[from..end].iter().skip(1).position(|byte| *byte == b'"');
        self.at = quote.map_or(end, |at| from + 1 + at);
        span(from, self.at)
    }

    fn bare(&mut self) -> RawOperand {
        let from = self.at;
        self.at = word_end(self.line, from);
        let text = span(from, self.at);
        RawOperand { text, is_quoted: false, whole: text }
    }

    fn string(&mut self) -> RawOperand {
        let from = self.at;
        let mut at = from + 1;
        while let Some(&byte) = self.line.get(at) {
            let next = self.line.get(at + 1);
            let is_escape = byte == b'\\'
                && self.quoting == Quoting::Escaped
                && matches!(next, Some(b'"' | b'\\'));
            if byte == b'"' {
                break;
            }
            at += 1 + usize::from(is_escape);
        }
        let end = at.min(self.line.len());
        self.at = (end + 1).min(self.line.len());
        let whole = span(from, self.at);
        if end == self.line.len() {
            self.notes.push(Note::new(&fault::UNCLOSED_OPERAND, whole));
        }
        // Between parts a tab is noted as spacing.
        if let Some(tab) = self.line[from..end].iter().position(|byte| *byte == b'\t') {
            let place = span(from + tab, from + tab + 1);
            self.notes.push(Note::new(&fault::FOREIGN_CHARACTER, place));
        }
        RawOperand { text: span(from + 1, end), is_quoted: true, whole }
    }
}
