//! A file written next to its target, which it replaces when it is complete.

use std::fs;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::thread;
#[cfg(unix)]
use std::time::{Duration, Instant};

#[cfg(unix)]
use rustix::io::Errno;

use super::encoder::Encoder;
use super::unfinished::Unfinished;
use crate::compression::Compression;
use crate::identity::{folder_of, follow};

/// How much is gathered before the system is called.
pub const BUFFER_BYTES: usize = 64 << 10;

/// Where the bytes of a file go. [`fs::File`] is one; tests have others, which fail.
pub trait Sink: Write {
    /// Has the system put on the disk what was written so far.
    ///
    /// # Errors
    ///
    /// Errors of the system; some disks report only here that they are full.
    fn sync(&mut self) -> io::Result<()>;
}

impl Sink for fs::File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }
}

/// A new content for a file.
///
/// It is written to a temporary file in the same folder. If the system supports it, that file has
/// no name, so that not even a kill leaves anything behind. [`commit`](Replacement::commit) flushes
/// it to disk and renames it over the target; dropping it without that removes it. If anything
/// fails at any time, the target keeps its old content.
///
/// The permission bits of the old target are kept, and its owner, extended attributes and access
/// lists where the system allows it; not on Windows. Other names (hard links) of the old file keep
/// the old content.
pub struct Replacement<S: Sink> {
    writer: Encoder<BufWriter<S>>,
    temporary: Unfinished,
    target: PathBuf,
}

impl<S: Sink> Replacement<S> {
    /// Begins new content for `target`, whose links are followed; it need not exist. `wrap` makes
    /// the sink from the temporary file.
    ///
    /// # Errors
    ///
    /// If the target is a folder or may not be written, and if no file can be created next to it.
    pub fn create(
        target: &Path,
        compression: Option<Compression>,
        wrap: impl FnOnce(fs::File) -> S,
    ) -> io::Result<Replacement<S>> {
        let target = follow(target)?;
        let old = match fs::metadata(&target) {
            Ok(old) => Some(old),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            return Err(io::Error::other("is not a file that can be replaced"));
        }
        // The folder may be writable although the file is not. Write-protected files are not
        // replaced.
        let open = |_| fs::OpenOptions::new().write(true).open(&target);
        let old_file = old.as_ref().map(open).transpose()?;
        let (file, temporary) = Unfinished::create_unnamed_in(folder_of(&target))?;
        if let (Some(old), Some(old_file)) = (&old, &old_file) {
            keep_owner(&file, old);
            file.set_permissions(old.permissions())?;
            keep_attributes(&file, old_file);
        }
        let writer = Encoder::new(BufWriter::with_capacity(BUFFER_BYTES, wrap(file)), compression)?;
        Ok(Replacement { writer, temporary, target })
    }

    /// The file that will be replaced, links followed.
    #[must_use]
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Puts the new content in the place of the old one.
    ///
    /// # Errors
    ///
    /// Errors of the system; the old content then remains.
    pub fn commit(self) -> io::Result<()> {
        self.commit_if(|| true).map(|_| ())
    }

    /// The same, if `may_replace` returns true when everything is written; returns its result. On
    /// systems with locks, no other program that uses them replaces the target between the call and
    /// the renaming.
    ///
    /// # Errors
    ///
    /// Errors of the system; the old content then remains.
    pub fn commit_if(self, may_replace: impl FnOnce() -> bool) -> io::Result<bool> {
        let (temporary, target) = self.finish()?;
        let _lock = lock(&target);
        let is_wanted = may_replace();
        if is_wanted {
            temporary.rename(&target)?;
            sync_folder(folder_of(&target));
        }
        Ok(is_wanted)
    }
}

impl<S: Sink> Replacement<S> {
    /// Flushes the whole new content to disk. It has no name yet.
    pub(super) fn finish(self) -> io::Result<(Unfinished, PathBuf)> {
        let Replacement { writer, temporary, target } = self;
        let mut sink = writer.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        sink.sync()?;
        // Windows does not rename a file that is open.
        drop(sink);
        Ok((temporary, target))
    }

    /// Gives incomplete content the name of the target if that is free, otherwise the name from
    /// [`partial_path`], which is returned.
    ///
    /// # Errors
    ///
    /// Errors of the system; then the old content stays.
    pub fn commit_unless_occupied(mut self) -> io::Result<Option<PathBuf>> {
        if fs::symlink_metadata(&self.target).is_err() {
            return self.commit().map(|()| None);
        }
        self.target = partial_path(&self.target);
        let partial = self.target.clone();
        self.commit().map(|()| Some(partial))
    }
}

/// The name of an incomplete new content for `target`: `NAME.partial` in the same folder.
#[must_use]
pub fn partial_path(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".partial");
    PathBuf::from(name)
}

/// The maximum wait for the lock of a file, which other programs hold only for a moment; one that
/// holds it longer has another reason.
#[cfg(unix)]
const LOCK_WAIT: Duration = Duration::from_secs(2);

/// Keeps other programs from replacing a file, until what is returned is dropped. Whoever gets the
/// lock of a file that was replaced meanwhile finds another file under its name.
#[cfg(unix)]
fn lock(target: &Path) -> Option<fs::File> {
    use rustix::fs::{FlockOperation, flock};
    let file = fs::File::open(target).ok()?;
    let until = Instant::now() + LOCK_WAIT;
    while flock(&file, FlockOperation::NonBlockingLockExclusive) == Err(Errno::WOULDBLOCK)
        && Instant::now() < until
    {
        thread::sleep(Duration::from_millis(2));
    }
    Some(file)
}

#[cfg(not(unix))]
fn lock(_target: &Path) {}

impl<S: Sink> Write for Replacement<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Of what is compressed no part can be written again.
impl<S: Sink + Seek> Seek for Replacement<S> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match &mut self.writer {
            Encoder::Plain(writer) => writer.seek(to),
            _ => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}

/// Gives the new file to the owner and group of the old one. Only the superuser may give files
/// away; for others, the new file is their own, as with every editor.
#[cfg(unix)]
fn keep_owner(file: &fs::File, old: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let _ = fchown(file, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_file: &fs::File, _old: &fs::Metadata) {}

/// Copies the extended attributes of the old file to the new one, as far as the system allows it.
/// On Linux, they include access control lists.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn keep_attributes(file: &fs::File, old: &fs::File) {
    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fremovexattr, fsetxattr};
    let read = |get: &dyn Fn(&mut [u8]) -> rustix::io::Result<usize>| -> Vec<u8> {
        let mut bytes = vec![0; ATTRIBUTE_BYTES_MAX];
        let n = get(&mut bytes).unwrap_or(0);
        bytes.truncate(n);
        bytes
    };
    let names = |file: &fs::File| -> Vec<Vec<u8>> {
        let names = read(&|bytes| flistxattr(file, bytes));
        let names = names.split(|byte| *byte == 0).filter(|name| !name.is_empty());
        names.map(<[u8]>::to_vec).collect()
    };
    let kept = names(old);
    // The folder may give new files an access list that the old one does not have.
    for name in names(file).iter().filter(|name| !kept.contains(name)) {
        let _ = fremovexattr(file, &**name);
    }
    for name in &kept {
        let value = read(&|bytes| fgetxattr(old, &**name, bytes));
        let _ = fsetxattr(file, &**name, &value, XattrFlags::empty());
    }
}

/// The longest list of names, and the longest value, that Linux has.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
const ATTRIBUTE_BYTES_MAX: usize = 64 << 10;

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn keep_attributes(_file: &fs::File, _old: &fs::File) {}

/// Flushes the new name to disk. Not every system supports this; the content is safe either way.
pub fn sync_folder(folder: &Path) {
    if let Ok(folder) = fs::File::open(folder) {
        let _ = folder.sync_all();
    }
}
