//! Files that are whole and get their names together (§11, D-43).

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use super::part::Part;
use crate::error::{Error, ErrorKind};
use crate::identity::Identity;
use crate::output::{Sealed, partial_path, sync_folder};
use pgnkit::file_name::{self, SUFFIX, folded};

/// How to treat an existing file with the name of a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Nothing is written at all.
    Refuse,
    /// The new one takes its place.
    Replace,
}

/// Whether files are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// They are.
    Files,
    /// They are only named.
    DryRun,
}

/// Whether all that was to be read could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// It could.
    Whole,
    /// It could not, so the files lack something.
    Partial,
}

/// Which parts of a file have numbers in their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// Parts of a file that has several.
    OfSeveral,
    /// Every part, the only one too.
    Always,
}

/// Files that are whole, with the names they will have in their folder.
#[derive(Debug)]
pub struct Publication {
    folder: PathBuf,
    existing: Existing,
    writing: Writing,
    inputs: HashSet<Identity>,
    /// The contents of the folder, by names without letter case.
    there: HashMap<String, String>,
    files: Vec<(PathBuf, Option<Sealed>)>,
    taken: HashSet<String>,
    game_count: u64,
    suffix: &'static str,
}

impl Publication {
    /// No files yet, for `folder`. None of `inputs` will be replaced.
    ///
    /// # Errors
    /// Errors of the system, when the folder cannot be read.
    pub fn begin(
        folder: &Path,
        existing: Existing,
        writing: Writing,
        inputs: HashSet<Identity>,
    ) -> Result<Publication, Error> {
        let to_error = |error| Error::from_io(folder.display().to_string(), error);
        Ok(Publication {
            folder: folder.to_owned(),
            existing,
            writing,
            inputs,
            there: names_in(folder).map_err(to_error)?,
            files: Vec::new(),
            taken: HashSet::new(),
            game_count: 0,
            suffix: SUFFIX,
        })
    }

    /// The same, for files whose names end in `suffix`, such as `.epd`, instead of `.pgn`.
    #[must_use]
    pub fn with_suffix(self, suffix: &'static str) -> Publication {
        Publication { suffix, ..self }
    }

    /// Where files are written; `None` when they are only named.
    #[must_use]
    pub fn target_folder(&self) -> Option<&Path> {
        (self.writing == Writing::Files).then_some(&self.folder)
    }

    /// Adds the parts of the file `name`. One part has the bare name, unless `numbering` requires a
    /// number even then.
    ///
    /// # Errors
    /// When a name is that of one of the inputs or of a folder, or of any file and that is refused.
    pub fn add(&mut self, name: &str, parts: Vec<Part>, numbering: Numbering) -> Result<(), Error> {
        let part_count = match numbering {
            Numbering::OfSeveral => parts.len(),
            // Two parts have numbers, and so would one of them.
            Numbering::Always => parts.len().max(2),
        };
        for (n, part) in parts.into_iter().enumerate() {
            let mut stem = file_name::part(name, n + 1, part_count).into_owned();
            // A part may have the name of another file that is called so.
            while !self.taken.insert(folded(&stem)) {
                stem.push('_');
            }
            let name = stem + self.suffix;
            let path = match self.there.get(&folded(&name)) {
                None => self.folder.join(&name),
                Some(old) => {
                    let path = self.folder.join(old);
                    refuse(&path, self.existing, &self.inputs)?;
                    path
                }
            };
            self.game_count += part.game_count;
            self.files.push((path, part.file));
        }
        Ok(())
    }

    /// The paths of the files.
    pub fn paths(&self) -> impl ExactSizeIterator<Item = &Path> {
        self.files.iter().map(|(path, _)| path.as_path())
    }

    /// Games in all files together.
    #[must_use]
    pub fn game_count(&self) -> u64 {
        self.game_count
    }

    /// Gives all files their names. An incomplete file whose name is taken is called
    /// [`NAME.partial`](partial_path) instead; returns how many are.
    ///
    /// # Errors
    /// When the system refuses to rename one; then those before have theirs.
    pub fn publish(self, completeness: Completeness) -> Result<u64, Error> {
        let mut partial_count = 0;
        for (mut path, file) in self.files {
            let Some(file) = file else { continue };
            if completeness == Completeness::Partial && std::fs::symlink_metadata(&path).is_ok() {
                path = partial_path(&path);
                partial_count += 1;
            }
            file.publish(&path)
                .map_err(|error| Error::from_io(path.display().to_string(), error))?;
        }
        sync_folder(&self.folder);
        Ok(partial_count)
    }
}

/// The names in a folder, by what they are without letter case; none of a folder that is not there.
fn names_in(folder: &Path) -> io::Result<HashMap<String, String>> {
    let mut names = HashMap::new();
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(names),
        entries => entries?,
    };
    for entry in entries {
        if let Ok(name) = entry?.file_name().into_string() {
            names.insert(folded(&name), name);
        }
    }
    Ok(names)
}

fn refuse(path: &Path, existing: Existing, inputs: &HashSet<Identity>) -> Result<(), Error> {
    let name = path.display().to_string();
    if Identity::of_path(path).is_ok_and(|old| inputs.contains(&old)) {
        return Err(Error::new(ErrorKind::SameFile, name, "is also an input"));
    }
    if path.is_dir() {
        return Err(Error::new(ErrorKind::IsFolder, name, "is a folder"));
    }
    match existing {
        Existing::Replace => Ok(()),
        Existing::Refuse => Err(Error::new(ErrorKind::Unsupported, name, "exists already")),
    }
}
