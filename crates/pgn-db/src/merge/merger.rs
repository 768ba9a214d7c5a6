//! Streams that are in order, made one.
//!
//! Owns: which game comes next. Knows nothing of: which games are wanted, where they go.
//! Standard: §12. Decisions: D-42.
//! Start at [`Merger::run`].

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use super::stream::Stream;
use crate::carry::{Carry, Counts, Emit, Keys, ParcelReader};
use crate::collate::{GAME, Movetexts};
use crate::error::{Error, ErrorKind};
use crate::scan;
use crate::sort::{Budget, Folder, NoTail, Sorted, Sorter};
use crate::source::Inputs;
use pgn_query::Query;
use pgnkit::Game;
use pgnkit::collate::Collation;

/// How much memory a file takes that is read beside others, in bytes: three chunks, each with what
/// was made of it.
const STREAM_BYTES: usize = 2 << 20;

/// No more files than these are read at once.
const STREAMS_MAX: usize = 64;

/// Merges files that are in order.
pub struct Merger {
    /// The order of all games.
    pub collation: Collation,
    /// Which games are asked about; `None` for all.
    pub query: Option<Arc<Query>>,
    /// How each file is read.
    pub options: scan::Options,
    /// Where games with equal heads are laid down, if they are many.
    pub folder: Folder,
    /// What the files, and those games, may take.
    pub budget: Budget,
}

/// What was read.
#[derive(Debug, Default)]
pub struct Merged {
    /// What moving the games of each source took, in the order of the sources.
    pub ends: Vec<(String, Counts)>,
    /// Games that were given.
    pub n_games: u64,
}

/// The key of a game with the length of its head before it.
///
/// ```text
/// key = head-length (4 bytes) GAME head rest
/// ```
#[derive(Clone, Debug)]
struct Headed {
    whole: Collation,
    head: Collation,
}

impl Headed {
    fn push_key(&self, game: &Game, key: &mut Vec<u8>) {
        let from = key.len();
        key.extend_from_slice(&[0; 4]);
        key.push(GAME);
        self.head.push_head(game, key);
        let len = key.len() - from - 4;
        key.truncate(from + 5);
        self.whole.push_head(game, key);
        key[from..from + 4].copy_from_slice(&(len as u32).to_be_bytes());
    }
}

impl Keys for Headed {
    fn push(&self, game: &Game, keys: &mut Emit<'_>) {
        keys.key(|key| self.push_key(game, key));
    }
}

/// The head of such a key, and the key in the order of all games.
fn open_key(key: &[u8]) -> (&[u8], &[u8]) {
    let (len, whole) = key.split_first_chunk().unwrap_or((&[0; 4], key));
    let len = u32::from_be_bytes(*len) as usize;
    (&whole[..len.min(whole.len())], whole)
}

/// Games whose text is another now, and that may have another place in the order.
pub struct Moved {
    /// Key: the head, the number of the game. Load: key and parcel, the length of the key first.
    sorter: Sorter<Folder, NoTail>,
    headed: Headed,
    reader: ParcelReader,
}

impl Moved {
    /// No games; they will go into this sorter.
    #[must_use]
    pub fn new(collation: &Collation, sorter: Sorter<Folder, NoTail>) -> Moved {
        let headed = Headed { whole: collation.clone(), head: collation.tags_first() };
        Moved { sorter, headed, reader: ParcelReader::default() }
    }

    /// A game, its number among those of all files, and its new text as a parcel.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn push(&mut self, number: u64, parcel: &[u8]) -> std::io::Result<()> {
        let mut load = vec![0; 4];
        if let Some(game) = self.reader.read(parcel) {
            self.headed.push_key(game, &mut load);
        }
        let n_key = load.len() - 4;
        load[..4].copy_from_slice(&(n_key as u32).to_be_bytes());
        let key = [open_key(&load[4..]).0, &number.to_be_bytes()].concat();
        load.extend_from_slice(parcel);
        self.sorter.push(&key, &load)
    }
}

/// A game that is next in its stream: its head, its number, the stream.
type Next = Reverse<(Vec<u8>, u64, usize)>;

/// Where games are taken from.
struct Sides {
    streams: Vec<Stream>,
    /// The number of the next game of each stream.
    numbers: Vec<u64>,
    moved: Sorted<NoTail>,
    /// The present one of these: key and parcel.
    present: (Vec<u8>, Vec<u8>),
    heap: BinaryHeap<Next>,
}

impl Merger {
    /// Whether so many files can be read at once within the budget.
    #[must_use]
    pub fn holds(&self, n_files: usize) -> bool {
        n_files <= (self.budget.merge_bytes / STREAM_BYTES).min(STREAMS_MAX)
    }

    /// Gives the games of all files in order to `take`: those for whose numbers `stays` is true, in
    /// the order of the files from 0, and those that have moved; behind them texts that belong to
    /// no game. `firsts` has the number of the first game of each file.
    ///
    /// # Errors
    /// Those of `take` and of temporary files; when a file is not in order, which it was when it
    /// was looked at.
    pub fn run(
        self,
        files: Vec<Inputs>,
        firsts: Vec<u64>,
        stays: impl Fn(u64) -> bool,
        moved: Moved,
        mut take: impl FnMut(&[u8]) -> Result<(), Error>,
    ) -> Result<Merged, Error> {
        let headed = moved.headed.clone();
        let trouble = |error| trouble(&self.folder, error);
        let moved = moved.sorter.finish().map_err(trouble)?;
        thread::scope(|scope| {
            let mut streams = Vec::new();
            for file in files {
                let (mut sender, stream) = Stream::new();
                streams.push(stream);
                let carry = Carry { keys: headed.clone(), query: self.query.clone() };
                let options = scan::Options { n_threads: NonZeroUsize::MIN, ..self.options };
                // It ends when nobody asks for more; what else there is was told before.
                scope.spawn(move || scan::run(file, options, carry, &mut sender).ok());
            }
            let present = (Vec::new(), Vec::new());
            let heap = BinaryHeap::new();
            let mut sides = Sides { streams, numbers: firsts, moved, present, heap };
            (0..=sides.streams.len()).try_for_each(|side| sides.advance(side).map_err(trouble))?;
            let mut group = Group::new(&self);
            let mut last = Vec::new();
            while let Some(Reverse((head, number, side))) = sides.heap.pop() {
                if head < last {
                    let why = "is not in order any more";
                    let error = Error::new(ErrorKind::Io, "the input", why);
                    return Err(error.with_hint("it has changed while it was read"));
                }
                if head > last {
                    group.give(&mut take)?;
                    last = head;
                }
                // A stream has its game here; without one it is a game that has moved.
                match sides.streams.get(side).and_then(Stream::present) {
                    Some(game) if stays(number) => group.push(open_key(game.key).1, game.parcel)?,
                    Some(_) => {}
                    None => group.push(open_key(&sides.present.0).1, &sides.present.1)?,
                }
                sides.advance(side).map_err(trouble)?;
            }
            group.give(&mut take)?;
            let n_games = group.n_games;
            sides.streams.iter().flat_map(|it| &it.tails).try_for_each(|tail| take(tail))?;
            let ends = sides.streams.into_iter().flat_map(|stream| stream.ends).collect();
            Ok(Merged { ends, n_games })
        })
    }
}

impl Sides {
    /// Goes on to the next game of a stream; behind the streams are the games that have moved.
    fn advance(&mut self, side: usize) -> std::io::Result<()> {
        if let Some(stream) = self.streams.get_mut(side) {
            stream.advance();
            if let Some(game) = stream.present() {
                let head = open_key(game.key).0.to_vec();
                self.heap.push(Reverse((head, self.numbers[side], side)));
                self.numbers[side] += 1;
            }
            return Ok(());
        }
        let Some((key, load)) = self.moved.next_item()? else { return Ok(()) };
        let misread = || std::io::Error::other("a game is not what was kept");
        let (head, number) = key.split_last_chunk().ok_or_else(misread)?;
        let (n_key, rest) = load.split_first_chunk().ok_or_else(misread)?;
        let n_key = (u32::from_be_bytes(*n_key) as usize).min(rest.len());
        self.present = (rest[..n_key].to_vec(), rest[n_key..].to_vec());
        self.heap.push(Reverse((head.to_vec(), u64::from_be_bytes(*number), side)));
        Ok(())
    }
}

/// Trouble with temporary files.
fn trouble(folder: &Folder, error: std::io::Error) -> Error {
    Error::from_io(format!("temporary files in {}", folder.0.display()), error)
}

/// Games with one head.
struct Group<'a> {
    merger: &'a Merger,
    /// The first one: its key and parcel.
    first: Option<(Vec<u8>, Vec<u8>)>,
    /// All of them, if they are several.
    sorter: Option<Sorter<Folder, Movetexts>>,
    /// Games that were taken so far.
    n_games: u64,
}

impl Group<'_> {
    fn new(merger: &Merger) -> Group<'_> {
        Group { merger, first: None, sorter: None, n_games: 0 }
    }

    fn push(&mut self, key: &[u8], parcel: &[u8]) -> Result<(), Error> {
        self.n_games += 1;
        let Some((first_key, first)) = &self.first else {
            self.first = Some((key.to_vec(), parcel.to_vec()));
            return Ok(());
        };
        let Merger { collation, folder, budget, .. } = self.merger;
        let trouble = |error| trouble(folder, error);
        if self.sorter.is_none() {
            let movetexts = Movetexts::new(collation.clone());
            let sorter = Sorter::new(folder.clone(), movetexts, budget.halved());
            self.sorter.insert(sorter).push(first_key, first).map_err(trouble)?;
        }
        match &mut self.sorter {
            Some(sorter) => sorter.push(key, parcel).map_err(trouble),
            None => Ok(()),
        }
    }

    /// Gives the games, and has none then.
    fn give(&mut self, take: &mut impl FnMut(&[u8]) -> Result<(), Error>) -> Result<(), Error> {
        let first = self.first.take();
        let Some(sorter) = self.sorter.take() else {
            return first.map_or(Ok(()), |(_, parcel)| take(&parcel));
        };
        let folder = &self.merger.folder;
        let trouble = |error| trouble(folder, error);
        let mut sorted = sorter.finish().map_err(trouble)?;
        while let Some((_, parcel)) = sorted.next_item().map_err(trouble)? {
            take(parcel)?;
        }
        Ok(())
    }
}
