//! Merges the games that stay with their duplicates.

use std::io;
use std::sync::Arc;

use pgn_db::dedupe::{Evidence, Kept, Relation, Role, Roles};
use pgn_db::error::Error;
use pgn_db::extract::{Extract, GameBatch, Keyless, open_stored, read_stored};
use pgn_db::reading::{ChunkResult, Reading};
use pgn_db::scan::{self, Cut};
use pgn_db::sort::{Budget, Folder, NoTail, Sorted, Sorter};
use pgn_db::source::Inputs;
use pgn_query::Query;
use pgnkit::Game;
use pgnkit::game::{AnnotationId, Layout, NodeId};
use pgnkit::merge_games::merge_games;
use pgnkit::write::write_verbatim;

use super::group::{Gained, Groups};
use super::unite_records::RecordMerge;
use crate::memory::temporary_file_error;

/// Reads all games once more and keeps those that have duplicates, and the duplicates.
pub(in crate::commands) fn gather_texts(
    inputs: Inputs,
    (options, query): (scan::Options, Option<Arc<Query>>),
    roles: Roles,
    folder: &Folder,
    budget: Budget,
) -> Result<GroupTexts, Error> {
    let sorter = Sorter::new(folder.clone(), NoTail, budget);
    let mut texts = GroupTexts { sorter, roles, n: 0 };
    let mut take = scan::Again(|_, made: ChunkResult<GameBatch>| {
        let mut games = made.output.games();
        let taken = games.try_for_each(|keyed| texts.take_game(keyed.stored));
        taken.map_err(|error| temporary_file_error(folder, error))
    });
    scan::run(inputs, options, Reading { job: Extract(Keyless), query }, &mut take)?;
    Ok(texts)
}

/// The texts of all groups.
pub(in crate::commands) struct GroupTexts {
    /// Key: the game that stays, whether this is a duplicate, the game. Load: the relation of a
    /// duplicate to the game that stays, and the stored game.
    sorter: Sorter<Folder, NoTail>,
    roles: Roles,
    n: u64,
}

impl GroupTexts {
    fn take_game(&mut self, stored: &[u8]) -> io::Result<()> {
        let game = self.n;
        self.n += 1;
        let (kept, kind, ply_count) = match self.roles.of(game)? {
            Role::Single => return Ok(()),
            Role::Kept => (game, 0, u32::MAX),
            Role::Copy { kept, evidence, .. } => match self.roles.place(kept) {
                Kept::Seen(_) => return Ok(()),
                Kept::Here(kept) => (kept, 1, played_ply_count(&evidence)),
            },
        };
        let key = [&kept.to_be_bytes()[..], &[kind], &game.to_be_bytes()].concat();
        self.sorter.push(&key, &[&ply_count.to_le_bytes(), stored].concat())
    }

    /// Merges each group; `groups` receives what was gained.
    pub(in crate::commands) fn unite(
        self,
        mut groups: Option<&mut Groups>,
        folder: &Folder,
        budget: Budget,
    ) -> io::Result<United> {
        let mut united = Sorter::new(folder.clone(), NoTail, budget);
        let mut texts = self.sorter.finish()?;
        let mut group: Option<OpenGroup> = None;
        while let Some((key, load)) = texts.next_item()? {
            let (kept, _, game) = parse_key(key)?;
            let (ply_count, stored) = load.split_first_chunk().ok_or_else(misread)?;
            match &mut group {
                Some(group) if group.kept == kept => {
                    let ply_count = u32::from_le_bytes(*ply_count);
                    group.add(game, stored, ply_count, groups.as_deref_mut())?;
                }
                group => {
                    if let Some(group) =
                        group.replace(OpenGroup { kept, ..OpenGroup::begin(stored) })
                    {
                        group.end(&mut united, groups.as_deref_mut())?;
                    }
                }
            }
        }
        if let Some(group) = group {
            group.end(&mut united, groups)?;
        }
        Ok(United { sorted: united.finish()?, waiting: None })
    }
}

/// How much of a duplicate was played.
fn played_ply_count(evidence: &Evidence) -> u32 {
    match evidence.relation {
        Relation::Tail => evidence.ply_count,
        Relation::Twin
        | Relation::Same
        | Relation::CutShort
        | Relation::Asked
        | Relation::Conflict => u32::MAX,
    }
}

fn parse_key(key: &[u8]) -> io::Result<(u64, u8, u64)> {
    let parse = || {
        let (kept, rest) = key.split_first_chunk()?;
        let (kind, game) = rest.split_first()?;
        Some((u64::from_be_bytes(*kept), *kind, u64::from_be_bytes(*game.first_chunk()?)))
    };
    parse().ok_or_else(misread)
}

fn misread() -> io::Error {
    io::Error::other("a text is not what was kept; this is a bug in the program")
}

/// A game that stays, while its duplicates arrive.
struct OpenGroup {
    kept: u64,
    stored: Vec<u8>,
    read: Option<KeptItem>,
    has_changed: bool,
}

/// What stays.
enum KeptItem {
    Game(Box<(Game, Layout)>),
    Record(RecordMerge),
}

impl KeptItem {
    fn read(stored: &[u8]) -> Option<KeptItem> {
        match open_stored(stored).cut {
            Cut::Games => read_stored(stored).map(|read| KeptItem::Game(Box::new(read))),
            Cut::Lines => RecordMerge::read(stored).map(KeptItem::Record),
        }
    }

    /// Adds what a duplicate has in addition; `None` if it cannot be merged.
    fn add(&mut self, copy: KeptItem, ply_count: u32) -> Option<Gained> {
        match (self, copy) {
            (KeptItem::Game(game), KeptItem::Game(mut other)) => {
                cut_tail(&mut other.0, ply_count);
                merge_games(&mut game.0, &other.0).ok().map(Gained::from)
            }
            (KeptItem::Record(record), KeptItem::Record(other)) => Some(record.add(&other)),
            (KeptItem::Game(_) | KeptItem::Record(_), _) => None,
        }
    }
}

impl OpenGroup {
    fn begin(stored: &[u8]) -> OpenGroup {
        OpenGroup {
            kept: 0,
            stored: stored.to_vec(),
            read: KeptItem::read(stored),
            has_changed: false,
        }
    }

    fn add(
        &mut self,
        copy: u64,
        stored: &[u8],
        ply_count: u32,
        groups: Option<&mut Groups>,
    ) -> io::Result<()> {
        let (Some(kept), Some(copy_read)) = (&mut self.read, KeptItem::read(stored)) else {
            return Ok(());
        };
        let Some(gain) = kept.add(copy_read, ply_count) else { return Ok(()) };
        self.has_changed |= gain.has_additions();
        match groups {
            Some(groups) => groups.gained(self.kept, copy, gain),
            None => Ok(()),
        }
    }

    fn end(self, to: &mut Sorter<Folder, NoTail>, groups: Option<&mut Groups>) -> io::Result<()> {
        let Some(read) = self.read.filter(|_| self.has_changed) else { return Ok(()) };
        let before = open_stored(&self.stored).text;
        if let Some(groups) = groups {
            groups.before(self.kept, before)?;
        }
        // A stored game begins with what is needed to read it again.
        let before_count = self.stored.len() - before.len();
        let mut stored = self.stored[..before_count].to_vec();
        match read {
            KeptItem::Game(read) => _ = write_verbatim(&read.0, &read.1, &mut stored),
            KeptItem::Record(record) => record.push_line(before, &mut stored),
        }
        to.push(&self.kept.to_be_bytes(), &stored)
    }
}

/// Cuts off what was probably not played: moves after this many, and what is in their place
/// that could not be played.
fn cut_tail(game: &mut Game, ply_count: u32) {
    let last = std::iter::once(NodeId::ROOT).chain(game.main_line()).nth(ply_count as usize);
    let Some(last) = last else { return };
    game.truncate_after(last);
    let tree = game.tree_mut();
    let is_scrap = |id: &AnnotationId| tree.annotation(*id).is_unplayable();
    let ids: Vec<_> = tree.annotation_ids(last).filter(is_scrap).collect();
    for id in ids {
        tree.remove_annotation(last, id);
    }
}

/// The texts of the games that have changed, as stored games, in order.
pub(in crate::commands) struct United {
    sorted: Sorted<NoTail>,
    waiting: Option<(u64, Vec<u8>)>,
}

impl United {
    /// The new text of a game, if it has one; ask in the order of the games.
    pub(in crate::commands) fn of(&mut self, game: u64) -> io::Result<Option<Vec<u8>>> {
        loop {
            match &self.waiting {
                Some((at, _)) if *at == game => return Ok(self.waiting.take().map(|it| it.1)),
                Some((at, _)) if *at > game => return Ok(None),
                Some(_) | None => {}
            }
            let Some((key, load)) = self.sorted.next_item()? else { return Ok(None) };
            let at = key.first_chunk().map(|bytes| u64::from_be_bytes(*bytes));
            self.waiting = Some((at.ok_or_else(misread)?, load.to_vec()));
        }
    }
}
