//! The game files below a folder, in a fixed order.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::transcode::is_companion;
use crate::compression::{Wanted, is_game_file_name};
use crate::error::Error;
use crate::identity::Identity;

/// The extension of an index, after the whole name of its file.
pub(crate) const INDEX_ENDING: &str = "pgnidx";

/// A file or folder to read. A folder is walked once, for all clones of its name.
#[derive(Clone, Debug)]
pub struct InputPath {
    path: PathBuf,
    below: Arc<OnceLock<Below>>,
}

impl<P: Into<PathBuf>> From<P> for InputPath {
    fn from(path: P) -> InputPath {
        InputPath { path: path.into(), below: Arc::default() }
    }
}

impl Deref for InputPath {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.path
    }
}

/// The files below a folder that are of these kinds.
#[derive(Debug)]
pub(crate) struct FolderFiles<const N: usize> {
    /// The files of each kind in the order of the walk, and with the first kind what could not be
    /// read on the way.
    pub(crate) files: [Vec<Result<GameFile, Error>>; N],
    /// Files of no known kind by their name, or that cannot be read from start to end. Hidden ones
    /// are not counted, nor those that belong to a database, nor indexes.
    pub(crate) skipped_count: u64,
}

/// A regular file below a folder.
#[derive(Clone, Debug)]
pub(crate) struct GameFile {
    pub(crate) path: PathBuf,
    pub(crate) identity: Option<Identity>,
    pub(crate) len_bytes: u64,
}

impl InputPath {
    /// Everything below this folder that is of one of these kinds.
    pub(crate) fn files<const N: usize>(&self, wanted: [Wanted; N]) -> FolderFiles<N> {
        let below = self.below.get_or_init(|| Below::walk(&self.path));
        let mut found =
            FolderFiles { files: [const { Vec::new() }; N], skipped_count: below.other_count };
        for entry in &below.entries {
            let (BelowEntry::File(GameFile { path, .. })
            | BelowEntry::Dangling(path, _)
            | BelowEntry::Unreadable(path, _)) = entry;
            let name = name_of(path);
            let kinds = wanted.map(|wanted| is_game_file_name(&name, wanted));
            match entry {
                BelowEntry::File(file) if kinds.contains(&true) => {
                    let files = found.files.iter_mut().zip(kinds);
                    files.filter(|(_, is_kind)| *is_kind).for_each(|(files, _)| {
                        files.push(Ok(file.clone()));
                    });
                }
                BelowEntry::File(_) => found.skipped_count += u64::from(!is_companion(&name)),
                BelowEntry::Dangling(..) if !kinds.contains(&true) => found.skipped_count += 1,
                BelowEntry::Dangling(_, error) | BelowEntry::Unreadable(_, error) => {
                    let error = error
                        .raw_os_error()
                        .map_or_else(|| error.kind().into(), io::Error::from_raw_os_error);
                    found.files[0].push(Err(Error::from_io(path.to_string_lossy(), error)));
                }
            }
        }
        found
    }
}

/// The files below a folder, folder by folder, sorted by name within each.
#[derive(Debug, Default)]
struct Below {
    entries: Vec<BelowEntry>,
    /// Files that are of no kind at all.
    other_count: u64,
}

#[derive(Debug)]
enum BelowEntry {
    File(GameFile),
    /// A link to nothing, an error only if its name is that of a game file.
    Dangling(PathBuf, io::Error),
    Unreadable(PathBuf, io::Error),
}

impl Below {
    /// Links are followed. Each folder is entered once, whichever names lead to it: so a loop of
    /// links ends, and no tangle of links multiplies the work. Names that begin with a dot are
    /// passed over, but not `root` itself. Only regular files are taken: a pipe that happens to lie
    /// there would wait for ever.
    fn walk(root: &Path) -> Below {
        let mut below = Below::default();
        let mut entered = HashSet::new();
        // The next one to visit is last.
        let mut waiting = vec![root.to_owned()];
        while let Some(path) = waiting.pop() {
            let is_root = path == root;
            if let Err(error) = below.visit(&path, is_root, &mut waiting, &mut entered) {
                below.entries.push(BelowEntry::Unreadable(path, error));
            }
        }
        below
    }

    fn visit(
        &mut self,
        path: &Path,
        is_root: bool,
        waiting: &mut Vec<PathBuf>,
        entered: &mut HashSet<Identity>,
    ) -> io::Result<()> {
        let name = name_of(path);
        let is_of_kind = Wanted::ALL.iter().any(|wanted| is_game_file_name(&name, *wanted));
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) if is_root => return Err(error),
            Err(error) if is_of_kind => {
                self.entries.push(BelowEntry::Dangling(path.to_owned(), error));
                return Ok(());
            }
            Err(_) => {
                self.other_count += 1;
                return Ok(());
            }
        };
        if metadata.is_dir() {
            if entered.insert(Identity::of(path, &metadata)?) {
                let names = names_in(path)?;
                waiting.extend(names.into_iter().rev().map(|name| path.join(name)));
            }
        } else if metadata.is_file() && is_of_kind {
            let identity = Identity::of(path, &metadata).ok();
            let len_bytes = metadata.len();
            self.entries.push(BelowEntry::File(GameFile {
                path: path.to_owned(),
                identity,
                len_bytes,
            }));
        } else if path.extension() != Some(OsStr::new(INDEX_ENDING)) && !is_companion(&name) {
            self.other_count += 1;
        }
        Ok(())
    }
}

fn name_of(path: &Path) -> Cow<'_, str> {
    path.file_name().unwrap_or_default().to_string_lossy()
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
