//! Writing the games that are wanted, in the order in which they came.
//!
//! Owns: where each game goes. Knows nothing of: why two games are one.
//! Standard: none.
//! Start at [`Placing`], which collects.

use std::io::Write as _;

use super::Which;
use super::group::Groups;
use super::unite::United;
use crate::memory::temporary_trouble;
use crate::output::Output;
use crate::rewrite::Report;
use crate::tally::Games;
use crate::terminal::Console;
use pgn_db::carry::{Counts, Load, open_parcel};
use pgn_db::dedupe::{Role, Roles};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::scan::{Chunk, Collect, SourceInfo};
use pgn_db::sort::Folder;

/// What is written, and where it goes.
pub(super) struct Sharing {
    /// Nothing is written if there is none.
    pub(super) which: Option<Which>,
    pub(super) output: Output,
    /// For games that are not wanted.
    pub(super) rejects: Option<Output>,
}

impl Sharing {
    fn wants(&self, role: Role) -> bool {
        let is_copy = matches!(role, Role::Copy { .. });
        match self.which {
            Some(Which::Kept) => !is_copy,
            Some(Which::Copies) => is_copy,
            Some(Which::Groups) => role != Role::Single,
            Some(Which::Single) => role == Role::Single,
            None => false,
        }
    }

    /// Brings all to its place.
    pub(super) fn commit(self) -> Result<(), Error> {
        if self.which.is_none() {
            return Ok(());
        }
        // The games that are left out are safe before the others appear.
        self.rejects.map_or(Ok(()), Output::commit)?;
        self.output.commit()
    }
}

/// Takes the texts of games in order and places them.
pub(super) struct Placing<'a> {
    sharing: Sharing,
    roles: Roles,
    folder: &'a Folder,
    report: Report<'a>,
    pub(super) united: Option<United>,
    pub(super) groups: Option<&'a mut Groups>,
    games: Games,
    carried: Counts,
}

impl<'a> Placing<'a> {
    pub(super) fn new(
        sharing: Sharing,
        roles: Roles,
        folder: &'a Folder,
        console: &'a Console,
    ) -> Placing<'a> {
        Placing {
            sharing,
            roles,
            folder,
            report: Report::new(console, ""),
            united: None,
            groups: None,
            games: Games::default(),
            carried: Counts::default(),
        }
    }

    /// Closes the account; `n_games` were read the first time.
    pub(super) fn finish(self, n_games: u64) -> Result<Sharing, Error> {
        if self.games.n_in != n_games {
            let why = format!("held {n_games} games and then {}", self.games.n_in);
            let error = Error::new(ErrorKind::Io, "the input", why);
            return Err(error.with_hint("it has changed while it was read; nothing was written"));
        }
        self.games.close("dedupe")?;
        Ok(self.sharing)
    }

    fn place(&mut self, chunk: &Chunk, region_idx: usize, parcel: &[u8]) -> Result<(), Error> {
        let trouble = |error| temporary_trouble(self.folder, error);
        let game = self.games.n_in;
        self.games.n_in += 1;
        let role = self.roles.of(game).map_err(trouble)?;
        if role != Role::Single
            && let Some(groups) = &mut self.groups
            && let Some(region) = chunk.regions().nth(region_idx)
        {
            groups.take((game, role, &self.roles), (chunk, &region), parcel).map_err(trouble)?;
        }
        let mut new_text = None;
        if role == Role::Kept
            && let Some(united) = &mut self.united
        {
            new_text = united.of(game).map_err(trouble)?;
        }
        let text = new_text.as_deref().unwrap_or(open_parcel(parcel).text);
        let wants = self.sharing.wants(role);
        let target = match wants {
            true => Some(&mut self.sharing.output),
            false => self.sharing.rejects.as_mut(),
        };
        if let Some(output) = target {
            output.write_all(text).map_err(|error| output.trouble(error))?;
        }
        match wants {
            true => self.games.n_out += 1,
            false => self.games.n_rejected += 1,
        }
        Ok(())
    }
}

impl Collect<Load> for Placing<'_> {
    fn begin(&mut self, _: &SourceInfo) -> Result<(), Error> {
        self.carried = Counts::default();
        Ok(())
    }

    fn take(&mut self, chunk: Chunk, load: Load) -> Result<(), Error> {
        self.carried.join(load.counts);
        for carriage in load.carriages() {
            self.place(&chunk, carriage.region_idx, carriage.parcel)?;
        }
        if self.sharing.which == Some(Which::Kept) {
            for tail in load.tails() {
                let output = &mut self.sharing.output;
                let text = open_parcel(tail).text;
                output.write_all(text).map_err(|error| output.trouble(error))?;
            }
        }
        Ok(())
    }

    fn end(&mut self, source: &SourceInfo, _: Result<(), Error>) -> Result<(), Error> {
        // What is wrong with a source was told when it was read first.
        self.report.tell_carried(&source.name, self.carried);
        Ok(())
    }

    fn trouble(&mut self, _: Error) -> Result<(), Error> {
        Ok(())
    }
}
