//! All tests, in the ways in which they are run, and what could not be tested.

use std::num::NonZero;
use std::process::{Command, ExitCode};
use std::{env, fs, thread};

use xtask::repository;

/// A way to run the tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// The build that everyone uses.
    Usual,
    /// Without vector instructions, as processors run that have none.
    Portable,
    /// Under AddressSanitizer, with a nightly compiler: the crates and their fuzz targets' bodies.
    Sanitized,
}

/// The tests that Miri, an interpreter that checks each access to memory, runs: the modules that
/// have `unsafe` and their slow twins, unit tests alone, as it is some thousand times slower than
/// the processor.
const MIRI_TESTS: &[&str] = &["lexer::scan", "fen::placement"];

/// Random cases for each property under Miri; `.cargo/config.toml` has the number for other runs.
const MIRI_CASES: &str = "2";

/// The machines that Miri simulates, with flags of the compiler: one with the vector instructions
/// that are asked for, and one without them that is big-endian.
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

/// Crates that are heavy to build, or whose tests need more than a Rust toolchain: tested when `-p`
/// names them. The default members are fewer: what a user builds.
const NAMED_ONLY: &[&str] = &[
    "pgn-arrow",
    "pgn-duckdb",
    "pgn-js",
    "pgn-lsp",
    "pgn-py",
    "pgn-wasm",
    "xtask-dist",
    "xtask-gen",
];

/// Runs the tests of all light crates, or of the crates that `-p` names; `options` go to cargo.
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
        if !options.contains(&"-p") {
            cargo.arg("--workspace").args(NAMED_ONLY.iter().flat_map(|name| ["--exclude", name]));
        }
        cargo.current_dir(&root).env("PGNKIT_SKIPPED", &skipped);
        if env::var_os("RUST_TEST_THREADS").is_none() {
            // Many tests wait for the programs that they start.
            let n_cores = thread::available_parallelism().map_or(1, NonZero::get);
            cargo.env("RUST_TEST_THREADS", (2 * n_cores).to_string());
        }
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
        Ok(lines) => println!("\n{}", pgn_testing::summary(&lines, Some("target/skipped.txt"))),
        Err(_) => println!("\nno test was skipped"),
    }
    Ok(if is_success { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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
        // Property tests remember failures in a file, which isolation would forbid.
        cargo.env("MIRIFLAGS", "-Zmiri-disable-isolation");
        cargo.env("PROPTEST_CASES", MIRI_CASES);
        let status = cargo.status().map_err(|trouble| format!("cargo miri: {trouble}"))?;
        is_success &= status.success();
    }
    Ok(if is_success { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
