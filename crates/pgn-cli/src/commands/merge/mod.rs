//! `pgn merge`: several files become one, in order, each game once.
//!
//! Standard: §12. Decisions: D-42.
//! Start at [`Merge`].

mod tree;

use clap::Args;
use pgn_db::collate::Order;

use super::Example;
use super::dedupe::{
    Found, Groups, Passes, Placing, ReportOptions, SAME, Search, Sharing, Target, Which,
    gather_texts, prefer, summary,
};
use super::sort::{collation, keys_help};
use crate::args::{OutputEncodingArg, Read, Rejects, Where, Write, values};
use crate::conservation::Games;
use crate::exit::Exit;
use crate::memory::{Memory, temporary_file_error};
use crate::output::Output;
use crate::signal;
use crate::terminal::Console;
use pgn_db::collate::{InOrder, Movetexts, OUTSIDE};
use pgn_db::dedupe::{By, Prefer};
use pgn_db::error::Error;
use pgn_db::extract::{Extract, KeyedGame, StoredGameReader, open_stored};
use pgn_db::reading::Reading;
use pgn_db::scan::{self, Cut};
use pgn_db::sort::{Folder, Sorter};
use tree::TreeArgs;

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn merge mine.pgn yours.pgn -o ours.pgn", "Merge two collections"),
    (
        "pgn merge games/ -o all.pgn.zst --rejects copies.pgn --report groups.jsonl",
        "Merge a folder, and report the duplicates",
    ),
    ("pgn merge --tree --main-line played games/ -o tree.pgn", "One game with all lines"),
];

/// Merge files: sorted, each game once, with the annotations of all duplicates
///
/// pgn finds duplicate games as `pgn dedupe` does, and the best game of each group gets the tags,
/// variations, comments and NAGs of its duplicates, as with `pgn dedupe --merge`. Then pgn writes
/// all games in the order of the standard, or of `--by`; `pgn help sort` describes the order.
///
/// Each game is written exactly as it was read, plus what it got from its duplicates. Text outside
/// games comes last. `--rejects` writes the duplicates to a file, and `--report` gives the reason
/// for each. `pgn sort` also combines several files into one, but drops nothing.
///
/// `pgn merge --same round round-5/` merges snapshots of a broadcast: games with the same event,
/// round, board and players are one game, even without moves. The longest game stays, or the one
/// with a result; if the moves differ, pgn reports the game and the move, and the other moves
/// become a variation. Games without a round or a player are not compared.
///
/// `--tree` instead merges games from one start position into one game: each move once, the others
/// as variations, with the comments and NAGs of all games. `[%from mine.pgn:12]` in a comment names
/// the game that it comes from. The tags are those that all games share. Games that start from
/// another position are an error. pgn reports how much `--depth` and `--min-games` left out; clock
/// times are left out as well. The lines must fit into half of `--memory`. `pgn convert
/// --split-variations` writes the lines as separate games again, except for games that end where
/// another one continues.
///
/// With `--where`, only matching games are compared and written. pgn reads the input three times,
/// and sorts data larger than `--memory` in temporary files.
///
/// The exit status is 0 if everything was written, and 2 if something could not be read or written.
#[derive(Args, Debug)]
#[command(mut_arg("encoding", |arg| arg.hide_short_help(true)))]
#[command(mut_arg("temp", |arg| arg.hide_short_help(true)))]
pub(super) struct Merge {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    write: Write,

    #[command(flatten)]
    output_encoding: OutputEncodingArg,

    #[command(flatten)]
    wanted: Where,

    /// The order, such as `White,-avgelo,date`
    #[arg(long, value_name = "KEY,...", allow_hyphen_values = true, long_help = keys_help())]
    by: Option<String>,

    /// What must be the same in duplicates
    #[arg(long, value_parser = values(SAME), default_value = "moves+players")]
    same: By,

    /// Which duplicate to keep: annotated, longer, tags, dated, timed, finished; the most important
    /// rule first
    #[arg(long, value_name = "RULE,...", value_parser = prefer, hide_short_help = true)]
    prefer: Option<Prefer>,

    #[command(flatten)]
    rejects: Rejects,

    #[command(flatten)]
    report: ReportOptions,

    #[command(flatten)]
    tree: TreeArgs,

    #[command(flatten)]
    memory: Memory,
}

impl Merge {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        if self.tree.tree {
            return self.run_tree(console);
        }
        let collation = collation(self.by.as_deref())?;
        let query = self.wanted.query(console)?;
        let inputs = self.read.inputs();
        let target = self.write.output.as_deref();
        let mut output = Output::open(target, &inputs)?;
        let rejects = self.rejects.open(&inputs)?;
        let report = self.report.open(&inputs)?;
        let folder = self.memory.folder(target);
        signal::watch();
        console.start_progress(&inputs, &output);
        let inputs = inputs.keep(&folder.0)?;
        let [first, second] = [inputs.again(), inputs.again()];
        let (memory, read) = (&self.memory, &self.read);
        let options = self.output_encoding.scan_options(memory.scan_options(read));
        let budget = memory.budget().halved();
        let by = self.same;
        let prefer = self.prefer.unwrap_or_else(|| Prefer::usual(by));
        let search = Search {
            by,
            prefer,
            against: None,
            memory,
            options: memory.scan_options(read),
            query: query.clone(),
        };
        let mut found = search.run(inputs, Passes::Two, &folder, console)?;
        console.next_phase("writing games", None);
        console.say(&summary(&found, Cut::Games));
        let to_error = |error| temporary_file_error(&folder, error);
        let others = budget.halved();
        let mut groups = report.is_some().then(|| Groups::new(&folder, others));
        let mut united = None;
        if let Some(roles) = found.first.take() {
            let wanted = (options, query.clone());
            let texts = gather_texts(first, wanted, roles, &folder, others)?;
            united = Some(texts.unite(groups.as_mut(), &folder, others).map_err(to_error)?);
        }
        let Found { roles, seen, exit, read_count, .. } = found;
        let sorter = Sorter::new(folder.clone(), Movetexts::new(collation.clone()), budget);
        let reader = StoredGameReader::default();
        let ordered = Ordered { sorter, collation: collation.clone(), reader, folder: &folder };
        let sharing = Sharing { which: Some(Which::Kept), target: ordered, rejects };
        let mut placing = Placing::new(sharing, roles, &folder, console);
        placing.united = united;
        placing.groups = groups.as_mut();
        let reading = Reading { job: Extract(InOrder(collation)), query };
        scan::run(second, options, reading, &mut placing)?;
        let Sharing { target: ordered, rejects, .. } = placing.finish(read_count)?;
        ordered.write(&mut output)?;
        if let (Some(groups), Some(report)) = (groups, report) {
            report.write(groups.finish().map_err(to_error)?, &seen, &folder, console)?;
        }
        rejects.map_or(Ok(()), |rejects| rejects.commit(console))?;
        output.commit(console)?;
        Ok(exit)
    }
}

/// Puts the games that stay in order.
struct Ordered<'a> {
    sorter: Sorter<Folder, Movetexts>,
    collation: Order,
    reader: StoredGameReader,
    folder: &'a Folder,
}

impl Target for Ordered<'_> {
    fn game(&mut self, _: u64, game: KeyedGame<'_>, new: Option<&[u8]>) -> Result<(), Error> {
        let Some(stored) = new else { return self.push(game.key, game.stored) };
        // Its tags may be others now.
        let key = match self.reader.read(stored) {
            Some(united) => {
                let mut head = Vec::new();
                self.collation.push_head(united, &mut head);
                InOrder::key_of(&head)
            }
            None => game.key.to_vec(),
        };
        self.push(&key, stored)
    }

    fn outside(&mut self, stored: &[u8]) -> Result<(), Error> {
        self.push(&OUTSIDE, stored)
    }
}

impl Ordered<'_> {
    fn push(&mut self, key: &[u8], stored: &[u8]) -> Result<(), Error> {
        self.sorter.push(key, stored).map_err(|error| temporary_file_error(self.folder, error))
    }

    /// Writes all that was taken.
    fn write(self, output: &mut Output) -> Result<(), Error> {
        let to_error = |error| temporary_file_error(self.folder, error);
        let input_count = self.sorter.item_count();
        let mut output_count = 0;
        let mut sorted = self.sorter.finish().map_err(to_error)?;
        while let Some((_, stored)) = sorted.next_item().map_err(to_error)? {
            let text = open_stored(stored).text;
            output.put(text)?;
            output_count += 1;
        }
        Games { input_count, output_count, rejected_count: 0 }.close("merge")
    }
}
