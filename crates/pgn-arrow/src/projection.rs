//! The requested columns, and how much of a game must be read for them.

use std::sync::Arc;

#[cfg(feature = "arrow")]
use arrow_schema::{Schema, SchemaRef};
use pgn_db::reading::{OpeningNeeds, TagFilter};
use pgn_query::facts::{Cost, Fact};

use crate::column::{Column, GamePart, MOMENT_TAGS, Source};
use crate::error::Error;
use crate::table::Table;
use pgnkit::suggest::nearest_word;
use pgnkit::tag::RESULT;

/// Columns of a table, in the requested order.
#[derive(Clone, Debug)]
pub struct Projection {
    /// The table.
    pub table: Table,
    /// The columns.
    pub columns: Arc<[Column]>,
    pub(crate) needs: Needs,
}

/// How much of a game is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Needs {
    pub(crate) tags: TagFilter,
    /// How it ended.
    pub(crate) outcome: bool,
    pub(crate) opening: OpeningNeeds,
    /// The moves of the main line are played, for any of what follows or for their number.
    pub(crate) moves: bool,
    pub(crate) san: bool,
    pub(crate) uci: bool,
    pub(crate) codes: bool,
    pub(crate) nags: bool,
    /// Commands in the comments after the moves.
    pub(crate) commands: bool,
    /// The position after the last move.
    pub(crate) end: bool,
    /// The whole tree.
    pub(crate) game: bool,
    pub(crate) errors: bool,
    /// The places of tag pairs.
    pub(crate) movetext: bool,
}

impl Needs {
    fn add(&mut self, source: &Source) {
        match source {
            Source::Tag(name) => self.tags.add(name),
            Source::Players(name) | Source::Rating(name) | Source::Day(name) => {
                self.tags.add(name);
            }
            Source::Moment => MOMENT_TAGS.iter().for_each(|name| self.tags.add(name)),
            Source::Fact(fact) => self.add_fact(*fact),
            Source::Game(part) => self.add_part(*part),
            // The tables of these read all of a game in any case.
            Source::Position(_) | Source::Finding(_) | Source::Record(_) => {}
        }
    }

    fn add_fact(&mut self, fact: Fact) {
        self.tags.add_fact(fact);
        match (fact.row().cost, fact) {
            (Cost::Tags, _) | (Cost::Game, Fact::StartFen) | (Cost::Moves, Fact::Language) => {}
            (Cost::Opening, Fact::Eco) => self.opening.eco = true,
            (Cost::Opening, _) => self.opening.names = true,
            (Cost::Outcome, _) | (Cost::Game, Fact::ResultConflict) => self.add_outcome(),
            (Cost::Moves, _) => self.moves = true,
            (Cost::Game, Fact::Ends | Fact::Fen | Fact::Key) => {
                (self.moves, self.end) = (true, true);
            }
            (Cost::Game, _) => self.game = true,
        }
    }

    /// Tag and marker determine it.
    fn add_outcome(&mut self) {
        self.outcome = true;
        self.tags.add(RESULT);
    }

    fn add_part(&mut self, part: GamePart) {
        match part {
            GamePart::Offset | GamePart::Length => return,
            GamePart::AllTags | GamePart::TagOrder => {
                self.tags = TagFilter::all();
                return;
            }
            // A Result tag with the same value as the column is left out.
            GamePart::Tags => {
                (self.outcome, self.tags) = (true, TagFilter::all());
                return;
            }
            GamePart::Movetext => {
                self.movetext = true;
                return;
            }
            GamePart::Rest => (self.movetext, self.nags, self.commands) = (true, true, true),
            GamePart::Nags => self.nags = true,
            GamePart::Moves => self.san = true,
            GamePart::Uci => self.uci = true,
            GamePart::Codes => self.codes = true,
            GamePart::Clocks | GamePart::MoveTimes | GamePart::Evals | GamePart::Mates => {
                self.commands = true;
            }
            GamePart::Errors => self.errors = true,
        }
        self.moves = true;
    }
}

impl Projection {
    /// The columns that a table has by default.
    #[must_use]
    pub fn of_defaults(table: Table) -> Projection {
        let columns = table.columns().iter().filter(|column| column.is_default);
        Projection::of(table, columns.cloned().collect())
    }

    /// The columns with these names. An empty list is a table that has rows but no columns.
    ///
    /// # Errors
    /// When the table has no such column, with the nearest name, or a name is twice.
    pub fn of_names<'a>(
        table: Table,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<Projection, Error> {
        let mut columns: Vec<Column> = Vec::new();
        for name in names {
            if columns.iter().any(|column| column.name == name) {
                return Err(Error::repeated_column(name));
            }
            columns.push(table.column(name)?);
        }
        Ok(Projection::of(table, columns))
    }

    /// The columns that a table has by default, but for these.
    ///
    /// # Errors
    /// If one is not a default column of the table, with the nearest name.
    pub fn without(table: Table, names: &[&str]) -> Result<Projection, Error> {
        let mut columns = Projection::of_defaults(table).columns.to_vec();
        for name in names {
            let Some(at) = columns.iter().position(|column| column.name == *name) else {
                let known = columns.iter().map(|column| column.name.as_ref());
                return Err(Error::unknown_column(table.name(), name, nearest_word(name, known)));
            };
            columns.remove(at);
        }
        Ok(Projection::of(table, columns))
    }

    fn of(table: Table, columns: Vec<Column>) -> Projection {
        let mut needs = Needs::default();
        columns.iter().for_each(|column| needs.add(&column.source));
        Projection { table, columns: columns.into(), needs }
    }

    /// The same, with these columns after the others if they are not among them.
    ///
    /// # Errors
    /// As [`of_names`](Projection::of_names).
    pub fn with(&self, names: &[String]) -> Result<Projection, Error> {
        let mut columns = self.columns.to_vec();
        for name in names {
            if !columns.iter().any(|column| column.name == *name) {
                columns.push(self.table.column(name)?);
            }
        }
        Ok(Projection::of(self.table, columns))
    }

    /// The schema of the batches.
    #[cfg(feature = "arrow")]
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        Arc::new(Schema::new(self.columns.iter().map(Column::field).collect::<Vec<_>>()))
    }
}
