//! Games, outcomes and dates as text, NAGs as numbers, for serde.

use crate::tag::Date;
use crate::write::{Export, Profile};
use crate::{Game, Nag, Outcome};
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// A string, borrowed or not.
fn text<'de, D: Deserializer<'de>>(from: D) -> Result<Cow<'de, str>, D::Error> {
    Cow::<str>::deserialize(from)
}

/// The text of the game in the lossless profile.
impl Serialize for Game {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut text = Vec::new();
        Export::new(Profile::Lossless)
            .append(self, &mut text, &mut Vec::new())
            .map_err(S::Error::custom)?;
        to.serialize_str(&String::from_utf8_lossy(&text))
    }
}

/// The first game of a text.
impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Game, D::Error> {
        text(from)?.parse().map_err(D::Error::custom)
    }
}

/// The name, such as `1-0`.
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Outcome, D::Error> {
        let name = text(from)?;
        let unknown = || D::Error::custom(format_args!("expected a result, found {name:?}"));
        Outcome::from_name(&name).ok_or_else(unknown)
    }
}

/// The text of the tag, such as `1992.08.??`.
impl Serialize for Date {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Date, D::Error> {
        text(from)?.parse().map_err(D::Error::custom)
    }
}

/// The number.
impl Serialize for Nag {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u16(self.0)
    }
}

impl<'de> Deserialize<'de> for Nag {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Nag, D::Error> {
        u16::deserialize(from).map(Nag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::DeserializeOwned;
    use std::fmt::Debug;

    fn assert_same<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
        assert_eq!(serde_json::to_string(value).unwrap(), json);
        assert_eq!(&serde_json::from_str::<T>(json).unwrap(), value);
    }

    #[test]
    fn values_are_read_as_they_were_written() {
        for outcome in Outcome::ALL {
            assert_same(&outcome, &format!("\"{outcome}\""));
        }
        assert_same(&Nag(14), "14");
        assert_same(&Date::parse("1992.08.??").unwrap(), "\"1992.08.??\"");
        assert!(serde_json::from_str::<Outcome>("\"2-0\"").is_err());
        assert!(serde_json::from_str::<Date>("\"yesterday\"").is_err());
        assert!(serde_json::from_str::<Game>("\"\"").is_err());
    }

    #[test]
    fn a_game_is_its_text() {
        let text = "[White \"\u{160}\u{e1}rka\"]\n[Result \"+/-\"]\n\n\
            {first} 1. e4! (1. d4 {closed} d5) e5 $14 2. -- {[%clk 0:01:00]} 1-0";
        let game: Game = text.parse().unwrap();
        let json = serde_json::to_string(&game).unwrap();
        assert_eq!(serde_json::from_str::<Game>(&json).unwrap(), game);
    }
}
