//! Sources opened one after the other: recognized, unpacked, made UTF-8.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use super::ahead::Ahead;
use super::archive::{self, Listing, Member, Method};
use super::codec::{UNPACK_BYTES_MAX, codec_for};
use super::decoder::{Decoder, Follow};
use super::expand::{Inputs, SourceEntry, Unopened};
use super::frame::{Frames, Telling};
use super::legacy_encoding;
use super::note::{Note, Notes};
use super::spool::{Spooled, Stamps};
use super::transcode::{
    DatabaseOptions, Format, Input, RecordProgress, case_distance, is_companion, is_text,
    program_and_file, refuse_by_name,
};
use super::utf16::{Utf16Reader, sight};
use super::window::{Counted, Peeked, SharedCount, SharedFile, Window};
use super::{Origin, Source};
use crate::compression::{
    Compression, HEAD_BYTES, Recognized, Wanted, is_archive_name, is_game_file_name,
};
use crate::error::{Error, ErrorKind};
use crate::identity::{Identity, Stamp};
use pgnkit::charset::Choice;

/// How many compressions may lie around each other: `games.zip/1.pgn.gz` has two.
const LAYERS_MAX: usize = 2;

/// A smaller file is unpacked faster than threads are started for it.
const AHEAD_BYTES_MIN: u64 = 128 << 10;

/// The number of first bytes that show the notation of a text: the first comment follows the tags.
const TEXT_HEAD_BYTES: usize = 4 << 10;

/// How large an archive from a pipe may be. It is kept on the disk, because the list of members
/// is at its end.
const SPOOL_BYTES_MAX: u64 = 16 << 30;

/// The sources of a command, opened one after the other.
///
/// Yields an error for each that cannot be opened, and goes on with the next.
#[derive(Debug)]
pub struct Sources {
    entries: std::vec::IntoIter<Result<SourceEntry, Error>>,
    /// The entries of an archive, to be read before the next input.
    waiting: VecDeque<Result<Packed, Error>>,
    run: SharedCount,
    how: Unpacking,
    wanted: Wanted,
    stamps: Stamps,
    members: MemberCounts,
    unopened: Unopened,
}

/// How many members of archives the sources of a command are made of, and how many are passed over
/// because of their names; grows while the sources are read.
///
/// Clones share the counts. Hidden members and those that belong to a database are not counted.
#[derive(Clone, Debug, Default)]
pub struct MemberCounts {
    read: SharedCount,
    skipped: SharedCount,
}

impl MemberCounts {
    /// Members that are read.
    #[must_use]
    pub fn read_count(&self) -> u64 {
        self.read.get()
    }

    /// Members that are passed over.
    #[must_use]
    pub fn skipped_count(&self) -> u64 {
        self.skipped.get()
    }

    fn add(&self, is_read: bool) {
        if is_read { &self.read } else { &self.skipped }.add(1);
    }
}

/// How compressions are taken off.
#[derive(Clone, Copy, Debug)]
struct Unpacking {
    thread_count: NonZeroUsize,
    /// How much memory it may take, in bytes.
    bytes_max: u64,
    databases: DatabaseOptions,
    /// Whether to report errors of archives, which is done once if they are read twice.
    tells_of_archives: bool,
}

/// Files that belong to a database, in an archive.
type Companions<T> = Vec<(pgn_formats::databases::File, T)>;

/// A member of an archive that is not open yet.
#[derive(Debug)]
struct Packed {
    file: SharedFile,
    stamp: Option<Stamp>,
    member: Member,
    /// The other files of the database that the member is of.
    companions: Companions<Member>,
    name: String,
    origin: Origin,
    notes: Notes,
    layer_count: usize,
    /// Set when the archive is on the disk: then reading the member is progress.
    run: Option<SharedCount>,
}

/// How the text of a source can be looked at before it is read.
enum TextStart {
    /// A file on the disk, and its length.
    File(SharedFile, u64),
    /// More of it may take a while to come.
    Stream,
    Packed,
}

impl TextStart {
    /// That of a text below `layer_count` compressions; `file` is the file that it is read from.
    fn of(origin: &Origin, layer_count: usize, file: Option<(SharedFile, u64)>) -> TextStart {
        match (origin, file) {
            (Origin::File(_), Some((file, len))) if layer_count == 0 => TextStart::File(file, len),
            (Origin::File(_), None) if layer_count == 0 => TextStart::Stream,
            (Origin::Stdin, _) => TextStart::Stream,
            (Origin::File(_) | Origin::Member(_), _) => TextStart::Packed,
        }
    }

    /// Notes the legacy encoding of the text, unless one was named.
    fn recognize<R: Read + Send + 'static>(
        self,
        peeked: Peeked<R>,
        named: Choice,
        notes: &Notes,
    ) -> Box<dyn Read + Send> {
        if named != Choice::Auto {
            return Box::new(peeked);
        }
        let (encoding, read): (_, Box<dyn Read + Send>) = match self {
            TextStart::File(file, len) => {
                // A file that cannot be read is reported when its games are.
                let encoding = legacy_encoding::of_file(&file, len)
                    .unwrap_or_else(|_| legacy_encoding::of_head(peeked.head()));
                (encoding, Box::new(peeked))
            }
            TextStart::Stream => (legacy_encoding::of_head(peeked.head()), Box::new(peeked)),
            TextStart::Packed => {
                let more = Peeked::new(peeked, legacy_encoding::HEAD_BYTES);
                (legacy_encoding::of_head(more.head()), Box::new(more))
            }
        };
        if let Some(encoding) = encoding {
            notes.push(Note::Recognized(encoding));
        }
        read
    }
}

/// Bytes on their way to become a source.
struct Layer {
    name: String,
    origin: Origin,
    size_bytes: Option<u64>,
    stamp: Option<Stamp>,
    read_bytes: SharedCount,
    read: Box<dyn Read + Send>,
    /// The file itself and its length, where the bytes are a whole file on the disk.
    file: Option<(SharedFile, u64)>,
    notes: Notes,
    frames: Frames,
    layer_count: usize,
    /// Its companions in the same archive.
    companions: Companions<Box<dyn Read + Send>>,
}

/// The kind of a layer.
enum Unpacked {
    Source(Source),
    Members(VecDeque<Result<Packed, Error>>),
}

impl Sources {
    pub(crate) fn new(inputs: Inputs) -> Sources {
        let run = inputs.read_bytes();
        let (wanted, stamps) = (inputs.wanted, inputs.stamps);
        let (members, unopened) = (inputs.members, inputs.unopened);
        let bytes_max = UNPACK_BYTES_MAX;
        let how = Unpacking {
            thread_count: NonZeroUsize::MIN,
            bytes_max,
            databases: DatabaseOptions::default(),
            tells_of_archives: !inputs.is_second,
        };
        let (entries, waiting) = (inputs.entries.into_iter(), VecDeque::new());
        Sources { entries, waiting, run, how, wanted, stamps, members, unopened }
    }

    /// Unpacks in this many threads beside the one that reads; with one, in that itself. The text
    /// is the same.
    #[must_use]
    pub fn with_threads(self, thread_count: NonZeroUsize) -> Sources {
        Sources { how: Unpacking { thread_count, ..self.how }, ..self }
    }

    /// Decompresses with at most this many bytes of memory, instead of [`UNPACK_BYTES_MAX`]. Input
    /// that needs more is rejected.
    #[must_use]
    pub fn with_memory(self, bytes_max: u64) -> Sources {
        Sources { how: Unpacking { bytes_max, ..self.how }, ..self }
    }

    /// Reads databases of other programs in this way.
    #[must_use]
    pub fn with_databases(self, databases: DatabaseOptions) -> Sources {
        Sources { how: Unpacking { databases, ..self.how }, ..self }
    }

    fn unpack(&mut self, layer: Result<Layer, Error>) -> Option<Result<Source, Error>> {
        match layer.and_then(|layer| layer.unpack(&self.run, self.how, self.wanted, &self.members))
        {
            Ok(Unpacked::Source(source)) => Some(Ok(source)),
            Ok(Unpacked::Members(members)) => {
                // At the front of the queue, which may be very long.
                members.into_iter().rev().for_each(|member| self.waiting.push_front(member));
                None
            }
            Err(error) => Some(Err(error)),
        }
    }
}

impl Iterator for Sources {
    type Item = Result<Source, Error>;

    fn next(&mut self) -> Option<Result<Source, Error>> {
        loop {
            let (mut was_found, mut is_told) = (false, false);
            let is_entry = self.waiting.is_empty();
            let layer = if let Some(packed) = self.waiting.pop_front() {
                packed.and_then(|packed| packed.open(self.how))
            } else {
                let layer = match self.entries.next()? {
                    Ok(SourceEntry::Stdin(name)) => Ok(Layer::stdin(name, &self.run)),
                    Ok(SourceEntry::File(path)) => Layer::file(path, &self.run),
                    Ok(SourceEntry::Found(path)) => {
                        was_found = true;
                        is_told = !self.how.tells_of_archives && is_archive_name(&path);
                        Layer::file(path, &self.run)
                    }
                    Ok(SourceEntry::Spooled(spooled)) => Ok(Layer::spooled(&spooled, &self.run)),
                    Ok(SourceEntry::Stream(stream)) => {
                        Ok(Layer::stream(stream.name.clone(), stream.take(), &self.run))
                    }
                    Err(error) => Err(error),
                };
                layer.and_then(|layer| match (&layer.origin, &layer.stamp) {
                    (Origin::File(path), Some(stamp)) => {
                        self.stamps.see(path, stamp).map(|()| layer)
                    }
                    _ => Ok(layer),
                })
            };
            let unpacked = self.unpack(layer);
            if is_entry && matches!(unpacked, Some(Err(_))) {
                self.unopened.add();
            }
            match unpacked {
                Some(Err(_)) if is_told => {}
                Some(Err(error)) if was_found && error.kind() == ErrorKind::NoGames => {}
                Some(source) => return Some(source),
                None => {}
            }
        }
    }
}

impl Layer {
    fn stdin(name: String, run: &SharedCount) -> Layer {
        let size_bytes = Identity::of_stream(io::stdin()).map(|(_, len)| len);
        let stream = Layer::stream(name, Box::new(io::stdin()), run);
        Layer { size_bytes, ..stream }
    }

    /// Input that can be read only once, not from a file that could be opened again.
    fn stream(name: String, from: Box<dyn Read + Send>, run: &SharedCount) -> Layer {
        let read_bytes = SharedCount::default();
        let counted = Counted::new(from, &read_bytes, run);
        Layer {
            name,
            origin: Origin::Stdin,
            size_bytes: None,
            stamp: None,
            read_bytes,
            read: Box::new(counted),
            file: None,
            notes: Notes::default(),
            frames: Frames::default(),
            layer_count: 0,
            companions: Vec::new(),
        }
    }

    /// Input that could be read only once and was kept, decompressed like any other file.
    fn spooled(spooled: &Spooled, run: &SharedCount) -> Layer {
        let Spooled { name, origin, file, len } = spooled.clone();
        let read_bytes = SharedCount::default();
        let from = Window::new(file.clone(), 0, len);
        let counted = Counted::new(from, &read_bytes, run);
        Layer {
            name,
            origin,
            size_bytes: Some(len),
            stamp: None,
            read_bytes,
            read: Box::new(counted),
            file: Some((file, len)),
            frames: Frames::default(),
            notes: Notes::default(),
            layer_count: 0,
            companions: Vec::new(),
        }
    }

    /// A regular file is read as far as it went when it was opened, so that a log that is being
    /// written is not chased for ever. One that claims to be empty, as those in `/proc` do, and
    /// pipes and devices are read until they end.
    fn file(path: PathBuf, run: &SharedCount) -> Result<Layer, Error> {
        let name = path.to_string_lossy().into_owned();
        let open = || {
            let file = fs::File::open(&path)?;
            let metadata = file.metadata()?;
            Ok((file, metadata))
        };
        let (file, metadata) = open().map_err(|error| Error::from_io(&name, error))?;
        let size_bytes = metadata.is_file().then_some(metadata.len());
        let stamp = metadata.is_file().then(|| Stamp::of(&path, &metadata).ok()).flatten();
        let read_bytes = SharedCount::default();
        let (read, file): (Box<dyn Read + Send>, _) = match size_bytes {
            None => (Box::new(Counted::new(file, &read_bytes, run)), None),
            Some(len) => {
                let shared = SharedFile::new(file);
                let end = if len == 0 { u64::MAX } else { len };
                let from = Window::new(shared.clone(), 0, end);
                (Box::new(Counted::new(from, &read_bytes, run)), Some((shared, len)))
            }
        };
        Ok(Layer {
            name,
            origin: Origin::File(path),
            size_bytes,
            stamp,
            read_bytes,
            read,
            file,
            notes: Notes::default(),
            frames: Frames::default(),
            layer_count: 0,
            companions: Vec::new(),
        })
    }

    /// Takes off one compression after the other until the text appears.
    fn unpack(
        mut self,
        run: &SharedCount,
        how: Unpacking,
        wanted: Wanted,
        counts: &MemberCounts,
    ) -> Result<Unpacked, Error> {
        let mut inner_name = self.name.clone();
        loop {
            let mut peeked = Peeked::new(self.read, HEAD_BYTES);
            if self.layer_count == 0
                && let Some(io_error) = peeked.early_error()
            {
                return Err(Error::from_io(self.name, io_error));
            }
            let compression = match Compression::recognize(peeked.head(), &inner_name) {
                Recognized::Plain => {
                    self.read = Box::new(peeked);
                    return self.into_text(&inner_name, run, how, wanted).map(Unpacked::Source);
                }
                Recognized::Foreign(program) => {
                    let why = format!("packed with {program}, which is not supported");
                    return Err(Error::new(ErrorKind::Unsupported, self.name, why)
                        .with_hint("unpack it first"));
                }
                Recognized::Compressed(_) if self.layer_count == LAYERS_MAX => {
                    let why = format!("compressed more than {LAYERS_MAX} times");
                    return Err(Error::new(ErrorKind::Unsupported, self.name, why)
                        .with_hint("unpack it first"));
                }
                Recognized::Compressed(compression) => compression,
            };
            self.notes.push(Note::Compressed(compression));
            self.layer_count += 1;
            let codec = codec_for(compression, how.bytes_max);
            let codec = codec.map_err(|e| Error::from_io(&self.name, e))?;
            let Some(codec) = codec else {
                self.read = Box::new(peeked);
                return self.into_members(run, how, wanted, counts).map(Unpacked::Members);
            };
            let is_small = self.size_bytes.is_some_and(|bytes| bytes < AHEAD_BYTES_MIN);
            // Of what is compressed twice, no frame can be unpacked alone.
            self.frames = Frames::default();
            let frames =
                if self.layer_count == 1 { self.frames.clone() } else { Frames::default() };
            self.read = if how.thread_count.get() == 1 || is_small {
                let decoder = Decoder::new(peeked, codec, Follow::Members, 0);
                Box::new(Telling { decoder, frames })
            } else {
                let ahead = Ahead::new(peeked, (compression, how.bytes_max), how.thread_count);
                let ahead = ahead.map_err(|error| Error::from_io("threads", error))?;
                Box::new(ahead.telling(frames))
            };
            self.file = None;
            if Compression::of_name(&inner_name) == Some(compression) {
                inner_name.truncate(inner_name.len() - compression.extension().len() - 1);
            }
        }
    }

    /// The innermost layer: text, perhaps in UTF-16, or another format that becomes text.
    fn into_text(
        self,
        inner_name: &str,
        run: &SharedCount,
        how: Unpacking,
        wanted: Wanted,
    ) -> Result<Source, Error> {
        if let Some(compression) = Compression::of_name(inner_name) {
            self.notes.push(Note::NotCompressed(compression));
        }
        let peeked = Peeked::new(self.read, TEXT_HEAD_BYTES);
        let format = match wanted {
            Wanted::Blind => Some(Format::Bgn),
            Wanted::Json => None,
            Wanted::Games | Wanted::Positions | Wanted::Logs | Wanted::Texts => {
                Format::recognize(peeked.head(), inner_name)
            }
        };
        if format.is_none()
            && !is_text(peeked.head())
            && let Some(error) = refuse_by_name(inner_name)
        {
            return Err(error);
        }
        let head = &peeked.head()[..peeked.head().len().min(HEAD_BYTES)];
        let read: Box<dyn Read + Send> = match (format, sight(head)) {
            (Some(format), _) => {
                self.notes.push(Note::Transcoded(format));
                let path = match &self.origin {
                    Origin::File(path) if self.layer_count == 0 => Some(path.as_path()),
                    _ => None,
                };
                let total = self.size_bytes.unwrap_or_default();
                let input = Input {
                    is_empty: peeked.head().is_empty(),
                    read: Box::new(peeked),
                    name: &self.name,
                    path,
                    companions: self.companions,
                    options: how.databases,
                    thread_count: how.thread_count,
                    bytes_max: how.bytes_max,
                    progress: RecordProgress::new(&self.read_bytes, run, total),
                    notes: self.notes.clone(),
                };
                format.transcode(input)?
            }
            (None, None) => {
                // The kept copy of a pipe is treated like the pipe.
                let file = self.file.filter(|_| self.stamp.is_some());
                let start = TextStart::of(&self.origin, self.layer_count, file);
                start.recognize(peeked, how.databases.encoding, &self.notes)
            }
            (None, Some(sighting)) => {
                let (endian, marked) = (sighting.endian, sighting.marked);
                self.notes.push(Note::Utf16 { endian, marked });
                Box::new(Utf16Reader::new(peeked, endian, self.notes.clone()))
            }
        };
        Ok(Source {
            name: self.name,
            origin: self.origin,
            size_bytes: self.size_bytes,
            stamp: self.stamp,
            read_bytes: self.read_bytes,
            read,
            notes: self.notes,
            frames: self.frames,
            unpack_bytes_max: how.bytes_max,
        })
    }

    /// A zip archive: its members, to be opened one after the other.
    fn into_members(
        mut self,
        run: &SharedCount,
        how: Unpacking,
        wanted: Wanted,
        counts: &MemberCounts,
    ) -> Result<VecDeque<Result<Packed, Error>>, Error> {
        let mut io_error = None;
        let on_disk = self.file.is_some();
        let (file, len) = match self.file.take() {
            Some(file) => file,
            None => self.spool(&mut io_error)?,
        };
        let Listing { members, damage } = archive::list(&file, len);
        let mut packed = VecDeque::new();
        let beside: Vec<Member> =
            members.iter().flatten().filter(|it| is_companion(&it.name)).cloned().collect();
        for member in members {
            let member = match member {
                Ok(member) if is_hidden(&member.name) => continue,
                Ok(member) if is_game_file_name(&member.name, wanted) => {
                    counts.add(true);
                    member
                }
                Ok(member) => {
                    // Neither a folder nor a part of a database is a separate file.
                    if !member.name.ends_with('/') && !is_companion(&member.name) {
                        counts.add(false);
                    }
                    continue;
                }
                Err(_) if !how.tells_of_archives => continue,
                Err(error) => {
                    packed.push_back(Err(Error::from_io(&self.name, error)));
                    continue;
                }
            };
            packed.push_back(Ok(Packed {
                file: file.clone(),
                stamp: self.stamp.clone(),
                name: format!("{}/{}", self.name, member.name),
                origin: Origin::Member(Box::new(self.origin.clone())),
                notes: self.notes.copied(),
                layer_count: self.layer_count,
                run: on_disk.then(|| run.clone()),
                companions: companions_among(&beside, &member.name),
                member,
            }));
        }
        if let Some(damage) = damage.filter(|_| how.tells_of_archives) {
            let io_error = io_error.unwrap_or_else(|| damage.into());
            let hint = "everything readable in it was read";
            packed.push_back(Err(Error::from_io(self.name, io_error).with_hint(hint)));
        } else if packed.is_empty() {
            let why = "no game files in this archive";
            return Err(Error::new(ErrorKind::NoGames, self.name, why));
        }
        Ok(packed)
    }

    /// Keeps the archive in a nameless file on the disk. `trouble` is what ended it early.
    fn spool(&mut self, io_error: &mut Option<io::Error>) -> Result<(SharedFile, u64), Error> {
        let keeping = |error| {
            Error::from_io("temporary file", error).with_context(format!("unpacking {}", self.name))
        };
        let mut file = tempfile::tempfile().map_err(keeping)?;
        let mut len = 0;
        let mut buffer = vec![0; 64 << 10];
        loop {
            let n = match self.read.read(&mut buffer) {
                Ok(0) => break,
                Ok(n) => n,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    *io_error = Some(error);
                    break;
                }
            };
            len += n as u64;
            if len > SPOOL_BYTES_MAX {
                let why = "this archive is too large to be read from a pipe";
                return Err(Error::new(ErrorKind::Unsupported, &self.name, why)
                    .with_hint("save it to a file first"));
            }
            file.write_all(&buffer[..n]).map_err(keeping)?;
        }
        Ok((SharedFile::new(file), len))
    }
}

impl Packed {
    fn open(self, how: Unpacking) -> Result<Layer, Error> {
        let Packed { file, stamp, member, companions, name, origin, notes, layer_count, run } =
            self;
        let unsupported = |why: String| Error::new(ErrorKind::Unsupported, &name, why);
        if member.encrypted {
            return Err(unsupported("is encrypted".to_owned()).with_hint("unpack it first"));
        }
        if let Method::Foreign(method) = &member.method {
            let why = format!("packed with {method}, which is not supported");
            return Err(unsupported(why).with_hint("unpack it first"));
        }
        let (read_bytes, run) = (SharedCount::default(), run.unwrap_or_default());
        if let Some((_, other)) = companions.iter().find(|(_, other)| other.encrypted) {
            let why = format!("its file {} is encrypted", other.name);
            return Err(unsupported(why).with_hint("unpack it first"));
        }
        let open = |member: &Member| {
            let from = Window::new(file.clone(), member.start, member.compressed_bytes);
            let packed = Counted::new(from, &read_bytes, &run);
            let read =
                member.unpack(packed, how.bytes_max).map_err(|e| Error::from_io(&name, e))?;
            read.ok_or_else(|| unsupported("packed with an unsupported method".to_owned()))
        };
        let read = open(&member)?;
        let companions = companions
            .iter()
            .map(|(file, member)| Ok((*file, open(member)?)))
            .collect::<Result<_, Error>>()?;
        let size_bytes = Some(member.compressed_bytes);
        Ok(Layer {
            name,
            origin,
            size_bytes,
            stamp,
            read_bytes,
            read,
            file: None,
            notes,
            frames: Frames::default(),
            layer_count,
            companions,
        })
    }
}

/// Whether a member is a hidden file or in a hidden folder, which folders also leave out: macOS
/// puts `__MACOSX/._games.pgn`, which is not a game, next to `games.pgn`.
fn is_hidden(name: &str) -> bool {
    let is_hidden = |part: &str| part.starts_with('.') && !matches!(part, "." | "..");
    name.split('/').any(is_hidden)
}

/// Of the companions in an archive, those of the database with this file of records.
fn companions_among(members: &[Member], name: &str) -> Companions<Member> {
    let Some(Format::Database(program)) = Format::of_name(name) else { return Vec::new() };
    let stem_of = |name: &str| name.rsplit_once('.').map(|(stem, _)| stem.to_ascii_lowercase());
    let is_beside = |member: &&Member| stem_of(&member.name) == stem_of(name);
    let known = members.iter().filter(is_beside).filter_map(|member| {
        let (owner, file) = program_and_file(&member.name)?;
        (owner == program).then(|| (file, member.clone()))
    });
    let mut known: Vec<_> = known.collect();
    // Of several the last counts.
    known.sort_by_key(|(file, member)| std::cmp::Reverse(case_distance(name, &member.name, *file)));
    known
}
