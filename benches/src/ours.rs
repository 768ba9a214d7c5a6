//! The works as a user of pgnkit would write them.
//!
//! Owns: our side of each race. Knows nothing of: the other side.
//! Standard: none.
//! Start at [`play`].

use std::convert::Infallible;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use pgnkit::read::{Follow, Games, Played, Referee};
use pgnkit::syntax::{
    GameEnd, GameStart, RawComment, RawNag, RawSuffix, RawSymbol, RawTag, Reader, Skip, Span,
    Visitor,
};
use pgnkit::write::Export;

use crate::answer::Answer;

const GO: ControlFlow<Infallible> = ControlFlow::Continue(());

/// Counts; enters movetext only if that is wanted.
struct Counter {
    answer: Answer,
    movetext: Skip,
}

impl Visitor for Counter {
    type Break = Infallible;

    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<Infallible> {
        self.answer.n_tags += 1;
        self.answer.tag_bytes += (tag.name.len() + tag.value.len()) as u64;
        GO
    }
    fn begin_movetext(&mut self) -> ControlFlow<Infallible, Skip> {
        ControlFlow::Continue(self.movetext)
    }
    fn symbol(&mut self, _: RawSymbol<'_>) -> ControlFlow<Infallible> {
        self.answer.n_plies += 1;
        GO
    }
    fn suffix(&mut self, _: RawSuffix<'_>) -> ControlFlow<Infallible> {
        self.answer.n_nags += 1;
        GO
    }
    fn nag(&mut self, _: RawNag) -> ControlFlow<Infallible> {
        self.answer.n_nags += 1;
        GO
    }
    fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<Infallible> {
        self.answer.comment_bytes += comment.text.len() as u64;
        GO
    }
    fn begin_variation(&mut self, _: Span) -> ControlFlow<Infallible, Skip> {
        self.answer.n_variations += 1;
        ControlFlow::Continue(Skip::Enter)
    }
    fn end_game(&mut self, how: GameEnd, _: u32) -> ControlFlow<Infallible> {
        self.answer.n_games += u64::from(how != GameEnd::NoGame);
        GO
    }
}

fn count(source: impl Read, movetext: Skip) -> io::Result<Answer> {
    let mut counter = Counter { answer: Answer::default(), movetext };
    Reader::new(source).visit(&mut counter)?;
    Ok(counter.answer)
}

pub(crate) fn skim(source: impl Read) -> io::Result<Answer> {
    count(source, Skip::Over)
}

pub(crate) fn tokens(source: impl Read) -> io::Result<Answer> {
    count(source, Skip::Enter)
}

#[derive(Default)]
struct Plies(Answer);

impl Follow for Plies {
    fn begin_game(&mut self, _: GameStart) {
        self.0.n_games += 1;
    }
    fn played(&mut self, _: Played<'_>) {
        self.0.n_plies += 1;
    }
    fn begin_variation(&mut self, _: Span) {
        self.0.n_variations += 1;
    }
}

pub(crate) fn play(source: impl Read) -> io::Result<Answer> {
    let mut reader = Reader::new(source);
    let mut referee = Referee::new(Plies::default(), ());
    while reader.visit_game(&mut referee)?.is_some() {
        let key = referee.position().hash();
        let answer = &mut referee.follow.0;
        answer.key_sum = answer.key_sum.wrapping_add(key);
    }
    Ok(referee.follow.0)
}

pub(crate) fn rewrite(source: impl Read, mut target: impl Write) -> io::Result<Answer> {
    const CHUNK_BYTES: usize = 64 * 1024;
    let mut answer = Answer::default();
    let (mut text, mut losses) = (Vec::with_capacity(2 * CHUNK_BYTES), Vec::new());
    for game in Games::new(source) {
        Export::default().append(&game?, &mut text, &mut losses)?;
        answer.n_games += 1;
        if text.len() >= CHUNK_BYTES {
            target.write_all(&text)?;
            text.clear();
        }
    }
    target.write_all(&text)?;
    Ok(answer)
}
