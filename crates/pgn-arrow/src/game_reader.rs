//! Reads games, each as far as the columns need it (§8.1, §8.2.6, D-01, D-22).

use crate::game_row::GameRow;
use crate::projection::Needs;
use crate::sketch::Sketch;
use pgn_db::reading::{Next, OpeningLookup, Place, RegionKind};
use pgn_db::stats::outcome_by_text;
use pgn_lint::{Config, Linter, Profile, RULES, Rule, Severity};
use pgn_query::facts::{GameView, Moves, Openings};
use pgnkit::charset::Choice;
use pgnkit::chess::notation::letters::Letters;
use pgnkit::opening::Opening;
use pgnkit::read::{Note, NoteSink, Referee, RegionReader, Sniff};
use pgnkit::syntax::diagnostic::fault;
use pgnkit::syntax::{Code, Diagnostic, GameEnd, GameStart, Region, Span};

/// Reads games of one encoding, one after the other.
pub(crate) struct GameReader {
    needs: Needs,
    encoding: Choice,
    referee: Box<Referee<Sketch, Notes>>,
    /// Reads whole games, if needed.
    games: Option<RegionReader>,
    /// For openings, if moves are needed for nothing else.
    openings: Option<OpeningLookup>,
    /// Puts errors into words.
    linter: Option<Box<Linter>>,
}

#[derive(Debug, Default)]
pub(crate) struct Notes {
    sniff: Sniff,
    /// Any fault.
    has_fault: bool,
    /// A fault that is an error by default.
    has_error: bool,
    /// The place of text outside games.
    outside: Vec<Span>,
    /// Text between two tag pairs, which is an escape of the game.
    between_tags: Vec<Span>,
    errors: Vec<Code>,
}

impl Notes {
    fn new() -> Notes {
        let is_error = |rule: &&Rule| rule.severity(Profile::Lax) == Severity::Error;
        let mut errors: Vec<Code> = RULES.iter().filter(is_error).map(Rule::code).collect();
        errors.sort_unstable();
        Notes { errors, ..Notes::default() }
    }

    fn clear(&mut self) {
        self.sniff = Sniff::default();
        (self.has_fault, self.has_error) = (false, false);
        self.outside.clear();
        self.between_tags.clear();
    }
}

impl NoteSink for Notes {
    fn note(&mut self, note: Note<'_>) {
        self.has_fault = true;
        self.has_error |= self.errors.binary_search(&note.diagnostic.code).is_ok();
        // After all tag pairs such text would be read as movetext.
        if note.diagnostic.code == fault::TEXT_OUTSIDE_GAME.code {
            self.between_tags.push(note.diagnostic.span);
        }
        self.sniff.note(note);
    }

    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {
        self.outside.push(diagnostic.span);
        self.sniff.outside(start, diagnostic);
    }
}

impl GameReader {
    pub(crate) fn new(needs: &Needs, openings: Openings, encoding: Choice) -> GameReader {
        let mut needs = needs.clone();
        needs.opening.source = openings;
        let sketch = Sketch::new(needs.clone(), encoding);
        let linter = || Box::new(Linter::new(Config::default().with_encoding(encoding)));
        GameReader {
            encoding,
            referee: Box::new(Referee::new(sketch, Notes::new()).encoding(encoding)),
            games: needs.game.then(|| RegionReader::new(encoding)),
            openings: if needs.moves { None } else { OpeningLookup::new(needs.opening) },
            linter: needs.errors.then(linter),
            needs,
        }
    }

    /// Reads a region and shows the game in it.
    pub(crate) fn see(&mut self, at: Place<'_>, show: impl FnOnce(&GameRow<'_>)) -> RegionKind {
        let region = at.region;
        if region.end == Some(GameEnd::NoGame) {
            return RegionKind::NoGame;
        }
        let letters = match self.needs.moves || self.needs.game {
            true => at.source.language.letters(region, &mut ()),
            false => at.source.language.fixed(),
        };
        self.referee.set_letters(letters);
        self.visit(region);
        self.show(at, letters, show)
    }

    /// Whether [`see_next`](GameReader::see_next) reads what [`see`](GameReader::see) does.
    pub(crate) fn reads_while_cut(&self) -> bool {
        // Spans of text outside games are those of a region that is being split.
        !self.needs.movetext
    }

    /// Reads the next region while the text is split, once instead of twice, and passes on the game
    /// in it.
    pub(crate) fn see_next<'t>(
        &mut self,
        next: Next<'_, 't>,
        show: impl FnOnce(&GameRow<'_>),
    ) -> Option<(Region<'t>, RegionKind)> {
        let Next { source, regions, region_idx } = next;
        let letters = source.language.fixed();
        self.referee.set_letters(letters);
        self.begin();
        let region = regions.next_with(&mut *self.referee)?;
        let at = Place { source, region: &region, region_idx };
        // Whether it is PGN is only known for a whole region.
        let is_usual =
            self.referee.listener.outcome.is_some() && !self.referee.notes.sniff.is_not_pgn;
        let seen = match is_usual {
            true => self.show(at, letters, show),
            false => self.see(at, show),
        };
        Some((region, seen))
    }

    /// Shows the game that was read.
    fn show(
        &mut self,
        at: Place<'_>,
        letters: Option<Letters>,
        show: impl FnOnce(&GameRow<'_>),
    ) -> RegionKind {
        let region = at.region;
        let Some(outcome) = self.outcome(region) else {
            return RegionKind::of(self.referee.notes.sniff.is_not_pgn, false);
        };
        if self.referee.notes.sniff.is_not_pgn {
            return RegionKind::NotPgn;
        }
        if let Some(games) = &mut self.games {
            games.set_letters(letters);
            games.read(region);
        }
        let opening = self.opening(at);
        let errors = match &mut self.linter {
            Some(linter) if self.referee.notes.has_error => errors_of(linter, region),
            Some(_) | None => Vec::new(),
        };
        let sketch = &self.referee.listener;
        let moves = Moves { n_plies: sketch.n_plies, first: &sketch.first };
        let comment = sketch.end_comment();
        let line_end = sketch.needs.end.then(|| sketch.line_end(&comment));
        let view = GameView {
            line_end,
            outcome,
            moves: self.needs.moves.then_some(moves),
            game: self.games.as_mut().and_then(|games| games.game()),
            openings: self.needs.opening.source,
            opening,
            start: sketch.start.as_ref(),
            position: sketch.end.as_ref(),
            source: Some((&at.source.name, region.n_games_before + 1)),
            region: Some(region),
            encoding: self.encoding,
            ..GameView::of_tags(&sketch.tags)
        };
        let notes = &self.referee.notes;
        let has_more = sketch.has_more || notes.has_fault || !notes.outside.is_empty();
        let (outside, between_tags) = (&notes.outside, &notes.between_tags);
        show(&GameRow { view, sketch, region, errors: &errors, outside, between_tags, has_more });
        RegionKind::Game
    }

    /// The outcome of the game that was read, if requested. `None` if there was no game.
    fn outcome(&mut self, region: &Region<'_>) -> Option<Option<pgnkit::Outcome>> {
        let outcome = self.referee.listener.outcome?;
        if self.needs.moves || !self.needs.outcome {
            return Some(Some(outcome).filter(|_| self.needs.moves));
        }
        if let Some(outcome) = outcome_by_text(region, &self.referee.listener.tags) {
            return Some(Some(outcome));
        }
        // Tag and marker disagree: the board decides.
        self.referee.listener.needs.moves = true;
        self.visit(region);
        self.referee.listener.needs.moves = false;
        Some(self.referee.listener.outcome)
    }

    fn visit(&mut self, region: &Region<'_>) {
        self.begin();
        let _ = region.visit(&mut *self.referee);
    }

    fn begin(&mut self) {
        self.referee.notes.clear();
        self.referee.listener.outcome = None;
    }

    /// The opening that the moves reach, if the tags do not have it.
    fn opening(&mut self, at: Place<'_>) -> Option<Opening<'static>> {
        let sketch = &self.referee.listener;
        match &mut self.openings {
            Some(lookup) => lookup.opening(at.region, at.source.language, &sketch.tags),
            None => sketch.opening.opening(),
        }
    }
}

/// Code, name and sentence of each error in a game.
fn errors_of(linter: &mut Linter, region: &Region<'_>) -> Vec<String> {
    let findings = linter.lint_region(region);
    // It keeps no state between games: each is checked separately.
    let _ = linter.hand_over();
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    errors
        .map(|finding| format!("{} {}: {}", finding.code(), finding.name(), finding.message))
        .collect()
}
