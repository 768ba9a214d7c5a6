//! Encodings: which ones are recognized, and in which one files are written.

use crate::scratch::Dir;
use pgnkit::charset::{Encoding, encode};

fn bytes(text: &str, encoding: Encoding) -> Vec<u8> {
    encode(text, encoding).expect("the encoding has these characters").into_owned()
}

fn game(white: &str, comment: &str) -> String {
    format!(
        "[Event \"Cup\"]\n[White \"{white}\"]\n[Result \"1-0\"]\n\n1. e4 {{{comment}}} e5 1-0\n"
    )
}

const FILES: [(&str, &str, &[Encoding]); 5] = [
    (
        "Иванов, Сергей",
        "Хороший ход",
        &[Encoding::Windows1251, Encoding::Koi8R, Encoding::Ibm866, Encoding::Iso8859_5],
    ),
    ("Παπαϊωάννου, Ιωάννης", "καλή κίνηση", &[Encoding::Windows1253, Encoding::Iso8859_7]),
    ("Wojtaszek, Radosław", "białe mają przewagę", &[Encoding::Windows1250, Encoding::Iso8859_2]),
    ("Dvořák, Jiří", "Němec stojí lépe", &[Encoding::Windows1250, Encoding::Iso8859_2]),
    ("Müller, Jörg", "Schön – später", &[Encoding::Windows1252]),
];

/// Tables, queries, counts, formatting and copying see the same value.
#[test]
fn files_in_legacy_encodings_are_read_alike_by_all_verbs() {
    for (white, comment, encodings) in FILES {
        for &encoding in encodings {
            let text = game(white, comment);
            let dir = Dir::with("a.pgn", bytes(&text, encoding));
            let name = encoding.label();
            for option in ["auto", name] {
                let table = format!("convert -q a.pgn --encoding {option} --to jsonl");
                let table = dir.run(&format!("{table} --columns white"), 0).stdout.clone();
                assert!(table.contains(white), "{encoding:?} {option}: {table}");
                let found = dir.pgn().args("filter -q --count a.pgn --encoding").arg(option);
                let found = found.arg("--where").arg(&format!("White = \"{white}\"")).status(0);
                assert_eq!(found.stdout, "1\n", "{encoding:?} {option}");
                let copied = dir.run(&format!("cat -q a.pgn --encoding {option}"), 0);
                assert_eq!(copied.stdout, format!("{text}\n"), "{encoding:?} {option}");
                let once = dir.run(&format!("fmt -q a.pgn --encoding {option}"), 0).stdout.clone();
                assert!(once.contains(white) && once.contains(comment), "{once}");
                dir.file("once.pgn", &once);
                assert_eq!(dir.run("fmt -q once.pgn", 0).stdout, once);
            }
            let same = dir.run("cat -q a.pgn -o same.pgn --output-encoding same", 0);
            assert_eq!(same.stdout, "");
            assert_eq!(dir.read("same.pgn"), bytes(&format!("{text}\n"), encoding));
        }
    }
    let dir = Dir::with("a.pgn", bytes(&game("Иванов, Сергей", "Хороший ход"), Encoding::Koi8R));
    dir.run("fmt a.pgn -o b.pgn", 0).stderr_has("koi8-r");
    let found = dir.run("check a.pgn --select L029", 1);
    assert!(
        found.stdout.contains("koi8-r") && found.stdout.contains("--encoding"),
        "{}",
        found.stdout
    );
    dir.run("cat a.pgn --encoding klingon", 2).stderr_has("windows-1251");
}

#[test]
fn one_cut_byte_spoils_nothing_else() {
    let text = b"[White \"\xd0\x9d\xd0\xb5\xd0\xbf\xd0\xbe\"]\n[Black \"J\xc3\xa4ger\xc3, G\xc3\xbcnter\"]\n\
        \n1. e4 {M\xfcller} e5 {sp\xc3\xa4ter} *\n";
    let dir = Dir::with("a.pgn", text);
    let table = dir.run("convert -q a.pgn --to csv --columns white,black", 0).stdout.clone();
    assert_eq!(table, "white,black\nНепо,\"JägerÃ, Günter\"\n");
    let once = dir.run("fmt -q a.pgn", 0).stdout.clone();
    assert!(once.contains("{Müller}") && once.contains("{später}"), "{once}");
    let found = dir.run("check a.pgn --select L028", 1);
    assert!(
        found.stdout.contains("a.pgn:2:14") && found.stdout.contains("L028"),
        "{}",
        found.stdout
    );
}

const LATIN1: &[u8] = b"[White \"J\xF6rg\"]\n\n1. e4 *\n";
const UTF8: &[u8] = b"[White \"J\xC3\xB6rg\"]\n\n1. d4 *\n";

#[test]
fn copied_games_have_one_encoding() {
    let dir = Dir::with("a.pgn", [LATIN1, b"\n", UTF8].concat());
    dir.file("b.pgn", LATIN1);
    for verb in ["cat", "sort", "merge", "filter", "dedupe", "tag --set Site=x"] {
        dir.run(&format!("{verb} -q a.pgn b.pgn -o out.pgn"), 0);
        let out = dir.read("out.pgn");
        let text = std::str::from_utf8(&out);
        assert!(text.is_ok_and(|text| text.contains("Jörg")), "{verb}: {}", out.escape_ascii());
    }
    for verb in ["cat", "sort", "filter"] {
        dir.run(&format!("{verb} -q a.pgn b.pgn -o out.pgn --output-encoding same"), 0);
        let out = dir.read("out.pgn");
        assert!(std::str::from_utf8(&out).is_err(), "{verb}: {}", out.escape_ascii());
    }
    dir.run("fmt a.pgn --output-encoding same", 2).stderr_has("--output-encoding");
}

#[test]
fn an_edit_in_place_keeps_the_encoding_where_it_fits() {
    let set = |bytes: &[u8], site: &str| {
        let dir = Dir::with("a.pgn", bytes);
        let ran = dir.pgn().args("tag -w a.pgn --set").arg(&format!("Site={site}")).status(0);
        (dir.read("a.pgn"), ran.stderr)
    };
    let latin1 = [LATIN1, b"\n[White \"Tal\"]\n\n1. c4 *\n"].concat();
    let (kept, said) = set(&latin1, "Köln");
    let expected = b"[Site \"K\xF6ln\"]\n[White \"J\xF6rg\"]\n\n1. e4 *\n\n\
        [Site \"K\xF6ln\"]\n[White \"Tal\"]\n\n1. c4 *\n";
    assert_eq!(kept.escape_ascii().to_string(), expected.escape_ascii().to_string());
    assert!(!said.contains("UTF-8"), "{said}");
    for site in ["Żółć", "Москва", "Ã©"] {
        let (changed, said) = set(&latin1, site);
        let text = String::from_utf8(changed).expect("UTF-8");
        assert!(text.contains(site) && text.contains("Jörg"), "{text}");
        assert!(said.contains("does not fit iso-8859-1"), "{said}");
    }
    let (mixed, said) = set(&[LATIN1, b"\n", UTF8].concat(), "x");
    assert!(std::str::from_utf8(&mixed).is_ok() && said.contains("UTF-8"), "{said}");
    let cyrillic = bytes(&game("Иванов, Сергей", "Хороший ход"), Encoding::Windows1251);
    let (kept, _) = set(&cyrillic, "Москва");
    assert_eq!(
        kept,
        bytes(
            &game("Иванов, Сергей", "Хороший ход").replace("[White", "[Site \"Москва\"]\n[White"),
            Encoding::Windows1251
        )
    );
    // Nothing to edit: not a byte changes.
    let dir = Dir::with("a.pgn", [LATIN1, b"\n", UTF8].concat());
    let nothing = dir.pgn().args("tag -q -w a.pgn --set Site=x --where");
    nothing.arg("White = \"Nobody\"").status(0);
    assert_eq!(dir.read("a.pgn"), [LATIN1, b"\n", UTF8].concat());
}

#[test]
fn a_mix_of_encodings_is_reported() {
    let dir = Dir::with("a.pgn", [LATIN1, b"\n", UTF8].concat());
    let found = dir.run("check a.pgn --select L030", 1).stdout.clone();
    assert!(found.contains("L030") && found.contains("pgn cat"), "{found}");
    dir.file("b.pgn", b"[White \"J\xF6rg\"]\n[Black \"J\xC3\xB6rg\"]\n\n1. e4 {\xFC} *\n");
    dir.run("check -q b.pgn --select L030 --fix", 0);
    let fixed = String::from_utf8(dir.read("b.pgn")).expect("UTF-8");
    assert_eq!(fixed, "[White \"Jörg\"]\n[Black \"Jörg\"]\n\n1. e4 {ü} *\n");
    dir.file("c.pgn", LATIN1);
    dir.run("check c.pgn --select L030", 0);
    dir.file("d.pgn", UTF8);
    dir.run("check d.pgn --select L030", 0);
}
