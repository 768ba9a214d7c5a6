//! PGC beside text: how large it is, packed and plain, and how fast it is written and read (§20).

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
    let mut table = |title: &str, columns: &str, works: &[Work], paths: &[(&str, PathBuf)]| {
        let n = desk.n_rounds;
        let _ = write!(
            text,
            "\n{title} Nanoseconds a ply, in memory, tags included: the median of {n} runs; in \
             parentheses how many times as fast as the text is read and proved legal, and from \
             which to which.\n\n| file | text read | {columns} |\n|---|---{} |\n",
            "|---".repeat(works.len() - 1)
        );
        for (name, path) in paths {
            let line = speeds(desk, &tools, name, path, works)?;
            eprintln!("{line}");
            let _ = writeln!(text, "{line}");
        }
        Ok::<(), String>(())
    };
    let own = ["masters-2m", "server-2m", "annotated-2m"];
    let own: Vec<_> = own
        .iter()
        .map(|name| Ok((*name, files.get(name)?.path.clone())))
        .collect::<Result<_, String>>()?;
    let works = [Work::ReadText, Work::Decode, Work::Encode, Work::ScidRead, Work::ScidWrite];
    let columns = "PGC read | PGC written | SI4 read | SI4 written";
    table("Games without their comments.", columns, &works, &own)?;
    let folder = desk.corpus.join("m_foreign");
    let samples = [
        ("BielMTO", "rolandlo__libcbh/NormalGames/BielMTO.cbh"),
        ("WithVariations", "rolandlo__libcbh/WithVariations/WithVariations.cbh"),
        ("Capa", "trojanfoe__ChessCore/Capa/Capa.cbh"),
    ];
    let samples = samples.map(|(name, path)| (name, folder.join(path)));
    let works = [Work::CbhText, Work::CbhRead];
    table("ChessBase databases, with everything in them.", "CBH read", &works, &samples)?;
    record::keep(desk, "pgc", &text)
}

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

fn packed(tools: &Tools, file: &Path) -> Result<Option<u64>, String> {
    let Some(zstd) = &tools.zstd else { return Ok(None) };
    let target = with_ending(file, "zst");
    Job::new(zstd).args(["-q", "-f", "-o"]).arg(&target).arg(file).run()?;
    let bytes = fs::metadata(&target).map_err(told(&target))?.len();
    let _ = fs::remove_file(&target);
    Ok(Some(bytes))
}

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

/// A row of a table of speeds: the loops in turn, round after round.
fn speeds(
    desk: &Desk,
    tools: &Tools,
    name: &str,
    path: &Path,
    works: &[Work],
) -> Result<String, String> {
    let mut runs = vec![vec![]; works.len()];
    let mut ratios = vec![vec![]; works.len()];
    for _ in 0..desk.n_rounds {
        let mut ns = Vec::new();
        let mut answers = Vec::new();
        for work in works {
            let out = desk.data().join("out-pgc");
            let cost = tools.own(work.name(), Runner::Pgnkit.name(), path, &out).run()?;
            ns.push(cost.loop_ns.ok_or("a loop that says no time")?);
            answers.push(cost.answer);
        }
        if answers.windows(2).any(|pair| pair[0] != pair[1]) {
            return Err(format!("{name}: the answers differ: {answers:?}"));
        }
        for (n, it) in ns.iter().enumerate() {
            runs[n].push(*it);
            ratios[n].push(ns[0] / it);
        }
    }
    let mut line = format!("| {name}");
    for (n, (runs, ratios)) in runs.into_iter().zip(ratios).enumerate() {
        let ns = Summary::of(runs).ok_or("no rounds")?.median;
        let ratio = Summary::of(ratios).ok_or("no rounds")?;
        let _ = write!(line, " | {ns:.1}");
        if n > 0 {
            let _ =
                write!(line, " ({:.2}, {:.2}–{:.2})", ratio.median, ratio.least, ratio.greatest);
        }
    }
    Ok(line + " |")
}
