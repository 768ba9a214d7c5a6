//! Games that are moved: nothing is lost, nothing runs into its neighbor (§8.2.6, D-09, D-22,
//! D-38).

use proptest::prelude::*;

use super::text::{ClosedParts, Extracted, push_game, push_plain, push_tail};
use super::{Emit, Extract, KeyNeeds, Keys, Worker};
use crate::collate::{self, InOrder, Order};
use crate::reading::read_text;
use crate::scan;
use pgnkit::charset::Choice;
use pgnkit::syntax::Regions;

/// The text of a game and how it came about.
type Game = (Vec<u8>, Extracted);

/// The carried texts of the games of a file, how each came about, and the tails.
fn extract(text: &[u8]) -> (Vec<Game>, Vec<Vec<u8>>) {
    let mut regions = Regions::new(text);
    let (mut games, mut tails) = (Vec::new(), Vec::new());
    while let Some(region) = regions.next_region().unwrap() {
        let mut extracted = Vec::new();
        let mut worker = Worker::new(Choice::Auto);
        let seen = worker.games.read(&region);
        match worker.games.game() {
            Some(game) => {
                let closes = if seen.is_open { ClosedParts::NotAll } else { ClosedParts::All };
                let how = push_game(&region, game, Choice::Auto, closes, &mut extracted);
                games.push((extracted, how));
            }
            None => {
                if push_tail(&region, &mut extracted) {
                    tails.push(extracted);
                }
            }
        }
    }
    (games, tails)
}

/// The same keys of games that are read as a whole.
struct OfWholeGames(InOrder);

impl Keys for OfWholeGames {
    fn push(&self, game: &pgnkit::Game, keys: &mut Emit<'_>) {
        self.0.push(game, keys);
    }
}

/// An order by everything that only the tags and the outcome say.
fn order_of_tags() -> Order {
    let words = collate::keys();
    let words = words.split(", ").chain(["ECO", "WhiteElo", "Own"]);
    let of_tags = words
        .filter(|word| Order::parse(word).is_ok_and(|order| order.head_needs() == KeyNeeds::Tags));
    Order::parse(&of_tags.collect::<Vec<_>>().join(",")).unwrap()
}

/// Keys, texts and places of the games of a file, and the texts outside games.
fn batches(text: &str, keys: impl Keys) -> Vec<(Vec<u8>, Vec<u8>, usize)> {
    let mut all = Vec::new();
    read_text(text, scan::Options::default(), Extract(keys), |made| {
        let games = made.output.games();
        all.extend(games.map(|it| (it.key.to_vec(), it.stored.to_vec(), it.region_idx)));
        all.extend(made.output.tails().map(|(idx, tail)| (Vec::new(), tail.to_vec(), idx)));
    });
    all
}

/// The exports of the games of a text, to compare games by their content.
fn exports(text: &[u8]) -> Vec<String> {
    let games = pgnkit::read::Games::new(text);
    let export = pgnkit::write::Export::default();
    games
        .map(|game| {
            let mut text = Vec::new();
            export.write(&game.unwrap(), &mut text).unwrap();
            String::from_utf8(text).unwrap()
        })
        .collect()
}

#[test]
fn a_sound_game_is_carried_byte_for_byte() {
    let check = |text: &str, expected: &[&str]| {
        let games: Vec<String> = extract(text.as_bytes())
            .0
            .into_iter()
            .map(|it| String::from_utf8(it.0).unwrap())
            .collect();
        assert_eq!(games, expected, "{text:?}");
    };
    check("[White \"a\"]\n\n1. e4 *\n", &["[White \"a\"]\n\n1. e4 *\n\n"]);
    check("\n \n\t1.e4   *  \n\n\n", &["\t1.e4   *\n\n"]);
    check("\u{feff}1. e4 *", &["1. e4 *\n\n"]);
    check("; a\n% b\n1. e4 * 1. d4 *", &["; a\n% b\n1. e4 *\n\n", "1. d4 *\n\n"]);
    check("1. e4\r\n*\r\n", &["1. e4\r\n*\r\n\r\n"]);
    check("1. e4\r*\r", &["1. e4\r*\r\r"]);
    check("lost\n[White \"a\"]\n\n*", &["lost\n[White \"a\"]\n\n*\n\n"]);
}

#[test]
fn a_comment_that_begins_among_tags_is_not_passed_over() {
    let check = |tags: &str, expected: bool| {
        let text = format!("*\n\n{tags}\n[White \"b\"]\n\n1. e4 *\n");
        let mut regions = Regions::new(text.as_bytes());
        regions.next_region().unwrap();
        let region = regions.next_region().unwrap().unwrap();
        assert_eq!(push_plain(&region, &mut Vec::new()), expected, "{tags}");
    };
    check("[Event \"Open (rapid); 50%\"]", true);
    check("[Event \"x\"]\r\n[Site \"{\"]", true);
    check("[Event \"x\"]\n{ open", false);
    check("[Event \"x\"] { [Site \"y\"]", false);
    check("[Event { \"x\"]", false);
    check("[Event \"x\\\" {\"]", false);
    check("[Event \"x\"]\n% escape", false);
}

#[test]
fn what_has_no_marker_gets_one() {
    let check = |text: &str, expected: &str, how| {
        let (games, _) = extract(text.as_bytes());
        let (last, found) = games.last().unwrap();
        assert_eq!((String::from_utf8_lossy(last).as_ref(), *found), (expected, how), "{text:?}");
    };
    use Extracted::{Anew, AsRead, Marked};
    check("1. e4 e5", "1. e4 e5\n*\n\n", Marked);
    let tags = "[Result \"1-0\"]\n[White \"a\"]";
    check(tags, &format!("{tags}\n\n1-0\n\n"), Marked);
    check("1. e4 ; to the end", "1. e4 ; to the end\n*\n\n", Marked);
    check("1. e4 (1. d4", "1. e4 (1. d4) *\n\n", Anew);
    check("1. e4 * ; behind it", "1. e4 * ; behind it\n\n", AsRead);
    check("1. e4 *\n; behind it", "1. e4\n; behind it\n*\n\n", Anew);
    check("1. e4 {open", "1. e4 {open} *\n\n", Anew);
}

#[test]
fn text_of_no_game_is_a_tail() {
    let (games, tails) = extract(b"\n% the end\n; bye\n\n");
    assert_eq!((games.len(), tails), (0, vec![b"% the end\n; bye\n\n".to_vec()]));
    let (games, tails) = extract(b"1. e4 *\n\n; behind a game\n\nlost words\n");
    assert_eq!(games[0].0, b"1. e4 *\n\n");
    assert_eq!(tails, [b"; behind a game\n\nlost words\n\n".to_vec()]);
    assert_eq!(extract(b" \n\n"), (vec![], vec![]));
}

/// Pieces of games, good and bad.
fn any_piece() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just("[White \"a\"]\n"),
        Just("[Event \"x\"]\n[White \"b\"]\n\n"),
        Just("1. e4 e5 "),
        Just("1. d4 {c} d5\n"),
        Just("{[%clk 0:01:02]} "),
        Just("{; %} 1-0\n\n"),
        Just("[Result \"1-0\"]\n"),
        Just("[WhiteElo \"2700\"]\n[Date \"1992.08.31\"]\n"),
        Just("*\n\n"),
        Just("1-0 "),
        Just("1/2-1/2\n"),
        Just("( 1. c4 "),
        Just(") "),
        Just("{ open "),
        Just("} "),
        Just("; line\n"),
        Just("% escape\n"),
        Just(" % no escape\n"),
        Just("lost words\n"),
        Just("[Bad\n"),
        Just("\n\n"),
        Just("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n"),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(pgn_testing::cases(500)))]

    /// Whatever the text, its games are the same games in any order, and no other ones.
    #[test]
    fn any_order_of_any_games_has_the_same_games(
        pieces in proptest::collection::vec(any_piece(), 0..14),
        turns in 0..7_usize,
    ) {
        let text = pieces.concat();
        let (mut games, _) = extract(text.as_bytes());
        let mut expected = exports(text.as_bytes());
        prop_assert_eq!(games.len(), expected.len());
        if !games.is_empty() {
            let turns = turns % games.len();
            games.rotate_left(turns);
            expected.rotate_left(turns);
        }
        games.reverse();
        expected.reverse();
        let moved: Vec<u8> = games.iter().flat_map(|(text, _)| text.clone()).collect();
        let shown = String::from_utf8_lossy(&moved);
        prop_assert_eq!(exports(&moved), expected, "{:?} became {:?}", text, shown);
        // Carrying what was carried changes nothing.
        let (again, tails) = extract(&moved);
        let again: Vec<u8> = again.into_iter().flat_map(|(text, _)| text).collect();
        prop_assert_eq!(String::from_utf8(again).unwrap(), String::from_utf8(moved).unwrap());
        prop_assert!(tails.is_empty());
    }

    /// A game of which only the tags are read has the same keys and the same text.
    #[test]
    fn games_of_which_only_tags_are_read_are_the_same(
        pieces in proptest::collection::vec(any_piece(), 0..14),
    ) {
        let text = pieces.concat();
        let order = order_of_tags();
        prop_assert!(order.head_needs() == KeyNeeds::Tags);
        let whole = batches(&text, OfWholeGames(InOrder(order.clone())));
        prop_assert_eq!(batches(&text, InOrder(order)), whole);
    }

    /// A game of which is seen without reading it that it needs nothing, is carried as one that was
    /// read.
    #[test]
    fn what_is_plain_to_see_is_what_reading_gives(
        pieces in proptest::collection::vec(any_piece(), 0..14),
    ) {
        let text = pieces.concat();
        let mut regions = Regions::new(text.as_bytes());
        while let Some(region) = regions.next_region().unwrap() {
            let mut plain = Vec::new();
            if region.start.0 == 0 || !push_plain(&region, &mut plain) {
                continue;
            }
            let mut worker = Worker::new(Choice::Auto);
            let closes = match worker.games.read(&region).is_open {
                true => ClosedParts::NotAll,
                false => ClosedParts::All,
            };
            let game = worker.games.game();
            prop_assert!(game.is_some(), "{:?}", region.text.escape_ascii());
            let mut read = Vec::new();
            let how = push_game(&region, game.unwrap(), Choice::Auto, closes, &mut read);
            prop_assert_eq!((how, read), (Extracted::AsRead, plain));
        }
    }
}
