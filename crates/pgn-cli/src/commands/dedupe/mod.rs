//! `pgn dedupe`: keeps each game once.
//!
//! Start at [`Dedupe`].

use std::sync::Arc;

use clap::{Args, ValueEnum, ValueHint};

mod find;
mod group;
mod report;
mod unite;
mod unite_records;
mod write;

use super::Example;
use crate::args::{
    InputKind, OutputEncodingArg, Read, Rejects, Values, Where, Write, input_path, values,
};
use crate::collection::Collection;
use crate::exit::Exit;
use crate::memory::{Memory, temporary_file_error};
use crate::output::Output;
use crate::signal;
use crate::terminal::Console;
pub(super) use find::{Found, Passes, Search, summary};
pub(super) use group::Groups;
use pgn_db::dedupe::{By, Prefer};
use pgn_db::error::Error;
use pgn_db::extract::{Extract, Keyless};
use pgn_db::reading::Reading;
use pgn_db::scan;
use pgn_db::source::InputPath;
use pgn_query::Query;
pub(super) use report::ReportOptions;
pub(super) use unite::gather_texts;
pub(super) use write::{Placing, Sharing, Target};

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn dedupe games/ -o once.pgn", "Write each game once"),
    (
        "pgn dedupe games.pgn -o once.pgn --rejects copies.pgn --report groups.txt",
        "Also keep the duplicates, and the reason for each",
    ),
];

/// Drop duplicate games
///
/// Two games are duplicates if they have the same moves, or one ends where the other continues, or
/// they differ only by moves that were not played (kings put in the center after the game, null
/// moves, illegal moves), and nothing else contradicts this: the players are compatible, however
/// they are spelled, the dates are compatible, and no round, link or time distinguishes the games.
/// The less information the tags contain, the more moves must be the same. Quick games that may
/// have been played twice both stay, and so do games without moves, unless all their tags are the
/// same.
///
/// `--by moves` compares only the start position and the moves, not the players; `--by exact` also
/// compares the seven roster tags. `--by round` compares event, round, board and players instead of
/// the moves, and keeps the longest game: see `pgn help merge`.
///
/// Of several duplicates, pgn keeps the best one: the one with more annotations, then more moves,
/// then more tags, then a more exact date, then more clocks and evaluations, then the first.
/// `--prefer` puts other criteria first. A game is dropped only as a duplicate of a game that is
/// kept; `--report` lists which and why. With `--merge`, the game that is kept gets the tags,
/// variations, comments and NAGs of its duplicates.
///
/// Records of positions (EPD, FEN) are duplicates if their positions are the same: the pieces, the
/// side to move, the castling rights and the possible en passant capture. `--by exact` also
/// compares the operations. The record with the most operations is kept; with `--merge`, it gets
/// the operations that it lacks from its duplicates.
///
/// With `--where`, only matching games are compared and written; all games of `--against` count.
/// Games are written in input order, exactly as they were read. pgn reads the input twice, with
/// `--merge` three times, and keeps input from a pipe in a temporary file. `--memory` limits the
/// memory.
///
/// The exit status is 0 if everything was written, and 2 if something could not be read or written.
#[derive(Args, Debug)]
pub(super) struct Dedupe {
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
    same: Same,

    /// Which games to write [default: kept]
    #[arg(long, value_enum, default_value_t, hide_default_value = true, hide_short_help = true)]
    which: Which,

    /// Merge the tags and annotations of duplicates into the game that is kept
    ///
    /// If values of a tag or clocks of a move differ, those of the game that is kept stay; the
    /// report lists the others.
    #[arg(long, conflicts_with_all = ["which", "dry_run"])]
    merge: bool,

    /// Write nothing; only report what would be done
    #[arg(short = 'n', long, conflicts_with_all = ["output", "rejects"])]
    dry_run: bool,

    #[command(flatten)]
    rejects: Rejects,

    #[command(flatten)]
    report: ReportOptions,

    #[command(flatten)]
    memory: Memory,
}

/// When games are the same game.
#[derive(Args, Debug)]
pub(super) struct Same {
    /// What must be the same in duplicates
    #[arg(long, value_parser = values(SAME), default_value = "moves+players")]
    by: By,

    /// Compare only the position after N plies; 0 means the final position
    ///
    /// Players and later moves do not count. All shorter games stay.
    #[arg(long, value_name = "N", hide_short_help = true)]
    #[arg(conflicts_with_all = ["by", "same_setup"])]
    fuzzy_depth: Option<u32>,

    /// Compare only the set-up start position
    #[arg(long, conflicts_with = "by", hide_short_help = true)]
    same_setup: bool,

    /// Also drop duplicates of the games in this file or folder
    ///
    /// These games themselves are not written. Can be given several times.
    #[arg(long, value_name = "FILE", value_parser = input_path(), value_hint = ValueHint::AnyPath)]
    against: Vec<InputPath>,

    /// Which duplicate to keep: annotated, longer, tags, dated, timed, finished; the most important
    /// rule first
    #[arg(long, value_name = "RULE,...", value_parser = prefer, hide_short_help = true)]
    prefer: Option<Prefer>,
}

/// The word for what must be the same.
pub(super) const SAME: &Values<By> = &[
    ("moves", "Start position and moves", By::Moves),
    (
        "moves+players",
        "Start position and moves, complete or cut short, with compatible players and dates (the \
         default)",
        By::MovesAndPlayers,
    ),
    ("exact", "Start position, moves and the seven tags of the roster", By::Exact),
    (
        "round",
        "Event, round, board and players, whatever the moves: states of a game in a broadcast",
        By::Round,
    ),
];

/// Which games are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Which {
    /// One game of each group of duplicates, and games without duplicates (the default)
    #[default]
    Kept,
    /// The duplicates that would be dropped
    Copies,
    /// All games that have duplicates, and their duplicates
    Groups,
    /// Games without a duplicate
    Single,
}

pub(super) fn prefer(text: &str) -> Result<Prefer, String> {
    Prefer::parse(text).map_err(|word| {
        format!("expected annotated, longer, tags, dated, timed or finished, found `{word}`")
    })
}

impl Same {
    fn by(&self, collection: &Collection) -> By {
        match (self.fuzzy_depth, self.same_setup) {
            _ if collection.has_records() => match self.by {
                By::Exact => By::RecordWithOperations,
                _ => By::Record,
            },
            (Some(ply), _) => By::PositionAt(ply),
            (None, true) => By::SetUp,
            (None, false) => self.by,
        }
    }

    /// The search for what these options ask for.
    pub(super) fn search<'a>(
        &'a self,
        collection: &Collection,
        memory: &'a Memory,
        read: &'a Read,
        query: Option<Arc<Query>>,
    ) -> Search<'a> {
        let by = self.by(collection);
        let prefer = self.prefer.unwrap_or_else(|| Prefer::usual(by));
        let options = collection.scan_options(memory.scan_options(read));
        let against = collection.gather_more(&self.against);
        Search { by, prefer, against, memory, options, query }
    }
}

impl Dedupe {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let mut collection = self.input.collection(&self.read, console)?;
        collection.refuse_for_records("--fuzzy-depth", self.same.fuzzy_depth.is_some())?;
        collection.refuse_for_records("--same-setup", self.same.same_setup)?;
        collection.refuse_for_records("--by round", self.same.by == By::Round)?;
        let query = self.wanted.query_for(collection.cut, console)?;
        let target = self.write.output.as_deref();
        collection.check_name(target)?;
        collection.check_name(self.rejects.path())?;
        let inputs = collection.take_inputs();
        let output = Output::open(target, &inputs)?;
        let rejects = self.rejects.open(&inputs)?;
        let report = self.report.open(&inputs)?;
        let folder = self.memory.folder(target);
        signal::watch();
        console.start_progress(&inputs, &output);
        let inputs = inputs.keep(&folder.0)?;
        let later = [inputs.again(), inputs.again()];
        let passes = if self.merge { Passes::Two } else { Passes::One };
        let search = self.same.search(&collection, &self.memory, &self.read, query.clone());
        let found = search.run(inputs, passes, &folder, console)?;
        let [_, several] = collection.nouns();
        console.next_phase(format!("writing {several}"), None);
        console.say(&summary(&found, collection.cut));
        let to_error = |error| temporary_file_error(&folder, error);
        let options = self.output_encoding.scan_options(self.memory.scan_options(&self.read));
        let options = collection.scan_options(options);
        let budget = self.memory.budget().halved().halved();
        let mut groups = report.is_some().then(|| Groups::new(&folder, budget));
        let [first, second] = later;
        let united = match found.first {
            Some(roles) => {
                let wanted = (options, query.clone());
                let texts = gather_texts(first, wanted, roles, &folder, budget)?;
                Some(texts.unite(groups.as_mut(), &folder, budget).map_err(to_error)?)
            }
            None => None,
        };
        let which = (!self.dry_run).then_some(self.which);
        let sharing = Sharing { which, target: output, rejects };
        let mut placing = Placing::new(sharing, found.roles, &folder, console).about(&collection);
        placing.united = united;
        placing.groups = groups.as_mut();
        scan::run(second, options, Reading { job: Extract(Keyless), query }, &mut placing)?;
        let sharing = placing.finish(found.read_count)?;
        if let (Some(groups), Some(report)) = (groups, report) {
            let report = report.about(&collection);
            report.write(groups.finish().map_err(to_error)?, &found.seen, &folder, console)?;
        }
        sharing.commit(console)?;
        Ok(found.exit)
    }
}
