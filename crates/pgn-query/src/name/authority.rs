//! Lists of good spellings that others keep: files of aliases, of SCID, of FIDE.

use std::collections::{HashMap, HashSet};

use super::census::{Census, Certainty, Suggestion};
use super::fide::Listed;
use super::fold::{Fold, fold};
use super::list::{Changes, Kind, ListError};
use super::lives::Lives;
use super::scid::{Rules, ScidFile};

/// Good spellings, and what they are good for.
#[derive(Clone, Debug, Default)]
pub struct Authority {
    /// By kind and folded spelling.
    names: HashMap<(Kind, String), Good>,
    /// By kind and what counts of a spelling.
    counted: HashMap<(Kind, String), Good>,
    /// For parts of names.
    rules: Vec<(Kind, Rules)>,
    /// Players with a FIDE number, by folded name; `None` if several have that name.
    players: HashMap<String, Option<Listed>>,
    /// Of lists of players, only names that fold to these are kept.
    only: Option<HashSet<String>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Good {
    One {
        name: String,
        why: &'static str,
    },
    /// Two names have this spelling, so it is ambiguous.
    Several,
}

const SPELLING_FILE: &str = "spelling file";

impl Authority {
    /// From player lists that are added later, keeps only entries that match the players of a
    /// census, because such lists have more names than most collections.
    pub fn keep_players_of(&mut self, census: &Census) {
        let players = census.iter().filter(|(kind, ..)| *kind == Kind::Player);
        self.only = Some(players.map(|(_, name, _)| folded(name)).collect());
    }

    /// Takes in a file of aliases: a list of changes.
    ///
    /// # Errors
    /// As [`Changes::parse`].
    pub fn add_aliases(&mut self, text: &str) -> Result<(), ListError> {
        for change in Changes::parse(text)?.list() {
            self.add(change.kind, &change.from, &change.to, "aliases");
        }
        Ok(())
    }

    /// Takes in a spelling file of SCID.
    pub fn add_scid(&mut self, file: ScidFile) {
        for (kind, spelling, name) in &file.names {
            self.add(*kind, spelling, name, SPELLING_FILE);
            let rules = file.rules.iter().find(|(known, _)| known == kind);
            if let Some((_, rules)) = rules.filter(|(_, rules)| !rules.uncounted.is_empty()) {
                let key = (*kind, fold(&rules.counted(spelling), Fold::Letters).into_owned());
                put(&mut self.counted, key, name, SPELLING_FILE);
            }
        }
        for (kind, rules) in file.rules {
            match self.rules.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, known)) => known.join(rules),
                None => self.rules.push((kind, rules)),
            }
        }
    }

    /// Takes in a player of a list.
    pub fn add_listed(&mut self, listed: &Listed) {
        let key = folded(&listed.name);
        if self.only.as_ref().is_some_and(|only| !only.contains(&key)) {
            return;
        }
        self.add(Kind::Player, &listed.name, &listed.name, "FIDE list");
        if listed.id.is_none() {
            return;
        }
        let known = self.players.entry(key).or_insert_with(|| Some(listed.clone()));
        if known.as_ref().is_some_and(|known| known.id != listed.id) {
            *known = None;
        }
    }

    fn add(&mut self, kind: Kind, spelling: &str, name: &str, why: &'static str) {
        put(&mut self.names, (kind, folded(spelling)), name, why);
    }

    /// The suggestions of the lists for the spellings of a census. A name that the lists give to
    /// several people, and a spelling that is correct already, get none.
    #[must_use]
    pub fn suggestions(&self, census: &Census) -> Vec<Suggestion> {
        let suggestion = |(kind, from, n_games): (Kind, &str, u64)| {
            let (to, why) = self.best(kind, from)?;
            (to != from).then(|| Suggestion {
                kind,
                from: from.to_owned(),
                to,
                n_games,
                certainty: Certainty::Sure,
                why,
            })
        };
        census.iter().filter_map(suggestion).collect()
    }

    /// The good spelling of a name, which no list calls a bad one; lists that contradict each other
    /// in a circle are followed one step.
    fn best(&self, kind: Kind, name: &str) -> Option<(String, String)> {
        const N_STEPS_MAX: usize = 8;
        let (first, why) = self.good(kind, name)?;
        let mut best = first.clone();
        for _ in 0..N_STEPS_MAX {
            match self.good(kind, &best) {
                Some((next, _)) if next != best => best = next,
                Some(_) | None => return Some((best, why)),
            }
        }
        Some((first, why))
    }

    /// The good spelling of a name: that of a list, else what rules make of it.
    fn good(&self, kind: Kind, name: &str) -> Option<(String, String)> {
        if let Some(known) = self.known(kind, name) {
            return known.map(|(name, why)| (name.to_owned(), why.to_owned()));
        }
        let (_, rules) = self.rules.iter().find(|(known, _)| *known == kind)?;
        let new = rules.respelled(name).filter(|new| !new.trim().is_empty())?;
        let why = format!("{SPELLING_FILE}, a rule for parts of names");
        match self.known(kind, &new) {
            Some(known) => known.map(|(name, _)| (name.to_owned(), why)),
            None => Some((new, why)),
        }
    }

    /// The entry of the lists for a spelling: none, several names, or one and the reason.
    fn known(&self, kind: Kind, name: &str) -> Option<Option<(&str, &'static str)>> {
        let by_words = |name: &str| self.names.get(&(kind, folded(name)));
        let by_counted = || {
            let (_, rules) = self.rules.iter().find(|(known, _)| *known == kind)?;
            let key = fold(&rules.counted(name), Fold::Letters).into_owned();
            self.counted.get(&(kind, key))
        };
        // A family name may be last.
        let by_last_word = || {
            let (before, last) = name.rsplit_once(' ').filter(|_| kind == Kind::Player)?;
            by_words(&format!("{last}, {before}"))
        };
        match by_words(name).or_else(by_counted).or_else(by_last_word)? {
            Good::One { name, why } => Some(Some((name, why))),
            Good::Several => Some(None),
        }
    }

    /// The FIDE numbers of players whose names are unique in the lists, and who lack one in a game.
    /// A number is doubtful if the games contradict it, because another number is in one of them or
    /// the player was not born yet.
    #[must_use]
    pub fn numbers(&self, census: &Census, lives: &Lives) -> Vec<Suggestion> {
        let mut found = Vec::new();
        for (_, name, _) in census.iter().filter(|(kind, ..)| *kind == Kind::Player) {
            let listed = self.players.get(&folded(name)).and_then(Option::as_ref);
            let (Some(listed), Some(life)) = (listed, lives.of(name)) else { continue };
            let Some(id) = listed.id.filter(|_| life.n_without > 0) else { continue };
            let against = life.against(listed);
            let mut why = format!("FIDE list: {}", listed.name);
            if !listed.federation.is_empty() {
                why.push_str(&format!(", {}", listed.federation));
            }
            if let Some(year) = listed.birth_year {
                why.push_str(&format!(", born {year}"));
            }
            if let Some(against) = &against {
                why.push_str(&format!("; but {against}"));
            }
            found.push(Suggestion {
                kind: Kind::FideId,
                from: name.to_owned(),
                to: id.to_string(),
                n_games: life.n_without,
                certainty: match against {
                    Some(_) => Certainty::Doubtful,
                    None => Certainty::Sure,
                },
                why,
            });
        }
        found
    }
}

fn folded(name: &str) -> String {
    fold(name, Fold::Words).into_owned()
}

fn put(
    names: &mut HashMap<(Kind, String), Good>,
    key: (Kind, String),
    name: &str,
    why: &'static str,
) {
    let good = Good::One { name: name.to_owned(), why };
    let known = names.entry(key).or_insert_with(|| good.clone());
    if let Good::One { name: other, .. } = known
        && other != name
    {
        *known = Good::Several;
    }
}
