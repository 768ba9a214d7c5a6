//! Tables as files of Parquet and Arrow, and tables of games read back.

use std::fmt::Debug;
use std::io;
use std::path::{Path, PathBuf};

use super::super::{Convert, refuse_terminal};
use crate::collect::{SourceReporter, SourceSink};
use crate::exit::Exit;
use crate::output::Output;
use crate::rewrite::{Report, TableForm};
use crate::signal;
use crate::terminal::{Console, counted};
use pgn_arrow::arrow_array::RecordBatch;
use pgn_arrow::arrow_schema::{ArrowError, SchemaRef};
use pgn_arrow::file::{Extent, FileFormat, FolderWriter, NO_FILE, PgnText, TableWriter};
use pgn_arrow::{BATCH_ROWS, Joiner, Projection, Rows, Tabulate};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::reading::ChunkResult;
use pgn_db::scan::{Chunk, SourceInfo};
use pgn_db::source::DatabaseOptions;

/// Writes a table to a file, or to the files of a folder.
pub(super) fn write_file(
    convert: &Convert,
    form: TableForm,
    tabulate: Tabulate,
    console: &mut Console,
) -> Result<Exit, Error> {
    let (format, what) = match form {
        TableForm::Arrow => (FileFormat::Arrow, "Arrow"),
        TableForm::Parquet | TableForm::Csv | TableForm::Tsv | TableForm::JsonLines => {
            (FileFormat::Parquet, "Parquet")
        }
    };
    let (inputs, query) = convert.rows(console)?;
    let thread_count = convert.read.thread_count();
    let (target, inputs, tabulate) = match convert.table.partition_by.as_slice() {
        [] => {
            let output = Output::open(convert.write.output.as_deref(), &inputs)?;
            refuse_terminal(&output, what, format.name())?;
            console.start_progress(&inputs, &output);
            let name = output.name().to_owned();
            let schema = tabulate.projection.schema();
            let writer = TableWriter::new(output, format, &schema, thread_count);
            let writer = writer.map_err(|error| Error::from_io(&name, error))?;
            (BatchTarget::File { name, writer: Box::new(writer) }, inputs, tabulate)
        }
        keys => {
            let Some(folder) = &convert.write.output else {
                let why = "writes a folder";
                let error = Error::new(ErrorKind::Usage, "--partition-by", why);
                return Err(error.with_hint("add `-o FOLDER`"));
            };
            signal::watch();
            let projection = tabulate.projection.with(keys).map_err(|error| {
                Error::new(ErrorKind::Usage, "--partition-by", error.to_string())
            })?;
            let settings = convert.settings_of_rows(&projection);
            let writer = FolderWriter::open(folder, &projection, keys, &settings, thread_count)?;
            let name = folder.to_string_lossy();
            if writer.n_files() > 0 && inputs.name_stdin() {
                let why =
                    "contains tables from files; standard input cannot be distinguished from them";
                return Err(Error::new(ErrorKind::Usage, name, why));
            }
            let (inputs, done_count) = inputs.without(|path| writer.is_done(path));
            if done_count > 0 {
                console.say(&format!(
                    "{name}: has {} already",
                    counted(done_count as u64, "file", "files")
                ));
            }
            let tabulate = Tabulate::new(projection, tabulate.openings);
            (BatchTarget::Folder(Box::new(FolderTarget::new(writer))), inputs, tabulate)
        }
    };
    let joins = format == FileFormat::Arrow || convert.table.makes_folder();
    let schema = tabulate.projection.schema();
    let joiner = joins.then(|| Joiner::new(SchemaRef::clone(&schema), BATCH_ROWS));
    let batches = Batches { schema, joiner, target, next: None };
    let mut collector = SourceReporter::new(batches, console);
    let input = (inputs, convert.scan_options());
    convert.index.scan(input, query, tabulate, &mut collector, console)?;
    let SourceReporter { taken, report } = collector;
    taken.finish(console)?;
    Ok(report.exit)
}

impl Convert {
    /// The options that the rows of a folder depend on, besides their columns: those that are not
    /// the defaults, for its journal.
    fn settings_of_rows(&self, projection: &Projection) -> [(&'static str, Option<String>); 6] {
        let options = self.scan_options();
        let DatabaseOptions { deleted, texts, languages, .. } = options.databases;
        let openings = self.table.openings.unwrap_or_default();
        [
            ("table", Some(projection.table.name().to_owned())),
            ("where", self.wanted.text()),
            ("openings", unless_default(openings)),
            ("encoding", unless_default(options.encoding)),
            ("letters", unless_default(options.language)),
            ("records", unless_default((deleted, texts, languages))),
        ]
    }
}

fn unless_default<T: Debug + Default + PartialEq>(value: T) -> Option<String> {
    (value != T::default()).then(|| format!("{value:?}").to_lowercase())
}

/// Where batches go.
enum BatchTarget {
    File { name: String, writer: Box<TableWriter<Output>> },
    Folder(Box<FolderTarget>),
}

/// A folder, and the file of which rows come.
struct FolderTarget {
    writer: FolderWriter,
    /// The file that was begun, and how much of it could be read so far.
    present: Option<(PathBuf, Extent)>,
}

impl FolderTarget {
    fn new(writer: FolderWriter) -> FolderTarget {
        FolderTarget { writer, present: None }
    }

    /// Finishes the file before starting another one. An archive is one file, with any number of
    /// members.
    fn turn_to(&mut self, next: Option<&Path>) -> Result<(), Error> {
        if self.present.as_ref().map(|(path, _)| path.as_path()) == next && next.is_some() {
            return Ok(());
        }
        if let Some((_, extent)) = self.present.take() {
            self.writer.end_file(extent)?;
        }
        if let Some(path) = next {
            self.writer.begin_file(path);
            self.present = Some((path.to_owned(), Extent::Whole));
        }
        Ok(())
    }
}

/// Writes batches as they come, or joined to larger ones.
struct Batches {
    schema: SchemaRef,
    /// Parquet packs many at a time anyway.
    joiner: Option<Joiner>,
    target: BatchTarget,
    /// The file of the source that begins.
    next: Option<PathBuf>,
}

impl Batches {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), Error> {
        match &mut self.target {
            BatchTarget::File { name, writer } => {
                writer.write(batch).map_err(|error| Error::from_io(&**name, error))
            }
            BatchTarget::Folder(folder) => folder.writer.write(batch),
        }
    }

    fn write_ready(&mut self) -> Result<(), Error> {
        while let Some(batch) = self.joiner.as_mut().and_then(Joiner::next_batch) {
            self.write(&batch)?;
        }
        Ok(())
    }

    fn finish(mut self, console: &Console) -> Result<(), Error> {
        self.flush()?;
        match self.target {
            BatchTarget::File { name, writer } => {
                writer.finish().map_err(|error| Error::from_io(name, error))?.commit(console)
            }
            BatchTarget::Folder(mut folder) => folder.turn_to(None),
        }
    }

    /// The rows of the source before are written to the end.
    fn begin_source(&mut self) -> Result<(), Error> {
        let Some(next) = self.next.take() else { return Ok(()) };
        let BatchTarget::Folder(folder) = &self.target else { return Ok(()) };
        if folder.present.as_ref().is_some_and(|(path, _)| *path == next) {
            return Ok(());
        }
        self.flush()?;
        match &mut self.target {
            BatchTarget::Folder(folder) => folder.turn_to(Some(&next)),
            BatchTarget::File { .. } => Ok(()),
        }
    }

    fn flush(&mut self) -> Result<(), Error> {
        if let Some(joiner) = &mut self.joiner {
            joiner.close().map_err(|error| in_words("convert", &error))?;
        }
        self.write_ready()
    }
}

impl SourceSink<Rows> for Batches {
    fn begin(&mut self, source: &SourceInfo, _: &mut Report<'_>) -> Result<(), Error> {
        let file = source.stamp.as_ref().map(|(path, _)| path.clone());
        self.next = Some(file.unwrap_or_else(|| PathBuf::from(NO_FILE)));
        Ok(())
    }

    fn fail(&mut self) {
        if let BatchTarget::Folder(folder) = &mut self.target
            && let Some((_, extent)) = &mut folder.present
        {
            *extent = Extent::Part;
        }
    }

    fn end(&mut self, _: &SourceInfo, _: &mut Report<'_>) -> Result<(), Error> {
        self.begin_source()
    }

    fn take(
        &mut self,
        chunk: Chunk,
        made: ChunkResult<Rows>,
        _: &mut Report<'_>,
    ) -> Result<(), Error> {
        drop(chunk);
        self.begin_source()?;
        let batch = made.output.batch.into_arrow(SchemaRef::clone(&self.schema));
        let batch = batch.map_err(|error| in_words("convert", &error))?;
        match &mut self.joiner {
            Some(joiner) => joiner.add(batch).map_err(|error| in_words("convert", &error))?,
            None => return self.write(&batch),
        }
        self.write_ready()
    }
}

fn in_words(name: &str, error: &ArrowError) -> Error {
    Error::new(ErrorKind::Unsupported, name, error.to_string())
}

/// The games of a table, as PGN.
pub(super) fn open_parquet(path: &Path) -> Result<Box<dyn io::Read + Send>, Error> {
    let name = path.to_string_lossy();
    let text = PgnText::open_at(path).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::Other => {
            let error = Error::new(ErrorKind::Unsupported, &*name, error.to_string());
            error.with_hint("only tables of games with this column become games again")
        }
        _ => Error::from_io(&*name, error),
    })?;
    Ok(Box::new(text))
}
