//! Comments in escape records, an option (D-53) (§20.4.10, D-53).
//!
//! ```text
//! pgn:comment TEXT          the first 65,000 bytes of a comment, or all of it
//! pgn:comment+ TEXT         what comes next of the same comment
//! ```
//!
//! In the text, a line end is `\n` and a backslash `\\`. For other readers, it is an escape line
//! without a meaning.

const FIRST: &[u8] = b"pgn:comment ";
const NEXT: &[u8] = b"pgn:comment+ ";

/// The most bytes of text in one record.
pub(super) const PIECE_BYTES_MAX: usize = 65_000;
const _: () = assert!(PIECE_BYTES_MAX + NEXT.len() <= u16::MAX as usize);

/// Passes on the escape strings of a comment, whose characters are all in Latin-1.
pub(super) fn payloads(text: &str, mut take: impl FnMut(&[u8])) {
    let mut payload = FIRST.to_vec();
    let mut left = PIECE_BYTES_MAX;
    for character in text.chars() {
        let byte = u8::try_from(character).unwrap_or(b'?');
        let pair = [b'\\', if byte == b'\n' { b'n' } else { byte }];
        let spelled = &pair[usize::from(!matches!(byte, b'\n' | b'\\'))..];
        if left < spelled.len() {
            take(&payload);
            payload.clear();
            payload.extend_from_slice(NEXT);
            left = PIECE_BYTES_MAX;
        }
        payload.extend_from_slice(spelled);
        left -= spelled.len();
    }
    take(&payload);
}

/// The content of an escape string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Payload<'a> {
    /// The beginning of a comment.
    First(&'a [u8]),
    Next(&'a [u8]),
    Other(&'a [u8]),
}

impl Payload<'_> {
    pub(super) fn of(bytes: &[u8]) -> Payload<'_> {
        if let Some(text) = bytes.strip_prefix(FIRST) {
            Payload::First(text)
        } else if let Some(text) = bytes.strip_prefix(NEXT) {
            Payload::Next(text)
        } else {
            Payload::Other(bytes)
        }
    }
}

/// Appends the text of a piece. A backslash before another character, which we do not write, stays.
pub(super) fn unspell(piece: &[u8], text: &mut String) {
    let mut rest = piece;
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        text.push(match (byte, behind.first()) {
            (b'\\', Some(&b'n')) => {
                rest = &behind[1..];
                '\n'
            }
            (b'\\', Some(&b'\\')) => {
                rest = &behind[1..];
                '\\'
            }
            (byte, _) => char::from(byte),
        });
    }
}
