//! The curator's verbs over ten thousand to a million games: cost a game, and memory.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufWriter, Write as _};

use crate::Desk;
use crate::clock::{Job, told};
use crate::tool::Tools;
use crate::{data, record, varied};

const SIZES: [usize; 3] = [10_000, 100_000, 1_000_000];

/// A verb with its words; where it writes games, they go to a file.
const VERBS: &[(&str, &[&str])] = &[
    ("filter", &["filter", "--where", "White ~ /^Kasparov/ and Date in 1980..1999"]),
    ("filter", &["filter", "--where", "material \"KRPkr\" for 4 plies"]),
    ("sort", &["sort", "--memory", "256M"]),
    ("dedupe", &["dedupe", "--memory", "256M"]),
    ("classify", &["classify"]),
    ("stats", &["stats"]),
    ("tree", &["tree", "--depth", "20", "--min-games", "10"]),
    ("index", &["index"]),
];

/// Runs every verb over every size, and keeps the table.
pub(crate) fn all(desk: &Desk) -> Result<(), String> {
    let tools = Tools::find(&desk.root)?;
    let games = data::games_of("masters", &desk.corpus)?;
    let games = varied::games(&games).map_err(|trouble| trouble.to_string())?;
    fs::create_dir_all(desk.data()).map_err(told(&desk.data()))?;
    let mut text = format!(
        "{}\nMicroseconds of CPU time a game on one thread, and the most memory held in MiB. The \
         games are those of `masters`, each copy with other players and other first moves.\n\n\
         | verb | 10,000 games | MiB | 100,000 | MiB | 1,000,000 | MiB |\n\
         |---|---|---|---|---|---|---|\n",
        record::header()
    );
    let path = desk.data().join("grown.pgn");
    let mut rows = vec![String::new(); VERBS.len()];
    for n_games in SIZES {
        let mut file = BufWriter::new(fs::File::create(&path).map_err(told(&path))?);
        (0..n_games as u64)
            .try_for_each(|number| varied::write(&games, number, &mut file))
            .and_then(|()| file.flush())
            .map_err(told(&path))?;
        for ((verb, words), row) in VERBS.iter().zip(&mut rows) {
            if !desk.only.is_empty() && !desk.only.iter().any(|only| only == verb) {
                continue;
            }
            let out = desk.data().join("grown-out.pgn");
            let job = Job::new(&tools.pgn).args(*words).args(["-q", "-j1"]).arg(&path);
            let prints = matches!(*verb, "stats" | "tree" | "index");
            let job = if prints { job.output(&out) } else { job.arg("-o").arg(&out) };
            let cost = job.status_max(1).run()?;
            let each_us = cost.cpu_ms * 1000.0 / n_games as f64;
            eprintln!("{verb} {n_games}: {each_us:.1} µs a game, {:.0} MiB", cost.memory_mib);
            let _ = write!(row, " {each_us:.1} | {:.0} |", cost.memory_mib);
        }
    }
    for ((_, words), row) in VERBS.iter().zip(&rows).filter(|(_, row)| !row.is_empty()) {
        let _ = writeln!(text, "| `pgn {}` |{row}", words.join(" "));
    }
    for name in ["grown.pgn", "grown-out.pgn", "grown.pgn.pgnidx"] {
        let _ = fs::remove_file(desk.data().join(name));
    }
    if desk.is_whole() {
        record::keep(desk, "growth", &text)
    } else {
        println!("{text}");
        Ok(())
    }
}
