//! The races: both runners in turn, the median of the ratios, and a record of it all.
//!
//! Owns: how time is taken and told. Knows nothing of: what the works do.
//! Standard: none.
//! Start at [`all`].

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::answer::Answer;
use crate::data::{self, Data};
use crate::machine;
use crate::work::{self, Runner, Work};

/// Pairs of runs; an odd number, so that a median is one of them.
const N_ROUNDS: usize = 5;

/// Where the system's packages put it, besides the path.
const PGN_EXTRACT: [&str; 2] = ["pgn-extract", "/usr/games/pgn-extract"];

/// One row of the table.
struct Row {
    work: Work,
    data: &'static str,
    peer: Runner,
    /// MB/s: ours, and the peer's unless it is absent.
    ours: Summary,
    theirs: Option<Summary>,
    ratio: Option<Summary>,
}

/// Median, least and greatest of the rounds.
#[derive(Clone, Copy)]
struct Summary {
    median: f64,
    least: f64,
    greatest: f64,
}

impl Summary {
    fn of(mut values: Vec<f64>) -> Summary {
        values.sort_by(f64::total_cmp);
        Summary {
            median: values[values.len() / 2],
            least: values[0],
            greatest: values[values.len() - 1],
        }
    }
}

/// Makes the files, runs every race, prints the table and writes the record.
pub(crate) fn all(corpus: &Path, data: &Path, record: &Path) -> Result<(), String> {
    let files = data::make(corpus, data)?;
    let out = data.join("out.pgn");
    let mut rows = Vec::new();
    for file in &files {
        for (work, peer) in [
            (Work::Skim, Runner::PgnReader),
            (Work::Tokens, Runner::PgnReader),
            (if file.has_variations { Work::Play } else { Work::PlayMain }, Runner::PgnReader),
            (Work::Rewrite, Runner::PgnExtract),
        ] {
            eprintln!("{} {} against {}", work.name(), file.name, peer.name());
            rows.push(race(work, file, peer, &out)?);
        }
    }
    let _ = fs::remove_file(&out);
    let text = report(&files, &rows);
    println!("{text}");
    let name = format!("{}-{}.md", slug(&machine::processor()), machine::today());
    fs::create_dir_all(record)
        .and_then(|()| fs::write(record.join(name), text))
        .map_err(|trouble| format!("{}: {trouble}", record.display()))
}

/// One race: a run of each to warm up and to compare the answers, then the rounds.
fn race(work: Work, file: &Data, peer: Runner, out: &Path) -> Result<Row, String> {
    let (_, answer) = run(work, Runner::Pgnkit, file, out)?;
    let our_text = played(work, out)?;
    let is_there = match run(work, peer, file, out) {
        Ok((_, other)) if peer != Runner::PgnExtract && other != answer => {
            return Err(format!(
                "{} {}: the answers differ\n{}: {answer}\n{}: {other}",
                work.name(),
                file.name,
                Runner::Pgnkit.name(),
                peer.name()
            ));
        }
        Ok(_) => true,
        Err(_) if peer == Runner::PgnExtract && pgn_extract().is_none() => false,
        Err(trouble) => return Err(trouble),
    };
    if is_there && our_text != played(work, out)? {
        return Err(format!("{} {}: the games written differ", work.name(), file.name));
    }
    let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    let speed = |ms: f64| file.bytes as f64 / 1000.0 / ms;
    for _ in 0..N_ROUNDS {
        let (our_ms, _) = run(work, Runner::Pgnkit, file, out)?;
        ours.push(speed(our_ms));
        if is_there {
            let (their_ms, _) = run(work, peer, file, out)?;
            theirs.push(speed(their_ms));
            ratios.push(their_ms / our_ms);
        }
    }
    Ok(Row {
        work,
        data: file.name,
        peer,
        ours: Summary::of(ours),
        theirs: is_there.then(|| Summary::of(theirs)),
        ratio: is_there.then(|| Summary::of(ratios)),
    })
}

/// What the games say that a rewriting left in `out`; nothing for other works.
fn played(work: Work, out: &Path) -> Result<Option<Answer>, String> {
    if work != Work::Rewrite {
        return Ok(None);
    }
    let answer = work::run(Work::Play, Runner::Pgnkit, out, out);
    answer.map(Some).map_err(|trouble| trouble.to_string())
}

/// A run in a process of its own: its CPU time in milliseconds, and its answer.
fn run(work: Work, runner: Runner, file: &Data, out: &Path) -> Result<(f64, String), String> {
    let mut command = match runner {
        Runner::Pgnkit | Runner::PgnReader => {
            let this = std::env::current_exe().map_err(|trouble| trouble.to_string())?;
            let mut command = Command::new(this);
            command.args(["one", work.name(), runner.name()]).arg(&file.path).arg(out);
            command
        }
        Runner::PgnExtract => {
            let mut command = Command::new(pgn_extract().ok_or("pgn-extract is not installed")?);
            command.args(["-s", "--quiet"]).arg(&file.path).arg("-o").arg(out);
            command
        }
    };
    let before = machine::children_ms()?;
    let output = command.output().map_err(|trouble| trouble.to_string())?;
    let elapsed_ms = machine::children_ms()? - before;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok((elapsed_ms, String::from_utf8_lossy(&output.stdout).trim().to_string()))
}

fn pgn_extract() -> Option<&'static str> {
    PGN_EXTRACT.into_iter().find(|program| machine::output(program, &["--version"]).is_some())
}

fn report(files: &[Data], rows: &[Row]) -> String {
    let mut text = format!(
        "# Races of {}\n\n{}, {}, one thread.\nPeers: pgn-reader 0.29 with shakmaty 0.30; {}.\n",
        machine::today(),
        machine::processor(),
        machine::compiler(),
        pgn_extract()
            .and_then(|program| machine::output(program, &["--version"]))
            .unwrap_or_else(|| "pgn-extract is not installed".to_string())
    );
    let _ = writeln!(
        text,
        "CPU time of whole processes, {N_ROUNDS} interleaved pairs; median, least and greatest.\n"
    );
    for file in files {
        let _ = writeln!(
            text,
            "- {}: {} MB; {} of {} games of the corpus left out: faulty, or the readers differ",
            file.name,
            file.bytes / 1_000_000,
            file.n_left_out,
            file.n_games
        );
    }
    text.push_str("\n| work | file | pgnkit MB/s | peer | peer MB/s | times as fast |\n");
    text.push_str("|---|---|---|---|---|---|\n");
    for row in rows {
        let or_absent = |summary: Option<Summary>, digits: usize| match summary {
            Some(s) => {
                format!("{:.digits$} ({:.digits$}–{:.digits$})", s.median, s.least, s.greatest)
            }
            None => "not installed".to_string(),
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} |",
            row.work.name(),
            row.data,
            or_absent(Some(row.ours), 0),
            row.peer.name(),
            or_absent(row.theirs, 0),
            or_absent(row.ratio, 2)
        );
    }
    text
}

/// A name of a file from the model of a processor.
fn slug(model: &str) -> String {
    let words: Vec<String> = model
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty() && *word != "R" && *word != "TM")
        .map(str::to_ascii_lowercase)
        .collect();
    words.join("-")
}
