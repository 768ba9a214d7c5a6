//! Reads games one after the other, as fast as they can be read.

use std::ops::Range;

use super::Library;
use super::search::each_region;
use crate::error::Error;
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::read::RegionReader;

/// Reads games of a library in their order. It keeps the memory of one game.
pub struct GameWalk {
    encoding: Choice,
    reader: RegionReader,
    text: Vec<u8>,
}

impl std::fmt::Debug for GameWalk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameWalk").finish_non_exhaustive()
    }
}

impl Default for GameWalk {
    fn default() -> GameWalk {
        let encoding = Choice::Auto;
        GameWalk { encoding, reader: RegionReader::new(encoding), text: Vec::new() }
    }
}

impl Library {
    /// Reads these games, which must be known, and gives each to `take`.
    ///
    /// # Errors
    /// If there is no such game, or a file cannot be read or has changed.
    ///
    /// ```
    /// use pgn_db::library::{GameWalk, Library, Options};
    /// use pgn_db::source::Inputs;
    ///
    /// # let folder = std::env::temp_dir().join(format!("walk-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("games.pgn");
    /// std::fs::write(&path, "1. e4 e5 *\n\n1. g3 *\n")?;
    /// let library = Library::open(Inputs::gather(&[path]), Options::default());
    /// library.wait();
    /// let mut ply_count = 0;
    /// library.walk(0..2, &mut GameWalk::default(), |game| ply_count += game.n_plies())?;
    /// assert_eq!(ply_count, 3);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn walk(
        &self,
        games: Range<usize>,
        walk: &mut GameWalk,
        mut take: impl FnMut(&Game),
    ) -> Result<(), Error> {
        let games: Vec<u32> = games.map(|game| game as u32).collect();
        let GameWalk { encoding, reader, text } = walk;
        each_region(
            &games,
            &self.shared,
            text,
            || false,
            |_, region, stretch| {
                let how = stretch.how;
                if *encoding != how.encoding {
                    *encoding = how.encoding;
                    *reader = RegionReader::new(how.encoding);
                }
                reader.set_letters(how.language.letters(region, &mut ()));
                reader.read(region);
                if let Some(game) = reader.game() {
                    take(game);
                }
            },
        )
    }
}
