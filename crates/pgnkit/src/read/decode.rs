//! From the bytes of a game to its text.
//!
//! Standard: §4.1. Decisions: D-01, D-03, D-41.

use std::borrow::Cow;

use crate::charset::Choice;
use pgn_syntax::RawTag;
use pgn_syntax::step::unescape;

/// Texts of one game as bytes in one buffer, decoded together at the end of the game.
#[derive(Debug, Default)]
pub(super) struct Texts {
    bytes: Vec<u8>,
    start: usize,
}

impl Texts {
    /// Begins again, in the memory of a text that is no longer needed.
    pub(super) fn restart(&mut self, old: &mut String) {
        if self.bytes.capacity() == 0 {
            self.bytes = core::mem::take(old).into_bytes();
        }
        old.clear();
        self.bytes.clear();
        self.start = 0;
    }

    /// Appends to the text that is being put together.
    #[inline]
    pub(super) fn push(&mut self, piece: &[u8]) {
        self.bytes.extend_from_slice(piece);
    }

    /// The same, with line ends as LF, so that few games need corrections. A CR at the end of a
    /// piece that is not the last stays, because its LF may come with the next.
    pub(super) fn push_lines(&mut self, piece: &[u8], is_last: bool) {
        let mut rest = piece;
        while let Some(at) = memchr::memchr(b'\r', rest) {
            self.push(&rest[..at]);
            rest = &rest[at + 1..];
            if rest.is_empty() && !is_last {
                return self.push(b"\r");
            }
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
            self.push(b"\n");
        }
        self.push(rest);
    }

    /// Takes the spaces off the end of the text that is being put together.
    pub(super) fn trim_end(&mut self) {
        let len = self.bytes[self.start..].trim_ascii_end().len();
        self.bytes.truncate(self.start + len);
    }

    /// Ends the current text; returns its place among the bytes.
    #[inline]
    pub(super) fn end(&mut self) -> (u32, u32) {
        let range = (self.start as u32, self.bytes.len() as u32);
        // Half a character at the end of one text must not be joined with the other half in the
        // next.
        self.bytes.push(b' ');
        self.start = self.bytes.len();
        range
    }

    /// The bytes of a text that is not decoded yet.
    pub(super) fn raw(&self, (start, end): (u32, u32)) -> &[u8] {
        &self.bytes[start as usize..end as usize]
    }

    /// A text in one piece.
    #[inline]
    pub(super) fn add(&mut self, text: &[u8]) -> (u32, u32) {
        self.push(text);
        self.end()
    }

    /// The same for a text of ASCII that is not empty: no character is torn before or after it.
    #[inline]
    pub(super) fn add_ascii(&mut self, text: &[u8]) -> (u32, u32) {
        debug_assert!(text.is_ascii() && !text.is_empty());
        self.push(text);
        let range = (self.start as u32, self.bytes.len() as u32);
        self.start = self.bytes.len();
        range
    }

    /// Decodes the texts into `text`, each for itself (D-01); their places become those in it.
    pub(super) fn decode<'r>(
        &mut self,
        choice: Choice,
        text: &mut String,
        places: impl Iterator<Item = (&'r mut u32, &'r mut u32)>,
    ) {
        let TextScan { is_ascii, is_odd } = look(&self.bytes);
        if !is_odd && (is_ascii || choice.takes_utf8()) {
            match String::from_utf8(core::mem::take(&mut self.bytes)) {
                Ok(plain) => {
                    self.bytes = core::mem::replace(text, plain).into_bytes();
                    return;
                }
                Err(error) => self.bytes = error.into_bytes(),
            }
        }
        text.clear();
        let mut corrected = Vec::new();
        for (start, end) in places {
            let from = text.len() as u32;
            let mut piece = &self.bytes[*start as usize..*end as usize];
            if look(piece).is_odd {
                corrected.clear();
                corrected.extend_from_slice(piece);
                mend_controls(&mut corrected, 0);
                piece = &corrected;
            }
            text.push_str(&choice.decode(piece));
            (*start, *end) = (from, text.len() as u32);
        }
    }
}

/// The value of a tag as [`Game::tag`](crate::Game::tag) returns it: unescaped, without control
/// codes, decoded.
///
/// Cost: one pass over its bytes; `buffer` is used only if they change.
///
/// ```
/// use pgnkit::charset::Choice;
/// use pgnkit::read::tag_value;
/// use pgnkit::syntax::{RawTag, Visitor, visit};
/// use std::ops::ControlFlow;
///
/// #[derive(Default)]
/// struct Values(Vec<String>, Vec<u8>);
///
/// impl Visitor for Values {
///     type Break = ();
///     fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<()> {
///         self.0.push(tag_value(&tag, Choice::Auto, &mut self.1).into_owned());
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut values = Values::default();
/// let _ = visit(b"[Event \"The \\\"Village\\\"\tcup\"] 1. e4 *", &mut values);
/// assert_eq!(values.0, ["The \"Village\" cup"]);
/// ```
pub fn tag_value<'b>(tag: &RawTag<'b>, choice: Choice, buffer: &'b mut Vec<u8>) -> Cow<'b, str> {
    let mut value = tag.value;
    if tag.escaped || look(value).is_odd {
        buffer.clear();
        unescape(value, |piece| buffer.extend_from_slice(piece));
        mend_controls(buffer, 0);
        value = buffer;
    }
    choice.decode(value)
}

/// Whether the text has the value of a tag exactly as [`tag_value`] returns it, in every encoding.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn is_verbatim(tag: &RawTag<'_>) -> bool {
    tag.is_ascii && !tag.escaped && !look(tag.value).is_odd
}

/// Line ends become LF, other controls a space, from `start` on; both are ASCII in every encoding.
pub(super) fn mend_controls(bytes: &mut Vec<u8>, start: usize) {
    let text = &mut bytes[start..];
    if !look(text).is_odd {
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

/// The kinds of characters in a text.
#[derive(Debug, Clone, Copy)]
struct TextScan {
    is_ascii: bool,
    /// There is a control code other than line feed.
    is_odd: bool,
}

/// Looks at a text once, at one that is not all printing ASCII twice.
fn look(text: &[u8]) -> TextScan {
    // Folds without an early exit, so that the compiler can vectorize the loop. Printing characters
    // have the lowest values when counted from the space on.
    let greatest = text.iter().fold(0, |max, &byte| byte.wrapping_sub(b' ').max(max));
    if greatest < 127 - b' ' {
        return TextScan { is_ascii: true, is_odd: false };
    }
    look_closely(text)
}

#[inline(never)]
fn look_closely(text: &[u8]) -> TextScan {
    let (all, odd) = text.iter().fold((0, 0), |(all, odd), &byte| {
        let is_odd = ((byte < 32) & (byte != b'\n')) | (byte == 127);
        (all | byte, odd | u8::from(is_odd))
    });
    TextScan { is_ascii: all < 128, is_odd: odd != 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_text_has_an_encoding_of_its_own() {
        let decode = |pieces: &[&[u8]]| {
            let mut texts = Texts::default();
            let mut places: Vec<(u32, u32)> = pieces.iter().map(|piece| texts.add(piece)).collect();
            let mut text = String::new();
            let places_mut = places.iter_mut().map(|place| (&mut place.0, &mut place.1));
            texts.decode(Choice::Auto, &mut text, places_mut);
            let part = |place: &(u32, u32)| text[place.0 as usize..place.1 as usize].to_string();
            places.iter().map(part).collect::<Vec<String>>()
        };
        assert_eq!(decode(&["Mü".as_bytes(), b"x"]), ["Mü", "x"]);
        assert_eq!(decode(&["ü".as_bytes(), b"M\xFC"]), ["ü", "Mü"]);
        // Together the next two would be one character.
        assert_eq!(decode(&[b"a\xD6", b"\x86e"]), ["a\u{d6}", "\u{2020}e"]);
        assert_eq!(decode(&[b"a\r\nb\rc\0d\te"]), ["a\nb\nc d e"]);
    }
}
