//! Finds and reads `pgnkit.toml`.

use std::fs;
use std::path::PathBuf;

use pgn_db::error::{Error, ErrorKind};
use pgn_lint::Config;

/// The configuration in a file; the default one without a file.
pub(super) fn read(file: Option<PathBuf>) -> Result<Config, Error> {
    let Some(path) = file else { return Ok(Config::default()) };
    let name = path.to_string_lossy();
    let text = fs::read_to_string(&path).map_err(|error| Error::from_io(&*name, error))?;
    Config::from_toml(&text).map_err(|error| {
        // The parser shows the place on several lines; the first and the last one say it all.
        let message = error.to_string();
        let (first, last) = (message.lines().next(), message.lines().next_back());
        let parts = [first, last.filter(|_| message.lines().count() > 1)];
        let line = parts.into_iter().flatten().map(str::trim).collect::<Vec<_>>().join(": ");
        Error::new(ErrorKind::Usage, name, line)
    })
}
