//! Which spellings are likely one name: found by comparing, with a reason for each (§8.1.1.1,
//! §8.1.1.2, §8.1.1.5).

use std::collections::btree_map::Entry;
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::hash::Hasher as _;
use std::sync::atomic::{AtomicU64, Ordering};

use super::alike::CommaForm;
use super::fold::{Fold, fold};
use super::likeness::{Likeness, Players, n_slips_max};
use super::list::Kind;
use super::person::Person;
use super::root::push_root;
use super::sure::Keys;
use crate::Groups;

/// The certainty of a suggestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// Someone must look at it.
    Doubtful,
    /// The two have the same meaning.
    Sure,
}

/// A spelling that should perhaps be another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Suggestion {
    /// The kind of name.
    pub kind: Kind,
    /// The spelling that was found.
    pub from: String,
    /// The one that it should be.
    pub to: String,
    /// In how many games it was found; both sides of a game count.
    pub n_games: u64,
    /// Its certainty.
    pub certainty: Certainty,
    /// Why.
    pub why: String,
}

/// Spellings, each with its number of games.
///
/// Memory: the distinct spellings; see [`bytes`](Census::bytes).
///
/// ```
/// use pgn_query::name::Census;
///
/// let mut census = Census::default();
/// assert!(census.is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Census {
    counts: BTreeMap<(Kind, String), u64>,
    /// The lengths of all spellings.
    text_bytes: usize,
}

/// How the spellings of a census are compared.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// How certain a suggestion is at least.
    pub least: Certainty,
    /// The memory that comparing may take, in bytes, besides the census.
    pub bytes_max: usize,
    /// Counts the pairs of spellings that are compared, for a progress display.
    pub n_compared: &'a AtomicU64,
}

/// Comparing would take more memory than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ComparisonTooLargeError;

impl fmt::Display for ComparisonTooLargeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("comparing the names takes more memory than allowed")
    }
}

impl std::error::Error for ComparisonTooLargeError {}

/// The memory for a spelling in a census, besides its text, as measured.
const COUNTED_BYTES: usize = 170;

/// The memory for a spelling while it is compared: a constant, and a multiple of its length, as
/// measured.
const COMPARED_BYTES: (usize, usize) = (800, 8);

/// Memory that is left.
struct Budget(usize);

impl Budget {
    fn take(&mut self, n_bytes: usize) -> Result<(), ComparisonTooLargeError> {
        self.0 = self.0.checked_sub(n_bytes).ok_or(ComparisonTooLargeError)?;
        Ok(())
    }
}

/// The factor by which the memory of a growing list may exceed its items.
const GROWING: usize = 2;

/// Names that share a key are compared, each with each; of more, only neighbors.
const BLOCK_MAX: usize = 3000;

/// Hashes of texts, with an index each, sorted so that equal ones are neighbors.
type Hashed = Vec<(u64, u32)>;

impl Census {
    /// Counts a spelling. Of several names with colons between each counts.
    pub fn add(&mut self, kind: Kind, value: &str, n_games: u64) {
        let mut count = |name: &str| self.count((kind, name.to_owned()), n_games);
        match kind {
            Kind::Player => value.split(':').for_each(count),
            Kind::Event | Kind::Site | Kind::Round | Kind::FideId => count(value),
        }
    }

    fn count(&mut self, key: (Kind, String), n_games: u64) {
        let len = key.1.len();
        match self.counts.entry(key) {
            Entry::Occupied(mut known) => *known.get_mut() += n_games,
            Entry::Vacant(place) => {
                place.insert(n_games);
                self.text_bytes += len;
            }
        }
    }

    /// Takes in another census.
    pub fn join(&mut self, other: Census) {
        other.counts.into_iter().for_each(|(key, n_games)| self.count(key, n_games));
    }

    /// About how much memory it takes, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.counts.len() * COUNTED_BYTES + self.text_bytes
    }

    /// Number of distinct spellings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are no counts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The spellings with their numbers of games, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, &str, u64)> {
        self.counts.iter().map(|((kind, name), n)| (*kind, name.as_str(), *n))
    }

    /// Suggested changes of spelling, kind by kind, in the order of the new spelling. The target of
    /// a suggestion is not changed by another one, and no player's name with a comma becomes one
    /// without. About n log n in the number of spellings, more if many share a family name.
    ///
    /// # Errors
    /// When comparing would take more memory than [`Comparison::bytes_max`].
    pub fn suggestions(
        &self,
        comparison: Comparison<'_>,
    ) -> Result<Vec<Suggestion>, ComparisonTooLargeError> {
        let mut suggestions = Vec::new();
        for kind in Kind::COMPARED {
            let mut budget = Budget(comparison.bytes_max);
            let (each, times) = COMPARED_BYTES;
            for (_, name, _) in self.iter().filter(|(other, ..)| *other == kind) {
                budget.take(each + times * name.len())?;
            }
            let spellings: Vec<CensusSpelling<'_>> = self
                .iter()
                .filter(|(other, name, _)| *other == kind && !says_nothing(name))
                .map(|(_, name, n_games)| CensusSpelling::new(kind, name, n_games))
                .collect();
            let mut found = Finder::new(kind, &spellings, budget).run(comparison)?;
            found.sort_by(|a, b| (&a.to, &a.from).cmp(&(&b.to, &b.from)));
            suggestions.extend(found);
        }
        Ok(suggestions)
    }
}

fn says_nothing(name: &str) -> bool {
    fold(name, Fold::Words).is_empty()
}

struct CensusSpelling<'a> {
    name: &'a str,
    n_games: u64,
    words: String,
    /// A common key of all similar spellings, up to a typing error.
    blocks: Vec<String>,
    /// Hashes of the keys of [`Keys`].
    certain: Vec<u64>,
    readings: Vec<u64>,
    players: Option<Players>,
    given: Option<GivenName>,
}

impl<'a> CensusSpelling<'a> {
    fn new(kind: Kind, name: &'a str, n_games: u64) -> CensusSpelling<'a> {
        let words = fold(name, Fold::Words).into_owned();
        let (blocks, keys, players) = match kind {
            Kind::Player => {
                let players = Players::parse(name);
                let person = &players.persons()[0];
                let (blocks, keys) = match person.is_unknown() {
                    true => (Vec::new(), Keys::default()),
                    false => {
                        let mut blocks: Vec<String> =
                            person.keys().map(|key| key.into_owned()).collect();
                        blocks.sort_unstable();
                        blocks.dedup();
                        (blocks, Keys::of_player(name, person))
                    }
                };
                (blocks, keys, Some(players))
            }
            Kind::Event | Kind::Site | Kind::Round | Kind::FideId => {
                let mut root = String::new();
                words.split(' ').for_each(|word| push_root(word, &mut root));
                (vec![root], Keys::of_place(&words), None)
            }
        };
        let hashes = |keys: Vec<String>| keys.iter().map(|key| hash(key)).collect();
        let (certain, readings) = (hashes(keys.certain), hashes(keys.readings));
        let given = players.as_ref().and_then(|players: &Players| match players.persons() {
            [person] => GivenName::of(person),
            _ => None,
        });
        CensusSpelling { name, n_games, words, blocks, certain, readings, players, given }
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

    fn likeness(&self, other: &CensusSpelling<'_>) -> Likeness {
        if let (Some(a), Some(b)) = (self.given, other.given)
            && a.differs_from(b)
        {
            return Likeness::Different;
        }
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

/// The letters of the given names of a person whose name has a comma and no initials: these alone
/// distinguish most people of a family.
#[derive(Clone, Copy, Debug)]
struct GivenName {
    /// A bit for each letter of the first one's root, and of all.
    first: u32,
    all: u32,
    first_len: usize,
}

impl GivenName {
    fn of(person: &Person) -> Option<GivenName> {
        let given = person.only_reading()?.given;
        if given.is_empty() || person.has_initial() || person.has_digits() {
            return None;
        }
        let roots: Vec<&str> = given.iter().map(|&word| person.root(word)).collect();
        if !roots.iter().all(|root| root.bytes().all(|byte| byte.is_ascii_lowercase())) {
            return None;
        }
        let letters = |root: &&str| root.bytes().fold(0, |set, byte| set | 1 << (byte - b'a'));
        let all = roots.iter().map(letters).fold(0, |all: u32, set: u32| all | set);
        Some(GivenName { first: letters(&roots[0]), all, first_len: roots[0].len() })
    }

    /// True if the likeness of the names is certainly `Different`: more letters differ than that
    /// many typing errors explain, and the words are not the same when split differently.
    fn differs_from(self, other: GivenName) -> bool {
        let n_slips = n_slips_max(self.first_len.min(other.first_len)) as u32;
        (self.first ^ other.first).count_ones() > 2 * n_slips && self.all != other.all
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// The hashes of a key, and of it without one of its letters: keys that differ by a slip share one.
fn push_slips(key: &str, n: u32, hashes: &mut Hashed) {
    hashes.push((hash(key), n));
    if (4..=64).contains(&key.len()) && key.is_ascii() {
        for at in 0..key.len() {
            hashes.push((hash(&[&key[..at], &key[at + 1..]].concat()), n));
        }
    }
}

/// The suggested spelling.
struct Chosen<'a> {
    to: usize,
    likeness: Likeness,
    /// Alternatives.
    others: Vec<&'a str>,
}

/// Where the choices lead from a spelling.
fn end_of_chain(chosen: &BTreeMap<usize, Chosen<'_>>, from: usize) -> usize {
    let mut end = from;
    while let Some(choice) = chosen.get(&end) {
        end = choice.to;
    }
    end
}

/// Looks for spellings of one name.
struct Finder<'a> {
    kind: Kind,
    spellings: &'a [CensusSpelling<'a>],
    /// Spellings that are certainly one name.
    groups: Groups,
    likely: HashMap<usize, Vec<(usize, Likeness)>>,
    budget: Budget,
}

impl<'a> Finder<'a> {
    fn new(kind: Kind, spellings: &'a [CensusSpelling<'a>], budget: Budget) -> Finder<'a> {
        let groups = Groups::new(spellings.len());
        Finder { kind, spellings, groups, likely: HashMap::new(), budget }
    }

    fn run(
        mut self,
        comparison: Comparison<'_>,
    ) -> Result<Vec<Suggestion>, ComparisonTooLargeError> {
        self.join_sure();
        if comparison.least < Certainty::Sure {
            self.compare_all(comparison.n_compared)?;
        }
        let best = self.best();
        let chosen = self.choose(&best);
        let mut found = Vec::new();
        for n in 0..self.spellings.len() {
            let to = best[&self.groups.first_of(n)];
            match chosen.get(&to) {
                Some(choice) => found.push(self.doubtful(n, to, choice, &chosen)),
                None if n == to => {}
                None => {
                    let why = "the same name in another spelling".to_owned();
                    found.push(self.suggestion(n, to, Certainty::Sure, why));
                }
            }
        }
        Ok(found)
    }

    /// Puts the spellings that are certainly one name into one group each.
    fn join_sure(&mut self) {
        let spellings = self.spellings;
        let mut by_key: HashMap<u64, usize> = HashMap::new();
        for (n, spelling) in spellings.iter().enumerate() {
            for &key in &spelling.certain {
                let first = *by_key.entry(key).or_insert(n);
                self.groups.join(first, n);
            }
        }
        // All of these are looked up before any is joined, so that their order does not count.
        let mut read: Vec<(usize, usize)> = Vec::new();
        for (n, spelling) in spellings.iter().enumerate() {
            let known = spelling.readings.iter().filter_map(|key| by_key.get(key));
            let mut fitting: Vec<usize> = known.map(|first| self.groups.first_of(*first)).collect();
            fitting.sort_unstable();
            fitting.dedup();
            if let [only] = fitting[..] {
                read.push((n, only));
            }
        }
        read.into_iter().for_each(|(n, only)| self.groups.join(n, only));
    }

    /// Compares spellings that share a key, and those whose keys differ by a typing error.
    fn compare_all(&mut self, n_compared: &AtomicU64) -> Result<(), ComparisonTooLargeError> {
        let mut by_key: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (n, spelling) in self.spellings.iter().enumerate() {
            for key in &spelling.blocks {
                by_key.entry(key).or_default().push(n);
            }
        }
        let mut hashes = Hashed::new();
        for (n, key) in by_key.keys().enumerate() {
            let n_before = hashes.len();
            push_slips(key, n as u32, &mut hashes);
            self.budget.take((hashes.len() - n_before) * GROWING * size_of::<(u64, u32)>())?;
        }
        hashes.sort_unstable();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for shared in hashes.chunk_by(|a, b| a.0 == b.0) {
            for (n, &(_, a)) in shared.iter().enumerate() {
                let others = shared[n + 1..].iter().take(BLOCK_MAX);
                let n_before = pairs.len();
                pairs.extend(others.map(|&(_, b)| (a, b)).filter(|(a, b)| a != b));
                self.budget.take((pairs.len() - n_before) * GROWING * size_of::<(u32, u32)>())?;
            }
        }
        drop(hashes);
        pairs.sort_unstable();
        pairs.dedup();
        let blocks: Vec<Vec<usize>> = by_key.into_values().collect();
        for block in &blocks {
            for (n, &a) in block.iter().enumerate() {
                n_compared.fetch_add(self.compare(a, &block[n + 1..])?, Ordering::Relaxed);
            }
        }
        for (a, b) in pairs {
            for &a in &blocks[a as usize] {
                n_compared.fetch_add(self.compare(a, &blocks[b as usize])?, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    /// Compares a spelling with some of the others; returns how many.
    fn compare(&mut self, a: usize, others: &[usize]) -> Result<u64, ComparisonTooLargeError> {
        let others = &others[..others.len().min(BLOCK_MAX)];
        for &b in others {
            let likeness = self.spellings[a].likeness(&self.spellings[b]);
            if likeness == Likeness::Different || self.groups.first_of(a) == self.groups.first_of(b)
            {
                continue;
            }
            self.budget.take(2 * GROWING * size_of::<(usize, Likeness)>())?;
            self.likely.entry(a).or_default().push((b, likeness));
            self.likely.entry(b).or_default().push((a, likeness));
        }
        Ok(others.len() as u64)
    }

    /// The best spelling of each group.
    fn best(&self) -> HashMap<usize, usize> {
        let mut best: HashMap<usize, usize> = HashMap::new();
        for n in 0..self.spellings.len() {
            let known = best.entry(self.groups.first_of(n)).or_insert(n);
            if self.spellings[n].worth() > self.spellings[*known].worth() {
                *known = n;
            }
        }
        best
    }

    /// Groups that may be the same as another one: initials, a missing name, a typing error. Each
    /// is listed once, with the most similar group; the rarer one is to become the other.
    fn choose(&self, best: &HashMap<usize, usize>) -> BTreeMap<usize, Chosen<'a>> {
        let mut pairs: BTreeMap<usize, Vec<(usize, Likeness)>> = BTreeMap::new();
        for (&n, likely) in &self.likely {
            let from = best[&self.groups.first_of(n)];
            for &(other, likeness) in likely {
                let to = best[&self.groups.first_of(other)];
                if from != to && self.should_become(from, to, likeness) {
                    pairs.entry(from).or_default().push((to, likeness));
                }
            }
        }
        let mut chosen: BTreeMap<usize, Chosen<'a>> = BTreeMap::new();
        for (from, mut choices) in pairs {
            choices.sort_by_key(|&(to, likeness)| {
                (std::cmp::Reverse(likeness), std::cmp::Reverse(self.spellings[to].worth()))
            });
            choices.dedup();
            let others = choices.iter().map(|&(to, _)| self.spellings[to].name).skip(1).take(3);
            let (to, likeness) = choices[0];
            // A suggestion that would close a circle is left out.
            if end_of_chain(&chosen, to) != from {
                chosen.insert(from, Chosen { to, likeness, others: others.collect() });
            }
        }
        chosen
    }

    /// A spelling of a group that may be the same as another one.
    fn doubtful(
        &self,
        n: usize,
        best: usize,
        choice: &Chosen<'_>,
        chosen: &BTreeMap<usize, Chosen<'_>>,
    ) -> Suggestion {
        let mut why = match choice.likeness {
            Likeness::Same => "it sounds alike: perhaps the same name",
            Likeness::Compatible => "less complete: perhaps the same person",
            Likeness::Close | Likeness::Different => "perhaps a typing error",
        }
        .to_owned();
        if n != best {
            why =
                format!("as {}, which it is in another spelling: {why}", self.spellings[best].name);
        }
        let end = end_of_chain(chosen, choice.to);
        if end != choice.to {
            why.push_str(&format!("; by way of {}", self.spellings[choice.to].name));
        }
        if !choice.others.is_empty() {
            why.push_str(&format!("; or {}", choice.others.join(" or ")));
        }
        self.suggestion(n, end, Certainty::Doubtful, why)
    }

    /// The less complete spelling becomes the more complete one, and a typing error the more
    /// frequent spelling.
    fn should_become(&self, from: usize, to: usize, likeness: Likeness) -> bool {
        let (from, to) = (&self.spellings[from], &self.spellings[to]);
        let comma = |it: &CensusSpelling<'_>| it.players.is_some() && it.name.contains(',');
        if comma(from) && !comma(to) {
            return false;
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn given_names_that_differ_are_of_different_people(
            a in "(ab|cd|ju|k|mar|na|wen|el|th)(a|e|i|n|th|jun|y| |-){0,4}",
            b in "(ab|cd|ju|k|mar|na|wen|el|th)(a|e|i|n|th|jun|y| |-){0,4}",
        ) {
            let [a, b] = [a, b].map(|given| Person::parse(&format!("Smith, {given}")));
            if let (Some(one), Some(other)) = (GivenName::of(&a), GivenName::of(&b))
                && one.differs_from(other)
            {
                prop_assert_eq!(a.likeness(&b), Likeness::Different);
            }
        }
    }
}
