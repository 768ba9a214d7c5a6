//! What the databases of all programs have in common: files, records with numbers, findings.
//!
//! Standard: §13.5.

use std::io;

use crate::databases::finding::{File, Findings};
use crate::databases::nation::Languages;
use pgnkit::{Game, Outcome};

/// The files of a database that are there.
#[derive(Debug)]
pub struct Parts<P>([Option<P>; File::ALL.len()]);

impl<P> Default for Parts<P> {
    fn default() -> Parts<P> {
        Parts(std::array::from_fn(|_| None))
    }
}

impl<P> Parts<P> {
    /// Adds a file; one of the same kind is replaced.
    pub fn insert(&mut self, file: File, part: P) {
        self.0[file as usize] = Some(part);
    }

    pub(crate) fn take(&mut self, file: File) -> Option<P> {
        self.0[file as usize].take()
    }
}

impl<P> FromIterator<(File, P)> for Parts<P> {
    fn from_iter<I: IntoIterator<Item = (File, P)>>(files: I) -> Parts<P> {
        let mut parts = Parts::default();
        files.into_iter().for_each(|(file, part)| parts.insert(file, part));
        parts
    }
}

/// What a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A game.
    Game {
        /// It is marked as deleted.
        is_deleted: bool,
    },
    /// A guiding text: a game without moves, whose first comments are its pages.
    Text {
        /// It is marked as deleted.
        is_deleted: bool,
    },
    /// Nothing that can be read.
    Nothing,
}

/// A database whose records are read by number.
pub trait Database {
    /// How many records there are, those marked as deleted included.
    fn n_records(&self) -> u32;

    /// Reads the record of a number, from 1, into `game`, whose memory is used again. What is
    /// damaged becomes a finding; the game is as far as it could be read.
    ///
    /// # Errors
    /// When a part cannot be read.
    fn read_into(&mut self, number: u32, game: &mut Game) -> io::Result<Entry>;

    /// Keeps texts in these languages alone, where texts have a language.
    fn keep_languages(&mut self, _: Languages) {}

    /// Another reader of the same records, for another thread.
    fn another(&self) -> Box<dyn Database + Send>;

    /// What was wrong with the record that was read last, or with the files when none was read yet.
    fn findings(&self) -> &Findings;
}

/// Adds the tag PlyCount when all moves are there, and the outcome.
pub(crate) fn finish(game: &mut Game) {
    let n_plies = game.n_plies();
    game.tags_mut_unchecked().push("PlyCount", &n_plies.to_string());
    take_outcome(game);
}

/// The outcome becomes the one that the tag Result names.
pub(crate) fn take_outcome(game: &mut Game) {
    let outcome = game.tag(pgnkit::tag::RESULT).and_then(Outcome::parse_lax);
    game.set_outcome(outcome.unwrap_or_default());
}
