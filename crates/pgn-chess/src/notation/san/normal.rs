//! A move's text in ASCII, with everything around the move itself taken off.
//! Owns: dashes, figurines, tails (`+`, `ch`, `e.p.`), glued numbers. Knows nothing of: positions.
//! Standard: §8.2.3.7. Decisions: D-32.
//! Start at [`Normal`].

use super::reading::{Departures, Mark, Stage};

/// Departures found so far, and the stage of D-32 that permits them all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Notes {
    pub(super) stage: Stage,
    pub(super) departures: Departures,
}

impl Notes {
    pub(super) const NONE: Notes = Notes { stage: Stage::Canonical, departures: Departures::NONE };

    pub(super) fn note(&mut self, stage: Stage, departure: Departures) {
        *self = self.and(Notes { stage, departures: departure });
    }

    /// Both together.
    pub(super) fn and(self, other: Notes) -> Notes {
        Notes { stage: self.stage.max(other.stage), departures: self.departures | other.departures }
    }
}

/// The core of the text: letters, digits, dashes and signs of one move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Normal {
    bytes: [u8; Normal::BYTES_MAX],
    len: usize,
    pub(super) notes: Notes,
    pub(super) mark: Mark,
}

/// What stands for itself, and what takes its place.
enum Glyph {
    Plain(u8),
    Space,
    Selector,
    Noted(u8, Stage, Departures),
}

impl Normal {
    /// The longest move with all tails, `Qa6xb7 dbl ch` and the like, is far shorter.
    const BYTES_MAX: usize = 32;

    /// `None` if some character has no place in a move.
    pub(super) fn new(text: &[u8]) -> Option<Normal> {
        let mut normal =
            Normal { bytes: [0; Normal::BYTES_MAX], len: 0, notes: Notes::NONE, mark: Mark::None };
        let mut rest = text;
        while let Some((glyph, len)) = glyph(rest) {
            rest = rest.get(len..)?;
            let byte = match glyph? {
                Glyph::Plain(byte) => byte,
                // It says how the figurine before it is drawn; elsewhere it has no place.
                Glyph::Selector if normal.notes.departures.contains(Departures::FIGURINE) => {
                    continue;
                }
                Glyph::Selector => return None,
                Glyph::Space => {
                    normal.notes.note(Stage::Signs, Departures::SPACE);
                    continue;
                }
                Glyph::Noted(byte, stage, departure) => {
                    normal.notes.note(stage, departure);
                    byte
                }
            };
            *normal.bytes.get_mut(normal.len)? = byte;
            normal.len += 1;
        }
        Some(normal)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    /// Takes off `+`, `#`, `++`, `ch`, `mate`, `dbl ch`, `ep`, `e.p.` and a lonely `=`.
    pub(super) fn cut_tails(&mut self) {
        const CHECK: &[&[u8]] = &[b"dblch", b"dbl", b"disch", b"check", b"ch"];
        const MATE: &[&[u8]] = &[b"checkmate", b"mate"];
        const EN_PASSANT: &[&[u8]] = &[b"e.p.", b"e.p", b"ep"];
        let (mut n_marks, mut spelled, mut is_at_end) = (0, false, true);
        loop {
            if self.cut_word(MATE) {
                (self.mark, spelled) = (Mark::Mate, true);
            } else if self.cut_word(CHECK) {
                (self.mark, spelled) = (self.mark.max(Mark::Check), true);
            } else if self.cut_word(EN_PASSANT) {
                self.notes.note(Stage::Signs, Departures::EN_PASSANT_TAIL);
                is_at_end = false;
            } else if self.cut_word(&[b"+"]) {
                self.mark = self.mark.max(Mark::Check);
                n_marks += 1;
                spelled |= !is_at_end;
            } else if self.cut_word(&[b"#"]) {
                self.mark = Mark::Mate;
                n_marks += 1;
                spelled |= !is_at_end;
            } else if self.cut_word(&[b"="]) {
                self.notes.note(Stage::Signs, Departures::EXTRA_EQUALS);
                is_at_end = false;
            } else {
                break;
            }
        }
        spelled |= self.cut_inner_marks();
        if spelled || n_marks > 1 {
            self.notes.note(Stage::Signs, Departures::MARK_SPELLING);
        }
    }

    /// Takes off one of the words at the end, unless nothing would be left.
    fn cut_word(&mut self, words: &[&[u8]]) -> bool {
        for word in words {
            let Some(at) = self.len.checked_sub(word.len()).filter(|at| *at >= 2) else {
                continue;
            };
            if self.bytes()[at..].eq_ignore_ascii_case(word) {
                self.len = at;
                return true;
            }
        }
        false
    }

    /// Takes out `+` and `#` that stand inside, as in `e8+=Q`.
    fn cut_inner_marks(&mut self) -> bool {
        let mut kept = 0;
        for at in 0..self.len {
            match self.bytes[at] {
                b'+' => self.mark = self.mark.max(Mark::Check),
                b'#' => self.mark = Mark::Mate,
                byte => {
                    self.bytes[kept] = byte;
                    kept += 1;
                }
            }
        }
        let found = kept != self.len;
        self.len = kept;
        found
    }

    /// Takes a move number off the front: `1.e4`, `1e4`, `12...Nf6`.
    pub(super) fn cut_number(&mut self) {
        let bytes = self.bytes();
        let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = bytes[digits..].iter().take_while(|byte| **byte == b'.').count();
        let next = bytes.get(digits + dots);
        let is_number = match (digits, dots) {
            (0, _) => false,
            (_, 0) => next.is_some_and(u8::is_ascii_alphabetic),
            (_, _) => next.is_some(),
        };
        if is_number {
            self.bytes.copy_within(digits + dots..self.len, 0);
            self.len -= digits + dots;
            self.notes.note(Stage::Extra, Departures::GLUED_NUMBER);
        }
    }
}

/// The first character and its length in bytes; `Some((None, _))` if it cannot be in a move.
fn glyph(text: &[u8]) -> Option<(Option<Glyph>, usize)> {
    const DASH: Glyph = Glyph::Noted(b'-', Stage::Castling, Departures::FOREIGN_DASH);
    const TIMES: Glyph = Glyph::Noted(b'x', Stage::Coordinates, Departures::CAPTURE_SIGN);
    let first = *text.first()?;
    if first.is_ascii_graphic() {
        return Some((Some(Glyph::Plain(first)), 1));
    }
    if first.is_ascii_whitespace() {
        return Some((Some(Glyph::Space), 1));
    }
    let (c, len) = decode(text);
    let glyph = match (c, first) {
        (Some('\u{2010}'..='\u{2015}' | '\u{2212}'), _) | (None, 0x96 | 0x97) => DASH,
        (Some('\u{d7}'), _) | (None, 0xd7) => TIMES,
        (Some('\u{a0}'), _) | (None, 0xa0) => Glyph::Space,
        (Some('\u{fe0e}' | '\u{fe0f}'), _) => Glyph::Selector,
        (Some('\u{2020}'), _) => Glyph::Noted(b'+', Stage::Signs, Departures::MARK_SPELLING),
        (Some('\u{2021}'), _) => Glyph::Noted(b'#', Stage::Signs, Departures::MARK_SPELLING),
        (Some(c @ '\u{2654}'..='\u{265f}'), _) => {
            let nth = (c as usize - 0x2654) % 6;
            Glyph::Noted(b"KQRBNP"[nth], Stage::Figurine, Departures::FIGURINE)
        }
        (Some(_) | None, _) => return Some((None, len)),
    };
    Some((Some(glyph), len))
}

/// The character at the start if it is UTF-8, and its length; a lone byte otherwise.
fn decode(text: &[u8]) -> (Option<char>, usize) {
    for len in 2..=4 {
        let c = text.get(..len).and_then(|bytes| str::from_utf8(bytes).ok());
        if let Some(c) = c.and_then(|s| s.chars().next()) {
            return (Some(c), len);
        }
    }
    (None, 1)
}
