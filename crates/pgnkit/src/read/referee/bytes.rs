//! Notes on the bytes beyond ASCII of the fields of a game.
//!
//! Standard: §4.1. Decisions: D-01.

use super::{GameListener, Referee};
use crate::charset::{self, Choice, Encoding};
use crate::fault;
use crate::read::note::{Detail, NoteSink};
use pgn_syntax::{Part, Span};

/// The longest character of UTF-8 may lack this many bytes at the end of a part of a comment.
const TORN_BYTES_MAX: usize = 3;

/// Place of the first byte that the encoding of the game is noted at.
#[derive(Debug, Default)]
pub(super) struct ByteWatch {
    first: Option<u32>,
}

impl ByteWatch {
    /// Forgets the last game.
    pub(super) fn clear(&mut self) {
        *self = ByteWatch::default();
    }

    fn find_c1(&mut self, text: &[u8], start: u32) {
        self.find(start, || first_c1(text));
    }

    fn find_legacy(&mut self, text: &[u8], start: u32) {
        self.find(start, || text.iter().position(|byte| !byte.is_ascii()));
    }

    fn find(&mut self, start: u32, position: impl FnOnce() -> Option<usize>) {
        if self.first.is_none() {
            self.first = position().map(|at| start.saturating_add(at as u32));
        }
    }
}

/// The place of the first byte from 80 to 9F.
fn first_c1(text: &[u8]) -> Option<usize> {
    const PIECE: usize = 64;
    let is_c1 = |byte: &u8| byte & 0xE0 == 0x80;
    // A fold instead of `any`: no early exit, so that the compiler makes vector code of it.
    let holds = |piece: &[u8]| piece.iter().fold(false, |found, byte| found | is_c1(byte));
    let piece = text.chunks(PIECE).position(holds)?;
    let within = text[piece * PIECE..].iter().position(is_c1)?;
    Some(piece * PIECE + within)
}

impl<F: GameListener, S: NoteSink> Referee<F, S> {
    /// Looks at a field with characters beyond ASCII, or at a part of one, that begins at `start`.
    /// Bytes that are not part of a character of its encoding are noted.
    #[cold]
    pub(super) fn note_bytes(&mut self, text: &[u8], start: u32, part: Part) {
        match self.encoding {
            Choice::Fixed(Encoding::Latin1) => self.bytes.find_c1(text, start),
            Choice::Fixed(_) => {}
            Choice::Auto | Choice::Recognized(_) if core::str::from_utf8(text).is_ok() => {}
            Choice::Auto if charset::detect(text) != Encoding::Utf8 => {
                self.bytes.find_c1(text, start);
            }
            Choice::Recognized(_) if charset::detect(text) != Encoding::Utf8 => {
                self.bytes.find_legacy(text, start);
            }
            Choice::Auto | Choice::Recognized(_) => {
                // A long comment may be split inside a character.
                let from = if part.begins() { 0 } else { TORN_BYTES_MAX };
                let to = text.len() - if part.ends() { 0 } else { TORN_BYTES_MAX.min(text.len()) };
                let mut at = 0;
                for chunk in text.utf8_chunks() {
                    at += chunk.valid().len();
                    let len = chunk.invalid().len();
                    if len > 0 && (from..to).contains(&at) {
                        let offset = |at: usize| start.saturating_add(at as u32);
                        let span = Span::new(offset(at), offset(at + len));
                        self.note(&fault::STRAY_BYTE, span, Detail::None);
                    }
                    at += len;
                }
            }
        }
    }

    /// Codes 128 to 159 are Windows-1252 if the encoding is not given, and have no meaning in
    /// Latin-1 (D-01). Another encoding is noted once in each game (D-70).
    pub(super) fn note_encoding(&mut self) {
        let Some(at) = self.bytes.first else { return };
        let span = Span::new(at, at.saturating_add(1));
        match self.encoding {
            Choice::Auto => self.note(&fault::WINDOWS_1252, span, Detail::None),
            Choice::Recognized(_) => self.note(&fault::LEGACY_ENCODING, span, Detail::None),
            Choice::Fixed(_) => {
                let fault = &pgn_syntax::diagnostic::fault::UNUSED_CHARACTER;
                self.note(fault, span, Detail::None);
            }
        }
    }
}
