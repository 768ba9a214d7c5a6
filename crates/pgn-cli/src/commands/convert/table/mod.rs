//! Games as tables: Parquet, Arrow, CSV, TSV and JSON lines with columns.
//!
//! Start at [`write`].

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::super::stats::OPENINGS;
use super::Convert;
use crate::args::{ONLY_FOR_GAMES, Values, values};
use crate::collect::{SourceReporter, SourceSink};
use crate::exit::Exit;
use crate::output::Output;
use crate::rewrite::{Format, Report, TableForm};
use crate::size::Size;
use crate::terminal::Console;
use pgn_arrow::{Projection, Rows, Table, Tabulate, TextForm};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::identity::Identity;
use pgn_db::reading::{ChunkResult, Next, Place, ReadGames, RegionKind};
use pgn_db::report::Cells;
use pgn_db::scan::{self, Chunk, Cut};
use pgn_db::source::{InputPath, Inputs};
use pgn_query::Query;
use pgn_query::facts::Openings;
use pgnkit::charset::Choice;
use pgnkit::syntax::Region;

#[cfg(feature = "parquet")]
mod file;
#[cfg(not(feature = "parquet"))]
mod no_file;

#[cfg(feature = "parquet")]
use file::{open_parquet, write_file};
#[cfg(not(feature = "parquet"))]
use no_file::{open_parquet, write_file};

/// The options of tables.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Output")]
pub(super) struct TableArgs {
    /// The columns of a table, in this order
    ///
    /// For parquet, arrow, csv, tsv and jsonl. Separate the names by commas: words of `--where`,
    /// lists by ply such as moves and clocks, and tags. If each name begins with a minus, as in
    /// `--columns=-movetext`, the table has the default columns without these.
    /// docs/formats/tables.md lists all columns.
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    columns: Vec<String>,

    /// What a row is: games, positions, findings or records [default: games]
    ///
    /// `records` is for EPD files.
    #[arg(long, value_name = "TABLE", value_parser = values(TABLES))]
    #[arg(hide_possible_values = true, hide_short_help = true)]
    table: Option<Table>,

    /// For parquet: write a folder tree, with a folder for each value of these columns
    ///
    /// `-o` names the folder. The files have the names that Hive, Spark, DuckDB and others use:
    /// `year=1992/month=8/part-0.parquet`. The files for an input appear when all of the input has
    /// been read, and a journal beside the folder, `FOLDER.pgnkit.jsonl`, lists the inputs that are
    /// done. The same command therefore continues an interrupted run, and adds inputs that are new
    /// or have changed. `pgn convert FOLDER --to pgn` writes the games of the folder.
    #[arg(long, value_name = "COLUMN,...", value_delimiter = ',', hide_short_help = true)]
    partition_by: Vec<String>,

    /// For csv: write cells that begin with =, +, - or @ unchanged
    ///
    /// Without this option, such text gets an apostrophe, so that spreadsheets do not take a
    /// player's name for a formula.
    #[arg(long, hide_short_help = true)]
    raw_cells: bool,

    /// Where to take openings from: tags, moves or either [default: either]
    ///
    /// For the columns of tables.
    #[arg(long, value_name = "WHO", value_parser = values(OPENINGS), hide_short_help = true)]
    #[arg(hide_possible_values = true)]
    openings: Option<Openings>,

    /// The amount of memory to use, such as 128M [default: as much as is fast]
    ///
    /// For tables.
    #[arg(long, value_name = "SIZE", hide_short_help = true)]
    memory: Option<Size>,
}

/// The kind of row.
const TABLES: &Values<Table> = &[
    ("games", "A game (the default)", Table::Games),
    ("positions", "A position, also in variations", Table::Positions),
    ("findings", "A finding of `pgn check`", Table::Findings),
    ("records", "An EPD record, or a FEN", Table::Records),
];

impl TableArgs {
    /// Whether they ask for a table where the format may be one or not.
    pub(super) fn makes_table(&self) -> bool {
        !self.columns.is_empty() || self.table.is_some()
    }

    /// Whether the output is a folder, whose name shows no format.
    pub(super) fn makes_folder(&self) -> bool {
        !self.partition_by.is_empty()
    }

    /// # Errors
    /// If one is given, because the format is not a table.
    pub(super) fn refuse_all(&self) -> Result<(), Error> {
        let given = [
            ("--columns", !self.columns.is_empty()),
            ("--table", self.table.is_some()),
            ("--partition-by", !self.partition_by.is_empty()),
            ("--raw-cells", self.raw_cells),
            ("--openings", self.openings.is_some()),
            ("--memory", self.memory.is_some()),
        ];
        let why = "makes sense only with tables: `--to parquet`, `arrow`, `csv`, `tsv`, and \
                   `jsonl` with `--columns`";
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(Error::new(ErrorKind::Usage, option, why)),
            None => Ok(()),
        }
    }

    /// The units into which files are split.
    fn cut(&self) -> Cut {
        self.table.unwrap_or_default().cut()
    }

    /// The requested columns.
    fn projection(&self) -> Result<Projection, Error> {
        let table = self.table.unwrap_or_default();
        let unwanted: Vec<&str> =
            self.columns.iter().filter_map(|name| name.strip_prefix('-')).collect();
        if !unwanted.is_empty() && unwanted.len() < self.columns.len() {
            let why = "either all names begin with a minus, or none";
            return Err(Error::new(ErrorKind::Usage, "--columns", why));
        }
        let projection = match (self.columns.is_empty(), unwanted.is_empty()) {
            (true, _) => Ok(Projection::of_defaults(table)),
            (false, true) => Projection::of_names(table, self.columns.iter().map(String::as_str)),
            (false, false) => Projection::without(table, &unwanted),
        };
        projection.map_err(|error| Error::new(ErrorKind::Usage, "--columns", error.to_string()))
    }
}

/// Writes a table.
///
/// # Errors
/// When it cannot be written; unreadable inputs are reported.
pub(super) fn write(
    convert: &Convert,
    format: &Format,
    form: TableForm,
    console: &mut Console,
) -> Result<Exit, Error> {
    format.check(&convert.form)?;
    convert.excerpt.refuse_all()?;
    let args = &convert.table;
    let (columns, openings) = (args.projection()?, args.openings.unwrap_or_default());
    let cells = if args.raw_cells { Cells::Raw } else { Cells::Guarded };
    let separator = match form {
        TableForm::Csv => b',',
        TableForm::Tsv => b'\t',
        TableForm::Parquet | TableForm::Arrow | TableForm::JsonLines => {
            if args.raw_cells {
                let why = "makes sense only with `--to csv` or `tsv`";
                return Err(Error::new(ErrorKind::Usage, "--raw-cells", why));
            }
            0
        }
    };
    if !args.partition_by.is_empty() && form != TableForm::Parquet {
        let why = "makes sense only with `--to parquet`";
        return Err(Error::new(ErrorKind::Usage, "--partition-by", why));
    }
    let tabulate = Tabulate::new(columns, openings);
    let form = match form {
        TableForm::Parquet | TableForm::Arrow => {
            return write_file(convert, form, tabulate, console);
        }
        TableForm::Csv | TableForm::Tsv => TextForm::Csv { separator, cells },
        TableForm::JsonLines => TextForm::JsonLines,
    };
    let (inputs, query) = convert.rows(console)?;
    let mut output = Output::open(convert.write.output.as_deref(), &inputs)?;
    console.start_progress(&inputs, &output);
    output.put(form.head(&tabulate.projection.columns))?;
    let mut collector = SourceReporter::new(RowPrinter(output), console);
    let input = (inputs, convert.scan_options());
    let job = TextTable { tabulate, form };
    convert.index.scan(input, query, job, &mut collector, console)?;
    collector.taken.0.commit(console)?;
    Ok(collector.report.exit)
}

impl Convert {
    /// The files of a table, and which of their games to include.
    ///
    /// # Errors
    /// If a Parquet file is not a table of games, and if records are to be selected like games.
    fn rows(&self, console: &Console) -> Result<(Inputs, Option<Arc<Query>>), Error> {
        let query = self.wanted.query(console)?;
        if self.table.cut() == Cut::Games {
            return Ok((self.inputs()?, query));
        }
        if query.is_some() {
            return Err(Error::new(ErrorKind::Usage, "--where", ONLY_FOR_GAMES));
        }
        Ok((self.read.position_inputs(), query))
    }

    /// How the files are scanned, within the memory that was named.
    fn scan_options(&self) -> scan::Options {
        let options = self.letters.scan_options(&self.read);
        let language = options.language;
        let options = match self.table.memory {
            None => options,
            Some(memory) => self.read.scan_options_within(memory),
        };
        options.with_language(language).with_cut(self.table.cut())
    }
}

/// Makes text of rows, in whatever thread.
struct TextTable {
    tabulate: Tabulate,
    form: TextForm,
}

impl ReadGames for TextTable {
    type Reader = <Tabulate as ReadGames>::Reader;
    type Output = Vec<u8>;

    fn reader(&self, encoding: Choice) -> Self::Reader {
        self.tabulate.reader(encoding)
    }

    fn begin(&self, _: &mut Self::Reader, _: usize) -> Vec<u8> {
        Vec::new()
    }

    fn read(&self, reader: &mut Self::Reader, at: Place<'_>, _: &mut Vec<u8>) -> RegionKind {
        self.tabulate.read(reader, at, &mut Rows::default())
    }

    fn reads_while_cut(&self, reader: &Self::Reader) -> bool {
        self.tabulate.reads_while_cut(reader)
    }

    fn read_next<'t>(
        &self,
        reader: &mut Self::Reader,
        next: Next<'_, 't>,
        _: &mut Vec<u8>,
    ) -> Option<(Region<'t>, RegionKind)> {
        self.tabulate.read_next(reader, next, &mut Rows::default())
    }

    fn end(&self, reader: &mut Self::Reader, text: &mut Vec<u8>) {
        let mut rows = Rows::default();
        self.tabulate.end(reader, &mut rows);
        self.form.append(&self.tabulate.projection.columns, &rows.batch, text);
    }
}

/// Prints rows as they come.
struct RowPrinter(Output);

impl SourceSink<Vec<u8>> for RowPrinter {
    fn take(
        &mut self,
        _: Chunk,
        made: ChunkResult<Vec<u8>>,
        _: &mut Report<'_>,
    ) -> Result<(), Error> {
        self.0.put(made.output)
    }
}

/// The games in Parquet files and in folders of them, as text; `None` if no file is Parquet.
pub(super) fn inputs(files: &[InputPath]) -> Option<Result<Inputs, Error>> {
    let mut tables = Vec::new();
    let mut others = Vec::new();
    for path in files {
        match tables_at(path) {
            Ok(found) if found.is_empty() => others.push(path),
            Ok(found) => tables.extend(found),
            Err(error) => return Some(Err(error)),
        }
    }
    if tables.is_empty() {
        return None;
    }
    if let Some(path) = others.first() {
        let why = "is not Parquet, as other inputs are";
        return Some(Err(Error::new(ErrorKind::Usage, path.to_string_lossy(), why)
            .with_hint("convert tables and games one after the other")));
    }
    let mut inputs = Inputs::none();
    for path in tables {
        // Only one is open at a time, but whatever cannot be opened ends the run before it writes.
        if let Err(error) = open_parquet(&path) {
            return Some(Err(error));
        }
        let name = path.to_string_lossy().into_owned();
        inputs = inputs.with_stream(name, None, Box::new(TableStream { path, text: None }));
    }
    Some(Ok(inputs))
}

/// A table as text, opened when it is read.
struct TableStream {
    path: PathBuf,
    text: Option<Box<dyn io::Read + Send>>,
}

impl io::Read for TableStream {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let text = match &mut self.text {
            Some(text) => text,
            None => self.text.insert(open_parquet(&self.path).map_err(io::Error::other)?),
        };
        text.read(output)
    }
}

/// The file, if it is Parquet, or the Parquet files below a folder without files of games.
fn tables_at(path: &InputPath) -> Result<Vec<PathBuf>, Error> {
    if !path.is_dir() {
        return Ok(if is_parquet(path) { vec![path.to_path_buf()] } else { Vec::new() });
    }
    if !Inputs::gather(std::slice::from_ref(path)).are_missing() {
        return Ok(Vec::new());
    }
    let mut tables = Vec::new();
    let mut entered = HashSet::new();
    let mut waiting = vec![path.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        let mut visit = || -> io::Result<()> {
            // Links are followed, but no folder is entered twice.
            if !entered.insert(Identity::of_path(&folder)?) {
                return Ok(());
            }
            for entry in fs::read_dir(&folder)? {
                let path = entry?.path();
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                if name.starts_with(['.', '_']) {
                    // Hidden, as Hive has it.
                } else if path.is_dir() {
                    waiting.push(path);
                } else if path.extension().is_some_and(|it| it.eq_ignore_ascii_case("parquet")) {
                    tables.push(path);
                }
            }
            Ok(())
        };
        visit().map_err(|error| Error::from_io(folder.to_string_lossy(), error))?;
    }
    tables.sort_by_cached_key(|path| by_number(path));
    Ok(tables)
}

/// The key of an order in which `month=2` is before `month=10`: numbers get leading zeros.
fn by_number(path: &Path) -> Vec<u8> {
    const DIGITS: usize = 20;
    let mut key = Vec::new();
    let name = path.as_os_str().as_encoded_bytes();
    for run in name.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit()) {
        if run[0].is_ascii_digit() {
            key.resize(key.len() + DIGITS.saturating_sub(run.len()), b'0');
        }
        key.extend_from_slice(run);
    }
    key
}

fn is_parquet(path: &Path) -> bool {
    let head = || -> io::Result<[u8; 4]> {
        if !fs::metadata(path)?.is_file() {
            return Ok([0; 4]);
        }
        let mut head = [0; 4];
        fs::File::open(path)?.read_exact(&mut head)?;
        Ok(head)
    };
    head().is_ok_and(|head| head == *b"PAR1")
}
