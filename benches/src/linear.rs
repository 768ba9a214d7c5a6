//! Time a byte and memory over inputs that grow: neither may.
//!
//! Owns: what grows, and how far. Knows nothing of: how the texts are made.
//! Standard: none.
//! Start at [`all`].

use std::fmt::Write as _;
use std::path::Path;

use crate::Desk;
use crate::clock::{Cost, Input, Job};
use crate::data::Files;
use crate::generate::{Kind, Source};
use crate::record;
use crate::tool::Tools;

/// A larger input is not tried when this one took longer, in milliseconds of CPU time.
const PATIENCE_MS: f64 = 120_000.0;

const MB: u64 = 1_000_000;

/// Runs every size of every kind, and keeps the table.
pub(crate) fn all(desk: &Desk) -> Result<(), String> {
    let tools = Tools::find(&desk.root)?;
    let files = Files::make(desk)?;
    let games = |name: &str| -> Result<Kind, String> {
        Ok(Kind::Games(files.get(name)?.path.to_string_lossy().into_owned()))
    };
    let many = [MB, 10 * MB, 100 * MB, 1000 * MB];
    let million = [1_000, 10_000, 100_000, 1_000_000];
    let kinds = [
        ("bytes of master games", games("masters")?, many),
        ("bytes of server games", games("server")?, many),
        ("plies in one game", Kind::Moves, million),
        ("comments in one game", Kind::Comments, million),
        ("tags in one game", Kind::Tags, million),
        // A variation is an opening and a closing.
        ("variations, each in the last", Kind::Nested, million.map(|n| 2 * n)),
        ("bytes of one comment", Kind::Comment, many),
    ];
    let mut text = format!(
        "{}\nNanoseconds of CPU time a byte, and the most memory held in MiB; the start of the \
         process is counted. `play` is the library's reader and referee over a stream.\n\n\
         | what grows | number | MB | play | MiB | `pgn check` | MiB | `pgn fmt` | MiB |\n\
         |---|---|---|---|---|---|---|---|---|\n",
        record::header()
    );
    for (label, kind, sizes) in kinds {
        if !desk.only.is_empty() && !desk.only.contains(&kind.words()[0]) {
            continue;
        }
        let mut is_tried = [true; 3];
        for n in sizes {
            let row = row(desk, &tools, &kind, n, &mut is_tried)?;
            let shown = if kind == Kind::Nested { n / 2 } else { n };
            let line = format!("| {label} | {shown} | {row} |");
            eprintln!("{line}");
            let _ = writeln!(text, "{line}");
        }
    }
    if desk.is_whole() {
        record::keep(desk, "linear", &text)
    } else {
        println!("{text}");
        Ok(())
    }
}

fn row(
    desk: &Desk,
    tools: &Tools,
    kind: &Kind,
    n: u64,
    is_tried: &mut [bool; 3],
) -> Result<String, String> {
    let bytes = Source::count(kind.clone(), n).map_err(|trouble| trouble.to_string())? as f64;
    let out = desk.data().join("out-ours.pgn");
    let mut words = kind.words();
    words.push(n.to_string());
    let input = Input::Generated(words);
    let stdin = Path::new("/dev/stdin");
    let jobs = [
        tools.own("play", "pgnkit", stdin, &out),
        Job::new(&tools.pgn).args(["check", "-q", "-j1", "--statistics", "-"]).status_max(1),
        Job::new(&tools.pgn).args(["fmt", "-q", "-j1", "-", "-o"]).arg(&out).status_max(1),
    ];
    let mut text = format!("{:.1}", bytes / 1e6);
    for (job, is_tried) in jobs.into_iter().zip(is_tried) {
        if !*is_tried {
            text.push_str(" | not tried |");
            continue;
        }
        let Cost { cpu_ms, memory_mib, .. } = job.input(input.clone()).run()?;
        *is_tried = cpu_ms < PATIENCE_MS;
        let _ = write!(text, " | {:.2} | {memory_mib:.1}", cpu_ms * 1e6 / bytes);
    }
    let _ = std::fs::remove_file(&out);
    Ok(text)
}
