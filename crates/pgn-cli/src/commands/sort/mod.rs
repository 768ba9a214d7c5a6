//! `pgn sort`: games in order.
//!
//! Standard: §12. Decisions: D-42.
//! Start at [`Sort`].

use clap::Args;
use pgnkit::write::Profile;

mod check;

use super::Example;
use crate::args::{self, InputKind, OutputEncodingArg, Read, Where, Write};
use crate::collect::SourceReporter;
use crate::collection::Collection;
use crate::conservation::Games;
use crate::exit::Exit;
use crate::gather::{Gathered, Gathering, Outside};
use crate::indexed::UseIndex;
use crate::memory::{Memory, temporary_file_error};
use crate::output::Output;
use crate::signal;
use crate::terminal::Console;
use check::SortCheckSink;
use pgn_db::collate::{InOrder, Movetexts, OUTSIDE, Order};
use pgn_db::error::Error;
use pgn_db::extract::{Extract, open_stored};
use pgn_db::sort::{Folder, Sorter};

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn sort games/ -o sorted.pgn", "In the order of the standard"),
    ("pgn sort --by -avgelo,date games.pgn", "The strongest players first"),
    ("pgn sort --check games.pgn", "Only check: the exit status is 1 if games are out of order"),
    ("pgn sort --memory 256M huge.pgn.zst -o sorted.pgn.zst", "A file of any size"),
];

/// Sort games
///
/// The order is the collating sequence of the standard: by Date, Event, Site, Round, White, Black,
/// Result, and then by the movetext as `pgn fmt` would write it. Dates and rounds are compared as
/// numbers, everything else as text. Games that are equal in all keys stay in input order.
///
/// `--by` sorts by other keys, most important first, and keeps equal games in input order. A key is
/// a word (see `--by`) or the name of a tag, such as WhiteElo or ECO. A hyphen before a key sorts
/// in descending order. Games with an unknown value come last.
///
/// pgn writes each game exactly as it was read, followed by an empty line. A game without a
/// termination marker gets one; a game with an unclosed comment or variation, or with a comment
/// after its marker at the end of a file, is rewritten. pgn counts both on standard error. Text
/// outside games comes last.
///
/// Records of positions (EPD, FEN) are sorted by their positions or, with `--by`, by operations or
/// words; each line is written exactly as it was read. An operation with an integer is compared as
/// a number, any other as text. Remarks come last, and empty lines are left out.
///
/// pgn sorts files larger than `--memory` in temporary files.
///
/// The exit status is 0 if everything was written, 1 if `--check` found a game out of order, and 2
/// if something could not be read or written.
#[derive(Args, Debug)]
pub(super) struct Sort {
    #[command(flatten)]
    input: InputKind,

    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    write: Write,

    #[command(flatten)]
    output_encoding: OutputEncodingArg,

    #[command(flatten)]
    wanted: Where,

    #[command(flatten)]
    index: UseIndex,

    /// Sort by these keys, such as `-avgelo,date`
    #[arg(long, value_name = "KEY,...", allow_hyphen_values = true, long_help = keys_help())]
    by: Option<String>,

    /// Compare as this profile writes [default: modern]
    ///
    /// The characters that a profile replaces, and its layout of movetext, can affect the order.
    /// With this option, sorting for a profile and formatting with it give the same result in
    /// either order. The option does not change what is written.
    #[arg(long, value_name = "PROFILE", value_parser = args::profile(), hide_short_help = true)]
    order_of: Option<Profile>,

    /// Write nothing; report the first game of each file that is out of order
    #[arg(long, conflicts_with = "output")]
    check: bool,

    #[command(flatten)]
    memory: Memory,
}

impl Sort {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let mut collection = self.input.collection(&self.read, console)?;
        let collation = self.collation(&collection)?;
        collection.check_name(self.write.output.as_deref())?;
        let inputs = collection.take_inputs();
        let query = self.wanted.query_for(collection.cut, console)?;
        let extract = Extract(InOrder(collation.clone()));
        let options = self.output_encoding.scan_options(self.memory.scan_options(&self.read));
        let options = collection.scan_options(options);
        if self.check {
            console.start_progress(&inputs, &Output::open(None, &inputs)?);
            let [one, _] = collection.nouns();
            let mut collector =
                SourceReporter::new(SortCheckSink::new(collation, one), console).about(&collection);
            self.index.scan((inputs, options), query, extract, &mut collector, console)?;
            return Ok(collector.report.exit.max(collector.taken.exit()));
        }
        let output = Output::open(self.write.output.as_deref(), &inputs)?;
        let folder = self.memory.folder(self.write.output.as_deref());
        signal::watch();
        console.start_progress(&inputs, &output);
        let sorter = Sorter::new(folder.clone(), Movetexts::new(collation), self.memory.budget());
        let gathered = Gathered::new(sorter, folder.clone(), Outside::Keep(&OUTSIDE));
        let mut collector = SourceReporter::new(gathered, console).about(&collection);
        self.index.scan((inputs, options), query, extract, &mut collector, console)?;
        write(collector.taken.finish()?, &folder, output, console)?;
        Ok(collector.report.exit)
    }

    fn collation(&self, collection: &Collection) -> Result<Order, Error> {
        let collation = match (&self.by, collection.has_records()) {
            (None, true) => Order::of_records(),
            (None, false) => Order::default(),
            (Some(by), _) => Order::parse_in(by, collection.vocabulary())?,
        };
        Ok(collation.for_profile(self.order_of.unwrap_or_default()))
    }
}

/// The order by these keys, or that of the standard.
pub(super) fn collation(by: Option<&str>) -> Result<Order, Error> {
    by.map_or_else(|| Ok(Order::default()), Order::parse)
}

/// The help of `--by`.
pub(super) fn keys_help() -> String {
    let first = "Sort by these keys, such as `-avgelo,date`";
    args::words_help(first, &format!("movetext, {}", pgn_db::collate::keys()))
}

/// Writes all games in order.
fn write(
    gathering: Gathering<Movetexts>,
    folder: &Folder,
    mut output: Output,
    console: &Console,
) -> Result<(), Error> {
    let Gathering { mut sorted, item_count, .. } = gathering;
    let mut written_count = 0;
    while let Some((_, stored)) =
        sorted.next_item().map_err(|error| temporary_file_error(folder, error))?
    {
        let text = open_stored(stored).text;
        output.put(text)?;
        written_count += 1;
    }
    Games { input_count: item_count, output_count: written_count, rejected_count: 0 }
        .close("sort")?;
    output.commit(console)
}
