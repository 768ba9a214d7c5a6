//! `pgn filter`: the games that match an expression.
//!
//! Decisions: D-09, D-38.
//! Start at [`Filter`].

use std::path::Path;
use std::sync::Arc;

use clap::Args;

pub(super) mod filter_output;

use super::Example;
use crate::args::{InputKind, OutputEncodingArg, Read, Rejects, Where, Write};
use crate::collect::SourceReporter;
use crate::exit::Exit;
use crate::illegal_moves::IllegalMovesArg;
use crate::indexed::{IndexNotes, UseIndex};
use crate::output::Output;
use crate::signal;
use crate::terminal::Console;
use filter_output::{Choice, FilterOutput};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::index::Index;
use pgn_db::scan;
use pgn_db::select::{Ranges, Reservoir, Selection, Wanted};
use pgn_db::sort::Folder;
use pgn_query::Query;

pub(super) const EXAMPLES: &[Example] = &[
    (
        "pgn filter --where 'player ~ \"tal\" and won' games.pgn -o tal.pgn",
        "The games that Tal won",
    ),
    ("pgn filter --where 'WhiteElo >= 2700 and result = draw' --count games/", "Count them"),
    (
        "pgn filter --sample 500 --where 'material \"KRPkr\"' suite.epd -o rooks.epd",
        "Of records of positions, some that match",
    ),
    (
        "pgn filter --where 'ends checkmate' --list games.pgn",
        "List them, with their location in the file",
    ),
];

/// Keep games that match an expression
///
/// The expression of `--where` can use tags by name, computed words such as player, elo, year,
/// plycount, result and eco, and conditions on comments, NAGs, clocks and evaluations;
/// docs/formats/query.md describes them all. pgn reads only as much of a game as the expression
/// needs: `--explain` shows how much that is.
///
/// pgn writes each game exactly as it was read, followed by an empty line. A game without a
/// termination marker gets one. Text after the last game of a file is left out.
///
/// If a game has an illegal move, only the positions before that move are known. If these do not
/// decide the expression, whether it requires a position or excludes one, the game is left out, and
/// pgn reports the number of such games.
///
/// `--list` writes one line per game, with tabs between the fields: file, number in the file, line,
/// ply of the match or a hyphen, White, Black, Result, Date, Event.
///
/// Records of positions (EPD, FEN) are kept in the same way, each line unchanged. The expression
/// can use operations by opcode, such as `id ~ "WAC"` or `ce > 100`, and conditions on the
/// position. `--list` then writes file, number, line, a hyphen, id and position.
///
/// The exit status is 0 if games matched, 1 if none matched, and 2 if something could not be read
/// or written.
#[derive(Args, Debug)]
pub(super) struct Filter {
    #[command(flatten)]
    input: InputKind,

    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    illegal_moves: IllegalMovesArg,

    #[command(flatten)]
    write: Write,

    #[command(flatten)]
    output_encoding: OutputEncodingArg,

    #[command(flatten)]
    wanted: Where,

    #[command(flatten)]
    rejects: Rejects,

    #[command(flatten)]
    index: UseIndex,

    /// Keep the games that do not match
    #[arg(long, hide_short_help = true)]
    invert: bool,

    /// Use only these games, by number, such as `10..20,30,40..`
    ///
    /// Games are numbered from 1 across all files. `!10..20` means all but these.
    #[arg(long, value_name = "RANGES", hide_short_help = true)]
    games: Option<Ranges>,

    /// Use only these of the matching games, by number
    #[arg(long, value_name = "RANGES", hide_short_help = true)]
    nth: Option<Ranges>,

    /// Skip the first N matching games
    #[arg(long, value_name = "N", default_value_t, hide_default_value = true)]
    #[arg(hide_short_help = true)]
    skip: u64,

    /// Stop after N games
    #[arg(long, value_name = "N")]
    limit: Option<u64>,

    /// Use a random sample of N matching games, in their original order
    #[arg(long, value_name = "N", hide_short_help = true)]
    #[arg(conflicts_with_all = ["limit", "count", "rejects"])]
    sample: Option<u64>,

    /// Draw another sample [default: 0]
    ///
    /// The same S always selects the same games.
    #[arg(long, value_name = "S", requires = "sample", hide_short_help = true)]
    seed: Option<u64>,

    /// Print only the number of games
    #[arg(long, conflicts_with_all = ["list", "mark"])]
    count: bool,

    /// Print one line about each game instead of the game
    #[arg(long, conflicts_with = "mark")]
    list: bool,

    /// Add TEXT as a comment where a game matches
    ///
    /// The comment goes after the move that completes the match, or before the first move if the
    /// expression does not depend on moves. `{fen}` becomes the position, and `{key}` its Polyglot
    /// key. Everything else in the game stays the same.
    #[arg(long, value_name = "TEXT")]
    mark: Option<String>,

    /// Show how the expression is evaluated, without reading games
    ///
    /// If you name files, it also shows what their indexes can answer: how many games each
    /// condition leaves, and how many of them must be read.
    #[arg(long, hide_short_help = true)]
    explain: bool,
}

impl Filter {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let mut collection = self.input.collection(&self.read, console)?;
        let query = self.wanted.query_for(collection.cut, console)?;
        collection.refuse_for_records("--mark", self.mark.is_some())?;
        collection.refuse_for_records("--explain", self.explain)?;
        if self.explain {
            return self.explain(query.as_deref());
        }
        collection.check_name(self.named_output())?;
        collection.check_name(self.rejects.path())?;
        let inputs = collection.take_inputs();
        let output = Output::open(self.write.output.as_deref(), &inputs)?;
        let rejects = self.rejects.open(&inputs)?;
        let sample = self.sample().map_err(|error| Error::from_io("temporary files", error))?;
        signal::watch();
        console.start_progress(&inputs, &output);
        let selection = Selection {
            outside: false,
            query: query.unwrap_or_else(Query::all),
            inverted: self.invert,
            wanted: match (self.count, self.list) {
                (true, _) => Wanted::Count,
                (false, true) => Wanted::Line,
                (false, false) => Wanted::Text,
            },
            mark: self.mark,
            rejects: rejects.is_some(),
            counts_all: self.games.is_some(),
        };
        let choice = Choice {
            games: self.games,
            select: self.nth,
            skip: self.skip,
            limit: self.limit.unwrap_or(u64::MAX),
            needs_match: true,
            ..Choice::default()
        };
        let is_count = self.count;
        let (noticed, needs_all) = (IndexNotes::default(), selection.needs_all());
        let query = Arc::clone(&selection.query);
        let find = move |index: &Index| match needs_all {
            true => Ok(None),
            false => index.few_candidates(&query),
        };
        let options = self.output_encoding.scan_options(self.read.scan_options());
        let options = collection.scan_options(options);
        let chooser = self.index.chooser(&options, &noticed, Box::new(find));
        let sifting = FilterOutput::new(output, rejects, choice, sample, collection.nouns());
        let mut collector = SourceReporter::new(sifting, console).about(&collection);
        scan::run_chosen(inputs, options, chooser, selection, &mut collector)?;
        let SourceReporter { taken: sifting, report } = collector;
        noticed.report(console);
        let (exit, game_count) = sifting.finish("filter", is_count, &report)?;
        Ok(exit.max(if game_count == 0 { Exit::Findings } else { Exit::Clean }))
    }

    /// The file of the output, if games go there.
    fn named_output(&self) -> Option<&Path> {
        self.write.output.as_deref().filter(|_| !self.count && !self.list)
    }

    /// Prints the plan on standard output, with the answers of the files' indexes.
    fn explain(&self, query: Option<&Query>) -> Result<Exit, Error> {
        let Some(query) = query else {
            let why = "there is no expression to explain";
            return Err(Error::new(ErrorKind::Usage, "--explain", why));
        };
        let mut text = query.explain();
        let needs_all = self.invert || self.rejects.is_given() || self.games.is_some();
        if !(self.read.files.is_empty() || needs_all) {
            let encoding = self.read.scan_options().encoding;
            text.push_str(&self.index.explain(self.read.inputs(), encoding, query));
        }
        Output::print(None, &Read::default().inputs(), text)?;
        Ok(Exit::Clean)
    }

    fn sample(&self) -> std::io::Result<Option<Reservoir>> {
        let Some(size) = self.sample else { return Ok(None) };
        let folder = Folder(std::env::temp_dir());
        Reservoir::new(size, self.seed.unwrap_or(0), &folder).map(Some)
    }
}
