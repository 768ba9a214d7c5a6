//! Text between games, which no game holds and lossless export keeps (D-38).

use crate::charset::Choice;

/// Appends text that stands between games, in UTF-8 and with an empty line after it. It is what a
/// [`NoteSink`](crate::read::NoteSink) is given by `outside` with the code of
/// [`TEXT_OUTSIDE_GAME`](pgn_syntax::diagnostic::fault::TEXT_OUTSIDE_GAME).
///
/// ```
/// use pgnkit::charset::Choice;
///
/// let mut out = Vec::new();
/// pgnkit::write::append_outside_text(b"Round 1: \r\n", Choice::default(), &mut out);
/// assert_eq!(out, b"Round 1:\n\n");
/// ```
pub fn append_outside_text(text: &[u8], encoding: Choice, out: &mut Vec<u8>) {
    let text = encoding.decode(text);
    let text = text.trim_start_matches(['\n', '\r', '\u{feff}']);
    for line in text.trim_end().lines() {
        out.extend_from_slice(line.trim_end().as_bytes());
        out.push(b'\n');
    }
    out.push(b'\n');
}
