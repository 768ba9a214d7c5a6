//! The journal of a folder of tables: what it holds, and of which files.
//!
//! Its name begins with an underscore, so that programs that read the folder pass it over. It is a
//! line of JSON about the columns, then one for each file whose rows are there, in the order of
//! their numbers, which are in the names of the parts. It is written again after each file.
//!
//! Owns: the form of the journal, which files are done. Knows nothing of: parts, rows.
//! Start at [`Journal::open`].

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use pgn_db::output::Draft;
use serde_json::{Value, json};

/// Its name in the folder.
const NAME: &str = "_pgnkit.jsonl";

/// How many words of a list a message has.
const SHOWN_MAX: usize = 3;

/// The journal of a folder.
#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    /// What the tables are made of: keys, columns, query.
    head: Value,
    entries: Vec<Entry>,
}

/// A file whose rows are in the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    file: String,
    /// Its length and when it was written; nothing when not all of it could be read.
    stamp: Option<(u64, u64)>,
}

impl Journal {
    /// A journal that has nothing yet.
    pub(super) fn new(folder: &Path, head: Value) -> Journal {
        Journal { folder: folder.to_owned(), head, entries: Vec::new() }
    }

    /// The journal of a folder; `None` when it has none.
    ///
    /// # Errors
    /// Those of the system, and a sentence when the folder holds other tables.
    pub(super) fn open(folder: &Path, head: Value) -> io::Result<Option<Journal>> {
        let text = match fs::read_to_string(folder.join(NAME)) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let invalid = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
        let mut lines = text.lines().map(serde_json::from_str::<Value>);
        let known = lines.next().transpose().ok().flatten();
        let known = known.ok_or_else(|| invalid(format!("its journal, {NAME}, cannot be read")))?;
        for (name, found) in head.as_object().into_iter().flatten() {
            if known[name] != *found {
                let how = difference(&known[name], found);
                return Err(invalid(format!("holds tables with other {name}: {how}")));
            }
        }
        let entry = |line: Value| Entry {
            file: line["file"].as_str().unwrap_or_default().to_owned(),
            stamp: line["bytes"].as_u64().zip(line["modified_ns"].as_u64()),
        };
        let entries = lines.map_while(Result::ok).map(entry).collect();
        Ok(Some(Journal { folder: folder.to_owned(), head, entries }))
    }

    /// Whether all rows of a file, as it is now, are there.
    pub(super) fn is_done(&self, file: &Path) -> bool {
        let stamp = stamp_of(file);
        stamp.is_some() && self.entries.contains(&Entry { file: name_of(file), stamp })
    }

    /// The number of a file: its own, if it was there before, else the next one.
    pub(super) fn number_of(&self, file: &Path) -> usize {
        let name = name_of(file);
        let known = self.entries.iter().position(|entry| entry.file == name);
        known.unwrap_or(self.entries.len())
    }

    /// How many files it has.
    pub(super) fn n_files(&self) -> usize {
        self.entries.len()
    }

    /// Writes it before any part has its name: a run that is killed then can be gone on with.
    ///
    /// # Errors
    /// Those of the system.
    pub(super) fn begin(&self) -> io::Result<()> {
        if self.entries.is_empty() { self.write() } else { Ok(()) }
    }

    /// Notes that the rows of a file are there; without a stamp, that not all of them are.
    ///
    /// # Errors
    /// Those of the system.
    pub(super) fn note(&mut self, file: &Path, stamp: Option<(u64, u64)>) -> io::Result<()> {
        let (number, entry) = (self.number_of(file), Entry { file: name_of(file), stamp });
        match self.entries.get_mut(number) {
            Some(known) => *known = entry,
            None => self.entries.push(entry),
        }
        self.write()
    }

    fn write(&self) -> io::Result<()> {
        let mut draft = Draft::create_in(&self.folder)?;
        writeln!(draft, "{}", self.head)?;
        for Entry { file, stamp } in &self.entries {
            let (bytes, modified_ns) = (stamp.map(|it| it.0), stamp.map(|it| it.1));
            let line = json!({"file": file, "bytes": bytes, "modified_ns": modified_ns});
            writeln!(draft, "{line}")?;
        }
        draft.seal()?.publish(&self.folder.join(NAME))
    }
}

/// How what the tables are made of differs from what is wanted. Of long lists, as that of columns,
/// it has only what is not in both.
fn difference(known: &Value, wanted: &Value) -> String {
    let (Some(known_words), Some(wanted_words)) = (known.as_array(), wanted.as_array()) else {
        return format!("{known}, not {wanted}");
    };
    if known_words.len().max(wanted_words.len()) <= SHOWN_MAX {
        return format!("{known}, not {wanted}");
    }
    let mut parts = Vec::new();
    for (how, these, others) in
        [("with", known_words, wanted_words), ("without", wanted_words, known_words)]
    {
        let only = these.iter().filter(|word| !others.contains(word));
        let mut words: Vec<String> =
            only.map(|word| format!("`{}`", word.as_str().unwrap_or_default())).collect();
        let n_more = words.len().saturating_sub(SHOWN_MAX);
        words.truncate(SHOWN_MAX);
        match (words.is_empty(), n_more) {
            (true, _) => {}
            (false, 0) => parts.push(format!("{how} {}", words.join(", "))),
            (false, _) => parts.push(format!("{how} {} and {n_more} more", words.join(", "))),
        }
    }
    if parts.is_empty() { "in another order".to_owned() } else { parts.join(", ") }
}

/// The name of a file, wherever it is asked from.
fn name_of(file: &Path) -> String {
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    file.to_string_lossy().into_owned()
}

/// Length of a file, and when it was written, in nanoseconds.
pub(super) fn stamp_of(file: &Path) -> Option<(u64, u64)> {
    let metadata = fs::metadata(file).ok()?;
    let since = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((metadata.len(), u64::try_from(since.as_nanos()).ok()?))
}
