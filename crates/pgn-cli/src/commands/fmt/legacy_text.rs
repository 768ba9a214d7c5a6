//! The new text of a file in a legacy encoding, held until it is known whether it fits.

use std::fs;
use std::io::{self, BufRead as _, BufReader, Seek as _, Write as _};
use std::path::Path;

use pgn_db::error::Error;
use pgn_db::source::Compression;
use pgnkit::charset::{Choice, Encoding, detect, encode};

/// The text, in UTF-8 in a temporary file.
pub(super) struct LegacyText {
    text: fs::File,
    choice: Choice,
    /// The original encoding of the file.
    lines: LineEncodings,
}

impl LegacyText {
    /// `None` for a file of which it is known that it is UTF-8.
    pub(super) fn of(
        path: &Path,
        compression: Option<Compression>,
        choice: Choice,
    ) -> io::Result<Option<LegacyText>> {
        if choice == Choice::Fixed(Encoding::Utf8) || compression.is_none() && is_utf8(path)? {
            return Ok(None);
        }
        Ok(Some(LegacyText {
            text: tempfile::tempfile()?,
            choice,
            lines: LineEncodings::default(),
        }))
    }

    /// Appends text in UTF-8, which comes in the place of the old one.
    pub(super) fn push(&mut self, old: &[u8], text: &[u8]) -> io::Result<()> {
        for line in old.split(|&byte| byte == b'\n').filter(|line| !line.is_ascii()) {
            self.lines.push(self.choice.encoding_of(line));
        }
        self.text.write_all(text)
    }

    /// Passes the text on in the encoding of the file, or in UTF-8, with the reason, unless the
    /// file was in UTF-8 before.
    pub(super) fn write(
        mut self,
        mut write: impl FnMut(&[u8]) -> Result<(), Error>,
    ) -> Result<Option<String>, Error> {
        let encoding = self.lines.legacy.filter(|_| !self.lines.has_utf8);
        let mut fits = encoding.is_some();
        if let Some(encoding) = encoding {
            self.each_line(|line| {
                fits = fits && fit(line, encoding).is_some();
                Ok(())
            })?;
        }
        self.each_line(|line| {
            let fitted = encoding.filter(|_| fits).and_then(|encoding| fit(line, encoding));
            write(fitted.as_deref().unwrap_or(line))
        })?;
        Ok(match (encoding, self.lines.legacy) {
            (Some(encoding), _) if !fits => {
                Some(format!("the new text does not fit {}", encoding.label()))
            }
            (None, Some(_)) => Some("was not in one encoding".to_owned()),
            _ => None,
        })
    }

    fn each_line(&mut self, mut take: impl FnMut(&[u8]) -> Result<(), Error>) -> Result<(), Error> {
        let on_error = |error| Error::from_io("temporary file", error);
        self.text.rewind().map_err(on_error)?;
        let mut text = BufReader::with_capacity(PIECE_BYTES, &self.text);
        let mut line = Vec::new();
        while text.read_until(b'\n', &mut line).map_err(on_error)? > 0 {
            take(&line)?;
            line.clear();
        }
        Ok(())
    }
}

/// How much of a file is read at once.
const PIECE_BYTES: usize = 1 << 20;

/// The text in an encoding, if every line of it would be read as that again.
fn fit(text: &[u8], encoding: Encoding) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(text).ok()?;
    let bytes = encode(text, encoding)?.into_owned();
    let mut lines = bytes.split(|&byte| byte == b'\n');
    let is_ambiguous = |line: &[u8]| !line.is_ascii() && detect(line) == Encoding::Utf8;
    (!lines.any(is_ambiguous)).then_some(bytes)
}

/// The encoding of the lines of a file.
#[derive(Default)]
struct LineEncodings {
    has_utf8: bool,
    legacy: Option<Encoding>,
}

impl LineEncodings {
    fn push(&mut self, encoding: Encoding) {
        match encoding {
            Encoding::Utf8 => self.has_utf8 = true,
            // Latin-1 is a part of Windows-1252.
            Encoding::Latin1 if self.legacy.is_some() => {}
            legacy => self.legacy = Some(legacy),
        }
    }
}

fn is_utf8(path: &Path) -> io::Result<bool> {
    let mut file = BufReader::with_capacity(PIECE_BYTES, fs::File::open(path)?);
    let mut line = Vec::new();
    while file.read_until(b'\n', &mut line)? > 0 {
        if std::str::from_utf8(&line).is_err() {
            return Ok(false);
        }
        line.clear();
    }
    Ok(true)
}
