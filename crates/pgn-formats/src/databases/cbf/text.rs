//! Letters of DOS.

/// The letters from 80 on. Where code page 437 has another it is a line of a box or a sign of
/// mathematics, which names do not need.
const LETTERS: &str = "\
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
    └┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{AD}±‗¾¶§÷¸°¨·¹³²■\u{A0}";

const FIGURINES: [char; 6] = ['K', 'Q', 'N', 'B', 'R', 'P'];
/// Where the figurines begin in names, and in remarks.
const NAMES_FROM: u8 = 0xA2;
const REMARKS_FROM: u8 = 0xB1;
/// A second sign for a space in remarks, besides 0.
const SPACE: u8 = 0xFE;

fn letter(byte: u8) -> char {
    match byte.checked_sub(0x80) {
        None => char::from(byte),
        Some(n) => LETTERS.chars().nth(usize::from(n)).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

fn figurine(byte: u8, from: u8) -> Option<char> {
    FIGURINES.get(usize::from(byte.checked_sub(from)?)).copied()
}

/// Appends the text of a remark, on one line.
pub(super) fn push_remark(bytes: &[u8], text: &mut String) {
    text.extend(bytes.iter().map(|&byte| match byte {
        SPACE => ' ',
        byte => figurine(byte, REMARKS_FROM).unwrap_or_else(|| plain(letter(byte))),
    }));
}

/// Appends a name, without spaces around it.
pub(super) fn push_name(bytes: &[u8], text: &mut String) {
    let start = text.len();
    let name =
        bytes.iter().map(|&byte| figurine(byte, NAMES_FROM).unwrap_or_else(|| plain(letter(byte))));
    text.extend(name);
    let trimmed = text[start..].trim().to_owned();
    text.truncate(start);
    text.push_str(&trimmed);
}

fn plain(letter: char) -> char {
    if letter.is_control() { ' ' } else { letter }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_those_of_dos() {
        assert_eq!(LETTERS.chars().count(), 128);
        let bytes = b"\x00M\x81ller \xE1 \xB1f7\xFE\xB6 ";
        let mut text = String::new();
        push_remark(bytes, &mut text);
        assert_eq!(text, " Müller ß Kf7 P ");
        text.clear();
        push_name(b" \xA4f3, Gr\x81nfeld\x00", &mut text);
        assert_eq!(text, "Nf3, Grünfeld");
    }
}
