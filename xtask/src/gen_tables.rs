//! `cargo xtask gen`: the tables of `pgnkit` that are printed from the data files beside it.
//!
//! Owns: the way from `crates/pgnkit/data/*.tsv` to `*table.rs`. Knows nothing of: what the tables
//! are used for.
//! Standard: §10, §15. Decisions: D-02, D-13, D-35, D-36, D-44.
//! Start at [`tables`].

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

const DATA: &str = "crates/pgnkit/data";
const WIDTH: usize = 100;

/// One generated file: its path and the text that it must hold.
pub(crate) struct Table {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

impl Table {
    /// True if the file on disk is missing or differs from what would be written.
    pub(crate) fn is_stale(&self) -> bool {
        fs::read_to_string(&self.path).map_or(true, |text| text != self.text)
    }
}

/// All generated tables for the workspace at `root`, not yet written.
///
/// # Errors
/// If a data file cannot be read, or a row of it has too few columns or a bad number.
pub(crate) fn tables(root: &Path) -> io::Result<Vec<Table>> {
    let source = root.join("crates/pgnkit/src");
    Ok(vec![
        Table { path: source.join("nag/table.rs"), text: nag_table(root)? },
        Table { path: source.join("tag/country_table.rs"), text: country_table(root)? },
        Table {
            path: source.join("charset/transliterate_table.rs"),
            text: transliterate_table(root)?,
        },
    ])
}

/// Writes every stale table and returns the paths of those that changed.
///
/// # Errors
/// As [`tables`], or if a file cannot be written.
pub(crate) fn write(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut changed = Vec::new();
    for table in tables(root)? {
        if table.is_stale() {
            fs::write(&table.path, &table.text)?;
            changed.push(table.path);
        }
    }
    Ok(changed)
}

fn nag_table(root: &Path) -> io::Result<String> {
    let nags = rows(root, "nags.tsv", 3)?;
    let mut meanings = Vec::new();
    for (idx, row) in nags.iter().enumerate() {
        if number(&row[0])? as usize != idx {
            return Err(bad(format!("nags.tsv: row {idx} is numbered {}", row[0])));
        }
        meanings.push(format!("{:?}", row[1]));
    }
    let later = numbered(&rows(root, "nags_later.tsv", 2)?)?;
    let signs = numbered(&rows(root, "nag_signs.tsv", 2)?)?;
    let shown = numbered(&rows(root, "nag_signs_shown.tsv", 2)?)?;
    let mut text = card(
        "What each NAG number means, and the signs printed for it.",
        "Standard: §10, §8.2.3.8. Decisions: D-13, D-35, D-36.",
        "MEANINGS",
    );
    item(
        &mut text,
        "Meanings of the standard; the index is the number.",
        "MEANINGS",
        "&str",
        &meanings,
    );
    item(&mut text, "Meanings given by later programs, by number.", "LATER", "(u16, &str)", &later);
    item(
        &mut text,
        "Signs that are read; the first of a number is also the one shown.",
        "SIGNS",
        "(u16, &str)",
        &signs,
    );
    item(&mut text, "Signs that are shown but never read.", "SHOWN", "(u16, &str)", &shown);
    Ok(text)
}

fn country_table(root: &Path) -> io::Result<String> {
    let entry = |row: &Vec<String>| format!("({:?}, {:?})", row[0], row[1]);
    let listed: Vec<String> = rows(root, "country_codes.tsv", 2)?.iter().map(entry).collect();
    let today: Vec<String> = rows(root, "country_codes_today.tsv", 3)?
        .iter()
        .map(|row| format!("({:?}, {:?}, {:?})", row[0], row[1], row[2]))
        .collect();
    let mut text = card(
        "Country codes: the list of the standard, and the codes in use today.",
        "Standard: §15. Decisions: D-44.",
        "LISTED",
    );
    item(&mut text, "Code and name, in the order of the text.", "LISTED", "(&str, &str)", &listed);
    item(
        &mut text,
        "Code, name, and the code of the standard's list (empty if it has none).",
        "TODAY",
        "(&str, &str, &str)",
        &today,
    );
    Ok(text)
}

fn transliterate_table(root: &Path) -> io::Result<String> {
    let mut entries = Vec::new();
    let mut before = 0;
    for row in rows(root, "transliteration.tsv", 2)? {
        let code = u32::from_str_radix(&row[0], 16).map_err(|error| bad(error.to_string()))?;
        if code <= before || code < 0x80 {
            return Err(bad(format!("transliteration.tsv: {} is out of order", row[0])));
        }
        if !row[1].bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
            return Err(bad(format!("transliteration.tsv: {} is not ASCII", row[0])));
        }
        before = code;
        entries.push(format!("('\\u{{{code:x}}}', {:?})", row[1]));
    }
    let mut text = card(
        "What stands for a character where only ASCII can.",
        "Standard: §4.1. Decisions: D-02, D-61.",
        "TABLE",
    );
    item(&mut text, "Character and ASCII text, by code point.", "TABLE", "(char, &str)", &entries);
    Ok(text)
}

fn card(what: &str, standard: &str, start: &str) -> String {
    format!(
        "//! Generated by `cargo xtask gen` from `{DATA}`; change the data, not this file.\n\
         //!\n\
         //! {what}\n\
         //! Owns: the rows. Knows nothing of: their use.\n\
         //! {standard}\n\
         //! Start at [`{start}`].\n"
    )
}

/// Appends one constant slice, its entries filled to the line width.
fn item(text: &mut String, doc: &str, name: &str, of: &str, entries: &[String]) {
    let _ = write!(text, "\n/// {doc}\n#[rustfmt::skip]\npub(super) const {name}: &[{of}] = &[\n");
    let mut line = String::from("   ");
    for entry in entries {
        if line.chars().count() + entry.chars().count() + 2 > WIDTH {
            let _ = writeln!(text, "{line}");
            line = String::from("   ");
        }
        let _ = write!(line, " {entry},");
    }
    let _ = writeln!(text, "{line}\n];");
}

fn numbered(rows: &[Vec<String>]) -> io::Result<Vec<String>> {
    rows.iter().map(|row| Ok(format!("({}, {:?})", number(&row[0])?, row[1]))).collect()
}

fn number(text: &str) -> io::Result<u16> {
    text.parse().map_err(|_| bad(format!("{text:?} is not a number")))
}

fn rows(root: &Path, name: &str, columns: usize) -> io::Result<Vec<Vec<String>>> {
    let text = fs::read_to_string(root.join(DATA).join(name))?;
    let mut rows = Vec::new();
    for (idx, line) in text.lines().enumerate() {
        let row: Vec<String> = line.split('\t').map(str::to_owned).collect();
        if row.len() != columns {
            let n = idx + 1;
            return Err(bad(format!(
                "{name}:{n}: expected {columns} columns, found {}",
                row.len()
            )));
        }
        rows.push(row);
    }
    Ok(rows)
}

fn bad(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn committed_tables_are_what_the_data_says() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for table in tables(&root).expect("the data files are well formed") {
            assert!(!table.is_stale(), "{} is stale: run cargo xtask gen", table.path.display());
        }
    }
}
