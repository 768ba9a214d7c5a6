//! The property of the query: the answers of the index are those of a scan (§8.1).

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use super::super::{Access, Done, Index, RoaringBitmap};
use super::{Dice, Twin, folder_with, games, open, options, update_file};
use crate::output::Encoder;
use crate::scan::Chosen;
use crate::source::Compression;
use pgn_query::{Condition, ValueTest};
use pgnkit::chess::notation::san;
use pgnkit::chess::{Move, Position};
use pgnkit::syntax::GameEnd;
use pgnkit::tag;

/// The games of these numbers.
fn set(numbers: impl IntoIterator<Item = usize>) -> RoaringBitmap {
    numbers.into_iter().map(|number| number as u32).collect()
}

/// Checks all answers of an index against a scan.
pub(super) fn check(path: &Path, twin: &Twin) {
    let index = open(path);
    index.verify().unwrap();
    assert_eq!(index.game_count() as usize, twin.games.len());
    check_facts(&index, twin);
    check_values(&index, twin);
    check_positions(&index, twin);
    check_texts(index, twin);
}

fn check_facts(index: &Index, twin: &Twin) {
    let mut columns = index.columns();
    let left_out_count = twin.games.iter().filter(|game| game.positions.is_none()).count();
    assert_eq!(index.left_out_count() as usize, left_out_count);
    for (number, expected) in twin.games.iter().enumerate() {
        let (place, facts) = (index.place(number as u32), index.facts(number as u32));
        let (place, facts) = (place.unwrap(), facts.unwrap());
        let found = (place.start as usize, place.len as usize, place.location.line, facts.end);
        assert_eq!(found, (expected.start, expected.len, expected.line, expected.end));
        assert_eq!(columns.get(number as u32).unwrap(), facts);
        let game = &expected.game;
        let value = |name| game.tag(name).unwrap_or_default();
        assert_eq!(facts.outcome, game.outcome());
        let date = tag::date::sort_key(value("Date"));
        let year = pgn_query::facts::year(value("Date")).map_or(0, u32::from);
        assert_eq!(facts.date, year * 10_000 + date % 10_000);
        assert_eq!(
            facts.white_elo,
            if value("WhiteElo") == "2800" { 2800 } else { facts.white_elo }
        );
        assert_eq!(
            facts.eco.map(|eco| eco.volume()),
            game.tag("ECO")
                .and_then(|eco| { tag::Eco::parse(eco).ok().flatten().map(|eco| eco.volume()) })
        );
        assert_eq!(facts.is_left_out, expected.positions.is_none());
        assert_eq!(facts.variant, game.start_position().map(|position| position.variant()));
        if let Some(positions) = &expected.positions {
            assert_eq!(usize::from(facts.ply_count), positions.len() - 1);
        }
    }
    assert!(index.place(twin.games.len() as u32).is_err());
}

fn check_values(index: &Index, twin: &Twin) {
    let mut having: BTreeMap<(String, String), RoaringBitmap> = BTreeMap::new();
    for (number, game) in twin.games.iter().enumerate() {
        for pair in game.game.tags().iter() {
            let key = (pair.name.to_ascii_uppercase(), pair.value.to_owned());
            having.entry(key).or_default().insert(number as u32);
        }
    }
    fn ask_of(index: &Index, name: &str, test: ValueTest<'_>) -> RoaringBitmap {
        index.candidates(&Condition::Tag { name, test }).unwrap().unwrap()
    }
    let ask = |name: &str, value: &str| ask_of(index, name, ValueTest::Is(value));
    for ((name, value), expected) in &having {
        assert_eq!(ask(name, value), *expected, "{name} {value}");
        let begin: String = value.chars().take(2).collect();
        let union = |is_meant: &dyn Fn(&str) -> bool| {
            let meant = having.iter().filter(|(key, _)| key.0 == *name && is_meant(&key.1));
            meant.fold(RoaringBitmap::new(), |all, (_, games)| all | games)
        };
        let begins = union(&|value| value.starts_with(&begin));
        assert_eq!(ask_of(index, name, ValueTest::Begins(&begin)), begins, "{name} {begin}");
        let is_long = |value: &str| value.len() > 5;
        assert_eq!(ask_of(index, name, ValueTest::Where(Box::new(is_long))), union(&is_long));
    }
    assert!(ask("White", "nobody").is_empty());
    assert!(ask_of(index, "Whit", ValueTest::Where(Box::new(|_| true))).is_empty());
    let names: BTreeSet<&str> =
        twin.games.iter().flat_map(|it| it.game.tags().iter()).map(|pair| pair.name).collect();
    let known = index.tag_names().unwrap();
    assert!(names.iter().all(|name| known.iter().any(|it| it == name)), "{names:?} {known:?}");
    let by_game = |name: &str, value: &str| {
        let found = twin.games.iter().enumerate();
        set(found.filter(|(_, it)| it.game.tag(name) == Some(value)).map(|(number, _)| number))
    };
    assert!(by_game("White", "Tal, M").is_subset(&ask("White", "Tal, M")));
    let both = || {
        let part = |name, value| Condition::Tag { name, test: ValueTest::Is(value) };
        vec![part("White", "Tal, M"), part("Date", "2020.01.02")]
    };
    let (white, date) = (ask("White", "Tal, M"), ask("Date", "2020.01.02"));
    let all = |expr| index.candidates(&expr).unwrap();
    assert_eq!(all(Condition::All(both())), Some(&white & &date));
    assert_eq!(all(Condition::Any(both())), Some(&white | &date));
    let unsure = |mut parts: Vec<Condition<'static>>| {
        parts.push(Condition::Unknown);
        parts
    };
    assert_eq!(all(Condition::All(unsure(both()))), Some(&white & &date));
    assert_eq!(all(Condition::Any(unsure(both()))), None);
}

fn check_positions(index: &Index, twin: &Twin) {
    type Key = (Option<Move>, u16);
    let mut expected: BTreeMap<u64, BTreeMap<Key, Vec<u32>>> = BTreeMap::new();
    let mut position_count = 0;
    for (number, game) in twin.games.iter().enumerate() {
        for &(key, mv, ply) in game.positions.iter().flatten() {
            let games = expected.entry(key).or_default().entry((mv, ply)).or_default();
            games.push(number as u32);
            position_count += 1;
        }
    }
    assert!(index.position_count() >= position_count);
    let left_out = twin.games.iter().enumerate().filter(|(_, game)| game.positions.is_none());
    let left_out = set(left_out.map(|(number, _)| number));
    // Of very many keys, some.
    let step = 1 + expected.len() / 4000;
    for (key, groups) in expected.iter().step_by(step) {
        let mut found: BTreeMap<Key, Vec<u32>> = BTreeMap::new();
        for played in index.moves_at(*key).unwrap() {
            found.entry((played.mv, played.ply)).or_default().extend(played.games.iter().copied());
        }
        assert_eq!(found, *groups);
        let games: RoaringBitmap = groups.values().flatten().copied().collect();
        let candidates = index.candidates(&Condition::Position(*key)).unwrap();
        assert_eq!(candidates, Some(games | &left_out));
        for absent in [key ^ 1, key ^ 1 << 63, key.wrapping_add(1 << 40)] {
            if !expected.contains_key(&absent) {
                assert_eq!(index.moves_at(absent).unwrap(), []);
            }
        }
    }
}

/// Reads all games, each third one, and the last one alone.
fn check_texts(index: Index, twin: &Twin) {
    let index = Arc::new(index);
    let n = twin.games.len();
    for numbers in [(0..n).collect(), (0..n).step_by(3).collect(), vec![n - 1]] {
        let Chosen::Games(mut pick) =
            index.choose(set(numbers.clone()), crate::source::UNPACK_BYTES_MAX)
        else {
            panic!()
        };
        for number in numbers {
            let expected = &twin.games[number];
            let mut is_same = false;
            let there_is = pick.next_region(&mut |region| {
                is_same = region.text == &twin.text[expected.start..][..expected.len]
                    && region.start.0 as usize == expected.start
                    && region.n_games_before == number as u64
                    && region.location.line == expected.line;
            });
            assert!(there_is.unwrap() && is_same, "game {number}");
        }
        // The text after the last game comes last, as in a scan.
        let last = &twin.games[n - 1];
        let behind = &twin.text[last.start + last.len..];
        let there_is = pick.next_region(&mut |region| {
            assert_eq!((region.text, region.n_games_before), (behind, n as u64));
            assert_eq!(region.end, Some(GameEnd::NoGame));
        });
        assert_eq!(there_is.unwrap(), !behind.trim_ascii().is_empty());
        assert!(!pick.next_region(&mut |_| panic!()).unwrap());
    }
}

#[test]
fn an_index_says_what_a_scan_says() {
    for seed in 1..=6 {
        let text = games(&mut Dice(seed * 77), 1 + 60 * seed as usize);
        let twin = Twin::of(&text);
        let (_dir, path) = folder_with("games.pgn", &text);
        let thread_count = 1 + seed as usize % 3;
        let done = update_file(&path, &options(64 << 20, thread_count));
        assert_eq!(done, Done::Built(twin.games.len() as u64, None));
        check(&path, &twin);
        assert_eq!(update_file(&path, &options(64 << 20, 1)), Done::Fits);
    }
}

#[test]
fn little_memory_makes_parts_and_no_difference() {
    // Chunks have 256 KiB, so that some are needed.
    let text = games(&mut Dice(5), 12_000);
    let twin = Twin::of(&text);
    let (_dir, path) = folder_with("games.pgn", &text);
    update_file(&path, &options(400 << 10, 1));
    assert!(open(&path).segment_count() > 2);
    check(&path, &twin);
}

/// A game of up to 60 random moves.
fn long_game(dice: &mut Dice) -> Vec<u8> {
    let mut text = b"[White \"x\"]\n\n".to_vec();
    let mut position = Position::start();
    for _ in 0..60 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[dice.below(moves.len())];
        text.extend_from_slice(san::to_text(&position, mv).as_bytes());
        text.push(b' ');
        position.play_unchecked(mv);
    }
    text.extend_from_slice(b"*\n\n");
    text
}

#[test]
fn many_positions_are_sorted_in_buckets() {
    // The same opening again and again, and many positions that come once.
    let mut text = Vec::new();
    let mut dice = Dice(9);
    while text.len() < 2 << 20 {
        text.extend_from_slice(&long_game(&mut dice));
    }
    let twin = Twin::of(&text);
    let (_dir, path) = folder_with("games.pgn", &text);
    update_file(&path, &options(64 << 20, 2));
    let index = open(&path);
    assert_eq!((index.segment_count(), index.position_count() > 1 << 18), (1, true));
    check_positions(&index, &twin);
    // Sorted by one thread, it is the same file.
    let whole = std::fs::read(super::super::side_path(&path)).unwrap();
    let again = super::super::Options { rebuild: true, ..options(64 << 20, 1) };
    update_file(&path, &again);
    assert!(std::fs::read(super::super::side_path(&path)).unwrap() == whole);
    // An index of several segments with buckets gives the same answers.
    let again = super::super::Options { rebuild: true, ..options(12 << 20, 2) };
    update_file(&path, &again);
    let index = open(&path);
    assert!(index.segment_count() > 1);
    check_positions(&index, &twin);
}

#[test]
fn a_list_of_games_is_written_once() {
    let mut dice = Dice(31);
    let distinct: Vec<Vec<u8>> = (0..40).map(|_| long_game(&mut dice)).collect();
    let mut text = Vec::new();
    for _ in 0..8000 {
        text.extend_from_slice(&distinct[dice.below(distinct.len())]);
    }
    let twin = Twin::of(&text);
    let (_dir, path) = folder_with("games.pgn", &text);
    update_file(&path, &options(64 << 20, 2));
    let index = open(&path);
    assert_eq!(index.segment_count(), 1);
    // At least a byte for each position otherwise.
    let bytes = index.header.segments[0].positions.len;
    assert!(bytes < index.position_count() / 4, "{bytes} for {}", index.position_count());
    check_positions(&index, &twin);
    // Of an index that has grown, only some of the games in a list are valid.
    let (most, rest) = text.split_at(text.len() * 9 / 10);
    std::fs::write(&path, most).unwrap();
    update_file(&path, &options(64 << 20, 1));
    std::fs::write(&path, [most, rest].concat()).unwrap();
    assert!(matches!(update_file(&path, &options(64 << 20, 1)), Done::Appended(_)));
    check_positions(&open(&path), &twin);
}

/// A text as a file of several members, cut anywhere.
pub(super) fn packed(text: &[u8], compression: Compression, member_count: usize) -> Vec<u8> {
    let mut file = Vec::new();
    for piece in text.chunks(text.len().div_ceil(member_count).max(1)) {
        let mut encoder = Encoder::new(Vec::new(), Some(compression)).unwrap();
        encoder.write_all(piece).unwrap();
        file.extend(encoder.finish().unwrap());
    }
    file
}

#[test]
fn packed_files_have_an_index_too() {
    let (way_count, game_count) = if pgn_testing::is_thorough() { (4, 3000) } else { (2, 1000) };
    let text = games(&mut Dice(11), game_count);
    let twin = Twin::of(&text);
    for (name, compression) in [
        ("games.pgn.gz", Compression::Gzip),
        ("games.pgn.zst", Compression::Zstd),
        ("games.pgn.bz2", Compression::Bzip2),
        ("games.pgn.xz", Compression::Xz),
    ] {
        let ways = [(1, 2), (5, 1), (1, 1), (5, 2)];
        for (member_count, thread_count) in ways.into_iter().take(way_count) {
            let (_dir, path) = folder_with(name, &packed(&text, compression, member_count));
            update_file(&path, &options(64 << 20, thread_count));
            let index = open(&path);
            let expected = match member_count {
                1 => Access::FromStart,
                _ => Access::Frames(compression),
            };
            assert_eq!(index.access(), expected);
            check_facts(&index, &twin);
            check_texts(index, &twin);
        }
    }
}

#[test]
fn what_is_turned_into_pgn_is_read_from_the_start() {
    let text = "[White \"a\"]\n\n1. e4 *\n\n[White \"b\"]\n\n1. d4 *\n\n";
    let utf16: Vec<u8> =
        format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let (_dir, path) = folder_with("games.pgn", &utf16);
    update_file(&path, &options(64 << 20, 1));
    assert_eq!(open(&path).access(), Access::FromStart);
    let twin = Twin::of(text.as_bytes());
    check(&path, &twin);
}

/// Finds some of `n` games, each with an event of its own.
fn many(game_count: u32) {
    let openings = ["1. e4 e5 2. Nf3", "1. d4 d5 2. c4", "1. c4 e5", "1. Nf3 Nf6 2. g3 g6"];
    let mut text = Vec::new();
    for n in 0..game_count {
        let moves = openings[n as usize % 4];
        let elo = 1000 + n % 1800;
        let game = format!("[Event \"{n}\"]\n[WhiteElo \"{elo}\"]\n\n{moves} *\n\n");
        text.extend_from_slice(game.as_bytes());
    }
    let (_dir, path) = folder_with("games.pgn", &text);
    update_file(&path, &options(64 << 20, 2));
    let index = open(&path);
    assert_eq!(index.game_count(), game_count);
    for n in [0, game_count / 3, game_count - 1] {
        let event = n.to_string();
        let test = ValueTest::Is(&event);
        let found = index.candidates(&Condition::Tag { name: "Event", test }).unwrap();
        assert_eq!(found, Some([n].into_iter().collect()));
        let place = index.place(n).unwrap();
        let begin = format!("[Event \"{n}\"]");
        let game = &text[place.start as usize..][..place.len as usize];
        assert!(game.trim_ascii_start().starts_with(begin.as_bytes()));
    }
    let moves = index.moves_at(Position::start().polyglot_key()).unwrap();
    let found_count: usize = moves.iter().map(|played| played.games.len()).sum();
    assert_eq!(found_count, game_count as usize);
}

#[test]
fn games_are_found_among_many() {
    many(20_000);
}

#[test]
#[ignore = "a million games take minutes without optimisation"]
fn games_are_found_among_a_million() {
    many(1_000_000);
}
