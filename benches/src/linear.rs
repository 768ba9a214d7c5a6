//! Time a byte and memory over inputs that grow: neither may.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::Desk;
use crate::clock::{Cost, Input, Job};
use crate::data::Files;
use crate::generate::{Kind, Source};
use crate::record::{self, Summary};
use crate::tool::Tools;

/// A larger input is not tried when this one took longer, in milliseconds of CPU time.
const PATIENCE_MS: f64 = 120_000.0;

const MB: u64 = 1_000_000;

/// Work whose cost could grow with the square of its input: the part that grows, how a file of it
/// ends, what the command does with the file, and the largest size.
const SQUARES: [(&str, Kind, &str, &[&str], [u64; 3]); 4] = [
    (
        "variations, each in the last",
        Kind::Nested,
        "pgn",
        &["convert", "-q", "--to", "pgn", "--split-variations"],
        [4_000, 40_000, 400_000],
    ),
    (
        "braces that close nothing",
        Kind::Braces,
        "pgn",
        &["check", "-q", "--diff", "--unsafe-fixes"],
        [50_000, 500_000, 5_000_000],
    ),
    (
        "bytes of a string of `--where`",
        Kind::Literal,
        "where",
        &["filter", "--count", "-", "--where-file"],
        [10_000, 100_000, 1_000_000],
    ),
    (
        "archives in an archive",
        Kind::Zips,
        "zip",
        &["check", "-q", "--stats"],
        [600, 6_000, 60_000],
    ),
];

/// Runs every size of every kind, and keeps the table.
pub(crate) fn all(desk: &Desk) -> Result<(), String> {
    let tools = Tools::find(&desk.root)?;
    let files = Files::make(desk)?;
    let games = |name: &str| -> Result<Kind, String> {
        Ok(Kind::Games(files.get(name)?.path.to_string_lossy().into_owned()))
    };
    let many = [MB, 10 * MB, 100 * MB, 1000 * MB];
    let million = [10_000, 100_000, 1_000_000];
    let kinds = [
        ("bytes of master games", games("masters")?, &many[..]),
        ("bytes of server games", games("server")?, &many),
        ("plies in one game", Kind::Moves, &million),
        ("comments in one game", Kind::Comments, &million),
        ("tags in one game", Kind::Tags, &million),
        ("variations, each in the last", Kind::Nested, &million),
        ("bytes of one comment", Kind::Comment, &many),
    ];
    let mut text = format!(
        "{}\nNanoseconds of CPU time a byte, and the most memory held in MiB; what the process \
         costs on nothing is taken off. `play` is the reader and referee over a stream. The \
         command refuses games of more than 64 MiB.\n\n\
         | what grows | number | MB | play | MiB | `pgn check` | MiB | `pgn fmt` | MiB |\n\
         |---|---|---|---|---|---|---|---|---|\n",
        record::header()
    );
    for (label, kind, sizes) in kinds {
        if !desk.only.is_empty() && !desk.only.contains(&kind.words()[0]) {
            continue;
        }
        let mut is_tried = [true; 3];
        let start_ms = start_ms(desk, &tools, &kind)?;
        for &n in sizes {
            let row = row(desk, &tools, &kind, n, &mut is_tried, start_ms)?;
            let line = format!("| {label} | {n} | {row} |");
            eprintln!("{line}");
            let _ = writeln!(text, "{line}");
        }
    }
    text.push_str(
        "\n| what grows | number | MB | verb | ns a byte | MiB |\n|---|---|---|---|---|---|\n",
    );
    for (label, kind, ending, words, sizes) in SQUARES {
        if !desk.only.is_empty() && !desk.only.contains(&"squares".to_owned()) {
            break;
        }
        for n in sizes {
            let row = square(desk, &tools, (&kind, n), ending, words)?;
            let line = format!("| {label} | {n} | {row} |");
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

/// The library, `pgn check` and `pgn fmt` over a text.
fn jobs(desk: &Desk, tools: &Tools, kind: &Kind, n: u64) -> [Job; 3] {
    let out = desk.data().join("out-linear.pgn");
    let mut words = kind.words();
    words.push(n.to_string());
    let input = Input::Generated(words);
    [
        tools.own("play", "pgnkit", Path::new("/dev/stdin"), &out),
        Job::new(&tools.pgn).args(["check", "-q", "-j1", "--stats", "-"]).status_max(1),
        Job::new(&tools.pgn).args(["fmt", "-q", "-j1", "-", "-o"]).arg(&out).status_max(1),
    ]
    .map(|job| job.input(input.clone()))
}

/// The cost of each command when it has nothing to do: the median of five.
fn start_ms(desk: &Desk, tools: &Tools, kind: &Kind) -> Result<[f64; 3], String> {
    let mut starts = [0.0; 3];
    for (job, start_ms) in jobs(desk, tools, kind, 0).into_iter().zip(&mut starts) {
        let runs: Result<Vec<f64>, String> = (0..5).map(|_| Ok(job.run()?.cpu_ms)).collect();
        *start_ms = Summary::of(runs?).map_or(0.0, |runs| runs.median);
    }
    Ok(starts)
}

fn row(
    desk: &Desk,
    tools: &Tools,
    kind: &Kind,
    n: u64,
    is_tried: &mut [bool; 3],
    start_ms: [f64; 3],
) -> Result<String, String> {
    let bytes = Source::count(kind.clone(), n).map_err(|trouble| trouble.to_string())? as f64;
    let mut text = format!("{:.1}", bytes / 1e6);
    let jobs = jobs(desk, tools, kind, n).into_iter().zip(start_ms);
    for ((job, start_ms), is_tried) in jobs.zip(is_tried) {
        if !*is_tried {
            text.push_str(" | not tried |");
            continue;
        }
        // The command has a limit for the memory of one game, and reports it.
        let Ok(Cost { cpu_ms, memory_mib, .. }) = job.run() else {
            *is_tried = false;
            text.push_str(" | refused |");
            continue;
        };
        *is_tried = cpu_ms < PATIENCE_MS;
        let each = (cpu_ms - start_ms).max(0.0) * 1e6 / bytes;
        let _ = write!(text, " | {each:.2} | {memory_mib:.1}");
    }
    let _ = fs::remove_file(desk.data().join("out-linear.pgn"));
    Ok(text)
}

/// One size of work whose cost could grow with the square; the text is in a file.
fn square(
    desk: &Desk,
    tools: &Tools,
    (kind, n): (&Kind, u64),
    ending: &str,
    words: &[&str],
) -> Result<String, String> {
    let path = desk.data().join(format!("growing.{ending}"));
    let out = desk.data().join("out-linear.pgn");
    let write = || {
        let mut file = fs::File::create(&path)?;
        std::io::copy(&mut Source::new(kind.clone(), n)?, &mut file)
    };
    let bytes = write().map_err(|trouble| trouble.to_string())? as f64;
    let games = Input::Generated(vec!["moves".to_owned(), "10".to_owned()]);
    let job = Job::new(&tools.pgn).args(words).arg(&path).status_max(1);
    let ran = job.input(games).output(&out).run();
    let _ = (fs::remove_file(&path), fs::remove_file(&out));
    let Cost { cpu_ms, memory_mib, .. } = ran?;
    let (mb, each) = (bytes / 1e6, cpu_ms * 1e6 / bytes);
    Ok(format!("{mb:.1} | `pgn {}` | {each:.0} | {memory_mib:.1}", words.join(" ")))
}
