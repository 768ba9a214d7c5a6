//! A Scid or ChessBase database written next to its final place and moved there when it is complete
//! (§13.5).

use std::fs;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::file_lock::FileLock;
use super::replacement::{Replacement, Sink, sync_folder};
use super::unfinished::Unfinished;
use crate::error::{Error, ErrorKind};
use crate::identity::{folder_of, follow};
use pgn_formats::databases::{File, Program, chessbase, scid};

/// A program whose databases can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseKind {
    /// Scid's SI4.
    Scid,
    /// ChessBase's CBH.
    ChessBase,
}

impl BaseKind {
    /// The name of the program.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.program().name()
    }

    /// The extension of the main file of the database, without the period.
    #[must_use]
    pub fn extension(self) -> &'static str {
        self.program().extension()
    }

    /// How many files a base has, in words.
    #[must_use]
    pub fn file_count(self) -> &'static str {
        match self {
            BaseKind::Scid => "three",
            BaseKind::ChessBase => "nine",
        }
    }

    fn program(self) -> Program {
        match self {
            BaseKind::Scid => Program::Scid,
            BaseKind::ChessBase => Program::ChessBase,
        }
    }

    /// The files of a base in the order in which they get their names. The main file comes last, so
    /// that an incomplete base cannot be opened.
    fn files(self) -> &'static [File] {
        match self {
            BaseKind::Scid => &[File::Sg4, File::Sn4, File::Si4],
            BaseKind::ChessBase => &chessbase::FILES,
        }
    }
}

/// A new database of packed games.
///
/// Several files cannot be replaced atomically, so an existing database is not replaced. A lock
/// next to the main file keeps other runs away until the database is complete. If the run is killed
/// while the files get their names, the next run removes those that have one.
pub struct NewBase<S: Sink + Seek> {
    base: OpenBase<Replacement<S>>,
    lock: BaseLock,
}

enum OpenBase<R> {
    Scid(Box<scid::Base<R, R, R>>),
    ChessBase(Box<chessbase::Base<R>>),
}

impl<S: Sink + Seek> NewBase<S> {
    /// Begins the database whose main file is `path`. `wrap` makes the sinks from temporary files.
    ///
    /// # Errors
    /// If the name is not that of a main file, if one of the files exists, if another run writes
    /// this database, and if nothing can be created next to them.
    pub fn create(
        kind: BaseKind,
        path: &Path,
        mut wrap: impl FnMut(fs::File) -> S,
    ) -> Result<NewBase<S>, Error> {
        let extension = kind.extension();
        let is_main = |ending: &std::ffi::OsStr| ending.eq_ignore_ascii_case(extension);
        let name = path.to_string_lossy().into_owned();
        if !path.extension().is_some_and(is_main) {
            let why = format!("the name of a {} database ends in .{extension}", kind.name());
            return Err(Error::new(ErrorKind::Usage, name, why));
        }
        let locked = follow(path).and_then(|path| BaseLock::try_take(kind, &path));
        let Some(lock) = locked.map_err(|error| Error::from_io(&name, error))? else {
            let error = Error::new(ErrorKind::Unsupported, name, "is being written by another run");
            return Err(error.with_hint("wait for it, or name another base"));
        };
        let mut create = |file: File| {
            let path = path.with_extension(file.extension());
            let name = path.to_string_lossy();
            if fs::symlink_metadata(&path).is_ok() {
                let count = kind.file_count();
                let why =
                    format!("exists, and the {count} files of a base cannot be replaced at once");
                let error = Error::new(ErrorKind::Unsupported, name, why);
                return Err(error.with_hint("remove the old base, or name another"));
            }
            Replacement::create(&path, None, &mut wrap).map_err(|error| Error::from_io(name, error))
        };
        let base = match kind {
            BaseKind::Scid => {
                let sinks = scid::Sinks {
                    index: create(File::Si4)?,
                    names: create(File::Sn4)?,
                    games: create(File::Sg4)?,
                };
                scid::Base::new(sinks).map(|base| OpenBase::Scid(Box::new(base)))
            }
            BaseKind::ChessBase => {
                // The file that is named is the first that is looked for.
                let mut sinks = Vec::new();
                for file in chessbase::FILES.into_iter().rev() {
                    sinks.push(create(file)?);
                }
                sinks.reverse();
                match <[Replacement<S>; chessbase::FILES.len()]>::try_from(sinks) {
                    Ok(sinks) => {
                        chessbase::Base::new(sinks).map(|base| OpenBase::ChessBase(Box::new(base)))
                    }
                    Err(_) => unreachable!("a sink for each file"),
                }
            }
        };
        Ok(NewBase { base: base.map_err(|error| Error::from_io(name, error))?, lock })
    }

    /// Adds packed games.
    ///
    /// # Errors
    /// Errors of the system, and with a [`scid::FullError`] or [`chessbase::FullError`] when the
    /// base has no room.
    pub fn push(&mut self, packed: &[u8]) -> io::Result<()> {
        match &mut self.base {
            OpenBase::Scid(base) => base.push(packed),
            OpenBase::ChessBase(base) => base.push(packed),
        }
    }

    /// Brings the files to their places. A file that appeared there meanwhile is not replaced.
    ///
    /// # Errors
    /// If the system reports an error; no database is left behind.
    pub fn commit(self) -> io::Result<()> {
        let sinks = match self.base {
            OpenBase::Scid(base) => {
                let scid::Sinks { index, names, games } = base.finish()?;
                vec![games, names, index]
            }
            OpenBase::ChessBase(base) => base.finish()?.into(),
        };
        let files: Vec<_> = sinks.into_iter().map(Replacement::finish).collect::<Result<_, _>>()?;
        let lens = files.iter().map(|(file, _)| file.len_bytes()).collect::<Result<Vec<_>, _>>()?;
        let folder = files.first().map(|(_, path)| folder_of(path).to_owned());
        self.lock.note(&lens)?;
        Unfinished::name_together(files)?;
        if let Some(folder) = folder {
            sync_folder(&folder);
        }
        Ok(())
    }
}

/// The lock of a database that is being written. While its files get their names, it contains their
/// lengths, so that the next run recognizes the remains of a killed one.
struct BaseLock {
    kind: BaseKind,
    lock: Option<FileLock>,
    main: PathBuf,
}

impl BaseLock {
    /// Locks the database whose main file is `main`, and removes the remains of a killed run.
    /// Returns `None` if another run holds the lock.
    fn try_take(kind: BaseKind, main: &Path) -> io::Result<Option<BaseLock>> {
        let name = main.file_stem().unwrap_or_default().to_string_lossy();
        let path = main.with_file_name(format!(".{name}.{}.lock", kind.extension()));
        let Some(lock) = FileLock::try_take(&path)? else { return Ok(None) };
        let mut text = String::new();
        lock.file().read_to_string(&mut text)?;
        let lock = BaseLock { kind, lock: Some(lock), main: main.to_owned() };
        lock.remove_remains(&text);
        Ok(Some(lock))
    }

    /// Notes how long the files are that get their names now.
    fn note(&self, lens: &[u64]) -> io::Result<()> {
        if let Some(mut file) = self.lock.as_ref().map(FileLock::file) {
            file.set_len(0)?;
            file.rewind()?;
            let lines: String = lens.iter().map(|len| format!("{len}\n")).collect();
            file.write_all(lines.as_bytes())?;
            file.sync_all()?;
        }
        Ok(())
    }

    /// Removes files that a run named before it was killed, if it did not name the main file.
    fn remove_remains(&self, text: &str) {
        let lens: Option<Vec<u64>> = text.lines().map(|line| line.parse().ok()).collect();
        let main = self.main.with_extension(self.kind.extension());
        let is_whole = fs::symlink_metadata(main).is_ok();
        for (file, len) in self.kind.files().iter().zip(lens.into_iter().flatten()) {
            let path = self.main.with_extension(file.extension());
            let is_it = fs::symlink_metadata(&path).is_ok_and(|it| it.is_file() && it.len() == len);
            if is_it && !is_whole {
                // A remaining file is reported as a file that is in the way.
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

    const KINDS: [BaseKind; 2] = [BaseKind::Scid, BaseKind::ChessBase];

    fn create(kind: BaseKind, path: &Path) -> Result<NewBase<fs::File>, Error> {
        NewBase::create(kind, path, |file| file)
    }

    fn names_in(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name());
        let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn names_of(kind: BaseKind) -> Vec<String> {
        let files = kind.files().iter();
        let mut names: Vec<_> = files.map(|file| format!("a.{}", file.extension())).collect();
        names.sort();
        names
    }

    #[test]
    fn a_base_is_written_by_one_run_at_a_time() {
        for kind in KINDS {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("a").with_extension(kind.extension());
            let first = create(kind, &path).unwrap();
            let error = create(kind, &path).err().unwrap().to_string();
            assert!(error.contains("is being written by another run"), "{error}");
            first.commit().unwrap();
            assert_eq!(names_in(dir.path()), names_of(kind));
            let error = create(kind, &path).err().unwrap().to_string();
            assert!(error.contains("exists"), "{error}");
        }
    }

    /// Programs that ignore the lock.
    #[test]
    fn a_file_that_appears_meanwhile_is_not_replaced() {
        for (kind, name) in
            KINDS.into_iter().flat_map(|kind| names_of(kind).into_iter().map(move |it| (kind, it)))
        {
            let dir = tempfile::tempdir().unwrap();
            let base =
                create(kind, &dir.path().join("a").with_extension(kind.extension())).unwrap();
            fs::write(dir.path().join(&name), "another's").unwrap();
            base.commit().unwrap_err();
            assert_eq!(fs::read(dir.path().join(&name)).unwrap(), b"another's");
            assert_eq!(names_in(dir.path()), [name]);
        }
    }

    #[test]
    fn what_a_killed_run_left_is_removed_and_nothing_else() {
        for kind in KINDS {
            let dir = tempfile::tempdir().unwrap();
            let main = dir.path().join("a").with_extension(kind.extension());
            let lock = dir.path().join(format!(".a.{}.lock", kind.extension()));
            let paths: Vec<PathBuf> =
                kind.files().iter().map(|file| main.with_extension(file.extension())).collect();
            for named_count in 0..paths.len() {
                create(kind, &main).unwrap().commit().unwrap();
                let lens: Vec<String> = paths
                    .iter()
                    .map(|path| fs::metadata(path).unwrap().len().to_string())
                    .collect();
                fs::write(&lock, lens.join("\n")).unwrap();
                paths[named_count..].iter().for_each(|path| fs::remove_file(path).unwrap());
                create(kind, &main).unwrap().commit().unwrap();
                assert_eq!(names_in(dir.path()), names_of(kind));
                paths.iter().for_each(|path| fs::remove_file(path).unwrap());
            }
            // The games of a database whose main file was lost are not those of the killed run.
            fs::write(&paths[0], "games").unwrap();
            fs::write(&lock, "4\n5\n6\n").unwrap();
            assert!(create(kind, &main).err().unwrap().to_string().contains("exists"));
            assert_eq!(fs::read(&paths[0]).unwrap(), b"games");
        }
    }
}
