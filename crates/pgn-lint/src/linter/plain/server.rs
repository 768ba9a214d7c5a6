//! Values that servers write in every game: not those of 1994, and understood by everyone (§9,
//! D-25).
//!
//! They are findings only under the archival profile, because a remark on each of a million games
//! hides all others. `docs/formats/dialects.md` shows them in games.

use super::is_seconds;
use pgnkit::tag::ValueType;

/// Whether Lichess, Chess.com, FICS or ICC write `value`, the bytes between the quotes, in a tag
/// of this type.
pub(in crate::linter) fn is_usual(value: ValueType, bytes: &[u8]) -> bool {
    match value {
        ValueType::Termination => is_termination(bytes),
        ValueType::TimeControl => {
            bytes.strip_suffix(b"+0").is_some_and(|base| is_seconds(base, b"0"))
        }
        ValueType::Titles => matches!(bytes, b"BOT" | b"LM"),
        ValueType::Eco => bytes == b"?",
        ValueType::Ratings => bytes == b"?",
        _ => false,
    }
}

/// `Normal`, `Time forfeit`; `anna won by checkmate`, `anna won - game abandoned`, `Game drawn by
/// agreement`.
fn is_termination(bytes: &[u8]) -> bool {
    let is_word = matches!(
        bytes,
        b"Normal" | b"Time forfeit" | b"Abandoned" | b"Rules infraction" | b"Unterminated"
    );
    let Some(blank) = memchr::memchr(b' ', bytes) else { return is_word };
    let (who, what) = (&bytes[..blank], &bytes[blank + 1..]);
    let reason = match who {
        b"Game" => what.strip_prefix(b"drawn by "),
        _ => what.strip_prefix(b"won by "),
    };
    is_word
        || reason.is_some_and(|words| words.iter().all(|&b| b == b' ' || b.is_ascii_lowercase()))
        || matches!(what, b"won on time" | b"won - game abandoned")
}
