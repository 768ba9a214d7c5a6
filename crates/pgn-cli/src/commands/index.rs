//! `pgn index`: the side file that makes lookups instant.

use std::fs;
use std::io;
use std::path::Path;

use clap::Args;

use super::Example;
use crate::args::Read;
use crate::conservation::Games;
use crate::exit::Exit;
use crate::output::Output;
use crate::progress::grouped;
use crate::signal;
use crate::size::Size;
use crate::terminal::Console;
use pgn_db::error::{Error, ErrorKind, printable};
use pgn_db::index::{self, Access, Done, IndexUnusable, Watch, side_path};
use pgn_db::scan::SourceInfo;
use pgn_db::source::{Inputs, Origin};

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn index games.pgn", "Build the index, or add new games"),
    ("pgn index --check games/", "Only check: the exit status is 1 if an index is out of date"),
    ("pgn index --contents games.pgn", "Show what the index contains"),
];

/// Build an index for fast lookups
///
/// The index of `games.pgn` is the file `games.pgn.pgnidx` beside it. It stores the location of
/// every game, the values of its tags, and the positions that its main line reaches. With an index,
/// `tree`, `cat --games` and `classify --check` do not need to read the whole file, and neither do
/// `filter`, `stats`, `sort`, `split` and `convert` with an expression. They use an up-to-date
/// index automatically, and give the same results without it.
///
/// An index is up to date if its file has not changed: every use compares the length, the
/// modification time and a sample of the bytes of the file. If the file has grown, `pgn index` adds
/// the new games; if it has changed otherwise, `pgn index` rebuilds the index. An up-to-date index
/// stays unchanged. The old index stays until the new one is complete.
///
/// Compressed files can have an index, too. If a file consists of several frames or members, as
/// written by `zstd`, `pzstd` or `bgzip`, or made by joining several files, pgn unpacks a game from
/// the start of its frame; otherwise from the start of the file. Members of zip archives and
/// standard input cannot have an index.
///
/// Games with an illegal move in the main line are found by their tags, but not by positions; pgn
/// reports their number.
///
/// The exit status is 0 if everything was done, 1 if `--check` or `--verify` found an index that is
/// missing, damaged or out of date, and 2 if something could not be read or written.
#[derive(Args, Debug)]
pub(super) struct Index {
    #[command(flatten)]
    read: Read,

    /// Build nothing; list the indexes that are missing or out of date
    #[arg(long, group = "instead")]
    check: bool,

    /// The same as --check, and compare every byte of the index and of the file
    #[arg(long, group = "instead")]
    verify: bool,

    /// Build nothing; show what the indexes contain
    #[arg(long, alias = "stats", group = "instead")]
    contents: bool,

    /// Build nothing; remove the indexes
    #[arg(long, group = "instead")]
    remove: bool,

    /// Also rebuild indexes that are up to date
    #[arg(long, conflicts_with = "instead")]
    rebuild: bool,

    /// The amount of memory to use, such as 64M or 2G
    ///
    /// If it is not enough for all games, the index gets several parts, and each lookup searches
    /// all of them. The amount includes some megabytes for the program itself; less than 32M counts
    /// as 32M. A single game may take more.
    #[arg(long, value_name = "SIZE", default_value = "512M")]
    memory: Size,
}

impl Index {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let inputs = self.read.inputs();
        if self.check || self.verify || self.contents || self.remove {
            let mut output = Output::open(None, &inputs)?;
            let exit = self.look(inputs, &mut output, console)?;
            return output.commit(console).map(|()| exit);
        }
        let options = index::Options {
            scan: self.read.scan_options_within(self.memory),
            memory_bytes: self.memory.shared_bytes(),
            rebuild: self.rebuild,
        };
        signal::watch();
        console.start_progress(&inputs, &Output::open(None, &Inputs::none())?);
        let mut reporter =
            IndexReporter { console, exit: Exit::Clean, read_count: 0, account: Ok(()) };
        index::update(inputs, &options, &mut reporter)?;
        reporter.account.map(|()| reporter.exit)
    }

    /// Goes through the files without building anything.
    fn look(&self, inputs: Inputs, output: &mut Output, console: &Console) -> Result<Exit, Error> {
        let mut exit = Exit::Clean;
        for source in inputs.sources() {
            let path = source.and_then(|source| match source.origin {
                Origin::File(path) => Ok(path),
                Origin::Stdin | Origin::Member(_) => {
                    let why = "cannot have an index";
                    Err(Error::new(ErrorKind::Unsupported, source.name, why))
                }
            });
            let path = match path {
                Ok(path) => path,
                Err(error) => {
                    console.error(&error);
                    exit = Exit::Failed;
                    continue;
                }
            };
            if self.remove {
                remove(&path, console)?;
            } else {
                exit = exit.max(self.report(&path, output, console)?);
            }
        }
        Ok(exit)
    }

    /// Reports whether the index of a file is current, or its contents.
    fn report(&self, path: &Path, output: &mut Output, console: &Console) -> Result<Exit, Error> {
        let opened = index::Index::open(path, self.read.encoding);
        let opened = opened.and_then(|index| match self.verify {
            true => index.verify().map(|()| index),
            false => Ok(index),
        });
        let name = printable(&path.to_string_lossy());
        let why = match opened {
            Ok(index) if self.contents => {
                let text = stats_of(&name, &index);
                output.put(text)?;
                return Ok(Exit::Clean);
            }
            Ok(_) => {
                console.remark(&format!("{name}: the index is up to date"));
                return Ok(Exit::Clean);
            }
            Err(IndexUnusable::Absent) => "no index".to_owned(),
            Err(unfit) => format!("the index cannot be used: {unfit}"),
        };
        console.write(&format!("{name}: {why}\n"));
        Ok(Exit::Findings)
    }
}

fn remove(path: &Path, console: &Console) -> Result<(), Error> {
    let side = side_path(path);
    let name = side.to_string_lossy().into_owned();
    match fs::remove_file(&side) {
        Ok(()) => console.remark(&format!("{name}: removed")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(Error::from_io(name, error)),
    }
    Ok(())
}

/// The contents of an index, for people.
fn stats_of(name: &str, index: &index::Index) -> String {
    let access = match index.access() {
        Access::Plain => "at their place in the file".to_owned(),
        Access::Frames(compression) => format!("unpacked from their frame ({compression})"),
        Access::FromStart => "unpacked from the start of the file".to_owned(),
    };
    let size = |bytes: u64| match bytes {
        ..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    };
    let rows = [
        ("games", grouped(u64::from(index.game_count()))),
        ("not by position", grouped(u64::from(index.left_out_count()))),
        ("positions", grouped(index.position_count())),
        ("parts", grouped(index.segment_count() as u64)),
        ("games are read", access),
        ("text", size(index.text_bytes())),
        ("index", size(index.byte_count())),
    ];
    let rows = rows.map(|(what, value)| format!("  {what:16}{value}\n"));
    format!("{name}\n{}", rows.concat())
}

/// Reports progress.
struct IndexReporter<'a> {
    console: &'a Console,
    exit: Exit,
    /// Games of the file that were read.
    read_count: u64,
    account: Result<(), Error>,
}

impl IndexReporter<'_> {
    /// Every game that was read is in the index.
    fn close(&mut self, output_count: u64) {
        let closed =
            Games { input_count: self.read_count, output_count, rejected_count: 0 }.close("index");
        if self.account.is_ok() {
            self.account = closed;
        }
    }

    /// Limitations of a new index that may surprise.
    fn warn(&self, file: &Path, name: &str) {
        // It was just written; the next command that opens it reports any damage.
        let Ok(index) = index::Index::open_as_built(file) else { return };
        let n = index.left_out_count();
        if n > 0 {
            let games = games(u64::from(n));
            let why = "with an illegal move: not found by position";
            self.console.say(&format!("{name}: {games} {why}"));
        }
        if index.access() == Access::FromStart {
            let why = "a game is reached by unpacking from the start of the file";
            self.console.say(&format!("{name}: {why}"));
        }
    }
}

impl Watch for IndexReporter<'_> {
    fn begin(&mut self, _: &SourceInfo) {
        self.read_count = 0;
    }

    fn games(&mut self, game_count: u64) {
        self.read_count += game_count;
        self.console.count_games(game_count);
    }

    fn done(&mut self, file: &Path, done: Done) {
        let name = printable(&file.to_string_lossy());
        match done {
            Done::Fits => self.console.remark(&format!("{name}: the index is up to date")),
            Done::Stamped => {
                let why = "only the file's time has changed, the index was updated";
                self.console.remark(&format!("{name}: {why}"));
            }
            Done::Appended(n) => {
                self.console.say(&format!("{name}: {} added to the index", games(n)));
                self.warn(file, &name);
            }
            Done::Built(n, why) => {
                self.close(n);
                if let Some(why) = why {
                    self.console.say(&format!("{name}: the index is rebuilt: {why}"));
                }
                self.console.say(&format!("{name}: {} indexed", games(n)));
                self.warn(file, &name);
            }
        }
    }

    fn on_error(&mut self, error: Error) {
        self.console.error(&error);
        self.exit = Exit::Failed;
    }
}

fn games(n: u64) -> String {
    if n == 1 { "1 game".to_owned() } else { format!("{} games", grouped(n)) }
}
