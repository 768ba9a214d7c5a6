//! The options that several verbs share.
//!
//! Owns: their names, values and help. Knows nothing of: what the verbs do with them.
//! Standard: none. Decisions: D-01.
//! Start at [`Talk`], [`Read`] and [`Write`]; a verb flattens those it needs.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use clap::{Args, ValueEnum};

use crate::source::Inputs;
use crate::terminal::{Loudness, When};

/// How the command talks. Every verb has these.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Messages")]
pub struct Talk {
    /// Say nothing but errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Say more about what is done
    #[arg(short, long, global = true)]
    pub verbose: bool,

    /// Show how far the work is
    ///
    /// Bytes, games, rate and time left, on standard error. With `auto` only when that is a
    /// terminal.
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    pub progress: When,

    /// Use colours
    ///
    /// With `auto` only on a terminal, and as the environment variables NO_COLOR and CLICOLOR_FORCE
    /// say.
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    pub color: When,
}

impl Talk {
    /// How much to say.
    #[must_use]
    pub fn loudness(&self) -> Loudness {
        match (self.quiet, self.verbose) {
            (true, _) => Loudness::Quiet,
            (false, true) => Loudness::Verbose,
            (false, false) => Loudness::Normal,
        }
    }
}

/// Where the result goes.
#[derive(Args, Clone, Debug, Default)]
pub struct Write {
    /// Write to FILE instead of standard output
    ///
    /// The file is replaced when all is written; until then, and when anything goes wrong, it stays
    /// as it was. A name that ends in .gz, .zst, .bz2 or .xz is written compressed.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What is read, and how.
#[derive(Args, Clone, Debug, Default)]
pub struct Read {
    /// Files or folders to read; none, or `-`, is standard input
    ///
    /// A folder means every game file below it. Compression (.gz, .zst, .bz2, .xz, .zip) is
    /// recognised by content.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The encoding of the text
    ///
    /// With `auto` it is decided for each game: UTF-8 when it is valid UTF-8, else ISO 8859-1.
    #[arg(long, value_enum, default_value_t)]
    pub encoding: Encoding,

    /// Number of threads [default: one for each core]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}

impl Read {
    /// The files that are named.
    #[must_use]
    pub fn inputs(&self) -> Inputs {
        Inputs::gather(&self.files)
    }

    /// The number of threads to use.
    #[must_use]
    pub fn n_threads(&self) -> NonZeroUsize {
        let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.jobs.unwrap_or_else(cores)
    }
}

/// What the person says about the encoding of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Encoding {
    /// UTF-8 when valid, else ISO 8859-1; decided for each game
    #[default]
    Auto,
    /// Unicode, as most programs write today
    #[value(name = "utf-8", alias = "utf8")]
    Utf8,
    /// ISO 8859-1, as the standard of 1994 has it
    #[value(name = "latin-1", aliases = ["latin1", "iso-8859-1"])]
    Latin1,
    /// The Western code page of Windows
    #[value(name = "windows-1252", alias = "cp1252")]
    Windows1252,
}
