//! Values for serde: text as `Display` writes it and `FromStr` reads it, and moves as numbers.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

use crate::fen::{self, Mode};
use crate::{Color, Move, Position, Role, Square, Variant};

/// Reads a value from a text.
struct TextVisitor<T>(PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> de::Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! as_text {
    ($($(#[$doc:meta])* $Value:ident)*) => {$(
        $(#[$doc])*
        impl Serialize for $Value {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $Value {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Value, D::Error> {
                deserializer.deserialize_str(TextVisitor(PhantomData))
            }
        }
    )*};
}

as_text! {
    /// `e4`.
    Square
    /// `White`.
    Color
    /// `knight`.
    Role
    /// `King of the Hill`.
    Variant
}

/// The bits of [`Move::raw`]: the text of a move depends on its position.
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.raw().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        u16::deserialize(deserializer).map(Move::from_raw)
    }
}

/// The FEN, in a variant after its name: `Atomic: rnbqkbnr/pppppppp/8/8/8/8/…`.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.variant() {
            Variant::Standard => serializer.collect_str(self),
            variant => serializer.collect_str(&format_args!("{variant}: {self}")),
        }
    }
}

/// A position in the text of [`Position`]'s `Serialize`.
struct PositionText(Position);

impl FromStr for PositionText {
    type Err = fen::FenError;

    fn from_str(text: &str) -> Result<PositionText, fen::FenError> {
        let with_variant = text.split_once(": ");
        let variant = with_variant.and_then(|(name, fen)| Some((Variant::from_name(name)?, fen)));
        let (variant, text) = variant.unwrap_or((Variant::Standard, text));
        fen::parse_as(text.as_bytes(), Mode::Lax, variant).map(|(it, _)| PositionText(it))
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        deserializer.deserialize_str(TextVisitor(PhantomData)).map(|PositionText(it)| it)
    }
}
