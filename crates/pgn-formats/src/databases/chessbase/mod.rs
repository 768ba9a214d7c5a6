//! ChessBase's CBH: a database of games in several files (§13.5, §13.12, D-97).
//!
//! ```text
//! .cbh ─ record ─┬─ .cbg   moves, or the body of a text
//!                ├─ .cba   annotations
//!                ├─ .cbp .cbt .cbc .cbs   players, tournament, annotator, source
//!                └─ .cbj ─ .cbe   teams
//! ```
//!
//! Only `.cbh` and `.cbg` are needed; the data of other missing files are missing too, and
//! reported. Games are read by number, each separately. Writing: games are packed one by one, in
//! any thread, and added to a database in order.
//!
//! Start at [`Database::open`]; [`Packer`] and [`Base`] write.

pub(crate) mod annotation;
mod cipher;
mod entity;
mod extra;
mod moves;
pub(crate) mod numbers;
mod packer;
pub(crate) mod play;
pub(crate) mod quotation;
pub(crate) mod record;
mod remark;
mod remark_encoder;
mod start;
mod tag_encoder;
pub(crate) mod tags;
pub(crate) mod text;
pub(crate) mod training;
mod write;

use std::io;

use crate::databases::bytes::{u24_be_at, u32_be_at};
use crate::databases::database::{Entry, Parts, finish};
use crate::databases::finding::{Fault, File, Findings};
use crate::databases::nation::Languages;
use crate::databases::part::{ReadAt, Window};
use annotation::Entries;
use entity::Entities;
use extra::Extra;
use pgnkit::Game;
use play::Annotator;
use record::{CbhRecord, RECORD_BYTES};
use start::{CHESS960_BYTES, START_BYTES};

pub use packer::{MisfitError, Packer};
pub use text::{GuidingText, Page};
pub use write::{Base, FILES, FullError};

/// The maximum number of bytes of moves, and of annotations, that are read of a game.
pub const GAME_BYTES_MAX: u32 = 4 << 20;

const BLOCK_BYTES: usize = 64 << 10;

/// Whether bytes are the beginning of a `.cbh` file.
///
/// ```
/// use pgn_formats::databases::chessbase::is_cbh;
///
/// assert!(!is_cbh(b"1. e4"));
/// ```
#[must_use]
pub fn is_cbh(head: &[u8]) -> bool {
    matches!(head, [0, 0, 0x24 | 0x2C, 0, 0x2E, 1 | 5, ..])
}

/// A database. Memory: a few blocks, and what is read of one game.
#[derive(Clone, Debug)]
pub struct Database<P> {
    records: Window<P>,
    moves: Window<P>,
    annotations: Window<P>,
    players: Entities<P>,
    tournaments: Entities<P>,
    annotators: Entities<P>,
    sources: Entities<P>,
    teams: Entities<P>,
    extra: Extra<P>,
    n_records: u32,
    languages: Languages,
    entries: Entries,
    entity_fields: tags::Entries,
    bytes: Vec<u8>,
    number: u32,
    findings: Findings,
}

impl<P: ReadAt> Database<P> {
    /// Opens a database.
    ///
    /// [`findings`](crate::databases::Database::findings) has the errors of the files themselves.
    ///
    /// # Errors
    /// If a part cannot be read. An invalid main file gives a database without records.
    pub fn open(mut parts: Parts<P>) -> io::Result<Database<P>> {
        let mut wrong = Vec::new();
        let mut entities = |file, n_data, is_needed: bool| {
            let part = parts.take(file);
            if part.is_none() && is_needed {
                wrong.push((file, Fault::MissingFile));
            }
            let (entities, is_sound) = Entities::open(part, n_data)?;
            if !is_sound {
                wrong.push((file, Fault::NotThis));
            }
            io::Result::Ok(entities)
        };
        let players = entities(File::Cbp, 58, true)?;
        let tournaments = entities(File::Cbt, 90, true)?;
        let annotators = entities(File::Cbc, 53, true)?;
        let sources = entities(File::Cbs, 59, true)?;
        let teams = entities(File::Cbe, 63, false)?;
        let mut window = |file| Window::new(parts.take(file), BLOCK_BYTES);
        let mut records = window(File::Cbh)?;
        let moves = window(File::Cbg)?;
        let annotations = window(File::Cba)?;
        let extra = Extra::open(window(File::Cbj)?)?;
        for (file, window) in [(File::Cbh, &records), (File::Cbg, &moves)] {
            if !window.is_there() {
                wrong.push((file, Fault::MissingFile));
            }
        }
        let n_records = n_records(&mut records, &mut wrong)?;
        let mut database = Database {
            records,
            moves,
            annotations,
            players,
            tournaments,
            annotators,
            sources,
            teams,
            extra,
            n_records,
            languages: Languages::default(),
            entries: Entries::default(),
            entity_fields: tags::Entries::default(),
            bytes: Vec::new(),
            number: 0,
            findings: Findings::default(),
        };
        for (file, fault) in wrong {
            database.findings.push(file, 0, fault);
        }
        Ok(database)
    }

    /// The guiding text with a number; `None` if it is a game, or missing.
    ///
    /// # Errors
    /// When a part cannot be read.
    pub fn read_text(&mut self, number: u32) -> io::Result<Option<GuidingText>> {
        let offset = u64::from(number) * RECORD_BYTES as u64;
        let record = CbhRecord::parse(self.records.bytes(offset, RECORD_BYTES)?);
        match record {
            Some(record) if record.is_text && number > 0 => self.text_of(&record).map(Some),
            _ => Ok(None),
        }
    }

    /// Reads the bytes of a record of moves after its header into `self.bytes`; returns its flags
    /// and the offset of the first byte.
    fn read_moves(&mut self, record: &CbhRecord) -> io::Result<Option<(u8, u64)>> {
        self.bytes.clear();
        let start = self.extra.moves(self.number, record.moves, self.moves.n_bytes())?;
        let head = self.moves.bytes(start, 4)?;
        if head.len() < 4 {
            self.findings.push(File::Cbg, start, Fault::Outside);
            return Ok(None);
        }
        let (flags, size) = (head[0], u24_be_at(head, 1));
        let n = size.saturating_sub(4).min(GAME_BYTES_MAX);
        let body = self.moves.bytes(start + 4, n as usize)?;
        self.bytes.extend_from_slice(body);
        if (self.bytes.len() as u32) < n || size < 4 {
            self.findings.push(File::Cbg, start, Fault::CutShort);
        } else if n + 4 < size {
            self.findings.push(File::Cbg, start, Fault::Overlong);
        }
        Ok(Some((flags, start + 4)))
    }

    fn text_of(&mut self, record: &CbhRecord) -> io::Result<GuidingText> {
        let Some((_, start)) = self.read_moves(record)? else { return Ok(GuidingText::default()) };
        let (text, is_whole) = text::read(&self.bytes);
        if !is_whole {
            self.findings.push(File::Cbg, start, Fault::CutShort);
        }
        Ok(text)
    }

    fn tags(&mut self, record: &CbhRecord, game: &mut Game) -> io::Result<()> {
        let mut missing: Vec<(File, Fault)> = Vec::new();
        let held = &mut self.entity_fields;
        let mut look = |entities: &mut Entities<P>, file, id: i64, fields: &mut Vec<u8>| {
            fields.clear();
            let is_there = entities.is_there();
            match entities.fields(id)? {
                Some(found) => fields.extend_from_slice(found),
                None if is_there => missing.push((file, Fault::NoEntity(id))),
                // Not every database has teams: only a game that has some misses the file.
                None if file == File::Cbe => missing.push((file, Fault::MissingFile)),
                None => {}
            }
            io::Result::Ok(())
        };
        for (id, fields) in record.players.into_iter().zip(&mut held.players) {
            if record.is_text {
                fields.clear();
            } else {
                look(&mut self.players, File::Cbp, id.into(), fields)?;
            }
        }
        let tournament = record.tournament.into();
        look(&mut self.tournaments, File::Cbt, tournament, &mut held.tournament)?;
        look(&mut self.annotators, File::Cbc, record.annotator.into(), &mut held.annotator)?;
        look(&mut self.sources, File::Cbs, record.source.into(), &mut held.source)?;
        let teams = self.extra.teams(self.number)?;
        for (id, fields) in teams.into_iter().zip(&mut held.teams) {
            fields.clear();
            if id >= 0 {
                look(&mut self.teams, File::Cbe, id.into(), fields)?;
            }
        }
        let faults = tags::push_all(record, &self.entity_fields, game);
        let offset = u64::from(self.number) * RECORD_BYTES as u64;
        for (file, fault) in missing {
            self.findings.push(file, 0, fault);
        }
        for fault in faults {
            self.findings.push(File::Cbh, offset, fault);
        }
        Ok(())
    }

    fn annotations(&mut self, record: &CbhRecord) -> io::Result<u64> {
        self.entries.clear();
        let start =
            self.extra.annotations(self.number, record.annotations, self.annotations.n_bytes())?;
        if start == 0 || !self.annotations.is_there() {
            if start != 0 {
                self.findings.push(File::Cba, start, Fault::MissingFile);
            }
            return Ok(start);
        }
        let head = self.annotations.bytes(start, annotation::HEAD_BYTES)?;
        if head.len() < annotation::HEAD_BYTES {
            self.findings.push(File::Cba, start, Fault::Outside);
            return Ok(start);
        }
        let (game, n_bytes) = (Entries::game(head), Entries::n_bytes(head));
        if game != self.number {
            self.findings.push(File::Cba, start, Fault::OtherGame(game));
        }
        if n_bytes > GAME_BYTES_MAX {
            self.findings.push(File::Cba, start, Fault::Overlong);
        }
        let n_bytes = n_bytes.min(GAME_BYTES_MAX) as usize;
        let record = self.annotations.bytes(start, n_bytes)?;
        let mut faults = Vec::new();
        if record.len() < n_bytes {
            faults.push((Fault::CutShort, record.len()));
        }
        self.entries.read(record, |fault, at| faults.push((fault, at)));
        for (fault, at) in faults {
            self.findings.push(File::Cba, start + at as u64, fault);
        }
        Ok(start)
    }

    fn game(&mut self, record: &CbhRecord, game: &mut Game) -> io::Result<()> {
        let moves = self.read_moves(record)?;
        let start = self.annotations(record)?;
        let mut faults = Vec::new();
        let mut annotator = Annotator::new(&mut self.entries, self.languages, &mut faults);
        annotator.game(game);
        if let Some((flags, offset)) = moves {
            let found = play::moves(flags, &self.bytes, record.chess960(), game, &mut annotator);
            annotator.end(game);
            for (fault, at) in found {
                self.findings.push(File::Cbg, offset + at as u64, fault);
            }
        }
        for (fault, at) in faults {
            self.findings.push(File::Cba, start + at as u64, fault);
        }
        finish(game);
        Ok(())
    }
}

impl<P: ReadAt + Clone + Send + 'static> crate::databases::Database for Database<P> {
    fn n_records(&self) -> u32 {
        self.n_records
    }

    fn read_into(&mut self, number: u32, game: &mut Game) -> io::Result<Entry> {
        game.clear();
        self.findings.begin(number);
        self.number = number;
        let offset = u64::from(number) * RECORD_BYTES as u64;
        let bytes = self.records.bytes(offset, RECORD_BYTES)?;
        let record = (number > 0).then(|| CbhRecord::parse(bytes)).flatten();
        let Some(record) = record else {
            self.findings.push(File::Cbh, offset, Fault::NoRecord);
            return Ok(Entry::Nothing);
        };
        self.tags(&record, game)?;
        let is_deleted = record.is_deleted;
        if record.is_text {
            let text = self.text_of(&record)?;
            text.put_into(self.languages, game);
            return Ok(Entry::Text { is_deleted });
        }
        self.game(&record, game)?;
        Ok(Entry::Game { is_deleted })
    }

    fn keep_languages(&mut self, languages: Languages) {
        self.languages = languages;
    }

    fn another(&self) -> Box<dyn crate::databases::Database + Send> {
        Box::new(self.clone())
    }

    fn findings(&self) -> &Findings {
        &self.findings
    }
}

/// The number of records: as many as fit in the file, but no more than the header has.
fn n_records<P: ReadAt>(
    records: &mut Window<P>,
    wrong: &mut Vec<(File, Fault)>,
) -> io::Result<u32> {
    let capacity = (records.n_bytes() / RECORD_BYTES as u64).saturating_sub(1);
    let found = u32::try_from(capacity).unwrap_or(u32::MAX);
    let header = records.bytes(0, RECORD_BYTES)?;
    if header.is_empty() {
        return Ok(0);
    }
    if header.len() < RECORD_BYTES || !is_cbh(header) {
        wrong.push((File::Cbh, Fault::NotThis));
        return Ok(if header.starts_with(&[0, 0]) { found } else { 0 });
    }
    let stated = u32_be_at(header, 6).saturating_sub(1);
    if stated != found {
        wrong.push((File::Cbh, Fault::RecordCount { stated, found }));
    }
    Ok(found)
}

/// The additional offset in bytes of Chess960 positions.
const fn start_bytes(is_chess960: bool) -> usize {
    if is_chess960 { START_BYTES + CHESS960_BYTES } else { START_BYTES }
}

#[cfg(test)]
mod tests;
