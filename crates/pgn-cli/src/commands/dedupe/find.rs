//! Which games of all sources are copies.
//!
//! Owns: the reading of prints, with what counts as seen before first. Knows nothing of: what is
//! done with the copies.
//! Standard: none.
//! Start at [`Search`].

use std::path::PathBuf;
use std::sync::Arc;

use super::group::SeenFiles;
use crate::args::Read;
use crate::exit::Exit;
use crate::memory::{Memory, temporary_trouble};
use crate::rewrite::{Findings, Report};
use crate::terminal::{Console, counted};
use pgn_db::dedupe::{By, Counts, Finder, Prefer, Prints, Roles, Take, TakePrints};
use pgn_db::error::Error;
use pgn_db::scan::{self, Chunk, Collect, SourceInfo};
use pgn_db::sort::Folder;
use pgn_db::source::Inputs;
use pgn_query::Query;

/// What is looked for, and where.
pub(in crate::commands) struct Search<'a> {
    pub(in crate::commands) by: By,
    pub(in crate::commands) prefer: Prefer,
    pub(in crate::commands) against: &'a [PathBuf],
    pub(in crate::commands) memory: &'a Memory,
    pub(in crate::commands) read: &'a Read,
    /// Which games are looked at; those that were seen before all are.
    pub(in crate::commands) query: Option<Arc<Query>>,
}

/// How often the roles will be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::commands) enum Passes {
    One,
    Two,
}

/// What was found.
pub(in crate::commands) struct Found {
    /// The roles of all games, for the last pass.
    pub(in crate::commands) roles: Roles,
    /// The same for a pass before it.
    pub(in crate::commands) first: Option<Roles>,
    /// The files of the games that were seen before.
    pub(in crate::commands) seen: SeenFiles,
    /// How the reading ended.
    pub(in crate::commands) exit: Exit,
    /// Games that were read, and those among them that are not wanted.
    pub(in crate::commands) n_read: u64,
    pub(in crate::commands) n_unwanted: u64,
}

impl Search<'_> {
    /// Reads all games once.
    pub(in crate::commands) fn run(
        &self,
        inputs: Inputs,
        passes: Passes,
        folder: &Folder,
        console: &mut Console,
    ) -> Result<Found, Error> {
        let take = Take { by: self.by, prefer: self.prefer };
        let finder = Finder::new(take, folder.clone(), self.memory.budget());
        let options = self.memory.scan_options(self.read);
        let report = Report::new(console, UNCHECKED);
        let mut printed = Printed {
            finder,
            report,
            folder,
            seen: SeenFiles::default(),
            is_seen: true,
            n: 0,
            n_unwanted: 0,
            n_unplayable: 0,
        };
        if !self.against.is_empty() {
            let all = TakePrints { take, query: None };
            scan::run(Inputs::gather(self.against), options, all, &mut printed)?;
        }
        printed.is_seen = false;
        printed.n = 0;
        let wanted = TakePrints { take, query: self.query.clone() };
        scan::run(inputs, options, wanted, &mut printed)?;
        let Printed { finder, report, seen, n, n_unwanted, .. } = printed;
        let exit = report.exit;
        console.end_progress();
        let trouble = |error| temporary_trouble(folder, error);
        let (roles, first) = match passes {
            Passes::One => (finder.finish().map_err(trouble)?, None),
            Passes::Two => {
                let [first, last] = finder.finish_twice().map_err(trouble)?;
                (last, Some(first))
            }
        };
        let n_read = n + n_unwanted;
        Ok(Found { roles, first, seen, exit, n_read, n_unwanted })
    }
}

const UNCHECKED: &str = "they are one when all their moves are the same letter by letter";

/// Takes prints in order.
struct Printed<'a> {
    finder: Finder<Folder>,
    report: Report<'a>,
    folder: &'a Folder,
    seen: SeenFiles,
    is_seen: bool,
    /// Games of this run that are wanted, and those that are not.
    n: u64,
    n_unwanted: u64,
    n_unplayable: u64,
}

impl Collect<Prints> for Printed<'_> {
    fn begin(&mut self, source: &SourceInfo) -> Result<(), Error> {
        self.report.begin(source);
        self.n_unplayable = 0;
        if self.is_seen {
            self.seen.begin(&source.name, self.n);
        }
        Ok(())
    }

    fn take(&mut self, _: Chunk, prints: Prints) -> Result<(), Error> {
        let findings = Findings {
            not_pgn: prints.not_pgn,
            n_unchecked: prints.n_unchecked,
            ..Findings::default()
        };
        self.report.take(prints.n_games + prints.n_unwanted, &findings);
        self.n += prints.n_games;
        self.n_unwanted += prints.n_unwanted;
        self.n_unplayable += prints.n_unplayable;
        let taken = match self.is_seen {
            true => self.finder.take_seen(prints),
            false => self.finder.take(prints),
        };
        taken.map_err(|error| temporary_trouble(self.folder, error))
    }

    fn end(&mut self, source: &SourceInfo, end: Result<(), Error>) -> Result<(), Error> {
        self.report.end(source, end);
        if self.n_unplayable > 0 {
            let games = counted(self.n_unplayable, "game", "games");
            let why = "with a move that cannot be played, compared as far as the moves go";
            self.report.console.say(&format!("{}: {games} {why}", source.name));
        }
        Ok(())
    }

    fn trouble(&mut self, error: Error) -> Result<(), Error> {
        self.report.trouble(&error);
        Ok(())
    }
}

/// What was found, in a sentence.
pub(in crate::commands) fn summary(found: &Found) -> String {
    let sentence = in_words(&found.roles.counts());
    match found.n_unwanted {
        0 => sentence,
        n => format!("{sentence}; {n} not selected"),
    }
}

fn in_words(counts: &Counts) -> String {
    let sorts = [
        (counts.n_same, "with the same moves"),
        (counts.n_cut_short, "cut short"),
        (counts.n_tails, "but for a tail"),
        (counts.n_asked, "by what was asked for"),
    ];
    let sorts: Vec<String> =
        sorts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    let games = |n| counted(n, "game", "games");
    let copies = |n| counted(n, "copy", "copies");
    match counts.n_copies() {
        0 => format!("{}, no copies", games(counts.n_games)),
        n => {
            let (all, kept) = (games(counts.n_games), games(counts.n_groups));
            format!("{all}, {} of {kept}: {}", copies(n), sorts.join(", "))
        }
    }
}
