//! The message of a program that was built without Parquet and Arrow.

use std::io;
use std::path::Path;

use super::super::Convert;
use crate::exit::Exit;
use crate::rewrite::TableForm;
use crate::terminal::Console;
use pgn_arrow::Tabulate;
use pgn_db::error::{Error, ErrorKind};

/// Refuses to write a file.
pub(super) fn write_file(
    _: &Convert,
    form: TableForm,
    _: Tabulate,
    _: &Console,
) -> Result<Exit, Error> {
    Err(refused(match form {
        TableForm::Arrow => "--to arrow",
        TableForm::Parquet | TableForm::Csv | TableForm::Tsv | TableForm::JsonLines => {
            "--to parquet"
        }
    }))
}

/// Refuses to read a table of games.
pub(super) fn open_parquet(path: &Path) -> Result<Box<dyn io::Read + Send>, Error> {
    Err(refused(&path.to_string_lossy()))
}

fn refused(what: &str) -> Error {
    let why = "this program was built without Parquet and Arrow";
    let hint = "the released programs have them, as has `cargo install pgn-cli --features parquet`";
    Error::new(ErrorKind::Unsupported, what, why).with_hint(hint)
}
