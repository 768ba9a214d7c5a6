//! Naming a game: the tags that change, and the counts.
//!
//! Standard: §9.3, §9.4.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::ValueEnum;

use crate::rewrite::{Change, Edit, Needs, Place, Plan};
use crate::terminal::{Console, counted};
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::opening::{Found, Opening, OpeningReader, Table};
use pgnkit::tag::Eco;

/// A tag for a part of an opening name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum OpeningTag {
    /// The code, in the tag ECO
    Eco,
    /// The first part of the name
    Opening,
    /// The second part
    Variation,
    /// The third part
    #[value(name = "subvariation")]
    SubVariation,
}

impl OpeningTag {
    pub(super) const ALL: [OpeningTag; 4] =
        [OpeningTag::Eco, OpeningTag::Opening, OpeningTag::Variation, OpeningTag::SubVariation];

    /// The name of the tag.
    pub(super) fn tag(self) -> &'static str {
        match self {
            OpeningTag::Eco => "ECO",
            OpeningTag::Opening => "Opening",
            OpeningTag::Variation => "Variation",
            OpeningTag::SubVariation => "SubVariation",
        }
    }

    /// The value for the tag; `None` if the name has no such part.
    pub(super) fn of(self, opening: &Opening<'_>) -> Option<String> {
        match self {
            OpeningTag::Eco => Some(opening.code.to_string()),
            OpeningTag::Opening => Some(opening.name.opening().to_owned()),
            OpeningTag::Variation => opening.name.variation().map(str::to_owned),
            OpeningTag::SubVariation => opening.name.sub_variation().map(str::to_owned),
        }
    }

    /// Whether the tag already has the best value: the same, or a more detailed code.
    pub(super) fn fits(self, value: &str, opening: &Opening<'_>) -> bool {
        if self == OpeningTag::Eco
            && let Ok(Some(eco)) = Eco::parse(value)
        {
            let is_same =
                (eco.volume(), eco.number()) == (opening.code.volume(), opening.code.number());
            return is_same && (opening.code.part().is_none() || eco == opening.code);
        }
        self.of(opening).as_deref() == Some(value)
    }
}

/// How to treat existing tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Existing {
    /// They are set from the moves.
    Replace,
    /// Tags with a value stay.
    KeepTag,
    /// A game with such a tag stays.
    KeepGame,
}

/// Sets the tags of games.
#[derive(Clone, Debug)]
pub(super) struct Naming {
    pub(super) table: &'static Table,
    pub(super) parts: Vec<OpeningTag>,
    pub(super) existing: Existing,
    pub(super) counts: Arc<ClassifyCounts>,
}

/// How many games were how, in all threads.
#[derive(Debug, Default)]
pub(super) struct ClassifyCounts {
    named_count: AtomicU64,
    other_start_count: AtomicU64,
    nameless_count: AtomicU64,
    cut_short_count: AtomicU64,
}

impl ClassifyCounts {
    /// Counts a game; returns its opening.
    pub(super) fn take<'t>(&self, finder: &OpeningReader<'t>) -> Option<Opening<'t>> {
        let add = |to: &AtomicU64| to.fetch_add(1, Ordering::Relaxed);
        let found = finder.found();
        match found {
            Found::NoGame => 0,
            Found::OtherStart => add(&self.other_start_count),
            Found::Nothing => add(&self.nameless_count),
            Found::Opening(_) => add(&self.named_count),
        };
        if finder.is_cut_short() {
            add(&self.cut_short_count);
        }
        match found {
            Found::Opening(opening) => Some(opening),
            Found::NoGame | Found::OtherStart | Found::Nothing => None,
        }
    }

    /// Reports messages for the user.
    pub(super) fn report(&self, console: &Console) {
        let number = |n: &AtomicU64| n.load(Ordering::Relaxed);
        let games = |n| counted(n, "game", "games");
        console.say(&format!("{} with an opening", games(number(&self.named_count))));
        for (n, what) in [
            (
                number(&self.other_start_count),
                "from another start position, or of a variant: skipped",
            ),
            (number(&self.nameless_count), "without a known opening"),
            (
                number(&self.cut_short_count),
                "with an illegal move: classified by the moves before it",
            ),
        ] {
            if n > 0 {
                console.say(&format!("{} {what}", games(n)));
            }
        }
    }
}

impl Plan for Naming {
    fn needs(&self) -> Needs {
        Needs::Tags
    }

    fn edit(&self, _: Choice) -> Box<dyn Edit> {
        let opening = OpeningReader::new(self.table);
        Box::new(Namer { naming: self.clone(), opening })
    }
}

/// The same in one thread.
struct Namer {
    naming: Naming,
    opening: OpeningReader<'static>,
}

impl Edit for Namer {
    fn edit(&mut self, game: &mut Game, place: Place<'_>) -> Change {
        self.opening.read(place.region);
        let Naming { parts, existing, counts, .. } = &self.naming;
        let Some(opening) = counts.take(&self.opening) else {
            return Change::Nothing;
        };
        let is_known = |game: &Game, part: OpeningTag| says_something(game.tag(part.tag()));
        if *existing == Existing::KeepGame && parts.iter().any(|&part| is_known(game, part)) {
            return Change::Nothing;
        }
        let mut change = Change::Nothing;
        for &part in parts {
            if *existing == Existing::KeepTag && is_known(game, part) {
                continue;
            }
            let (old, value) = (game.tag(part.tag()), part.of(&opening));
            let is_changed = match value {
                Some(_) if old.is_some_and(|old| part.fits(old, &opening)) => false,
                Some(value) => game.set_tag(part.tag(), &value).is_ok(),
                None => old.is_some() && game.remove_tag(part.tag()).is_ok(),
            };
            if is_changed {
                change = Change::Tags;
            }
        }
        change
    }
}

/// Whether a tag exists and has a value.
pub(super) fn says_something(value: Option<&str>) -> bool {
    value.is_some_and(|value| !matches!(value.trim(), "" | "?" | "-"))
}
