//! How sure `sure` is: the names of the corpus, compared with each other.
//!
//! Owns: the measurement. Knows nothing of: how names are compared.
//! Standard: §8.1.1.5, §9.1.2.
//! Start at [`no_sure_change_of_the_corpus_is_wrong`].

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use pgn_db::name::{Census, Certainty, Fold, Kind, fold};
use pgnkit::charset::{Choice, decode};

/// Changes that an eye has seen to be right although the letters are not the same.
const SEEN: &[(&str, &str)] = &[];

/// What the games of the corpus say of players.
#[derive(Default)]
struct Seen {
    census: Census,
    /// The FIDE numbers that stand beside a name.
    numbers: BTreeMap<String, BTreeSet<String>>,
}

impl Seen {
    fn read(&mut self, path: &Path) {
        let bytes = fs::read(path).unwrap();
        let text = decode(&bytes, Choice::Auto.encoding_of(&bytes)).text;
        let mut tags: BTreeMap<&str, &str> = BTreeMap::new();
        for line in text.lines().map(str::trim) {
            let pair = line.strip_prefix('[').and_then(|line| line.strip_suffix("\"]"));
            match pair.and_then(|pair| pair.split_once(" \"")) {
                Some((name, value)) => drop(tags.insert(name.trim(), value)),
                None => self.take(&std::mem::take(&mut tags)),
            }
        }
    }

    fn take(&mut self, tags: &BTreeMap<&str, &str>) {
        for (name, number) in [("White", "WhiteFideId"), ("Black", "BlackFideId")] {
            let Some(name) = tags.get(name).filter(|name| !name.contains([':', '\\'])) else {
                continue;
            };
            self.census.add(Kind::Player, name, 1);
            if let Some(number) = tags.get(number).filter(|number| number.len() > 3) {
                self.numbers.entry((*name).to_owned()).or_default().insert((*number).to_owned());
            }
        }
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => files(&path, found),
            false if path.extension().is_some_and(|it| it == "pgn") => found.push(path),
            false => {}
        }
    }
}

/// The letters of a name in the order of the alphabet, without titles and what stands in
/// parentheses.
fn letters(name: &str) -> String {
    let titles = ["gm", "im", "fm", "wgm", "wim", "wfm", "cm"];
    let bare = name.split(['(', '[']).next().unwrap_or_default();
    let folded = fold(bare, Fold::Words);
    let words = folded.split(' ').filter(|word| !titles.contains(word));
    let mut letters: Vec<char> = words.flat_map(str::chars).collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

/// Of every change that is called sure, the letters are the same, or an eye has seen the pair; no
/// two numbers of FIDE speak against it; and it does not lead away from `Last, First`.
#[test]
fn no_sure_change_of_the_corpus_is_wrong() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ["corpus", "../shared/corpus/a_otb", "../shared/corpus/b_online"] {
        files(&root.join(folder), &mut found);
    }
    let mut seen = Seen::default();
    found.iter().for_each(|path| seen.read(path));
    let changes = seen.census.suggestions();
    let sure: Vec<_> = changes.iter().filter(|it| it.certainty == Certainty::Sure).collect();
    println!("{} spellings, {} sure changes", seen.census.len(), sure.len());
    let mut wrong = Vec::new();
    for change in &sure {
        println!("{}\t{}", change.from, change.to);
        let pair = (change.from.as_str(), change.to.as_str());
        let is_same = letters(pair.0) == letters(pair.1) || SEEN.contains(&pair);
        let numbers = |name: &str| seen.numbers.get(name);
        let is_other = match (numbers(pair.0), numbers(pair.1)) {
            (Some(a), Some(b)) => a.is_disjoint(b),
            _ => false,
        };
        let leads_away = change.from.contains(", ") && !change.to.contains(", ");
        if !is_same || is_other || leads_away {
            wrong.push(pair);
        }
    }
    assert!(wrong.is_empty(), "{} of {}: {wrong:#?}", wrong.len(), sure.len());
    if root.join("../shared/corpus").is_dir() {
        assert!(sure.len() >= 40, "only {} sure changes", sure.len());
    }
}
