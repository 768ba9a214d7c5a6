//! The races against other programs: builds the command and their workspace, and starts it.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use xtask::repository;

use crate::duckdb;

const USAGE: &str = "\
cargo xtask bench [VERB] [--corpus FOLDER] [OPTION VALUE]…

  races    the default: every work against its peers, and the memory held
  toolbox  the curator's verbs against pgn-extract and grep
  counts   instructions of each work and where they go, beside those of the last record
  linear   time and memory over inputs of growing size and of one huge thing
  growth   the curator's verbs over ten thousand to a million games
  big      the command over a gigabyte of packed server games, beside zstd -dc
  pgc      PGC beside text: sizes and speeds
  tables   Parquet beside W3, DuckDB beside `pgn stats`, sizes
  python   the wheel beside python-chess (builds it in target/python, as .ci/python does)

  --corpus FOLDER   with folders a_otb, b_online, c_annotated [default: ../shared/corpus]
  --only W3,check   these works alone; nothing is recorded then
  --files masters   these files alone; nothing is recorded then
  --rounds N        pairs of runs [default: 5]
  --megabytes N     the size of the file of big, unpacked [default: 1000]
";

/// The games that the wheel is raced over.
const PYTHON_GAMES: &str = "a_otb/niklasf__shakmaty/twic1599_1000k.pgn";

/// Those of a server, which `scan` reads beside `pgn check`.
const PYTHON_SERVER_GAMES: &str = "b_online/niklasf__shakmaty/lichess_db_1000k.pgn";

/// Builds what is needed, and hands the words on to `benches/`.
pub(crate) fn run(words: &[&str]) -> Result<ExitCode, String> {
    let root = repository::root();
    let (verb, mut options) = match words {
        [
            verb @ ("races" | "toolbox" | "counts" | "linear" | "growth" | "big" | "pgc" | "tables"
            | "python"),
            options @ ..,
        ] => (*verb, options),
        ["help" | "--help" | "-h", ..] => {
            print!("{USAGE}");
            return Ok(ExitCode::SUCCESS);
        }
        options => ("races", options),
    };
    let mut corpus = root.join("../shared/corpus");
    let mut rest = Vec::new();
    while let [option, value, behind @ ..] = options {
        match *option {
            "--corpus" => corpus = PathBuf::from(value),
            "--only" | "--files" | "--rounds" | "--megabytes" => rest.extend([*option, *value]),
            _ => return Err(USAGE.to_string()),
        }
        options = behind;
    }
    if !options.is_empty() {
        return Err(USAGE.to_string());
    }
    if !corpus.is_dir() {
        return Err(format!("{}: no corpus there; name one: --corpus FOLDER", corpus.display()));
    }
    let corpus = corpus.canonicalize().map_err(|error| error.to_string())?;
    if needs_command(verb, &rest) {
        let words =
            ["build", "--release", "--locked", "--bin", "pgn", "--features", "pgn-cli/parquet"];
        cargo(&root, &words)?;
    }
    if verb == "tables" {
        duckdb::build(&["--release"])?;
    }
    if verb == "python" {
        return python(&root, &corpus);
    }
    let benches = root.join("benches");
    cargo(&benches, &["build", "--release", "--locked"])?;
    let status = Command::new(benches.join("target/release/pgnkit-benches"))
        .arg(verb)
        .args([&root, &corpus])
        .args(rest)
        .status()
        .map_err(|error| format!("pgnkit-benches: {error}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whether the command itself is measured; it takes minutes to build.
fn needs_command(verb: &str, options: &[&str]) -> bool {
    let only = options.iter().position(|option| *option == "--only");
    let works = only.and_then(|at| options.get(at + 1));
    match (verb, works) {
        ("counts" | "pgc", _) => false,
        ("races", Some(works)) => {
            works.split(',').any(|work| matches!(work, "check" | "W6" | "W7" | "zip" | "memory"))
        }
        _ => true,
    }
}

/// The release wheel, in the environment of `.ci/python`, beside python-chess.
fn python(root: &Path, corpus: &Path) -> Result<ExitCode, String> {
    let environment = root.join("target/python");
    let programs = environment.join("bin");
    if !programs.join("python").exists() {
        start(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    }
    let packages = ["install", "--quiet", "maturin>=1.16,<2", "chess"];
    start(Command::new(programs.join("pip")).args(packages))?;
    let crate_folder = root.join("crates/pgn-py");
    start(
        Command::new(programs.join("maturin"))
            .args(["develop", "--quiet", "--profile", "wheel"])
            .env("VIRTUAL_ENV", &environment)
            .current_dir(&crate_folder),
    )?;
    let games = corpus.join(PYTHON_GAMES);
    let race = crate_folder.join("bench/race.py");
    let command = root.join("target/release/pgn");
    let server = corpus.join(PYTHON_SERVER_GAMES);
    start(Command::new(programs.join("python")).arg(race).args([games, command, server]))?;
    Ok(ExitCode::SUCCESS)
}

fn start(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name}: {status}")),
        Err(error) => Err(format!("{name}: {error}")),
    }
}

/// Each workspace has its own target folder, whatever the environment variables set.
fn cargo(folder: &Path, words: &[&str]) -> Result<(), String> {
    let status = Command::new(env!("CARGO"))
        .args(words)
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .status()
        .map_err(|error| format!("{}: {error}", env!("CARGO")))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("cargo {}: {status}", words.join(" "))),
    }
}

#[cfg(test)]
mod tests {
    use super::needs_command;

    #[test]
    fn the_command_is_built_where_it_is_measured() {
        assert!(needs_command("races", &[]));
        assert!(needs_command("races", &["--rounds", "3", "--only", "W3,check"]));
        assert!(needs_command("toolbox", &["--only", "T1"]));
        assert!(!needs_command("races", &["--only", "W3,W3v"]));
        assert!(!needs_command("counts", &[]));
        assert!(!needs_command("pgc", &[]));
        assert!(needs_command("linear", &["--only", "moves"]));
    }
}
