//! Databases of other programs as PGN.
//!
//! Owns: where the files of a database lie, which of its records are taken, and the step from
//! records to text. Knows nothing of: the formats.
//! Standard: §13.5. Decisions: none.
//! Start at [`Records`].

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::{Input, Transcode};
use crate::error::{Error, ErrorKind};
use crate::source::note::{Note, Notes};
use crate::source::window::ByteCount;
use pgn_foreign::cbv::{Archive, Key};
use pgn_foreign::{Database, Entry, File, Languages, Parts, Program, Seekable, Unread};
use pgnkit::Game;
use pgnkit::write::{Export, Profile};

/// How databases of other programs are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DatabaseOptions {
    /// Takes games and texts that are marked as deleted.
    pub deleted: bool,
    /// Takes guiding texts, each as a game without moves whose comments are its pages.
    pub texts: bool,
    /// Which languages of comments are kept.
    pub languages: Languages,
    /// What opens archives that have a password.
    pub key: Option<Key>,
}

/// The records of databases, written as the lossless profile writes them.
pub(super) struct Records {
    /// Those that are not read to their ends, the next one last.
    databases: Vec<Box<dyn Database + Send>>,
    options: DatabaseOptions,
    export: Export,
    game: Game,
    number: u32,
    n_deleted: u64,
    n_texts: u64,
    progress: Progress,
    notes: Notes,
}

/// How far the records are read, as bytes of the file that was named.
#[derive(Default)]
pub(crate) struct Progress {
    source: ByteCount,
    run: ByteCount,
    total: u64,
    reported: u64,
}

impl Progress {
    /// What was counted in `source` so far counts.
    pub(crate) fn new(source: &ByteCount, run: &ByteCount, total: u64) -> Progress {
        Progress { source: source.clone(), run: run.clone(), total, reported: source.get() }
    }

    fn report(&mut self, n: u32, of: u32) {
        let reached = (u128::from(self.total) * u128::from(n) / u128::from(of.max(1))) as u64;
        if let Some(more) = reached.checked_sub(self.reported) {
            self.source.add(more as usize);
            self.run.add(more as usize);
            self.reported = reached;
        }
    }
}

impl Records {
    fn new(
        mut databases: Vec<Box<dyn Database + Send>>,
        options: DatabaseOptions,
        progress: Progress,
        notes: Notes,
    ) -> Records {
        databases.iter_mut().for_each(|database| database.keep_languages(options.languages));
        let records = Records {
            databases,
            options,
            export: Export::new(Profile::Lossless),
            game: Game::new(),
            number: 0,
            n_deleted: 0,
            n_texts: 0,
            progress,
            notes,
        };
        records.note_findings();
        records
    }

    /// Opens the database whose file of records is at `path`.
    pub(super) fn open(program: Program, path: &Path, input: Input<'_>) -> Result<Records, Error> {
        let at = |path: &Path, error| Error::from_io(path.to_string_lossy(), error);
        let mut parts = Parts::default();
        for (file, path) in files(program, path) {
            let opened = fs::File::open(&path).map_err(|error| at(&path, error))?;
            parts.insert(file, Seekable(opened));
        }
        let database = program.open(parts).map_err(|error| at(path, error))?;
        Ok(Records::new(vec![database], input.options, input.progress, input.notes))
    }

    /// Opens a database whose files are members of a zip archive, unpacked in memory.
    pub(super) fn read(program: Program, input: Input<'_>) -> Result<Records, Error> {
        let mut bytes_left = input.bytes_max;
        let mut parts = Parts::default();
        let main = (program.files()[0], input.read);
        for (file, read) in [main].into_iter().chain(input.companions) {
            let bytes = read_within(read, &mut bytes_left, (input.name, input.bytes_max))?;
            parts.insert(file, bytes);
        }
        let database = program.open(parts).map_err(|error| Error::from_io(input.name, error))?;
        Ok(Records::new(vec![database], input.options, input.progress, input.notes))
    }

    /// Opens the databases in an archive, which is unpacked in memory.
    pub(super) fn unpack(is_encrypted: bool, input: Input<'_>) -> Result<Records, Error> {
        let Input { read, name, options, bytes_max, .. } = input;
        let mut bytes_left = bytes_max;
        let mut bytes = read_within(read, &mut bytes_left, (name, bytes_max))?;
        if is_encrypted {
            let refuse =
                |why, hint| Err(Error::new(ErrorKind::Unsupported, name, why).with_hint(hint));
            match options.key {
                None => {
                    return refuse("is encrypted", "`--password-file FILE` has its password");
                }
                Some(key) if !key.decrypt(&mut bytes) => {
                    return refuse("cannot be decrypted", "the password is another");
                }
                Some(_) => {}
            }
        }
        let archive = Archive::open(bytes);
        bytes_left = bytes_max;
        let mut databases = Vec::new();
        let program = Program::ChessBase;
        for main in archive.members().iter().rev() {
            let Some((stem, _)) = main.name.rsplit_once('.') else { continue };
            if File::of_name(&main.name) != Some(program.files()[0]) {
                continue;
            }
            let mut parts = Parts::default();
            for member in archive.members() {
                let is_of_it = member.name.rsplit_once('.').is_some_and(|(other, _)| other == stem);
                let Some(file) = File::of_name(&member.name).filter(|_| is_of_it) else { continue };
                bytes_left = bytes_left
                    .checked_sub(member.n_bytes)
                    .ok_or_else(|| too_much(name, bytes_max))?;
                let (bytes, is_whole) = archive.unpack(member);
                if !is_whole {
                    let why = format!("{}: the archive is damaged here", member.name);
                    input.notes.push_bounded(Note::Misread { game: None, why });
                }
                parts.insert(file, bytes);
            }
            let opened = program.open(parts).map_err(|error| Error::from_io(name, error))?;
            databases.push(opened);
        }
        if databases.is_empty() {
            let why = "no database in this archive";
            return Err(Error::new(ErrorKind::NoGames, name, why));
        }
        Ok(Records::new(databases, options, input.progress, input.notes))
    }

    fn note_findings(&self) {
        let Some(database) = self.databases.last() else { return };
        let findings = database.findings();
        for finding in findings {
            self.notes.push_bounded(Note::Misread { game: None, why: finding.to_string() });
        }
        let n_more = database.n_findings() - findings.len() as u64;
        if n_more > 0 {
            let why = format!("record {}: {n_more} more of this kind", self.number);
            self.notes.push_bounded(Note::Misread { game: None, why });
        }
    }
}

impl Transcode for Records {
    fn append(&mut self, text: &mut Vec<u8>) -> io::Result<bool> {
        let Some(database) = self.databases.last_mut() else { return Ok(false) };
        let n_records = database.n_records();
        if self.number == n_records {
            self.databases.pop();
            self.number = 0;
            self.note_findings();
            let (n_deleted, n_texts) = (self.n_deleted, self.n_texts);
            if self.databases.is_empty() && n_deleted + n_texts > 0 {
                self.notes.push(Note::LeftOut { n_deleted, n_texts });
            }
            return Ok(true);
        }
        self.number += 1;
        let entry = database.read_into(self.number, &mut self.game)?;
        self.progress.report(self.number, n_records);
        let (is_text, is_deleted) = match entry {
            Entry::Game { is_deleted } => (false, is_deleted),
            Entry::Text { is_deleted } => (true, is_deleted),
            Entry::Nothing => {
                self.note_findings();
                return Ok(true);
            }
        };
        if is_deleted && !self.options.deleted {
            self.n_deleted += 1;
        } else if is_text && !self.options.texts {
            self.n_texts += 1;
        } else {
            self.note_findings();
            // The lossless profile holds every game.
            self.export.append(&self.game, text, &mut Vec::new())?;
        }
        Ok(true)
    }
}

/// All bytes of a stream, if they are no more than are left.
fn read_within(
    read: impl io::Read,
    bytes_left: &mut u64,
    (name, bytes_max): (&str, u64),
) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let read = read.take(bytes_left.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| Error::from_io(name, error))?;
    let left = bytes_left.checked_sub(bytes.len() as u64);
    *bytes_left = left.ok_or_else(|| too_much(name, bytes_max))?;
    Ok(bytes)
}

fn too_much(name: &str, bytes_max: u64) -> Error {
    let why = format!("unpacking it takes more than {} MiB", bytes_max >> 20);
    let error = Error::new(ErrorKind::Unsupported, name, why);
    error.with_hint("`--unpack-memory 2G` allows 2 GiB")
}

/// The files of the database whose file of records is at `path`: those beside it that have its name
/// with the endings of the program's files, in whatever letter case.
pub(crate) fn files(program: Program, path: &Path) -> Vec<(File, PathBuf)> {
    let mut files = vec![(program.files()[0], path.to_owned())];
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    // Names that are equal to the letter come before those that differ in their case.
    let stem = path.file_stem().unwrap_or_default();
    let mut names: Vec<_> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    names.retain(|name| {
        Path::new(name).file_stem().is_some_and(|other| other.eq_ignore_ascii_case(stem))
    });
    names.sort_by_key(|name| Path::new(name).file_stem() != Some(stem));
    for file in &program.files()[1..] {
        let is_it = |name: &&std::ffi::OsString| {
            let ending = Path::new(name).extension();
            ending.is_some_and(|ending| ending.eq_ignore_ascii_case(file.extension()))
        };
        if let Some(name) = names.iter().find(is_it) {
            files.push((*file, path.with_file_name(name)));
        }
    }
    files
}

/// The files that belong to the one at `path` when its name is that of a database.
pub(crate) fn companions(path: &Path) -> Vec<PathBuf> {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let is_of = |program: &Program| ending.eq_ignore_ascii_case(program.extension());
    let Some(program) = Program::ALL.into_iter().find(is_of) else { return Vec::new() };
    files(program, path).into_iter().skip(1).map(|(_, path)| path).collect()
}

/// The program and the kind of file, if a name is that of a companion of a database.
pub(crate) fn program_and_file(name: &str) -> Option<(Program, File)> {
    let file = File::of_name(name)?;
    let program = Program::ALL.into_iter().find(|program| program.files()[1..].contains(&file))?;
    Some((program, file))
}

/// A database that does not lie in a folder cannot be read: its files cannot be found.
pub(super) fn refuse(program: Program, name: &str) -> Error {
    let why = format!("{program} is several files in one folder");
    let hint = format!("unpack it and name its .{} file", program.extension());
    Error::new(ErrorKind::Unsupported, name, why).with_hint(hint)
}

/// Whether a name is that of a file that belongs to a database.
pub(crate) fn is_companion(name: &str) -> bool {
    program_and_file(name).is_some()
}

/// What is said of data that are no text when the name shows whose they are: a companion is not the
/// database, and some databases are not read.
pub(crate) fn refuse_by_name(name: &str) -> Option<Error> {
    let (why, hint) = if let Some((program, _)) = program_and_file(name) {
        (format!("a part of {program}"), format!("name its .{} file", program.extension()))
    } else {
        let unread = Unread::of_name(name)?;
        (format!("{}, which is not read", unread.what), unread.instead.to_owned())
    };
    Some(Error::new(ErrorKind::Unsupported, name, why).with_hint(hint))
}
