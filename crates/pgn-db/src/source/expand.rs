//! The arguments of a command turned into the list of files to read.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::STDIN_NAME;
use super::open::{MemberCounts, Sources};
use super::spool::{Spooled, Stamps};
use super::transcode::companions;
use super::walk::{FolderFiles, GameFile, InputPath};
use super::window::SharedCount;
use crate::compression::{Wanted, is_archive_name, is_game_file_name};
use crate::error::{Error, ErrorKind};
use crate::identity::Identity;

/// The inputs of a command, in order, before any of them is opened.
///
/// ```
/// use pgn_db::source::Inputs;
///
/// let inputs = Inputs::gather(&["no/such/file.pgn"]);
/// let first = inputs.sources().next().unwrap();
/// assert_eq!(
///     first.unwrap_err().to_string(),
///     "no/such/file.pgn: no such file or folder",
/// );
/// ```
#[derive(Debug)]
pub struct Inputs {
    pub(crate) entries: Vec<Result<SourceEntry, Error>>,
    identities: HashSet<Identity>,
    skipped_count: u64,
    total_bytes: Option<u64>,
    read_bytes: SharedCount,
    pub(crate) wanted: Wanted,
    pub(super) stamps: Stamps,
    pub(super) members: MemberCounts,
    /// Whether archives among them were read before, with other members.
    pub(super) is_second: bool,
    pub(super) unopened: Unopened,
}

/// How many of the files that a command is to read could not be opened; known when all was tried.
///
/// Clones share the count.
#[derive(Clone, Debug, Default)]
pub struct Unopened {
    expected_count: usize,
    unopened_count: SharedCount,
}

impl Unopened {
    /// Whether these are all that there is to read.
    #[must_use]
    pub fn is_all(&self) -> bool {
        self.expected_count > 0 && self.unopened_count.get() >= self.expected_count as u64
    }

    pub(super) fn add(&self) {
        self.unopened_count.add(1);
    }
}

#[derive(Clone, Debug)]
pub(crate) enum SourceEntry {
    /// The standard input, as messages call it.
    Stdin(String),
    /// Named by the user.
    File(PathBuf),
    /// Found, as in a folder; an archive without games is passed over, as other files there are.
    Found(PathBuf),
    /// Came once, and was kept.
    Spooled(Arc<Spooled>),
    /// Comes from elsewhere, once.
    Stream(Stream),
}

/// Bytes that a program brings, to be taken once.
#[derive(Clone)]
pub(crate) struct Stream {
    pub(super) name: String,
    read: Arc<Mutex<Option<Box<dyn Read + Send>>>>,
}

impl Stream {
    /// The bytes; none when they were taken.
    pub(super) fn take(&self) -> Box<dyn Read + Send> {
        let taken = self.read.lock().unwrap_or_else(PoisonError::into_inner).take();
        taken.unwrap_or_else(|| Box::new(io::empty()))
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Inputs {
    /// The files that `arguments` name.
    ///
    /// No argument, or `-`, is the standard input. A folder means every game file below it, sorted
    /// by name; hidden names are skipped and links followed. Any other name is that file, whatever
    /// it is called. A missing file, or a folder without games, becomes an error at its place in
    /// the order, and the others are still read.
    ///
    /// Opens nothing but folders; holds one path for each file.
    #[must_use]
    pub fn gather<P: Clone + Into<InputPath>>(arguments: &[P]) -> Inputs {
        Inputs::gather_as(arguments, Wanted::Games)
    }

    /// The same, where folders and archives are looked through for other files than games.
    #[must_use]
    pub fn gather_as<P: Clone + Into<InputPath>>(arguments: &[P], wanted: Wanted) -> Inputs {
        Inputs::gather_named(arguments, wanted, STDIN_NAME)
    }

    /// The same, where messages call the standard input `stdin_name`.
    #[must_use]
    pub fn gather_named<P: Clone + Into<InputPath>>(
        arguments: &[P],
        wanted: Wanted,
        stdin_name: &str,
    ) -> Inputs {
        let [inputs] = Inputs::gather_kinds(arguments, [wanted], stdin_name);
        inputs
    }

    /// The files with games and those with positions, by their names. Folders and archives are
    /// looked through for both, once; [`skipped_count`](Inputs::skipped_count) of the games counts
    /// what is in neither.
    #[must_use]
    pub fn gather_both(arguments: &[InputPath], stdin_name: &str) -> (Inputs, Inputs) {
        let wanted = [Wanted::Games, Wanted::Positions];
        let [mut games, positions] = Inputs::gather_kinds(arguments, wanted, stdin_name);
        let positions = positions.without_empty_folders();
        if !positions.is_empty() {
            games = games.without_empty_folders();
        }
        (games, positions)
    }

    /// The files of each of these kinds, those of no kind with the first.
    fn gather_kinds<const N: usize, P: Clone + Into<InputPath>>(
        arguments: &[P],
        wanted: [Wanted; N],
        stdin_name: &str,
    ) -> [Inputs; N] {
        let mut kinds = wanted.map(|wanted| Inputs { wanted, ..Inputs::none() });
        let kind_of = |name: &str| {
            let is_kind = |wanted: &Wanted| is_game_file_name(name, *wanted);
            let is_archive = is_archive_name(Path::new(name));
            wanted[1..].iter().position(is_kind).filter(|_| !is_archive).map_or(0, |at| at + 1)
        };
        if arguments.is_empty() {
            kinds[kind_of(stdin_name)].add_stdin(stdin_name);
        }
        let mut stdin_named = false;
        for argument in arguments {
            let argument: InputPath = argument.clone().into();
            if argument.as_os_str() != OsStr::new("-") {
                let kind = kind_of(&argument.to_string_lossy());
                Inputs::add_path(&argument, &mut kinds, kind);
                continue;
            }
            let own = &mut kinds[kind_of(stdin_name)];
            if std::mem::replace(&mut stdin_named, true) {
                let why = "standard input can be named only once";
                own.entries.push(Err(Error::new(ErrorKind::Usage, "-", why)));
            } else {
                own.add_stdin(stdin_name);
            }
        }
        kinds
    }

    /// Nothing to read, for verbs that only write.
    #[must_use]
    pub fn none() -> Inputs {
        Inputs {
            entries: Vec::new(),
            identities: HashSet::new(),
            skipped_count: 0,
            total_bytes: Some(0),
            read_bytes: SharedCount::default(),
            wanted: Wanted::Games,
            stamps: Stamps::default(),
            members: MemberCounts::default(),
            is_second: false,
            unopened: Unopened::default(),
        }
    }

    /// The same, and after these the files of `next`.
    #[must_use]
    pub fn with(mut self, next: Inputs) -> Inputs {
        self.entries.extend(next.entries);
        self.identities.extend(next.identities);
        self.skipped_count += next.skipped_count;
        self.add_length(next.total_bytes);
        self
    }

    /// The same, and after these the bytes of a stream, which messages call `name`; of how many
    /// bytes, if that is known. It is recognized and unpacked as the standard input is, and can be
    /// read once, unless these inputs are [kept](Inputs::keep).
    ///
    /// ```
    /// use pgn_db::source::Inputs;
    ///
    /// let text = &b"1. e4 e5 *"[..];
    /// let inputs = Inputs::none().with_stream("a text", Some(9), Box::new(text));
    /// let source = inputs.sources().next().unwrap()?;
    /// assert_eq!(std::io::read_to_string(source.read).unwrap(), "1. e4 e5 *");
    /// # Ok::<(), pgn_db::error::Error>(())
    /// ```
    #[must_use]
    pub fn with_stream(
        mut self,
        name: impl Into<String>,
        len_bytes: Option<u64>,
        read: Box<dyn Read + Send>,
    ) -> Inputs {
        let read = Arc::new(Mutex::new(Some(read)));
        self.entries.push(Ok(SourceEntry::Stream(Stream { name: name.into(), read })));
        self.add_length(len_bytes);
        self
    }

    /// Opens one source after the other, each on demand.
    #[must_use]
    pub fn sources(self) -> Sources {
        Sources::new(self)
    }

    /// How many files in folders were passed over because their names are not those of game files.
    #[must_use]
    pub fn skipped_count(&self) -> u64 {
        self.skipped_count
    }

    /// Those files of these, and of what is read after these, that could not be opened.
    #[must_use]
    pub fn unopened(&self) -> Unopened {
        let Unopened { expected_count, unopened_count } = self.unopened.clone();
        Unopened { expected_count: expected_count + self.entries.len(), unopened_count }
    }

    /// The counts of members of archives.
    #[must_use]
    pub fn members(&self) -> MemberCounts {
        self.members.clone()
    }

    /// Whether there is nothing to read, and nothing to complain of.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The same, without a word of folders and archives in which nothing is found.
    fn without_empty_folders(mut self) -> Inputs {
        let is_empty = |error: &Error| error.kind() == ErrorKind::NoGames;
        self.entries.retain(|entry| !entry.as_ref().is_err_and(is_empty));
        for entry in &mut self.entries {
            if let Ok(SourceEntry::File(path)) = entry {
                *entry = Ok(SourceEntry::Found(std::mem::take(path)));
            }
        }
        self
    }

    /// The same without the files for which `is_done` returns true, and their number.
    #[must_use]
    pub fn without(mut self, is_done: impl Fn(&Path) -> bool) -> (Inputs, usize) {
        let before_count = self.entries.len();
        self.entries.retain(|entry| match entry {
            Ok(SourceEntry::File(path) | SourceEntry::Found(path)) => !is_done(path),
            Ok(SourceEntry::Stdin(_) | SourceEntry::Spooled(_) | SourceEntry::Stream(_))
            | Err(_) => true,
        });
        let done_count = before_count - self.entries.len();
        (self, done_count)
    }

    /// The same, treating the files of `next` as its own: those are read after these, for one
    /// output and with one count of the files that were read and skipped. Errors of an archive that
    /// both have are reported with these.
    #[must_use]
    pub fn before(mut self, next: &mut Inputs) -> Inputs {
        self.identities.extend(next.identities());
        self.skipped_count += next.skipped_count;
        self.total_bytes = self.total_bytes.zip(next.total_bytes).map(|(a, b)| a.saturating_add(b));
        next.read_bytes = self.read_bytes();
        next.is_second = !self.is_empty();
        self.unopened.expected_count = next.entries.len();
        next.unopened = Unopened { expected_count: self.entries.len(), ..self.unopened.clone() };
        self
    }

    /// The total size of the input, before decompression, in bytes; `None` if it contains a pipe or
    /// a device.
    #[must_use]
    pub fn total_bytes(&self) -> Option<u64> {
        self.total_bytes
    }

    /// The count of what was read of [`total_bytes`](Inputs::total_bytes); grows while the sources
    /// are read.
    #[must_use]
    pub fn read_bytes(&self) -> SharedCount {
        self.read_bytes.clone()
    }

    /// Whether the file with this identity is among the inputs.
    #[must_use]
    pub fn contain(&self, file: &Identity) -> bool {
        self.identities.contains(file)
    }

    /// The files among the inputs, for comparison.
    #[must_use]
    pub fn identities(&self) -> HashSet<Identity> {
        self.identities.clone()
    }

    /// Whether nothing that was named can be read.
    #[must_use]
    pub fn are_missing(&self) -> bool {
        self.entries.iter().all(Result::is_err)
    }

    /// Whether one of the inputs is not an archive. The content of an archive is known only when it
    /// is opened.
    #[must_use]
    pub fn has_plain_files(&self) -> bool {
        self.entries.iter().flatten().any(|entry| match entry {
            SourceEntry::File(path) | SourceEntry::Found(path) => {
                !(is_archive_name(path) && path.is_file())
            }
            SourceEntry::Stdin(_) | SourceEntry::Spooled(_) | SourceEntry::Stream(_) => true,
        })
    }

    /// Whether the standard input is among the inputs.
    #[must_use]
    pub fn name_stdin(&self) -> bool {
        self.entries.iter().any(|entry| matches!(entry, Ok(SourceEntry::Stdin(_))))
    }

    /// Knows the files of other inputs as its own, and how much there is to read.
    pub(super) fn take_identities(&mut self, other: &Inputs) {
        self.identities = other.identities();
        self.total_bytes = other.total_bytes;
    }

    fn add_stdin(&mut self, name: &str) {
        let stream = Identity::of_stream(io::stdin());
        self.add_length(stream.as_ref().map(|(_, len)| *len));
        self.identities.extend(stream.map(|(identity, _)| identity));
        self.entries.push(Ok(SourceEntry::Stdin(name.to_owned())));
    }

    /// Adds what a name leads to: folders and archives to all kinds, other files to kind `kind`.
    fn add_path<const N: usize>(path: &InputPath, kinds: &mut [Inputs; N], kind: usize) {
        let metadata = match fs::metadata(&**path) {
            Ok(metadata) => metadata,
            Err(error) => {
                let error = Error::from_io(path.to_string_lossy(), error);
                kinds[kind].entries.push(Err(error));
                return;
            }
        };
        if metadata.is_dir() {
            let wanted = kinds.each_ref().map(|one| one.wanted);
            let FolderFiles { files, skipped_count } = path.files(wanted);
            kinds[0].skipped_count += skipped_count;
            for (inputs, files) in kinds.iter_mut().zip(files) {
                inputs.add_folder(path, files, skipped_count);
            }
        } else if metadata.is_file() && is_archive_name(path) {
            kinds.iter_mut().for_each(|inputs| inputs.add_file(path, &metadata));
        } else {
            kinds[kind].add_file(path, &metadata);
        }
    }

    fn add_file(&mut self, path: &Path, metadata: &fs::Metadata) {
        if metadata.is_file() {
            self.identities.extend(Identity::of(path, metadata).ok());
            self.identities.extend(companion_identities(path));
        }
        self.add_length(metadata.is_file().then_some(metadata.len()));
        self.entries.push(Ok(SourceEntry::File(path.to_owned())));
    }

    fn add_folder(&mut self, path: &Path, files: Vec<Result<GameFile, Error>>, skipped_count: u64) {
        if files.is_empty() {
            let why = "no game files in this folder";
            let hint = match skipped_count {
                0 => "it holds no files at all".to_owned(),
                n => {
                    let ending = self.wanted.endings().join(", .");
                    let first = self.wanted.endings()[0];
                    format!(
                        "names end in .{ending}, .{first}.gz, .{first}.zst, .{first}.bz2, \
                         .{first}.xz or .zip; others here: {n}"
                    )
                }
            };
            let error = Error::new(ErrorKind::NoGames, path.to_string_lossy(), why);
            self.entries.push(Err(error.with_hint(hint)));
        }
        for file in files {
            self.entries.push(file.map(|file| {
                self.identities.extend(file.identity);
                self.identities.extend(companion_identities(&file.path));
                self.total_bytes = self.total_bytes.map(|sum| sum.saturating_add(file.len_bytes));
                SourceEntry::Found(file.path)
            }));
        }
    }

    fn add_length(&mut self, len_bytes: Option<u64>) {
        self.total_bytes = match (self.total_bytes, len_bytes) {
            (Some(sum), Some(len)) => Some(sum.saturating_add(len)),
            (_, None) | (None, _) => None,
        };
    }
}

/// A database is read from several files.
fn companion_identities(path: &Path) -> impl Iterator<Item = Identity> {
    companions(path).into_iter().filter_map(|path| {
        fs::metadata(&path).and_then(|metadata| Identity::of(&path, &metadata)).ok()
    })
}
