//! Counts the games of a chunk (D-01, D-33).

use super::group::{Groups, Table};
use super::side::SidedGame;
use super::wanted::WantedPlayer;
use super::watch::{self, GameSummaryReader, Needs, Whole};
use crate::reading::{Next, OpeningNeeds, Place, ReadGames, RegionKind, TagFilter};
use crate::scan::SourceInfo;
use pgn_query::facts::{Cost, Fact, GameView, Openings};
use pgnkit::charset::Choice;
use pgnkit::syntax::Region;
use pgnkit::tag::RESULT;

/// Counts games in tables.
#[derive(Clone)]
pub struct Count {
    /// The tables.
    pub tables: Vec<Table>,
    /// Whose games are counted, if not all are.
    pub player: Option<WantedPlayer>,
    /// Plies are counted even when no word needs them.
    pub with_plies: bool,
    /// The source of openings.
    pub openings: Openings,
}

/// The counts of a chunk.
#[derive(Debug, Default)]
pub struct Found {
    /// The groups of each table.
    pub groups: Vec<Groups>,
    /// Games that are counted.
    pub counted_count: u64,
    /// Those among them whose moves were read and cannot all be played.
    pub broken_count: u64,
}

impl Count {
    pub(super) fn needs(&self) -> Needs {
        let words = || self.tables.iter().flat_map(Table::words);
        let costs = |cost| words().any(|word| word.cost() == cost);
        let opening = OpeningNeeds {
            eco: words().any(|word| word.is(Fact::Eco)),
            names: words().any(|word| word.is(Fact::Opening) || word.is(Fact::Variation)),
            source: self.openings,
        };
        let moves = self.with_plies || costs(Cost::Moves);
        Needs { moves, game: costs(Cost::Game), opening }
    }

    /// The tags that words ask for, and those of the counts themselves.
    pub(super) fn kept_tags(&self) -> TagFilter {
        let mut kept = TagFilter::default();
        kept.add(RESULT);
        [Fact::Player, Fact::Elo, Fact::Year].into_iter().for_each(|fact| kept.add_fact(fact));
        self.tables.iter().flat_map(Table::words).for_each(|word| kept.add_field(word.field()));
        kept
    }

    /// Counts a game; false if the player is not in it.
    pub(super) fn count(&self, game: &GameView<'_>, whole: Whole, found: &mut Found) -> bool {
        if self.player.as_ref().is_some_and(|wanted| !wanted.plays(game)) {
            return false;
        }
        found.counted_count += 1;
        found.broken_count += u64::from(whole == Whole::Broken);
        let game = SidedGame::new(game);
        for (table, groups) in self.tables.iter().zip(&mut found.groups) {
            table.count(&game, self.player.as_ref(), groups);
        }
        true
    }
}

/// Counts games, and shows each counted game to something else.
#[derive(Clone)]
pub struct CountAnd<S> {
    /// The tables.
    pub count: Count,
    /// What else sees the games.
    pub see: S,
}

/// Takes what tables do not show from games.
pub trait SeeGame: Send + Sync + 'static {
    /// The result for a chunk.
    type Seen: Default + Send + 'static;

    /// Facts whose tags it needs.
    const FACTS: &'static [Fact];

    /// Looks at a game.
    fn see(&self, game: &GameView<'_>, seen: &mut Self::Seen);
}

impl SeeGame for () {
    type Seen = ();
    const FACTS: &'static [Fact] = &[];

    fn see(&self, _: &GameView<'_>, (): &mut ()) {}
}

impl<S: SeeGame> CountAnd<S> {
    fn take(&self, game: &GameView<'_>, whole: Whole, (found, seen): &mut (Found, S::Seen)) {
        if self.count.count(game, whole, found) {
            self.see.see(game, seen);
        }
    }
}

/// Reads games as far as needed.
pub struct SummaryReader {
    encoding: Choice,
    watch: GameSummaryReader,
}

impl SummaryReader {
    /// For tags and outcomes.
    #[must_use]
    pub fn for_tags(encoding: Choice) -> SummaryReader {
        SummaryReader::new(encoding, Needs::default(), TagFilter::all())
    }

    fn new(encoding: Choice, needs: Needs, kept_tags: TagFilter) -> SummaryReader {
        SummaryReader { encoding, watch: GameSummaryReader::new(encoding, needs, kept_tags) }
    }

    /// Shows the game of a region, with whether all its moves were played.
    pub fn see(&mut self, at: Place<'_>, show: impl FnOnce(&GameView<'_>, Whole)) -> RegionKind {
        let seen = self.watch.see(at.region, self.encoding, at.source.language);
        hand_over(seen, at.source, at.region, show)
    }

    /// Shows the game of the next region while it is cut. Its number is not known.
    pub fn see_next<'t>(
        &mut self,
        next: Next<'_, 't>,
        show: impl FnOnce(&GameView<'_>, Whole),
    ) -> Option<(Region<'t>, RegionKind)> {
        let Next { source, regions, .. } = next;
        self.watch.see_next(regions, self.encoding, source.language, |region, seen| {
            hand_over(seen, source, region, show)
        })
    }
}

fn hand_over(
    seen: watch::RegionSummary<'_>,
    source: &SourceInfo,
    region: &Region<'_>,
    show: impl FnOnce(&GameView<'_>, Whole),
) -> RegionKind {
    match seen {
        watch::RegionSummary::Game(mut game, whole) => {
            game.source = Some((&source.name, region.n_games_before + 1));
            show(&game, whole);
            RegionKind::Game
        }
        watch::RegionSummary::NoGame => RegionKind::NoGame,
        watch::RegionSummary::NotPgn => RegionKind::NotPgn,
    }
}

impl<S: SeeGame> ReadGames for CountAnd<S> {
    type Reader = SummaryReader;
    type Output = (Found, S::Seen);

    fn reader(&self, encoding: Choice) -> SummaryReader {
        let mut kept_tags = self.count.kept_tags();
        S::FACTS.iter().for_each(|fact| kept_tags.add_fact(*fact));
        SummaryReader::new(encoding, self.count.needs(), kept_tags)
    }

    fn begin(&self, _: &mut SummaryReader, _: usize) -> (Found, S::Seen) {
        let groups = vec![Groups::default(); self.count.tables.len()];
        (Found { groups, ..Found::default() }, S::Seen::default())
    }

    fn read(
        &self,
        reader: &mut SummaryReader,
        at: Place<'_>,
        output: &mut Self::Output,
    ) -> RegionKind {
        reader.see(at, |game, whole| self.take(game, whole, output))
    }

    fn reads_while_cut(&self, _: &SummaryReader) -> bool {
        !self.count.tables.iter().flat_map(Table::words).any(|word| word.is(Fact::Game))
    }

    fn read_next<'t>(
        &self,
        reader: &mut SummaryReader,
        next: Next<'_, 't>,
        output: &mut Self::Output,
    ) -> Option<(Region<'t>, RegionKind)> {
        reader.see_next(next, |game, whole| self.take(game, whole, output))
    }
}
