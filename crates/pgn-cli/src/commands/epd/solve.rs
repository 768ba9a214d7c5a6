//! `pgn epd solve`: how many positions of a test suite an engine solves.
//!
//! Standard: §16.2.5. Decisions: D-50.

use clap::Args;

use super::search::search;
use super::{Example, load};
use crate::args::{Read, Write};
use crate::engine::EngineArgs;
use crate::exit::Exit;
use crate::output::Output;
use crate::terminal::Console;
use pgn_db::error::Error;
use pgn_engine::{EngineScore, Scores, SearchAnswer, SearchInfo, SearchResult};
use pgn_formats::epd::{Opcode, Record};
use pgnkit::chess::notation::{san, uci};
use pgnkit::chess::{Move, Position, Variant};

pub(in crate::commands) const EXAMPLES: &[Example] = &[
    ("pgn epd solve --engine stockfish suite.epd", "One second per position"),
    (
        "pgn epd solve --engine stockfish --option Threads=4 --time 10 suite.epd",
        "Ten seconds each, with four threads",
    ),
    (
        "pgn epd solve --engine ./mine --nodes 100000 -j 4 suite.epd",
        "Four engines in parallel, with the same amount of work for each position",
    ),
];

/// Solve a test suite with an engine
///
/// A position is solved if the engine plays one of the moves of bm, if there are any, and none of
/// the moves of am. With dm alone, the score decides: mate in that many moves or fewer. Records
/// without any of these are skipped.
///
/// The table has one line per position: whether it is solved; the move played; the expected moves;
/// depth, time and positions searched when the engine settled on its move; and the final depth,
/// score, positions and time. The totals are below the table.
///
/// `-j N` runs N engines in parallel; the default is one.
///
/// If an engine hangs, exits or returns an illegal move, pgn reports this and continues; the exit
/// status is then 2, and otherwise 0.
#[derive(Args, Debug)]
#[command(mut_args(|arg| if arg.get_id() == "engine" { arg.required(true) } else { arg }))]
#[command(mut_arg("jobs", |arg| arg.help("Number of engines to run in parallel [default: 1]")))]
pub(in crate::commands) struct Solve {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    write: Write,

    #[command(flatten)]
    engine: EngineArgs,
}

/// A position to be solved.
struct SolveTask {
    id: String,
    position: Position,
    best: Vec<Move>,
    avoid: Vec<Move>,
    mate: Option<i64>,
}

/// The result of a task.
struct TaskOutcome {
    is_solved: bool,
    row: Vec<String>,
    nodes: u64,
    time_ms: u64,
    /// Time until the engine kept to the solution.
    kept_ms: Option<u64>,
}

impl Solve {
    pub(super) fn run(
        self,
        variant: Option<Variant>,
        console: &mut Console,
    ) -> Result<Exit, Error> {
        let inputs = self.read.position_inputs();
        let mut output = Output::open(self.write.output.as_deref(), &inputs)?;
        let loaded = load::load(inputs, &self.read, variant, console)?;
        let record_count = loaded.records().count();
        let records = loaded.records().enumerate();
        let tasks: Vec<SolveTask> =
            records.filter_map(|(n, record)| SolveTask::of(n + 1, record)).collect();
        let positions = tasks.iter().map(|task| task.position).collect();
        let mut results: Vec<Option<TaskOutcome>> = tasks.iter().map(|_| None).collect();
        let engine_count = self.read.engine_count();
        let name = |idx: usize| tasks[idx].id.clone();
        let take = |idx: usize, searched: SearchResult| {
            results[idx] = searched.ok().map(|answer| tasks[idx].grade(&answer));
        };
        let engines = (&self.engine, engine_count, Scores::Optional);
        let failed_count = search(engines, positions, console, &output, name, take)?;
        console.end_progress();
        let text = report(&tasks, &results, record_count - tasks.len(), failed_count);
        output.put(text)?;
        output.commit(console)?;
        Ok(if failed_count > 0 { Exit::Failed } else { loaded.exit })
    }
}

impl SolveTask {
    /// The task of a record, if it has one.
    fn of(number: usize, record: &Record) -> Option<SolveTask> {
        let position = *record.position()?;
        let (best, avoid) = (record.moves(Opcode::Bm), record.moves(Opcode::Am));
        let mate = record.integer(Opcode::Dm);
        if best.is_empty() && avoid.is_empty() && mate.is_none() || !position.has_legal_move() {
            return None;
        }
        let id = record.text(Opcode::Id).map_or_else(|| number.to_string(), str::to_owned);
        Some(SolveTask { id, position, best: best.to_vec(), avoid: avoid.to_vec(), mate })
    }

    /// Whether a move is correct or, without moves, the score.
    fn accepts(&self, mv: Option<Move>, info: &SearchInfo) -> bool {
        if self.best.is_empty() && self.avoid.is_empty() {
            let Some(EngineScore::Mate(moves @ 1..)) = info.score else { return false };
            return self.mate.is_some_and(|most| i64::from(moves) <= most);
        }
        let Some(mv) = mv else { return false };
        (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv)
    }

    fn wanted(&self) -> String {
        let moves = |moves: &[Move]| {
            let moves = moves.iter().map(|mv| san::to_text(&self.position, *mv).to_string());
            moves.collect::<Vec<_>>().join(" ")
        };
        let parts = [
            (!self.best.is_empty()).then(|| moves(&self.best)),
            (!self.avoid.is_empty()).then(|| format!("not {}", moves(&self.avoid))),
            self.mate.map(|mate| format!("mate in {mate}")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    fn grade(&self, answer: &SearchAnswer) -> TaskOutcome {
        let mv = |text: &str| uci::parse(&self.position, text.as_bytes()).ok();
        let played = answer.best.as_deref().and_then(mv);
        let is_solved = self.accepts(played, &answer.info);
        // From the last change on, the engine has kept to its move.
        let same = |first: &str| mv(first).is_some() && mv(first) == played;
        let kept = answer.changes.last().filter(|(first, _)| same(first)).map(|(_, info)| info);
        let kept = kept.filter(|_| is_solved);
        let number = |number: Option<u64>| number.map_or("-".to_owned(), |n| n.to_string());
        let seconds =
            |ms: Option<u64>| ms.map_or("-".to_owned(), |ms| format!("{:.2}", ms as f64 / 1e3));
        let (nodes, time_ms) = (answer.info.nodes, answer.info.time_ms);
        let row = vec![
            self.id.clone(),
            if is_solved { "yes" } else { "no" }.to_owned(),
            played.map_or("-".to_owned(), |mv| san::to_text(&self.position, mv).to_string()),
            self.wanted(),
            number(kept.and_then(|info| info.depth).map(u64::from)),
            seconds(kept.and_then(|info| info.time_ms)),
            number(kept.and_then(|info| info.nodes)),
            number(answer.info.depth.map(u64::from)),
            score(answer.info.score),
            number(nodes),
            seconds(time_ms),
        ];
        TaskOutcome {
            is_solved,
            row,
            nodes: nodes.unwrap_or(0),
            time_ms: time_ms.unwrap_or(0),
            kept_ms: kept.and_then(|info| info.time_ms),
        }
    }
}

/// `+0.35`, `#5`, `#-3`
fn score(score: Option<EngineScore>) -> String {
    match score {
        None => "-".to_owned(),
        Some(EngineScore::Mate(moves)) => format!("#{moves}"),
        Some(EngineScore::Centipawns(centipawns)) => format!("{:+.2}", f64::from(centipawns) / 1e2),
    }
}

const HEAD: [&str; 11] = [
    "position",
    "solved",
    "move",
    "wanted",
    "from depth",
    "from s",
    "from nodes",
    "depth",
    "score",
    "nodes",
    "s",
];

/// The table, and the counts below it.
fn report(
    tasks: &[SolveTask],
    results: &[Option<TaskOutcome>],
    passed_over_count: usize,
    failed_count: u64,
) -> String {
    let mut rows: Vec<Vec<String>> = vec![HEAD.map(str::to_owned).to_vec()];
    for (task, result) in tasks.iter().zip(results) {
        rows.push(match result {
            Some(result) => result.row.clone(),
            None => {
                let mut row = vec![task.id.clone(), "failed".to_owned(), "-".to_owned()];
                row.push(task.wanted());
                row.resize(HEAD.len(), "-".to_owned());
                row
            }
        });
    }
    let mut text = table(&rows);
    let done = results.iter().flatten();
    let solved = done.clone().filter(|result| result.is_solved);
    let (solved_count, task_count) = (solved.clone().count(), tasks.len());
    let percent =
        if task_count == 0 { 0.0 } else { 100.0 * solved_count as f64 / task_count as f64 };
    text.push_str(&format!("\nsolved {solved_count} of {task_count} ({percent:.1} %)\n"));
    let kept: Vec<u64> = solved.filter_map(|result| result.kept_ms).collect();
    if !kept.is_empty() {
        let mean = kept.iter().sum::<u64>() as f64 / kept.len() as f64 / 1e3;
        text.push_str(&format!("found after {mean:.2} s on average\n"));
    }
    let (nodes, time_ms) = done.fold((0u64, 0u64), |(nodes, time), result| {
        (nodes.saturating_add(result.nodes), time.saturating_add(result.time_ms))
    });
    text.push_str(&format!("searched {nodes} nodes in {:.2} s\n", time_ms as f64 / 1e3));
    if failed_count > 0 {
        text.push_str(&format!("failed {failed_count}\n"));
    }
    if passed_over_count > 0 {
        text.push_str(&format!("skipped {passed_over_count} without a task\n"));
    }
    text
}

/// Columns as wide as their widest cell; words to the left, numbers to the right.
fn table(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..HEAD.len()).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            if column < 4 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}
