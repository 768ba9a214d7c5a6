//! The substrings that every match of a regular expression contains.
//!
//! ```text
//! /^Kasparov/         Kasparov
//! /(Kas|Kar)p?ov/     Kas or Kar
//! /kasparov/i         parov in any case: U+212A is a k, too, and U+017F an s
//! /kasparov/f         kasparov in any case, or a character outside of ASCII
//! ```
//!
//! Characters that follow each other in every match make a run. Of the runs of a sequence, the best
//! is kept; of alternatives, all must have one. The needs of a part that occurs at least once are
//! needs of the whole.

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind};

use super::substring::{Needles, Signs};

/// A text that every match of the expression contains; `None` if none is known.
///
/// `folds` means that the text is folded by [`Letters`](crate::name::Fold::Letters) before it is
/// searched, and the substrings are for the original text.
pub(super) fn needles_of(pattern: &str, parser: &ParserBuilder, folds: bool) -> Option<Needles> {
    let hir = parser.build().parse(pattern).ok()?;
    let mut runs = Runs { folds, ..Runs::default() };
    runs.take(&hir);
    runs.finish()
}

/// The state of a sequence so far.
#[derive(Debug, Default)]
struct Runs {
    folds: bool,
    /// Characters that surely follow each other; a blank for one that is not looked for.
    run: String,
    /// Some of them may be capitals or not.
    in_any_case: bool,
    best: Option<Needles>,
}

impl Runs {
    /// Goes on with a part. How deep parts nest is bounded by the parser.
    fn take(&mut self, hir: &Hir) {
        match hir.kind() {
            // These match between characters.
            HirKind::Empty | HirKind::Look(_) => {}
            HirKind::Literal(literal) => match std::str::from_utf8(&literal.0) {
                Ok(text) => self.run.push_str(text),
                Err(_) => self.cut(),
            },
            HirKind::Class(class) => match only_letter(class, self.folds) {
                Some(letter) => {
                    self.run.push(letter);
                    self.in_any_case = true;
                }
                None => self.cut(),
            },
            HirKind::Repetition(repetition) => {
                self.cut();
                if repetition.min > 0 {
                    self.take(&repetition.sub);
                    self.cut();
                }
            }
            HirKind::Capture(capture) => self.take(&capture.sub),
            HirKind::Concat(parts) => parts.iter().for_each(|part| self.take(part)),
            HirKind::Alternation(parts) => {
                self.cut();
                let each = parts.iter().map(|part| {
                    let mut runs = Runs { folds: self.folds, ..Runs::default() };
                    runs.take(part);
                    runs.finish()
                });
                let any = Needles::any(each);
                self.offer(any);
            }
        }
    }

    /// Something is here that is not known.
    fn cut(&mut self) {
        let signs = if self.folds { Signs::Foreign } else { Signs::None };
        let in_any_case = self.in_any_case || self.folds;
        let substrings = Needles::one(&self.run, in_any_case, signs);
        self.offer(substrings);
        self.run.clear();
        self.in_any_case = false;
    }

    fn offer(&mut self, substrings: Option<Needles>) {
        self.best = match (self.best.take(), substrings) {
            (Some(best), Some(substrings)) => Some(best.better(substrings)),
            (best, substrings) => best.or(substrings),
        };
    }

    fn finish(mut self) -> Option<Needles> {
        self.cut();
        self.best
    }
}

/// The letter, if a class has the two forms of one letter of ASCII and nothing else.
///
/// In a folded text, non-ASCII characters need no special case: they were not ASCII before folding
/// either, which is enough.
fn only_letter(class: &Class, folds: bool) -> Option<char> {
    let mut letters = Vec::new();
    let mut push = |start: u32, end: u32| {
        letters.extend((start..=end.min(start.saturating_add(2))).take(3));
    };
    match class {
        Class::Unicode(class) => {
            let ranges = class.ranges().iter();
            ranges.for_each(|range| push(u32::from(range.start()), u32::from(range.end())));
        }
        Class::Bytes(class) => {
            let ranges = class.ranges().iter();
            ranges.for_each(|range| push(u32::from(range.start()), u32::from(range.end())));
        }
    }
    if folds {
        letters.retain(|&letter| letter < 128);
    }
    let [capital, small] = letters[..] else { return None };
    let (capital, small) = (char::from_u32(capital)?, char::from_u32(small)?);
    (small.is_ascii_lowercase() && capital.is_ascii() && capital.to_ascii_lowercase() == small)
        .then_some(small)
}
