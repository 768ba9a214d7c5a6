//! Whole games in memory.

use std::convert::Infallible;
use std::io::{self, Read};
use std::ops::ControlFlow;

use pgnkit::Game;
use pgnkit::read::Games;
use pgnkit::syntax::{
    GameEnd, GameStart, RawComment, RawNag, RawSuffix, RawSymbol, RawTag, Reader, Skip, Span,
    Visitor,
};

use crate::answer::Answer;
use crate::arena::Arena;

const GO: ControlFlow<Infallible> = ControlFlow::Continue(());

/// The text of a move; eight bytes hold every move of standard algebraic notation except those with
/// a full origin, a promotion and a check mark, whose rest is read at their place in the text.
#[derive(Clone, Copy)]
struct MoveText {
    _word: u64,
    _span: Span,
}

struct Holder {
    arena: Arena<MoveText>,
    answer: Answer,
}

impl Visitor for Holder {
    type Break = Infallible;

    fn begin_game(&mut self, _: GameStart) -> ControlFlow<Infallible, Skip> {
        self.arena.clear();
        ControlFlow::Continue(Skip::Enter)
    }
    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<Infallible> {
        self.arena.tag(tag.name, tag.value);
        GO
    }
    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<Infallible> {
        self.arena.mv(MoveText { _word: symbol.head, _span: symbol.span });
        GO
    }
    fn suffix(&mut self, suffix: RawSuffix<'_>) -> ControlFlow<Infallible> {
        let nag = match suffix.text {
            b"!" => 1,
            b"?" => 2,
            b"!!" => 3,
            b"??" => 4,
            b"!?" => 5,
            b"?!" => 6,
            _ => 0,
        };
        self.arena.nag(nag);
        GO
    }
    fn nag(&mut self, nag: RawNag) -> ControlFlow<Infallible> {
        self.arena.nag(u8::try_from(nag.value).unwrap_or(u8::MAX));
        GO
    }
    #[inline]
    fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<Infallible> {
        self.arena.comment(comment.text, comment.part.begins(), comment.part.ends());
        GO
    }
    fn begin_variation(&mut self, _: Span) -> ControlFlow<Infallible, Skip> {
        self.arena.begin_variation();
        ControlFlow::Continue(Skip::Enter)
    }
    fn end_variation(&mut self, _: Span) -> ControlFlow<Infallible> {
        self.arena.end_variation();
        GO
    }
    fn end_game(&mut self, how: GameEnd, _: u32) -> ControlFlow<Infallible> {
        if how != GameEnd::NoGame {
            self.arena.count(&mut self.answer);
        }
        GO
    }
}

/// Every game in our own arena, moves as they are in the text.
pub(crate) fn unresolved(source: impl Read) -> io::Result<Answer> {
    let mut holder = Holder { arena: Arena::new(), answer: Answer::default() };
    Reader::new(source).visit(&mut holder)?;
    Ok(holder.answer)
}

/// Every game as the library holds it, each move legal.
pub(crate) fn played(source: impl Read) -> io::Result<Answer> {
    let mut answer = Answer::default();
    let (mut games, mut game) = (Games::new(source), Game::new());
    while games.read_into(&mut game)? {
        answer.n_games += 1;
        answer.n_tags += game.tags().len() as u64;
        for tag in game.tags() {
            answer.tag_bytes += (tag.name.len() + tag.value.len()) as u64;
        }
        answer.n_plies += game.n_plies() as u64;
    }
    Ok(answer)
}
