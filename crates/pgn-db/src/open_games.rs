//! The games of a file, of a folder, of an archive: opened and unpacked (§8).

use crate::error::Error;
use crate::source::{Inputs, Sources};
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::read::{Games, ReadOptions};
use std::io::Read;
use std::path::Path;

/// The games of a file, which may be compressed, of an archive, or of all game files of a folder.
/// An input that cannot be opened or read is an error at its place; the games after it follow.
///
/// ```
/// # let folder = std::env::temp_dir().join(format!("open-games-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("games.pgn");
/// # std::fs::write(&path, "1. e4 e5 * 1. d4 *")?;
/// let mut ply_count = 0;
/// for game in pgn_db::open_games(&path) {
///     ply_count += game?.n_plies();
/// }
/// assert_eq!(ply_count, 3);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn open_games(path: impl AsRef<Path>) -> OpenGames {
    let sources = Inputs::gather(&[path.as_ref().to_path_buf()]).sources();
    OpenGames { sources, current: None }
}

/// The games of [`open_games`].
#[derive(Debug)]
pub struct OpenGames {
    sources: Sources,
    current: Option<Current>,
}

struct Current {
    name: String,
    games: Games<Box<dyn Read + Send>>,
}

impl std::fmt::Debug for Current {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Current").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Iterator for OpenGames {
    type Item = Result<Game, Error>;

    fn next(&mut self) -> Option<Result<Game, Error>> {
        loop {
            let Some(current) = &mut self.current else {
                match self.sources.next()? {
                    Ok(source) => {
                        let encoding = source.encoding(Choice::Auto);
                        let options = ReadOptions::default().with_encoding(encoding);
                        let games = Games::with(source.read, options, ());
                        self.current = Some(Current { name: source.name, games });
                    }
                    Err(error) => return Some(Err(error)),
                }
                continue;
            };
            match current.games.next() {
                Some(Ok(game)) => return Some(Ok(game)),
                Some(Err(error)) => {
                    let error = Error::from_io(&current.name, error);
                    self.current = None;
                    return Some(Err(error));
                }
                None => self.current = None,
            }
        }
    }
}
