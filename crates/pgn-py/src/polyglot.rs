//! Opening books of Polyglot.

use crate::board::PyBoard;
use crate::errors::ErrorClass;
use crate::feed::read_error;
use crate::moves::{PyMove, role_number};
use pgn_db::error::Error;
use pgn_db::output::Replacement;
use pgn_formats::book::{self, Entry};
use pgnkit::chess::Role;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use std::fs;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Key, move, weight, learn.
type EntryParts = (u64, u16, u16, u32);

fn parts(entry: Entry) -> EntryParts {
    (entry.key, entry.mv, entry.weight, entry.learn)
}

/// A book that is read entry by entry. `pgnkit.polyglot` has the class for programs.
#[pyclass(module = "pgnkit._pgnkit", frozen)]
pub(crate) struct BookFile {
    path: PathBuf,
    file: Mutex<fs::File>,
    entry_count: usize,
}

impl BookFile {
    fn lock(&self) -> MutexGuard<'_, fs::File> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self, py: Python<'_>, error: io::Error) -> PyErr {
        failed(py, &self.path, error)
    }
}

fn failed(py: Python<'_>, path: &Path, error: io::Error) -> PyErr {
    // The text of this error is about the file, not about a call of the system.
    if error.kind() == io::ErrorKind::InvalidData {
        let name = path.to_string_lossy();
        return ErrorClass::Read.raise_in(py, format!("{name}: {error}"), &name);
    }
    read_error(py, &Error::from_io(path.to_string_lossy(), error))
}

#[pymethods]
impl BookFile {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<BookFile> {
        let open = || -> io::Result<(fs::File, u64)> {
            let mut file = fs::File::open(&path)?;
            let byte_count = file.seek(SeekFrom::End(0))?;
            if byte_count % Entry::BYTES as u64 != 0 {
                let why = "not a Polyglot book: its length is not a multiple of 16 bytes";
                return Err(io::Error::new(io::ErrorKind::InvalidData, why));
            }
            Ok((file, byte_count))
        };
        let (file, byte_count) = open().map_err(|error| failed(py, &path, error))?;
        let entry_count = (byte_count / Entry::BYTES as u64) as usize;
        Ok(BookFile { path, file: Mutex::new(file), entry_count })
    }

    fn __len__(&self) -> usize {
        self.entry_count
    }

    /// The entry with this index.
    fn entry(&self, py: Python<'_>, index: usize) -> PyResult<EntryParts> {
        if index >= self.entry_count {
            return Err(PyIndexError::new_err("the book has fewer entries"));
        }
        let read = || -> io::Result<Entry> {
            let mut file = self.lock();
            file.seek(SeekFrom::Start((index * Entry::BYTES) as u64))?;
            let mut bytes = [0; Entry::BYTES];
            file.read_exact(&mut bytes)?;
            Ok(Entry::from_bytes(&bytes))
        };
        read().map(parts).map_err(|error| self.failed(py, error))
    }

    /// The entries of a key, in the order of the book.
    fn find(&self, py: Python<'_>, key: u64) -> PyResult<Vec<EntryParts>> {
        let found = py.detach(|| book::find(&mut *self.lock(), key));
        let found = found.map_err(|error| self.failed(py, error))?;
        Ok(found.into_iter().map(parts).collect())
    }
}

/// The legal move of an entry on a board, or `None`; without a board, the move as it is written.
#[pyfunction]
#[pyo3(signature = (raw_move, board=None))]
pub(crate) fn book_move(raw_move: u16, board: Option<&PyBoard>) -> PyResult<Option<PyMove>> {
    if let Some(board) = board {
        let entry = Entry { key: 0, mv: raw_move, weight: 0, learn: 0 };
        let position = board.position()?;
        return Ok(entry.resolve(position).map(|mv| PyMove::of(mv, position)));
    }
    let square = |bits: u16| (bits & 63) as u8;
    // From 1 for a knight, as the numbers of pieces, which begin with the pawn.
    let promotion = match (raw_move >> 12 & 7) as u8 {
        0 => None,
        number => Some(number + 1).filter(|number| *number <= role_number(Role::Queen)),
    };
    PyMove::new(square(raw_move >> 6), square(raw_move), promotion, None).map(Some)
}

/// The move of a board as an entry has it.
#[pyfunction]
pub(crate) fn book_raw_move(py: Python<'_>, board: &PyBoard, mv: &PyMove) -> PyResult<u16> {
    let legal = board.legal(py, mv)?;
    let entry = Entry::new(0, legal, 0).ok_or_else(|| {
        ErrorClass::Write.raise(py, format!("{} is a move that no book can hold", mv.text()))
    })?;
    Ok(entry.mv)
}

/// Writes the entries of a book in their order: by key, then the heaviest first.
#[pyfunction]
pub(crate) fn write_book(py: Python<'_>, path: PathBuf, entries: Vec<EntryParts>) -> PyResult<()> {
    let entry = |(key, mv, weight, learn)| Entry { key, mv, weight, learn };
    let mut entries: Vec<Entry> = entries.into_iter().map(entry).collect();
    entries.sort_by_key(|it| (it.key, std::cmp::Reverse(it.weight), it.mv));
    let write = || -> io::Result<()> {
        let mut file = Replacement::create(&path, None, |file| file)?;
        for entry in &entries {
            file.write_all(&entry.to_bytes())?;
        }
        file.commit()
    };
    py.detach(write).map_err(|error| failed(py, &path, error))
}
