//! `--where`: the same games in every verb, and the messages for expressions that cannot be read.

use crate::scratch::Dir;

const GAMES: &str = "[White \"Tal\"]\n[Date \"1960.03.15\"]\n[WhiteElo \"2700\"]\n\n1. e4 e5 *\n\n\
    [White \"Petrosian\"]\n[Date \"1963.03.23\"]\n\n1. c4 *\n\n\
    [White \"Tal\"]\n[Date \"1979.??.??\"]\n\n1. e4 1-0\n\n";

#[test]
fn verbs_take_the_games_that_are_wanted() {
    let dir = Dir::with("games.pgn", GAMES);
    let tal = ["sort", "-q", "--where", "White = \"Tal\"", "games.pgn"];
    let ran = dir.pgn().list(&tal).status(0);
    assert_eq!(ran.stdout.matches("Tal").count(), 2);
    assert!(!ran.stdout.contains("Petrosian"));
    let convert = ["convert", "--to", "uci", "--where", "year >= 1963", "games.pgn"];
    assert_eq!(dir.pgn().list(&convert).status(0).stdout, "c2c4\ne2e4\n");
    dir.file("x.epd", "4k3/8/8/8/8/8/8/4K3 w - -\n");
    dir.pgn().list(&["convert", "--to", "pgn", "--where", "rated", "x.epd"]).status(2);
    let split = ["split", "--by", "year", "--where", "year < 1970", "-o", "out", "games.pgn"];
    dir.pgn().list(&split).status(0).stderr_is("pgn: 2 games in 2 files\n");
}

#[test]
fn expressions_stand_in_files_and_may_have_names() {
    let dir = Dir::with("games.pgn", GAMES);
    dir.file("tal.query", "# his games\nWhite = \"Tal\"\n");
    dir.file("pgnkit.toml", "[queries]\nsixties = \"Date in 1960..1969\"\n");
    dir.file("other.toml", "[queries]\nsixties = \"false\"\n");
    let both = ["sort", "-q", "--where", "@sixties", "--where", "@tal.query", "games.pgn"];
    dir.pgn().list(&both).status(0).stdout_is(&GAMES[..GAMES.find("[White \"Petrosian").unwrap()]);
    let other = ["sort", "--config", "other.toml", "--where", "@sixties", "games.pgn"];
    assert_eq!(dir.pgn().list(&other).status(0).stdout, "");
    dir.file("names.txt", "Petrosian\n# remark\n\nSpassky\n");
    let listed = ["sort", "-q", "--where", "White in @names.txt", "games.pgn"];
    assert!(dir.pgn().list(&listed).status(0).stdout.starts_with("[White \"Petrosian\"]"));
}

#[test]
fn what_cannot_be_understood_is_shown_with_its_place() {
    let dir = Dir::with("games.pgn", GAMES);
    let expected = "  playr = \"Tal\"\n  ^^^^^\n\
        pgn: --where: unknown word `playr` (did you mean `player`?)\n";
    dir.pgn().list(&["sort", "--where", "playr = \"Tal\"", "games.pgn"]).status(2).is("", expected);
    dir.file("bad.query", "year >\n");
    let ran = dir.pgn().list(&["sort", "--where", "@bad.query", "games.pgn"]).status(2);
    ran.stderr_ends("bad.query: expected a value, found the end\n");
    let ran = dir.pgn().list(&["sort", "--where", "@./none", "games.pgn"]).status(2);
    ran.stderr_is("pgn: ./none: no such file or folder\n");
    dir.file("pgnkit.toml", "[queries]\nx = 1\n");
    let ran = dir.pgn().list(&["sort", "--where", "@x", "games.pgn"]).status(2);
    ran.stderr_has("pgnkit.toml: the query `x` is not a text");
    dir.file("pgnkit.toml", "[queries\n");
    let ran = dir.pgn().list(&["sort", "--where", "@x", "games.pgn"]).status(2);
    ran.stderr_has("pgnkit.toml: ");
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
}

#[test]
fn queries_with_names_stand_beside_the_choice_of_rules() {
    let dir = Dir::with("games.pgn", GAMES);
    dir.file("pgnkit.toml", "profile = \"lax\"\n\n[queries]\nx = \"White = 'Tal'\"\n");
    let check = dir.pgn().args("check games.pgn").output();
    assert!(!check.stderr.contains("unknown field"), "{}", check.stderr);
    dir.pgn().list(&["sort", "--where", "@x", "games.pgn"]).status(0);
}

#[test]
fn faults_are_those_that_check_reports() {
    let dir = Dir::new();
    let text = "[White \"a\"]\n[Date \"1992.13.45\"]\n\n1. e4 *\n\n[White \"b\"]\n\n1. e4 e5 *\n\n\
        [White \"c\"]\n\n1. e4 e6 2. Ke4 *\n";
    dir.file("games.pgn", text);
    let found = |expression: &str| {
        let arguments = ["filter", "--list", "--where", expression, "games.pgn"];
        let listed = dir.pgn().list(&arguments).output().stdout;
        listed.lines().map(|line| line.split('\t').nth(1).unwrap().to_owned()).collect::<String>()
    };
    assert_eq!(found("has fault"), "13");
    assert_eq!(found("not has fault"), "2");
    assert_eq!(found("fault = \"impossible-date\" or has fault \"C001\""), "13");
    assert_eq!(found("fault ~ /a month from 01/"), "1");
}

#[test]
fn a_tag_that_no_game_has_is_told_with_the_nearest_one() {
    let dir = Dir::with("games.pgn", GAMES);
    let note = "pgn: --where: no game that was read has the tag `Whit` (did you mean `White`?)\n";
    for verb in [
        "filter --count",
        "stats",
        "sort",
        "split --max-games 9 -o out",
        "tree",
        "convert --to uci",
    ] {
        let ran = dir.pgn().args(verb).args("games.pgn --where").arg("Whit = \"Tal\"").output();
        assert!(ran.stderr.contains(note), "{verb}: {}", ran.stderr);
    }
    let quiet = dir.pgn().args("filter -q games.pgn --where").arg("Whit = \"Tal\"").output();
    assert_eq!(quiet.stderr, "");
    let ran = dir.pgn().args("filter --count games.pgn --where").arg("whiteelo > 2800").output();
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("0\n", ""));
    // An index knows the names of all tags, so the message is the same.
    dir.run("index games.pgn", 0);
    for (expression, said) in [("Whit = \"Tal\"", note), ("white = \"Karpov\"", "")] {
        let ran = dir.pgn().args("filter --count games.pgn --where").arg(expression).output();
        assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("0\n", said), "{expression}");
    }
}

#[test]
fn an_expression_in_the_place_of_a_file_is_refused_before_anything_is_done() {
    let dir = Dir::with("games.pgn", GAMES);
    dir.file("a = b.pgn", GAMES);
    for name in
        ["White = \"Tal\"", "white=\"Tal\"", "elo > 2700", "not (year < 1970", "White = Tal"]
    {
        let said = format!("pgn: {name}: no such file or folder (did you mean `--where`?)\n");
        dir.pgn().args("filter -o out.pgn").arg(name).arg("games.pgn").status(2).stderr_is(said);
        assert!(!dir.at("out.pgn").exists());
    }
    dir.pgn().args("filter --count").arg("a = b.pgn").status(0);
    let ran = dir.pgn().args("filter --count").arg("nowhere=1.pgn").status(2);
    assert!(!ran.stderr.contains("--where"), "{}", ran.stderr);
    let ran = dir.pgn().args("check").arg("White = \"Tal\"").status(2);
    assert!(!ran.stderr.contains("--where"), "{}", ran.stderr);
}

/// Property: counts are the same whether games are read while the text is cut, as when all are
/// wanted, or after that.
#[test]
fn an_expression_that_holds_for_every_game_changes_nothing() {
    let dir = Dir::new();
    for folder in ["wild", "classic", "dialect", "generated", "lesson"] {
        dir.file("games.pgn", pgn_testing::own_corpus(&[folder]));
        for verb in [
            "tree --depth 4 --format json",
            "tree --moves e4,c5 --depth 2",
            "dedupe --by moves",
            "dedupe --by players",
            "dedupe --by exact",
            "stats --by white --by eco",
            "stats --standings",
        ] {
            let told = |options: &[&str]| {
                let ran = dir.pgn().args(verb).list(options).list(&["-o", "out", "games.pgn"]);
                let ran = ran.output();
                (ran.status, ran.stderr, std::fs::read(dir.at("out")).unwrap())
            };
            assert_eq!(told(&[]), told(&["--where", "game >= 1"]), "{folder}: {verb}");
        }
    }
}
