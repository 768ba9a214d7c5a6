//! ChessBase's CBF, of the years under DOS: games in one file, their places in another (§13.5).
//!
//! ```text
//! .cbi ─ place ─ .cbf   head, names, moves, annotations, a board if the position was set up
//! ```
//!
//! No database in this format was available: the reader follows descriptions, and every header has
//! a checksum that must be correct.
//!
//! Start at [`Database::open`].

mod head;
mod moves;
mod remark;
mod tags;
mod text;

use std::io;

use crate::databases::bytes::u32_be_at;
use crate::databases::database::{Entry, Parts, finish};
use crate::databases::finding::{Fault, File, Findings};
use crate::databases::part::{ReadAt, Window};
use crate::databases::setup;
use head::{BOARD_BYTES, HEAD_BYTES, RecordHead};
use moves::OpenLines;
use pgnkit::Game;
use remark::CbfRemarks;

const BLOCK_BYTES: usize = 64 << 10;

/// Each place in the index.
const PLACE_BYTES: u64 = 4;

/// A database. Memory: two blocks and a game, of which no part has more than 65,535 bytes.
#[derive(Clone, Debug)]
pub struct Database<P> {
    places: Window<P>,
    records: Window<P>,
    n_games: u32,
    bytes: Vec<u8>,
    findings: Findings,
}

impl<P: ReadAt> Database<P> {
    /// Opens a database.
    ///
    /// [`findings`](crate::databases::Database::findings) has the errors of the files themselves.
    ///
    /// # Errors
    /// If a part cannot be read. Without the index there are no games.
    pub fn open(mut parts: Parts<P>) -> io::Result<Database<P>> {
        let mut window = |file| Window::new(parts.take(file), BLOCK_BYTES);
        let mut database = Database {
            records: window(File::Cbf)?,
            places: window(File::Cbi)?,
            n_games: 0,
            bytes: Vec::new(),
            findings: Findings::default(),
        };
        for (file, window) in [(File::Cbf, &database.records), (File::Cbi, &database.places)] {
            if !window.is_there() {
                database.findings.push(file, 0, Fault::MissingFile);
            }
        }
        if !database.places.is_there() {
            return Ok(database);
        }
        // A count that is one too high comes first, and last the place after the last game.
        let capacity = (database.places.n_bytes() / PLACE_BYTES).saturating_sub(2);
        let found = u32::try_from(capacity).unwrap_or(u32::MAX);
        let header = database.places.bytes(0, PLACE_BYTES as usize)?;
        let stated = u32_be_at(header, 0).saturating_sub(1);
        if header.len() < PLACE_BYTES as usize {
            database.findings.push(File::Cbi, 0, Fault::NotThis);
        } else if stated != found {
            database.findings.push(File::Cbi, 0, Fault::RecordCount { stated, found });
        }
        database.n_games = found;
        Ok(database)
    }

    /// Where the record of a number, from 1, begins in `.cbf`; 0 is before the first.
    fn place(&mut self, number: u32) -> io::Result<Option<u64>> {
        let bytes = self.places.bytes(u64::from(number) * PLACE_BYTES, PLACE_BYTES as usize)?;
        let is_there = bytes.len() == PLACE_BYTES as usize;
        Ok(is_there.then(|| u64::from(u32_be_at(bytes, 0).wrapping_sub(number.wrapping_add(1)))))
    }

    /// The header of the record at `start`, whose bytes go to `self.bytes`. A record with a wrong
    /// checksum counts if it ends where the next one begins.
    fn read_record(&mut self, number: u32, start: u64) -> io::Result<Option<RecordHead>> {
        self.bytes.clear();
        let head = RecordHead::parse(self.records.bytes(start, HEAD_BYTES)?);
        let Some(head) = head else {
            self.findings.push(File::Cbf, start, Fault::Outside);
            return Ok(None);
        };
        let n_bytes = head.n_bytes();
        if !head.is_sound() {
            self.findings.push(File::Cbf, start, Fault::CheckSum);
            let next = self.place(number.saturating_add(1))?;
            if next != Some(start + n_bytes as u64) {
                return Ok(None);
            }
        }
        self.bytes.extend_from_slice(self.records.bytes(start, n_bytes)?);
        if self.bytes.len() < n_bytes {
            self.findings.push(File::Cbf, start, Fault::CutShort);
        }
        Ok(Some(head))
    }

    fn game(&mut self, head: &RecordHead, start: u64, game: &mut Game) {
        let mut found = Vec::new();
        tags::push_all(head, head.names(&self.bytes), game);
        let area = head.area(&self.bytes);
        let at_board = area.board.start;
        let set_up = match head.is_set_up() {
            false => Some(None),
            true => {
                let board = self.bytes.get(at_board..at_board + BOARD_BYTES);
                board.and_then(|board| head.setup(board)).map(Some)
            }
        };
        match set_up {
            None => found.push((Fault::BadStart, at_board)),
            Some(Some(setup)) if !setup::put(&setup, game) => {
                found.push((Fault::BadStart, at_board));
            }
            Some(set_up) => {
                let ep = if set_up.is_some() { head.ep_file() } else { None };
                let moves = head.moves(&self.bytes);
                let mut remarks = CbfRemarks::new(&self.bytes[area.text.clone()]);
                let stopped = setup::play(set_up, game, |game, _| {
                    remarks.rewind();
                    OpenLines::new(&moves, ep).read(game, &mut remarks)
                });
                found.extend(stopped.into_iter().map(|(fault, at)| (fault, area.moves.start + at)));
                let left = remarks.end().map(|(fault, at)| (fault, area.text.start + at));
                found.extend(left);
            }
        }
        for (fault, at) in found {
            self.findings.push(File::Cbf, start + at as u64, fault);
        }
        finish(game);
    }
}

impl<P: ReadAt + Clone + Send + 'static> crate::databases::Database for Database<P> {
    fn n_records(&self) -> u32 {
        self.n_games
    }

    fn read_into(&mut self, number: u32, game: &mut Game) -> io::Result<Entry> {
        game.clear();
        self.findings.begin(number);
        let is_there = (1..=self.n_games).contains(&number);
        let start = if is_there { self.place(number)? } else { None };
        let Some(start) = start else {
            let place = u64::from(number) * PLACE_BYTES;
            self.findings.push(File::Cbi, place, Fault::NoRecord);
            return Ok(Entry::Nothing);
        };
        let Some(head) = self.read_record(number, start)? else { return Ok(Entry::Nothing) };
        self.game(&head, start, game);
        Ok(Entry::Game { is_deleted: false })
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
