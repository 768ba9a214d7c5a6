//! How sure `sure` is: the names of the corpus, compared with each other.
//!
//! Standard: §8.1.1.5, §9.1.2.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;

use pgn_db::source::Inputs;
use pgn_query::name::{Census, Certainty, Comparison, Fold, Kind, fold};
use pgnkit::charset::{Choice, decode};

/// Changes that an eye has seen to be right although the letters are not the same.
const SEEN: &[(&str, &str)] = &[
    ("Yusupov Artur", "Jussupow, Artur"),
    ("Yusupov, Artur", "Jussupow, Artur"),
    ("Kalinichev Sergey", "Kalinitschew, Sergey"),
    ("Kasparov Gary RUS", "Kasparov Gary (RUS)"),
    ("Kramnik Vladimir Rus", "Kramnik Vladimir (RUS)"),
    ("Lehmann Heinz", "Lehmann, Heinz Dr"),
    ("Saemisch, Friedrich GM", "Sämisch, Friedrich"),
];

/// So much of a file is read, in bytes.
const TEXT_BYTES_MAX: u64 = 64 << 20;

/// What is known about players from the games of the corpus.
#[derive(Default)]
struct Seen {
    census: Census,
    /// The FIDE numbers that are beside a name.
    numbers: BTreeMap<String, BTreeSet<String>>,
}

impl Seen {
    fn read(&mut self, folder: PathBuf) {
        for source in Inputs::gather(&[folder]).sources().flatten() {
            let mut text = Vec::new();
            // Damaged files are read as far as possible.
            let _ = source.read.take(TEXT_BYTES_MAX).read_to_end(&mut text);
            let mut tags = BTreeMap::new();
            for line in text.split(|byte| *byte == b'\n') {
                let line = decode(line, Choice::Auto.encoding_of(line)).text;
                let pair = line.trim().strip_prefix('[').and_then(|it| it.strip_suffix("\"]"));
                match pair.and_then(|pair| pair.split_once(" \"")) {
                    Some((name, value)) => {
                        tags.insert(name.trim().to_owned(), value.to_owned());
                    }
                    None => self.take(&std::mem::take(&mut tags)),
                }
            }
        }
    }

    fn take(&mut self, tags: &BTreeMap<String, String>) {
        for (name, number) in [("White", "WhiteFideId"), ("Black", "BlackFideId")] {
            let Some(name) = tags.get(name).filter(|name| !name.contains([':', '\\'])) else {
                continue;
            };
            self.census.add(Kind::Player, name, 1);
            if let Some(number) = tags.get(number).filter(|number| number.len() > 3) {
                self.numbers.entry(name.clone()).or_default().insert(number.clone());
            }
        }
    }
}

/// The letters of a name in the order of the alphabet, without titles and what is in
/// parentheses.
fn letters(name: &str) -> String {
    let titles = ["gm", "im", "fm", "wgm", "wim", "wfm", "cm", "dr"];
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
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let shared = pgn_testing::shared_folders();
    let has_corpus = pgn_testing::shared_corpus("").is_some();
    let mut seen = Seen::default();
    [own].into_iter().chain(shared).for_each(|folder| seen.read(folder));
    let comparison = Comparison {
        least: Certainty::Doubtful,
        bytes_max: usize::MAX,
        n_compared: &AtomicU64::new(0),
    };
    let changes = seen.census.suggestions(comparison).unwrap();
    let sure: Vec<_> = changes.iter().filter(|it| it.certainty == Certainty::Sure).collect();
    println!("{} spellings, {} sure changes", seen.census.len(), sure.len());
    let mut wrong = Vec::new();
    for change in &sure {
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
    if has_corpus {
        assert!(sure.len() >= 500, "only {} sure changes", sure.len());
    }
}
