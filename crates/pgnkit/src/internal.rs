//! Functions that `pgn-formats` shares with the writer: walking a game in the order of its text,
//! and the writing of tags and comments. Not part of the public API; it may change in any release.

pub use crate::comment::{DIAGRAM_MARK, OPENING};
pub use crate::game::{Numbers, Spelled, Text, Walk, escape_value};
use crate::tag::well_known;
pub use crate::write::{
    PairSink, brace_texts, count_loss, is_one_word, line_text, write_pairs, write_tags,
};

/// Whether the tag determines the start of a game: FEN, SetUp or Variant.
#[must_use]
pub fn says_start(name: &str) -> bool {
    well_known::says_start(well_known::number(name.as_bytes()))
}
