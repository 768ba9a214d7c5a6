//! Scid's SI4: a base of games in three files (§13.5).
//!
//! ```text
//! .si4 ─ record ─┬─ .sg4   tags that the index lacks, start position, moves, comments
//!                └─ .sn4   players, events, sites, rounds
//! ```
//!
//! Reading: games by their number, each separately. Writing: games are packed one by one, in any
//! thread, and added to a database in order.
//!
//! Start at [`Database::open`]; [`Packer`] and [`Base`] write.

mod encode;
mod lines;
mod moves;
mod name;
mod numbers;
mod record;
mod tags;
mod write;

use std::io;
use std::sync::Arc;

use crate::databases::bytes::{push_field, u16_be_at, u24_be_at};
use crate::databases::database::{Entry, Parts, take_outcome};
use crate::databases::finding::{Fault, File, Findings};
use crate::databases::part::{ReadAt, Window};
use name::NameTable;
use pgnkit::Game;
use record::{
    DESCRIPTION, FLAG_NAME_BYTES, HEADER_BYTES, IndexRecord, MAGIC, N_GAMES_AT, RECORD_BYTES,
    SI5_BYTES, VERSION, flag,
};

pub use encode::{MisfitError, Packer};
pub(crate) use tags::date_code;
pub use write::{Base, FullError, Sinks};

const BLOCK_BYTES: usize = 128 << 10;

/// The maximum number of bytes of names: a valid database has fewer.
const NAMES_BYTES_MAX: u64 = 1 << 30;

/// Whether bytes are the beginning of a `.si4` file, or one of another version.
///
/// ```
/// use pgn_formats::databases::scid::is_index;
///
/// assert!(is_index(b"Scid.si\0") && !is_index(b"1. e4"));
/// ```
#[must_use]
pub fn is_index(head: &[u8]) -> bool {
    head.starts_with(MAGIC)
}

/// The header of a database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct About {
    /// Its description.
    pub description: String,
    /// The names of the six custom flags.
    pub flag_names: [String; 6],
}

/// A base. Memory: the names, a few blocks, and one game.
#[derive(Clone, Debug)]
pub struct Database<P> {
    index: Window<P>,
    games: Window<P>,
    names: Arc<NameTable>,
    about: About,
    n_games: u32,
    version: Version,
    findings: Findings,
}

/// The two forms of a base. Games are alike in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    Si4,
    Si5,
}

impl Version {
    /// Index, names, games.
    const fn files(self) -> [File; 3] {
        match self {
            Version::Si4 => [File::Si4, File::Sn4, File::Sg4],
            Version::Si5 => [File::Si5, File::Sn5, File::Sg5],
        }
    }
}

impl<P: ReadAt> Database<P> {
    /// Opens a base of SI4.
    ///
    /// [`findings`](crate::databases::Database::findings) has the errors of the files themselves.
    ///
    /// # Errors
    /// If a part cannot be read. An invalid index gives a database without games.
    pub fn open(parts: Parts<P>) -> io::Result<Database<P>> {
        let mut database = Database::begin(Version::Si4, parts)?;
        database.read_header()?;
        Ok(database)
    }

    /// Opens a database of SI5, whose index has no header.
    ///
    /// # Errors
    /// When a part cannot be read.
    pub fn open_si5(parts: Parts<P>) -> io::Result<Database<P>> {
        let mut database = Database::begin(Version::Si5, parts)?;
        let n_bytes = database.index.n_bytes();
        database.n_games = u32::try_from(n_bytes / SI5_BYTES as u64).unwrap_or(u32::MAX);
        if !n_bytes.is_multiple_of(SI5_BYTES as u64) {
            database.findings.push(File::Si5, n_bytes, Fault::CutShort);
        }
        Ok(database)
    }

    /// The base with its names.
    fn begin(version: Version, mut parts: Parts<P>) -> io::Result<Database<P>> {
        let [index, names, games] = version.files();
        let mut database = Database {
            index: Window::new(parts.take(index), BLOCK_BYTES)?,
            games: Window::new(parts.take(games), BLOCK_BYTES)?,
            names: Arc::default(),
            about: About::default(),
            n_games: 0,
            version,
            findings: Findings::default(),
        };
        if !database.games.is_there() {
            database.findings.push(games, 0, Fault::MissingFile);
        }
        let Some(part) = parts.take(names) else {
            database.findings.push(names, 0, Fault::MissingFile);
            return Ok(database);
        };
        let mut part = Window::new(Some(part), 1)?;
        let n_bytes = part.n_bytes();
        if n_bytes > NAMES_BYTES_MAX {
            database.findings.push(names, NAMES_BYTES_MAX, Fault::Overlong);
        }
        let bytes = part.bytes(0, n_bytes.min(NAMES_BYTES_MAX) as usize)?;
        let findings = &mut database.findings;
        let fault = |fault, at| findings.push(names, at as u64, fault);
        match version {
            Version::Si4 => database.names = NameTable::read(bytes, fault).into(),
            Version::Si5 => {
                let (names, description) = NameTable::read_si5(bytes, fault);
                (database.names, database.about.description) = (names.into(), description);
            }
        }
        Ok(database)
    }

    fn read_header(&mut self) -> io::Result<()> {
        let capacity =
            self.index.n_bytes().saturating_sub(HEADER_BYTES as u64) / RECORD_BYTES as u64;
        let header = self.index.bytes(0, HEADER_BYTES)?;
        if header.len() < HEADER_BYTES || !is_index(header) {
            self.findings.push(File::Si4, 0, Fault::NotThis);
            return Ok(());
        }
        let version = u16_be_at(header, MAGIC.len());
        if version != VERSION {
            self.findings.push(File::Si4, MAGIC.len() as u64, Fault::OtherVersion(version));
            return Ok(());
        }
        let stated = u24_be_at(header, N_GAMES_AT);
        let (description, flag_names) = header[DESCRIPTION.start..].split_at(DESCRIPTION.len());
        push_field(description, &mut self.about.description);
        let flag_names = flag_names.chunks(FLAG_NAME_BYTES);
        for (field, name) in flag_names.zip(&mut self.about.flag_names) {
            push_field(field, name);
        }
        let found = u32::try_from(capacity).unwrap_or(u32::MAX);
        if stated != found {
            let fault = Fault::RecordCount { stated, found };
            self.findings.push(File::Si4, N_GAMES_AT as u64, fault);
        }
        self.n_games = found;
        Ok(())
    }

    /// The header.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    fn lines(&mut self, record: &IndexRecord, place: u64, game: &mut Game) -> io::Result<()> {
        if !self.games.is_there() {
            return Ok(());
        }
        let [index, _, file] = self.version.files();
        let n_bytes = record.n_bytes as usize;
        let bytes = self.games.bytes(record.offset, n_bytes)?;
        if bytes.is_empty() {
            self.findings.push(file, record.offset, Fault::Outside);
            return Ok(());
        }
        let is_cut = bytes.len() < n_bytes;
        let found = lines::read(bytes, game);
        if is_cut {
            self.findings.push(file, record.offset, Fault::CutShort);
        }
        let is_sound = found.is_empty();
        for (fault, at) in found {
            self.findings.push(file, record.offset + at as u64, fault);
        }
        let (stated, n_plies) = (u32::from(record.n_plies), game.n_plies() as u32);
        if is_sound && stated != n_plies & record::PLIES_MASK {
            self.findings.push(index, place, Fault::PlyCount { stated, found: n_plies });
        }
        Ok(())
    }
}

impl<P: ReadAt + Clone + Send + 'static> crate::databases::Database for Database<P> {
    fn n_records(&self) -> u32 {
        self.n_games
    }

    fn read_into(&mut self, number: u32, game: &mut Game) -> io::Result<Entry> {
        game.clear();
        self.findings.begin(number);
        let [index, names, _] = self.version.files();
        let (head, n_bytes) = match self.version {
            Version::Si4 => (HEADER_BYTES, RECORD_BYTES),
            Version::Si5 => (0, SI5_BYTES),
        };
        let place = head as u64 + u64::from(number.saturating_sub(1)) * n_bytes as u64;
        let is_there = number <= self.n_games && number > 0;
        let bytes = self.index.bytes(place, if is_there { n_bytes } else { 0 })?;
        let record = match self.version {
            Version::Si4 => bytes.first_chunk().map(IndexRecord::parse),
            Version::Si5 => bytes.first_chunk().map(IndexRecord::parse_si5),
        };
        let Some(record) = record else {
            self.findings.push(index, place, Fault::NoRecord);
            return Ok(Entry::Nothing);
        };
        let mut wrong = Vec::new();
        let mut tell = |file, fault| wrong.push((file, fault));
        tags::push_index(&record, &self.names, [index, names], game, &mut tell);
        for (file, fault) in wrong {
            let offset = if file == index { place } else { 0 };
            self.findings.push(file, offset, fault);
        }
        take_outcome(game);
        self.lines(&record, place, game)?;
        Ok(Entry::Game { is_deleted: record.flags & flag::DELETED != 0 })
    }

    fn another(&self) -> Box<dyn crate::databases::Database + Send> {
        Box::new(self.clone())
    }

    fn findings(&self) -> &Findings {
        &self.findings
    }
}

#[cfg(test)]
mod tests;
