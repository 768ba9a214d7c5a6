//! Scid's bases: the sample, and Scid itself as the reference for what is written and read.

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Command;

use pgn_formats::databases::Finding;
use pgn_formats::databases::scid::{self, Base, Packer, Sinks};
use pgn_formats::databases::{Database, Parts, Program};
use pgn_testing::Dir;
use pgnkit::Game;
use pgnkit::chess::Position;
use pgnkit::chess::fen::{self, EpPolicy};
use pgnkit::compare::{Change, Ignore, compare};
use pgnkit::read::Games;
use pgnkit::tag::Date;
use pgnkit::write::{Export, Profile};

/// The three files of a base: index, names, games.
pub(crate) type Files = [Vec<u8>; 3];

const ENDINGS: [&str; 3] = ["si4", "sn4", "sg4"];

fn files_at(base: &Path) -> Files {
    ENDINGS.map(|ending| fs::read(base.with_extension(ending)).unwrap())
}

/// The sample of the corpus.
pub(crate) fn sample() -> Option<Files> {
    let folder = pgn_testing::shared_corpus("m_foreign/benini__scid")?;
    Some(files_at(&folder.join("res_database")))
}

/// Index, names and games as a database.
pub(crate) fn parts(files: Files) -> Parts<Vec<u8>> {
    Program::Scid.files().iter().copied().zip(files).collect()
}

fn open(files: Files) -> scid::Database<Vec<u8>> {
    scid::Database::open(parts(files)).unwrap()
}

pub(crate) fn read(files: Files) -> (Vec<Game>, Vec<Finding>) {
    let mut database = open(files);
    let (mut games, mut findings) = (Vec::new(), database.findings().to_vec());
    for number in 1..=database.n_records() {
        let mut game = Game::new();
        database.read_into(number, &mut game).unwrap();
        findings.extend_from_slice(database.findings());
        games.push(game);
    }
    (games, findings)
}

/// Writes the games that fit; returns which those are, and the losses, by kind.
fn write(games: &[Game]) -> (Files, Vec<bool>, BTreeMap<&'static str, usize>) {
    let sinks = Sinks { index: Cursor::new(Vec::new()), names: Vec::new(), games: Vec::new() };
    let mut base = Base::new(sinks).unwrap();
    let (mut packer, mut losses, mut fit) = (Packer::default(), Vec::new(), Vec::new());
    for game in games {
        let mut packed = Vec::new();
        fit.push(packer.append(game, &mut packed, &mut losses).is_ok());
        base.push(&packed).unwrap();
    }
    let Sinks { index, names, games } = base.finish().unwrap();
    let lost = losses.iter().map(|loss| (loss.fault.name, loss.n)).collect();
    ([index.into_inner(), names, games], fit, lost)
}

pub(crate) fn games_of(pgn: &[u8]) -> Vec<Game> {
    Games::new(pgn).map(Result::unwrap).collect()
}

/// A game in which missing values have one form: unknown roster tags, the result, the start.
pub(crate) fn plain(game: &Game) -> Game {
    let mut game = game.clone();
    let start = game.start().position;
    let date = game.tag("Date").and_then(Date::parse_lax).unwrap_or(Date::UNKNOWN);
    game.tags_mut_unchecked().remove("Date");
    game.tags_mut_unchecked().set("Date", &date.to_string());
    let outcome = game.outcome().marker();
    game.tags_mut_unchecked().set("Result", outcome);
    for name in ["Event", "Site", "Round", "White", "Black"] {
        let value = game.tag(name).unwrap_or_default().trim().to_owned();
        game.tags_mut_unchecked().set(name, if value.is_empty() { "?" } else { &value });
    }
    if let (Some(_), Some(position)) = (game.tag("FEN"), start) {
        let text = fen::to_text(&position, EpPolicy::Legal);
        game.tags_mut_unchecked().set("FEN", text.as_str());
        if position == Position::start() {
            game.tags_mut_unchecked().remove("FEN");
        }
    }
    game.tags_mut_unchecked().remove("SetUp");
    game
}

/// The differences between two lists of games, by kind.
pub(crate) fn differences(ours: &[Game], theirs: &[Game]) -> BTreeMap<String, usize> {
    let ignore = Ignore::default().with_order(true);
    let mut kinds = BTreeMap::new();
    for (ours, theirs) in ours.iter().zip(theirs) {
        for change in compare(&plain(ours), &plain(theirs), &ignore).list {
            let kind = match &change {
                Change::Tag { name, .. } => name.clone(),
                other => format!("{other:?}").split(' ').next().unwrap().to_owned(),
            };
            *kinds.entry(kind).or_default() += 1;
        }
    }
    kinds
}

/// Scid's interpreter of Tcl.
fn tkscid() -> Option<PathBuf> {
    pgn_testing::program("tkscid", ["/dev/null"])
}

/// Runs a script of Tcl in Scid; gives what it prints.
fn scid(tkscid: &Path, folder: &Dir, script: &str) -> Vec<u8> {
    let script = folder.file("script.tcl", script);
    let output = Command::new(tkscid).arg(script).current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

const EXPORT: &str = "
fconfigure stdout -encoding utf-8 -translation lf
sc_base open base
set n [sc_base numGames [sc_base current]]
for {set i 1} {$i <= $n} {incr i} {
    if {[catch {sc_game load $i} why]} { puts stderr \"game $i: $why\"; exit 1 }
    puts [sc_game pgn -tags 1 -comments 1 -var 1 -width 99999]
}
exit 0
";

const IMPORT: &str = "
set base [sc_base create SCID4 base]
set told [sc_base import $base games.pgn]
puts [lindex $told 0]
sc_base close $base
exit 0
";

#[test]
fn the_sample_is_read_to_its_last_byte() {
    let Some(files) = sample() else { return };
    let (games, findings) = read(files);
    assert_eq!((games.len(), findings), (1339, vec![]));
}

/// Games that are read from the sample and written again have the same bytes.
#[test]
fn the_sample_is_written_as_it_was() {
    let Some(files) = sample() else { return };
    let (games, _) = read(files.clone());
    let ([index, _, bytes], fit, lost) = write(&games);
    assert_eq!((fit.iter().all(|&fits| fits), lost.len()), (true, 0));
    let mut ids = BTreeMap::new();
    for n in 0..games.len() {
        let record = |index: &[u8]| index[182 + 47 * n..][..47].to_vec();
        let (mut ours, mut theirs) = (record(&index), record(&files[0]));
        let game = |record: &[u8], bytes: &[u8]| {
            let offset = u32::from_be_bytes(record[..4].try_into().unwrap()) as usize;
            let n = usize::from(u16::from_be_bytes([record[4], record[5]]));
            bytes[offset..offset + n].to_vec()
        };
        assert_eq!(game(&ours, &bytes), game(&theirs, &files[2]), "game {}", n + 1);
        // The same ids are for the same names throughout.
        let names = |record: &[u8]| record[9..21].to_vec();
        assert_eq!(*ids.entry(names(&theirs)).or_insert(names(&ours)), names(&ours));
        for record in [&mut ours, &mut theirs] {
            record[..4].fill(0);
            record[9..21].fill(0);
            record[33] = 0;
        }
        assert_eq!(ours, theirs, "game {}", n + 1);
    }
}

#[test]
fn the_sample_is_read_as_scid_reads_it() {
    let (Some(files), Some(tkscid)) = (sample(), tkscid()) else { return };
    let folder = Dir::new();
    for (ending, bytes) in ENDINGS.iter().zip(&files) {
        folder.file(&format!("base.{ending}"), bytes);
    }
    let theirs = games_of(&scid(&tkscid, &folder, EXPORT));
    let (ours, _) = read(files);
    assert_eq!(ours.len(), theirs.len());
    assert_eq!(differences(&ours, &theirs), BTreeMap::new());
}

pub(crate) fn pgn_files(folder: &str, n_bytes_max: u64) -> Vec<PathBuf> {
    let Some(folder) = pgn_testing::shared_corpus(folder) else { return Vec::new() };
    let mut files = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "pgn")
                && entry.metadata().unwrap().len() <= n_bytes_max
            {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The changes that one way of a file of games may make: the file, and how many differences of each
/// kind there are. Each kind is explained in `docs/formats/scid.md`.
type Known = (&'static str, &'static [(&'static str, usize)]);

/// The changes of two comments, and of tags that are too long.
const HELD: &[Known] = &[
    ("dortmund.pgn", &[("Comment", 2)]),
    ("world_matches.pgn", &[("Comment", 36)]),
    ("Caro-Kann for Black.pgn", &[("Comment", 42), ("Preamble", 1)]),
    ("Fischer Super Minature Games.pgn", &[("Comment", 2)]),
    ("London System.pgn", &[("Comment", 28)]),
    ("Ridiculous Sacrifices.pgn", &[("Preamble", 3)]),
    ("Smith Morra Gambit.pgn", &[("Comment", 2)]),
    ("Strategy Ke8-d8-c7.pgn", &[("Comment", 6)]),
    ("ambiguous.pgn", &[("Comment", 2)]),
    ("europe_echecs.pgn", &[("Comment", 12)]),
    ("hayes.pgn", &[("Comment", 3)]),
    ("immortal_games.pgn", &[("Comment", 6)]),
    ("kk.pgn", &[("Comment", 2)]),
];

/// Repeated tags, and variations without anything in them.
const WRITTEN: &[Known] =
    &[("match1.pgn", &[("BlackElo", 1)]), ("famous_games.pgn", &[("Variation", 1)])];

/// Scid writes glyphs such as `!` before others, and a tag that contradicts the index twice.
const GLYPHS: &[Known] = &[
    ("art_attack.pgn", &[("Nag", 14)]),
    ("200open.pgn", &[("Nag", 10)]),
    ("europe_echecs.pgn", &[("Nag", 4)]),
];
const CONTRADICTIONS: &[Known] = &[("immortal_games.pgn", &[("Result", 1)])];

/// Invalid dates, ratings and openings, of which Scid's import keeps a part or nothing.
const IMPORTED: &[Known] = &[
    ("32games.pgn", &[("Date", 32)]),
    ("mate_in_2.pgn", &[("Date", 16)]),
    ("dortmund.pgn", &[("ECO", 2)]),
    ("odds.pgn", &[("ECO", 27)]),
    ("world_matches.pgn", &[("EventDate", 1)]),
    ("art_attack.pgn", &[("EventDate", 2)]),
    ("europe_echecs.pgn", &[("EventDate", 2)]),
    ("hayes.pgn", &[("BlackElo", 5), ("WhiteElo", 5)]),
];

const TO_US: &[&[Known]] = &[HELD, WRITTEN];
const TO_SCID: &[&[Known]] = &[HELD, WRITTEN, GLYPHS, CONTRADICTIONS];
const FROM_SCID: &[&[Known]] = &[HELD, GLYPHS, IMPORTED];

fn expected(known: &[&[Known]], path: &Path) -> BTreeMap<String, usize> {
    let name = path.file_name().unwrap().to_string_lossy();
    let of_file = known.iter().copied().flatten().filter(|(file, _)| *file == name);
    of_file.flat_map(|(_, kinds)| *kinds).map(|(kind, n)| ((*kind).to_owned(), *n)).collect()
}

pub(crate) const FOLDERS: [&str; 3] = ["a_otb", "c_annotated", "e_setup"];

/// Goes one way with the games of all files of at most `n_bytes_max`; both lists that it gives must
/// be alike, but for what is known.
fn go(n_bytes_max: u64, known: &[&[Known]], way: impl Fn(Vec<Game>) -> (Vec<Game>, Vec<Game>)) {
    let mut n_games = 0;
    let mut wrong = String::new();
    for path in FOLDERS.iter().flat_map(|folder| pgn_files(folder, n_bytes_max)) {
        let (before, after) = way(games_of(&fs::read(&path).unwrap()));
        assert_eq!(before.len(), after.len(), "{}", path.display());
        n_games += before.len();
        let found = differences(&before, &after);
        if found != expected(known, &path) {
            wrong += &format!("{}: {found:?}\n", path.display());
        }
    }
    println!("{n_games} games");
    assert!(wrong.is_empty(), "{wrong}");
}

const SMALL: u64 = 48 << 10;

/// Written and read by us. Every difference was reported as a loss.
fn to_us(games: Vec<Game>) -> (Vec<Game>, Vec<Game>) {
    let (files, fit, lost) = write(&games);
    let (read, findings) = read(files);
    assert_eq!(findings, []);
    let games = only(games, &fit);
    let are_alike = differences(&games, &read).is_empty();
    let has_empty_variation = |game: &Game| {
        game.tree()
            .nodes()
            .any(|node| game.tree().variations(node).any(|head| game.tree().next(head).is_none()))
    };
    assert!(are_alike || !lost.is_empty() || games.iter().any(has_empty_variation), "{lost:?}");
    (games, read)
}

fn only(games: Vec<Game>, wanted: &[bool]) -> Vec<Game> {
    games.into_iter().zip(wanted).filter(|(_, wanted)| **wanted).map(|(game, _)| game).collect()
}

/// Written by us, exported by Scid.
fn to_scid(tkscid: &Path, games: Vec<Game>) -> (Vec<Game>, Vec<Game>) {
    let (files, fit, _) = write(&games);
    let folder = Dir::new();
    for (ending, bytes) in ENDINGS.iter().zip(&files) {
        folder.file(&format!("base.{ending}"), bytes);
    }
    (only(games, &fit), games_of(&scid(tkscid, &folder, EXPORT)))
}

/// Imported by Scid from export form, read by us.
fn from_scid(tkscid: &Path, games: Vec<Game>) -> (Vec<Game>, Vec<Game>) {
    let fit = write(&games).1;
    let games = only(games, &fit);
    let (mut pgn, folder) = (Vec::new(), Dir::new());
    for game in &games {
        Export::new(Profile::Modern).append(game, &mut pgn, &mut Vec::new()).unwrap();
    }
    folder.file("games.pgn", &pgn);
    scid(tkscid, &folder, IMPORT);
    let (read, findings) = read(files_at(&folder.at("base.si4")));
    assert_eq!(findings, []);
    let imported = games_of(&pgn).iter().map(without_nothings).collect();
    (imported, read.iter().map(without_nothings).collect())
}

/// A game without the ratings, openings and event dates that have no value; Scid drops them.
fn without_nothings(game: &Game) -> Game {
    let mut game = game.clone();
    for name in ["WhiteElo", "BlackElo", "ECO", "EventDate"] {
        if game.tag(name).is_some_and(|value| matches!(value, "" | "?" | "-" | "0" | "????.??.??"))
        {
            game.tags_mut_unchecked().remove(name);
        }
    }
    game
}

#[test]
fn games_written_are_the_games_read() {
    go(300 << 10, TO_US, to_us);
}

#[test]
#[ignore = "all files of the corpus; minutes without optimisation"]
fn all_games_written_are_the_games_read() {
    go(u64::MAX, TO_US, to_us);
}

#[test]
fn scid_reads_what_is_written() {
    let Some(tkscid) = tkscid() else { return };
    go(SMALL, TO_SCID, |games| to_scid(&tkscid, games));
}

#[test]
#[ignore = "all files of the corpus; minutes without optimisation"]
fn scid_reads_all_that_is_written() {
    let Some(tkscid) = tkscid() else { return };
    go(u64::MAX, TO_SCID, |games| to_scid(&tkscid, games));
}

#[test]
fn what_scid_imports_is_read() {
    let Some(tkscid) = tkscid() else { return };
    go(SMALL, FROM_SCID, |games| from_scid(&tkscid, games));
}

#[test]
#[ignore = "all files of the corpus; minutes without optimisation"]
fn all_that_scid_imports_is_read() {
    let Some(tkscid) = tkscid() else { return };
    go(u64::MAX, FROM_SCID, |games| from_scid(&tkscid, games));
}
