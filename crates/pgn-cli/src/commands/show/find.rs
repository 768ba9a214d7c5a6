//! Finds the requested game of a file.
//!
//! Standard: §8, §16.2. Decisions: D-01, D-47.

use std::path::Path;

use pgn_formats::epd;
use pgnkit::Game;
use pgnkit::chess::Setup;
use pgnkit::chess::notation::letters::Letters;
use pgnkit::chess::notation::san::SanOptions;
use pgnkit::read::{ReadOptions, Sniff, read_region};
use pgnkit::syntax::{Kind, Region, sniff};

use crate::args::is_position_file;
use crate::terminal::Console;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::scan::{self, Chunk, ChunkSink, Cut, CutOnly, SourceInfo};
use pgn_db::source::Inputs;

/// The content.
pub(super) enum FoundGame {
    /// A game, and the letters of its pieces if they are not English.
    Game(Box<Game>, Option<Letters>),
    Setup(Setup),
}

/// The game, or the position, of that number in a file, counted from 1.
pub(super) fn find(
    file: &Path,
    number: u64,
    options: scan::Options,
    console: &Console,
) -> Result<FoundGame, Error> {
    let cut = if is_position_file(file) { Cut::Lines } else { Cut::Games };
    let options = options.with_cut(cut);
    let mut search =
        GameSearch { number, cut, console, found: None, game_count: 0, not_pgn: None, error: None };
    let inputs = Inputs::gather(&[file.to_owned()]);
    scan::run(inputs, options, CutOnly, &mut search)?;
    match (search.found, search.error) {
        (Some(found), _) => Ok(found),
        (None, Some(error)) => Err(error),
        (None, None) => {
            let name = file.display().to_string();
            if let (0, Some(kind)) = (search.game_count, search.not_pgn) {
                return Err(Error::not_pgn(&name, kind));
            }
            let n = search.game_count;
            let why = match n {
                0 => "no games".to_owned(),
                1 => "has only 1 game".to_owned(),
                n => format!("has only {n} games"),
            };
            Err(Error::new(ErrorKind::NoGames, name, why))
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

/// Looks for the game.
struct GameSearch<'a> {
    number: u64,
    cut: Cut,
    console: &'a Console,
    found: Option<FoundGame>,
    game_count: u64,
    /// What the file is instead of PGN.
    not_pgn: Option<Kind>,
    error: Option<Error>,
}

impl ChunkSink<()> for GameSearch<'_> {
    fn take(&mut self, chunk: Chunk, (): ()) -> Result<(), Error> {
        self.console.count_games(chunk.game_count());
        self.game_count += chunk.game_count();
        let mut strange = chunk.regions().filter(|region| Sniff::of(region).is_not_pgn);
        if self.cut == Cut::Games && self.not_pgn.is_none() {
            self.not_pgn = strange.next().map(|region| sniff(region.text));
        }
        let is_it = |region: &Region<'_>| region.n_games_before + 1 == self.number;
        self.found = chunk.regions().filter(is_it).find_map(|region| match self.cut {
            Cut::Lines => record(region.text).map(FoundGame::Setup),
            Cut::Games => {
                let source = &chunk.source;
                let letters = source.language.letters(&region, &mut ());
                let lax = SanOptions::default().with_letters(letters);
                let options = ReadOptions::default().with_encoding(source.encoding).with_lax(lax);
                let game = read_region(&region, options, ());
                game.map(|game| FoundGame::Game(Box::new(game), letters))
            }
        });
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
