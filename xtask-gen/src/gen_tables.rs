//! `cargo xtask gen`: the tables of `pgnkit` that are printed from the data files beside it.
//!
//! Standard: §10, §15. Decisions: D-02, D-13, D-35, D-36, D-44.

use pgnkit::charset::Encoding;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

const DATA: &str = "crates/pgnkit/data";
const WIDTH: usize = 100;

/// The tables, by their paths from the workspace at `root`.
///
/// # Errors
/// If a data file cannot be read, or a row of it has too few columns or a bad number.
pub(crate) fn tables(root: &Path) -> io::Result<Vec<(PathBuf, String)>> {
    let source = Path::new("crates/pgnkit/src");
    Ok(vec![
        (source.join("nag/table.rs"), nag_table(root)?),
        (source.join("tag/country_table.rs"), country_table(root)?),
        (source.join("charset/transliterate_table.rs"), transliterate_table(root)?),
        (source.join("charset/code_page_table.rs"), code_page_table(root)?),
    ])
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
    let later: Vec<String> = rows(root, "nags_later.tsv", 3)?
        .iter()
        .map(|row| Ok(format!("({}, {:?}, {:?})", number(&row[0])?, row[1], row[2])))
        .collect::<io::Result<_>>()?;
    let signs = numbered(&rows(root, "nag_signs.tsv", 2)?)?;
    let mut text = header(
        "What each NAG number means, and the signs printed for it.",
        "Standard: §10, §8.2.3.8. Decisions: D-13, D-35, D-36.",
    );
    item(
        &mut text,
        "Meanings of the standard; the index is the number.",
        "MEANINGS",
        "&str",
        &meanings,
    );
    item(
        &mut text,
        "Number, the meaning that later programs gave it, and which these are.",
        "LATER",
        "(u16, &str, &str)",
        &later,
    );
    item(
        &mut text,
        "Annotation symbols, each read as its number; the first of a number is written for it.",
        "SIGNS",
        "(u16, &str)",
        &signs,
    );
    Ok(text)
}

fn country_table(root: &Path) -> io::Result<String> {
    let entry = |row: &Vec<String>| format!("({:?}, {:?})", row[0], row[1]);
    let listed: Vec<String> = rows(root, "country_codes.tsv", 2)?.iter().map(entry).collect();
    let today: Vec<String> = rows(root, "country_codes_today.tsv", 3)?
        .iter()
        .map(|row| format!("({:?}, {:?}, {:?})", row[0], row[1], row[2]))
        .collect();
    let mut text = header(
        "Country codes: the list of the standard, and the codes in use today.",
        "Standard: §15. Decisions: D-44.",
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
    let mut text = header(
        "What stands for a character where only ASCII can.",
        "Standard: §4.1. Decisions: D-02, D-61.",
    );
    item(&mut text, "Character and ASCII text, by code point.", "TABLE", "(char, &str)", &entries);
    Ok(text)
}

/// The encodings of a byte a character but Latin-1, in the order of `Encoding`. All are of
/// `encoding_rs` but those of DOS. The programs get these tables instead of that crate, because
/// it would bring the tables of Chinese, Japanese and Korean with it.
fn code_page_table(root: &Path) -> io::Result<String> {
    let dos = rows(root, "dos_code_pages.tsv", 2)?;
    let mut entries = Vec::new();
    for encoding in Encoding::ALL.into_iter().skip_while(|it| *it != Encoding::Windows1252) {
        // The name by which it goes here is older.
        let name = if encoding == Encoding::Windows1252 { "windows-1252" } else { encoding.name() };
        let characters: String = match dos.iter().find(|row| row[0] == name) {
            Some(row) => row[1].replace("\\u00A0", "\u{a0}").replace("\\u00AD", "\u{ad}"),
            None => {
                let known = encoding_rs::Encoding::for_label(name.as_bytes());
                let known = known.ok_or_else(|| bad(format!("{name} is not of encoding_rs")))?;
                let character =
                    |byte: u8| known.decode_without_bom_handling(&[byte]).0.chars().next();
                (128..=255).filter_map(character).collect()
            }
        };
        if characters.chars().count() != 128 {
            return Err(bad(format!("{name}: expected 128 characters")));
        }
        entries.push(format!("{characters:?}"));
    }
    let mut text =
        header("The characters of legacy encodings.", "Standard: §4.1. Decisions: D-01, D-70.");
    item(
        &mut text,
        "Characters of the bytes from 128 on; U+FFFD where there is none.",
        "CHARACTERS",
        "&str",
        &entries,
    );
    Ok(text)
}

fn header(what: &str, standard: &str) -> String {
    format!(
        "//! Generated by `cargo xtask gen` from `{DATA}`; change the data, not this file.\n\
         //!\n\
         //! {what}\n\
         //!\n\
         //! {standard}\n"
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
