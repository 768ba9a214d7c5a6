//! Reading games: builds games from parser events and plays the moves on a board.
//!
//! Standard: §8, §9.7. Decisions: D-01, D-09, D-13, D-22, D-23, D-30 to D-37, D-60.
//! Start at [`Games`]; [`Referee`] plays the moves without keeping them.

mod builder;
mod decode;
mod games;
mod illegal_moves;
mod language;
mod looks_like_move;
mod note;
mod referee;
mod region_reader;
mod suffix;
mod unplayable_reason;
mod utf8_region;

pub use builder::Builder;
pub use decode::{is_verbatim, tag_value};
pub use games::{
    Games, LOOK_AHEAD_BYTES, NoGameError, ReadOptions, read_region, read_region_tags,
    read_region_with_layout,
};
pub use illegal_moves::IllegalMoves;
pub use language::{Detected, LanguageChoice, detect, playable_languages};
pub use looks_like_move::{intended_moves, looks_like_move};
pub use note::{Detail, Note, NoteSink};
pub use referee::{GameListener, Played, Referee, UnplayedTail};
pub use region_reader::{RegionReader, Sniff};
pub use unplayable_reason::{unplayable_reason, unplayable_sentence};
pub use utf8_region::{FieldDecoder, utf8_text};
