//! The boundary to a terminal: control sequences are shown as escapes.
//!
//! Games and file names are untrusted, and a terminal obeys control codes: they can hide text,
//! overwrite it, or reverse its direction. A file or a pipe gets every byte unchanged.

use std::io::{self, Write};

use pgn_db::error::is_shown;

/// Whether the colors of our own printers pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colors {
    /// They come from a printer that has made its text safe itself.
    Pass,
    /// They are always shown as escapes.
    #[default]
    Escape,
}

/// The sequences that [`Colors::Pass`] passes.
const COLORS: [&[u8]; 13] = [
    b"\x1b[0m",
    b"\x1b[1m",
    b"\x1b[4m",
    b"\x1b[1;31m",
    b"\x1b[1;33m",
    b"\x1b[1;36m",
    b"\x1b[31m",
    b"\x1b[32m",
    b"\x1b[33m",
    b"\x1b[34m",
    b"\x1b[36m",
    b"\x1b[90m",
    b"\x1b[97m",
];

/// Whether more bytes follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoreBytes {
    Open,
    Here,
}

/// Passes bytes on: unchanged or, to a terminal, so that they cannot control it.
#[derive(Debug)]
pub struct Screen<W> {
    sink: W,
    is_terminal: bool,
    pub(crate) colors: Colors,
    /// The beginning of a character, a line end or a color.
    pending: Vec<u8>,
}

impl<W: Write> Screen<W> {
    pub(crate) fn new(sink: W, is_terminal: bool) -> Screen<W> {
        Screen { sink, is_terminal, colors: Colors::Escape, pending: Vec::new() }
    }

    fn pass(&mut self, end: MoreBytes) -> io::Result<()> {
        let mut shown = Vec::with_capacity(self.pending.len());
        let n = push_until(&self.pending, self.colors, end, &mut shown);
        self.pending.drain(..n);
        self.sink.write_all(&shown)
    }
}

impl<W: Write> Write for Screen<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_terminal {
            return self.sink.write(bytes);
        }
        self.pending.extend_from_slice(bytes);
        self.pass(MoreBytes::Open)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass(MoreBytes::Here)?;
        self.sink.flush()
    }
}

/// Appends text as a terminal may have it.
pub(crate) fn push_shown(text: &[u8], colors: Colors, shown: &mut Vec<u8>) {
    push_until(text, colors, MoreBytes::Here, shown);
}

/// The same, as far as the contents are known. Returns the number of bytes.
fn push_until(text: &[u8], colors: Colors, end: MoreBytes, shown: &mut Vec<u8>) -> usize {
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let rest = &text[at..];
        let len = match byte {
            b' '..=b'~' | b'\n' | b'\t' => plain_len(rest),
            // Going back to the start of the line hides the text there.
            b'\r' if rest.get(1) == Some(&b'\n') => 2,
            b'\r' if rest.len() == 1 && end == MoreBytes::Open => return at,
            b'\x1b' if colors == Colors::Pass => {
                let is_cut = |color: &&[u8]| end == MoreBytes::Open && color.starts_with(rest);
                match COLORS.into_iter().find(|color| rest.starts_with(color)) {
                    Some(color) => color.len(),
                    None if COLORS.iter().any(is_cut) => return at,
                    None => 0,
                }
            }
            0xA0.. => match character(rest) {
                Some(c) if is_shown(c) => c.len_utf8(),
                Some(_) => 0,
                None if is_cut_short(rest) && end == MoreBytes::Open => return at,
                None => 1,
            },
            _ => 0,
        };
        shown.extend_from_slice(&rest[..len]);
        at += match len {
            0 => push_escape(rest, shown),
            len => len,
        };
    }
    at
}

/// How many bytes at the beginning are plain.
fn plain_len(text: &[u8]) -> usize {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    text.iter().take_while(|byte| is_plain(byte)).count()
}

/// The character at the beginning.
fn character(text: &[u8]) -> Option<char> {
    let head = &text[..text.len().min(4)];
    head.utf8_chunks().next()?.valid().chars().next()
}

/// Whether the beginning of a character is all there is.
fn is_cut_short(text: &[u8]) -> bool {
    text.len() < 4 && std::str::from_utf8(text).is_err_and(|error| error.error_len().is_none())
}

/// Appends the character or byte at the beginning as an escape; gives its length.
fn push_escape(text: &[u8], shown: &mut Vec<u8>) -> usize {
    // Writing to a Vec cannot fail.
    match character(text) {
        Some(c) => {
            let _ = write!(shown, "{}", c.escape_default());
            c.len_utf8()
        }
        None => {
            let _ = write!(shown, "\\x{:02x}", text[0]);
            1
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &[u8], colors: Colors) -> Vec<u8> {
        let mut shown = Vec::new();
        push_shown(text, colors, &mut shown);
        shown
    }

    #[test]
    fn the_colors_of_the_parser_pass() {
        let styles = clap::builder::Styles::styled();
        for style in [
            styles.get_header(),
            styles.get_usage(),
            styles.get_error(),
            styles.get_literal(),
            styles.get_placeholder(),
            styles.get_valid(),
            styles.get_invalid(),
            styles.get_context(),
            styles.get_context_value(),
        ] {
            let text = format!("{style}word{style:#}");
            assert_eq!(shown(text.as_bytes(), Colors::Pass), text.as_bytes(), "{text:?}");
        }
    }

    /// In whatever pieces the text comes, the same is shown.
    fn check(text: &[u8], expected: &[u8]) {
        assert_eq!(shown(text, Colors::Escape), expected, "{}", text.escape_ascii());
        for cut in 0..=text.len() {
            let mut screen = Screen::new(Vec::new(), true);
            screen.write_all(&text[..cut]).unwrap();
            screen.write_all(&text[cut..]).unwrap();
            screen.flush().unwrap();
            assert_eq!(screen.sink, expected, "{cut}");
        }
    }

    #[test]
    fn a_terminal_is_not_steered() {
        check("Žižka ♔\t–\r\n".as_bytes(), "Žižka ♔\t–\r\n".as_bytes());
        check(b"a\x1b[2Jb\x07", b"a\\u{1b}[2Jb\\u{7}");
        check(b"\x1b[1mbold", b"\\u{1b}[1mbold");
        check("x\u{9b}31m".as_bytes(), b"x\\u{9b}31m");
        check(b"x\x9b31m M\xfcller \xe2", b"x\\x9b31m M\xfcller \xe2");
        check("a\u{202e}b\u{2066}".as_bytes(), b"a\\u{202e}b\\u{2066}");
        check(b"shown\rhidden\r\r\n\r", b"shown\\rhidden\\r\r\n\\r");
        check(b"\x7f\0", b"\\u{7f}\\u{0}");
    }

    #[test]
    fn a_file_gets_the_bytes() {
        let mut screen = Screen::new(Vec::new(), false);
        screen.write_all(b"a\x1b[2J\x9b\r").unwrap();
        screen.flush().unwrap();
        assert_eq!(screen.sink, b"a\x1b[2J\x9b\r");
    }

    #[test]
    fn only_our_own_colors_pass_and_only_where_they_are_expected() {
        let text = b"\x1b[1;31merror\x1b[0m \x1b[2J\x1b";
        assert_eq!(shown(text, Colors::Pass), b"\x1b[1;31merror\x1b[0m \\u{1b}[2J\\u{1b}");
        for cut in 0..=text.len() {
            let mut screen = Screen::new(Vec::new(), true);
            screen.colors = Colors::Pass;
            screen.write_all(&text[..cut]).unwrap();
            screen.write_all(&text[cut..]).unwrap();
            screen.flush().unwrap();
            assert_eq!(screen.sink, shown(text, Colors::Pass), "{cut}");
        }
    }
}
