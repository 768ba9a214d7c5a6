//! Lines of EPD.

use pgn_formats::epd::{self, Form, Line, Operand, Operation, Record, Value};

use crate::answer::Answer;
use crate::message::{CallError, Message};
use pgnkit::write::Profile;

/// A line: whether it is a record, its position as FEN, its operations with their operands, and
/// findings, each its code, its span and its meaning.
pub(crate) fn put_line(message: &mut Message<'_>, answer: &mut Answer) -> Result<(), CallError> {
    let text = message.text()?;
    let mut notes = Vec::new();
    let line = epd::parse(text.as_bytes(), &epd::ReadOptions::default(), &mut notes);
    match &line {
        Line::Record(record) => {
            answer.flag(true);
            put_record(record, answer);
        }
        Line::Remark | Line::Blank | Line::Unread => answer.flag(false),
    }
    answer.size(notes.len());
    for note in &notes {
        let code = note.diagnostic.code;
        answer.text(&code.to_string());
        let fault = epd::fault::by_code(code);
        answer.text(fault.map_or("", |fault| fault.name));
        answer.text(fault.map_or("", |fault| fault.summary));
        let units = |at: u32| text.get(..at as usize).map_or(0, |text| text.encode_utf16().count());
        answer.size(units(note.diagnostic.span.start));
        answer.size(units(note.diagnostic.span.end));
    }
    Ok(())
}

fn put_record(record: &Record, answer: &mut Answer) {
    let setup = record.setup();
    answer.text(
        pgnkit::chess::fen::setup_to_text(&setup, pgnkit::chess::fen::CastlingStyle::default())
            .as_str(),
    );
    answer.size(record.operations().len());
    for operation in record.operations() {
        answer.text(operation.mnemonic());
        let operands = operands(operation, record);
        answer.size(operands.len());
        operands.iter().for_each(|operand| answer.text(operand));
    }
}

fn operands(operation: &Operation, record: &Record) -> Vec<String> {
    match operation.value() {
        Value::Nothing => Vec::new(),
        Value::Integer(number) => vec![number.to_string()],
        Value::Text(text) => vec![text.clone()],
        Value::Moves(_) => moves(operation, record),
        Value::Operands(operands) => operands.iter().map(|one| one.text().to_owned()).collect(),
    }
}

/// Moves in SAN: of a line, or of alternatives.
fn moves(operation: &Operation, record: &Record) -> Vec<String> {
    let Some(opcode) = operation.opcode() else { return Vec::new() };
    let Some(mut position) = record.position().copied() else { return Vec::new() };
    let is_line = opcode == epd::Opcode::Pv;
    let mut texts = Vec::new();
    for &mv in record.moves(opcode) {
        texts.push(position.san(mv).as_str().to_owned());
        if is_line {
            position.play_unchecked(mv);
        }
    }
    texts
}

/// A record as a line in export form: its FEN, then each opcode with its operands.
pub(crate) fn write_line(message: &mut Message<'_>, answer: &mut Answer) -> Result<(), CallError> {
    let fen = message.text()?;
    let mut record: Record = fen.parse().map_err(CallError::new)?;
    let n_operations = message.size()?;
    for _ in 0..n_operations {
        let (mnemonic, n_operands) = (message.text()?, message.size()?);
        let mut operands = Vec::new();
        for _ in 0..n_operands {
            let (is_string, text) = (message.flag()?, message.text()?);
            operands.push(if is_string { Operand::string(text) } else { Operand::word(text) });
        }
        record.set_named(mnemonic, operands);
    }
    let mut losses = Vec::new();
    let mut line = Vec::new();
    epd::append(&record, Form::from(Profile::Modern), &mut line, &mut losses);
    answer.text(String::from_utf8_lossy(&line).trim_end());
    Ok(())
}
