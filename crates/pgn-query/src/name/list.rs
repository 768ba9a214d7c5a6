//! Lists of changes: a line a spelling, to be read and edited by people, then applied.
//!
//! ```text
//! line = kind TAB from TAB to [TAB games [TAB why]]     kind = player | event | site | round
//!       | fideid TAB player TAB number [TAB games [TAB why]]
//! ```
//!
//! A line that begins with `#` has no effect. In names, `\t`, `\n` and `\\` are a tab, a line end
//! and a backslash.

use std::collections::HashMap;
use std::fmt;

use super::census::{Certainty, Suggestion};
use pgnkit::named_enum;

named_enum! {
    /// The kind of name.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Kind, name {
        /// A name in White or Black.
        Player = "player",
        /// An event.
        Event = "event",
        /// A site.
        Site = "site",
        /// A round.
        Round = "round",
        /// A player's FIDE number, which is added, not respelled; the spelling is the player's
        /// name.
        FideId = "fideid",
    }
}

impl Kind {
    /// All kinds of spellings.
    pub const SPELLED: [Kind; 4] = [Kind::Player, Kind::Event, Kind::Site, Kind::Round];

    /// Those of them that are compared with each other; rounds are alike without being one.
    pub const COMPARED: [Kind; 3] = [Kind::Player, Kind::Event, Kind::Site];

    /// The tags with such names; of players and their numbers, White's first.
    #[must_use]
    pub const fn tags(self) -> &'static [&'static str] {
        match self {
            Kind::Player => &["White", "Black"],
            Kind::Event => &["Event"],
            Kind::Site => &["Site"],
            Kind::Round => &["Round"],
            Kind::FideId => &["WhiteFideId", "BlackFideId"],
        }
    }
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The kind of name.
    pub kind: Kind,
    /// The current spelling.
    pub from: String,
    /// As it shall be.
    pub to: String,
}

/// Why a line is not a change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListError {
    /// The line, from 1.
    pub line: usize,
    /// The expected text.
    pub why: String,
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for ListError {}

/// Changes to be applied: exactly these, each once. If a change leads to a spelling that another
/// change changes, a player, event or site gets the spelling of the last one.
///
/// ```
/// use pgn_query::name::Changes;
///
/// assert!(Changes::parse("not a list").is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Changes {
    changes: Vec<Change>,
    places: HashMap<(Kind, String), usize>,
}

impl Changes {
    /// Reads a list.
    ///
    /// # Errors
    /// The first line that is invalid, or that gives a spelling another correction than an earlier
    /// line.
    pub fn parse(text: &str) -> Result<Changes, ListError> {
        let mut list = Changes::default();
        for (idx, line) in text.lines().enumerate() {
            let line = line.strip_prefix('\u{feff}').unwrap_or(line);
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            list.take(line).map_err(|why| ListError { line: idx + 1, why })?;
        }
        list.follow_chains();
        Ok(list)
    }

    /// Makes each change lead to the end of its chain. Rounds are often renumbered, `1` to `2` and
    /// `2` to `3`, and a circle is meant as an exchange: these stay.
    fn follow_chains(&mut self) {
        // Spellings not resolved yet, those that stay, and where the others end.
        let mut ends: Vec<Option<Option<usize>>> = vec![None; self.changes.len()];
        let mut visitors: Vec<Option<usize>> = vec![None; self.changes.len()];
        for first in 0..self.changes.len() {
            let (mut chain, mut last) = (Vec::new(), first);
            let end = loop {
                if let Some(end) = ends[last] {
                    break end;
                }
                chain.push(last);
                visitors[last] = Some(first);
                let Change { kind, to, .. } = &self.changes[last];
                let is_followed = matches!(kind, Kind::Player | Kind::Event | Kind::Site);
                match self.place_of(*kind, to).filter(|_| is_followed) {
                    None => break Some(last),
                    Some(next) if visitors[next] == Some(first) => break None,
                    Some(next) => last = next,
                }
            };
            for link in chain {
                ends[link] = Some(end);
            }
        }
        let ends: Vec<String> = ends
            .into_iter()
            .enumerate()
            .map(|(n, end)| self.changes[end.flatten().unwrap_or(n)].to.clone())
            .collect();
        for (change, end) in self.changes.iter_mut().zip(ends) {
            change.to = end;
        }
    }

    fn take(&mut self, line: &str) -> Result<(), String> {
        let mut fields = line.split('\t');
        let kind = fields.next().unwrap_or_default().trim();
        let kind = Kind::from_name(kind).ok_or_else(|| {
            format!("expected player, event, site, round or fideid, found `{kind}`")
        })?;
        let (Some(from), Some(to)) = (fields.next(), fields.next()) else {
            return Err("expected a kind, a spelling and another, with tabs between".to_owned());
        };
        let (from, to) = (unescaped(from), unescaped(to));
        if to.chars().any(char::is_control) {
            return Err("expected a name, found a control character".to_owned());
        }
        let is_number = !to.is_empty() && to.bytes().all(|byte| byte.is_ascii_digit());
        if kind == Kind::FideId && !is_number {
            return Err(format!("expected a number, found `{to}`"));
        }
        if from == to {
            return Ok(());
        }
        match self.places.get(&(kind, from.clone())) {
            Some(&place) if self.changes[place].to != to => {
                Err(format!("`{from}` already becomes `{}`", self.changes[place].to))
            }
            Some(_) => Ok(()),
            None => {
                self.places.insert((kind, from.clone()), self.changes.len());
                self.changes.push(Change { kind, from, to });
                Ok(())
            }
        }
    }

    /// The changes in order.
    #[must_use]
    pub fn list(&self) -> &[Change] {
        &self.changes
    }

    /// The place of the change for a spelling.
    #[must_use]
    pub fn place_of(&self, kind: Kind, from: &str) -> Option<usize> {
        self.places.get(&(kind, from.to_owned())).copied()
    }
}

/// Appends a suggestion as a line; a doubtful one begins with `#` and has no effect until that is
/// removed.
#[doc(hidden)]
pub fn push_suggestion(suggestion: &Suggestion, to: &mut String) {
    if suggestion.certainty == Certainty::Doubtful {
        to.push('#');
    }
    let fields = [
        suggestion.kind.name(),
        &escaped(&suggestion.from),
        &escaped(&suggestion.to),
        &suggestion.n_games.to_string(),
        &escaped(&suggestion.why),
    ];
    to.push_str(&fields.join("\t"));
    to.push('\n');
}

fn escaped(name: &str) -> String {
    name.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n")
}

fn unescaped(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    let mut characters = name.chars();
    while let Some(c) = characters.next() {
        match (c, c == '\\') {
            (_, true) => match characters.next() {
                Some('t') => plain.push('\t'),
                Some('n') => plain.push('\n'),
                Some(other) => plain.push(other),
                None => plain.push('\\'),
            },
            (c, false) => plain.push(c),
        }
    }
    plain
}
