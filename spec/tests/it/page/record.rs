//! Blocks `epd` and `registers`: records of EPD, how they are written, what they leave behind.
//!
//! Standard: §16.2. Decisions: D-47 to D-51.

use pgn_formats::epd;
use pgn_formats::epd::{
    Evaluation, Form, Line, Note, Opcode, RANKS, ReadOptions, Record, Registers, Verdict, append,
    fault, parse,
};
use pgnkit::Game;
use pgnkit::write::Loss;

use super::{Block, escape};

const BAR: &str = " | ";

/// The fields that `start` stands for.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

type Lines = Result<Vec<String>, String>;

/// The first cell of a line, and the record it means.
fn cell<'a>(block: &Block, line: &'a str) -> (&'a str, Vec<u8>) {
    let cell = line.find(BAR).map_or(line, |bar| &line[..bar]);
    let text = match cell.strip_prefix("start") {
        Some(operations) => format!("{START}{operations}"),
        None => cell.to_string(),
    };
    let bytes = if block.has("escaped") {
        escape::bytes_of(&[format!("{text}\\")])
    } else {
        text.into_bytes()
    };
    (cell, bytes)
}

fn read(text: &[u8]) -> (Line, Vec<Note>) {
    let mut notes = Vec::new();
    let read = parse(text, &ReadOptions::default(), &mut notes);
    (read, notes)
}

/// A line of a form, the usual array as `start`; long ones by their length. What the form could
/// not hold is put to `losses`.
fn written(record: &Record, form: Form, losses: &mut Vec<Loss>) -> String {
    let mut bytes = Vec::new();
    append(record, form, &mut bytes, losses);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    text.strip_prefix(START).map_or(text.clone(), |operations| format!("start{operations}"))
}

/// `record | how it is written`: `=` if unchanged, then what was noted and what was lost. `strict`
/// tells only whether a strict reader takes the line.
pub(crate) fn records(block: &Block) -> Lines {
    let form = if block.has("archival") { Form::Archival } else { Form::Modern };
    let mut lines = Vec::new();
    for line in &block.body {
        let (cell, text) = cell(block, line);
        let (read, notes) = read(&text);
        let mut codes: Vec<String> = Vec::new();
        for note in notes.iter().filter(|note| !block.has("strict") || note.is_departure()) {
            let name = fault::by_code(note.diagnostic.code).map_or("", |fault| fault.name);
            codes.push(format!("{} {name}", note.diagnostic.code));
        }
        let mut losses = Vec::new();
        let answer = match read {
            _ if block.has("strict") => if codes.is_empty() { "yes" } else { "no" }.to_string(),
            Line::Record(record) => match written(&record, form, &mut losses) {
                text if text == cell => "=".to_string(),
                text if text.len() > 200 => format!("{} bytes", text.len()),
                text => text,
            },
            Line::Remark => "a remark".to_string(),
            Line::Blank => "blank".to_string(),
            Line::Unread => "none".to_string(),
        };
        let lost =
            losses.iter().map(|loss| format!("lost {} {}", loss.fault.code, loss.fault.name));
        codes.extend(lost);
        let found = codes.iter().map(|code| format!(", {code}")).collect::<String>();
        lines.push(format!("{cell}{BAR}{answer}{found}"));
    }
    Ok(lines)
}

/// The records of each game, one a line.
pub(crate) fn of_games(games: &[Game]) -> Vec<String> {
    let mut lines = Vec::new();
    for game in games {
        let is_played = epd::records(game, |record| {
            lines.push(written(record, Form::Modern, &mut Vec::new()));
        });
        if !is_played {
            lines.push("none".to_string());
        }
    }
    lines
}

/// `record | registers after it`, one record after the other.
pub(crate) fn registers(block: &Block) -> Lines {
    let mut registers = Registers::default();
    let mut lines = Vec::new();
    for line in &block.body {
        let (cell, text) = cell(block, line);
        let (Line::Record(record), _) = read(&text) else { return Err(format!("{cell}: none")) };
        registers.apply(&record);
        let mut state: Vec<String> = Vec::new();
        for rank in 0..RANKS {
            state.extend(registers.comment(rank).map(|text| format!("c{rank}={text}")));
        }
        for rank in 0..RANKS {
            state.extend(registers.variation(rank).map(|text| format!("v{rank}={text}")));
        }
        state.extend(registers.eco.iter().map(|code| format!("eco={code}")));
        state.extend(registers.nic.iter().map(|code| format!("nic={code}")));
        let state = if state.is_empty() { "nothing".to_string() } else { state.join(" ") };
        lines.push(format!("{cell}{BAR}{state}"));
    }
    Ok(lines)
}

/// `ce | what it means`.
pub(crate) fn evaluations(block: &Block) -> Lines {
    let answer = |line: &String| {
        let cell = line.find(BAR).map_or(line.as_str(), |bar| &line[..bar]);
        let ce = cell.parse().ok().and_then(Evaluation::new);
        let meaning = match ce.map(Evaluation::verdict) {
            None => "out of range".to_string(),
            Some(Verdict::Centipawns(centipawns)) => format!("{centipawns} centipawns"),
            Some(Verdict::Mates(plies)) => format!("mates in {plies} plies"),
            Some(Verdict::IsMated(plies)) => format!("is mated in {plies} plies"),
            Some(Verdict::Illegal) => "illegal position".to_string(),
        };
        format!("{cell}{BAR}{meaning}")
    };
    Ok(block.body.iter().map(answer).collect())
}

/// The counters that a position has by its record.
pub(crate) fn counters(block: &Block) -> Lines {
    let mut lines = Vec::new();
    for line in &block.body {
        let (cell, text) = cell(block, line);
        let (Line::Record(record), _) = read(&text) else { return Err(format!("{cell}: none")) };
        let setup = record.setup();
        let said = record.integer(Opcode::Fmvn).map_or("not said", |_| "said");
        lines.push(format!("{cell}{BAR}{} {}, {said}", setup.halfmove_clock, setup.fullmove));
    }
    Ok(lines)
}
