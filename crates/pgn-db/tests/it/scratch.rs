//! A scratch folder with what is read from it.
//!
//! Owns: [`Dir`]. Knows nothing of: what is tested.
//! Standard: none.
//! Start at [`Dir::new`].

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use pgn_db::source::{Compression, Inputs, Source};
use pgn_db::target::Encoder;

/// A folder that is gone when the test is over.
pub(crate) struct Dir(tempfile::TempDir);

impl Dir {
    pub(crate) fn new() -> Dir {
        Dir(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// The path of `name` in this folder.
    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, with the folders on the way to it.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.at(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    /// What reading this folder's `names` gives, with the folder's own path left out.
    pub(crate) fn sources(&self, names: &[&str]) -> Vec<Result<(String, String), String>> {
        let arguments: Vec<_> = names.iter().map(|name| self.at(name)).collect();
        let own = format!("{}/", self.path().display());
        let shorter = |text: String| text.replace(&own, "");
        let read = |source: Source| {
            let (text, end) = read_all(source.read);
            let name = shorter(source.name);
            match end {
                Ok(()) => Ok((name, text)),
                Err(error) => Err(shorter(format!("{name}: {text:?}, then: {error}"))),
            }
        };
        let sources = Inputs::gather(&arguments).sources();
        sources.map(|one| one.map_err(|e| shorter(e.to_string())).and_then(read)).collect()
    }
}

/// Everything that comes, as text, and how it ended; asked again, it says so again.
pub(crate) fn read_all(mut from: impl std::io::Read) -> (String, std::io::Result<()>) {
    let mut all = Vec::new();
    let mut buffer = [0; 1000];
    let end = loop {
        match from.read(&mut buffer) {
            Ok(0) => break Ok(()),
            Ok(n) => all.extend_from_slice(&buffer[..n]),
            Err(error) => break Err(error),
        }
    };
    match (&end, from.read(&mut buffer)) {
        (Ok(()), Ok(0)) => {}
        (Err(error), Err(again)) => assert_eq!(again.to_string(), error.to_string()),
        (end, again) => panic!("ended with {end:?}, then gave {again:?}"),
    }
    (String::from_utf8_lossy(&all).into_owned(), end)
}

pub(crate) fn pack(compression: Compression, text: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = Encoder::new(Vec::new(), Some(compression)).unwrap();
    encoder.write_all(text.as_ref()).unwrap();
    encoder.finish().unwrap()
}
