//! Finds and reads `pgnkit.toml`.

use std::env;
use std::fs;
use std::path::Path;

use pgn_db::config::nearest_config;
use pgn_db::error::{Error, ErrorKind};
use pgn_lint::Config;

/// The configuration in `file`; without one, that in the nearest `pgnkit.toml` of the current
/// folder and those above it; the usual one when there is none.
pub(super) fn read(file: Option<&Path>) -> Result<Config, Error> {
    let nearest = || nearest_config(&env::current_dir().ok()?);
    let Some(path) = file.map(Path::to_owned).or_else(nearest) else {
        return Ok(Config::default());
    };
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
