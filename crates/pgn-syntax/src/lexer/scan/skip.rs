//! Skips movetext to the next place where it could end.
//!
//! Standard: §5, §8.2. Decisions: D-08, D-22.
//!
//! A byte is a stop if it may end the movetext or change how it continues: anything but letters,
//! digits, white space, periods, signs and NAGs; and a hyphen, unless the text after it cannot be a
//! score. Comments are skipped as long as none of their lines could be a tag pair, which would mean
//! that a brace was left open.
//!
//! Optimized for speed: the places of comments are computed for 64 bytes at once, as the parity of
//! the braces up to each byte. A block in which that is not correct, or that has a stop, is
//! processed brace by brace.

use super::{BLOCK, Blocks, Work, below, with_best};

/// A block and the byte after it.
pub(crate) type BlockAndNext = [u8; BLOCK + 1];

/// The masks of a block that is passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct SkipMasks {
    /// Stops outside comments; no braces.
    pub(super) stop: u64,
    /// Braces of both kinds.
    pub(super) brace: u64,
    /// Opening ones.
    pub(super) open: u64,
    /// LF and CR.
    pub(super) line_end: u64,
}

/// Where [`find_stop`] stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stop {
    /// The byte, or `limit` if there is none.
    pub(crate) place: usize,
    /// End of the last comment or parenthesis that was passed over, else where the search began.
    pub(crate) floor: usize,
    /// Whether `floor` is after an opening parenthesis.
    pub(crate) is_opened: bool,
    /// How many parentheses are open at `place`, if they were to be counted.
    pub(crate) depth: Option<u32>,
}

/// The first stop from `at` on, before `limit`. Parentheses are stops unless `depth` is given, the
/// number of parentheses open at `at`.
pub(crate) fn find_stop(window: &[u8], at: usize, limit: usize, depth: Option<u32>) -> Stop {
    with_best(FindStop { window, at, limit, depth })
}

pub(super) struct FindStop<'w> {
    pub(super) window: &'w [u8],
    pub(super) at: usize,
    pub(super) limit: usize,
    pub(super) depth: Option<u32>,
}

impl Work for FindStop<'_> {
    type Output = Stop;

    #[inline(always)]
    fn run<B: Blocks>(self, blocks: B) -> Stop {
        let FindStop { window, at, limit, depth } = self;
        let mut pass =
            Pass { window, inside: 0, brace_end: at, floor: at, is_opened: false, depth };
        // The state of `pass` while it goes through a block brace by brace.
        let (mut inside, mut brace_end) = (0, at);
        let mut base = at;
        while base + BLOCK <= limit
            && let Some(text) = window.get(base..).and_then(|rest| rest.first_chunk())
        {
            if inside == 0 && blocks.is_clear(text) {
                base += BLOCK;
                continue;
            }
            let SkipMasks { stop, brace, open, line_end } = blocks.skip_masks(text);
            let within = blocks.parity(brace) ^ inside;
            let is_in_doubt = (stop & !within) | (open ^ (brace & within)) != 0;
            if is_in_doubt || (blocks.has_line_end(text) && line_end & within != 0) {
                (pass.inside, pass.brace_end) = (inside, brace_end);
                if let Some(stop) = pass.block(base, stop, brace, open, line_end) {
                    return stop;
                }
                (inside, brace_end) = (pass.inside, pass.brace_end);
            } else {
                inside = ((within as i64) >> 63) as u64;
                if brace != 0 {
                    brace_end = base + BLOCK - brace.leading_zeros() as usize;
                }
            }
            base += BLOCK;
        }
        (pass.inside, pass.brace_end) = (inside, brace_end);
        pass.tail(base, limit, blocks)
    }
}

struct Pass<'w> {
    window: &'w [u8],
    /// All ones inside a comment, else zero.
    inside: u64,
    /// After the last brace that opened or closed a comment.
    brace_end: usize,
    floor: usize,
    is_opened: bool,
    depth: Option<u32>,
}

impl Pass<'_> {
    /// The rest at the end, shorter than a block.
    fn tail(&mut self, mut base: usize, limit: usize, blocks: impl Blocks) -> Stop {
        while base < limit {
            let rest = self.window.get(base..).unwrap_or_default();
            let mut text = [0; BLOCK + 1];
            let len = rest.len().min(text.len());
            text[..len].copy_from_slice(&rest[..len]);
            let SkipMasks { stop, brace, open, line_end } = blocks.skip_masks(&text);
            let known = below(limit - base);
            let (brace, open) = (brace & known, open & known);
            if let Some(stop) = self.block(base, stop & known, brace, open, line_end & known) {
                return stop;
            }
            base += BLOCK;
        }
        if self.inside == 0 { self.stop(limit) } else { self.stop_at_comment() }
    }

    /// Goes through the braces of a block, given as in [`SkipMasks`]; returns the stop in it.
    fn block(
        &mut self,
        base: usize,
        stop: u64,
        brace: u64,
        open: u64,
        line_end: u64,
    ) -> Option<Stop> {
        let mut left = !0;
        loop {
            if self.inside == 0 {
                let bit = ((stop | brace) & left).trailing_zeros() as usize;
                if bit == BLOCK {
                    return None;
                }
                if !self.goes_on(base + bit) {
                    return Some(self.stop(base + bit));
                }
                left &= (!1) << bit;
            } else {
                let close = (brace & !open & left).trailing_zeros() as usize;
                if self.holds_tag(base, line_end & left & below(close)) {
                    return Some(self.stop_at_comment());
                }
                if close == BLOCK {
                    return None;
                }
                (self.inside, self.brace_end) = (0, base + close + 1);
                left &= (!1) << close;
            }
        }
    }

    /// Takes a brace or parenthesis outside comments; returns false if it is a stop.
    fn goes_on(&mut self, place: usize) -> bool {
        let depth = match (self.window.get(place), self.depth) {
            (Some(b'{'), _) => {
                (self.inside, self.brace_end) = (!0, place + 1);
                return true;
            }
            (Some(b'('), Some(depth)) => depth.saturating_add(1),
            // A superfluous one has no meaning.
            (Some(b')'), Some(depth)) => depth.saturating_sub(1),
            _ => return false,
        };
        self.depth = Some(depth);
        (self.floor, self.is_opened) = (place + 1, self.window[place] == b'(');
        true
    }

    /// Whether a line of a comment could be a tag pair, given the ends of its lines.
    fn holds_tag(&self, base: usize, mut line_ends: u64) -> bool {
        while line_ends != 0 {
            let behind = base + line_ends.trailing_zeros() as usize + 1;
            // A line end is harmless if the next byte cannot begin a tag pair or come before one.
            match self.window.get(behind) {
                None | Some(0..=9 | 11 | 12 | 14..=32 | b'[' | 127) => return true,
                Some(_) => line_ends &= line_ends - 1,
            }
        }
        false
    }

    /// Outside comments.
    fn stop(&self, place: usize) -> Stop {
        let is_opened = self.is_opened && self.floor >= self.brace_end;
        Stop { place, floor: self.floor.max(self.brace_end), is_opened, depth: self.depth }
    }

    /// The comment that is open must be looked at.
    fn stop_at_comment(&self) -> Stop {
        let place = self.brace_end - 1;
        Stop { place, floor: place, is_opened: false, depth: self.depth }
    }
}
