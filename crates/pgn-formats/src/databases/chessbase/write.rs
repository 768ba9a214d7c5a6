//! A base while it is written: nine files, filled game by game.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::io::{self, Seek, SeekFrom, Write};

use super::entity::TREE_BYTES;
use super::record::RECORD_BYTES;
use super::tag_encoder::{
    ANNOTATOR_BYTES, PLAYER_BYTES, SOURCE_BYTES, TEAM_BYTES, TOURNAMENT_BYTES,
};
use crate::databases::bytes::{i32_le_at, split_packed};
use crate::databases::finding::File;

/// The files of a base, in the order in which they should get their names: `.cbh` comes last, so
/// that an incomplete base cannot be opened.
///
/// ```
/// use pgn_formats::databases::File;
/// use pgn_formats::databases::chessbase::FILES;
///
/// assert!(FILES.contains(&File::Cbh) && !FILES.contains(&File::Si4));
/// ```
pub const FILES: [File; 9] = [
    File::Cbg,
    File::Cba,
    File::Cbp,
    File::Cbt,
    File::Cbc,
    File::Cbs,
    File::Cbe,
    File::Cbj,
    File::Cbh,
];
const CBG: usize = 0;
const CBA: usize = 1;
const CBE: usize = 6;
const CBJ: usize = 7;
const CBH: usize = 8;

const STREAM_HEADER_BYTES: usize = 26;
/// The same for `.cbj`, and the size of its records.
const EXTRA_HEADER_BYTES: usize = 32;
const EXTRA_BYTES: usize = 120;
/// A record of annotations has the number of its game in 24 bits.
const GAMES_MAX: u32 = 0xFF_FFFF;
const ENTITIES_MAX: usize = 0xFF_FFFF;

/// Content that does not fit a base.
///
/// ```
/// use pgn_formats::databases::chessbase::FullError;
///
/// assert_eq!(FullError::NotPacked.to_string(), "not a packed game");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FullError {
    /// More games.
    Games,
    /// More bytes of moves or annotations.
    Bytes(File),
    /// More names in a file.
    Names(File),
    /// Bytes that are not a packed game.
    NotPacked,
}

impl fmt::Display for FullError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FullError::Games => write!(f, "a CBH base holds at most {GAMES_MAX} games"),
            FullError::Bytes(file) => write!(f, "{file} holds at most 4 GiB"),
            FullError::Names(file) => write!(f, "{file} holds at most {ENTITIES_MAX} names"),
            FullError::NotPacked => f.write_str("not a packed game"),
        }
    }
}

impl std::error::Error for FullError {}

/// A database that receives packed games. Memory: the entities that the games refer to.
///
/// ```
/// use std::io::Cursor;
///
/// use pgn_formats::databases::chessbase::{Base, FILES, Packer, is_cbh};
///
/// let game: pgnkit::Game = "1. e4 e5 1-0".parse()?;
/// let mut packed = Vec::new();
/// Packer::default().append(&game, &mut packed, &mut Vec::new())?;
/// let mut base = Base::new(FILES.map(|_| Cursor::new(Vec::new())))?;
/// base.push(&packed)?;
/// let files = base.finish()?;
/// assert!(files.iter().any(|file| is_cbh(file.get_ref())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Base<S> {
    /// In the order of [`FILES`].
    sinks: [S; FILES.len()],
    /// The bytes of moves and of annotations so far, headers included.
    n_bytes: [u64; 2],
    /// Players, tournaments, annotators, sources, teams.
    lists: [EntityList; 5],
    n_games: u32,
}

impl<S: Write + Seek> Base<S> {
    /// An empty base in these sinks, which are in the order of [`FILES`].
    ///
    /// # Errors
    /// When a sink fails.
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use pgn_formats::databases::chessbase::{Base, FILES};
    ///
    /// let mut base = Base::new(FILES.map(|_| Cursor::new(Vec::new())))?;
    /// # base.push(b"")?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(mut sinks: [S; FILES.len()]) -> io::Result<Base<S>> {
        for (sink, n_header_bytes) in [
            (CBG, STREAM_HEADER_BYTES),
            (CBA, STREAM_HEADER_BYTES),
            (CBJ, EXTRA_HEADER_BYTES),
            (CBH, RECORD_BYTES),
        ] {
            sinks[sink].write_all(&vec![0; n_header_bytes])?;
        }
        let n_bytes = [STREAM_HEADER_BYTES as u64; 2];
        Ok(Base { sinks, n_bytes, lists: Default::default(), n_games: 0 })
    }

    /// Adds packed games from a [`Packer`](super::Packer), in order.
    ///
    /// # Errors
    /// If a sink fails, and with a [`FullError`] if the database is full.
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use pgn_formats::databases::chessbase::{Base, FILES};
    ///
    /// let mut base = Base::new(FILES.map(|_| Cursor::new(Vec::new())))?;
    /// assert!(base.push(b"not a packed game").is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn push(&mut self, mut packed: &[u8]) -> io::Result<()> {
        while !packed.is_empty() {
            let (game, rest) = split_packed(packed).ok_or_else(|| full(FullError::NotPacked))?;
            self.push_one(game)?;
            packed = rest;
        }
        Ok(())
    }

    fn push_one(&mut self, game: &[u8]) -> io::Result<()> {
        if self.n_games == GAMES_MAX {
            return Err(full(FullError::Games));
        }
        let number = self.n_games + 1;
        let mut rest = game;
        let mut take = |n: usize| {
            let (bytes, after) =
                rest.split_at_checked(n).ok_or_else(|| full(FullError::NotPacked))?;
            rest = after;
            io::Result::Ok(bytes)
        };
        let mut record = take(RECORD_BYTES)?.to_vec();
        for (n, (list, n_bytes)) in [
            (0, PLAYER_BYTES),
            (0, PLAYER_BYTES),
            (1, TOURNAMENT_BYTES),
            (2, ANNOTATOR_BYTES),
            (3, SOURCE_BYTES),
        ]
        .into_iter()
        .enumerate()
        {
            let id = self.lists[list].id(take(n_bytes)?, number, LISTS[list].0)?;
            record[9 + 3 * n..12 + 3 * n].copy_from_slice(&id.to_be_bytes()[1..]);
        }
        let mut extra = [0; EXTRA_BYTES];
        for n in 0..2 {
            let is_there = take(1)?[0] != 0;
            let team = take(TEAM_BYTES)?;
            let id = if is_there { self.lists[4].id(team, number, LISTS[4].0)? } else { u32::MAX };
            extra[4 * n..4 * n + 4].copy_from_slice(&id.to_be_bytes());
        }
        let n_moves = take(4)?.iter().fold(0, |n, &byte| n << 8 | usize::from(byte));
        let moves = take(n_moves)?;
        let annotations = rest;
        let mut offsets = [0_u64; 2];
        for (stream, bytes) in [moves, annotations].into_iter().enumerate() {
            if bytes.is_empty() {
                continue;
            }
            offsets[stream] = self.n_bytes[stream];
            self.n_bytes[stream] += bytes.len() as u64;
            if self.n_bytes[stream] > u64::from(u32::MAX) {
                return Err(full(FullError::Bytes(FILES[stream])));
            }
        }
        for (at, offset) in [(1, offsets[CBG]), (5, offsets[CBA])] {
            record[at..at + 4].copy_from_slice(&(offset as u32).to_be_bytes());
        }
        fill_extra(&mut extra, offsets);
        self.sinks[CBG].write_all(moves)?;
        if let Some((_game, after)) = annotations.split_at_checked(3) {
            self.sinks[CBA].write_all(&number.to_be_bytes()[1..])?;
            self.sinks[CBA].write_all(after)?;
        }
        self.sinks[CBJ].write_all(&extra)?;
        self.sinks[CBH].write_all(&record)?;
        self.n_games = number;
        Ok(())
    }

    /// Writes what the games refer to, and the headers; returns the sinks.
    ///
    /// # Errors
    /// When a sink fails.
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use pgn_formats::databases::chessbase::{Base, FILES};
    ///
    /// let base = Base::new(FILES.map(|_| Cursor::new(Vec::new())))?;
    /// assert_eq!(base.finish()?.len(), FILES.len());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn finish(self) -> io::Result<[S; FILES.len()]> {
        let Base { mut sinks, n_bytes, lists, n_games } = self;
        for (sink, (list, (_, n_data, compare))) in
            sinks[CBA + 1..=CBE].iter_mut().zip(lists.iter().zip(LISTS))
        {
            list.write(n_data, compare, sink)?;
        }
        let games = (n_games + 1).to_be_bytes();
        let mut main = [0; RECORD_BYTES];
        main[..6].copy_from_slice(&[0, 0, 0x2C, 0, 0x2E, 1]);
        main[6..10].copy_from_slice(&games);
        main[40..44].copy_from_slice(&games);
        let length = RECORD_BYTES as u64 * (u64::from(n_games) + 1);
        put_header(&mut sinks[CBH], length, &main)?;
        for stream in [CBG, CBA] {
            let mut header = [0; STREAM_HEADER_BYTES];
            header[1] = STREAM_HEADER_BYTES as u8;
            header[2..6].copy_from_slice(&(n_bytes[stream] as u32).to_be_bytes());
            header[10..18].copy_from_slice(&n_bytes[stream].to_be_bytes());
            put_header(&mut sinks[stream], n_bytes[stream], &header)?;
        }
        let mut header = [0; EXTRA_HEADER_BYTES];
        header[0] = 11;
        header[4] = EXTRA_BYTES as u8;
        header[8..12].copy_from_slice(&n_games.to_le_bytes());
        let length = EXTRA_HEADER_BYTES as u64 + EXTRA_BYTES as u64 * u64::from(n_games);
        put_header(&mut sinks[CBJ], length, &header)?;
        Ok(sinks)
    }
}

/// Writes a header at the beginning of a sink to which `length` bytes were written.
fn put_header(sink: &mut (impl Write + Seek), length: u64, header: &[u8]) -> io::Result<()> {
    sink.seek(SeekFrom::Current(-(length as i64)))?;
    sink.write_all(header)?;
    sink.seek(SeekFrom::Current(length as i64 - header.len() as i64)).map(drop)
}

/// The fields of `.cbj` after the teams. Except for the offsets, these are the default values in
/// the known databases.
fn fill_extra(extra: &mut [u8; EXTRA_BYTES], offsets: [u64; 2]) {
    /// The type of a rating.
    const RATING: [u8; 16] = [0, 1, 0, 1, 0, b'F', b'I', b'D', b'E', 0, 0, 0, 0, 0, 0, 0];
    extra[8..12].fill(0xFF);
    extra[12..20].copy_from_slice(&offsets[CBA].to_be_bytes());
    extra[30..38].copy_from_slice(&offsets[CBG].to_be_bytes());
    extra[38..54].copy_from_slice(&RATING);
    extra[54..70].copy_from_slice(&RATING);
    // One save, and no title.
    extra[79] = 1;
    extra[116..].fill(0xFF);
}

fn full(what: FullError) -> io::Error {
    io::Error::other(what)
}

type Compare = fn(&[u8], &[u8]) -> Ordering;

/// The files of the lists, the size of a record without its place in the tree, and its order there.
const LISTS: [(File, usize, Compare); 5] = [
    (File::Cbp, 58, <[u8]>::cmp),
    (File::Cbt, 90, compare_tournaments),
    (File::Cbc, 53, <[u8]>::cmp),
    (File::Cbs, 59, <[u8]>::cmp),
    (File::Cbe, 63, <[u8]>::cmp),
];

/// The latest year first, then by title and place.
fn compare_tournaments(a: &[u8], b: &[u8]) -> Ordering {
    let year = |fields: &[u8]| i32_le_at(fields, 70) >> 9;
    year(b).cmp(&year(a)).then_with(|| a.cmp(b))
}

/// The data of an entity besides its fields.
#[derive(Clone, Copy, Debug)]
struct Uses {
    id: u32,
    count: u32,
    first_game: u32,
}

/// The players, or other entities, of a base while it is written.
#[derive(Debug, Default)]
struct EntityList {
    ids: HashMap<Box<[u8]>, Uses>,
}

impl EntityList {
    /// The number of the entity with these fields; a new one, if it is new.
    fn id(&mut self, fields: &[u8], game: u32, file: File) -> io::Result<u32> {
        if let Some(uses) = self.ids.get_mut(fields) {
            uses.count += 1;
            return Ok(uses.id);
        }
        if self.ids.len() == ENTITIES_MAX {
            return Err(full(FullError::Names(file)));
        }
        let id = self.ids.len() as u32;
        self.ids.insert(fields.into(), Uses { id, count: 1, first_game: game });
        Ok(id)
    }

    /// Writes the file: a header, and the records by number, each with its place in the tree.
    fn write(&self, n_data: usize, compare: Compare, sink: &mut impl Write) -> io::Result<()> {
        let mut sorted: Vec<(&[u8], Uses)> =
            self.ids.iter().map(|(fields, &uses)| (&fields[..], uses)).collect();
        sorted.sort_unstable_by(|(a, _), (b, _)| compare(a, b));
        let mut places = vec![TreePlace::LEAF; sorted.len()];
        let ids: Vec<u32> = sorted.iter().map(|(_, uses)| uses.id).collect();
        let root = grow(&ids, &mut places);
        let n = sorted.len() as i32;
        for number in [n, root.unwrap_or(0), 1_234_567_890, n_data as i32, -1, n, 4, 0] {
            sink.write_all(&number.to_le_bytes())?;
        }
        sorted.sort_unstable_by_key(|(_, uses)| uses.id);
        let mut record = Vec::new();
        for ((fields, uses), place) in sorted.into_iter().zip(places) {
            record.clear();
            record.extend(place.left.to_le_bytes());
            record.extend(place.right.to_le_bytes());
            record.extend(place.balance.to_le_bytes());
            record.extend(fields);
            record.resize(TREE_BYTES + n_data - 8, 0);
            record.extend(uses.count.to_le_bytes());
            record.extend(uses.first_game.to_le_bytes());
            sink.write_all(&record)?;
        }
        Ok(())
    }
}

/// The children of a record in the tree, −1 for none, and the difference in depth of the right and
/// the left side.
#[derive(Clone, Copy, Debug)]
struct TreePlace {
    left: i32,
    right: i32,
    balance: i8,
}

impl TreePlace {
    const LEAF: TreePlace = TreePlace { left: -1, right: -1, balance: 0 };
}

/// Makes a balanced tree of records whose numbers are in sorted order; returns its root. The depth
/// of the recursion is the logarithm of their count.
fn grow(ids: &[u32], places: &mut [TreePlace]) -> Option<i32> {
    let middle = ids.len() / 2;
    let &id = ids.get(middle)?;
    let (left, right) = (&ids[..middle], &ids[middle + 1..]);
    let depth = |ids: &[u32]| ids.len().checked_ilog2().map_or(0, |n| n as i8 + 1);
    let place = TreePlace {
        left: grow(left, places).unwrap_or(-1),
        right: grow(right, places).unwrap_or(-1),
        balance: depth(right) - depth(left),
    };
    places[id as usize] = place;
    Some(id as i32)
}
