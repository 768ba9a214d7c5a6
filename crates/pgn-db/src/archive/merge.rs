//! One file of the archive: its games and the new ones, in order, each once (§11.4, §12, D-42,
//! D-43).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::listing::{FolderListing, Listings, stem_of};
use super::place::{ByPlace, Tree, key_of};
use crate::collate::Order;
use crate::collate::{InOrder, Movetexts, OUTSIDE};
use crate::error::{Error, ErrorKind};
use crate::extract::{Extract, GameBatch, open_stored};
use crate::reading::{ChunkResult, Reading};
use crate::scan::{self, Chunk, ChunkSink};
use crate::sort::{Budget, Folder, Sorter, Tail};
use crate::source::Inputs;
use crate::split::{Limits, Part, Parts};
use pgnkit::file_name::{self, SUFFIX};
use pgnkit::read::Games;

/// The beginning of the load of an item: whether the game is in the archive.
const OLD: u8 = 0;
const NEW: u8 = 1;

/// The amount of text in flight while the games of an old file are read, in bytes.
const UNDER_WAY_BYTES: usize = 1 << 20;

pub(super) struct Merging {
    /// The beginning of the keys of its new games.
    pub(super) group: Vec<u8>,
    /// Where it is, from the archive's `PGN` on, without suffix.
    pub(super) place: String,
    folder: PathBuf,
    sorter: Sorter<Folder, Flagged>,
    /// The names of the files that contain its games now.
    old: Vec<String>,
    taken: Vec<String>,
    old_count: u64,
}

/// A file of the archive, made again.
pub(super) struct Merged {
    pub(super) parts: Vec<(String, Part)>,
    /// Places of files that have no use any more.
    pub(super) obsolete: Vec<String>,
    pub(super) added_count: u64,
    pub(super) known_count: u64,
}

/// Reads the movetexts of loads.
struct Flagged(Movetexts);

impl Tail for Flagged {
    fn push(&mut self, load: &[u8], tail: &mut Vec<u8>) {
        self.0.push(load.get(1..).unwrap_or_default(), tail);
    }
}

impl Flagged {
    fn new() -> Flagged {
        Flagged(Movetexts::new(Order::default()))
    }
}

impl Merging {
    /// Gathers the games that the file of `place` has.
    pub(super) fn begin(
        base: &Path,
        place: String,
        tree: Tree,
        listings: &mut Listings,
        temporary: Folder,
        budget: Budget,
    ) -> Result<Merging, Error> {
        let (below, stem) = place.rsplit_once('/').unwrap_or(("", &place));
        let folder = base.join(below);
        let to_error = |error| Error::from_io(folder.display().to_string(), error);
        let listing = listings.of(&folder).map_err(to_error)?;
        let group = key_of(&place);
        let (old, taken) = old_files(&folder, stem, listing, &ByPlace { tree }, &group)?;
        let inputs: Vec<PathBuf> = old.iter().map(|name| folder.join(name)).collect();
        let sorter = Sorter::new(temporary, Flagged::new(), budget);
        let mut merging = Merging { group, place, folder, sorter, old, taken, old_count: 0 };
        if !inputs.is_empty() {
            let options =
                scan::Options { under_way_bytes: UNDER_WAY_BYTES, ..scan::Options::default() };
            let extract = Reading::all(Extract(InOrder(Order::default())));
            scan::run(Inputs::gather(&inputs), options, extract, &mut merging)?;
        }
        Ok(merging)
    }

    pub(super) fn push_new(&mut self, head: &[u8], stored: &[u8]) -> io::Result<()> {
        let key = InOrder::key_of(head);
        self.sorter.push(&key, &flagged(NEW, stored))
    }

    /// Writes the games of the file to `stage`, if there is one, those once that are there already.
    pub(super) fn finish(self, stage: Option<&Path>, limits: Limits) -> Result<Merged, Error> {
        let Merging { place, folder, sorter, old, taken, old_count, .. } = self;
        let to_error = |error| Error::from_io(folder.display().to_string(), error);
        let mut sorted = sorter.finish().map_err(to_error)?;
        let (mut added_count, mut known_count) = (0, 0);
        let mut last = Last::default();
        let mut parts = Parts::new(stage, limits);
        let mut written_count = 0;
        while let Some((key, load)) = sorted.next_item().map_err(to_error)? {
            let (flag, stored) =
                load.split_first().map_or((OLD, load), |(flag, rest)| (*flag, rest));
            if flag == NEW {
                if last.is_same(key, load) {
                    known_count += 1;
                    continue;
                }
                added_count += 1;
            }
            parts.push(open_stored(stored).text).map_err(to_error)?;
            written_count += 1;
            last.keep(key, load);
        }
        if written_count != old_count + added_count {
            let why = format!("of {} games, {written_count} were written", old_count + added_count);
            let error = Error::new(ErrorKind::Io, folder.display().to_string(), why);
            return Err(error.with_hint("this is a bug in the program; nothing was changed"));
        }
        let parts = parts.finish().map_err(to_error)?;
        let (below, stem) = place.rsplit_once('/').unwrap_or(("", &place));
        let names = part_names(stem, parts.len(), &old, &taken);
        let obsolete = old.iter().filter(|name| !names.contains(name));
        let placed = |name: &String| format!("{below}/{name}");
        Ok(Merged {
            obsolete: obsolete.map(placed).collect(),
            parts: names.iter().map(placed).zip(parts).collect(),
            added_count,
            known_count,
        })
    }
}

fn flagged(flag: u8, stored: &[u8]) -> Vec<u8> {
    let mut load = Vec::with_capacity(1 + stored.len());
    load.push(flag);
    load.extend_from_slice(stored);
    load
}

/// The game that was written last, to see whether the next one is the same.
struct Last {
    key: Vec<u8>,
    load: Vec<u8>,
    movetext: Option<Vec<u8>>,
    movetexts: Flagged,
}

impl Default for Last {
    fn default() -> Last {
        Last { key: Vec::new(), load: Vec::new(), movetext: None, movetexts: Flagged::new() }
    }
}

impl Last {
    fn keep(&mut self, key: &[u8], load: &[u8]) {
        self.key.clear();
        self.key.extend_from_slice(key);
        self.load.clear();
        self.load.extend_from_slice(load);
        self.movetext = None;
    }

    /// Whether all eight keys of the collating sequence are equal.
    fn is_same(&mut self, key: &[u8], load: &[u8]) -> bool {
        if self.key != key {
            return false;
        }
        let Last { load: last, movetext, movetexts, .. } = self;
        let movetext = movetext.get_or_insert_with(|| {
            let mut made = Vec::new();
            movetexts.push(last, &mut made);
            made
        });
        let mut other = Vec::new();
        movetexts.push(load, &mut other);
        *movetext == other
    }
}

/// The files that contain the games of a place, and the names in its folder that belong to others.
///
/// A name may be ambiguous: `Open-001.pgn` is a part of the event Open, or the event Open-001. The
/// first game decides.
fn old_files(
    folder: &Path,
    stem: &str,
    listing: &FolderListing,
    by: &ByPlace,
    group: &[u8],
) -> Result<(Vec<String>, Vec<String>), Error> {
    let (mut old, mut taken) = (Vec::new(), Vec::new());
    let mut candidates = Vec::new();
    let mut name = stem.to_owned();
    while let Some(file) = listing.file(&name) {
        candidates.push(file.to_owned());
        // The name was taken, so another was chosen.
        name.push('_');
    }
    candidates.extend_from_slice(listing.parts(stem));
    for file in candidates {
        let path = folder.join(&file);
        let to_error = |error| Error::from_io(path.display().to_string(), error);
        let first = Games::new(fs::File::open(&path).map_err(to_error)?).next();
        let belongs = match first.transpose().map_err(to_error)? {
            Some(game) => by.places(&game).iter().any(|place| key_of(place) == group),
            None => true,
        };
        if belongs { old.push(file) } else { taken.push(file) }
    }
    Ok((old, taken))
}

/// The names of the parts, the old letter case kept and no name of another file taken.
fn part_names(stem: &str, part_count: usize, old: &[String], taken: &[String]) -> Vec<String> {
    let known = old.iter().filter_map(|name| stem_of(name));
    let stem = known
        .filter_map(|known| known.get(..stem.len()))
        .find(|known| file_name::folded(known) == file_name::folded(stem))
        .unwrap_or(stem);
    let is_taken = |name: &str| {
        let name = file_name::folded(name);
        taken.iter().any(|other| file_name::folded(other) == name)
    };
    (1..=part_count)
        .map(|number| {
            let mut name = file_name::part(stem, number, part_count).into_owned();
            while is_taken(&format!("{name}{SUFFIX}")) {
                name.push('_');
            }
            name.push_str(SUFFIX);
            // An old file is replaced under its own name, letter for letter: where letter case does
            // not distinguish files, removing it would remove the new one.
            let is_same = |old: &&String| file_name::folded(old) == file_name::folded(&name);
            old.iter().find(is_same).cloned().unwrap_or(name)
        })
        .collect()
}

/// Old files must be read completely, or nothing is done.
impl ChunkSink<ChunkResult<GameBatch>> for Merging {
    fn take(&mut self, chunk: Chunk, made: ChunkResult<GameBatch>) -> Result<(), Error> {
        let ChunkResult { header, output: load } = made;
        if let Some(kind) = header.not_pgn {
            return Err(Error::not_pgn(&chunk.source.name, kind));
        }
        let to_error = |error| Error::from_io(self.folder.display().to_string(), error);
        for game in load.games() {
            self.sorter.push(game.key, &flagged(OLD, game.stored)).map_err(to_error)?;
            self.old_count += 1;
        }
        for (_, tail) in load.tails() {
            self.sorter.push(&OUTSIDE, &flagged(OLD, tail)).map_err(to_error)?;
            self.old_count += 1;
        }
        Ok(())
    }
}
