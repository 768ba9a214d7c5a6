//! The hearing of a region: one reading by the referee, and the judgement of each game in it.
//!
//! Owns: what is remembered while a game is read. Knows nothing of: severities beyond on and off,
//! places, suppression.
//! Standard: §5, §6, §8. Decisions: D-22, D-33.
//! Start at [`Hearing::hear`].

use super::active::Active;
use super::plain;
use super::players_of;
use crate::config::Config;
use crate::registry;
use crate::rule::Check;
use crate::scene::{Cause, GameSeen, Judged, Noted, Scene, TagPlace};
use pgnkit::charset::Encoding;
use pgnkit::game::Start;
use pgnkit::read::{Follow, Note, NoteSink, Played, Referee, Rest};
use pgnkit::syntax::diagnostic::fault;
use pgnkit::syntax::{
    CommentKind, Diagnostic, GameEnd, GameStart, Kind, RawComment, RawMarker, RawNag, RawNumber,
    RawSuffix, RawSymbol, RawTag, Region, Skip, Span, Token, Visitor, sniff,
};
use pgnkit::tag::Outcome;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The referee, with those whom it tells; used again for each region.
pub(super) type Hearer = Referee<Ear, Notebook>;

/// What the rest of the linter wants to know of a region; used again for each one.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Escape lines, without their percent sign.
    pub(super) escapes: Vec<Span>,
    pub(super) players: Option<String>,
    /// The value of the Event tag of the last game, and where it is.
    pub(super) event: Option<(String, Span)>,
}

impl Seen {
    pub(super) fn clear(&mut self) {
        self.escapes.clear();
        self.players = None;
        self.event = None;
    }
}

/// One region being read: passes every step on to the referee, and keeps what the referee does
/// not tell.
pub(super) struct Hearing<'a> {
    region: &'a Region<'a>,
    encoding: Encoding,
    active: &'a Active,
    referee: &'a mut Hearer,
    judged: &'a mut Vec<Judged>,
    seen: &'a mut Seen,
}

/// A referee whose notes are of rules that are on.
pub(super) fn hearer(config: &Config, active: &Arc<Active>) -> Hearer {
    let notebook = Notebook {
        active: Arc::clone(active),
        noted: Vec::new(),
        open_comments: Vec::new(),
        is_not_pgn: false,
        base: 0,
        region_start: 0,
    };
    let referee = Referee::new(Ear::default(), notebook).encoding(config.encoding);
    let referee = referee.lax(config.lax);
    if active.marks { referee.verify_marks() } else { referee }
}

impl<'a> Hearing<'a> {
    pub(super) fn new(
        region: &'a Region<'a>,
        encoding: Encoding,
        active: &'a Active,
        referee: &'a mut Hearer,
        judged: &'a mut Vec<Judged>,
        seen: &'a mut Seen,
    ) -> Hearing<'a> {
        referee.follow.game.clear(0);
        referee.notes.noted.clear();
        referee.notes.open_comments.clear();
        referee.notes.is_not_pgn = false;
        referee.notes.base = 0;
        referee.notes.region_start = region.start.0;
        seen.clear();
        Hearing { region, encoding, active, referee, judged, seen }
    }

    /// Reads the region and judges its games.
    pub(super) fn hear(&mut self) {
        let region = self.region;
        match region.visit(self) {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(never) => match never {},
        }
        // Faults between games, behind the last one.
        self.tell_noted();
    }

    /// The checks of the region's text as a whole; there is nothing to say about the characters of
    /// binary data.
    pub(super) fn judge_region(&mut self, is_ascii: bool) {
        if self.referee.notes.is_not_pgn && sniff(self.region.text) == Kind::Binary {
            return;
        }
        let foreign = if is_ascii { &[] } else { self.active.foreign.as_slice() };
        let has_game = self.region.end.is_some();
        let Referee { follow, notes, .. } = &*self.referee;
        let (game, open_comments) = (&follow.game, &notes.open_comments);
        let scene = Scene { text: self.region.text, encoding: self.encoding, game, open_comments };
        for &(rule, check) in self.active.text.iter().chain(foreign) {
            check(&scene, &mut self.active.report(rule, self.judged, has_game));
        }
    }

    fn scene(&self) -> Scene<'_> {
        let Referee { follow, notes, .. } = &*self.referee;
        Scene {
            text: self.region.text,
            encoding: self.encoding,
            game: &follow.game,
            open_comments: &notes.open_comments,
        }
    }

    /// Puts into words what the reader noted.
    fn tell_noted(&mut self) {
        if self.referee.notes.noted.is_empty() {
            return;
        }
        let has_game = self.region.end.is_some_and(|end| end != GameEnd::NoGame);
        let noted = std::mem::take(&mut self.referee.notes.noted);
        for one in &noted {
            let Some(rule) = registry::by_code(one.diagnostic.code) else { continue };
            let (Check::Fault(tell) | Check::FaultAndForeign(tell, _)) = rule.check else {
                continue;
            };
            if self.active.is_on(rule) {
                let told = tell(&self.scene(), one);
                self.judged.push(Judged { rule, told, has_game });
            }
        }
        self.referee.notes.noted = noted;
        self.referee.notes.noted.clear();
    }

    /// A game is over: all that can be said about it alone.
    fn judge_game(&mut self) {
        let n_before = self.judged.len();
        self.judge_tags();
        self.judge_rest();
        self.tell_noted();
        if self.active.events {
            let event = self.scene().tag_named(pgnkit::tag::EVENT);
            self.seen.event = event.map(|tag| (tag.value.to_string(), tag.place.value));
        }
        if self.judged.len() > n_before || self.active.export {
            self.seen.players = players_of(&self.scene());
        }
    }

    fn judge_tags(&mut self) {
        let Referee { follow, notes, .. } = &*self.referee;
        let (game, open_comments) = (&follow.game, &notes.open_comments);
        let scene = Scene { text: self.region.text, encoding: self.encoding, game, open_comments };
        for place in &game.tags {
            let rules = self.active.tags.of(scene.bytes(place.name));
            if rules.always.is_empty() && rules.odd.is_empty() {
                continue;
            }
            let value = rules.value();
            let is_plain = !place.is_escaped
                && plain::is_plain(value, scene.bytes(place.value))
                && !(value.is_per_player() && game.has_teams);
            let odd = if is_plain { &[] } else { rules.odd.as_slice() };
            if rules.always.is_empty() && odd.is_empty() {
                continue;
            }
            let tag = scene.tag_of(*place, rules.kind);
            for &(rule, check) in rules.always.iter().chain(odd) {
                check(&scene, &tag, &mut self.active.report(rule, self.judged, true));
            }
        }
    }

    fn judge_rest(&mut self) {
        let Referee { follow, notes, .. } = &*self.referee;
        let (game, open_comments) = (&follow.game, &notes.open_comments);
        let scene = Scene { text: self.region.text, encoding: self.encoding, game, open_comments };
        for &(rule, check) in &self.active.game {
            check(&scene, &mut self.active.report(rule, self.judged, game.is_game));
        }
        for &(rule, check) in &self.active.comments {
            for &span in &game.odd_comments {
                let comment = scene.comment(span);
                let mut report = self.active.report(rule, self.judged, game.is_game);
                check(&scene, &comment, &mut report);
            }
        }
    }

    fn see_comment(&mut self, comment: &RawComment<'_>) {
        let game = &mut self.referee.follow.game;
        let start = comment.span.start + u32::from(comment.part.begins());
        let span = game.shift(Span::new(start, start + comment.text.len() as u32));
        game.comments.push((comment.kind, span));
        if comment.kind == CommentKind::Escape {
            self.seen.escapes.push(span);
        } else if !self.active.comments.is_empty() && !plain::has_plain_commands(comment.text) {
            game.odd_comments.push(span);
        }
    }
}

/// Takes down what the referee tells of a game.
#[derive(Debug, Default)]
pub(super) struct Ear {
    pub(super) game: GameSeen,
    depth: u32,
}

/// Takes down what the referee notes. Spans count from the region.
#[derive(Debug)]
pub(super) struct Notebook {
    active: Arc<Active>,
    noted: Vec<Noted>,
    /// Comments that are not closed; there is one a game at most, at its end.
    pub(super) open_comments: Vec<Span>,
    /// The region is no PGN at all.
    is_not_pgn: bool,
    /// Where the spans of the referee count from, in the region.
    base: u32,
    /// Where the region begins in the file.
    region_start: u64,
}

impl Notebook {
    /// A game of the region begins here, counted from the region.
    fn base_of(&self, start: GameStart) -> u32 {
        u32::try_from(start.0.saturating_sub(self.region_start)).unwrap_or(u32::MAX)
    }

    fn keep(&mut self, diagnostic: Diagnostic, cause: impl FnOnce() -> Cause, base: u32) {
        let Some(rule) = registry::by_code(diagnostic.code) else { return };
        self.is_not_pgn |= diagnostic.code == fault::NOT_PGN.code;
        let is_open_comment = diagnostic.code == fault::UNCLOSED_COMMENT.code;
        if !self.active.is_on(rule) && !is_open_comment {
            return;
        }
        let shift =
            |span: Span| Span::new(span.start.saturating_add(base), span.end.saturating_add(base));
        let (span, other) = (shift(diagnostic.span), shift(diagnostic.other));
        let diagnostic = Diagnostic { span, other, ..diagnostic };
        if is_open_comment {
            self.open_comments.push(span);
        }
        self.noted.push(Noted { diagnostic, cause: cause() });
    }
}

impl NoteSink for Notebook {
    fn note(&mut self, note: Note<'_>) {
        self.keep(note.diagnostic, || Cause::of(note.why), self.base);
    }

    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {
        let base = self.base_of(start);
        self.keep(diagnostic, || Cause::Plain, base);
    }
}

impl Follow for Ear {
    fn tag(&mut self, tag: &RawTag<'_>) {
        let game = &mut self.game;
        let place = TagPlace {
            span: game.shift(tag.span),
            name: game.shift(tag.name_span),
            value: game.shift(tag.value_span),
            is_escaped: tag.escaped,
        };
        if matches!(tag.name, b"White" | b"Black") {
            game.has_teams |= memchr::memchr(b':', tag.value).is_some();
        }
        game.tags.push(place);
    }

    fn begin_movetext(&mut self, start: &Start) -> Skip {
        self.game.is_played = start.position.is_some();
        if start.fen_fault().is_some() {
            self.game.start = start.position;
        }
        Skip::Enter
    }

    // For each ply: neither a branch nor a call.
    #[inline(always)]
    fn played(&mut self, played: Played<'_>) {
        let game = &mut self.game;
        game.first_move = game.first_move.min(played.symbol.span.start);
        game.n_plies += u32::from(self.depth == 0);
    }

    fn unchecked(&mut self, _: RawSymbol<'_>) {
        self.game.is_played = false;
    }

    fn begin_variation(&mut self, _: Span) {
        self.depth += 1;
    }

    fn end_variation(&mut self, _: Span) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn begin_rest(&mut self, rest: Rest, _: Span) {
        if rest == Rest::Unplayable && self.depth == 0 {
            self.game.is_played = false;
        }
    }

    fn marker(&mut self, outcome: Outcome, span: Span) {
        self.game.marker = Some((outcome, self.game.shift(span)));
    }

    fn end_game(&mut self, outcome: Outcome, how: GameEnd, _: u32) {
        self.game.outcome = outcome;
        self.game.is_game = how != GameEnd::NoGame;
        self.depth = 0;
    }
}

impl Visitor for Hearing<'_> {
    type Break = Infallible;

    fn begin_game(&mut self, start: GameStart) -> ControlFlow<Infallible, Skip> {
        let Referee { follow, notes, .. } = &mut *self.referee;
        notes.base = notes.base_of(start);
        notes.open_comments.clear();
        follow.game.clear(notes.base);
        follow.depth = 0;
        self.referee.begin_game(start)
    }

    fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<Infallible> {
        self.see_comment(&comment);
        self.referee.comment(comment)
    }

    fn end_game(&mut self, how: GameEnd, end: u32) -> ControlFlow<Infallible> {
        self.referee.end_game(how, end)?;
        self.judge_game();
        ControlFlow::Continue(())
    }

    fn token(&mut self, start: GameStart, token: Token) {
        self.referee.token(start, token);
    }
    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        self.referee.diagnostic(diagnostic);
    }
    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {
        self.referee.outside(start, diagnostic);
    }
    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<Infallible> {
        self.referee.tag(tag)
    }
    fn malformed_tag(&mut self, text: &[u8], span: Span) -> ControlFlow<Infallible> {
        self.referee.malformed_tag(text, span)
    }
    fn begin_movetext(&mut self) -> ControlFlow<Infallible, Skip> {
        self.referee.begin_movetext()
    }
    fn number(&mut self, number: RawNumber) -> ControlFlow<Infallible> {
        self.referee.number(number)
    }
    #[inline(always)]
    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<Infallible> {
        self.referee.symbol(symbol)
    }
    fn suffix(&mut self, suffix: RawSuffix<'_>) -> ControlFlow<Infallible> {
        self.referee.suffix(suffix)
    }
    fn nag(&mut self, nag: RawNag) -> ControlFlow<Infallible> {
        self.referee.nag(nag)
    }
    fn reserved(&mut self, text: &[u8], span: Span) -> ControlFlow<Infallible> {
        self.referee.reserved(text, span)
    }
    fn begin_variation(&mut self, span: Span) -> ControlFlow<Infallible, Skip> {
        self.referee.begin_variation(span)
    }
    fn end_variation(&mut self, span: Span) -> ControlFlow<Infallible> {
        self.referee.end_variation(span)
    }
    fn marker(&mut self, marker: RawMarker) -> ControlFlow<Infallible> {
        self.referee.marker(marker)
    }
}
