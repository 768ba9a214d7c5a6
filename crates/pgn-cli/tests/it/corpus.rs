//! The verbs over the project's own corpus.
//!
//! Standard: §3.2. Decisions: D-39.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::scratch::Dir;

/// The folder `corpus/` of the repository.
fn corpus() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

#[test]
fn formatting_twice_is_formatting_once() {
    let corpus = corpus();
    let dir = Dir::new();
    let corpus = corpus.to_str().unwrap();
    for profile in ["modern", "archival", "reduced --keep-setup", "lossless"] {
        let once =
            dir.pgn().args(&format!("fmt -q {corpus} --partial -o once.pgn --profile {profile}"));
        assert!(once.output().status.is_some());
        // Joined files have joined encodings, so the one that was written is named.
        let is_latin1 = profile.starts_with("archival") || profile.starts_with("reduced");
        let encoding = if is_latin1 { "latin-1" } else { "utf-8" };
        let line = format!("fmt --check once.pgn --encoding {encoding} --profile {profile}");
        let ran = dir.pgn().args(&line).output();
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), ""), "{profile}: {}", ran.stderr);
    }
}

#[test]
fn every_format_is_written_for_every_file() {
    let corpus = corpus();
    let dir = Dir::new();
    let corpus = corpus.to_str().unwrap();
    let lines = |format: &str, jobs: &str| {
        let ran = dir.pgn().args(&format!("convert -q {corpus} -j {jobs} --to {format}")).output();
        assert!(ran.status.is_some_and(|status| status != 1), "{format}");
        ran.stdout
    };
    let game_count = lines("jsonl", "1").lines().count();
    assert!(game_count > 0);
    for format in ["uci", "lan", "san", "jsonl", "fen"] {
        let text = lines(format, "1");
        assert!(text == lines(format, "4"), "{format}");
        assert!(format == "fen" || text.lines().count() == game_count, "{format}");
    }
}

/// The output of each program has exactly the findings in the table, with all rules.
#[test]
fn dialects_are_judged_as_the_table_says() {
    let corpus = corpus();
    let dir = Dir::new();
    let folder = corpus.join("dialect");
    let table = fs::read_to_string(folder.join("EXPECT.tsv")).unwrap();
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let path = folder.join(cells[0]);
        let command = format!("check --select all --format json {}", path.display());
        let report: Value =
            serde_json::from_str(&dir.pgn().args(&command).output().stdout).unwrap();
        let findings = report["files"][0]["diagnostics"].as_array().unwrap();
        let mut names: Vec<_> = findings.iter().filter_map(|it| it["name"].as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.join(","), cells[2], "{}", cells[0]);
    }
}

/// Every finding has a place in its file, and the report is the same for any number of threads.
#[test]
fn every_file_is_checked() {
    let corpus = corpus();
    let dir = Dir::new();
    let corpus = corpus.to_str().unwrap();
    let report = |jobs: &str| {
        let line = format!("check {corpus} -j {jobs} --format json");
        let ran = dir.pgn().args(&line).output();
        assert!(ran.status.is_some());
        ran.stdout
    };
    let text = report("1");
    assert!(text == report("4"));
    let report: Value = serde_json::from_str(&text).unwrap();
    let files = report["files"].as_array().unwrap();
    assert!(!files.is_empty());
    for finding in files.iter().flat_map(|file| file["diagnostics"].as_array().unwrap()) {
        assert!(finding["line"].as_u64() > Some(0) && finding["column"].as_u64() > Some(0));
        assert!(finding["byte_start"].as_u64() <= finding["byte_end"].as_u64(), "{finding}");
    }
}

/// The output of `fmt` passes `check` with the same profile.
#[test]
fn what_fmt_writes_passes_its_check() {
    let corpus = corpus();
    let dir = Dir::new();
    let corpus = corpus.to_str().unwrap();
    for (profile, encoding) in [("modern", "utf-8"), ("archival", "latin-1")] {
        dir.pgn().args(&format!("fmt -q {corpus} --partial -o a.pgn --profile {profile}")).output();
        let line = format!(
            "check a.pgn --profile {profile} --encoding {encoding} --select X001 \
             --format concise"
        );
        let ran = dir.pgn().args(&line).output();
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), ""), "{profile}: {}", ran.stderr);
    }
}
