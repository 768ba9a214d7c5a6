//! Lists of good spellings that others keep: files of aliases, of SCID, of FIDE.
//!
//! ```text
//! aliases   kind TAB spelling TAB good spelling                 as a list of changes
//! SCID      @PLAYER            the kind of what follows: PLAYER, SITE, EVENT, ROUND
//!           Tal, Mikhail  #gm LAT [2705] 1936   a good spelling; what stands behind # is about it
//!           =Tal, Mihail       another spelling of the name above
//!           %Prefix "a" "b"    rules and remarks, which are passed over
//! FIDE      a table in columns of fixed width, whose first line names them
//! ```
//!
//! Owns: these forms. Knows nothing of: games, how names are compared beyond folding.
//! Standard: none.
//! Start at [`Authority`].

use std::collections::HashMap;

use super::census::{Census, Certainty, Suggestion};
use super::fold::{Fold, fold};
use super::list::{Changes, Kind, ListError};

/// Good spellings, and what they are good for.
#[derive(Clone, Debug, Default)]
pub struct Authority {
    /// By kind and folded spelling.
    names: HashMap<(Kind, String), Good>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Good {
    One {
        name: String,
        why: &'static str,
    },
    /// Two names have this spelling: it decides nothing.
    Several,
}

impl Authority {
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

    /// Takes in a spelling file of SCID; says how many lines of rules were passed over.
    pub fn add_scid(&mut self, text: &str) -> usize {
        let mut kind = None;
        let mut name = String::new();
        let mut n_passed = 0;
        for line in text.lines() {
            let line = line.trim_end();
            let about = line.split('#').next().unwrap_or_default().trim();
            if let Some(section) = line.strip_prefix('@') {
                kind = Kind::from_name(&section.trim().to_ascii_lowercase());
                name.clear();
            } else if line.starts_with('%') {
                n_passed += 1;
            } else if about.is_empty() {
                continue;
            } else if let (Some(alias), Some(kind)) = (about.strip_prefix('='), kind) {
                if !name.is_empty() {
                    self.add(kind, alias.trim(), &name, "spelling file");
                }
            } else if let Some(kind) = kind {
                about.clone_into(&mut name);
                self.add(kind, &name, &name, "spelling file");
            }
        }
        n_passed
    }

    /// Takes in a rating list of FIDE as text; says how many players it has. None means that the
    /// first line does not name the columns.
    pub fn add_fide(&mut self, text: &str) -> Option<usize> {
        let mut lines = text.lines();
        let header = lines.next()?;
        let from = header.find("Name")?;
        let to = from + header[from..].find("Fed").or_else(|| header[from..].find("FED"))?;
        let mut n_players = 0;
        for line in lines {
            let Some(name) = line.get(from..to.min(line.len())).map(str::trim) else { continue };
            if !name.is_empty() {
                self.add(Kind::Player, name, name, "FIDE list");
                n_players += 1;
            }
        }
        Some(n_players)
    }

    fn add(&mut self, kind: Kind, spelling: &str, name: &str, why: &'static str) {
        let key = (kind, fold(spelling, Fold::Words).into_owned());
        let good = Good::One { name: name.to_owned(), why };
        let known = self.names.entry(key).or_insert_with(|| good.clone());
        if let Good::One { name: other, .. } = known
            && other != name
        {
            *known = Good::Several;
        }
    }

    /// What the lists say about the spellings of a census; a name that they give to several, and a
    /// spelling that is good already, is left.
    #[must_use]
    pub fn suggestions(&self, census: &Census) -> Vec<Suggestion> {
        let mut found = Vec::new();
        for (kind, from, n_games) in census.iter() {
            let key = (kind, fold(from, Fold::Words).into_owned());
            if let Some(Good::One { name, why }) = self.names.get(&key)
                && name != from
            {
                found.push(Suggestion {
                    kind,
                    from: from.to_owned(),
                    to: name.clone(),
                    n_games,
                    certainty: Certainty::Sure,
                    why: (*why).to_owned(),
                });
            }
        }
        found
    }
}
