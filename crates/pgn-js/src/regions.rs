//! The text of a game in a message, with where it is.

use pgnkit::charset::{Choice, Encoding};
use pgnkit::syntax::{GameEnd, GameStart, Location, Region};

use crate::message::{CallError, Message};

/// The encoding of a number in messages: 0 for detection, then those that were recognized in the
/// text, then those that the caller named.
fn choice_of(number: usize) -> Option<Choice> {
    let n_encodings = Encoding::ALL.len();
    match number.checked_sub(1) {
        None => Some(Choice::Auto),
        Some(n) if n < n_encodings => Some(Choice::Recognized(Encoding::ALL[n])),
        Some(n) => Encoding::ALL.get(n - n_encodings).copied().map(Choice::Fixed),
    }
}

/// How a game ended, by its number in messages; 0 is a region without one.
pub(crate) const ENDS: [Option<GameEnd>; 5] = [
    None,
    Some(GameEnd::Marker),
    Some(GameEnd::NextGame),
    Some(GameEnd::EndOfText),
    Some(GameEnd::NoGame),
];

/// A region in a message, with the encoding of its text.
pub(crate) fn parse_region<'a>(
    message: &mut Message<'a>,
) -> Result<(Region<'a>, Choice), CallError> {
    let end = ENDS.get(message.size()?).copied().flatten();
    let choice = choice_of(message.size()?).ok_or_else(|| CallError::new("unknown encoding"))?;
    let start = GameStart(message.number()?);
    let location = Location { line: message.number()?, column: message.number()? };
    let n_games_before = message.number()?;
    let text = message.bytes()?;
    Ok((Region { text, start, location, n_games_before, end }, choice))
}
