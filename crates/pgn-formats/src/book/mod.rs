//! Polyglot opening books: moves by the keys of positions (§19, D-52).
//!
//! ```text
//! book  = entry …          in order of keys
//! entry = key move weight learn        8, 2, 2 and 4 bytes, the greatest first
//! move  = promotion from-rank from-file to-rank to-file   3 bits each, from bit 14 down
//! ```
//!
//! A castling move is that of the king to the square of its rook. The learn field is for programs
//! that learn from their games; this module writes zero.
//!
//! Start at [`Entry`] to write, at [`find`] to read.

use pgnkit::chess::{Move, MoveKind, Position, Role};
use std::io::{self, Read, Seek, SeekFrom};

#[cfg(test)]
mod tests;

/// A move of a book.
///
/// ```
/// use pgn_formats::book::Entry;
/// use pgnkit::Position;
///
/// let start = Position::default();
/// let mv = start.legal_moves()[0];
/// let entry = Entry::new(start.polyglot_key(), mv, 10).unwrap();
/// assert_eq!(entry.resolve(&start), Some(mv));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// The key of the position.
    pub key: u64,
    /// The move, in the encoding of the book.
    pub mv: u16,
    /// The weight of the move, relative to the other moves of the position.
    pub weight: u16,
    /// For programs that learn from their games.
    pub learn: u32,
}

impl Entry {
    /// The size of an entry, in bytes.
    pub const BYTES: usize = 16;

    /// An entry for this move; `None` for moves that a book cannot represent: null moves and drops.
    ///
    /// ```
    /// use pgn_formats::book::Entry;
    /// use pgnkit::Position;
    ///
    /// let start = Position::default();
    /// let mv = start.legal_moves()[0];
    /// let entry = Entry::new(start.polyglot_key(), mv, 10).unwrap();
    /// assert_eq!(entry.weight, 10);
    /// ```
    #[must_use]
    pub fn new(key: u64, mv: Move, weight: u16) -> Option<Entry> {
        let promotion = match mv.kind() {
            MoveKind::Null | MoveKind::Drop(_) | MoveKind::Promotion(Role::King | Role::Pawn) => {
                return None;
            }
            MoveKind::Promotion(role) => role as u16,
            MoveKind::Normal | MoveKind::DoublePush | MoveKind::EnPassant | MoveKind::Castle => 0,
        };
        let (from, to) = (u16::from(mv.from().index()), u16::from(mv.to().index()));
        Some(Entry { key, mv: promotion << 12 | from << 6 | to, weight, learn: 0 })
    }

    /// The bytes of the entry.
    ///
    /// ```
    /// use pgn_formats::book::Entry;
    /// use pgnkit::Position;
    ///
    /// let start = Position::default();
    /// let mv = start.legal_moves()[0];
    /// let entry = Entry::new(start.polyglot_key(), mv, 10).unwrap();
    /// assert_eq!(entry.to_bytes().len(), Entry::BYTES);
    /// ```
    #[must_use]
    pub fn to_bytes(self) -> [u8; Entry::BYTES] {
        let Entry { key, mv, weight, learn } = self;
        let mut bytes = [0; Entry::BYTES];
        bytes[..8].copy_from_slice(&key.to_be_bytes());
        bytes[8..10].copy_from_slice(&mv.to_be_bytes());
        bytes[10..12].copy_from_slice(&weight.to_be_bytes());
        bytes[12..].copy_from_slice(&learn.to_be_bytes());
        bytes
    }

    /// The entry of these bytes.
    ///
    /// ```
    /// use pgn_formats::book::Entry;
    /// use pgnkit::Position;
    ///
    /// let start = Position::default();
    /// let mv = start.legal_moves()[0];
    /// let entry = Entry::new(start.polyglot_key(), mv, 10).unwrap();
    /// assert_eq!(Entry::from_bytes(&entry.to_bytes()), entry);
    /// ```
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Entry::BYTES]) -> Entry {
        let number = |range: std::ops::Range<usize>| {
            bytes[range].iter().fold(0_u64, |number, &byte| number << 8 | u64::from(byte))
        };
        Entry {
            key: number(0..8),
            mv: number(8..10) as u16,
            weight: number(10..12) as u16,
            learn: number(12..16) as u32,
        }
    }

    /// The legal move of this entry; `None` if there is none. Castling may also be written as a
    /// king's move of two squares, as some programs do.
    ///
    /// ```
    /// use pgn_formats::book::Entry;
    /// use pgnkit::Position;
    ///
    /// let start = Position::default();
    /// let mv = start.legal_moves()[0];
    /// let entry = Entry::new(start.polyglot_key(), mv, 10).unwrap();
    /// assert_eq!(entry.resolve(&start), Some(mv));
    /// ```
    #[must_use]
    pub fn resolve(&self, position: &Position) -> Option<Move> {
        let legal = position.legal_moves();
        let is_this = |mv: &&Move| Entry::new(0, **mv, 0).is_some_and(|it| it.mv == self.mv);
        let king_step = |mv: &&Move| {
            let side = position.castling_side(**mv)?;
            let to = side.king_target(position.turn()).index();
            Some(self.mv == u16::from(mv.from().index()) << 6 | u16::from(to))
        };
        let exact = legal.iter().find(is_this);
        exact.or_else(|| legal.iter().find(|mv| king_step(mv) == Some(true))).copied()
    }
}

/// The weights of moves with these points: the points themselves, or, if the largest does not fit,
/// all scaled down in proportion. A move with any points has a weight of at least 1.
///
/// ```
/// use pgn_formats::book::weights;
///
/// assert_eq!(weights(&[3, 0, 5]), [3, 0, 5]);
/// assert_eq!(weights(&[1, 1_000_000]), [1, u16::MAX]);
/// ```
#[must_use]
pub fn weights(points: &[u64]) -> Vec<u16> {
    let most = u128::from(points.iter().copied().max().unwrap_or(0)).max(u128::from(u16::MAX));
    let weight = |&points: &u64| {
        let scaled = u128::from(points) * u128::from(u16::MAX) / most;
        u16::try_from(scaled).unwrap_or(u16::MAX).max(u16::from(points > 0))
    };
    points.iter().map(weight).collect()
}

/// The entries of a position, in the order of the book. Cost: a binary search.
///
/// # Errors
/// I/O errors, and [`io::ErrorKind::InvalidData`] if the data is not a book: its length is not a
/// multiple of 16, or the entries that were read are not in order.
///
/// ```
/// use std::io::Cursor;
///
/// use pgn_formats::book::find;
/// use pgn_formats::book::Entry;
/// use pgnkit::Position;
///
/// let start = Position::default();
/// let mv = start.legal_moves()[0];
/// let entry = Entry::new(start.polyglot_key(), mv, 10).unwrap();
/// let mut book = Cursor::new(entry.to_bytes());
/// assert_eq!(find(&mut book, start.polyglot_key())?, [entry]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn find(book: &mut (impl Read + Seek), key: u64) -> io::Result<Vec<Entry>> {
    let n_bytes = book.seek(SeekFrom::End(0))?;
    if n_bytes % Entry::BYTES as u64 != 0 {
        return Err(not_a_book("its length is not a multiple of 16 bytes"));
    }
    let n_entries = n_bytes / Entry::BYTES as u64;
    // The keys at both ends of what is left must enclose those in the middle.
    let (mut low, mut high) = (0, n_entries);
    let (mut low_key, mut high_key) = (0, u64::MAX);
    while low < high {
        let middle = low + (high - low) / 2;
        let found = entry_at(book, middle)?.key;
        if found < low_key || found > high_key {
            return Err(not_a_book("its entries are not in order"));
        }
        if found < key {
            (low, low_key) = (middle + 1, found);
        } else {
            (high, high_key) = (middle, found);
        }
    }
    let mut entries = Vec::new();
    while low < n_entries {
        let entry = entry_at(book, low)?;
        if entry.key != key {
            break;
        }
        entries.push(entry);
        low += 1;
    }
    Ok(entries)
}

fn entry_at(book: &mut (impl Read + Seek), number: u64) -> io::Result<Entry> {
    book.seek(SeekFrom::Start(number * Entry::BYTES as u64))?;
    let mut bytes = [0; Entry::BYTES];
    book.read_exact(&mut bytes)?;
    Ok(Entry::from_bytes(&bytes))
}

fn not_a_book(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("not a Polyglot book: {why}"))
}
