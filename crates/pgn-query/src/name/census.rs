//! Which spellings are likely one name: found by comparing, with a reason for each.
//!
//! Owns: the groups and the spelling that each should have. Knows nothing of: files, games, lists.
//! Standard: §8.1.1.1, §8.1.1.2, §8.1.1.5. Decisions: none.
//! Start at [`Census`].

use std::collections::{BTreeMap, HashMap};

use super::alike::CommaForm;
use super::fold::{Fold, fold};
use super::likeness::{Likeness, Players};
use super::list::Kind;
use super::root::push_root;
use super::sure::Keys;

/// How sure a suggestion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// Someone must look at it.
    Doubtful,
    /// The two say the same.
    Sure,
}

/// A spelling that should perhaps be another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// What is spelled.
    pub kind: Kind,
    /// The spelling that was found.
    pub from: String,
    /// The one that it should be.
    pub to: String,
    /// In how many games it was found; both sides of a game count.
    pub n_games: u64,
    /// How sure this is.
    pub certainty: Certainty,
    /// Why.
    pub why: String,
}

/// Spellings, each with the number of games in which it stands.
///
/// Memory: the distinct spellings.
#[derive(Clone, Debug, Default)]
pub struct Census {
    counts: BTreeMap<(Kind, String), u64>,
}

/// Names that share a key are compared, each with each; of more, only neighbours.
const BLOCK_MAX: usize = 3000;

impl Census {
    /// Counts a spelling. Of several names with colons between each counts.
    pub fn add(&mut self, kind: Kind, value: &str, n_games: u64) {
        let mut count = |name: &str| match self.counts.get_mut(&(kind, name.to_owned())) {
            Some(count) => *count += n_games,
            None => {
                self.counts.insert((kind, name.to_owned()), n_games);
            }
        };
        match kind {
            Kind::Player => value.split(':').for_each(count),
            Kind::Event | Kind::Site | Kind::Round | Kind::FideId => count(value),
        }
    }

    /// Takes in another census.
    pub fn join(&mut self, other: Census) {
        for (key, n_games) in other.counts {
            *self.counts.entry(key).or_default() += n_games;
        }
    }

    /// Number of distinct spellings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether nothing was counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The spellings with their numbers of games, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, &str, u64)> {
        self.counts.iter().map(|((kind, name), n)| (*kind, name.as_str(), *n))
    }

    /// What should perhaps be spelled otherwise, the kinds one after the other, in order of what
    /// it should be. About n log n in the number of spellings, more where many share a family name.
    #[must_use]
    pub fn suggestions(&self) -> Vec<Suggestion> {
        let mut suggestions = Vec::new();
        for kind in Kind::COMPARED {
            let spellings: Vec<Spelling<'_>> = self
                .iter()
                .filter(|(other, name, _)| *other == kind && !says_nothing(name))
                .map(|(_, name, n_games)| Spelling::new(kind, name, n_games))
                .collect();
            let mut found = Finder::new(kind, &spellings).run();
            found.sort_by(|a, b| (&a.to, &a.from).cmp(&(&b.to, &b.from)));
            suggestions.extend(found);
        }
        suggestions
    }
}

fn says_nothing(name: &str) -> bool {
    fold(name, Fold::Words).is_empty()
}

/// A spelling, ready to be compared.
struct Spelling<'a> {
    name: &'a str,
    n_games: u64,
    words: String,
    /// What all that are like it share.
    blocks: Vec<String>,
    keys: Keys,
    players: Option<Players>,
}

impl<'a> Spelling<'a> {
    fn new(kind: Kind, name: &'a str, n_games: u64) -> Spelling<'a> {
        let words = fold(name, Fold::Words).into_owned();
        let (blocks, keys, players) = match kind {
            Kind::Player => {
                let players = Players::parse(name);
                let person = &players.persons()[0];
                let (blocks, keys) = match person.is_unknown() {
                    true => (Vec::new(), Keys::default()),
                    false => {
                        let blocks = slips(person.keys().map(|key| key.into_owned()));
                        (blocks, Keys::of_player(name, person))
                    }
                };
                (blocks, keys, Some(players))
            }
            Kind::Event | Kind::Site | Kind::Round | Kind::FideId => {
                let mut root = String::new();
                words.split(' ').for_each(|word| push_root(word, &mut root));
                (slips(std::iter::once(root)), Keys::of_place(&words), None)
            }
        };
        Spelling { name, n_games, words, blocks, keys, players }
    }

    /// How good a spelling is to be that of all: a player's in the form `Last, First` and not in
    /// capitals, then what is often used, has a comma, has its accents.
    fn worth(&self) -> (CommaForm, bool, u64, CommaForm, usize, std::cmp::Reverse<&'a str>) {
        let n_accents = self.name.chars().filter(|c| !c.is_ascii()).count();
        let comma = CommaForm::of(self.name);
        let has_small = self.name.chars().any(char::is_lowercase);
        let is_player = self.players.is_some();
        (
            if is_player { comma } else { CommaForm::Without },
            is_player && has_small,
            self.n_games,
            comma,
            n_accents,
            std::cmp::Reverse(self.name),
        )
    }

    fn likeness(&self, other: &Spelling<'_>) -> Likeness {
        match (&self.players, &other.players) {
            (Some(a), Some(b)) => a.likeness(b),
            _ => places_likeness(&self.words, &other.words),
        }
    }
}

/// Of events and sites: the same but for one letter, and never another number.
fn places_likeness(a: &str, b: &str) -> Likeness {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let n = a.len().min(b.len());
    if !(8..=200).contains(&n) || digits(a) != digits(b) {
        return Likeness::Different;
    }
    match strsim::osa_distance(a, b) {
        0..=1 => Likeness::Close,
        _ => Likeness::Different,
    }
}

/// Keys, and each without one of its letters: what differs by a slip shares one.
fn slips(keys: impl Iterator<Item = String>) -> Vec<String> {
    let mut all = Vec::new();
    for key in keys {
        if (4..=64).contains(&key.len()) && key.is_ascii() {
            let without = |at: usize| [&key[..at], &key[at + 1..]].concat();
            all.extend((0..key.len()).map(without));
        }
        all.push(key);
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Looks for spellings of one name.
struct Finder<'a> {
    kind: Kind,
    spellings: &'a [Spelling<'a>],
    /// For each spelling, one of its group that was found before, or itself.
    parents: Vec<usize>,
    likely: HashMap<usize, Vec<(usize, Likeness)>>,
}

impl<'a> Finder<'a> {
    fn new(kind: Kind, spellings: &'a [Spelling<'a>]) -> Finder<'a> {
        let parents = (0..spellings.len()).collect();
        Finder { kind, spellings, parents, likely: HashMap::new() }
    }

    fn run(mut self) -> Vec<Suggestion> {
        self.join_sure();
        let mut blocks: HashMap<&str, Vec<usize>> = HashMap::new();
        for (n, spelling) in self.spellings.iter().enumerate() {
            for key in &spelling.blocks {
                blocks.entry(key).or_default().push(n);
            }
        }
        for block in blocks.into_values() {
            self.compare(&block);
        }
        let best = self.best();
        let mut found = Vec::new();
        for n in 0..self.spellings.len() {
            let to = best[&self.group(n)];
            if to != n {
                let why = "the same name in another spelling".to_owned();
                found.push(self.suggestion(n, to, Certainty::Sure, why));
            }
        }
        found.extend(self.doubtful(&best));
        found
    }

    /// Puts the spellings that are one name for sure into one group each.
    fn join_sure(&mut self) {
        let spellings = self.spellings;
        let mut by_key: HashMap<&str, usize> = HashMap::new();
        for (n, spelling) in spellings.iter().enumerate() {
            for key in &spelling.keys.certain {
                let first = *by_key.entry(key).or_insert(n);
                self.join(first, n);
            }
        }
        // All of these are looked up before any is joined, so that their order does not count.
        let mut read: Vec<(usize, usize)> = Vec::new();
        for (n, spelling) in spellings.iter().enumerate() {
            let known = spelling.keys.readings.iter().filter_map(|key| by_key.get(&**key));
            let mut fitting: Vec<usize> = known.map(|first| self.group(*first)).collect();
            fitting.sort_unstable();
            fitting.dedup();
            if let [only] = fitting[..] {
                read.push((n, only));
            }
        }
        read.into_iter().for_each(|(n, only)| self.join(n, only));
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.group(a), self.group(b));
        self.parents[a.max(b)] = a.min(b);
    }

    fn compare(&mut self, block: &[usize]) {
        for (i, &a) in block.iter().enumerate() {
            for &b in block[i + 1..].iter().take(BLOCK_MAX) {
                if self.group(a) == self.group(b) {
                    continue;
                }
                let likeness = self.spellings[a].likeness(&self.spellings[b]);
                if likeness != Likeness::Different {
                    self.likely.entry(a).or_default().push((b, likeness));
                    self.likely.entry(b).or_default().push((a, likeness));
                }
            }
        }
    }

    /// The first of a group.
    fn group(&self, n: usize) -> usize {
        let mut at = n;
        while self.parents[at] != at {
            at = self.parents[at];
        }
        at
    }

    /// The best spelling of each group.
    fn best(&self) -> HashMap<usize, usize> {
        let mut best: HashMap<usize, usize> = HashMap::new();
        for n in 0..self.spellings.len() {
            let known = best.entry(self.group(n)).or_insert(n);
            if self.spellings[n].worth() > self.spellings[*known].worth() {
                *known = n;
            }
        }
        best
    }

    /// Groups that may be another: initials, a missing name, a slip of the pen. Each is named once,
    /// with what it is most like; the rarer is to become the other.
    fn doubtful(&self, best: &HashMap<usize, usize>) -> Vec<Suggestion> {
        let mut pairs: BTreeMap<usize, Vec<(usize, Likeness)>> = BTreeMap::new();
        for (&n, likely) in &self.likely {
            let from = best[&self.group(n)];
            for &(other, likeness) in likely {
                let to = best[&self.group(other)];
                if from != to && self.should_become(from, to, likeness) {
                    pairs.entry(from).or_default().push((to, likeness));
                }
            }
        }
        let mut found = Vec::new();
        for (from, mut choices) in pairs {
            choices.sort_by_key(|&(to, likeness)| {
                (std::cmp::Reverse(likeness), std::cmp::Reverse(self.spellings[to].worth()))
            });
            choices.dedup();
            let (to, likeness) = choices[0];
            let others: Vec<&str> =
                choices[1..].iter().take(3).map(|&(to, _)| self.spellings[to].name).collect();
            let mut why = match likeness {
                Likeness::Same => "it sounds alike: perhaps the same name".to_owned(),
                Likeness::Compatible => "it says less: perhaps the same person".to_owned(),
                _ => "perhaps a typing error".to_owned(),
            };
            if !others.is_empty() {
                why.push_str(&format!("; or {}", others.join(" or ")));
            }
            found.push(self.suggestion(from, to, Certainty::Doubtful, why));
        }
        found
    }

    /// What says less becomes what says more, and a slip what is written more often.
    fn should_become(&self, from: usize, to: usize, likeness: Likeness) -> bool {
        let (from, to) = (&self.spellings[from], &self.spellings[to]);
        match likeness {
            Likeness::Compatible => (from.words.len(), from.name) < (to.words.len(), to.name),
            _ => (from.n_games, from.worth()) < (to.n_games, to.worth()),
        }
    }

    fn suggestion(&self, from: usize, to: usize, certainty: Certainty, why: String) -> Suggestion {
        let (from, to) = (&self.spellings[from], &self.spellings[to]);
        Suggestion {
            kind: self.kind,
            from: from.name.to_owned(),
            to: to.name.to_owned(),
            n_games: from.n_games,
            certainty,
            why,
        }
    }
}
