//! Correspondence games by mail: each move is one EPD record (§21, §16.2.5, D-55).
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - fmvn 1; hmvc 0; sm e4; tcgs 7;
//!     tcri "b@example.org" "B"; tcsi "a@example.org" "A";            (one line)
//! ```
//!
//! The record contains the position before the move, the move, the number of the game, the sender
//! and the receiver. Draw offers and claims come with a move; accepting a draw and resigning do
//! not.
//!
//! Start at [`compose`] to write, at [`find`] and [`apply`] to read.

mod apply;
mod compose;
mod find;

pub use apply::{Applied, MismatchError, apply, claim};
pub use compose::{Answer, Draft, RefusedError, compose};
pub use find::{NotFoundError, find};

use crate::epd::{self, Form, Opcode, Operand, Record, Value};
use core::fmt;
use pgnkit::chess::{Color, Move, Position};
use pgnkit::game::Game;
use pgnkit::tag;
use pgnkit::write::Loss;

/// The tag with the number that two players use for one of their games.
pub const SELECTOR_TAG: &str = "GameSelector";

/// The comment in a game for a draw offer together with the move before the comment.
const OFFERED: &str = "Draw offered.";
/// The same for a draw that is claimed, and for one that is declined.
const CLAIMED: &str = "Draw claimed.";
const DECLINED: &str = "Draw declined.";

/// The number that two players use for a game: the value of its tag, or its number in the file.
///
/// ```
/// use pgn_formats::mail::selector_of;
///
/// let game: pgnkit::Game = "1. e4 *".parse().unwrap();
/// assert_eq!(selector_of(&game, 7), 7);
/// ```
#[must_use]
pub fn selector_of(game: &Game, number: u64) -> u64 {
    let tagged = game.tag(SELECTOR_TAG).and_then(|value| value.trim().parse().ok());
    tagged.filter(|&selector| selector > 0).unwrap_or(number)
}

/// One of the two players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party {
    /// The mail address.
    pub address: String,
    /// The name.
    pub name: String,
}

impl Party {
    /// The player of a color, from the tags.
    fn of(game: &Game, color: Color) -> (Option<&str>, Option<&str>) {
        let (name, address) = match color {
            Color::White => (tag::WHITE, "WhiteNA"),
            Color::Black => (tag::BLACK, "BlackNA"),
        };
        let said = |name| game.tag(name).map(str::trim).filter(|it| !matches!(*it, "" | "?" | "-"));
        (said(address), said(name))
    }
}

/// A draw offer or claim that comes with a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Draw {
    /// A draw is offered.
    Offer,
    /// A draw is claimed: by repetition, by the fifty-move rule, or because neither side can win.
    Claim,
}

/// The action of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// A move is played.
    Play {
        /// The move.
        mv: Move,
        /// The other content.
        draw: Option<Draw>,
        /// Whether it declines the draw that was offered with the move before.
        declines: bool,
    },
    /// The draw that was offered with the move before is accepted.
    Accept,
    /// It is declined, and a move will follow.
    Decline,
    /// The game is resigned.
    Resign,
}

/// One message. Its sender has the move in its position.
///
/// ```
/// use pgn_formats::mail::{Applied, Draft, apply, compose};
///
/// let tags = "[White \"Ann\"]\n[WhiteNA \"ann@example.org\"]\n\
///             [Black \"Ben\"]\n[BlackNA \"ben@example.org\"]\n\n";
/// let sent: pgnkit::Game = format!("{tags}1. e4 *").parse()?;
/// let message = compose(&sent, 1, &Draft::default(), [None, None])?;
/// let mut received: pgnkit::Game = format!("{tags}*").parse()?;
/// assert_eq!((message.selector, message.receiver.name.as_str()), (1, "Ben"));
/// apply(&mut received, &message)?;
/// assert_eq!(apply(&mut received, &message)?, Applied::Already);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The number of the game, from 1.
    pub selector: u64,
    /// The sender.
    pub sender: Party,
    /// The receiver.
    pub receiver: Party,
    /// The position before the move.
    pub position: Position,
    /// The action.
    pub act: Act,
    /// A remark of the sender.
    pub note: Option<String>,
}

/// Why a record is not a message.
///
/// ```
/// use pgn_formats::epd::Record;
/// use pgn_formats::mail::Message;
///
/// let record = Record::new(&pgnkit::Position::default());
/// assert!(Message::from_record(&record).is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoMessageError {
    /// The position is impossible.
    Position,
    /// An operation that every message needs is missing, or its operands are wrong.
    Lacks(Opcode),
    /// A draw is offered or claimed without a move.
    DrawWithoutMove,
    /// It contains neither a move nor any other action.
    Empty,
    /// It contains two actions that exclude each other.
    Contradiction,
}

impl fmt::Display for NoMessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoMessageError::Position => f.write_str("the position of the record is impossible"),
            NoMessageError::Lacks(opcode) => {
                write!(f, "expected `{}` with {}", opcode.mnemonic(), opcode.grammar().expected())
            }
            NoMessageError::DrawWithoutMove => f.write_str(
                "expected `sm` with a move, found a draw offered or claimed without one",
            ),
            NoMessageError::Empty => {
                f.write_str("expected a move, an answer to an offer, or `resign`")
            }
            NoMessageError::Contradiction => {
                f.write_str("the record contains several actions, but only one is possible")
            }
        }
    }
}

impl std::error::Error for NoMessageError {}

impl Message {
    /// The message in a record.
    ///
    /// # Errors
    /// If something is missing, or two operations contradict each other.
    ///
    /// ```
    /// use pgn_formats::epd::Record;
    /// use pgn_formats::mail::Message;
    ///
    /// let record = Record::new(&pgnkit::Position::default());
    /// assert!(Message::from_record(&record).is_err());
    /// ```
    pub fn from_record(record: &Record) -> Result<Message, NoMessageError> {
        let position = *record.position().ok_or(NoMessageError::Position)?;
        let selector = record.integer(Opcode::Tcgs).and_then(|number| u64::try_from(number).ok());
        let note = record.text(Opcode::C0).map(str::to_owned).filter(|it| !it.trim().is_empty());
        Ok(Message {
            selector: selector.filter(|&n| n > 0).ok_or(NoMessageError::Lacks(Opcode::Tcgs))?,
            sender: party(record, Opcode::Tcsi)?,
            receiver: party(record, Opcode::Tcri)?,
            position,
            act: act(record)?,
            note,
        })
    }

    /// The record of a message.
    ///
    /// ```
    /// use pgn_formats::mail::{Draft, Message, compose};
    ///
    /// let tags = "[White \"Ann\"]\n[WhiteNA \"ann@example.org\"]\n\
    ///             [Black \"Ben\"]\n[BlackNA \"ben@example.org\"]\n\n";
    /// let sent: pgnkit::Game = format!("{tags}1. e4 *").parse()?;
    /// let message = compose(&sent, 1, &Draft::default(), [None, None])?;
    /// assert_eq!(Message::from_record(&message.to_record())?, message);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_record(&self) -> Record {
        let mut record = Record::new(&self.position);
        record.set_counters(&self.position);
        match self.act {
            Act::Play { mv, draw, declines } => {
                record.set_moves(Opcode::Sm, &[mv]);
                match draw {
                    Some(Draw::Offer) => record.set(Opcode::DrawOffer, Value::Nothing),
                    Some(Draw::Claim) => record.set(Opcode::DrawClaim, Value::Nothing),
                    None => {}
                }
                if declines {
                    record.set(Opcode::DrawReject, Value::Nothing);
                }
            }
            Act::Accept => record.set(Opcode::DrawAccept, Value::Nothing),
            Act::Decline => record.set(Opcode::DrawReject, Value::Nothing),
            Act::Resign => record.set(Opcode::Resign, Value::Nothing),
        }
        record.set_integer(Opcode::Tcgs, i64::try_from(self.selector).unwrap_or(i64::MAX));
        for (opcode, party) in [(Opcode::Tcri, &self.receiver), (Opcode::Tcsi, &self.sender)] {
            let strings = vec![Operand::string(&party.address), Operand::string(&party.name)];
            record.set(opcode, Value::Operands(strings));
        }
        if let Some(note) = &self.note {
            record.set_text(Opcode::C0, note);
        }
        record
    }

    /// Appends the line of the message, without a line end; content that EPD cannot represent goes
    /// to `losses`.
    pub fn append(&self, out: &mut Vec<u8>, losses: &mut Vec<Loss>) {
        epd::append(&self.to_record(), Form::Archival, out, losses);
    }
}

/// Two strings: an address and a name.
fn party(record: &Record, opcode: Opcode) -> Result<Party, NoMessageError> {
    match record.value(opcode) {
        Some(Value::Operands(operands)) => match &operands[..] {
            [address, name] => {
                Ok(Party { address: address.text().to_owned(), name: name.text().to_owned() })
            }
            _ => Err(NoMessageError::Lacks(opcode)),
        },
        _ => Err(NoMessageError::Lacks(opcode)),
    }
}

fn act(record: &Record) -> Result<Act, NoMessageError> {
    let says = |opcode| record.operation(opcode).is_some();
    let draw = match (says(Opcode::DrawOffer), says(Opcode::DrawClaim)) {
        (true, true) => return Err(NoMessageError::Contradiction),
        (true, false) => Some(Draw::Offer),
        (false, true) => Some(Draw::Claim),
        (false, false) => None,
    };
    if says(Opcode::Sm) {
        let mv = record.mv(Opcode::Sm).ok_or(NoMessageError::Lacks(Opcode::Sm))?;
        if says(Opcode::DrawAccept) || says(Opcode::Resign) {
            return Err(NoMessageError::Contradiction);
        }
        return Ok(Act::Play { mv, draw, declines: says(Opcode::DrawReject) });
    }
    if draw.is_some() {
        return Err(NoMessageError::DrawWithoutMove);
    }
    match (says(Opcode::DrawAccept), says(Opcode::DrawReject), says(Opcode::Resign)) {
        (true, false, false) => Ok(Act::Accept),
        (false, true, false) => Ok(Act::Decline),
        (false, false, true) => Ok(Act::Resign),
        (false, false, false) => Err(NoMessageError::Empty),
        (..) => Err(NoMessageError::Contradiction),
    }
}

/// A text as EPD represents it, for comparing: ASCII, apostrophes for quotes, single spaces.
fn comparable(text: &str) -> String {
    let (ascii, _) = pgnkit::charset::to_ascii(text);
    let flat = ascii.replace('"', "'");
    let mut words = flat.split_whitespace().collect::<Vec<_>>().join(" ");
    words.truncate(epd::STRING_BYTES_MAX);
    words
}

/// The position at the end of the main line, and the one before its last move, if there is one.
fn last_positions(game: &Game) -> Option<(Position, Option<(Position, Move)>)> {
    let mut cursor = game.cursor();
    let mut before = None;
    let mut at = *cursor.position()?;
    while cursor.forward() {
        let (mv, next) = (cursor.mv()?, *cursor.position()?);
        before = Some((at, mv));
        at = next;
    }
    Some((at, before))
}

#[cfg(test)]
mod tests;
