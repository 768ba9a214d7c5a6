//! The contents of a folder of the archive: whole files and parts of files (§11, D-43).

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use pgnkit::file_name::{SUFFIX, folded};

/// The folders of the archive that were looked into, each once.
#[derive(Debug, Default)]
pub(super) struct Listings(HashMap<PathBuf, FolderListing>);

/// The game files of a folder, by their names without letter case and suffix.
#[derive(Debug, Default)]
pub(super) struct FolderListing {
    whole: HashMap<String, String>,
    /// Names that end in a part number, by what is before it.
    parts: HashMap<String, Vec<String>>,
}

impl Listings {
    /// The contents of `folder`; empty if it does not exist.
    pub(super) fn of(&mut self, folder: &Path) -> io::Result<&FolderListing> {
        if !self.0.contains_key(folder) {
            self.0.insert(folder.to_owned(), FolderListing::read(folder)?);
        }
        Ok(&self.0[folder])
    }
}

impl FolderListing {
    fn read(folder: &Path) -> io::Result<FolderListing> {
        let mut listing = FolderListing::default();
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(listing),
            Err(error) => return Err(error),
        };
        for entry in entries {
            let Ok(name) = entry?.file_name().into_string() else { continue };
            let Some(stem) = stem_of(&name) else { continue };
            let stem = folded(stem);
            if let Some((base, number)) = stem.rsplit_once('-')
                && number.len() >= 3
                && number.bytes().all(|byte| byte.is_ascii_digit())
            {
                listing.parts.entry(base.to_owned()).or_default().push(name.clone());
            }
            listing.whole.insert(stem, name);
        }
        listing.parts.values_mut().for_each(|names| names.sort());
        Ok(listing)
    }

    /// The file of exactly this name, whatever its letter case.
    pub(super) fn file(&self, stem: &str) -> Option<&str> {
        self.whole.get(&folded(stem)).map(String::as_str)
    }

    /// The files that may be parts of this one, in order of their names.
    pub(super) fn parts(&self, stem: &str) -> &[String] {
        self.parts.get(&folded(stem)).map_or(&[], Vec::as_slice)
    }
}

/// A name without its extension, if it is that of a game file; hidden files do not count.
pub(super) fn stem_of(name: &str) -> Option<&str> {
    let at = name.len().checked_sub(SUFFIX.len())?;
    let (stem, suffix) = (name.get(..at)?, name.get(at..)?);
    (suffix.eq_ignore_ascii_case(SUFFIX) && !name.starts_with('.')).then_some(stem)
}
