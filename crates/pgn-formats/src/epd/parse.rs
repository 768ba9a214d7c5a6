//! Reading a line: the position, then each operation, then whether they fit together (§16.2, D-45
//! to D-51).

use super::fault;
use super::lex::{self, Lexer, RawOperation, RecordHead, span};
use super::note::{Detail, Note};
use super::opcode::{Edition, Opcode, is_opcode, is_public};
use super::operand::Operands;
use super::record::{OpcodeName, Operand, Operation, Record, Value};
use super::score::Evaluation;
use super::whole_game;
use pgnkit::charset::Choice;
use pgnkit::chess::fen::{self, CastlingStyle, FenError, FenErrorKind, FenNotes, Fields, Mode};
use pgnkit::chess::{Position, Setup, Variant};
use pgnkit::syntax::Span;

/// The maximum length of a record, in characters (§16.2.3). A longer one is a finding.
pub const RECORD_CHARACTERS_MAX: usize = 1024;

/// Options for reading lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The variant. By default ordinary chess, or Chess960 if the castling rights require it.
    pub variant: Option<Variant>,
    /// The encoding of strings.
    pub encoding: Choice,
}

impl ReadOptions {
    /// The same with this variant.
    ///
    /// ```
    /// use pgn_formats::epd::{Line, ReadOptions, parse};
    /// use pgnkit::chess::Variant;
    ///
    /// let options = ReadOptions::default().with_variant(Some(Variant::Crazyhouse));
    /// let line = b"4k3/8/8/8/8/8/8/4K3[Qn] w - - hmvc 0;";
    /// assert!(matches!(parse(line, &options, &mut Vec::new()), Line::Record(_)));
    /// ```
    #[must_use]
    pub fn with_variant(self, variant: Option<Variant>) -> ReadOptions {
        ReadOptions { variant, ..self }
    }

    /// The same with this encoding.
    ///
    /// ```
    /// use pgn_formats::epd::{Line, Opcode, ReadOptions, parse};
    /// use pgnkit::charset::{Choice, Encoding};
    ///
    /// let options = ReadOptions::default().with_encoding(Choice::Fixed(Encoding::Latin1));
    /// let line = b"4k3/8/8/8/8/8/8/4K3 w - - id \"M\xfcller\";";
    /// let Line::Record(record) = parse(line, &options, &mut Vec::new()) else { panic!() };
    /// assert_eq!(record.text(Opcode::Id), Some("Müller"));
    /// ```
    #[must_use]
    pub fn with_encoding(self, encoding: Choice) -> ReadOptions {
        ReadOptions { encoding, ..self }
    }
}

/// A line of an EPD file.
///
/// ```
/// use pgn_formats::epd::{Line, ReadOptions, parse};
///
/// assert_eq!(parse(b"# remark", &ReadOptions::default(), &mut Vec::new()), Line::Remark);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A record.
    Record(Record),
    /// A remark: its first character is `#`, `%`, `;` or a second slash.
    Remark,
    /// Nothing but white space.
    Blank,
    /// A line whose fields cannot be read.
    Unread,
}

/// Reads a line without its line end, and adds findings to `notes` in the order of the text.
///
/// Every line with a position gives a record: a malformed operation is a finding, and its operands
/// are kept unchanged. A line is strict EPD if no note [is a departure](Note::is_departure).
///
/// ```
/// use pgn_formats::epd::{Line, ReadOptions, parse};
///
/// let mut notes = Vec::new();
/// let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - id kp";
/// assert!(matches!(parse(line, &ReadOptions::default(), &mut notes), Line::Record(_)));
/// assert_eq!(notes.len(), 2, "a string without quotes, and no semicolon");
/// ```
#[must_use]
pub fn parse(line: &[u8], options: &ReadOptions, notes: &mut Vec<Note>) -> Line {
    let is_first = notes.len();
    let read = read(line, options, notes);
    notes[is_first..].sort_by_key(|note| note.diagnostic.span);
    read
}

/// Reads a line and rejects it if it departs from the standard.
///
/// # Errors
/// The first departure. A blank line is not an error.
///
/// ```
/// use pgn_formats::epd::{ReadOptions, parse_strict};
///
/// let options = ReadOptions::default();
/// assert!(parse_strict(b"4k3/8/8/8/8/8/4P3/4K3 w - - ce 1;", &options).is_ok());
/// assert!(parse_strict(b"4k3/8/8/8/8/8/4P3/4K3 w - - ce 1", &options).is_err());
/// ```
pub fn parse_strict(line: &[u8], options: &ReadOptions) -> Result<Record, Option<Note>> {
    let mut notes = Vec::new();
    let read = parse(line, options, &mut notes);
    match (read, notes.into_iter().find(Note::is_departure)) {
        (Line::Record(record), None) => Ok(record),
        (_, departure) => Err(departure),
    }
}

/// Whether a line is a remark, by its first characters.
///
/// ```
/// use pgn_formats::epd::is_remark;
///
/// assert!(is_remark(b"# a remark") && !is_remark(b"8/8/8/8"));
/// ```
#[must_use]
pub fn is_remark(line: &[u8]) -> bool {
    let text = line.trim_ascii_start();
    matches!(text.first(), Some(b'#' | b'%' | b';')) || text.starts_with(b"//")
}

fn read(line: &[u8], options: &ReadOptions, notes: &mut Vec<Note>) -> Line {
    if line.trim_ascii().is_empty() {
        return Line::Blank;
    }
    if is_remark(line) {
        notes.push(Note::new(&fault::REMARK_LINE, span(0, line.len())));
        return Line::Remark;
    }
    note_characters(line, options.encoding, notes);
    let mut head = lex::head(line);
    let said = || whole_game::variant(line.get(head.end as usize..)?);
    let variant = options.variant.or_else(said);
    let mut record = match fields(line, &mut head, variant, notes) {
        Ok(setup) => Record::from_setup(&setup),
        Err(note) => {
            notes.push(note);
            return Line::Unread;
        }
    };
    if record.position().is_none() {
        let detail = Detail::Setup(record.setup().faults());
        notes.push(Note::new(&fault::IMPOSSIBLE_POSITION, head.fields).with_detail(detail));
    }
    let spoken = operations(line, &head, options.encoding, &mut record, notes);
    counters(line, &head, &mut record, notes);
    agree(&record, &spoken, notes);
    Line::Record(record)
}

/// Length, and characters that EPD does not have.
fn note_characters(line: &[u8], choice: Choice, notes: &mut Vec<Note>) {
    if line.len() > RECORD_CHARACTERS_MAX {
        let n_characters = choice.decode(line).chars().count();
        if n_characters > RECORD_CHARACTERS_MAX {
            notes.push(Note::new(&fault::OVERLONG_RECORD, span(0, line.len())));
        }
    }
    let is_foreign = |byte: &u8| !matches!(byte, b' '..=b'~' | b'\t');
    if let Some(from) = line.iter().position(is_foreign) {
        let len = line[from..].iter().take_while(|byte| is_foreign(byte)).count();
        notes.push(Note::new(&fault::FOREIGN_CHARACTER, span(from, from + len)));
    }
}

/// The four fields. If no variant was named, fields that show one are read by its rules.
fn fields(
    line: &[u8],
    head: &mut RecordHead,
    variant: Option<Variant>,
    notes: &mut Vec<Note>,
) -> Result<Setup, Note> {
    let text = head.fields.of(line);
    let base = head.fields.start;
    let read = fen::parse_fields(text, Mode::Lax, variant);
    let fields = read.map_err(|error: FenError| {
        let at = (base as usize + error.offset).min(line.len());
        let len = usize::from(at < line.len());
        let place = match error.kind {
            FenErrorKind::Setup(_) => head.fields,
            _ => span(at, at + len),
        };
        Note::new(&pgnkit::fault::BAD_FEN, place).with_detail(Detail::Fen(error))
    })?;
    let fields = as_written(variant, fields);
    let mut corrected = fields.notes;
    if base > 0 {
        corrected |= FenNotes::WHITE_SPACE;
    }
    // EPD cannot name a variant, so rights of Chess960 are not an error here.
    corrected = corrected.without(FenNotes::VARIANT_IMPLIED);
    if !corrected.is_empty() {
        let note = Note::new(&pgnkit::fault::NONSTANDARD_FEN, head.fields);
        notes.push(note.with_detail(Detail::FenCorrected(corrected)));
    }
    Ok(fields.setup)
}

/// Rights that only letters of files make those of Chess960 are read only if they are written that
/// way: no field shows it any more.
fn as_written(variant: Option<Variant>, mut fields: Fields) -> Fields {
    if variant.is_none() && fields.setup.variant == Variant::Chess960 {
        let written = fen::setup_to_text(&fields.setup, CastlingStyle::XFen);
        if let Ok(again) = fen::parse_fields(written.as_bytes(), Mode::Lax, None)
            && again.setup.variant != Variant::Chess960
        {
            fields.setup.variant = again.setup.variant;
            fields.notes |= FenNotes::CASTLING_FILES;
        }
    }
    fields
}

/// The counters of a FEN become the equivalent operations, unless those are there too.
fn counters(line: &[u8], head: &RecordHead, record: &mut Record, notes: &mut Vec<Note>) {
    let [Some(clock), number] = head.counters else { return };
    let place = clock.cover(number.unwrap_or(clock));
    notes.push(Note::new(&fault::FEN_COUNTERS, place));
    let mut end = head.fields.end;
    for counter in [Some(clock), number].into_iter().flatten() {
        let gap = Span::new(end, counter.start);
        if gap.of(line) != b" " {
            notes.push(Note::new(&fault::OPERATION_SPACING, gap));
        }
        end = counter.end;
    }
    for (opcode, place) in [(Opcode::Hmvc, Some(clock)), (Opcode::Fmvn, number)] {
        let Some(place) = place.filter(|_| record.operation(opcode).is_none()) else { continue };
        let text = std::str::from_utf8(place.of(line)).unwrap_or_default();
        let counted = text.parse::<u32>().ok();
        let is_in_range = counted.is_some_and(|number| opcode == Opcode::Hmvc || number > 0);
        if !is_in_range {
            let note = Note::new(&fault::BAD_OPERAND, place);
            notes.push(note.with_detail(Detail::Opcode(opcode)));
        }
        match counted {
            Some(0) if opcode == Opcode::Fmvn => record.set_integer(opcode, 1),
            Some(number) => record.set_integer(opcode, number.into()),
            // Too great to be counted with: it stays what it is.
            None => record.set_named(opcode.mnemonic(), vec![Operand::word(text)]),
        }
    }
}

/// The place of each known opcode, for reports about two of them.
type Spoken = Vec<(Opcode, Span)>;

fn operations(
    line: &[u8],
    head: &RecordHead,
    encoding: Choice,
    record: &mut Record,
    notes: &mut Vec<Note>,
) -> Spoken {
    let mut spoken = Spoken::new();
    if head.end as usize >= line.len() {
        return spoken;
    }
    let position = record.position().copied();
    let mut lexer = Lexer::new(line, head, notes);
    let quoting = lexer.quoting;
    let mut raw = Vec::new();
    while let Some(operation) = lexer.next_operation() {
        raw.push(operation);
    }
    let mut last = Span::default();
    let mut nameless = Vec::new();
    for RawOperation { mut name, mut operands, is_closed, end } in raw {
        loop {
            let opcode = if name.is_empty() { None } else { name_of(line, name, notes) };
            let position = position.as_ref();
            let mut reader = Operands { line, encoding, quoting, position, notes };
            if name.of(line).is_empty() && operands.len() > 1 && operands[0].text.of(line) == b"-" {
                // A superfluous dash after the fields: the opcode comes after it.
                let dash = operands.remove(0);
                notes.push(Note::new(&fault::MALFORMED_OPCODE, dash.whole));
                if is_opcode(&String::from_utf8_lossy(operands[0].text.of(line))) {
                    name = operands.remove(0).text;
                }
                continue;
            }
            if name.is_empty() {
                nameless.append(&mut reader.nameless(&operands));
                break;
            }
            let taken = reader.value(opcode, name, &operands);
            if last.of(line) > name.of(line) {
                notes.push(Note::new(&fault::UNORDERED_OPERATIONS, name).with_other(last));
            }
            last = name;
            put(line, record, name, opcode, taken.value, &mut spoken, notes);
            operands = taken.left;
            if operands.is_empty() {
                break;
            }
            name = operands.remove(0).text;
            let before = line[..name.start as usize].trim_ascii_end().len();
            notes.push(Note::new(&fault::MISSING_SEMICOLON, span(before, before)));
        }
        if !is_closed {
            notes.push(Note::new(&fault::MISSING_SEMICOLON, Span::at(end)));
        }
    }
    keep(nameless, record);
    spoken
}

/// Keeps the text in the place of an opcode as operands of `noop`, which may be anything.
fn keep(mut nameless: Vec<Operand>, record: &mut Record) {
    if nameless.is_empty() {
        return;
    }
    if let Some(Value::Operands(known)) = record.value(Opcode::Noop) {
        nameless.splice(..0, known.iter().cloned());
    }
    record.set(Opcode::Noop, Value::Operands(nameless));
}

/// The opcode at a place, and the notes about it.
fn name_of(line: &[u8], name: Span, notes: &mut Vec<Note>) -> Option<Opcode> {
    let text = std::str::from_utf8(name.of(line)).unwrap_or_default();
    let opcode = Opcode::from_mnemonic(text);
    let fault = match opcode {
        Some(known) if known.definition().edition == Edition::Standard => return opcode,
        Some(_) => &fault::LATER_OPCODE,
        None if !is_opcode(text) => &fault::MALFORMED_OPCODE,
        None if !is_public(text) => &fault::PRIVATE_OPCODE,
        None => &fault::UNKNOWN_OPCODE,
    };
    notes.push(Note::new(fault, name));
    opcode
}

fn put(
    line: &[u8],
    record: &mut Record,
    name: Span,
    opcode: Option<Opcode>,
    value: Value,
    spoken: &mut Spoken,
    notes: &mut Vec<Note>,
) {
    let text = || Choice::Auto.decode(name.of(line)).into();
    let name_read = opcode.map_or_else(|| OpcodeName::Other(text()), OpcodeName::Known);
    if record.insert(Operation { name: name_read, value }).is_some() {
        notes.push(Note::new(&fault::DUPLICATE_OPCODE, name));
    }
    if let Some(opcode) = opcode {
        spoken.retain(|(known, _)| *known != opcode);
        spoken.push((opcode, name));
    }
}

/// Contradictions between two operations, or between one and the position.
fn agree(record: &Record, spoken: &Spoken, notes: &mut Vec<Note>) {
    let place = |opcode| spoken.iter().find(|(known, _)| *known == opcode).map(|(_, at)| *at);
    for opcode in [Opcode::DrawClaim, Opcode::DrawOffer] {
        if let (Some(at), None) = (place(opcode), record.operation(Opcode::Sm)) {
            let note = Note::new(&fault::MISSING_SUPPLIED_MOVE, at);
            notes.push(note.with_detail(Detail::Opcode(opcode)));
        }
    }
    for (one, line) in [(Opcode::Pm, Opcode::Pv), (Opcode::Sm, Opcode::Sv)] {
        if let (Some(mv), Some(first), Some(at)) =
            (record.mv(one), record.moves(line).first(), place(one))
            && mv != *first
        {
            let note =
                Note::new(&fault::PREDICTION_MISMATCH, at).with_detail(Detail::Opcodes(one, line));
            notes.push(note.with_other(place(line).unwrap_or(at)));
        }
    }
    for opcode in [Opcode::Ce, Opcode::Dm] {
        if let (Some(number), Some(at)) = (record.integer(opcode), place(opcode))
            && record.position().is_some_and(|position| is_refuted(opcode, number, position))
        {
            let note = Note::new(&fault::EVALUATION_AGAINST_BOARD, at);
            notes.push(note.with_detail(Detail::Opcode(opcode)));
        }
    }
    let Some((ce, at)) = record.integer(Opcode::Ce).zip(place(Opcode::Ce)) else { return };
    if let Some(moves) = record.integer(Opcode::Dm)
        && Evaluation::mate_in(moves).map(i64::from) != Some(ce)
    {
        let note = Note::new(&fault::EVALUATION_AGAINST_MATE, at);
        notes.push(note.with_other(place(Opcode::Dm).unwrap_or(at)));
    }
    let is_legal = record.position().is_some_and(|position| !position.is_checkmate());
    if ce == i64::from(Evaluation::ILLEGAL) && is_legal {
        notes.push(Note::new(&fault::WRONG_ILLEGAL_MARK, at));
    }
}

/// Whether the board shows that a score or a distance to mate is wrong: a mated side has no score
/// (D-50), and certain draws score 0.
fn is_refuted(opcode: Opcode, number: i64, position: &Position) -> bool {
    let is_mated = position.is_checkmate();
    let is_drawn = || position.is_stalemate() || position.is_insufficient_material();
    if opcode == Opcode::Dm {
        return is_mated || is_drawn();
    }
    let is_mark = number == i64::from(Evaluation::ILLEGAL);
    if is_mated { !is_mark } else { !is_mark && number != Evaluation::DRAW.ce() && is_drawn() }
}
