//! `pgn index`: building, adding, asking whether it fits, trouble.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use pgn_db::source::Compression;

use crate::scratch::{Dir, games, pack};

const SIDE: &str = "a.pgn.pgnidx";

#[test]
fn an_index_is_built_and_then_left_alone() {
    let dir = Dir::with("a.pgn", "1. e4 e5 *\n\n1. d4 Ke4 *\n\n1. c4 *\n");
    let said = "pgn: a.pgn: 3 games indexed\n\
        pgn: a.pgn: 1 game with an illegal move: not found by position\n";
    dir.run("index a.pgn", 0).is("", said);
    let before = dir.read(SIDE);
    dir.run("index -v a.pgn", 0).stderr_is("pgn: a.pgn: the index is up to date\n");
    assert!(dir.read(SIDE) == before);
    dir.run("index --rebuild a.pgn", 0).stderr_is(said);
    assert_eq!(dir.names(), ["a.pgn", SIDE]);
    let rows = [
        "a.pgn",
        "  games           3",
        "  not by position 1",
        "  positions       5",
        "  parts           1",
        "  games are read  at their place in the file",
        "  text            0.0 kB",
        "  index           16.4 kB\n",
    ];
    let expected = rows.join("\n");
    dir.run("index --contents a.pgn", 0).stdout_is(expected);
}

#[test]
fn what_is_new_is_added() {
    let dir = Dir::new();
    let path = dir.file("a.pgn", "1. e4 e5 *\n\n1. d4 *\n");
    dir.run("index a.pgn", 0);
    let add = |text: &str| {
        let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    };
    add("\n1. c4 *\n\n1. f4 *\n");
    let said = "a.pgn: the index cannot be used: the file has grown since it was indexed\n";
    dir.run("index --check a.pgn", 1).is("", said);
    dir.run("index a.pgn", 0).stderr_is("pgn: a.pgn: 2 games added to the index\n");
    dir.run("index --verify a.pgn", 0);
    dir.file("a.pgn", "1. Nf3 *\n");
    let said = "pgn: a.pgn: the index is rebuilt: the file is shorter than when it was indexed\n\
        pgn: a.pgn: 1 game indexed\n";
    dir.run("index a.pgn", 0).stderr_is(said);
}

#[test]
fn folders_have_an_index_for_each_file() {
    let dir = Dir::with("games/a.pgn", "1. e4 *\n");
    dir.file("games/sub/b.pgn.gz", pack(Compression::Gzip, "1. d4 *\n\n1. c4 *\n"));
    let said = "pgn: games/a.pgn: 1 game indexed\n\
        pgn: games/sub/b.pgn.gz: 2 games indexed\n\
        pgn: games/sub/b.pgn.gz: a game is reached by unpacking from the start of the file\n";
    dir.run("index games", 0).stderr_is(said);
    dir.run("index --check games", 0).is("", "");
    dir.run("index --remove games", 0);
    dir.run("index --check games", 1)
        .stderr_is("games/a.pgn: no index\ngames/sub/b.pgn.gz: no index\n");
    dir.run("index --remove games", 0);
}

#[test]
fn damage_is_told_and_corrected() {
    let dir = Dir::with("a.pgn", games(200));
    dir.run("index a.pgn", 0);
    let whole = dir.read(SIDE);
    let mut other = whole.clone();
    other[5000] ^= 4;
    dir.file(SIDE, &other);
    let said = "a.pgn: the index cannot be used: a.pgn.pgnidx: page 1 is damaged (`pgn index` on the \
        file beside it rebuilds it)\n";
    dir.run("index --verify a.pgn", 1).stderr_is(said);
    dir.run("index --rebuild a.pgn", 0);
    assert!(dir.read(SIDE) == whole);
    other = whole.clone();
    other[8] = 200;
    dir.file(SIDE, &other);
    let said = "a.pgn: the index cannot be used: it has format version 200, not 6\n";
    dir.run("index --check a.pgn", 1).stderr_is(said);
    dir.file(SIDE, "what is this");
    dir.run("index a.pgn", 0).stderr_has("is rebuilt: a.pgn.pgnidx: is not an index");
    assert!(dir.read(SIDE) == whole);
}

#[test]
fn what_cannot_be_indexed_is_refused() {
    let dir = Dir::new();
    let said = "pgn: <stdin>: cannot have an index (save it to a file)\n";
    dir.feed("index", "1. e4 *\n", 2).stderr_is(said);
    dir.file("page.pgn", "<html><body>\n<p>no games\n</body></html>\n");
    dir.file("a.pgn", "1. e4 *\n");
    let ran = dir.run("index page.pgn missing.pgn a.pgn", 2);
    ran.stderr_has("page.pgn: no games, this is not PGN").stderr_has("missing.pgn: no such file");
    ran.stderr_has("a.pgn: 1 game indexed");
    assert_eq!(dir.names(), ["a.pgn", SIDE, "page.pgn"]);
    let packed = pack(Compression::Gzip, games(500));
    dir.file("b.pgn.gz", &packed[..packed.len() / 2]);
    dir.run("index b.pgn.gz", 2);
    assert_eq!(dir.names(), ["a.pgn", SIDE, "b.pgn.gz", "page.pgn"]);
    dir.run("index --check --remove a.pgn", 2);
}

#[test]
fn memory_and_threads_make_no_difference() {
    let dir = Dir::with("a.pgn", games(3000));
    dir.run("index -j1 --memory 32M a.pgn", 0);
    let one = dir.read(SIDE);
    dir.run("index -j3 --memory 1G --rebuild a.pgn", 0);
    assert!(dir.read(SIDE) == one);
}

/// Games of some players, dates and openings; each hundredth cannot be played.
fn collection(game_count: usize) -> String {
    const MOVES: [&str; 5] = [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
        "1. d4 d5 2. c4 e6 3. Nc3 Nf6",
        "1. e4 c5 2. Nf3 d6 3. d4 cxd4",
        "1. c4 e5 2. g3 Nf6 3. Bg2 d5",
        "1. a3 a6 2. a4 a5 3. b3 b6",
    ];
    let game = |n: usize| {
        let (white, black) = (n * 7 % 61, n * 11 % 53);
        let (year, elo) = (1950 + n % 70, 1500 + n * 13 % 1200);
        let moves = MOVES[if n.is_multiple_of(97) { 4 } else { n % 4 }];
        let broken = if n % 100 == 50 { " 4. Kxh8" } else { "" };
        let eco = ["C70", "D37", "B50", "A22"][n % 4];
        format!(
            "[Event \"Cup {n}\"]\n[White \"Player {white:02}, A\"]\n[Black \"Player {black:02}, B\"]\
             \n[Date \"{year}.??.??\"]\n[WhiteElo \"{elo}\"]\n[ECO \"{eco}\"]\n\n{moves}{broken} *\n\n"
        )
    };
    (1..=game_count).map(game).collect()
}

#[test]
fn verbs_say_the_same_with_an_index_and_without() {
    let text = collection(4000);
    let dir = Dir::with("a.pgn", &text);
    let pieces = || text.as_bytes().chunks(text.len() / 5 + 1);
    dir.file("b.pgn.gz", pieces().flat_map(|it| pack(Compression::Gzip, it)).collect::<Vec<_>>());
    dir.file("c.pgn.zst", pieces().flat_map(|it| pack(Compression::Zstd, it)).collect::<Vec<_>>());
    dir.run("index a.pgn b.pgn.gz c.pgn.zst", 0);
    let position = "position \"rnbqkbnr/1ppppppp/p7/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq -\"";
    let wheres = [
        ("White = \"Player 07, A\"", true),
        ("player ~ \"player 07\" and year = 1999", true),
        ("Event = \"Cup 3999\" or Event = \"Cup 17\"", true),
        ("WhiteElo >= 2690", true),
        ("elo in 2690..2700 and Date in 1960..1970", true),
        ("White sounds \"Nobody\"", true),
        ("position \"rnbqkbnr/1ppppppp/p7/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq -\"", true),
        ("White = \"Player 07, A\" and moves \"e4 c5\"", true),
        ("not White = \"Player 07, A\"", false),
        ("plycount > 6", false),
    ];
    assert!(wheres.iter().any(|(wanted, _)| *wanted == position));
    let options = ["", "--list", "--count", "--limit 3 -j1"];
    let is_thorough = pgn_testing::is_thorough();
    let files = pgn_testing::some_of(&["a.pgn", "b.pgn.gz", "c.pgn.zst"], 2);
    for (file_idx, file) in files.into_iter().enumerate() {
        for (n, (wanted, is_used)) in wheres.into_iter().enumerate() {
            for (option_idx, more) in options.into_iter().enumerate() {
                if !is_thorough && (n + file_idx) % options.len() != option_idx {
                    continue;
                }
                let line = format!("filter {more} {file} --where");
                let with = dir.pgn().args(&line).arg(wanted).output();
                let line = format!("filter --no-index {more} {file} --where");
                let without = dir.pgn().args(&line).arg(wanted).output();
                assert_eq!(with.stdout, without.stdout, "{file} {wanted} {more}");
                assert_eq!(with.stderr, without.stderr, "{file} {wanted} {more}");
                assert_eq!(with.status, without.status, "{file} {wanted} {more}");
            }
            let ran = dir.pgn().args(&format!("filter -v {file} --count --where")).arg(wanted);
            let said = ran.output().stderr;
            assert_eq!(said.contains("the index is used"), is_used, "{wanted}: {said}");
        }
        for games in ["1", "10..20,30,3990..", "!5..3998", "9999"] {
            let with = dir.pgn().args(&format!("cat --games {games} {file}")).output();
            let without =
                dir.pgn().args(&format!("cat --no-index --games {games} {file}")).output();
            assert_eq!((with.stdout, with.status), (without.stdout, without.status), "{games}");
        }
        let ran = dir.pgn().args(&format!("cat -v --games 7,9 {file}")).output();
        assert!(ran.stderr.contains("2 of 4000 games are read"), "{}", ran.stderr);
    }
    // An outdated index is not used, and a message reports it.
    dir.file("a.pgn", collection(3000));
    let ran =
        dir.pgn().args("filter -v --count a.pgn --where").arg("Event = \"Cup 3999\"").output();
    let said = "the index is not used: the file is shorter than when it was indexed";
    assert!(ran.stdout == "0\n" && ran.stderr.contains(said), "{ran:?}");
}

/// Runs these lines and returns the output of each, and the files that it wrote into the folder
/// `out`.
fn said(dir: &Dir, lines: &[String]) -> Vec<(String, String, Option<i32>)> {
    let run = |line: &String| {
        let arguments: Vec<&str> = line.split('|').collect();
        let ran = dir.pgn().list(&arguments).output();
        let mut stdout = ran.stdout;
        let out = dir.at("out");
        let files = fs::read_dir(&out).into_iter().flatten().map(|file| file.unwrap().path());
        let mut files: Vec<_> = files.collect();
        files.sort();
        for file in files {
            let text = fs::read(&file).unwrap();
            stdout += &format!("{}:\n{}", file.display(), String::from_utf8_lossy(&text));
        }
        let _ = fs::remove_dir_all(&out);
        (stdout, ran.stderr, ran.status)
    };
    lines.iter().map(run).collect()
}

/// Every verb that leaves games out, for every way to leave them out.
fn lines_of_all_verbs(file: &str) -> Vec<String> {
    let fen = "rnbqkbnr/1ppppppp/p7/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 2";
    let position = format!("position \"{fen}\"");
    let wheres = [
        "White = \"Player 07, A\"",
        "Event = \"Cup 3999\" or Event = \"Cup 50\"",
        "WhiteElo >= 2690 and plycount > 5",
        position.as_str(),
        "White sounds \"Nobody\"",
        "not White = \"Player 07, A\"",
    ];
    let verbs = [
        "stats|--format|json",
        "stats|--standings|--format|json",
        "sort",
        "sort|--by|white|--check",
        "convert|--to|lan",
        "convert|--to|jsonl",
        "classify|--check",
        "tree|--format|json",
        "tree|--depth|3|--format|json|-v",
        "tree|--format|opg|-v",
        "tree|--moves|a3 a6|--depth|2|--format|json",
        "split|--by|white|--overwrite|-o|out",
    ];
    let mut lines = Vec::new();
    for verb in verbs {
        lines.extend(wheres.map(|wanted| format!("{verb}|--where|{wanted}|{file}")));
    }
    for more in ["--depth|4", "--format|opg", "--depth|1|--format|json"] {
        lines.push(format!("tree|--fen|{fen}|{more}|{file}"));
        lines.push(format!("tree|--moves|e4 c5|{more}|{file}"));
    }
    lines
}

#[test]
fn every_verb_says_the_same_with_an_index_and_without() {
    let text = collection(4000) + "; the collection ends here\n";
    let pieces = text.as_bytes().chunks(text.len() / 5 + 1);
    let packed: Vec<u8> = pieces.flat_map(|it| pack(Compression::Zstd, it)).collect();
    let files = [("c.pgn.zst", packed.as_slice()), ("a.pgn", text.as_bytes())];
    let file_count = if pgn_testing::is_thorough() { 2 } else { 1 };
    for (file, bytes) in files.into_iter().take(file_count) {
        let dir = Dir::with(file, bytes);
        let lines = pgn_testing::some_of(&lines_of_all_verbs(file), 12);
        let used_count = check_index_changes_nothing(&dir, &lines);
        // With `-v` it is said.
        assert!(used_count >= if file_count == 2 { 12 } else { 2 }, "{used_count}");
        let line = format!("tree -v --moves a3,a6 --depth 4 {file}");
        let said = dir.run(&line, 0).stderr;
        assert!(said.contains("the index is used: 81 of 4000 games are read"), "{said}");
        let said = dir.pgn().args(&line).args("--no-index").status(0).stderr;
        assert!(!said.contains("index"), "{said}");
    }
}

/// Values that an index and a scan may read differently.
const ODD_DATES: &[&str] = &[
    "199?.??.??",
    " 1992.01.01",
    "1992.01.01 ",
    "1992",
    "19??.01.01",
    "1992.13.45",
    "31.12.1999",
    "0000.00.00",
    "",
    "?",
    "????.??.??",
    "1992.01.01x",
    "12345.1.1",
    "1992-01-02",
    "2 Jan 1992",
    "199\u{2007}",
];
const ODD_RATINGS: &[&str] = &[
    "2301:1980",
    " 2400",
    "2400 ",
    "2400?",
    "0",
    "99999",
    "-",
    "",
    "?",
    "2500 (FIDE)",
    "+2400",
    "02400",
    "2400.5",
    "?:2400",
    "0:2400",
    "70000",
    "2400\\\\",
    "\u{ff12}400",
];
const ODD_NAMES: &[&str] = &[
    " Tal",
    "Tal ",
    "tal",
    "TAL, M",
    "Tal:Botvinnik",
    "T\u{e4}l",
    "Ta\u{0308}l",
    "Tal\\\"",
    "",
    "?",
    "Tal\tM",
    "Tal\u{a0}",
    "\u{fffd}",
    "-",
];
const ODD_MORE: &[&str] = &[
    "[white \"Keres\"]\n",
    "[WHITEELO \"2222\"]\n",
    "[date \"1950.01.01\"]\n[Date \"?\"]\n",
    "[White \"Euwe\"]\n[White \"Tal\"]\n",
    "[WhiteElo \"1\"]\n[WhiteElo \"2600\"]\n",
    "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n",
    "[Variant \"Atomic\"]\n",
    "[FEN \"nonsense\"]\n",
    "[Result \"1-0 (forfeit)\"]\n",
    "[Event \"lichess rated\"]\n",
];
const ODD_MOVES: &[&str] =
    &["1. e4 e5 2. Nf3 1-0", "1. d4 {x} (1. c4) d5 *", "1. e4 Ke4 0-1", "*", "1. a3 a6"];

/// Games with odd values in the tags that an index keeps or answers questions about.
fn odd_games() -> String {
    let [dates, ratings, names, more, moves] =
        [ODD_DATES, ODD_RATINGS, ODD_NAMES, ODD_MORE, ODD_MOVES];
    let game = |n: usize| {
        let (date, rating) = (dates[n % dates.len()], ratings[n % ratings.len()]);
        let (name, more) = (names[n % names.len()], more[n * 3 % more.len()]);
        let more = if n.is_multiple_of(4) { more } else { "" };
        format!(
            "[Event \"Cup {n}\"]\n[Date \"{date}\"]\n[White \"{name}\"]\n[Black \"B\"]\n\
             [WhiteElo \"{rating}\"]\n{more}\n{}\n\n",
            moves[n * 7 % moves.len()]
        )
    };
    (0..40).map(game).collect()
}

/// A folder of files with every odd beginning, end and form.
fn odd_files() -> Dir {
    let dir = Dir::with("games.pgn", odd_games());
    let games = odd_games();
    let tail = "\n; the collection ends here\n{for now}\n";
    dir.file("text-after.pgn", games.clone() + tail);
    dir.file("words-after.pgn", games.clone() + "\nThis is the end of the collection.\n");
    dir.file("text-before.pgn", format!("% a line\n; a comment\n\n{games}"));
    dir.file("crlf.pgn", (games.clone() + tail).replace('\n', "\r\n"));
    dir.file("bom.pgn", format!("\u{feff}{games}"));
    dir.file("latin1.pgn", games.chars().map(|c| c as u32 as u8).collect::<Vec<_>>());
    let utf16 = format!("\u{feff}{games}{tail}");
    dir.file("utf16.pgn", utf16.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>());
    dir.file("packed.pgn.gz", pack(Compression::Gzip, games.clone() + tail));
    let halves = games.as_bytes().chunks(games.len() / 2 + 1);
    dir.file(
        "frames.pgn.zst",
        halves.flat_map(|it| pack(Compression::Zstd, it)).collect::<Vec<_>>(),
    );
    for (name, text) in [
        ("empty.pgn", ""),
        ("only-bom.pgn", "\u{feff}"),
        ("blank.pgn", "\n \r\n"),
        ("comment.pgn", "; no game\n"),
        ("no-end.pgn", "1. e4 e5 1-0\n\n[White \" Tal\"]\n\n1. e4 c5"),
        ("cut.pgn", "1. e4 e5 1-0\n\n[White \" Tal\"]\n[Bla"),
        ("page.pgn", "<html><body>no games</body></html>\n"),
        ("records.epd", "4k3/8/8/8/8/8/8/4K2R w K - id \"a\";\n"),
        ("nul.pgn", "1. e4 \0 e5 1-0\n\n1. d4 *\n"),
    ] {
        dir.file(name, text);
    }
    dir
}

/// All verbs that can use an index, each with one of these expressions, or none.
fn lines_of_indexed_verbs(wheres: &[&str], files: &str) -> Vec<String> {
    let verbs = [
        "filter",
        "filter|--list",
        "filter|--count",
        "filter|-v|--matched|1",
        "stats|--format|json",
        "stats|--standings|--format|json",
        "sort",
        "sort|--by|white|--check",
        "convert|--to|lan",
        "convert|--to|jsonl|-v",
        "convert|--to|lan|--moves-language|de",
        "classify|--check",
        "split|--by|white|--overwrite|-o|out",
        "tree|--format|json|-v",
        "tree|--depth|3|--format|json|-v",
        "tree|--format|opg|-v",
        "tree|--moves|e4|--format|json|-v",
    ];
    // A pair of a verb and an expression is tried now, others by the verbs beside it.
    let step = if pgn_testing::is_thorough() { 7 } else { 14 };
    let mut lines = Vec::new();
    for (verb_idx, verb) in verbs.into_iter().enumerate() {
        if verb.starts_with("tree") {
            lines.push(format!("{verb}|{files}"));
        }
        for (n, wanted) in wheres.iter().enumerate() {
            if (n + verb_idx).is_multiple_of(step) {
                lines.push(format!("{verb}|--where|{wanted}|{files}"));
            }
        }
    }
    lines.extend(["1", "2,4,60..", "!3..", "999"].map(|it| format!("cat|--games|{it}|{files}")));
    lines.push(format!("tree|{files}|{files}"));
    lines
}

/// Runs the lines without an index and with one; both must give the same output, except for the
/// remarks about indexes. Returns the number of lines with such remarks.
fn check_index_changes_nothing(dir: &Dir, lines: &[String]) -> usize {
    let without = said(dir, lines);
    let files = dir.names();
    let files: Vec<_> = files.iter().map(String::as_str).collect();
    dir.pgn().list(&["index", "-q"]).list(&files).output();
    let mut used_count = 0;
    let mut differences = Vec::new();
    for ((line, with), without) in lines.iter().zip(said(dir, lines)).zip(without) {
        let told = with.1.lines().filter(|line| !line.contains(": the index is "));
        let told: String = told.flat_map(|line| [line, "\n"]).collect();
        used_count += usize::from(told.len() < with.1.len());
        let with = (with.0, told, with.2);
        if with != without {
            differences.push(format!("{line}\n{}", first_difference(&with, &without)));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    used_count
}

/// The first lines, or the statuses, in which two runs differ.
fn first_difference(
    with: &(String, String, Option<i32>),
    without: &(String, String, Option<i32>),
) -> String {
    for (a, b) in [(&with.0, &without.0), (&with.1, &without.1)] {
        let (mut a, mut b) = (a.lines(), b.lines());
        loop {
            match (a.next(), b.next()) {
                (None, None) => break,
                (a, b) if a != b => return format!("  with an index: {a:?}\n  without: {b:?}"),
                _ => {}
            }
        }
    }
    format!("  with an index: status {:?}\n  without: {:?}", with.2, without.2)
}

#[test]
fn an_index_changes_no_answer_about_odd_games() {
    let wheres = [
        "year = 1990",
        "year = 1992",
        "Date = \" 1992.01.01\"",
        "Date < 1960",
        "month = 1 and year known",
        "WhiteElo >= 2400",
        "elo = 2301",
        "WhiteElo = \"2301:1980\"",
        "WhiteElo = 2222 or WhiteElo = 2600",
        "White = \" Tal\"",
        "White = \"Tal\"",
        "player = \"Botvinnik\"",
        "White ~ \"keres\"",
        "White sounds \"Tal\"",
        "White = \"T\u{e4}l\"",
        "White = \"\"",
        "has FEN",
        "position \"rnbqkbnr/1ppppppp/p7/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq -\"",
        "position \"4k3/8/8/8/8/8/8/4K2R w K -\"",
        "Event = \"Cup 7\"",
        "not White = \"Tal\"",
    ];
    let dir = odd_files();
    let names = dir.names().join("|");
    assert!(check_index_changes_nothing(&dir, &lines_of_indexed_verbs(&wheres, &names)) > 5);
}

/// Copies the files of a folder, except those larger than `bytes_max`.
fn copy(from: &Path, to: &Path, bytes_max: u64) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &to, bytes_max),
            false if entry.metadata().unwrap().len() > bytes_max => {}
            false => drop(fs::copy(entry.path(), to).unwrap()),
        }
    }
}

#[test]
fn an_index_changes_no_answer_about_the_corpus() {
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let shared = pgn_testing::is_thorough().then(|| pgn_testing::shared_corpus(""));
    let wheres = ["year = 1992", "WhiteElo > 2600", "position \"4k3/8/8/8/8/8/8/4K2R w K -\""];
    for corpus in [Some(own), shared.flatten()].into_iter().flatten() {
        let dir = Dir::new();
        copy(&corpus, &dir.at("corpus"), 60_000);
        assert!(check_index_changes_nothing(&dir, &lines_of_indexed_verbs(&wheres, "corpus")) > 5);
    }
}

#[test]
fn a_plan_says_what_the_index_knows() {
    let dir = Dir::with("a.pgn", collection(400));
    dir.file("b.pgn", "1. e4 *\n");
    dir.run("index a.pgn", 0);
    let explain = |wanted: &str, more: &str| {
        let line = format!("filter --explain a.pgn b.pgn {more} --where");
        let said = dir.pgn().args(&line).arg(wanted).status(0).stdout;
        let from = said.find("index: ").unwrap_or(said.len());
        said[from..].to_owned()
    };
    assert_eq!(
        explain("White = \"Player 07, A\" and plycount > 5", ""),
        "index: a.pgn: 7 of 400 games are read\n  White = \"Player 07, A\": 7 games\n  \
            plycount > 5: not in the index\nindex: b.pgn: there is none\n"
    );
    assert_eq!(
        explain("plycount > 5", ""),
        "index: a.pgn: it does not help here, all 400 games are read\n  \
            plycount > 5: not in the index\nindex: b.pgn: there is none\n"
    );
    assert_eq!(explain("plycount > 5", "--no-index"), "");
}

/// The side file is the old one or the whole new one, and nothing is beside it.
#[cfg(unix)]
fn check_old_or_new(dir: &Dir, old: &[u8]) {
    assert_eq!(dir.names(), ["a.pgn", SIDE]);
    if dir.read(SIDE) != old {
        dir.run("index --verify a.pgn", 0);
    }
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_index() {
    let dir = Dir::with("a.pgn", "1. e4 *\n");
    dir.run("index a.pgn", 0);
    let old = dir.read(SIDE);
    dir.file("a.pgn", collection(600));
    let mut failed_count = 0;
    for block_count in (0..).step_by(29) {
        let script = format!(
            "trap '' XFSZ; ulimit -f {block_count}; exec '{}' index a.pgn",
            env!("CARGO_BIN_EXE_pgn")
        );
        let mut command = std::process::Command::new("sh");
        let ran = command.args(["-c", &script]).current_dir(dir.path()).output().unwrap();
        let said = String::from_utf8(ran.stderr).unwrap();
        if ran.status.success() {
            break;
        }
        assert_eq!(ran.status.code(), Some(2), "{said}");
        assert!(said.contains("a.pgn.pgnidx: "), "{said}");
        assert!(dir.read(SIDE) == old);
        assert_eq!(dir.names(), ["a.pgn", SIDE]);
        failed_count += 1;
    }
    assert!(failed_count > 3);
    check_old_or_new(&dir, &old);
    assert!(dir.read(SIDE) != old);
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_the_old_index_or_the_new_one() {
    let dir = Dir::with("a.pgn", "1. e4 *\n");
    dir.run("index a.pgn", 0);
    let old = dir.read(SIDE);
    dir.file("a.pgn", collection(20_000));
    let mut stopped_count = 0;
    for wait_ms in [0, 10, 30, 60, 100, 150, 250, 400, 700, 1200] {
        dir.file(SIDE, &old);
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_pgn"));
        let mut child = command
            .args(["index", "--rebuild", "-q", "a.pgn"])
            .current_dir(dir.path())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait_ms));
        let send = format!("kill -TERM {}", child.id());
        let _ = std::process::Command::new("sh").args(["-c", &send]).status().unwrap();
        stopped_count += usize::from(!child.wait().unwrap().success());
        check_old_or_new(&dir, &old);
    }
    assert!(stopped_count > 0);
}
