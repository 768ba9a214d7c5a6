//! Finds and reads `pgnkit.toml`.

use std::env;
use std::path::Path;

use pgn_db::config::parse_config;
use pgn_db::error::Error;
use pgn_lint::Config;

/// The configuration in `file`; without one, that in the nearest `pgnkit.toml` of the current
/// folder and those above it; the usual one when there is none.
pub(super) fn read(file: Option<&Path>) -> Result<Config, Error> {
    let folder = env::current_dir().ok();
    let config = parse_config(file, folder.as_deref(), Config::from_toml)?;
    Ok(config.unwrap_or_default())
}
