//! The text of a move in ASCII, without everything around the move itself.
//!
//! Standard: §8.2.3.7. Decisions: D-32.

use super::forms::{self, Notes, SELECTOR, SPACE, TAILS, Tail};
use super::reading::{Departures, Mark, Stage};

/// The core of the text: letters, digits, dashes and signs of one move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Normal {
    bytes: [u8; Normal::BYTES_MAX],
    len: usize,
    pub(super) notes: Notes,
    pub(super) mark: Mark,
}

impl Normal {
    /// The longest move with all tails, `Qa6xb7 dbl ch` and the like, is far shorter.
    const BYTES_MAX: usize = 32;

    /// `None` if some character has no place in a move.
    pub(super) fn new(text: &[u8]) -> Option<Normal> {
        let mut normal =
            Normal { bytes: [0; Normal::BYTES_MAX], len: 0, notes: Notes::NONE, mark: Mark::None };
        let mut rest = text;
        while let Some((found, len)) = forms::character(rest) {
            rest = rest.get(len..)?;
            let (byte, notes) = found?;
            if byte == SELECTOR && !normal.notes.departures.contains(Departures::FIGURINE) {
                return None;
            }
            normal.notes = normal.notes.and(notes);
            if byte == SPACE || byte == SELECTOR {
                continue;
            }
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
        let (mut n_signs, mut is_spelled, mut is_at_end) = (0, false, true);
        while let Some(tail) = self.cut_tail() {
            match tail {
                Tail::Word(mark) => {
                    self.mark = self.mark.max(mark);
                    is_spelled = true;
                }
                Tail::Sign(mark) => {
                    self.mark = self.mark.max(mark);
                    n_signs += 1;
                    is_spelled |= !is_at_end;
                }
                Tail::Idle(departure) => {
                    self.notes.note(Stage::Signs, departure);
                    is_at_end = false;
                }
            }
        }
        is_spelled |= self.cut_inner_marks();
        if is_spelled || n_signs > 1 {
            self.notes.note(Stage::Signs, Departures::MARK_SPELLING);
        }
    }

    /// Removes one tail, unless nothing would be left.
    fn cut_tail(&mut self) -> Option<Tail> {
        let (at, tail) = TAILS.iter().find_map(|(word, tail)| {
            let at = self.len.checked_sub(word.len()).filter(|at| *at >= 2)?;
            self.bytes()[at..].eq_ignore_ascii_case(word).then_some((at, *tail))
        })?;
        self.len = at;
        Some(tail)
    }

    /// Takes out `+` and `#` that are inside, as in `e8+=Q`.
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
