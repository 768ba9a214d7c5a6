//! The hearing of a region: one reading by the referee, and the judgement of each game in it.
//!
//! Owns: what is remembered while a game is read. Knows nothing of: severities beyond on and off,
//! places, suppression.
//! Standard: §8. Decisions: D-22, D-33.
//! Start at [`Hearing::hear`].

use super::witness::Witness;
use super::{Scratch, players_of};
use crate::config::Config;
use crate::linter::active::Active;
use crate::registry;
use crate::rule::Check;
use crate::scene::{Cause, Judged, Noted, Scene, TagPlace};
use pgnkit::charset::Encoding;
use pgnkit::game::Start;
use pgnkit::read::{Follow, Note, NoteSink, Played, Referee, Rest};
use pgnkit::syntax::diagnostic::fault;
use pgnkit::syntax::{
    CommentKind, Diagnostic, GameEnd, GameStart, RawSymbol, RawTag, Region, Skip, Span,
};
use pgnkit::tag::Outcome;
use std::cell::RefCell;
use std::ops::ControlFlow;

/// What the rest of the linter wants to know of a region.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Escape lines, without their percent sign.
    pub(super) escapes: Vec<Span>,
    pub(super) players: Option<String>,
    /// The value of the Event tag of the last game, and where it is.
    pub(super) event: Option<(String, Span)>,
}

/// One region being read.
#[derive(Debug)]
pub(super) struct Hearing<'a> {
    region: &'a Region<'a>,
    encoding: Encoding,
    active: &'a Active,
    scratch: &'a mut Scratch,
    seen: Seen,
    depth: u32,
}

impl<'a> Hearing<'a> {
    pub(super) fn new(
        region: &'a Region<'a>,
        encoding: Encoding,
        active: &'a Active,
        scratch: &'a mut Scratch,
    ) -> Hearing<'a> {
        scratch.game.clear(0);
        scratch.noted.clear();
        Hearing { region, encoding, active, scratch, seen: Seen::default(), depth: 0 }
    }

    /// Reads the region and judges its games.
    pub(super) fn hear(&mut self, config: &Config) {
        let (region, marks) = (self.region, self.active.marks);
        let shared = RefCell::new(self);
        let referee = Referee::new(Ear(&shared), Ear(&shared)).encoding(config.encoding);
        let mut referee = referee.lax(config.lax);
        if marks {
            referee = referee.verify_marks();
        }
        let heard = |kind, span| shared.borrow_mut().comment(kind, span);
        let mut witness = Witness { inner: referee, heard };
        match region.visit(&mut witness) {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(never) => match never {},
        }
        drop(witness);
        // Faults between games, behind the last one.
        shared.into_inner().tell_noted();
    }

    pub(super) fn seen(self) -> Seen {
        self.seen
    }

    fn note(&mut self, diagnostic: Diagnostic, cause: Cause, base: u32) {
        let Some(rule) = registry::by_code(diagnostic.code) else { return };
        let is_open_comment = diagnostic.code == fault::UNCLOSED_COMMENT.code;
        if !self.active.is_on(rule) && !is_open_comment {
            return;
        }
        let span = diagnostic.span;
        let span = Span::new(span.start.saturating_add(base), span.end.saturating_add(base));
        let other = diagnostic.other;
        let other = Span::new(other.start.saturating_add(base), other.end.saturating_add(base));
        let diagnostic = Diagnostic { span, other, ..diagnostic };
        if is_open_comment {
            self.scratch.game.open_comments.push(span);
        }
        self.scratch.noted.push(Noted { diagnostic, cause });
    }

    /// A game of the region begins here, counted from the region.
    fn base_of(&self, start: GameStart) -> u32 {
        u32::try_from(start.0.saturating_sub(self.region.start.0)).unwrap_or(u32::MAX)
    }

    fn shift(&self, span: Span) -> Span {
        let base = self.scratch.game.base;
        Span::new(span.start.saturating_add(base), span.end.saturating_add(base))
    }

    fn comment(&mut self, kind: CommentKind, span: Span) {
        let span = self.shift(span);
        if kind == CommentKind::Escape {
            self.seen.escapes.push(span);
        }
        self.scratch.game.comments.push((kind, span));
    }

    /// Puts into words what the reader noted.
    fn tell_noted(&mut self) {
        let Scratch { game, noted, judged } = &mut *self.scratch;
        let scene = Scene { text: self.region.text, encoding: self.encoding, game };
        for one in noted.iter() {
            let Some(rule) = registry::by_code(one.diagnostic.code) else { continue };
            let (Check::Fault(tell) | Check::FaultAndText(tell, _)) = rule.check else { continue };
            if self.active.is_on(rule) {
                let has_game = self.region.end.is_some_and(|end| end != GameEnd::NoGame);
                judged.push(Judged { rule, told: tell(&scene, one), has_game });
            }
        }
        noted.clear();
    }

    /// A game is over: all that can be said about it alone.
    fn judge_game(&mut self) {
        let n_before = self.scratch.judged.len();
        {
            let Scratch { game, judged, .. } = &mut *self.scratch;
            let scene = Scene { text: self.region.text, encoding: self.encoding, game };
            if !self.active.tags.is_empty() {
                for place in &game.tags {
                    let tag = scene.tag(*place);
                    for &(rule, check) in &self.active.tags {
                        check(&scene, &tag, &mut self.active.report(rule, judged, true));
                    }
                }
            }
            for &(rule, check) in &self.active.game {
                check(&scene, &mut self.active.report(rule, judged, game.is_game));
            }
            for &(rule, check) in &self.active.comments {
                for &(kind, span) in &game.comments {
                    if kind != CommentKind::Escape {
                        let comment = scene.comment(span);
                        let mut report = self.active.report(rule, judged, game.is_game);
                        check(&scene, &comment, &mut report);
                    }
                }
            }
        }
        self.tell_noted();
        let scene =
            Scene { text: self.region.text, encoding: self.encoding, game: &self.scratch.game };
        if self.active.events {
            let event = scene.tag_named(pgnkit::tag::EVENT);
            self.seen.event = event.map(|tag| (tag.value.to_string(), tag.place.value));
        }
        if self.scratch.judged.len() > n_before || self.active.export {
            self.seen.players = players_of(&scene);
        }
    }
}

/// Both ends of the referee lead here.
struct Ear<'e, 'h, 'a>(&'e RefCell<&'h mut Hearing<'a>>);

impl NoteSink for Ear<'_, '_, '_> {
    fn note(&mut self, note: Note<'_>) {
        let mut hearing = self.0.borrow_mut();
        let base = hearing.scratch.game.base;
        hearing.note(note.diagnostic, Cause::of(note.why), base);
    }

    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {
        let mut hearing = self.0.borrow_mut();
        let base = hearing.base_of(start);
        hearing.note(diagnostic, Cause::Plain, base);
    }
}

impl Follow for Ear<'_, '_, '_> {
    fn begin_game(&mut self, start: GameStart) {
        let mut hearing = self.0.borrow_mut();
        let base = hearing.base_of(start);
        hearing.scratch.game.clear(base);
        hearing.depth = 0;
    }

    fn tag(&mut self, tag: &RawTag<'_>) {
        let mut hearing = self.0.borrow_mut();
        let place = TagPlace {
            span: hearing.shift(tag.span),
            name: hearing.shift(tag.name_span),
            value: hearing.shift(tag.value_span),
            is_escaped: tag.escaped,
        };
        hearing.scratch.game.tags.push(place);
    }

    fn begin_movetext(&mut self, start: &Start) -> Skip {
        let mut hearing = self.0.borrow_mut();
        hearing.scratch.game.is_played = start.position.is_some();
        hearing.scratch.game.start.clone_from(start);
        Skip::Enter
    }

    #[inline]
    fn played(&mut self, played: Played<'_>) {
        let mut hearing = self.0.borrow_mut();
        if hearing.scratch.game.first_move.is_none() {
            hearing.scratch.game.first_move = Some(hearing.shift(played.symbol.span).start);
        }
        if hearing.depth == 0 {
            hearing.scratch.game.n_plies += 1;
        }
    }

    fn unchecked(&mut self, _: RawSymbol<'_>) {
        self.0.borrow_mut().scratch.game.is_played = false;
    }

    fn begin_variation(&mut self, _: Span) {
        self.0.borrow_mut().depth += 1;
    }

    fn end_variation(&mut self, _: Span) {
        let mut hearing = self.0.borrow_mut();
        hearing.depth = hearing.depth.saturating_sub(1);
    }

    fn begin_rest(&mut self, rest: Rest, _: Span) {
        let mut hearing = self.0.borrow_mut();
        if rest == Rest::Unplayable && hearing.depth == 0 {
            hearing.scratch.game.is_played = false;
        }
    }

    fn marker(&mut self, outcome: Outcome, span: Span) {
        let mut hearing = self.0.borrow_mut();
        let span = hearing.shift(span);
        hearing.scratch.game.marker = Some((outcome, span));
    }

    fn end_game(&mut self, outcome: Outcome, how: GameEnd, _: u32) {
        let mut hearing = self.0.borrow_mut();
        hearing.scratch.game.outcome = outcome;
        hearing.scratch.game.is_game = how != GameEnd::NoGame;
        hearing.judge_game();
        hearing.depth = 0;
    }
}
