//! Texts of any size, made while they are read: nothing of them is kept (§8).

use std::fs;
use std::io::{self, Read, Write};

const CHUNK_BYTES: usize = 64 * 1024;

/// The part of the input that grows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Bytes, of the games of a file again and again.
    Games(String),
    /// Plies of one game.
    Moves,
    Comments,
    Tags,
    /// Variations, each inside the one before.
    Nested,
    /// Bytes of one comment.
    Comment,
    /// Closing braces that close nothing.
    Braces,
    /// Bytes of a string in an expression of `--where`.
    Literal,
    /// Archives in an archive, with a game each.
    Zips,
}

impl Kind {
    /// The words of the verb `generate` without the number.
    pub(crate) fn words(&self) -> Vec<String> {
        let words: &[&str] = match self {
            Kind::Games(path) => &["games", path],
            Kind::Moves => &["moves"],
            Kind::Comments => &["comments"],
            Kind::Tags => &["tags"],
            Kind::Nested => &["nested"],
            Kind::Comment => &["comment"],
            Kind::Braces => &["braces"],
            Kind::Literal => &["literal"],
            Kind::Zips => &["zips"],
        };
        words.iter().map(ToString::to_string).collect()
    }

    fn from_words(words: &[&str]) -> Option<Kind> {
        Some(match words {
            ["games", path] => Kind::Games(path.to_string()),
            ["moves"] => Kind::Moves,
            ["comments"] => Kind::Comments,
            ["tags"] => Kind::Tags,
            ["nested"] => Kind::Nested,
            ["comment"] => Kind::Comment,
            ["braces"] => Kind::Braces,
            ["literal"] => Kind::Literal,
            ["zips"] => Kind::Zips,
            _ => return None,
        })
    }
}

/// A zip whose members are stored without compression.
#[derive(Default)]
struct Zip {
    directory: Vec<u8>,
    n_members: u16,
    n_bytes: u32,
}

impl Zip {
    fn add(&mut self, name: &str, bytes: &[u8], out: &mut Vec<u8>) {
        // Version, flags, method, time and date; then the fields that the directory has as well.
        let mut facts = vec![20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
        facts.extend(crc32(bytes).to_le_bytes());
        facts.extend((bytes.len() as u32).to_le_bytes());
        facts.extend((bytes.len() as u32).to_le_bytes());
        facts.extend((name.len() as u16).to_le_bytes());
        facts.extend([0, 0]);
        let start = out.len();
        for part in [b"PK\x03\x04", &facts[..], name.as_bytes(), bytes] {
            out.extend_from_slice(part);
        }
        for part in [b"PK\x01\x02", &[20, 0][..], &facts, &[0; 10], &self.n_bytes.to_le_bytes()] {
            self.directory.extend_from_slice(part);
        }
        self.directory.extend_from_slice(name.as_bytes());
        self.n_members += 1;
        self.n_bytes += (out.len() - start) as u32;
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        let n_members = self.n_members.to_le_bytes();
        let n_directory_bytes = (self.directory.len() as u32).to_le_bytes();
        out.append(&mut self.directory);
        out.extend_from_slice(b"PK\x05\x06\0\0\0\0");
        for part in [&n_members[..], &n_members, &n_directory_bytes, &self.n_bytes.to_le_bytes()] {
            out.extend_from_slice(part);
        }
        out.extend([0, 0]);
    }
}

fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
    !bytes
        .iter()
        .fold(u32::MAX, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc)))
}

/// The text of a kind, with `n` of what grows.
pub(crate) struct Source {
    kind: Kind,
    n: u64,
    done: u64,
    /// The games of a file, for the kind that repeats them.
    games: Vec<u8>,
    chunk: Vec<u8>,
    at: usize,
    is_over: bool,
    /// The archive, for the kind that is one.
    zip: Zip,
}

impl Source {
    pub(crate) fn new(kind: Kind, n: u64) -> io::Result<Source> {
        let games = match &kind {
            Kind::Games(path) => fs::read(path)?,
            _ => Vec::new(),
        };
        let mut chunk = Vec::with_capacity(2 * CHUNK_BYTES);
        match kind {
            Kind::Games(_) | Kind::Tags | Kind::Zips => {}
            Kind::Braces => chunk.extend_from_slice(b"1. e4 "),
            Kind::Literal => chunk.extend_from_slice(b"White = \""),
            Kind::Moves | Kind::Nested => chunk.extend_from_slice(b"[Event \"?\"]\n\n"),
            Kind::Comments => chunk.extend_from_slice(b"[Event \"?\"]\n\n1. e4\n"),
            Kind::Comment => chunk.extend_from_slice(b"[Event \"?\"]\n\n1. e4 {\n"),
        }
        Ok(Source { kind, n, done: 0, games, chunk, at: 0, is_over: false, zip: Zip::default() })
    }

    /// How long the text is.
    pub(crate) fn count(kind: Kind, n: u64) -> io::Result<u64> {
        io::copy(&mut Source::new(kind, n)?, &mut io::sink())
    }

    fn refill(&mut self) {
        self.chunk.clear();
        self.at = 0;
        let n_steps = if self.kind == Kind::Nested { 2 * self.n } else { self.n };
        while self.chunk.len() < CHUNK_BYTES && self.done < n_steps {
            self.more();
        }
        if self.done >= n_steps && !self.is_over {
            self.is_over = true;
            if self.kind == Kind::Zips {
                self.zip.end(&mut self.chunk);
            }
            self.chunk.extend_from_slice(match self.kind {
                Kind::Games(_) | Kind::Zips => b"",
                Kind::Literal => b"\"\n",
                Kind::Tags => b"\n*\n\n",
                Kind::Comment => b"} *\n\n",
                Kind::Moves | Kind::Comments | Kind::Nested | Kind::Braces => b" *\n\n",
            });
        }
    }

    /// One more of what grows.
    fn more(&mut self) {
        const LINE: &[u8] = b"A knight on the rim is dim, as everyone knows who has read so.\n";
        let Source { chunk, done, n, zip, .. } = self;
        match self.kind {
            Kind::Games(_) => {
                // Whole games only: after the last that fits, the next copy begins.
                let from = (*done as usize) % self.games.len().max(1);
                let part = &self.games[from..self.games.len().min(from + CHUNK_BYTES)];
                chunk.extend_from_slice(part);
                *done += part.len() as u64;
                return;
            }
            Kind::Moves => {
                let number = *done / 2 + 1;
                let knights = ["Nf3", "Nf6", "Ng1", "Ng8"];
                let mv = knights[(*done % 4) as usize];
                let _ = match *done % 2 {
                    0 => write!(chunk, "{number}. {mv} "),
                    _ => writeln!(chunk, "{mv}"),
                };
            }
            Kind::Comments => chunk.extend_from_slice(b"{a good move}\n"),
            Kind::Braces => chunk.push(b'}'),
            Kind::Literal => chunk.push(b'x'),
            Kind::Zips => {
                let (mut inner, mut bytes) = (Zip::default(), Vec::new());
                inner.add("a.pgn", b"1. e4 e5 *\n", &mut bytes);
                inner.end(&mut bytes);
                zip.add(&format!("{done}.zip"), &bytes, chunk);
            }
            Kind::Tags => {
                let _ = writeln!(chunk, "[Tag{done} \"a value\"]");
            }
            Kind::Nested => {
                // All are opened, then all are closed.
                chunk.extend_from_slice(match (*done < *n, *done % 2) {
                    (true, 0) => b"1. e4 (\n",
                    (true, _) => b"1. d4 (\n",
                    (false, _) if *done == *n => b"1. c4 )\n",
                    (false, _) => b")\n",
                });
            }
            Kind::Comment => {
                chunk.extend_from_slice(LINE);
                *done += LINE.len() as u64;
                return;
            }
        }
        *done += 1;
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.chunk.len() {
            if self.is_over {
                return Ok(0);
            }
            self.refill();
        }
        let n = buffer.len().min(self.chunk.len() - self.at);
        buffer[..n].copy_from_slice(&self.chunk[self.at..self.at + n]);
        self.at += n;
        Ok(n)
    }
}

/// The verb `generate`: words of a kind and a number; the text goes to standard output.
pub(crate) fn generate(words: &[&str]) -> Result<(), String> {
    let [kind @ .., n] = words else { return Err("generate KIND NUMBER".to_string()) };
    let kind = Kind::from_words(kind).ok_or("generate KIND NUMBER")?;
    let n = n.parse().map_err(|_| "generate KIND NUMBER")?;
    let mut source = Source::new(kind, n).map_err(|trouble| trouble.to_string())?;
    // A reader that ends early has read enough.
    let _ = io::copy(&mut source, &mut io::stdout().lock());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(kind: Kind, n: u64) -> String {
        let mut text = String::new();
        let mut source = Source::new(kind, n).expect("no file is needed");
        source.read_to_string(&mut text).expect("it cannot fail");
        text
    }

    #[test]
    fn texts_are_games() {
        assert_eq!(text(Kind::Moves, 3), "[Event \"?\"]\n\n1. Nf3 Nf6\n2. Ng1  *\n\n");
        assert_eq!(text(Kind::Tags, 1), "[Tag0 \"a value\"]\n\n*\n\n");
        let nested = text(Kind::Nested, 2);
        assert_eq!(nested, "[Event \"?\"]\n\n1. e4 (\n1. d4 (\n1. c4 )\n)\n *\n\n");
    }
}
