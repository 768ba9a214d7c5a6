//! The order of games: the eight keys, and that sorting and exporting commute.
//!
//! Standard: §12. Decisions: D-18, D-20, D-42.

use proptest::prelude::*;

use super::{Collation, Criterion, Key};
use crate::Game;
use crate::read::Games;
use crate::write::{Export, Profile};

fn games(text: &str) -> Vec<Game> {
    Games::new(text.as_bytes()).collect::<Result<_, _>>().unwrap()
}

/// A game of a line `date|event|site|round|white|black|movetext with marker`.
fn game(line: &str) -> Game {
    let names = ["Date", "Event", "Site", "Round", "White", "Black"];
    let cells: Vec<&str> = line.split('|').collect();
    let tags = names.iter().zip(&cells).map(|(name, value)| format!("[{name} \"{value}\"]\n"));
    let text = tags.collect::<String>() + "\n" + cells[6] + "\n";
    games(&text).remove(0)
}

/// The worked order of the matrix, already sorted.
const WORKED: [&str; 13] = [
    "????.??.??|Z|Z|9|Z|Z|1-0",
    "1992.??.??|Z|Z|9|Z|Z|1-0",
    "1992.11.04|A B|Z|9|Z|Z|1-0",
    "1992.11.04|AB|A|9|Z|Z|1-0",
    "1992.11.04|AB|B|?|Z|Z|1-0",
    "1992.11.04|AB|B|-|Z|Z|1-0",
    "1992.11.04|AB|B|2|Z|Z|1-0",
    "1992.11.04|AB|B|10|Tal, M.|Z|1-0",
    "1992.11.04|AB|B|10|Tal, Mikhail N.|A|1-0",
    "1992.11.04|AB|B|10|Tal, Mikhail N.|B|0-1",
    "1992.11.04|AB|B|10|Tal, Mikhail N.|B|1. d4 1-0",
    "1992.11.04|AB|B|10|Tal, Mikhail N.|B|1. e4 1-0",
    "1992.11.04|AB|B|10|Tal, Mikhail N.|B|1/2-1/2",
];

#[test]
fn each_key_decides_in_its_turn() {
    // PGN-12-01
    let sorted = WORKED.map(game);
    for (a, first) in sorted.iter().enumerate() {
        for (b, second) in sorted.iter().enumerate() {
            assert_eq!(Key::of(first).cmp(&Key::of(second)), a.cmp(&b), "{a} {b}");
        }
    }
    let collation = Collation::default();
    let deciding: Vec<String> = sorted
        .windows(2)
        .map(|pair| collation.decide(&pair[0], &pair[1]).map(|(key, _)| key))
        .map(|key| key.expect("they differ").name().to_owned())
        .collect();
    let expected = [
        "date", "date", "event", "site", "round", "round", "round", "white", "black", "result",
        "movetext", "result",
    ];
    assert_eq!(deciding, expected);
}

#[test]
fn a_key_counts_only_when_those_before_it_are_equal() {
    let first = game("1992.01.01|Z|Z|9|Z|Z|1. e4 1/2-1/2");
    let second = game("1992.01.02|A|A|1|A|A|1. a3 *");
    assert!(Key::of(&first) < Key::of(&second));
}

#[test]
fn unknown_digits_are_zeros_and_what_is_no_date_comes_first() {
    // PGN-12-02, PGN-12-03
    let dates = [
        "????.??.??",
        "1989.12.31",
        "199?.05.05",
        "1991.01.01",
        "1992.??.??",
        "1992.01.01",
        "1992.02.10",
        "1992.11.04",
        "1993.01.01",
    ];
    let key = |date: &str| Key::of(&game(&format!("{date}|E|S|1|W|B|*")));
    assert!(dates.windows(2).all(|pair| key(pair[0]) < key(pair[1])));
    assert_eq!(key("yesterday"), key("????.??.??"));
    assert_eq!(key("1992"), key("1992.??.??"));
}

#[test]
fn texts_are_in_the_order_of_their_bytes() {
    // PGN-12-04, PGN-12-05, PGN-12-10
    let values = ["A", "A B", "AB", "Tal, M.", "Tal, Mikhail N.", "Z", "a", "z", "É"];
    for column in [1, 2, 4, 5] {
        let key = |value: &str| {
            let mut cells = ["1992.01.01", "E", "S", "1", "W", "B", "*"];
            cells[column] = value;
            Key::of(&game(&cells.join("|")))
        };
        assert!(values.windows(2).all(|pair| key(pair[0]) < key(pair[1])), "{column}");
    }
}

#[test]
fn rounds_are_numbers() {
    // PGN-12-06 to PGN-12-09
    let rounds = ["?", "-", "1", "2", "3", "3.1", "3.2", "3.10", "4", "10", "1a", "QF"];
    let key = |round: &str| Key::of(&game(&format!("1992.01.01|E|S|{round}|W|B|*")));
    assert!(rounds.windows(2).all(|pair| key(pair[0]) < key(pair[1])));
    let with = |round, white| Key::of(&game(&format!("1992.01.01|E|S|{round}|{white}|B|*")));
    assert_eq!(with("1", "A"), with("01", "A"));
    assert!(with("01", "A") < with("1", "B"));
}

#[test]
fn movetexts_are_compared_as_exported() {
    // PGN-12-12, PGN-12-13
    let key = |movetext: &str| Key::of(&games(movetext)[0]);
    assert!(key("1. d4 *") < key("1. e4 *"));
    assert!(key("1. e4 *") < key("1. e4 e5 *"));
    assert_eq!(key("1.e4   e5\n\n\n*"), key("1. e4 e5 *"));
    // The line of the first breaks where the other one still has a space.
    let long = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3";
    assert!(key(&format!("{long} O-O 9. h3 *")) < key(&format!("{long} h6 *")));
}

#[test]
fn a_missing_or_empty_tag_is_its_unknown_value() {
    // PGN-12-15
    let none = &games("1. e4 *")[0];
    let empty = &games("[Event \"\"][Date \"\"][White \" \"]\n\n1. e4 *")[0];
    let unknown =
        &games("[Event \"?\"][Site \"?\"][Date \"????.??.??\"][Round \"?\"]\n\n1. e4 *")[0];
    assert_eq!(Key::of(none), Key::of(unknown));
    assert_eq!(Key::of(empty), Key::of(unknown));
}

#[test]
fn escapes_and_zeros_do_not_confuse_the_order() {
    let event = |value: &str| {
        let mut game = Game::new();
        game.tags_mut_unchecked().push("Event", value);
        Key::of(&game)
    };
    let values = ["a", "a\0", "a\0b", "a b", "a\"b", "ab"];
    assert!(values.windows(2).all(|pair| event(pair[0]) < event(pair[1])));
}

fn any_game() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        Just("a"),
        Just("š"),
        Just("s"),
        Just("t\\\""),
        Just(""),
        Just("é"),
        Just("10"),
        Just("9")
    ];
    let tags = proptest::collection::vec(
        (
            prop_oneof![Just("Event"), Just("Site"), Just("White"), Just("Round"), Just("ROUND")],
            value,
        ),
        0..3,
    );
    let moves = prop_oneof![
        Just("1.e4"),
        Just("1. d4 {š}"),
        Just("1. d4 {s}"),
        Just("(1. e4)"),
        Just("1. e4 -- 2. e5"),
        Just("")
    ];
    (tags, moves, 0..4_usize).prop_map(|(tags, moves, outcome)| {
        let tags: String =
            tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
        format!("{tags}\n{moves} {}\n\n", ["*", "1-0", "0-1", "1/2-1/2"][outcome])
    })
}

proptest! {
    /// PGN-12-13: sorting then exporting equals exporting then sorting.
    #[test]
    fn sorting_and_exporting_commute(texts in proptest::collection::vec(any_game(), 2..6)) {
        for profile in Profile::ALL {
            let collation = Collation::for_profile(profile);
            let export = |games: &[Game]| {
                let mut text = Vec::new();
                for game in games {
                    Export::new(profile).write(game, &mut text).unwrap();
                }
                text
            };
            let read = |text: &[u8]| -> Vec<Game> {
                let encoding = crate::charset::Choice::Fixed(profile.encoding());
                let options = crate::read::ReadOptions::default().with_encoding(encoding);
                Games::with(text, options, ()).collect::<Result<_, _>>().unwrap()
            };
            let read_first = games(&texts.concat());
            let mut sorted_first = read_first.clone();
            sorted_first.sort_by_cached_key(|game| collation.key(game));
            let mut exported_first = read(&export(&read_first));
            exported_first.sort_by_cached_key(|game| collation.key(game));
            prop_assert_eq!(export(&sorted_first), export(&exported_first), "{:?}", profile);
        }
    }
}

#[test]
fn a_tag_of_the_roster_is_its_own_criterion() {
    for name in ["Date", "Event", "Site", "Round", "White", "Black", "Result"] {
        assert_eq!(Criterion::of_tag(name).name(), name.to_lowercase());
    }
    assert_eq!(Criterion::of_tag("ECO"), Criterion::Tag("ECO".to_owned()));
}

#[test]
fn other_tags_are_compared_as_their_values_are() {
    let key = |name: &str, value: &str| {
        let game = games(&format!("[{name} \"{value}\"]\n\n*\n")).remove(0);
        let mut key = Vec::new();
        Criterion::of_tag(name).push(&game, Profile::default(), &mut key);
        key
    };
    for name in ["WhiteElo", "Attendance"] {
        let values = ["900", "2700", "tall"].map(|value| key(name, value));
        assert!(values.is_sorted() && values[0] != values[2], "{name}");
    }
    assert!(key("UTCDate", "1999.12.31") < key("UTCDate", "2000.01.??"));
}

#[test]
fn the_bytes_of_keys_have_their_order() {
    let games = games("[Round \"10\"]\n\n*\n\n[Round \"9\"]\n\n*\n");
    let [ten, nine] = [&games[0], &games[1]].map(Key::of);
    assert!(nine < ten && nine.as_bytes() < ten.as_bytes());
}
