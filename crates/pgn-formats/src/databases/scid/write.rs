//! A base while it is written: three streams, filled game by game.

use std::fmt;
use std::io::{self, Seek, SeekFrom, Write};

use super::name::{self, NameKind, NameList};
use super::record::{HEADER_BYTES, IndexRecord, MAGIC, N_GAMES_AT, RECORD_BYTES, VERSION, max};
use super::tags;
use crate::databases::bytes::split_packed;

/// Size of a block in bytes; a game does not cross a block boundary.
const BLOCK_BYTES: u64 = 131_072;

/// The three streams of a database. The index is written from its current offset, and gets its
/// header there at the end.
///
/// ```
/// use std::io::Cursor;
///
/// use pgn_formats::databases::scid::{Base, Sinks};
///
/// let (index, names, games) = (Cursor::new(Vec::new()), Vec::new(), Vec::new());
/// let sinks = Sinks { index, names, games };
/// assert!(Base::new(sinks)?.finish()?.index.get_ref().starts_with(b"Scid.si"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Sinks<I, N, G> {
    /// `.si4`
    pub index: I,
    /// `.sn4`
    pub names: N,
    /// `.sg4`
    pub games: G,
}

/// A database that receives packed games. Memory: the names.
///
/// ```
/// use std::io::Cursor;
///
/// use pgn_formats::databases::scid::{Base, Packer, Sinks};
///
/// let game: pgnkit::Game = "1. e4 e5 1-0".parse()?;
/// let mut packed = Vec::new();
/// Packer::default().append(&game, &mut packed, &mut Vec::new())?;
/// let (index, names, games) = (Cursor::new(Vec::new()), Vec::new(), Vec::new());
/// let sinks = Sinks { index, names, games };
/// let mut base = Base::new(sinks)?;
/// base.push(&packed)?;
/// let sinks = base.finish()?;
/// assert!(sinks.index.into_inner().starts_with(b"Scid.si"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Base<I, N, G> {
    sinks: Sinks<I, N, G>,
    lists: [NameList; 4],
    n_games: u32,
    offset: u64,
}

/// Content that does not fit a base.
///
/// ```
/// use pgn_formats::databases::scid::FullError;
///
/// assert_eq!(FullError::NotPacked.to_string(), "not a packed game");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FullError {
    /// More games.
    Games,
    /// More bytes of games.
    Bytes,
    /// More names of a kind.
    Names(&'static str),
    /// Bytes that are not a packed game.
    NotPacked,
}

impl fmt::Display for FullError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FullError::Games => write!(f, "an SI4 database contains at most {} games", max::GAMES),
            FullError::Bytes => f.write_str("an SI4 database contains at most 4 GiB of games"),
            FullError::Names(kind) => write!(f, "an SI4 database cannot contain more {kind}"),
            FullError::NotPacked => f.write_str("not a packed game"),
        }
    }
}

impl std::error::Error for FullError {}

impl<I: Write + Seek, N: Write, G: Write> Base<I, N, G> {
    /// An empty base.
    ///
    /// # Errors
    /// When the index cannot be written.
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use pgn_formats::databases::scid::{Base, Sinks};
    ///
    /// let (index, names, games) = (Cursor::new(Vec::new()), Vec::new(), Vec::new());
    /// let sinks = Sinks { index, names, games };
    /// let base = Base::new(sinks)?;
    /// # let _ = base;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(mut sinks: Sinks<I, N, G>) -> io::Result<Base<I, N, G>> {
        sinks.index.write_all(&[0; HEADER_BYTES])?;
        Ok(Base { sinks, lists: Default::default(), n_games: 0, offset: 0 })
    }

    /// Adds packed games from a [`Packer`](super::Packer), in order.
    ///
    /// # Errors
    /// If a stream fails, and with a [`FullError`] if the database is full.
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use pgn_formats::databases::scid::{Base, Sinks};
    ///
    /// let (index, names, games) = (Cursor::new(Vec::new()), Vec::new(), Vec::new());
    /// let sinks = Sinks { index, names, games };
    /// let mut base = Base::new(sinks)?;
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
        let not_packed = || full(FullError::NotPacked);
        let (record, mut rest) = game.split_first_chunk::<RECORD_BYTES>().ok_or_else(not_packed)?;
        let mut record = IndexRecord::parse(record);
        if self.n_games == max::GAMES {
            return Err(full(FullError::Games));
        }
        for (n, (_, kind)) in tags::NAMED.into_iter().enumerate() {
            let (&[length], after) = rest.split_first_chunk::<1>().ok_or_else(not_packed)?;
            let (name, after) = after.split_at_checked(length.into()).ok_or_else(not_packed)?;
            rest = after;
            let id = self.lists[kind as usize].id(name, max::NAMES[kind as usize]);
            record.names[n] = id.ok_or_else(|| full(FullError::Names(called(kind))))?;
        }
        let n_bytes = rest.len() as u64;
        let left = BLOCK_BYTES - self.offset % BLOCK_BYTES;
        if n_bytes > left {
            self.sinks.games.write_all(&vec![0; left as usize])?;
            self.offset += left;
        }
        if self.offset + n_bytes > u64::from(u32::MAX) {
            return Err(full(FullError::Bytes));
        }
        record.offset = self.offset;
        self.sinks.games.write_all(rest)?;
        self.offset += n_bytes;
        self.sinks.index.write_all(&record.to_bytes())?;
        self.n_games += 1;
        Ok(())
    }

    /// Writes the names and the header; returns the streams.
    ///
    /// # Errors
    /// When a stream fails.
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use pgn_formats::databases::scid::{Base, Sinks};
    ///
    /// let (index, names, games) = (Cursor::new(Vec::new()), Vec::new(), Vec::new());
    /// let sinks = Sinks { index, names, games };
    /// let sinks = Base::new(sinks)?.finish()?;
    /// assert!(sinks.games.is_empty());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn finish(self) -> io::Result<Sinks<I, N, G>> {
        let Base { mut sinks, lists, n_games, .. } = self;
        name::write(&lists, &mut sinks.names)?;
        let length = HEADER_BYTES as i64 + RECORD_BYTES as i64 * i64::from(n_games);
        sinks.index.seek(SeekFrom::Current(-length))?;
        sinks.index.write_all(&header(n_games))?;
        sinks.index.seek(SeekFrom::Current(length - HEADER_BYTES as i64))?;
        Ok(sinks)
    }
}

fn full(what: FullError) -> io::Error {
    io::Error::other(what)
}

fn called(kind: NameKind) -> &'static str {
    match kind {
        NameKind::Player => "players",
        NameKind::Event => "events",
        NameKind::Site => "sites",
        NameKind::Round => "rounds",
    }
}

/// The header: no description, no names of flags; the first game is the one to open.
fn header(n_games: u32) -> [u8; HEADER_BYTES] {
    let mut header = [0; HEADER_BYTES];
    header[..8].copy_from_slice(MAGIC);
    header[8..10].copy_from_slice(&VERSION.to_be_bytes());
    header[N_GAMES_AT..N_GAMES_AT + 3].copy_from_slice(&n_games.to_be_bytes()[1..]);
    header[N_GAMES_AT + 5] = 1;
    header
}
