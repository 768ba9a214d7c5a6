//! How the command ends: clean, with findings, or in trouble.
//!
//! Start at [`Exit`].

use std::process::ExitCode;

use pgn_db::error::{Error, ErrorKind};

#[cfg(test)]
mod tests;

/// The exit status of the command. Ordered: the graver one is the greater one, so that
/// `max` joins those of several files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Status 0: done, nothing to report.
    #[default]
    Clean,
    /// Status 1: done, with findings.
    Findings,
    /// Status 2: an error of the command line, a file or the disk.
    Failed,
}

impl Exit {
    /// The number that the shell sees.
    #[must_use]
    pub fn status(self) -> u8 {
        match self {
            Exit::Clean => 0,
            Exit::Findings => 1,
            Exit::Failed => 2,
        }
    }

    /// The exit of a command that stops at `error`. A closed pipe is success: `pgn cat x | head`.
    #[must_use]
    pub fn of(error: &Error) -> Exit {
        match error.kind() {
            ErrorKind::ClosedPipe => Exit::Clean,
            _ => Exit::Failed,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.status())
    }
}
