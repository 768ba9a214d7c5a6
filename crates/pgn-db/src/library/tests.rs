//! The list against a scan, searches against reading every game, saving against the bytes.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use proptest::prelude::*;
use tempfile::TempDir;

use super::{GameWalk, Library, NewText, Options, Order, Request, Search};
use crate::compression::Compression;
use crate::error::{Error, ErrorKind};
use crate::index;
use crate::output::Encoder;
use crate::scan::{self, Chunk, Cutting, Job, SourceInfo};
use crate::source::Inputs;
use pgn_query::facts::Field;
use pgn_query::{Context, Query};

/// Texts of which the list must make the same games as a scan.
const PIECES: [&str; 9] = [
    "[White \"Tal\"]\n[Black \"Botvinnik\"]\n[Date \"1960.03.15\"]\n\n1. e4 c6 1-0\n\n",
    "[White \"Benko\"]\r\n[Date \"1962.??.??\"]\r\n\r\n1. g3 {good} (1. d4 d5) *\r\n\r\n",
    "1. e4 e5 * 1. d4 d5 1/2-1/2 ",
    "% an escape\n",
    "; a comment at the top\n\n",
    "[White \"no end\"]\n\n1. e4 e5 2. Nf3\n\n",
    "[Event \"only tags\"]\n\n",
    "{stands alone}\n\n",
    "[White \"Adams\"]\n[Black \"Short\"]\n\n1. e4 {[%clk 0:01:00]} e5 0-1\n\n\n",
];

fn open(paths: &[PathBuf]) -> Library {
    let library = Library::open(Inputs::gather(paths), Options::default());
    library.wait();
    library
}

fn packed(text: &[u8], compression: Option<Compression>) -> Vec<u8> {
    let mut encoder = Encoder::new(Vec::new(), compression).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn unpacked(path: &Path) -> Vec<u8> {
    let mut text = Vec::new();
    for source in Inputs::gather(&[path.to_owned()]).sources() {
        std::io::Read::read_to_end(&mut source.unwrap().read, &mut text).unwrap();
    }
    text
}

/// A folder with one file.
fn folder(name: &str, bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    (folder, path)
}

/// A game as the list has it: file, number, line, text.
type Listed = (String, u64, u64, Vec<u8>);

struct Regions;

impl Job for Regions {
    type Worker = ();
    type Output = Vec<Listed>;

    fn worker(&self) {}

    fn work_while_cut(
        &self,
        (): &mut (),
        _: &SourceInfo,
        _: &mut Cutting<'_>,
    ) -> Option<Vec<Listed>> {
        None
    }

    fn work(&self, (): &mut (), chunk: &Chunk) -> Vec<Listed> {
        let games = chunk.regions().filter(pgnkit::syntax::Region::is_game);
        games
            .map(|region| {
                let name = chunk.source.name.clone();
                (name, region.n_games_before + 1, region.location.line, region.text.to_vec())
            })
            .collect()
    }
}

/// The files that a scan sees.
fn scanned(paths: &[PathBuf]) -> Vec<Listed> {
    let mut all = Vec::new();
    let mut collect = |_: Chunk, mut games: Vec<Listed>| {
        all.append(&mut games);
        Ok(())
    };
    scan::run(Inputs::gather(paths), scan::Options::default(), Regions, &mut collect).unwrap();
    all
}

fn listed(library: &Library) -> Vec<Listed> {
    let listed = |game| {
        let place = library.place(game).unwrap();
        (place.file, place.number, place.line, library.text(game).unwrap())
    };
    (0..library.game_count()).map(listed).collect()
}

fn found(mut search: Search) -> Result<Vec<u32>, Error> {
    let mut found = Vec::new();
    while !search.poll(&mut found)?.is_done {
        std::thread::yield_now();
    }
    search.poll(&mut found)?;
    Ok(found)
}

fn where_(text: &str) -> Option<Arc<Query>> {
    Some(Query::parse(text, &Context::default()).unwrap())
}

fn by(name: &str, is_descending: bool) -> Option<Order> {
    Some(Order { field: Field::parse(name).unwrap(), is_descending })
}

/// The text of a game with its first `e4` or `g3` made another move.
fn edited(library: &Library, game: usize) -> NewText {
    let text = String::from_utf8(library.text(game).unwrap()).unwrap();
    let text = text.replace("1. e4", "1. e4 {a new\ncomment}").replace("1. g3", "1. Nf3");
    NewText { game, text: text.into_bytes() }
}

const PACKINGS: [(&str, Option<Compression>); 4] = [
    ("games.pgn", None),
    ("games.pgn.gz", Some(Compression::Gzip)),
    ("games.pgn.zst", Some(Compression::Zstd)),
    ("games.pgn.bz2", Some(Compression::Bzip2)),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(pgn_testing::cases(60)))]

    #[test]
    fn the_list_is_what_a_scan_sees(
        pieces in proptest::collection::vec(0..PIECES.len(), 0..20),
        packing in 0..PACKINGS.len(),
    ) {
        let text: String = pieces.iter().map(|&piece| PIECES[piece]).collect();
        let (name, compression) = PACKINGS[packing];
        let (_folder, path) = folder(name, &packed(text.as_bytes(), compression));
        let library = open(std::slice::from_ref(&path));
        prop_assert_eq!(listed(&library), scanned(&[path]));
    }

    #[test]
    fn saving_changes_the_text_of_the_edited_games_alone(
        pieces in proptest::collection::vec(0..PIECES.len(), 1..20),
        packing in 0..PACKINGS.len(),
        edits in proptest::collection::vec(any::<prop::sample::Index>(), 1..4),
    ) {
        let text: String = pieces.iter().map(|&piece| PIECES[piece]).collect();
        let (name, compression) = PACKINGS[packing];
        let (_folder, path) = folder(name, &packed(text.as_bytes(), compression));
        let library = open(std::slice::from_ref(&path));
        let game_count = library.game_count();
        if game_count > 0 {
            // What was saved before is found again by the next save.
            for edit in edits {
                let edit = edited(&library, edit.index(game_count));
                let before = listed(&library);
                let whole = unpacked(&path);
                library.save(std::slice::from_ref(&edit)).unwrap();
                let expected: Vec<u8> = {
                    let old = &before[edit.game].3;
                    let start: usize = before[..edit.game].iter().map(|game| game.3.len()).sum();
                    // Text that is not a game may be before it.
                    let start = start + memchr::memmem::find(&whole[start..], old).unwrap();
                    [&whole[..start], &edit.text, &whole[start + old.len()..]].concat()
                };
                prop_assert_eq!(unpacked(&path), expected);
                prop_assert_eq!(listed(&library), scanned(std::slice::from_ref(&path)));
            }
            prop_assert!(library.save(&[]).is_ok());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(pgn_testing::cases(60)))]

    #[test]
    fn deleting_games_leaves_the_bytes_of_the_others(
        pieces in proptest::collection::vec(0..PIECES.len(), 1..20),
        packing in 0..PACKINGS.len(),
        deletions in proptest::collection::vec(
            proptest::collection::vec(any::<prop::sample::Index>(), 1..4), 1..3),
    ) {
        let text: String = pieces.iter().map(|&piece| PIECES[piece]).collect();
        let (name, compression) = PACKINGS[packing];
        let (_folder, path) = folder(name, &packed(text.as_bytes(), compression));
        let library = open(std::slice::from_ref(&path));
        for deletion in deletions {
            let before = listed(&library);
            if before.is_empty() {
                break;
            }
            let deleted: BTreeSet<usize> =
                deletion.iter().map(|index| index.index(before.len())).collect();
            let deleted: Vec<usize> = deleted.into_iter().collect();
            let whole = unpacked(&path);
            if library.save_and_delete(&[], &deleted).is_err() {
                // Two games without tags would become one.
                prop_assert_eq!(unpacked(&path), whole);
                continue;
            }
            let (mut expected, mut rest) = (Vec::new(), whole.as_slice());
            for (game, (.., text)) in before.iter().enumerate() {
                let at = memchr::memmem::find(rest, text).unwrap();
                expected.extend_from_slice(&rest[..at]);
                if !deleted.contains(&game) {
                    expected.extend_from_slice(text);
                }
                rest = &rest[at + text.len()..];
            }
            expected.extend_from_slice(rest);
            prop_assert_eq!(unpacked(&path), expected);
            let texts = |listed: Vec<Listed>| -> Vec<_> {
                // White space between games may be counted to either.
                let trimmed = |(_, number, _, text): Listed| (number, text.trim_ascii().to_vec());
                listed.into_iter().map(trimmed).collect()
            };
            prop_assert_eq!(
                texts(listed(&library)),
                texts(scanned(std::slice::from_ref(&path)))
            );
        }
    }
}

#[test]
fn a_deleted_game_changes_the_numbers_of_later_files() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["a.pgn", "b.pgn.gz", "c.pgn"].map(|name| folder.path().join(name));
    let text = "[White \"1\"]\n\n*\n\n[White \"2\"]\n\n*\n\n[White \"3\"]\n\n*\n";
    fs::write(&paths[0], text).unwrap();
    fs::write(&paths[1], packed(text.as_bytes(), Some(Compression::Gzip))).unwrap();
    fs::write(&paths[2], text).unwrap();
    let library = open(&paths);
    let edit = NewText { game: 7, text: b"\n[White \"new\"]\n\n*\n".to_vec() };
    library.save_and_delete(std::slice::from_ref(&edit), &[4, 0, 1]).unwrap();
    assert_eq!(listed(&library), scanned(&paths));
    let of = |game| library.tags(game).unwrap().get("White").unwrap().to_owned();
    let all: Vec<String> = (0..library.game_count()).map(of).collect();
    assert_eq!(all, ["3", "1", "3", "1", "new", "3"]);
    library.save_and_delete(&[], &[1, 2]).unwrap();
    assert_eq!(listed(&library), scanned(&paths));
    assert!(library.save_and_delete(&[], &[9]).is_err());
    assert!(library.save_and_delete(&[edit], &[7]).is_err());
    library.save_and_delete(&[], &[0, 1, 2, 3]).unwrap();
    assert_eq!((library.game_count(), fs::read(&paths[2]).unwrap().len()), (0, 0));
}

fn sample() -> Vec<u8> {
    PIECES.concat().into_bytes()
}

#[test]
fn saving_the_same_texts_gives_the_same_bytes() {
    for (name, compression) in PACKINGS {
        let bytes = packed(&sample(), compression);
        let (_folder, path) = folder(name, &bytes);
        let library = open(std::slice::from_ref(&path));
        let same = |game| NewText { game, text: library.text(game).unwrap() };
        let edits: Vec<_> = (0..library.game_count()).map(same).collect();
        assert!(edits.len() > 4);
        library.save(&edits).unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes, "{name}");
    }
}

#[test]
fn a_file_that_was_changed_is_told_and_not_written() {
    for (name, compression) in PACKINGS {
        let (_folder, path) = folder(name, &packed(&sample(), compression));
        let library = open(std::slice::from_ref(&path));
        let edit = edited(&library, 0);
        let others = packed(b"[White \"someone else\"]\n\n*\n", compression);
        library.check_unchanged(0).unwrap();
        fs::write(&path, &others).unwrap();
        assert!(library.check_unchanged(0).is_err());
        let error = library.save(&[edit]).unwrap_err();
        assert!(error.to_string().contains("was changed by another program"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), others, "{name}");
    }
}

#[test]
fn a_plain_file_that_was_cut_gives_an_error_instead_of_other_games() {
    let (_folder, path) = folder("games.pgn", &sample());
    let library = open(std::slice::from_ref(&path));
    fs::write(&path, "").unwrap();
    let error = library.text(library.game_count() - 1).unwrap_err();
    assert!(error.to_string().contains("was changed by another program"), "{error}");
}

#[test]
fn a_text_that_is_not_one_game_is_refused() {
    let (_folder, path) = folder("games.pgn", &sample());
    let library = open(std::slice::from_ref(&path));
    for text in ["", "; nothing\n", "1. e4 * 1. d4 *\n", "[White \"x\"]\n\n1. e4 e5\n"] {
        let edit = NewText { game: 0, text: text.into() };
        let error = library.save(&[edit]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Usage, "{text:?}: {error}");
    }
    let twice = [edited(&library, 1), edited(&library, 1)];
    assert!(library.save(&twice).is_err());
    let none = NewText { game: library.game_count(), text: library.text(0).unwrap() };
    assert!(library.save(&[none]).is_err());
    assert_eq!(fs::read(&path).unwrap(), sample());
}

#[test]
fn several_files_are_saved_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["a.pgn", "b.pgn.gz", "c.pgn"].map(|name| folder.path().join(name));
    fs::write(&paths[0], sample()).unwrap();
    fs::write(&paths[1], packed(&sample(), Some(Compression::Gzip))).unwrap();
    fs::write(&paths[2], sample()).unwrap();
    let library = open(&paths);
    let count_of_one = library.game_count() / 3;
    library.save(&[edited(&library, 0), edited(&library, count_of_one)]).unwrap();
    assert_eq!(listed(&library), scanned(&paths));
    assert_eq!(fs::read(&paths[2]).unwrap(), sample());
    let changed = library.text(0).unwrap();
    assert!(changed.windows(8).any(|bytes| bytes == b"{a new\nc"));
    assert_eq!(library.text(count_of_one).unwrap(), changed);
}

#[test]
fn what_cannot_be_written_in_place_is_saved_under_a_new_name() {
    let mut bytes = vec![0xFF, 0xFE];
    bytes.extend("[White \"Tal\"]\n\n1. e4 *\n".encode_utf16().flat_map(u16::to_le_bytes));
    let (folder, path) = folder("games.pgn", &bytes);
    let library = open(std::slice::from_ref(&path));
    let edit = edited(&library, 0);
    let error = library.save(std::slice::from_ref(&edit)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert_eq!(fs::read(&path).unwrap(), bytes);
    let copy = folder.path().join("copy.pgn.zst");
    library.save_as(0, std::slice::from_ref(&edit), &[], &copy).unwrap();
    assert_eq!(unpacked(&copy), edit.text);
    assert_ne!(fs::read(&copy).unwrap(), edit.text);
    let error = library.save_as(0, &[edit], &[], &copy).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SameFile);
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_is_listed() {
    let (folder, path) = folder("games.pgn", &sample());
    let missing = folder.path().join("missing.pgn");
    let broken = folder.path().join("broken.pgn.gz");
    let whole = packed(&sample(), Some(Compression::Gzip));
    fs::write(&broken, &whole[..whole.len() - 12]).unwrap();
    let library = open(&[missing, path, broken]);
    let errors: Vec<_> = library.errors().iter().map(|error| error.kind()).collect();
    assert_eq!(errors, [ErrorKind::NotFound, ErrorKind::Damaged]);
    assert!(library.game_count() > 9);
    // Of what is damaged no part is written over the file.
    let last = library.game_count() - 1;
    let edit = NewText { game: last, text: library.text(last).unwrap() };
    assert_eq!(library.save(&[edit]).unwrap_err().kind(), ErrorKind::Unsupported);
}

/// A text of many games, in which some follow each other and some are far apart.
fn many() -> Vec<u8> {
    let game = |n: usize| {
        let (name, elo, year) =
            (["Tal", "Benko", "Keres"][n % 3], 2000 + n * 7 % 600, 1950 + n % 9);
        let date =
            if n.is_multiple_of(10) { "????.??.??".to_owned() } else { format!("{year}.01.02") };
        let note = if n.is_multiple_of(200) { "long ".repeat(30_000) } else { String::new() };
        format!(
            "[White \"{name}\"]\n[Date \"{date}\"]\n[WhiteElo \"{elo}\"]\n\n1. e4 {{{note}}} {}*\n\n",
            "e5 2. Nf3 ".repeat(usize::from(n.is_multiple_of(4))),
        )
    };
    (0..3000).map(game).collect::<String>().into_bytes()
}

#[test]
fn a_search_finds_what_reading_every_game_finds() {
    for (name, compression) in &PACKINGS[..2] {
        let (_folder, path) = folder(name, &packed(&many(), *compression));
        let library = open(&[path]);
        let all: Vec<u32> = (0..library.game_count() as u32).collect();
        let query = where_("White = \"Benko\" and plycount = 3");
        let naive: Vec<u32> = all
            .iter()
            .copied()
            .filter(|&game| {
                let read = library.read(game as usize).unwrap().game;
                read.tag("White") == Some("Benko") && read.n_plies() == 3
            })
            .collect();
        assert!(naive.len() > 100);
        let request = Request { query: query.clone(), ..Request::default() };
        assert_eq!(found(library.search(request)).unwrap(), naive);
        let among: Vec<u32> = all.iter().rev().copied().filter(|game| game % 2 == 0).collect();
        let expected: Vec<u32> =
            among.iter().copied().filter(|game| naive.contains(game)).collect();
        let request = Request { query, among: Some(Arc::new(among)), order: None };
        assert_eq!(found(library.search(request)).unwrap(), expected);
        assert_eq!(found(library.search(Request::default())).unwrap(), all);
    }
}

#[test]
fn an_order_is_by_value_then_as_the_games_stand() {
    let (_folder, path) = folder("games.pgn", &many());
    let library = open(&[path]);
    let tag =
        |game: u32, name: &str| library.tags(game as usize).unwrap().get(name).map(str::to_owned);
    for (name, is_descending) in [("WhiteElo", false), ("Date", true), ("plycount", true)] {
        let request = Request { order: by(name, is_descending), ..Request::default() };
        let found = found(library.search(request)).unwrap();
        let value = |game: u32| match name {
            "plycount" => Some(library.read(game as usize).unwrap().game.n_plies().to_string()),
            name => tag(game, name).filter(|value| !value.starts_with('?')),
        };
        let mut naive: Vec<(Option<String>, u32)> =
            (0..library.game_count() as u32).map(|game| (value(game), game)).collect();
        naive.sort_by(|a, b| match (&a.0, &b.0) {
            (Some(a), Some(b)) if is_descending => b.cmp(a),
            (Some(a), Some(b)) => a.cmp(b),
            (a, b) => a.is_none().cmp(&b.is_none()),
        });
        let naive: Vec<u32> = naive.into_iter().map(|(_, game)| game).collect();
        assert_eq!(found, naive, "{name}");
    }
}

#[test]
fn an_index_gives_the_same_games() {
    let (_folder, path) = folder("games.pgn", &many());
    let without = open(std::slice::from_ref(&path));
    let request = || Request {
        query: where_("White = \"Keres\" and Date = 1955.01.02"),
        ..Request::default()
    };
    let expected = found(without.search(request())).unwrap();
    assert!(!expected.is_empty());
    let scan = scan::Options::default();
    let options = index::Options { scan, memory_bytes: 16 << 20, rebuild: false };
    index::update(Inputs::gather(std::slice::from_ref(&path)), &options, &mut Unwatched).unwrap();
    assert_eq!(found(open(&[path]).search(request())).unwrap(), expected);
}

struct Unwatched;

impl index::Watch for Unwatched {
    fn begin(&mut self, _: &SourceInfo) {}

    fn games(&mut self, _: u64) {}

    fn done(&mut self, _: &Path, _: index::Done) {}

    fn on_error(&mut self, error: Error) {
        panic!("{error}");
    }
}

#[test]
fn a_search_that_is_dropped_ends_and_the_library_can_be_dropped_first() {
    let (_folder, path) = folder("games.pgn", &many());
    let library = Library::open(Inputs::gather(&[path]), Options::default());
    drop(library.search(Request { order: by("plycount", false), ..Request::default() }));
    let mut search =
        library.search(Request { query: where_("plycount = 3"), ..Request::default() });
    drop(library);
    let mut found = Vec::new();
    while !search.poll(&mut found).unwrap().is_done {
        std::thread::yield_now();
    }
}

#[test]
fn an_index_makes_the_same_list() {
    let text = PIECES.concat().repeat(40);
    let (_folder, path) = folder("a.pgn", text.as_bytes());
    let without = open(std::slice::from_ref(&path));
    let list = |library: &Library| -> Vec<_> {
        let games = 0..library.game_count();
        games.map(|game| (library.place(game).unwrap(), library.text(game).unwrap())).collect()
    };
    let expected = list(&without);
    let scan = scan::Options::default();
    let options = index::Options { scan, memory_bytes: 16 << 20, rebuild: false };
    index::update(Inputs::gather(std::slice::from_ref(&path)), &options, &mut Unwatched).unwrap();
    let with = open(std::slice::from_ref(&path));
    assert_eq!(list(&with), expected);
    let read_count = with.progress().0;
    assert!(read_count <= 4 << 10, "{read_count}: no more is read than what says what the file is");
    // What is saved is in the list, and the index is of no use any more.
    let new = NewText { game: 1, text: b"\n[White \"Benko\"]\n\n1. b3 *\r\n".to_vec() };
    with.save(&[new]).unwrap();
    assert_eq!(with.game_count(), expected.len());
    assert_eq!(list(&with), list(&open(&[path])));
}

#[test]
fn a_game_is_added_at_the_end() {
    let new = b"[White \"New\"]\n\n1. f4 *\n";
    for (text, between) in [
        ("[White \"Old\"]\n\n1. e4 *\n", "\n"),
        ("[White \"Old\"]\n\n1. e4 *\n\n", ""),
        ("[White \"Old\"]\r\n\r\n1. e4 *\r\n", "\r\n"),
        ("[White \"Old\"]\n\n1. e4 *", "\n\n"),
        ("", ""),
    ] {
        for compression in [None, Some(Compression::Gzip)] {
            let name = if compression.is_some() { "a.pgn.gz" } else { "a.pgn" };
            let (_folder, path) = folder(name, &packed(text.as_bytes(), compression));
            let library = open(std::slice::from_ref(&path));
            let before_count = library.game_count();
            for n in 0..2 {
                assert_eq!(library.append(new).unwrap(), before_count + n);
                assert_eq!(library.tags(before_count + n).unwrap().get("White"), Some("New"));
            }
            let new = String::from_utf8_lossy(new);
            let expected = format!("{text}{between}{new}\n{new}");
            assert_eq!(String::from_utf8(unpacked(&path)).unwrap(), expected);
            let again = open(std::slice::from_ref(&path));
            for game in 0..before_count + 2 {
                let (here, there) = (library.place(game).unwrap(), again.place(game).unwrap());
                assert_eq!(here.number, there.number);
                assert_eq!(library.read(game).unwrap().game, again.read(game).unwrap().game);
            }
            // A game that was added is edited like any other.
            let edited =
                NewText { game: before_count, text: b"\n[White \"Newer\"]\n\n*\n".to_vec() };
            library.save(&[edited]).unwrap();
            let text = String::from_utf8(unpacked(&path)).unwrap();
            assert!(text.contains("Newer") && text.ends_with(&*new), "{text}");
        }
    }
    let (_folder, path) = folder("a.pgn", b"*\n");
    let library = open(std::slice::from_ref(&path));
    assert!(library.append(b"[White \"no end\"]\n\n1. e4").is_err());
    let (_folder, tags_alone) = folder("b.pgn", b"[Event \"Old\"]\n\n");
    let error = open(&[tags_alone]).append(new).unwrap_err();
    assert!(error.to_string().contains("a part of the last one"), "{error}");
    fs::write(&path, "other\n").unwrap();
    assert!(library.append(new).is_err(), "another program has changed it");
}

proptest! {
    /// Many games at once are the same as one after the other, in the file and in the list.
    #[test]
    fn games_added_at_once_are_those_added_one_by_one(
        new in prop::collection::vec(0..4_usize, 1..12),
        (old, is_packed) in (0..3_usize, any::<bool>()),
    ) {
        let texts: [&[u8]; 4] =
            [b"1. e4 *\n", b"[White \"A\"]\r\n\r\n1. d4 *\r\n", b"[White \"B\"]\n\n*\n\n", b"1. c4 *"];
        let old = ["", "[White \"Old\"]\n\n1. f4 *\n", "1. e4 e5 *"][old];
        let new: Vec<&[u8]> = new.into_iter().map(|n| texts[n]).collect();
        let compression = is_packed.then_some(Compression::Gzip);
        let name = if is_packed { "a.pgn.gz" } else { "a.pgn" };
        let [one, all] = [(); 2].map(|()| folder(name, &packed(old.as_bytes(), compression)));
        let [by_one, at_once] = [&one.1, &all.1].map(|path| open(std::slice::from_ref(path)));
        let before_count = by_one.game_count();
        for text in &new {
            by_one.append(text).unwrap();
        }
        let added = at_once.append_all(&new).unwrap();
        prop_assert_eq!(added, before_count..before_count + new.len());
        prop_assert_eq!(unpacked(&one.1), unpacked(&all.1));
        let without_name = |library: &Library| -> Vec<_> {
            let all = listed(library).into_iter();
            all.map(|(_, number, line, text)| (number, line, text)).collect()
        };
        prop_assert_eq!(without_name(&by_one), without_name(&at_once));
        // White space between games may be counted to either.
        let trimmed = |library: &Library| -> Vec<_> {
            let all = without_name(library).into_iter();
            all.map(|(number, _, text)| (number, text.trim_ascii().to_vec())).collect()
        };
        prop_assert_eq!(trimmed(&at_once), trimmed(&open(std::slice::from_ref(&all.1))));
    }
}

#[test]
fn of_games_that_are_added_none_is_written_if_one_cannot_be() {
    let (_folder, path) = folder("a.pgn", b"1. e4 *\n");
    let library = open(std::slice::from_ref(&path));
    assert!(library.append_all(&[b"1. d4 *\n", b"1. c4"]).is_err());
    assert_eq!((library.game_count(), fs::read(&path).unwrap()), (1, b"1. e4 *\n".to_vec()));
    assert_eq!(library.append_all(&[]).unwrap(), 1..1);
}

#[test]
fn a_walk_reads_what_is_in_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["a.pgn", "b.pgn"].map(|name| folder.path().join(name));
    paths.iter().for_each(|path| fs::write(path, PIECES.concat()).unwrap());
    let library = open(&paths);
    let new = NewText { game: 1, text: b"[White \"Benko\"]\r\n\r\n1. b3 *\r\n".to_vec() };
    library.save(&[new]).unwrap();
    let (mut walk, mut seen) = (GameWalk::default(), Vec::new());
    let count = library.game_count();
    for games in [0..1, 1..count - 2, count - 2..count] {
        library.walk(games, &mut walk, |game| seen.push(game.clone())).unwrap();
    }
    let read: Vec<_> = (0..count).map(|game| library.read(game).unwrap().game).collect();
    assert_eq!(seen, read);
    assert!(library.walk(count..count + 1, &mut walk, |_| {}).is_err());
}

#[test]
fn the_order_by_number_is_that_of_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["a.pgn", "b.pgn"].map(|name| folder.path().join(name));
    paths.iter().for_each(|path| fs::write(path, "1. e4 *\n\n1. d4 *\n").unwrap());
    let library = open(&paths);
    let request = Request { order: by("game", true), ..Request::default() };
    assert_eq!(found(library.search(request)).unwrap(), [3, 2, 1, 0]);
}
