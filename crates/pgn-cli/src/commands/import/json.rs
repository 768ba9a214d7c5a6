//! `pgn import json`: games in JSON of servers and programs.
//!
//! Standard: §8. Decisions: D-57.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use clap::Args;
use pgn_formats::Imported;
use pgn_formats::json::{JsonCounts, JsonGames, JsonSink};
use pgnkit::syntax::Location;

use super::Common;
use super::work::{ImportCounts, Importer, import_with, summary};
use crate::commands::Example;
use crate::exit::Exit;
use crate::terminal::{Console, Loudness, counted};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::source::{Source, Wanted};

pub(in crate::commands) const EXAMPLES: &[Example] = &[
    ("pgn import json 2024-05.json -o may.pgn", "A monthly archive of Chess.com"),
    ("pgn import json games.ndjson.zst -o games.pgn", "Games of Lichess, one object per line"),
    ("pgn import json event/ -o event.pgn", "A tournament of LiveChessCloud"),
];

/// Make PGN from JSON of servers and programs
///
/// pgn reads these objects, anywhere in a document, in documents with one value or with one per
/// line: objects with PGN in the field `pgn`, such as the monthly archives of Chess.com; games of
/// Lichess, with their clocks, evaluations and judgments; lines of `pgn convert --to jsonl`; and
/// the files of LiveChessCloud. In those, the moves, the pairings and the tournament are separate
/// files: give the folder, with `tournament.json` and, for each round, `round-1/index.json`,
/// `round-1/game-1.json` and so on. A pairing without a file of its own is a game without moves.
///
/// Fields of the object become tags that the PGN does not have: players, ratings, titles, teams,
/// accuracies, links, dates, time control, opening, variant, result, termination. pgn counts the
/// fields that have no tag, by name; `-v` lists where each part of the input went wrong. A line
/// that is not JSON is reported, and the next line is read. If a long value is damaged, the games
/// before the damage are kept.
///
/// A document needs the memory of one game, however long it is; the files of LiveChessCloud are
/// held until all are read.
///
/// The exit status is 0 if everything was written, and 2 if something could not be read or written.
#[derive(Args, Debug)]
pub(in crate::commands) struct Json {
    #[command(flatten)]
    common: Common,
}

/// The input in which no game was found.
const EXPECTED: &str = "expected an object with `pgn`, with `players` and `moves` (Lichess), with \
    `moves` and `live` (LiveChessCloud), or with `tags` and `moves` (`pgn convert --to jsonl`)";

/// How many names of fields a message lists.
const NAMES_MAX: usize = 8;

impl Json {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        import_with(&self.common, Wanted::Json, console, |importer, sources| {
            let mut games = JsonGames::default();
            let mut waiting = Vec::new();
            for source in sources {
                let Source { name, read, .. } = match source {
                    Ok(source) => source,
                    Err(error) => {
                        importer.fail(&error);
                        continue;
                    }
                };
                let mut documents = Documents::new(importer);
                let result = games.read(&name, read, &mut documents);
                documents.end()?;
                let tally = documents.tally;
                match result {
                    Err(error) => importer.fail(&Error::from_io(&name, error)),
                    Ok(counts) if counts.waiting_count > 0 => waiting.push(name),
                    Ok(counts) => end_document(&name, &tally, &counts, importer),
                }
            }
            if waiting.is_empty() {
                return Ok(());
            }
            let mut documents = Documents::new(importer);
            let counts = games.finish(&mut documents);
            documents.end()?;
            let tally = documents.tally;
            let name = match &waiting[..] {
                [name] => name.clone(),
                names => format!("{} and {} more files", names[0], names.len() - 1),
            };
            end_document(&name, &tally, &counts, importer);
            Ok(())
        })
    }
}

/// Reports what a document had.
fn end_document(
    name: &str,
    tally: &ImportCounts,
    counts: &JsonCounts,
    importer: &mut Importer<'_>,
) {
    // A month without games has an archive, too: an empty document is not an error.
    let is_empty = counts.unread_count == 0 && counts.unmapped.is_empty();
    if tally.game_count > 0 || is_empty {
        importer.console.say(&summary(name, tally, &[]));
    } else if counts.unread_count == 0 {
        let why = format!("no games; {EXPECTED}; found {}", counts.shape);
        importer.fail(&Error::new(ErrorKind::NoGames, name, why));
        return;
    }
    let is_verbose = importer.console.loudness() >= Loudness::Verbose;
    let unmapped = in_words(&counts.unmapped, if is_verbose { usize::MAX } else { NAMES_MAX });
    if !unmapped.is_empty() {
        importer.console.say(&format!("{name}: fields without a tag: {unmapped}"));
    }
}

/// `tcn (12), fen (12)`, the most frequent first.
fn in_words(unmapped: &BTreeMap<String, u64>, names_max: usize) -> String {
    let mut all: Vec<(&String, &u64)> = unmapped.iter().collect();
    all.sort_by_key(|(name, n)| (std::cmp::Reverse(**n), *name));
    let shown_count = names_max.min(all.len());
    let names = all[..shown_count].iter().map(|(name, n)| format!("{name} ({n})"));
    let mut text = names.collect::<Vec<String>>().join(", ");
    let rest: u64 = all[shown_count..].iter().map(|(_, n)| **n).sum();
    if rest > 0 {
        text.push_str(&format!(" and {}; -v lists them", counted(rest, "more", "more")));
    }
    text
}

/// Takes the games of documents.
struct Documents<'a, 'i> {
    importer: &'a mut Importer<'i>,
    tally: ImportCounts,
    /// The error that ended the writing.
    error: Option<Error>,
}

impl<'a, 'i> Documents<'a, 'i> {
    fn new(importer: &'a mut Importer<'i>) -> Documents<'a, 'i> {
        Documents { importer, tally: ImportCounts::default(), error: None }
    }

    fn end(&mut self) -> Result<(), Error> {
        self.error.take().map_or(Ok(()), Err)
    }
}

impl JsonSink for Documents<'_, '_> {
    fn game(&mut self, name: &str, imported: Imported) -> ControlFlow<()> {
        match self.importer.take(&imported, name, &mut self.tally) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn unread(&mut self, name: &str, Location { line, column }: Location, why: &str) {
        let place = format!("{name}:{line}:{column}");
        self.importer.fail(&Error::new(ErrorKind::Damaged, place, why));
    }
}
