//! The property of replacement: the old file or the new one, whatever fails and whenever.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::{Encoder, Replacement, Sink};
use crate::compression::Compression;

const OLD: &[u8] = b"the old games";

/// A disk that is full after some bytes, or that cannot bring them to rest.
struct FailingDisk {
    file: fs::File,
    left: usize,
    syncs: bool,
}

impl Write for FailingDisk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        // Part of the bytes, as on a disk that fills up.
        let n = self.file.write(&bytes[..bytes.len().min(self.left)])?;
        self.left -= n;
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Sink for FailingDisk {
    fn sync(&mut self) -> io::Result<()> {
        if self.syncs { self.file.sync() } else { Err(io::ErrorKind::StorageFull.into()) }
    }
}

fn new_content() -> Vec<u8> {
    (0..60_u32).flat_map(|i| (i.wrapping_mul(2_654_435_761)).to_le_bytes()).collect()
}

fn replace(
    target: &Path,
    compression: Option<Compression>,
    left: usize,
    syncs: bool,
) -> io::Result<()> {
    let mut new =
        Replacement::create(target, compression, |file| FailingDisk { file, left, syncs })?;
    for part in new_content().chunks(37) {
        new.write_all(part)?;
    }
    new.commit()
}

/// The names in a folder, to see what was left behind.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn packed_length(compression: Option<Compression>) -> usize {
    let mut encoder = Encoder::new(Vec::new(), compression).unwrap();
    encoder.write_all(&new_content()).unwrap();
    encoder.finish().unwrap().len()
}

#[test]
fn the_old_file_stays_whole_wherever_the_disk_fails() {
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("games");
    let streams = Compression::ALL.into_iter().filter(|one| *one != Compression::Zip).map(Some);
    for compression in streams.chain([None]) {
        let length = packed_length(compression);
        for left in 0..length {
            fs::write(&target, OLD).unwrap();
            let error = replace(&target, compression, left, true).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{compression:?} {left}");
            assert_eq!(fs::read(&target).unwrap(), OLD, "{compression:?} {left}");
            assert_eq!(names_in(dir.path()), ["games"], "{compression:?} {left}");
        }
        replace(&target, compression, length, false).unwrap_err();
        assert_eq!(fs::read(&target).unwrap(), OLD, "{compression:?}, at the end");
        replace(&target, compression, length, true).unwrap();
        assert_eq!(fs::read(&target).unwrap().len(), length, "{compression:?}");
        assert_eq!(names_in(dir.path()), ["games"]);
    }
}

/// The files in the folder at the time of a kill, while the new content is written.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_is_being_written_has_no_name() {
    use rustix::fs::{Mode, OFlags, open};
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("games");
    fs::write(&target, OLD).unwrap();
    let probe = open(dir.path(), OFlags::TMPFILE | OFlags::WRONLY, Mode::RUSR);
    if probe.is_err() || fs::metadata("/proc/self/fd").is_err() {
        return println!("skipped: this file system has no files without names");
    }
    for is_done in [false, true] {
        let mut new = Replacement::create(&target, None, |file| file).unwrap();
        new.write_all(&new_content()).unwrap();
        new.flush().unwrap();
        assert_eq!(names_in(dir.path()), ["games"]);
        if is_done {
            new.commit().unwrap();
        } else {
            drop(new);
            assert_eq!(fs::read(&target).unwrap(), OLD);
        }
        assert_eq!(names_in(dir.path()), ["games"]);
    }
    assert_eq!(fs::read(&target).unwrap(), new_content());
}

#[test]
fn a_file_that_did_not_exist_appears_whole_or_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("games");
    replace(&target, None, 10, true).unwrap_err();
    assert!(names_in(dir.path()).is_empty());
    replace(&target, None, usize::MAX, true).unwrap();
    assert_eq!(fs::read(&target).unwrap(), new_content());
}

#[cfg(unix)]
#[test]
fn the_permissions_of_the_old_file_are_kept() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("games");
    fs::write(&target, OLD).unwrap();
    for mode in [0o600, 0o644, 0o664, 0o755] {
        fs::set_permissions(&target, fs::Permissions::from_mode(mode)).unwrap();
        replace(&target, None, usize::MAX, true).unwrap();
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o7777, mode);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_attributes_of_the_old_file_are_kept() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("games");
    fs::write(&target, OLD).unwrap();
    // The attribute that `setfacl -m u:1:rw` writes: a version, then entries of tag, rights and
    // user.
    let entries: [(u16, u16, u32); 5] = [
        (0x01, 6, u32::MAX),
        (0x02, 6, 1),
        (0x04, 4, u32::MAX),
        (0x10, 6, u32::MAX),
        (0x20, 0, u32::MAX),
    ];
    let mut list = 2_u32.to_le_bytes().to_vec();
    for (tag, rights, user) in entries {
        list.extend(tag.to_le_bytes());
        list.extend(rights.to_le_bytes());
        list.extend(user.to_le_bytes());
    }
    let long = vec![b'x'; 3000];
    let attributes = [
        ("user.comment", &b"a gift"[..]),
        ("user.long", &long),
        ("system.posix_acl_access", &list),
    ];
    let is_set = |(name, value): &(&str, &[u8])| {
        setxattr(&target, *name, value, XattrFlags::empty()).is_ok()
    };
    let set: Vec<_> = attributes.into_iter().filter(is_set).collect();
    if set.is_empty() {
        return println!("skipped: this file system has no extended attributes");
    }
    replace(&target, None, usize::MAX, true).unwrap();
    assert_eq!(fs::read(&target).unwrap(), new_content());
    for (name, value) in set {
        let mut bytes = vec![0; 4096];
        let n = getxattr(&target, name, &mut bytes).unwrap();
        assert_eq!(&bytes[..n], value, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_new_file_has_the_permissions_of_any_new_file() {
    let dir = tempfile::tempdir().unwrap();
    let (ordinary, target) = (dir.path().join("ordinary"), dir.path().join("games"));
    fs::write(&ordinary, "").unwrap();
    replace(&target, None, usize::MAX, true).unwrap();
    let permissions = |path: &Path| fs::metadata(path).unwrap().permissions();
    assert_eq!(permissions(&target), permissions(&ordinary));
}

#[cfg(unix)]
#[test]
fn a_link_stays_and_the_file_behind_it_changes() {
    use std::os::unix::fs::symlink;
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::create_dir(at("sub")).unwrap();
    fs::write(at("sub/games"), OLD).unwrap();
    symlink("sub/games", at("first")).unwrap();
    symlink("first", at("second")).unwrap();
    replace(&at("second"), None, usize::MAX, true).unwrap();
    assert_eq!(fs::read(at("sub/games")).unwrap(), new_content());
    assert!(fs::symlink_metadata(at("second")).unwrap().is_symlink());

    symlink("sub/missing", at("dangling")).unwrap();
    replace(&at("dangling"), None, usize::MAX, true).unwrap();
    assert_eq!(fs::read(at("sub/missing")).unwrap(), new_content());

    symlink("circle", at("circle")).unwrap();
    assert!(replace(&at("circle"), None, usize::MAX, true).is_err());
}

/// Each of many threads reads a number, adds one, and writes it only if the file is what it read;
/// else it begins again. No addition is lost.
#[cfg(unix)]
#[test]
fn no_edit_of_another_program_is_overwritten() {
    use crate::identity::Stamp;
    const N_THREADS: u64 = 4;
    const N_EDITS: u64 = 25;
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("games");
    fs::write(&target, "1000").unwrap();
    let edit = || {
        let stamp = Stamp::of_path(&target).unwrap();
        let number: u64 = fs::read_to_string(&target).unwrap().parse().unwrap();
        let mut new = Replacement::create(&target, None, |file| file).unwrap();
        new.write_all((number + 1).to_string().as_bytes()).unwrap();
        new.commit_if(|| Stamp::of_path(&target).is_ok_and(|now| now == stamp)).unwrap()
    };
    std::thread::scope(|scope| {
        for _ in 0..N_THREADS {
            scope.spawn(|| {
                let mut done_count = 0;
                while done_count < N_EDITS {
                    done_count += u64::from(edit());
                }
            });
        }
    });
    let expected = (1000 + N_THREADS * N_EDITS).to_string();
    assert_eq!(fs::read_to_string(&target).unwrap(), expected);
}
