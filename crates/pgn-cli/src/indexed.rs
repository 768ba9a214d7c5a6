//! The index of a file, for verbs that read less with one.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use clap::Args;

use crate::terminal::Console;
use pgn_db::error::{Error, printable};
use pgn_db::index::{Index, IndexUnusable, RoaringBitmap};
use pgn_db::reading::{ChunkResult, ReadGames, Reading};
use pgn_db::scan::{self, Chooser, Chosen, ChunkSink, Cut, Job};
use pgn_db::source::{Inputs, Origin, Source};
use pgn_query::Query;
use pgnkit::charset::Choice;
use pgnkit::read::LanguageChoice;

/// Whether an index is used.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct UseIndex {
    /// Read the whole file, even if it has an index
    ///
    /// `pgn index` builds the index. The result is the same without it. `--verbose` reports whether
    /// the index was used, and if not, why.
    #[arg(long, hide_short_help = true)]
    no_index: bool,
}

/// The games of a file to read, if it has an index; `None` is all.
pub(crate) type Find = dyn Fn(&Index) -> Result<Option<RoaringBitmap>, Error> + Send + Sync;

/// Notes about indexes, to be reported at the end of reading.
#[derive(Clone, Debug, Default)]
pub(crate) struct IndexNotes(Arc<Mutex<Vec<String>>>);

impl IndexNotes {
    fn push(&self, name: &str, what: &str) {
        let line = format!("{name}: {what}");
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }

    /// Says it.
    pub(crate) fn report(&self, console: &Console) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for line in lines.drain(..) {
            console.remark(&line);
        }
    }
}

impl UseIndex {
    /// Whether indexes may be used.
    pub(crate) fn is_on(self) -> bool {
        !self.no_index
    }

    /// Scans the games that a query may match: of a file with an index, those that the index finds;
    /// of other files, all. Each source reports how many were not read. Without a query, all games
    /// are scanned.
    ///
    /// # Errors
    /// Errors of `collect`.
    pub(crate) fn scan<J: ReadGames>(
        self,
        (inputs, options): (Inputs, scan::Options),
        query: Option<Arc<Query>>,
        job: J,
        collect: &mut impl ChunkSink<ChunkResult<J::Output>>,
        console: &Console,
    ) -> Result<(), Error> {
        let reading = Reading { job, query: query.clone() };
        let Some(query) = query else {
            return scan::run(inputs, options, reading, collect);
        };
        let find: Box<Find> = Box::new(move |index| index.few_candidates(&query));
        self.scan_found((inputs, options), find, reading, collect, console)
    }

    /// The same, for any lookup in an index.
    ///
    /// # Errors
    /// Errors of `collect`.
    pub(crate) fn scan_found<J: Job>(
        self,
        (inputs, options): (Inputs, scan::Options),
        find: Box<Find>,
        job: J,
        collect: &mut impl ChunkSink<J::Output>,
        console: &Console,
    ) -> Result<(), Error> {
        let noticed = IndexNotes::default();
        let chooser = self.chooser(&options, &noticed, find);
        let done = scan::run_chosen(inputs, options, chooser, job, collect);
        noticed.report(console);
        done
    }

    /// The answers of each file's index to the questions of a query, in lines for people.
    pub(crate) fn explain(self, inputs: Inputs, encoding: Choice, query: &Query) -> String {
        let explain = |path: &Path| -> Result<String, IndexUnusable> {
            let index = Index::open(path, encoding)?;
            let games = index.few_candidates(query)?;
            let (n, total_count) = (games.as_ref().map(RoaringBitmap::len), index.game_count());
            let head = match n {
                Some(n) => format!("{n} of {total_count} games are read"),
                None => format!("it does not help here, all {total_count} games are read"),
            };
            Ok(format!("{head}\n{}", index.explain(query)?))
        };
        let mut text = String::new();
        for source in inputs.sources().flatten() {
            let what = match &source.origin {
                _ if !self.is_on() => continue,
                Origin::File(path) => explain(path),
                Origin::Stdin | Origin::Member(_) => continue,
            };
            let what = what.unwrap_or_else(|unfit| match unfit {
                IndexUnusable::Absent => "there is none\n".to_owned(),
                unfit => format!("it is not used: {unfit}\n"),
            });
            text.push_str(&format!("index: {}: {what}", printable(&source.name)));
        }
        text
    }

    /// Looks up in the index of each file, if it has a usable one, which games to read.
    #[must_use]
    pub(crate) fn chooser(
        self,
        options: &scan::Options,
        noticed: &IndexNotes,
        find: Box<Find>,
    ) -> Chooser {
        let (noticed, encoding) = (noticed.clone(), options.encoding);
        // Indexes are built with the letters of the standard.
        let is_off = self.no_index
            || options.language != LanguageChoice::English
            || options.cut == Cut::Lines;
        Arc::new(move |source: &Source| {
            if is_off {
                return Chosen::All;
            }
            let Origin::File(path) = &source.origin else { return Chosen::All };
            let index = match Index::open(path, encoding) {
                Ok(index) => Arc::new(index),
                Err(IndexUnusable::Absent) => return Chosen::All,
                Err(unfit) => {
                    noticed.push(&source.name, &format!("the index is not used: {unfit}"));
                    return Chosen::All;
                }
            };
            match find(&index) {
                Ok(Some(games)) => {
                    let (n, all) = (games.len(), index.game_count());
                    let what = format!("the index is used: {n} of {all} games are read");
                    noticed.push(&source.name, &what);
                    index.choose(games, source.unpack_bytes_max)
                }
                Ok(None) => {
                    noticed.push(&source.name, "the index is not used: it does not help here");
                    Chosen::All
                }
                Err(error) => {
                    noticed.push(&source.name, &format!("the index is not used: {error}"));
                    Chosen::All
                }
            }
        })
    }
}
