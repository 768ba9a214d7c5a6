//! Names as people spell them: what two spellings have in common, and whose name it may be
//! (§8.1.1.5).
//!
//! Three ways to compare, from strict to lax:
//!
//! - [`fold`] takes away what does not count, case, accents, punctuation, and compares the rest;
//! - [`Sounds`] compares how words sound in English ears, letter by letter;
//! - [`likeness`] reads the parts of a person's name and compares these: initials stand for names,
//!   titles do not count, and a name is the same in English, German and French letters.
//!
//! Who wants to count, and not to ask, takes a key that [`Alike`] gives.
//!
//! On top of these, a [`Census`] finds which spellings of a collection are likely one name, an
//! [`Authority`] knows the good ones from lists that others keep ([`ScidFile`], [`read_fide`]), and
//! [`Changes`] is the list that people read before anything is changed.
//!
//! Start at [`likeness`]; who compares one name with many parses it once, as a [`Person`].

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
