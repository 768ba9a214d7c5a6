//! The cutter: the regions of a source, but for games that are too long to be held.

use std::cell::RefCell;
use std::io::{self, Read};

use super::guard::{Guard, GuardSignal, SharedText};
use pgnkit::syntax::{GameEnd, GameStart, Limits, Location, Reader, Region, Regions};

/// How long a tag pair is held while a game is passed over, in bytes.
const TAG_BYTES_MAX: usize = 1 << 20;

/// How much of what was read is kept while a game is passed over: more than the reader has not
/// used yet. In bytes.
const KEPT_BYTES: usize = 4 * TAG_BYTES_MAX;

pub(super) struct Cutter {
    text: SharedText,
    game_bytes_max: u64,
    regions: Regions<Guard<Ahead>>,
    watch: GuardSignal,
    /// Where the present regions count from.
    base: CutBase,
    /// The part of an overlong region that was read.
    held: Vec<u8>,
    passed_over: PassedOver,
}

/// The text that was read but not used, and the text that follows.
type Ahead = io::Chain<Left, SharedText>;

/// Bytes that are returned to the system after they are read.
#[derive(Default)]
struct Left {
    bytes: Vec<u8>,
    at: usize,
}

impl Left {
    fn new(bytes: Vec<u8>) -> Left {
        Left { bytes, at: 0 }
    }
}

impl Read for Left {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let n = (&self.bytes[self.at..]).read(output)?;
        self.at += n;
        if self.at == self.bytes.len() {
            *self = Left::default();
        }
        Ok(n)
    }
}

/// A place in the source, and the number of games before it.
#[derive(Clone, Copy)]
struct CutBase {
    offset: u64,
    location: Location,
    game_count: u64,
}

/// Games that were too long.
#[derive(Default)]
struct PassedOver {
    game_count: u64,
    /// Number and line of the first one.
    first: Option<(u64, u64)>,
}

impl PassedOver {
    /// A sentence, if there were any.
    fn why(&self, game_bytes_max: u64) -> Option<String> {
        let (number, line) = self.first?;
        let megabytes = game_bytes_max >> 20;
        let first = format!("game {number}, on line {line}, has more than {megabytes} MiB");
        Some(match self.game_count {
            1 => format!("{first}; it was skipped"),
            n => format!("{first}; it and {} more such games were skipped", n - 1),
        })
    }
}

impl CutBase {
    fn shift<'a>(&self, region: &Region<'a>) -> Region<'a> {
        Region {
            start: GameStart(self.offset + region.start.0),
            location: self.location.of(region.location),
            n_games_before: self.game_count + region.n_games_before,
            ..*region
        }
    }
}

impl Cutter {
    /// Holds games of `game_bytes_max` bytes. The text is what was `read` from `offset` on, between
    /// two games, and then the rest of the source; lines and games are counted from there.
    pub(super) fn new(
        read: Vec<u8>,
        offset: u64,
        rest: Box<dyn Read + Send>,
        game_bytes_max: u64,
    ) -> Cutter {
        let text = SharedText::new(rest);
        let (regions, watch) = cut(read, &text, game_bytes_max);
        let base = CutBase { offset, location: Location::START, game_count: 0 };
        let passed_over = PassedOver::default();
        Cutter { text, game_bytes_max, regions, watch, base, held: Vec::new(), passed_over }
    }

    /// A sentence about the games that were passed over so far, if there were any.
    pub(super) fn passed_over(&self) -> Option<String> {
        self.passed_over.why(self.game_bytes_max)
    }

    /// Hands the next region to `take`; `None` at the end.
    ///
    /// # Errors
    /// When the source fails, after the regions before.
    pub(super) fn next_region<T>(
        &mut self,
        take: impl FnOnce(&Region<'_>) -> T,
    ) -> io::Result<Option<T>> {
        let mut begin = None;
        loop {
            match self.regions.next_region() {
                Ok(Some(region)) if self.watch.is_too_long() => {
                    let region = self.base.shift(&region);
                    begin.get_or_insert(CutBase {
                        offset: region.start.0,
                        location: region.location,
                        game_count: region.n_games_before,
                    });
                    let text = self.regions.take_text();
                    if self.held.is_empty() {
                        self.held = text;
                    } else {
                        self.held.extend_from_slice(&text);
                    }
                }
                Ok(Some(region)) => {
                    self.watch.set_done(region.start.0 + region.text.len() as u64);
                    return Ok(Some(take(&self.base.shift(&region))));
                }
                Ok(None) => return Ok(None),
                Err(_) if self.watch.is_too_long() => {
                    let Some(begin) = begin.take() else { return Ok(None) };
                    self.pass_over(begin)?;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// The text of the last region; see [`Regions::take_text`].
    pub(super) fn take_text(&mut self) -> Vec<u8> {
        self.regions.take_text()
    }

    /// Reads the game that begins at `begin`, of which the first part is held, to its end.
    fn pass_over(&mut self, begin: CutBase) -> io::Result<()> {
        let held = std::mem::take(&mut self.held);
        let white_count = held.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let line = begin.location.after(&held[..white_count]).line;
        // The buffers of the regions are as long as the game was.
        (self.regions, self.watch) = cut(Vec::new(), &self.text, self.game_bytes_max);
        let from = Left::new(held).chain(self.text.clone());
        let kept =
            RefCell::new(CutterBuffers { bytes: Vec::new(), start: 0, location: begin.location });
        let limits = Limits::default().with_tag_bytes_max(TAG_BYTES_MAX);
        let mut reader = Reader::with_limits(Keeping { from, kept: &kept }, limits);
        let is_game = reader.skip_game()?.is_none_or(|how| how != GameEnd::NoGame);
        let len = reader.offset();
        drop(reader);
        let (left, location) = kept.into_inner().split(len);
        (self.regions, self.watch) = cut(left, &self.text, self.game_bytes_max);
        self.passed_over.game_count += 1;
        self.passed_over.first.get_or_insert((begin.game_count + 1, line));
        let game_count = begin.game_count + u64::from(is_game);
        self.base = CutBase { offset: begin.offset + len, location, game_count };
        Ok(())
    }
}

/// Regions of what is left and what comes.
fn cut(
    left: Vec<u8>,
    text: &SharedText,
    game_bytes_max: u64,
) -> (Regions<Guard<Ahead>>, GuardSignal) {
    let watch = GuardSignal::default();
    let from = Left::new(left).chain(text.clone());
    let guard = Guard::new(from, game_bytes_max, watch.clone());
    (Regions::new(guard), watch)
}

/// Keeps the end of the text, because a reader uses less than it reads.
struct Keeping<'a, R> {
    from: R,
    kept: &'a RefCell<CutterBuffers>,
}

struct CutterBuffers {
    bytes: Vec<u8>,
    /// Where they begin, in bytes and lines.
    start: u64,
    location: Location,
}

impl<R: Read> Read for Keeping<'_, R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let n = self.from.read(output)?;
        let mut kept = self.kept.borrow_mut();
        kept.bytes.extend_from_slice(&output[..n]);
        if kept.bytes.len() > 2 * KEPT_BYTES {
            kept.forget();
        }
        Ok(n)
    }
}

impl CutterBuffers {
    /// Forgets all but the end; not between CR and LF, which are one line end.
    fn forget(&mut self) {
        let mut n = self.bytes.len() - KEPT_BYTES;
        while n > 0 && self.bytes[n - 1] == b'\r' {
            n -= 1;
        }
        self.location = self.location.after(&self.bytes[..n]);
        self.start += n as u64;
        self.bytes.drain(..n);
    }

    /// The text from `offset` on, and its place.
    fn split(mut self, offset: u64) -> (Vec<u8>, Location) {
        let at = usize::try_from(offset.saturating_sub(self.start)).unwrap_or(usize::MAX);
        let left = self.bytes.split_off(at.min(self.bytes.len()));
        (left, self.location.after(&self.bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn game(n: usize, line_count: usize) -> String {
        let comment = "x [1]\r\n".repeat(line_count);
        format!("[White \"{n}\"]\r\n\r\n1. e4 {{{comment}}} e5 1-0\r\n\r\n")
    }

    /// Start, line, number of games before and text of a game, without white space before it.
    type Found = (u64, u64, u64, String);

    fn regions(text: &str, game_bytes_max: u64) -> (Vec<Found>, Option<String>) {
        let text = Box::new(Cursor::new(text.as_bytes().to_vec()));
        let mut cutter = Cutter::new(Vec::new(), 0, text, game_bytes_max);
        let mut found = Vec::new();
        let take = |region: &Region<'_>| {
            let text = String::from_utf8_lossy(region.text).into_owned();
            let blank = &region.text[..text.len() - text.trim_start().len()];
            let start = region.start.0 + blank.len() as u64;
            let line = region.location.after(blank).line;
            (start, line, region.n_games_before, text.trim().to_owned())
        };
        while let Some(one) = cutter.next_region(take).unwrap() {
            found.push(one);
        }
        found.retain(|one| !one.3.is_empty());
        (found, cutter.passed_over())
    }

    #[test]
    fn long_games_are_passed_over_and_what_follows_has_its_place() {
        let long = 1_100_000 / 7;
        let lens = [1, long, 300, 0, long * 2, long, 7];
        let games = lens.iter().enumerate().map(|(n, line_count)| game(n, *line_count));
        let text: String = games.collect();
        let (all, why) = regions(&text, u64::MAX);
        assert_eq!((all.len(), why), (lens.len(), None));
        let (found, why) = regions(&text, 1 << 20);
        let expected: Vec<_> = all.into_iter().filter(|one| one.3.len() < 1 << 20).collect();
        assert_eq!(found, expected);
        let first = "game 2, on line 6, has more than 1 MiB";
        let why = why.unwrap();
        assert_eq!(why, format!("{first}; it and 2 more such games were skipped"));
    }

    #[test]
    fn a_long_game_may_be_the_last_one() {
        let text = format!("{}{}", game(1, 3), game(2, 1_100_000 / 7));
        for text in [&text[..], text.trim_end(), &text[..text.len() - 30]] {
            let (found, why) = regions(text, 1 << 20);
            assert_eq!(found.len(), 1);
            assert!(why.unwrap().ends_with("MiB; it was skipped"));
        }
    }
}
