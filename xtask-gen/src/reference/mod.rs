//! Other programs read the same games, and their answers are compared with ours.
//!
//! ```text
//! reference read CORPUS ANSWERS                        our reading against python-chess's answers
//! reference write-back CORPUS OUT PYTHON PGN-EXTRACT   other programs read what we write
//! reference epd CORPUS PYTHON                          records of EPD, read by both
//! ```
//!
//! Start at [`run`].

mod align;
mod answer;
mod compare;
mod known;
mod ours;
mod positions;
mod write_back;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use compare::{Count, Difference, compare};
use known::Known;
use write_back::Round;

const USAGE: &str = "reference read CORPUS ANSWERS, \
                     reference write-back CORPUS OUT PYTHON PGN-EXTRACT, \
                     or reference epd CORPUS PYTHON";

pub(crate) fn run(arguments: &[&str]) -> Result<ExitCode, String> {
    match arguments {
        ["read", corpus, answers] => read(Path::new(corpus), Path::new(answers)),
        ["write-back", corpus, out, python, pgn_extract] => {
            let (corpus, out) = (Path::new(corpus), Path::new(out));
            write_back::run(&Round { corpus, out, python, pgn_extract }, &game_files(corpus)?)
        }
        ["epd", corpus, python] => positions::run(Path::new(corpus), python),
        _ => Err(USAGE.to_owned()),
    }
}

/// Compares all files that python-chess has read; the exit status is 0 if every difference was
/// examined before.
fn read(corpus: &Path, answers: &Path) -> Result<ExitCode, String> {
    let mut known = Known::of_repository()?;
    let mut total = Count::default();
    let mut n_files = 0;
    let mut per_reason: BTreeMap<String, u64> = BTreeMap::new();
    let mut n_unknown = 0;
    for path in game_files(corpus)? {
        let (count, differences) = compare_file(corpus, answers, &path)?;
        total.add(count);
        n_files += 1;
        for difference in differences {
            let reason = match known.reason(&path, difference.kind, difference.game) {
                Some(reason) => reason.to_owned(),
                None if difference.of_unknown_rules => "rules-not-known".to_owned(),
                None => {
                    n_unknown += 1;
                    let kind = difference.kind.name();
                    println!("{path}\t{kind}\t{}\t{}", difference.game, difference.detail);
                    continue;
                }
            };
            *per_reason.entry(reason).or_default() += 1;
        }
    }
    let n_needless = known.needless().map(|line| println!("not needed: {line}")).count();
    println!("{n_files} files; {total}");
    for (reason, n) in per_reason {
        println!("{n:6} {reason}");
    }
    println!("{n_unknown} differences without a reason");
    let is_known = n_unknown == 0 && n_needless == 0;
    Ok(if is_known { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The game files of a corpus in path order: the files whose names are those of PGN, compressed or
/// not.
fn game_files(corpus: &Path) -> Result<Vec<String>, String> {
    let mut paths = Vec::new();
    let mut folders = vec![corpus.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let on_error = |error| format!("{}: {error}", folder.display());
        for entry in std::fs::read_dir(&folder).map_err(on_error)?.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(path) = path.strip_prefix(corpus) {
                let path = path.to_string_lossy().replace('\\', "/");
                let name = path.to_lowercase();
                let is_game_file = [".pgn", ".pgn.gz", ".pgn.zst", ".pgn.bz2", ".pgn.xz"]
                    .iter()
                    .any(|end| name.ends_with(end));
                let is_archive = name.ends_with(".zip") && !name.contains(".epd");
                if is_game_file || is_archive {
                    paths.push(path);
                }
            }
        }
    }
    paths.sort();
    Ok(paths)
}

fn compare_file(
    corpus: &Path,
    answers: &Path,
    path: &str,
) -> Result<(Count, Vec<Difference>), String> {
    let theirs = answer::read(&answers.join(format!("{path}.jsonl")))?;
    let mut total = Count::default();
    let mut differences = Vec::new();
    for (member, text) in ours::texts(&corpus.join(path))?.iter().enumerate() {
        let ours = ours::read_text(text);
        let theirs: Vec<_> = theirs
            .iter()
            .filter(|answer| answer.lines.map_or(0, |lines| lines.0) == member)
            .collect();
        total.add(compare(total.ours + 1, &ours, &theirs, &mut differences));
    }
    Ok((total, differences))
}
