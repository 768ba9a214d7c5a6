//! The two tables: what the standard says, and what nobody has shown yet.
//!
//! Owns: `spec/statements.tsv` and `spec/open.tsv`. Knows nothing of: pages.
//! Standard: none.
//! Start at [`rows`] and [`open`].

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

/// A statement without evidence.
pub(super) struct Open {
    pub(super) id: String,
    /// The room whose work it waits for.
    pub(super) room: String,
}

/// All statements, in the order of the standard.
pub(super) fn rows(root: &Path) -> io::Result<Vec<Row>> {
    cells(root, "spec/statements.tsv", |[id, section, level, statement]: [String; 4]| Row {
        id,
        section,
        level,
        statement,
    })
}

/// The statements that have nothing to show yet.
pub(super) fn open(root: &Path) -> io::Result<Vec<Open>> {
    cells(root, "spec/open.tsv", |[id, room]: [String; 2]| Open { id, room })
}

fn cells<const N: usize, Item>(
    root: &Path,
    path: &str,
    make: impl Fn([String; N]) -> Item,
) -> io::Result<Vec<Item>> {
    let text = fs::read_to_string(root.join(path))?;
    let item = |(idx, line): (usize, &str)| {
        let cells: Vec<String> = line.split('\t').map(str::to_string).collect();
        let bad = |cells: Vec<String>| {
            let why = format!("{path}:{}: expected {N} cells, found {}", idx + 1, cells.len());
            io::Error::new(io::ErrorKind::InvalidData, why)
        };
        cells.try_into().map(&make).map_err(bad)
    };
    text.lines().enumerate().map(item).collect()
}
