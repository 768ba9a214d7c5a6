//! `pgn dedupe`: one copy of each game.
//!
//! Owns: the verb and its options. Knows nothing of: when games are one, where the text of a game
//! ends.
//! Start at [`Dedupe`].

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};

mod find;
mod group;
mod report;
mod unite;
mod write;

use super::Example;
use crate::args::{OutputEncodingArg, Read, Rejects, Values, Where, Write, values};
use crate::exit::Exit;
use crate::memory::{Memory, temporary_file_error};
use crate::output::Output;
use crate::signal;
use crate::terminal::Console;
pub(super) use find::{Found, Passes, Search, summary};
pub(super) use group::Groups;
use pgn_db::dedupe::{By, Prefer};
use pgn_db::error::Error;
use pgn_db::extract::ExtractText;
use pgn_db::reading::Reading;
use pgn_db::scan;
use pgn_query::Query;
pub(super) use report::ReportOptions;
pub(super) use unite::gather_texts;
pub(super) use write::{Placing, Sharing, Target};

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn dedupe games/ -o once.pgn", "Write each game once"),
    (
        "pgn dedupe games.pgn -o once.pgn --rejects copies.pgn --report groups.txt",
        "Keep the copies too, and the reason for each",
    ),
];

/// Drop copies of the same game
///
/// Two games are the same if they have the same moves, or one ends where the other continues, or
/// they differ only by moves that were not played (kings put in the centre after the game, null
/// moves, illegal moves), and nothing else contradicts it: the players are alike, however they are
/// spelled, the dates are compatible, and neither round nor link nor time distinguishes the games.
/// The less the tags say, the more moves must be the same; quick games that may have been played
/// twice both stay, and so do games without moves unless all their tags are the same.
///
/// `--by moves` compares only the start position and the moves, whoever played; `--by exact` also
/// the seven roster tags.
///
/// The best copy stays: the one with more annotations, then more moves, then more tags, then a more
/// exact date, then more clocks and evaluations, then the first. `--prefer` puts other criteria
/// first. A game is only dropped for one that stays, and `--report` says which and why. With
/// `--merge` the game that stays gets the tags, variations, comments and glyphs of its copies.
///
/// With `--where` only matching games are compared with each other, and no others are written; all
/// games of `--against` count. Games are written in input order, exactly as they were read. The
/// input is read twice, with `--merge` three times; input from a pipe is kept in a temporary file.
/// `--memory` limits the memory.
///
/// The status is 0 when everything was written, 2 when something could not be read or written.
#[derive(Args, Debug)]
pub(super) struct Dedupe {
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

    /// Merge the tags and annotations of copies into the game that stays
    ///
    /// If values of a tag, or clocks of a move, differ, those of the game that stays are kept; the
    /// report lists the others.
    #[arg(long, conflicts_with_all = ["which", "dry_run"])]
    merge: bool,

    /// Write nothing; only say what would change
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
    /// What must be the same
    #[arg(long, value_parser = values(SAME), default_value = "moves+players")]
    by: By,

    /// Compare only the position after N plies; 0 means the final position
    ///
    /// The players and later moves do not matter. Games that are shorter all stay.
    #[arg(long, value_name = "N", hide_short_help = true)]
    #[arg(conflicts_with_all = ["by", "same_setup"])]
    fuzzy_depth: Option<u32>,

    /// Compare only the set-up start position
    #[arg(long, conflicts_with = "by", hide_short_help = true)]
    same_setup: bool,

    /// Also drop copies of the games in this file or folder
    ///
    /// These games are not written themselves. Can be given several times.
    #[arg(long, value_name = "FILE")]
    against: Vec<PathBuf>,

    /// What makes a copy better: annotated, longer, tags, dated, timed, most important first
    #[arg(long, value_name = "RULE,...", value_parser = prefer, hide_short_help = true)]
    prefer: Option<Prefer>,
}

/// What must be the same, by its word.
pub(super) const SAME: &Values<By> = &[
    ("moves", "Start position and moves", By::Moves),
    (
        "moves+players",
        "Start position and moves, whole or cut short, with compatible players and dates (the \
         default)",
        By::MovesAndPlayers,
    ),
    ("exact", "Start position, moves and the seven tags of the roster", By::Exact),
];

/// Which games are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Which {
    /// One of each (the default)
    #[default]
    Kept,
    /// Those that are otherwise dropped
    Copies,
    /// All that have copies, and their copies
    Groups,
    /// Those without a copy
    Single,
}

pub(super) fn prefer(text: &str) -> Result<Prefer, String> {
    Prefer::parse(text)
        .map_err(|word| format!("expected annotated, longer, tags, dated or timed, found `{word}`"))
}

impl Same {
    fn by(&self) -> By {
        match (self.fuzzy_depth, self.same_setup) {
            (Some(ply), _) => By::PositionAt(ply),
            (None, true) => By::SetUp,
            (None, false) => self.by,
        }
    }

    /// The search for what these options ask for.
    pub(super) fn search<'a>(
        &'a self,
        memory: &'a Memory,
        read: &'a Read,
        query: Option<Arc<Query>>,
    ) -> Search<'a> {
        let prefer = self.prefer.unwrap_or_default();
        Search { by: self.by(), prefer, against: &self.against, memory, read, query }
    }
}

impl Dedupe {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let query = self.wanted.query(console)?;
        let inputs = self.read.inputs();
        let target = self.write.output.as_deref();
        let output = Output::open(target, &inputs)?;
        let rejects = self.rejects.open(&inputs)?;
        let report = self.report.open(&inputs)?;
        let folder = self.memory.folder(target);
        signal::watch();
        console.start_progress(&inputs, &output);
        let inputs = inputs.keep(&folder.0)?;
        let later = [inputs.again(), inputs.again()];
        let passes = if self.merge { Passes::Two } else { Passes::One };
        let search = self.same.search(&self.memory, &self.read, query.clone());
        let found = search.run(inputs, passes, &folder, console)?;
        console.next_phase("writing games", None);
        console.say(&summary(&found));
        let to_error = |error| temporary_file_error(&folder, error);
        let options = self.output_encoding.scan_options(self.memory.scan_options(&self.read));
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
        let mut placing = Placing::new(sharing, found.roles, &folder, console);
        placing.united = united;
        placing.groups = groups.as_mut();
        scan::run(second, options, Reading { job: ExtractText, query }, &mut placing)?;
        let sharing = placing.finish(found.n_read)?;
        if let (Some(groups), Some(report)) = (groups, report) {
            report.write(groups.finish().map_err(to_error)?, &found.seen, &folder, console)?;
        }
        sharing.commit(console)?;
        Ok(found.exit)
    }
}
