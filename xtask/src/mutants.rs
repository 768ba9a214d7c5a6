//! `cargo xtask mutants ROOM …`: breaks a room of the standard in each small way that
//! cargo-mutants knows, and lists what no test noticed.
//!
//! Standard: §7, §8, §9, §10, §16.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use xtask::repository;

/// Name, crate, files.
const ROOMS: [(&str, &str, &str); 10] = [
    ("lexer", "pgn-syntax", "crates/pgn-syntax/src/lexer/**"),
    ("grammar", "pgn-syntax", "crates/pgn-syntax/src/grammar/**"),
    ("fen", "pgn-chess", "crates/pgn-chess/src/fen/**"),
    ("san", "pgn-chess", "crates/pgn-chess/src/notation/san/**"),
    ("tag", "pgnkit", "crates/pgnkit/src/tag/**"),
    ("nag", "pgnkit", "crates/pgnkit/src/nag/**"),
    ("write", "pgnkit", "crates/pgnkit/src/write/**"),
    ("collate", "pgnkit", "crates/pgnkit/src/collate/**"),
    ("epd", "pgnkit", "crates/pgn-formats/src/epd/**"),
    ("pgc", "pgnkit", "crates/pgn-formats/src/pgc/**"),
];

/// Runs cargo-mutants on the rooms that are named; what cargo-mutants says stands in
/// `target/mutants/ROOM/mutants.out/`.
pub(crate) fn run(names: &[&str]) -> Result<ExitCode, String> {
    let known = || ROOMS.map(|(name, ..)| name).join(", ");
    if names.is_empty() {
        return Err(format!("expected the names of rooms: {}", known()));
    }
    let mut has_survivors = false;
    for name in names {
        let room = ROOMS.into_iter().find(|(room, ..)| room == name);
        let (name, package, files) =
            room.ok_or_else(|| format!("no room is called `{name}`; there are {}", known()))?;
        has_survivors |= judge(&repository::root(), name, package, files)?;
    }
    Ok(if has_survivors { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Whether a mutant of the room survives. The room's own tests judge first, since they are quick;
/// each of the others sees only what those before it let pass.
fn judge(root: &Path, name: &str, package: &str, files: &str) -> Result<bool, String> {
    let output = root.join("target/mutants").join(name);
    fs::create_dir_all(&output).map_err(|error| format!("{}: {error}", output.display()))?;
    let own = format!("{name}::");
    // The room's own tests are soon over without optimization; the others walk real games.
    let judges = [
        (package, "--lib", &*own, "mutants"),
        (package, "--tests", "", "dev"),
        ("pgn-spec", "--tests", "", "dev"),
    ];
    let mut survives = false;
    for (idx, (tested, tests, filter, profile)) in judges.into_iter().enumerate() {
        let mut command = Command::new("cargo");
        command.current_dir(root).args(["mutants", "--jobs=1"]);
        command.args(["--profile", profile, "--file", files, "--output"]).arg(&output);
        if idx > 0 {
            command.arg("--iterate");
        }
        command.args(["--test-package", tested, &format!("--cargo-arg={tests}"), "--", filter]);
        let status = command.status().map_err(|error| format!("cargo mutants: {error}"))?;
        survives = match status.code() {
            Some(0) => false,
            // 2: some were missed; 3: some ran into the time limit.
            Some(2 | 3) => true,
            Some(_) | None => return Err(format!("cargo mutants ended with {status}")),
        };
    }
    Ok(survives)
}
