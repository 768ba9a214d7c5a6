//! Finds the record in the text of a mail (§21, D-55).

use super::{Message, NoMessageError};
use crate::epd::{self, Line, Opcode, ReadOptions, Record, fault};
use core::fmt;
use pgnkit::chess::Variant;
use pgnkit::syntax::Fault;

/// The maximum number of lines of a wrapped record.
const LINES_MAX: usize = 16;

/// Why no message was found.
///
/// ```
/// use pgn_formats::mail::NotFoundError;
///
/// assert!(NotFoundError::NoRecord.to_string().starts_with("expected"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotFoundError {
    /// No line begins like a record.
    NoRecord,
    /// The record in this line, from 1, is not valid EPD, with the reason.
    Unsound(usize, &'static Fault),
    /// The record in this line, from 1, is not a message, with the reason.
    NoMessage(usize, NoMessageError),
}

impl fmt::Display for NotFoundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotFoundError::NoRecord => f.write_str("expected an EPD record, found none"),
            NotFoundError::Unsound(line, fault) => {
                write!(f, "line {line}: {} ({})", fault.summary, fault.code)
            }
            NotFoundError::NoMessage(line, reason) => write!(f, "line {line}: {reason}"),
        }
    }
}

impl std::error::Error for NotFoundError {}

/// The first message in a text: the first line of valid EPD with the number of the game, the sender
/// and the receiver. Wrapped lines are joined. Quoted lines, after `>`, are ignored. Positions and
/// moves are read by the rules of `variant`, or else by those of ordinary chess, or of Chess960 if
/// the castling rights require it.
///
/// # Errors
/// If there is none; the reason is that of the closest record.
///
/// ```
/// use pgn_formats::mail::{NotFoundError, find};
///
/// assert_eq!(find(b"Hello", None), Err(NotFoundError::NoRecord));
/// ```
pub fn find(text: &[u8], variant: Option<Variant>) -> Result<Message, NotFoundError> {
    let options = ReadOptions::default().with_variant(variant);
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).collect();
    let mut nearest = NotFoundError::NoRecord;
    for n in 0..lines.len() {
        if !begins_record(lines[n]) {
            continue;
        }
        match message_from(&lines[n..], &options) {
            Ok(message) => return Ok(message),
            Err(MissReason::Unsound(fault)) if nearest == NotFoundError::NoRecord => {
                nearest = NotFoundError::Unsound(n + 1, fault);
            }
            Err(MissReason::NoMessage(reason)) => {
                if !matches!(nearest, NotFoundError::NoMessage(..)) {
                    nearest = NotFoundError::NoMessage(n + 1, reason);
                }
            }
            Err(MissReason::Unsound(_) | MissReason::NoRecord) => {}
        }
    }
    Err(nearest)
}

/// Whether a line begins with the pieces of eight ranks, and perhaps of pockets.
fn begins_record(line: &[u8]) -> bool {
    let field = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let is_placement = |byte: &u8| byte.is_ascii_alphanumeric() || b"/[]~-".contains(byte);
    matches!(field.iter().filter(|&&byte| byte == b'/').count(), 7 | 8)
        && field.iter().all(is_placement)
}

enum MissReason {
    NoRecord,
    Unsound(&'static Fault),
    NoMessage(NoMessageError),
}

/// The message that begins with the first line and may go on in the next ones.
fn message_from(lines: &[&[u8]], options: &ReadOptions) -> Result<Message, MissReason> {
    let mut text = Vec::new();
    let mut found: Result<Message, MissReason> = Err(MissReason::NoRecord);
    for line in lines.iter().take(LINES_MAX).take_while(|line| !line.is_empty()) {
        if !text.is_empty() {
            text.push(b' ');
        }
        text.extend_from_slice(line);
        found = match (read(&text, options), found) {
            // Text after the complete message belongs to it as long as it is valid.
            (Err(_), Ok(message)) => return Ok(message),
            (Ok(record), Err(_)) => Message::from_record(&record).map_err(MissReason::NoMessage),
            (Ok(record), Ok(before)) => match Message::from_record(&record) {
                Ok(message) => Ok(message),
                Err(_) => return Ok(before),
            },
            (Err(reason), Err(MissReason::NoRecord)) => Err(reason),
            (Err(_), Err(reason)) => Err(reason),
        };
    }
    found
}

/// A record that is sound but for its white space and for letters beyond ASCII, and that has no
/// opcode of unknown meaning.
fn read(text: &[u8], options: &ReadOptions) -> Result<Record, MissReason> {
    let mut notes = Vec::new();
    let Line::Record(record) = epd::parse(text, options, &mut notes) else {
        return Err(MissReason::NoRecord);
    };
    let passed = [&fault::OPERATION_SPACING, &fault::FOREIGN_CHARACTER];
    for note in &notes {
        let code = note.diagnostic.code;
        let is_passed = passed.iter().any(|fault| fault.code == code);
        // The message itself explains that a draw needs a move.
        let is_said = code == fault::MISSING_SUPPLIED_MOVE.code;
        if note.is_departure() && !is_passed && !is_said {
            return Err(fault::by_code(code).map_or(MissReason::NoRecord, MissReason::Unsound));
        }
    }
    let is_known = |operation: &epd::Operation| operation.opcode().is_some();
    match record.operations().iter().all(is_known) || record.operation(Opcode::Tcgs).is_none() {
        true => Ok(record),
        false => Err(MissReason::Unsound(&fault::UNKNOWN_OPCODE)),
    }
}
