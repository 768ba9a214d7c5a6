//! Parses operands, and finds errors in them (§16.2.4.1, §16.2.5, D-32, D-37, D-48, D-49).

use super::fault;
use super::lex::{Quoting, RawOperand, is_white};
use super::note::{Detail, Note};
use super::opcode::{Grammar, Opcode};
use super::record::{Moves, Operand, Value};
use pgnkit::charset::Choice;
use pgnkit::chess::notation::san::{self, Departures, ResolveError, SanOptions};
use pgnkit::chess::{Move, Position, Square};
use pgnkit::syntax::Span;

/// The maximum length of a string, in bytes (§16.2.4.1).
pub const STRING_BYTES_MAX: usize = 255;

/// Suffixes and check marks after a move, which are not part of it.
const MARKS: &[u8] = b"!?+#";

/// The context for parsing the operands of a line.
pub(super) struct Operands<'a> {
    pub(super) line: &'a [u8],
    pub(super) encoding: Choice,
    pub(super) quoting: Quoting,
    /// `None` if the position is impossible in a game; moves then stay text.
    pub(super) position: Option<&'a Position>,
    pub(super) notes: &'a mut Vec<Note>,
}

/// The result of parsing some operands.
pub(super) struct ParsedOperands {
    pub(super) value: Value,
    /// The rest: another operation, without a semicolon before it.
    pub(super) left: Vec<RawOperand>,
}

impl Operands<'_> {
    /// The value of an operation whose opcode is at `name`.
    pub(super) fn value(
        &mut self,
        opcode: Option<Opcode>,
        name: Span,
        operands: &[RawOperand],
    ) -> ParsedOperands {
        let Some(opcode) = opcode else {
            operands.iter().for_each(|operand| self.check_length(operand));
            return ParsedOperands { value: self.as_they_stand(operands), left: Vec::new() };
        };
        let grammar = opcode.grammar();
        if grammar.is_moves() {
            return self.moves(opcode, name, operands);
        }
        let (operands, left) = operands.split_at(self.extent(grammar, operands));
        operands.iter().for_each(|operand| self.check_length(operand));
        let value = match (grammar, operands) {
            (Grammar::Nothing | Grammar::Register | Grammar::Anything, []) => Some(Value::Nothing),
            (Grammar::Integer { min, max }, [operand]) => self.integer(operand, min, max),
            (Grammar::Text | Grammar::Register, [_, ..]) => self.string(operands),
            (_, _) => None,
        };
        let value = value.unwrap_or_else(|| {
            let value = self.as_they_stand(operands);
            let is_fit = match &value {
                Value::Operands(operands) => fits(grammar, operands),
                _ => fits(grammar, &[]),
            };
            if !is_fit {
                let place = operands.iter().fold(name, |place, one| place.cover(one.whole));
                self.note(
                    Note::new(&fault::BAD_OPERAND, place).with_detail(Detail::Opcode(opcode)),
                );
            }
            value
        });
        ParsedOperands { value, left: left.to_vec() }
    }

    /// The text in the place of an opcode.
    pub(super) fn nameless(&mut self, operands: &[RawOperand]) -> Vec<Operand> {
        operands.iter().for_each(|operand| self.check_length(operand));
        if let Some(first) = operands.first() {
            self.note(Note::new(&fault::MALFORMED_OPCODE, first.whole));
        }
        match self.as_they_stand(operands) {
            Value::Operands(operands) => operands,
            _ => Vec::new(),
        }
    }

    fn note(&mut self, note: Note) {
        self.notes.push(note);
    }

    /// The number of operands that belong to the operation: those before an opcode in a place where
    /// an operand is impossible.
    fn extent(&self, grammar: Grammar, operands: &[RawOperand]) -> usize {
        let Some(most) = grammar.operands_max() else { return operands.len() };
        // A string without quotes has as many words as it likes.
        let is_bare_text = matches!(grammar, Grammar::Text | Grammar::Register)
            && operands.first().is_some_and(|first| !first.is_quoted);
        if is_bare_text {
            return operands.len();
        }
        let is_next = |one: &RawOperand| !one.is_quoted && is_mnemonic(self.line, one.text);
        let next = operands.iter().skip(most).position(is_next);
        next.map_or(operands.len(), |at| most + at)
    }

    fn decode(&self, operand: &RawOperand) -> String {
        let bytes = operand.text.of(self.line);
        let text = self.encoding.decode(bytes);
        if operand.is_quoted && self.quoting == Quoting::Escaped {
            return unescape(&text);
        }
        text.into_owned()
    }

    fn check_length(&mut self, operand: &RawOperand) {
        if operand.is_quoted && operand.text.len() as usize > STRING_BYTES_MAX {
            self.note(Note::new(&fault::OVERLONG_OPERAND, operand.whole));
        }
        let text = operand.text.of(self.line);
        if operand.is_quoted
            && self.quoting == Quoting::Escaped
            && let Some(at) = text.windows(2).position(|pair| pair == b"\\\"")
        {
            let at = operand.text.start + at as u32;
            self.note(Note::new(&fault::ESCAPED_QUOTE, Span::new(at, at + 2)));
        }
    }

    fn as_they_stand(&self, operands: &[RawOperand]) -> Value {
        let stand = |operand: &RawOperand| Operand {
            text: self.decode(operand).into(),
            is_quoted: operand.is_quoted,
        };
        match operands {
            [] => Value::Nothing,
            some => Value::Operands(some.iter().map(stand).collect()),
        }
    }

    /// ```text
    /// integer ::= [ "+" | "-" ] digit { digit }
    /// ```
    fn integer(&mut self, operand: &RawOperand, min: i64, max: i64) -> Option<Value> {
        if operand.is_quoted {
            return None;
        }
        let text = std::str::from_utf8(operand.text.of(self.line)).ok()?;
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let number: i64 = text.parse().ok().filter(|number| (min..=max).contains(number))?;
        if text.starts_with('+') || digits.len() > 1 && digits.starts_with('0') || text == "-0" {
            self.note(Note::new(&fault::DISCOURAGED_NUMBER, operand.whole));
        }
        Some(Value::Integer(number))
    }

    /// One string; words without quotes are taken together with what is between them.
    fn string(&mut self, operands: &[RawOperand]) -> Option<Value> {
        match operands {
            [one] if one.is_quoted => Some(Value::Text(self.decode(one))),
            [first, .., last] | [first @ last] if operands.iter().all(|one| !one.is_quoted) => {
                let text = Span::new(first.text.start, last.text.end);
                self.note(Note::new(&fault::UNQUOTED_STRING, text));
                let joined = RawOperand { text, is_quoted: false, whole: text };
                Some(Value::Text(self.decode(&joined)))
            }
            _ => None,
        }
    }

    fn moves(&mut self, opcode: Opcode, name: Span, operands: &[RawOperand]) -> ParsedOperands {
        let grammar = opcode.grammar();
        let mut position = self.position.copied();
        let mut moves = Moves::default();
        let mut words = operands.iter().enumerate().flat_map(|(idx, operand)| {
            words(self.line, operand).into_iter().map(move |word| (idx, word))
        });
        let (mut n_words, mut place) = (0, name);
        let mut texts = Vec::new();
        let mut left = Vec::new();
        let mut notes = Vec::new();
        for (idx, word) in words.by_ref() {
            if is_mark(word.of(self.line)) {
                notes.push(Note::new(&pgnkit::fault::NONSTANDARD_MOVE, word));
                continue;
            }
            let is_broken = grammar == Grammar::Line && !moves.rest.is_empty();
            let read = match &position {
                Some(position) if !is_broken => Some(self.mv(position, word, &mut notes)),
                Some(_) | None => None,
            };
            match (read, &mut position) {
                (Some(Ok(mv)), Some(position)) => {
                    moves.played.push(mv);
                    texts.push(san::to_text(position, mv));
                    if grammar == Grammar::Line {
                        position.play_unchecked(mv);
                    }
                }
                _ if is_mnemonic(self.line, word) && !is_square(word.of(self.line)) => {
                    left.push((idx, word));
                    break;
                }
                (Some(Err(note)), _) => {
                    notes.push(note);
                    moves.rest.push(self.text(word).into());
                }
                (Some(Ok(_)) | None, _) => moves.rest.push(self.text(word).into()),
            }
            place = place.cover(word);
            n_words += 1;
        }
        let left = left_over(operands, left.into_iter().chain(words).collect());
        // Commas and quotes are not part of a move either.
        let line = self.line;
        let is_odd = |one: &&RawOperand| one.is_quoted || one.text.of(line).contains(&b',');
        let taken = operands.iter().take_while(|one| one.whole.start < place.end);
        for operand in taken.filter(is_odd) {
            notes.push(Note::new(&pgnkit::fault::NONSTANDARD_MOVE, operand.whole));
        }
        self.notes.append(&mut notes);
        if grammar == Grammar::Move && n_words != 1 {
            self.note(Note::new(&fault::BAD_OPERAND, place).with_detail(Detail::Opcode(opcode)));
        }
        if grammar == Grammar::MoveSet && !texts.is_sorted() {
            self.note(
                Note::new(&fault::UNORDERED_OPERANDS, place).with_detail(Detail::Opcode(opcode)),
            );
            let mut set: Vec<_> = texts.into_iter().zip(moves.played).collect();
            set.sort_by_key(|(text, _)| *text);
            moves.played = set.into_iter().map(|(_, mv)| mv).collect();
        }
        ParsedOperands { value: Value::Moves(moves), left }
    }

    fn text(&self, word: Span) -> String {
        self.encoding.decode(word.of(self.line)).into_owned()
    }

    /// The move that a word means here. Spellings that need correcting are noted.
    fn mv(&self, position: &Position, word: Span, notes: &mut Vec<Note>) -> Result<Move, Note> {
        // Characters, not bytes: text that is not a move in one encoding might be one when it is
        // written.
        let text = self.encoding.decode(word.of(self.line));
        let whole = text.as_bytes();
        let len = whole.iter().rposition(|byte| !b"!?".contains(byte)).map_or(0, |at| at + 1);
        let unplayable = |reason: ResolveError| {
            let detail = Detail::Unresolved(Box::new((*position, reason)));
            Note::new(&fault::UNPLAYABLE_OPERAND, word).with_detail(detail)
        };
        // No number next to it could confirm a doubtful reading.
        let reading =
            san::resolve(position, &whole[..len], &SanOptions::default()).map_err(unplayable)?;
        if reading.mv.is_null() {
            return Err(unplayable(ResolveError::NotAMove));
        }
        let spelling = |departures| Detail::Spelling(Box::new((*position, reading.mv, departures)));
        if !reading.departures.is_empty() || len < whole.len() {
            let note = Note::new(&pgnkit::fault::NONSTANDARD_MOVE, word);
            notes.push(note.with_detail(spelling(reading.departures)));
        }
        let marks = reading.check_marks(&position.after(reading.mv));
        if marks != Departures::NONE {
            let note = Note::new(&pgnkit::fault::WRONG_CHECK_MARK, word);
            notes.push(note.with_detail(spelling(marks)));
        }
        Ok(reading.mv)
    }
}

fn is_mnemonic(line: &[u8], word: Span) -> bool {
    std::str::from_utf8(word.of(line)).is_ok_and(|text| Opcode::from_mnemonic(text).is_some())
}

/// True for `c1` to `c8` and the like, which are moves of pawns more often than opcodes.
fn is_square(word: &[u8]) -> bool {
    Square::from_ascii(word).is_some()
}

/// The operands that begin with the first of these words: the rest of its operand, word by word,
/// then whole ones.
fn left_over(operands: &[RawOperand], words: Vec<(usize, Span)>) -> Vec<RawOperand> {
    let Some((first, _)) = words.first().copied() else { return Vec::new() };
    let bare = |word: Span| RawOperand { text: word, is_quoted: false, whole: word };
    let same = words.into_iter().take_while(|(idx, _)| *idx == first).map(|(_, word)| bare(word));
    same.chain(operands.iter().skip(first + 1).copied()).collect()
}

/// The words of an operand: more than one if commas or, in a string, blanks separate them.
fn words(line: &[u8], operand: &RawOperand) -> Vec<Span> {
    let is_gap = |byte: u8| matches!(byte, b',' | b';') || is_white(byte);
    let text = operand.text.of(line);
    let mut words = Vec::new();
    let mut from = None;
    for (at, &byte) in text.iter().chain(b",").enumerate() {
        match (from, is_gap(byte)) {
            (None, false) => from = Some(at),
            (Some(start), true) => {
                let offset = |at: usize| operand.text.start + at as u32;
                words.push(Span::new(offset(start), offset(at)));
                from = None;
            }
            (None, true) | (Some(_), false) => {}
        }
    }
    words
}

/// True for a sign that belongs to the move before it.
fn is_mark(word: &[u8]) -> bool {
    word.iter().all(|byte| MARKS.contains(byte))
}

/// A text with `\"` and `\\` unescaped.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.next_if(|next| character == '\\' && matches!(next, '"' | '\\'));
        plain.push(next.unwrap_or(character));
    }
    plain
}

/// True if these operands are what an opcode of the rare kinds takes.
pub(super) fn fits(grammar: Grammar, operands: &[Operand]) -> bool {
    match (grammar, operands) {
        (Grammar::Anything, _) => true,
        (Grammar::TwoTexts, [first, second]) => first.is_quoted && second.is_quoted,
        (Grammar::Word(words), [word]) => words.contains(&bare(word)),
        (Grammar::Clocks, [white, black]) => is_clock(bare(white)) && is_clock(bare(black)),
        (Grammar::Timestamp, [date, time]) => is_date(bare(date)) && is_time(bare(time)),
        (Grammar::TagPairs, pairs) => pairs.chunks(2).all(|pair| match pair {
            [name, value] => super::opcode::is_opcode(bare(name)) && value.is_quoted,
            _ => false,
        }),
        (_, _) => false,
    }
}

/// The text of a word; for a string, a text that no grammar allows.
fn bare(operand: &Operand) -> &str {
    if operand.is_quoted { "" } else { &operand.text }
}

/// The numbers of a text of this shape, where a zero means any digit.
fn numbers<const N: usize>(text: &str, shape: &str) -> Option<[u32; N]> {
    let fits = text.len() == shape.len()
        && text.bytes().zip(shape.bytes()).all(|(byte, shape)| match shape {
            b'0' => byte.is_ascii_digit(),
            sign => byte == sign,
        });
    let mut numbers = [0; N];
    for (number, digits) in numbers.iter_mut().zip(text.split(['.', ':'])) {
        *number = digits.parse().ok().filter(|_| fits)?;
    }
    Some(numbers)
}

fn is_clock(text: &str) -> bool {
    numbers(text, "000:00:00:00")
        .is_some_and(|[_, hours, minutes, seconds]| hours < 24 && minutes < 60 && seconds < 60)
}

fn is_date(text: &str) -> bool {
    numbers(text, "0000.00.00").is_some_and(|[year, month, day]| {
        year > 0 && (1..=12).contains(&month) && (1..=31).contains(&day)
    })
}

fn is_time(text: &str) -> bool {
    numbers(text, "00:00:00")
        .is_some_and(|[hours, minutes, seconds]| hours < 24 && minutes < 60 && seconds < 60)
}
