//! JSON strings.
//!
//! Owns: their escapes. Knows nothing of: objects and schemas.
//! Standard: none (RFC 8259).
//! Start at [`push_string`].

/// Appends `text` as a JSON string, quotes included. Costs one pass; what needs no escape is copied
/// in pieces.
pub(crate) fn push_string(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    let bytes = text.as_bytes();
    let mut copied = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        if byte >= b' ' && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.extend_from_slice(&bytes[copied..at]);
        copied = at + 1;
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            _ => {
                const DIGITS: &[u8; 16] = b"0123456789abcdef";
                out.extend_from_slice(b"\\u00");
                out.push(DIGITS[usize::from(byte >> 4)]);
                out.push(DIGITS[usize::from(byte & 15)]);
            }
        }
    }
    out.extend_from_slice(&bytes[copied..]);
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::push_string;

    #[test]
    fn strings_are_what_other_programs_write() {
        let check = |text: &str| {
            let mut written = Vec::new();
            push_string(text, &mut written);
            assert_eq!(String::from_utf8(written).unwrap(), serde_json::to_string(text).unwrap());
        };
        check("");
        check("plain \u{fc} \u{1f600} \u{7f}");
        check("\"quoted\" \\ back");
        check("\n\r\t\u{1}\u{1f}");
    }
}
