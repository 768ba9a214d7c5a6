//! The files that are raced over: games of a corpus, repeated until the file is long enough.
//!
//! Owns: which games. Knows nothing of: what is done with them.
//! Standard: none.
//! Start at [`make`].

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use pgnkit::read::{Games, ReadOptions};
use pgnkit::syntax::{Diagnostic, Regions, Standing};
use pgnkit::{NodeId, fault};

use crate::answer::Answer;
use crate::{ours, theirs};

/// A file of the race.
pub(crate) struct Data {
    pub(crate) name: &'static str,
    pub(crate) path: PathBuf,
    pub(crate) bytes: u64,
    pub(crate) has_variations: bool,
    /// Games of the corpus that were left out, and all that were looked at.
    pub(crate) n_left_out: usize,
    pub(crate) n_games: usize,
}

struct Recipe {
    name: &'static str,
    folder: &'static str,
    bytes_min: usize,
    is_wanted: fn(&[u8]) -> bool,
    has_variations: bool,
}

fn holds(text: &[u8], piece: &[u8]) -> bool {
    text.windows(piece.len()).any(|window| window == piece)
}

const RECIPES: [Recipe; 3] = [
    Recipe {
        name: "masters",
        folder: "a_otb",
        bytes_min: 50_000_000,
        is_wanted: |text| !text.contains(&b'{') && !text.contains(&b'('),
        has_variations: false,
    },
    Recipe {
        name: "server",
        folder: "b_online",
        bytes_min: 50_000_000,
        is_wanted: |text| holds(text, b"[%clk") && !text.contains(&b'('),
        has_variations: false,
    },
    Recipe {
        name: "annotated",
        folder: "c_annotated",
        bytes_min: 20_000_000,
        is_wanted: |text| text.contains(&b'('),
        has_variations: true,
    },
];

/// Makes the files that are not there yet.
pub(crate) fn make(corpus: &Path, folder: &Path) -> Result<Vec<Data>, String> {
    fs::create_dir_all(folder).map_err(|trouble| format!("{}: {trouble}", folder.display()))?;
    RECIPES.iter().map(|recipe| cook(recipe, corpus, folder)).collect()
}

fn cook(recipe: &Recipe, corpus: &Path, folder: &Path) -> Result<Data, String> {
    let (games, n_left_out, n_games) = games(recipe, &corpus.join(recipe.folder))?;
    if games.is_empty() {
        return Err(format!("no games for {} below {}", recipe.name, corpus.display()));
    }
    let path = folder.join(format!("{}.pgn", recipe.name));
    let n_copies = recipe.bytes_min.div_ceil(games.len());
    let bytes = (games.len() * n_copies) as u64;
    if fs::metadata(&path).map_or(0, |found| found.len()) != bytes {
        let trouble = |trouble| format!("{}: {trouble}", path.display());
        let mut file = fs::File::create(&path).map_err(trouble)?;
        for _ in 0..n_copies {
            file.write_all(&games).map_err(trouble)?;
        }
    }
    let (name, has_variations) = (recipe.name, recipe.has_variations);
    Ok(Data { name, path, bytes, has_variations, n_left_out, n_games })
}

/// The wanted games on which both readers agree in every work; the others would make one of the
/// runners stop early, and the race unfair.
fn games(recipe: &Recipe, folder: &Path) -> Result<(Vec<u8>, usize, usize), String> {
    let (mut kept, mut n_left_out, mut n_games) = (Vec::new(), 0, 0);
    for path in files_below(folder) {
        let bytes = fs::read(&path).map_err(|trouble| format!("{}: {trouble}", path.display()))?;
        let mut regions = Regions::new(&bytes[..]);
        while let Some(region) = regions.next_region().map_err(|trouble| trouble.to_string())? {
            let text = region.text;
            if region.end.is_none() || !(recipe.is_wanted)(text) {
                continue;
            }
            n_games += 1;
            if is_regular(text) && agree(&doubled(text)) {
                kept.extend_from_slice(&doubled(text)[..text.trim_ascii().len() + 2]);
            } else {
                n_left_out += 1;
            }
        }
    }
    Ok((kept, n_left_out, n_games))
}

/// A game twice, as a file has games: some readers find the end of a game by the next.
fn doubled(game: &[u8]) -> Vec<u8> {
    [game.trim_ascii(), b"\n\n"].concat().repeat(2)
}

/// Whether a game keeps the import format and has moves; what others make of one that does not is
/// no race.
fn is_regular(game: &[u8]) -> bool {
    let mut games = Games::with(game, ReadOptions::default(), Vec::<Diagnostic>::new());
    let has_moves = games.by_ref().flatten().any(|game| game.tree().next(NodeId::ROOT).is_some());
    let is_remark = |note: &Diagnostic| {
        fault::by_code(note.code).is_some_and(|fault| fault.standing == Standing::Remark)
    };
    has_moves && games.notes().iter().all(is_remark)
}

/// Whether both readers say the same; one that gives up on a game does not.
fn agree(game: &[u8]) -> bool {
    let same = |ours: io::Result<Answer>, theirs: io::Result<Answer>| match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => ours == theirs,
        (Err(_), _) | (_, Err(_)) => false,
    };
    let n_plies = |answer: io::Result<Answer>| answer.map_or(0, |answer| answer.n_plies);
    same(ours::skim(game), theirs::skim(game))
        && same(ours::tokens(game), theirs::tokens(game))
        && same(ours::play(game), theirs::play(game))
        && n_plies(ours::play(game)) == n_plies(ours::tokens(game))
}

/// The plain PGN files below a folder, in order of their paths.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn")) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
