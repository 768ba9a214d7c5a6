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
    pub(crate) input_count: u64,
    /// Games that were written to the output.
    pub(crate) output_count: u64,
    /// Games that were written, or intentionally left, elsewhere: to the file of rejects, or
    /// nowhere because the verb was limited to some games.
    pub(crate) rejected_count: u64,
}

impl Games {
    /// Compares the numbers. Call it before the output is committed: then the old file still
    /// exists.
    ///
    /// # Errors
    /// If a game was read and went nowhere, or came from nowhere: a bug in the program.
    pub(crate) fn close(self, verb: &str) -> Result<(), Error> {
        let Games { input_count, output_count, rejected_count } = self;
        if output_count.checked_add(rejected_count) == Some(input_count) {
            return Ok(());
        }
        let rejected = match rejected_count {
            0 => String::new(),
            n => format!(" and {n} were rejected"),
        };
        let why = format!("{input_count} games went in, {output_count} came out{rejected}");
        let hint = "this is a bug in the program; nothing was written";
        Err(Error::new(ErrorKind::Io, verb, why).with_hint(hint))
    }
}
