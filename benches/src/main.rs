//! Races against other programs: CPU time, interleaved, every answer compared.

mod answer;
mod arena;
mod big;
mod binary;
mod callgrind;
mod clock;
mod counts;
mod data;
mod explorer;
mod generate;
mod growth;
mod linear;
mod machine;
mod ours;
mod plan;
mod race;
mod record;
mod tables;
mod theirs;
mod tool;
mod toolbox;
mod varied;
mod work;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use work::{Runner, Work};

const USAGE: &str = "\
pgnkit-benches VERB ROOT CORPUS [--only WORK,…] [--rounds N] [--files FILE,…] [--megabytes N]
  races    every work against its peers; --only, --rounds and --files leave things out
  toolbox  the curator's verbs against pgn-extract and grep; as races
  counts   instructions of each work
  linear   inputs that grow; --only leaves kinds out
  growth   the curator's verbs over ten thousand to a million games; --only leaves verbs out
  big      the command over a packed file of --megabytes; --only leaves verbs out
  pgc      PGC beside text: sizes and speeds
  tables   Parquet beside W3, DuckDB beside `pgn stats`, sizes
pgnkit-benches one WORK RUNNER FILE OUT    does one work once and prints its answer
  RUNNER: pgnkit pgn-reader cozy-chess
";

pub(crate) struct Desk {
    root: PathBuf,
    corpus: PathBuf,
    /// Works whose names begin with this; all when empty.
    only: Vec<String>,
    /// Files of these names; all when empty.
    files: Vec<String>,
    /// Pairs of runs.
    n_rounds: usize,
    /// How large the file of `big` is, unpacked.
    megabytes: u64,
}

impl Desk {
    /// Where the files lie that are made for the races.
    pub(crate) fn data(&self) -> PathBuf {
        self.root.join("target/bench-data")
    }

    /// Nothing was left out, so that the result is one for the record.
    pub(crate) fn is_whole(&self) -> bool {
        self.only.is_empty() && self.files.is_empty()
    }
}

/// An odd number, so that a median is one of them.
const N_ROUNDS: usize = 5;

const MEGABYTES: u64 = 1000;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["one", work, runner, file, out] => one(work, runner, Path::new(file), Path::new(out)),
        ["generate", ref rest @ ..] => generate::generate(rest),
        ["measure", ref rest @ ..] => clock::measure(rest),
        [verb, root, corpus, ref options @ ..] => {
            desk(root, corpus, options).and_then(|desk| match verb {
                "races" => race::all(&desk),
                "toolbox" => race::toolbox(&desk),
                "counts" => counts::all(&desk),
                "linear" => linear::all(&desk),
                "growth" => growth::all(&desk),
                "pgc" => binary::all(&desk),
                "tables" => tables::all(&desk),
                "big" => big::all(&desk),
                _ => Err(USAGE.to_string()),
            })
        }
        _ => Err(USAGE.to_string()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => {
            eprintln!("{trouble}");
            ExitCode::FAILURE
        }
    }
}

fn desk(root: &str, corpus: &str, options: &[&str]) -> Result<Desk, String> {
    let names = |list: &str| list.split(',').map(str::to_string).collect();
    let mut desk = Desk {
        root: root.into(),
        corpus: corpus.into(),
        only: vec![],
        files: vec![],
        n_rounds: N_ROUNDS,
        megabytes: MEGABYTES,
    };
    for pair in options.chunks(2) {
        match pair {
            ["--only", list] => desk.only = names(list),
            ["--files", list] => desk.files = names(list),
            ["--megabytes", n] => desk.megabytes = n.parse().map_err(|_| USAGE)?,
            ["--rounds", n] => desk.n_rounds = n.parse().map_err(|_| USAGE)?,
            _ => return Err(USAGE.to_string()),
        }
    }
    Ok(desk)
}

fn one(work: &str, runner: &str, file: &Path, out: &Path) -> Result<(), String> {
    let work = Work::from_name(work).ok_or(USAGE)?;
    let runner = Runner::from_name(runner).ok_or(USAGE)?;
    let (answer, timed) = work::run(work, runner, file, out).map_err(|t| t.to_string())?;
    println!("{answer}");
    if let Some(timed) = timed {
        println!("loop {} {}", timed.ns, timed.n_operations);
    }
    Ok(())
}
