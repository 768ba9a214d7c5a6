//! The dedupe key of a game: the data for finding duplicates, as bytes that can be sorted.
//!
//! ```text
//! key   = start moves 00 00 date tags unplayed        MovesAndPlayers, see By
//! load  = numbers, then texts
//! ```

use pgnkit::Outcome;

/// The data of a game. Texts are decoded, and truncated if they are very long.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DedupeKey {
    pub(super) ordinal: u64,
    /// It is a game of `--against`: not a duplicate, and not written.
    pub(super) is_seen: bool,
    /// Not the game itself, but the game without the tail that was probably not played.
    pub(super) is_core: bool,
    /// After the last move is text that looks like a tail that was not played.
    pub(super) has_scraps: bool,
    /// The moves are texts that were not checked.
    pub(super) is_unchecked: bool,
    /// Bytes of the moves in the key.
    pub(super) moves_bytes: u32,
    pub(super) ply_count: u32,
    /// Those without the tail that was probably not played.
    pub(super) core_ply_count: u32,
    /// Hash of the text after the last move that could be played; 0 if there is none, or if it does
    /// not look like moves.
    pub(super) unplayed: u64,
    /// Hash of all tags, in whatever order they are.
    pub(super) tags: u64,
    /// Comments in words, NAGs and variations.
    pub(super) annotation_count: u32,
    /// Comments that contain only commands.
    pub(super) command_count: u32,
    /// Tags with a value.
    pub(super) tag_count: u32,
    /// Year, month and day as digits, `?` where unknown.
    pub(super) date: [u8; 8],
    pub(super) outcome: Outcome,
    pub(super) white: String,
    pub(super) black: String,
    pub(super) event: String,
    pub(super) round: String,
    /// The identification of the game on a server: the name of the tag or the host, a blank, and
    /// the rest.
    pub(super) link: String,
    /// The time at which it began, with the name of the tag.
    pub(super) time: String,
    /// The moves, if other games with the same key may have other moves.
    pub(super) moves: Vec<u8>,
}

/// How long a text may be, in bytes.
pub(super) const TEXT_BYTES_MAX: usize = 240;

impl DedupeKey {
    /// Forgets the game, and keeps the memory.
    pub(super) fn restart(&mut self) {
        let old = std::mem::take(self);
        let empty = |mut text: String| {
            text.clear();
            text
        };
        *self = DedupeKey {
            white: empty(old.white),
            black: empty(old.black),
            event: empty(old.event),
            round: empty(old.round),
            link: empty(old.link),
            time: empty(old.time),
            moves: Vec::new(),
            ..DedupeKey::default()
        };
    }

    /// Appends the print to `load`.
    pub(super) fn push(&self, load: &mut Vec<u8>) {
        load.extend_from_slice(&self.ordinal.to_le_bytes());
        let flags = [self.is_seen, self.is_core, self.is_unchecked, self.has_scraps];
        let bits = flags.iter().enumerate().map(|(n, flag)| u8::from(*flag) << n).sum();
        load.extend_from_slice(&[bits, self.outcome as u8]);
        for number in self.numbers() {
            load.extend_from_slice(&number.to_le_bytes());
        }
        load.extend_from_slice(&self.unplayed.to_le_bytes());
        load.extend_from_slice(&self.tags.to_le_bytes());
        load.extend_from_slice(&self.date);
        for text in [&self.white, &self.black, &self.event, &self.round, &self.link, &self.time] {
            let text = cut(text);
            load.push(text.len() as u8);
            load.extend_from_slice(text.as_bytes());
        }
        load.extend_from_slice(&self.moves);
    }

    fn numbers(&self) -> [u32; 6] {
        let lengths = [self.moves_bytes, self.ply_count, self.core_ply_count];
        let counts = [self.annotation_count, self.command_count, self.tag_count];
        [lengths[0], lengths[1], lengths[2], counts[0], counts[1], counts[2]]
    }

    pub(super) fn parse(load: &[u8]) -> Option<DedupeKey> {
        let mut bytes = KeyReader(load);
        let ordinal = u64::from_le_bytes(bytes.take()?);
        let [bits, outcome] = bytes.take()?;
        let mut number = || bytes.take().map(u32::from_le_bytes);
        let numbers = [number()?, number()?, number()?, number()?, number()?, number()?];
        let [unplayed, tags] =
            [u64::from_le_bytes(bytes.take()?), u64::from_le_bytes(bytes.take()?)];
        let date = bytes.take()?;
        let mut text = || bytes.text().map(str::to_owned);
        Some(DedupeKey {
            ordinal,
            is_seen: bits & 1 != 0,
            is_core: bits & 2 != 0,
            is_unchecked: bits & 4 != 0,
            has_scraps: bits & 8 != 0,
            moves_bytes: numbers[0],
            ply_count: numbers[1],
            core_ply_count: numbers[2],
            unplayed,
            tags,
            annotation_count: numbers[3],
            command_count: numbers[4],
            tag_count: numbers[5],
            date,
            outcome: *Outcome::ALL.get(usize::from(outcome))?,
            white: text()?,
            black: text()?,
            event: text()?,
            round: text()?,
            link: text()?,
            time: text()?,
            moves: bytes.0.to_vec(),
        })
    }

    /// Gives a pushed print its number; `is_seen` marks it as seen before.
    pub(super) fn set_ordinal(load: &mut [u8], ordinal: u64, is_seen: bool) {
        if let Some((number, rest)) = load.split_at_mut_checked(8) {
            number.copy_from_slice(&ordinal.to_le_bytes());
            if let Some(bits) = rest.first_mut() {
                *bits |= u8::from(is_seen);
            }
        }
    }

    /// Whether the tail was probably not played.
    pub(super) fn has_tail(&self) -> bool {
        self.core_ply_count < self.ply_count || self.has_scraps
    }
}

fn cut(text: &str) -> &str {
    let mut len = text.len().min(TEXT_BYTES_MAX);
    while !text.is_char_boundary(len) {
        len -= 1;
    }
    &text[..len]
}

struct KeyReader<'a>(&'a [u8]);

impl<'a> KeyReader<'a> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    fn text(&mut self) -> Option<&'a str> {
        let [len] = self.take()?;
        let (text, rest) = self.0.split_at_checked(usize::from(len))?;
        self.0 = rest;
        std::str::from_utf8(text).ok()
    }
}
