//! All text that `fmt` does not write is inside a finding that reports it, and no game disappears.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::scratch::Dir;

/// Findings whose text is dropped, or written in another way.
#[rustfmt::skip]
const SAYS_SO: &[(&str, &str)] = &[
    ("C003", "unreadable text is kept as a comment"),
    ("C004", "a move is written in standard notation"),
    ("C005", "check marks are corrected"),
    ("C006", "a null move is written as `--`"),
    ("C008", "a move is written in standard notation"),
    ("F003", "a FEN is written in standard form"),
    ("L013", "an angle bracket alone is dropped"),
    ("L014", "a run of more than 1,024 bytes is passed over"),
    ("L021", "text between games is not written"),
    ("L025", "comments without a game are not written"),
    ("M002", "a marker is written in standard form"),
    ("M003", "a marker inside a variation becomes a comment"),
    ("M007", "a period is dropped"),
    ("M010", "a suffix becomes a NAG"),
    ("M011", "a NAG above 255 is dropped"),
    ("M013", "a variation without a move becomes a comment"),
    ("M015", "the null NAG is dropped"),
    ("M016", "a marker is set apart from the move before it"),
    ("T001", "a malformed tag becomes an escape line, which some profiles drop"),
    ("T010", "the Result is written as one of four values"),
    ("T011", "the Result is written as the game ended"),
    ("T012", "of a tag that is repeated the last is written"),
    ("T013", "a tag name is written in its letter case"),
];

/// The words that are compared: words of letters and digits that are not move numbers. Letters
/// beyond ASCII are compared if the text is UTF-8.
fn words(text: &[u8]) -> Vec<(Range<usize>, &str)> {
    let mut words = Vec::new();
    let mut at = 0;
    for chunk in text.utf8_chunks() {
        let mut start = None;
        let valid = chunk.valid();
        for (offset, c) in valid.char_indices().chain([(valid.len(), ' ')]) {
            if c.is_alphanumeric() {
                start.get_or_insert(offset);
            } else if let Some(from) = start.take() {
                words.push((at + from..at + offset, &valid[from..offset]));
            }
        }
        at += valid.len() + chunk.invalid().len();
    }
    let is_ascii_only = std::str::from_utf8(text).is_err();
    // Longer words are broken where their line ends.
    words.retain(|(_, word)| {
        word.chars().any(char::is_alphabetic)
            && word.len() < 79
            && (!is_ascii_only || word.is_ascii())
    });
    words
}

/// The words of `input` that are neither in `output` nor in one of these spans.
fn missing<'t>(input: &'t [u8], output: &[u8], said: &[Range<usize>]) -> Vec<&'t str> {
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, word) in words(output) {
        *left.entry(word).or_default() += 1;
    }
    let is_said = |at: &Range<usize>| said.iter().any(|it| it.start < at.end && at.start < it.end);
    let mut is_missing = |word: &str| match left.get_mut(word) {
        Some(n) if *n > 0 => {
            *n -= 1;
            false
        }
        Some(_) | None => true,
    };
    let unsaid = words(input).into_iter().filter(|(at, _)| !is_said(at));
    unsaid.map(|(_, word)| word).filter(|word| is_missing(word)).collect()
}

/// For each file of the folder, the spans of the findings that report that their text is not
/// written unchanged.
fn said(dir: &Dir, folder: &str) -> BTreeMap<String, Vec<(String, Range<usize>)>> {
    let ran = dir.pgn().args(&format!("check --select all --format json {folder}")).output();
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    let offset = |value: &Value| value.as_u64().unwrap() as usize;
    let mut spans = BTreeMap::new();
    for file in report["files"].as_array().unwrap() {
        let findings = file["diagnostics"].as_array().unwrap().iter();
        let says_so = |finding: &&Value| {
            SAYS_SO.iter().any(|(code, _)| finding["code"].as_str() == Some(code))
        };
        let span = |finding: &Value| {
            let code = finding["code"].as_str().unwrap().to_string();
            (code, offset(&finding["byte_start"])..offset(&finding["byte_end"]))
        };
        let name = Path::new(file["file"].as_str().unwrap()).file_name().unwrap();
        let found = findings.filter(says_so).map(span).collect();
        spans.insert(name.to_str().unwrap().to_string(), found);
    }
    spans
}

fn odd_files() -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/wild");
    let shared = [pgn_testing::shared_corpus("lax"), pgn_testing::shared_reports()];
    let folders = [corpus].into_iter().chain(shared.into_iter().flatten());
    let entries = folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "pgn"));
    files.sort();
    files
}

/// Faults put into a text, each with its name.
fn mutations(text: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let Ok(text) = std::str::from_utf8(text) else { return Vec::new() };
    let replace = |from: &str, to: &str| text.replace(from, to).into_bytes();
    let half: String = text.chars().take(text.chars().count() / 2).collect();
    let all = vec![
        ("as it is", text.as_bytes().to_vec()),
        ("a second bracket", replace("\"]\n", "\"]]\n")),
        ("a remark after a tag", replace("\"]\n", "\"], as they said\n")),
        ("no brackets", replace("\"]\n", "\"\n")),
        ("no quotes", text.replace(" \"", " ").replace("\"]", "]").into_bytes()),
        ("other quotes", text.replace(" \"", " '").replace("\"]", "']").into_bytes()),
        ("colons", replace(" \"", ": \"")),
        ("upper case", text.to_uppercase().into_bytes()),
        ("lower case", text.to_lowercase().into_bytes()),
        ("no markers", text.replace(" 1-0\n", "\n").replace(" *\n", "\n").into_bytes()),
        ("early markers", replace("\n\n", " 1-0\n\n")),
        ("words before games", replace("[Event", "Game of the day\n\n[Event")),
        ("words after games", replace("\n\n[", "\nas played\n\n[")),
        ("no empty lines", replace("\n\n", "\n")),
        ("empty lines", replace("\n", "\n\n")),
        (
            "no tags",
            text.lines()
                .filter(|it| !it.starts_with('['))
                .collect::<Vec<_>>()
                .join("\n")
                .into_bytes(),
        ),
        ("a variation after the marker", replace("1-0\n", "1-0 (1. Nf3 {better} Nf6)\n")),
        ("a cut tag", replace("\"]\n[Site", "[Site")),
        ("another move", replace(" e5", " e9")),
        ("foreign letters", replace(" e5", " \u{435}5")),
        ("square brackets", text.replace('{', "[").replace('}', "]").into_bytes()),
        ("open comments", replace("}", "")),
        ("cut in the middle", half.into_bytes()),
    ];
    let is_thorough = pgn_testing::is_thorough();
    all.into_iter().take(if is_thorough { usize::MAX } else { 1 }).collect()
}

#[test]
fn whatever_fmt_does_not_write_is_in_a_finding() {
    let files = odd_files();
    assert!(files.len() > 100, "{}", files.len());
    let dir = Dir::new();
    let mut inputs = BTreeMap::new();
    for (n, path) in files.iter().enumerate() {
        let input = fs::read(path).unwrap();
        // Other encodings than one byte a character have other offsets, packed files have none.
        if input.contains(&0) || input.starts_with(b"\x1f\x8b") {
            continue;
        }
        for (m, (what, text)) in mutations(&input).into_iter().enumerate() {
            let name = format!("{n:03}-{m:02}.pgn");
            for folder in ["in", "modern", "lossless"] {
                dir.file(&format!("{folder}/{name}"), &text);
            }
            inputs.insert(name, (format!("{}, {what}", path.display()), text));
        }
    }
    let said = said(&dir, "in");
    let mut failures = Vec::new();
    for profile in ["lossless", "modern"] {
        let ran = dir.pgn().args(&format!("fmt -w --profile {profile} {profile}")).output();
        let drops_escapes: Vec<&str> =
            ran.stderr.lines().filter(|line| line.contains("dropped-escape (X007)")).collect();
        for (name, (what, input)) in &inputs {
            let output = dir.read(&format!("{profile}/{name}"));
            let findings = said.get(name).map(Vec::as_slice).unwrap_or_default();
            let mut said: Vec<_> = findings.iter().map(|(_, span)| span.clone()).collect();
            said.extend(earlier_tags(input, findings));
            if drops_escapes.iter().any(|line| line.contains(name.as_str())) {
                said.extend(escape_lines(input));
            }
            let missing = missing(input, &output, &said);
            if !missing.is_empty() {
                failures.push(format!("{profile}: {what}: {missing:?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(inputs.len() > 100, "{}", inputs.len());
}

/// The tags that, according to findings, are written with a later value: the lines that hold their
/// names.
fn earlier_tags(input: &[u8], findings: &[(String, Range<usize>)]) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    for (_, name) in findings.iter().filter(|(code, _)| code == "T012") {
        let name = &input[name.clone()];
        for at in (0..input.len()).filter(|at| input[*at..].starts_with(name)) {
            let is_tag = input[..at].trim_ascii_end().ends_with(b"[");
            let len = input[at..].iter().position(|byte| *byte == b'\n');
            lines.extend(is_tag.then_some(at..at + len.unwrap_or(0)));
        }
    }
    lines
}

/// The lines that are escapes or reserved, which a message counts and no finding points at.
fn escape_lines(input: &[u8]) -> Vec<Range<usize>> {
    let mut at = 0;
    let lines = input.split_inclusive(|byte| *byte == b'\n').map(|line| {
        at += line.len();
        (at - line.len()..at, line)
    });
    let is_escape = |line: &[u8]| line.trim_ascii_start().starts_with(b"%") || line.contains(&b'<');
    lines.filter(|(_, line)| is_escape(line)).map(|(range, _)| range).collect()
}

#[test]
fn the_comparison_finds_what_is_missing() {
    let input = b"Hello there\n\n[Event \"x\"]\n\n1. e4 {good move} e5 *\n";
    let whole = b"[Event \"x\"]\n[Site \"?\"]\n\n1. e4 {good move} 1... e5 *\n";
    let first_line = 0..11;
    let said = std::slice::from_ref(&first_line);
    assert_eq!(missing(input, whole, said), [""; 0]);
    assert_eq!(missing(input, whole, &[]), ["Hello", "there"]);
    let cut = b"[Event \"x\"]\n\n1. e4 {good} e5 *\n";
    assert_eq!(missing(input, cut, said), ["move"]);
    let no_game = b"[Event \"x\"]\n\n*\n";
    assert_eq!(missing(input, no_game, said), ["e4", "good", "move", "e5"]);
}

/// The output of `fmt` for `input`; its own output must give the same again.
fn formatted(input: &str, profile: &str) -> (String, String) {
    let dir = Dir::with("in.pgn", input);
    let ran = dir.pgn().args(&format!("fmt in.pgn --profile {profile}")).output();
    dir.file("once.pgn", &ran.stdout);
    let again = dir.pgn().args(&format!("fmt once.pgn --profile {profile}")).output();
    assert_eq!(again.stdout, ran.stdout, "{profile}: {input}");
    (ran.stdout, ran.stderr)
}

#[test]
fn text_between_games_is_lost_with_a_message_or_kept() {
    for text in [
        "Dear reader,\nhere is a game:\n\n[Event \"A\"]\n\n1. e4 *\n",
        "[Event \"A\"]\n\n1. e4 *\n\nThe end.\n",
        "[Event \"A\"]\n\n1. e4 * played here\n\nSecond:\n\n[Event \"B\"]\n\n1. d4 *\n",
        "1. e4 1-0 resigns\n1. d4 0-1\n",
        "1. e4 1-0\n\n\"quoted\" | words\n\n\n1. d4 0-1\n\n==\n",
        "1. e4 1-0\n\nCaf\u{e9} \u{201c}x\u{201d}\r\n\r\n1. d4 0-1\n",
        "1. e4 1-0\n\n  indented\n\tmore\n1. d4 0-1\n",
        "1. e4 1-0\n1. Open, 2. Closed\n",
        "x\n1. e4 1-0\ny\n1. d4 1-0\nz\n",
        "1. e4 1-0\nwords\n\n{a comment} 1. d4 1-0\n",
        "1. e4 1-0\nwords\n% an escape\n1. d4 1-0\n",
    ] {
        let (modern, said) = formatted(text, "modern");
        assert!(
            said.contains("lost ") && said.contains("text-outside-game (L021)"),
            "{text}: {said}"
        );
        let (lossless, said) = formatted(text, "lossless");
        assert!(!said.contains("lost "), "{text}: {said}");
        assert_eq!(missing(text.as_bytes(), lossless.as_bytes(), &[]), [""; 0], "{lossless}");
        assert!(modern.len() < lossless.len() + 200 && modern.matches("[Event").count() > 0);
    }
}

/// Games that `fmt` reads and writes: the number of games, the text that must be there, the text
/// that must not.
#[rustfmt::skip]
const READ: &[(&str, usize, &[&str], &[&str])] = &[
    ("[Event \"C\"]\n[Site \"Here\"]]\n[Date \"2024.02.03\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n", 1,
        &["[Site \"Here\"]", "[Date \"2024.02.03\"]", "1. e4 1-0"], &["*"]),
    ("[Event \"C\"]\n[Site \"Here\"], see below\n[Date \"2024.02.03\"]\n\n1. e4 1-0\n", 1,
        &["[Date \"2024.02.03\"]"], &["*"]),
    ("[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2 {agreed} (2... d6 {fine} 3. d4)\n\n\
      [Event \"y\"]\n\n1. d4 1-0\n", 2,
        &["2. Nf3 Nc6 {agreed} (2... d6 {fine} 3. d4) 1/2-1/2"], &["*"]),
    ("[Event \"x\"]\n\n1. e4 e5 1-0\n(1... c5) $1\n", 1, &["1. e4 e5", "(1... c5)", "1-0"], &["*"]),
    ("[Event \"x\"]\n\n1. e4 e5 1-0 (1... e9 {no} 2. d4)\n", 1, &["1. e4 e5", "e9", "{"], &["*"]),
    ("1. e4 e5 2. Nf3\n\n1. e4 c5\n\n1. d4 d5\n\
      ", 3, &["1. e4 e5 2. Nf3 *", "1. e4 c5 *", "1. d4 d5 *"], &[]),
    ("[Event \"A\"]\n[Site \"S\"]\n[Result \"1-0\"]\n[TimeControl \"66+0[Event \"B\"]\n\
      [Site \"T\"]\n[Result \"*\"]\n\n1. e4 *\n", 2,
        &["[TimeControl \"66+0\"]", "[Event \"B\"]", "[Site \"T\"]", "1-0"], &[]),
    ("1. e4 e5 1-0\n\n1. Nf9 d5 2. Nf3 0-1\n\n1. d4 *\n", 3, &["Nf9", "0-1"], &[]),
    ("1. e4 e5 1-0\n\n1. P-K4 P-K4 0-1\n", 2, &["P-K4", "0-1"], &[]),
    ("1. e4 e5 1-0\n\n1. \u{435}4 \u{435}5 0-1\n", 2, &["\u{435}4", "0-1"], &[]),
    ("[setup \"1\"]\n[event \"E\"]\n[result \"0-1\"]\n[fen \"4k3/8/8/8/8/8/4q3/6K1 b - - 0 1\"]\n\
      \n1... Qf3 0-1\n", 1,
        &["[Event \"E\"]", "[Result \"0-1\"]", "[SetUp \"1\"]",
        "[FEN \"4k3/8/8/8/8/8/4q3/6K1 b - - 0 1\"]", "1... Qf3 0-1"],
        &["fen", "setup", "event", "*"]),
    ("[Event \"E\"]\n[Fen \"8/8/8/8/8/4k3/8/4K3 w - - 0 1\"]\n\
      [FEN \"4k3/8/8/8/8/8/4q3/6K1 b - - 0 1\"]\n\n1... Qf3 *\n", 1,
        &["[FEN \"4k3/8/8/8/8/8/4q3/6K1 b - - 0 1\"]", "1... Qf3 *"], &["Unplayable"]),
    ("[variant \"Chess960\"]\n[Setup \"1\"]\n\
      [Fen \"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1\"]\n\n1. O-O *\n", 1,
        &["[Variant \"Chess960\"]", "1. O-O *"], &["Unplayable"]),
    ("[Eco \"B20\"]\n[WHITEELO \"2100\"]\n\n1. e4 c5 *\n\
      ", 1, &["[ECO \"B20\"]", "[WhiteElo \"2100\"]"], &["Eco", "WHITEELO"]),
    ("[Event Club match]\n[White Ash]\n[FEN 4k3/8/8/8/8/8/8/4K2R w K - 0 1]\n[SetUp 1]\n\
      [Result *]\n\n1. O-O *\n", 1,
        &["[Event \"Club match\"]", "[White \"Ash\"]",
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]", "[SetUp \"1\"]", "1. O-O *"], &[]),
    ("[White \u{201c}Ash\u{201d}]\n[Black 'Birch']\n[Site \u{ab}Here\u{bb}]\n\n1. e4 *\n", 1,
        &["[White \"Ash\"]", "[Black \"Birch\"]", "[Site \"Here\"]"], &[]),
];

#[test]
fn comments_without_a_game_are_lost_with_a_message_or_kept() {
    for text in
        ["% one\n; two\n{three}\n", "{a}{b} ;c\n", "{open", "{a} words\n", "; a\n\n\n{b\nc}"]
    {
        let (modern, said) = formatted(text, "modern");
        assert!(modern.is_empty() && said.contains("lost "), "{text}: {said}");
        let (lossless, said) = formatted(text, "lossless");
        assert!(!said.contains("lost "), "{text}: {said}");
        assert_eq!(missing(text.as_bytes(), lossless.as_bytes(), &[]), [""; 0], "{lossless}");
        // A game of the next file takes them for its own.
        let dir = Dir::with("a.pgn", text);
        dir.file("b.pgn", "[Event \"B\"]\n\n1. e4 *\n");
        dir.run("fmt --profile lossless a.pgn b.pgn -o c.pgn", 0);
        let joined = dir.unpacked("c.pgn");
        assert_eq!(dir.run("fmt --profile lossless c.pgn", 0).stdout, joined, "{text}");
    }
}

#[test]
fn odd_tags_and_boundaries_are_read() {
    for (input, game_count, present, absent) in READ {
        for profile in ["modern", "lossless"] {
            let (text, said) = formatted(input, profile);
            // The lossless profile keeps the names and adds no tags.
            let is_modern = profile == "modern";
            if is_modern {
                assert_eq!(text.matches("[Event \"").count(), *game_count, "{input}\n{text}");
            }
            for piece in present.iter().filter(|piece| is_modern || !piece.starts_with('[')) {
                let flat = text.replace('\n', " ");
                assert!(flat.contains(piece), "{profile}: {piece} of {input}\n{text}");
            }
            for piece in absent.iter().filter(|_| is_modern) {
                let rest = text.replace("[Result \"*\"]", "");
                assert!(!text.contains(&format!("[{piece}")), "{input}\n{text}");
                assert!(*piece != "*" || !rest.contains('*'), "{input}\n{text}");
                assert!(*piece != "Unplayable" || !text.contains(piece), "{input}\n{text}");
            }
            assert!(!said.contains("dropped-escape") || !is_modern || input.contains("see below"));
        }
    }
}

#[test]
fn edits_keep_what_is_after_the_marker() {
    let text =
        "[Event \"x\"]\n\n1. e4 e5 1-0 {good} (1... c5 {also}) $1\n\n[Event \"y\"]\n\n1. d4 1-0\n";
    let dir = Dir::with("a.pgn", text);
    dir.run("tag -w --set Round=1 a.pgn", 0);
    let edited = dir.unpacked("a.pgn");
    assert_eq!(missing(text.as_bytes(), edited.as_bytes(), &[]), [""; 0], "{edited}");
    let ran = dir.pgn().args("fmt a.pgn").output();
    assert_eq!(ran.stdout.matches("[Round \"1\"]").count(), 2, "{edited}\n{}", ran.stdout);
    assert_eq!(ran.stdout.matches("(1... c5 {also})").count(), 1, "{edited}\n{}", ran.stdout);
}

#[test]
fn fixes_read_the_same_game() {
    let text = "[setup \"1\"]\n[White Ash]\n[Black \u{201c}Birch\u{201d}]\n[Eco \"B20\"]\n\
                [fen \"4k3/8/8/8/8/8/4q3/6K1 b - - 0 1\"]\n\n1... Qf3 *\n";
    let dir = Dir::with("a.pgn", text);
    let before = dir.pgn().args("fmt a.pgn").output().stdout;
    dir.pgn().args("check --fix --select all a.pgn").output();
    let fixed = dir.unpacked("a.pgn");
    for piece in
        ["[SetUp \"1\"]", "[White \"Ash\"]", "[Black \"Birch\"]", "[ECO \"B20\"]", "[FEN \"4k3"]
    {
        assert!(fixed.contains(piece), "{fixed}");
    }
    assert_eq!(dir.pgn().args("fmt a.pgn").output().stdout, before);
    // Queries see the same values.
    let query = ["filter", "--count", "--where", "eco = B20 and White = \"Ash\"", "a.pgn"];
    let ran = dir.pgn().list(&query).status(0);
    assert!(ran.stdout.starts_with('1'), "{}", ran.stdout);
}
