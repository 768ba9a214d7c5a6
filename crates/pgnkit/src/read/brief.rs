//! Reading the beginning of a game, as far as its follower wants.
//!
//! Owns: when reading stops. Knows nothing of: what the follower looks for.
//! Standard: §8.2. Decisions: D-30, D-33.
//! Start at [`Brief`].

use core::ops::ControlFlow;

use super::note::NoteSink;
use super::referee::{Follow, Referee};
use pgn_syntax::{
    Diagnostic, GameEnd, GameStart, RawComment, RawMarker, RawNag, RawNumber, RawSuffix, RawSymbol,
    RawTag, Region, Skip, Span, Visitor,
};

/// A follower that can have seen enough of a game.
pub trait Enough: Follow {
    /// Whether the rest of the game would tell nothing new. Asked after each tag section, symbol
    /// and comment.
    fn has_enough(&self) -> bool;
}

/// Reads games up to the point where its follower has seen enough, and passes over variations.
///
/// The main line is what a [`Referee`] makes of it: a move that cannot be played, a word that is
/// none, an empty variation mean the same here as there.
#[derive(Debug)]
pub struct Brief<F, S = ()> {
    /// The referee, with the follower. It notes variations as if they were empty.
    pub referee: Referee<F, S>,
}

impl<F: Enough> Brief<F> {
    /// Reads for `follow`; nobody takes notes.
    pub fn new(follow: F) -> Brief<F> {
        Brief { referee: Referee::new(follow, ()) }
    }
}

impl<F: Enough, S: NoteSink> Brief<F, S> {
    /// Reads the game of a region as far as is wanted. Says whether the follower stopped it.
    pub fn read(&mut self, region: &Region<'_>) -> Stopped {
        match region.visit(self) {
            ControlFlow::Continue(()) => Stopped::AtTheEnd,
            ControlFlow::Break(()) => Stopped::Early,
        }
    }

    fn go(&self) -> ControlFlow<()> {
        if self.referee.follow.has_enough() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// How far the reading of a game went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// To its end.
    AtTheEnd,
    /// Only as far as was wanted.
    Early,
}

/// What the referee says never ends the reading.
fn flow<C>(flow: ControlFlow<core::convert::Infallible, C>) -> C {
    match flow {
        ControlFlow::Continue(value) => value,
        ControlFlow::Break(never) => match never {},
    }
}

impl<F: Enough, S: NoteSink> Visitor for Brief<F, S> {
    type Break = ();

    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        self.referee.diagnostic(diagnostic);
    }

    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {
        self.referee.outside(start, diagnostic);
    }

    fn begin_game(&mut self, start: GameStart) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(flow(self.referee.begin_game(start)))
    }

    #[inline]
    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<()> {
        flow(self.referee.tag(tag));
        ControlFlow::Continue(())
    }

    fn malformed_tag(&mut self, text: &[u8], span: Span) -> ControlFlow<()> {
        flow(self.referee.malformed_tag(text, span));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self) -> ControlFlow<(), Skip> {
        let skip = flow(self.referee.begin_movetext());
        self.go().map_continue(|()| skip)
    }

    #[inline]
    fn number(&mut self, number: RawNumber) -> ControlFlow<()> {
        flow(self.referee.number(number));
        ControlFlow::Continue(())
    }

    #[inline]
    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<()> {
        flow(self.referee.symbol(symbol));
        self.go()
    }

    fn suffix(&mut self, suffix: RawSuffix<'_>) -> ControlFlow<()> {
        flow(self.referee.suffix(suffix));
        ControlFlow::Continue(())
    }

    fn nag(&mut self, nag: RawNag) -> ControlFlow<()> {
        flow(self.referee.nag(nag));
        ControlFlow::Continue(())
    }

    #[inline]
    fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<()> {
        flow(self.referee.comment(comment));
        self.go()
    }

    fn reserved(&mut self, text: &[u8], span: Span) -> ControlFlow<()> {
        flow(self.referee.reserved(text, span));
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, span: Span) -> ControlFlow<(), Skip> {
        flow(self.referee.begin_variation(span));
        ControlFlow::Continue(Skip::Over)
    }

    fn end_variation(&mut self, span: Span) -> ControlFlow<()> {
        flow(self.referee.end_variation(span));
        ControlFlow::Continue(())
    }

    fn marker(&mut self, marker: RawMarker) -> ControlFlow<()> {
        flow(self.referee.marker(marker));
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, how: GameEnd, end: u32) -> ControlFlow<()> {
        flow(self.referee.end_game(how, end));
        ControlFlow::Continue(())
    }
}
