//! The files that are raced over: games of a corpus, repeated until the file is long enough.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use pgnkit::read::{Games, ReadOptions};
use pgnkit::syntax::{Conformance, Diagnostic, Regions};
use pgnkit::{NodeId, fault};

use crate::answer::Answer;
use crate::clock::{Job, told};
use crate::tool::Tools;
use crate::{Desk, ours, theirs};

/// Goes up when the files would be made otherwise.
const VERSION: &str = "6";

/// A file of the race.
#[derive(Clone, Debug)]
pub(crate) struct Data {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) bytes: u64,
    /// Games of the corpus that were left out, and all that were looked at; 0 for parts of files.
    pub(crate) n_left_out: usize,
    pub(crate) n_games: usize,
}

/// All files, big ones first.
pub(crate) struct Files(Vec<Data>);

/// Which games of a folder are taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Take {
    /// Those that keep the import format and on which the readers agree.
    Clean,
    /// Those on which the readers agree.
    Agreed,
    /// The others: faults, and what each reader makes of them.
    Odd,
    /// All, as they were downloaded.
    All,
}

struct Recipe {
    name: &'static str,
    folders: &'static [&'static str],
    bytes_min: usize,
    is_wanted: fn(&[u8]) -> bool,
    take: Take,
    /// The spelling of the games; usually that of the file.
    spell: fn(&[u8]) -> Vec<u8>,
    /// The first games alone, in files of their own: name and least size.
    heads: &'static [(&'static str, usize)],
}

fn holds(text: &[u8], piece: &[u8]) -> bool {
    text.windows(piece.len()).any(|window| window == piece)
}

const MB: usize = 1_000_000;

const RECIPES: [Recipe; 7] = [
    Recipe {
        name: "masters",
        folders: &["a_otb"],
        bytes_min: 200 * MB,
        is_wanted: |text| !text.contains(&b'{') && !text.contains(&b'('),
        take: Take::Clean,
        spell: <[u8]>::to_vec,
        heads: &[("masters-head", 36 * MB), ("masters-2m", 2 * MB), ("masters-slice", MB)],
    },
    Recipe {
        name: "server",
        folders: &["b_online"],
        bytes_min: 200 * MB,
        // Not every other program knows Chess960.
        is_wanted: |text| {
            (holds(text, b"[%clk") || holds(text, b"[%eval"))
                && !text.contains(&b'(')
                && !holds(text, b"[Variant ")
        },
        take: Take::Clean,
        spell: <[u8]>::to_vec,
        heads: &[("server-head", 36 * MB), ("server-2m", 2 * MB), ("server-slice", 2 * MB)],
    },
    Recipe {
        name: "annotated",
        folders: &["c_annotated"],
        bytes_min: 60 * MB,
        is_wanted: |text| text.contains(&b'('),
        take: Take::Clean,
        spell: <[u8]>::to_vec,
        heads: &[("annotated-2m", 2 * MB)],
    },
    Recipe {
        name: "indented",
        folders: &["b_online"],
        bytes_min: 40 * MB,
        is_wanted: |text| holds(text, b"[%clk") && !text.contains(&b'('),
        take: Take::Agreed,
        spell: indented,
        heads: &[],
    },
    Recipe {
        name: "odd",
        folders: &["a_otb", "b_online", "c_annotated", "d_encodings", "g_fixtures", "lax"],
        bytes_min: 40 * MB,
        is_wanted: |_| true,
        take: Take::Odd,
        spell: <[u8]>::to_vec,
        heads: &[("odd-2m", 2 * MB)],
    },
    Recipe {
        name: "lichess",
        folders: &["b_online"],
        bytes_min: 40 * MB,
        is_wanted: |text| holds(text, b"[Site \"https://lichess.org/"),
        take: Take::All,
        spell: <[u8]>::to_vec,
        heads: &[],
    },
    Recipe {
        name: "chesscom",
        folders: &["b_online"],
        bytes_min: 40 * MB,
        is_wanted: |text| holds(text, b"[Site \"Chess.com\"]"),
        take: Take::All,
        spell: <[u8]>::to_vec,
        heads: &[],
    },
];

/// Tags after blanks, and each comment on a line of its own, as some servers and viewers write.
fn indented(game: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(game.len() * 2);
    for line in game.split_inclusive(|&byte| byte == b'\n') {
        if line.starts_with(b"[") {
            text.extend_from_slice(b"    ");
            text.extend_from_slice(line);
            continue;
        }
        for &byte in line {
            match byte {
                b'{' => text.extend_from_slice(b"\n{"),
                b'}' => text.extend_from_slice(b"}\n"),
                byte => text.push(byte),
            }
        }
    }
    text
}

impl Files {
    /// Makes the files that are not there yet.
    pub(crate) fn make(desk: &Desk) -> Result<Files, String> {
        let folder = desk.data();
        fs::create_dir_all(&folder).map_err(told(&folder))?;
        let list = folder.join("files.tsv");
        if let Some(files) = Files::known(&folder, &list, &desk.corpus) {
            return Ok(files);
        }
        let mut all = Vec::new();
        for recipe in &RECIPES {
            eprintln!("making {}", recipe.name);
            cook(recipe, &desk.corpus, &folder, &mut all)?;
        }
        board_files(&folder, &mut all)?;
        prose_file(&folder, &mut all)?;
        let mut text = format!("{VERSION}\t{}\n", desk.corpus.display());
        for data in &all {
            let Data { name, bytes, n_left_out, n_games, .. } = data;
            let file = data.path.file_name().unwrap_or_default().to_string_lossy();
            text.push_str(&format!("{name}\t{file}\t{bytes}\t{n_left_out}\t{n_games}\n"));
        }
        fs::write(&list, text).map_err(told(&list))?;
        Ok(Files(all))
    }

    /// The files of an earlier run, if all are there as they were made.
    fn known(folder: &Path, list: &Path, corpus: &Path) -> Option<Files> {
        let text = fs::read_to_string(list).ok()?;
        let mut lines = text.lines();
        if lines.next()? != format!("{VERSION}\t{}", corpus.display()) {
            return None;
        }
        let mut all = Vec::new();
        for line in lines {
            let [name, file, bytes, n_left_out, n_games] = line.split('\t').collect::<Vec<_>>()[..]
            else {
                return None;
            };
            let path = folder.join(file);
            let bytes = bytes.parse().ok()?;
            if fs::metadata(&path).ok()?.len() != bytes {
                return None;
            }
            let (n_left_out, n_games) = (n_left_out.parse().ok()?, n_games.parse().ok()?);
            all.push(Data { name: name.to_string(), path, bytes, n_left_out, n_games });
        }
        Some(Files(all))
    }

    /// Packs what is nearly all comment in three ways, and the server games in frames, as far as
    /// the programs are there.
    pub(crate) fn pack(&mut self, desk: &Desk, tools: &Tools) -> Result<(), String> {
        for (name, plain, end) in [
            ("server-frames.zst", "server", "zst"),
            ("prose-frames.zst", "prose", "zst"),
            ("prose.zst", "prose", "zst"),
            ("prose.gz", "prose", "gz"),
        ] {
            let plain = self.get(plain)?.clone();
            let path = desk.data().join(name.replace('.', ".pgn."));
            let zstd = |program: &Option<PathBuf>, words: &[&str]| {
                let job = Job::new(program.as_ref()?).args(words).arg(&plain.path);
                Some(job.args(["-f", "-o"]).arg(&path))
            };
            let job = match (end, name.contains("frames")) {
                ("zst", true) => zstd(&tools.pzstd, &["-q", "-p", "2"]),
                ("zst", false) => zstd(&tools.zstd, &["-q", "-T1"]),
                _ => tools
                    .gzip
                    .as_ref()
                    .map(|gzip| Job::new(gzip).arg("-c").arg(&plain.path).output(&path)),
            };
            let Some(job) = job else { continue };
            if !is_newer(&path, &plain.path) {
                eprintln!("making {name}");
                job.run()?;
            }
            self.0.push(Data { name: name.to_string(), path, n_games: 0, ..plain });
        }
        Ok(())
    }

    /// Makes of the server games those in which `pgn check` finds nothing: the sentence that
    /// servers write into the tag Termination becomes `normal`, games with another finding are
    /// left out.
    pub(crate) fn clean(&mut self, desk: &Desk, tools: &Tools) -> Result<(), String> {
        let plain = self.get("server")?.clone();
        let path = desk.data().join("server-clean.pgn");
        if !is_newer(&path, &plain.path) {
            eprintln!("making server-clean");
            let mended = desk.data().join("server-corrected.pgn");
            let text = fs::read(&plain.path).map_err(told(&plain.path))?;
            fs::write(&mended, with_plain_endings(&text)).map_err(told(&mended))?;
            let filter = Job::new(&tools.pgn).args(["filter", "-q", "-j1"]).arg(&mended);
            filter.args(["--where", "not has fault", "-o"]).arg(&path).run()?;
            fs::remove_file(&mended).map_err(told(&mended))?;
        }
        // Who has findings in it has changed the rules, and must make it again.
        let report = desk.data().join("out-check.txt");
        let check = Job::new(&tools.pgn).args(["check", "-q"]).arg(&path);
        check.status_max(1).output(&report).run()?;
        if fs::metadata(&report).map_err(told(&report))?.len() > 0 {
            return Err(format!("{}: not clean any more; delete it", path.display()));
        }
        let bytes = fs::metadata(&path).map_err(told(&path))?.len();
        let name = "server-clean".to_string();
        self.0.push(Data { name, path, bytes, n_left_out: 0, n_games: 0 });
        Ok(())
    }

    pub(crate) fn get(&self, name: &str) -> Result<&Data, String> {
        self.0.iter().find(|data| data.name == name).ok_or_else(|| format!("no file {name}"))
    }

    /// The copy of a file that has an index.
    pub(crate) fn indexed(path: &Path) -> PathBuf {
        path.with_extension("indexed.pgn")
    }

    /// Gives a file a copy with an index beside it.
    pub(crate) fn index(&self, name: &str, tools: &Tools) -> Result<(), String> {
        let path = &self.get(name)?.path;
        let copy = Files::indexed(path);
        if !is_newer(&copy, path) {
            fs::copy(path, &copy).map_err(told(&copy))?;
        }
        Job::new(&tools.pgn).args(["index", "-q"]).arg(&copy).run().map(|_| ())
    }

    /// Those that are whole, not the beginning of another.
    pub(crate) fn whole(&self) -> impl Iterator<Item = &Data> {
        self.0.iter().filter(|data| data.n_games > 0)
    }
}

fn is_newer(path: &Path, than: &Path) -> bool {
    let when = |path: &Path| fs::metadata(path).and_then(|facts| facts.modified()).ok();
    matches!((when(path), when(than)), (Some(one), Some(other)) if one >= other)
}

/// The games of the corpus that a file repeats.
pub(crate) fn games_of(name: &str, corpus: &Path) -> Result<Vec<u8>, String> {
    let recipe = RECIPES.iter().find(|recipe| recipe.name == name);
    gather(recipe.ok_or_else(|| format!("no file {name}"))?, corpus).map(|kept| kept.games)
}

fn gather(recipe: &Recipe, corpus: &Path) -> Result<Kept, String> {
    let mut kept = Kept::default();
    for name in recipe.folders {
        games(recipe, &corpus.join(name), &mut kept)?;
    }
    if kept.games.is_empty() {
        return Err(format!("no games for {} below {}", recipe.name, corpus.display()));
    }
    Ok(kept)
}

fn cook(recipe: &Recipe, corpus: &Path, folder: &Path, all: &mut Vec<Data>) -> Result<(), String> {
    let Kept { games, ends, n_left_out, n_games } = gather(recipe, corpus)?;
    let n_copies = recipe.bytes_min.div_ceil(games.len());
    let data = write(folder, recipe.name, "pgn", &games, n_copies)?;
    all.push(Data { n_left_out, n_games, ..data });
    for &(name, bytes_min) in recipe.heads {
        let n_copies = bytes_min / games.len();
        let rest = bytes_min - n_copies * games.len();
        let end = ends.iter().copied().find(|&end| end >= rest).unwrap_or(games.len());
        let text = [&games[..].repeat(n_copies), &games[..end]].concat();
        all.push(write(folder, name, "pgn", &text, 1)?);
    }
    Ok(())
}

/// The text with `normal` in all Termination tags.
fn with_plain_endings(text: &[u8]) -> Vec<u8> {
    const TAG: &[u8] = b"[Termination \"";
    let mut mended = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let end = line.iter().rposition(|&byte| byte == b'"');
        match (line.strip_prefix(TAG), end) {
            (Some(_), Some(end)) => mended.extend([TAG, b"normal", &line[end..]].concat()),
            _ => mended.extend_from_slice(line),
        }
    }
    mended
}

/// The moves and positions for the board alone.
fn board_files(folder: &Path, all: &mut Vec<Data>) -> Result<(), String> {
    let path = folder.join("masters-2m.pgn");
    let text = fs::read(&path).map_err(told(&path))?;
    let mut kept = Vec::new();
    let mut regions = Regions::new(&text[..]);
    while let Some(region) = regions.next_region().map_err(|trouble| trouble.to_string())? {
        if !holds(region.text, b"[FEN ") {
            kept.extend_from_slice(region.text);
        }
    }
    let fens = ours::board::fens(&kept).map_err(|trouble| trouble.to_string())?;
    all.push(write(folder, "moves", "pgn", &kept, 1)?);
    all.push(write(folder, "positions", "fen", fens.as_bytes(), 1)?);
    Ok(())
}

/// Games whose text is nearly all comment: little work except decompressing it.
fn prose_file(folder: &Path, all: &mut Vec<Data>) -> Result<(), String> {
    const COMMENT_BYTES: usize = 16 * 1024;
    let path = folder.join("server-head.pgn");
    let source = fs::read(&path).map_err(told(&path))?;
    let mut text = Vec::with_capacity(source.len() + source.len() / 50);
    for part in source.chunks(COMMENT_BYTES) {
        text.extend_from_slice(
            b"[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
              [Black \"?\"]\n[Result \"*\"]\n\n1. e4 {",
        );
        let mut column = 8;
        for &byte in part {
            column += 1;
            let byte = match byte {
                b'{' => b'<',
                b'}' => b'>',
                b'[' => b'(',
                b']' => b')',
                b' ' if column > 70 => b'\n',
                // A line of a comment that begins so would be an escape.
                b'%' if column == 1 => b'#',
                byte => byte,
            };
            column = if byte == b'\n' { 0 } else { column };
            text.push(byte);
        }
        text.extend_from_slice(b"} *\n\n");
    }
    let n_copies = (200 * MB).div_ceil(text.len());
    all.push(write(folder, "prose", "pgn", &text, n_copies)?);
    Ok(())
}

fn write(folder: &Path, name: &str, end: &str, text: &[u8], n: usize) -> Result<Data, String> {
    let path = folder.join(format!("{name}.{end}"));
    let mut file = fs::File::create(&path).map_err(told(&path))?;
    for _ in 0..n {
        file.write_all(text).map_err(told(&path))?;
    }
    let bytes = (text.len() * n) as u64;
    Ok(Data { name: name.to_string(), path, bytes, n_left_out: 0, n_games: 0 })
}

#[derive(Default)]
struct Kept {
    games: Vec<u8>,
    /// Where each game ends in `games`.
    ends: Vec<usize>,
    n_left_out: usize,
    n_games: usize,
}

/// The wanted games of a folder. Games on which the readers disagree are left out: they would make
/// one of the runners stop early, and the comparison would be unfair.
fn games(recipe: &Recipe, folder: &Path, kept: &mut Kept) -> Result<(), String> {
    for path in files_below(folder) {
        let bytes = fs::read(&path).map_err(told(&path))?;
        let mut regions = Regions::new(&bytes[..]);
        while let Some(region) = regions.next_region().map_err(|trouble| trouble.to_string())? {
            let text = region.text;
            if region.end.is_none() || !(recipe.is_wanted)(text) {
                continue;
            }
            kept.n_games += 1;
            let text = &(recipe.spell)(text)[..];
            let text = if recipe.take == Take::Clean { text.trim_ascii_start() } else { text };
            let twice = doubled(text);
            let is_taken = match recipe.take {
                Take::Clean => is_regular(text) && agree(&twice),
                Take::Agreed => agree(&twice),
                Take::Odd => !is_regular(text) || !agree(&twice),
                Take::All => true,
            };
            if is_taken {
                kept.games.extend_from_slice(&twice[..twice.len() / 2]);
                kept.ends.push(kept.games.len());
            } else {
                kept.n_left_out += 1;
            }
        }
    }
    Ok(())
}

/// A game twice, as a file has games: some readers find the end of a game by the next. White space
/// before the first tag belongs to the game.
fn doubled(game: &[u8]) -> Vec<u8> {
    let first = game.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(0);
    let is_line_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let start = game[..first].iter().rposition(is_line_end).map_or(0, |at| at + 1);
    [game[start..].trim_ascii_end(), b"\n\n"].concat().repeat(2)
}

/// Whether a game keeps the import format and has moves; the programs treat other games too
/// differently to compare them.
fn is_regular(game: &[u8]) -> bool {
    let mut games = Games::with(game, ReadOptions::default(), Vec::<Diagnostic>::new());
    let has_moves = games.by_ref().flatten().any(|game| game.tree().next(NodeId::ROOT).is_some());
    let is_remark = |note: &Diagnostic| {
        fault::by_code(note.code).is_some_and(|fault| fault.conformance == Conformance::Remark)
    };
    has_moves && games.notes().iter().all(is_remark)
}

/// Whether both readers give the same result; a reader that stops in a game does not.
fn agree(game: &[u8]) -> bool {
    let same = |ours: io::Result<Answer>, theirs: io::Result<Answer>| match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => ours == theirs,
        (Err(_), _) | (_, Err(_)) => false,
    };
    let n_plies = |answer: io::Result<Answer>| answer.map_or(0, |answer| answer.n_plies);
    same(ours::tokens::skim(game), theirs::tokens::skim(game))
        && same(ours::tokens::tokens(game), theirs::tokens::tokens(game))
        && same(ours::play::play(game), theirs::play::play(game))
        && n_plies(ours::play::play(game)) == n_plies(ours::tokens::tokens(game))
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
