//! Reads a game as far as it is counted.
//!
//! The movetext is passed over when nobody wants it, unless Result tag and termination marker
//! contradict each other: then the board decides, and the game is read whole.
//!
//! Owns: tags, plies and outcome of one region after the other. Knows nothing of: what they are
//! counted for.
//! Standard: §8.1, §8.2.6. Decisions: D-01, D-14, D-22, D-33.
//! Start at [`Watch::see`].

use std::ops::ControlFlow;

use super::sighting::{Moves, Openings, Sighting};
use super::value::Value;
use crate::reading::Sniff;
use pgnkit::Outcome;
use pgnkit::charset::{self, Choice, Encoding};
use pgnkit::game::{Start, Tags};
use pgnkit::opening::{Finder, Found, Opening, Table};
use pgnkit::read::{Brief, Detected, Follow, LanguageChoice, Played, Referee, Rest, detect};
use pgnkit::syntax::step::unescape;
use pgnkit::syntax::{GameEnd, GameStart, RawSymbol, RawTag, Region, Skip, Span};
use pgnkit::tag::{Eco, RESULT};

/// How much of a game is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wish {
    pub(super) moves: bool,
    pub(super) language: bool,
    /// The code of the opening.
    pub(super) eco: bool,
    /// The names of the opening.
    pub(super) opening: bool,
    pub(super) openings: Openings,
}

impl Wish {
    /// Whether the moves must say what the opening is, since the tags do not.
    fn asks_moves(&self, tags: &Tags) -> bool {
        let says =
            |name: &str| tags.get(name).is_some_and(|value| Value::of_tag(value) != Value::Unknown);
        match self.openings {
            Openings::Tags => false,
            Openings::Moves => self.eco || self.opening,
            Openings::Either => {
                let has_names = || says("Opening") || says("Variation");
                self.eco && eco_of(tags).is_none() || self.opening && !has_names()
            }
        }
    }
}

/// The code that the tag ECO has.
pub(super) fn eco_of(tags: &Tags) -> Option<Eco> {
    Eco::parse(tags.get("ECO")?.trim()).ok().flatten()
}

/// Reads games, one at a time.
pub(super) struct Watch {
    referee: Box<Referee<Notebook, Sniff>>,
    wish: Wish,
    language: Option<&'static str>,
    /// Reads the moves of a game as far as openings go, where someone may ask for it.
    openings: Option<Box<Brief<Finder<'static>>>>,
}

/// Keeps what is counted of a game.
#[derive(Debug, Default)]
struct Notebook {
    skips_moves: bool,
    encoding: Encoding,
    tags: Tags,
    value: Vec<u8>,
    depth: u32,
    n_plies: u32,
    first: String,
    is_broken: bool,
    outcome: Option<Outcome>,
}

/// What came of a region.
pub(super) enum Seen<'a> {
    Game(Sighting<'a>, Whole),
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

impl Watch {
    pub(super) fn new(encoding: Choice, wish: Wish) -> Watch {
        let referee = Referee::new(Notebook::default(), Sniff::default()).encoding(encoding);
        let asks = wish.openings != Openings::Tags && (wish.eco || wish.opening);
        let openings = asks.then(|| Box::new(Brief::new(Finder::new(Table::standard()))));
        Watch { referee: Box::new(referee), wish, language: None, openings }
    }

    /// Reads a region.
    pub(super) fn see(
        &mut self,
        region: &Region<'_>,
        encoding: Choice,
        language: LanguageChoice,
    ) -> Seen<'_> {
        if region.end == Some(GameEnd::NoGame) {
            return Seen::NoGame;
        }
        self.referee.follow.encoding = match region.text.is_ascii() {
            true => Encoding::Utf8,
            false => encoding.encoding_of(region.text),
        };
        self.language = self.wish.language.then(|| language_of(region)).flatten();
        let letters = match self.wish.moves {
            true => language.letters(region, &mut ()),
            false => None,
        };
        self.referee.set_letters(letters);
        self.read(region, !self.wish.moves);
        if std::mem::take(&mut self.referee.notes).is_not_pgn {
            return Seen::NotPgn;
        }
        let mut outcome = self.referee.follow.outcome;
        if !self.wish.moves {
            outcome = self.outcome_by_text(region);
            if outcome.is_none() {
                self.read(region, false);
                self.referee.notes = Sniff::default();
                outcome = self.referee.follow.outcome;
            }
        }
        let Some(outcome) = outcome else { return Seen::NoGame };
        let opening = self.opening(region, language);
        let eyes = &self.referee.follow;
        let moves = Moves { n_plies: eyes.n_plies, first: &eyes.first, language: self.language };
        let moves = self.wish.moves.then_some(moves);
        let whole = if eyes.is_broken { Whole::Broken } else { Whole::Yes };
        let (tags, openings) = (&eyes.tags, self.wish.openings);
        Seen::Game(Sighting { tags, outcome, moves, openings, opening }, whole)
    }

    /// The opening that the moves come to, when the tags do not say it.
    fn opening(
        &mut self,
        region: &Region<'_>,
        language: LanguageChoice,
    ) -> Option<Opening<'static>> {
        let brief = self.openings.as_mut()?;
        if !self.wish.asks_moves(&self.referee.follow.tags) {
            return None;
        }
        brief.referee.set_letters(language.letters(region, &mut ()));
        brief.read(region);
        match brief.referee.follow.found() {
            Found::Opening(opening) => Some(opening),
            Found::NoGame | Found::OtherStart | Found::Nothing => None,
        }
    }

    fn read(&mut self, region: &Region<'_>, skips_moves: bool) {
        self.referee.follow.skips_moves = skips_moves;
        self.referee.follow.outcome = None;
        let ControlFlow::Continue(()) = region.visit(&mut *self.referee);
    }

    /// The outcome without the moves: where Result tag and marker agree, or only one of them is a
    /// result. `None` when more must be read.
    fn outcome_by_text(&self, region: &Region<'_>) -> Option<Outcome> {
        let marker = match region.end {
            Some(GameEnd::Marker) => marker_at_end(region.text)?,
            Some(GameEnd::NextGame | GameEnd::EndOfText | GameEnd::NoGame) | None => return None,
        };
        let tag = self.referee.follow.tags.get(RESULT).unwrap_or_default();
        let tag = match tag {
            "?" => Outcome::Unknown,
            value => Outcome::parse(value).ok()?,
        };
        match (tag, marker) {
            (Outcome::Unknown, known) | (known, Outcome::Unknown) => Some(known),
            (tag, marker) => (tag == marker).then_some(tag),
        }
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

fn language_of(region: &Region<'_>) -> Option<&'static str> {
    match detect(region) {
        Detected::English => Some("English"),
        Detected::Language(language) => Some(language.name),
        Detected::Several(..) => None,
    }
}

impl Follow for Notebook {
    fn begin_game(&mut self, _: GameStart) {
        self.tags.clear();
        self.depth = 0;
        self.n_plies = 0;
        self.first.clear();
        self.is_broken = false;
        self.outcome = None;
    }

    fn tag(&mut self, tag: &RawTag<'_>) {
        self.value.clear();
        let value = match tag.escaped {
            true => {
                unescape(tag.value, |piece| self.value.extend_from_slice(piece));
                &self.value
            }
            false => tag.value,
        };
        let name = charset::decode(tag.name, self.encoding).text;
        self.tags.push(&name, &charset::decode(value, self.encoding).text);
    }

    fn begin_movetext(&mut self, _: &Start) -> Skip {
        if self.skips_moves { Skip::Over } else { Skip::Enter }
    }

    fn played(&mut self, played: Played<'_>) {
        if self.depth > 0 {
            return;
        }
        self.n_plies += 1;
        if self.n_plies == 1 {
            self.first.clear();
            self.first.push_str(&played.spelling().text(played.mv));
        }
    }

    fn unchecked(&mut self, symbol: RawSymbol<'_>) {
        if self.depth > 0 {
            return;
        }
        self.n_plies += 1;
        if self.n_plies == 1 {
            self.first.push_str(&charset::decode(symbol.text, self.encoding).text);
        }
    }

    fn begin_variation(&mut self, _: Span) {
        self.depth += 1;
    }

    fn end_variation(&mut self, _: Span) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn begin_rest(&mut self, rest: Rest, _: Span) {
        self.is_broken |= rest == Rest::Unplayable && self.depth == 0;
    }

    fn end_game(&mut self, outcome: Outcome, _: GameEnd, _: u32) {
        self.outcome = Some(outcome);
    }
}
