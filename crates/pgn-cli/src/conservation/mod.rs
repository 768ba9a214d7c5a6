//! The numbers of games read and written, which every verb compares before it commits its output.
//!
//! Start at [`Games`].

use pgn_db::error::{Error, ErrorKind};

#[cfg(test)]
mod tests;

/// The numbers of games of one run that were read and written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Games {
    /// Games that were read.
    pub(crate) n_in: u64,
    /// Games that were written to the output.
    pub(crate) n_out: u64,
    /// Games that were written, or intentionally left, elsewhere: to the file of rejects, or
    /// nowhere because the verb was limited to some games.
    pub(crate) n_rejected: u64,
}

impl Games {
    /// Compares the numbers. Call it before the output is committed: then the old file still
    /// exists.
    ///
    /// # Errors
    /// If a game was read and went nowhere, or came from nowhere: a bug in the program.
    pub(crate) fn close(self, verb: &str) -> Result<(), Error> {
        let Games { n_in, n_out, n_rejected } = self;
        if n_out.checked_add(n_rejected) == Some(n_in) {
            return Ok(());
        }
        let rejected = match n_rejected {
            0 => String::new(),
            n => format!(" and {n} were rejected"),
        };
        let why = format!("{n_in} games went in, {n_out} came out{rejected}");
        let hint = "this is a bug in the program; nothing was written";
        Err(Error::new(ErrorKind::Io, verb, why).with_hint(hint))
    }
}
