//! The units in which an editor counts columns.

use lsp_types::{InitializeParams, PositionEncodingKind};

/// The unit of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Units {
    Utf8,
    Utf16,
}

impl Units {
    /// UTF-8 if the editor offers it, otherwise UTF-16, which all editors have.
    pub(crate) fn of(params: &InitializeParams) -> Units {
        let general = params.capabilities.general.as_ref();
        let offered = general.and_then(|general| general.position_encodings.as_deref());
        match offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8)) {
            true => Units::Utf8,
            false => Units::Utf16,
        }
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Units::Utf8 => PositionEncodingKind::UTF8,
            Units::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    /// The length of a character, by its first byte.
    pub(crate) fn of_char(self, first: u8) -> u32 {
        match self {
            Units::Utf8 => char_len(first) as u32,
            Units::Utf16 => 1 + u32::from(first >= 0xF0),
        }
    }

    /// The number of line ends in a text, and the length of what follows the last one.
    pub(crate) fn measure(self, text: &[u8]) -> (u32, u32) {
        let (mut n_line_ends, mut line_start) = (0, 0);
        let mut ends = memchr::memchr2_iter(b'\n', b'\r', text);
        while let Some(at) = ends.next() {
            let len = line_end_len(&text[at..]);
            if len == 2 {
                ends.next();
            }
            line_start = at + len;
            n_line_ends += 1;
        }
        let tail = &text[line_start..];
        let is_first = |byte: &&u8| !matches!(byte, 0x80..=0xBF);
        (n_line_ends, tail.iter().filter(is_first).map(|&first| self.of_char(first)).sum())
    }
}

/// The number of bytes of a character, by its first byte.
pub(crate) fn char_len(first: u8) -> usize {
    match first {
        0..0xC0 => 1,
        0xC0..0xE0 => 2,
        0xE0..0xF0 => 3,
        0xF0.. => 4,
    }
}

/// The length of the line end with which a text begins: LF, CR LF or CR; 0 if there is none.
pub(crate) fn line_end_len(text: &[u8]) -> usize {
    match text {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        _ => 0,
    }
}
