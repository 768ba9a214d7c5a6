//! `pgn dedupe`: which games are dropped and kept, where copies go, the report, errors.

use std::fs;

use crate::scratch::{Dir, games};

/// A game with these tags and this movetext.
fn game(tags: &str, movetext: &str) -> String {
    let pairs = tags.split(';').filter_map(|pair| pair.split_once('='));
    let tags: String = pairs.map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    format!("{tags}\n{movetext}\n\n")
}

const SPANISH: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 \
                       8. c3 O-O 9. h3 Bb7 10. d4 Re8";
const LINARES: &str = "Event=Linares;Date=1993.02.27;Round=10;White=Kasparov, Garry;\
                       Black=Karpov, Anatoly;Result=1-0";

#[test]
fn one_copy_of_each_game_stays() {
    let dir = Dir::new();
    let first = game(LINARES, &format!("{SPANISH} 1-0"));
    let respelled = game(
        &LINARES.replace("Kasparov, Garry", "Kasparow,G").replace("Karpov, Anatoly", "A Karpov"),
        &format!("{} 1-0", SPANISH.replace("O-O", "0-0").replace(". ", ".")),
    );
    let cut = game(LINARES, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 1-0");
    let tail = game(LINARES, &format!("{SPANISH} Ke4 Kd5 1-0"));
    let other = game(&LINARES.replace("Round=10", "Round=12"), &format!("{SPANISH} 1-0"));
    let nulls = game(&LINARES.replace("27", "??"), &format!("{SPANISH} -- -- 1-0"));
    dir.file("a.pgn", [&cut, &other, &first].map(String::as_str).concat());
    dir.file("b.pgn", [&respelled, &tail, &nulls].map(String::as_str).concat());
    let ran = dir.run("dedupe a.pgn b.pgn --rejects out.pgn", 0);
    ran.stdout_is([other.as_str(), first.as_str()].concat());
    let summary = "pgn: 6 games, 4 copies of 1 game: 1 with the same moves, 1 cut short, 2 except for a \
                   tail\n";
    assert!(ran.stderr.contains(summary), "{}", ran.stderr);
    let rejects = [&cut, &respelled, &tail, &nulls].map(String::as_str).concat();
    assert_eq!(String::from_utf8(dir.read("out.pgn")).unwrap(), rejects);
}

/// Pairs of games, and whether they are one.
fn pairs() -> Vec<(&'static str, String, String, bool)> {
    let tags = "Event=Match;Date=2001.01.01;White=A, B;Black=C, D;Result=1/2-1/2";
    let quick = "1. e4 e5 2. Nf3 Nf6 3. Nxe5 1/2-1/2";
    let long = format!("{SPANISH} 11. Nbd2 Bf8 12. a4 h6 13. Bc2 exd4 14. cxd4 Nb4 1-0");
    let at = |round: &str| format!("{tags};Round={round}");
    let no_moves = |black: &str| game(&format!("White=A;Black={black};Result=1-0"), "1-0");
    vec![
        ("the same text", game(&at("1"), quick), game(&at("1"), quick), true),
        ("other rounds", game(&at("1"), quick), game(&at("2"), quick), false),
        (
            "no rounds, an annotation",
            game(tags, quick),
            game(tags, &quick.replace("e5", "e5 {x}")),
            true,
        ),
        ("an Elo more", game(&at("1"), quick), game(&(at("1") + ";WhiteElo=2500"), quick), true),
        (
            "no rounds, an Elo more",
            game(tags, quick),
            game(&format!("{tags};WhiteElo=2500"), quick),
            false,
        ),
        ("other people", game(tags, quick), game(&tags.replace("C, D", "E, F"), quick), false),
        ("no moves", no_moves("B"), no_moves("B"), true),
        ("no moves, other people", no_moves("B"), no_moves("C"), false),
        (
            "no moves, one moves",
            no_moves("B"),
            game("White=A;Black=B;Result=1-0", "1. e4 1-0"),
            false,
        ),
        ("ended early", game(tags, "1. e4 e5 2. Nf3 Nc6 1/2-1/2"), game(tags, &long), false),
        (
            "other links",
            game(&format!("Site=https://lichess.org/abcdefgh;{tags}"), &long),
            game(&format!("Site=https://lichess.org/hgfedcba;{tags}"), &long),
            false,
        ),
        (
            "other times",
            game(&format!("{tags};UTCTime=10:00:00"), &long),
            game(&format!("{tags};UTCTime=11:00:00"), &long),
            false,
        ),
        (
            "another start",
            game(tags, &long),
            game(
                &format!(
                    "{tags};SetUp=1;FEN=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1"
                ),
                &long.replace("2. Nf3", "2. d3"),
            ),
            false,
        ),
        ("a year later", game(tags, &long), game(&tags.replace("2001", "2002"), &long), false),
        (
            "a day later",
            game(&at("1"), &long),
            game(&at("1").replace("01.01", "01.02"), &long),
            true,
        ),
        ("nobody known", game(tags, &long), game("White=?;Black=?;Result=1-0", &long), false),
    ]
}

#[test]
fn quick_games_and_other_games_stay() {
    let dir = Dir::new();
    for (what, one, other, is_one) in pairs() {
        for text in [one.clone() + &other, other.clone() + &one] {
            let ran = dir.feed("dedupe -q", &text, 0);
            let n = ran.stdout.matches("[White ").count();
            assert_eq!(n == 1, is_one, "{what}: {}", ran.stdout);
        }
    }
}

#[test]
fn the_better_copy_stays() {
    let dir = Dir::new();
    let plain = game(LINARES, &format!("{SPANISH} 1-0"));
    let tagged = game(&format!("{LINARES};ECO=C92;WhiteElo=2805"), &format!("{SPANISH} 1-0"));
    let dated = plain.replace("1993.02.27", "1993.02.??");
    let annotated = game(LINARES, &format!("{} {{Zaitsev}} 1-0", &SPANISH[..SPANISH.len() - 4]));
    let timed = game(LINARES, &format!("{SPANISH} {{[%clk 0:01:00]}} 1-0"));
    let spaced = plain.replace("1. e4", "1.   e4");
    let cases = [
        ("", vec![&plain, &annotated, &tagged], &annotated),
        ("--prefer longer", vec![&annotated, &plain, &tagged], &tagged),
        ("--prefer longer,annotated", vec![&annotated, &plain], &plain),
        ("", vec![&plain, &tagged], &tagged),
        ("", vec![&dated, &plain], &plain),
        ("", vec![&plain, &timed], &timed),
        ("", vec![&plain, &spaced], &plain),
    ];
    for (options, all, expected) in cases {
        let text: String = all.iter().map(|it| it.as_str()).collect();
        dir.feed(&format!("dedupe {options}"), &text, 0).stdout_is(expected);
    }
    dir.run("dedupe --prefer newer x.pgn", 2).stderr_has("found `newer`");
}

#[test]
fn what_is_asked_for_is_what_is_compared() {
    let dir = Dir::new();
    let one = game("White=A;Result=1-0", &format!("{SPANISH} 1-0"));
    let other = game("White=B;Result=0-1", &format!("{SPANISH} 0-1"));
    let turned = one.replace("2. Nf3 Nc6 3. Bb5 a6", "2. Bb5 a6 3. Nf3 Nc6");
    let setup = game("SetUp=1;FEN=4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "1. e4 *");
    let setup_too = setup.replace("e4", "e3");
    let cases = [
        ("", vec![&one, &other], 2),
        ("--by moves", vec![&one, &other, &turned], 2),
        ("--by exact", vec![&one, &other, &one], 2),
        ("--fuzzy-depth 0", vec![&one, &turned, &other], 1),
        ("--fuzzy-depth 4", vec![&one, &turned], 2),
        ("--fuzzy-depth 99", vec![&one, &one], 2),
        ("--same-setup", vec![&one, &one, &setup, &setup_too], 3),
    ];
    for (options, all, expected) in cases {
        let text: String = all.iter().map(|it| it.as_str()).collect();
        let ran = dir.feed(&format!("dedupe {options}"), &text, 0);
        let n = ran.stdout.matches("\n\n1. e").count();
        assert_eq!(n, expected, "{options}: {}", ran.stdout);
    }
}

#[test]
fn games_seen_before_are_dropped_and_not_written() {
    let dir = Dir::new();
    let [one, two, three] = ["Kasparov, G", "Short, N", "Anand, V"]
        .map(|white| game(&LINARES.replace("Kasparov, Garry", white), &format!("{SPANISH} 1-0")));
    dir.file("mine.pgn", format!("{two}{one}"));
    dir.file("new.pgn", format!("{one}{three}"));
    let line = "dedupe --against mine.pgn new.pgn --report r.jsonl --rejects seen.pgn";
    dir.run(line, 0).stdout_is(three);
    assert_eq!(String::from_utf8(dir.read("seen.pgn")).unwrap(), one);
    let report = String::from_utf8(dir.read("r.jsonl")).unwrap();
    let group: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(
        (group["kept"]["file"].as_str(), group["kept"]["game"].as_u64()),
        (Some("mine.pgn"), Some(2))
    );
    assert_eq!(group["copies"][0]["why"]["rule"], "seen");
}

#[test]
fn each_selection_is_what_it_says() {
    let dir = Dir::new();
    let one = game(LINARES, &format!("{SPANISH} 1-0"));
    let more = one.replace("Re8", "Re8 11. Nbd2");
    let alone = game("White=A", "1. d4 *");
    let text = format!("{one}{alone}{more}");
    for (which, expected) in [
        ("kept", format!("{alone}{more}")),
        ("copies", one.clone()),
        ("groups", format!("{one}{more}")),
        ("single", alone.clone()),
    ] {
        let line = format!("dedupe --which {which} --rejects rest.pgn");
        let ran = dir.feed(&line, &text, 0);
        ran.stdout_is(expected);
        let output_count = ran.stdout.len() + dir.read("rest.pgn").len();
        assert_eq!(output_count, text.len(), "{which}");
    }
}

#[test]
fn copies_give_what_they_have() {
    let dir = Dir::new();
    let one = game(LINARES, &format!("{SPANISH} 11. Nbd2 $1 1-0"));
    let two = game(
        &format!("{LINARES};ECO=C92"),
        &format!("{} {{Zaitsev}} (9... Na5) 10. d4 Re8 1-0", &SPANISH[..SPANISH.len() - 10]),
    );
    let tail = game(LINARES, &format!("{SPANISH} -- {{board}} -- 1-0"));
    let kings = game(LINARES, &format!("{SPANISH} Ke4 Kd5 1-0"));
    dir.file("a.pgn", [&one, &two, &tail, &kings].map(String::as_str).concat());
    let line = "dedupe --merge a.pgn -o out.pgn --rejects rest.pgn --report r.jsonl";
    dir.run(line, 0);
    let expected = two.replace("10. d4 Re8 1-0", "10. d4 Re8 11. Nbd2 $1 1-0");
    assert_eq!(String::from_utf8(dir.read("out.pgn")).unwrap(), expected);
    let report = String::from_utf8(dir.read("r.jsonl")).unwrap();
    let group: serde_json::Value = serde_json::from_str(&report).unwrap();
    // The games that were there before are in the report and among the rejects.
    assert_eq!(group["kept"]["before"], two);
    assert_eq!(group["copies"][0]["gave"]["moves"], 1);
    assert_eq!(String::from_utf8(dir.read("rest.pgn")).unwrap(), format!("{one}{tail}{kings}"));
}

#[test]
fn the_report_is_read_by_people_too() {
    let dir = Dir::new();
    let one = game(LINARES, &format!("{SPANISH} 1-0"));
    dir.file("a.pgn", format!("{one}{}", one.replace("Re8", "Re8 11. Nbd2")));
    dir.run("dedupe a.pgn -o out.pgn --report r.txt", 0);
    let place = |n: u32, line: u32, plies: u32| {
        let players = "Kasparov, Garry - Karpov, Anatoly";
        format!("a.pgn:{line}: game {n}: {players}, Linares (10) 1993.02.27, 1-0, {plies} plies")
    };
    let expected = format!(
        "group 1\n  kept  {}\n  copy  {}\n        \
         cut short (20 plies); players alike, date equal, event alike, round equal, result equal\n\
         \x20       the other one stays: longer\n\n",
        place(2, 10, 21),
        place(1, 1, 20)
    );
    assert_eq!(String::from_utf8(dir.read("r.txt")).unwrap(), expected);
    dir.run("dedupe a.pgn -o out.pgn --report r.txt --format jsonl", 0);
    assert!(dir.read("r.txt").starts_with(b"{\"group\":1,"));
}

#[test]
fn memory_threads_and_pipes_do_not_show() {
    let dir = Dir::new();
    let text = games(3_000) + &games(2_000) + &game(LINARES, &format!("{SPANISH} 1-0"));
    dir.file("a.pgn", &text);
    let whole = dir.run("dedupe a.pgn --report a.jsonl -j 1", 0);
    assert_eq!(whole.stdout.matches("[White ").count(), 3_001);
    fs::create_dir(dir.at("temp")).unwrap();
    let line = "dedupe --memory 0 --temp temp -j 3 --report b.jsonl";
    let piped = dir.feed(line, &text, 0);
    assert!(piped.stdout == whole.stdout);
    let report = String::from_utf8(dir.read("b.jsonl")).unwrap().replace("<stdin>", "a.pgn");
    assert!(report.as_bytes() == dir.read("a.jsonl"));
    assert_eq!(fs::read_dir(dir.at("temp")).unwrap().count(), 0);
    // In its own output nothing more is dropped.
    let again = dir.feed("dedupe", &whole.stdout, 0);
    assert!(again.stdout == whole.stdout);
}

#[test]
fn many_games_that_are_all_the_same_cost_no_square() {
    let dir = Dir::new();
    let empty: String = (0..40_000).map(|n| game(&format!("White=P{n}"), "1-0")).collect();
    let same = game("White=A", "1-0").repeat(20_000);
    let short: String =
        (0..5_000).map(|n| game(&format!("White=P{n}"), "1. e4 e5 2. Nf3 Nc6 1-0")).collect();
    dir.file("a.pgn", empty + &same + &short);
    let ran = dir.run("dedupe a.pgn --dry-run", 0);
    ran.stderr_has("65000 games, 19999 copies of 1 game").stdout_is("");
}

#[test]
fn trouble_is_told_and_the_old_file_stays() {
    let dir = Dir::with("a.pgn", game(LINARES, &format!("{SPANISH} 1-0")).repeat(2));
    dir.file("out.pgn", "old");
    let ran = dir.run("dedupe a.pgn missing.pgn", 2);
    ran.stdout_is(game(LINARES, &format!("{SPANISH} 1-0")));
    assert_eq!(ran.stderr.matches("missing.pgn").count(), 1, "{}", ran.stderr);
    let line = "dedupe a.pgn --temp nowhere -o out.pgn";
    let ran = dir.pgn().args(line).stdin("x").output();
    assert!(ran.status == Some(0) || ran.stderr.contains("nowhere"), "{}", ran.stderr);
    dir.feed("dedupe --temp nowhere -o out2.pgn", "1. e4 *", 2)
        .stderr_has("temporary files in nowhere");
    for line in [
        "dedupe a.pgn -o a.pgn",
        "dedupe a.pgn -o b.pgn --rejects b.pgn",
        "dedupe a.pgn --report a.pgn",
    ] {
        let ran = dir.run(line, 2);
        assert!(
            ran.stderr.contains("is also") || ran.stderr.contains("both"),
            "{line}: {}",
            ran.stderr
        );
    }
    dir.file("page.pgn", "<html><body>\n<p>no games\n</body></html>\n");
    dir.run("dedupe page.pgn a.pgn --dry-run", 2).stderr_has("2 games, 1 copy");
}

#[test]
fn only_what_is_selected_is_compared_and_written() {
    let dir = Dir::new();
    let copies = games(600) + &games(600);
    dir.file("all.pgn", &copies);
    let [odd, even] = ["White ~ /[13579]$/", "not White ~ /[13579]$/"];
    let mut game_count = 0;
    for (which, name) in [(odd, "odd"), (even, "even")] {
        let selected = dir.pgn().args("filter all.pgn --where").arg(which).status(0).stdout;
        let once = dir.feed("dedupe -", &selected, 0).stdout;
        for memory in ["64M", "0"] {
            let line =
                format!("dedupe all.pgn -j 3 --memory {memory} --rejects {name}.pgn --where");
            let ran = dir.pgn().args(&line).arg(which).status(0);
            ran.stderr_ends("not selected\n");
            assert!(ran.stdout == once, "{name} {memory}");
        }
        let rejects = String::from_utf8(dir.read(&format!("{name}.pgn"))).unwrap();
        game_count += [once, rejects].concat().matches("[White ").count();
    }
    assert_eq!(game_count, 1_200);
    let line = "dedupe all.pgn --merge -o united.pgn --rejects rest.pgn --report r.jsonl --where";
    dir.pgn().args(line).arg(odd).status(0);
    let united = String::from_utf8(dir.read("united.pgn")).unwrap();
    assert_eq!(united.matches("[White ").count(), 300);
}

#[test]
fn what_was_seen_before_is_seen_whatever_is_selected() {
    let dir = Dir::with("old.pgn", games(4));
    dir.file("new.pgn", games(6));
    let ran = dir.pgn().args("dedupe --against old.pgn new.pgn --where file=\"new.pgn\"").output();
    let again = dir.pgn().args("dedupe --against old.pgn new.pgn").output();
    assert_eq!(ran.status(0).stdout, again.status(0).stdout);
}
