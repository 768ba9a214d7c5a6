//! The works that are compared, the programs, the files, and the goals.

use crate::clock::{Input, Job};
use crate::data::{Data, Files};
use crate::tool::Tools;
use crate::toolbox;
use crate::work::{Runner, Work};

/// Which cost is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    Cpu,
    Wall,
    /// Nanoseconds of an operation in a loop.
    Loop,
}

/// The results that both sides must agree in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Agree {
    Answer,
    /// Games, tags and bytes of tags.
    Tags,
    Games,
    /// Games, plies, and the keys of final positions.
    Keys,
    /// The files that they wrote, read again: the text of every move, and the moves played.
    Moves,
    /// The files that they wrote, read again: the moves played.
    Played,
    Bytes,
    /// Ours wrote a tree, theirs the moves that it is made of.
    Tree,
    /// Nothing: one side gives no result that could be compared.
    Nothing,
}

/// A program that does a work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Own(Work, Runner),
    /// The program of README.md, from standard input to a file.
    Readme,
    /// A verb of the command with a number of threads.
    Pgn(&'static [&'static str], u8),
    /// A verb of the command on the file `.0` less the same on the plain file: the unpacking.
    Unpacking(&'static str),
    /// The command asked for a number, on one thread.
    Count(&'static [&'static str]),
    /// The command on a file that has an index, on one thread.
    Indexed(&'static [&'static str]),
    PgnExtract,
    /// pgn-extract with words of its own.
    Extract(&'static [&'static str]),
    Scid,
    PythonChess,
    /// A program that copies or counts a packed or plain file: its name, its words.
    System(&'static str, &'static [&'static str]),
}

impl Side {
    /// The name in the table.
    pub(crate) fn label(self) -> String {
        match self {
            Side::Own(work, Runner::Pgnkit) => work.name().to_string(),
            Side::Own(Work::Perft, Runner::PgnReader) => "shakmaty".to_string(),
            Side::Own(work, Runner::PgnReader) => match work {
                Work::Skim | Work::Tokens => "pgn-reader".to_string(),
                Work::Hold => "pgn-reader + arena".to_string(),
                Work::HoldPlayed | Work::HoldPlayedMain => "… + shakmaty + arena".to_string(),
                Work::PlayParallel => "its parallel example".to_string(),
                Work::SanOut | Work::PlayKnown | Work::FenIn | Work::FenOut => {
                    "shakmaty".to_string()
                }
                _ => "pgn-reader + shakmaty".to_string(),
            },
            Side::Own(_, runner) => runner.name().to_string(),
            Side::Readme => "README's program".to_string(),
            Side::Pgn(words, n) => format!("`pgn {} -j{n}`", words.join(" ")),
            Side::Unpacking(verb) => format!("unpacking in `pgn {verb} -j1`"),
            Side::Count(words) => format!("`pgn {}`", words.join(" ")),
            Side::Indexed(words) => format!("`pgn {}`, indexed", words.join(" ")),
            Side::PgnExtract => "pgn-extract".to_string(),
            Side::Extract(words) => format!("`pgn-extract {}`", words.join(" ")),
            Side::Scid => "Scid's import".to_string(),
            Side::PythonChess => "python-chess".to_string(),
            Side::System(name, words) => format!("`{name} {}`", words.join(" ")),
        }
    }

    /// The run over a file; `None` when the program is not there.
    pub(crate) fn job(self, tools: &Tools, file: &Data, out: &std::path::Path) -> Option<Job> {
        let path = &file.path;
        Some(match self {
            Side::Own(work, runner) => tools.own(work.name(), runner.name(), path, out),
            Side::Readme => Job::new(&tools.readme).input(Input::File(path.clone())).output(out),
            Side::Pgn(words, n_threads) => {
                let job = Job::new(&tools.pgn).args(words).arg(format!("-j{n_threads}")).arg(path);
                let job = job.status_max(1).arg("-q");
                if words[0] == "check" { job } else { job.arg("-o").arg(out) }
            }
            Side::Unpacking(verb) => {
                Job::new(&tools.pgn).args([verb, "-q", "-j1"]).arg(path).status_max(1)
            }
            Side::Count(words) => {
                Job::new(&tools.pgn).args(words).args(["-q", "-j1"]).arg(path).status_max(1)
            }
            Side::Indexed(words) => {
                let job = Job::new(&tools.pgn).args(words).args(["-q", "-j1"]);
                job.arg(Files::indexed(path)).arg("-o").arg(out).status_max(1)
            }
            Side::PgnExtract => {
                let job = Job::new(tools.pgn_extract.as_ref()?).args(["-s", "--quiet"]);
                job.arg(path).arg("-o").arg(out)
            }
            Side::Extract(words) => {
                let job = Job::new(tools.pgn_extract.as_ref()?).args(["-s", "--quiet"]);
                job.args(words).arg(path).output(out)
            }
            Side::Scid => {
                let base = out.with_extension("scid");
                let script = tools.scripts.join("scid.tcl");
                Job::new(tools.scid.as_ref()?).arg(script).arg(base).arg(path)
            }
            Side::PythonChess => {
                let script = tools.scripts.join("python_chess.py");
                Job::new(tools.python.as_ref()?).arg(script).arg(path)
            }
            Side::System(name, words) => {
                let found = match name {
                    "zstd" => tools.zstd.as_ref(),
                    "gzip" => tools.gzip.as_ref(),
                    "grep" => tools.grep.as_ref(),
                    _ => tools.wc.as_ref(),
                };
                let job = Job::new(found?).args(words).arg(path);
                if matches!(name, "wc" | "grep") {
                    job
                } else {
                    job.output(std::path::Path::new("/dev/null"))
                }
            }
        })
    }
}

/// A race: one row of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contest {
    /// `W1` and so on, as `docs/performance.md` lists them.
    pub(crate) id: &'static str,
    pub(crate) file: &'static str,
    pub(crate) ours: Side,
    pub(crate) peer: Side,
    pub(crate) measure: Measure,
    pub(crate) agree: Agree,
    /// The factor by which we want to be faster.
    pub(crate) want: Option<f64>,
}

const fn own(work: Work) -> Side {
    Side::Own(work, Runner::Pgnkit)
}

const fn theirs(work: Work) -> Side {
    Side::Own(work, Runner::PgnReader)
}

const CHECK: &[&str] = &["check"];
const FMT: &[&str] = &["fmt"];

pub(crate) type Row = (&'static str, &'static str, Side, Side, Measure, Agree, Option<f64>);

/// Every race over reading and writing, in the order of the table.
pub(crate) fn contests() -> Vec<Contest> {
    let mut rows = Vec::new();
    for (file, clean, head, slice, is_server) in [
        ("masters", "masters", "masters-head", "masters-slice", false),
        ("server", "server-clean", "server-head", "server-slice", true),
    ] {
        let want = |masters: f64, server: f64| Some(if is_server { server } else { masters });
        rows.extend(reading(file, slice, want));
        rows.extend(checking(clean, Some(0.7)));
        if is_server {
            rows.extend(checking(file, None));
        }
        rows.extend(holding(file, head, want));
        rows.extend(rewriting(file, head, want));
        rows.extend(cores(file, clean, want));
    }
    rows.extend(others());
    rows.extend(board());
    rows.extend(packed());
    rows.extend(binary());
    contests_of(rows)
}

/// Every race of the curator's verbs.
pub(crate) fn toolbox() -> Vec<Contest> {
    contests_of(toolbox::rows())
}

fn contests_of(rows: Vec<Row>) -> Vec<Contest> {
    rows.into_iter()
        .map(|(id, file, ours, peer, measure, agree, want)| Contest {
            id,
            file,
            ours,
            peer,
            measure,
            agree,
            want,
        })
        .collect()
}

fn reading(
    file: &'static str,
    slice: &'static str,
    want: impl Fn(f64, f64) -> Option<f64>,
) -> Vec<Row> {
    use Work::{Keys, Play, PlayMain, Skim, Tokens};
    let cpu = Measure::Cpu;
    let wc = Side::System("wc", &["-l"]);
    vec![
        ("W1", file, own(Skim), theirs(Skim), cpu, Agree::Answer, want(2.5, 3.5)),
        ("W1", file, own(Skim), wc, cpu, Agree::Nothing, Some(0.6)),
        ("W2", file, own(Tokens), theirs(Tokens), cpu, Agree::Answer, want(4.0, 3.0)),
        ("W3", file, own(Play), theirs(PlayMain), cpu, Agree::Answer, want(4.5, 3.5)),
        ("W3", slice, own(Play), Side::PythonChess, cpu, Agree::Keys, None),
        ("W4", file, own(Keys), theirs(Keys), cpu, Agree::Answer, want(5.0, 4.0)),
        ("W4", file, own(Keys), own(Play), cpu, Agree::Games, Some(0.95)),
    ]
}

fn checking(file: &'static str, want: Option<f64>) -> [Row; 1] {
    let check = Side::Pgn(CHECK, 1);
    [("check", file, check, own(Work::Play), Measure::Cpu, Agree::Nothing, want)]
}

fn holding(
    file: &'static str,
    head: &'static str,
    want: impl Fn(f64, f64) -> Option<f64>,
) -> Vec<Row> {
    use Work::{Hold, HoldPlayed, HoldPlayedMain};
    let (cpu, both) = (Measure::Cpu, want(3.5, 2.7));
    vec![
        ("W5", file, own(Hold), theirs(Hold), cpu, Agree::Answer, both),
        ("W5v", file, own(HoldPlayed), theirs(HoldPlayedMain), cpu, Agree::Answer, both),
        ("W5v", file, own(HoldPlayed), theirs(Hold), cpu, Agree::Tags, Some(1.0)),
        ("W5v", head, own(HoldPlayed), Side::Scid, cpu, Agree::Games, Some(8.0)),
    ]
}

fn rewriting(
    file: &'static str,
    head: &'static str,
    want: impl Fn(f64, f64) -> Option<f64>,
) -> Vec<Row> {
    use Work::{Rewrite, RewriteMain};
    let (cpu, best) = (Measure::Cpu, want(4.0, 3.0));
    let fmt = Side::Pgn(FMT, 1);
    vec![
        ("W6", file, own(Rewrite), theirs(RewriteMain), cpu, Agree::Moves, best),
        ("W6", file, fmt, theirs(RewriteMain), cpu, Agree::Moves, best),
        ("W6", head, own(Rewrite), Side::PgnExtract, cpu, Agree::Played, Some(25.0)),
        ("W6", head, fmt, Side::PgnExtract, cpu, Agree::Played, Some(25.0)),
        ("W6", file, Side::Readme, own(Rewrite), cpu, Agree::Bytes, Some(0.9)),
    ]
}

fn cores(
    file: &'static str,
    clean: &'static str,
    want: impl Fn(f64, f64) -> Option<f64>,
) -> Vec<Row> {
    use Work::{Play, PlayParallel};
    let wall = Measure::Wall;
    let two = own(PlayParallel);
    vec![
        ("W7", file, two, own(Play), wall, Agree::Answer, Some(1.9)),
        ("W7", file, two, theirs(PlayParallel), wall, Agree::Answer, want(5.0, 5.0)),
        ("W7", file, Side::Pgn(FMT, 2), Side::Pgn(FMT, 1), wall, Agree::Bytes, Some(1.9)),
        ("W7", clean, Side::Pgn(CHECK, 2), Side::Pgn(CHECK, 1), wall, Agree::Nothing, Some(1.9)),
    ]
}

/// Variations, and texts that are spelled otherwise.
fn others() -> Vec<Row> {
    use Work::{Hold, HoldPlayed, Play, PlayMain, Rewrite, Skim, Tokens};
    let cpu = Measure::Cpu;
    let (annotated, indented, odd) = ("annotated", "indented", "odd");
    let check = Side::Pgn(CHECK, 1);
    let fmt = Side::Pgn(FMT, 1);
    vec![
        ("W1", annotated, own(Skim), theirs(Skim), cpu, Agree::Answer, None),
        ("W2", annotated, own(Tokens), theirs(Tokens), cpu, Agree::Answer, None),
        ("W3v", annotated, own(Play), theirs(Play), cpu, Agree::Answer, Some(3.5)),
        ("W5", annotated, own(Hold), theirs(Hold), cpu, Agree::Answer, None),
        ("W5v", annotated, own(HoldPlayed), theirs(HoldPlayed), cpu, Agree::Answer, None),
        ("W6", annotated, own(Rewrite), theirs(Rewrite), cpu, Agree::Played, None),
        ("W6", annotated, fmt, Side::PgnExtract, cpu, Agree::Played, None),
        ("check", annotated, check, own(Play), cpu, Agree::Nothing, None),
        ("W1", indented, own(Skim), theirs(Skim), cpu, Agree::Answer, None),
        ("W2", indented, own(Tokens), theirs(Tokens), cpu, Agree::Answer, None),
        ("W3", indented, own(Play), theirs(PlayMain), cpu, Agree::Answer, None),
        ("check", indented, check, own(Play), cpu, Agree::Nothing, None),
        ("W1", odd, own(Skim), theirs(Skim), cpu, Agree::Nothing, None),
        ("W2", odd, own(Tokens), theirs(Tokens), cpu, Agree::Nothing, None),
        ("W3", odd, own(Play), theirs(Play), cpu, Agree::Nothing, None),
        ("check", odd, check, own(Play), cpu, Agree::Nothing, None),
        ("check", "lichess", check, theirs(Play), cpu, Agree::Nothing, Some(2.0)),
        ("check", "chesscom", check, theirs(Play), cpu, Agree::Nothing, Some(2.0)),
    ]
}

fn board() -> Vec<Row> {
    use Work::{FenIn, FenOut, Perft, PlayKnown, Resolve, SanOut};
    let row = |file, work, want| -> Row {
        ("W8", file, own(work), theirs(work), Measure::Loop, Agree::Answer, want)
    };
    let cozy = Side::Own(Perft, Runner::CozyChess);
    vec![
        row("moves", SanOut, Some(4.5)),
        row("moves", Resolve, None),
        row("moves", PlayKnown, None),
        row("positions", FenOut, Some(14.0)),
        row("positions", FenIn, Some(4.0)),
        row("positions", Perft, None),
        ("W8", "positions", own(Perft), cozy, Measure::Loop, Agree::Answer, Some(1.5)),
    ]
}

fn packed() -> Vec<Row> {
    let (two, one) = (Side::Pgn(CHECK, 2), Side::Pgn(CHECK, 1));
    let unpack = |file, name, want| -> Row {
        let peer = Side::System(name, &["-dc"]);
        ("zip", file, Side::Unpacking("check"), peer, Measure::Cpu, Agree::Nothing, Some(want))
    };
    vec![
        ("zip", "prose-frames.zst", two, one, Measure::Wall, Agree::Nothing, Some(1.8)),
        ("zip", "server-frames.zst", two, one, Measure::Wall, Agree::Nothing, Some(1.8)),
        unpack("prose.zst", "zstd", 0.95),
        unpack("prose.gz", "gzip", 0.95),
    ]
}

/// PGC beside the text of the same games.
fn binary() -> Vec<Row> {
    use Work::{Decode, Encode, ReadText};
    let mut rows = Vec::new();
    for file in ["masters-2m", "server-2m", "annotated-2m"] {
        for work in [Encode, Decode] {
            let (ours, text) = (own(work), own(ReadText));
            rows.push(("W9", file, ours, text, Measure::Loop, Agree::Answer, None));
        }
    }
    rows
}

/// The programs whose memory over the server games is measured, and its limit in MiB.
pub(crate) fn memory() -> Vec<(Side, f64)> {
    const CONVERT: &[&str] = &["convert", "--to", "uci"];
    let mut rows = Vec::new();
    for work in [Work::Skim, Work::Tokens, Work::Play, Work::Keys] {
        rows.push((own(work), 4.0));
    }
    for (n_threads, limit_mib) in [(1, 32.0), (2, 100.0)] {
        for words in [CHECK, FMT, CONVERT] {
            rows.push((Side::Pgn(words, n_threads), limit_mib));
        }
    }
    rows
}
