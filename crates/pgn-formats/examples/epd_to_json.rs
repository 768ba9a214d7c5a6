//! Writes the records of an EPD file as JSON, one object per line.

use pgn_formats::epd::{Line, Lines, Operand, ReadOptions, Record, Value, parse};
use pgnkit::chess::notation::uci;
use serde_json::{Map, Value as Json, json};
use std::error::Error;
use std::{env, fs};

const DEFAULT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/positions/endings.epd");

pub(crate) fn run(text: &[u8]) -> Result<String, Box<dyn Error>> {
    let mut out = String::new();
    let mut lines = Lines::new(text);
    while let Some(line) = lines.next_line()? {
        if let Line::Record(record) = parse(line.text, &ReadOptions::default(), &mut Vec::new()) {
            out += &serde_json::to_string(&object(&record))?;
            out.push('\n');
        }
    }
    Ok(out)
}

fn object(record: &Record) -> Json {
    let fen = record.position().map(|position| position.fen().as_str().to_owned());
    let mut operations = Map::new();
    for operation in record.operations() {
        let value = match operation.value() {
            Value::Nothing => Json::Null,
            Value::Integer(number) => json!(number),
            Value::Text(text) => json!(text),
            Value::Moves(moves) => {
                let position = record.position();
                let text = |mv| position.map(|it| uci::to_text(it, mv).as_str().to_owned());
                moves.played.iter().map(|&mv| text(mv)).collect()
            }
            Value::Operands(operands) => operands.iter().map(Operand::text).collect(),
        };
        operations.insert(operation.mnemonic().to_owned(), value);
    }
    json!({ "fen": fen, "operations": operations })
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).unwrap_or_else(|| DEFAULT.to_owned());
    print!("{}", run(&fs::read(path)?)?);
    Ok(())
}
