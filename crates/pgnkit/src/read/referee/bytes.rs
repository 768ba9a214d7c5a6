//! The bytes beyond ASCII of a game, and what they tell of its encoding.
//!
//! Owns: the watching. Knows nothing of: what the texts say.
//! Standard: §4.1. Decisions: D-01.
//! Start at [`ByteWatch`].

use super::{GameListener, Referee};
use crate::charset::{Choice, Encoding};
use crate::fault;
use crate::read::note::{Detail, NoteSink};
use pgn_syntax::Span;

/// What the bytes beyond ASCII of a game tell about its encoding.
#[derive(Debug, Default)]
pub(super) struct ByteWatch {
    is_not_utf8: bool,
    /// Place of the first byte from 80 to 9F.
    first_c1: Option<u32>,
}

impl ByteWatch {
    /// Forgets the last game.
    pub(super) fn clear(&mut self) {
        *self = ByteWatch::default();
    }

    /// Looks at a text beyond ASCII that stands at `start`.
    #[cold]
    pub(super) fn look(&mut self, text: &[u8], start: u32) {
        self.is_not_utf8 = self.is_not_utf8 || core::str::from_utf8(text).is_err();
        if self.first_c1.is_none() {
            let at = first_c1(text);
            self.first_c1 = at.map(|at| start.saturating_add(at as u32));
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
    /// Codes 128 to 159 are Windows-1252 where the encoding is free, and nothing in Latin-1
    /// (D-01).
    pub(super) fn note_encoding(&mut self) {
        let Some(at) = self.bytes.first_c1 else { return };
        let span = Span::new(at, at.saturating_add(1));
        match self.encoding {
            Choice::Auto if self.bytes.is_not_utf8 => {
                self.note(&fault::WINDOWS_1252, span, Detail::None);
            }
            Choice::Fixed(Encoding::Latin1) => {
                let fault = &pgn_syntax::diagnostic::fault::UNUSED_CHARACTER;
                self.note(fault, span, Detail::None);
            }
            Choice::Auto | Choice::Fixed(Encoding::Utf8 | Encoding::Windows1252) => {}
        }
    }
}
