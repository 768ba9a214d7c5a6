//! A scratch folder with what is read from it.

use std::io::Write as _;
use std::ops::Deref;

use pgn_db::output::Encoder;
use pgn_db::source::{Compression, Inputs, Source};

/// A folder that is deleted when the test ends.
pub(crate) struct Dir(pgn_testing::Dir);

impl Deref for Dir {
    type Target = pgn_testing::Dir;

    fn deref(&self) -> &pgn_testing::Dir {
        &self.0
    }
}

impl Dir {
    pub(crate) fn new() -> Dir {
        Dir(pgn_testing::Dir::new())
    }

    /// The result of reading this folder's `names`, without the folder's own path.
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

/// All games, as text, and how reading ended; asked again, it gives the same end.
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
