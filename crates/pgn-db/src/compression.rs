//! The compressions that are read and written, detected by content and by name.

use std::fmt;
use std::path::Path;

/// A compression around a game file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compression {
    /// `.gz`: members one after another.
    Gzip,
    /// `.zst`: frames one after another, with skippable frames between.
    Zstd,
    /// `.bz2`: streams one after another.
    Bzip2,
    /// `.xz`: streams one after another, with padding between.
    Xz,
    /// `.zip`: an archive of members.
    Zip,
}

/// The kind of a file according to its first bytes and its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recognized {
    Plain,
    Compressed(Compression),
    /// Compressed or packed by a program whose files are not supported; its name for the message.
    Foreign(&'static str),
}

/// The number of first bytes that [`Compression::recognize`] needs: the signature of a tar archive
/// is last, at 257.
pub(crate) const HEAD_BYTES: usize = 512;

/// The number of bytes needed to detect another member in the same file.
pub(crate) const MAGIC_BYTES_MAX: usize = 10;

const BZIP2_BLOCK: &[u8] = &[0x31, 0x41, 0x59, 0x26, 0x53, 0x59];
const BZIP2_END: &[u8] = &[0x17, 0x72, 0x45, 0x38, 0x50, 0x90];

/// Packers that chess files also come in. They are named in the error, because "no games found"
/// would be a riddle.
const FOREIGN: &[(&str, usize, &[u8])] = &[
    ("7-Zip", 0, b"7z\xBC\xAF\x27\x1C"),
    ("RAR", 0, b"Rar!\x1A\x07"),
    ("compress (.Z)", 0, b"\x1F\x9D"),
    ("lzip", 0, b"LZIP\x01"),
    ("tar", 257, b"ustar"),
];

impl Compression {
    /// Every compression there is.
    pub const ALL: [Compression; 5] = [
        Compression::Gzip,
        Compression::Zstd,
        Compression::Bzip2,
        Compression::Xz,
        Compression::Zip,
    ];

    /// The ending of a name, without the dot.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Compression::Gzip => "gz",
            Compression::Zstd => "zst",
            Compression::Bzip2 => "bz2",
            Compression::Xz => "xz",
            Compression::Zip => "zip",
        }
    }

    /// The compression that a name ends in, in any letter case: `games.pgn.GZ` is gzip.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Compression> {
        let (_, ending) = name.rsplit_once('.')?;
        Compression::ALL.into_iter().find(|one| ending.eq_ignore_ascii_case(one.extension()))
    }

    /// The compression whose signature `head`, the first bytes of a file, begins with.
    #[must_use]
    pub fn of_content(head: &[u8]) -> Option<Compression> {
        Compression::ALL.into_iter().find(|one| one.begins(head))
    }

    /// The content decides. The name is used only if the content is neither text nor has a
    /// signature, or is too short: a file that is cut off, or damaged in its first bytes.
    pub(crate) fn recognize(head: &[u8], name: &str) -> Recognized {
        if let Some(compression) = Compression::of_content(head) {
            return Recognized::Compressed(compression);
        }
        for &(program, offset, mark) in FOREIGN {
            if head.get(offset..).is_some_and(|rest| rest.starts_with(mark)) {
                return Recognized::Foreign(program);
            }
        }
        match Compression::of_name(name) {
            Some(compression) if !looks_like_text(head) || compression.is_cut_in_mark(head) => {
                Recognized::Compressed(compression)
            }
            _ => Recognized::Plain,
        }
    }

    /// Whether `head` is a whole file that ends within the signature, for signatures that begin
    /// like text.
    fn is_cut_in_mark(self, head: &[u8]) -> bool {
        const BZIP2_MARK_BYTES: usize = 4;
        match self {
            Compression::Zip => agree(head, b"PK\x03\x04"),
            Compression::Bzip2 => head.len() <= BZIP2_MARK_BYTES && agree(head, b"BZh"),
            Compression::Gzip | Compression::Zstd | Compression::Xz => false,
        }
    }

    pub(crate) fn begins(self, head: &[u8]) -> bool {
        match self {
            Compression::Gzip => head.starts_with(&[0x1F, 0x8B, 0x08]),
            Compression::Zstd => {
                head.starts_with(&[0x28, 0xB5, 0x2F, 0xFD])
                    || matches!(head, [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..])
            }
            Compression::Bzip2 => {
                matches!(head, [b'B', b'Z', b'h', b'1'..=b'9', rest @ ..] if !rest.is_empty()
                    && (agree(rest, BZIP2_BLOCK) || agree(rest, BZIP2_END)))
            }
            Compression::Xz => head.starts_with(&[0xFD, b'7', b'z', b'X', b'Z', 0x00]),
            Compression::Zip => {
                head.starts_with(b"PK\x03\x04")
                    || head.starts_with(b"PK\x05\x06")
                    || head.starts_with(b"PK\x07\x08PK")
            }
        }
    }
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Compression::Gzip => "gzip",
            Compression::Zstd => "zstd",
            Compression::Bzip2 => "bzip2",
            Compression::Xz => "xz",
            Compression::Zip => "zip",
        })
    }
}

/// The kinds of files to look for in folders and archives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// Games: `.pgn`, `.pgc` and `.bgn`, and the databases of other programs.
    #[default]
    Games,
    /// Positions a line: `.epd` and `.fen`.
    Positions,
    /// Records of other programs: logs, mails and other plain texts.
    Logs,
    /// Texts with games in them: web pages, mails and prose.
    Texts,
    /// Games in Blind Game Notation; any input is read as that.
    Blind,
    /// Games in JSON.
    Json,
}

impl Wanted {
    pub(crate) const ALL: [Wanted; 6] = [
        Wanted::Games,
        Wanted::Positions,
        Wanted::Logs,
        Wanted::Texts,
        Wanted::Blind,
        Wanted::Json,
    ];

    /// How the names of such files end, compression aside.
    pub(crate) const fn endings(self) -> &'static [&'static str] {
        match self {
            Wanted::Games => {
                &["pgn", "pgc", "bgn", "cbh", "si4", "si5", "cbf", "2cbh", "cbv", "cbz"]
            }
            Wanted::Positions => &["epd", "fen"],
            Wanted::Blind => &["bgn", "txt"],
            Wanted::Json => &["json", "jsonl", "ndjson"],
            Wanted::Logs => &["txt", "log", "ics", "uci", "eml", "mbox"],
            Wanted::Texts => &["html", "htm", "xhtml", "txt", "md", "eml", "mbox"],
        }
    }
}

/// Whether a name, of a file in a folder or of a member in an archive, is that of a file to read,
/// with or without compression, or of a `.zip`; in any letter case.
#[must_use]
pub fn is_game_file_name(name: &str, wanted: Wanted) -> bool {
    let is_wanted =
        |ending: &str| wanted.endings().iter().any(|one| ending.eq_ignore_ascii_case(one));
    let (stem, compression) = match Compression::of_name(name) {
        Some(compression) => {
            (&name[..name.len() - compression.extension().len() - 1], Some(compression))
        }
        None => (name, None),
    };
    compression == Some(Compression::Zip)
        || stem.rsplit_once('.').is_some_and(|(_, ending)| is_wanted(ending))
}

/// Whether a name is that of an archive.
#[must_use]
pub fn is_archive_name(path: &Path) -> bool {
    Compression::of_name(&path.to_string_lossy()) == Some(Compression::Zip)
}

/// Whether one begins with the other.
fn agree(a: &[u8], b: &[u8]) -> bool {
    a.iter().zip(b).all(|(a, b)| a == b)
}

/// Text contains no control characters except white space. An empty file is not text: `x.gz`
/// without a byte in it is a truncated file, not a file without games.
fn looks_like_text(head: &[u8]) -> bool {
    !head.is_empty() && head.iter().all(|&b| b >= 0x20 || matches!(b, b'\t'..=b'\r' | 0x1A | 0x1B))
}

/// The ending of a name in small letters, compression aside.
#[must_use]
pub fn ending_of(name: &str) -> Option<String> {
    let stem = match Compression::of_name(name) {
        Some(compression) => &name[..name.len() - compression.extension().len() - 1],
        None => name,
    };
    let file = stem.rsplit(std::path::is_separator).next()?;
    let (_, ending) = file.rsplit_once('.')?;
    Some(ending.to_ascii_lowercase())
}
