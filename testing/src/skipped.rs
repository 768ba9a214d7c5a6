//! Tests that are skipped, or try fewer cases, and what is printed about them at the end.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::io::Write as _;
use std::sync::{Mutex, PoisonError};

/// What a slow test misses if it tries fewer cases.
const THOROUGH: &str = "PGNKIT_THOROUGH";

/// A line for each test that was skipped in this process and what is missing, separated by a tab.
static LINES: Mutex<String> = Mutex::new(String::new());

/// Reports that the running test, or a part of it, does not run because `missing` is not there.
///
/// The test and what is missing, separated by a tab, are appended to the file that
/// `PGNKIT_SKIPPED` names: `cargo xtask test` prints a [`summary`] of it at the end. Without such a
/// file the test program prints one as its last line.
///
/// # Panics
///
/// When `PGNKIT_REQUIRE_ALL` is set; if it is `programs`, only for what is not in the shared
/// folders.
pub fn skip(missing: &str) {
    let is_required = std::env::var_os("PGNKIT_REQUIRE_ALL")
        .is_some_and(|all| all != "programs" || !missing.starts_with("../shared/"));
    assert!(!is_required, "skipped: {}: {missing} is missing", running_test());
    note(missing);
}

/// Reports that the running test, or a part of it, does not run because the user is the superuser,
/// to whom the system permits the operation that must be refused. Never a failure, as containers
/// have no other user.
pub fn skip_as_superuser() {
    note("a user other than the superuser");
}

/// Whether a slow test tries all of its cases: all if `PGNKIT_THOROUGH` is set, as in a full run of
/// CI. Otherwise it tries some, and is counted among the tests that tried fewer.
#[must_use]
pub fn is_thorough() -> bool {
    let is_thorough = std::env::var_os(THOROUGH).is_some();
    if !is_thorough {
        note(THOROUGH);
    }
    is_thorough
}

/// All cases in a thorough run (see [`is_thorough`]), else about `usual` of them, the first and the
/// last among them.
#[must_use]
pub fn some_of<T: Clone>(all: &[T], usual: usize) -> Vec<T> {
    if all.len() <= usual || is_thorough() {
        return all.to_vec();
    }
    let last = all.len() - 1;
    (0..usual).map(|n| all[n * last / (usual - 1).max(1)].clone()).collect()
}

/// Appends a line to the file that `PGNKIT_SKIPPED` names, or keeps it for the end.
fn note(missing: &str) {
    let line = format!("{}\t{missing}\n", running_test());
    match std::env::var_os("PGNKIT_SKIPPED") {
        Some(path) => {
            let file = OpenOptions::new().create(true).append(true).open(path);
            let _ = file.and_then(|mut file| file.write_all(line.as_bytes()));
        }
        None => LINES.lock().unwrap_or_else(PoisonError::into_inner).push_str(&line),
    }
}

fn running_test() -> String {
    std::thread::current().name().unwrap_or("a test").to_owned()
}

/// Prints the summary past the test runner, after its last line.
#[dtor::dtor(unsafe)]
fn print_at_exit() {
    let lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    if !lines.is_empty() {
        let _ = std::io::stderr().write_all(format!("{}\n", summary(&lines, None)).as_bytes());
    }
}

/// One line about all tests that were skipped, from lines with a test and what it misses. It has
/// their names, unless a file has them: `skipped 2 tests: a, b; missing: strace (2)`.
#[must_use]
pub fn summary(lines: &str, file: Option<&str>) -> String {
    let pairs = lines.lines().filter_map(|line| line.split_once('\t'));
    let (fewer, skipped): (Vec<_>, Vec<_>) = pairs.partition(|(_, missing)| *missing == THOROUGH);
    let names = |pairs: &[(&str, &str)]| -> BTreeSet<String> {
        pairs.iter().map(|(test, _)| (*test).to_owned()).collect()
    };
    let (fewer, tests) = (names(&fewer), names(&skipped));
    let fewer = match fewer.len() {
        0 => String::new(),
        n => format!("; {} tried fewer cases than with {THOROUGH}=1", counted(n, "slow test")),
    };
    if tests.is_empty() {
        return format!("no test was skipped{fewer}");
    }
    let mut missing: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (test, what) in skipped {
        let what = if what.starts_with("../shared/corpus") { "../shared/corpus" } else { what };
        missing.entry(what).or_default().insert(test);
    }
    let missing: Vec<String> =
        missing.iter().map(|(what, tests)| format!("{what} ({})", tests.len())).collect();
    let listed = match file {
        Some(file) => format!(", listed in {file}"),
        None => format!(": {}", tests.iter().map(String::as_str).collect::<Vec<_>>().join(", ")),
    };
    let n_tests = counted(tests.len(), "test");
    format!("skipped {n_tests}{listed}; missing: {}{fewer}", missing.join(", "))
}

fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::{THOROUGH, is_thorough, skip, skip_as_superuser, summary};

    #[test]
    fn skipped_tests_are_counted_in_one_line() {
        let lines = "a\t../shared/corpus/x\nb\t../shared/corpus/\na\tstrace\na\tstrace\n";
        let missing = "missing: ../shared/corpus (2), strace (1)";
        let in_file = format!("skipped 2 tests, listed in x.txt; {missing}");
        assert_eq!(summary(lines, Some("x.txt")), in_file);
        let line = format!("skipped 2 tests: a, b; {missing}");
        assert_eq!(summary(lines, None), line);
        let fewer = "; 1 slow test tried fewer cases than with PGNKIT_THOROUGH=1";
        let slow = format!("c\t{THOROUGH}\n");
        assert_eq!(summary(&format!("{lines}{slow}"), None), format!("{line}{fewer}"));
        assert_eq!(summary(&slow, None), format!("no test was skipped{fewer}"));
    }

    /// Runs in a process of its own, below.
    #[test]
    #[ignore = "only skips"]
    fn skipping() {
        skip("python-chess");
        skip_as_superuser();
        assert!(!is_thorough());
        assert!(std::env::var_os("PGNKIT_TEST_FAILS").is_none());
    }

    #[test]
    fn the_last_line_of_a_test_program_names_what_was_skipped() {
        let run = |variable: &str| {
            let mut command = Command::new(std::env::current_exe().expect("the test program"));
            command.args(["--ignored", "--exact", "skipped::tests::skipping"]);
            for name in ["PGNKIT_REQUIRE_ALL", "PGNKIT_SKIPPED", THOROUGH] {
                command.env_remove(name);
            }
            command.env(variable, "1").output().expect("it runs")
        };
        let expected = "skipped 1 test: skipped::tests::skipping; missing: a user other than the \
                        superuser (1), python-chess (1); 1 slow test tried fewer cases than with \
                        PGNKIT_THOROUGH=1";
        for (variable, is_success) in [("PGNKIT_TEST_PASSES", true), ("PGNKIT_TEST_FAILS", false)] {
            let ran = run(variable);
            let printed = String::from_utf8(ran.stderr).expect("UTF-8");
            assert_eq!(printed.lines().last(), Some(expected), "{variable}");
            assert_eq!(ran.status.success(), is_success);
        }
        let ran = run("PGNKIT_REQUIRE_ALL");
        assert!(!ran.status.success() && ran.stderr.is_empty());
    }
}
