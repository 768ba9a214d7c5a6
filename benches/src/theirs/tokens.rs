//! Tags alone, or every token: visitors that count.

use std::io::{self, Read};
use std::ops::ControlFlow;

use pgn_reader::{Nag, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};

use crate::answer::Answer;

struct Skimmer(Answer);

impl Visitor for Skimmer {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        self.0.n_games += 1;
        ControlFlow::Continue(())
    }
    fn tag(&mut self, _: &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        self.0.n_tags += 1;
        self.0.tag_bytes += (name.len() + value.as_bytes().len()) as u64;
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
        ControlFlow::Break(())
    }
    fn end_game(&mut self, (): ()) {}
}

pub(crate) fn skim(source: impl Read) -> io::Result<Answer> {
    let mut skimmer = Skimmer(Answer::default());
    Reader::new(source).visit_all_games(&mut skimmer)?;
    Ok(skimmer.0)
}

struct Counter(Answer);

impl Visitor for Counter {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        self.0.n_games += 1;
        ControlFlow::Continue(())
    }
    fn tag(&mut self, _: &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        self.0.n_tags += 1;
        self.0.tag_bytes += (name.len() + value.as_bytes().len()) as u64;
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }
    fn san(&mut self, (): &mut (), _: SanPlus) -> ControlFlow<()> {
        self.0.n_plies += 1;
        ControlFlow::Continue(())
    }
    fn nag(&mut self, (): &mut (), _: Nag) -> ControlFlow<()> {
        self.0.n_nags += 1;
        ControlFlow::Continue(())
    }
    fn comment(&mut self, (): &mut (), comment: RawComment<'_>) -> ControlFlow<()> {
        self.0.comment_bytes += comment.as_bytes().len() as u64;
        ControlFlow::Continue(())
    }
    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<(), Skip> {
        self.0.n_variations += 1;
        ControlFlow::Continue(Skip(false))
    }
    fn end_game(&mut self, (): ()) {}
}

pub(crate) fn tokens(source: impl Read) -> io::Result<Answer> {
    let mut counter = Counter(Answer::default());
    Reader::new(source).visit_all_games(&mut counter)?;
    Ok(counter.0)
}
