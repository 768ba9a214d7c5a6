//! Output names whose extension promises a format: rejected if the verb would write another one.

use std::path::Path;

use crate::rewrite::FORMATS;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::scan::Cut;
use pgn_db::source::ending_of;

/// Extensions that no verb writes unless its table has them: compressed files, bitmaps, pages and
/// tables of office programs, databases of other programs, our own indexes.
const FOREIGN: &[&str] = &[
    "7z", "rar", "tar", "tgz", "tbz2", "txz", "lz", "lz4", "lzma", "br", "cab", // packed
    "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "pdf", "ps", "eps", // pictures
    "doc", "docx", "odt", "rtf", "xls", "xlsx", "ods", // offices
    "cbh", "cbv", "cbf", "2cbh", "si3", "si4", "si5", "sn4", "sg4", "ctg", "abk", "sqlite", "db",
    "pgni", // databases
];

/// The formats that verbs write without further options, by their names. A verb that is not here
/// writes the format of its name.
const WRITTEN: &[(&str, &[&str])] = &[
    ("annotate", PGN),
    ("cat", PGN),
    ("check", &["txt"]),
    ("classify", PGN),
    ("dedupe", PGN),
    ("epd analyze", EPD),
    ("epd backsolve", &["epd", "fen", "pgn", "txt"]),
    ("epd solve", &["txt"]),
    ("filter", PGN),
    ("fmt", PGN),
    ("import ics", PGN),
    ("import uci", PGN),
    ("merge", PGN),
    ("names apply", PGN),
    ("names report", &["tsv", "txt"]),
    ("perft", &["txt"]),
    ("show", &["svg", "png", "fen", "txt"]),
    ("sort", PGN),
    ("stats", TABLES),
    ("tag", PGN),
    ("tree", &["json", "csv", "html", "htm", "md", "txt", "epd", "opg", "bin"]),
];

const TABLES: &[&str] = &["json", "csv", "html", "htm", "md", "txt"];

const PGN: &[&str] = &["pgn", "txt"];
const EPD: &[&str] = &["epd", "fen", "txt"];

/// The endings of reports about games (`--report`).
pub(crate) const REPORT: &[&str] = &["txt", "jsonl"];

/// The default output format of `verb`; `None` if it is not in the table.
#[must_use]
pub(crate) fn written_by(verb: &str) -> Option<Vec<&'static str>> {
    if verb == "convert" {
        return Some(of_formats().collect());
    }
    WRITTEN.iter().find(|(name, _)| *name == verb).map(|(_, endings)| endings.to_vec())
}

/// The same where the verb reads records of positions.
#[must_use]
pub(crate) fn written_of_positions(verb: &str) -> Option<Vec<&'static str>> {
    if verb == "fmt" || moves_records(verb) { Some(EPD.to_vec()) } else { written_by(verb) }
}

/// Whether a verb moves records of positions as it moves games.
#[must_use]
pub(crate) fn moves_records(verb: &str) -> bool {
    matches!(verb, "cat" | "dedupe" | "filter" | "sort")
}

/// The endings of games or records that are moved, and of those that are left out.
#[must_use]
pub(crate) fn of_moved(cut: Cut) -> &'static [&'static str] {
    match cut {
        Cut::Games => PGN,
        Cut::Lines => EPD,
    }
}

/// Both.
#[must_use]
pub(crate) fn of_all_moved() -> Vec<&'static str> {
    [PGN, EPD].concat()
}

/// The endings of the formats that games are converted to.
fn of_formats() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().flat_map(|format| format.endings.iter().copied())
}

/// Rejects a file name whose extension promises a format that is not among `written`; unknown
/// extensions are accepted.
///
/// # Errors
/// [`ErrorKind::Unsupported`], with what is written instead.
pub(crate) fn check(path: &Path, written: Option<&[&str]>) -> Result<(), Error> {
    let name = path.to_string_lossy();
    let Some(ending) = ending_of(&name) else { return Ok(()) };
    let of_verbs = || WRITTEN.iter().flat_map(|(_, endings)| endings.iter().copied());
    let is_known = || of_verbs().chain(of_formats()).any(|known| known == ending);
    let is_foreign = FOREIGN.contains(&ending.as_str());
    let is_written = match written {
        Some(written) => written.contains(&ending.as_str()) || !(is_foreign || is_known()),
        None => !is_foreign || of_formats().any(|known| known == ending),
    };
    if is_written {
        return Ok(());
    }
    let why = format!("this command does not write .{ending} files");
    let listed = |endings: &[&str]| format!(".{}", endings.join(", ."));
    let hint = match written {
        Some(written) => format!("name it {}", listed(written)),
        None => "give it another name".to_owned(),
    };
    Err(Error::new(ErrorKind::Unsupported, name, why).with_hint(hint))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_promises_another_form_is_refused() {
        let cases = [
            ("show", "b.png", true),
            ("show", "b.gif", false),
            ("show", "b.SVG", true),
            ("show", "b", true),
            ("fmt", "x.7z", false),
            ("fmt", "x.pgn.7z", false),
            ("fmt", "x.pgn.zst", true),
            ("fmt", "x.html", false),
            ("fmt", "x.html.gz", false),
            ("fmt", "x.PGN", true),
            ("fmt", "x.clean", true),
            ("fmt", "archive.pdf/x", true),
            ("sort", "x.pgn.pgni", false),
            ("tree", "x.json", true),
            ("stats", "x.json", true),
            ("stats", "x.epd", false),
            ("man", "pgn.1", true),
            ("man", "pgn.pdf", false),
            ("convert", "base.si4", true),
            ("convert", "base.cbh", true),
            ("convert", "base.cbv", false),
            ("fmt", "base.si4", false),
        ];
        for (verb, name, is_right) in cases {
            let checked = check(Path::new(name), written_by(verb).as_deref());
            assert_eq!(checked.is_ok(), is_right, "{verb} -o {name}: {checked:?}");
        }
        let message =
            check(Path::new("b.gif"), written_by("show").as_deref()).unwrap_err().to_string();
        assert_eq!(
            message,
            "b.gif: this command does not write .gif files (name it .svg, .png, .fen, .txt)"
        );
    }
}
