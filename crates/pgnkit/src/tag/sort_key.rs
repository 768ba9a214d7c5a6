//! Sort keys: bytes that compare like the values they represent.
//!
//! No key made here is a proper prefix of another one, so keys may follow each other, and a key
//! with all bits inverted sorts in descending order.
//!
//! Standard: §12. Decisions: D-42.

/// Appends the key of a text: the order is that of its bytes, a shorter text before a longer one
/// that begins like it.
pub fn push_text(text: &[u8], key: &mut Vec<u8>) {
    let mut rest = text;
    while let Some(at) = memchr::memchr(0, rest) {
        key.extend_from_slice(&rest[..at]);
        key.extend_from_slice(&ZERO);
        rest = &rest[at + 1..];
    }
    key.extend_from_slice(rest);
    key.extend_from_slice(&END);
}

/// The end of a text, and the encoding of a byte 0 inside it.
const END: [u8; 2] = [0, 1];
const ZERO: [u8; 2] = [0, 255];

/// Appends the key of an integer of any size, given as ASCII digits. Leading zeros do not count.
pub fn push_digits(digits: &str, key: &mut Vec<u8>) {
    let digits = digits.trim_start_matches('0');
    match u8::try_from(digits.len()) {
        Ok(n_digits) if n_digits < u8::MAX => key.push(n_digits),
        Ok(_) | Err(_) => {
            key.push(u8::MAX);
            key.extend_from_slice(&(digits.len() as u64).to_be_bytes());
        }
    }
    key.extend_from_slice(digits.as_bytes());
}

/// Appends the key of a value that may be a number: unknown (`?`, `-` or empty) before numbers by
/// their size, those below zero first, before other texts by their bytes.
pub fn push_number_or_text(value: &str, key: &mut Vec<u8>) {
    let value = value.trim();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if matches!(value, "" | "?" | "-") {
        key.push(1);
    } else if let Some(digits) = value.strip_prefix('-').filter(|digits| is_number(digits)) {
        key.push(2);
        let from = key.len();
        push_digits(digits, key);
        key[from..].iter_mut().for_each(|byte| *byte = !*byte);
    } else if is_number(value) {
        key.push(3);
        push_digits(value, key);
    } else {
        key.push(4);
        push_text(value.as_bytes(), key);
    }
}
