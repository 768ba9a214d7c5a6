//! The tags that the referee needs.
//!
//! Standard: §8.1, §9.7. Decisions: D-15, D-22, D-23.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use super::{GameListener, Referee};
use crate::fault;
use crate::game::{Start, StartTags, may_name_variant};
use crate::read::decode::tag_value;
use crate::read::note::{Detail, NoteSink};
use crate::tag::{Outcome, ResultForm, well_known};
use pgn_syntax::limits::TAG_NAMES_MAX;
use pgn_syntax::step::head;
use pgn_syntax::{RawTag, Span};

/// Names of less than eight bytes, so that their heads are all of them.
const EVENT: u64 = head(b"Event");
const SITE: u64 = head(b"Site");
const DATE: u64 = head(b"Date");
const ROUND: u64 = head(b"Round");
const WHITE: u64 = head(b"White");
const BLACK: u64 = head(b"Black");
const RESULT: u64 = head(b"Result");
const FEN: u64 = head(b"FEN");
const SET_UP: u64 = head(b"SetUp");
const VARIANT: u64 = head(b"Variant");

/// A tag of the game that is read; its text is kept where the last game's was.
#[derive(Debug, Default)]
struct Known {
    text: String,
    span: Option<Span>,
    /// The name is not in another letter case.
    is_exact: bool,
}

impl Known {
    fn text(&self) -> Option<&str> {
        self.span.map(|_| self.text.as_str())
    }
}

/// The content of a Result tag.
#[derive(Debug, Clone, Copy)]
pub(super) struct ResultTag {
    /// Its result, also in an unusual spelling.
    pub(super) outcome: Option<Outcome>,
    /// Whether it is one of the four markers, or a result that the standard does not have.
    pub(super) is_exact: bool,
    pub(super) span: Span,
    /// The name is in another letter case.
    is_of_other_case: bool,
}

/// The tags that the referee needs, with their places.
#[derive(Debug, Default)]
pub(super) struct KnownTags {
    fen: Known,
    set_up: Known,
    variant: Known,
    /// Only an Event that may name a variant.
    event: Known,
    pub(super) result: Option<ResultTag>,
    bytes: Vec<u8>,
    /// The number of names that are new, as far as the parser remembers.
    n_names: usize,
    /// Of the names that the parser did not remember.
    late_names: HashSet<u64, BuildHasherDefault<DefaultHasher>>,
}

impl KnownTags {
    /// Forgets the last game.
    pub(super) fn clear(&mut self) {
        self.fen.span = None;
        self.set_up.span = None;
        self.variant.span = None;
        (self.event.span, self.event.is_exact) = (None, false);
        self.result = None;
        self.n_names = 0;
    }

    /// Takes a name that the parser considers new; returns whether it is a repetition nevertheless.
    #[inline]
    fn is_late_repetition(&mut self, name: &[u8]) -> bool {
        self.n_names += 1;
        self.n_names > TAG_NAMES_MAX && self.remember_late(name)
    }

    #[cold]
    fn remember_late(&mut self, name: &[u8]) -> bool {
        if self.n_names == TAG_NAMES_MAX + 1 {
            self.late_names.clear();
        }
        let key = self.late_names.hasher().hash_one(name);
        !self.late_names.insert(key)
    }

    /// The tags that determine the start of the game.
    pub(super) fn start(&self) -> StartTags<'_> {
        StartTags {
            fen: self.fen.text(),
            set_up: self.set_up.text(),
            variant: self.variant.text(),
            event: self.event.text(),
        }
    }
}

impl<F: GameListener, S: NoteSink> Referee<F, S> {
    /// Keeps a tag that determines the start or the end of the game.
    #[inline]
    pub(super) fn remember_tag(&mut self, tag: &RawTag<'_>) {
        match tag.head {
            RESULT => self.remember_result(tag),
            FEN | SET_UP | VARIANT => self.remember_start(tag, tag.head),
            EVENT if may_name_variant(tag.value) => self.remember_start(tag, EVENT),
            EVENT => (self.tags.event.span, self.tags.event.is_exact) = (None, true),
            _ => {}
        }
    }

    /// Keeps the value of the tag whose name has this head, in any letter case.
    fn remember_start(&mut self, tag: &RawTag<'_>, head: u64) {
        let mut bytes = core::mem::take(&mut self.tags.bytes);
        let text = tag_value(tag, self.encoding, &mut bytes);
        let slot = match head {
            FEN => &mut self.tags.fen,
            SET_UP => &mut self.tags.set_up,
            EVENT => &mut self.tags.event,
            _ => &mut self.tags.variant,
        };
        slot.is_exact = head == tag.head;
        slot.text.clear();
        slot.text.push_str(&text);
        slot.span = (!text.trim().is_empty()).then_some(tag.value_span);
        drop(text);
        self.tags.bytes = bytes;
    }

    #[inline]
    fn remember_result(&mut self, tag: &RawTag<'_>) {
        let exact = match tag.value {
            b"1-0" => Outcome::WhiteWins,
            b"0-1" => Outcome::BlackWins,
            b"1/2-1/2" => Outcome::Draw,
            b"*" => Outcome::Unknown,
            _ => return self.remember_odd_result(tag),
        };
        let (span, is_of_other_case) = (tag.value_span, tag.head != RESULT);
        let outcome = Some(exact);
        self.tags.result = Some(ResultTag { outcome, is_exact: true, span, is_of_other_case });
    }

    #[cold]
    fn remember_odd_result(&mut self, tag: &RawTag<'_>) {
        let mut bytes = core::mem::take(&mut self.tags.bytes);
        let text = tag_value(tag, self.encoding, &mut bytes);
        let read = Outcome::read(&text);
        let result = ResultTag {
            outcome: read.map(|read| read.outcome),
            is_exact: read.is_some_and(|read| read.form == ResultForm::Usual),
            span: tag.value_span,
            is_of_other_case: tag.head != RESULT,
        };
        self.tags.result = (!text.trim().is_empty()).then_some(result);
        drop(text);
        self.tags.bytes = bytes;
    }

    /// Notes a name that was before, or is well known but for the case of its letters.
    #[inline]
    pub(super) fn note_tag_name(&mut self, tag: &RawTag<'_>) {
        if tag.is_repeated || self.tags.is_late_repetition(tag.name) {
            self.note(&fault::DUPLICATE_TAG, tag.name_span, Detail::None);
        }
        match tag.head {
            EVENT | SITE | DATE | ROUND | WHITE | BLACK | RESULT => {}
            _ if well_known::number_by_head(tag.name, tag.head) != well_known::UNKNOWN => {}
            _ => self.note_case(tag),
        }
    }

    /// Notes a well-known name in another letter case, which counts if the exact one is absent.
    #[inline(never)]
    fn note_case(&mut self, tag: &RawTag<'_>) {
        let Some(name) = well_known::name_of_other_case(tag.name) else { return };
        self.note(&fault::WRONG_CASE_TAG, tag.name_span, Detail::None);
        let has_exact = |known: &Known| known.span.is_some() && known.is_exact;
        let tags = &self.tags;
        match head(name.as_bytes()) {
            RESULT if tags.result.is_none_or(|result| result.is_of_other_case) => {
                self.remember_result(tag);
            }
            FEN if !has_exact(&tags.fen) => self.remember_start(tag, FEN),
            SET_UP if !has_exact(&tags.set_up) => self.remember_start(tag, SET_UP),
            VARIANT if !has_exact(&tags.variant) => self.remember_start(tag, VARIANT),
            EVENT if !tags.event.is_exact && may_name_variant(tag.value) => {
                self.remember_start(tag, EVENT);
            }
            _ => {}
        }
    }

    /// Notes errors in the tags that determine the start of the game.
    pub(super) fn note_start(&mut self, start: &Start) {
        let tags = [self.tags.fen.span, self.tags.set_up.span, self.tags.variant.span];
        let fen = tags[0].unwrap_or_default();
        if let Some(fault) = start.fen_fault() {
            let detail = match &start.fen_error {
                Some(error) => Detail::Fen(error),
                None => Detail::FenCorrected(start.fen_notes),
            };
            self.note(fault, fen, detail);
        }
        if let Some(fault) = start.mismatch {
            let spans = tags.into_iter().chain([self.tags.event.span]);
            let span = spans.flatten().next().unwrap_or_default();
            self.note(fault, span, Detail::None);
        }
        if start.implied.is_some() {
            self.note(&fault::MISSING_VARIANT, fen, Detail::None);
        }
        if start.by_event.is_some() {
            let event = self.tags.event.span.unwrap_or_default();
            self.note(&fault::VARIANT_IN_EVENT, event, Detail::None);
        }
        if start.is_unknown_variant {
            // If the Variant tag has no variant, the Event tag determines the rules.
            let spans = [self.tags.event.span, self.tags.variant.span];
            let by_event = self.tags.start().event_rules().is_some();
            let span = spans[usize::from(!by_event)].unwrap_or_default();
            self.note(&fault::UNKNOWN_VARIANT, span, Detail::None);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fault;
    use crate::read::{Note, ReadOptions, read_region};
    use pgn_syntax::Regions;

    #[test]
    fn a_repeated_tag_is_noted_however_many_come_before() {
        for n_names in [2, 63, 64, 65, 66, 300] {
            let tags: String = (0..n_names).map(|n| format!("[Tag{n} \"\"]\n")).collect();
            let last = n_names - 1;
            let again = format!("[Tag1 \"\"] [Tag{last} \"\"] [More \"\"] [More \"\"]");
            let text = format!("{tags}[New \"\"] {again}\n\n1. e4 *\n");
            // The second game forgets the names of the first.
            let text = format!("{text}\n{text}");
            let mut regions = Regions::new(text.as_bytes());
            while let Some(region) = regions.next_region().unwrap() {
                let mut n_repeated = 0;
                let count = |note: Note<'_>| {
                    n_repeated += usize::from(note.diagnostic.code == fault::DUPLICATE_TAG.code);
                };
                read_region(&region, ReadOptions::default(), count);
                assert_eq!(n_repeated, 3, "{n_names}");
            }
        }
    }
}
