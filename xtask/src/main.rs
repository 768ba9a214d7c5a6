//! The repository's own chores, as one small program: `cargo xtask VERB`.
//!
//! Owns: the verbs and their exit status. Knows nothing of: how chess or PGN work.
//! Start at [`main`]; the checks are in `tidy`, the generators in `generate`.

mod bench;
mod code;
mod conformance;
mod corpus;
mod duckdb;
mod gen_pages;
mod gen_tables;
mod generate;
mod judge;
mod mutants;
mod openings;
mod page;
mod release;
mod repository;
mod test;
mod tidy;

use std::process::{Command, ExitCode};

use crate::generate::GeneratedFile;
use crate::repository::Repository;
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
            `test miri` those of rooms with `unsafe` under Miri (nightly, with miri and rust-src)
  duckdb    build the DuckDB extension and print its path; `duckdb --release` the one to hand out
  release   build what is handed out, `pgn` with all its features and the extension, and print
            the folder where it is
  ci        run everything that .ci/run runs
  judge     compare our reading with that of other programs (xtask/judges/README.md)
  page      make the viewer of web pages: crates/pgn-cli/viewer. `page check` compares it with
            what is committed; `page script` and `page module` make one part of it,
            `page picture` the picture on the front page, with Chromium
  mutants   break rooms of the standard and list what no test notices (docs/mutants.md)
";

fn main() -> ExitCode {
    let verbs: Vec<String> = std::env::args().skip(1).collect();
    let verbs: Vec<&str> = verbs.iter().map(String::as_str).collect();
    let outcome = match verbs[..] {
        ["tidy"] => tidy(),
        ["gen"] => generate::all(&repository::root()).and_then(write),
        ["corpus"] => corpus::files(&repository::root()).map_err(|t| t.to_string()).and_then(write),
        ["openings"] => {
            openings::files(&repository::root()).map_err(|t| t.to_string()).and_then(write)
        }
        ["conformance"] => conformance::files(&repository::root())
            .map(|files| files.iter().for_each(|(_, text)| print!("{text}")))
            .map(|()| ExitCode::SUCCESS)
            .map_err(|error| error.to_string()),
        ["bench", ref words @ ..] => bench::run(words),
        ["test", "portable", ref options @ ..] => test::run(Way::Portable, options),
        ["test", "sanitized", ref options @ ..] => test::run(Way::Sanitized, options),
        ["test", "miri", ref options @ ..] => test::miri(options),
        ["test", ref options @ ..] => test::run(Way::Usual, options),
        ["duckdb", ref options @ ..] => duckdb::build(options),
        ["release"] => release::make(),
        ["ci"] => ci(),
        ["page", ref words @ ..] => page::run(words),
        ["judge", ref arguments @ ..] => judge::run(arguments),
        ["mutants", ref rooms @ ..] => mutants::run(rooms),
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

/// Writes only what changed, so that a second run leaves every time stamp alone.
fn write(files: Vec<GeneratedFile>) -> Result<ExitCode, String> {
    let root = repository::root();
    for (path, text) in files {
        let target = root.join(&path);
        if std::fs::read_to_string(&target).is_ok_and(|found| found == text) {
            continue;
        }
        let folder = target.parent().unwrap_or(&root);
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&target, text))
            .map_err(|error| format!("{}: {error}", target.display()))?;
        println!("wrote {}", path.display());
    }
    Ok(ExitCode::SUCCESS)
}

/// The list of steps lives in `.ci/run` alone, so that a fresh machine needs no build to read it.
fn ci() -> Result<ExitCode, String> {
    let root = repository::root();
    let status = Command::new("bash")
        .arg(root.join(".ci/run"))
        .current_dir(&root)
        .status()
        .map_err(|error| format!(".ci/run: {error}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
