//! The messages and kinds of errors.

use std::io;

use super::{Error, ErrorKind, printable};

#[test]
fn a_hint_follows_in_parentheses() {
    let error = Error::new(ErrorKind::SameFile, "a.pgn", "is also an input")
        .with_hint("write to another name");
    assert_eq!(error.to_string(), "a.pgn: is also an input (write to another name)");
    assert_eq!(error.hint(), Some("write to another name"));
}

#[test]
fn context_stands_before_the_name_outermost_first() {
    let error =
        Error::new(ErrorKind::Io, "a.pgn", "lost").with_context("sorting").with_context("all");
    assert_eq!(error.to_string(), "all: sorting: a.pgn: lost");
}

#[test]
fn a_name_cannot_break_the_line_or_steer_the_terminal() {
    let error = Error::new(ErrorKind::NotFound, "a\nb\u{1b}[31m\u{202e}.pgn", "no such file");
    assert_eq!(error.to_string(), "a\\nb\\u{1b}[31m\\u{202e}.pgn: no such file");
    assert_eq!(printable("Réti ½"), "Réti ½");
}

#[test]
fn the_system_speaks_plainly() {
    let check = |kind: io::ErrorKind, expected_kind, expected: &str| {
        let error = Error::from_io("x", io::Error::from(kind));
        assert_eq!((error.kind(), error.to_string()), (expected_kind, format!("x: {expected}")));
    };
    check(io::ErrorKind::NotFound, ErrorKind::NotFound, "no such file or folder");
    check(io::ErrorKind::PermissionDenied, ErrorKind::PermissionDenied, "no permission");
    check(io::ErrorKind::StorageFull, ErrorKind::StorageFull, "no space left on the disk");
    check(io::ErrorKind::BrokenPipe, ErrorKind::ClosedPipe, "the reader has stopped reading");
}

#[test]
fn the_number_of_the_system_is_left_out() {
    // EIO has the number 5 on every Unix.
    let text = Error::from_io("x", io::Error::from_raw_os_error(5)).to_string();
    assert!(!text.contains("os error"), "{text}");
}
