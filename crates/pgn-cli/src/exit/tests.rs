//! The numbers of the exit status.

use super::Exit;
use pgn_db::error::{Error, ErrorKind};

#[test]
fn the_graver_end_wins() {
    assert_eq!(Exit::Clean.max(Exit::Findings).max(Exit::Clean).status(), 1);
    assert_eq!(Exit::Failed.max(Exit::Findings).status(), 2);
    assert_eq!(Exit::default().status(), 0);
}

#[test]
fn a_closed_pipe_is_success() {
    assert_eq!(Exit::of(&Error::new(ErrorKind::ClosedPipe, "standard output", "x")), Exit::Clean);
    assert_eq!(Exit::of(&Error::new(ErrorKind::NotFound, "a", "x")), Exit::Failed);
}
