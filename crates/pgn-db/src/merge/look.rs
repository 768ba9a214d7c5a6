//! Whether files are in order, by the tags of their games.
//!
//! Owns: the reading of heads. Knows nothing of: what follows from it.
//! Standard: §12. Decisions: D-01, D-42.
//! Start at [`in_order`].

use std::ops::ControlFlow;

use crate::error::{Error, ErrorKind};
use crate::scan::{self, Chunk, Collect, Job, SourceInfo};
use crate::source::Inputs;
use pgnkit::charset::Choice;
use pgnkit::collate::Collation;
use pgnkit::read::{Builder, Referee};
use pgnkit::syntax::Region;

/// How many sources each of these inputs has, when the games of each are in this order of tags;
/// `None` as soon as one is not. Movetext is passed over.
///
/// # Errors
/// None but those that [`scan::run`] has of its own; what cannot be read is passed over here.
pub fn in_order(
    inputs: impl IntoIterator<Item = Inputs>,
    options: scan::Options,
    order: &Collation,
) -> Result<Option<Vec<usize>>, Error> {
    let mut n_sources = Vec::new();
    for inputs in inputs {
        let mut seen = Seen::default();
        let look = Look { order: order.clone() };
        match scan::run(inputs, options, look, &mut seen) {
            Err(_) if seen.is_disordered => return Ok(None),
            done => done?,
        }
        n_sources.push(seen.n_sources);
    }
    Ok(Some(n_sources))
}

/// Reads the heads of games.
struct Look {
    order: Collation,
}

/// What a thread keeps from chunk to chunk.
struct Worker {
    encoding: Choice,
    referee: Box<Referee<Builder, ()>>,
}

impl Worker {
    fn new(encoding: Choice) -> Worker {
        let builder = Builder::tags_with_places(encoding);
        Worker { encoding, referee: Box::new(Referee::new(builder, ()).encoding(encoding)) }
    }

    /// Appends the head of the game of a region, if there is one.
    fn push_head(&mut self, region: &Region<'_>, order: &Collation, head: &mut Vec<u8>) -> bool {
        match region.visit(&mut *self.referee) {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(never) => match never {},
        }
        let Some(game) = self.referee.follow.lend() else { return false };
        order.push_head(game, head);
        true
    }
}

/// The heads of a chunk.
#[derive(Default)]
struct Stretch {
    /// The first and the last one.
    ends: Option<[Vec<u8>; 2]>,
    is_disordered: bool,
}

impl Job for Look {
    type Worker = Worker;
    type Output = Stretch;

    fn worker(&self) -> Worker {
        Worker::new(Choice::Auto)
    }

    fn work(&self, worker: &mut Worker, chunk: &Chunk) -> Stretch {
        if worker.encoding != chunk.source.encoding {
            *worker = Worker::new(chunk.source.encoding);
        }
        let mut stretch = Stretch::default();
        let mut head = Vec::new();
        for region in chunk.regions() {
            head.clear();
            if !worker.push_head(&region, &self.order, &mut head) {
                continue;
            }
            match &mut stretch.ends {
                None => stretch.ends = Some([head.clone(), head.clone()]),
                Some([_, last]) if *last <= head => std::mem::swap(last, &mut head),
                Some(_) => {
                    stretch.is_disordered = true;
                    break;
                }
            }
        }
        stretch
    }
}

/// What was seen of an input so far.
#[derive(Default)]
struct Seen {
    last: Vec<u8>,
    n_sources: usize,
    is_disordered: bool,
}

impl Collect<Stretch> for Seen {
    fn begin(&mut self, _: &SourceInfo) -> Result<(), Error> {
        self.n_sources += 1;
        Ok(())
    }

    fn take(&mut self, _: Chunk, stretch: Stretch) -> Result<(), Error> {
        let Some([first, last]) = stretch.ends else { return Ok(()) };
        if stretch.is_disordered || first < self.last {
            self.is_disordered = true;
            return Err(Error::new(ErrorKind::ClosedPipe, "games", "enough"));
        }
        self.last = last;
        Ok(())
    }

    // What is wrong with a source is told by those who read its games.
    fn end(&mut self, _: &SourceInfo, _: Result<(), Error>) -> Result<(), Error> {
        Ok(())
    }

    fn trouble(&mut self, _: Error) -> Result<(), Error> {
        Ok(())
    }
}
