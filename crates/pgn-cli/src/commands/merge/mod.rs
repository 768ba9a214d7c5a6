//! `pgn merge`: several files become one, in order, each game once.
//!
//! Owns: the verb and its options. Knows nothing of: when games are one, the order itself.
//! Standard: §12. Decisions: D-42.
//! Start at [`Merge`].

use std::io::Write as _;

use clap::Args;
use pgnkit::collate::Collation;

mod in_order;

use super::Example;
use super::dedupe::{
    ByWord, Found, Groups, Passes, Placing, ReportOptions, Search, Sharing, Target, United, Which,
    gather_texts, prefer, summary,
};
use super::sort::collation;
use crate::args::{Read, Rejects, Where, Write};
use crate::exit::Exit;
use crate::memory::{Memory, temporary_trouble};
use crate::output::Output;
use crate::rewrite::Report;
use crate::signal;
use crate::tally::Games;
use crate::terminal::Console;
use in_order::{Account, Files, Marks};
use pgn_db::carry::{Carriage, Carry, CarryText, Load, ParcelReader, open_parcel};
use pgn_db::collate::{InOrder, Movetexts, OUTSIDE};
use pgn_db::dedupe::Prefer;
use pgn_db::error::Error;
use pgn_db::merge::Merger;
use pgn_db::scan::{self, Job};
use pgn_db::sort::{Folder, Sorter};
use pgn_db::source::Inputs;

pub(super) const EXAMPLES: &[Example] = &[
    Example { line: "pgn merge mine.pgn yours.pgn -o ours.pgn", does: "Two collections in one" },
    Example {
        line: "pgn merge games/ -o all.pgn.zst --rejects copies.pgn --report groups.jsonl",
        does: "A folder, and what became of each copy",
    },
    Example { line: "pgn merge --by White,date a.pgn b.pgn", does: "In another order" },
];

/// Make one file of several: in order, each game once, annotations united
///
/// Games that are one are found as `pgn dedupe` finds them, and the best copy of each gets the
/// tags, variations, comments and glyphs of the others, as with `pgn dedupe --merge`. All games are
/// then written in the order of the standard, or in that of `--by`; `pgn sort` says what it is.
///
/// Each game is written as it was read, but for what it got from its copies. Text that belongs to
/// no game comes last. `--rejects` keeps the copies, and `--report` tells of each why it is one.
/// `pgn sort` makes one file of several and drops nothing.
///
/// With `--where` only the games for which it holds are compared, and no others are written. The
/// input is read three times. Files whose games are in order already are read side by side and not
/// sorted anew, where memory has room for a few chunks of each. What is larger than `--memory` is
/// sorted in temporary files.
///
/// The status is 0 when all was written, 2 when something could not be read or written.
#[derive(Args, Debug)]
pub(super) struct Merge {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    write: Write,

    #[command(flatten)]
    wanted: Where,

    /// The order, such as `White,-elo,date`
    #[arg(long, value_name = "KEY,...", allow_hyphen_values = true)]
    by: Option<String>,

    /// What must be the same in games that are one
    #[arg(long, value_enum, default_value_t)]
    same: ByWord,

    /// What makes a copy the better one: annotated, longer, tags, dated, timed, in the order that
    /// you want
    #[arg(long, value_name = "RULE,...", value_parser = prefer, hide_short_help = true)]
    prefer: Option<Prefer>,

    #[command(flatten)]
    rejects: Rejects,

    #[command(flatten)]
    report: ReportOptions,

    #[command(flatten)]
    memory: Memory,
}

impl Merge {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
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
        let (options, budget) = (memory.scan_options(read), memory.budget().halved());
        let merger = Merger {
            collation: collation.clone(),
            query: query.clone(),
            options,
            folder: folder.clone(),
            budget,
        };
        let files = Files::look(&inputs, &merger)?;
        if files.is_some() {
            console.remark("the files are in order, and are merged as they are");
        }
        let (by, prefer) = (self.same.by(), self.prefer.unwrap_or_default());
        let search = Search { by, prefer, against: &[], memory, read, query: query.clone() };
        let mut found = search.run(inputs, Passes::Two, &folder, console)?;
        console.say(&summary(&found));
        let trouble = |error| temporary_trouble(&folder, error);
        let others = budget.halved();
        let mut groups = report.is_some().then(|| Groups::new(&folder, others));
        let mut united = None;
        if let Some(roles) = found.first.take() {
            let carry = CarryText { query };
            let texts = gather_texts(first, (options, carry), roles, &folder, others)?;
            united = Some(texts.unite(groups.as_mut(), &folder, others).map_err(trouble)?);
        }
        let (exit, seen) = (found.exit, std::mem::take(&mut found.seen));
        let place = Place { found, united, groups: groups.as_mut(), rejects };
        let rejects = match files {
            Some(files) => place.side_by_side(files, (second, merger), &mut output, console)?,
            None => place.sorted((second, merger), &mut output, console)?,
        };
        if let (Some(groups), Some(report)) = (groups, report) {
            report.write(groups.finish().map_err(trouble)?, &seen, &folder)?;
        }
        rejects.map_or(Ok(()), Output::commit)?;
        output.commit()?;
        Ok(exit)
    }
}

/// All that is known when the games are brought to their places.
struct Place<'g> {
    found: Found,
    united: Option<United>,
    groups: Option<&'g mut Groups>,
    rejects: Option<Output>,
}

impl Place<'_> {
    /// Reads the files one after the other, and sorts what stays. Gives back the file of rejects.
    fn sorted(
        self,
        (inputs, merger): (Inputs, Merger),
        output: &mut Output,
        console: &Console,
    ) -> Result<Option<Output>, Error> {
        let Merger { collation, query, options, folder, budget } = merger;
        let sorter = Sorter::new(folder.clone(), Movetexts::new(collation.clone()), budget);
        let reader = ParcelReader::default();
        let ordered = Ordered { sorter, collation: collation.clone(), reader, folder: &folder };
        let carry = Carry { keys: InOrder(collation), query };
        let sharing = self.share((inputs, options, carry), ordered, &folder, console)?;
        sharing.target.write(output)?;
        Ok(sharing.rejects)
    }

    /// Reads files that are in order side by side.
    fn side_by_side(
        mut self,
        files: Files,
        (inputs, merger): (Inputs, Merger),
        output: &mut Output,
        console: &Console,
    ) -> Result<Option<Output>, Error> {
        let n_by_source = std::mem::take(&mut self.found.n_by_source);
        let report = Report::new(console, "");
        let mut account = Account {
            output,
            n_read: self.found.n_read,
            n_rejected: self.found.roles.counts().n_copies() + self.found.n_unwanted,
            report: None,
        };
        let mut marks = Marks::new(&merger);
        let mut rejects = None;
        if self.rejects.is_some() || self.groups.is_some() {
            let (carry, folder) =
                (CarryText { query: merger.query.clone() }, merger.folder.clone());
            let scan = (inputs, merger.options, carry);
            let sharing = self.share(scan, marks, &folder, console)?;
            (marks, rejects) = (sharing.target, sharing.rejects);
        } else {
            let taken = marks.take(&mut self.found.roles, self.united.take());
            taken.map_err(|error| temporary_trouble(&merger.folder, error))?;
            account.report = Some(&report);
        }
        files.write(merger, marks, &n_by_source, &mut account)?;
        Ok(rejects)
    }

    /// Gives the games that stay to `target`, and the others to the file of rejects.
    fn share<T: Target>(
        self,
        (inputs, options, job): (Inputs, scan::Options, impl Job<Output = Load>),
        target: T,
        folder: &Folder,
        console: &Console,
    ) -> Result<Sharing<T>, Error> {
        let sharing = Sharing { which: Some(Which::Kept), target, rejects: self.rejects };
        let mut placing = Placing::new(sharing, self.found.roles, folder, console);
        placing.united = self.united;
        placing.groups = self.groups;
        scan::run(inputs, options, job, &mut placing)?;
        placing.finish(self.found.n_read)
    }
}

/// Puts the games that stay in order.
struct Ordered<'a> {
    sorter: Sorter<Folder, Movetexts>,
    collation: Collation,
    reader: ParcelReader,
    folder: &'a Folder,
}

impl Target for Ordered<'_> {
    fn game(&mut self, _: u64, game: Carriage<'_>, new: Option<&[u8]>) -> Result<(), Error> {
        let Some(parcel) = new else { return self.push(game.key, game.parcel) };
        // Its tags may be others now.
        let key = match self.reader.read(parcel) {
            Some(united) => {
                let mut head = Vec::new();
                self.collation.push_head(united, &mut head);
                InOrder::key_of(&head)
            }
            None => game.key.to_vec(),
        };
        self.push(&key, parcel)
    }

    fn outside(&mut self, parcel: &[u8]) -> Result<(), Error> {
        self.push(&OUTSIDE, parcel)
    }
}

impl Ordered<'_> {
    fn push(&mut self, key: &[u8], parcel: &[u8]) -> Result<(), Error> {
        self.sorter.push(key, parcel).map_err(|error| temporary_trouble(self.folder, error))
    }

    /// Writes all that was taken.
    fn write(self, output: &mut Output) -> Result<(), Error> {
        let trouble = |error| temporary_trouble(self.folder, error);
        let n_in = self.sorter.n_items();
        let mut n_out = 0;
        let mut sorted = self.sorter.finish().map_err(trouble)?;
        while let Some((_, parcel)) = sorted.next_item().map_err(trouble)? {
            let text = open_parcel(parcel).text;
            output.write_all(text).map_err(|error| output.trouble(error))?;
            n_out += 1;
        }
        Games { n_in, n_out, n_rejected: 0 }.close("merge")
    }
}
