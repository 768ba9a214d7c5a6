//! Tags alone, or every token: a visitor that counts.

use std::convert::Infallible;
use std::io::{self, Read};
use std::ops::ControlFlow;

use pgnkit::syntax::{
    GameEnd, RawComment, RawNag, RawSuffix, RawSymbol, RawTag, Reader, Skip, Span, Visitor,
};

use crate::answer::Answer;

const GO: ControlFlow<Infallible> = ControlFlow::Continue(());

/// Counts; reads movetext only if that is wanted.
struct Counter {
    answer: Answer,
    movetext: Skip,
    /// The places of tokens are part of the work, though no other program has them.
    span_sum: u64,
}

impl Counter {
    #[inline]
    fn place(&mut self, span: Span) {
        self.span_sum += u64::from(span.start) + u64::from(span.end);
    }
}

impl Visitor for Counter {
    type Break = Infallible;

    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<Infallible> {
        self.answer.n_tags += 1;
        self.answer.tag_bytes += (tag.name.len() + tag.value.len()) as u64;
        self.place(tag.span);
        GO
    }
    fn begin_movetext(&mut self) -> ControlFlow<Infallible, Skip> {
        ControlFlow::Continue(self.movetext)
    }
    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<Infallible> {
        self.answer.n_plies += 1;
        self.place(symbol.span);
        GO
    }
    fn suffix(&mut self, suffix: RawSuffix<'_>) -> ControlFlow<Infallible> {
        self.answer.n_nags += 1;
        self.place(suffix.span);
        GO
    }
    fn nag(&mut self, nag: RawNag) -> ControlFlow<Infallible> {
        self.answer.n_nags += 1;
        self.place(nag.span);
        GO
    }
    fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<Infallible> {
        self.answer.comment_bytes += comment.text.len() as u64;
        self.place(comment.span);
        GO
    }
    fn begin_variation(&mut self, span: Span) -> ControlFlow<Infallible, Skip> {
        self.answer.n_variations += 1;
        self.place(span);
        ControlFlow::Continue(Skip::Enter)
    }
    fn end_game(&mut self, how: GameEnd, _: u32) -> ControlFlow<Infallible> {
        self.answer.n_games += u64::from(how != GameEnd::NoGame);
        GO
    }
}

fn count(source: impl Read, movetext: Skip) -> io::Result<Answer> {
    let mut counter = Counter { answer: Answer::default(), movetext, span_sum: 0 };
    Reader::new(source).visit(&mut counter)?;
    std::hint::black_box(counter.span_sum);
    Ok(counter.answer)
}

/// Tags, and where games end.
pub(crate) fn skim(source: impl Read) -> io::Result<Answer> {
    count(source, Skip::Over)
}

/// Every token.
pub(crate) fn tokens(source: impl Read) -> io::Result<Answer> {
    count(source, Skip::Enter)
}

/// The texts of all moves, for comparing what two programs have rewritten.
struct Symbols(Answer);

impl Visitor for Symbols {
    type Break = Infallible;

    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<Infallible> {
        let mut word = [0; 8];
        let len = symbol.text.len().min(8);
        word[..len].copy_from_slice(&symbol.text[..len]);
        let sum = self.0.text_sum ^ u64::from_le_bytes(word);
        self.0.text_sum = sum.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0.n_plies += 1;
        GO
    }
}

/// The texts of all moves, check marks included, as one number.
pub(crate) fn symbols(source: impl Read) -> io::Result<Answer> {
    let mut symbols = Symbols(Answer::default());
    Reader::new(source).visit(&mut symbols)?;
    Ok(symbols.0)
}
