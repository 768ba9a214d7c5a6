//! Dates, time controls, ends and variants as people write them: all verbs see the same value.

use std::fs;

use crate::scratch::Dir;

fn game(tags: &[(&str, &str)], movetext: &str) -> String {
    let tags: String = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    format!("{tags}\n{movetext}\n\n")
}

/// Asserts how many games match.
#[track_caller]
fn count(dir: &Dir, expression: &str, rest: &str, game_count: usize) {
    let ran = dir.pgn().args("filter --count --where").arg(expression).args(rest);
    ran.status(i32::from(game_count == 0)).is(format!("{game_count}\n"), "");
}

/// Dates, with year, month and day as a table has them.
const DATES: [(&str, &str); 13] = [
    ("2023.3.14", "2023,3,14"),
    ("2022.01.30", "2022,1,30"),
    ("2023/11/02", "2023,11,2"),
    ("2023-5-6", "2023,5,6"),
    ("14.03.2021", "2021,3,14"),
    ("03/14/2020", "2020,3,14"),
    ("03/04/2019", "2019,,"),
    ("2018.01.32", "2018,1,"),
    ("2017.13.01", "2017,,1"),
    ("20160229", "2016,2,29"),
    ("14 Mar 2015", "2015,3,14"),
    ("2014", "2014,,"),
    ("2013-02-03T10:00", "2013,2,3"),
];

fn dated() -> Dir {
    let dir = Dir::new();
    let text: String = DATES
        .iter()
        .map(|(date, _)| game(&[("Event", "E"), ("Date", date), ("Result", "1-0")], "1. e4 1-0"))
        .collect();
    dir.file("d.pgn", text);
    dir
}

#[test]
fn dates_are_the_same_in_tables_queries_and_orders() {
    let dir = dated();
    let rows: String = DATES.iter().map(|(_, cells)| format!("{cells}\n")).collect();
    let table = format!("year,month,day\n{rows}");
    dir.run("convert --to csv --columns year,month,day d.pgn", 0).is(&table, "");
    for (order, month) in [("dmy", "2019,4,3"), ("mdy", "2019,3,4")] {
        let table = table.replace("2019,,", month);
        let line = format!("convert --to csv --columns year,month,day --date-order {order} d.pgn");
        dir.run(&line, 0).is(&table, "");
    }
    for (expression, count) in [
        ("month = 3", 4),
        ("day = 14", 4),
        ("Date >= 2023", 3),
        ("Date = 2023.03.14", 1),
        ("year = 2019", 1),
        ("Date in 2023.03..2023.05", 2),
        ("Date < 2014", 1),
    ] {
        self::count(&dir, expression, "d.pgn", count);
    }
    count(&dir, "month = 4", "d.pgn", 0);
    count(&dir, "month = 4", "--date-order dmy d.pgn", 1);
    count(&dir, "Date = 2019.03.04", "--date-order mdy d.pgn", 1);
    let sorted = dir.run("sort --by Date d.pgn", 0).stdout;
    let years: Vec<&str> = sorted.lines().filter(|line| line.starts_with("[Date")).collect();
    assert_eq!(years[0], "[Date \"2013-02-03T10:00\"]");
    assert_eq!(
        years[10..],
        ["2023.3.14", "2023-5-6", "2023/11/02"].map(|date| { format!("[Date \"{date}\"]") })
    );
}

#[test]
fn dates_are_the_same_in_file_names_and_fixes() {
    let dir = dated();
    dir.run("split --by Date d.pgn --date-order dmy -o days", 0);
    let mut names: Vec<String> = fs::read_dir(dir.at("days"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let days = [
        "20130203", "20140000", "20150314", "20160229", "20170001", "20180100", "20190403",
        "20200314", "20210314", "20220130", "20230314", "20230506", "20231102",
    ];
    assert_eq!(names, days.map(|day| format!("{day}.pgn")));
    dir.run("archive lib d.pgn --by-period year", 0);
    assert!(dir.at("lib/PGN/MGR").is_dir());
    let found = dir.run("check --format concise --select date-order d.pgn", 1).stdout;
    assert_eq!(found.lines().count(), 4, "{found}");
    dir.run("check --fix --date-order mdy d.pgn", 1);
    let fixed = String::from_utf8(dir.read("d.pgn")).unwrap();
    for date in ["2023.03.14", "2023.11.02", "2021.03.14", "2019.03.04", "2016.02.29"] {
        assert!(fixed.contains(&format!("[Date \"{date}\"]")), "{date}\n{fixed}");
    }
    for profile in ["archival", "reduced", "modern", "lossless"] {
        let once = dir.run(&format!("fmt -q --profile {profile} d.pgn"), 0).stdout;
        dir.file("once.pgn", once.clone());
        dir.run(&format!("fmt -q --profile {profile} once.pgn"), 0).is(&once, "");
        assert!(once.contains("2013-02-03T10:00") && once.contains("2018.01.32"), "{profile}");
    }
}

#[test]
fn time_controls_fill_their_columns() {
    let dir = Dir::new();
    let controls = [
        ("40/5400+30:1800+30", "moves,5400,30,classical"),
        ("40/6000+30:20/3000+30:900+30", "moves,6000,30,classical"),
        ("0+1", "increment,0,1,bullet"),
        ("40/40+1", "moves,40,1,bullet"),
        ("10+0.1", "increment,10,0.1,bullet"),
        ("8.5+0.08", "increment,8.5,0.08,bullet"),
        ("5400+30:1800+30", "increment,5400,30,classical"),
        ("300d5", "delay,300,0,blitz"),
        ("60 mins", "sudden-death,3600,0,classical"),
        ("G/90;+30", "increment,5400,30,classical"),
        ("180+2", "increment,180,2,blitz"),
    ];
    let text: String =
        controls.iter().map(|(value, _)| game(&[("TimeControl", value)], "1. e4 *")).collect();
    dir.file("t.pgn", text);
    let rows: String = controls.iter().map(|(_, cells)| format!("{cells}\n")).collect();
    let expected = format!("controlkind,basetime,increment,speed\n{rows}");
    let line = "convert --to csv --columns controlkind,basetime,increment,speed t.pgn";
    dir.run(line, 0).is(&expected, "");
    count(&dir, "speed = classical", "t.pgn", 5);
    count(&dir, "increment = 0.1", "t.pgn", 1);
}

#[test]
fn ends_is_one_thing() {
    let dir = Dir::new();
    let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    let end = |fen: &str, variant: &str, moves: &str, result: &str| {
        let tags = [("SetUp", "1"), ("FEN", fen), ("Variant", variant), ("Result", result)];
        game(&tags, &format!("{moves} {result}"))
    };
    let said = |termination: &str, comment: &str| {
        let tags = [("Result", "1-0"), ("Termination", termination)];
        game(&tags, &format!("1. e4 {{{comment}}} 1-0"))
    };
    let games = [
        ("repetition", game(&[("Result", "1/2-1/2")], &format!("{shuffle} 1/2-1/2"))),
        ("resignation", game(&[("Result", "1-0")], &format!("{shuffle} {{Black resigns}} 1-0"))),
        ("fifty", end("8/3k4/8/8/2R5/8/3K4/8 b - - 99 70", "Standard", "Kd6", "1/2-1/2")),
        ("insufficient", end("8/3k4/8/8/2N5/8/3K4/8 b - - 0 1", "Atomic", "", "1/2-1/2")),
        ("insufficient", end("8/3k4/8/8/2N5/8/3K4/8 b - - 0 1", "Standard", "", "1/2-1/2")),
        ("", end("8/3k4/8/8/8/8/3K4/8 b - - 0 1", "Antichess", "", "*")),
        ("stalemate", end("8/8/p7/p7/8/P7/8/8 w - - 0 1", "Suicide", "a4", "1-0")),
        ("stalemate", end("8/8/p7/p7/8/P7/8/8 w - - 0 1", "Giveaway", "a4", "0-1")),
        ("variant-end", end("8/4k3/8/8/8/3K4/8/8 w - - 0 1", "King of the Hill", "Kd4", "1-0")),
        ("adjudication", said("adjudication", "")),
        ("adjudication", said("normal", "White wins by adjudication")),
        ("time", said("Time forfeit", "")),
        ("time", said("?", "Black loses on time")),
        ("abandoned", said("anna won - game abandoned", "")),
        ("checkmate", game(&[("Result", "0-1")], "1. f3 e5 2. g4 Qh4# {White resigns} 0-1")),
        ("", game(&[("Result", "1-0")], "1. e4 {a fine move} 1-0")),
    ];
    dir.file("e.pgn", games.iter().map(|(_, text)| text.as_str()).collect::<String>());
    let column: String = games.iter().map(|(end, _)| format!("{end}\n")).collect();
    let table = dir.run("convert --to csv --columns ends,plycount e.pgn", 0).stdout;
    let ends: String = table
        .lines()
        .skip(1)
        .map(|line| format!("{}\n", line.split(',').next().unwrap()))
        .collect();
    assert_eq!(ends, column);
    let stats = dir.run("stats --by ends e.pgn", 0).stdout;
    let mut words: Vec<&str> =
        games.iter().map(|(end, _)| *end).filter(|it| !it.is_empty()).collect();
    words.sort_unstable();
    words.dedup();
    for word in words {
        let game_count = games.iter().filter(|(end, _)| *end == word).count();
        for expression in [format!("ends \"{word}\""), format!("ends = \"{word}\"")] {
            count(&dir, &expression, "e.pgn", game_count);
        }
        let row = stats.lines().find(|line| line.trim_start().starts_with(word)).unwrap();
        assert_eq!(row.split_whitespace().nth(1), Some(&*game_count.to_string()), "{row}");
    }
    // Who wins by stalemate is tested separately: no result here contradicts the board.
    dir.run("check --select result-against-board e.pgn", 0);
}

#[test]
fn a_variant_in_the_event_is_read_and_reported() {
    let dir = Dir::new();
    let moves = "1. e3 b6 2. Ba6 Nxa6 3. Qh5 Bb7 4. Qxf7 Bxg2 5. Qxf8 Bxh1 *";
    dir.file("s.pgn", game(&[("Event", "FICS rated suicide game"), ("Result", "*")], moves));
    dir.run("convert --to csv --columns variant,plycount s.pgn", 0)
        .is("variant,plycount\nsuicide,10\n", "");
    count(&dir, "variant = suicide", "s.pgn", 1);
    let found = dir.run("check --format concise s.pgn", 1).stdout;
    assert!(found.contains("s.pgn:1:9: T146 variant-in-event"), "{found}");
    dir.run("check --fix --unsafe-fixes s.pgn", 0);
    assert!(String::from_utf8(dir.read("s.pgn")).unwrap().contains("[Variant \"Suicide\"]"));
    for profile in ["modern", "lossless"] {
        let once = dir.run(&format!("fmt -q --profile {profile} s.pgn"), 0).stdout;
        dir.file("once.pgn", once.clone());
        dir.run(&format!("fmt -q --profile {profile} once.pgn"), 0).is(&once, "");
        assert!(once.contains("5. Qxf8 Bxh1"), "{once}");
    }
}

/// Variants without rules here are named, and their moves are not called unreadable.
#[test]
fn an_unsupported_variant_in_the_event_is_named() {
    for (event, name, moves) in [
        ("FICS rated losers game", "losers", "1. e3 b6 2. Qh5 g6 3. Qxf7 Nc6 *"),
        ("FICS rated bughouse game", "bughouse", "1. e4 d5 2. exd5 N@e4 3. P@f7+ *"),
        ("FICS unrated Bughouse game", "Bughouse", "1. e4 d5 2. exd5 N@e4 3. P@f7+ *"),
    ] {
        let dir = Dir::with("a.pgn", game(&[("Event", event), ("Result", "*")], moves));
        let found = dir.pgn().args("check --format concise a.pgn").output().stdout;
        assert!(found.contains("unknown-variant"), "{found}");
        assert!(found.contains(&format!("found `{name}`")), "{found}");
        assert!(!found.contains("C003") && !found.contains("C001"), "{found}");
        assert!(dir.run("fmt -q a.pgn", 0).stdout.contains(moves), "{event}");
        count(&dir, &format!("variant = {}", name.to_lowercase()), "a.pgn", 1);
    }
    let fen = "bbnnrkrq/pppppppp/8/8/8/8/PPPPPPPP/BBNNRKRQ w KQkq - 0 1";
    let tags = [("Event", "FICS rated wild/fr game"), ("SetUp", "1"), ("FEN", fen)];
    let dir = Dir::with("a.pgn", game(&tags, "1. e4 e5 2. O-O O-O *"));
    let found = dir.pgn().args("check --format concise a.pgn").output().stdout;
    assert!(found.contains("variant-in-event") && found.contains("Chess960"), "{found}");
    assert!(!found.contains(" C0"), "{found}");
    count(&dir, "variant = chess960 and plycount = 4", "a.pgn", 1);
    let formatted = dir.run("fmt -q a.pgn", 0).stdout;
    assert!(formatted.contains("[Variant \"Chess960\"]"), "{formatted}");
    dir.file("b.pgn", &formatted);
    dir.run("fmt -q b.pgn", 0).is(&formatted, "");
}

#[test]
fn an_escaped_brace_stays_in_its_comment() {
    let dir = Dir::new();
    let text = "{Both files {a,h\\} ef 3 Bb5 matter} 1. e4 e5 2. Nf3 Nc6 *";
    dir.file("b.pgn", game(&[("Result", "*")], text));
    dir.run("convert --to csv --columns plycount b.pgn", 0).is("plycount\n4\n", "");
    let found = dir.run("check --format concise b.pgn", 1).stdout;
    assert!(found.contains("b.pgn:3:17: L036 escaped-brace"), "{found}");
    for profile in ["archival", "modern", "lossless"] {
        let once = dir.run(&format!("fmt -q --profile {profile} b.pgn"), 0).stdout;
        dir.file("once.pgn", once.clone());
        dir.run(&format!("fmt -q --profile {profile} once.pgn"), 0).is(&once, "");
        assert!(once.contains("a,h\\} ef 3 Bb5 matter"), "{profile}\n{once}");
    }
}
