//! Races against other programs: CPU time, interleaved, every answer compared.
//!
//! Owns: the two verbs. Knows nothing of: what is measured.
//! Standard: none.
//! Start at [`main`]; `cargo xtask bench` calls it.

mod answer;
mod data;
mod machine;
mod ours;
mod race;
mod theirs;
mod work;

use std::path::Path;
use std::process::ExitCode;

use work::{Runner, Work};

const USAGE: &str = "\
pgnkit-benches race CORPUS DATA RECORD   makes the files in DATA, runs every race, writes a record
pgnkit-benches one WORK RUNNER FILE OUT  runs one work once and prints its answer
  WORK: skim tokens play play-main rewrite   RUNNER: pgnkit pgn-reader
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["race", corpus, data, record] => {
            race::all(Path::new(corpus), Path::new(data), Path::new(record))
        }
        ["one", work, runner, file, out] => one(work, runner, Path::new(file), Path::new(out)),
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

fn one(work: &str, runner: &str, file: &Path, out: &Path) -> Result<(), String> {
    let work = Work::from_name(work).ok_or(USAGE)?;
    let runner = Runner::from_name(runner).ok_or(USAGE)?;
    let answer = work::run(work, runner, file, out).map_err(|trouble| trouble.to_string())?;
    println!("{answer}");
    Ok(())
}
