//! The table of the statements of the standard.

use std::path::Path;
use std::{fs, io};

/// A statement of the standard.
pub(super) struct Row {
    /// `PGN-8.2.3-01`.
    pub(super) id: String,
    pub(super) section: String,
    /// `must`, `should`, `may` or `undefined`.
    pub(super) level: String,
    /// In our own words.
    pub(super) statement: String,
}

/// All statements, in the order of the standard.
pub(super) fn rows(root: &Path) -> io::Result<Vec<Row>> {
    const PATH: &str = "spec/statements.tsv";
    let text = fs::read_to_string(root.join(PATH))?;
    let row = |(idx, line): (usize, &str)| match *line.split('\t').collect::<Vec<_>>() {
        [id, section, level, statement] => Ok(Row {
            id: id.to_string(),
            section: section.to_string(),
            level: level.to_string(),
            statement: statement.to_string(),
        }),
        ref cells => {
            let why = format!("{PATH}:{}: expected 4 cells, found {}", idx + 1, cells.len());
            Err(io::Error::new(io::ErrorKind::InvalidData, why))
        }
    };
    text.lines().enumerate().map(row).collect()
}
