//! `pgn epd analyze`: writes an engine's evaluations of positions.
//!
//! Standard: §16.2.5. Decisions: D-50.

use clap::{Args, ValueEnum};

use super::search::search;
use super::{Example, load};
use crate::args::{Read, Write};
use crate::engine::EngineArgs;
use crate::exit::Exit;
use crate::output::Output;
use crate::terminal::Console;
use pgn_db::error::Error;
use pgn_engine::{EngineScore, Scores, SearchAnswer, SearchResult};
use pgn_formats::epd::{self, Evaluation, Form, Opcode, Record};
use pgnkit::chess::Variant;

pub(in crate::commands) const EXAMPLES: &[Example] = &[
    (
        "pgn epd analyze --engine stockfish book.epd -o scored.epd",
        "Evaluate every position, one second each",
    ),
    (
        "pgn epd analyze --engine stockfish --depth 20 -j 4 book.epd",
        "Twenty plies each, four positions at a time",
    ),
];

/// Evaluate positions with an engine
///
/// Each record gets ce, the evaluation for the side to move, with mates counted as in the standard;
/// pv, the expected line; pm, its first move; acd, acn and acs, the plies, positions and seconds
/// searched. acd is not in the standard of 1994, and `--opcodes 1994` leaves it out. Other
/// operations stay. A position without legal moves is not searched: a stalemate gets 0, and a mate
/// gets no ce.
///
/// pgn writes the records in input order and canonical form, with remarks and unreadable text
/// unchanged. `pgn epd backsolve` computes the scores of whole lines from such scores.
///
/// `-j N` runs N engines in parallel; the default is one.
///
/// If an engine hangs, exits, or returns no score or an illegal move, pgn reports this and
/// continues; the position stays unchanged, and the exit status is 2.
#[derive(Args, Debug)]
#[command(mut_args(|arg| if arg.get_id() == "engine" { arg.required(true) } else { arg }))]
#[command(mut_arg("jobs", |arg| arg.help("Number of engines to run in parallel [default: 1]")))]
pub(in crate::commands) struct Analyze {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    write: Write,

    #[command(flatten)]
    engine: EngineArgs,

    /// Which opcodes to write
    #[arg(long, value_name = "LIST", value_enum, default_value_t)]
    #[arg(help_heading = "Output")]
    opcodes: Opcodes,
}

/// Which opcodes an answer is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Opcodes {
    /// All that programs know
    #[default]
    All,
    /// Those of the standard of 1994, without acd
    #[value(name = "1994")]
    Standard,
}

impl Analyze {
    pub(super) fn run(
        self,
        variant: Option<Variant>,
        console: &mut Console,
    ) -> Result<Exit, Error> {
        let inputs = self.read.position_inputs();
        let mut output = Output::open(self.write.output.as_deref(), &inputs)?;
        let loaded = load::load(inputs, &self.read, variant, console)?;
        let (mut records, mut positions) = (Vec::new(), Vec::new());
        for (n, record) in loaded.records().enumerate() {
            if let Some(position) = record.position().filter(|position| position.has_legal_move()) {
                records.push(n);
                positions.push(*position);
            }
        }
        let mut answers: Vec<Option<SearchAnswer>> = loaded.records().map(|_| None).collect();
        let engine_count = self.read.engine_count();
        let name = |idx: usize| format!("record {}", records[idx] + 1);
        let take = |idx: usize, searched: SearchResult| answers[records[idx]] = searched.ok();
        let engines = (&self.engine, engine_count, Scores::Required);
        let failed_count = search(engines, positions, console, &output, name, take)?;
        console.end_progress();
        let mut answers = answers.into_iter();
        for line in loaded.lines {
            let mut text = match line {
                load::Loaded::Record(mut record) => {
                    write(&mut record, answers.next().flatten(), self.opcodes);
                    let mut text = Vec::new();
                    epd::append(&record, Form::Modern, &mut text, &mut Vec::new());
                    text
                }
                load::Loaded::Unread(line) | load::Loaded::Other(line) => line,
            };
            text.push(b'\n');
            output.put(&text)?;
        }
        output.commit(console)?;
        Ok(if failed_count > 0 { Exit::Failed } else { loaded.exit })
    }
}

/// Writes an answer into its record; without one, the score that follows from the board.
fn write(record: &mut Record, answer: Option<SearchAnswer>, opcodes: Opcodes) {
    let Some(position) = record.position().copied() else { return };
    if position.is_checkmate() {
        record.remove(Opcode::Ce.mnemonic());
    }
    // Certain draws score 0, whatever the engine returns (§16.2.5.6).
    let is_draw = position.is_stalemate() || position.is_insufficient_material();
    if is_draw {
        record.set_integer(Opcode::Ce, Evaluation::DRAW.ce());
    }
    if is_draw || position.is_checkmate() {
        record.remove(Opcode::Dm.mnemonic());
    }
    let Some(answer) = answer else { return };
    let evaluation = match answer.info.score {
        Some(EngineScore::Centipawns(centipawns)) => Some(Evaluation::centipawns(centipawns).ce()),
        Some(EngineScore::Mate(moves @ 1..)) => Evaluation::mate_in(moves.into()).map(i64::from),
        Some(EngineScore::Mate(moves)) => Evaluation::mated_in(-i64::from(moves)).map(i64::from),
        None => None,
    };
    if let Some(evaluation) = evaluation.filter(|_| !is_draw) {
        record.set_integer(Opcode::Ce, evaluation);
    }
    let line = answer.line(&position);
    if let Some(best) = line.first().filter(|_| answer.best.is_some()) {
        record.set_moves(Opcode::Pm, &[*best]);
        record.set_moves(Opcode::Pv, &line);
    }
    let counts = [
        (Opcode::Acd, answer.info.depth.map(u64::from)),
        (Opcode::Acn, answer.info.nodes),
        (Opcode::Acs, answer.info.time_ms.map(|ms| (ms + 500) / 1000)),
    ];
    for (opcode, count) in counts {
        if let Some(count) = count.and_then(|count| i64::try_from(count).ok()) {
            record.set_integer(opcode, count);
        }
    }
    if opcodes == Opcodes::Standard {
        record.remove(Opcode::Acd.mnemonic());
    }
}
