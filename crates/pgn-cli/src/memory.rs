//! How much memory a verb may take that must hold games, and where it lays down what is more.
//!
//! Owns: these options, sizes such as `64M`, the sharing out of the memory. Knows nothing of: what
//! it is taken for.
//! Standard: none.
//! Start at [`Memory`].

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;

use crate::args::Read;
use pgn_db::error::Error;
use pgn_db::scan;
use pgn_db::sort::{Budget, Folder};
use pgn_db::source;

/// What a verb may take that sorts.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Memory")]
pub struct Memory {
    /// How much memory to take, such as 64M or 2G
    ///
    /// What is more is laid down in temporary files and merged. Some megabytes for the program
    /// itself are counted in; less than 32M is taken for 32M. A single game may take more.
    #[arg(long, value_name = "SIZE", default_value = "512M")]
    memory: Size,

    /// Where temporary files are [default: beside the output]
    ///
    /// They take as much room as the games, uncompressed, and have no names: nothing is left behind
    /// even when the program is killed.
    #[arg(long, value_name = "DIR")]
    temp: Option<PathBuf>,
}

/// What the program takes before it reads a game, in bytes.
const PROGRAM_BYTES: usize = 16 << 20;

/// The least that is shared out.
const SHARED_BYTES_MIN: usize = 16 << 20;

impl Memory {
    /// For a sorter. What runs take while they are gathered is free while they are merged.
    #[must_use]
    pub fn budget(&self) -> Budget {
        let shared = self.memory.shared_bytes();
        Budget { run_bytes: shared / 2, merge_bytes: shared / 2 }
    }

    /// How `read` is to be scanned within this memory.
    #[must_use]
    pub fn scan_options(&self, read: &Read) -> scan::Options {
        self.memory.scan_options(read)
    }

    /// The folder for temporary files that the person named.
    #[must_use]
    pub fn named_folder(&self) -> Option<PathBuf> {
        self.temp.clone()
    }

    /// The folder for temporary files, when this is the output.
    #[must_use]
    pub fn folder(&self, output: Option<&Path>) -> Folder {
        let beside = || {
            let output = output.filter(|path| path.as_os_str() != "-" && is_replaced(path))?;
            let folder = output.parent()?;
            Some(if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() })
        };
        Folder(self.temp.clone().or_else(beside).unwrap_or_else(env::temp_dir))
    }
}

/// Devices and pipes are not replaced, and what is beside them is no place for files.
fn is_replaced(path: &Path) -> bool {
    path.metadata().map_or(true, |metadata| metadata.is_file())
}

/// Trouble with temporary files in `folder`.
#[must_use]
pub fn temporary_trouble(folder: &Folder, error: io::Error) -> Error {
    let what = format!("temporary files in {}", folder.0.display());
    Error::from_io(what, error).with_hint("`--temp DIR` puts them elsewhere")
}

/// A number of bytes, such as `800k`, `64M`, `2G`; the letters are powers of 1,024.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub u64);

impl Size {
    /// What is shared out of so much memory, in bytes: all but what the program itself takes.
    #[must_use]
    pub fn shared_bytes(self) -> usize {
        let asked = usize::try_from(self.0).unwrap_or(usize::MAX);
        asked.saturating_sub(PROGRAM_BYTES).max(SHARED_BYTES_MIN)
    }

    /// How `read` is to be scanned within so much memory. A game that is under way is there twice,
    /// as it was read and as it is carried.
    #[must_use]
    pub fn scan_options(self, read: &Read) -> scan::Options {
        let under_way_bytes = (self.shared_bytes() / 10).min(scan::UNDER_WAY_BYTES);
        let unpack_bytes = (self.shared_bytes() as u64 / 2).min(source::UNPACK_BYTES_MAX);
        let unpack_bytes_max = read.unpack.named_bytes().unwrap_or(unpack_bytes);
        scan::Options { under_way_bytes, unpack_bytes_max, ..read.scan_options() }
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let n_digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, unit) = text.split_at(n_digits);
        let shift = match unit.to_ascii_lowercase().as_str() {
            "" | "b" => Some(0),
            "k" | "kb" | "kib" => Some(10),
            "m" | "mb" | "mib" => Some(20),
            "g" | "gb" | "gib" => Some(30),
            "t" | "tb" | "tib" => Some(40),
            _ => None,
        };
        let expected = || "expected a number with K, M, G or T behind it".to_owned();
        let shift = shift.ok_or_else(expected)?;
        let number: u64 = digits.parse().map_err(|_| expected())?;
        number.checked_mul(1 << shift).map(Size).ok_or_else(|| "too large a size".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_numbers_with_a_letter() {
        let cases = [
            ("0", Some(0)),
            ("1000", Some(1000)),
            ("64M", Some(64 << 20)),
            ("2g", Some(2 << 30)),
            ("800kB", Some(800 << 10)),
            ("1TiB", Some(1 << 40)),
            ("16777216T", None),
            ("", None),
            ("M", None),
            ("1.5G", None),
            ("-1", None),
            ("5 M", None),
            ("5X", None),
        ];
        for (text, expected) in cases {
            assert_eq!(text.parse::<Size>().ok().map(|size| size.0), expected, "{text}");
        }
    }
}
