//! The repository's own chores, as one small program: `cargo xtask VERB`.

mod bench;
mod code;
mod mutants;
mod test;
mod tidy;

use std::process::{Command, ExitCode};

use xtask::duckdb;
use xtask::repository::{self, Repository};

use crate::test::Way;

const USAGE: &str = "\
cargo xtask VERB

  tidy      check the repository's own rules (STYLE.md); exit status 1 when one is broken
  gen       write the generated files
  corpus    write corpus/generated alone
  openings  rebuild the table of openings, if its source lists are there
  conformance  print each statement of the standard with where it is built and shown
  bench     race against other programs, count instructions, and more: `bench help`
  test      run all tests; the last lines name what was skipped. `test portable` runs them
            without vector instructions, `test sanitized` under AddressSanitizer (nightly),
            `test miri` those of modules with `unsafe` under Miri (nightly, with miri and rust-src)
  duckdb    build the DuckDB extension and print its path; `duckdb --release` the one to hand out
  dist      build the files of a release into target/artifacts: `dist help`
  ci        run everything that .ci/run runs; `ci quick` the part that takes ten minutes
  reference compare our reading with that of other programs (xtask/reference/README.md)
  page      make the viewer of web pages: crates/pgn-cli/viewer. `page check` compares it with
            what is committed; `page script` and `page module` make one part of it,
            `page picture` the picture on the front page, and `page screens FOLDER` pictures of
            everything that people see, with Chromium
  mutants   change modules and list the changes that no test detects (docs/mutants.md)
";

fn main() -> ExitCode {
    let verbs: Vec<String> = std::env::args().skip(1).collect();
    let verbs: Vec<&str> = verbs.iter().map(String::as_str).collect();
    let outcome = match verbs[..] {
        ["tidy"] => tidy(),
        // These need the workspace's own crates, which are built for them alone.
        ["gen" | "corpus" | "openings" | "conformance" | "reference" | "page", ..] => {
            delegate("xtask-gen", &verbs)
        }
        ["dist", ref words @ ..] => delegate("xtask-dist", words),
        ["bench", ref words @ ..] => bench::run(words),
        ["test", "portable", ref options @ ..] => test::run(Way::Portable, options),
        ["test", "sanitized", ref options @ ..] => test::run(Way::Sanitized, options),
        ["test", "miri", ref options @ ..] => test::miri(options),
        ["test", ref options @ ..] => test::run(Way::Usual, options),
        ["duckdb", ref options @ ..] => duckdb::build(options),
        ["ci", ref words @ ..] => ci(words),
        ["mutants", ref modules @ ..] => mutants::run(modules),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        _ => {
            eprint!("{USAGE}");
            Ok(ExitCode::from(2))
        }
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("xtask: {error}");
        ExitCode::from(2)
    })
}

fn tidy() -> Result<ExitCode, String> {
    let repository = Repository::read()?;
    let faults = tidy::check(&repository)?;
    for fault in &faults {
        println!("{fault}");
    }
    println!("tidy: {} files, {} faults", repository.files.len(), faults.len());
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Builds and starts another program of the repository.
fn delegate(package: &str, verbs: &[&str]) -> Result<ExitCode, String> {
    let status = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--package", package, "--"])
        .args(verbs)
        .current_dir(repository::root())
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    Ok(status.code().map_or(ExitCode::FAILURE, |code| ExitCode::from(code as u8)))
}

/// The list of steps lives in `.ci/run` alone, so that a fresh machine needs no build to read it.
fn ci(words: &[&str]) -> Result<ExitCode, String> {
    let root = repository::root();
    let status = Command::new("bash")
        .arg(root.join(".ci/run"))
        .args(words)
        .current_dir(&root)
        .status()
        .map_err(|error| format!(".ci/run: {error}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
