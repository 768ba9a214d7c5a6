//! All tests, in the ways in which they are run, and what could not be tested.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::{Command, ExitCode};

use xtask::repository;

/// A way to run the tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// As everybody builds.
    Usual,
    /// Without vector instructions, as processors run that have none.
    Portable,
    /// Under AddressSanitizer, with a nightly compiler: the crates and their fuzz targets' bodies.
    Sanitized,
}

/// What Miri, an interpreter that checks each access to memory, runs: the rooms that have `unsafe`
/// and their twins, unit tests alone, as it is some thousand times slower than the processor.
const MIRI_TESTS: &[&str] = &["lexer::scan", "fen::placement"];

/// Random cases for each property under Miri; `.cargo/config.toml` has the number for other runs.
const MIRI_CASES: &str = "2";

/// The machines that Miri plays, with flags of the compiler: one with the vector instructions that
/// are asked for, and one without them whose words begin with the highest byte.
const MIRI_MACHINES: &[(&str, &str)] = &[
    ("x86_64-unknown-linux-gnu", "-Ctarget-feature=+avx2,+bmi1,+bmi2,+lzcnt,+pclmulqdq,+popcnt"),
    ("s390x-unknown-linux-gnu", ""),
];

impl Way {
    /// The target folder below `target/`, the toolchain, and flags of the compiler.
    fn settings(self) -> (Option<&'static str>, Option<&'static str>, &'static str) {
        match self {
            Way::Usual => (None, None, ""),
            Way::Portable => (Some("portable"), None, "--cfg pgnkit_portable"),
            Way::Sanitized => (Some("sanitized"), Some("+nightly"), "-Zsanitizer=address"),
        }
    }

    /// Doc tests are examples of the public face, run the usual way alone.
    fn runs(self) -> &'static [&'static [&'static str]] {
        const TESTS: &[&str] = &["--lib", "--bins", "--tests", "--no-fail-fast"];
        match self {
            Way::Usual => &[TESTS, &["--doc"]],
            Way::Portable | Way::Sanitized => &[TESTS],
        }
    }
}

/// Runs the tests of the default members, or of the crates that `-p` names; `options` go to cargo.
/// The last lines name what was skipped.
pub(crate) fn run(way: Way, options: &[&str]) -> Result<ExitCode, String> {
    let root = repository::root();
    let (folder, toolchain, flags) = way.settings();
    let target = root.join("target");
    let skipped = target.join("skipped.txt");
    fs::create_dir_all(&target).map_err(|error| format!("{}: {error}", target.display()))?;
    let _ = fs::remove_file(&skipped);
    let mut is_success = true;
    for words in way.runs() {
        // The cargo of `env!` is that of one toolchain; a named toolchain needs the proxy.
        let mut cargo = Command::new(if toolchain.is_some() { "cargo" } else { env!("CARGO") });
        cargo.args(toolchain).args(["test", "--locked"]).args(*words).args(options);
        cargo.current_dir(&root).env("PGNKIT_SKIPPED", &skipped);
        if let Some(folder) = folder {
            cargo.env("CARGO_TARGET_DIR", target.join(folder)).env("RUSTFLAGS", flags);
        }
        if toolchain.is_some() {
            // A build for a named target keeps the sanitizer away from build scripts.
            cargo.env("CARGO_BUILD_TARGET", "x86_64-unknown-linux-gnu");
            cargo.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").env_remove("RUSTC");
        }
        let status = cargo.status().map_err(|error| format!("cargo test: {error}"))?;
        is_success &= status.success();
    }
    match fs::read_to_string(&skipped) {
        Ok(lines) => println!("\n{}", summary(&lines)),
        Err(_) => println!("\nno test was skipped"),
    }
    Ok(if is_success { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// One line for all tests that were skipped, from lines with a test and what it lacks.
fn summary(lines: &str) -> String {
    let (fewer, lines): (Vec<&str>, Vec<&str>) =
        lines.lines().partition(|line| line.ends_with("\tPGNKIT_THOROUGH"));
    let fewer: BTreeSet<&str> = fewer.into_iter().map(first).collect();
    let fewer = match fewer.len() {
        0 => String::new(),
        n => format!("; {n} slow tests tried fewer cases than with PGNKIT_THOROUGH=1"),
    };
    let tests: BTreeSet<&str> = lines.iter().copied().map(first).collect();
    if tests.is_empty() {
        return format!("no test was skipped{fewer}");
    }
    let mut missing: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for line in lines {
        let what = line.split_once('\t').map_or("", |(_, what)| what);
        let what = if what.starts_with("../shared/corpus") { "../shared/corpus" } else { what };
        missing.entry(what).or_default().insert(first(line));
    }
    let missing: Vec<String> =
        missing.iter().map(|(what, tests)| format!("{what} ({})", tests.len())).collect();
    let missing = missing.join(", ");
    format!(
        "skipped {} tests, listed in target/skipped.txt; missing: {missing}{fewer}",
        tests.len()
    )
}

fn first(line: &str) -> &str {
    line.split('\t').next().unwrap_or_default()
}

/// Runs the tests that are for Miri on each of its machines; `options` go to cargo.
pub(crate) fn miri(options: &[&str]) -> Result<ExitCode, String> {
    let root = repository::root();
    let mut is_success = true;
    for (machine, flags) in MIRI_MACHINES {
        let mut cargo = Command::new("cargo");
        cargo.args(["+nightly", "miri", "test", "--locked", "--lib", "--no-fail-fast"]);
        cargo.args(["--target", machine]).args(options);
        if !options.contains(&"-p") {
            cargo.args(["-p", "pgn-syntax", "-p", "pgn-chess"]);
        }
        cargo.arg("--").args(MIRI_TESTS).current_dir(&root);
        cargo.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").env_remove("RUSTC");
        cargo.env("CARGO_TARGET_DIR", root.join("target/miri")).env("RUSTFLAGS", flags);
        // Laws remember failures in a file, which isolation would forbid.
        cargo.env("MIRIFLAGS", "-Zmiri-disable-isolation");
        cargo.env("PROPTEST_CASES", MIRI_CASES);
        let status = cargo.status().map_err(|trouble| format!("cargo miri: {trouble}"))?;
        is_success &= status.success();
    }
    Ok(if is_success { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[cfg(test)]
mod tests {
    use super::summary;

    #[test]
    fn skipped_tests_are_counted_in_one_line() {
        let lines = "a\t../shared/corpus/x\nb\t../shared/corpus/\na\tstrace\na\tstrace\n";
        let line = "skipped 2 tests, listed in target/skipped.txt; \
                    missing: ../shared/corpus (2), strace (1)";
        assert_eq!(summary(lines), line);
        let fewer = "; 1 slow tests tried fewer cases than with PGNKIT_THOROUGH=1";
        let slow = "c\tPGNKIT_THOROUGH\n";
        assert_eq!(summary(&format!("{lines}{slow}")), format!("{line}{fewer}"));
        assert_eq!(summary(slow), format!("no test was skipped{fewer}"));
    }
}
