//! Names in their various spellings: what two spellings share, and whether they may be the same
//! name (§8.1.1.5).
//!
//! Three ways to compare, from strict to lax:
//!
//! - [`fold`] removes differences that do not count, case, accents, punctuation, and compares the
//!   rest;
//! - [`Sounds`] compares how words sound in English ears, letter by letter;
//! - [`likeness`] parses the parts of a person's name and compares them: initials match names,
//!   titles do not count, and a name is the same in English, German and French letters.
//!
//! To count names without comparing pairs, use a key from [`Alike`].
//!
//! Based on these, a [`Census`] finds the spellings of a collection that are likely one name, an
//! [`Authority`] has the correct ones from external lists ([`ScidFile`], [`read_fide`]), and
//! [`Changes`] is the list for people to review before anything is changed.
//!
//! Start at [`likeness`]; to compare one name with many, parse it once, as a [`Person`].

mod alike;
mod authority;
mod census;
mod fide;
mod fold;
mod likeness;
mod list;
mod lives;
mod person;
#[cfg(feature = "sounds")]
mod phonetic;
mod root;
mod scid;
mod sound;
mod sure;

#[cfg(test)]
mod tests;

pub use alike::{Alike, is_fuller};
pub use authority::Authority;
pub use census::{Census, Certainty, Comparison, ComparisonTooLargeError, Suggestion};
pub use fide::{FideError, Listed, check_fide, read_fide};
pub use fold::{Fold, fold, fold_into};
pub use likeness::{Likeness, Players, likeness};
pub use list::{Change, Changes, Kind, ListError, push_suggestion};
pub use lives::Lives;
pub use person::{Person, Suffix};
pub use root::{WORD_BYTES_MAX, push_root};
pub use scid::{Rules, ScidFile};
pub use sound::{Sound, Sounds};
