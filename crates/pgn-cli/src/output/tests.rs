//! Outputs of the command: an output that is not committed leaves nothing, and one that cannot be
//! written is named.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::Output;
use crate::args::MessageArgs;
use pgn_db::error::ErrorKind;
use pgn_db::source::Inputs;

const OLD: &[u8] = b"the old games";

/// The names in a folder, to see what was left behind.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn what_is_not_committed_is_not_written() {
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("games");
    fs::write(&target, OLD).unwrap();
    let mut output = Output::open(Some(&target), &Inputs::none()).unwrap();
    output.write_all(b"new").unwrap();
    output.flush().unwrap();
    // The temporary file is beside the target, hidden, or has no name at all.
    let names = names_in(dir.path());
    let others: Vec<_> = names.iter().filter(|name| *name != "games").collect();
    assert!(others.len() <= 1 && others.iter().all(|name| name.starts_with(".pgn-")), "{names:?}");
    assert_eq!(fs::read(&target).unwrap(), OLD);
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
    assert!(output.commit(&MessageArgs::default().console()).is_err());
    assert_eq!(names_in(dir.path()), ["games"]);
}

#[cfg(unix)]
#[test]
fn a_device_is_written_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let mut output = Output::open(Some(Path::new("/dev/null")), &Inputs::none()).unwrap();
    output.write_all(b"new").unwrap();
    output.commit(&MessageArgs::default().console()).unwrap();
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
