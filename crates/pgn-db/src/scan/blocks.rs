//! The blocks of a source: pieces that end at a reliable game boundary, found without reading the
//! text between (D-38).
//!
//! A text in which games do not begin as export format has them, has no seams: it is given up, for
//! the cutter to read game by game.

use std::io::{self, Read};

use super::buffer_pool::{BufferPool, Text};

use pgnkit::syntax::Kind;
use pgnkit::syntax::sniff;
use pgnkit::syntax::split::seam;

/// How much to read for a block, in bytes: it stays in a near cache until it is processed, and is
/// large enough that passing it on costs little compared with the work. Half of it costs two
/// threads 3 to 6 % of their time; twice of it is no better.
pub(super) const BLOCK_BYTES: usize = 512 << 10;

/// Whether there is a seam is not known of what is nearer to the end of a text than this.
pub(super) const AHEAD_BYTES: usize = 66 << 10;

/// How far before the end to look for a seam at first: some games of usual length, because the text
/// after the seam is copied.
const STEP_BYTES: usize = 8 << 10;

/// The number of bytes to search for a seam.
pub(super) const SEAMLESS_BYTES: usize = 4 << 20;

pub(super) struct Blocks {
    from: Box<dyn Read + Send>,
    pool: BufferPool,
    /// Read, and after the last seam.
    left: Text,
    /// Where that begins in the source.
    offset: u64,
    block_bytes: usize,
}

/// The next part of a source.
pub(super) enum Block {
    /// It ends at a seam, and more follows.
    Games(Text),
    /// The rest, and whether the source could be read to its end.
    Last(Text, io::Result<()>),
    /// There are no seams: the text that was read, and the rest.
    Seamless(Text, Box<dyn Read + Send>),
}

impl Blocks {
    /// The text that is read `from` somewhere begins at `offset` in its source.
    pub(super) fn new(
        from: Box<dyn Read + Send>,
        offset: u64,
        pool: &BufferPool,
        block_bytes: usize,
    ) -> Blocks {
        Blocks { from, pool: pool.clone(), left: pool.text(), offset, block_bytes }
    }

    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// The next block; after the last one only empty ones.
    pub(super) fn next_block(&mut self) -> Block {
        let mut text = std::mem::replace(&mut self.left, self.pool.text());
        let mut wanted = self.block_bytes;
        loop {
            match text.read_more(&mut self.from, wanted) {
                Ok(n) if n == wanted => {}
                // This much text without a seam is split game by game, in case there are many
                // games.
                Ok(_) if text.len() > 2 * self.block_bytes => break,
                Ok(_) => return Block::Last(text, Ok(())),
                Err(error) => return Block::Last(text, Err(error)),
            }
            if self.offset == 0 && sniff(&text) != Kind::Text {
                break;
            }
            if let Some(at) = last_seam(&text) {
                self.left.push(&text[at..]);
                text.truncate(at);
                self.offset += at as u64;
                return Block::Games(text);
            }
            if text.len() >= SEAMLESS_BYTES {
                break;
            }
            wanted = text.len();
        }
        let from = std::mem::replace(&mut self.from, Box::new(io::empty()));
        Block::Seamless(text, from)
    }
}

/// The last seam, roughly: from the back, farther and farther until there is one.
fn last_seam(text: &[u8]) -> Option<usize> {
    let mut farther = STEP_BYTES;
    loop {
        let from = text.len().saturating_sub(AHEAD_BYTES + farther);
        let at = seam(text, from).filter(|at| at + AHEAD_BYTES <= text.len());
        if at.is_some() || from == 0 {
            return at;
        }
        farther *= 2;
    }
}
