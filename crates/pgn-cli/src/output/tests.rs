//! The law of replacement: the old file or the new one, whatever fails and whenever.
//!
//! Owns: sinks that fail. Knows nothing of: the command line.
//! Standard: none.
//! Start at [`the_old_file_stays_whole_wherever_the_disk_fails`].

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::{Encoder, Output, Replacement, Sink};
use crate::error::ErrorKind;
use crate::source::{Compression, Inputs};

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
        // Part of what is asked for, as a disk does that fills up.
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

#[test]
fn a_file_that_did_not_exist_appears_whole_or_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("games");
    replace(&target, None, 10, true).unwrap_err();
    assert!(names_in(dir.path()).is_empty());
    replace(&target, None, usize::MAX, true).unwrap();
    assert_eq!(fs::read(&target).unwrap(), new_content());
}

#[test]
fn what_is_not_committed_is_not_written() {
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("games");
    fs::write(&target, OLD).unwrap();
    let mut output = Output::open(Some(&target), &Inputs::none()).unwrap();
    output.write_all(b"new").unwrap();
    output.flush().unwrap();
    assert_eq!(names_in(dir.path()).len(), 2, "the temporary file stands beside the target");
    drop(output);
    assert_eq!(fs::read(&target).unwrap(), OLD);
    assert_eq!(names_in(dir.path()), ["games"]);
}

#[test]
fn a_panic_leaves_nothing_behind() {
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("games");
    let path = target.clone();
    let thread = std::thread::spawn(move || {
        let mut output = Output::open(Some(&path), &Inputs::none()).unwrap();
        output.write_all(b"new").unwrap();
        panic!("on purpose");
    });
    assert!(thread.join().is_err());
    assert!(names_in(dir.path()).is_empty());
}

#[test]
fn a_target_that_became_a_folder_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("games");
    let mut output = Output::open(Some(&target), &Inputs::none()).unwrap();
    output.write_all(b"new").unwrap();
    fs::create_dir(&target).unwrap();
    assert!(output.commit().is_err());
    assert_eq!(names_in(dir.path()), ["games"]);
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

#[cfg(unix)]
#[test]
fn a_device_is_written_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let mut output = Output::open(Some(Path::new("/dev/null")), &Inputs::none()).unwrap();
    output.write_all(b"new").unwrap();
    output.commit().unwrap();
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[test]
fn an_input_is_no_output() {
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("games.pgn");
    fs::write(&target, OLD).unwrap();
    let other_name = dir.path().join(".").join("games.pgn");
    for inputs in [dir.path().to_owned(), other_name] {
        let error = Output::open(Some(&target), &Inputs::gather(&[inputs])).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::SameFile);
        assert!(error.to_string().contains("is also an input"), "{error}");
    }
}

#[test]
fn places_that_cannot_be_written_are_named_in_one_line() {
    let dir = tempfile::tempdir().unwrap();
    let check = |name: &str, kind, expected: &str| {
        let path = dir.path().join(name);
        let error = Output::open(Some(&path), &Inputs::none()).err().unwrap();
        let text = error.to_string();
        assert_eq!(error.kind(), kind, "{text}");
        assert_eq!(text, format!("{}: {expected}", path.display()));
    };
    check("", ErrorKind::IsFolder, "is a folder (name a file in it)");
    check("missing/", ErrorKind::IsFolder, "is a folder (name a file in it)");
    let missing = "no such file or folder (its folder must exist)";
    check("missing/games", ErrorKind::NotFound, missing);
    let zip = "zip archives can be read but not written (name it .gz, .zst, .bz2 or .xz)";
    check("games.zip", ErrorKind::Unsupported, zip);
    assert!(names_in(dir.path()).is_empty());
}
