//! A Scid base written beside its place and put there when it is whole.
//!
//! Owns: the three files of a new base. Knows nothing of: games, how they are packed.
//! Standard: §13.5. Decisions: none.
//! Start at [`ScidBase`].

use std::fs;
use std::io::{self, Seek};
use std::path::Path;

use super::replacement::{Replacement, Sink};
use crate::error::{Error, ErrorKind};
use pgn_foreign::File;
use pgn_foreign::scid::{Base, Sinks};

/// A new base of packed games.
///
/// Three files cannot be replaced at once, so that a base which is there already is not replaced.
/// The index comes to its place last: a kill in the middle leaves no base that could be opened.
pub struct ScidBase<S: Sink + Seek>(Base<Replacement<S>, Replacement<S>, Replacement<S>>);

impl<S: Sink + Seek> ScidBase<S> {
    /// Begins the base whose index is to be `path`. `wrap` makes the sinks from temporary files.
    ///
    /// # Errors
    /// When the name is not that of an index, when one of the files is there, and when none can be
    /// made beside them.
    pub fn create(path: &Path, mut wrap: impl FnMut(fs::File) -> S) -> Result<ScidBase<S>, Error> {
        let is_index = |ending: &std::ffi::OsStr| ending.eq_ignore_ascii_case("si4");
        if !path.extension().is_some_and(is_index) {
            let why = "the name of a Scid base ends in .si4";
            return Err(Error::new(ErrorKind::Usage, path.to_string_lossy(), why));
        }
        let mut create = |extension: &str| {
            let path = path.with_extension(extension);
            let name = path.to_string_lossy();
            if fs::symlink_metadata(&path).is_ok() {
                let why = "exists, and the three files of a base cannot be replaced at once";
                let error = Error::new(ErrorKind::Unsupported, name, why);
                return Err(error.with_hint("remove the old base, or name another"));
            }
            Replacement::create(&path, None, &mut wrap).map_err(|error| Error::from_io(name, error))
        };
        let [index, names, games] = [File::Si4, File::Sn4, File::Sg4].map(File::extension);
        let sinks = Sinks { index: create(index)?, names: create(names)?, games: create(games)? };
        let base = Base::new(sinks);
        base.map(ScidBase).map_err(|error| Error::from_io(path.to_string_lossy(), error))
    }

    /// Adds packed games.
    ///
    /// # Errors
    /// Those of the system, and with a [`Full`](pgn_foreign::scid::Full) when the base has no room.
    pub fn push(&mut self, packed: &[u8]) -> io::Result<()> {
        self.0.push(packed)
    }

    /// Brings the files to their places.
    ///
    /// # Errors
    /// Those of the system; then there is no base.
    pub fn commit(self) -> io::Result<()> {
        let Sinks { index, names, games } = self.0.finish()?;
        let mut placed = Vec::new();
        for file in [games, names, index] {
            let target = file.target().to_owned();
            if let Err(error) = file.commit() {
                placed.iter().for_each(|path| drop(fs::remove_file(path)));
                return Err(error);
            }
            placed.push(target);
        }
        Ok(())
    }
}
