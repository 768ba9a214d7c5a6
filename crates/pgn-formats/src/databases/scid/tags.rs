//! Tag pairs: the fields of the index and their tags, and the tags stored with the moves (§8.1, §9,
//! D-16).

use std::fmt::Write as _;

use super::name::{NameKind, NameTable};
use super::record::{IndexRecord, flag};
use crate::databases::bytes::{Bytes, push_mixed};
use crate::databases::finding::{Fault, File};
use pgnkit::Game;
use pgnkit::tag::Date;

/// The types of ratings, as the ends of their tags' names.
pub(super) const RATINGS: [&str; 7] = ["Elo", "Rating", "Rapid", "ICCF", "USCF", "DWZ", "ECF"];

/// The tags whose names are stored as a byte, from 241 on.
pub(super) const SHORT_NAMES: [&str; 10] = [
    "WhiteCountry",
    "BlackCountry",
    "Annotator",
    "PlyCount",
    "EventDate",
    "Opening",
    "Variation",
    "Setup",
    "Source",
    "SetUp",
];
/// The byte before the first of them, which is also how long a name can be.
pub(super) const SHORT_NAMES_AFTER: u8 = 240;
/// An event date in three bytes, as old programs wrote it.
const SHORT_DATE: u8 = 255;

/// The tag with the flags of a game, a letter each.
pub(super) const FLAGS: &str = "ScidFlags";

/// The values of roster tags that mean unknown.
pub(super) const UNKNOWN: &str = "?";
const UNKNOWN_DATE: &str = "????.??.??";

/// The five tags that are names, in the order of their ids in a record.
pub(super) const NAMED: [(&str, NameKind); 5] = [
    ("White", NameKind::Player),
    ("Black", NameKind::Player),
    ("Event", NameKind::Event),
    ("Site", NameKind::Site),
    ("Round", NameKind::Round),
];

/// Adds the tags of the index; reports errors in them.
pub(super) fn push_index(
    record: &IndexRecord,
    names: &NameTable,
    [index_file, names_file]: [File; 2],
    game: &mut Game,
    mut fault: impl FnMut(File, Fault),
) {
    let mut value = String::new();
    for tag in ["Event", "Site", "Date", "Round", "White", "Black"] {
        value.clear();
        if tag == "Date" {
            push_date(record.date, &mut value, |wrong| fault(index_file, wrong));
            if value.is_empty() {
                value.push_str(UNKNOWN_DATE);
            }
            game.tags_mut_unchecked().push(tag, &value);
            continue;
        }
        let Some(n) = NAMED.iter().position(|(name, _)| *name == tag) else { continue };
        let (id, (_, kind)) = (record.names[n], NAMED[n]);
        let name = names.name(kind, id);
        if name.is_none() {
            fault(names_file, Fault::NoEntity(id.into()));
        }
        push_line(name.unwrap_or(UNKNOWN), &mut value);
        game.tags_mut_unchecked().push(tag, &value);
    }
    let marker = RESULTS.get(usize::from(record.result)).copied().unwrap_or_else(|| {
        fault(index_file, Fault::UnknownResult(record.result));
        "*"
    });
    game.tags_mut_unchecked().push("Result", marker);
    for (side, (rating, kind)) in ["White", "Black"].into_iter().zip(record.ratings) {
        if rating == 0 {
            continue;
        }
        let name = RATINGS.get(usize::from(kind)).copied().unwrap_or_else(|| {
            fault(index_file, Fault::UnknownRating(kind));
            "Rating"
        });
        game.tags_mut_unchecked().push(&format!("{side}{name}"), &rating.to_string());
    }
    value.clear();
    match push_eco(record.eco, &mut value) {
        true if value.is_empty() => {}
        true => game.tags_mut_unchecked().push("ECO", &value),
        false => fault(index_file, Fault::UnknownEco(record.eco)),
    }
    value.clear();
    push_date(record.event_date, &mut value, |wrong| fault(index_file, wrong));
    if !value.is_empty() {
        game.tags_mut_unchecked().push("EventDate", &value);
    }
    let flags = u32::from(record.flags) | u32::from(record.custom_flags) << 16;
    let letters: String = (flag::LETTERS.iter())
        .filter(|(_, bit)| flags >> bit & 1 == 1)
        .map(|&(letter, _)| letter)
        .collect();
    if !letters.is_empty() {
        game.tags_mut_unchecked().push(FLAGS, &letters);
    }
}

/// The results by their numbers.
pub(super) const RESULTS: [&str; 4] = ["*", "1-0", "0-1", "1/2-1/2"];

/// Adds the tags before the moves, up to the byte that ends them; returns whether they end. One
/// with the same name as one of the index replaces it.
pub(super) fn push_own(
    bytes: &mut Bytes<'_>,
    game: &mut Game,
    mut fault: impl FnMut(Fault, usize),
) -> bool {
    let (mut name, mut value) = (String::new(), String::new());
    loop {
        let at = bytes.offset();
        let Some(length) = bytes.u8() else { return false };
        name.clear();
        value.clear();
        match length {
            0 => return true,
            SHORT_DATE => {
                let Some(date) = bytes.u24_be() else { return false };
                push_date(date, &mut value, |wrong| fault(wrong, at));
                if !value.is_empty() {
                    game.tags_mut_unchecked().set("EventDate", &value);
                }
                continue;
            }
            1..=SHORT_NAMES_AFTER => {
                let Some(text) = bytes.take(length.into()) else { return false };
                push_mixed(text, &mut name);
            }
            code => match SHORT_NAMES.get(usize::from(code - SHORT_NAMES_AFTER - 1)) {
                Some(known) => name.push_str(known),
                None => {
                    fault(Fault::UnknownTag(code), at);
                    let _ = write!(name, "ScidTag{code}");
                }
            },
        }
        let Some(text) = bytes.u8().and_then(|length| bytes.take(length.into())) else {
            return false;
        };
        let mut raw = String::new();
        push_mixed(text, &mut raw);
        push_line(&raw, &mut value);
        if is_indexed(&name) {
            game.tags_mut_unchecked().set(&name, &value)
        } else {
            game.tags_mut_unchecked().push(&name, &value)
        }
    }
}

/// Whether the index has a place for a tag.
pub(super) fn is_indexed(name: &str) -> bool {
    matches!(name, "Date" | "Result" | "ECO" | "EventDate" | FLAGS)
        || NAMED.iter().any(|(known, _)| *known == name)
        || rating_of(name).is_some()
}

/// Whose rating a tag is, and of which type.
pub(super) fn rating_of(name: &str) -> Option<(usize, usize)> {
    let (side, kind) = match (name.strip_prefix("White"), name.strip_prefix("Black")) {
        (Some(kind), _) => (0, kind),
        (_, Some(kind)) => (1, kind),
        (None, None) => return None,
    };
    Some((side, RATINGS.iter().position(|known| *known == kind)?))
}

/// A value is one line.
fn push_line(text: &str, value: &mut String) {
    value.extend(text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }));
}

/// The value of a date; empty if all of it is unknown.
fn push_date(date: u32, value: &mut String, fault: impl FnOnce(Fault)) {
    let (year, month, day) = (date >> 9, date >> 5 & 15, date & 31);
    if date == 0 {
        return;
    }
    if month > 12 {
        fault(Fault::BadDate(date));
    }
    let mut part = |period: &str, number: u32, max: u32, width: usize| {
        let _ = match (1..=max).contains(&number) {
            true => write!(value, "{period}{number:0width$}"),
            false => write!(value, "{period}{:?<width$}", ""),
        };
    };
    part("", year, 9999, 4);
    part(".", month, 12, 2);
    part(".", day, 31, 2);
}

/// The code of a date, from a text that may be malformed; 0 for one that means unknown.
pub(crate) fn date_code(text: &str, year_max: u16) -> u32 {
    let Some(date) = Date::parse_lax(text) else { return 0 };
    let part = |part: Option<u8>, max| u32::from(part.filter(|&part| part <= max).unwrap_or(0));
    let year = date.year().filter(|&year| year <= year_max).unwrap_or(0);
    u32::from(year) << 9 | part(date.month(), 12) << 5 | part(date.day(), 31)
}

/// Whether a code gives this very text.
pub(super) fn is_date(code: u32, text: &str) -> bool {
    let mut value = String::new();
    push_date(code, &mut value, |_| {});
    text == if value.is_empty() { UNKNOWN_DATE } else { &value }
}

const CODES_PER_LETTER: u16 = 13_100;
const CODES_PER_NUMBER: u16 = 131;

/// The text of an opening code, empty for 0; returns whether it is valid.
fn push_eco(code: u16, value: &mut String) -> bool {
    let Some(code) = code.checked_sub(1) else { return true };
    if code >= 5 * CODES_PER_LETTER {
        return false;
    }
    let number = code % CODES_PER_LETTER / CODES_PER_NUMBER;
    value.push(char::from(b'A' + (code / CODES_PER_LETTER) as u8));
    let _ = write!(value, "{number:02}");
    if let Some(part) = (code % CODES_PER_NUMBER).checked_sub(1) {
        value.push(char::from(b'a' + (part / 5) as u8));
        if !part.is_multiple_of(5) {
            let _ = write!(value, "{}", part % 5);
        }
    }
    true
}

/// The code of an opening, if it has one that gives this very text again.
pub(super) fn eco_code(text: &str) -> Option<u16> {
    let (&[letter @ b'A'..=b'E', tens @ b'0'..=b'9', ones @ b'0'..=b'9'], part) =
        text.as_bytes().split_first_chunk::<3>()?
    else {
        return None;
    };
    let part = match *part {
        [] => 0,
        [letter @ b'a'..=b'z'] => 1 + 5 * u16::from(letter - b'a'),
        [letter @ b'a'..=b'z', digit @ b'1'..=b'4'] => {
            1 + 5 * u16::from(letter - b'a') + u16::from(digit - b'0')
        }
        _ => return None,
    };
    let number = u16::from(tens - b'0') * 10 + u16::from(ones - b'0');
    Some(1 + u16::from(letter - b'A') * CODES_PER_LETTER + number * CODES_PER_NUMBER + part)
}

/// The flags for a tag's letters; `None` if one is unknown, or the order is not ours.
pub(super) fn flags_of(text: &str) -> Option<u32> {
    let mut last = None;
    let mut flags = 0;
    for letter in text.chars() {
        let place = flag::LETTERS.iter().position(|&(known, _)| known == letter)?;
        if last.is_some_and(|last| last >= place) {
            return None;
        }
        last = Some(place);
        flags |= 1 << flag::LETTERS[place].1;
    }
    (flags != 0).then_some(flags)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_give_their_text_again() {
        for code in 1..=5 * CODES_PER_LETTER {
            let mut text = String::new();
            assert!(push_eco(code, &mut text));
            assert_eq!(eco_code(&text), Some(code), "{text}");
        }
        assert!(!push_eco(5 * CODES_PER_LETTER + 1, &mut String::new()));
        for other in ["", "F00", "A0", "A001", "a00", "A00a5", "A00/03", "?"] {
            assert_eq!(eco_code(other), None, "{other}");
        }
        for text in ["1992.08.31", "1992.??.??", "????.05.??", "2047.01.31", "????.??.??"] {
            assert!(is_date(date_code(text, 2047), text), "{text}");
        }
        for (text, code) in [("1992", 1992 << 9), ("2048", 0), ("", 0), ("?", 0)] {
            assert_eq!((date_code(text, 2047), is_date(code, text)), (code, false), "{text}");
        }
        assert_eq!(flags_of("DW6"), Some(8 | 16 | 1 << 21));
        assert_eq!((flags_of("WD"), flags_of("x"), flags_of("")), (None, None, None));
    }
}
