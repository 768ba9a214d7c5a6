//! Databases of other programs, found and opened (§13.5).

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Input;
use crate::error::{Error, ErrorKind};
use crate::identity::folder_of;
use crate::source::note::Note;
use crate::source::window::SharedCount;
use pgn_formats::databases::cbv::{Archive, Key};
use pgn_formats::databases::{
    Database, File, Languages, Parts, Program, Seekable, Unread, with_encoding,
};
use pgnkit::Game;
use pgnkit::charset::{Choice, Encoding, Evidence, encode};
use pgnkit::chess::option_struct;
use pgnkit::write::{Export, Profile};

option_struct! {
    "use pgn_db::source::DatabaseOptions;\n\
    use pgn_formats::databases::{Languages, cbv::Key};\n\
    use pgnkit::charset::{Choice, Encoding};";
    /// How databases of other programs are read.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct DatabaseOptions {
        /// Takes games and texts that are marked as deleted.
        deleted, with_deleted: bool = "true",
        /// Takes guiding texts, each as a game without moves whose comments are its pages.
        texts, with_texts: bool = "true",
        /// Which languages of comments are kept.
        languages, with_languages: Languages = "Languages::default()",
        /// The password for archives that have one.
        key, with_key: Option<Key> = "Some(Key::new(b\"secret\"))",
        /// The encoding of texts, which no format records.
        encoding, with_encoding: Choice = "Choice::Fixed(Encoding::Latin1)",
    }
}

/// How far the records are read, as bytes of the file that was named.
#[derive(Default)]
pub(crate) struct RecordProgress {
    source: SharedCount,
    run: SharedCount,
    total: u64,
    reported: u64,
}

impl RecordProgress {
    /// Keeps the counts of `source` so far.
    pub(crate) fn new(source: &SharedCount, run: &SharedCount, total: u64) -> RecordProgress {
        RecordProgress { source: source.clone(), run: run.clone(), total, reported: source.get() }
    }

    pub(super) fn report(&mut self, n: u32, of: u32) {
        let reached = (u128::from(self.total) * u128::from(n) / u128::from(of.max(1))) as u64;
        if let Some(more) = reached.checked_sub(self.reported) {
            self.source.add(more as usize);
            self.run.add(more as usize);
            self.reported = reached;
        }
    }
}

/// Databases that are open, the one that is read first last.
type Databases = Vec<Box<dyn Database + Send>>;

/// Opens the database whose main file is at `path`.
pub(super) fn open(program: Program, path: &Path, encoding: Choice) -> Result<Databases, Error> {
    let at = |path: &Path, error| Error::from_io(path.to_string_lossy(), error);
    let mut parts = Parts::default();
    for (file, path) in files(program, path) {
        // A pipe would wait for a writer, and nothing can be read at a place in it.
        if fs::metadata(&path).is_ok_and(|it| !it.is_file()) {
            let why = format!("is not a regular file, which a part of {program} must be");
            return Err(Error::new(ErrorKind::Unsupported, path.to_string_lossy(), why));
        }
        let opened = fs::File::open(&path).map_err(|error| at(&path, error))?;
        parts.insert(file, Seekable::new(opened));
    }
    let database = with_encoding(encoding, || program.open(parts));
    let database = database.map_err(|error| at(path, error))?;
    Ok(vec![database])
}

/// Opens a database whose files are members of a zip archive, decompressed in memory.
pub(super) fn read(program: Program, input: Input<'_>) -> Result<Databases, Error> {
    let mut bytes_left = input.bytes_max;
    let mut parts = Parts::default();
    let main = (program.files()[0], input.read);
    for (file, read) in [main].into_iter().chain(input.companions) {
        let bytes = read_within(read, &mut bytes_left, (input.name, input.bytes_max))?;
        parts.insert(file, Arc::new(bytes));
    }
    let database = with_encoding(input.options.encoding, || program.open(parts));
    let database = database.map_err(|error| Error::from_io(input.name, error))?;
    Ok(vec![database])
}

/// Opens the databases in an archive, which is unpacked in memory.
pub(super) fn unpack(is_encrypted: bool, input: Input<'_>) -> Result<Databases, Error> {
    let Input { read, name, options, bytes_max, notes, .. } = input;
    let mut bytes_left = bytes_max;
    let mut bytes = read_within(read, &mut bytes_left, (name, bytes_max))?;
    if is_encrypted {
        let refuse = |why, hint| Err(Error::new(ErrorKind::Unsupported, name, why).with_hint(hint));
        match options.key {
            None => {
                return refuse("is encrypted", "`--password-file FILE` has its password");
            }
            Some(key) if !key.decrypt(&mut bytes) => {
                return refuse("cannot be decrypted", "wrong password");
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
        let mut members: Vec<_> = archive.members().iter().collect();
        // Of several that differ in their letter case alone the last counts.
        members.sort_by_key(|member| {
            let file = File::of_name(&member.name).unwrap_or(program.files()[0]);
            std::cmp::Reverse(case_distance(&main.name, &member.name, file))
        });
        for member in members {
            let is_of_it = member
                .name
                .rsplit_once('.')
                .is_some_and(|(other, _)| other.eq_ignore_ascii_case(stem));
            let Some(file) = File::of_name(&member.name).filter(|_| is_of_it) else { continue };
            bytes_left =
                bytes_left.checked_sub(member.n_bytes).ok_or_else(|| too_much(name, bytes_max))?;
            let (bytes, is_whole) = archive.unpack(member);
            if !is_whole {
                let why = format!("{}: the archive is damaged here", member.name);
                notes.push_bounded(Note::Misread { game: None, why });
            }
            parts.insert(file, Arc::new(bytes));
        }
        let opened = with_encoding(options.encoding, || program.open(parts));
        let opened = opened.map_err(|error| Error::from_io(name, error))?;
        databases.push(opened);
    }
    if databases.is_empty() {
        let why = "no database in this archive";
        return Err(Error::new(ErrorKind::NoGames, name, why));
    }
    Ok(databases)
}

/// How many records of a database are looked at for their encoding.
const SAMPLES: u32 = 500;

/// The legacy encoding that the texts of databases are in, recognized by some of them, which were
/// read as Windows-1252 so far.
pub(super) fn recognize(databases: &Databases) -> Option<Encoding> {
    let mut evidence = Evidence::default();
    let (export, mut game) = (Export::new(Profile::Lossless), Game::new());
    for database in databases {
        let mut database = database.another();
        let record_count = database.n_records();
        for number in (1..=record_count).step_by(record_count.div_ceil(SAMPLES).max(1) as usize) {
            let mut text = Vec::new();
            // An error here is reported again when it is read as a game.
            let is_read = database.read_into(number, &mut game).is_ok()
                && export.append(&game, &mut text, &mut Vec::new()).is_ok();
            let lines = std::str::from_utf8(&text).unwrap_or_default().lines();
            for line in lines.filter(|line| is_read && !line.is_ascii()) {
                if let Some(bytes) = encode(line, Encoding::Windows1252) {
                    evidence.push(&bytes);
                }
            }
        }
    }
    evidence.encoding()
}

/// All bytes of a stream, if they are within the remaining limit.
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

/// The files of the database whose main file is at `path`: those with the same name and the
/// extensions of the program's files, in any letter case. They are next to it or, if it is a link,
/// next to the link's target.
pub(crate) fn files(program: Program, path: &Path) -> Vec<(File, PathBuf)> {
    let mut files = vec![(program.files()[0], path.to_owned())];
    let is_link = fs::symlink_metadata(path).is_ok_and(|it| it.is_symlink());
    let target = is_link.then(|| fs::canonicalize(path).ok()).flatten();
    for path in [Some(path.to_owned()), target].into_iter().flatten() {
        for (file, found) in files_beside(program, &path) {
            if files.iter().all(|(known, _)| *known != file) {
                files.push((file, found));
            }
        }
    }
    files
}

fn files_beside(program: Program, path: &Path) -> Vec<(File, PathBuf)> {
    let stem = path.file_stem().unwrap_or_default();
    let entries = fs::read_dir(folder_of(path)).into_iter().flatten().flatten();
    let mut names: Vec<OsString> = entries.map(|entry| entry.file_name()).collect();
    names.retain(|name| {
        Path::new(name).file_stem().is_some_and(|other| other.eq_ignore_ascii_case(stem))
    });
    names.sort();
    let main = path.file_name().unwrap_or_default().to_string_lossy();
    let found = |&file: &File| {
        let is_it = |name: &&OsString| {
            let ending = Path::new(name).extension();
            ending.is_some_and(|ending| ending.eq_ignore_ascii_case(file.extension()))
        };
        let distance = |name: &&OsString| case_distance(&main, &name.to_string_lossy(), file);
        let name = names.iter().filter(is_it).min_by_key(distance)?;
        Some((file, path.with_file_name(name)))
    };
    program.files()[1..].iter().filter_map(found).collect()
}

/// How far the letter case of the name of a companion is from that of the file of records, `main`:
/// the smallest one is meant where several names differ in nothing else.
pub(crate) fn case_distance(main: &str, name: &str, file: File) -> (bool, bool) {
    let (stem, ending) = main.rsplit_once('.').unwrap_or((main, ""));
    let (other_stem, other_ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let is_upper = ending.contains(|c: char| c.is_ascii_uppercase());
    let expected = match is_upper {
        true => file.extension().to_ascii_uppercase(),
        false => file.extension().to_owned(),
    };
    (other_stem != stem, other_ending != expected)
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

/// The message about data that are not text, if the name shows which program they belong to: a
/// companion is not the database, and some databases are not supported.
pub(crate) fn refuse_by_name(name: &str) -> Option<Error> {
    let (why, hint) = if let Some((program, _)) = program_and_file(name) {
        (format!("a part of {program}"), format!("name its .{} file", program.extension()))
    } else {
        let unread = Unread::of_name(name)?;
        (format!("{}, which is not read", unread.what), unread.instead.to_owned())
    };
    Some(Error::new(ErrorKind::Unsupported, name, why).with_hint(hint))
}
