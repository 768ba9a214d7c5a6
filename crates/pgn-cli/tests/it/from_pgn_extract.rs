//! The page for users of pgn-extract: each of its command lines is run, and compared with the real
//! program if that is installed.
//!
//! `from_pgn_extract_flags.txt` has the flags of version 26-05, each of which the page must name.
//! `from_pgn_extract.tsv` lists the runs: a flag of the page, the oldest version of pgn-extract
//! that has it, the games, the command line of pgn-extract, what is compared, and how many games
//! only we and only it select, where the page explains the difference. `PGN_EXTRACT` names another
//! program than the installed one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use pgnkit::Game;
use pgnkit::game::{Annotation, MoveText};
use pgnkit::read::Games;
use pgnkit::write::{Export, Profile};

use crate::scratch::Dir;

/// The version of the selections in the table.
const JUDGED: &str = "19-04";

/// Flags beside which nothing can be run, and why.
const NOT_RUN: [(&str, &str); 4] = [
    ("-r", "reports differ, as the faults do that are looked for"),
    ("-h", "a help for people"),
    ("--version", "another program has other versions"),
    ("--evaluation", "a sum of its own, where we ask an engine"),
];

/// A row of the page: a flag with its synonyms, or what one is given, and our command lines for it.
struct Row {
    names: Vec<String>,
    flags: Vec<String>,
    lines: Vec<String>,
}

/// A row of the table.
struct Case {
    flag: String,
    since: String,
    games: String,
    theirs: String,
    compared: String,
    differs: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The texts between backticks of a cell of a table.
fn code_spans(cell: &str) -> Vec<String> {
    let parts = cell.split('`').enumerate();
    parts.filter(|(n, _)| n % 2 == 1).map(|(_, text)| text.replace("\\|", "|")).collect()
}

/// The cells of a line of a Markdown table; a bar after a backslash is text.
fn cells(line: &str) -> Vec<String> {
    let held = line.replace("\\|", "\u{1}");
    held.split('|').map(|cell| cell.trim().replace('\u{1}', "\\|")).collect()
}

fn rows() -> Vec<Row> {
    let page = fs::read_to_string(root().join("docs/guide/from-pgn-extract.md")).unwrap();
    let (mut rows, mut is_flags) = (Vec::new(), false);
    for line in page.lines().filter(|line| line.starts_with("| ")) {
        let cells = cells(line);
        let names = code_spans(&cells[1]);
        if names.is_empty() {
            // A heading; other tables list the values of a flag.
            is_flags = cells[1] == "pgn-extract";
            continue;
        }
        let flag = |span: &String| span.split([' ', '[']).next().unwrap_or_default().to_owned();
        let flags = names.iter().filter(|_| is_flags).map(flag).collect();
        // A remark may speak of a line that lacks its files.
        let is_line = |span: &String| span.contains("pgn ");
        let is_whole = |span: &String| span.contains("pgn ") && span.contains("games.pgn");
        let mut lines: Vec<String> = code_spans(&cells[2]).into_iter().filter(is_line).collect();
        lines.extend(cells[3..].iter().flat_map(|cell| code_spans(cell)).filter(is_whole));
        rows.push(Row { names, flags, lines });
    }
    rows
}

fn cases() -> Vec<Case> {
    let table = include_str!("from_pgn_extract.tsv");
    let case = |line: &str| {
        let mut cells = line.split('\t').map(str::to_owned);
        let mut cell = || cells.next().unwrap_or_default();
        Case {
            flag: cell(),
            since: cell(),
            games: cell(),
            theirs: cell(),
            compared: cell(),
            differs: cell(),
        }
    };
    table.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(case).collect()
}

/// The real program.
struct Judge {
    program: PathBuf,
    version: String,
}

impl Judge {
    fn find() -> Option<Judge> {
        let named = std::env::var_os("PGN_EXTRACT").map(PathBuf::from);
        let programs = [named, Some("pgn-extract".into()), Some("/usr/games/pgn-extract".into())];
        let version = |program: PathBuf| {
            let said = Command::new(&program).arg("--version").output().ok()?;
            let said = [said.stdout, said.stderr].concat();
            let text = String::from_utf8_lossy(&said).into_owned();
            let version = text.trim().rsplit_once('v')?.1.to_owned();
            Some(Judge { program, version })
        };
        let found = programs.into_iter().flatten().find_map(version);
        if found.is_none() {
            pgn_testing::skip("pgn-extract");
        }
        found
    }

    fn has(&self, since: &str) -> bool {
        self.version.as_str() >= since
    }
}

/// A folder with the games and the criteria that the page speaks of.
fn folder(games: &str) -> Option<Dir> {
    let dir = Dir::new();
    let text = match games {
        "own" => own_games(),
        path => fs::read(pgn_testing::shared_corpus(path)?).unwrap(),
    };
    dir.file("games.pgn", text);
    for entry in fs::read_dir(root().join("corpus/criteria")).unwrap() {
        let path = entry.unwrap().path();
        dir.file(path.file_name().unwrap().to_str().unwrap(), fs::read(&path).unwrap());
    }
    Some(dir)
}

/// Games of our own: known ones, and games with different endings.
fn own_games() -> Vec<u8> {
    let corpus = root().join("corpus");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(corpus.join("classic")).unwrap().map(|it| it.unwrap().path()).collect();
    paths.sort();
    let lessons = ["many-ends", "clocks-and-arrows", "black-begins"];
    paths.extend(lessons.map(|name| corpus.join(format!("lesson/{name}.pgn"))));
    let texts = paths.iter().map(|path| [fs::read(path).unwrap(), b"\n".to_vec()].concat());
    texts.collect::<Vec<_>>().concat()
}

/// The output of a command line, and the files that it made.
struct Made {
    printed: Vec<u8>,
    files: BTreeMap<String, Vec<u8>>,
    /// Our messages, if it failed.
    trouble: Option<String>,
}

/// Runs a line of the shell in a folder; `pgn` and `pgn-extract` are those of the test.
fn shell(dir: &Dir, line: &str, judge: Option<&Judge>) -> Made {
    let before: BTreeSet<String> = dir.names().into_iter().collect();
    let quoted = |path: &Path| format!("'{}'", path.display());
    let ours = quoted(Path::new(env!("CARGO_BIN_EXE_pgn")));
    let theirs = judge.map_or_else(String::new, |judge| quoted(&judge.program));
    // A function has no hyphen in its name everywhere.
    let script = format!(
        "pgn() {{ {ours} \"$@\"; }}\ntheirs() {{ {theirs} \"$@\"; }}\n{}\n",
        line.replace("pgn-extract ", "theirs ").replace("xargs pgn", &format!("xargs {ours}")),
    );
    let ran = Command::new("sh").args(["-c", &script]).current_dir(dir.path()).output().unwrap();
    let is_done = judge.is_some() || matches!(ran.status.code(), Some(0 | 1));
    let trouble = (!is_done).then(|| String::from_utf8_lossy(&ran.stderr).into_owned());
    let fresh = dir.names().into_iter().filter(|name| !before.contains(name));
    let files = fresh.filter(|name| dir.at(name).is_file());
    let files = files.map(|name| (name.clone(), dir.read(&name))).collect();
    Made { printed: ran.stdout, files, trouble }
}

impl Made {
    /// The games: those of the new files, or the printed ones.
    fn text(&self) -> Vec<u8> {
        let games = self.files.iter().filter(|(name, _)| name.ends_with(".pgn"));
        let files: Vec<u8> = games.flat_map(|(_, text)| [text, &b"\n"[..]].concat()).collect();
        if files.is_empty() { self.printed.clone() } else { files }
    }
}

/// The parts of a game that are compared.
fn views(text: &[u8], compared: &str) -> Vec<String> {
    Games::new(text).map(|game| view(&game.unwrap(), compared)).collect()
}

fn view(game: &Game, compared: &str) -> String {
    let tag = |name: &str| game.tag(name).unwrap_or_default().trim().to_owned();
    match compared.split_once(' ').unwrap_or((compared, "")) {
        ("games", _) => {
            let roster = ["White", "Black", "Event", "Date", "Round"].map(tag).join("|");
            format!("{roster}|{}", moves(game))
        }
        ("moves", _) => moves(game),
        ("tags", names) => names.split(',').map(tag).collect::<Vec<_>>().join("|"),
        ("names", first) => {
            let mut names: Vec<&str> = game.tags().iter().map(|tag| tag.name).collect();
            match first.parse() {
                Ok(name_count) => names.truncate(name_count),
                // Their order is not what is asked about.
                Err(_) => names.sort_unstable(),
            }
            names.join(" ")
        }
        ("parts", _) => parts(game),
        ("export", _) => export(game),
        _ => panic!("nothing is known of comparing `{compared}`"),
    }
}

fn moves(game: &Game) -> String {
    let uci = |node| match game.tree().mv(node) {
        Some(MoveText::Move(mv)) => format!("{mv:?}"),
        Some(MoveText::Unchecked(text)) => text.to_owned(),
        None => String::new(),
    };
    game.main_line().map(uci).collect::<Vec<_>>().join(" ")
}

/// The number of comments, NAGs and variations in a game.
fn parts(game: &Game) -> String {
    let (mut comments, mut nags, mut variations) = (String::new(), 0, 0);
    let nodes = std::iter::once(pgnkit::game::NodeId::ROOT).chain(game.main_line());
    for annotation in nodes.flat_map(|node| game.tree().annotations(node)) {
        match annotation {
            Annotation::Comment { text, .. } => comments.extend(text.split_whitespace()),
            Annotation::Nag(_) => nags += 1,
            Annotation::Variation(_) => variations += 1,
        }
    }
    format!("{} {nags} {variations} {comments}", moves(game))
}

/// All lines of a game with all tags and comments, as we write them.
fn export(game: &Game) -> String {
    let mut text = Vec::new();
    Export::new(Profile::Modern).write(game, &mut text).unwrap();
    words_of(&text, "text").join(" ")
}

/// The part of a text that is compared as text.
fn words_of(text: &[u8], compared: &str) -> Vec<String> {
    let text = String::from_utf8_lossy(text).into_owned();
    match compared {
        "words" => text.split_whitespace().map(str::to_owned).collect(),
        "letters" => text.to_lowercase().split_whitespace().map(str::to_owned).collect(),
        // Blanks inside braces come where lines are filled.
        "text" => {
            let lines = text.lines().filter(|line| !line.starts_with('['));
            let spaced = |line: &str| line.replace('{', " { ").replace('}', " } ");
            let words = |line: &str| -> Vec<String> {
                spaced(line).split_whitespace().map(str::to_owned).collect()
            };
            lines.flat_map(words).collect()
        }
        "lines" => {
            let lines = text.lines().filter(|line| !line.starts_with('[') && !line.is_empty());
            let line = |line: &str| line.replace("{ ", "{").replace(" }", "}").trim().to_owned();
            lines.map(line).collect()
        }
        "positions" => {
            let fields = |line: &str| line.split(' ').take(4).collect::<Vec<_>>().join(" ");
            let of_ours = |line: &&str| line.contains('/') && !line.starts_with('[');
            text.lines().filter(of_ours).map(fields).collect()
        }
        // Their output is not JSON if a game has variations, so its moves are compared in lines.
        "json" if text.starts_with('{') => json_moves(&text),
        "json" => text.lines().map(str::to_owned).collect(),
        _ => panic!("nothing is known of comparing `{compared}`"),
    }
}

/// The moves of games in JSON, a line for each.
fn json_moves(text: &str) -> Vec<String> {
    let mut moves = Vec::new();
    for line in text.lines() {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        let list = game["moves"].as_array().unwrap();
        moves.extend(list.iter().map(|mv| mv["san"].as_str().unwrap().to_owned()));
    }
    moves
}

/// The lines that are in one list and not in the other, each as often as it occurs.
fn without(of: &[String], others: &[String]) -> Vec<String> {
    let mut others = others.to_vec();
    others.sort();
    let mut left = Vec::new();
    for view in of {
        match others.binary_search(view) {
            Ok(place) => drop(others.remove(place)),
            Err(_) => left.push(view.clone()),
        }
    }
    left
}

/// The files that do not hold the same games on both sides.
fn differing_files(made: &Made, judged: &Made) -> BTreeSet<String> {
    let games = |made: &Made, name: &String| {
        let mut games = views(made.files.get(name).map_or(&[], |text| text), "games");
        games.sort();
        games
    };
    let names = made.files.keys().chain(judged.files.keys()).filter(|name| name.ends_with(".pgn"));
    names.filter(|name| games(made, name) != games(judged, name)).cloned().collect()
}

/// The output that is compared as text.
const TEXTS: [&str; 6] = ["words", "letters", "text", "lines", "positions", "json"];

fn same_words(ours: &[String], theirs: &[String]) -> Result<(), String> {
    let place = ours.iter().zip(theirs).position(|(a, b)| a != b);
    let place = place.unwrap_or(ours.len().min(theirs.len()));
    let near = |words: &[String]| words[place..words.len().min(place + 5)].join(" ");
    match ours == theirs && !ours.is_empty() {
        true => Ok(()),
        false => Err(format!("ours: {} theirs: {}", near(ours), near(theirs))),
    }
}

/// Runs one row of the table, and returns the differences from the expected result.
fn compare(case: &Case, ours: &str, judge: &Judge) -> Result<(), String> {
    let (Some(our_folder), Some(their_folder)) = (folder(&case.games), folder(&case.games)) else {
        return Ok(());
    };
    let made = shell(&our_folder, ours, None);
    if let Some(trouble) = made.trouble {
        return Err(trouble);
    }
    let judged = shell(&their_folder, &case.theirs, Some(judge));
    if TEXTS.contains(&case.compared.as_str()) {
        let words = |made: &Made| words_of(&made.printed, &case.compared);
        return same_words(&words(&made), &words(&judged));
    }
    if case.compared == "files" {
        let differing = differing_files(&made, &judged);
        let why = || format!("{differing:?} hold other games");
        return differing.is_empty().then_some(()).ok_or_else(why);
    }
    let (ours, theirs) =
        (views(&made.text(), &case.compared), views(&judged.text(), &case.compared));
    if ours.is_empty() && theirs.is_empty() {
        return Err("nothing is selected, so nothing is compared".to_owned());
    }
    let (only_ours, only_theirs) = (without(&ours, &theirs), without(&theirs, &ours));
    let found = format!("+{} -{}", only_ours.len(), only_theirs.len());
    let expected = if case.differs.is_empty() { "+0 -0" } else { &case.differs };
    if found == expected {
        return Ok(());
    }
    let first =
        |games: &[String]| games.first().map_or("", |game| &game[..game.len().min(300)]).to_owned();
    let of = format!("{found} instead of {expected}, of {} and {}", ours.len(), theirs.len());
    Err(format!("{of}\n   ours {}\n theirs {}", first(&only_ours), first(&only_theirs)))
}

#[cfg(unix)]
#[test]
fn each_flag_does_what_the_page_says() {
    let (rows, cases) = (rows(), cases());
    let only = std::env::var("ONLY").unwrap_or_default();
    let (mut failed, mut run_count) = (Vec::new(), 0);
    for line in rows.iter().flat_map(|row| &row.lines) {
        let made = shell(&folder("own").unwrap(), line, None);
        failed.extend(made.trouble.map(|why| format!("`{line}`: {why}")));
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    let Some(judge) = Judge::find() else { return };
    let usual = if only.is_empty() { cases.len() / 4 } else { cases.len() };
    let cases = pgn_testing::some_of(&cases.iter().collect::<Vec<_>>(), usual);
    for case in cases.into_iter().filter(|case| only.is_empty() || case.flag == only) {
        let is_it = |row: &&Row| row.flags.contains(&case.flag) || row.names.contains(&case.flag);
        let row = rows.iter().find(is_it).unwrap_or_else(|| panic!("no row: {}", case.flag));
        let Some(ours) = row.lines.first() else { panic!("no command line: {}", case.flag) };
        if !judge.has(&case.since) {
            continue;
        }
        run_count += 1;
        if let Err(why) = compare(case, ours, &judge) {
            failed.push(format!("{} on {}: `{ours}`: {why}", case.flag, case.games));
        }
    }
    let report = failed.join("\n");
    println!("pgn-extract {}: {run_count} runs, {} differ\n{report}", judge.version, failed.len());
    assert!(failed.is_empty() || judge.version != JUDGED, "{report}");
}

/// The flags that are in the file beside this one.
pub(crate) fn flags() -> BTreeSet<String> {
    let text = include_str!("from_pgn_extract_flags.txt");
    let words = text.lines().filter(|line| !line.starts_with(';')).flat_map(str::split_whitespace);
    let is_letter = |word: &str| word.chars().count() == 1;
    words.map(|word| format!("{}{word}", if is_letter(word) { "-" } else { "--" })).collect()
}

/// The flags that the installed program's own help lists.
fn flags_of_help(judge: &Judge) -> BTreeSet<String> {
    let said = Command::new(&judge.program).arg("--help").output().unwrap();
    let said = [said.stdout, said.stderr].concat();
    let text = String::from_utf8_lossy(&said).into_owned();
    let flag = |line: &str| match line.strip_prefix("--") {
        Some(word) => {
            let end = word.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(word.len());
            Some(format!("--{}", &word[..end]))
        }
        // What follows a letter is its value.
        None => line.strip_prefix('-')?.chars().next().map(|letter| format!("-{letter}")),
    };
    text.lines().filter_map(flag).collect()
}

#[test]
fn each_flag_stands_on_the_page_once() {
    let known = flags();
    let letter_count = known.iter().filter(|flag| !flag.starts_with("--")).count();
    assert_eq!((letter_count, known.len() - letter_count), (39, 89));
    let mut named = BTreeMap::<String, usize>::new();
    for flag in rows().into_iter().flat_map(|row| row.flags) {
        *named.entry(flag).or_default() += 1;
    }
    let twice: Vec<_> = named.iter().filter(|(_, repeat_count)| **repeat_count > 1).collect();
    assert!(twice.is_empty(), "{twice:?}");
    let named: BTreeSet<String> = named.into_keys().collect();
    let missing: Vec<_> = known.difference(&named).collect();
    let invented: Vec<_> = named.difference(&known).collect();
    assert!(missing.is_empty() && invented.is_empty(), "-{missing:?} +{invented:?}");
    let Some(judge) = Judge::find() else { return };
    let of_help = flags_of_help(&judge);
    assert!(of_help.len() > 80, "{of_help:?}");
    // An older version may have had flags that are gone, but not one that we never heard of.
    let unknown: Vec<_> = of_help.difference(&known).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn each_flag_is_run_beside_the_real_program() {
    let cases: BTreeSet<String> = cases().into_iter().map(|case| case.flag).collect();
    let has_case = |row: &Row| row.flags.iter().chain(&row.names).any(|name| cases.contains(name));
    for row in rows().iter().filter(|row| !row.flags.is_empty() && !has_case(row)) {
        let is_excused = NOT_RUN.iter().any(|(flag, _)| row.flags[0] == *flag);
        assert!(is_excused, "nothing is run for {:?}", row.flags);
    }
    for (flag, _) in NOT_RUN {
        assert!(!cases.contains(flag), "{flag} is run");
    }
}

#[test]
fn a_flag_of_pgn_extract_typed_by_habit_names_what_to_type() {
    let dir = Dir::new();
    for (line, tip) in [
        ("-D games.pgn", "`-D` of pgn-extract is `pgn dedupe --by moves games.pgn`;"),
        ("-TpTal games.pgn", "`-T` of pgn-extract is `pgn filter --where"),
        ("fmt --noduplicates games.pgn", "`--noduplicates` of pgn-extract is `pgn dedupe"),
        ("-Wuci games.pgn", "`-W` of pgn-extract is `pgn convert --to uci games.pgn`;"),
    ] {
        dir.pgn().args(line).status(2).stderr_has(tip);
    }
    let ran = dir.pgn().args("--nonsense games.pgn").status(2);
    assert!(!ran.stderr.contains("pgn-extract"), "{}", ran.stderr);
}
