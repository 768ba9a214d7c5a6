//! Detects the type of a stream from its first bytes: PGN, or something else with that name.
//!
//! Standard: §4.1. Decisions: D-03.

/// The type of a stream according to its first bytes.
///
/// ```
/// use pgn_syntax::{Kind, sniff};
/// assert_eq!(sniff(b"[Event \"A\"]\n"), Kind::Text);
/// assert_eq!(sniff(b"<!DOCTYPE html>"), Kind::Html);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Text that may be PGN.
    Text,
    /// A Git LFS pointer file instead of the real file.
    GitLfsPointer,
    /// A web page.
    Html,
    /// JSON that begins with an object, perhaps in a list. Not detected in WebAssembly, for the
    /// size of the module.
    Json,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
    /// Compressed or otherwise binary data.
    Binary,
}

/// The number of bytes that [`sniff`] examines.
pub const SNIFF_BYTES: usize = 4096;

/// Detects the type of a stream from its first [`SNIFF_BYTES`] bytes. Returns [`Kind::Text`] unless
/// there is clear evidence of another type.
///
/// ```
/// use pgn_syntax::{Kind, sniff};
/// assert_eq!(sniff(b"\x89PNG\r\n"), Kind::Binary);
/// ```
#[must_use]
pub fn sniff(prefix: &[u8]) -> Kind {
    let prefix = &prefix[..prefix.len().min(SNIFF_BYTES)];
    if let Some(kind) = magic(prefix) {
        return kind;
    }
    if let Some(kind) = utf16_pattern(prefix) {
        return kind;
    }
    let text = prefix.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(prefix).trim_ascii_start();
    if text.starts_with(b"version https://git-lfs.github.com/spec/") {
        return Kind::GitLfsPointer;
    }
    if is_html(text) || is_mail_of_html(text) {
        return Kind::Html;
    }
    #[cfg(not(target_family = "wasm"))]
    if is_json(text) {
        return Kind::Json;
    }
    if is_binary(prefix) { Kind::Binary } else { Kind::Text }
}

/// The compression of data that begins with these bytes, if it is compressed.
///
/// ```
/// use pgn_syntax::sniff::compression;
/// assert_eq!(compression(b"\x1F\x8B\x08\x00"), Some("gzip"));
/// assert_eq!(compression(b"1. e4 *"), None);
/// ```
#[must_use]
pub fn compression(prefix: &[u8]) -> Option<&'static str> {
    let found = COMPRESSED.iter().find(|(_, mark)| prefix.starts_with(mark));
    found.map(|(name, _)| *name)
}

/// Compressions, and how their data begin.
const COMPRESSED: [(&str, &[u8]); 6] = [
    ("gzip", b"\x1F\x8B\x08"),
    ("zstd", b"\x28\xB5\x2F\xFD"),
    ("xz", b"\xFD7zXZ\0"),
    ("zip", b"PK\x03\x04"),
    ("bzip2", b"BZh9\x31\x41\x59\x26"),
    ("7z", b"7z\xBC\xAF\x27\x1C"),
];

fn magic(prefix: &[u8]) -> Option<Kind> {
    const BINARY: &[&[u8]] = &[b"\x89PNG\r\n", b"\x7FELF", b"%PDF-", b"SQLite format 3\0"];
    if prefix.starts_with(b"\xFF\xFE") {
        return Some(Kind::Utf16Le);
    }
    if prefix.starts_with(b"\xFE\xFF") {
        return Some(Kind::Utf16Be);
    }
    let is_binary =
        compression(prefix).is_some() || BINARY.iter().any(|mark| prefix.starts_with(mark));
    is_binary.then_some(Kind::Binary)
}

/// UTF-16 without a mark: nearly every second byte is zero, and only there.
fn utf16_pattern(prefix: &[u8]) -> Option<Kind> {
    let n_pairs = prefix.len() / 2;
    if n_pairs < 8 {
        return None;
    }
    let (mut n_high_zero, mut n_low_zero) = (0, 0);
    for pair in prefix.chunks_exact(2) {
        n_low_zero += usize::from(pair[0] == 0 && pair[1] != 0);
        n_high_zero += usize::from(pair[1] == 0 && pair[0] != 0);
    }
    if n_high_zero * 4 >= n_pairs * 3 {
        return Some(Kind::Utf16Le);
    }
    (n_low_zero * 4 >= n_pairs * 3).then_some(Kind::Utf16Be)
}

fn is_html(text: &[u8]) -> bool {
    const STARTS: &[&[u8]] = &[b"<!doctype", b"<html", b"<head", b"<?xml", b"<body", b"<script"];
    STARTS
        .iter()
        .any(|start| text.len() >= start.len() && text[..start.len()].eq_ignore_ascii_case(start))
}

/// The first field of an object, after any number of open brackets: `[{"a": 1`. A comment that
/// begins with a word in quotes has no value after it.
#[cfg(not(target_family = "wasm"))]
fn is_json(text: &[u8]) -> bool {
    const WORDS: [&[u8]; 3] = [b"true", b"false", b"null"];
    let field = || {
        let mut rest = text;
        while let Some(inner) = rest.strip_prefix(b"[") {
            rest = inner.trim_ascii_start();
        }
        rest = rest.strip_prefix(b"{")?.trim_ascii_start().strip_prefix(b"\"")?;
        let end = rest.iter().position(|&byte| byte == b'"')?;
        Some(rest[end + 1..].trim_ascii_start().strip_prefix(b":")?.trim_ascii_start())
    };
    field().is_some_and(|value| {
        matches!(value.first(), Some(b'"' | b'{' | b'[' | b'-' | b'0'..=b'9'))
            || WORDS.iter().any(|word| value.starts_with(word))
    })
}

/// A web page in a mail: header lines, then the page.
fn is_mail_of_html(text: &[u8]) -> bool {
    let is_header = |line: &[u8]| {
        let name = line.split(|&byte| byte == b':').next().unwrap_or(line);
        let is_field = name.len() < line.len() && !name.is_empty();
        is_field && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
    };
    let mut rest = text;
    let mut n_headers = 0;
    loop {
        let (line, behind) = rest.split_at(crate::lexer::line_end(rest, 0));
        if !is_header(line) {
            return n_headers > 0 && is_html(rest);
        }
        n_headers += 1;
        rest = behind.trim_ascii_start();
    }
}

/// A file with one control code in twenty bytes is not text. NUL and the DOS end mark, which real
/// game files contain, count only if there is nothing else.
fn is_binary(prefix: &[u8]) -> bool {
    let n_controls =
        prefix.iter().filter(|&&byte| matches!(byte, 1..=8 | 14..=25 | 27..=31 | 127)).count();
    if prefix.len() >= 64 && n_controls * 20 > prefix.len() {
        return true;
    }
    prefix.len() >= SNIFF_BYTES && prefix.iter().all(|&byte| byte == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_formats_are_recognized() {
        assert_eq!(sniff(b"version https://git-lfs.github.com/spec/v1\noid"), Kind::GitLfsPointer);
        assert_eq!(sniff(b"\xEF\xBB\xBF \n<!DOCTYPE html><html>"), Kind::Html);
        assert_eq!(sniff(b"MIME-Version: 1.0\n\n<!DOCTYPE HTML PUBLIC"), Kind::Html);
        assert_eq!(sniff(b"From: a\nTo: b\n\n[Event \"A\"]\n"), Kind::Text);
        for json in ["{\"a\":1}", "[\n {\"pgn\" : \"1. e4\"", "[[{\"a\":null", "{ \"a\": { }}"] {
            assert_eq!(sniff(json.as_bytes()), Kind::Json, "{json}");
        }
        assert_eq!(sniff(b"\xFF\xFE[\0E\0"), Kind::Utf16Le);
        assert_eq!(sniff(b"\0[\0E\0v\0e\0n\0t\0 \0\"\0A\0\""), Kind::Utf16Be);
        assert_eq!(sniff(&[0; SNIFF_BYTES]), Kind::Binary);
    }

    #[test]
    fn odd_text_stays_text() {
        assert_eq!(sniff(b""), Kind::Text);
        assert_eq!(sniff(b"1. e4\0\0\0\0 *"), Kind::Text);
        assert_eq!(sniff(b"[Event \"A\"]\n\n1. e4 e5 *\n\x1A"), Kind::Text);
        assert_eq!(sniff("[White \"Карпов\"]".as_bytes()), Kind::Text);
        for comment in ["{\"Note\": see below} 1. e4 *", "{\"A\"} 1. e4 *", "{}", "[\"a\"]", "[{"] {
            assert_eq!(sniff(comment.as_bytes()), Kind::Text, "{comment}");
        }
    }
}
