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

/// The extension of an index, after the whole name of its file.
pub(crate) const INDEX_ENDING: &str = "pgnidx";

/// The result of a walk.
#[derive(Debug)]
pub(crate) struct Found<const N: usize> {
    /// The files of each kind in the order of the walk, and with the first kind what could not be
    /// read on the way.
    pub(crate) files: [Vec<Result<GameFile, Error>>; N],
    /// Files of no known kind by their name, or that cannot be read from start to end. Hidden ones
    /// are not counted, nor those that belong to a database, nor indexes.
    pub(crate) n_skipped: u64,
}

/// A regular file below a folder.
#[derive(Clone, Debug)]
pub(crate) struct GameFile {
    pub(crate) path: PathBuf,
    pub(crate) identity: Option<Identity>,
    pub(crate) len_bytes: u64,
}

/// Everything below `root` that is of one of these kinds, folder for folder, sorted by name within
/// each.
///
/// Links are followed. Each folder is entered once, whichever names lead to it: so a loop of links
/// ends, and no tangle of links multiplies the work. Names that begin with a dot are passed over,
/// but not `root` itself. Only regular files are taken: a pipe that happens to lie there would wait
/// for ever.
pub(crate) fn walk<const N: usize>(root: &Path, wanted: [Wanted; N]) -> Found<N> {
    let mut found = Found { files: [const { Vec::new() }; N], n_skipped: 0 };
    let mut entered = HashSet::new();
    // The next one to visit is last.
    let mut waiting = vec![root.to_owned()];
    while let Some(path) = waiting.pop() {
        let is_root = path == root;
        if let Err(error) = visit(&path, (is_root, wanted), &mut waiting, &mut entered, &mut found)
        {
            found.files[0].push(Err(Error::from_io(path.to_string_lossy(), error)));
        }
    }
    found
}

fn visit<const N: usize>(
    path: &Path,
    (is_root, wanted): (bool, [Wanted; N]),
    waiting: &mut Vec<PathBuf>,
    entered: &mut HashSet<Identity>,
    found: &mut Found<N>,
) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let kinds = wanted.map(|wanted| is_game_file_name(&name, wanted));
    let named_as_game = kinds.contains(&true);
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
        let file = GameFile { path: path.to_owned(), identity, len_bytes: metadata.len() };
        for (files, _) in found.files.iter_mut().zip(kinds).filter(|(_, is_kind)| *is_kind) {
            files.push(Ok(file.clone()));
        }
    } else if path.extension() != Some(OsStr::new(INDEX_ENDING)) && !is_companion(&name) {
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
