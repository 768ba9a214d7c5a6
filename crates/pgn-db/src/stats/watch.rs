//! Reads a game as far as it is counted (§8.1, §8.2.6, D-01, D-14, D-22, D-33).
//!
//! The movetext is skipped if it is not needed, unless Result tag and termination marker
//! contradict each other: then the board decides, and the game is read whole.

use crate::reading::{OpeningFollower, OpeningLookup, OpeningNeeds, TagFilter};
use pgn_query::facts::{GameView, Moves};
use pgnkit::Outcome;
use pgnkit::charset::Choice;
use pgnkit::chess::notation::letters::Letters;
use pgnkit::game::{Start, Tags};
use pgnkit::opening::Opening;
use pgnkit::read::{
    GameListener, LanguageChoice, Played, Referee, RegionReader, Sniff, UnplayedTail,
};
use pgnkit::syntax::split::InPlace;
use pgnkit::syntax::{GameEnd, GameStart, RawSymbol, RawTag, Region, Skip, Span};
use pgnkit::tag::RESULT;

/// The part of a game to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Needs {
    /// The moves of the main line.
    pub(super) moves: bool,
    /// All of it.
    pub(super) game: bool,
    pub(super) opening: OpeningNeeds,
}

/// Reads games, one at a time.
pub(super) struct GameSummaryReader {
    referee: Box<Referee<Notebook, Sniff>>,
    needs: Needs,
    /// Reads whole games, if needed.
    games: Option<RegionReader>,
    /// For openings, if moves are needed for nothing else.
    openings: Option<OpeningLookup>,
}

/// Keeps what is counted of a game.
#[derive(Debug, Default)]
struct Notebook {
    skips_moves: bool,
    encoding: Choice,
    kept_tags: TagFilter,
    tags: Tags,
    opening: OpeningFollower,
    value: Vec<u8>,
    depth: u32,
    ply_count: u32,
    first: String,
    is_broken: bool,
    outcome: Option<Outcome>,
}

/// The result for a region.
pub(super) enum RegionSummary<'a> {
    Game(GameView<'a>, Whole),
    NoGame,
    NotPgn,
}

/// Whether all moves of a game were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whole {
    /// They were, as far as they were read.
    Yes,
    /// Its main line ends in a move that cannot be played.
    Broken,
}

impl GameSummaryReader {
    /// Keeps these tags, among which must be Result.
    pub(super) fn new(encoding: Choice, needs: Needs, kept_tags: TagFilter) -> GameSummaryReader {
        let opening = OpeningFollower::new(needs.opening);
        let notebook = Notebook { encoding, kept_tags, opening, ..Notebook::default() };
        let referee = Referee::new(notebook, Sniff::default()).encoding(encoding);
        let openings = if needs.moves { None } else { OpeningLookup::new(needs.opening) };
        GameSummaryReader {
            referee: Box::new(referee),
            needs,
            games: needs.game.then(|| RegionReader::new(encoding)),
            openings,
        }
    }

    pub(super) fn see<'s>(
        &'s mut self,
        region: &'s Region<'s>,
        encoding: Choice,
        language: LanguageChoice,
    ) -> RegionSummary<'s> {
        if region.end == Some(GameEnd::NoGame) {
            return RegionSummary::NoGame;
        }
        let reads_moves = self.needs.moves || self.needs.game;
        let letters = match reads_moves {
            true => language.letters(region, &mut ()),
            false => None,
        };
        self.referee.set_letters(letters);
        self.read(region, !self.needs.moves);
        self.finish(region, encoding, language, letters)
    }

    /// Reads the next region while it is cut, once instead of twice, and shows what came of it. The
    /// language must be known.
    pub(super) fn see_next<'t, T>(
        &mut self,
        regions: &mut InPlace<'t>,
        encoding: Choice,
        language: LanguageChoice,
        show: impl FnOnce(&Region<'_>, RegionSummary<'_>) -> T,
    ) -> Option<(Region<'t>, T)> {
        let letters = language.fixed();
        self.referee.set_letters(letters);
        self.referee.listener.skips_moves = !self.needs.moves;
        self.referee.listener.outcome = None;
        let region = regions.next_with(&mut *self.referee)?;
        // Whether it is PGN at all is known of a whole region only.
        let is_usual = region.is_game() && !self.referee.notes.is_not_pgn;
        let seen = match is_usual {
            true => self.finish(&region, encoding, language, letters),
            false => self.see(&region, encoding, language),
        };
        let shown = show(&region, seen);
        Some((region, shown))
    }

    /// The result for a region that the referee has read.
    fn finish<'s>(
        &'s mut self,
        region: &'s Region<'s>,
        encoding: Choice,
        language: LanguageChoice,
        letters: Option<Letters>,
    ) -> RegionSummary<'s> {
        if let Some(games) = &mut self.games {
            games.set_letters(letters);
            games.read(region);
        }
        if std::mem::take(&mut self.referee.notes).is_not_pgn {
            return RegionSummary::NotPgn;
        }
        let mut outcome = self.referee.listener.outcome;
        if !self.needs.moves {
            outcome = outcome_by_text(region, &self.referee.listener.tags);
            if outcome.is_none() {
                self.read(region, false);
                self.referee.notes = Sniff::default();
                outcome = self.referee.listener.outcome;
            }
        }
        let Some(outcome) = outcome else { return RegionSummary::NoGame };
        let opening = self.opening(region, language);
        let eyes = &self.referee.listener;
        let moves = Moves { n_plies: eyes.ply_count, first: &eyes.first };
        let whole = if eyes.is_broken { Whole::Broken } else { Whole::Yes };
        let game = GameView {
            outcome: Some(outcome),
            moves: self.needs.moves.then_some(moves),
            game: self.games.as_mut().and_then(|games| games.game()),
            openings: self.needs.opening.source,
            opening,
            region: Some(region),
            encoding,
            ..GameView::of_tags(&eyes.tags)
        };
        RegionSummary::Game(game, whole)
    }

    /// The opening that the moves reach, if the tags do not have it.
    fn opening(
        &mut self,
        region: &Region<'_>,
        language: LanguageChoice,
    ) -> Option<Opening<'static>> {
        let notebook = &self.referee.listener;
        match &mut self.openings {
            Some(lookup) => lookup.opening(region, language, &notebook.tags),
            None => notebook.opening.opening(),
        }
    }

    fn read(&mut self, region: &Region<'_>, skips_moves: bool) {
        self.referee.listener.skips_moves = skips_moves;
        self.referee.listener.outcome = None;
        let _ = region.visit(&mut *self.referee);
    }
}

/// The outcome without the moves: where Result tag and marker agree, or only one of them is a
/// result. `None` when more must be read.
#[must_use]
pub fn outcome_by_text(region: &Region<'_>, tags: &Tags) -> Option<Outcome> {
    let marker = match region.end {
        Some(GameEnd::Marker) => marker_at_end(region.text)?,
        Some(GameEnd::NextGame | GameEnd::EndOfText | GameEnd::NoGame) | None => return None,
    };
    let tag = match tags.get(RESULT).unwrap_or_default() {
        "?" => Outcome::Unknown,
        value => Outcome::parse(value).ok()?,
    };
    match (tag, marker) {
        (Outcome::Unknown, known) | (known, Outcome::Unknown) => Some(known),
        (tag, marker) => (tag == marker).then_some(tag),
    }
}

/// The marker that is the last word of a game.
fn marker_at_end(text: &[u8]) -> Option<Outcome> {
    let text = text.trim_ascii_end();
    let is_space = |byte: &u8| byte.is_ascii_whitespace();
    let longest = &text[text.len().saturating_sub(16)..];
    let from = longest.iter().rposition(is_space)? + 1;
    let word = std::str::from_utf8(&longest[from..]).ok()?;
    Outcome::parse(word).ok()
}

impl GameListener for Notebook {
    fn begin_game(&mut self, _: GameStart) {
        self.tags.clear();
        self.opening.begin_game();
        self.depth = 0;
        self.ply_count = 0;
        self.first.clear();
        self.is_broken = false;
        self.outcome = None;
    }

    fn tag(&mut self, tag: &RawTag<'_>) {
        self.kept_tags.push_kept(tag, self.encoding, &mut self.value, &mut self.tags);
    }

    fn begin_movetext(&mut self, start: &Start) -> Skip {
        if self.skips_moves {
            return Skip::Over;
        }
        self.opening.begin_movetext(start, &self.tags);
        Skip::Enter
    }

    fn played(&mut self, played: Played<'_>) {
        if self.depth > 0 {
            return;
        }
        self.ply_count += 1;
        self.opening.played(played);
        if self.ply_count == 1 {
            self.first.clear();
            self.first.push_str(&played.spelling().text(played.mv));
        }
    }

    fn unchecked(&mut self, symbol: RawSymbol<'_>) {
        if self.depth > 0 {
            return;
        }
        self.ply_count += 1;
        self.opening.unchecked(symbol);
        if self.ply_count == 1 {
            self.first.push_str(&self.encoding.decode(symbol.text));
        }
    }

    fn begin_variation(&mut self, _: Span) {
        self.depth += 1;
    }

    fn end_variation(&mut self, _: Span) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn begin_unplayed(&mut self, tail: UnplayedTail, span: Span) {
        if self.depth == 0 {
            self.is_broken |= tail == UnplayedTail::Unplayable;
            self.opening.begin_unplayed(tail, span);
        }
    }

    fn end_game(&mut self, outcome: Outcome, _: GameEnd, _: u32) {
        self.outcome = Some(outcome);
    }
}
