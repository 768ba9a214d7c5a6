//! `pgn demo`: the sample files that the commands of the guide read.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use super::Example;
use crate::exit::Exit;
use crate::output::Output;
use crate::terminal::Console;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::source::{Inputs, unpack_xz};

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn demo", "Write the sample files to the folder pgn-demo"),
    ("pgn demo .", "Write them to this folder"),
];

/// The files of `corpus/` that the guide uses, as `tests/it/demo.rs` packs them: for each its name
/// and its length, a line each, and its content.
const PACKED: &[u8] = include_bytes!("files.xz");

/// The folder in which the files are.
const CORPUS: &str = "corpus";

/// Write sample files to try the commands of the guide with
///
/// Writes the games, positions and databases that the guide's examples read to a folder corpus, so
/// that every command of the guide works in FOLDER as printed. All files were written for pgnkit;
/// you may use them freely.
///
/// Nothing is overwritten: if FOLDER has a folder corpus, the exit status is 2.
#[derive(Args, Debug)]
pub(super) struct Demo {
    /// The folder; it is created if it does not exist
    #[arg(default_value = "pgn-demo")]
    folder: PathBuf,
}

impl Demo {
    pub(super) fn run(self, _: &mut Console) -> Result<Exit, Error> {
        let corpus = self.folder.join(CORPUS);
        let error = |error| Error::from_io(corpus.to_string_lossy(), error);
        if corpus.exists() {
            let error = Error::new(ErrorKind::Usage, corpus.to_string_lossy(), "already exists");
            return Err(error.with_hint("name another folder: `pgn demo FOLDER`"));
        }
        let file_count = write_all(&self.folder).map_err(error)?;
        let text = next_steps(file_count, &self.folder);
        Output::print(None, &Inputs::none(), text.as_bytes())?;
        Ok(Exit::Clean)
    }
}

/// Writes the files to a folder whose name becomes `corpus` when all are complete.
fn write_all(folder: &Path) -> io::Result<usize> {
    let packed = unpack_xz(PACKED)?;
    fs::create_dir_all(folder)?;
    let unfinished = tempfile::Builder::new().prefix(CORPUS).tempdir_in(folder)?;
    // Folders for temporary files are closed to others.
    let target = unfinished.path().join(CORPUS);
    let mut file_count = 0;
    for (name, content) in files(&packed) {
        let path = target.join(name);
        fs::create_dir_all(path.parent().unwrap_or(&target))?;
        fs::write(path, content)?;
        file_count += 1;
    }
    fs::rename(&target, folder.join(CORPUS))?;
    Ok(file_count)
}

/// The names and contents of the packed files.
fn files(packed: &[u8]) -> impl Iterator<Item = (&str, &[u8])> {
    let mut rest = packed;
    std::iter::from_fn(move || {
        let mut line = || {
            let end = rest.iter().position(|&byte| byte == b'\n')?;
            let line = std::str::from_utf8(&rest[..end]).ok()?;
            rest = &rest[end + 1..];
            Some(line)
        };
        let (name, length) = (line()?, line()?);
        let (content, after) = rest.split_at_checked(length.parse().ok()?)?;
        rest = after;
        Some((name, content))
    })
}

fn next_steps(file_count: usize, folder: &Path) -> String {
    let go_there = match folder.to_str() {
        Some(".") => String::new(),
        _ => format!("  cd {}\n", folder.display()),
    };
    format!(
        "{file_count} files are in {}. Now try:\n\n\
         {go_there}  pgn check corpus/wild/hand-score-sheet.pgn\n  \
         pgn stats --by player --top 3 corpus/classic\n  \
         pgn view corpus/classic\n\n\
         All commands of the guide work there:\n\
         https://github.com/pgnkit/pgnkit/tree/main/docs/guide\n",
        folder.join(CORPUS).display()
    )
}
