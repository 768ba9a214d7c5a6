//! The judges: other programs read the same games, and their answers are compared with ours.
//!
//! ```text
//! cargo xtask judge compare CORPUS ANSWERS   our reading against what python-chess answered
//! ```
//!
//! Owns: the verbs, the totals, the report. Knows nothing of: how a judge is started for the
//! answers (`judges/README.md` says it).
//! Standard: none.
//! Start at [`run`].

mod align;
mod answer;
mod compare;
mod ours;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use compare::{Count, Difference, Kind, compare};

pub(crate) fn run(arguments: &[&str]) -> Result<ExitCode, String> {
    match arguments {
        ["compare", corpus, answers] => compare_all(Path::new(corpus), Path::new(answers)),
        ["counts", corpus] => counts(Path::new(corpus)),
        _ => Err("judge compare CORPUS ANSWERS".to_owned()),
    }
}

fn compare_all(corpus: &Path, answers: &Path) -> Result<ExitCode, String> {
    let mut total = Count::default();
    let mut per_kind = [0u64; Kind::ALL.len()];
    for path in answer_files(answers)? {
        let (count, differences) = compare_file(corpus, answers, &path)?;
        total.add(count);
        for difference in differences {
            per_kind[difference.kind as usize] += 1;
            println!(
                "{}\t{}\t{}\t{}",
                path,
                difference.game,
                difference.kind.name(),
                difference.detail
            );
        }
    }
    println!("{total:?}");
    for kind in Kind::ALL {
        println!("{} {}", kind.name(), per_kind[kind as usize]);
    }
    Ok(ExitCode::SUCCESS)
}

/// The files that were judged, by their paths in the corpus, as `total.tsv` lists them.
fn answer_files(answers: &Path) -> Result<Vec<String>, String> {
    let path = answers.join("total.tsv");
    let text = std::fs::read_to_string(&path)
        .map_err(|trouble| format!("{}: {trouble}", path.display()))?;
    Ok(text
        .lines()
        .skip(1)
        .filter_map(|line| line.split('\t').next())
        .filter(|path| !path.contains(".epd") && !path.contains(".tar"))
        .map(str::to_owned)
        .collect())
}

fn compare_file(
    corpus: &Path,
    answers: &Path,
    path: &str,
) -> Result<(Count, Vec<Difference>), String> {
    let theirs = answer::read(&answers.join(format!("{path}.jsonl")))?;
    let mut total = Count::default();
    let mut differences = Vec::new();
    let source: PathBuf = corpus.join(path);
    for (member, text) in ours::texts(&source)?.iter().enumerate() {
        let ours = ours::read_text(text);
        let theirs: Vec<_> = theirs
            .iter()
            .filter(|answer| answer.lines.map_or(0, |lines| lines.0) == member)
            .collect();
        total.add(compare(total.ours + 1, &ours, &theirs, &mut differences));
    }
    Ok((total, differences))
}

pub(crate) fn counts(corpus: &Path) -> Result<ExitCode, String> {
    let manifest =
        std::fs::read_to_string(corpus.join("MANIFEST.tsv")).map_err(|t| t.to_string())?;
    for line in manifest.lines().skip(1) {
        let f: Vec<_> = line.split('\t').collect();
        let texts = match ours::texts(&corpus.join(f[0])) {
            Ok(t) => t,
            Err(e) => {
                println!("{}\t{}\t!{e}", f[0], f[3]);
                continue;
            }
        };
        let n: usize = texts.iter().map(|t| ours::read_text(t).len()).sum();
        if n.to_string() != f[3] {
            println!("{}\t{}\t{n}\t{}", f[0], f[3], f[10]);
        }
    }
    Ok(ExitCode::SUCCESS)
}
