//! Positions and moves that are on the command line.
//!
//! Standard: §16.1. Decisions: D-32, D-62.

use pgn_db::error::{Error, ErrorKind};
use pgnkit::chess::fen::{self, Mode};
use pgnkit::chess::notation::san::{self, SanOptions};
use pgnkit::chess::{Move, Position};

/// Plays the moves of `--moves`, separated by commas or spaces, with optional numbers. Returns the
/// moves.
///
/// # Errors
/// At the first that cannot be played.
pub(crate) fn play(
    position: &mut Position,
    moves: &str,
    lax: &SanOptions,
) -> Result<Vec<Move>, Error> {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let mut played = Vec::new();
    for word in moves.split([',', ' ', '\t', '\n']) {
        if word.is_empty() || (is_number(word) && word != "0000") {
            continue;
        }
        // A number may touch its move.
        let word = match word.split_once('.') {
            Some((number, rest)) if is_number(number) => rest.trim_start_matches('.'),
            Some(_) | None => word,
        };
        let reading = san::resolve(position, word.as_bytes(), lax).map_err(|reason| {
            Error::new(ErrorKind::Usage, "--moves", format!("`{word}`: {reason}"))
        })?;
        position.play_unchecked(reading.mv);
        played.push(reading.mv);
    }
    Ok(played)
}

/// The position of `--fen`; without one, the usual array.
///
/// # Errors
/// When no position can be read.
pub(crate) fn position(fen: Option<&str>) -> Result<Position, Error> {
    let Some(text) = fen else { return Ok(Position::start()) };
    let read = fen::parse(text.as_bytes(), Mode::Lax);
    let to_error = |error: fen::FenError| Error::new(ErrorKind::Usage, "--fen", error.to_string());
    Ok(read.map_err(to_error)?.0)
}
