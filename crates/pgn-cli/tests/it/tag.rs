//! `pgn tag`: it changes what the options name, and no other byte.
//!
//! Standard: §8.1. Decisions: D-14, D-15, D-22.

use crate::scratch::{Dir, games, pack};
use pgn_db::source::Compression;

/// Everything about its form is unusual.
const ODD: &str = "% an escape\r\n[White   \"T\\\"al\"]\r\n[Date\"1960.03.??\"] [Foo \"1\"]\r\n\r\n\
    1.e4!  {  best }e5 (1...c5 ; Sicilian\r\n2.Nf3)2 Nf3   Nc6 1-0\r\n\r\n\r\n";

#[track_caller]
fn tagged(text: &str, options: &str) -> String {
    let dir = Dir::with("a.pgn", text);
    let ran = dir.pgn().args("tag -q a.pgn").args(options).status(0);
    // On the way to a file and in place it is the same.
    dir.pgn().args("tag -q a.pgn -o b.pgn").args(options).status(0);
    dir.pgn().args("tag -q -w a.pgn").args(options).status(0);
    assert_eq!(String::from_utf8_lossy(&dir.read("a.pgn")), ran.stdout, "{options}");
    assert_eq!(String::from_utf8_lossy(&dir.read("b.pgn")), ran.stdout, "{options}");
    // Done twice is done once, and a check finds nothing to do.
    dir.pgn().args("tag -q --check a.pgn").args(options).status(0);
    ran.stdout
}

/// A name in another letter case is the tag that it is read as.
#[test]
fn tags_in_another_letter_case_are_set_as_they_are_read() {
    let game = |tags: &str| format!("{tags}\n\n1. e3 b6 *\n");
    for (tags, options, expected) in [
        ("[white \"Ash\"]", "--set White=X", "[white \"X\"]"),
        ("[WHITE \"Ash\"]\n[Black \"B\"]", "--set White=X", "[WHITE \"X\"]\n[Black \"B\"]"),
        ("[white \"A\"]\n[White \"B\"]", "--set White=X", "[white \"A\"]\n[White \"X\"]"),
        ("[white \"?\"]", "--default White=X", "[white \"X\"]"),
        ("[white \"Ash\"]", "--default White=X", "[white \"Ash\"]"),
        ("[eco \"A00\"]", "--set ECO=B00", "[eco \"B00\"]"),
        ("[result \"*\"]", "--set Result=*", "[result \"*\"]"),
        ("[Variant \"?\"]", "--set Variant=Suicide", "[Variant \"Suicide\"]"),
        ("[variant \"?\"]", "--set Variant=Suicide", "[variant \"Suicide\"]"),
        ("[white \"Ash\"]\n[Black \"B\"]", "--delete White", "[Black \"B\"]"),
        (
            "[white \"Ash\"]\n[Black \"B\"]",
            "--rename White=Annotator",
            "[Annotator \"Ash\"]\n[Black \"B\"]",
        ),
        (
            "[white \"Ash\"]\n[Black \"B\"]",
            "--rename white=White",
            "[White \"Ash\"]\n[Black \"B\"]",
        ),
        ("[Foo \"1\"]\n[white \"A\"]", "--rename Foo=White", "[Foo \"1\"]\n[white \"A\"]"),
        ("[mood \"a\"]", "--set Mood=b", "[Mood \"b\"]\n[mood \"a\"]"),
    ] {
        assert_eq!(tagged(&game(tags), options), game(expected), "{options}");
    }
    let seven = tagged(&game("[white \"Ash\"]\n[Foo \"1\"]"), "--seven");
    assert!(seven.contains("[white \"Ash\"]") && !seven.contains("[White "), "{seven}");
}

/// A game whose rules only its Event names keeps them.
#[test]
fn a_new_event_keeps_the_rules() {
    let game = |tags: &str| format!("{tags}\n\n1. e3 b6 *\n");
    for (event, options, expected) in [
        ("FICS rated suicide game", "--set Event=Cup", "[Event \"Cup\"]\n[Variant \"Suicide\"]"),
        ("FICS rated losers game", "--set Event=Cup", "[Event \"Cup\"]\n[Variant \"losers\"]"),
        ("FICS rated wild/fr game", "--set Event=Cup", "[Event \"Cup\"]\n[Variant \"Chess960\"]"),
        ("FICS rated blitz game", "--set Event=Cup", "[Event \"Cup\"]"),
        (
            "FICS rated suicide game",
            "--set Site=X",
            "[Event \"FICS rated suicide game\"]\n[Site \"X\"]",
        ),
    ] {
        let text = game(&format!("[Event \"{event}\"]"));
        assert_eq!(tagged(&text, options), game(expected), "{event} {options}");
    }
    let dir = Dir::with("a.pgn", game("[Event \"Rated Suicide game\"]"));
    dir.file("names.tsv", "event\tRated Suicide game\tCup\n");
    dir.run("names apply --changes names.tsv -q -w a.pgn", 0);
    let written = String::from_utf8(dir.read("a.pgn")).unwrap();
    assert_eq!(written, game("[Event \"Cup\"]\n[Variant \"Suicide\"]"));
}

#[test]
fn only_what_is_asked_for_changes() {
    let (white, foo) = ("[White   \"T\\\"al\"]", "[Foo \"1\"]");
    let cases = [
        ("--set White=Tal", ODD.replace(white, "[White \"Tal\"]")),
        ("--set Foo=2", ODD.replace("[Foo \"1\"]", "[Foo \"2\"]")),
        // The tags are not in the order of export form: it comes last.
        ("--set Bar={year}", ODD.replace(foo, &format!("{foo}\r\n[Bar \"1960\"]"))),
        ("--delete Foo", ODD.replace(" [Foo \"1\"]", "")),
        ("--delete F*", ODD.replace(" [Foo \"1\"]", "")),
        ("--delete Nothing", ODD.to_owned()),
        ("--rename Foo=Baz", ODD.replace(" [Foo \"1\"]", "\r\n[Baz \"1\"]")),
        ("--rename Foo=White", ODD.to_owned()),
        ("--default Foo=2", ODD.to_owned()),
        ("--set Foo={Unheard}{White}", ODD.to_owned()),
    ];
    for (options, expected) in cases {
        assert_eq!(tagged(ODD, options), expected, "{options}");
    }
}

/// Whichever step changes the start position, the moves stay legal or the game stays unchanged.
#[test]
fn another_start_is_not_put_under_the_moves() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let other = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    let from_end = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. O-O Kd7 *\n\n");
    let usual = format!("[Foo \"{fen}\"]\n[Result \"1-0\"]\n\n1. e4 e5 (1... c5) 1-0\n\n");
    let empty = "[White \"A\"]\n\n*\n\n";
    for (text, options) in [
        (&*usual, &["--set", &format!("FEN={fen}")][..]),
        (&usual, &["--default", &format!("FEN={other}")]),
        (&usual, &["--rename", "Foo=FEN"]),
        (&usual, &["--set", "FEN=nothing"]),
        (&usual, &["--set", "Variant=Dice chess"]),
        (&usual, &["--set", "Result=abandoned"]),
        (&from_end, &["--delete", "FEN"]),
        (&from_end, &["--delete", "*"]),
        (&from_end, &["--rename", "FEN=Foo"]),
        (empty, &["--set", "FEN=nothing"]),
    ] {
        let dir = Dir::with("a.pgn", text);
        let run = |more: &[&str]| dir.pgn().args("tag a.pgn").list(options).list(more).output();
        let ran = run(&[]).status(2);
        assert!(ran.stderr.contains("the game was not changed"), "{options:?}: {}", ran.stderr);
        assert_eq!(ran.stdout, text, "{options:?}");
        run(&["-w"]).status(2);
        assert_eq!(dir.read("a.pgn"), text.as_bytes(), "{options:?}");
        assert_ne!(run(&["--force"]).status(0).stdout, text, "{options:?}");
    }
    let dir = Dir::with("a.pgn", &usual);
    let legal = fen_of_the_start();
    let ran = dir.pgn().args("tag -q a.pgn").list(&["--set", &format!("FEN={legal}")]).status(0);
    ran.stdout_has("1. e4 e5 (1... c5) 1-0");
}

fn fen_of_the_start() -> String {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned()
}

#[test]
fn a_result_changes_the_marker_too() {
    let text = "[Result \"1-0\"]\n\n1. e4 1-0\n";
    for (options, expected) in [
        ("--set Result=0-1", "[Result \"0-1\"]\n\n1. e4 0-1\n"),
        ("--set Result=*", "[Result \"*\"]\n\n1. e4 *\n"),
        ("--set Result=½-½", "[Result \"½-½\"]\n\n1. e4 1/2-1/2\n"),
        ("--set Result=1-0", text),
        ("--set Result={result}", text),
    ] {
        assert_eq!(tagged(text, options), expected, "{options}");
    }
    let unknown = "[Result \"?\"]\n\n1. e4 *\n";
    assert_eq!(tagged(unknown, "--default Result=0-1"), "[Result \"0-1\"]\n\n1. e4 0-1\n");
}

#[test]
fn words_are_computed() {
    let text = "[White \"A\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *\n\n[White \"B\"]\n\n*\n";
    let tags = |options: &str| -> Vec<String> {
        let text = tagged(text, options);
        let lines = text.lines().filter_map(|line| line.strip_prefix("[X \""));
        lines.map(|line| line.trim_end_matches("\"]").to_owned()).collect()
    };
    assert_eq!(tags("--set X={plycount}/{movecount}/{totalplies}"), ["3/2/5", "0/0/0"]);
    assert_eq!(tags("--set X={game}:{White}:{result}"), ["1:A:*", "2:B:*"]);
    assert_eq!(tags("--set X={key}"), ["8f8ab1f8b8f8dcd5", "463b96181691fc9c"].map(key_of));
    assert_eq!(tags("--set X={eco}:{opening}"), ["C40:King's Knight Opening"]);
    assert_eq!(tags("--set X={ends}"), [""; 0]);
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    assert_eq!(tags("--set X={fen}")[0], fen);
}

#[test]
fn places_are_those_of_the_text_that_was_read() {
    let dir = Dir::with("a.pgn", "1. e4 *\n\n\n[White \"B\"]\n\n*\n");
    let ran = dir.run("tag -q --set X={file}:{line} a.pgn", 0);
    ran.stdout_starts("[X \"a.pgn:1\"]\n\n1. e4 *\n");
    ran.stdout_ends("[White \"B\"]\n[X \"a.pgn:4\"]\n\n*\n");
}

/// The first key is not known by heart; the second is that of the usual start.
fn key_of(key: &str) -> String {
    match key {
        "463b96181691fc9c" => key.to_owned(),
        _ => {
            let dir = Dir::with("a.pgn", "1. e4 e5 2. Nf3 *\n");
            let ran = dir.run("tag -q --set X={key} a.pgn", 0);
            ran.stdout[4..20].to_owned()
        }
    }
}

#[test]
fn results_are_made_to_agree() {
    let cases = [
        ("[Result \"1-0\"]\n\n1. e4 *\n", "[Result \"1-0\"]\n\n1. e4 1-0\n"),
        ("[Result \"*\"]\n\n1. e4 1-0\n", "[Result \"1-0\"]\n\n1. e4 1-0\n"),
        ("[Result \"0-1\"]\n\n1. e4 1-0\n", "[Result \"0-1\"]\n\n1. e4 0-1\n"),
        ("[Result \"1-0\"]\n\n1. e4 1-0 ; x\n", "[Result \"1-0\"]\n\n1. e4 1-0 ; x\n"),
        ("[White \"A\"]\n\n1. e4 1/2\n", "[White \"A\"]\n[Result \"1/2-1/2\"]\n\n1. e4 1/2\n"),
        (
            "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n",
            "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n",
        ),
        ("[Result \"*\"]\n\n1. e4 *\n", "[Result \"*\"]\n\n1. e4 *\n"),
    ];
    for (text, expected) in cases {
        assert_eq!(tagged(text, "--fix-results"), expected);
    }
}

#[test]
fn tags_are_put_in_order() {
    let text =
        "[ECO \"A\"]\n[White \"w\"]\n[FEN \"8/8/8/8/8/8/8/Kk6 w - - 0 1\"]\n[Event \"e\"]\n\n*\n";
    let order = |options: &str| -> String {
        let text = tagged(text, options);
        let names = text.lines().filter_map(|line| line.strip_prefix('['));
        names.map(|line| line.split(' ').next().unwrap_or_default()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(order("--order standard"), "Event White ECO FEN");
    assert_eq!(order("--order Event,ECO"), "Event ECO White FEN");
    assert_eq!(order("--order Event,ECO --only-listed"), "Event ECO FEN");
    assert_eq!(order("--seven"), "Event Site Date Round White Black Result FEN");
    let dir = Dir::with("a.pgn", text);
    dir.file("order.txt", "White\n\nEvent\n");
    dir.run("tag -q --order order.txt a.pgn", 0)
        .stdout_starts("[White \"w\"]\n[Event \"e\"]\n[ECO");
}

#[test]
fn players_get_ratings_and_numbers() {
    let dir = Dir::with("a.pgn", "[White \"TAL,MIKHAIL\"]\n[Black \"?\"]\n\n*\n");
    dir.file("elos.tsv", "Tal, Mikhail\t2705\n");
    dir.file("ids.tsv", "Tal, Mikhail\t13900048\n");
    let expected = "[WhiteElo \"2705\"]\n[WhiteFideId \"13900048\"]\n\n*\n";
    dir.run("tag -q --elos elos.tsv --fide-ids ids.tsv a.pgn", 0).stdout_ends(expected);
    dir.file("bad.tsv", "Tal, Mikhail 2705\n");
    dir.run("tag --elos bad.tsv a.pgn", 2)
        .stderr_has("bad.tsv:1: expected a name, a tab and a value");
}

#[test]
fn the_output_is_utf8_unless_bytes_are_copied() {
    // D-71
    let dir = Dir::with("a.pgn", b"[White \"J\xF6rg\"]\n\n*\n\n[White \"J\xC3\xB6rg\"]\n\n*\n");
    dir.pgn().args("tag -q a.pgn -o b.pgn").arg("--set").arg("Site=Łódź").status(0);
    let expected = "[Site \"Łódź\"]\n[White \"Jörg\"]\n\n*\n\n".repeat(2);
    assert_eq!(
        String::from_utf8_lossy(&dir.read("b.pgn")),
        expected.trim_end_matches('\n').to_owned() + "\n"
    );
    let same = "tag -q a.pgn -o b.pgn --output-encoding same --set";
    dir.pgn().args(same).arg("Site=Köln").status(0);
    let expected = b"[Site \"K\xF6ln\"]\n[White \"J\xF6rg\"]\n\n*\n\n\
        [Site \"K\xC3\xB6ln\"]\n[White \"J\xC3\xB6rg\"]\n\n*\n";
    assert_eq!(dir.read("b.pgn").escape_ascii().to_string(), expected.escape_ascii().to_string());
    let set = "tag a.pgn -o c.pgn --output-encoding same --set";
    let set = dir.pgn().args(set).arg("Site=Łódź");
    set.status(0).stderr_has("lost 2 replaced-character (X002)");
}

#[test]
fn games_of_several_files_do_not_run_into_each_other() {
    let dir = Dir::with("a.pgn", "1. e4 {open");
    dir.file("b.pgn", "[White \"b\"]\n\n1. d4 1-0");
    dir.file("c.pgn", "1. c4 *\n");
    let ran = dir.run("tag --set Site=x a.pgn b.pgn c.pgn -j2", 0);
    let sites = ran.stdout.matches("[Site \"x\"]").count();
    assert_eq!(sites, 3, "{}", ran.stdout);
    assert!(ran.stdout.contains("{open} *\n"), "{}", ran.stdout);
    dir.file("all.pgn", &ran.stdout);
    dir.run("tag --set Site=y all.pgn", 0).stderr_has("all.pgn: 3 of 3 games changed");
}

/// A game without its end is read whole, and no other one for its sake.
#[test]
fn what_is_found_in_a_game_does_not_depend_on_the_game_before() {
    let dir = Dir::with("open.pgn", "[White \"A\"]\n\n1. e4");
    dir.file("bad.pgn", "[White \"B\"]\n\n1. e9 *\n");
    let ran = dir.run("tag -j 1 --set Annotator=x open.pgn bad.pgn", 0);
    ran.stderr_has("open.pgn: found 1 missing-marker");
    assert!(!ran.stderr.contains("bad.pgn: found"), "{}", ran.stderr);
}

#[test]
fn in_place_means_packed_as_it_was_and_differences_are_shown() {
    let dir = Dir::with("a.pgn.gz", pack(Compression::Gzip, ODD));
    dir.file("plain.pgn", ODD);
    dir.run("tag -w --set Foo=2 a.pgn.gz", 0).stderr_is("pgn: a.pgn.gz: 1 of 1 game changed\n");
    dir.run("tag -q --delete X a.pgn.gz", 0).stdout_is(ODD.replace("[Foo \"1\"]", "[Foo \"2\"]"));
    let tag = |option: &str| {
        dir.pgn().args("tag -q --set White=Tal plain.pgn").arg(option).status(1).stdout
    };
    assert!(tag("-d").contains("\n-[White   \"T\\\"al\"]\r\n+[White \"Tal\"]\r\n"));
    assert_eq!(tag("--check"), "plain.pgn\n");
    assert_eq!(dir.read("plain.pgn"), ODD.as_bytes());
}

#[test]
fn only_games_that_are_asked_for_change() {
    let dir = Dir::new();
    let text = "[White \"A\"]\n\n1. e4 *\n\n[White  \"B\"]\n\n1.d4 *\n";
    dir.file("a.pgn", text);
    let set = dir.pgn().args("tag a.pgn -o b.pgn --set X=1 --where").arg("White = \"B\"");
    assert_eq!(set.status(0).stderr, "pgn: a.pgn: 1 of 2 games changed\n");
    let expected = text.replace("[White  \"B\"]", "[White  \"B\"]\n[X \"1\"]");
    assert_eq!(String::from_utf8_lossy(&dir.read("b.pgn")), expected);
    dir.file("a.pgn", text.replace("1.d4", "1.d4 {!}"));
    let set = dir.pgn().args("tag -q a.pgn --set X={ply} --where").arg("has comment");
    assert_eq!(set.status(0).stdout, expected.replace("1.d4", "1.d4 {!}"));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let dir = Dir::with("a.pgn", ODD);
    let cases = [
        ("", "nothing to do"),
        ("--set White", "expected NAME=..., found `White`"),
        ("--set Wh/te=x", "invalid tag name `Wh/te`: expected a letter, digit or underscore"),
        ("--set X={plycuont}", "did you mean `{plycount}`?"),
        ("--rename A=", "invalid tag name ``"),
        ("--delete _", "invalid tag name `_`"),
        ("--order standard --only-listed", "expected a list of names"),
        ("--elos nothing.tsv", "nothing.tsv"),
    ];
    for (options, expected) in cases {
        dir.pgn().args("tag a.pgn").args(options).status(2).stderr_has(expected).stdout_is("");
    }
}

#[test]
fn all_the_bad_habits_of_the_world_survive() {
    let wild = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/wild");
    let mut file_count = 0;
    let entries = std::fs::read_dir(wild).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in pgn_testing::some_of(&paths, 50) {
        let text = std::fs::read(&path).unwrap();
        // Of UTF-16 becomes UTF-8, and what is packed is unpacked.
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if !name.ends_with(".pgn") || name.contains("utf16") || text.starts_with(&[0x1F, 0x8B]) {
            continue;
        }
        let dir = Dir::with(&name, &text);
        for options in ["--delete Nothing", "--set X=1", "--fix-results --set X=1"] {
            let same = "--output-encoding same";
            let args = format!("tag -q -j1 {same} {options} -o out.pgn {name}");
            let ran = dir.pgn().args(&args).output();
            assert!(!ran.stderr.contains("bug in the program"), "{name}: {}", ran.stderr);
            if options == "--delete Nothing" && ran.status == Some(0) {
                assert_eq!(dir.read("out.pgn"), text, "{name}");
                file_count += 1;
            }
        }
    }
    assert!(file_count > 20, "only {file_count} files");
}

#[test]
fn text_without_a_game_stays() {
    for text in ["", "\n", "; only a remark\n", "% x\n\n{y}\n"] {
        assert_eq!(tagged(text, "--set Site=x"), text);
    }
}

/// Each of two runs adds a tag; the second to finish reports a conflict, and nothing is lost.
#[test]
fn two_at_once_lose_no_edit() {
    for _ in 0..5 {
        let dir = Dir::with("a.pgn", games(3_000));
        let pgn = |line: &str| {
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_pgn"));
            command.args(line.split(' ')).current_dir(dir.path());
            command.stderr(std::process::Stdio::null()).spawn().unwrap()
        };
        let runs = [pgn("tag -w --set First=1 a.pgn"), pgn("tag -w --set Second=2 a.pgn")];
        let done = runs.map(|mut run| run.wait().unwrap().success());
        let text = String::from_utf8(dir.read("a.pgn")).unwrap();
        let found = ["[First ", "[Second "].map(|tag| text.matches(tag).count() == 3_000);
        assert_eq!(found, done, "an edit that was reported as done is there");
        assert!(done.contains(&true));
    }
}
