//! A folder for one test.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder that is deleted when the test ends.
pub struct Dir(tempfile::TempDir);

impl Default for Dir {
    fn default() -> Dir {
        Dir::new()
    }
}

/// All of these panic when the file system refuses.
impl Dir {
    /// An empty folder.
    #[must_use]
    pub fn new() -> Dir {
        Dir(tempfile::tempdir().unwrap())
    }

    /// The folder's path.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The path of `name` in this folder.
    #[must_use]
    pub fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file and creates its parent folders.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.at(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    /// The content of a file.
    #[must_use]
    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.at(name)).unwrap()
    }

    /// The names in this folder, sorted, hidden ones too.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}
