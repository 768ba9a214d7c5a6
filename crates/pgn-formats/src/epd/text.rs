//! A record as the text of its line.

use std::fmt;
use std::str::FromStr;

use super::{Form, Line, ReadOptions, Record, append, parse};
use pgnkit::charset::{Choice, Encoding};

/// A text that is not a line of EPD with a position.
///
/// ```
/// use pgn_formats::epd::Record;
///
/// let error = "# a remark".parse::<Record>().unwrap_err();
/// assert_eq!(error.to_string(), "expected an EPD record, found none");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordError;

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected an EPD record, found none")
    }
}

impl std::error::Error for RecordError {}

/// The line in its [modern form](Form::Modern), without a line end.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = Vec::new();
        append(self, Form::Modern, &mut line, &mut Vec::new());
        f.write_str(&String::from_utf8_lossy(&line))
    }
}

/// Reads a line as [`parse`] does, without its findings.
///
/// ```
/// use pgn_formats::epd::{Opcode, Record};
///
/// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - id kp; bm Kf2".parse()?;
/// assert_eq!(record.text(Opcode::Id), Some("kp"));
/// assert_eq!(record.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; id \"kp\";");
/// # Ok::<(), pgn_formats::epd::RecordError>(())
/// ```
impl FromStr for Record {
    type Err = RecordError;

    fn from_str(line: &str) -> Result<Record, RecordError> {
        let options = ReadOptions::default().with_encoding(Choice::Fixed(Encoding::Utf8));
        match parse(line.as_bytes(), &options, &mut Vec::new()) {
            Line::Record(record) => Ok(record),
            Line::Remark | Line::Blank | Line::Unread => Err(RecordError),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Record {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Record {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Record, D::Error> {
        let line = String::deserialize(deserializer)?;
        line.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::Record;

    #[test]
    fn a_record_is_its_line_in_json() {
        let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; id \"Müller\";";
        let record: Record = line.parse().unwrap();
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(json, serde_json::to_string(line).unwrap());
        assert_eq!(serde_json::from_str::<Record>(&json).unwrap(), record);
        let error = serde_json::from_str::<Record>("\"# a remark\"").unwrap_err().to_string();
        assert!(error.starts_with("expected an EPD record, found none"), "{error}");
    }
}
