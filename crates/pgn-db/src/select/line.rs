//! A line about a game, for lists.
//!
//! ```text
//! file TAB number TAB line TAB ply TAB White TAB Black TAB Result TAB Date TAB Event
//! file TAB number TAB line TAB ply TAB id TAB position                        of a record
//! ```

use std::io::Write as _;

use crate::record::DRAFT_ENCODING;
use pgnkit::charset::Choice;
use pgnkit::read::{ReadOptions, read_region_tags};
use pgnkit::syntax::Region;

const TAGS: [&str; 5] = ["White", "Black", "Result", "Date", "Event"];

/// Appends the line of the game in a region. Unknown values are `?`, a ply that was not requested
/// is a hyphen.
pub(super) fn push(
    file: &str,
    region: &Region<'_>,
    encoding: Choice,
    ply: Option<u32>,
    to: &mut Vec<u8>,
) {
    let line = region.begin().line;
    push_cell(file, to);
    let ply = ply.map_or_else(|| "-".to_owned(), |ply| ply.to_string());
    // Writing to a vector cannot fail.
    let _ = write!(to, "\t{}\t{line}\t{ply}", region.n_games_before + 1);
    let options = ReadOptions::default().with_encoding(encoding);
    let game = read_region_tags(region, options).map(|(game, _)| game).unwrap_or_default();
    for name in TAGS {
        to.push(b'\t');
        push_cell(game.tag(name).filter(|value| !value.is_empty()).unwrap_or("?"), to);
    }
    to.push(b'\n');
}

/// Appends the line of a record, given the region of the game that it means. An unknown id is `?`,
/// and the ply a hyphen.
pub(super) fn push_record(file: &str, game: &Region<'_>, to: &mut Vec<u8>) {
    push_cell(file, to);
    // Writing to a vector cannot fail.
    let _ = write!(to, "\t{}\t{}\t-", game.n_games_before + 1, game.location.line);
    let options = ReadOptions::default().with_encoding(DRAFT_ENCODING);
    let tags = read_region_tags(game, options).map(|(game, _)| game).unwrap_or_default();
    for name in ["id", "FEN"] {
        to.push(b'\t');
        push_cell(tags.tag(name).filter(|value| !value.is_empty()).unwrap_or("?"), to);
    }
    to.push(b'\n');
}

/// A text without tabs, line ends and other controls.
fn push_cell(text: &str, to: &mut Vec<u8>) {
    let plain = text.replace(|c: char| c.is_control(), " ");
    to.extend_from_slice(plain.as_bytes());
}
