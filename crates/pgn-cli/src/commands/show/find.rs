//! The one game of a file that was asked for.
//!
//! Standard: §8, §16.2. Decisions: D-01, D-47.

use std::path::Path;

use pgn_formats::epd;
use pgnkit::Game;
use pgnkit::chess::Setup;
use pgnkit::chess::notation::san::SanOptions;
use pgnkit::read::{ReadOptions, read_region};

use crate::terminal::Console;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::scan::{self, Chunk, ChunkSink, Cut, Job, SourceInfo};
use pgn_db::source::{Compression, Inputs};

/// What is there.
pub(super) enum FoundGame {
    Game(Box<Game>),
    Setup(Setup),
}

/// The game, or the position, of that number in a file, counted from 1.
pub(super) fn find(
    file: &Path,
    number: u64,
    options: scan::Options,
    console: &Console,
) -> Result<FoundGame, Error> {
    let cut = if has_positions(file) { Cut::Lines } else { Cut::Games };
    let options = scan::Options { cut, ..options };
    let mut search = GameSearch { console, found: None, n_games: 0, error: None };
    let inputs = Inputs::gather(&[file.to_owned()]);
    scan::run(inputs, options, NumberJob { number, cut }, &mut search)?;
    match (search.found, search.error) {
        (Some(found), _) => Ok(found),
        (None, Some(error)) => Err(error),
        (None, None) => {
            let n = search.n_games;
            let why = match n {
                1 => "has only 1 game".to_owned(),
                n => format!("has only {n} games"),
            };
            Err(Error::new(ErrorKind::NoGames, file.display().to_string(), why))
        }
    }
}

/// The position of a line, be it a FEN or a record of EPD.
pub(super) fn record(line: &[u8]) -> Option<Setup> {
    match epd::parse(line.trim_ascii_end(), &epd::ReadOptions::default(), &mut Vec::new()) {
        epd::Line::Record(record) => Some(record.setup()),
        _ => None,
    }
}

/// Whether a file has a position a line, as its name says.
fn has_positions(file: &Path) -> bool {
    let name = file.to_string_lossy().to_ascii_lowercase();
    let stem = match Compression::of_name(&name) {
        Some(compression) => &name[..name.len() - compression.extension().len() - 1],
        None => &name,
    };
    stem.ends_with(".epd") || stem.ends_with(".fen")
}

/// Looks for a number.
struct NumberJob {
    number: u64,
    cut: Cut,
}

/// What a chunk has: its games, and the one that is looked for.
struct ChunkGames {
    n_games: u64,
    found: Option<FoundGame>,
}

impl Job for NumberJob {
    type Worker = ();
    type Output = ChunkGames;

    fn worker(&self) {}

    fn work(&self, (): &mut (), chunk: &Chunk) -> ChunkGames {
        let mut found = None;
        for region in chunk.regions() {
            if region.n_games_before + 1 != self.number || found.is_some() {
                continue;
            }
            found = match self.cut {
                Cut::Lines => record(region.text).map(FoundGame::Setup),
                Cut::Games => {
                    let source = &chunk.source;
                    let letters = source.language.letters(&region, &mut ());
                    let lax = SanOptions::default().with_letters(letters);
                    let options =
                        ReadOptions::default().with_encoding(source.encoding).with_lax(lax);
                    read_region(&region, options, ()).map(|game| FoundGame::Game(Box::new(game)))
                }
            };
        }
        ChunkGames { n_games: chunk.n_games(), found }
    }
}

/// Waits for it.
struct GameSearch<'a> {
    console: &'a Console,
    found: Option<FoundGame>,
    n_games: u64,
    error: Option<Error>,
}

impl ChunkSink<ChunkGames> for GameSearch<'_> {
    fn take(&mut self, _: Chunk, seen: ChunkGames) -> Result<(), Error> {
        self.console.count_games(seen.n_games);
        self.n_games += seen.n_games;
        self.found = seen.found;
        Ok(())
    }

    fn wants_more(&self) -> bool {
        self.found.is_none()
    }

    fn end(&mut self, _: &SourceInfo, end: Result<(), Error>) -> Result<(), Error> {
        self.error = end.err();
        Ok(())
    }

    fn on_error(&mut self, error: Error) -> Result<(), Error> {
        self.error = Some(error);
        Ok(())
    }
}
