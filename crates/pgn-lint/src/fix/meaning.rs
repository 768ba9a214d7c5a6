//! The meaning of a text to the reader, to verify that a safe fix keeps it (§8, D-18, D-23, D-24,
//! D-35).

use crate::config::Config;
use crate::rules::tag::rating::is_of_agency;
use pgn_formats::epd;
use pgnkit::game::{Game, Tags};
use pgnkit::read::{ReadOptions, read_region};
use pgnkit::syntax::Region;
use pgnkit::tag::{Certainty, Date, ValueType, fix_value, read_date, well_known};
use pgnkit::write::{Export, Profile};

/// Tags whose dates a safe fix may respell.
const DATES: [&str; 3] = ["Date", "EventDate", "UTCDate"];

/// The game of a region in one line: tags, moves, NAGs, comments, outcome. It leaves out everything
/// that safe fixes may change: white space, null NAGs, the letter case of well-known tag names, the
/// digits of dates, the spelling of a FEN (the position stays), SetUp next to it, other spellings
/// of a value.
pub(super) fn meaning(region: &Region<'_>, config: &Config) -> Option<String> {
    if config.text.is_positions() {
        return record(region, config);
    }
    let options = ReadOptions::default().with_encoding(config.encoding).with_lax(config.lax);
    let mut game = read_region(region, options, ())?;
    respell(&mut game);
    let mut bytes = Vec::new();
    // The lossless profile rejects nothing.
    Export::new(Profile::Lossless).append(&game, &mut bytes, &mut Vec::new()).ok()?;
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    text.retain(|c| !c.is_whitespace());
    Some(text.replace("$0", "").replace("[SetUp\"1\"]", ""))
}

/// The record of a line in its modern form.
fn record(region: &Region<'_>, config: &Config) -> Option<String> {
    let options =
        epd::ReadOptions::default().with_encoding(config.encoding).with_variant(config.variant);
    let text = region.text.trim_ascii_end();
    let epd::Line::Record(record) = epd::parse(text, &options, &mut Vec::new()) else {
        return Some(String::from_utf8_lossy(text).into_owned());
    };
    let mut bytes = Vec::new();
    epd::append(&record, epd::Form::Modern, &mut bytes, &mut Vec::new());
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn respell(game: &mut Game) {
    let tags = std::mem::take::<Tags>(game.tags_mut_unchecked());
    let other_case = |name: &str| well_known::name_of_other_case(name.as_bytes());
    // Of several names that mean a tag which is absent, the last does.
    let meant = |n: usize, name: &str| {
        let known = other_case(name)?;
        let is_absent = tags.iter().all(|tag| tag.name != known);
        let is_last = tags.iter().skip(n + 1).all(|tag| other_case(tag.name) != Some(known));
        (is_absent && is_last).then_some(known)
    };
    for (n, tag) in tags.iter().enumerate() {
        let name = meant(n, tag.name).unwrap_or(tag.name);
        let value = match name {
            name if DATES.contains(&name) => date(tag.value),
            // An empty one is filled in next to a FEN.
            "SetUp" if tag.value.trim().is_empty() => "1".to_string(),
            _ => fixed_value(name, tag.value).unwrap_or_else(|| tag.value.to_string()),
        };
        game.tags_mut_unchecked().push(name, &value);
    }
    let position = game.start_position();
    if let Some(position) = position.filter(|_| game.tag("FEN").is_some_and(|fen| !fen.is_empty()))
    {
        let fen = pgnkit::chess::fen::to_text(&position, pgnkit::chess::fen::EpPolicy::Standard);
        game.tags_mut_unchecked().set("FEN", &fen);
    }
}

/// The date in a value, in any spelling; zeros count as question marks.
fn date(value: &str) -> String {
    let date = Date::parse_lax(value).map(|date| date.to_string());
    let has_time = read_date(value, None).is_some_and(|reading| reading.time_offset.is_some());
    let text = date.filter(|_| !has_time).unwrap_or_else(|| value.to_owned());
    let digits = text.split('.').map(|part| part.trim_start_matches(['0', '?']));
    digits.collect::<Vec<_>>().join(".")
}

/// A value with the same meaning as this one.
fn fixed_value(name: &str, value: &str) -> Option<String> {
    let meant = match is_of_agency(name) {
        true => ValueType::Ratings.fix(value),
        false => fix_value(name, value),
    };
    meant.filter(|meant| meant.certainty == Certainty::Certain).map(|meant| meant.value)
}
