//! Reads a game once with the referee, while the text is split (§5, §6, §8, D-22, D-33).

use super::active::Active;
use super::finding_buffer::{Purpose, Quota};
use super::plain;
use crate::config::Config;
use crate::context::{Cause, GameSeen, Noted, TagPlace, TagToCheck};
use crate::registry;
use pgnkit::game::Start;
use pgnkit::read::{GameListener, Note, NoteSink, Played, Referee, UnplayedTail};
use pgnkit::syntax::diagnostic::fault;
use pgnkit::syntax::split::InPlace;
use pgnkit::syntax::{
    Code, CommentKind, Diagnostic, GameEnd, GameStart, RawComment, RawMarker, RawNag, RawNumber,
    RawSuffix, RawSymbol, RawTag, Region, Skip, Span, Token, Visitor,
};
use pgnkit::tag::Outcome;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The referee with its listeners; reused for each region.
pub(super) type LintReader = Referee<GameRecorder, Notebook>;

/// The data that the rest of the linter needs of a region; reused for each one.
#[derive(Debug, Default)]
pub(super) struct RegionNotes {
    /// Escape lines, without their percent sign.
    pub(super) escapes: Vec<Span>,
    pub(super) players: Option<String>,
    /// The value of the Event tag of the last game, and its place.
    pub(super) event: Option<(String, Span)>,
}

impl RegionNotes {
    pub(super) fn clear(&mut self) {
        self.escapes.clear();
        self.players = None;
        self.event = None;
    }
}

/// One game being read: passes every step on to the referee, and keeps the data that the referee
/// does not report.
pub(super) struct LintVisitor<'a> {
    active: &'a Active,
    referee: &'a mut LintReader,
    seen: &'a mut RegionNotes,
    /// The game was read to its end.
    is_over: bool,
}

/// A referee whose notes belong to enabled rules.
pub(super) fn lint_reader(config: &Config, active: &Arc<Active>) -> LintReader {
    let notebook = Notebook {
        active: Arc::clone(active),
        noted: Vec::new(),
        quota: Quota::default(),
        open_comments: Vec::new(),
        is_not_pgn: false,
        base: 0,
        region_start: 0,
    };
    let referee = Referee::new(GameRecorder::default(), notebook).encoding(config.encoding);
    let referee = referee.lax(config.lax).illegal_moves(config.illegal_moves);
    if active.marks { referee.verify_marks() } else { referee }
}

/// Makes the referee ready for a region that begins at `start`.
pub(super) fn begin(
    referee: &mut LintReader,
    seen: &mut RegionNotes,
    start: GameStart,
    which: Purpose,
) {
    referee.listener.game.clear(0);
    referee.notes.noted.clear();
    referee.notes.quota.begin(which);
    referee.notes.open_comments.clear();
    referee.notes.is_not_pgn = false;
    referee.notes.base = 0;
    referee.notes.region_start = start.0;
    seen.clear();
}

impl<'a> LintVisitor<'a> {
    pub(super) fn new(
        active: &'a Active,
        referee: &'a mut LintReader,
        seen: &'a mut RegionNotes,
    ) -> LintVisitor<'a> {
        LintVisitor { active, referee, seen, is_over: false }
    }

    /// Reads the next game of `regions`, if there is one, and what is left after the last one.
    /// Gives the region, and whether there was a game in it.
    pub(super) fn read<'t>(mut self, regions: &mut InPlace<'t>) -> Option<(Region<'t>, bool)> {
        let region = regions.next_with(&mut self)?;
        Some((region, self.is_over))
    }

    /// Keeps a tag if a rule may report it.
    fn see_tag(&mut self, tag: &RawTag<'_>) {
        let tags = &self.active.tags;
        let kind_idx = tags.kind_idx(tag.name, tag.head);
        let rules = tags.of_kind(kind_idx);
        if rules.is_empty() {
            return;
        }
        let is_plain = !tag.escaped
            && (plain::is_plain(rules.value, tag.value)
                || self.active.knows_servers && plain::server::is_usual(rules.value, tag.value));
        if !is_plain || !rules.always.is_empty() || rules.value.is_per_player() {
            let game = &mut self.referee.listener.game;
            let tag_idx = u32::try_from(game.tags.len()).unwrap_or(u32::MAX);
            game.tags_to_check.push(TagToCheck { tag_idx, kind_idx, is_plain });
        }
    }

    #[inline(never)]
    fn see_comment(&mut self, comment: &RawComment<'_>) {
        let game = &mut self.referee.listener.game;
        let start = comment.span.start + u32::from(comment.part.begins());
        let span = game.shift(Span::new(start, start + comment.text.len() as u32));
        game.comments.push((comment.kind, span));
        if comment.kind == CommentKind::Escape {
            self.seen.escapes.push(span);
        } else if !self.active.comments.is_empty()
            && (!plain::has_plain_commands(comment.text) || plain::is_odd_text(comment.text))
        {
            game.odd_comments.push(span);
        }
    }
}

/// Records the events of a game from the referee.
#[derive(Debug, Default)]
pub(super) struct GameRecorder {
    pub(super) game: GameSeen,
    depth: u32,
}

/// Takes down what the referee notes. Spans count from the region.
#[derive(Debug)]
pub(super) struct Notebook {
    active: Arc<Active>,
    pub(super) noted: Vec<Noted>,
    /// How many of each rule.
    pub(super) quota: Quota,
    /// Comments that are not closed; there is one a game at most, at its end.
    pub(super) open_comments: Vec<Span>,
    /// The region is not PGN.
    pub(super) is_not_pgn: bool,
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
        if self.quota.merges() && self.lengthens(&diagnostic) {
            return;
        }
        if self.quota.admits(rule, span) {
            self.noted.push(Noted { diagnostic, cause: cause(), n: 1 });
        }
    }
}

/// Faults of single characters whose runs are fixed as one: a game of some megabytes may be one
/// run.
const RUNS: [Code; 3] =
    [fault::STRAY_BRACE.code, fault::STRAY_PARENTHESIS.code, fault::STRAY_CHARACTER.code];

impl Notebook {
    /// Extends the last fault by this one, if they belong to one run.
    fn lengthens(&mut self, diagnostic: &Diagnostic) -> bool {
        let Some(last) = self.noted.last_mut() else { return false };
        let goes_on = RUNS.contains(&diagnostic.code)
            && last.diagnostic.code == diagnostic.code
            && last.diagnostic.span.end == diagnostic.span.start;
        if goes_on {
            last.diagnostic.span.end = diagnostic.span.end;
            last.n += 1;
        }
        goes_on
    }
}

impl NoteSink for Notebook {
    fn note(&mut self, note: Note<'_>) {
        self.keep(note.diagnostic, || Cause::of(note.detail), self.base);
    }

    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {
        let base = self.base_of(start);
        self.keep(diagnostic, || Cause::None, base);
    }
}

impl GameListener for GameRecorder {
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

    fn unreadable(&mut self, _: &[u8], _: Span) {
        self.game.lost_text = true;
    }

    fn begin_unplayed(&mut self, tail: UnplayedTail, _: Span) {
        self.game.lost_text |= tail == UnplayedTail::Unplayable;
        if tail == UnplayedTail::Unplayable && self.depth == 0 {
            self.game.is_played = false;
        }
    }

    fn marker(&mut self, outcome: Outcome, span: Span) {
        self.game.marker = Some((outcome, self.game.shift(span)));
    }

    fn end_game(&mut self, outcome: Outcome, how: GameEnd, _: u32) {
        self.game.outcome = outcome;
        self.game.is_game = how != GameEnd::NoGame;
        self.game.is_cut_short = how == GameEnd::NextGame;
        self.depth = 0;
    }
}

impl Visitor for LintVisitor<'_> {
    type Break = ();

    fn begin_game(&mut self, start: GameStart) -> ControlFlow<(), Skip> {
        let Referee { listener, notes, .. } = &mut *self.referee;
        notes.base = notes.base_of(start);
        notes.open_comments.clear();
        listener.game.clear(notes.base);
        listener.depth = 0;
        self.referee.begin_game(start)
    }

    // Nearly all comments of a server are clock times: no call for those.
    #[inline(always)]
    fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<()> {
        if !plain::is_usual_clock(comment.text) {
            self.see_comment(&comment);
        }
        self.referee.comment(comment)
    }

    fn end_game(&mut self, how: GameEnd, end: u32) -> ControlFlow<()> {
        self.is_over = true;
        self.referee.end_game(how, end)
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
    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<()> {
        self.see_tag(&tag);
        self.referee.tag(tag)
    }
    fn malformed_tag(&mut self, text: &[u8], span: Span) -> ControlFlow<()> {
        self.referee.malformed_tag(text, span)
    }
    fn begin_movetext(&mut self) -> ControlFlow<(), Skip> {
        self.referee.begin_movetext()
    }
    fn number(&mut self, number: RawNumber) -> ControlFlow<()> {
        self.referee.number(number)
    }
    #[inline(always)]
    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<()> {
        self.referee.symbol(symbol)
    }
    fn suffix(&mut self, suffix: RawSuffix<'_>) -> ControlFlow<()> {
        self.referee.suffix(suffix)
    }
    fn nag(&mut self, nag: RawNag) -> ControlFlow<()> {
        self.referee.nag(nag)
    }
    fn reserved(&mut self, text: &[u8], span: Span) -> ControlFlow<()> {
        self.referee.reserved(text, span)
    }
    fn begin_variation(&mut self, span: Span) -> ControlFlow<(), Skip> {
        self.referee.begin_variation(span)
    }
    fn end_variation(&mut self, span: Span) -> ControlFlow<()> {
        self.referee.end_variation(span)
    }
    fn marker(&mut self, marker: RawMarker) -> ControlFlow<()> {
        self.referee.marker(marker)
    }
}
