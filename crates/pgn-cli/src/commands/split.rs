//! `pgn split`: games to several files.
//!
//! Standard: §11. Decisions: D-43.

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use clap::Args;
use pgn_db::collate::Order;
use pgnkit::file_name::portable;

use super::Example;
use crate::args::{InputKind, OutputEncodingArg, Read, Where, words_help};
use crate::collect::SourceReporter;
use crate::collection::Collection;
use crate::conservation::Games;
use crate::exit::Exit;
use crate::gather::{Gathered, Gathering, Outside};
use crate::indexed::UseIndex;
use crate::memory::{Memory, temporary_file_error};
use crate::output::Output;
use crate::publish::{create_folder, publish};
use crate::signal;
use crate::size::Size;
use crate::terminal::{Console, counted};
use pgn_db::collate::Movetexts;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::extract::Extract;
use pgn_db::sort::Sorter;
use pgn_db::source::{Compression, InputPath};
use pgn_db::split::{By, ByFile, Existing, Limits, Publication, SplitError, Writing, write_files};
use pgn_query::facts;

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn split --by player games.pgn -o players", "A file for each player"),
    ("pgn split --by year --sorted games/ -o years", "A file for each year"),
    ("pgn split --max-games 1000 games.pgn", "games-001.pgn, games-002.pgn ..."),
];

/// Split games into several files
///
/// `--by` decides which file a game goes to: by a word (see `--by`) or the name of a tag. With
/// `player`, files are named after the last name, and each game goes to the files of both players;
/// `white` and `black` are the players of one side. A number after a colon sets how many characters
/// count (`eco:1` is the letter) or how wide a range of numbers is (`avgelo:100`). `--max-games`
/// and `--max-bytes` start a new part when a file is full; games are never cut. One of the three is
/// required.
///
/// Files are named as in section 11 of the standard: `Fischer.pgn`, `1992.pgn`, `199211.pgn`, with
/// `-001`, `-002` added if there are several parts. Characters that some systems do not allow in
/// names become `_`, and unknown values become `Unknown`. Names that differ only in letter case
/// share one file. Events of the same name with a gap of 100 days between them each get a file with
/// the year: `Linares 1993.pgn`, `Linares 1994.pgn`.
///
/// pgn writes each game exactly as it was read, in input order (by date in files of events), or
/// sorted with `--sorted`. It leaves out and reports text after the last game of a file.
///
/// Records of positions (EPD, FEN) are split in the same way, each line unchanged, into files with
/// the extension of the input. Words and names of tags are operations by opcode, such as `id`.
///
/// No file gets its name before all are complete. If a file with one of the names exists, pgn
/// writes nothing unless you give `--overwrite`.
///
/// The exit status is 0 if everything was written, and 2 if something could not be read or written.
#[derive(Args, Debug)]
pub(super) struct Split {
    #[command(flatten)]
    input: InputKind,

    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    output_encoding: OutputEncodingArg,

    #[command(flatten)]
    wanted: Where,

    #[command(flatten)]
    index: UseIndex,

    /// Which file a game goes to
    #[arg(long, value_name = "KEY", required_unless_present_any = ["max_games", "max_bytes"])]
    #[arg(long_help = keys_help())]
    by: Option<String>,

    /// At most this many games in a file
    ///
    /// Records of positions count as games.
    #[arg(long, value_name = "N", alias = "size")]
    max_games: Option<NonZeroU64>,

    /// At most this many bytes in a file, such as 10M
    #[arg(long, value_name = "BYTES", hide_short_help = true)]
    max_bytes: Option<Size>,

    /// The output folder [default: the current one]
    ///
    /// The folder is created if it does not exist.
    #[arg(short = 'o', long = "output", value_name = "DIR")]
    #[arg(default_value = ".", hide_default_value = true)]
    folder: PathBuf,

    /// Sort the games of each file in the order of the standard
    #[arg(long)]
    sorted: bool,

    /// Overwrite existing files
    #[arg(long)]
    overwrite: bool,

    /// Write nothing; only report what would be done
    ///
    /// Lists the files that would be written.
    #[arg(short = 'n', long)]
    dry_run: bool,

    #[command(flatten)]
    memory: Memory,
}

impl Split {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let mut collection = self.input.collection(&self.read, console)?;
        let by = self.by(&collection)?;
        let query = self.wanted.query_for(collection.cut, console)?;
        let inputs = collection.take_inputs();
        if !self.dry_run {
            create_folder(&self.folder)?;
        }
        let existing = if self.overwrite { Existing::Replace } else { Existing::Refuse };
        let mut read = inputs.identities();
        read.extend(self.wanted.identities());
        let publication = Publication::begin(&self.folder, existing, self.writing(), read)?;
        let mut publication = publication.with_suffix(collection.suffix());
        let parts = self.folder.join("parts");
        let folder = self.memory.folder((!self.dry_run).then_some(&parts));
        signal::watch();
        let mut output = Output::open(None, &inputs)?;
        console.start_progress(&inputs, &output);
        let order = self.sorted.then(|| match collection.has_records() {
            true => Order::of_records(),
            false => Order::default(),
        });
        let movetexts = Movetexts::new(order.clone().unwrap_or_else(Order::none));
        let sorter = Sorter::new(folder.clone(), movetexts, self.memory.budget());
        let extract = Extract(ByFile { by: by.clone(), order });
        let gathered = Gathered::new(sorter, folder.clone(), Outside::Leave);
        let mut collector = SourceReporter::new(gathered, console).about(&collection);
        let options = collection.scan_options(self.memory.scan_options(&self.read));
        let input = (inputs, self.output_encoding.scan_options(options));
        self.index.scan(input, query, extract, &mut collector, console)?;
        let SourceReporter { taken: gathered, report } = collector;
        let Gathering { sorted, item_count, game_count, .. } = gathered.finish()?;
        let written = write_files(sorted, &by, self.limits(), &mut publication);
        written.map_err(|error| match error {
            SplitError::Sorting(error) => temporary_file_error(&folder, error),
            SplitError::Writing(error) => {
                Error::from_io(format!("files in {}", self.folder.display()), error)
            }
            SplitError::Refused(error) => advise(error),
        })?;
        let output_count = publication.game_count();
        Games { input_count: item_count, output_count, rejected_count: 0 }.close("split")?;
        let file_count = publication.paths().len() as u64;
        if self.dry_run {
            output.list(publication.paths().map(Path::to_owned))?;
        }
        if !self.dry_run {
            publish(publication, &self.folder, console)?;
        }
        output.commit(console)?;
        let [one, several] = collection.nouns();
        let (games, files) =
            (counted(game_count, one, several), counted(file_count, "file", "files"));
        let ending = if self.dry_run { ", nothing was written" } else { "" };
        console.say(&format!("{games} in {files}{ending}"));
        Ok(report.exit)
    }

    fn by(&self, collection: &Collection) -> Result<By, Error> {
        let Some(name) = &self.by else {
            let [_, several] = collection.nouns();
            return Ok(By::Name(name_of(&self.read.files, several)));
        };
        By::parse_in(name, collection.vocabulary())
    }

    fn writing(&self) -> Writing {
        if self.dry_run { Writing::DryRun } else { Writing::Files }
    }

    fn limits(&self) -> Limits {
        Limits::default()
            .with_games_max(self.max_games.map(NonZeroU64::get))
            .with_bytes_max(self.max_bytes.map(|size| size.0))
    }
}

fn keys_help() -> String {
    words_help("Which file a game goes to", &facts::words(|row| !row.needs_source))
}

fn advise(error: Error) -> Error {
    match error.kind() {
        ErrorKind::Unsupported => {
            error.with_hint("nothing was written; `--overwrite` replaces existing files")
        }
        _ => error,
    }
}

/// The default name of the parts: that of the only file, else `several`.
fn name_of(files: &[InputPath], several: &str) -> String {
    let [file] = files else { return several.to_owned() };
    let name = file.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let stem = match Compression::of_name(&name) {
        Some(compression) => &name[..name.len() - compression.extension().len() - 1],
        None => &name,
    };
    let stem = Path::new(stem).file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    match stem.as_ref() {
        "" | "-" => several.to_owned(),
        stem => portable(stem),
    }
}
