//! The part of a source to read: all of it, some games at known places, or the text after a place.

use std::io;
use std::sync::Arc;

use super::part::Part;
use crate::source::Source;
use pgnkit::syntax::{Location, Region};

/// Decides which part of a source to read, when it is open and nothing of it was read.
///
/// Called in the worker threads, in the order of the sources.
pub type Chooser = Arc<dyn Fn(&Source) -> Chosen + Send + Sync>;

/// The part of a source to read.
pub enum Chosen {
    /// All games.
    All,
    /// Nothing. The source begins and ends all the same.
    Nothing,
    /// What follows a place at which a region begins.
    From(Begin),
    /// Some games.
    Games(Box<dyn Pick + Send>),
    /// The games that begin in a part of the file.
    Part(Part),
}

/// A place in the text of a source at which a region begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begin {
    /// Its offset.
    pub offset: u64,
    /// Its line and column.
    pub location: Location,
    /// Number of games before it.
    pub game_count: u64,
}

impl Begin {
    /// Where every source begins.
    pub const START: Begin = Begin { offset: 0, location: Location::START, game_count: 0 };
}

/// Returns regions at known places, in the order of the source.
pub trait Pick {
    /// How many games of the source are not among them.
    fn passed_count(&self) -> u64;

    /// Passes the next region to `take`; returns whether there was one.
    ///
    /// # Errors
    /// When the file cannot be read there, or is not what it was.
    fn next_region(&mut self, take: &mut dyn FnMut(&Region<'_>)) -> io::Result<bool>;
}
