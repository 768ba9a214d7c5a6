//! The recovery file: edited games that are not saved, in case the program ends without asking.
//!
//! Owns: where it is, when it is written and removed, how edits come back. Knows nothing of: what
//! is edited.
//! Start at [`Recovery::keep`] and [`Recovery::take_back`].

use std::env;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process;
use std::time::{Duration, Instant};

use pgn_db::error::Error;
use pgn_db::output::Replacement;
use pgn_view::{Edit, Session, Trouble};

use super::games::{FileGames, to_trouble};

/// How often it is written at most.
const PAUSE: Duration = Duration::from_millis(300);

/// A recovery file.
#[derive(Debug)]
pub(super) struct Recovery {
    path: Option<PathBuf>,
    /// Which edits of which games it has.
    kept: Vec<(usize, u64)>,
    last: Option<Instant>,
}

impl Recovery {
    /// A file in the folder for the state of programs; none where there is no such folder.
    pub(super) fn new() -> Recovery {
        let folder = folder().filter(|folder| fs::create_dir_all(folder).is_ok());
        let path = folder.map(|folder| folder.join(format!("unsaved-{}.pgn", process::id())));
        Recovery { path, kept: Vec::new(), last: None }
    }

    /// None at all.
    #[cfg(feature = "terminal")]
    pub(super) fn none() -> Recovery {
        Recovery { path: None, kept: Vec::new(), last: None }
    }

    /// One in a certain place.
    #[cfg(test)]
    pub(super) fn at(path: Option<PathBuf>) -> Recovery {
        Recovery { path, kept: Vec::new(), last: None }
    }

    /// Files that other runs have left, whose programs run no more.
    pub(super) fn left_behind(&self) -> Vec<PathBuf> {
        let Some(folder) = self.path.as_deref().and_then(Path::parent) else { return Vec::new() };
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries
            .map(|entry| entry.path())
            .filter(|path| {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
                let number = name.as_deref().and_then(|name| {
                    name.strip_prefix("unsaved-")?.strip_suffix(".pgn")?.parse().ok()
                });
                number.is_some_and(|number| number != process::id() && !is_running(number))
            })
            .collect();
        paths.sort();
        paths
    }

    /// What is said at the start of files that were left; `how` takes the edits back.
    pub(super) fn remark(&self, how: &str) -> Option<String> {
        let left = self.left_behind();
        let first = left.first()?;
        let files = match left.len() {
            1 => "a file".to_owned(),
            n => format!("{n} files"),
        };
        let first = first.display();
        Some(format!("edits that were not saved are in {files}; {how} takes them back: {first}"))
    }

    /// Takes the edits back that other runs have left of files that are open now, and those of new
    /// games; says what became of them. A file is removed when all of it is in the recovery file
    /// of this run.
    pub(super) fn take_back(
        &mut self,
        session: &mut Session<FileGames>,
    ) -> Result<String, Trouble> {
        let left = self.left_behind();
        if left.is_empty() {
            return Err(Trouble::new("no edits were left"));
        }
        let (mut n_back, mut n_new, mut others) = (0, 0, Vec::new());
        let mut emptied = Vec::new();
        for path in &left {
            let on_error = |error| to_trouble(&Error::from_io(path.display().to_string(), error));
            let entries = Entry::parse_all(&fs::read(path).map_err(on_error)?);
            let mut is_whole = true;
            for entry in &entries {
                match entry.take_back(session)? {
                    Back::InPlace => n_back += 1,
                    Back::AsNew => n_new += 1,
                    Back::NotOpen => {
                        is_whole = false;
                        others.push(entry.file.clone());
                    }
                }
            }
            if is_whole && !entries.is_empty() {
                emptied.push(path);
            }
        }
        self.keep_now(session).map_err(|error| to_trouble(&error))?;
        if self.path.as_ref().is_some_and(|path| path.exists()) {
            for path in emptied {
                // One that stays is told again at the next start.
                let _ = fs::remove_file(path);
            }
        }
        let games = |n: usize| if n == 1 { "1 game".to_owned() } else { format!("{n} games") };
        let mut said = format!("{} taken back, not saved yet", games(n_back + n_new));
        if n_new > 0 {
            said += &format!("; {} as new games, which saving adds at the end", games(n_new));
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
        for edit in unsaved {
            let entry = Entry::of(edit, session);
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

    /// All is saved, or given up.
    pub(super) fn clear(&mut self) {
        self.kept.clear();
        // What cannot be removed does no harm.
        let _ = self.remove();
    }
}

/// A game that was edited, as the file has it: a line that says where it stands, and its text.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    /// The whole name of its file; empty for a new game.
    file: String,
    /// Its number there, from 1.
    number: u64,
    /// What its text was before, by its hash.
    was: u64,
    text: Vec<u8>,
}

/// What became of an entry.
enum Back {
    InPlace,
    /// The game in the file is not the one that was edited.
    AsNew,
    NotOpen,
}

impl Entry {
    fn of(edit: &Edit, session: &Session<FileGames>) -> Entry {
        let library = session.games().library();
        let text = edit.text.clone();
        match library.place(edit.game) {
            Ok(place) if !session.is_new(edit.game) => Entry {
                file: whole_name(&place.file),
                number: place.number,
                was: library.text(edit.game).map_or(0, |text| hash(&text)),
                text,
            },
            _ => Entry { file: String::new(), number: 0, was: 0, text },
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let Entry { file, number, was, text } = self;
        let file = file.replace(['\n', '\r'], " ");
        let head =
            format!("% not saved: {} bytes, {was:016x}, game {number} of {file}\n", text.len());
        [head.as_bytes(), text, b"\n\n"].concat()
    }

    /// All entries of a file; what is damaged ends them.
    fn parse_all(bytes: &[u8]) -> Vec<Entry> {
        let (mut entries, mut rest) = (Vec::new(), bytes);
        while let Some((entry, after)) = Entry::parse(rest) {
            entries.push(entry);
            rest = after;
        }
        entries
    }

    fn parse(bytes: &[u8]) -> Option<(Entry, &[u8])> {
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        let head = std::str::from_utf8(&bytes[..end]).ok()?.strip_prefix("% not saved: ")?;
        let (len, head) = head.split_once(" bytes, ")?;
        let (was, head) = head.split_once(", game ")?;
        let (number, file) = head.split_once(" of ")?;
        let len: usize = len.parse().ok()?;
        let text = bytes[end + 1..].get(..len)?.to_vec();
        let entry = Entry {
            file: file.to_owned(),
            number: number.parse().ok()?,
            was: u64::from_str_radix(was, 16).ok()?,
            text,
        };
        let rest = &bytes[end + 1 + len..];
        Some((entry, rest.strip_prefix(b"\n\n").unwrap_or(rest)))
    }

    /// Takes the edits back into a session.
    fn take_back(&self, session: &mut Session<FileGames>) -> Result<Back, Trouble> {
        if self.file.is_empty() {
            session.begin_game(&self.text)?;
            return Ok(Back::AsNew);
        }
        let library = session.games().library();
        let game = library.find(|name| whole_name(name) == self.file, self.number);
        match game {
            Some(game) if library.text(game).is_ok_and(|text| hash(&text) == self.was) => {
                session.restore(game, &self.text)?;
                Ok(Back::InPlace)
            }
            None if !library.is_complete() => {
                let trouble = Trouble::new("the list is still being read");
                Err(trouble.with_hint("take the edits back when it is complete"))
            }
            None if !library.has(|name| whole_name(name) == self.file) => Ok(Back::NotOpen),
            Some(_) | None => {
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

/// Whether a program with this number runs; where that cannot be asked, it is taken to run no more.
fn is_running(number: u32) -> bool {
    Path::new("/proc").join(number.to_string()).exists()
}
