//! PGC beside text: how large it is, packed and plain, and how fast it is written and read.
//!
//! Owns: the tables. Knows nothing of: how the works are done.
//! Standard: §20.
//! Start at [`all`].

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::Desk;
use crate::clock::{Job, told};
use crate::data::Files;
use crate::ours::binary::{games, records, texts};
use crate::record::{self, Summary};
use crate::tool::Tools;
use crate::work::{Runner, Work};

/// Makes the forms of each file, measures them, and keeps the tables.
pub(crate) fn all(desk: &Desk) -> Result<(), String> {
    let tools = Tools::find(&desk.root)?;
    let files = Files::make(desk)?;
    let mut text = format!(
        "{}\nThe games without their comments, which PGC has no place for, each game once; bytes a \
         game, and in how many hundredths of the text. zstd with its usual level; Scid is the \
         three files of its database.\n\n\
         | file | games | text | text, zstd | PGC | PGC, zstd | Scid |\n\
         |---|---|---|---|---|---|---|\n",
        record::header()
    );
    for name in ["masters-head", "server-head", "annotated-2m"] {
        let line = sizes(desk, &tools, &files, name)?;
        eprintln!("{line}");
        let _ = writeln!(text, "{line}");
    }
    let _ = write!(
        text,
        "\nNanoseconds a ply, in memory, tags included: the median of {} runs. The last column \
         is how many times as fast PGC is written as the text of the same games is read and \
         proved legal.\n\n\
         | file | text read | PGC read | PGC written | written to text read |\n\
         |---|---|---|---|---|\n",
        desk.n_rounds
    );
    for name in ["masters-2m", "server-2m", "annotated-2m"] {
        let line = speeds(desk, &tools, &files, name)?;
        eprintln!("{line}");
        let _ = writeln!(text, "{line}");
    }
    record::keep(desk, "pgc", &text)
}

/// A row of the table of sizes.
fn sizes(desk: &Desk, tools: &Tools, files: &Files, name: &str) -> Result<String, String> {
    let path = &files.get(name)?.path;
    let mut games = games(&fs::read(path).map_err(told(path))?).map_err(told(path))?;
    // The files repeat their games, which packers would find.
    let mut seen = HashSet::new();
    games.retain(|game| seen.insert(records(std::slice::from_ref(game))));
    let n = games.len();
    let write = |ending: &str, bytes: Vec<u8>| {
        let path = desk.data().join(format!("bare-{name}.{ending}"));
        fs::write(&path, &bytes).map_err(told(&path)).map(|()| (path, bytes.len() as u64))
    };
    let (text, text_bytes) = write("pgn", texts(&games))?;
    let (pgc, pgc_bytes) = write("pgc", records(&games))?;
    let cell = |bytes: Option<u64>| match bytes {
        None => "absent".to_string(),
        Some(bytes) => {
            let share = 100.0 * bytes as f64 / text_bytes as f64;
            format!("{:.0} ({share:.1})", bytes as f64 / n as f64)
        }
    };
    let cells = [
        Some(text_bytes),
        packed(tools, &text)?,
        Some(pgc_bytes),
        packed(tools, &pgc)?,
        scid(tools, &text)?,
    ];
    let cells: Vec<String> = cells.into_iter().map(cell).collect();
    for path in [&text, &pgc] {
        let _ = fs::remove_file(path);
    }
    Ok(format!("| {name} | {n} | {} |", cells.join(" | ")))
}

/// How large zstd makes a file.
fn packed(tools: &Tools, file: &Path) -> Result<Option<u64>, String> {
    let Some(zstd) = &tools.zstd else { return Ok(None) };
    let target = with_ending(file, "zst");
    Job::new(zstd).args(["-q", "-f", "-o"]).arg(&target).arg(file).run()?;
    let bytes = fs::metadata(&target).map_err(told(&target))?.len();
    let _ = fs::remove_file(&target);
    Ok(Some(bytes))
}

/// How large Scid's database of these games is.
fn scid(tools: &Tools, text: &Path) -> Result<Option<u64>, String> {
    let Some(scid) = &tools.scid else { return Ok(None) };
    let base = with_ending(text, "scid");
    let script = tools.scripts.join("scid.tcl");
    if Job::new(scid).arg(script).arg(&base).arg(text).run().is_err() {
        return Ok(None);
    }
    let mut bytes = 0;
    for ending in ["si4", "sg4", "sn4"] {
        let part = with_ending(&base, ending);
        bytes += fs::metadata(&part).map_err(told(&part))?.len();
        let _ = fs::remove_file(&part);
    }
    Ok(Some(bytes))
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

/// A row of the table of speeds: the three loops in turn, round after round.
fn speeds(desk: &Desk, tools: &Tools, files: &Files, name: &str) -> Result<String, String> {
    let file = files.get(name)?;
    let works = [Work::ReadText, Work::Decode, Work::Encode];
    let mut runs = [vec![], vec![], vec![]];
    let mut ratios = Vec::new();
    for _ in 0..desk.n_rounds {
        let mut ns = [0.0; 3];
        let mut answers = Vec::new();
        for ((work, runs), ns) in works.iter().zip(&mut runs).zip(&mut ns) {
            let out = desk.data().join("out-pgc");
            let job = tools.own(work.name(), Runner::Pgnkit.name(), &file.path, &out);
            let cost = job.run()?;
            *ns = cost.loop_ns.ok_or("a loop that says no time")?;
            runs.push(*ns);
            answers.push(cost.answer);
        }
        if answers.windows(2).any(|pair| pair[0] != pair[1]) {
            return Err(format!("{name}: the answers differ: {answers:?}"));
        }
        ratios.push(ns[0] / ns[2]);
    }
    let median = |runs: &Vec<f64>| Summary::of(runs.clone()).map_or(0.0, |summary| summary.median);
    let [text, read, written] = runs.each_ref().map(median);
    let ratio = Summary::of(ratios).ok_or("no rounds")?;
    Ok(format!(
        "| {name} | {text:.1} | {read:.1} | {written:.1} | {:.2} ({:.2}–{:.2}) |",
        ratio.median, ratio.least, ratio.greatest
    ))
}
