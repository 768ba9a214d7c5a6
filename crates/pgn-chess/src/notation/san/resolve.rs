//! From a text to the legal move it means.
//!
//! Standard: §8.2.3.7, §17. Decisions: D-32, D-62.

use super::canonical::resolve_canonical;
use super::lax;
use super::reading::{Departures, Mark, Reading, ResolveError, SanOptions, Stage};
use crate::position::Position;

/// The one legal move that a text means.
///
/// Canonical SAN is recognized immediately; every other spelling of D-32 is tried stage by stage,
/// and the first stage with a legal move counts. It never guesses between several moves at one
/// stage. Check marks may be missing or wrong: see [`Reading::check_marks`]. About 15 ns for
/// canonical text, about a microsecond otherwise.
///
/// # Errors
/// [`ResolveError`]: not a move, several moves, or a move that the rules forbid, with the reason.
///
/// ```
/// use pgn_chess::{Position, notation::san::{self, Departures, SanOptions}};
/// let position = Position::start();
/// let reading = san::resolve(&position, b"Ng1-f3", &SanOptions::default())?;
/// assert_eq!(san::to_text(&position, reading.mv), "Nf3");
/// assert!(reading.departures.contains(Departures::LONG_ALGEBRAIC));
/// let error = san::resolve(&position, b"Ne5", &SanOptions::default()).unwrap_err();
/// assert_eq!(error.to_string(), "no knight can reach e5");
/// # Ok::<(), san::ResolveError>(())
/// ```
#[inline]
pub fn resolve(
    position: &Position,
    text: &[u8],
    lax: &SanOptions,
) -> Result<Reading, ResolveError> {
    if lax.letters.is_none()
        && let Some(reading) = canonical(position, text)
    {
        return Ok(reading);
    }
    resolve_slowly(position, text, lax)
}

#[inline]
fn canonical(position: &Position, text: &[u8]) -> Option<Reading> {
    let mv = resolve_canonical(position, text)?;
    let mark = match text.last() {
        Some(b'+') => Mark::Check,
        Some(b'#') => Mark::Mate,
        Some(_) | None => Mark::None,
    };
    Some(Reading { mv, stage: Stage::Canonical, departures: Departures::NONE, mark })
}

#[cold]
#[inline(never)]
fn resolve_slowly(
    position: &Position,
    text: &[u8],
    lax: &SanOptions,
) -> Result<Reading, ResolveError> {
    let Some(letters) = lax.letters else { return lax::resolve(position, text, lax) };
    // A text that begins with one of the language's letters is read only in that language: a letter
    // that also means something in English must not be taken for it.
    let Some(english) = letters.to_english(text) else {
        return lax::resolve(position, text, lax);
    };
    let mut reading = match canonical(position, english.as_bytes()) {
        Some(reading) => reading,
        None => lax::resolve(position, english.as_bytes(), lax)?,
    };
    if english.as_bytes() != text {
        reading.departures |= Departures::LANGUAGE;
    }
    Ok(reading)
}
