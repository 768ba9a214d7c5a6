//! Many games written to a file, one after the other as they come from Python.

use crate::convert::profile_of;
use crate::errors::ErrorClass;
use crate::feed::read_error;
use crate::game::PyGame;
use pgn_db::error::Error;
use pgn_db::output::Replacement;
use pgn_db::source::Compression;
use pgnkit::charset::decode;
use pgnkit::write::{Export, Loss, Unrepresentable};
use pyo3::exceptions::{PyTypeError, PyUserWarning};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// The amount of text that is written at once, in bytes.
const BLOCK_BYTES: usize = 1 << 20;

/// Where games are written.
enum GameTarget<'py> {
    /// The file, and its name in messages.
    File(Box<Replacement<fs::File>>, String),
    /// An open file of Python, and whether it takes text.
    Handle(Bound<'py, PyAny>, bool),
}

impl<'py> GameTarget<'py> {
    /// Opens a path; anything else has `write`.
    fn open(target: &Bound<'py, PyAny>) -> PyResult<GameTarget<'py>> {
        let py = target.py();
        if target.hasattr(intern!(py, "write"))? {
            let text_base = py.import("io")?.getattr("TextIOBase")?;
            return Ok(GameTarget::Handle(target.clone(), target.is_instance(&text_base)?));
        }
        let path: PathBuf = target.extract()?;
        let name = path.to_string_lossy().into_owned();
        let compression = Compression::of_name(&name);
        if compression == Some(Compression::Zip) {
            let message = format!("{name}: expected a name with .gz, .zst, .bz2 or .xz, or none");
            return Err(ErrorClass::Option.raise(py, message));
        }
        let file = Replacement::create(&path, compression, |file| file);
        match file {
            Ok(file) => Ok(GameTarget::File(Box::new(file), name)),
            Err(error) => Err(read_error(py, &Error::from_io(name, error))),
        }
    }

    fn write(&mut self, py: Python<'py>, text: &[u8], export: &Export) -> PyResult<()> {
        match self {
            GameTarget::File(file, name) => py
                .detach(|| file.write_all(text))
                .map_err(|error| read_error(py, &Error::from_io(name.as_str(), error))),
            GameTarget::Handle(handle, is_text) => {
                let block = if *is_text {
                    let decoded = decode(text, export.profile.encoding());
                    PyString::new(py, &decoded.text).into_any()
                } else {
                    PyBytes::new(py, text).into_any()
                };
                handle.call_method1(intern!(py, "write"), (block,)).map(drop)
            }
        }
    }

    fn commit(self, py: Python<'py>) -> PyResult<()> {
        match self {
            GameTarget::File(file, name) => py
                .detach(|| file.commit())
                .map_err(|error| read_error(py, &Error::from_io(name, error))),
            GameTarget::Handle(..) => Ok(()),
        }
    }
}

/// The first loss of content, and how many games lose some.
#[derive(Default)]
struct LossReport {
    first: Option<(u64, String)>,
    game_count: u64,
}

impl LossReport {
    fn take(&mut self, game: u64, losses: &mut Vec<Loss>) {
        let lost = losses.iter().find(|loss| loss.loses_content()).map(ToString::to_string);
        losses.clear();
        if let Some(lost) = lost {
            self.first.get_or_insert((game, lost));
            self.game_count += 1;
        }
    }

    fn warn(&self, py: Python<'_>, export: &Export) -> PyResult<()> {
        let Some((game, lost)) = &self.first else { return Ok(()) };
        let (count, profile) = (self.game_count, export.profile.name());
        let message = format!(
            "the profile {profile} cannot represent everything in {count} of the games; the first \
             is game {game}: {lost}"
        );
        py.import("warnings")?
            .call_method1("warn", (message, py.get_type::<PyUserWarning>()))
            .map(drop)
    }
}

/// Writes games to a file, and returns how many there were.
///
/// `target` is a path, or a file that is open for writing, as text or in binary mode. A path with
/// `.gz`, `.zst`, `.bz2` or `.xz` is compressed. The file at a path is replaced when all games are
/// written: if anything fails before that, it stays as it was. `games` may be any iterable, such as
/// `pgnkit.pgn.games(…)`; memory does not grow with the number of games. `profile` and `refuse` are
/// those of `Game.to_pgn`; content that the profile cannot represent is replaced, with a warning at
/// the end, or raises.
///
/// >>> import io, pgnkit
/// >>> file = io.StringIO()
/// >>> games = pgnkit.pgn.games(b"1.e4 e5 2.Nf3 {best} *  1.d4 d5 *")
/// >>> pgnkit.write_games(file, games, profile="reduced")
/// 2
/// >>> file.getvalue().count("[Event ")
/// 2
///
/// Raises:
///     ReadError: the file cannot be written.
///     WriteError: the profile cannot represent a game; the message has its number.
///     OptionError: the profile is unknown, or the name ends in `.zip`.
///     TypeError: an item is not a game.
#[pyfunction]
#[pyo3(signature = (target, games, *, profile="modern", refuse=false))]
pub(crate) fn write_games(
    target: &Bound<'_, PyAny>,
    games: &Bound<'_, PyAny>,
    profile: &str,
    refuse: bool,
) -> PyResult<u64> {
    let py = target.py();
    let mut export = Export::new(profile_of(py, profile)?);
    if refuse {
        export.unrepresentable = Unrepresentable::Refuse;
    }
    let games = games.try_iter()?;
    let mut target = GameTarget::open(target)?;
    let (mut text, mut losses, mut report) = (Vec::new(), Vec::new(), LossReport::default());
    let mut game_count = 0;
    for game in games {
        let game = game?;
        game_count += 1;
        let game = game.cast::<PyGame>().map_err(|_| {
            let found = game.get_type();
            PyTypeError::new_err(format!("expected games, found {found} as number {game_count}"))
        })?;
        let store = game.as_super().get().store.lock();
        let written = export.append(&store.game, &mut text, &mut losses);
        drop(store);
        written
            .map_err(|error| ErrorClass::Write.raise(py, format!("game {game_count}: {error}")))?;
        report.take(game_count, &mut losses);
        if text.len() >= BLOCK_BYTES {
            target.write(py, &text, &export)?;
            text.clear();
            py.check_signals()?;
        }
    }
    target.write(py, &text, &export)?;
    target.commit(py)?;
    report.warn(py, &export)?;
    Ok(game_count)
}
