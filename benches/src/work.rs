//! The works that are raced, and who can do them.
//!
//! Owns: their names. Knows nothing of: how they are done.
//! Standard: none.
//! Start at [`run`].

use std::fs;
use std::io;
use std::path::Path;

use crate::answer::Answer;
use crate::{ours, theirs};

/// What is done with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// Tags read, movetext passed over.
    Skim,
    /// Every token, no board.
    Tokens,
    /// Every move of every line played and found legal.
    Play,
    /// The same in a file without variations, where nothing need be kept for them.
    PlayMain,
    /// Read into games, written in export form.
    Rewrite,
}

impl Work {
    pub(crate) const ALL: [Work; 5] =
        [Work::Skim, Work::Tokens, Work::Play, Work::PlayMain, Work::Rewrite];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Work::Skim => "skim",
            Work::Tokens => "tokens",
            Work::Play => "play",
            Work::PlayMain => "play-main",
            Work::Rewrite => "rewrite",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Work> {
        Work::ALL.into_iter().find(|work| work.name() == name)
    }
}

/// Who does it. `pgn-extract` is a program of its own and is started by the race.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Runner {
    Pgnkit,
    PgnReader,
    PgnExtract,
}

impl Runner {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Runner::Pgnkit => "pgnkit",
            Runner::PgnReader => "pgn-reader",
            Runner::PgnExtract => "pgn-extract",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Runner> {
        [Runner::Pgnkit, Runner::PgnReader].into_iter().find(|runner| runner.name() == name)
    }
}

/// Does a work once; only rewriting touches `out`.
pub(crate) fn run(work: Work, runner: Runner, file: &Path, out: &Path) -> io::Result<Answer> {
    let source = fs::File::open(file)?;
    match (runner, work) {
        (Runner::Pgnkit, Work::Skim) => ours::skim(source),
        (Runner::Pgnkit, Work::Tokens) => ours::tokens(source),
        (Runner::Pgnkit, Work::Play | Work::PlayMain) => ours::play(source),
        (Runner::Pgnkit, Work::Rewrite) => ours::rewrite(source, fs::File::create(out)?),
        (Runner::PgnReader, Work::Skim) => theirs::skim(source),
        (Runner::PgnReader, Work::Tokens) => theirs::tokens(source),
        (Runner::PgnReader, Work::Play) => theirs::play(source),
        (Runner::PgnReader, Work::PlayMain) => theirs::play_main(source),
        (Runner::PgnReader | Runner::PgnExtract, _) => {
            Err(io::Error::other(format!("{} does not {}", runner.name(), work.name())))
        }
    }
}
