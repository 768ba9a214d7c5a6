//! An `ics` block: the log of a chess server, as the games that it makes.
//!
//! Standard: §13. Decisions: D-57.

use pgn_formats::ics::{Log, Options, Times};
use pgnkit::syntax::Location;

use super::read::{Found, Text};

/// Reads all games of a log, and what is wrong with them. `keeps_times` is the flag `times`.
pub(crate) fn read(bytes: Vec<u8>, keeps_times: bool) -> Text {
    let times = if keeps_times { Times::Keep } else { Times::Drop };
    let options = Options::default().with_times(times);
    let (mut games, mut notes) = (Vec::new(), Vec::new());
    for imported in Log::with(&bytes[..], options, |_, _: &str| {}) {
        let imported = imported.expect("a slice has no trouble");
        let found = imported.found.iter().map(|found| Found {
            offset: offset_of(&bytes, found.location),
            code: found.fault.code,
        });
        notes.extend(found);
        games.push(imported.game);
    }
    notes.sort();
    Text { bytes, games, notes }
}

/// The offset of a place in a text of ASCII.
pub(crate) fn offset_of(bytes: &[u8], location: Location) -> u64 {
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').take(location.line as usize - 1);
    lines.map(|line| line.len() as u64).sum::<u64>() + location.column - 1
}
