//! The index of a file, for verbs that read less with one.
//!
//! Owns: `--no-index`, and what is said of indexes that are used or not. Knows nothing of: what is
//! looked for.
//! Standard: none.
//! Start at [`UseIndex`].

use std::sync::{Arc, Mutex, PoisonError};

use clap::Args;

use crate::terminal::Console;
use pgn_db::error::Error;
use pgn_db::index::{Index, RoaringBitmap, Unfit};
use pgn_db::scan::{Chooser, Chosen};
use pgn_db::source::{Origin, Source};
use pgnkit::charset::Choice;

/// Whether an index is used.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct UseIndex {
    /// Read the whole file, also where it has an index
    ///
    /// `pgn index` builds one. What is found does not depend on it. With `--verbose` it is said
    /// whether it was used, and why not.
    #[arg(long, hide_short_help = true)]
    no_index: bool,
}

/// Which games of a file are looked at, when it has an index; `None` is all.
type Find = dyn Fn(&Index) -> Result<Option<RoaringBitmap>, Error> + Send + Sync;

/// What was noticed of indexes, to be said when the reading is over.
#[derive(Clone, Debug, Default)]
pub(crate) struct Noticed(Arc<Mutex<Vec<String>>>);

impl Noticed {
    fn push(&self, name: &str, what: &str) {
        let line = format!("{name}: {what}");
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }

    /// Says it.
    pub(crate) fn tell(&self, console: &Console) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for line in lines.drain(..) {
            console.remark(&line);
        }
    }
}

impl UseIndex {
    /// Asks the index of each file, where there is one that fits, which games to read.
    #[must_use]
    pub(crate) fn chooser(self, encoding: Choice, noticed: &Noticed, find: Box<Find>) -> Chooser {
        let noticed = noticed.clone();
        Arc::new(move |source: &Source| {
            if self.no_index {
                return Chosen::All;
            }
            let Origin::File(path) = &source.origin else { return Chosen::All };
            let index = match Index::open(path, encoding) {
                Ok(index) => Arc::new(index),
                Err(Unfit::Absent) => return Chosen::All,
                Err(unfit) => {
                    noticed.push(&source.name, &format!("the index is not used: {unfit}"));
                    return Chosen::All;
                }
            };
            match find(&index) {
                Ok(Some(games)) => {
                    let (n, all) = (games.len(), index.n_games());
                    let what = format!("the index is used: {n} of {all} games are read");
                    noticed.push(&source.name, &what);
                    index.choose(games)
                }
                Ok(None) => {
                    noticed.push(&source.name, "the index is not used: it does not narrow this");
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
