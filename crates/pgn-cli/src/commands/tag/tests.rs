//! Words in values, and lists of players.

use super::fill::Fill;
use super::steps::is_unknown;
use super::template::Template;
use crate::rewrite::Needs;
use pgnkit::Game;

#[test]
fn values_with_a_fault_are_refused_with_the_nearest_word() {
    let cases = [
        ("{plycoun}", "unknown word `{plycoun}`, did you mean `{plycount}`?"),
        ("{", "an unmatched brace; `{{` and `}}` are braces"),
        ("}", "an unmatched brace; `{{` and `}}` are braces"),
        ("{a", "an unmatched brace; `{{` and `}}` are braces"),
        ("a\nb", "expected text on one line, found a control character"),
    ];
    for (text, expected) in cases {
        assert_eq!(Template::parse(text), Err(expected.to_owned()), "{text}");
    }
    assert!(Template::parse("{White Elo}").is_err());
    assert!(Template::parse("{qqqqqqqq}").unwrap_err().contains("words are white, black"));
    assert!(Template::parse("{elo}").unwrap_err().contains("one of two players"));
}

#[test]
fn the_moves_are_read_only_when_a_word_asks_for_them() {
    let needs = |text: &str| Template::parse(text).unwrap().needs();
    assert_eq!(needs("{White} {{x}} {year} {game} {line} {ply}"), Needs::Tags);
    assert_eq!(needs("{eco}"), Needs::Game);
    assert_eq!(needs("{plycount}"), Needs::Game);
}

#[test]
fn a_list_of_players_fills_only_what_is_sure() {
    let fill = Fill::parse("Elo", "# a list\nTal, Mikhail\t2705\nA\t1\nA\t2\nÖst,B.\t5\tx\n");
    let fill = fill.unwrap();
    let elos = |white: &str, elo: Option<&str>| {
        let mut game = Game::new();
        game.tags_mut_unchecked().push("White", white);
        elo.iter().for_each(|elo| game.tags_mut_unchecked().push("WhiteElo", elo));
        fill.fill(&mut game);
        game.tag("WhiteElo").map(str::to_owned)
    };
    assert_eq!(elos("TAL,Mikhail", None).as_deref(), Some("2705"));
    assert_eq!(elos("Ost, B", Some("?")).as_deref(), Some("5"));
    assert_eq!(elos("Tal, Mikhail", Some("2600")).as_deref(), Some("2600"));
    assert_eq!(elos("A", None), None);
    assert_eq!(elos("?", None), None);
    assert_eq!(Fill::parse("Elo", "a\t1\nb 2\n").unwrap_err(), 2);
    assert!(["", "?", "????.??.??", "-", " "].iter().all(|value| is_unknown(value)));
    assert!(!is_unknown("*") && !is_unknown("2600"));
}
