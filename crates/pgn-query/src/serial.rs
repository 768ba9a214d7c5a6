//! Queries and verdicts as values of serde: a query is its text.

use super::{MissingTag, Query, Truth, Verdict};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, SerializeStruct, Serializer};

impl Serialize for Query {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}

impl<'de> Deserialize<'de> for Query {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Query, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(Error::custom)
    }
}

impl Serialize for Truth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Truth::False => "false",
            Truth::True => "true",
            Truth::Open => "open",
            Truth::Unplayable => "unplayable",
        })
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Verdict", 2)?;
        object.serialize_field("truth", &self.truth)?;
        object.serialize_field("ply", &self.ply)?;
        object.end()
    }
}

impl Serialize for MissingTag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("MissingTag", 2)?;
        object.serialize_field("name", &self.name)?;
        object.serialize_field("nearest", &self.nearest)?;
        object.end()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Query, Truth, Verdict};

    #[test]
    fn a_query_is_its_text_in_json() {
        let text = "elo > 2700 and White ~ \"tal\"";
        let json = serde_json::to_string(text).unwrap();
        let query: Query = serde_json::from_str(&json).unwrap();
        assert_eq!(query.text(), text);
        assert_eq!(serde_json::to_string(&query).unwrap(), json);
        assert!(serde_json::from_str::<Query>("\"elo >\"").is_err());
    }

    #[test]
    fn a_verdict_is_an_object_in_json() {
        let json = serde_json::to_string(&Verdict { truth: Truth::Open, ply: Some(3) }).unwrap();
        assert_eq!(json, r#"{"truth":"open","ply":3}"#);
    }
}
