//! From the bytes of a game to its text.
//!
//! Owns: the choice of the encoding for a game, and the mending of line ends and controls.
//! Knows nothing of: what the texts are.
//! Standard: §4.1. Decisions: D-01, D-03, D-41.
//! Start at [`Texts`].

use crate::charset::{self, Choice, Encoding};

/// The texts of one game as bytes in one piece, decoded together when the game is over.
#[derive(Debug, Default)]
pub(super) struct Texts {
    bytes: Vec<u8>,
    ranges: Vec<(u32, u32)>,
    start: usize,
}

impl Texts {
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.ranges.clear();
        self.start = 0;
    }

    /// Appends to the text that is being put together.
    pub(super) fn push(&mut self, piece: &[u8]) {
        self.bytes.extend_from_slice(piece);
    }

    /// Takes the spaces off the end of the text that is being put together.
    pub(super) fn trim_end(&mut self) {
        let len = self.bytes[self.start..].trim_ascii_end().len();
        self.bytes.truncate(self.start + len);
    }

    /// Ends the text that is being put together; gives its number.
    pub(super) fn end(&mut self) -> u32 {
        self.ranges.push((self.start as u32, self.bytes.len() as u32));
        // Half a character at the end of one text must not meet the other half in the next.
        self.bytes.push(b'\n');
        self.start = self.bytes.len();
        self.ranges.len() as u32 - 1
    }

    /// A text in one piece.
    pub(super) fn add(&mut self, text: &[u8]) -> u32 {
        self.push(text);
        self.end()
    }

    /// Decodes all texts; gives them in one piece with their ranges, and the encoding found.
    pub(super) fn decode(&mut self, choice: Choice) -> (String, Vec<(u32, u32)>, Encoding) {
        let ranges = core::mem::take(&mut self.ranges);
        let bytes = core::mem::take(&mut self.bytes);
        let (bytes, ranges) =
            if holds_odd_control(&bytes) { mend_each(&bytes, &ranges) } else { (bytes, ranges) };
        let encoding = choice.encoding_of(&bytes);
        self.start = 0;
        if encoding == Encoding::Utf8 {
            match String::from_utf8(bytes) {
                Ok(text) => return (text, ranges, encoding),
                Err(error) => return decode_each(error.as_bytes(), &ranges, encoding),
            }
        }
        decode_each(&bytes, &ranges, encoding)
    }
}

/// Line ends become LF, other controls a space, from `start` on; both are ASCII in every encoding.
pub(super) fn mend_controls(bytes: &mut Vec<u8>, start: usize) {
    let text = &mut bytes[start..];
    if !holds_odd_control(text) {
        return;
    }
    let (mut from, mut to) = (0, 0);
    while from < text.len() {
        let crlf = text[from] == b'\r' && text.get(from + 1) == Some(&b'\n');
        from += usize::from(crlf);
        text[to] = match text[from] {
            b'\n' | b'\r' => b'\n',
            0..=31 | 127 => b' ',
            byte => byte,
        };
        from += 1;
        to += 1;
    }
    bytes.truncate(start + to);
}

/// Whether there is a control code that is no line feed.
fn holds_odd_control(text: &[u8]) -> bool {
    // A fold instead of `any`: no early exit, so that the compiler makes vector code of it.
    text.iter().fold(false, |found, &byte| found | ((byte < 32) & (byte != b'\n')) | (byte == 127))
}

/// The texts with their controls mended, each for itself.
fn mend_each(bytes: &[u8], ranges: &[(u32, u32)]) -> (Vec<u8>, Vec<(u32, u32)>) {
    let mut mended = Vec::with_capacity(bytes.len());
    let ranges = ranges
        .iter()
        .map(|&(start, end)| {
            let from = mended.len();
            mended.extend_from_slice(&bytes[start as usize..end as usize]);
            mend_controls(&mut mended, from);
            let range = (from as u32, mended.len() as u32);
            // As [`Texts::end`] does, for the same reason.
            mended.push(b'\n');
            range
        })
        .collect();
    (mended, ranges)
}

fn decode_each(
    bytes: &[u8],
    ranges: &[(u32, u32)],
    encoding: Encoding,
) -> (String, Vec<(u32, u32)>, Encoding) {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    let mut decoded = Vec::with_capacity(ranges.len());
    for &(start, end) in ranges {
        let from = text.len() as u32;
        text.push_str(&charset::decode(&bytes[start as usize..end as usize], encoding).text);
        decoded.push((from, text.len() as u32));
    }
    (text, decoded, encoding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_has_one_encoding() {
        let decode = |pieces: &[&[u8]]| {
            let mut texts = Texts::default();
            for piece in pieces {
                texts.add(piece);
            }
            let (text, ranges, encoding) = texts.decode(Choice::Auto);
            let parts: Vec<String> =
                ranges.iter().map(|r| text[r.0 as usize..r.1 as usize].to_string()).collect();
            (parts, encoding)
        };
        assert_eq!(
            decode(&["Mü".as_bytes(), b"x"]),
            (vec!["Mü".into(), "x".into()], Encoding::Utf8)
        );
        // One text alone would be UTF-8; the game is not.
        let mixed = decode(&["ü".as_bytes(), b"M\xFC"]);
        assert_eq!(mixed, (vec!["Ã¼".into(), "Mü".into()], Encoding::Latin1));
        // Together the two would be one character.
        let torn = decode(&[b"a\xD6", b"\x86e"]);
        assert_eq!(torn, (vec!["a\u{d6}".into(), "\u{2020}e".into()], Encoding::Windows1252));
        assert_eq!(decode(&[b"a\x93b"]).1, Encoding::Windows1252);
        assert_eq!(decode(&[b"a\r\nb\rc\0d\te"]).0, ["a\nb\nc d e"]);
    }
}
