//! ChessBase's newer format, 2CBH: a database of games in four files, all numbers with the lowest
//! byte first but for a few (§13.5).
//!
//! ```text
//! .2cbh ─ record ─┬─ .2cbg   moves, or the body of a text
//!                 ├─ .2cba   annotations
//!                 └─ .2lid   players, tournaments, sources, teams, titles
//! ```
//!
//! No database in this format was available. A move contains its piece, both squares and the
//! captured piece, so a misread one does not fit the board.
//!
//! Start at [`Database::open`].

mod annotation;
mod entity;
mod moves;
mod record;
mod tags;
mod text;
mod words;

use std::io;

use crate::databases::bytes::Bytes;
use crate::databases::chessbase::annotation::Entries;
use crate::databases::chessbase::play::Annotator;
use crate::databases::chessbase::tags::Entries as EntityFields;
use crate::databases::database::{Entry, Parts, finish};
use crate::databases::finding::{Fault, File, Findings};
use crate::databases::nation::Languages;
use crate::databases::part::{ReadAt, Window};
use entity::{Entities, EntityKind};
use pgnkit::Game;
use record::{Cbh2Record, RECORD_BYTES};

/// The maximum number of bytes of moves, and of annotations, that are read of a game.
pub const GAME_BYTES_MAX: u32 = crate::databases::chessbase::GAME_BYTES_MAX;

const BLOCK_BYTES: usize = 64 << 10;
const MAGIC: [u8; 8] = [0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11];
/// Magic, length, spare length, check sum, tag.
const FRAME_BYTES: usize = 26;

/// The content of a record of moves or annotations.
const ORTHODOX: [u8; 2] = [1, 0];
const CHESS960: [u8; 2] = [2, 0];
const TEXT: [u8; 2] = [0, 0x10];
const ANNOTATIONS: [u8; 2] = [0, 0x20];

/// Whether bytes are the beginning of a `.2cbh` file.
#[must_use]
pub fn is_2cbh(head: &[u8]) -> bool {
    let known = head.get(..16).unwrap_or_default();
    matches!(known, [0, 0, 0, 0, 0, 0, 0, 0, _, 0, 192, 0, 0, 5, 0, 0])
}

/// A database. Memory: a few blocks, and what is read of one game.
#[derive(Clone, Debug)]
pub struct Database<P> {
    records: Window<P>,
    moves: Window<P>,
    annotations: Window<P>,
    entities: Entities<P>,
    n_records: u32,
    languages: Languages,
    entries: Entries,
    entity_fields: EntityFields,
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
        let (entities, is_sound) = Entities::open(parts.take(File::Lid2))?;
        let mut window = |file| Window::new(parts.take(file), BLOCK_BYTES);
        let mut database = Database {
            records: window(File::Cbh2)?,
            moves: window(File::Cbg2)?,
            annotations: window(File::Cba2)?,
            entities,
            n_records: 0,
            languages: Languages::default(),
            entries: Entries::default(),
            entity_fields: EntityFields::default(),
            bytes: Vec::new(),
            number: 0,
            findings: Findings::default(),
        };
        let files = [
            (File::Cbh2, database.records.is_there()),
            (File::Cbg2, database.moves.is_there()),
            (File::Lid2, database.entities.is_there()),
        ];
        for (file, _) in files.into_iter().filter(|(_, is_there)| !is_there) {
            database.findings.push(file, 0, Fault::MissingFile);
        }
        if !is_sound {
            database.findings.push(File::Lid2, 0, Fault::NotThis);
        }
        let capacity = (database.records.n_bytes() / RECORD_BYTES as u64).saturating_sub(1);
        let found = u32::try_from(capacity).unwrap_or(u32::MAX);
        let header = database.records.bytes(0, RECORD_BYTES)?;
        if header.is_empty() {
            return Ok(database);
        }
        let stated = Bytes::new(header.get(16..).unwrap_or_default()).u32_le().unwrap_or(0);
        let stated = stated.saturating_sub(1);
        if !is_2cbh(header) {
            database.findings.push(File::Cbh2, 0, Fault::NotThis);
        } else if stated != found {
            database.findings.push(File::Cbh2, 16, Fault::RecordCount { stated, found });
        }
        database.n_records = found;
        Ok(database)
    }

    /// Reads the content of a record of moves or annotations into `self.bytes`; returns its tag.
    fn read_content(&mut self, file: File, start: u64) -> io::Result<Option<[u8; 2]>> {
        self.bytes.clear();
        let window = if file == File::Cbg2 { &mut self.moves } else { &mut self.annotations };
        let head = window.bytes(start, FRAME_BYTES)?;
        let Some(&head) = head.first_chunk::<FRAME_BYTES>() else {
            self.findings.push(file, start, Fault::Outside);
            return Ok(None);
        };
        if !head.starts_with(&MAGIC) {
            self.findings.push(file, start, Fault::NoRecord);
            return Ok(None);
        }
        let size = Bytes::new(&head[8..]).u32_le().unwrap_or(0);
        let n = size.min(GAME_BYTES_MAX) as usize;
        let content = window.bytes(start.saturating_add(FRAME_BYTES as u64), n)?;
        self.bytes.extend_from_slice(content);
        let stated: [u8; 8] = std::array::from_fn(|n| head[16 + n]);
        let fault = if self.bytes.len() < n {
            Some(Fault::CutShort)
        } else if (n as u32) < size {
            Some(Fault::Overlong)
        } else if check_sum(&self.bytes) != stated {
            Some(Fault::CheckSum)
        } else {
            None
        };
        if let Some(fault) = fault {
            self.findings.push(file, start, fault);
        }
        Ok(Some([head[24], head[25]]))
    }

    fn tags(&mut self, record: &Cbh2Record, game: &mut Game) -> io::Result<()> {
        let held = &mut self.entity_fields;
        let [white, black] = &mut held.players;
        let [white_team, black_team] = &mut held.teams;
        let wanted = [
            (EntityKind::Player, record.players[0], white),
            (EntityKind::Player, record.players[1], black),
            (EntityKind::Tournament, record.tournament, &mut held.tournament),
            (EntityKind::Player, record.annotator, &mut held.annotator),
            (EntityKind::Source, record.source, &mut held.source),
            (EntityKind::Team, record.teams[0], white_team),
            (EntityKind::Team, record.teams[1], black_team),
            (EntityKind::Title, record.title, &mut held.title),
        ];
        for (kind, id, fields) in wanted {
            fields.clear();
            if id != -1 && self.entities.is_there() && !self.entities.fields(kind, id, fields)? {
                self.findings.push(File::Lid2, 0, Fault::NoEntity(id));
            }
        }
        let offset = u64::from(self.number) * RECORD_BYTES as u64;
        for fault in tags::push_all(record, &self.entity_fields, game) {
            self.findings.push(File::Cbh2, offset, fault);
        }
        Ok(())
    }

    fn text(&mut self, record: &Cbh2Record, game: &mut Game) -> io::Result<()> {
        let Some(tag) = self.read_content(File::Cbg2, record.moves)? else { return Ok(()) };
        let place = record.moves.saturating_add(FRAME_BYTES as u64);
        if tag != TEXT {
            self.findings.push(File::Cbg2, place, Fault::UnknownMode(tag[0]));
            return Ok(());
        }
        let (text, is_whole) = text::read(&self.bytes, &self.entity_fields.title);
        if !is_whole {
            self.findings.push(File::Cbg2, place, Fault::CutShort);
        }
        text.put_into(self.languages, game);
        Ok(())
    }

    fn game(&mut self, record: &Cbh2Record, game: &mut Game) -> io::Result<()> {
        let tag = self.read_content(File::Cbg2, record.moves)?;
        let moves = std::mem::take(&mut self.bytes);
        let place = record.moves.saturating_add(FRAME_BYTES as u64);
        let is_chess960 = tag == Some(CHESS960);
        let mut found = match tag {
            None => Vec::new(),
            Some(ORTHODOX | CHESS960) => moves::read(&moves, is_chess960, game, None),
            Some(tag) => {
                self.findings.push(File::Cbg2, place, Fault::UnknownMode(tag[0]));
                Vec::new()
            }
        };
        let unread = self.read_annotations(record)?;
        let mut faults = Vec::new();
        if !self.entries.is_empty() {
            // They count the moves in the order of PGN, which is known after all were played.
            let order = moves::stored_order(game.tree());
            self.entries.renumber(|mv| order.get(mv).copied());
            game.tree_mut().clear();
            let mut annotator = Annotator::new(&mut self.entries, self.languages, &mut faults);
            annotator.game(game);
            if matches!(tag, Some(ORTHODOX | CHESS960)) {
                found = moves::read(&moves, is_chess960, game, Some(&mut annotator));
            }
            annotator.end(game);
        }
        self.bytes = moves;
        for (fault, at) in found {
            self.findings.push(File::Cbg2, place.saturating_add(at as u64), fault);
        }
        let start = record.annotations.unwrap_or(0).saturating_add(FRAME_BYTES as u64);
        for (fault, at) in unread.into_iter().chain(faults) {
            self.findings.push(File::Cba2, start.saturating_add(at as u64), fault);
        }
        finish(game);
        Ok(())
    }

    /// Reads the annotations of a game into `self.entries`; returns the unreadable ones.
    fn read_annotations(&mut self, record: &Cbh2Record) -> io::Result<Vec<(Fault, usize)>> {
        let mut unread = Vec::new();
        self.entries.clear();
        let Some(start) = record.annotations else { return Ok(unread) };
        if !self.annotations.is_there() {
            self.findings.push(File::Cba2, start, Fault::MissingFile);
            return Ok(unread);
        }
        match self.read_content(File::Cba2, start)? {
            None => {}
            Some(ANNOTATIONS) => {
                let fault = |fault, at| unread.push((fault, at));
                annotation::read(&self.bytes, &mut self.entries, fault);
            }
            Some(tag) => self.findings.push(File::Cba2, start, Fault::UnknownMode(tag[0])),
        }
        Ok(unread)
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
        let record = (number > 0).then(|| Cbh2Record::parse(bytes)).flatten();
        let Some(record) = record else {
            self.findings.push(File::Cbh2, offset, Fault::NoRecord);
            return Ok(Entry::Nothing);
        };
        self.tags(&record, game)?;
        let is_deleted = record.is_deleted;
        if record.is_text {
            self.text(&record, game)?;
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

/// The checksum as stored in a record: of eight runs of a content, the sum of the last one first.
/// Of fewer than eight bytes, it is the bytes themselves.
fn check_sum(content: &[u8]) -> [u8; 8] {
    let n = (content.len() / 8).max(1);
    let mut sums = [0; 8];
    for (sum, run) in sums.iter_mut().rev().zip(content.chunks(n)) {
        *sum = run.iter().fold(0_u8, |sum, &byte| sum.wrapping_add(byte));
    }
    sums
}

#[cfg(test)]
mod tests;
