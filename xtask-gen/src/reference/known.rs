//! The differences that were examined: whose reading is right, and for which reason.

use std::collections::BTreeMap;
use std::path::Path;

use super::compare::Kind;

/// Path, kind and number of a game to the reason; number 0 stands for all games of the file.
type Key = (String, &'static str, u64);

/// The table, and which of its lines were needed.
#[derive(Default)]
pub(crate) struct Known {
    reasons: BTreeMap<Key, (String, bool)>,
}

impl Known {
    /// The table of this repository.
    pub(crate) fn of_repository() -> Result<Known, String> {
        Known::read(&xtask::repository::root().join("xtask/reference/known.tsv"))
    }

    /// Reads the table: path, kinds joined by `+`, games joined by `,` with ranges `a-b` or `*`,
    /// reason.
    fn read(path: &Path) -> Result<Known, String> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let mut known = Known::default();
        for line in text.lines().skip(1) {
            known.add(line).ok_or_else(|| format!("{}: {line}", path.display()))?;
        }
        Ok(known)
    }

    fn add(&mut self, line: &str) -> Option<()> {
        let [path, kinds, games, reason] = line.split('\t').collect::<Vec<_>>()[..] else {
            return None;
        };
        for name in kinds.split('+') {
            let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name)?;
            for games in games.split(',') {
                let (from, to) = match games.split_once('-') {
                    Some((from, to)) => (from.parse().ok()?, to.parse().ok()?),
                    None if games == "*" => (0, 0),
                    None => (games.parse().ok()?, games.parse().ok()?),
                };
                for game in from..=to {
                    let key = (path.to_owned(), kind.name(), game);
                    self.reasons.insert(key, (reason.to_owned(), false));
                }
            }
        }
        Some(())
    }

    /// The reason of a difference, if it was looked at.
    pub(crate) fn reason(&mut self, path: &str, kind: Kind, game: u64) -> Option<&str> {
        for game in [game, 0] {
            let key = (path.to_owned(), kind.name(), game);
            // Looked up twice, since the borrow of the first would outlive the loop.
            if self.reasons.contains_key(&key) {
                let (reason, is_needed) = self.reasons.get_mut(&key)?;
                *is_needed = true;
                return Some(reason);
            }
        }
        None
    }

    /// Lines about reading that no difference needed.
    pub(crate) fn needless(&self) -> impl Iterator<Item = String> + '_ {
        self.reasons
            .iter()
            .filter(|((_, kind, _), (_, is_needed))| !is_needed && *kind != Kind::WriteBack.name())
            .map(|((path, kind, game), (reason, _))| format!("{path}\t{kind}\t{game}\t{reason}"))
    }
}
