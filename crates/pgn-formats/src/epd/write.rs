//! Writing a record: four fields, and operations in ASCII order of their opcodes (§16.2, D-02,
//! D-45, D-48, D-49, D-51).

use std::borrow::Cow;

use super::fault;
use super::opcode::{Grammar, Opcode};
use super::operand::STRING_BYTES_MAX;
use super::record::{Moves, Operand, Operation, Record, Value};
use pgnkit::charset;
use pgnkit::chess::fen::{self, CastlingStyle};
use pgnkit::chess::notation::san::{self, SanText};
use pgnkit::chess::{Position, Setup};
use pgnkit::syntax::Fault;
use pgnkit::write::{Loss, Profile, loss};

/// The form of a line and what it can contain.
///
/// ```
/// use pgn_formats::epd::{Form, Record, append};
///
/// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"Müller\";".parse()?;
/// let mut line = Vec::new();
/// append(&record, Form::Archival, &mut line, &mut Vec::new());
/// assert!(line.is_ascii());
/// # Ok::<(), pgn_formats::epd::RecordError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Form {
    /// Ordered and canonical, in UTF-8. Nothing is left out: strings keep their characters and
    /// their length, and private and malformed operations stay unchanged.
    #[default]
    Modern,
    /// As the standard describes it: ASCII, strings of at most 255 bytes, and only operations that
    /// a strict reader accepts and that are meant for exchange.
    Archival,
}

impl From<Profile> for Form {
    /// The form of records that goes with the games of a profile.
    fn from(profile: Profile) -> Form {
        if profile.is_strict() { Form::Archival } else { Form::Modern }
    }
}

/// Appends the line of a record, without a line end, and counts what it cannot represent.
///
/// Reading the line and writing it again gives the same line.
///
/// ```
/// use pgn_formats::epd::{self, Form, Line, ReadOptions};
/// let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - 5 39 id kp; bm Kf2 Kd2";
/// let Line::Record(record) = epd::parse(line, &ReadOptions::default(), &mut Vec::new()) else {
///     panic!("a record")
/// };
/// let mut text = Vec::new();
/// epd::append(&record, Form::Archival, &mut text, &mut Vec::new());
/// let expected = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 Kf2; fmvn 39; hmvc 5; id \"kp\";";
/// assert_eq!(String::from_utf8_lossy(&text), expected);
/// ```
pub fn append(record: &Record, form: Form, out: &mut Vec<u8>, losses: &mut Vec<Loss>) {
    write_fields(&record.setup(), out);
    write_operations(record, form, |_| true, (out, losses));
}

/// The same as a line of a file of FENs: the counters are its fifth and sixth field (§16.1).
///
/// ```
/// use pgn_formats::epd::{self, Form, Line, ReadOptions};
/// let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 5; id \"kp\";";
/// let Line::Record(record) = epd::parse(line, &ReadOptions::default(), &mut Vec::new()) else {
///     panic!("a record")
/// };
/// let mut text = Vec::new();
/// epd::append_fen(&record, Form::Modern, &mut text, &mut Vec::new());
/// assert_eq!(String::from_utf8_lossy(&text), "4k3/8/8/8/8/8/4P3/4K3 w - - 5 1 id \"kp\";");
/// ```
pub fn append_fen(record: &Record, form: Form, out: &mut Vec<u8>, losses: &mut Vec<Loss>) {
    let setup = record.setup();
    write_fields(&setup, out);
    let counters = [(Opcode::Hmvc, setup.halfmove_clock), (Opcode::Fmvn, setup.fullmove)];
    for (opcode, number) in counters {
        out.push(b' ');
        match record.value(opcode) {
            // Too great to be counted with.
            Some(Value::Operands(operands)) if operands.len() == 1 => {
                out.extend_from_slice(operands[0].text.as_bytes());
            }
            _ => out.extend_from_slice(number.to_string().as_bytes()),
        }
    }
    let is_counter =
        |operation: &Operation| matches!(operation.opcode(), Some(Opcode::Hmvc | Opcode::Fmvn));
    write_operations(record, form, |operation| !is_counter(operation), (out, losses));
}

fn write_operations(
    record: &Record,
    form: Form,
    is_wanted: impl Fn(&Operation) -> bool,
    (out, losses): (&mut Vec<u8>, &mut Vec<Loss>),
) {
    let has_move = record.operation(Opcode::Sm).is_some_and(Operation::is_sound);
    for operation in record.operations().iter().filter(|operation| is_wanted(operation)) {
        let opcode = operation.opcode();
        let lacks_move = matches!(opcode, Some(Opcode::DrawClaim | Opcode::DrawOffer)) && !has_move;
        let is_archivable = operation.is_public() && operation.is_sound() && !lacks_move;
        if form == Form::Archival && !is_archivable {
            loss::count(losses, &fault::DROPPED_OPERATION, 1);
            continue;
        }
        out.push(b' ');
        out.extend_from_slice(operation.mnemonic().as_bytes());
        let mut pen = Pen { form, out, losses };
        pen.value(operation, record.position());
        out.push(b';');
    }
}

/// The four fields. The en passant square is written as stored (D-45).
fn write_fields(setup: &Setup, out: &mut Vec<u8>) {
    let fen = fen::setup_to_text(setup, CastlingStyle::XFen);
    // All but the two counters; Three-check has a field more than four.
    let fields = fen.as_bytes().rsplitn(3, |byte| *byte == b' ').nth(2).unwrap_or_default();
    out.extend_from_slice(fields);
}

/// Writes operands.
struct Pen<'a> {
    form: Form,
    out: &'a mut Vec<u8>,
    losses: &'a mut Vec<Loss>,
}

impl Pen<'_> {
    fn value(&mut self, operation: &Operation, position: Option<&Position>) {
        match operation.value() {
            Value::Nothing => {}
            Value::Integer(number) => {
                self.out.push(b' ');
                self.out.extend_from_slice(number.to_string().as_bytes());
            }
            Value::Text(text) => self.string(text),
            Value::Operands(operands) => operands.iter().for_each(|operand| self.operand(operand)),
            Value::Moves(moves) => self.moves(moves, operation.opcode(), position),
        }
    }

    fn operand(&mut self, operand: &Operand) {
        if operand.is_quoted {
            self.string(&operand.text);
        } else {
            self.word(&operand.text);
        }
    }

    fn lose(&mut self, fault: &'static Fault, n: usize) {
        loss::count(self.losses, fault, n);
    }

    /// ```text
    /// string ::= '"' printing-characters '"'
    /// ```
    fn string(&mut self, text: &str) {
        let n_quotes = text.matches('"').count();
        self.lose(&fault::REPLACED_QUOTE, n_quotes);
        let plain = |character: char| match character {
            '"' => '\'',
            control if control.is_control() => ' ',
            other => other,
        };
        let text: String = text.chars().map(plain).collect();
        let mut text = self.fit(&text).into_owned();
        if self.form == Form::Archival && text.len() > STRING_BYTES_MAX {
            text.truncate(STRING_BYTES_MAX);
            self.lose(&fault::CUT_OPERAND, 1);
        }
        self.out.extend_from_slice(b" \"");
        self.out.extend_from_slice(text.as_bytes());
        self.out.push(b'"');
    }

    fn word(&mut self, text: &str) {
        self.out.push(b' ');
        // With quotes in words, the start of a string would be ambiguous.
        let n_quotes = text.matches('"').count();
        self.lose(&fault::REPLACED_QUOTE, n_quotes);
        let text = text.replace('"', "'");
        let text = self.fit(&text);
        // A letter may be replaced by several, a blank among them.
        let is_bare = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b';' | b'"');
        let bare = |byte: u8| if is_bare(byte) { byte } else { b'_' };
        match self.form {
            Form::Modern => self.out.extend_from_slice(text.as_bytes()),
            // A soft hyphen is dropped, and a word is never empty.
            Form::Archival if text.is_empty() => self.out.push(b'_'),
            Form::Archival => self.out.extend(text.bytes().map(bare)),
        }
    }

    /// The text in the characters of the form.
    fn fit<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        if self.form == Form::Modern {
            return Cow::Borrowed(text);
        }
        let (mut text, n_replaced) = charset::to_ascii(text);
        self.lose(&fault::REPLACED_OPERAND, n_replaced);
        // The replacement of a character may be a quote.
        if text.contains('"') {
            text = Cow::Owned(text.replace('"', "'"));
        }
        text
    }

    /// Moves in SAN: a line in the order of play, a set in ASCII order; then the text that was not
    /// understood.
    fn moves(&mut self, moves: &Moves, opcode: Option<Opcode>, position: Option<&Position>) {
        if let Some(position) = position {
            let mut texts: Vec<SanText> = Vec::with_capacity(moves.played.len());
            let grammar = opcode.map(Opcode::grammar);
            let mut position = *position;
            for mv in &moves.played {
                texts.push(match grammar {
                    Some(Grammar::Line) => san::play_to_text(&mut position, *mv),
                    _ => san::to_text(&position, *mv),
                });
            }
            if grammar == Some(Grammar::MoveSet) {
                texts.sort_unstable_by(|one, other| one.as_bytes().cmp(other.as_bytes()));
            }
            for text in texts {
                self.out.push(b' ');
                self.out.extend_from_slice(text.as_bytes());
            }
        }
        moves.rest.iter().for_each(|text| self.word(text));
    }
}
