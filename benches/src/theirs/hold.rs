//! Whole games in memory: pgn-reader brings no such thing, so a careful user's arena holds them.

use std::io::{self, Read};
use std::ops::ControlFlow;

use pgn_reader::{Nag, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{Chess, Move, Position};

use super::play::{Lines, start_of};
use crate::answer::Answer;
use crate::arena::Arena;

struct Holder {
    arena: Arena<SanPlus>,
    answer: Answer,
}

impl Visitor for Holder {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        self.arena.clear();
        ControlFlow::Continue(())
    }
    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        self.arena.tag(name, value.as_bytes());
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }
    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        self.arena.mv(san);
        ControlFlow::Continue(())
    }
    fn nag(&mut self, (): &mut (), nag: Nag) -> ControlFlow<()> {
        self.arena.nag(nag.0);
        ControlFlow::Continue(())
    }
    fn comment(&mut self, (): &mut (), comment: RawComment<'_>) -> ControlFlow<()> {
        self.arena.comment(comment.as_bytes(), true, true);
        ControlFlow::Continue(())
    }
    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<(), Skip> {
        self.arena.begin_variation();
        ControlFlow::Continue(Skip(false))
    }
    fn end_variation(&mut self, (): &mut ()) -> ControlFlow<()> {
        self.arena.end_variation();
        ControlFlow::Continue(())
    }
    fn end_game(&mut self, (): ()) {
        self.arena.count(&mut self.answer);
    }
}

/// Every game, moves as they are in the text.
pub(crate) fn unresolved(source: impl Read) -> io::Result<Answer> {
    let mut holder = Holder { arena: Arena::new(), answer: Answer::default() };
    Reader::new(source).visit_all_games(&mut holder)?;
    Ok(holder.answer)
}

struct Player {
    arena: Arena<Move>,
    answer: Answer,
    /// Positions need only be kept where variations may come.
    keeps_lines: bool,
}

impl Visitor for Player {
    type Tags = Option<Chess>;
    type Movetext = Lines;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<Chess>> {
        self.arena.clear();
        ControlFlow::Continue(None)
    }
    fn tag(
        &mut self,
        start: &mut Option<Chess>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<()> {
        if name == b"FEN" {
            *start = Some(start_of(value)?);
        }
        self.arena.tag(name, value.as_bytes());
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<(), Lines> {
        ControlFlow::Continue(Lines::at(start))
    }
    fn san(&mut self, lines: &mut Lines, san: SanPlus) -> ControlFlow<()> {
        let line = &mut lines.line;
        let Ok(mv) = san.san.to_move(&line.after) else { return ControlFlow::Break(()) };
        if self.keeps_lines {
            line.before = line.after.clone();
        }
        line.after.play_unchecked(mv);
        self.arena.mv(mv);
        ControlFlow::Continue(())
    }
    fn nag(&mut self, _: &mut Lines, nag: Nag) -> ControlFlow<()> {
        self.arena.nag(nag.0);
        ControlFlow::Continue(())
    }
    fn comment(&mut self, _: &mut Lines, comment: RawComment<'_>) -> ControlFlow<()> {
        self.arena.comment(comment.as_bytes(), true, true);
        ControlFlow::Continue(())
    }
    fn begin_variation(&mut self, lines: &mut Lines) -> ControlFlow<(), Skip> {
        lines.begin_variation();
        self.arena.begin_variation();
        ControlFlow::Continue(Skip(false))
    }
    fn end_variation(&mut self, lines: &mut Lines) -> ControlFlow<()> {
        lines.end_variation();
        self.arena.end_variation();
        ControlFlow::Continue(())
    }
    fn end_game(&mut self, _: Lines) {
        self.arena.count_main_line(&mut self.answer);
    }
}

/// Every game, each move legal.
pub(crate) fn played(source: impl Read, keeps_lines: bool) -> io::Result<Answer> {
    let mut player = Player { arena: Arena::new(), answer: Answer::default(), keeps_lines };
    Reader::new(source).visit_all_games(&mut player)?;
    Ok(player.answer)
}
