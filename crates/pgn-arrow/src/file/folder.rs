//! A table as a folder of Parquet files, by the values of columns, in the layout of Hive:
//! `year=1992/month=8/part-0.parquet`, where 0 is the number of the source file.
//!
//! No part of a source file has its name before all of them are complete, and the journal, a file
//! beside the folder, lists the files that are done: an interrupted run continues with the others,
//! and files can be added later. Between runs, the only files in the folder that are not Parquet
//! are empty, so that every program can read it.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::output::{Draft, FileLock, Sealed, is_unfinished, remove_leftovers};
use serde_json::{Value, json};

use super::array_text::plain_text;
use super::journal::{Journal, stamp_of};
use super::{FileFormat, TableWriter, of_arrow};
use crate::column::{CellType, Column};
use crate::concat::concat;
use crate::projection::Projection;

/// The maximum number of open files; the least recently written one is closed for another, and its
/// folder gets a second file if more rows come.
const OPEN_MAX: usize = 64;

/// The maximum size of compressed rows in memory, for all files together, in bytes.
const WAITING_BYTES_MAX: usize = 96 << 20;

/// The name for an unknown value, as in Hive.
pub(super) const UNKNOWN: &str = "__HIVE_DEFAULT_PARTITION__";

/// Writes a folder of files.
pub struct FolderWriter {
    folder: PathBuf,
    /// Whether the folder was created here, and is removed if nothing is written.
    is_new: bool,
    /// Held while the writer lives.
    lock: Option<FileLock>,
    columns: Arc<[Column]>,
    /// Which columns are in the names, in order.
    keys: Vec<usize>,
    /// Those that are in the files.
    kept: Vec<usize>,
    schema: SchemaRef,
    n_threads: NonZeroUsize,
    open: HashMap<String, OpenFile>,
    /// How many files each folder has.
    n_parts: HashMap<String, usize>,
    whole: Vec<(PathBuf, Sealed)>,
    /// Counts batches, to find the file that was written last.
    clock: u64,
    journal: Journal,
    /// The source file of the rows, and its state at their beginning.
    present: Option<(PathBuf, Option<(u64, u64)>)>,
}

/// How much of a file could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// Not to its end: another run reads it again.
    Part,
}

struct OpenFile {
    writer: TableWriter<Draft>,
    path: PathBuf,
    used: u64,
}

impl FolderWriter {
    /// Opens a folder, which must not exist, be empty, or contain tables of the same kind, for
    /// batches with the columns of `projection`; those in `keys` become names of folders and are
    /// not in the files. `settings` are the other options that the rows depend on: names and
    /// values. No other run writes to the folder until the writer is dropped.
    ///
    /// # Errors
    /// If a key is not a column of the projection or is one of lists, if the folder contains
    /// something else, if another run writes to it, and errors of the system.
    pub fn open(
        folder: &Path,
        projection: &Projection,
        keys: &[String],
        settings: &[(&str, Option<String>)],
        n_threads: NonZeroUsize,
    ) -> Result<FolderWriter, Error> {
        let columns = Arc::clone(&projection.columns);
        let mut at = Vec::new();
        for key in keys {
            let place = columns.iter().position(|column| column.name == *key);
            let place = place.filter(|place| is_plain(columns[*place].cell)).ok_or_else(|| {
                let why = format!("`{key}` is not a column with a single value");
                Error::new(ErrorKind::Usage, "--partition-by", why)
            })?;
            at.push(place);
        }
        let kept: Vec<usize> = (0..columns.len()).filter(|n| !at.contains(n)).collect();
        if kept.is_empty() {
            let why = "no column is left for the files";
            return Err(Error::new(ErrorKind::Usage, "--partition-by", why));
        }
        let fields: Vec<_> = kept.iter().map(|n| columns[*n].field()).collect();
        let described = |column: &Column| format!("{} {}", column.name, column.cell.name());
        let described: Vec<String> = columns.iter().map(described).collect();
        let mut head = json!({"keys": keys, "columns": described});
        for (name, value) in settings {
            head[*name] = json!(value);
        }
        let (is_new, lock, journal) = open_folder(folder, head)?;
        let lock = Some(lock);
        clean(folder, journal.n_files(), keys.len())
            .map_err(|error| Error::from_io(folder.display().to_string(), error))?;
        Ok(FolderWriter {
            folder: folder.to_owned(),
            is_new,
            lock,
            columns,
            keys: at,
            kept,
            schema: Arc::new(Schema::new(fields)),
            n_threads,
            open: HashMap::new(),
            n_parts: HashMap::new(),
            whole: Vec::new(),
            clock: 0,
            journal,
            present: None,
        })
    }

    /// Whether the folder has all rows of the current state of a file.
    #[must_use]
    pub fn is_done(&self, file: &Path) -> bool {
        self.journal.is_done(file)
    }

    /// How many files the folder has rows of.
    #[must_use]
    pub fn n_files(&self) -> usize {
        self.journal.n_files()
    }

    /// The batches from here on are of this file.
    pub fn begin_file(&mut self, file: &Path) {
        self.present = Some((file.to_owned(), stamp_of(file)));
    }

    /// Gives all parts of the file their names, replacing the previous parts of the file, and notes
    /// that it is done. If the file could not be read completely now, but could before, the
    /// previous parts stay.
    ///
    /// # Errors
    /// Errors of the system; then those before have theirs.
    pub fn end_file(&mut self, extent: Extent) -> Result<(), Error> {
        let mut names: Vec<String> = self.open.keys().cloned().collect();
        names.sort_unstable();
        for name in names {
            self.close(&name).map_err(|error| self.error(error))?;
        }
        self.n_parts.clear();
        let file = self.present.as_ref().map(|(file, _)| file.as_path());
        if extent == Extent::Part && file.is_some_and(|file| self.journal.was_whole(file)) {
            self.whole.clear();
            self.present = None;
            return Ok(());
        }
        self.journal.begin(file).map_err(|error| Error::from_io(self.name(), error))?;
        if let Some(file) = file {
            let number = self.journal.number_of(file);
            let remove = |other| other == number;
            remove_parts(&self.folder, self.keys.len(), &remove)
                .map_err(|error| self.error(error))?;
        }
        for (path, sealed) in std::mem::take(&mut self.whole) {
            let publish = || {
                create_folders(&self.folder, path.parent().unwrap_or(&self.folder))?;
                sealed.publish(&path)
            };
            publish().map_err(|error| Error::from_io(path.display().to_string(), error))?;
        }
        if let Some((file, stamp)) = self.present.take() {
            let stamp = stamp.filter(|_| extent == Extent::Whole);
            self.journal.note(&file, stamp).map_err(|error| self.error(error))?;
        }
        self.is_new = false;
        Ok(())
    }

    /// Writes the rows of a batch, each to its file.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), Error> {
        self.clock += 1;
        // In the order of the batch, so that files do not depend on chance.
        let mut folders: Vec<(String, Vec<Range<usize>>)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        for row in 0..batch.num_rows() {
            let folder = self.folder_of(batch, row);
            let at = *places.entry(folder).or_insert_with_key(|folder| {
                folders.push((folder.clone(), Vec::new()));
                folders.len() - 1
            });
            let ranges = &mut folders[at].1;
            match ranges.last_mut() {
                Some(last) if last.end == row => last.end += 1,
                _ => ranges.push(row..row + 1),
            }
        }
        let kept = batch.project(&self.kept).map_err(|error| self.error(of_arrow(error)))?;
        for (folder, ranges) in folders {
            let parts: Vec<RecordBatch> =
                ranges.iter().map(|range| kept.slice(range.start, range.len())).collect();
            let rows = concat(&self.schema, &parts).map_err(|error| self.error(of_arrow(error)))?;
            self.write_to(&folder, &rows).map_err(|error| self.error(error))?;
        }
        Ok(())
    }

    fn name(&self) -> String {
        self.folder.display().to_string()
    }

    fn error(&self, error: io::Error) -> Error {
        Error::from_io(self.name(), error)
    }

    /// `year=1992/month=8`
    fn folder_of(&self, batch: &RecordBatch, row: usize) -> String {
        let mut folder = String::new();
        for &key in &self.keys {
            let column = &self.columns[key];
            let value = plain_text(column.cell, batch.column(key), row);
            if !folder.is_empty() {
                folder.push('/');
            }
            push_escaped(&column.name, &mut folder);
            folder.push('=');
            match value.filter(|value| !value.is_empty()) {
                Some(value) => push_escaped(&value, &mut folder),
                None => folder.push_str(UNKNOWN),
            }
        }
        folder
    }

    fn write_to(&mut self, folder: &str, rows: &RecordBatch) -> io::Result<()> {
        if !self.open.contains_key(folder) {
            if self.open.len() >= OPEN_MAX
                && let Some(name) = self.least_recent()
            {
                self.close(&name)?;
            }
            let n_parts = self.n_parts.entry(folder.to_owned()).or_default();
            let present = self.present.as_ref();
            let number = present.map_or(0, |(file, _)| self.journal.number_of(file));
            let path = self.folder.join(folder).join(match *n_parts {
                0 => format!("part-{number}.parquet"),
                n => format!("part-{number}-{n}.parquet"),
            });
            *n_parts += 1;
            let draft = Draft::create_in(&self.folder)?;
            let (format, n_threads) = (FileFormat::Parquet, self.n_threads);
            let writer = TableWriter::new(draft, format, &self.schema, n_threads)?;
            self.open.insert(folder.to_owned(), OpenFile { writer, path, used: 0 });
        }
        if let Some(part) = self.open.get_mut(folder) {
            part.used = self.clock;
            part.writer.write(rows)?;
        }
        let waiting: usize = self.open.values().map(|part| part.writer.waiting_bytes()).sum();
        let largest = self.open.values_mut().max_by_key(|part| part.writer.waiting_bytes());
        match largest {
            Some(part) if waiting > WAITING_BYTES_MAX => part.writer.flush(),
            Some(_) | None => Ok(()),
        }
    }

    fn least_recent(&self) -> Option<String> {
        let oldest = self.open.iter().min_by_key(|(name, part)| (part.used, *name));
        oldest.map(|(name, _)| name.clone())
    }

    fn close(&mut self, folder: &str) -> io::Result<()> {
        let Some(part) = self.open.remove(folder) else { return Ok(()) };
        let sealed = part.writer.finish()?.seal()?;
        self.whole.push((part.path, sealed));
        Ok(())
    }
}

/// An unfinished write leaves nothing behind, not even an empty folder that was created for it.
impl Drop for FolderWriter {
    fn drop(&mut self) {
        self.open.clear();
        self.whole.clear();
        if let Some(lock) = self.lock.take() {
            lock.remove();
        }
        if self.is_new {
            // It contains something only if another program has put it there.
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

/// The name of the file that a run keeps locked while it writes to the folder. Programs that read
/// the folder ignore it.
const LOCK: &str = "_pgnkit.lock";

/// Creates the folder or opens its journal, and locks it; returns whether it was created.
fn open_folder(folder: &Path, head: Value) -> Result<(bool, FileLock, Journal), Error> {
    let name = || folder.display().to_string();
    let is_new = match fs::create_dir(folder) {
        Ok(()) => true,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            // Nothing is put into a folder that is not ours, not even a lock.
            open_journal(folder, head.clone())?;
            false
        }
        Err(error) => return Err(Error::from_io(name(), error)),
    };
    match FileLock::try_take(&folder.join(LOCK)) {
        // The contents of the folder are known only now.
        Ok(Some(lock)) => open_journal(folder, head).map(|journal| (is_new, lock, journal)),
        Ok(None) => {
            let why = "another run writes to this folder";
            let error = Error::new(ErrorKind::Unsupported, name(), why);
            Err(error.with_hint("wait for it, or name another one"))
        }
        Err(error) => Err(Error::from_io(folder.join(LOCK).display().to_string(), error)),
    }
}

fn open_journal(folder: &Path, head: Value) -> Result<Journal, Error> {
    let name = folder.display().to_string();
    let entries = fs::read_dir(folder).map_err(|error| Error::from_io(&*name, error))?;
    // A run that was killed leaves what it had not finished.
    let is_passed_over = |name: &OsStr| is_unfinished(name) || name == OsStr::new(LOCK);
    match Journal::open(folder, head.clone()) {
        Ok(Some(journal)) => Ok(journal),
        Ok(None) if entries.flatten().all(|entry| is_passed_over(&entry.file_name())) => {
            Journal::new(folder, head).map_err(|error| Error::from_io(name, error))
        }
        Ok(None) => {
            let why = "is a folder with other contents";
            Err(Error::new(ErrorKind::Usage, name, why).with_hint("name another one"))
        }
        Err(error) => {
            let error = Error::new(ErrorKind::Usage, name, error.to_string());
            Err(error.with_hint("name another folder"))
        }
    }
}

/// Removes what runs that were killed left: temporary files, and parts of files that the journal
/// does not have.
fn clean(folder: &Path, n_files: usize, depth: usize) -> io::Result<()> {
    remove_leftovers(folder);
    remove_parts(folder, depth, &|number| number >= n_files)
}

/// Removes the parts with numbers for which `is_wanted` returns true, from a folder and the folders
/// below it. Links lead out of the folder, and are not followed.
fn remove_parts(folder: &Path, depth: usize, is_wanted: &dyn Fn(usize) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let kind = entry.file_type()?;
        if depth > 0 && name.contains('=') && kind.is_dir() {
            remove_parts(&entry.path(), depth - 1, is_wanted)?;
        }
        if depth == 0 && kind.is_file() && part_number(&name).is_some_and(is_wanted) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// The number in `part-7.parquet` and `part-7-1.parquet`.
fn part_number(name: &str) -> Option<usize> {
    let rest = name.strip_suffix(".parquet")?.strip_prefix("part-")?;
    rest.split('-').next()?.parse().ok()
}

/// Creates the folders from `base`, which is there, to `folder`. None of them may be a link.
fn create_folders(base: &Path, folder: &Path) -> io::Result<()> {
    let mut path = base.to_owned();
    for part in folder.strip_prefix(base).unwrap_or(Path::new("")) {
        path.push(part);
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_dir() => {}
            Ok(_) => return Err(io::Error::other("its folder is a link, or not a folder")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => fs::create_dir(&path)?,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn is_plain(cell: CellType) -> bool {
    match cell {
        CellType::Text
        | CellType::Word(_)
        | CellType::Int8
        | CellType::Int16
        | CellType::Int32
        | CellType::Int64
        | CellType::Flag
        | CellType::Date
        | CellType::Timestamp => true,
        CellType::Float64
        | CellType::TextList
        | CellType::Int32List
        | CellType::Int64List
        | CellType::Code
        | CellType::CodeList
        | CellType::TagMap => false,
    }
}

/// The signs that Hive writes as `%3A`, and a point that is first, which would hide a folder.
fn push_escaped(text: &str, out: &mut String) {
    for (n, c) in text.chars().enumerate() {
        let is_sign = "\"#%'*/:=?\\{[]^<>|".contains(c) || c.is_control();
        if is_sign || n == 0 && c == '.' {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                out.push_str(&format!("%{byte:02X}"));
            }
        } else {
            out.push(c);
        }
    }
}

/// The unescaped text; `None` if it is not valid.
pub(super) fn unescape(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (code, rest) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(code, 16).ok()?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_do_not_lead_to_other_folders() {
        for (value, expected) in
            [("..", "%2E."), ("a/b", "a%2Fb"), ("x=1:%", "x%3D1%3A%25"), ("Ålesund", "Ålesund")]
        {
            let mut out = String::new();
            push_escaped(value, &mut out);
            assert_eq!(out, expected);
            assert_eq!(unescape(&out).as_deref(), Some(value));
        }
    }
}
