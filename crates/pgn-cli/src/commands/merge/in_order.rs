//! Files that are in order already: merged while they are read, and not sorted anew.
//!
//! Owns: which games stay, as a bit for each; the account. Knows nothing of: when games are one,
//! which game comes next.
//! Standard: §12. Decisions: D-42.
//! Start at [`Files::look`].

use std::io::{self, Write as _};

use super::super::dedupe::{Target, United};
use crate::memory::temporary_trouble;
use crate::output::Output;
use crate::rewrite::Report;
use crate::tally::Games;
use pgn_db::carry::{Carriage, open_parcel};
use pgn_db::dedupe::{Role, Roles};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::merge::{Merger, Moved, in_order};
use pgn_db::sort::{Folder, NoTail, Sorter};
use pgn_db::source::Inputs;

/// Files that are in order.
pub(super) struct Files {
    files: Vec<Inputs>,
    /// How many sources each has; an archive has several.
    n_sources: Vec<usize>,
}

impl Files {
    /// These files, if they are in order and can be read side by side.
    pub(super) fn look(inputs: &Inputs, merger: &Merger) -> Result<Option<Files>, Error> {
        let order = merger.collation.tags_first();
        let files = inputs.each();
        if order.criteria().is_empty() || !merger.holds(files.len()) {
            return Ok(None);
        }
        let n_sources = in_order(inputs.each(), merger.options, &order)?;
        Ok(n_sources.map(|n_sources| Files { files, n_sources }))
    }

    /// The number of the first game of each file, given the games of each source.
    fn firsts(&self, n_by_source: &[u64]) -> Vec<u64> {
        let mut sources = n_by_source.iter();
        let mut next = 0;
        let mut first_of = |n_sources: &usize| {
            let first = next;
            next += sources.by_ref().take(*n_sources).sum::<u64>();
            first
        };
        self.n_sources.iter().map(&mut first_of).collect()
    }

    /// Writes the games that stay. `has_told` says that what moving games takes was told before.
    pub(super) fn write(
        self,
        merger: Merger,
        marks: Marks,
        n_by_source: &[u64],
        account: &mut Account<'_>,
    ) -> Result<(), Error> {
        let firsts = self.firsts(n_by_source);
        let Marks { stays, moved, .. } = marks;
        let output = &mut *account.output;
        let stays = |number: u64| stays.has(number);
        let merged = merger.run(self.files, firsts, stays, moved, |parcel| {
            let text = open_parcel(parcel).text;
            output.write_all(text).map_err(|error| output.trouble(error))
        })?;
        if let Some(report) = account.report {
            merged.ends.iter().for_each(|(name, carried)| report.tell_carried(name, *carried));
        }
        let n_read = merged.ends.iter().map(|(_, it)| it.n_games + it.n_unwanted).sum::<u64>();
        if n_read != account.n_read {
            let why = format!("held {} games and then {n_read}", account.n_read);
            let error = Error::new(ErrorKind::Io, "the input", why);
            return Err(error.with_hint("it has changed while it was read; nothing was written"));
        }
        Games { n_in: n_read, n_out: merged.n_games, n_rejected: account.n_rejected }.close("merge")
    }
}

/// What is to come out, and where.
pub(super) struct Account<'a> {
    pub(super) output: &'a mut Output,
    /// Games that were read the first time.
    pub(super) n_read: u64,
    /// Copies, and games that are not wanted.
    pub(super) n_rejected: u64,
    /// Where is told what moving games took, if it was not told before.
    pub(super) report: Option<&'a Report<'a>>,
}

/// Which games stay where they are, and which have another text.
pub(super) struct Marks {
    stays: Bits,
    moved: Moved,
    folder: Folder,
}

impl Marks {
    pub(super) fn new(merger: &Merger) -> Marks {
        let folder = merger.folder.clone();
        let sorter = Sorter::new(folder.clone(), NoTail, merger.budget.halved());
        let moved = Moved::new(&merger.collation, sorter);
        Marks { stays: Bits::default(), moved, folder }
    }

    /// Takes all games that are no copies.
    pub(super) fn take(&mut self, roles: &mut Roles, united: Option<United>) -> io::Result<()> {
        let mut united = united;
        for number in 0..roles.counts().n_games {
            let new = match (roles.of(number)?, &mut united) {
                (Role::Copy { .. }, _) => continue,
                (Role::Kept, Some(united)) => united.of(number)?,
                (Role::Kept, None) | (Role::Single, _) => None,
            };
            self.mark(number, new.as_deref())?;
        }
        Ok(())
    }

    fn mark(&mut self, number: u64, new: Option<&[u8]>) -> io::Result<()> {
        match new {
            Some(parcel) => self.moved.push(number, parcel),
            None => {
                self.stays.set(number);
                Ok(())
            }
        }
    }
}

impl Target for Marks {
    fn game(&mut self, number: u64, _: Carriage<'_>, new: Option<&[u8]>) -> Result<(), Error> {
        self.mark(number, new).map_err(|error| temporary_trouble(&self.folder, error))
    }

    // It is written with the games of its file.
    fn outside(&mut self, _: &[u8]) -> Result<(), Error> {
        Ok(())
    }
}

/// A bit for each game.
#[derive(Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn set(&mut self, number: u64) {
        let at = (number / 64) as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        self.0[at] |= 1 << (number % 64);
    }

    fn has(&self, number: u64) -> bool {
        self.0.get((number / 64) as usize).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }
}
