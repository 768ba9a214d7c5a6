//! The games of a match, paired by opening, in bounded memory.

use std::collections::{BTreeMap, VecDeque};
use std::io;

use super::job::{EngineUse, FIRST_IS_WHITE, Load, MatchChunk, RESULT_BITS};
use super::score::MatchScore;
use crate::sort::{Budget, Disk, NoTail, Sorter};
use crate::stats::WantedPlayer;

/// Takes the games of chunk after chunk, in order.
pub struct MatchGames<D: Disk> {
    sorter: Sorter<D, NoTail>,
    engines: BTreeMap<String, EngineUse>,
    key: Vec<u8>,
}

/// Two players and what they scored against each other, seen from the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opponents {
    /// The names.
    pub names: [String; 2],
    /// The score of the first.
    pub score: MatchScore,
}

/// The reason why games are not those of a match.
#[derive(Debug)]
pub enum MatchError {
    /// More players, or more pairs of players, than a match of engines has.
    TooManyPlayers,
    /// No two players have two games with a result.
    TooFewGames,
    /// The temporary files failed.
    Disk(io::Error),
}

impl From<io::Error> for MatchError {
    fn from(error: io::Error) -> MatchError {
        MatchError::Disk(error)
    }
}

/// The maximum number of players, and of pairs of them; they are held in memory.
const PLAYERS_MAX: usize = 10_000;
const OPPONENTS_MAX: usize = 20_000;

/// The maximum number of games of one opening that wait for one with the other color. Earlier ones
/// remain without a pair.
const WAITING_MAX: usize = 1 << 20;

impl<D: Disk> MatchGames<D> {
    /// No games yet.
    #[must_use]
    pub fn new(disk: D, memory_bytes: usize) -> MatchGames<D> {
        let budget = Budget { run_bytes: memory_bytes / 4, merge_bytes: memory_bytes / 4 };
        let sorter = Sorter::new(disk, NoTail, budget);
        MatchGames { sorter, engines: BTreeMap::new(), key: Vec::new() }
    }

    /// Takes the games of a chunk.
    ///
    /// # Errors
    /// Those of the disk, and too many players.
    pub fn take(&mut self, chunk: MatchChunk) -> Result<(), MatchError> {
        for (key, load) in chunk.games() {
            self.key.clear();
            self.key.extend_from_slice(key);
            // The place in the input keeps games in order that are equal otherwise.
            self.key.extend_from_slice(&self.sorter.item_count().to_be_bytes());
            self.sorter.push(&self.key, &[load])?;
        }
        for (name, used) in chunk.engines {
            self.engines.entry(name).or_default().join(&used);
        }
        match self.engines.len() > PLAYERS_MAX {
            true => Err(MatchError::TooManyPlayers),
            false => Ok(()),
        }
    }

    /// The pairs of players, and the players, by name. With `wanted`, only pairs with this player,
    /// who comes first; otherwise the player with White in the first game does.
    ///
    /// # Errors
    /// Those of the disk, and of games that are not a match.
    pub fn finish(
        self,
        wanted: Option<&WantedPlayer>,
        game_count_min: u64,
    ) -> Result<(Vec<Opponents>, BTreeMap<String, EngineUse>), MatchError> {
        let mut sorted = self.sorter.finish()?;
        let mut all: Vec<Opponents> = Vec::new();
        let mut current = Pairing::default();
        let mut close = |pairing: Pairing| {
            let opponents = pairing.finish(wanted);
            all.extend(opponents.filter(|it| it.score.game_count() >= game_count_min));
            if all.len() > OPPONENTS_MAX { Err(MatchError::TooManyPlayers) } else { Ok(()) }
        };
        while let Some((key, load)) = sorted.next_item()? {
            let Some(key) = SortedKey::parse(key) else { continue };
            if key.names != current.names {
                let next = Pairing { names: key.names.to_vec(), ..Pairing::default() };
                close(std::mem::replace(&mut current, next))?;
            }
            current.add(&key, load.first().copied().unwrap_or(RESULT_BITS));
        }
        close(current)?;
        match all.iter().any(|it| it.score.game_count() >= 2) {
            true => Ok((all, self.engines)),
            false => Err(MatchError::TooFewGames),
        }
    }
}

/// A key of the sorter.
struct SortedKey<'k> {
    /// Both names, each with a zero after it.
    names: &'k [u8],
    /// The key of the opening, if it is known.
    opening: Option<&'k [u8]>,
    /// The place in the input.
    nth: u64,
}

impl SortedKey<'_> {
    fn parse(key: &[u8]) -> Option<SortedKey<'_>> {
        let zeros = key.iter().enumerate().filter(|(_, byte)| **byte == 0);
        let (end, _) = zeros.take(2).last()?;
        let (names, rest) = key.split_at(end + 1);
        let (has_opening, rest) = rest.split_first()?;
        let opening = (*has_opening == 1).then_some(rest.get(..8)?);
        Some(SortedKey { names, opening, nth: u64::from_be_bytes(*rest.last_chunk()?) })
    }
}

/// The games of two players so far.
#[derive(Default)]
struct Pairing {
    names: Vec<u8>,
    score: MatchScore,
    /// The first game in the input, and whether the first player had White there.
    first: Option<(u64, bool)>,
    opening: Vec<u8>,
    /// Half points of the first player in games of this opening that wait for one with the other
    /// color, and the color.
    waiting: VecDeque<u8>,
    waiting_with_white: bool,
}

impl Pairing {
    fn add(&mut self, key: &SortedKey<'_>, load: Load) {
        let has_white = load & FIRST_IS_WHITE != 0;
        if self.first.is_none_or(|(nth, _)| key.nth < nth) {
            self.first = Some((key.nth, has_white));
        }
        let white_halves = load & RESULT_BITS;
        if white_halves == RESULT_BITS {
            self.score.open_count += 1;
            return;
        }
        let halves = if has_white { white_halves } else { 2 - white_halves };
        self.score.results[2 - usize::from(halves)] += 1;
        let Some(opening) = key.opening else { return };
        if self.opening != opening {
            self.opening = opening.to_vec();
            self.waiting.clear();
        }
        if self.waiting_with_white != has_white
            && let Some(other) = self.waiting.pop_front()
        {
            self.score.pairs[usize::from(halves + other)] += 1;
            return;
        }
        self.waiting_with_white = has_white;
        if self.waiting.len() == WAITING_MAX {
            self.waiting.pop_front();
        }
        self.waiting.push_back(halves);
    }

    fn finish(self, wanted: Option<&WantedPlayer>) -> Option<Opponents> {
        let (_, has_white) = self.first?;
        let mut names = self.names.split(|byte| *byte == 0);
        let mut name = || String::from_utf8_lossy(names.next().unwrap_or_default()).into_owned();
        let (first, second) = (name(), name());
        let is_turned = match wanted.map(|wanted| [wanted.is(&first), wanted.is(&second)]) {
            Some([false, false]) => return None,
            Some([true, false]) => false,
            Some([false, true]) => true,
            Some([true, true]) | None => !has_white,
        };
        Some(match is_turned {
            true => Opponents { names: [second, first], score: self.score.turned() },
            false => Opponents { names: [first, second], score: self.score },
        })
    }
}
