//! The game files below a folder, in a fixed order.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::transcode::is_companion;
use crate::compression::{Wanted, is_game_file_name};
use crate::error::Error;
use crate::identity::Identity;

/// What the name of an index ends in, after the whole name of the file beside it.
pub(crate) const INDEX_ENDING: &str = "pgnidx";

/// What a walk found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Game files, and what could not be read on the way, in the order of the walk.
    pub(crate) files: Vec<Result<GameFile, Error>>,
    /// Files that are no game files by their name, or nothing that can be read from start to end.
    /// Hidden ones are not counted, nor those that belong to a database, nor indexes.
    pub(crate) n_skipped: u64,
}

/// A regular file below a folder.
#[derive(Debug)]
pub(crate) struct GameFile {
    pub(crate) path: PathBuf,
    pub(crate) identity: Option<Identity>,
    pub(crate) len_bytes: u64,
}

/// Everything below `root`, folder for folder, sorted by name within each.
///
/// Links are followed. Each folder is entered once, whichever names lead to it: so a loop of links
/// ends, and no tangle of links multiplies the work. Names that begin with a dot are passed over,
/// but not `root` itself. Only regular files are taken: a pipe that happens to lie there would wait
/// for ever.
pub(crate) fn walk(root: &Path, wanted: Wanted) -> Found {
    let mut found = Found::default();
    let mut entered = HashSet::new();
    // The next one to visit is last.
    let mut waiting = vec![root.to_owned()];
    while let Some(path) = waiting.pop() {
        let is_root = path == root;
        if let Err(error) = visit(&path, (is_root, wanted), &mut waiting, &mut entered, &mut found)
        {
            found.files.push(Err(Error::from_io(path.to_string_lossy(), error)));
        }
    }
    found
}

fn visit(
    path: &Path,
    (is_root, wanted): (bool, Wanted),
    waiting: &mut Vec<PathBuf>,
    entered: &mut HashSet<Identity>,
    found: &mut Found,
) -> io::Result<()> {
    let named_as_game =
        path.file_name().is_some_and(|name| is_game_file_name(&name.to_string_lossy(), wanted));
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        // A dangling link is an error only if its name is that of a game file.
        Err(_) if !is_root && !named_as_game => {
            found.n_skipped += 1;
            return Ok(());
        }
        Err(error) => return Err(error),
    };
    if metadata.is_dir() {
        if entered.insert(Identity::of(path, &metadata)?) {
            let names = names_in(path)?;
            waiting.extend(names.into_iter().rev().map(|name| path.join(name)));
        }
    } else if metadata.is_file() && named_as_game {
        let identity = Identity::of(path, &metadata).ok();
        let path = path.to_owned();
        found.files.push(Ok(GameFile { path, identity, len_bytes: metadata.len() }));
    } else if path.extension() != Some(OsStr::new(INDEX_ENDING))
        && path.file_name().is_none_or(|name| !is_companion(&name.to_string_lossy()))
    {
        found.n_skipped += 1;
    }
    Ok(())
}

/// The names in a folder, sorted by their bytes, without the hidden ones.
fn names_in(folder: &Path) -> io::Result<Vec<OsString>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        if !name.as_encoded_bytes().starts_with(b".") {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}
