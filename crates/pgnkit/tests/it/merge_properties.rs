//! The properties of the union of two games, over any text.
//!
//! Standard: §8.2.5.

use std::collections::BTreeSet;

use crate::random_text::text;
use pgnkit::Game;
use pgnkit::comment::{commands, strip_commands};
use pgnkit::game::{Annotation, MoveText, NodeId};
use pgnkit::merge_games::merge_games;
use pgnkit::read::Games;
use proptest::prelude::*;

/// All content of a game: each line as the moves that lead there, and the words and glyphs at its
/// end. Variations of the first move of a variation are read as variations of the move that it
/// replaces.
fn said(game: &Game) -> BTreeSet<(Vec<String>, String)> {
    let tree = game.tree();
    let mut said = BTreeSet::new();
    let mut lines = vec![(NodeId::ROOT, Vec::<String>::new())];
    while let Some((head, mut way)) = lines.pop() {
        let mut node = head;
        loop {
            if let Some(mv) = tree.mv(node) {
                way.push(name(mv));
                said.insert((way.clone(), String::new()));
            }
            for annotation in tree.annotations(node) {
                match annotation {
                    Annotation::Nag(nag) => {
                        // Before the first move of a variation it is meant for that move.
                        let first =
                            tree.next(node).filter(|_| tree.is_head(node) && node != NodeId::ROOT);
                        let first = first.and_then(|first| tree.mv(first)).map(name);
                        let meant = way.iter().cloned().chain(first).collect();
                        said.insert((meant, format!("${}", nag.0)));
                    }
                    Annotation::Comment { text, .. } => {
                        let words = strip_commands(text);
                        let words: Vec<&str> = words.split_whitespace().collect();
                        if !words.is_empty() {
                            said.insert((way.clone(), words.join(" ")));
                        }
                    }
                    Annotation::Variation(head) => {
                        let before = way[..way.len().saturating_sub(1)].to_vec();
                        lines.push((head, before));
                    }
                }
            }
            match tree.next(node) {
                Some(next) => node = next,
                None => break,
            }
        }
    }
    said
}

fn name(mv: MoveText<'_>) -> String {
    match mv {
        MoveText::Move(mv) => mv.raw().to_string(),
        MoveText::Unchecked(text) => format!("text {text}"),
    }
}

/// The names of all commands of a game; of two values one may stay, but none vanishes altogether.
fn command_names(game: &Game) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut lines = vec![NodeId::ROOT];
    while let Some(head) = lines.pop() {
        for node in std::iter::once(head).chain(game.tree().line(head)) {
            for text in game.tree().comments(node) {
                names.extend(commands(text).map(|command| command.name.to_owned()));
            }
            lines.extend(game.tree().variations(node));
        }
    }
    names
}

/// Checks the properties for two games that start alike.
fn check_union(a: &Game, b: &Game) {
    let mut same = a.clone();
    let gain = merge_games(&mut same, a).expect("a game starts as itself");
    assert!(gain.is_nothing() && gain.conflicts.is_empty(), "{gain:?}");
    assert_eq!(&same, a, "united with itself");

    let mut union = a.clone();
    if merge_games(&mut union, b).is_err() {
        assert_eq!(&union, a, "refused and changed");
        return;
    }
    let both: BTreeSet<_> = said(a).union(&said(b)).cloned().collect();
    assert_eq!(said(&union), both, "all of both, and nothing else");
    let names: BTreeSet<_> = command_names(a).union(&command_names(b)).cloned().collect();
    assert_eq!(command_names(&union), names);
    assert!(union.tree().n_nodes() <= a.tree().n_nodes() + b.tree().n_nodes());
    assert!(union.tags().len() <= a.tags().len() + b.tags().len());
    let main = |game: &Game| -> Vec<_> {
        game.main_line().map(|n| game.tree().san(n).map(|san| san.as_str().to_owned())).collect()
    };
    assert!(main(&union).starts_with(&main(a)), "the main line stays");
    for other in [a, b] {
        let mut again = union.clone();
        assert!(merge_games(&mut again, other).expect("alike").is_nothing());
        assert_eq!(again, union, "united again");
    }
}

proptest! {
    #[test]
    fn unions_keep_their_properties(one in text(), other in text()) {
        let read = |text: &[u8]| Games::new(text).map_while(Result::ok).collect::<Vec<_>>();
        let games: Vec<Game> = [read(&one), read(&other)].concat();
        for a in games.iter().take(4) {
            for b in games.iter().rev().take(4) {
                check_union(a, b);
            }
        }
    }

    #[test]
    fn lines_of_few_moves_are_united(one in lines(), other in lines()) {
        let read = |text: &str| Games::new(text.as_bytes()).next().expect("a game").expect("memory");
        check_union(&read(&one), &read(&other));
    }
}

/// Movetext in which the same moves come again and again.
fn lines() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "e4",
        "d4",
        "e5",
        "d5",
        "c5",
        "Nf3",
        "Nc6",
        "(",
        "(",
        ")",
        ")",
        "$1",
        "$2",
        "{x}",
        "{y}",
        "{[%clk 0:01:00]}",
        "{[%clk 0:02:00] z}",
        "{[%csl Ge4] x}",
    ]);
    prop::collection::vec(word, 0..40)
        .prop_map(|words| format!("[White \"x\"]\n\n{} *", words.join(" ")))
}
