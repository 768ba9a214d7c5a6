//! `pgn cat`: games of several files as one stream.
//!
//! Decisions: D-09, D-38.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::Example;
use super::filter::filter_output::{Choice, FilterOutput};
use crate::args::{InputKind, OutputEncodingArg, Read, Rejects, Write};
use crate::collect::SourceReporter;
use crate::exit::Exit;
use crate::indexed::{IndexNotes, UseIndex};
use crate::output::Output;
use crate::signal;
use crate::terminal::Console;
use pgn_db::error::Error;
use pgn_db::index::{Index, RoaringBitmap};
use pgn_db::scan;
use pgn_db::select::{Ranges, Selection, Wanted};
use pgn_query::Query;

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn cat games/ -o all.pgn", "Join files"),
    ("pgn cat --games 10..20,30 games.pgn.zst", "Some games, by number"),
    ("pgn cat --games 1001.. games.pgn", "All but the first thousand"),
    ("pgn cat suites/ --from epd -o all.epd", "Join files of positions"),
];

/// Write the games of several files as one stream
///
/// pgn writes each game exactly as it was read, followed by an empty line, so games of all files
/// can be joined. A game without a termination marker gets one. Text after the last game of a file
/// is kept, but left out with `--games`.
///
/// Games are numbered from 1 across all files.
///
/// Records of positions (EPD, FEN) are joined in the same way: each line, also a remark or an empty
/// line, is written exactly as it was read. With `--games`, only records are written.
///
/// The exit status is 0 if everything was written, and 2 if something could not be read or written.
#[derive(Args, Debug)]
pub(super) struct Cat {
    #[command(flatten)]
    input: InputKind,

    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    write: Write,

    #[command(flatten)]
    output_encoding: OutputEncodingArg,

    #[command(flatten)]
    rejects: Rejects,

    #[command(flatten)]
    index: UseIndex,

    /// Use only these games, by number, such as `10..20,30,40..`
    ///
    /// `!10..20` means all but these.
    #[arg(long, value_name = "RANGES")]
    games: Option<Ranges>,
}

impl Cat {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let mut collection = self.input.collection(&self.read, console)?;
        collection.check_name(self.write.output.as_deref())?;
        collection.check_name(self.rejects.path())?;
        let inputs = collection.take_inputs();
        let output = Output::open(self.write.output.as_deref(), &inputs)?;
        let rejects = self.rejects.open(&inputs)?;
        signal::watch();
        console.start_progress(&inputs, &output);
        let selection = Selection {
            query: Query::all(),
            inverted: false,
            wanted: Wanted::Text,
            mark: None,
            rejects: rejects.is_some(),
            counts_all: self.games.is_some(),
            outside: self.games.is_none(),
        };
        // Of several files, the numbers of the second begin after those of the first.
        let is_alone = matches!(&self.read.files[..], [file] if file.is_file());
        let wanted = self.games.clone().filter(|_| is_alone && !selection.rejects);
        let chosen = Arc::new(AtomicBool::new(false));
        let (noticed, is_chosen) = (IndexNotes::default(), Arc::clone(&chosen));
        let find = move |index: &Index| {
            let games = wanted.as_ref().map(|games| numbers_of(games, index.game_count()));
            is_chosen.store(games.is_some(), Ordering::Relaxed);
            Ok(games)
        };
        let options = self.output_encoding.scan_options(self.read.scan_options());
        let options = collection.scan_options(options);
        let chooser = self.index.chooser(&options, &noticed, Box::new(find));
        let choice = Choice { games: self.games, limit: u64::MAX, chosen, ..Choice::default() };
        let sifting = FilterOutput::new(output, rejects, choice, None, collection.nouns());
        let mut collector = SourceReporter::new(sifting, console).about(&collection);
        scan::run_chosen(inputs, options, chooser, selection, &mut collector)?;
        let SourceReporter { taken: sifting, report } = collector;
        noticed.report(console);
        Ok(sifting.finish("cat", false, &report)?.0)
    }
}

/// The games of these numbers, counted from 0.
fn numbers_of(games: &Ranges, game_count: u32) -> RoaringBitmap {
    (0..game_count).filter(|game| games.contains(u64::from(*game) + 1)).collect()
}
