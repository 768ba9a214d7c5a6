//! The feed: sources opened one after the other and cut into chunks of whole games.
//!
//! Owns: the size of chunks. Knows nothing of: threads.
//! Standard: none.
//! Start at [`Feed`].

use std::io;
use std::sync::Arc;

use super::chunk::{Chunk, SourceInfo};
use super::cutter::Cutter;
use super::guard::GAME_BYTES_MAX;
use super::lines::LineCutter;
use super::{Cut, Options};
use crate::error::{Error, ErrorKind};
use crate::source::{Inputs, Source, Sources};
use pgnkit::syntax::Region;

/// A chunk is closed when it has this many bytes: alone, what stays in a near cache; with others,
/// enough that handing it over costs nothing beside the work, and little enough that a file of
/// some megabytes is shared by all.
const CHUNK_BYTES: usize = 256 << 10;
const CHUNK_BYTES_SHARED: usize = 512 << 10;

/// What the feed gives.
pub(super) enum Item {
    Chunk(Box<Chunk>),
    /// A source that cannot be opened.
    Trouble(Error),
}

/// Gives the games of all sources in order. Nothing is opened before it is needed.
pub(super) struct Feed {
    sources: Sources,
    options: Options,
    chunk_bytes: usize,
    open: Option<Open>,
}

/// The source that is being read.
struct Open {
    regions: Regions,
    /// What the next chunk begins with.
    next: Chunk,
}

/// The regions of a text.
enum Regions {
    Games(Box<Cutter>),
    Lines(LineCutter),
}

impl Regions {
    fn next_region<T>(&mut self, take: impl FnOnce(&Region<'_>) -> T) -> io::Result<Option<T>> {
        match self {
            Regions::Games(cutter) => cutter.next_region(take),
            Regions::Lines(cutter) => cutter.next_region(take),
        }
    }

    fn passed_over(&self) -> Option<String> {
        match self {
            Regions::Games(cutter) => cutter.passed_over(),
            Regions::Lines(cutter) => cutter.passed_over(),
        }
    }
}

impl Feed {
    pub(super) fn new(inputs: Inputs, options: Options) -> Feed {
        let sources = inputs.sources().with_threads(options.n_threads);
        let is_alone = options.n_threads.get() == 1;
        let chunk_bytes = if is_alone { CHUNK_BYTES } else { CHUNK_BYTES_SHARED };
        Feed { sources, options, chunk_bytes, open: None }
    }

    /// The next item; `None` when all sources are over.
    pub(super) fn next_item(&mut self) -> Option<Item> {
        let mut open = match self.open.take() {
            Some(open) => open,
            None => match self.sources.next()? {
                Ok(source) => Open::new(source, &self.options),
                Err(error) => return Some(Item::Trouble(error)),
            },
        };
        let chunk = open.next_chunk(self.chunk_bytes);
        if chunk.end.is_none() {
            self.open = Some(open);
        }
        Some(Item::Chunk(Box::new(chunk)))
    }
}

impl Open {
    fn new(source: Source, options: &Options) -> Open {
        let info = Arc::new(SourceInfo::of(&source, options));
        let regions = match options.cut {
            Cut::Games => Regions::Games(Box::new(Cutter::new(source.read, GAME_BYTES_MAX))),
            Cut::Lines => Regions::Lines(LineCutter::new(source.read)),
        };
        Open { regions, next: empty_chunk(info, true) }
    }

    /// The chunk is closed only when it is known whether more follows, so that the last chunk of a
    /// source is never an empty one, unless the source is empty.
    fn next_chunk(&mut self, chunk_bytes: usize) -> Chunk {
        let following = empty_chunk(Arc::clone(&self.next.source), false);
        let mut chunk = std::mem::replace(&mut self.next, following);
        chunk.text.reserve(chunk_bytes + chunk_bytes / 16);
        loop {
            // An escape line may speak of the line that follows, so it is not parted from it; a
            // text of nothing but such lines is cut all the same.
            let len = chunk.text.len();
            let is_full = len >= 4 * chunk_bytes || len >= chunk_bytes && !chunk.ends_in_escape();
            let into = if is_full { &mut self.next } else { &mut chunk };
            let taken = self.regions.next_region(|region| {
                if region.start.0 == 0 {
                    into.source.keep_head(region.text);
                }
                into.push(region);
            });
            match taken {
                Ok(Some(())) if is_full => return chunk,
                Ok(Some(())) => {}
                Ok(None) => {
                    chunk.end = Some(match self.regions.passed_over() {
                        None => Ok(()),
                        Some(why) => {
                            Err(Error::new(ErrorKind::Unsupported, &chunk.source.name, why))
                        }
                    });
                    return chunk;
                }
                Err(error) => {
                    chunk.end = Some(Err(Error::from_io(&chunk.source.name, error)));
                    return chunk;
                }
            }
        }
    }
}

fn empty_chunk(source: Arc<SourceInfo>, is_first: bool) -> Chunk {
    Chunk { source, text: Vec::new(), is_first, end: None, pieces: Vec::new() }
}
