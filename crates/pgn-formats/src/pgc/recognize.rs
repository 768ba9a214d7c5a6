//! Whether bytes look like PGC (§20.4).

use super::comment::Payload;
use super::item::Width;
use super::marker::Marker;
use pgnkit::tag::Outcome;

/// Whether data that begins with these bytes is PGC: whether a game begins there, after records
/// without meaning.
///
/// No text begins like that: with a control character that PGN does not use, followed by a length.
/// More bytes make the answer more reliable; a few hundred are enough.
///
/// ```
/// use pgn_formats::pgc::recognize;
///
/// assert!(!recognize(b"1. e4 e5"));
/// ```
#[must_use]
pub fn recognize(head: &[u8]) -> bool {
    let mut rest = head;
    while let Some((&code, behind)) = rest.split_first() {
        match Marker::of(code) {
            Some(Marker::Noop) => rest = behind,
            Some(Marker::ReducedGame) => return is_reduced(behind),
            Some(Marker::GameBegin) => return is_general(behind),
            // An empty line begins with this byte, too.
            Some(Marker::Escape) => match Width::Two.parse_row(behind) {
                Some((payload, _)) if !matches!(Payload::of(payload), Payload::Other(_)) => {
                    return true;
                }
                Some((_, next)) => rest = next,
                None => return false,
            },
            Some(
                Marker::TagPair
                | Marker::ShortMoves
                | Marker::LongMoves
                | Marker::GameEnd
                | Marker::Nag
                | Marker::VariationBegin
                | Marker::VariationEnd,
            )
            | None => return false,
        }
    }
    false
}

/// Seven strings, as far as there are bytes, the last of them a result.
fn is_reduced(items: &[u8]) -> bool {
    let mut rest = items;
    for n in 0..7 {
        match Width::One.parse_row(rest) {
            Some((value, behind)) => {
                let is_result = || Outcome::parse_lax(&String::from_utf8_lossy(value)).is_some();
                if !is_text(value) || (n == 6 && !is_result()) {
                    return false;
                }
                rest = behind;
            }
            // The available part.
            None => return is_text(rest.get(1..).unwrap_or_default()),
        }
    }
    true
}

/// A record that may follow the begin of a game.
fn is_general(records: &[u8]) -> bool {
    let Some(start) = records.iter().position(|&code| code != Marker::Noop.code()) else {
        return true;
    };
    match Marker::of(records[start]) {
        Some(Marker::TagPair) => match Width::One.parse_row(&records[start + 1..]) {
            Some((name, _)) => !name.is_empty() && name.is_ascii() && is_text(name),
            None => is_text(records.get(start + 2..).unwrap_or_default()),
        },
        Some(Marker::GameBegin | Marker::ReducedGame | Marker::VariationEnd) | None => false,
        Some(
            Marker::Noop
            | Marker::ShortMoves
            | Marker::LongMoves
            | Marker::GameEnd
            | Marker::Nag
            | Marker::VariationBegin
            | Marker::Escape,
        ) => true,
    }
}

fn is_text(value: &[u8]) -> bool {
    value.iter().all(|&byte| byte >= b' ' && byte != 127)
}
