//! Finds the duplicates among the games of all sources.

use std::sync::Arc;

use super::group::SeenFiles;
use crate::collect::{SourceReporter, SourceSink};
use crate::collection::nouns_of;
use crate::exit::Exit;
use crate::memory::{Memory, temporary_file_error};
use crate::rewrite::{Findings, Report};
use crate::terminal::{Console, counted};
use pgn_db::dedupe::{By, Counts, Finder, Prefer, Prints, Roles, Take as TakePrints};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::reading::{ChunkResult, Reading};
use pgn_db::scan::{self, Chunk, Cut, SourceInfo};
use pgn_db::sort::Folder;
use pgn_db::source::Inputs;
use pgn_query::Query;

/// The criteria, and the input.
pub(in crate::commands) struct Search<'a> {
    pub(in crate::commands) by: By,
    pub(in crate::commands) prefer: Prefer,
    pub(in crate::commands) against: Option<Inputs>,
    pub(in crate::commands) memory: &'a Memory,
    pub(in crate::commands) options: scan::Options,
    /// The games to compare; all games of `--against` are compared.
    pub(in crate::commands) query: Option<Arc<Query>>,
}

/// The number of passes that will need the roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::commands) enum Passes {
    One,
    Two,
}

/// The result.
pub(in crate::commands) struct Found {
    /// The roles of all games, for the last pass.
    pub(in crate::commands) roles: Roles,
    /// The same for a pass before it.
    pub(in crate::commands) first: Option<Roles>,
    /// The files of the games that were seen before.
    pub(in crate::commands) seen: SeenFiles,
    /// How the reading ended.
    pub(in crate::commands) exit: Exit,
    /// The number of games that were read, and of those that were not selected.
    pub(in crate::commands) read_count: u64,
    pub(in crate::commands) unwanted_count: u64,
}

impl Search<'_> {
    /// Reads all games once.
    pub(in crate::commands) fn run(
        self,
        inputs: Inputs,
        passes: Passes,
        folder: &Folder,
        console: &mut Console,
    ) -> Result<Found, Error> {
        let take = TakePrints { by: self.by, prefer: self.prefer };
        let finder = Finder::new(take, folder.clone(), self.memory.budget());
        let options = self.options;
        // Games that the query cannot test are reported when they are resolved.
        let nouns @ [_, several] = nouns_of(options.cut);
        let unchecked = if self.by.is_of_records() { "" } else { UNCHECKED };
        let report = Report { nouns, unplayable: "", ..Report::new(console, unchecked) };
        let printed = Printed {
            finder,
            folder,
            seen: SeenFiles::default(),
            is_seen: true,
            n: 0,
            unwanted_count: 0,
            unplayable_count: 0,
            unkeyed_count: 0,
        };
        let mut collector = SourceReporter { taken: printed, report };
        if let Some(against) = self.against {
            scan::run(against, options, Reading::all(take), &mut collector)?;
        }
        collector.taken.is_seen = false;
        collector.taken.n = 0;
        let wanted = Reading { job: take, query: self.query };
        scan::run(inputs, options, wanted, &mut collector)?;
        let SourceReporter { taken: printed, report } = collector;
        let Printed { finder, seen, n, unwanted_count, unkeyed_count, .. } = printed;
        let exit = report.exit;
        if self.by == By::Round {
            check_rounds(n, unkeyed_count, report.console)?;
        }
        console.next_phase(format!("comparing {several}"), None);
        let to_error = |error| temporary_file_error(folder, error);
        let (roles, first) = match passes {
            Passes::One => (finder.finish().map_err(to_error)?, None),
            Passes::Two => {
                let [first, last] = finder.finish_twice().map_err(to_error)?;
                (last, Some(first))
            }
        };
        let read_count = n + unwanted_count;
        Ok(Found { roles, first, seen, exit, read_count, unwanted_count })
    }
}

/// Reports the games that cannot be compared by their rounds.
///
/// # Errors
/// If no game can.
fn check_rounds(game_count: u64, unkeyed_count: u64, console: &Console) -> Result<(), Error> {
    if game_count > 0 && unkeyed_count >= game_count {
        let why = "no game has a Round and both players, so no two of them can be the same";
        let error = Error::new(ErrorKind::Unsupported, "the games", why);
        return Err(error.with_hint("`moves+players` compares the moves"));
    }
    if unkeyed_count > 0 {
        let games = counted(unkeyed_count, "game", "games");
        console.say(&format!("{games} without a round or a player: not compared"));
    }
    Ok(())
}

const UNCHECKED: &str = "they are duplicates if all their moves are the same, letter by letter";

/// Takes prints in order.
struct Printed<'a> {
    finder: Finder<Folder>,
    folder: &'a Folder,
    seen: SeenFiles,
    is_seen: bool,
    /// The games of this run that are selected, and the others.
    n: u64,
    unwanted_count: u64,
    unplayable_count: u64,
    /// Games of all sources that lack what must be the same.
    unkeyed_count: u64,
}

impl SourceSink<Prints> for Printed<'_> {
    fn begin(&mut self, source: &SourceInfo, _: &mut Report<'_>) -> Result<(), Error> {
        self.unplayable_count = 0;
        if self.is_seen {
            self.seen.begin(&source.name, self.n);
        }
        Ok(())
    }

    fn take(
        &mut self,
        chunk: Chunk,
        ChunkResult { header, output: prints }: ChunkResult<Prints>,
        report: &mut Report<'_>,
    ) -> Result<(), Error> {
        report.add(&Findings::of_unread(&prints.unread, &chunk.source.name));
        report.add(&Findings { unchecked_count: prints.unchecked_count, ..Findings::default() });
        self.n += header.game_count;
        self.unwanted_count += header.unwanted_count;
        self.unplayable_count += prints.unplayable_count;
        self.unkeyed_count += prints.unkeyed_count;
        let taken = match self.is_seen {
            true => self.finder.take_seen(prints),
            false => self.finder.take(prints),
        };
        taken.map_err(|error| temporary_file_error(self.folder, error))
    }

    fn report(&mut self, source: &SourceInfo, report: &mut Report<'_>) {
        if self.unplayable_count > 0 {
            let games = counted(self.unplayable_count, "game", "games");
            let why = "with an illegal move, compared up to that move";
            report.console.say(&format!("{}: {games} {why}", source.name));
        }
    }
}

/// The result, in a sentence.
pub(in crate::commands) fn summary(found: &Found, cut: Cut) -> String {
    let sentence = in_words(&found.roles.counts(), cut);
    match found.unwanted_count {
        0 => sentence,
        n => format!("{sentence}; {n} not selected"),
    }
}

fn in_words(counts: &Counts, cut: Cut) -> String {
    let [one, several] = nouns_of(cut);
    let asked = match cut {
        Cut::Games => "by what was asked for",
        Cut::Lines => "with the same position",
    };
    let sorts = [
        (counts.same_count, "with the same moves"),
        (counts.cut_short_count, "cut short"),
        (counts.tail_count, "except for a tail"),
        (counts.asked_count, asked),
        (counts.conflict_count, "with other moves"),
    ];
    let sorts: Vec<String> =
        sorts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    let games = |n| counted(n, one, several);
    let copies = |n| counted(n, "copy", "copies");
    match counts.copy_count() {
        0 => format!("{}, no duplicates", games(counts.game_count)),
        n => {
            let (all, kept) = (games(counts.game_count), games(counts.group_count));
            format!("{all}, {} of {kept}: {}", copies(n), sorts.join(", "))
        }
    }
}
