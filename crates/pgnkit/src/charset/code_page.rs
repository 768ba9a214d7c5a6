//! Encodings in which each character is one byte.

use super::code_page_table::CHARACTERS;

/// The characters of the bytes from 128 on, in the order of the table.
static HIGH: [[u16; 128]; CHARACTERS.len()] = high();

/// The replacement of a byte that is not a character, in the table and in text.
const UNDEFINED: u16 = 0xFFFD;

const fn high() -> [[u16; 128]; CHARACTERS.len()] {
    let mut pages = [[0; 128]; CHARACTERS.len()];
    let mut page = 0;
    while page < pages.len() {
        let bytes = CHARACTERS[page].as_bytes();
        let (mut at, mut n) = (0, 0);
        while at < bytes.len() {
            let (lead, len) = match bytes[at] {
                byte if byte < 0x80 => (byte, 1),
                byte if byte < 0xE0 => (byte & 0x1F, 2),
                byte => (byte & 0x0F, 3),
            };
            let (mut code, mut next) = (lead as u16, 1);
            while next < len {
                code = code << 6 | (bytes[at + next] & 0x3F) as u16;
                next += 1;
            }
            pages[page][n] = code;
            at += len;
            n += 1;
        }
        page += 1;
    }
    pages
}

/// The character of a byte; U+FFFD if there is none.
pub(super) fn character(page: usize, byte: u8) -> char {
    match byte.checked_sub(128) {
        None => char::from(byte),
        Some(idx) => {
            let code = u32::from(HIGH[page][usize::from(idx)]);
            char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
    }
}

/// The byte of a character; `None` if there is none.
pub(super) fn byte(page: usize, character: char) -> Option<u8> {
    if character.is_ascii() {
        return u8::try_from(character).ok();
    }
    let code = u16::try_from(u32::from(character)).ok().filter(|code| *code != UNDEFINED)?;
    let idx = HIGH[page].iter().position(|known| *known == code)?;
    u8::try_from(idx + 128).ok()
}
