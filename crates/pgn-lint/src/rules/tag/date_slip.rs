//! The ways in which dates are written wrongly.
//!
//! Owns: telling the slips apart, so that each has its rule. Knows nothing of: what rules say.
//! Standard: §8.1.1.3. Decisions: D-18.
//! Start at [`slip`].

use crate::context::TagSeen;
use pgnkit::tag::{Date, ValueError};

/// What is wrong with a date, and the date that was meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Slip {
    /// `1992.8.31`
    Unpadded(String),
    /// `1992.08.31 14:05`
    WithTime(String),
    /// `1992-08-31`
    Separator(String),
    /// Anything else; a year alone is understood.
    Other(Option<String>),
}

/// The slip of a date tag; `None` for sound dates.
pub(super) fn slip(tag: &TagSeen<'_>) -> Option<(ValueError, Slip)> {
    let error = Date::parse(&tag.value).err()?;
    Some((error, slip_of(&tag.value)))
}

fn slip_of(value: &str) -> Slip {
    let whole = |text: &str| {
        let is_whole = text.len() == 10;
        Date::parse_lax(text).filter(|_| is_whole).map(|date| date.to_string())
    };
    if let Some(date) = whole(value) {
        return Slip::Separator(date);
    }
    let head = value.get(..10).and_then(whole);
    let is_time = |tail: &str| {
        let tail = tail.trim_start_matches([' ', 'T']);
        tail.starts_with(|first: char| first.is_ascii_digit()) && tail.contains(':')
    };
    match (head, value.get(10..)) {
        (Some(date), Some(tail)) if tail.starts_with([' ', 'T']) && is_time(tail) => {
            return Slip::WithTime(date);
        }
        _ => {}
    }
    match padded(value) {
        Some(date) => Slip::Unpadded(date),
        None => Slip::Other(Date::parse_lax(value).map(|date| date.to_string())),
    }
}

/// The date with the zeros it lacks: `1992.8.31`, `1992.?.?`.
fn padded(value: &str) -> Option<String> {
    let mut parts = value.split('.');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let pad = |part: &str| match part {
        "?" => Some("??".to_string()),
        _ if part.len() == 1 => Some(format!("0{part}")),
        _ => (part.len() == 2).then(|| part.to_string()),
    };
    let date = format!("{year}.{}.{}", pad(month)?, pad(day)?);
    (parts.next().is_none() && Date::parse(&date).is_ok()).then_some(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_told_apart() {
        let text = String::from;
        assert_eq!(slip_of("1992.8.31"), Slip::Unpadded(text("1992.08.31")));
        assert_eq!(slip_of("1992.?.?"), Slip::Unpadded(text("1992.??.??")));
        assert_eq!(slip_of("1992-08-31"), Slip::Separator(text("1992.08.31")));
        assert_eq!(slip_of("2019.05.03 12:00:00"), Slip::WithTime(text("2019.05.03")));
        assert_eq!(slip_of("2019-05-03T12:00Z"), Slip::WithTime(text("2019.05.03")));
        assert_eq!(slip_of("1992"), Slip::Other(Some(text("1992.??.??"))));
        assert_eq!(slip_of("31.08.1992"), Slip::Other(None));
        assert_eq!(slip_of("1992.8.31.1"), Slip::Other(None));
        assert_eq!(slip_of("é992.08.31"), Slip::Other(None));
    }
}
