//! Facts of awkward games, by hand.

use super::{FACTS, Field, GameView, Group, GroupError, Kind, Value};
use pgnkit::chess::Color;
use pgnkit::read::Games;

/// A consultation game, hardly any tags, and tags that are wrong.
const GAMES: &str = r#"[Event "Linares"]
[Site "Linares ESP"]
[Date "1999.03.??"]
[White "Tal, M.:Botvinnik, M."]
[Black "Smyslov, V."]
[Result "0-1"]
[ECO "B90/12"]
[WhiteElo "?:2599"]
[BlackElo "2705"]
[TimeControl "300+3"]
[Termination "Time forfeit"]

1. e4 c5 {a} (1... e5 2. Nf3) 2. Nf3 {[%clk 0:01:00]} 0-1

1. e4 e5 *

[White "?"]
[Date "soon"]
[WhiteElo "0"]
[BlackElo "12345"]
[ECO "?"]
[Opening "Own name"]
[Result "1-0"]

1. f3 e5 2. g4 Qh4# 0-1
"#;

/// A field, and its values in these games; of the side with White, where it has one.
const CASES: &[(&str, [&str; 3])] = &[
    ("player", ["Tal, M.:Botvinnik, M.", "-", "?"]),
    ("opponent", ["Smyslov, V.", "-", "-"]),
    ("white", ["Tal, M.:Botvinnik, M.", "-", "?"]),
    ("elo", ["2599", "-", "-"]),
    ("opponentelo", ["2705", "-", "-"]),
    ("edge", ["-106", "-", "-"]),
    ("avgelo", ["2652", "-", "-"]),
    ("maxelo", ["2705", "-", "-"]),
    ("rated", ["yes", "no", "no"]),
    ("upset", ["no", "no", "no"]),
    ("score", ["0", "-", "0"]),
    ("result", ["0-1", "*", "0-1"]),
    ("date", ["1999.03.??", "-", "soon"]),
    ("year", ["1999", "?", "?"]),
    ("year-month", ["1999-03", "?", "?"]),
    ("day", ["?", "?", "?"]),
    ("country", ["ESP", "-", "-"]),
    ("eco", ["B90", "C20", "A00"]),
    ("opening", ["Sicilian Defense", "King's Pawn Game", "Own name"]),
    ("first-move", ["e4", "e4", "f3"]),
    ("first-moves", ["1. e4 c5 2. Nf3", "1. e4 e5", "1. f3 e5 2. g4 Qh4#"]),
    ("speed", ["blitz", "-", "-"]),
    ("controlkind", ["increment", "-", "-"]),
    ("basetime", ["300", "-", "-"]),
    ("termination", ["time forfeit", "-", "-"]),
    ("variant", ["standard", "standard", "standard"]),
    ("plycount", ["3", "2", "4"]),
    ("movecount", ["2", "1", "2"]),
    ("totalplies", ["5", "2", "4"]),
    ("ends", ["time", "-", "checkmate"]),
    ("clock", ["60", "-", "-"]),
    ("comment", ["a", "-", "-"]),
    ("Event", ["Linares", "-", "-"]),
];

#[test]
fn each_fact_has_one_answer() {
    let games: Vec<_> = Games::new(GAMES.as_bytes()).map(Result::unwrap).collect();
    for (name, expected) in CASES {
        let field = Field::parse(name).unwrap();
        let values = games.iter().map(|game| {
            let value = field.value(&GameView::of(game), Color::White);
            value.map_or("-".to_owned(), |value| value.to_string())
        });
        assert_eq!(values.collect::<Vec<_>>(), *expected, "{name}");
    }
}

#[test]
fn values_are_of_the_kind_that_the_table_says() {
    for game in Games::new(GAMES.as_bytes()).map(Result::unwrap) {
        let view = GameView::of(&game);
        for row in FACTS {
            let Some(value) = row.fact.value(&view, Color::Black) else { continue };
            let is_right = match value {
                Value::Unknown => true,
                Value::Text(_) => {
                    matches!(row.kind, Kind::Text | Kind::Eco | Kind::Variant | Kind::Termination)
                }
                Value::Number(_) => row.kind.is_number(),
                Value::Date(_) => row.kind == Kind::Date,
                Value::Outcome(_) => row.kind == Kind::Outcome,
                Value::Color(_) => row.kind == Kind::Color,
                Value::Speed(_) => row.kind == Kind::Speed,
                Value::Flag(_) => row.kind == Kind::Flag,
            };
            assert!(is_right, "{}: {value:?}", row.name);
            assert_eq!(
                row.unit.is_empty(),
                !row.kind.is_number()
                    || row.name == "nag"
                    || row.name == "game"
                    || row.name == "line"
                    || row.name == "roundnumber",
                "{}",
                row.name
            );
        }
    }
}

#[test]
fn bands_are_written_after_the_field() {
    let band = |text: &str, number: f64| {
        let group = Group::parse(text).unwrap();
        match group.banded(Value::Number(number)) {
            Value::Number(number) => group.label(number),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(band("elo:100", 2599.0), "2500-2599");
    assert_eq!(band("edge:100", -106.0), "-200 to -101");
    assert_eq!(band("edge:100", 0.0), "0-99");
    assert_eq!(band("year:10", 1999.0), "1990-1999");
    assert_eq!(band("score", 0.5), "0.5");
    let letter = Group::parse("eco:1").unwrap();
    assert_eq!(letter.banded(Value::borrowed("B90")), Value::borrowed("B"));
    assert_eq!(letter.to_string(), "eco:1");
    assert_eq!(Group::parse("rated:2"), Err(GroupError::NoBands("yes or no")));
    assert_eq!(Group::parse("elo:0"), Err(GroupError::Band("0".to_owned())));
    let nearest = |text: &str| match Group::parse(text) {
        Err(GroupError::Unknown(unknown)) => unknown.nearest,
        other => panic!("{other:?}"),
    };
    assert_eq!(nearest("colour"), Some("color"));
    assert_eq!(nearest("opponent-elo:100"), Some("opponentelo"));
    assert_eq!(nearest("nonsense"), None);
}

#[test]
fn tags_have_any_letter_case_and_facts_have_none() {
    let name = |text: &str| Field::parse(text).map(|field| field.name().to_owned());
    for text in ["Date", "date", "DATE"] {
        assert_eq!(name(text).as_deref(), Ok("date"));
    }
    assert_eq!(name("whiteelo").as_deref(), Ok("WhiteElo"));
    assert_eq!(name("Own_Tag").as_deref(), Ok("Own_Tag"));
    assert_ne!(Field::parse("ECO"), Field::parse("eco"));
    assert!(name("own_tag").is_err() && name("Own tag").is_err() && name("").is_err());
}

#[test]
fn dates_and_time_controls_are_read_as_people_write_them() {
    use pgnkit::game::Game;
    let value = |tag: &str, text: &str, word: &str| {
        let mut game = Game::new();
        game.tags_mut_unchecked().push(tag, text);
        let view = GameView::of(&game);
        let fact = FACTS.iter().find(|row| row.name == word).unwrap().fact;
        fact.value(&view, Color::White).map(|value| value.to_string()).unwrap_or_default()
    };
    for (text, date, year, month, day) in [
        ("2023.3.14", "2023.03.14", "2023", "3", "14"),
        ("2023/11/02", "2023.11.02", "2023", "11", "2"),
        ("14.03.2023", "2023.03.14", "2023", "3", "14"),
        ("03/14/2023", "2023.03.14", "2023", "3", "14"),
        ("03/04/2023", "2023.??.??", "2023", "?", "?"),
        ("2023.01.32", "2023.01.??", "2023", "1", "?"),
        ("2023.13.01", "2023.??.01", "2023", "?", "1"),
        ("2023-03-14T10:00", "2023.03.14", "2023", "3", "14"),
        ("14 Mar 2023", "2023.03.14", "2023", "3", "14"),
        ("soon", "?", "?", "?", "?"),
    ] {
        let found = ["date", "year", "month", "day"].map(|word| value("Date", text, word));
        assert_eq!(found, [date, year, month, day], "{text}");
    }
    for (text, kind, base, increment, speed) in [
        ("40/5400+30:1800+30", "moves", "5400", "30", "classical"),
        ("40/6000+30:20/3000+30:900+30", "moves", "6000", "30", "classical"),
        ("0+1", "increment", "0", "1", "bullet"),
        ("10+0.1", "increment", "10", "0.1", "bullet"),
        ("40/40+1", "moves", "40", "1", "bullet"),
        ("300d5", "delay", "300", "0", "blitz"),
        ("5400+30:1800+30", "increment", "5400", "30", "classical"),
        ("60 mins", "sudden-death", "3600", "0", "classical"),
        ("G/60", "sudden-death", "3600", "0", "classical"),
        ("90 min + 30 sec", "increment", "5400", "30", "classical"),
        ("blitz", "", "", "", ""),
    ] {
        let words = ["controlkind", "basetime", "increment", "speed"];
        let found = words.map(|word| value("TimeControl", text, word));
        assert_eq!(found, [kind, base, increment, speed], "{text}");
    }
}
