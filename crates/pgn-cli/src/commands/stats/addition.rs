//! What a report has besides its tables of counts.

use pgn_db::error::Error;
use pgn_db::report::{ColumnOf, Fact, Format, Kind, Row, Table, Writer};
use pgn_db::stats::{RecentGame, RecentGames, SeeGame, SeeRecent, recent_columns};

/// What a report has besides its tables of counts, taken from the same games.
pub(super) trait Addition {
    /// What looks at the games.
    type See: SeeGame;

    /// Takes what was seen in a chunk.
    fn take(&mut self, seen: <Self::See as SeeGame>::Seen) -> Result<(), Error>;

    /// Everything has been read, and nothing is written yet.
    fn finish(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Writes what comes before the tables.
    fn write_before(&self, _: Format, _: &mut Writer<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// Writes what comes after them.
    fn write_after(&self, _: Format, _: &mut Writer<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// Whether it takes the place of the tables. All rows of a file of CSV have the same columns.
    fn is_alone(&self, _: Format) -> bool {
        false
    }
}

/// Nothing else.
impl Addition for () {
    type See = ();

    fn take(&mut self, (): ()) -> Result<(), Error> {
        Ok(())
    }
}

impl Addition for RecentGames {
    type See = SeeRecent;

    fn take(&mut self, seen: RecentGames) -> Result<(), Error> {
        self.join(seen);
        Ok(())
    }

    fn write_after(&self, format: Format, writer: &mut Writer<'_>) -> Result<(), Error> {
        if format == Format::Csv || self.games().is_empty() {
            return Ok(());
        }
        let columns = ColumnOf::of(recent_columns(), format);
        let table = list("Last games", "last_games", &columns);
        let row =
            |game: &RecentGame| Ok(columns.iter().map(|it| (it.value)(game)).collect::<Row>());
        writer.table(&table, self.games().iter().map(row))
    }
}

/// A table with this title and name, without rows.
pub(super) fn list<T>(title: &str, name: &'static str, columns: &[ColumnOf<T>]) -> Table {
    Table {
        title: title.to_owned(),
        facts: vec![Fact::new("table", Kind::Text, name)],
        columns: columns.iter().map(|it| it.column.clone()).collect(),
        ..Table::default()
    }
}
