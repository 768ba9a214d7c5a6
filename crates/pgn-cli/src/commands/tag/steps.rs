//! The operations of `pgn tag` on the tags of a game, step by step.
//!
//! Standard: §8.1. Decisions: D-14, D-15, D-22.

use std::sync::Arc;

use super::fill::Fill;
use super::template::{Template, last_position};
use crate::rewrite::{Change, Edit, Needs, Place, Plan};
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::game::{SetTagError, Tags};
use pgnkit::tag::well_known::name_of_other_case;
use pgnkit::tag::{Outcome, RESULT, ROSTER, roster_idx, unknown_value};

/// A name, or the beginning of names with a `*` after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NamePattern {
    /// This one.
    Is(String),
    /// All that begin so.
    Begins(String),
}

impl NamePattern {
    fn fits(&self, name: &str) -> bool {
        match self {
            NamePattern::Is(this) => this == name || this == meant(name),
            NamePattern::Begins(begin) => name.starts_with(begin),
        }
    }
}

/// The known name that another letter case means, or the name itself (D-15).
fn meant(name: &str) -> &str {
    name_of_other_case(name.as_bytes()).unwrap_or(name)
}

/// The order of tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TagOrder {
    /// The roster, then the others by name, as in export form.
    Standard,
    /// Those listed, then the others in their old order.
    Listed(Vec<String>),
}

/// The steps, in this order.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    pub(super) renames: Vec<(String, String)>,
    pub(super) deletes: Vec<NamePattern>,
    pub(super) fixes_results: bool,
    pub(super) fills: Vec<Arc<Fill>>,
    pub(super) sets: Vec<(String, Template)>,
    /// Only unknown values.
    pub(super) defaults: Vec<(String, Template)>,
    /// Only the roster is kept, and all of it is there.
    pub(super) seven: bool,
    pub(super) order: Option<TagOrder>,
    /// Tags that are not listed are dropped.
    pub(super) only_listed: bool,
    /// Also where the moves are not legal any more.
    pub(super) forces: bool,
}

/// Tags without which moves mean something else.
const OF_THE_START: [&str; 3] = ["SetUp", "FEN", "Variant"];

impl Steps {
    /// Whether the list of steps is empty.
    pub(super) fn does_nothing(&self) -> bool {
        self.renames.is_empty()
            && self.deletes.is_empty()
            && self.fills.is_empty()
            && self.sets.is_empty()
            && self.defaults.is_empty()
            && self.order.is_none()
            && !self.fixes_results
            && !self.seven
    }

    /// Whether a tag on which moves or outcome depend may change.
    fn may_change_moves_or_outcome(&self) -> bool {
        let renamed = self.renames.iter().flat_map(|(from, to)| [from, to]);
        let set = self.sets.iter().chain(&self.defaults).map(|(name, _)| name);
        let mut names = renamed.chain(set);
        let depends = |name: &str| OF_THE_START.contains(&meant(name)) || meant(name) == RESULT;
        let is_deleted = |name: &&str| self.deletes.iter().any(|names| names.fits(name));
        names.any(|name| depends(name)) || OF_THE_START.iter().any(is_deleted)
    }

    fn sets_result(&self) -> bool {
        self.sets.iter().chain(&self.defaults).any(|(name, _)| name == RESULT)
    }
}

impl Plan for Steps {
    fn needs(&self) -> Needs {
        let mut templates = self.sets.iter().chain(&self.defaults);
        let any = self.fixes_results
            || self.seven
            || self.may_change_moves_or_outcome()
            || templates.any(|(_, template)| template.needs() == Needs::Game);
        if any { Needs::Game } else { Needs::Tags }
    }

    fn edit(&self, _: Choice) -> Box<dyn Edit> {
        Box::new(self.clone())
    }
}

impl Edit for Steps {
    fn edit(&mut self, game: &mut Game, place: Place<'_>) -> Change {
        let before = game.tags().clone();
        let outcome = game.outcome();
        for (from, to) in &self.renames {
            rename(game, from, to);
        }
        if !self.deletes.is_empty() {
            keep(game, |name| !self.deletes.iter().any(|names| names.fits(name)));
        }
        if self.fixes_results {
            fix_result(game);
        }
        self.fills.iter().for_each(|fill| fill.fill(game));
        for (name, template) in &self.sets {
            if let Some(value) = template.value(game, place, None) {
                game.tags_mut_unchecked().put(name, &value);
            }
        }
        for (name, template) in &self.defaults {
            if is_unknown(game.tag(name).unwrap_or_default())
                && let Some(value) = template.value(game, place, None)
            {
                game.tags_mut_unchecked().put(name, &value);
            }
        }
        if self.seven {
            make_seven(game);
        }
        if let Some(order) = &self.order {
            put_in_order(game, order, self.only_listed);
        }
        if let Err(error) = check(game, &before, self.forces) {
            return Change::Failed(error.to_string());
        }
        let has_result = || game.tags().get(RESULT) != before.get(RESULT) && self.sets_result();
        if (self.fixes_results || has_result()) && !ends_as_it_says(game, place) {
            return Change::Marker;
        }
        match (game.outcome() == outcome, *game.tags() == before) {
            (true, true) => Change::Nothing,
            (true, false) => Change::Tags,
            (false, _) => Change::Game,
        }
    }
}

/// Checks and sets the tags, which were added to `game` unchecked. With `forces`, only the outcome
/// follows.
fn check(game: &mut Game, before: &Tags, forces: bool) -> Result<(), SetTagError> {
    let after = std::mem::replace(game.tags_mut_unchecked(), before.clone());
    let forced = forces.then(|| after.clone());
    match (game.set_tags(after), forced) {
        (Err(_), Some(after)) => {
            let outcome = after.get(RESULT).and_then(Outcome::parse_lax);
            *game.tags_mut_unchecked() = after;
            outcome.into_iter().for_each(|outcome| game.set_outcome(outcome));
            Ok(())
        }
        (done, _) => done,
    }
}

/// Whether the text certainly ends with the marker of the outcome; otherwise it must be parsed.
fn ends_as_it_says(game: &Game, place: Place<'_>) -> bool {
    place.region.text.trim_ascii_end().ends_with(game.outcome().marker().as_bytes())
}

/// Whether a value means unknown: it is empty, or consists of question marks; `-` does not count.
pub(super) fn is_unknown(value: &str) -> bool {
    let value = value.trim();
    value == "-" || value.chars().all(|c| matches!(c, '?' | '.'))
}

/// Renames all pairs of a name, unless the game already has the other name.
fn rename(game: &mut Game, from: &str, to: &str) {
    let is_to = |name: &str| name == to || (name != from && meant(name) == to);
    if game.tags().iter().any(|tag| is_to(tag.name)) {
        return;
    }
    let old = std::mem::take(game.tags_mut_unchecked());
    let has_exact = old.iter().any(|tag| tag.name == from);
    let is_from = |name: &str| name == from || (!has_exact && meant(name) == from);
    for tag in &old {
        game.tags_mut_unchecked().push(if is_from(tag.name) { to } else { tag.name }, tag.value);
    }
}

/// Keeps only the pairs with these names.
fn keep(game: &mut Game, wants: impl Fn(&str) -> bool) {
    if game.tags().iter().all(|tag| wants(tag.name)) {
        return;
    }
    let old = std::mem::take(game.tags_mut_unchecked());
    for tag in old.iter().filter(|tag| wants(tag.name)) {
        game.tags_mut_unchecked().push(tag.name, tag.value);
    }
}

fn make_seven(game: &mut Game) {
    let is_kept = |name: &str| roster_idx(name).is_some() || OF_THE_START.contains(&name);
    keep(game, |name| is_kept(meant(name)));
    for name in ROSTER {
        if game.tag(name).is_none() {
            let unknown = unknown_value(name).unwrap_or("?");
            let value = if name == RESULT { game.outcome().name() } else { unknown };
            game.tags_mut_unchecked().put(name, value);
        }
    }
    put_in_order(game, &TagOrder::Standard, false);
}

fn put_in_order(game: &mut Game, order: &TagOrder, only_listed: bool) {
    let old = std::mem::take(game.tags_mut_unchecked());
    let mut pairs: Vec<_> = old.iter().collect();
    match order {
        TagOrder::Standard => {
            pairs.sort_by_key(|tag| (roster_idx(tag.name).unwrap_or(usize::MAX), tag.name))
        }
        TagOrder::Listed(names) => {
            let place = |name: &str| names.iter().position(|listed| listed == name);
            if only_listed {
                let is_of_start = |name: &str| OF_THE_START.contains(&meant(name));
                pairs.retain(|tag| place(tag.name).is_some() || is_of_start(tag.name));
            }
            pairs.sort_by_key(|tag| place(tag.name).unwrap_or(usize::MAX));
        }
    }
    for tag in pairs {
        game.tags_mut_unchecked().push(tag.name, tag.value);
    }
}

/// Makes the Result tag and the termination marker agree: with the end on the board if there is
/// one, else with the reader's outcome (D-22).
fn fix_result(game: &mut Game) {
    let on_board = last_position(game).and_then(|position| position.ending());
    let outcome = match on_board {
        Some(ending) if game.outcome().is_standard() => Outcome::won_by(ending.winner),
        Some(_) | None => game.outcome(),
    };
    if game.outcome() != outcome {
        game.set_outcome(outcome);
    }
    let written = game.tag(RESULT).unwrap_or_default();
    let value = outcome.tag_value(written);
    if value != written {
        let value = value.to_owned();
        game.tags_mut_unchecked().put(RESULT, &value);
    }
}
