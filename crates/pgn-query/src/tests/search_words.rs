//! Words without an operator.

use super::{query, selected};
use crate::{Context, Query};

const GAMES: &[u8] = b"[White \"Tal, Mihail\"]\n[Black \"Botvinnik, Mikhail\"]\n\
[Event \"World Championship\"]\n[Site \"Moscow\"]\n[Date \"1960.03.15\"]\n[ECO \"C18\"]\n\n\
1. e4 e6 2. d4 d5 3. Nc3 Bb4 1-0\n\n\
[White \"M\xc3\xbcller, Karsten\"]\n[Black \"O'Kelly de Galway, Alberic\"]\n[Event \"Bundesliga\"]\n\
[Site \"Hamburg\"]\n[Date \"1995.??.??\"]\n\n\
1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 1/2-1/2\n\n\
[White \"Carlsen, Magnus\"]\n[Black \"White, Natalia\"]\n[Event \"Tata Steel\"]\n\
[Site \"Wijk aan Zee\"]\n[Date \"2013.01.12\"]\n[Opening \"Rare Line\"]\n\n1. a3 a6 0-1\n\n\
[White \"Tal, Mihail\"]\n[Black \"Fine, Reuben\"]\n[Event \"Friendly\"]\n[Site \"Riga\"]\n\
[Date \"1961.01.01\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 1-0\n";

/// What an expression selects, and its meaning.
#[test]
fn plain_words_search_players_event_site_opening_and_date() {
    const IN: &str = "players, event, site or opening contain";
    let cases: &[(&str, &[u64], &str)] = &[
        ("carlsen", &[3], "IN \"carlsen\""),
        ("TAL", &[1, 3, 4], "IN \"TAL\""),
        ("tal 1960", &[1], "IN \"tal\" and date = 1960"),
        ("tal 1960..1961", &[1, 4], "IN \"tal\" and date in 1960..1961"),
        ("1960", &[1], "date = 1960"),
        ("1995.01", &[], "date = 1995.01"),
        ("muller", &[2], "IN \"muller\""),
        ("Müller", &[2], "IN \"Müller\""),
        ("Mu\u{308}ller", &[2], "IN \"Mu\u{308}ller\""),
        ("o'kelly", &[2], "IN \"o'kelly\""),
        ("okelly", &[2], "IN \"okelly\""),
        ("sicilian najdorf", &[2], "IN \"sicilian\" and \"najdorf\""),
        ("rare", &[3], "IN \"rare\""),
        ("wijk aan zee", &[3], "IN \"wijk\" and \"aan\" and \"zee\""),
        ("\"Wijk aan Zee\"", &[3], "IN \"Wijk aan Zee\""),
        ("Tal, Mihail", &[1, 4], "IN \"Tal\" and \"Mihail\""),
        ("botvinnik tal", &[1], "IN \"botvinnik\" and \"tal\""),
        ("tal and fine", &[4], "IN \"tal\" and \"fine\""),
        ("carlsen or fine", &[3, 4], "IN \"carlsen\" or IN \"fine\""),
        ("not tal", &[2], "not IN \"tal\""),
        (
            "(tal or müller) 1960..1999",
            &[1, 2, 4],
            "(IN \"tal\" or IN \"müller\") and date in 1960..1999",
        ),
        ("tal (fine or c18)", &[1, 4], "IN \"tal\" and (IN \"fine\" or eco = C18)"),
        ("mihail not fine", &[1], "IN \"mihail\" and not IN \"fine\""),
        ("tal C18", &[1], "IN \"tal\" and eco = C18"),
        ("fine 1-0", &[4], "IN \"fine\" and result = 1-0"),
        (
            "mihail result = 1-0 and year = 1961",
            &[4],
            "IN \"mihail\" and result = 1-0 and year = 1961",
        ),
        ("Black ~ fine and tal", &[4], "Black ~ fine and IN \"tal\""),
        ("italian", &[4], "IN \"italian\""),
        ("\"white\"", &[3], "IN \"white\""),
        ("White ~ müller", &[2], "White ~ müller"),
    ];
    for (text, games, meaning) in cases {
        let query = query(text);
        assert_eq!(selected(&query, GAMES), *games, "{text}");
        assert_eq!(query.meaning(), meaning.replace("IN", IN), "{text}");
    }
}

/// Words of the language, and words almost like them, are not searched for.
#[test]
fn a_word_of_the_language_is_no_search_word() {
    let cases = [
        (
            "playr 1960",
            "unknown word `playr`",
            "did you mean `player`? A name is in quotes: \"playr\"",
        ),
        ("playr 'tal'", "unknown word `playr`", "did you mean `player`?"),
        (
            "decisiv",
            "unknown word `decisiv`",
            "did you mean `decisive`? A name is in quotes: \"decisiv\"",
        ),
        ("yeer > 1990", "unknown word `yeer`", "did you mean `year`?"),
        ("yeer in 1990..1999", "unknown word `yeer`", "did you mean `year`?"),
        ("yeer not in (1990)", "unknown word `yeer`", "did you mean `year`?"),
        (
            "white",
            "expected a sign such as `=`, `<`, `~` or `in`, found the end",
            "to search for the word itself, put it in quotes",
        ),
    ];
    for (text, message, hint) in cases {
        let error = Query::parse(text, &Context::default()).expect_err(text);
        assert_eq!((error.message(), error.hint()), (message, Some(hint)), "{text}");
    }
    for text in ["White = Tal Mihail", "tal or", "elo > 2000 tal", "...", "tal ..", "# tal"] {
        assert!(Query::parse(text, &Context::default()).is_err(), "{text}");
    }
}

/// Neither the table of openings nor the words before are searched again for each word.
#[test]
fn many_words_are_understood_at_once() {
    let words: Vec<String> = (0..1_000).map(|n| format!("sicilian{n}")).collect();
    assert!(Query::parse(&words.join(" "), &Context::default()).is_ok());
}
