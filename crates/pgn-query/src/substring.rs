//! Needles: bytes that must be in the text of a game for which something holds.
//!
//! Only visible characters of ASCII are looked for. They are the same byte in every encoding, a
//! control that becomes a blank cannot be meant by one, and no backslash is between them.
//!
//! ```text
//! White = "Tal, Mihail"     Mihail
//! White ~ "müller"          muller in any case, or a character outside of ASCII
//! White ~ /^kasparov/i      parov in any case; `pieces` says why
//! ```

use std::fmt::Write as _;

use crate::name::Fold;

/// How many different texts are looked for at once; a longer list is not looked for.
pub(super) const NEEDLES_MAX: usize = 10_000;

/// The least that is worth looking for, in bytes.
const NEEDLE_BYTES_MIN: usize = 3;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Substring {
    /// Visible characters of ASCII; small letters if case does not count.
    pub(super) text: Vec<u8>,
    pub(super) in_any_case: bool,
}

/// Single bytes that may have been folded to the text, so that one of them is enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Signs {
    #[default]
    None,
    /// Bytes that are not ASCII.
    Foreign,
    /// These, and apostrophes, which are between letters without parting them.
    ForeignAndApostrophes,
}

/// Of these something must be there: one of the texts, or one of the signs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Needles {
    pub(super) texts: Vec<Substring>,
    pub(super) signs: Signs,
}

impl Needles {
    /// A substring of the value that equals this text.
    pub(super) fn of_text(text: &str) -> Option<Needles> {
        Needles::one(text, false, Signs::None)
    }

    /// A substring of the folded value that equals this folded text.
    ///
    /// A value of ASCII alone is folded to its small letters. Any other has a byte that is not
    /// ASCII, and all that folds to letters of ASCII beside these themselves is of that kind.
    pub(super) fn of_folded(text: &str, how: Fold) -> Option<Needles> {
        if !text.is_ascii() {
            return Some(Needles { texts: Vec::new(), signs: Signs::Foreign });
        }
        match how {
            Fold::Case | Fold::Letters => Needles::one(text, true, Signs::Foreign),
            Fold::Words => Needles::one(text, true, Signs::ForeignAndApostrophes),
        }
    }

    /// The best piece of a text, if one is worth looking for.
    pub(super) fn one(text: &str, in_any_case: bool, signs: Signs) -> Option<Needles> {
        // Words are parted by a blank for whatever was between them.
        let is_other = |c: char| !c.is_ascii_graphic() || matches!(c, '"' | '\\');
        let longest = text.split(is_other).max_by_key(|piece| piece.len())?;
        if longest.len() < NEEDLE_BYTES_MIN {
            return None;
        }
        let mut text = longest.as_bytes().to_vec();
        if in_any_case {
            text.make_ascii_lowercase();
        }
        let in_any_case = in_any_case && text.iter().any(u8::is_ascii_lowercase);
        Some(Needles { texts: vec![Substring { text, in_any_case }], signs })
    }

    /// The requirement of one of several alternatives: one of the requirements of each.
    pub(super) fn any(each: impl IntoIterator<Item = Option<Needles>>) -> Option<Needles> {
        let mut any = Needles::default();
        for substrings in each {
            let substrings = substrings?;
            any.texts.extend(substrings.texts);
            any.signs = any.signs.max(substrings.signs);
            if any.texts.len() > 2 * NEEDLES_MAX {
                any.tidy();
            }
        }
        any.tidy();
        (any.texts.len() <= NEEDLES_MAX).then_some(any)
    }

    fn tidy(&mut self) {
        self.texts.sort_unstable();
        self.texts.dedup();
    }

    /// The more informative one of the two, if that can be decided.
    pub(super) fn better(self, other: Needles) -> Needles {
        if other.commonness() < self.commonness() { other } else { self }
    }

    /// Roughly how often text contains it: the longer, the rarer.
    fn commonness(&self) -> f64 {
        let of_text = |substring: &Substring| 0.25_f64.powi(substring.text.len().min(16) as i32);
        let of_signs = match self.signs {
            Signs::None => 0.0,
            Signs::Foreign | Signs::ForeignAndApostrophes => 0.01,
        };
        self.texts.iter().map(of_text).sum::<f64>() + of_signs
    }

    /// The substrings for people.
    pub(super) fn explain(&self) -> String {
        const SHOWN: usize = 3;
        let mut text = String::new();
        let mut part = |what: &str| {
            let or = if text.is_empty() { "" } else { " or " };
            let _ = write!(text, "{or}{what}");
        };
        for substring in self.texts.iter().take(SHOWN) {
            let case = if substring.in_any_case { " in any case" } else { "" };
            part(&format!("\"{}\"{case}", String::from_utf8_lossy(&substring.text)));
        }
        let n_more = self.texts.len().saturating_sub(SHOWN);
        if n_more > 0 {
            part(&format!("{n_more} more"));
        }
        match self.signs {
            Signs::None => {}
            Signs::Foreign => part("a character outside of ASCII"),
            Signs::ForeignAndApostrophes => part("a character outside of ASCII, or an apostrophe"),
        }
        text
    }
}
