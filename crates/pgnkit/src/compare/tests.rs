//! Every edit is found, and nothing else.
//!
//! Standard: §8. Decisions: D-29.

use proptest::prelude::*;

use super::{Change, Changes, Ignore, compare, digest};
use crate::game::Game;
use crate::game::{Annotation, NodeId};
use crate::nag::Nag;
use crate::tag::Outcome;
use crate::testing::game as read;
use pgn_syntax::CommentKind;

/// The changes in short words.
fn found(before: &str, after: &str, ignore: &Ignore) -> String {
    let changes = compare(&read(before), &read(after), ignore);
    let lines: Vec<String> = changes.list.iter().map(|change| short(&changes, change)).collect();
    lines.join(" | ")
}

fn short(changes: &Changes, change: &Change) -> String {
    let both = |before: &Option<String>, after: &Option<String>| {
        let [before, after] = [before, after].map(|it| it.as_deref().unwrap_or("none"));
        format!("{before} to {after}")
    };
    let moves = |it: &Option<Vec<String>>| it.as_ref().map(|moves| moves.join(" "));
    let at = |place: &super::Place| {
        format!(
            "{}{}",
            changes.path(*place).iter().map(|it| format!("({it}) ")).collect::<String>(),
            place.ply
        )
    };
    match change {
        Change::Tag { name, nth, before, after } => format!("{name}{nth} {}", both(before, after)),
        Change::TagOrder => "tag order".to_owned(),
        Change::Outcome { before, after } => format!("{before} to {after}"),
        Change::Moves { place, before, after, is_demoted, is_promoted } => {
            let (was, is) =
                (if *is_demoted { "v:" } else { "" }, if *is_promoted { "v:" } else { "" });
            format!("{} {was}{} to {is}{}", at(place), before.join(" "), after.join(" "))
        }
        Change::Variation { place, before, after } => {
            format!("{} v {}", at(place), both(&moves(before), &moves(after)))
        }
        Change::VariationOrder { place } => format!("{} v order", at(place)),
        Change::Comment { place, before, after } => {
            format!("{} c {}", at(place), both(before, after))
        }
        Change::Nag { place, before, after } => {
            let [before, after] = [before, after].map(|nag| nag.map(|nag| nag.0.to_string()));
            format!("{} n {}", at(place), both(&before, &after))
        }
        Change::RemarkOrder { place } => format!("{} order", at(place)),
    }
}

#[test]
fn what_differs_is_told_at_its_place() {
    let cases = [
        ("1. e4 e5 *", "1.e4 e5 *", ""),
        ("1. e2-e4 e7e5 {a\nb} *", "1. e4 e5 ; a b\n*", ""),
        ("[A \"1\"]\n[B \"2\"]\n\n*", "[B \"2\"]\n[A \"1\"]\n\n*", "tag order"),
        ("[A \"1\"]\n\n*", "[A \"2\"]\n[C \"3\"]\n\n*", "A0 1 to 2 | C0 none to 3"),
        ("[A \"1\"]\n[A \"2\"]\n\n*", "[A \"1\"]\n\n*", "A1 2 to none"),
        ("1. e4 1-0", "1. e4 *", "1-0 to *"),
        ("1. e4 e5 2. Nf3 *", "1. e4 c5 2. Nc3 d6 *", "1 e5 Nf3 to c5 Nc3 d6"),
        ("1. e4 e5 *", "1. e4 e5 2. Nf3 *", "2  to Nf3"),
        ("1. e4 (1. d4 d5) *", "1. e4 *", "0 v d4 d5 to none"),
        ("1. e4 (1. d4 d5) e5 *", "1. d4 (1. e4 e5) d5 *", "0 v:e4 to v:d4"),
        ("1. e4 (1. d4 d5) e5 *", "1. d4 d5 *", "0 e4 e5 to v:d4"),
        ("1. e4 e5 *", "1. d4 (1. e4 e5) *", "0 v:e4 to d4"),
        ("1. e4 (1. d4) (1. c4) *", "1. e4 (1. c4) (1. d4) *", "0 v order"),
        (
            "1. e4 (1. d4 d5 (1... Nf6)) *",
            "1. e4 (1. d4 d5 (1... f5)) *",
            "(1. d4) 1 v Nf6 to none | (1. d4) 1 v none to f5",
        ),
        ("1. e4 $1 {x} *", "1. e4 $2 {y} *", "1 n 1 to 2 | 1 c x to y"),
        ("1. e4 {a} {b} *", "1. e4 {a} {n} {b} *", "1 c none to n"),
        ("{a} 1. e4 (1. d4) {c} *", "{a} 1. e4 {c} (1. d4) *", "1 order"),
        ("1. e4 (1. d4 {x}) *", "1. e4 (1. d4) *", "(1. d4) 1 c x to none"),
        (
            "1. e4 ({x} 1. d4) *",
            "1. d4 ({y} 1. e4) *",
            "0 v:e4 to v:d4 | (1. e4) 0 c none to y | (1. d4) 0 c x to none",
        ),
    ];
    for (before, after, expected) in cases {
        let changes = found(before, after, &Ignore::default());
        assert_eq!(changes, expected, "{before} / {after}");
        let [one, other] = [before, after].map(|text| digest(&read(text), &Ignore::default()));
        assert_eq!(one == other, expected.is_empty(), "{before} / {after}");
    }
}

#[test]
fn what_is_ignored_does_not_count() {
    let before =
        "[A \"1\"]\n[B \"2\"]\n\n1. e4 $1 {[%clk 0:01:00] x} (1. d4) e5 {[%clk 0:02:00]} *";
    let cases = [
        (Ignore::default().with_comments(true), "1. e4 $1 (1. d4) e5 *"),
        (
            Ignore::default().with_nags(true),
            "1. e4 {[%clk 0:01:00] x} (1. d4) e5 {[%clk 0:02:00]} *",
        ),
        (
            Ignore::default().with_variations(true),
            "1. e4 $1 {[%clk 0:01:00] x} e5 {[%clk 0:02:00]} *",
        ),
        (Ignore::default().with_clocks(true), "1. e4 $1 {[%clk 0:01:09] x} (1. d4) e5 *"),
        (
            Ignore::default().with_order(true),
            "1. e4 (1. d4) {[%clk 0:01:00] x} $1 e5 {[%clk 0:02:00]} *",
        ),
    ];
    for (ignore, movetext) in cases {
        let after = format!("[A \"1\"]\n[B \"2\"]\n\n{movetext}");
        assert_eq!(found(before, &after, &ignore), "", "{ignore:?}");
        assert_ne!(found(before, &after, &Ignore::default()), "", "{ignore:?}");
        assert_eq!(digest(&read(before), &ignore), digest(&read(&after), &ignore), "{ignore:?}");
    }
    let ignore = Ignore::default().with_tags(vec!["A".to_owned()]);
    assert_eq!(found("[A \"1\"]\n\n*", "[A \"2\"]\n\n*", &ignore), "");
    assert_eq!(found("[B \"1\"]\n\n*", "[B \"2\"]\n\n*", &ignore), "B0 1 to 2");
    let ignore = Ignore::default().with_all_tags(true);
    assert_eq!(found("[B \"1\"]\n\n*", "[C \"2\"]\n\n*", &ignore), "");
}

/// Numbers from a seed, the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides.max(1) as u64) as usize
    }
}

/// Adds a random move after a node, one that is not there; gives its node.
fn add_move(game: &mut Game, node: NodeId, dice: &mut Dice) -> Option<NodeId> {
    let mut cursor = game.cursor();
    cursor.go_to(node);
    let moves: Vec<_> = cursor.position()?.legal_moves().iter().copied().collect();
    let mv = *moves.get(dice.roll(moves.len()))?;
    let n_nodes = game.tree().n_nodes();
    let added = game.add_move(node, mv).ok()?;
    (game.tree().n_nodes() > n_nodes).then_some(added)
}

/// All nodes that are moves, of all lines.
fn moves_of(game: &Game) -> Vec<NodeId> {
    let mut heads = vec![NodeId::ROOT];
    let mut nodes = Vec::new();
    while let Some(head) = heads.pop() {
        for node in game.tree().line(head) {
            nodes.push(node);
            heads.extend(game.tree().variations(node));
        }
    }
    nodes
}

fn random_game(dice: &mut Dice) -> Game {
    let mut game = Game::new();
    for n in 0..1 + dice.roll(6) {
        game.tags_mut_unchecked().push(&format!("Tag{n}"), &dice.roll(3).to_string());
    }
    let mut node = NodeId::ROOT;
    for _ in 0..2 + dice.roll(20) {
        let Some(next) = add_move(&mut game, node, dice) else { break };
        node = next;
    }
    for _ in 0..dice.roll(8) {
        let nodes = moves_of(&game);
        let mut node = nodes[dice.roll(nodes.len())];
        for _ in 0..1 + dice.roll(4) {
            let Some(next) = add_move(&mut game, node, dice) else { break };
            node = next;
        }
    }
    for n in 0..dice.roll(10) {
        let nodes = moves_of(&game);
        let node = nodes[dice.roll(nodes.len())];
        match dice.roll(2) {
            0 => game.tree_mut().add_nag(node, Nag(dice.roll(6) as u16 + 1)),
            _ => game.tree_mut().add_comment(node, CommentKind::Brace, &format!("word {n}")),
        };
    }
    game
}

/// Changes one thing; returns its kind. `None` if there was nothing to change.
fn edit(game: &mut Game, dice: &mut Dice) -> Option<&'static str> {
    let nodes = moves_of(game);
    let node = *nodes.get(dice.roll(nodes.len()))?;
    match dice.roll(9) {
        0 => game.tags_mut_unchecked().push("New", "value"),
        1 => game.tags_mut_unchecked().set("Tag0", "another"),
        2 => return (game.tags_mut_unchecked().remove("Tag0") == 1).then_some("tag"),
        3 => game.set_outcome(Outcome::Draw),
        4 => {
            game.tree_mut().add_nag(node, Nag(100));
            return Some("nag");
        }
        5 => {
            game.tree_mut().add_comment(node, CommentKind::Brace, "fresh words");
            return Some("comment");
        }
        6 => {
            let is_remark =
                |&id: &_| !matches!(game.tree().annotation(id), Annotation::Variation(_));
            let first = game.tree().annotation_ids(node).find(is_remark)?;
            let kind = match game.tree().annotation(first) {
                Annotation::Nag(_) => "nag",
                Annotation::Comment { .. } | Annotation::Variation(_) => "comment",
            };
            game.tree_mut().remove_annotation(node, first);
            return Some(kind);
        }
        7 => {
            let before = game.tree().before(node)?;
            let kind = if game.tree().is_head(before) && before != NodeId::ROOT {
                "variation"
            } else {
                "moves"
            };
            // Variations of the move go with it, which is more than one change.
            game.tree().variations(node).next().is_none().then_some(())?;
            match kind {
                "variation" => game.delete(before).ok()?,
                _ => game.truncate_after(before),
            }
            return Some(kind);
        }
        _ => {
            let head = game.tree().variations(node).next()?;
            let first = game.tree().next(head)?;
            // Variations of its first move would change their places, too.
            game.tree().variations(first).next().is_none().then_some(())?;
            game.promote(first).ok()?;
            return Some("moves");
        }
    }
    Some(if game.outcome() == Outcome::Draw { "outcome" } else { "tag" })
}

fn kind_of(change: &Change) -> &'static str {
    match change {
        Change::Tag { .. } | Change::TagOrder => "tag",
        Change::Outcome { .. } => "outcome",
        Change::Moves { .. } => "moves",
        Change::Variation { .. } | Change::VariationOrder { .. } => "variation",
        Change::Comment { .. } => "comment",
        Change::Nag { .. } => "nag",
        Change::RemarkOrder { .. } => "order",
    }
}

/// Changes without the numbers of branches, which may differ between the two ways round.
fn sorted(changes: Changes, is_turned: bool) -> Vec<String> {
    let turn = |change: &Change| match is_turned {
        true => change.clone().turned(),
        false => change.clone(),
    };
    let mut lines: Vec<String> =
        changes.list.iter().map(|change| short(&changes, &turn(change))).collect();
    lines.sort_unstable();
    lines
}

proptest! {
    #[test]
    fn a_game_is_the_same_as_itself(seed in 1u64..) {
        let game = random_game(&mut Dice(seed));
        prop_assert!(compare(&game, &game, &Ignore::default()).is_empty());
        prop_assert!(compare(&game, &game.clone(), &Ignore::default()).is_empty());
    }

    #[test]
    fn every_single_edit_is_found_alone(seed in 1u64..) {
        let mut dice = Dice(seed);
        let before = random_game(&mut dice);
        let mut after = before.clone();
        let Some(kind) = edit(&mut after, &mut dice) else { return Ok(()) };
        let changes = compare(&before, &after, &Ignore::default());
        let kinds: Vec<&str> = changes.list.iter().map(kind_of).collect();
        prop_assert_eq!(&kinds, &[kind], "{:?}", changes.list);
        let ignore = Ignore::default();
        prop_assert_ne!(digest(&before, &ignore), digest(&after, &ignore));
    }

    #[test]
    fn the_other_way_round_it_is_the_same_turned(seed in 1u64..) {
        let mut dice = Dice(seed);
        let before = random_game(&mut dice);
        let mut after = before.clone();
        for _ in 0..dice.roll(6) {
            edit(&mut after, &mut dice);
        }
        let there = compare(&before, &after, &Ignore::default());
        let back = compare(&after, &before, &Ignore::default());
        prop_assert_eq!(there.is_empty(), before == after);
        prop_assert_eq!(sorted(there, true), sorted(back, false));
    }
}

#[test]
fn deep_variations_need_no_deep_stack() {
    let depth = 20_000;
    let text = format!("1. e4 {} {} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
    let (game, other) = (read(&text), read(&text.replace("(1. d4  )", "(1. c4  )")));
    assert!(compare(&game, &game, &Ignore::default()).is_empty());
    let changes = compare(&game, &other, &Ignore::default());
    assert!(!changes.is_empty() && changes.list.len() < 4, "{}", changes.list.len());
    for change in &changes.list {
        assert!(short(&changes, change).len() < 1_000);
    }
}
