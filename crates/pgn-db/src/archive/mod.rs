//! An archive of games as the standard suggests it: by event, by player, by date, every game in
//! each of the three (§11.2 to §11.5, §12, §14, D-42, D-43).
//!
//! ```text
//! ROOT/PGN/ Events/NAME.pgn  Players/NAME.pgn  MGR/YYYY/YYYY.pgn  Standard  Tools/
//!           and the pages ReadMe and News in each folder but the last
//! ```
//!
//! New games are sorted by their places. Each affected file is rewritten from its own games and the
//! new ones, in order, without games that are there already. All new files are complete before the
//! first of them takes its place; from then on, a journal ensures that all do.
//!
//! Start at [`Archive::open`].

mod below;
mod journal;
mod listing;
mod merge;
mod page;
mod pages;
mod place;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub use journal::Step;
pub use place::{ByPlace, Tree};

use crate::collate::Movetexts;
use crate::error::{Error, ErrorKind};
use crate::extract::StoredGameReader;
use crate::sort::{Budget, Folder, Sorted};
use crate::split::{Limits, Writing};
use journal::StagedFiles;
use listing::Listings;
use merge::Merging;
use place::{MGR, key_of};

/// How an archive is kept.
#[derive(Clone, Debug)]
pub struct Options {
    /// How games are divided by date; `None` for the current division, or by year in a new archive.
    pub tree: Option<Tree>,
    /// How large files may become.
    pub limits: Limits,
    /// The memory for sorting a file.
    pub budget: Budget,
    /// Where to put temporary files; `None` for next to the new files.
    pub temporary: Option<PathBuf>,
    /// Whether files are written.
    pub writing: Writing,
}

/// An archive that is open for new games.
#[derive(Debug)]
pub struct Archive {
    base: PathBuf,
    options: Options,
    tree: Tree,
    /// `None` if nothing is written.
    stage: Option<StagedFiles>,
    listings: Listings,
    /// Files that change, by their paths below `base`: how many games they will have.
    changes: BTreeMap<String, Option<u64>>,
    added: Added,
}

/// The results for the new games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Games that were not there.
    pub game_count: u64,
    /// Games that were there already, or occurred twice.
    pub known_count: u64,
    /// Game files that are new or have more games than before.
    pub file_count: u64,
}

impl Archive {
    /// Opens the archive below `root`, or creates one. Steps that an earlier run left undone are
    /// done.
    ///
    /// # Errors
    /// Errors of the system; or the archive is divided by date in another way than `options`
    /// require.
    pub fn open(root: &Path, options: Options, step: &mut Step<'_>) -> Result<Archive, Error> {
        let base = root.join("PGN");
        let to_error = |error| Error::from_io(base.display().to_string(), error);
        let stage = match options.writing {
            Writing::Files => Some(StagedFiles::open(&base, step).map_err(to_error)?),
            Writing::DryRun if journal::is_interrupted(&base) => {
                let name = base.display().to_string();
                let error = Error::new(ErrorKind::Unsupported, name, "a run was interrupted");
                return Err(error.with_hint("a run without --dry-run completes it"));
            }
            Writing::DryRun => None,
        };
        let found = detect_tree(&base).map_err(to_error)?;
        let tree = options.tree.or(found).unwrap_or_default();
        if let Some(found) = found.filter(|found| *found != tree) {
            let why = format!("is kept by {}, not by {}", found.name(), tree.name());
            return Err(Error::new(ErrorKind::Usage, base.display().to_string(), why));
        }
        let (listings, changes) = (Listings::default(), BTreeMap::new());
        Ok(Archive { base, options, tree, stage, listings, changes, added: Added::default() })
    }

    /// The keys that bring games to their places.
    #[must_use]
    pub fn keys(&self) -> ByPlace {
        ByPlace { tree: self.tree }
    }

    /// The folder for temporary files.
    #[must_use]
    pub fn temporary_folder(&self) -> Folder {
        let stage = || self.stage.as_ref().map(StagedFiles::folder);
        Folder(self.options.temporary.clone().or_else(stage).unwrap_or_else(|| self.base.clone()))
    }

    /// The files that are written or removed by [`finish`](Archive::finish), pages not included.
    pub fn changes(&self) -> impl Iterator<Item = PathBuf> {
        self.changes.keys().map(|place| self.base.join(place))
    }

    /// Takes games that were carried by [`keys`](Archive::keys) and sorted. Nothing changes yet.
    ///
    /// # Errors
    /// Errors of the system; or a file of the archive cannot be read to its end.
    pub fn add(&mut self, mut games: Sorted<Movetexts>) -> Result<(), Error> {
        let mut reader = StoredGameReader::default();
        let mut merging: Option<Merging> = None;
        while let Some((key, stored)) = games.next_item().map_err(|error| self.error(error))? {
            let is_same = merging.as_ref().is_some_and(|merging| key.starts_with(&merging.group));
            if !is_same {
                let place = self.place_of(&mut reader, key, stored)?;
                if let Some(full) = merging.replace(self.begin(place)?) {
                    self.end(full)?;
                }
            }
            if let Some(merging) = &mut merging {
                let head = &key[merging.group.len()..];
                merging.push_new(head, stored).map_err(|error| self.error(error))?;
            }
        }
        match merging {
            Some(full) => self.end(full),
            None => Ok(()),
        }
    }

    /// Brings all new files and pages to their places.
    ///
    /// # Errors
    /// Errors of the system. The archive is then unchanged, or the remaining steps will be done
    /// when it is opened again.
    pub fn finish(mut self, step: &mut Step<'_>) -> Result<Added, Error> {
        let Some(mut stage) = self.stage.take() else { return Ok(self.added) };
        let base = self.base.clone();
        let to_error = |error| Error::from_io(base.display().to_string(), error);
        step().and_then(|()| fs::create_dir_all(base.join("Tools"))).map_err(to_error)?;
        pages::stage(&mut stage, &base, &self.changes).map_err(to_error)?;
        stage.commit(step).map_err(to_error)?;
        Ok(self.added)
    }

    fn error(&self, error: io::Error) -> Error {
        Error::from_io(self.base.display().to_string(), error)
    }

    /// The place that a key speaks of, with the letter case of this game.
    fn place_of(
        &self,
        reader: &mut StoredGameReader,
        key: &[u8],
        stored: &[u8],
    ) -> Result<String, Error> {
        let places = reader.read(stored).map(|game| self.keys().places(game)).unwrap_or_default();
        let found = places.into_iter().find(|place| key.starts_with(&key_of(place)));
        found.ok_or_else(|| {
            let why = "a game is not where it belongs; this is a bug in the program";
            Error::new(ErrorKind::Io, self.base.display().to_string(), why)
        })
    }

    /// Begins the file of a place with the games that it has.
    fn begin(&mut self, place: String) -> Result<Merging, Error> {
        let (folder, budget) = (self.temporary_folder(), self.options.budget);
        Merging::begin(&self.base, place, self.tree, &mut self.listings, folder, budget)
    }

    /// Writes the file of a place, if it has new games.
    fn end(&mut self, merging: Merging) -> Result<(), Error> {
        let place = merging.place.clone();
        let folder = self.stage.as_ref().map(StagedFiles::folder);
        let merged = merging.finish(folder.as_deref(), self.options.limits)?;
        if place.starts_with(MGR) {
            self.added.game_count += merged.added_count;
            self.added.known_count += merged.known_count;
        }
        if merged.added_count == 0 {
            return Ok(());
        }
        for old in merged.obsolete {
            self.changes.insert(old.clone(), None);
            if let Some(stage) = &mut self.stage {
                stage.remove(old);
            }
        }
        for (place, part) in merged.parts {
            self.added.file_count += 1;
            self.changes.insert(place.clone(), Some(part.game_count));
            if let (Some(stage), Some(file)) = (&mut self.stage, part.file) {
                stage.add(file, place);
            }
        }
        Ok(())
    }
}

/// How the games of an archive are divided by date; `None` if it has no games.
fn detect_tree(base: &Path) -> io::Result<Option<Tree>> {
    for file in pages::files_below(&base.join(MGR))? {
        let stem = file.rsplit('/').next().and_then(listing::stem_of).unwrap_or_default();
        let digit_count = stem.bytes().take_while(u8::is_ascii_digit).count();
        match digit_count {
            4 => return Ok(Some(Tree::Year)),
            6 => return Ok(Some(Tree::Month)),
            8 => return Ok(Some(Tree::Day)),
            _ => {}
        }
    }
    Ok(None)
}
