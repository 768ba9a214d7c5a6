//! The command over a large file of server games, packed with zstd, beside `zstd -dc`.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use crate::Desk;
use crate::clock::{Cost, Job, told};
use crate::tool::Tools;
use crate::{data, machine, record, varied};

/// Frames in which the file is packed, one after the other.
const FRAMES: u64 = 5;

/// Where a verb writes.
#[derive(Clone, Copy)]
enum To {
    /// Standard output, which is discarded.
    Output,
    /// A file of this extension.
    File(&'static str),
    /// The index of the file.
    Index,
}

/// Label, words, where they write, and the goals: times the seconds of `zstd -dc`, or CPU seconds a
/// gigabyte.
const VERBS: &[(&str, &[&str], To, &str)] = &[
    ("check", &["check"], To::Output, ""),
    ("tree", &["tree"], To::Output, "1.2"),
    ("fmt", &["fmt"], To::Output, "1.2"),
    ("classify", &["classify"], To::Output, "1.2"),
    ("index", &["index"], To::Index, "1.3"),
    ("stats", &["stats"], To::Output, "1.3"),
    ("jsonl", &["convert", "--to", "jsonl"], To::Output, "1.5"),
    ("csv", &["convert", "--to", "csv"], To::Output, "1.5"),
    ("dedupe", &["dedupe"], To::Output, "3"),
    ("sort", &["sort"], To::Output, "3"),
    ("parquet", &["convert", "--to", "parquet"], To::File("parquet"), "10 s"),
    (
        "parquet",
        &["convert", "--to", "parquet", "--columns", "event,site,date,white,black,result,eco"],
        To::File("parquet"),
        "3 s",
    ),
];

/// Runs every verb once, and keeps the table.
pub(crate) fn all(desk: &Desk) -> Result<(), String> {
    let tools = Tools::find(&desk.root)?;
    let Some(zstd) = &tools.zstd else { return Err("zstd is not installed".to_owned()) };
    let big = Big::make(desk, zstd)?;
    let nothing = Path::new("/dev/null");
    let scale = 1e9 / big.bytes as f64 / 1000.0;
    let unpacking = Job::new(zstd).arg("-dc").arg(&big.path).output(nothing).run()?;
    let mut rows = String::new();
    let mut add = |label: &str, cost: &Cost, goal: &str, note: &str| {
        let line = format!(
            "| {label} | {:.1} | {:.1} | {:.1} | {goal} | {:.0} | {note} |",
            cost.wall_ms * scale,
            cost.wall_ms / unpacking.wall_ms,
            cost.cpu_ms * scale,
            cost.memory_mib
        );
        eprintln!("{line}");
        let _ = writeln!(rows, "{line}");
    };
    add("`zstd -dc`", &unpacking, "", "");
    for (name, words, to, goal) in VERBS {
        if !desk.only.is_empty() && !desk.only.iter().any(|only| only == name) {
            continue;
        }
        let job = Job::new(&tools.pgn).args(*words).arg("-q").arg(&big.path).status_max(1);
        let target = match to {
            To::Output => None,
            To::File(extension) => Some(desk.data().join("out-big").with_extension(extension)),
            To::Index => Some(PathBuf::from(format!("{}.pgnidx", big.path.display()))),
        };
        let job = match (to, &target) {
            (To::File(_), Some(target)) => job.arg("-o").arg(target),
            _ => job.output(nothing),
        };
        let cost = job.run()?;
        let mut note = String::new();
        if let Some(target) = target {
            let bytes = fs::metadata(&target).map_err(told(&target))?.len();
            note = format!("{:.0} MB a GB", bytes as f64 * scale / 1000.0);
            fs::remove_file(&target).map_err(told(&target))?;
        }
        add(&format!("`pgn {}`", words.join(" ")), &cost, goal, &note);
    }
    let text = format!(
        "{}\n{:.0} MB of server games ({} games, all different), packed in {FRAMES} frames; load \
         average {} at the start. One run each, two threads; seconds by the clock and of CPU time \
         for a gigabyte, and times the seconds of `zstd -dc` by the clock, which the goal is \
         about, unless it is in CPU seconds a gigabyte.\n\n\
         | program | seconds | times `zstd -dc` | CPU seconds | wanted | MiB | written |\n\
         |---|---|---|---|---|---|---|\n\
         {rows}",
        record::header(),
        big.bytes as f64 / 1e6,
        big.game_count,
        machine::load(),
    );
    match desk.is_whole() {
        true => record::keep(desk, "big", &text),
        false => {
            println!("{text}");
            Ok(())
        }
    }
}

/// The packed file.
struct Big {
    path: PathBuf,
    /// Of the text.
    bytes: u64,
    game_count: u64,
}

impl Big {
    fn make(desk: &Desk, zstd: &Path) -> Result<Big, String> {
        let games = data::games_of("server", &desk.corpus)?;
        let games = varied::games(&games).map_err(|trouble| trouble.to_string())?;
        fs::create_dir_all(desk.data()).map_err(told(&desk.data()))?;
        let path = desk.data().join("big.pgn.zst");
        let part = desk.data().join("big-part.pgn");
        eprintln!("making big");
        let mut packed = fs::File::create(&path).map_err(told(&path))?;
        let (mut bytes, mut game_count) = (0, 0);
        for frame in 1..=FRAMES {
            let end = desk.megabytes * 1_000_000 * frame / FRAMES;
            let mut write = || -> io::Result<u64> {
                let mut to = BufWriter::new(fs::File::create(&part)?);
                let mut text = Vec::new();
                let mut len = 0;
                while bytes + len < end {
                    text.clear();
                    varied::write(&games, game_count, &mut text)?;
                    to.write_all(&text)?;
                    len += text.len() as u64;
                    game_count += 1;
                }
                to.flush()?;
                Ok(len)
            };
            bytes += write().map_err(told(&part))?;
            let frame = part.with_extension("zst");
            Job::new(zstd).args(["-q", "-f", "-T1"]).arg(&part).arg("-o").arg(&frame).run()?;
            fs::File::open(&frame)
                .and_then(|mut frame| io::copy(&mut frame, &mut packed))
                .map_err(told(&path))?;
            fs::remove_file(&frame).map_err(told(&frame))?;
        }
        fs::remove_file(&part).map_err(told(&part))?;
        Ok(Big { path, bytes, game_count })
    }
}
