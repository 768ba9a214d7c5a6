//! The feed: opens sources one after the other and splits them into chunks of whole games.

use std::io;
use std::sync::{Arc, OnceLock};

use super::blocks::{BLOCK_BYTES, Block, Blocks};
use super::buffer_pool::{BufferPool, Text};
use super::chooser::{Begin, Chooser, Chosen, Pick};
use super::chunk::{Chunk, SourceInfo};
use super::chunk_link::{ChunkLink, Handoff};
use super::cutter::Cutter;
use super::guard::GAME_BYTES_MAX;
use super::lines::LineCutter;
use super::part::{Behind, Part};
use super::{Cut, Options};
use crate::error::{Error, ErrorKind};
use crate::source::{DatabaseOptions, Inputs, Source, Sources};
use pgnkit::syntax::Region;

/// A chunk of single regions is closed when it has this many bytes.
const CHUNK_BYTES: usize = BLOCK_BYTES;

/// The same for this many regions: the data of one may be larger than its text.
const CHUNK_REGIONS: usize = 1 << 14;

/// A game this long is not stored twice, in bytes; copying a shorter one costs less than new memory
/// for those that follow.
const TAKEN_BYTES_MIN: usize = 1 << 20;

pub(super) enum Item {
    Chunk(Box<Chunk>),
    /// A source that cannot be opened.
    Error(Error),
}

/// Gives the games of all sources in order. Nothing is opened before it is needed.
pub(super) struct SourceFeed {
    sources: Sources,
    options: Options,
    choose: Option<Chooser>,
    pool: BufferPool,
    open: Option<OpenSource>,
}

/// The source that is being read.
pub(super) struct OpenSource {
    info: Arc<SourceInfo>,
    way: Way,
    pool: BufferPool,
    /// Where the next chunk begins.
    before: Arc<Handoff>,
    /// Whether the next chunk is the first one.
    is_first: bool,
}

/// How to split the text of a source.
enum Way {
    Blocks(Blocks),
    Regions(Regions, Chunk),
}

enum Regions {
    Games(Box<Cutter>),
    Lines(LineCutter),
    Picked(Box<dyn Pick + Send>),
    Nothing,
}

impl Regions {
    fn next_region<T>(&mut self, take: impl FnOnce(&Region<'_>) -> T) -> io::Result<Option<T>> {
        match self {
            Regions::Games(cutter) => cutter.next_region(take),
            Regions::Lines(cutter) => cutter.next_region(take),
            Regions::Picked(pick) => {
                let (mut take, mut taken) = (Some(take), None);
                pick.next_region(&mut |region| {
                    taken = take.take().map(|take| take(region));
                })?;
                Ok(taken)
            }
            Regions::Nothing => Ok(None),
        }
    }

    fn passed_over(&self) -> Option<String> {
        match self {
            Regions::Games(cutter) => cutter.passed_over(),
            Regions::Lines(cutter) => cutter.passed_over(),
            Regions::Picked(_) | Regions::Nothing => None,
        }
    }
}

impl SourceFeed {
    pub(super) fn new(inputs: Inputs, options: Options, choose: Option<Chooser>) -> SourceFeed {
        let sources = inputs.sources().with_threads(options.thread_count);
        let databases = DatabaseOptions { encoding: options.encoding, ..options.databases };
        let sources = sources.with_memory(options.unpack_bytes_max).with_databases(databases);
        SourceFeed { sources, options, choose, pool: BufferPool::default(), open: None }
    }

    /// The next item; `None` after all sources.
    pub(super) fn next_item(&mut self) -> Option<Item> {
        let mut open = match self.open.take() {
            Some(open) => open,
            None => match self.sources.next()? {
                Ok(source) => {
                    let chosen = self.choose.as_ref().map_or(Chosen::All, |choose| choose(&source));
                    OpenSource::chosen(source, chosen, &self.options, &self.pool)
                }
                Err(error) => return Some(Item::Error(error)),
            },
        };
        let chunk = open.next_chunk();
        if chunk.end.is_none() {
            self.open = Some(open);
        }
        Some(Item::Chunk(Box::new(chunk)))
    }
}

impl OpenSource {
    pub(super) fn new(
        source: Source,
        options: &Options,
        pool: &BufferPool,
        block_bytes: usize,
    ) -> OpenSource {
        let info = Arc::new(SourceInfo::of(&source, options));
        let before = Handoff::at_start();
        let way = match options.cut {
            Cut::Games => Way::Blocks(Blocks::new(source.read, 0, pool, block_bytes)),
            Cut::Lines => {
                let next = chunk_of_regions(&info, pool.text(), ChunkLink::from(&before), 0);
                Way::Regions(Regions::Lines(LineCutter::new(source.read)), next)
            }
        };
        OpenSource { info, way, pool: pool.clone(), before, is_first: true }
    }

    /// A part of a source.
    fn part(source: &Source, part: Part, options: &Options, pool: &BufferPool) -> OpenSource {
        let info = Arc::new(SourceInfo::of_part(source, options, &part));
        let way = Blocks::new(part.read, part.offset.unwrap_or(0), pool, BLOCK_BYTES);
        let (way, before) = (Way::Blocks(way), Handoff::at_start());
        OpenSource { info, way, pool: pool.clone(), before, is_first: true }
    }

    /// The selected part of a source.
    fn chosen(source: Source, chosen: Chosen, options: &Options, pool: &BufferPool) -> OpenSource {
        let regions = |info: &Arc<SourceInfo>, begin: &Begin, regions| {
            let before = Handoff::at(begin);
            let next = chunk_of_regions(info, pool.text(), ChunkLink::from(&before), 0);
            let (info, pool) = (Arc::clone(info), pool.clone());
            OpenSource { info, way: Way::Regions(regions, next), pool, before, is_first: true }
        };
        let info = || Arc::new(SourceInfo::of(&source, options));
        let info_of = |pick: &dyn Pick| {
            let mut info = SourceInfo::of(&source, options);
            info.passed_count = pick.passed_count();
            Arc::new(info)
        };
        match chosen {
            Chosen::All => OpenSource::new(source, options, pool, BLOCK_BYTES),
            Chosen::Nothing => regions(&info(), &Begin::START, Regions::Nothing),
            Chosen::Part(part) => OpenSource::part(&source, part, options, pool),
            Chosen::Games(pick) => {
                regions(&info_of(pick.as_ref()), &Begin::START, Regions::Picked(pick))
            }
            Chosen::From(begin) => {
                let info = info();
                let rest = Box::new(Behind { from: source.read, left: begin.offset });
                let cutter = Cutter::new(Vec::new(), begin.offset, rest, GAME_BYTES_MAX);
                regions(&info, &begin, Regions::Games(Box::new(cutter)))
            }
        }
    }

    pub(super) fn next_chunk(&mut self) -> Chunk {
        let is_first = std::mem::take(&mut self.is_first);
        Chunk { is_first, ..self.chunk() }
    }

    fn chunk(&mut self) -> Chunk {
        match &mut self.way {
            Way::Blocks(blocks) => {
                let offset = blocks.offset();
                match blocks.next_block() {
                    Block::Games(text) => self.block(text, offset, None),
                    Block::Last(text, end) => {
                        let end = end.map_err(|error| Error::from_io(&self.info.name, error));
                        self.block(text, offset, Some(end))
                    }
                    Block::Seamless(text, rest) => {
                        let cutter = Cutter::new(text.into_bytes(), offset, rest, GAME_BYTES_MAX);
                        let joint = self.joint();
                        let next = chunk_of_regions(&self.info, self.pool.text(), joint, offset);
                        self.way = Way::Regions(Regions::Games(Box::new(cutter)), next);
                        self.chunk()
                    }
                }
            }
            Way::Regions(regions, next) => {
                let joint = ChunkLink::from(&self.before);
                let text = self.pool.text();
                let following = chunk_of_regions(&self.info, text, joint, 0);
                let chunk = std::mem::replace(next, following);
                chunk_of(regions, chunk, next)
            }
        }
    }

    /// A chunk of which only the beginning is known.
    fn block(&mut self, text: Text, offset: u64, end: Option<Result<(), Error>>) -> Chunk {
        if offset == 0 {
            self.info.keep_head(&text);
        }
        let (source, joint) = (Arc::clone(&self.info), self.joint());
        let (is_first, pieces) = (false, OnceLock::new());
        Chunk { source, text, is_first, end, offset, joint, pieces }
    }

    /// From what was so far to what comes then.
    fn joint(&mut self) -> ChunkLink {
        let behind = Arc::new(Handoff::default());
        let before = std::mem::replace(&mut self.before, Arc::clone(&behind));
        ChunkLink::joining(before, &behind)
    }
}

/// Fills a chunk with regions. It is closed only when it is known whether more follows, so that the
/// last chunk of a source is never empty, unless the source is.
fn chunk_of(regions: &mut Regions, mut chunk: Chunk, next: &mut Chunk) -> Chunk {
    chunk.text.reserve(CHUNK_BYTES + CHUNK_BYTES / 16);
    loop {
        // An escape line may be about the next line, so it is not separated from it; a text of
        // nothing but such lines is split all the same.
        let len = chunk.text.len();
        let is_large = len >= CHUNK_BYTES || chunk.region_count() >= CHUNK_REGIONS;
        let is_full = len >= 4 * CHUNK_BYTES || is_large && !chunk.ends_in_escape();
        let into = if is_full { &mut *next } else { &mut chunk };
        match add_region(regions, into) {
            Ok(true) if is_full => return chunk,
            Ok(true) => {}
            Ok(false) => {
                chunk.end = Some(match regions.passed_over() {
                    None => Ok(()),
                    Some(why) => Err(Error::new(ErrorKind::Unsupported, &chunk.source.name, why)),
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

/// Adds the next region to a chunk, a long one without a copy; returns whether there was one.
fn add_region(regions: &mut Regions, into: &mut Chunk) -> io::Result<bool> {
    let may_be_taken = into.text.is_empty() && matches!(regions, Regions::Games(_));
    let taken = regions.next_region(|region| {
        if region.start.0 == 0 {
            into.source.keep_head(region.text);
        }
        let is_taken = may_be_taken && region.text.len() >= TAKEN_BYTES_MIN;
        if is_taken {
            into.push_place(region);
        } else {
            into.push(region);
        }
        is_taken
    })?;
    if let (Some(true), Regions::Games(cutter)) = (taken, regions) {
        into.text.set_bytes(cutter.take_text());
    }
    Ok(taken.is_some())
}

/// A chunk to be filled with regions, the first of those that begin at `offset`.
fn chunk_of_regions(source: &Arc<SourceInfo>, text: Text, joint: ChunkLink, offset: u64) -> Chunk {
    let (source, pieces) = (Arc::clone(source), OnceLock::from(Vec::new()));
    Chunk { source, text, is_first: false, end: None, offset, joint, pieces }
}
