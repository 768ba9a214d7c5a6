//! `cargo xtask mutants MODULE …`: makes each small change that cargo-mutants knows to a module,
//! and lists the changes that no test detects.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use xtask::repository;

/// Name, crate, files.
const MODULES: [(&str, &str, &str); 10] = [
    ("lexer", "pgn-syntax", "crates/pgn-syntax/src/lexer/**"),
    ("grammar", "pgn-syntax", "crates/pgn-syntax/src/grammar/**"),
    ("fen", "pgn-chess", "crates/pgn-chess/src/fen/**"),
    ("san", "pgn-chess", "crates/pgn-chess/src/notation/san/**"),
    ("tag", "pgnkit", "crates/pgnkit/src/tag/**"),
    ("nag", "pgnkit", "crates/pgnkit/src/nag/**"),
    ("write", "pgnkit", "crates/pgnkit/src/write/**"),
    ("collate", "pgnkit", "crates/pgnkit/src/collate/**"),
    ("epd", "pgn-formats", "crates/pgn-formats/src/epd/**"),
    ("pgc", "pgn-formats", "crates/pgn-formats/src/pgc/**"),
];

/// Runs cargo-mutants on the named modules; its output is in `target/mutants/MODULE/mutants.out/`.
pub(crate) fn run(names: &[&str]) -> Result<ExitCode, String> {
    let known = || MODULES.map(|(name, ..)| name).join(", ");
    if names.is_empty() {
        return Err(format!("expected the names of modules: {}", known()));
    }
    let mut has_survivors = false;
    for name in names {
        let module = MODULES.into_iter().find(|(module, ..)| module == name);
        let (name, package, files) =
            module.ok_or_else(|| format!("no module is called `{name}`; there are {}", known()))?;
        has_survivors |= survives(&repository::root(), name, package, files)?;
    }
    Ok(if has_survivors { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Whether a mutant of the module survives. The module's own tests run first, because they are
/// quick; each of the others sees only what those before it let pass.
fn survives(root: &Path, name: &str, package: &str, files: &str) -> Result<bool, String> {
    let output = root.join("target/mutants").join(name);
    fs::create_dir_all(&output).map_err(|error| format!("{}: {error}", output.display()))?;
    let own = format!("{name}::");
    // The module's own tests are soon over without optimization; the others walk real games.
    let suites = [
        (package, "--lib", &*own, "mutants"),
        (package, "--tests", "", "dev"),
        ("pgn-spec", "--tests", "", "dev"),
    ];
    let mut survivor = false;
    for (idx, (tested, tests, filter, profile)) in suites.into_iter().enumerate() {
        let mut command = Command::new("cargo");
        command.current_dir(root).args(["mutants", "--jobs=1"]);
        command.args(["--profile", profile, "--file", files, "--output"]).arg(&output);
        if idx > 0 {
            command.arg("--iterate");
        }
        command.args(["--test-package", tested, &format!("--cargo-arg={tests}"), "--", filter]);
        let status = command.status().map_err(|error| format!("cargo mutants: {error}"))?;
        survivor = match status.code() {
            Some(0) => false,
            // 2: some were missed; 3: some ran into the time limit.
            Some(2 | 3) => true,
            Some(_) | None => return Err(format!("cargo mutants ended with {status}")),
        };
    }
    Ok(survivor)
}
