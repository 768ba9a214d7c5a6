//! Games of a match, paired and counted.

use super::*;
use crate::reading::read_text;
use crate::scan;
use crate::sort::Folder;
use crate::stats::{Count, CountAnd, Table, WantedPlayer, Word};
use pgn_query::facts::Openings;
use pgn_query::name::Fold;

/// A game with these tags and moves.
fn game(white: &str, black: &str, result: &str, tags: &str, moves: &str) -> String {
    format!(
        "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n{tags}\n\
         {moves} {result}\n\n"
    )
}

type Found = Result<(Vec<Opponents>, Vec<(String, EngineUse)>), MatchError>;

fn read(text: &str, wanted: Option<&str>, memory: usize) -> Found {
    let dir = tempfile::tempdir().unwrap();
    let mut games = MatchGames::new(Folder(dir.path().to_owned()), memory);
    let tables = vec![Table::new(vec![Word::parse("ends").unwrap()])];
    let count = Count { tables, player: None, with_plies: false, openings: Openings::Tags };
    let options = scan::Options::default();
    let job = CountAnd { count, see: SeeMatch };
    read_text(text, options, job, |chunk| games.take(chunk.output.1).unwrap());
    let wanted = wanted.map(|name| WantedPlayer::new(name, Fold::Case));
    let (opponents, engines) = games.finish(wanted.as_ref(), 0)?;
    Ok((opponents, engines.into_iter().collect()))
}

/// The scores, as a line for each two players.
fn scores(text: &str, wanted: Option<&str>) -> Vec<String> {
    let line = |it: &Opponents| {
        let [won, drawn, lost] = it.score.results;
        format!("{} {} +{won} ={drawn} -{lost} {:?}", it.names[0], it.names[1], it.score.pairs)
    };
    let (opponents, _) = read(text, wanted, 1 << 20).unwrap();
    let (with_disk, _) = read(text, wanted, 64).unwrap();
    assert_eq!(opponents, with_disk);
    opponents.iter().map(line).collect()
}

const FEN: [&str; 2] = [
    "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n",
    "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/3P4/4K3 w - - 0 1\"]\n",
];

#[test]
fn games_of_one_start_position_are_pairs() {
    let text = [
        game("b", "a", "1-0", FEN[0], "1. e4"),
        game("b", "a", "0-1", FEN[1], "1. d4"),
        game("a", "b", "1/2-1/2", FEN[0], "1. e3"),
        game("a", "b", "1-0", FEN[1], "1. d3"),
        game("a", "b", "1-0", FEN[1], "1. d3"),
        game("a", "b", "*", FEN[0], "1. e3"),
    ];
    let expected = "b a +1 =1 -3 [1, 0, 0, 1, 0]";
    assert_eq!(scores(&text.concat(), None), [expected]);
    assert_eq!(scores(&text.concat(), Some("a")), ["a b +3 =1 -1 [0, 1, 0, 0, 1]"]);
}

#[test]
fn pairs_are_found_in_the_order_of_rounds() {
    let round = |n: u32| format!("[Round \"{n}\"]\n");
    let text = [
        game("a", "b", "1-0", &round(3), "1. e4 {book} e5 {book} 2. Nf3 {+0.1/9 1s}"),
        game("a", "b", "0-1", &round(1), "1. e4 {book} e5 {book} 2. Nc3 {+0.1/9 1s}"),
        game("b", "a", "1-0", &round(4), "1. e4 {book} e5 {book} 2. d4 {+0.1/9 1s}"),
        game("b", "a", "1-0", &round(2), "1. e4 e5 2. Bc4 {+0.1/9 1s}"),
        game("b", "a", "1-0", &round(5), "1. d4 {book} d5 {book} 2. c4 {+0.1/9 1s}"),
    ];
    assert_eq!(scores(&text.concat(), None), ["a b +1 =0 -4 [1, 0, 1, 0, 0]"]);
}

#[test]
fn games_without_a_known_opening_are_pairs_if_they_begin_alike() {
    let long = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5.";
    let text = [
        game("a", "b", "1-0", "", &format!("{long} O-O")),
        game("b", "a", "1-0", "", &format!("{long} d3")),
        game("b", "a", "1-0", "", "1. e4 e5 2. Nf3 Nc6"),
    ];
    assert_eq!(scores(&text.concat(), None), ["a b +1 =0 -2 [0, 0, 1, 0, 0]"]);
}

#[test]
fn engines_lose_in_several_ways() {
    let text = [
        game("a", "b", "0-1", "[Termination \"time forfeit\"]\n", "1. e4 {+0.10/8 1.5s}"),
        game("a", "b", "1-0", "", "1. e4 {+0.20/12 0.5s} e5 {-0.2/7 2s, Black disconnects}"),
        game("a", "b", "1-0", "", "1. e4 {+0.1/10 1s, Black makes an illegal move: e7e4}"),
        game("a", "b", "1-0", "[Termination \"illegal move\"]\n", "1. e4"),
        game("a", "b", "1-0", "[Termination \"stalled connection\"]\n", "1. e4"),
        game("?", "b", "1-0", "", "1. e4"),
    ];
    let (_, engines) = read(&text.concat(), None, 1 << 20).unwrap();
    let [(a, first), (b, second)] = &engines[..] else { panic!("{engines:?}") };
    assert_eq!((a.as_str(), b.as_str()), ("a", "b"));
    let expected = EngineUse {
        game_count: 5,
        half_points: 8,
        decided_count: 5,
        timed_count: 3,
        millis: 3_000,
        millis_max: 1_500,
        searched_count: 3,
        depth_sum: 30,
        time_loss_count: 1,
        ..EngineUse::default()
    };
    assert_eq!(*first, expected);
    assert_eq!((second.crash_count, second.illegal_count, second.timed_count), (2, 2, 1));
}

#[test]
fn a_match_has_two_games() {
    let one = game("a", "b", "1-0", "", "1. e4");
    assert!(matches!(read(&one, None, 1 << 20), Err(MatchError::TooFewGames)));
    assert!(matches!(read("", None, 1 << 20), Err(MatchError::TooFewGames)));
    let open = game("a", "b", "*", "", "1. e4");
    assert!(matches!(read(&(one + &open), None, 1 << 20), Err(MatchError::TooFewGames)));
}
