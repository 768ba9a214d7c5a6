//! `pgn sql`: starts DuckDB so that it reads games.

use std::env;
use std::path::{Path, PathBuf};

use clap::Args;

use super::Example;
use crate::args::Write;
use crate::exit::Exit;
use crate::output::Output;
use crate::terminal::Console;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::source::Inputs;

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn sql -o load.sql", "For DuckDB's shell: `duckdb -unsigned -init load.sql`"),
    (
        "pgn sql \"SELECT eco, count(*) FROM 'games.pgn' GROUP BY eco\" | duckdb -unsigned",
        "Run one query",
    ),
];

/// The file of the extension.
const EXTENSION: &str = "pgnkit.duckdb_extension";

/// Its path relative to the folder of this program: in an archive of a release, and in an
/// installation.
const PLACES: [&str; 2] = [".", "../lib/pgnkit"];

/// Print the SQL that lets DuckDB read games
///
/// DuckDB is not part of pgn, which would be five times as large with it. It reads games through an
/// extension, one file that comes with each release. This verb prints the statement that loads the
/// extension, with the path of the file, and then QUERY. Pass the output to DuckDB's shell, with
/// `-unsigned` because DuckDB has not signed the file. docs/guide/sql.md shows example queries.
///
/// The exit status is 2 if the extension is missing.
#[derive(Args, Debug)]
pub(super) struct Sql {
    /// Statements to print after the one that loads the extension
    query: Option<String>,

    #[command(flatten)]
    write: Write,
}

impl Sql {
    pub(super) fn run(self, _: &mut Console) -> Result<Exit, Error> {
        let mut text = load_statement(&find()?);
        if let Some(query) = &self.query {
            text.push_str(query.trim_end().trim_end_matches(';'));
            text.push_str(";\n");
        }
        Output::print(self.write.output.as_deref(), &Inputs::none(), text.as_bytes())?;
        Ok(Exit::Clean)
    }
}

/// The extension that came with this program.
fn find() -> Result<PathBuf, Error> {
    let program = env::current_exe().and_then(|path| path.canonicalize());
    let program = program.map_err(|error| Error::from_io(EXTENSION, error))?;
    let folder = program.parent().unwrap_or(Path::new("."));
    let places = PLACES.iter().map(|place| folder.join(place).join(EXTENSION));
    places.filter_map(|path| path.canonicalize().ok()).next().ok_or_else(|| {
        let why = format!("is not in {} or ../lib/pgnkit", folder.display());
        let hint = "releases have it beside `pgn`; in the repository, `cargo xtask duckdb \
                    --release` builds it";
        Error::new(ErrorKind::NotFound, EXTENSION, why).with_hint(hint)
    })
}

/// A path as SQL's text.
fn load_statement(path: &Path) -> String {
    format!("LOAD '{}';\n", path.to_string_lossy().replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_mark_does_not_end_the_path() {
        let path = Path::new("/home/O'Kelly/pgnkit.duckdb_extension");
        assert_eq!(load_statement(path), "LOAD '/home/O''Kelly/pgnkit.duckdb_extension';\n");
    }
}
