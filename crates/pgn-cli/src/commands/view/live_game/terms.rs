//! The terms of a game against an engine: the players and the time.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use pgn_view::SessionError;
use pgnkit::Game;
use pgnkit::chess::Position;
use pgnkit::tag::time_control::TimeControl;
use pgnkit::write::{Export, Profile};

/// How much time there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::commands::view) enum Time {
    /// For the whole game, and the increment.
    Clock { base: Duration, increment: Duration },
    /// For each move of an engine.
    Move(Duration),
}

/// The player of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::commands::view) enum Who {
    Person,
    /// The engine, or the second one, which plays against it.
    Engine,
    Engine2,
}

/// The terms of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::commands::view) struct Terms {
    pub(in crate::commands::view) sides: [Who; 2],
    pub(in crate::commands::view) time: Time,
    /// From the position on the board, not from the start.
    pub(in crate::commands::view) from_here: bool,
}

/// How terms are typed.
pub(in crate::commands::view) const FORM: &str =
    "white, black or engines, then 5+3 (minutes and seconds) or 2s (for each move), then here";

impl Terms {
    /// `white 5+3`: the person has White, five minutes and three seconds a move; `engines 2s here`:
    /// two engines, two seconds a move, from the position on the board.
    pub(in crate::commands::view) fn parse(text: &str) -> Result<Terms, SessionError> {
        let five_three =
            Time::Clock { base: Duration::from_secs(300), increment: Duration::from_secs(3) };
        let mut terms =
            Terms { sides: [Who::Person, Who::Engine], time: five_three, from_here: false };
        for word in text.split_whitespace() {
            match word {
                "white" => terms.sides = [Who::Person, Who::Engine],
                "black" => terms.sides = [Who::Engine, Who::Person],
                "engines" => terms.sides = [Who::Engine, Who::Engine2],
                "here" => terms.from_here = true,
                time => match parse_time(time) {
                    Some(time) => terms.time = time,
                    None => {
                        let error = SessionError::new(format!("{word}: expected {FORM}"));
                        return Err(error);
                    }
                },
            }
        }
        Ok(terms)
    }

    /// The text of a game that begins on these terms.
    pub(super) fn text(&self, start: &Position, names: [&str; 2]) -> Vec<u8> {
        let today = today();
        let time = match self.time {
            Time::Clock { base, increment } if increment.is_zero() => base.as_secs().to_string(),
            Time::Clock { base, increment } => {
                format!("{}+{}", base.as_secs(), increment.as_secs())
            }
            Time::Move(time) => format!("1/{}", time.as_secs().max(1)),
        };
        debug_assert!(TimeControl::parse(&time).is_ok());
        let kind = |who: Who| if who == Who::Person { "human" } else { "program" };
        let mut tags = vec![
            ("Event", "?"),
            ("Site", "?"),
            ("Date", today.as_str()),
            ("Round", "-"),
            ("White", names[0]),
            ("Black", names[1]),
            ("Result", "*"),
        ];
        let fen = start.fen().as_str().to_owned();
        let variant = start.variant();
        tags.extend([
            ("BlackType", kind(self.sides[1])),
            ("Mode", "TC"),
            ("TimeControl", time.as_str()),
            ("WhiteType", kind(self.sides[0])),
        ]);
        if *start != Position::start() {
            tags.extend([("FEN", fen.as_str()), ("SetUp", "1")]);
        }
        if variant != pgnkit::chess::Variant::Standard {
            tags.push(("Variant", variant.name()));
        }
        tags[7..].sort_unstable();
        let mut game = Game::default();
        if let Some(new) = game.tags_mut() {
            tags.iter().for_each(|(name, value)| new.push(name, value));
        }
        let mut text = Vec::new();
        let written = Export::new(Profile::Lossless).append(&game, &mut text, &mut Vec::new());
        debug_assert!(written.is_ok());
        text
    }
}

fn parse_time(text: &str) -> Option<Time> {
    let seconds = |text: &str| {
        let seconds: f64 = text.parse().ok()?;
        Duration::try_from_secs_f64(seconds).ok().filter(|time| time.as_secs() < 1_000_000)
    };
    if let Some(text) = text.strip_suffix('s') {
        return seconds(text).filter(|time| !time.is_zero()).map(Time::Move);
    }
    let (minutes, added) = text.split_once('+').unwrap_or((text, "0"));
    let base = seconds(minutes)? * 60;
    let increment = seconds(added)?;
    (!base.is_zero()).then_some(Time::Clock { base, increment })
}

/// The day in Greenwich.
fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let (year, month, day) = date_of(now.as_secs() / 86_400);
    format!("{year:04}.{month:02}.{day:02}")
}

/// The date this many days after 1970.01.01.
fn date_of(days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let (mut year, mut left) = (1970, days);
    loop {
        let length = 365 + u64::from(is_leap(year));
        if left < length {
            break;
        }
        (left, year) = (left - length, year + 1);
    }
    let february = 28 + u64::from(is_leap(year));
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    for (month, length) in (1..).zip(lengths) {
        if left < length {
            return (year, month, left + 1);
        }
        left -= length;
    }
    (year, 12, 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_in_any_order() {
        let terms = |text| Terms::parse(text).unwrap();
        let clock = |base, increment| Time::Clock {
            base: Duration::from_secs(base),
            increment: Duration::from_secs(increment),
        };
        assert_eq!(terms("").sides, [Who::Person, Who::Engine]);
        assert_eq!(terms("").time, clock(300, 3));
        assert_eq!(terms("black 0.5+0").sides, [Who::Engine, Who::Person]);
        assert_eq!(terms("black 0.5").time, clock(30, 0));
        assert_eq!(terms("here 2s engines").time, Time::Move(Duration::from_secs(2)));
        assert!(terms("here 2s engines").from_here);
        for wrong in ["grey", "0+5", "-1", "1+", "s", "1e99", "0s"] {
            assert!(Terms::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn days_are_dates() {
        for (days, date) in [
            (0, (1970, 1, 1)),
            (58, (1970, 2, 28)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (11_017, (2000, 3, 1)),
            (20_780, (2026, 11, 23)),
        ] {
            assert_eq!(date_of(days), date);
        }
    }
}
