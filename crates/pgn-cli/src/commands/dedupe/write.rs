//! Writing the selected games in input order.

use std::io::Write as _;

use super::Which;
use super::group::Groups;
use super::unite::United;
use crate::collection::Collection;
use crate::conservation::Games;
use crate::memory::temporary_file_error;
use crate::output::Output;
use crate::rewrite::Report;
use crate::terminal::Console;
use pgn_db::dedupe::{Evidence, Relation, Role, Roles};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::extract::{Counts, GameBatch, KeyedGame, open_stored};
use pgn_db::reading::ChunkResult;
use pgn_db::scan::{Chunk, ChunkSink, SourceInfo};
use pgn_db::sort::Folder;
use pgnkit::syntax::{Location, Region};

/// Receives the selected games.
pub(in crate::commands) trait Target {
    /// A game, and its number among the selected ones; `new` is the result of merging it with
    /// others, as a stored game.
    ///
    /// # Errors
    /// Those of writing.
    fn game(&mut self, number: u64, game: KeyedGame<'_>, new: Option<&[u8]>) -> Result<(), Error>;

    /// Text that belongs to no game, as a stored game.
    ///
    /// # Errors
    /// Those of writing.
    fn outside(&mut self, stored: &[u8]) -> Result<(), Error>;
}

impl Target for Output {
    fn game(&mut self, _: u64, game: KeyedGame<'_>, new: Option<&[u8]>) -> Result<(), Error> {
        let text = open_stored(new.unwrap_or(game.stored)).text;
        self.write_all(text).map_err(|error| self.error(error))
    }

    fn outside(&mut self, stored: &[u8]) -> Result<(), Error> {
        self.write_all(open_stored(stored).text).map_err(|error| self.error(error))
    }
}

/// The outputs.
pub(in crate::commands) struct Sharing<T> {
    /// Without one, nothing is written.
    pub(in crate::commands) which: Option<Which>,
    pub(in crate::commands) target: T,
    /// For games that are not selected.
    pub(in crate::commands) rejects: Option<Output>,
}

impl<T> Sharing<T> {
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
}

impl Sharing<Output> {
    /// Brings all to its place.
    pub(super) fn commit(self, console: &Console) -> Result<(), Error> {
        if self.which.is_none() {
            return Ok(());
        }
        // The rejected games are written to disk before the others appear.
        self.rejects.map_or(Ok(()), |rejects| rejects.commit(console))?;
        self.target.commit(console)
    }
}

/// Takes the texts of games in order and places them.
pub(in crate::commands) struct Placing<'a, T> {
    sharing: Sharing<T>,
    roles: Roles,
    /// Games that arrived and are selected: their numbers among those that have roles.
    wanted_count: u64,
    folder: &'a Folder,
    report: Report<'a>,
    pub(in crate::commands) united: Option<United>,
    pub(in crate::commands) groups: Option<&'a mut Groups>,
    /// An input has changed since it was first read.
    has_changed: bool,
    games: Games,
    extracted: Counts,
    unplayable_count: u64,
}

impl<'a, T: Target> Placing<'a, T> {
    pub(in crate::commands) fn new(
        sharing: Sharing<T>,
        roles: Roles,
        folder: &'a Folder,
        console: &'a Console,
    ) -> Placing<'a, T> {
        Placing {
            sharing,
            roles,
            wanted_count: 0,
            folder,
            report: Report::new(console, ""),
            united: None,
            groups: None,
            has_changed: false,
            games: Games::default(),
            extracted: Counts::default(),
            unplayable_count: 0,
        }
    }

    /// The same, with messages about games or records.
    pub(super) fn about(mut self, collection: &Collection) -> Self {
        if collection.has_records() {
            self.report.set_records();
        }
        self
    }

    /// Closes the account; `read_count` games were read the first time.
    pub(in crate::commands) fn finish(self, read_count: u64) -> Result<Sharing<T>, Error> {
        let input_count = self.games.input_count;
        if self.has_changed
            || input_count != read_count
            || self.wanted_count != self.roles.counts().game_count
        {
            let why = "was changed by another program while it was read";
            let error = Error::new(ErrorKind::Io, "the input", why);
            return Err(error.with_hint("nothing was written"));
        }
        self.games.close("dedupe")?;
        Ok(self.sharing)
    }

    /// Writes text that belongs to no game, if the games that stay are written.
    fn place_outside(&mut self, stored: &[u8]) -> Result<(), Error> {
        match self.sharing.which {
            Some(Which::Kept) => self.sharing.target.outside(stored),
            _ => Ok(()),
        }
    }

    fn place(&mut self, chunk: &Chunk, keyed: KeyedGame<'_>) -> Result<(), Error> {
        let KeyedGame { region_idx, stored, .. } = keyed;
        let to_error = |error| temporary_file_error(self.folder, error);
        let game = self.wanted_count;
        self.wanted_count += 1;
        self.games.input_count += 1;
        let role = self.roles.of(game).map_err(to_error)?;
        if role != Role::Single
            && let Some(groups) = &mut self.groups
            && let Some(region) = chunk.regions().nth(region_idx)
        {
            groups.take((game, role, &self.roles), (chunk, &region), stored).map_err(to_error)?;
        }
        if let Role::Copy { evidence, .. } = role
            && evidence.relation == Relation::Conflict
            && let Some(region) = chunk.regions().nth(region_idx)
        {
            self.report_conflict(&evidence, &region, chunk);
        }
        let mut new = None;
        if role == Role::Kept
            && let Some(united) = &mut self.united
        {
            new = united.of(game).map_err(to_error)?;
        }
        if self.sharing.wants(role) {
            self.games.output_count += 1;
            return self.sharing.target.game(game, keyed, new.as_deref());
        }
        self.games.rejected_count += 1;
        match &mut self.sharing.rejects {
            Some(rejects) => rejects.game(game, keyed, None),
            None => Ok(()),
        }
    }

    /// Reports a game with other moves than the one that stays.
    fn report_conflict(&self, evidence: &Evidence, region: &Region<'_>, chunk: &Chunk) {
        let Location { line, .. } = region.begin();
        let (name, number) = (&chunk.source.name, region.n_games_before + 1);
        let fullmove = evidence.ply_count / 2 + 1;
        let side = if evidence.ply_count.is_multiple_of(2) { "White" } else { "Black" };
        self.report.console.say(&format!(
            "{name}:{line}: game {number}: other moves than the game that stays, from move \
             {fullmove} of {side} on"
        ));
    }
}

impl<T: Target> ChunkSink<ChunkResult<GameBatch>> for Placing<'_, T> {
    fn begin(&mut self, _: &SourceInfo) -> Result<(), Error> {
        self.extracted = Counts::default();
        self.unplayable_count = 0;
        Ok(())
    }

    fn take(&mut self, chunk: Chunk, made: ChunkResult<GameBatch>) -> Result<(), Error> {
        let ChunkResult { header, output: load } = made;
        self.extracted.join(load.counts);
        self.unplayable_count += header.unplayable_count;
        // They went nowhere on purpose.
        self.games.input_count += header.unwanted_count;
        self.games.rejected_count += header.unwanted_count;
        let mut tails = load.tails().peekable();
        for keyed in load.games() {
            while let Some((_, tail)) = tails.next_if(|(at, _)| *at < keyed.region_idx) {
                self.place_outside(tail)?;
            }
            self.place(&chunk, keyed)?;
        }
        tails.try_for_each(|(_, tail)| self.place_outside(tail))
    }

    fn end(&mut self, source: &SourceInfo, _: Result<(), Error>) -> Result<(), Error> {
        self.has_changed |= source.has_changed();
        // Errors of a source were reported when it was first read.
        self.report.report_moved(&source.name, self.extracted, self.unplayable_count);
        Ok(())
    }

    /// It could be opened the first time.
    fn on_error(&mut self, _: Error) -> Result<(), Error> {
        self.has_changed = true;
        Ok(())
    }
}
