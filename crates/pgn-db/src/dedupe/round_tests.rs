//! Snapshots of rounds (§8.1.1, D-42): which games are states of one game.

use super::*;
use crate::reading::read_text;
use crate::scan;
use crate::sort::{Budget, Folder};
use proptest::prelude::*;

/// A game of a snapshot: event, date, round, White, Black, movetext.
fn game([event, date, round, white, black, movetext]: [&str; 6]) -> String {
    format!(
        "[Event \"{event}\"]\n[Date \"{date}\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n\
         [Black \"{black}\"]\n\n{movetext}\n\n"
    )
}

/// The roles of games: a period if it is alone, `kept`, or the number of the game that stays and
/// the relation.
fn roles(games: &[String]) -> Vec<String> {
    let text = games.concat();
    let take = Take { by: By::Round, prefer: Prefer::usual(By::Round) };
    let dir = tempfile::tempdir().unwrap();
    let budget = Budget { run_bytes: 1 << 20, merge_bytes: 1 << 20 };
    let mut finder = Finder::new(take, Folder(dir.path().to_owned()), budget);
    read_text(&text, scan::Options::default(), take, |made| finder.take(made.output).unwrap());
    let mut roles = finder.finish().unwrap();
    let role = |n: usize| match roles.of(n as u64).unwrap() {
        Role::Single => ".".to_owned(),
        Role::Kept => "kept".to_owned(),
        Role::Copy { kept, evidence, .. } => format!("{kept} {}", evidence.relation.name()),
    };
    (0..games.len()).map(role).collect()
}

#[test]
fn states_of_a_game_are_one_whatever_their_moves() {
    let base = ["Cup", "2024.05.01", "3.1", "Tal, Mikhail", "Ek, Jo", "1. e4 e5 2. Nf3 *"];
    let with = |n: usize, value: &'static str| {
        let mut tags = base;
        tags[n] = value;
        tags
    };
    let cases = [
        (with(5, "*"), "0 cut short"),
        (with(5, "1. e4 *"), "0 cut short"),
        (with(5, "1. e4 e5 2. Nf3 *"), "0 same moves"),
        (with(5, "1. e4 c5 *"), "0 other moves"),
        (with(5, "1. d4 *"), "0 other moves"),
        (with(2, "3"), "0 same moves"),
        (with(2, "3.2"), "."),
        (with(2, "4.1"), "."),
        (with(2, "?"), "."),
        (with(3, "Tal, M."), "0 same moves"),
        (with(3, "?"), "."),
        (with(4, "Oh, Jo"), "."),
        (with(1, "2023.05.01"), "."),
        (with(1, "????.??.??"), "0 same moves"),
        (with(0, "Liga"), "."),
        (with(0, "?"), "0 same moves"),
        (with(0, "Village cup"), "0 same moves"),
    ];
    for (other, expected) in cases {
        let found = roles(&[game(base), game(other)]);
        assert_eq!(found[1], expected, "{other:?}");
        assert_eq!(found[0], if expected == "." { "." } else { "kept" }, "{other:?}");
    }
    // The longer one stays, and of two equal ones the one with a result.
    for better in ["1. e4 e5 2. Nf3 Nc6 *", "1. e4 e5 2. Nf3 1-0"] {
        let found = roles(&[game(base), game(with(5, better))]);
        assert_eq!(found[1], "kept", "{better}");
    }
}

#[test]
fn a_board_may_have_a_tag_of_its_own() {
    let with_board = |round: &str, board: &str| {
        let game = game(["Cup", "?", round, "Tal", "Ek", "1. e4 *"]);
        format!("[Board \"{board}\"]\n{game}")
    };
    let found = roles(&[with_board("3", "1"), with_board("3", "2"), with_board("3.1", "1")]);
    assert_eq!(found, ["kept", ".", "0 same moves"]);
}

proptest! {
    /// Of the states of one game in any order, the longest one stays, and only one.
    #[test]
    fn the_longest_state_stays(lengths in prop::collection::vec(0..8usize, 1..12)) {
        let moves = ["1. e4", "e5", "2. Nf3", "Nc6", "3. Bb5", "a6", "4. Ba4"];
        let state = |&n: &usize| {
            let movetext = format!("{} *", moves[..n].join(" "));
            game(["Cup", "2024.05.01", "1.1", "Tal", "Ek", &movetext])
        };
        let states: Vec<String> = lengths.iter().map(state).collect();
        let found = roles(&states);
        let longest = lengths.iter().max().unwrap();
        let first = lengths.iter().position(|n| n == longest).unwrap();
        for (n, role) in found.iter().enumerate() {
            let is_copy = role.starts_with(&format!("{first} "));
            prop_assert_eq!(is_copy, n != first, "{:?} {:?}", lengths, found);
        }
    }
}
