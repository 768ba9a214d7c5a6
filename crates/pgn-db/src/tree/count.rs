//! The games of a chunk, counted.

use super::Edge;
use super::line_follower::{GameOutcome, LineFollower, Root};
use super::score::{Score, Side};
use crate::reading::{Header, Next, Place, ReadGames, RegionKind};
use pgnkit::charset::Choice;
use pgnkit::read::Referee;
use pgnkit::read::Sniff;
use pgnkit::syntax::Region;

/// Counts the moves after this position in the games of a chunk.
#[derive(Clone, Copy, Debug)]
pub struct Count(pub Root);

/// The results for games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Games {
    /// How the games went that came to the position; the ratings are White's.
    pub reached: Score,
    /// Games that did not.
    pub elsewhere_count: u64,
    /// Games that do not count, since their moves cannot be played.
    pub unplayable_count: u64,
    /// Games that the query leaves out.
    pub unwanted_count: u64,
}

impl Games {
    fn add(&mut self, passage: &LineFollower) {
        match passage.fate() {
            GameOutcome::NoGame => {}
            GameOutcome::Unplayable => self.unplayable_count += 1,
            GameOutcome::Elsewhere => self.elsewhere_count += 1,
            GameOutcome::Reached => {
                self.reached.join(&Score::of_game(passage.facts(), Side::White))
            }
        }
    }

    /// Counts those that the query leaves out.
    pub fn count_unwanted(&mut self, header: &Header) {
        self.unplayable_count += header.unplayable_count;
        self.unwanted_count += header.unwanted_count - header.unplayable_count;
    }

    /// Adds other games.
    pub fn join(&mut self, other: &Games) {
        self.reached.join(&other.reached);
        self.elsewhere_count += other.elsewhere_count;
        self.unplayable_count += other.unplayable_count;
        self.unwanted_count += other.unwanted_count;
    }

    /// All of them.
    #[must_use]
    pub fn n(&self) -> u64 {
        u64::from(self.reached.game_count)
            + self.elsewhere_count
            + self.unplayable_count
            + self.unwanted_count
    }
}

/// The counts of a chunk.
#[derive(Debug, Default)]
pub struct Counted {
    /// The games.
    pub games: Games,
    /// The moves of all games, in no order, each with the place of what it adds in `scores`.
    pub(super) moves: Vec<(Edge, u32)>,
    /// The contribution of a game to the moves of White and to those of Black.
    pub(super) scores: Vec<Score>,
}

/// Looks how games pass a position, one after the other.
pub struct Sight(Referee<LineFollower, Sniff>);

impl Sight {
    /// Looks for this.
    #[must_use]
    pub fn new(root: Root) -> Sight {
        Sight(Referee::new(LineFollower::new(root), Sniff::default()))
    }

    /// Looks at the game of a region and counts it; it may have [reached](GameOutcome::Reached) the
    /// position.
    pub fn look(&mut self, at: Place<'_>, games: &mut Games) -> (RegionKind, &mut LineFollower) {
        let _ = at.region.visit(&mut self.0);
        self.count_game(at.region, games)
    }

    /// Counts the game of a region that was read.
    fn count_game(
        &mut self,
        region: &Region<'_>,
        games: &mut Games,
    ) -> (RegionKind, &mut LineFollower) {
        let referee = &mut self.0;
        let is_not_pgn = std::mem::take(&mut referee.notes).is_not_pgn;
        if region.is_game() {
            games.add(&referee.listener);
        }
        (RegionKind::of(is_not_pgn, region.is_game()), &mut referee.listener)
    }
}

impl Counted {
    /// Adds a game that was read.
    fn add(&mut self, sight: &mut Sight, region: &Region<'_>) -> RegionKind {
        let Counted { games, moves, scores } = self;
        let (seen, passage) = sight.count_game(region, games);
        if !region.is_game() {
            return seen;
        }
        let white = scores.len() as u32;
        moves.extend(passage.edges().iter().map(|&(edge, side)| match side {
            Side::White => (edge, white),
            Side::Black => (edge, white + 1),
        }));
        if passage.fate() == GameOutcome::Reached {
            let sides = [Side::White, Side::Black];
            scores.extend(sides.map(|side| Score::of_game(passage.facts(), side)));
        }
        seen
    }
}

impl ReadGames for Count {
    type Reader = Sight;
    type Output = Counted;

    fn reader(&self, _: Choice) -> Sight {
        Sight::new(self.0)
    }

    fn begin(&self, _: &mut Sight, _: usize) -> Counted {
        Counted::default()
    }

    fn read(&self, sight: &mut Sight, at: Place<'_>, counted: &mut Counted) -> RegionKind {
        let _ = at.region.visit(&mut sight.0);
        counted.add(sight, at.region)
    }

    fn reads_while_cut(&self, _: &Sight) -> bool {
        true
    }

    fn read_next<'t>(
        &self,
        sight: &mut Sight,
        next: Next<'_, 't>,
        counted: &mut Counted,
    ) -> Option<(Region<'t>, RegionKind)> {
        let region = next.regions.next_with(&mut sight.0)?;
        Some((region, counted.add(sight, &region)))
    }
}
