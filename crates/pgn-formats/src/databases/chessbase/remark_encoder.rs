//! Comments and NAGs as annotations: the inverse of [`Remark`].
//!
//! Each annotation is read back before it is written, so that a text is only stored in a form that
//! gives the same text again.

use super::remark::{Remark, push_comment};
use crate::databases::bytes::push_text;
use pgnkit::charset::{Encoding, encode};

/// A text has at most this many bytes: an annotation's length is 16 bits, with eight bytes before
/// the text.
pub(super) const TEXT_BYTES_MAX: usize = 0xFFFF - 8;

pub(super) const TEXT_AFTER: u8 = 0x02;
pub(super) const SYMBOLS: u8 = 0x03;
pub(super) const TEXT_BEFORE: u8 = 0x82;

/// The annotations of one game, in the order of their moves.
#[derive(Debug, Default)]
pub(super) struct RemarkEncoder {
    pub(super) bytes: Vec<u8>,
    pub(super) count: u32,
    /// The flags of the record that the types have.
    pub(super) flags: u32,
}

impl RemarkEncoder {
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        (self.count, self.flags) = (0, 0);
    }

    /// Adds an annotation of a move, or of the game if the number is −1.
    pub(super) fn push(&mut self, mv: i32, kind: u8, data: &[u8]) {
        self.bytes.extend(&mv.to_be_bytes()[1..]);
        self.bytes.push(kind);
        self.bytes.extend(((data.len() + 6) as u16).to_be_bytes());
        self.bytes.extend(data);
        self.count += 1;
        self.flags |= match kind {
            TEXT_AFTER | TEXT_BEFORE => 0x4,
            SYMBOLS => 0x8,
            0x04 => 0x10,
            0x05 => 0x20,
            0x07 => 0x80,
            0x16 => 0x40_0000,
            0x17 => 0x80_0000,
            0x18 => 0x100_0000,
            _ => 0,
        };
    }

    /// Adds NAGs: an annotation has room for one of the move, one of the position and one that
    /// precedes the move. Returns how many cannot be stored.
    pub(super) fn push_nags(&mut self, mv: i32, nags: &[u16]) -> usize {
        let mut slots: Vec<[u8; 3]> = Vec::new();
        let mut n_dropped = 0;
        for &nag in nags {
            let place = match nag {
                1..=9 => 0,
                10..=139 => 1,
                140..=255 => 2,
                _ => {
                    n_dropped += 1;
                    continue;
                }
            };
            match slots.iter_mut().find(|slot| slot[place] == 0) {
                Some(slot) => slot[place] = nag as u8,
                None => {
                    let mut slot = [0; 3];
                    slot[place] = nag as u8;
                    slots.push(slot);
                }
            }
        }
        for slot in slots {
            let n = slot.iter().rposition(|&nag| nag != 0).map_or(1, |last| last + 1);
            self.push(mv, SYMBOLS, &slot[..n]);
        }
        n_dropped
    }

    /// Adds the comments after a move. Commands at the beginning of the first become separate
    /// annotations if the comment then survives the round trip. Returns the losses.
    pub(super) fn push_comments(&mut self, mv: i32, comments: &[&str]) -> TextLoss {
        let mut loss = TextLoss::default();
        for (n, comment) in comments.iter().enumerate() {
            let rest =
                if n == 0 { self.push_commands(mv, comment, comments.len() == 1) } else { None };
            let text = match rest {
                Some("") => continue,
                Some(rest) => &rest[1..],
                None => comment,
            };
            loss += self.push_text(mv, TEXT_AFTER, text);
        }
        loss
    }

    /// Adds a text. Returns what could not be kept.
    pub(super) fn push_text(&mut self, mv: i32, kind: u8, text: &str) -> TextLoss {
        let mut loss = TextLoss::default();
        let mut rest = text;
        loop {
            let (piece, after) = split_text(rest);
            let (bytes, is_same) = text_bytes(piece);
            loss.n_replaced += usize::from(!is_same);
            self.push(mv, kind, &[&[0, 0], &bytes[..]].concat());
            if after.is_empty() {
                return loss;
            }
            loss.n_split = 1;
            rest = after;
        }
    }

    /// Adds the commands at the beginning of a comment. Returns the rest: empty, or a space and the
    /// text. Adds nothing and returns `None` if the comment would not survive the round trip.
    fn push_commands<'t>(&mut self, mv: i32, comment: &'t str, is_only: bool) -> Option<&'t str> {
        let mut rest = comment;
        let mut found: Vec<(u8, Vec<u8>)> = Vec::new();
        while rest.starts_with("[%") {
            let (command, after) = rest.split_at(rest.find(']')? + 1);
            let (kind, data) = command_data(command)?;
            let mut again = String::new();
            let read = Remark::of(kind.into(), &data, &mut again);
            if read != Remark::Command || again != command || data.len() > TEXT_BYTES_MAX {
                return None;
            }
            found.push((kind, data));
            rest = after;
        }
        let is_joined = if rest.is_empty() { is_only } else { rest.starts_with(' ') };
        if found.is_empty() || !is_joined {
            return None;
        }
        for (kind, data) in found {
            self.push(mv, kind, &data);
        }
        Some(rest)
    }
}

/// The changes of texts: replaced characters, texts split into pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TextLoss {
    pub(super) n_replaced: usize,
    pub(super) n_split: usize,
}

impl std::ops::AddAssign for TextLoss {
    fn add_assign(&mut self, other: TextLoss) {
        self.n_replaced += other.n_replaced;
        self.n_split += other.n_split;
    }
}

/// The text that fits into an annotation, and the rest.
fn split_text(text: &str) -> (&str, &str) {
    if text.len() <= TEXT_BYTES_MAX {
        return (text, "");
    }
    let end = (0..=TEXT_BYTES_MAX).rev().find(|&n| text.is_char_boundary(n)).unwrap_or(0);
    match text[..end].rfind(' ') {
        Some(space) if space > 0 && space + 1 < text.len() => (&text[..space], &text[space + 1..]),
        Some(_) | None => text.split_at(end),
    }
}

/// The bytes of a text that is read by `push_comment`, and whether it is read as the same.
fn text_bytes(text: &str) -> (Vec<u8>, bool) {
    let with_diagrams = text.replace("[#]", "\u{4}");
    let mut again = String::new();
    let bytes = candidates(&with_diagrams).find(|bytes| {
        again.clear();
        push_comment(bytes, &mut again);
        again == text
    });
    match bytes {
        Some(bytes) => (bytes, true),
        None => (text.as_bytes().to_vec(), false),
    }
}

/// A text in Windows-1252, which every version of ChessBase reads, unless it would then be read as
/// UTF-8; and in UTF-8.
pub(super) fn candidates(text: &str) -> impl Iterator<Item = Vec<u8>> {
    let narrow = encode(text, Encoding::Windows1252).map(|bytes| bytes.into_owned());
    let narrow = narrow.filter(|bytes| {
        let mut again = String::new();
        push_text(bytes, &mut again);
        again == text
    });
    narrow.into_iter().chain([text.as_bytes().to_vec()])
}

/// The type and the data of a command; not yet whether they are read as that command.
fn command_data(command: &str) -> Option<(u8, Vec<u8>)> {
    let body = command.strip_prefix("[%")?.strip_suffix(']')?;
    let (name, argument) = body.split_once(' ')?;
    match name {
        "csl" => Some((0x04, marks(argument, 1)?)),
        "cal" => Some((0x05, marks(argument, 2)?)),
        "emt" => {
            let mut parts = argument.split(':').map(|part| part.parse::<u8>().ok());
            let mut next = || parts.next().flatten();
            Some((0x07, vec![next()?, next()?, next()?, 0]))
        }
        "critical" => {
            let phase =
                ["opening", "middlegame", "endgame"].iter().position(|it| *it == argument)?;
            Some((0x18, vec![phase as u8 + 1]))
        }
        "eval" => evaluation(argument).map(|data| (0x21, data)),
        "mdl" => Some((0x22, argument.parse::<u32>().ok()?.to_be_bytes().to_vec())),
        _ => None,
    }
}

/// Squares or arrows of a color: `Ge4,Rh8`, `Ge2e4`.
fn marks(argument: &str, n_squares: usize) -> Option<Vec<u8>> {
    let mut data = Vec::new();
    for mark in argument.split(',') {
        let (&color, squares) = mark.as_bytes().split_first()?;
        data.push(2 + b"GYR".iter().position(|&it| it == color)? as u8);
        if squares.len() != 2 * n_squares {
            return None;
        }
        for square in squares.chunks_exact(2) {
            let square = pgnkit::chess::Square::from_ascii(square)?;
            data.push(super::numbers::number_of(square) + 1);
        }
    }
    Some(data)
}

/// `0.25,18` or `#3`.
fn evaluation(argument: &str) -> Option<Vec<u8>> {
    let (score, depth) = argument.split_once(',').unwrap_or((argument, "0"));
    let (value, kind) = match score.strip_prefix('#') {
        Some(moves) => (moves.parse::<i16>().ok()?, 1_i16),
        None => (score.replace('.', "").parse::<i16>().ok()?, 0),
    };
    let depth: i16 = depth.parse().ok()?;
    Some([value, kind, depth].map(i16::to_le_bytes).concat())
}
