//! Looks up games by their tags (§8.1).

use std::ops::ControlFlow;

use super::bytes::ByteReader;
use super::header::Segment;
use super::open::Index;
use super::page::PageSection;
use crate::error::Error;

const ROW_BYTES: u64 = 8;

/// A value that some games have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Having {
    game_count: u64,
    /// The game, if it is one; else how long the list is, in bytes.
    number: u64,
    offset: u64,
}

impl Index {
    /// The values that a tag has in a part of the index, from `from` on in the order of their
    /// bytes, until `take` breaks.
    pub(super) fn walk_values(
        &self,
        segment: &Segment,
        name: &str,
        from: &str,
        mut take: impl FnMut(&str, Having) -> Result<ControlFlow<()>, Error>,
    ) -> Result<(), Error> {
        let start = [name.as_bytes(), b"\0", from.as_bytes()].concat();
        let prefix = &start[..=name.len()];
        let block_count = segment.value_blocks.len / ROW_BYTES;
        let first = self.block_before(segment, block_count, &start)?;
        for number in first..block_count {
            let block = self.block(segment, block_count, number)?;
            let mut walk = WordWalk::new(&block).ok_or_else(|| self.senseless())?;
            while let Some(having) = walk.next_word() {
                let having = having.ok_or_else(|| self.senseless())?;
                if walk.word < start {
                    continue;
                }
                let Some(value) = walk.word.strip_prefix(prefix) else { return Ok(()) };
                let value = std::str::from_utf8(value).map_err(|_| self.senseless())?;
                if take(value, having)?.is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    pub(super) fn names(&self) -> Result<&[Vec<String>], Error> {
        if let Some(names) = self.names.get() {
            return Ok(names);
        }
        let segments = self.header.segments.iter();
        let names = segments.map(|segment| self.names_in(segment)).collect::<Result<_, Error>>()?;
        Ok(self.names.get_or_init(|| names))
    }

    fn names_in(&self, segment: &Segment) -> Result<Vec<String>, Error> {
        let block_count = segment.value_blocks.len / ROW_BYTES;
        let mut names = Vec::new();
        // Words that begin with a name and a zero byte are before this.
        let mut start: Vec<u8> = Vec::new();
        'names: loop {
            for number in self.block_before(segment, block_count, &start)?..block_count {
                let block = self.block(segment, block_count, number)?;
                let mut walk = WordWalk::new(&block).ok_or_else(|| self.senseless())?;
                while let Some(having) = walk.next_word() {
                    having.ok_or_else(|| self.senseless())?;
                    if walk.word < start {
                        continue;
                    }
                    let name = walk.word.split(|byte| *byte == 0).next().unwrap_or_default();
                    let text = std::str::from_utf8(name).map_err(|_| self.senseless())?;
                    names.push(text.to_owned());
                    start = [name, b"\x01"].concat();
                    continue 'names;
                }
            }
            return Ok(names);
        }
    }

    /// The games, within the segment, that have a value; ascending.
    pub(super) fn games_having(
        &self,
        segment: &Segment,
        having: Having,
    ) -> Result<Vec<u32>, Error> {
        if having.game_count == 1 {
            let is_there = having.number < u64::from(segment.game_count);
            return Ok(if is_there { vec![having.number as u32] } else { Vec::new() });
        }
        let len = usize::try_from(having.number).map_err(|_| self.senseless())?;
        let bytes = self.pages.read(segment.value_games, having.offset, len)?;
        let games = ByteReader(&bytes).ascending(having.game_count);
        let mut games = games.ok_or_else(|| self.senseless())?;
        games.retain(|game| *game < segment.game_count);
        Ok(games)
    }

    /// The number of the last block whose first word is not after `word`, or 0.
    fn block_before(&self, segment: &Segment, n: u64, word: &[u8]) -> Result<u64, Error> {
        let (mut low, mut high) = (0, n);
        while low < high {
            let middle = low + (high - low) / 2;
            let block = self.block(segment, n, middle)?;
            let mut walk = WordWalk::new(&block).ok_or_else(|| self.senseless())?;
            walk.next_word().flatten().ok_or_else(|| self.senseless())?;
            if walk.word[..] <= *word {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low.saturating_sub(1))
    }

    fn block(&self, segment: &Segment, block_count: u64, number: u64) -> Result<Vec<u8>, Error> {
        let begin = self.row(segment.value_blocks, number)?;
        let end = match number + 1 {
            next if next < block_count => self.row(segment.value_blocks, next)?,
            _ => segment.values.len,
        };
        let len = end.checked_sub(begin).and_then(|len| usize::try_from(len).ok());
        let len = len.ok_or_else(|| self.senseless())?;
        self.pages.read(segment.values, begin, len)
    }

    fn row(&self, table: PageSection, number: u64) -> Result<u64, Error> {
        let bytes = self.pages.read(table, number * ROW_BYTES, ROW_BYTES as usize)?;
        ByteReader(&bytes).u64().ok_or_else(|| self.senseless())
    }
}

struct WordWalk<'b> {
    from: ByteReader<'b>,
    word: Vec<u8>,
    /// Where the next list of games is.
    offset: u64,
}

impl<'b> WordWalk<'b> {
    fn new(block: &'b [u8]) -> Option<WordWalk<'b>> {
        let mut from = ByteReader(block);
        let offset = from.number()?;
        Some(WordWalk { from, word: Vec::new(), offset })
    }

    /// Goes to the next word; `None` at the end, `Some(None)` where the block makes no sense.
    fn next_word(&mut self) -> Option<Option<Having>> {
        (!self.from.0.is_empty()).then(|| self.parse())
    }

    fn parse(&mut self) -> Option<Having> {
        let same_count = usize::try_from(self.from.number()?).ok()?;
        let other_count = usize::try_from(self.from.number()?).ok()?;
        if same_count > self.word.len() {
            return None;
        }
        self.word.truncate(same_count);
        self.word.extend_from_slice(self.from.take(other_count)?);
        let (game_count, number) = (self.from.number()?, self.from.number()?);
        let having = Having { game_count, number, offset: self.offset };
        if game_count != 1 {
            self.offset = self.offset.checked_add(number)?;
        }
        Some(having)
    }
}
