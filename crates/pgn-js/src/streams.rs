//! Streams of text cut into the regions of their games.

use pgnkit::charset::{Choice, Encoding};
use pgnkit::read::LOOK_AHEAD_BYTES;
use pgnkit::syntax::{GameEnd, Limits, Location, Parser, WindowKind};

use crate::answer::{Answer, utf16_len};
use crate::regions::ENDS;

/// The number of an encoding in messages, which `regions` reads.
fn choice_number(choice: Choice) -> u64 {
    let index = |encoding| Encoding::ALL.iter().position(|&one| one == encoding).unwrap_or(0);
    (match choice {
        Choice::Auto => 0,
        Choice::Recognized(encoding) => 1 + index(encoding),
        Choice::Fixed(encoding) => 1 + Encoding::ALL.len() + index(encoding),
    }) as u64
}

/// A text that comes in chunks. Memory: its longest game, and a chunk.
#[derive(Debug)]
pub(crate) struct RegionStream {
    parser: Parser,
    /// What was not yet returned; the parser is at `n_parsed`.
    window: Vec<u8>,
    n_parsed: usize,
    /// Where the next region begins.
    start: u64,
    location: Location,
    n_games: u64,
    choice: Choice,
    /// The first bytes, while the encoding is not yet decided.
    head: Option<Vec<u8>>,
}

impl RegionStream {
    pub(crate) fn new(choice: Choice) -> RegionStream {
        RegionStream {
            parser: Parser::new(Limits::default()),
            window: Vec::new(),
            n_parsed: 0,
            start: 0,
            location: Location::START,
            n_games: 0,
            choice,
            head: (choice == Choice::Auto).then(Vec::new),
        }
    }

    /// Takes a chunk and returns the regions that are complete: their number and the encoding, of
    /// each its length, end, line, column and length in UTF-16 units; then their text.
    pub(crate) fn feed(&mut self, chunk: &[u8], kind: WindowKind, answer: &mut Answer) {
        self.window.extend_from_slice(chunk);
        if !self.decide(chunk, kind) {
            answer.number(0u64);
            answer.number(0u64);
            return;
        }
        let mut regions: Vec<(usize, Option<GameEnd>)> = Vec::new();
        let mut at = 0;
        loop {
            let offset = self.start + (at + self.n_parsed) as u64;
            let window = &self.window[at + self.n_parsed..];
            let progress = self.parser.skip_game(window, offset, kind);
            self.n_parsed += progress.n_consumed;
            if let Some((end, len)) = progress.ended {
                regions.push((len as usize, Some(end)));
                at += len as usize;
                self.n_parsed = self.n_parsed.saturating_sub(len as usize);
                continue;
            }
            if progress.is_done && at < self.window.len() {
                regions.push((self.window.len() - at, None));
                (at, self.n_parsed) = (self.window.len(), 0);
            }
            break;
        }
        answer.size(regions.len());
        answer.number(choice_number(self.choice));
        let mut from = 0;
        for (len, end) in regions {
            self.put_region(from, len, end, answer);
            from += len;
        }
        answer.raw().extend_from_slice(&self.window[..at]);
        self.start += at as u64;
        self.window.drain(..at);
        self.window.shrink_to(2 << 20);
    }

    fn put_region(&mut self, from: usize, len: usize, end: Option<GameEnd>, answer: &mut Answer) {
        let text = &self.window[from..from + len];
        answer.size(len);
        answer.size(ENDS.iter().position(|&one| one == end).unwrap_or(0));
        answer.number(self.location.line);
        answer.number(self.location.column);
        answer.size(utf16_len(text));
        self.location = self.location.after(text);
        self.n_games += u64::from(end.is_some_and(|end| end != GameEnd::NoGame));
    }

    /// Decides on the encoding from the first bytes. Returns whether games can be read: those in
    /// UTF-8 do not wait, as they are read in the same way whatever follows.
    fn decide(&mut self, chunk: &[u8], kind: WindowKind) -> bool {
        let Some(head) = &mut self.head else { return true };
        let n_more = LOOK_AHEAD_BYTES.saturating_sub(head.len()).min(chunk.len());
        head.extend_from_slice(&chunk[..n_more]);
        if head.len() >= LOOK_AHEAD_BYTES || kind == WindowKind::Last {
            self.choice = Choice::Auto.for_head(head, LOOK_AHEAD_BYTES);
            self.head = None;
            return true;
        }
        str::from_utf8(head).map_or_else(|error| error.error_len().is_none(), |_| true)
    }
}
