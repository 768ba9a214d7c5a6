//! The groups of games that are one, gathered for the report.

use std::io;

use pgn_db::dedupe::{Evidence, Kept, Role, Roles, Rule};
use pgn_db::extract::StoredGameReader;
use pgn_db::scan::Chunk;
use pgn_db::sort::{Budget, Folder, NoTail, Sorted, Sorter};
use pgnkit::Game;
use pgnkit::merge_games::MergeReport;
use pgnkit::syntax::Region;

use serde::{Deserialize, Serialize};

/// The files of the games that were seen before, in order.
#[derive(Debug, Default)]
pub(in crate::commands) struct SeenFiles(Vec<(String, u64)>);

impl SeenFiles {
    /// A file begins, after `n` games of earlier files.
    pub(super) fn begin(&mut self, name: &str, before_count: u64) {
        self.0.push((name.to_owned(), before_count));
    }

    /// File and number of a game.
    pub(super) fn place(&self, game: u64) -> (&str, u64) {
        let at = self.0.partition_point(|(_, first)| *first <= game);
        match at.checked_sub(1).and_then(|at| self.0.get(at)) {
            Some((name, first)) => (name, game - first + 1),
            None => ("", game + 1),
        }
    }
}

/// The report about a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::commands) struct GroupMember {
    /// The name of the file in messages.
    pub(super) file: String,
    /// The number of the game in the file, from 1.
    pub(super) game: u64,
    /// The line where it begins, from 1; 0 if it is unknown.
    pub(super) line: u64,
    pub(super) white: String,
    pub(super) black: String,
    pub(super) event: String,
    pub(super) site: String,
    pub(super) date: String,
    pub(super) round: String,
    pub(super) result: String,
    /// Plies of the main line.
    pub(super) plies: u64,
}

impl GroupMember {
    pub(super) fn of(game: &Game, chunk: &Chunk, region: &Region<'_>) -> GroupMember {
        let tag = |name| game.tag(name).unwrap_or_default().to_owned();
        GroupMember {
            file: chunk.source.name.clone(),
            game: region.n_games_before + 1,
            line: region.begin().line,
            white: tag("White"),
            black: tag("Black"),
            event: tag("Event"),
            site: tag("Site"),
            date: tag("Date"),
            round: tag("Round"),
            result: game.outcome().name().to_owned(),
            plies: game.n_plies() as u64,
        }
    }
}

/// The changes by merging, for the report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::commands) struct Gained {
    pub(super) tags: Vec<String>,
    pub(super) moves: u64,
    pub(super) variations: u64,
    pub(super) comments: u64,
    pub(super) nags: u64,
    /// Name, the value that stays, the other one.
    pub(super) conflicts: Vec<(String, String, String)>,
}

impl Gained {
    /// Whether something was added.
    pub(super) fn has_additions(&self) -> bool {
        !self.tags.is_empty() || self.moves + self.variations + self.comments + self.nags > 0
    }
}

impl From<MergeReport> for Gained {
    fn from(gain: MergeReport) -> Gained {
        let conflicts = gain.conflicts.into_iter();
        Gained {
            tags: gain.tags,
            moves: gain.n_moves as u64,
            variations: gain.n_variations as u64,
            comments: gain.n_comments as u64,
            nags: gain.n_nags as u64,
            conflicts: conflicts.map(|it| (it.name, it.kept, it.other)).collect(),
        }
    }
}

/// A line of the report in the making.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum ReportLine {
    /// The game that stays.
    Kept(GroupMember),
    /// Its text before it was merged with others.
    Before(String),
    /// A duplicate, and the reason.
    Copy(GroupMember, CopyReason),
    /// The game that stays, with the additions from the duplicates so far.
    Gained(Gained),
}

/// Why a game is a duplicate, in words of the report.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct CopyReason {
    pub(super) relation: String,
    /// Plies that both have.
    pub(super) plies: u32,
    pub(super) players: String,
    pub(super) date: String,
    pub(super) event: String,
    pub(super) round: String,
    pub(super) result: String,
    /// The criterion by which the other game stays.
    pub(super) rule: String,
}

impl CopyReason {
    fn of(evidence: &Evidence, rule: Rule) -> CopyReason {
        CopyReason {
            relation: evidence.relation.name().to_owned(),
            plies: evidence.ply_count,
            players: evidence.players.name().to_owned(),
            date: evidence.date.name().to_owned(),
            event: evidence.event.name().to_owned(),
            round: evidence.round.name().to_owned(),
            result: evidence.result.name().to_owned(),
            rule: rule.name().to_owned(),
        }
    }
}

/// Collects the report in its order.
pub(in crate::commands) struct Groups {
    /// Key: whether the kept game was seen before, its number, the kind of line, the duplicate.
    sorter: Sorter<Folder, NoTail>,
    reader: StoredGameReader,
}

impl Groups {
    pub(in crate::commands) fn new(folder: &Folder, budget: Budget) -> Groups {
        let sorter = Sorter::new(folder.clone(), NoTail, budget.halved());
        Groups { sorter, reader: StoredGameReader::default() }
    }

    /// A game that stays and has duplicates, or a duplicate.
    pub(super) fn take(
        &mut self,
        (game, role, roles): (u64, Role, &Roles),
        (chunk, region): (&Chunk, &Region<'_>),
        stored: &[u8],
    ) -> io::Result<()> {
        let read = self.reader.read(stored);
        let member = read.map(|read| GroupMember::of(read, chunk, region)).unwrap_or_default();
        match role {
            Role::Single => Ok(()),
            Role::Kept => self.push(Kept::Here(game), [0, 0], &ReportLine::Kept(member)),
            Role::Copy { kept, evidence, rule } => {
                let entry = ReportLine::Copy(member, CopyReason::of(&evidence, rule));
                self.push(roles.place(kept), [1, game * 2], &entry)
            }
        }
    }

    /// The text of a game that stays, before it was merged with others.
    pub(super) fn before(&mut self, kept: u64, text: &[u8]) -> io::Result<()> {
        let text = String::from_utf8_lossy(text).into_owned();
        self.push(Kept::Here(kept), [0, 1], &ReportLine::Before(text))
    }

    /// The additions to a game that stays from a duplicate.
    pub(super) fn gained(&mut self, kept: u64, copy: u64, gain: Gained) -> io::Result<()> {
        self.push(Kept::Here(kept), [1, copy * 2 + 1], &ReportLine::Gained(gain))
    }

    fn push(&mut self, kept: Kept, within: [u64; 2], entry: &ReportLine) -> io::Result<()> {
        let kept = match kept {
            Kept::Seen(game) => [0, game],
            Kept::Here(game) => [1, game],
        };
        let key: Vec<u8> = [kept, within].iter().flatten().flat_map(|n| n.to_be_bytes()).collect();
        let load = serde_json::to_vec(entry).map_err(io::Error::other)?;
        self.sorter.push(&key, &load)
    }

    /// All that was gathered, in order.
    pub(in crate::commands) fn finish(self) -> io::Result<Gathered> {
        Ok(Gathered(self.sorter.finish()?))
    }
}

/// The reports, in order.
pub(in crate::commands) struct Gathered(Sorted<NoTail>);

impl Gathered {
    /// The next thing, and the game that stays in its group.
    pub(super) fn next_entry(&mut self) -> io::Result<Option<(Kept, ReportLine)>> {
        let Some((key, load)) = self.0.next_item()? else { return Ok(None) };
        let number = |at: usize| key.get(at..).and_then(|rest| rest.first_chunk::<8>());
        let kept = number(8).map_or(0, |bytes| u64::from_be_bytes(*bytes));
        let kept = match number(0) {
            Some([0, 0, 0, 0, 0, 0, 0, 0]) => Kept::Seen(kept),
            Some(_) | None => Kept::Here(kept),
        };
        Ok(Some((kept, serde_json::from_slice(load).map_err(io::Error::other)?)))
    }
}
