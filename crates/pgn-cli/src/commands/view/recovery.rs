//! The recovery file: edited games that are not saved, in case the program ends without asking.

use std::cmp::Reverse;
use std::env;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process;
use std::time::{Duration, Instant};

use pgn_db::error::Error;
use pgn_db::output::{FileLock, Replacement};
use pgn_view::{Edit, Session, SessionError};

use super::games::{FileGames, to_session_error};

/// How often it is written at most.
const PAUSE: Duration = Duration::from_millis(300);

/// A recovery file.
#[derive(Debug)]
pub(super) struct Recovery {
    path: Option<PathBuf>,
    /// Held while the program runs, so that others do not take its file for one that was left.
    lock: Option<FileLock>,
    /// The files whose edits were restored here, also locked. They stay until these edits are saved
    /// or discarded.
    taken: Vec<(PathBuf, FileLock)>,
    /// Which edits of which games it has.
    kept: Vec<(usize, u64)>,
    last: Option<Instant>,
}

impl Recovery {
    fn of(path: Option<PathBuf>, lock: Option<FileLock>) -> Recovery {
        Recovery { path, lock, taken: Vec::new(), kept: Vec::new(), last: None }
    }

    /// A file in the folder for the state of programs; `None` if there is no such folder.
    pub(super) fn new() -> Recovery {
        let folder = folder().filter(|folder| fs::create_dir_all(folder).is_ok());
        folder.map_or(Recovery::of(None, None), |folder| Recovery::new_in(&folder))
    }

    /// An unused file name in `folder`: an earlier program may have had the same process number.
    fn new_in(folder: &Path) -> Recovery {
        let number = process::id();
        let names = (0..).map(|n| match n {
            0 => format!("unsaved-{number}.pgn"),
            n => format!("unsaved-{number}-{n}.pgn"),
        });
        for path in names.take(NAMES_MAX).map(|name| folder.join(name)) {
            let Ok(Some(lock)) = FileLock::try_take(&lock_of(&path)) else { continue };
            if path.exists() {
                lock.remove();
                continue;
            }
            return Recovery::of(Some(path), Some(lock));
        }
        Recovery::of(None, None)
    }

    /// None at all.
    #[cfg(feature = "terminal")]
    pub(super) fn none() -> Recovery {
        Recovery::of(None, None)
    }

    /// One in a certain place.
    #[cfg(test)]
    pub(super) fn at(path: Option<PathBuf>) -> Recovery {
        Recovery::of(path, None)
    }

    /// Recovery files of runs that have ended, each with its lock; the latest first.
    fn left_behind(&self) -> Vec<(PathBuf, FileLock)> {
        let Some(folder) = self.path.as_deref().and_then(Path::parent) else { return Vec::new() };
        let mut left = Vec::new();
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_of_a_run = name.starts_with("unsaved-");
            if !is_of_a_run || self.path.as_ref().is_some_and(|own| is_of(own, &path)) {
                continue;
            }
            if let Some(stem) = name.strip_suffix(".lock") {
                // Of a run that was killed before it had anything to keep.
                let is_alone = !folder.join(format!("{stem}.pgn")).exists();
                if is_alone && let Ok(Some(lock)) = FileLock::try_take(&path) {
                    lock.remove();
                }
            } else if name.ends_with(".pgn")
                && let Ok(Some(lock)) = FileLock::try_take(&lock_of(&path))
            {
                left.push((path, lock));
            }
        }
        let written = |path: &Path| fs::metadata(path).and_then(|it| it.modified()).ok();
        left.sort_by_key(|(path, _)| (Reverse(written(path)), path.clone()));
        left
    }

    /// How many files were left, and the first of them.
    fn names_left_behind(&self) -> (usize, Option<PathBuf>) {
        let left = self.left_behind();
        let names = (left.len(), left.first().map(|(path, _)| path.clone()));
        left.into_iter().for_each(|(_, lock)| lock.remove());
        names
    }

    /// The notes at the start about recovery files; `how` restores the edits.
    pub(super) fn remark(&self, how: &str) -> Option<String> {
        let (left_count, first) = self.names_left_behind();
        let first = first?;
        let files = match left_count {
            1 => "a file".to_owned(),
            n => format!("{n} files"),
        };
        let first = first.display();
        Some(format!("unsaved edits are in {files}; {how} restores them: {first}"))
    }

    /// Restores the edits that other runs have left of files that are open now, and those of new
    /// games; returns the results. If two edits, or one and an unsaved edit, are of the same game,
    /// both stay, one as a new game. The files stay until everything is saved or discarded.
    pub(super) fn take_back(
        &mut self,
        session: &mut Session<FileGames>,
    ) -> Result<String, SessionError> {
        let mut left = Vec::new();
        for (path, lock) in self.left_behind() {
            let on_error =
                |error| to_session_error(&Error::from_io(path.display().to_string(), error));
            let bytes = fs::read(&path).map_err(on_error)?;
            left.push((path, lock, bytes));
        }
        if left.is_empty() {
            return Err(SessionError::new("there are no edits to restore"));
        }
        // The edits that a run has restored from a file are in its own recovery file, as that run
        // left them.
        let superseded: Vec<String> =
            left.iter().flat_map(|(_, _, bytes)| EditedGame::taken_from(bytes)).collect();
        let (mut restored_count, mut new_count, mut others) = (0, 0, Vec::new());
        for (path, lock, bytes) in left {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let entries = match superseded.iter().any(|known| *known == name) {
                true => Vec::new(),
                false => EditedGame::parse_all(&bytes),
            };
            let mut is_whole = !EditedGame::is_damaged(&bytes);
            for entry in &entries {
                match entry.take_back(session)? {
                    Back::InPlace => restored_count += 1,
                    Back::AsNew => new_count += 1,
                    Back::Known => {}
                    Back::NotOpen => {
                        is_whole = false;
                        others.push(entry.file.clone());
                    }
                }
            }
            if is_whole {
                self.taken.push((path, lock));
            } else {
                lock.remove();
            }
        }
        self.keep_now(session).map_err(|error| to_session_error(&error))?;
        let games = |n: usize| if n == 1 { "1 game".to_owned() } else { format!("{n} games") };
        let mut said = format!("{} restored, not saved yet", games(restored_count + new_count));
        if new_count > 0 {
            said += &format!("; {} as new games, which saving adds at the end", games(new_count));
        }
        others.dedup();
        if let Some(file) = others.first() {
            said += &format!("; others are of {file}, which is not open");
        }
        Ok(said)
    }

    /// The same at once, however soon after the last time.
    ///
    /// # Errors
    /// As [`keep`](Recovery::keep).
    pub(super) fn keep_now(&mut self, session: &Session<FileGames>) -> Result<(), Error> {
        self.last = None;
        self.keep(session)
    }

    /// Writes the games that are edited and not saved, if they are others than before.
    ///
    /// # Errors
    /// When the file cannot be written; then no other is tried.
    pub(super) fn keep(&mut self, session: &Session<FileGames>) -> Result<(), Error> {
        if self.path.is_none() || self.last.is_some_and(|last| last.elapsed() < PAUSE) {
            return Ok(());
        }
        let revisions = session.revisions();
        if revisions == self.kept {
            return Ok(());
        }
        self.last = Some(Instant::now());
        let done = match revisions.is_empty() {
            true => self.remove(),
            false => self.write(session, &session.unsaved()),
        };
        self.kept = revisions;
        if done.is_err() {
            self.path = None;
        }
        done
    }

    fn write(&self, session: &Session<FileGames>, unsaved: &[Edit]) -> Result<(), Error> {
        let Some(path) = &self.path else { return Ok(()) };
        let on_error = |error| Error::from_io(path.display().to_string(), error);
        let mut file = Replacement::create(path, None, |file| file).map_err(on_error)?;
        for (taken, _) in &self.taken {
            let name = taken.file_name().unwrap_or_default().to_string_lossy();
            writeln!(file, "{TAKEN}{name}").map_err(on_error)?;
        }
        for edit in unsaved {
            let entry = EditedGame::of(edit, session);
            file.write_all(&entry.to_bytes()).map_err(on_error)?;
        }
        file.commit().map_err(on_error)
    }

    fn remove(&self) -> Result<(), Error> {
        match &self.path {
            Some(path) if path.exists() => fs::remove_file(path)
                .map_err(|error| Error::from_io(path.display().to_string(), error)),
            _ => Ok(()),
        }
    }

    /// All is saved, or discarded.
    pub(super) fn clear(&mut self) {
        self.kept.clear();
        for (path, lock) in self.taken.drain(..) {
            let _ = fs::remove_file(path);
            lock.remove();
        }
        // A file that cannot be removed does no harm.
        let _ = self.remove();
    }
}

/// Other sessions may take what is left.
impl Drop for Recovery {
    fn drop(&mut self) {
        let taken = self.taken.drain(..).map(|(_, lock)| lock);
        self.lock.take().into_iter().chain(taken).for_each(FileLock::remove);
    }
}

/// The file that a session keeps locked while `path` is its own.
fn lock_of(path: &Path) -> PathBuf {
    path.with_extension("lock")
}

/// Whether a file is the recovery file `own`, or its lock.
fn is_of(own: &Path, path: &Path) -> bool {
    own.with_extension("") == path.with_extension("")
}

/// How many names are tried.
const NAMES_MAX: usize = 1000;

/// The beginning of a line with the name of a recovery file whose edits were restored.
const TAKEN: &str = "% taken back from ";

/// An edited game, as in the file: a line with its place, and its text.
#[derive(Debug, PartialEq, Eq)]
struct EditedGame {
    /// The full name of its file; empty for a new game.
    file: String,
    /// Its number there, from 1.
    number: u64,
    /// The hash of its original text.
    was: u64,
    text: Vec<u8>,
}

/// The result for an entry.
enum Back {
    InPlace,
    /// The game in the file is not the one that was edited, or it has other edits.
    AsNew,
    /// The session has it already.
    Known,
    NotOpen,
}

impl EditedGame {
    fn of(edit: &Edit, session: &Session<FileGames>) -> EditedGame {
        let library = session.games().library();
        let text = edit.text.clone();
        match library.place(edit.game) {
            Ok(place) if !session.is_new(edit.game) => EditedGame {
                file: whole_name(&place.file),
                number: place.number,
                was: library.text(edit.game).map_or(0, |text| hash(&text)),
                text,
            },
            _ => EditedGame { file: String::new(), number: 0, was: 0, text },
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let EditedGame { file, number, was, text } = self;
        let file = file.replace(['\n', '\r'], " ");
        let head =
            format!("% not saved: {} bytes, {was:016x}, game {number} of {file}\n", text.len());
        [head.as_bytes(), text, b"\n\n"].concat()
    }

    /// The lines at the top that name files, and the rest.
    fn split_names(mut bytes: &[u8]) -> (Vec<String>, &[u8]) {
        let mut names = Vec::new();
        while let Some(after) = bytes.strip_prefix(TAKEN.as_bytes()) {
            let end = after.iter().position(|&byte| byte == b'\n').unwrap_or(after.len());
            names.push(String::from_utf8_lossy(&after[..end]).into_owned());
            bytes = after.get(end + 1..).unwrap_or_default();
        }
        (names, bytes)
    }

    /// The files whose edits were restored into a file.
    fn taken_from(bytes: &[u8]) -> Vec<String> {
        EditedGame::split_names(bytes).0
    }

    /// Whether a file has more than can be read of it.
    fn is_damaged(bytes: &[u8]) -> bool {
        let mut rest = EditedGame::split_names(bytes).1;
        while let Some((_, after)) = EditedGame::parse(rest) {
            rest = after;
        }
        !rest.trim_ascii().is_empty()
    }

    /// All entries of a file; damage ends the list.
    fn parse_all(bytes: &[u8]) -> Vec<EditedGame> {
        let (mut entries, mut rest) = (Vec::new(), EditedGame::split_names(bytes).1);
        while let Some((entry, after)) = EditedGame::parse(rest) {
            entries.push(entry);
            rest = after;
        }
        entries
    }

    fn parse(bytes: &[u8]) -> Option<(EditedGame, &[u8])> {
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        let head = std::str::from_utf8(&bytes[..end]).ok()?.strip_prefix("% not saved: ")?;
        let (len, head) = head.split_once(" bytes, ")?;
        let (was, head) = head.split_once(", game ")?;
        let (number, file) = head.split_once(" of ")?;
        let len: usize = len.parse().ok()?;
        let text = bytes[end + 1..].get(..len)?.to_vec();
        let entry = EditedGame {
            file: file.to_owned(),
            number: number.parse().ok()?,
            was: u64::from_str_radix(was, 16).ok()?,
            text,
        };
        let rest = &bytes[end + 1 + len..];
        Some((entry, rest.strip_prefix(b"\n\n").unwrap_or(rest)))
    }

    /// Takes the edits back into a session.
    fn take_back(&self, session: &mut Session<FileGames>) -> Result<Back, SessionError> {
        let is_known = |edit: &Edit| {
            session.is_new(edit.game) && edit.text.trim_ascii() == self.text.trim_ascii()
        };
        if self.file.is_empty() {
            if self.text.is_empty() {
                return Ok(Back::Known);
            }
            if session.unsaved().iter().any(is_known) {
                return Ok(Back::Known);
            }
            session.begin_game(&self.text)?;
            return Ok(Back::AsNew);
        }
        let library = session.games().library();
        let game = library.find(|name| whole_name(name) == self.file, self.number);
        match game {
            Some(game) if library.text(game).is_ok_and(|text| hash(&text) == self.was) => {
                let unsaved = session.unsaved();
                match unsaved.iter().find(|edit| edit.game == game) {
                    Some(edit) if edit.text == self.text => return Ok(Back::Known),
                    // A game that was deleted has no text to be a new game.
                    Some(_) if self.text.is_empty() || unsaved.iter().any(is_known) => {
                        return Ok(Back::Known);
                    }
                    Some(_) => {
                        session.begin_game(self.text.trim_ascii_start())?;
                        return Ok(Back::AsNew);
                    }
                    None => {}
                }
                session.restore(game, &self.text)?;
                Ok(Back::InPlace)
            }
            None if !library.is_complete() => {
                let error = SessionError::new("the list is still being read");
                Err(error.with_hint("take the edits back when it is complete"))
            }
            None if !library.has(|name| whole_name(name) == self.file) => Ok(Back::NotOpen),
            Some(_) | None => {
                if self.text.is_empty() || session.unsaved().iter().any(is_known) {
                    return Ok(Back::Known);
                }
                session.begin_game(self.text.trim_ascii_start())?;
                Ok(Back::AsNew)
            }
        }
    }
}

/// The name of a file by which it is known in any folder.
fn whole_name(name: &str) -> String {
    let path = Path::new(name);
    let whole = fs::canonicalize(path).or_else(|_| std::path::absolute(path));
    whole.map_or_else(|_| name.to_owned(), |path| path.to_string_lossy().into_owned())
}

/// FNV-1a, which stays the same from one version of this program to the next.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// The folder for what programs remember.
fn folder() -> Option<PathBuf> {
    let of = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = of("XDG_STATE_HOME").or_else(|| Some(of("HOME")?.join(".local/state")));
    let state = if cfg!(windows) { of("LOCALAPPDATA") } else { state };
    Some(state?.join("pgnkit"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgn_db::library::{Library, Options};
    use pgn_db::source::Inputs;
    use pgn_view::{Browse, Change};

    fn session(path: &Path) -> Session<FileGames> {
        let inputs = Inputs::gather(&[path.to_owned()]);
        let library = Library::open(inputs, Options::default());
        library.wait();
        Session::new(FileGames::new(library), pgn_query::Context::default())
    }

    /// Consecutive sessions: each ends without cleanup, as after a kill.
    #[test]
    fn edits_of_one_game_in_two_files_both_come_back() {
        let dir = tempfile::tempdir().unwrap();
        let games = dir.path().join("games.pgn");
        fs::write(&games, "[White \"A\"]\n\n1. e4 *\n").unwrap();
        let state = dir.path().join("state");
        fs::create_dir(&state).unwrap();
        let edited = ["1. d4 *", "1. c4 *", "1. c4 *"];
        let write = |n: usize, text: &str| {
            let text = format!("[White \"A\"]\n\n{text}\n");
            let was = session(&games).games().library().text(0).map(|text| hash(&text)).unwrap();
            let file = whole_name(games.to_str().unwrap());
            let entry = EditedGame { file, number: 1, was, text: text.into_bytes() };
            fs::write(state.join(format!("unsaved-{n}.pgn")), entry.to_bytes()).unwrap();
        };
        edited.iter().enumerate().for_each(|(n, text)| write(n, text));
        let texts = |session: &Session<FileGames>| -> Vec<String> {
            let unsaved = session.unsaved().into_iter();
            let moves = |edit: Edit| String::from_utf8_lossy(&edit.text).trim().to_owned();
            let mut texts: Vec<_> =
                unsaved.map(|edit| moves(edit)[13..].trim().to_owned()).collect();
            texts.sort();
            texts
        };
        let names = || {
            let entries = fs::read_dir(&state).unwrap().flatten();
            let names = entries.map(|entry| entry.file_name().into_string().unwrap());
            names.filter(|name| name.ends_with(".pgn")).count()
        };
        let mut first = Recovery::new_in(&state);
        let mut opened = session(&games);
        let said = first.take_back(&mut opened).unwrap();
        assert!(said.starts_with("2 games restored"), "{said}");
        assert_eq!(texts(&opened), ["1. c4 *", "1. d4 *"]);
        // Another session takes nothing from a running one.
        let mut other = Recovery::new_in(&state);
        assert!(other.remark("R").is_none());
        assert!(other.take_back(&mut session(&games)).is_err());
        drop(other);
        // It is killed: all files are there, and all edits come back once.
        assert_eq!(names(), 4);
        drop((first, opened));
        let mut second = Recovery::new_in(&state);
        let mut opened = session(&games);
        assert!(second.remark("R").is_some());
        second.take_back(&mut opened).unwrap();
        assert_eq!(texts(&opened), ["1. c4 *", "1. d4 *"]);
        assert_eq!(names(), 5);
        second.clear();
        drop(second);
        assert_eq!(fs::read_dir(&state).unwrap().count(), 0);
    }

    #[test]
    fn a_deleted_game_is_deleted_again_and_undo_restores_it() {
        let dir = tempfile::tempdir().unwrap();
        let games = dir.path().join("games.pgn");
        fs::write(&games, "[White \"A\"]\n\n1. e4 *\n").unwrap();
        let state = dir.path().join("state");
        fs::create_dir(&state).unwrap();
        let mut first = Recovery::new_in(&state);
        let mut opened = session(&games);
        opened.perform(Browse::Open).unwrap();
        opened.perform(Change::DeleteGame).unwrap();
        first.keep_now(&opened).unwrap();
        drop((first, opened));
        let mut second = Recovery::new_in(&state);
        let mut opened = session(&games);
        assert!(second.take_back(&mut opened).unwrap().starts_with("1 game restored"));
        assert_eq!(opened.unsaved(), [Edit { game: 0, text: Vec::new() }]);
        opened.perform(Change::Undo).unwrap();
        assert!(opened.modified().is_empty());
    }

    #[test]
    fn a_file_of_a_run_with_the_same_number_stays() {
        let dir = tempfile::tempdir().unwrap();
        let old = dir.path().join(format!("unsaved-{}.pgn", process::id()));
        fs::write(&old, "% not saved: 4 bytes, 0000000000000000, game 0 of \n1. *\n\n").unwrap();
        let recovery = Recovery::new_in(dir.path());
        assert!(recovery.path.as_ref().is_some_and(|path| *path != old));
        assert!(recovery.remark("R").is_some_and(|remark| remark.contains("in a file")));
    }
}
