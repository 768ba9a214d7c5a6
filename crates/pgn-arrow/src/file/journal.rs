//! The journal of a folder of tables: its kind, and the files whose rows it has.
//!
//! It is beside the folder, because polars reads every file in a folder that is not empty. It is a
//! line of JSON about the columns, then one for each file whose rows are there, in the order of
//! their numbers, which are in the names of the parts. It is rewritten after each file.
//!
//! An empty file in the folder, the mark, has a number in its name that the journal has, too: a
//! journal does not speak for another folder that gets the name of its own.

use std::collections::HashMap;
use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use pgn_db::identity::Identity;
use pgn_db::output::Draft;
use serde_json::{Value, json};

/// The end of its name, after the name of the folder.
const SUFFIX: &str = ".pgnkit.jsonl";

/// The start of the name of the mark, before the number.
const MARK: &str = "_pgnkit-";

/// The name of a source that is not a file.
pub const NO_FILE: &str = "-";

/// How many words of a list a message has.
const SHOWN_MAX: usize = 3;

#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    path: PathBuf,
    /// The number that the journal and the mark have.
    id: String,
    /// The parameters of the tables: keys, columns, query and the like.
    head: Value,
    entries: Vec<JournalEntry>,
    /// The numbers of the files, by their names, and of existing files by their identity.
    names: HashMap<FileName, usize>,
    files: HashMap<Identity, usize>,
}

/// A file whose rows are in the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
struct JournalEntry {
    file: FileName,
    /// Its length and modification time; `None` if not all of it could be read, or if its rows are
    /// being replaced.
    stamp: Option<(u64, u64)>,
}

/// The name of a file, independent of the current folder: links are followed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct FileName {
    text: String,
    /// Its bytes in hexadecimal, if the text is not all that there is to it.
    bytes: Option<String>,
}

impl FileName {
    fn of(file: &Path) -> FileName {
        let whole = match file == Path::new(NO_FILE) {
            true => file.to_owned(),
            false => fs::canonicalize(file)
                .or_else(|_| std::path::absolute(file))
                .unwrap_or_else(|_| file.to_owned()),
        };
        let text = whole.to_string_lossy().into_owned();
        let hex = |byte: &u8| format!("{byte:02x}");
        let bytes = whole.as_os_str().as_encoded_bytes();
        let bytes = whole.to_str().is_none().then(|| bytes.iter().map(hex).collect());
        FileName { text, bytes }
    }
}

impl Journal {
    /// An empty journal for a folder that exists.
    ///
    /// # Errors
    /// Errors of the system, and if the folder has no name.
    pub(super) fn new(folder: &Path, head: Value) -> io::Result<Journal> {
        let id = format!("{:016x}", RandomState::new().build_hasher().finish());
        Journal::with_id(folder, head, id)
    }

    fn with_id(folder: &Path, head: Value, id: String) -> io::Result<Journal> {
        let (names, files) = (HashMap::new(), HashMap::new());
        let (folder, path) = (folder.to_owned(), path_of(folder)?);
        Ok(Journal { folder, path, id, head, entries: Vec::new(), names, files })
    }

    /// The journal of a folder; `None` if the folder has no mark.
    ///
    /// # Errors
    /// Errors of the system, and a message if the journal is missing, or the folder contains other
    /// tables.
    pub(super) fn open(folder: &Path, head: Value) -> io::Result<Option<Journal>> {
        let Some(id) = mark_in(folder)? else { return Ok(None) };
        let path = path_of(folder)?;
        let invalid = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
        let of_journal = |why: &str| invalid(format!("its journal, {}, {why}", path.display()));
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_file() => {}
            Ok(_) => return Err(of_journal("is not a regular file")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(of_journal("is missing; it moves with the folder"));
            }
            Err(error) => return Err(error),
        }
        let text = fs::read_to_string(&path)?;
        let mut lines = text.lines().map(serde_json::from_str::<Value>);
        let known = lines.next().transpose().ok().flatten();
        let known = known.ok_or_else(|| of_journal("cannot be read"))?;
        if known["id"] != id {
            return Err(of_journal("is that of another folder"));
        }
        for (name, found) in head.as_object().into_iter().flatten() {
            if known[name] != *found {
                let how = difference(&known[name], found);
                return Err(invalid(format!("contains tables with other {name}: {how}")));
            }
        }
        let mut journal = Journal::with_id(folder, head, id)?;
        for line in lines.map_while(Result::ok) {
            let text = |name: &str| line[name].as_str().map(str::to_owned);
            let file = FileName { text: text("file").unwrap_or_default(), bytes: text("name") };
            let stamp = line["bytes"].as_u64().zip(line["modified_ns"].as_u64());
            if let Ok(identity) = Identity::of_path(Path::new(&file.text))
                && file.bytes.is_none()
            {
                journal.files.entry(identity).or_insert(journal.entries.len());
            }
            journal.push(JournalEntry { file, stamp });
        }
        Ok(Some(journal))
    }

    fn push(&mut self, entry: JournalEntry) {
        self.names.insert(entry.file.clone(), self.entries.len());
        self.entries.push(entry);
    }

    /// The number of a file that was there before, under whatever name.
    fn known_number_of(&self, file: &Path) -> Option<usize> {
        let identity = || Identity::of_path(file).ok().and_then(|file| self.files.get(&file));
        self.names.get(&FileName::of(file)).or_else(identity).copied()
    }

    /// Whether all rows of the current state of a file are there.
    pub(super) fn is_done(&self, file: &Path) -> bool {
        let stamp = stamp_of(file);
        let known = self.known_number_of(file).map(|number| self.entries[number].stamp);
        stamp.is_some() && known == Some(stamp)
    }

    /// The number of a file: its own, if it was there before, else the next one.
    pub(super) fn number_of(&self, file: &Path) -> usize {
        self.known_number_of(file).unwrap_or(self.entries.len())
    }

    /// Whether the folder has all rows of an earlier state of a file.
    pub(super) fn was_whole(&self, file: &Path) -> bool {
        self.known_number_of(file).is_some_and(|number| self.entries[number].stamp.is_some())
    }

    pub(super) fn n_files(&self) -> usize {
        self.entries.len()
    }

    /// Writes it before a part of `file` gets or loses its name: a run that is then killed can be
    /// continued, and does not treat the file as complete.
    ///
    /// # Errors
    /// Errors of the system.
    pub(super) fn begin(&mut self, file: Option<&Path>) -> io::Result<()> {
        match file.and_then(|file| self.known_number_of(file)) {
            Some(number) => self.entries[number].stamp = None,
            None if self.entries.is_empty() => {}
            None => return Ok(()),
        }
        self.write()
    }

    /// Notes that the rows of a file are there; without a stamp, that not all of them are.
    ///
    /// # Errors
    /// Errors of the system.
    pub(super) fn note(&mut self, file: &Path, stamp: Option<(u64, u64)>) -> io::Result<()> {
        match self.known_number_of(file) {
            Some(number) => self.entries[number].stamp = stamp,
            None => {
                if let Ok(identity) = Identity::of_path(file) {
                    self.files.insert(identity, self.entries.len());
                }
                self.push(JournalEntry { file: FileName::of(file), stamp });
            }
        }
        self.write()
    }

    fn write(&self) -> io::Result<()> {
        let mut draft = Draft::create_in(self.path.parent().unwrap_or(&self.folder))?;
        let mut head = self.head.clone();
        head["id"] = json!(self.id);
        writeln!(draft, "{head}")?;
        for JournalEntry { file, stamp } in &self.entries {
            let (bytes, modified_ns) = (stamp.map(|it| it.0), stamp.map(|it| it.1));
            let mut line = json!({"file": file.text, "bytes": bytes, "modified_ns": modified_ns});
            if let Some(name) = &file.bytes {
                line["name"] = json!(name);
            }
            writeln!(draft, "{line}")?;
        }
        draft.seal()?.publish(&self.path)?;
        let mark = self.folder.join(format!("{MARK}{}", self.id));
        fs::File::options().append(true).create(true).open(mark).map(drop)
    }
}

/// The number in the name of the mark of a folder.
fn mark_in(folder: &Path) -> io::Result<Option<String>> {
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        if let Some(id) = name.to_str().and_then(|name| name.strip_prefix(MARK)) {
            return Ok(Some(id.to_owned()));
        }
    }
    Ok(None)
}

/// `years.pgnkit.jsonl` for the folder `years`, which exists.
fn path_of(folder: &Path) -> io::Result<PathBuf> {
    let folder = fs::canonicalize(folder)?;
    let name = folder.file_name().ok_or_else(|| io::Error::other("has no name"))?;
    let mut name = name.to_owned();
    name.push(SUFFIX);
    Ok(folder.with_file_name(name))
}

/// The differences between the parameters of the tables and the requested ones. Of long lists, such
/// as that of columns, only the items that are not in both.
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

/// The length of a file, and its modification time, in nanoseconds.
pub(super) fn stamp_of(file: &Path) -> Option<(u64, u64)> {
    let metadata = fs::metadata(file).ok()?;
    let since = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((metadata.len(), u64::try_from(since.as_nanos()).ok()?))
}
