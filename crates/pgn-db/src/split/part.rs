//! The parts of one file: a new one when the one before is full (§11.4, D-43).

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::output::{Draft, Sealed};
use pgnkit::chess::option_struct;

option_struct! {
    "use pgn_db::split::Limits;";
    /// How large a file may become. A game is never cut.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Limits {
        /// Games in a file; `None` for as many as there are.
        games_max, with_games_max: Option<u64> = "Some(1000)",
        /// Bytes of a file, unless a single game has more; `None` for as many as there are.
        bytes_max, with_bytes_max: Option<u64> = "Some(1 << 20)",
    }
}

/// Writes games one after the other, to as many files as the limits ask for.
pub struct Parts {
    /// Without one, games are only counted.
    folder: Option<PathBuf>,
    limits: Limits,
    draft: Option<Draft>,
    game_count: u64,
    byte_count: u64,
    whole: Vec<Part>,
}

/// A part that is whole.
#[derive(Debug)]
pub struct Part {
    /// The file, unless games were only counted.
    pub file: Option<Sealed>,
    /// How many games it holds.
    pub game_count: u64,
}

impl Parts {
    /// Parts that will be in `folder`; without one, nothing is written.
    #[must_use]
    pub fn new(folder: Option<&Path>, limits: Limits) -> Parts {
        let folder = folder.map(Path::to_owned);
        Parts { folder, limits, draft: None, game_count: 0, byte_count: 0, whole: Vec::new() }
    }

    /// Writes a game.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn push(&mut self, text: &[u8]) -> io::Result<()> {
        let byte_count = text.len() as u64;
        let Limits { games_max, bytes_max } = self.limits;
        let is_full = games_max.is_some_and(|max| self.game_count >= max)
            || bytes_max.is_some_and(|max| self.byte_count + byte_count > max);
        if is_full {
            self.seal()?;
        }
        if let Some(folder) = &self.folder {
            let draft = match &mut self.draft {
                Some(draft) => draft,
                draft @ None => draft.insert(Draft::create_in(folder)?),
            };
            draft.write_all(text)?;
        }
        self.game_count += 1;
        self.byte_count += byte_count;
        Ok(())
    }

    /// The parts, all whole.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn finish(mut self) -> io::Result<Vec<Part>> {
        self.seal()?;
        Ok(self.whole)
    }

    fn seal(&mut self) -> io::Result<()> {
        let game_count = std::mem::take(&mut self.game_count);
        self.byte_count = 0;
        if game_count > 0 {
            let file = self.draft.take().map(Draft::seal).transpose()?;
            self.whole.push(Part { file, game_count });
        }
        Ok(())
    }
}
