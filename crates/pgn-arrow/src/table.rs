//! The tables, and the one list of columns of each.

use std::sync::OnceLock;

use crate::column::{Column, findings, games, positions, records};
use crate::error::Error;
use pgn_db::scan::Cut;
use pgn_query::facts::Field;
use pgnkit::named_enum;
use pgnkit::suggest::nearest_word;

named_enum! {
    /// A table that games are read into.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Table, name {
        /// A row for each game.
        #[default]
        Games = "games",
        /// A row for each position, those of variations among them.
        Positions = "positions",
        /// A row for each finding of `pgn check`.
        Findings = "findings",
        /// A row for each record of EPD, or FEN.
        Records = "records",
    }
}

impl Table {
    /// The meaning of a row, as a sentence.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Table::Games => "A row for each game.",
            Table::Positions => {
                "A row for each position of a game: the start position and the position after each \
                 move, with variations after the move that they replace. Words about games \
                 describe its game; `fen`, `key` and `ends` describe the position. A game whose \
                 moves cannot be checked has no rows."
            }
            Table::Findings => {
                "A row for each finding of `pgn check` with its default rules, except for rules \
                 that compare games with each other. `%pgnkit ignore` applies."
            }
            Table::Records => {
                "A row for each EPD record or FEN of a file with one per line. A line without a \
                 position has no row. An operation with operands that its opcode does not take \
                 is in `operations`; its own column has the part that could be read."
            }
        }
    }

    /// Whether tags of games are columns.
    fn has_games(self) -> bool {
        match self {
            Table::Games | Table::Positions => true,
            Table::Findings | Table::Records => false,
        }
    }

    /// The units into which files are split.
    #[must_use]
    pub fn cut(self) -> Cut {
        match self {
            Table::Games | Table::Positions | Table::Findings => Cut::Games,
            Table::Records => Cut::Lines,
        }
    }

    /// All columns with a name here, in order. Any other tag is also a column, by its name.
    #[must_use]
    pub fn columns(self) -> &'static [Column] {
        static GAMES: OnceLock<Vec<Column>> = OnceLock::new();
        static POSITIONS: OnceLock<Vec<Column>> = OnceLock::new();
        static FINDINGS: OnceLock<Vec<Column>> = OnceLock::new();
        static RECORDS: OnceLock<Vec<Column>> = OnceLock::new();
        match self {
            Table::Games => GAMES.get_or_init(games::columns),
            Table::Positions => POSITIONS.get_or_init(positions::columns),
            Table::Findings => FINDINGS.get_or_init(findings::columns),
            Table::Records => RECORDS.get_or_init(records::columns),
        }
    }

    /// The column of this name: one of the table, or that of a tag, whose name begins with a
    /// capital letter.
    ///
    /// # Errors
    /// If the table has no such column. The error names the nearest one.
    pub fn column(self, name: &str) -> Result<Column, Error> {
        let columns = self.columns();
        if let Some(column) = columns.iter().find(|column| column.name == name) {
            return Ok(column.clone());
        }
        if self.has_games()
            && let Ok(Field::Tag(tag)) = Field::parse(name)
        {
            let known = columns.iter().find(|column| column.name.eq_ignore_ascii_case(&tag));
            return Ok(match known.filter(|column| column.is_tag(&tag)) {
                Some(column) => Column { name: name.to_owned().into(), ..column.clone() },
                None => Column::of_tag(name),
            });
        }
        let names = columns.iter().map(|column| column.name.as_ref());
        Err(Error::unknown_column(self.name(), name, nearest_word(name, names)))
    }
}
