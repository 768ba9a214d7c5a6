//! Records of EPD: our reading against that of python-chess.
//!
//! ```text
//! reference epd CORPUS PYTHON
//! ```
//!
//! A line counts where both read it: then fields and operands must be the same. A line that the
//! reference refuses is counted, with its reason; so is each difference that
//! `docs/reference-programs.md` explains.
//!
//! Standard: §16.2. Decisions: D-45, D-48, D-60.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use pgn_formats::epd::{Grammar, Line, Opcode, Operation, ReadOptions, Record, Value, parse};
use pgnkit::chess::fen::{self, EpPolicy, Style};
use pgnkit::chess::notation::uci;
use pgnkit::chess::{Position, Variant};
use serde::Deserialize;

/// The reference's reading of a line.
#[derive(Debug, Deserialize)]
struct Answer {
    line: u64,
    text: String,
    error: Option<String>,
    fields: Option<String>,
    #[serde(default)]
    operands: BTreeMap<String, String>,
}

/// How the comparison went.
#[derive(Debug, Default)]
struct Count {
    n_lines: u64,
    n_same: u64,
    /// By reason: the lines that the reference refuses, and those that it reads differently.
    explained: BTreeMap<&'static str, u64>,
    unexplained: Vec<String>,
}

pub(super) fn run(corpus: &Path, python: &str) -> Result<ExitCode, String> {
    let folder = corpus.join("h_epd");
    let mut count = Count::default();
    let mut n_files = 0;
    let manifest = fs::read_to_string(corpus.join("MANIFEST.tsv"))
        .map_err(|error| format!("{}: {error}", corpus.display()))?;
    for line in manifest.lines().filter(|line| line.starts_with("h_epd/")) {
        let path = corpus.join(line.split('\t').next().unwrap_or_default());
        compare(&path, python, &mut count)?;
        n_files += 1;
    }
    println!("{}: {n_files} files, {} records", folder.display(), count.n_lines);
    println!("{:>8}  the same", count.n_same);
    for (reason, n) in &count.explained {
        println!("{n:>8}  {reason}");
    }
    println!("{:>8}  not explained", count.unexplained.len());
    count.unexplained.iter().for_each(|one| println!("{one}"));
    let is_clean = count.unexplained.is_empty() && count.n_same > 0;
    Ok(if is_clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The rules that a file is for, by its name.
fn variant_of(path: &str) -> Variant {
    const NAMES: [(&str, Variant); 8] = [
        ("fischer", Variant::Chess960),
        ("3check", Variant::ThreeCheck),
        ("atomic", Variant::Atomic),
        ("crazyhouse", Variant::Crazyhouse),
        ("giveaway", Variant::Antichess),
        ("suicide", Variant::Antichess),
        ("horde", Variant::Horde),
        ("racingkings", Variant::RacingKings),
    ];
    let known = NAMES.into_iter().find(|(name, _)| path.contains(name));
    known.map_or(Variant::Standard, |(_, variant)| variant)
}

fn compare(path: &Path, python: &str, count: &mut Count) -> Result<(), String> {
    let name = path.to_string_lossy();
    let variant = variant_of(&name);
    let script = xtask::repository::root().join("xtask/reference/epd.py");
    let ran = Command::new(python)
        .arg(script)
        .arg(variant.name().to_lowercase().replace([' ', '-'], ""))
        .arg(path)
        .output()
        .map_err(|error| format!("{python}: {error}"))?;
    if !ran.status.success() {
        return Err(format!("{name}: {}", String::from_utf8_lossy(&ran.stderr)));
    }
    let options = ReadOptions::default().with_variant(Some(variant));
    for line in String::from_utf8_lossy(&ran.stdout).lines() {
        let answer: Answer = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let place = format!("{name}:{}", answer.line);
        match parse(answer.text.as_bytes(), &options, &mut Vec::new()) {
            Line::Record(record) => compare_record(&record, answer, &place, count),
            other => count.unexplained.push(format!("{place}: {other:?}")),
        }
    }
    Ok(())
}

/// Compares one record.
fn compare_record(record: &Record, answer: Answer, place: &str, count: &mut Count) {
    count.n_lines += 1;
    let mut explain = |reason| *count.explained.entry(reason).or_default() += 1;
    if let Some(error) = answer.error {
        return match refusal(&error) {
            Some(reason) => explain(reason),
            None => count.unexplained.push(format!("{place}: the reference refuses: {error}")),
        };
    }
    let (fields, mut ours) = (fields_of(record), operands_of(record));
    let theirs = answer.operands;
    // The script takes the counters of a FEN out.
    ours.retain(|name, _| !matches!(&**name, "fmvn" | "hmvc") || theirs.contains_key(name));
    if Some(&fields) != answer.fields.as_ref() {
        let theirs = answer.fields.unwrap_or_default();
        let setup = record.setup();
        if setup.variant == Variant::Antichess && nobody_castles(&theirs) == fields {
            return explain("castling rights in Antichess, where nobody castles");
        }
        count.unexplained.push(format!("{place}: fields {fields}, {theirs}"));
        return;
    }
    for name in ours.keys().chain(theirs.keys()) {
        let (one, other) = (ours.get(name), theirs.get(name));
        if one == other {
            continue;
        }
        match difference(name, one, other) {
            Some(reason) => return explain(reason),
            None => {
                count.unexplained.push(format!("{place}: {name}: ours {one:?}, theirs {other:?}"));
                return;
            }
        }
    }
    count.n_same += 1;
}

/// The same fields without castling rights.
fn nobody_castles(fields: &str) -> String {
    let fields = fields.split(' ').enumerate();
    fields.map(|(n, field)| if n == 2 { "-" } else { field }).collect::<Vec<_>>().join(" ")
}

/// Why the reference refuses a line that is read here.
fn refusal(error: &str) -> Option<&'static str> {
    const REASONS: [(&str, &str); 8] = [
        ("to start with a letter", "refused: checks of Three-check, or a sign, for an opcode"),
        ("multi-leg", "refused: a word that is no move"),
        ("invalid en passant", "refused: a counter glued to the en passant square"),
        ("invalid numeric", "refused: a number that is none"),
        ("invalid san", "refused: a word that is no move"),
        ("illegal san", "refused: a move that cannot be played"),
        ("ambiguous san", "refused: a move that can be two"),
        ("invalid literal", "refused: a number that is none"),
    ];
    let known = REASONS.into_iter().find(|(part, _)| error.contains(part));
    known.map(|(_, reason)| reason)
}

/// Why an operand is read otherwise.
fn difference(name: &str, ours: Option<&String>, theirs: Option<&String>) -> Option<&'static str> {
    let (ours, theirs) = (ours?, theirs?);
    let text = ours.strip_prefix('s');
    let grammar = Opcode::from_mnemonic(name).map(Opcode::grammar)?;
    match (grammar, text) {
        (Grammar::Text | Grammar::Register, Some(text)) if theirs[1..] == *text => {
            Some("a number where the opcode takes a string")
        }
        (Grammar::Text | Grammar::Register, Some(text))
            if theirs[1..] == text[..text.len() - 1] =>
        {
            Some("a string that is not closed: the reference cuts its semicolon off")
        }
        (Grammar::MoveSet, None) if theirs.starts_with('i') => {
            Some("a number where the opcode takes moves")
        }
        _ => None,
    }
}

fn fields_of(record: &Record) -> String {
    let Some(position) = record.position() else { return "impossible".to_owned() };
    let style = Style::default().with_ep(EpPolicy::Standard);
    fen::fields_to_text(position, style).to_string()
}

/// Operands as the reference's script writes them.
fn operands_of(record: &Record) -> BTreeMap<String, String> {
    let value = |operation: &Operation| match operation.value() {
        Value::Nothing if operation.opcode().is_some_and(is_list) => "m".to_owned(),
        Value::Nothing => "n".to_owned(),
        Value::Integer(number) => format!("i{number}"),
        Value::Text(text) => format!("s{text}"),
        Value::Moves(moves) => {
            let rest = moves.rest.iter().map(|text| format!(" ?{text}")).collect::<String>();
            match record.position() {
                Some(position) => format!("m{}{rest}", line(position, operation, &moves.played)),
                None => format!("m{rest}"),
            }
        }
        Value::Operands(operands) => match &operands[..] {
            [one] if !one.is_string() && one.text().parse::<i64>().is_ok() => {
                format!("i{}", one.text())
            }
            operands => {
                let texts: Vec<&str> = operands.iter().map(|operand| operand.text()).collect();
                format!("s{}", texts.join(" "))
            }
        },
    };
    let operations = record.operations().iter();
    operations.map(|operation| (operation.mnemonic().to_owned(), value(operation))).collect()
}

fn is_list(opcode: Opcode) -> bool {
    matches!(opcode.grammar(), Grammar::MoveSet | Grammar::Line)
}

/// Moves in coordinates: a line in the order of play, a set sorted.
fn line(position: &Position, operation: &Operation, moves: &[pgnkit::chess::Move]) -> String {
    let is_line = operation.opcode().is_some_and(|opcode| opcode.grammar() == Grammar::Line);
    let mut position = *position;
    let mut texts = Vec::new();
    for mv in moves {
        texts.push(uci::to_text(&position, *mv).to_string());
        if is_line {
            position.play_unchecked(*mv);
        }
    }
    if !is_line {
        texts.sort();
    }
    texts.join(" ")
}
