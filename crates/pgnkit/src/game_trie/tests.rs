use std::collections::BTreeSet;

use pgn_chess::Position;
use proptest::prelude::*;

use super::{GameTrie, MainLine, Transpositions, TrieError, TrieOptions, TrieReport};
use crate::game::{Game, MoveText, NodeId};

fn game(text: &str) -> Game {
    text.parse().expect("a game")
}

fn merged(options: TrieOptions, texts: &[&str]) -> (String, TrieReport) {
    let mut trie = GameTrie::new(options);
    for (n, text) in texts.iter().enumerate() {
        trie.add(&game(text), &format!("a.pgn:{}", n + 1)).expect("one start");
    }
    let (game, report) = trie.into_game().expect("games");
    let text = game.to_string();
    let movetext = text.split("\n\n").nth(1).expect("movetext");
    (movetext.trim().replace('\n', " "), report)
}

const PLAIN: fn() -> TrieOptions = TrieOptions::default;

#[test]
fn games_become_lines_of_one_game() {
    let table: &[(TrieOptions, &[&str], &str)] = &[
        (
            PLAIN(),
            &["1. e4 e5 1-0", "1. e4 c5 0-1", "1. d4 *", "1. e4 e5 2. Nf3 *"],
            "1. e4 (1. d4) 1... e5 (1... c5) 2. Nf3 *",
        ),
        // Variations of the sources are lines as well.
        (PLAIN(), &["1. e4 (1. d4 d5) *", "1. d4 f5 *"], "1. e4 (1. d4 d5 (1... f5)) *"),
        // The same remark is written once, with both origins; clock times are left out.
        (
            PLAIN(),
            &["1. e4 $1 {best} *", "1. e4 {best} *", "1. e4 {[%clk 0:01:00] [%csl Ge4] so} *"],
            "1. e4 $1 {[%from $1 a.pgn:1]} {[%from a.pgn:1, a.pgn:2] best} \
             {[%from a.pgn:3] [%csl Ge4] so} *",
        ),
        (PLAIN().with_origins(false), &["{start} 1. e4 {best} *"], "{start} 1. e4 {best} *"),
        (
            PLAIN().with_main_line(MainLine::Played),
            &["1. e4 *", "1. d4 d5 *", "1. d4 *"],
            "1. d4 (1. e4) 1... d5 *",
        ),
        (
            PLAIN().with_main_line(MainLine::Longest),
            &["1. e4 e5 *", "1. e4 *", "1. d4 d5 2. c4 *"],
            "1. d4 (1. e4 e5) 1... d5 2. c4 *",
        ),
        (
            PLAIN().with_main_line(MainLine::Score),
            &["1. e4 e5 1-0", "1. e4 c5 1/2-1/2", "1. d4 1/2-1/2", "1. c4 *"],
            "1. e4 (1. d4) (1. c4) 1... c5 (1... e5) *",
        ),
        (PLAIN().with_depth_max(1), &["1. e4 e5 {x} *", "1. d4 *"], "1. e4 (1. d4) *"),
        (
            PLAIN().with_games_min(2),
            &["1. e4 e5 2. Nf3 *", "1. e4 (1. d4) c5 {x} *", "1. e4 e5 *"],
            "1. e4 e5 *",
        ),
        (
            PLAIN().with_counts(true).with_players_max(1),
            &[
                "[White \"Tal\"]\n[Black \"Keres\"]\n[Date \"1959.??.??\"]\n\n1. e4 1-0",
                "1. e4 1/2-1/2",
                "1. d4 0-1",
            ],
            "1. e4 {2 games, +1 =1 -0} {Tal - Keres (1959) 1-0; 1 more game} \
             (1. d4 {1 game, +0 =0 -1} {? - ? 0-1}) *",
        ),
        (
            PLAIN().with_transpositions(Transpositions::Point),
            &["1. d4 Nf6 2. c4 e6 *", "1. c4 Nf6 2. d4 g6 *"],
            "1. d4 (1. c4 Nf6 2. d4 {transposes to 1. d4 Nf6 2. c4} 2... g6) 1... Nf6 2. c4 e6 *",
        ),
        (
            PLAIN().with_transpositions(Transpositions::Merge),
            &["1. d4 Nf6 2. c4 e6 *", "1. c4 Nf6 2. d4 g6 {x} *", "1. c4 Nf6 2. d4 e6 {y} *"],
            "1. d4 (1. c4 Nf6 2. d4 g6 {[%from a.pgn:2] x} (2... e6 {[%from a.pgn:3] y})) \
             1... Nf6 2. c4 {transposes to 1. c4 Nf6 2. d4} *",
        ),
    ];
    for (options, texts, expected) in table {
        assert_eq!(merged(*options, texts).0, *expected, "{texts:?}");
    }
}

#[test]
fn what_is_left_out_is_counted() {
    let texts = ["1. e4 e5 {x} 2. Nf3 *", "1. e4 (1. d4 {x}) 1... c5 {[%clk 1:00:00]} *"];
    let (_, report) = merged(PLAIN().with_depth_max(2).with_games_min(1), &texts);
    assert_eq!((report.game_count, report.move_count, report.line_count), (2, 3, 2));
    assert_eq!((report.cut_game_count, report.rare_move_count), (1, 1));
    assert_eq!((report.lost_remark_count, report.clock_count), (1, 1));
    let (text, report) = merged(PLAIN(), &["1. e4 Ke4 2. d4 *", "1. c4 *"]);
    assert!(text.starts_with("1. e4") && report.unplayable_count == 1, "{text}");
}

#[test]
fn games_need_one_start() {
    let mut trie = GameTrie::new(PLAIN());
    assert_eq!(trie.clone().into_game().err(), Some(TrieError::Empty));
    trie.add(&game("[Variant \"Xiangqi\"]\n\n1. e4 *"), "a:1").expect("counted");
    assert_eq!(trie.clone().into_game().err(), Some(TrieError::Empty));
    trie.add(&game("1. e4 *"), "a:2").expect("the first");
    let other = game("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Ke2 *");
    let error = trie.add(&other, "b:1").expect_err("another start");
    assert_eq!(error, TrieError::Start { first: "a:2".to_owned(), other: "b:1".to_owned() });
    let mut others = GameTrie::new(PLAIN());
    others.add(&other, "b:1").expect("the first");
    assert_eq!(trie.join(&others).err(), Some(error));
}

#[test]
fn tags_that_all_games_share_stay() {
    let text = "[White \"Tal\"]\n[Event \"A\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\
                [SetUp \"1\"]\n\n1. Ke2 1-0";
    let mut trie = GameTrie::new(PLAIN());
    trie.add(&game(text), "a").expect("the first");
    trie.add(&game(&text.replace("\"A\"", "\"B\"")), "b").expect("one start");
    let (game, _) = trie.into_game().expect("games");
    assert_eq!((game.tag("White"), game.tag("Event")), (Some("Tal"), None));
    assert!(game.tag("FEN").is_some() && game.tag("Result").is_none_or(|value| value == "*"));
}

/// A game of these moves, each chosen among the legal ones.
fn played(choices: &[u8]) -> Game {
    let (mut game, mut position, mut last) = (Game::new(), Position::start(), NodeId::ROOT);
    for &choice in choices {
        let moves = position.legal_moves();
        // Few different moves, so that lines have common beginnings and transpose.
        let Some(&mv) = moves.get(usize::from(choice) * 5 % moves.len().max(1)) else { break };
        last = game.add_move(last, mv).expect("legal");
        position = position.after(mv);
    }
    game
}

fn moves_of(game: &Game) -> Vec<u16> {
    let moves = game.main_line().filter_map(|node| match game.tree().mv(node) {
        Some(MoveText::Move(mv)) => Some(mv.raw()),
        Some(MoveText::Unchecked(_)) | None => None,
    });
    moves.collect()
}

fn trie_of(games: &[Game], options: TrieOptions) -> GameTrie {
    let mut trie = GameTrie::new(options);
    for (n, game) in games.iter().enumerate() {
        trie.add(game, &format!("a:{n}")).expect("one start");
    }
    trie
}

proptest! {
    #[test]
    fn split_lines_are_the_lines_that_were_merged(
        choices in prop::collection::vec(prop::collection::vec(0u8..4, 0..9), 1..12),
        main_line in prop::sample::select(vec![
            MainLine::First, MainLine::Played, MainLine::Longest, MainLine::Score,
        ]),
        transpositions in prop::sample::select(vec![Transpositions::Keep, Transpositions::Point]),
    ) {
        let games: Vec<Game> = choices.iter().map(|choices| played(choices)).collect();
        let all: BTreeSet<Vec<u16>> = games.iter().map(moves_of).collect();
        let is_whole = |line: &&Vec<u16>| {
            !all.iter().any(|other| other.len() > line.len() && other.starts_with(line))
        };
        let expected: BTreeSet<Vec<u16>> = all.iter().filter(is_whole).cloned().collect();
        let options = PLAIN().with_main_line(main_line).with_transpositions(transpositions);
        let (game, report) = trie_of(&games, options).into_game().expect("games");
        let lines: Vec<Game> = game.lines_alone(u32::MAX).collect();
        prop_assert_eq!(lines.iter().map(moves_of).collect::<BTreeSet<_>>(), expected);
        prop_assert_eq!(lines.len() as u64, report.line_count);
        let plain = PLAIN().with_origins(false);
        let again = trie_of(&lines, plain.with_main_line(MainLine::First));
        let once = trie_of(&[game], plain);
        prop_assert_eq!(
            again.into_game().expect("games").1.move_count,
            once.into_game().expect("games").1.move_count
        );
    }

    #[test]
    fn joined_tries_are_the_trie_of_all_games(
        choices in prop::collection::vec(prop::collection::vec(0u8..4, 0..9), 2..12),
        cut in 0usize..12,
        transpositions in prop::sample::select(vec![
            Transpositions::Keep, Transpositions::Point, Transpositions::Merge,
        ]),
    ) {
        let mut games: Vec<Game> = choices.iter().map(|choices| played(choices)).collect();
        for (n, game) in games.iter_mut().enumerate() {
            let last = game.main_line().last().unwrap_or(NodeId::ROOT);
            game.add_comment(last, &format!("game {n}"));
        }
        let options = PLAIN().with_counts(true).with_players_max(2).with_origins(false);
        let options = options.with_transpositions(transpositions);
        let (one, other) = games.split_at(cut.min(games.len()));
        let mut joined = trie_of(one, options);
        joined.join(&trie_of(other, options)).expect("one start");
        let (joined, all) = (joined.into_game(), trie_of(&games, options).into_game());
        let (joined, all) = (joined.expect("games"), all.expect("games"));
        prop_assert_eq!(joined.0.to_string(), all.0.to_string());
        prop_assert_eq!(joined.1, all.1);
        // No comment is lost, wherever lines are merged.
        let text = all.0.to_string().replace('\n', " ");
        for n in 0..games.len() {
            let comment = format!("game {n}}}");
            prop_assert!(text.contains(&comment), "{}", comment);
        }
    }
}
