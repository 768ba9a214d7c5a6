//! Tables that others wrote, right and wrong.

use crate::opening::{Table, TableErrorKind};
use crate::read::Games;
use crate::testing::game;

const ROWS: &str =
    "eco\tname\tpgn\nB20\tSicilian\t1. e4 c5\nC60\tSpanish: Old, Odd\t1. e4 e5 2. Nf3 Nc6 3. Bb5\n";
const ENTRIES: &str = "# openings\n\nB20 \"Sicilian\" 1.e4 c5 *\nC60a1 \"Spanish: Old, Odd\"\n  1.e4 e5 2.Nf3\n  Nc6 3.Bb5 *\n";
const GAMES: &str = "{a table}\n\n[ECO \"B20\"]\n[Opening \"Sicilian\"]\n\n1. e4 c5 *\n\n[ECO \"C60\"]\n[Opening \"Spanish\"]\n[Variation \"Old\"]\n[SubVariation \"Odd\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n";

#[test]
fn three_forms_are_read() {
    let game = game("1. Nf3 e5 2. e4 Nc6 3. Bb5 a6 *");
    for text in [ROWS, ENTRIES, GAMES] {
        let table = Table::parse(text.as_bytes()).unwrap_or_else(|faults| panic!("{faults:?}"));
        assert_eq!((table.len(), table.n_plies_max()), (2, 5), "{text}");
        let opening = table.classify(&game).expect("an opening");
        assert_eq!((opening.code.to_string().as_str(), opening.ply), ("C60", 5));
        assert_eq!(opening.name.as_str(), "Spanish: Old, Odd");
        assert_eq!(opening.name.sub_variation(), Some("Odd"));
    }
}

#[test]
fn parts_that_came_apart_stay_apart() {
    let text = "[ECO \"A00\"]\n[Opening \"A: b, c\"]\n[Variation \"D, e\"]\n\n1. e4 *";
    let table = Table::parse(text.as_bytes()).expect("a table");
    let game = game("1. e4 *");
    let name = table.classify(&game).expect("an opening").name;
    assert_eq!((name.opening(), name.variation()), ("A: b, c", Some("D, e")));
    assert_eq!((name.sub_variation(), name.as_str()), (None, "A: b, c: D, e"));
}

#[test]
fn the_usual_array_may_have_a_name_and_the_later_line_counts() {
    let text =
        "A00 \"Start\" *\nA04 \"Reti\" 1.Nf3 d5 2.d4 *\nD02 \"Queen's Pawn\" 1.d4 d5 2.Nf3 *";
    let table = Table::parse(text.as_bytes()).expect("a table");
    let name = |moves: &[u8]| {
        let game = Games::new(moves).next().expect("one").expect("ok");
        table.classify(&game).map(|opening| (opening.name.to_string(), opening.ply))
    };
    assert_eq!(name(b"*"), Some(("Start".to_owned(), 0)));
    assert_eq!(name(b"1. Nf3 d5 2. d4 *"), Some(("Queen's Pawn".to_owned(), 3)));
}

#[test]
fn of_two_names_for_the_same_moves_the_last_counts_and_both_are_told() {
    let table = Table::parse(b"B20\tx\t1. e4\nB20\ty\t1. d4\nB21\tz\t1. e4").expect("a table");
    let game = game("1. e4 *");
    assert_eq!(table.classify(&game).expect("an opening").name.as_str(), "z");
    let told: Vec<String> = table.repeated().iter().map(ToString::to_string).collect();
    assert_eq!(told, ["line 3, column 7: these moves are \"B20 x\" in line 1; this line counts"]);
    let same = Table::parse(b"B20\tx\t1. e4\nB20\tx\t1. e4").expect("a table");
    assert_eq!(same.repeated(), []);
}

#[test]
fn tables_are_read_as_others_write_them() {
    for text in [
        "B00\t\"Mine: A\"\t1.e4 *\n",
        "B00a\t \"Mine: A\"\n\t1.e4\t*\n",
        "eco\tname\tpgn\tuci\tepd\nB00\tMine: A\t1. e4\te2e4\tx\n",
        "B00\tMine: A\t1. e4\te2e4\tx\n",
        "eco-volume\teco\tname\tpgn\tuci\tepd\nB\tB00\tMine: A\t1. e4\te2e4\tx\n",
    ] {
        let table = Table::parse(text.as_bytes()).unwrap_or_else(|faults| panic!("{faults:?}"));
        let game = game("1. e4 *");
        assert_eq!(table.classify(&game).expect("an opening").name.as_str(), "Mine: A", "{text}");
    }
    assert!(Table::parse(b"B00\tx\t1. e4\ty\n").is_err());
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let cases = [
        ("", "line 1, column 1: expected openings, found nothing"),
        ("# nothing\n", "line 1, column 1: expected openings, found nothing"),
        (
            "\nhello\n",
            "line 2, column 1: expected code, name and moves with tabs between them, games of PGN, \
             or a code and a name in quotes",
        ),
        ("B20\tx\n", "line 1, column 1: expected 3 columns (code, name, moves), found 2"),
        ("B2\tx\t1. e4", "line 1, column 1: expected a code from A00 to E99, found \"B2\""),
        ("F20\tx\t1. e4", "line 1, column 1: expected a code from A00 to E99, found \"F20\""),
        ("é\tx\t1. e4", "line 1, column 1: expected a code from A00 to E99, found \"é\""),
        ("B20\t \t1. e4", "line 1, column 5: expected a name, found none"),
        ("B20\tx\t", "line 1, column 7: expected moves, found none"),
        (
            "B20\té\t1. e4 c5 2. Nf9 d6",
            "line 1, column 19: expected a move that can be played, found \"Nf9\"",
        ),
        (
            "B20\tx\t1. e4 e4 2. d4",
            "line 1, column 13: expected a move that can be played, found \"e4\"",
        ),
        ("B20 \"x 1. e4 *\n", "line 1, column 6: expected a quote at the end of the name"),
        ("B20 \"x\" 1. e4\nB21 \"y\" 1. d4 *", "line 1, column 8: expected `*` after the moves"),
        ("B20 \"\" 1. e4 *", "line 1, column 6: expected a name, found none"),
        ("B20 x \"\" 1. e4 *", "line 1, column 5: expected a name, found none"),
        ("[ECO \"B20\"]\n\n1. e4 *", "line 1, column 1: expected a name, found none"),
        (
            "[Opening \"x\"]\n\n1. e4 *",
            "line 1, column 1: expected a code from A00 to E99, found \"\"",
        ),
        (
            "[ECO \"A00\"]\n[Opening \"x\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *",
            "line 1, column 1: expected moves from the usual start position",
        ),
        (
            "[ECO \"A00\"]\n[Opening \"x\"]\n\n1. e4 *\n\n[ECO \"A00\"]\n[Opening \"x\"]\n\n1. e5 *",
            "line 9, column 4: expected a move that can be played, found \"e5\"",
        ),
    ];
    for (text, expected) in cases {
        let faults = Table::parse(text.as_bytes()).expect_err(text);
        let told = faults.first().map(ToString::to_string);
        assert_eq!(told.as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn faults_are_counted_up_to_a_bound_and_none_hides_another() {
    let faults = Table::parse(b"B2\tx\t1. e4\nB20\ty\t1. d4\nB21\t\t1. c4").expect_err("two");
    let places: Vec<u64> = faults.iter().map(|fault| fault.location.line).collect();
    assert_eq!(places, [1, 3]);
    let many = "x\ty\n".repeat(1000);
    let faults = Table::parse(many.as_bytes()).expect_err("many");
    assert_eq!(faults.len(), Table::FAULTS_MAX);
    assert!(faults.iter().all(|fault| fault.kind == TableErrorKind::Columns(2)));
}

proptest::proptest! {
    #[test]
    fn no_text_makes_a_table_fail_otherwise(text in "([A-E][0-9]{2}[a-z]?[ \t\"]|e4|\\*|\\[ECO \"|[\"\n\t#{}()]|.){0,60}") {
        let _ = Table::parse(text.as_bytes());
    }
}
