//! Reads the regions of a table: each gives as many rows as it has.

use crate::cells::Cells;
use crate::column::Column;
use crate::finding_row::FindingRow;
use crate::game_reader::GameReader;
use crate::position_row::each_position;
use crate::projection::Projection;
use crate::record_row::RecordRow;
use crate::table::Table;
use pgn_db::reading::{Place, RegionKind};
use pgn_formats::epd::{Line, Note, ReadOptions, parse};
use pgn_lint::{Config, Linter};
use pgn_query::facts::{GameView, Openings};
use pgnkit::charset::Choice;
use pgnkit::read::{RegionReader, Sniff};

/// Reads regions of one encoding.
pub(crate) enum RowReader {
    Games(GameReader),
    Positions(PositionReader),
    Findings(FindingReader),
    Records(RecordReader),
}

pub(crate) type Fill<'f> = &'f dyn Fn(&Column, &mut Cells);

impl RowReader {
    pub(crate) fn new(projection: &Projection, openings: Openings, encoding: Choice) -> RowReader {
        match projection.table {
            Table::Games => {
                RowReader::Games(GameReader::new(&projection.needs, openings, encoding))
            }
            Table::Positions => RowReader::Positions(PositionReader::new(openings, encoding)),
            Table::Findings => RowReader::Findings(FindingReader::new(encoding)),
            Table::Records => RowReader::Records(RecordReader {
                options: ReadOptions::default().with_encoding(encoding),
                notes: Vec::new(),
            }),
        }
    }

    /// Reads a region and shows its rows.
    pub(crate) fn read(&mut self, at: Place<'_>, mut show: impl FnMut(Fill<'_>)) -> RegionKind {
        match self {
            RowReader::Games(reader) => {
                reader.see(at, |row| show(&|column, cells| row.fill(column, cells)))
            }
            RowReader::Positions(reader) => reader.read(at, show),
            RowReader::Findings(reader) => reader.read(at, show),
            RowReader::Records(reader) => reader.read(at, show),
        }
    }
}

pub(crate) struct PositionReader {
    encoding: Choice,
    openings: Openings,
    games: RegionReader,
}

impl PositionReader {
    fn new(openings: Openings, encoding: Choice) -> PositionReader {
        PositionReader { encoding, openings, games: RegionReader::new(encoding) }
    }

    fn read(&mut self, at: Place<'_>, mut show: impl FnMut(Fill<'_>)) -> RegionKind {
        let region = at.region;
        self.games.set_letters(at.source.language.letters(region, &mut ()));
        let is_not_pgn = self.games.read(region).is_not_pgn;
        let Some(game) = self.games.game() else {
            return RegionKind::of(is_not_pgn, false);
        };
        let view = GameView {
            openings: self.openings,
            source: Some((&at.source.name, region.n_games_before + 1)),
            region: Some(region),
            encoding: self.encoding,
            ..GameView::of(game)
        };
        each_position(&view, |row| show(&|column, cells| row.fill(column, cells)));
        RegionKind::of(is_not_pgn, true)
    }
}

/// Checks games.
pub(crate) struct FindingReader {
    linter: Box<Linter>,
    encoding: Choice,
    /// The file that is checked, and its beginning.
    file: String,
    head: Vec<u8>,
}

impl FindingReader {
    fn new(encoding: Choice) -> FindingReader {
        let linter = Box::new(Linter::new(Config::default().with_encoding(encoding)));
        FindingReader { linter, encoding, file: String::new(), head: Vec::new() }
    }

    fn read(&mut self, at: Place<'_>, mut show: impl FnMut(Fill<'_>)) -> RegionKind {
        let (source, region) = (at.source, at.region);
        let language = source.language;
        if self.linter.config().language != language {
            let mut config = Config::default().with_encoding(self.encoding);
            config.language = language;
            *self.linter = Linter::new(config);
            self.file.clear();
        }
        if self.file != source.name || self.head != source.head() {
            source.name.clone_into(&mut self.file);
            source.head().clone_into(&mut self.head);
            self.linter.begin_file(&self.head);
        }
        for finding in &self.linter.lint_region(region) {
            let row = FindingRow { file: &source.name, finding };
            show(&|column, cells| row.fill(column, cells));
        }
        // Its memory is for rules that compare games.
        let _ = self.linter.hand_over();
        let is_game = region.is_game();
        RegionKind::of(Sniff::of(region).is_not_pgn, is_game)
    }
}

pub(crate) struct RecordReader {
    options: ReadOptions,
    notes: Vec<Note>,
}

impl RecordReader {
    fn read(&mut self, at: Place<'_>, mut show: impl FnMut(Fill<'_>)) -> RegionKind {
        self.notes.clear();
        let (region, notes) = (at.region, &mut self.notes);
        let line = region.text.trim_ascii_end();
        let Line::Record(record) = parse(line, &self.options, notes) else {
            return RegionKind::NoGame;
        };
        let (file, line) = (&at.source.name, region.begin().line);
        let row = RecordRow { file, line, record: &record, notes };
        show(&|column, cells| row.fill(column, cells));
        RegionKind::Game
    }
}
