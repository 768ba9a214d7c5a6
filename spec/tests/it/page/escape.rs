//! Bytes in a block that is marked `escaped`, and bytes shown in one.

/// The bytes that the lines of an escaped block stand for; an LF ends each line.
pub(crate) fn bytes_of(body: &[String]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in body {
        let mut rest = line.as_bytes();
        let mut is_joined = false;
        while let Some((&byte, behind)) = rest.split_first() {
            rest = behind;
            if byte != b'\\' {
                bytes.push(byte);
                continue;
            }
            match behind.split_first() {
                None => is_joined = true,
                Some((b't', behind)) => (rest, _) = (behind, bytes.push(b'\t')),
                Some((b'v', behind)) => (rest, _) = (behind, bytes.push(0x0B)),
                Some((b'n', behind)) => (rest, _) = (behind, bytes.push(b'\n')),
                Some((b'r', behind)) => (rest, _) = (behind, bytes.push(b'\r')),
                Some((b'\\', behind)) => (rest, _) = (behind, bytes.push(b'\\')),
                Some((b'x', behind)) if behind.len() >= 2 => {
                    let digits = std::str::from_utf8(&behind[..2]).unwrap_or_default();
                    let byte = u8::from_str_radix(digits, 16).expect("two hex digits after \\x");
                    bytes.push(byte);
                    rest = &behind[2..];
                }
                Some((b'{', behind)) => {
                    rest = repeat(behind, &mut bytes);
                }
                Some(_) => bytes.push(b'\\'),
            }
        }
        if !is_joined {
            bytes.push(b'\n');
        }
    }
    bytes
}

/// Reads `x*250}` and pushes what it stands for; gives what is left.
fn repeat<'a>(text: &'a [u8], bytes: &mut Vec<u8>) -> &'a [u8] {
    let end = text.iter().position(|&byte| byte == b'}').expect("\\{…*n} is closed");
    let inner = std::str::from_utf8(&text[..end]).expect("\\{…*n} is text");
    let (piece, count) = inner.rsplit_once('*').expect("\\{…*n} has a star");
    let count: usize = count.parse().expect("\\{…*n} ends with a number");
    bytes.extend(piece.repeat(count).into_bytes());
    &text[end + 1..]
}

/// The lines that show `bytes`; what is not printing ASCII is escaped.
pub(crate) fn lines_of(bytes: &[u8]) -> Vec<String> {
    let mut lines = Vec::new();
    for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
        let (piece, is_ended) = match piece.strip_suffix(b"\n") {
            Some(piece) => (piece, true),
            None => (piece, false),
        };
        let mut line = String::new();
        for (idx, &byte) in piece.iter().enumerate() {
            match byte {
                b'\t' => line.push_str("\\t"),
                0x0B => line.push_str("\\v"),
                b'\r' => line.push_str("\\r"),
                b'\\' => line.push_str("\\\\"),
                b' ' if idx + 1 == piece.len() => line.push_str("\\x20"),
                b' '..=b'~' => line.push(char::from(byte)),
                _ => line.push_str(&format!("\\x{byte:02x}")),
            }
        }
        if !is_ended {
            line.push('\\');
        }
        lines.push(line);
    }
    lines
}

#[test]
fn escapes_stand_for_bytes() {
    let bytes =
        |lines: &[&str]| bytes_of(&lines.iter().map(ToString::to_string).collect::<Vec<_>>());
    assert_eq!(bytes(&["a\\tb\\x", "c\\"]), b"a\tb\\x\nc");
    assert_eq!(bytes(&["\\xfc\\\\\\\"\\{ab*3}"]), b"\xfc\\\\\"ababab\n");
    for sample in [&b"a\xfc \\ \r\nb"[..], b"\n", b"x \n"] {
        assert_eq!(bytes_of(&lines_of(sample)), sample);
    }
}
