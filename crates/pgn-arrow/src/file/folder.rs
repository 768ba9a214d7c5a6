//! A table as a folder of Parquet files, by the values of columns, as Hive has them:
//! `year=1992/month=8/part-0.parquet`, where 0 is the number of the file that the rows are of.
//!
//! No part has its name before all of its file are whole, and the journal names the files that are
//! done: a run that was stopped goes on with the others, and files can be added later.
//!
//! Owns: which row goes to which part, how many are open, the names. Knows nothing of: what columns
//! hold.
//! Start at [`FolderWriter`].

use std::collections::HashMap;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::output::{Draft, Sealed, is_unfinished};
use serde_json::{Value, json};

use super::array_text::plain_text;
use super::journal::{Journal, stamp_of};
use super::{FileFormat, TableWriter, of_arrow};
use crate::column::{CellType, Column};
use crate::concat::concat;
use crate::projection::Projection;

/// So many files are open at a time; the one that was written least recently is closed for another,
/// and its folder gets a second file when more rows come.
const OPEN_MAX: usize = 64;

/// How many bytes of packed rows wait in memory in all files together.
const WAITING_BYTES_MAX: usize = 96 << 20;

/// What stands for a value that is not known, as Hive has it.
const UNKNOWN: &str = "__HIVE_DEFAULT_PARTITION__";

/// Writes a folder of files.
pub struct FolderWriter {
    folder: PathBuf,
    /// Whether the folder was made here, and goes when nothing is written.
    is_new: bool,
    columns: Arc<[Column]>,
    /// Which columns are in the names, in order.
    keys: Vec<usize>,
    /// Those that are in the files.
    kept: Vec<usize>,
    schema: SchemaRef,
    n_threads: NonZeroUsize,
    open: HashMap<String, Part>,
    /// How many files each folder has.
    n_parts: HashMap<String, usize>,
    whole: Vec<(PathBuf, Sealed)>,
    /// Counts batches, to know which file was written last.
    clock: u64,
    journal: Journal,
    /// The file that the rows are of, and what it was when they were begun.
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

/// A file that is open.
struct Part {
    writer: TableWriter<Draft>,
    path: PathBuf,
    used: u64,
}

impl FolderWriter {
    /// Opens a folder, which must not exist, be empty, or hold tables of the same kind, for batches
    /// with the columns of `projection`; those that `keys` names are in the names of folders and
    /// not in the files. `query` says which games are taken.
    ///
    /// # Errors
    /// When a key is no column of the projection or one of lists, when the folder holds something
    /// else, and those of the system.
    pub fn open(
        folder: &Path,
        projection: &Projection,
        keys: &[String],
        query: Option<&str>,
        n_threads: NonZeroUsize,
    ) -> Result<FolderWriter, Error> {
        let columns = Arc::clone(&projection.columns);
        let mut at = Vec::new();
        for key in keys {
            let place = columns.iter().position(|column| column.name == *key);
            let place = place.filter(|place| is_plain(columns[*place].cell)).ok_or_else(|| {
                let why = format!("`{key}` is no column with a single value");
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
        let head = json!({"keys": keys, "columns": described, "where": query});
        let (is_new, journal) = open_folder(folder, head)?;
        Ok(FolderWriter {
            folder: folder.to_owned(),
            is_new,
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

    /// Whether the folder has all rows of a file as it is now.
    #[must_use]
    pub fn is_done(&self, file: &Path) -> bool {
        self.journal.is_done(file)
    }

    /// How many files the folder has rows of.
    #[must_use]
    pub fn n_files(&self) -> usize {
        self.journal.n_files()
    }

    /// The batches from here on are of this file. Rows that the folder has of it, or of a run that
    /// was stopped, are removed.
    ///
    /// # Errors
    /// Those of the system.
    pub fn begin_file(&mut self, file: &Path) -> Result<(), Error> {
        let number = self.journal.number_of(file);
        remove_parts(&self.folder, number, self.keys.len()).map_err(|error| self.error(error))?;
        self.present = Some((file.to_owned(), stamp_of(file)));
        Ok(())
    }

    /// Gives all parts of the file their names, and notes that it is done.
    ///
    /// # Errors
    /// Those of the system; then those before have theirs.
    pub fn end_file(&mut self, extent: Extent) -> Result<(), Error> {
        let mut names: Vec<String> = self.open.keys().cloned().collect();
        names.sort_unstable();
        for name in names {
            self.close(&name).map_err(|error| self.error(error))?;
        }
        self.n_parts.clear();
        self.journal.begin().map_err(|error| self.error(error))?;
        for (path, sealed) in std::mem::take(&mut self.whole) {
            let publish = || {
                fs::create_dir_all(path.parent().unwrap_or(&self.folder))?;
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
    /// Those of the system.
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

    fn error(&self, error: io::Error) -> Error {
        Error::from_io(self.folder.display().to_string(), error)
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
            self.open.insert(folder.to_owned(), Part { writer, path, used: 0 });
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

/// What was not finished leaves nothing, not even an empty folder that was made for it.
impl Drop for FolderWriter {
    fn drop(&mut self) {
        self.open.clear();
        self.whole.clear();
        if self.is_new {
            // It holds something only if someone else has put it there.
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

/// Makes the folder or opens its journal; says whether it was not there.
fn open_folder(folder: &Path, head: Value) -> Result<(bool, Journal), Error> {
    let name = folder.display().to_string();
    match fs::read_dir(folder) {
        Ok(entries) => match Journal::open(folder, head.clone()) {
            Ok(Some(journal)) => Ok((false, journal)),
            // A run that was killed leaves what it had not finished.
            Ok(None) if entries.flatten().all(|entry| is_unfinished(&entry.file_name())) => {
                Ok((false, Journal::new(folder, head)))
            }
            Ok(None) => {
                let why = "is a folder that holds something else";
                Err(Error::new(ErrorKind::Usage, name, why).with_hint("name another one"))
            }
            Err(error) => {
                let error = Error::new(ErrorKind::Usage, name, error.to_string());
                Err(error.with_hint("name another folder"))
            }
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir(folder).map_err(|error| Error::from_io(name, error))?;
            Ok((true, Journal::new(folder, head)))
        }
        Err(error) => Err(Error::from_io(name, error)),
    }
}

/// Removes the parts of a number from a folder and the folders below it.
fn remove_parts(folder: &Path, number: usize, depth: usize) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if depth > 0 && name.contains('=') {
            remove_parts(&entry.path(), number, depth - 1)?;
        }
        let rest = name.strip_suffix(".parquet").and_then(|name| name.strip_prefix("part-"));
        if depth == 0
            && rest.is_some_and(|rest| rest.split('-').next() == Some(&number.to_string()))
        {
            fs::remove_file(entry.path())?;
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
        | CellType::Flag => true,
        CellType::Float64
        | CellType::TextList
        | CellType::Int32List
        | CellType::Int64List
        | CellType::Code
        | CellType::CodeList
        | CellType::TagMap => false,
    }
}

/// The signs that Hive writes as `%3A`, and a point that stands first, which would hide a folder.
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
        }
    }
}
