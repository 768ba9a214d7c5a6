//! A Scid base written beside its place and put there when it is whole (§13.5).

use std::fs;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::file_lock::FileLock;
use super::replacement::{Replacement, Sink, sync_folder};
use super::unfinished::Unfinished;
use crate::error::{Error, ErrorKind};
use crate::identity::{folder_of, follow};
use pgn_foreign::File;
use pgn_foreign::scid::{Base, Sinks};

/// The files of a base in the order in which they get their names. Without the index, which comes
/// last, there is no base that could be opened.
const FILES: [File; 3] = [File::Sg4, File::Sn4, File::Si4];

/// A new base of packed games.
///
/// Three files cannot be replaced at once, so that a base which is there already is not replaced.
/// A lock beside the index keeps other runs away until the base is whole. If the run is killed
/// while the files get their names, the next run removes those that have one.
pub struct ScidBase<S: Sink + Seek> {
    base: Base<Replacement<S>, Replacement<S>, Replacement<S>>,
    lock: BaseLock,
}

impl<S: Sink + Seek> ScidBase<S> {
    /// Begins the base whose index is to be `path`. `wrap` makes the sinks from temporary files.
    ///
    /// # Errors
    /// When the name is not that of an index, when one of the files is there, when another run
    /// writes this base, and when nothing can be created beside them.
    pub fn create(path: &Path, mut wrap: impl FnMut(fs::File) -> S) -> Result<ScidBase<S>, Error> {
        let is_index = |ending: &std::ffi::OsStr| ending.eq_ignore_ascii_case("si4");
        let name = path.to_string_lossy().into_owned();
        if !path.extension().is_some_and(is_index) {
            return Err(Error::new(
                ErrorKind::Usage,
                name,
                "the name of a Scid database ends in .si4",
            ));
        }
        let locked = follow(path).and_then(|path| BaseLock::try_take(&path));
        let Some(lock) = locked.map_err(|error| Error::from_io(&name, error))? else {
            let error = Error::new(ErrorKind::Unsupported, name, "is being written by another run");
            return Err(error.with_hint("wait for it, or name another base"));
        };
        let mut create = |file: File| {
            let path = path.with_extension(file.extension());
            let name = path.to_string_lossy();
            if fs::symlink_metadata(&path).is_ok() {
                let why = "exists, and the three files of a base cannot be replaced at once";
                let error = Error::new(ErrorKind::Unsupported, name, why);
                return Err(error.with_hint("remove the old base, or name another"));
            }
            Replacement::create(&path, None, &mut wrap).map_err(|error| Error::from_io(name, error))
        };
        let sinks = Sinks {
            index: create(File::Si4)?,
            names: create(File::Sn4)?,
            games: create(File::Sg4)?,
        };
        let base = Base::new(sinks).map_err(|error| Error::from_io(name, error))?;
        Ok(ScidBase { base, lock })
    }

    /// Adds packed games.
    ///
    /// # Errors
    /// Those of the system, and with a [`Full`](pgn_foreign::scid::Full) when the base has no room.
    pub fn push(&mut self, packed: &[u8]) -> io::Result<()> {
        self.base.push(packed)
    }

    /// Brings the files to their places. A file that appeared there meanwhile is not replaced.
    ///
    /// # Errors
    /// Those of the system; then there is no base.
    pub fn commit(self) -> io::Result<()> {
        let Sinks { index, names, games } = self.base.finish()?;
        let files = [games.finish()?, names.finish()?, index.finish()?];
        let mut lens = [0; FILES.len()];
        for (len, (file, _)) in lens.iter_mut().zip(&files) {
            *len = file.len_bytes()?;
        }
        let folder = folder_of(&files[0].1).to_owned();
        self.lock.note(lens)?;
        Unfinished::name_together(files.into())?;
        sync_folder(&folder);
        Ok(())
    }
}

/// The lock of a base that is being written. While its files get their names it holds how long
/// they are, so that the next run recognizes what a killed one left.
struct BaseLock {
    lock: Option<FileLock>,
    index: PathBuf,
}

impl BaseLock {
    /// Locks the base whose index is `index`, and removes what a killed run left of it. Returns
    /// `None` if another run holds the lock.
    fn try_take(index: &Path) -> io::Result<Option<BaseLock>> {
        let name = index.file_stem().unwrap_or_default().to_string_lossy();
        let path = index.with_file_name(format!(".{name}.si4.lock"));
        let Some(lock) = FileLock::try_take(&path)? else { return Ok(None) };
        let mut text = String::new();
        lock.file().read_to_string(&mut text)?;
        let lock = BaseLock { lock: Some(lock), index: index.to_owned() };
        lock.remove_remains(&text);
        Ok(Some(lock))
    }

    /// Notes how long the files are that get their names now.
    fn note(&self, lens: [u64; FILES.len()]) -> io::Result<()> {
        if let Some(mut file) = self.lock.as_ref().map(FileLock::file) {
            file.set_len(0)?;
            file.rewind()?;
            file.write_all(lens.map(|len| format!("{len}\n")).concat().as_bytes())?;
            file.sync_all()?;
        }
        Ok(())
    }

    /// Removes files that a run named before it was killed, if it did not name the index.
    fn remove_remains(&self, text: &str) {
        let lens: Option<Vec<u64>> = text.lines().map(|line| line.parse().ok()).collect();
        let is_whole = fs::symlink_metadata(self.index.with_extension("si4")).is_ok();
        for (file, len) in FILES.iter().zip(lens.into_iter().flatten()) {
            let path = self.index.with_extension(file.extension());
            let is_it = fs::symlink_metadata(&path).is_ok_and(|it| it.is_file() && it.len() == len);
            if is_it && !is_whole {
                // What stays is reported as a file that is in the way.
                let _ = fs::remove_file(path);
            }
        }
    }
}

impl Drop for BaseLock {
    fn drop(&mut self) {
        if let Some(lock) = self.lock.take() {
            lock.remove();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn create(path: &Path) -> Result<ScidBase<fs::File>, Error> {
        ScidBase::create(path, |file| file)
    }

    fn names_in(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name());
        let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_base_is_written_by_one_run_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.si4");
        let first = create(&path).unwrap();
        let error = create(&path).err().unwrap().to_string();
        assert!(error.contains("is being written by another run"), "{error}");
        first.commit().unwrap();
        assert_eq!(names_in(dir.path()), ["a.sg4", "a.si4", "a.sn4"]);
        let error = create(&path).err().unwrap().to_string();
        assert!(error.contains("exists"), "{error}");
    }

    /// Programs that know nothing of the lock.
    #[test]
    fn a_file_that_appears_meanwhile_is_not_replaced() {
        for name in ["a.sg4", "a.sn4", "a.si4"] {
            let dir = tempfile::tempdir().unwrap();
            let base = create(&dir.path().join("a.si4")).unwrap();
            fs::write(dir.path().join(name), "another's").unwrap();
            base.commit().unwrap_err();
            assert_eq!(names_in(dir.path()), [name]);
            assert_eq!(fs::read(dir.path().join(name)).unwrap(), b"another's");
        }
    }

    #[test]
    fn what_a_killed_run_left_is_removed_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        for n_named in 0..3 {
            let base = create(&at("a.si4")).unwrap();
            base.commit().unwrap();
            let lens = FILES.map(|file| fs::metadata(at("a").with_extension(file.extension())));
            let lens = lens.map(|it| it.unwrap().len().to_string());
            fs::write(at(".a.si4.lock"), lens.join("\n")).unwrap();
            for file in &FILES[n_named..] {
                fs::remove_file(at("a").with_extension(file.extension())).unwrap();
            }
            create(&at("a.si4")).unwrap().commit().unwrap();
            assert_eq!(names_in(dir.path()), ["a.sg4", "a.si4", "a.sn4"]);
            for file in FILES {
                fs::remove_file(at("a").with_extension(file.extension())).unwrap();
            }
        }
        // The games of a base whose index was lost are not those of the killed run.
        fs::write(at("a.sg4"), "games").unwrap();
        fs::write(at(".a.si4.lock"), "4\n5\n6\n").unwrap();
        assert!(create(&at("a.si4")).err().unwrap().to_string().contains("exists"));
        assert_eq!(fs::read(at("a.sg4")).unwrap(), b"games");
    }
}
