//! Results in the tag and at the end of the movetext, read and written.

use pgnkit::read::{Note, ReadOptions, read_region};
use pgnkit::syntax::Regions;
use pgnkit::write::{Export, Profile};
use pgnkit::{Game, Outcome};

/// The games of a text, with the codes of their findings.
fn read(text: impl AsRef<[u8]>) -> Vec<(Game, Vec<String>)> {
    let mut games = Vec::new();
    let mut regions = Regions::new(text.as_ref());
    while let Some(region) = regions.next_region().expect("a text in memory") {
        let mut codes = Vec::new();
        let note = |note: Note<'_>| codes.push(note.diagnostic.code.to_string());
        if let Some(game) = read_region(&region, ReadOptions::default(), note) {
            games.push((game, codes));
        }
    }
    games
}

fn export(game: &Game, profile: Profile) -> Vec<u8> {
    let mut out = Vec::new();
    Export::new(profile).append(game, &mut out, &mut Vec::new()).expect("a profile that has it");
    out
}

fn line_of<'t>(text: &'t str, begin: &str) -> &'t str {
    text.lines().find(|line| line.starts_with(begin)).unwrap_or_default()
}

/// Reads one game, and returns its number of moves, its outcome, the Result tag that modern export
/// writes, and the marker.
fn told(text: &str) -> (usize, &'static str, String, String) {
    let games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    let (game, _) = &games[0];
    let written = String::from_utf8(export(game, Profile::Modern)).expect("UTF-8");
    let tag = line_of(&written, "[Result ").trim_matches(|c| "[]\"".contains(c)).to_owned();
    let tag = tag.trim_start_matches("Result \"").to_owned();
    let marker = written.split_whitespace().last().unwrap_or_default().to_owned();
    // Every profile keeps the outcome, and writing again changes nothing.
    for profile in [Profile::Archival, Profile::Reduced, Profile::Modern, Profile::Lossless] {
        let once = export(game, profile);
        let again = read(&once);
        assert_eq!(again.len(), 1, "{text}");
        assert_eq!(again[0].0.outcome(), game.outcome(), "{text}");
        assert_eq!(export(&again[0].0, profile), once, "{text}");
    }
    (game.n_plies(), game.outcome().name(), tag, marker)
}

fn game(tag: &str, moves: &str) -> String {
    format!("[White \"Ash, A\"]\n[Result \"{tag}\"]\n\n{moves}\n")
}

/// D-07, D-74
#[test]
fn spellings_of_the_four_results_are_normalized() {
    for (spelling, marker) in [
        ("1:0", "1-0"),
        ("0:1", "0-1"),
        ("½-½", "1/2-1/2"),
        ("½:½", "1/2-1/2"),
        ("1/2:1/2", "1/2-1/2"),
        ("1 / 2 - 1 / 2", "1/2-1/2"),
        ("1/2", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"),
        ("0,5-0,5", "1/2-1/2"),
        ("0.5 - 0.5", "1/2-1/2"),
        (".5-.5", "1/2-1/2"),
        ("1-O", "1-0"),
        ("O-1", "0-1"),
        ("1.0-0.0", "1-0"),
        ("0,0-1,0", "0-1"),
        ("1 : 0", "1-0"),
        ("1\u{2013}0", "1-0"),
        ("remis", "1/2-1/2"),
        ("Draw", "1/2-1/2"),
        ("draw agreed", "1/2-1/2"),
        ("White wins", "1-0"),
        ("WHITEWIN", "1-0"),
        ("Black won", "0-1"),
        ("White resigns", "0-1"),
    ] {
        let both = told(&game(spelling, &format!("1. e4 e5 2. Nf3 Nc6 {spelling}")));
        assert_eq!(both, (4, marker, marker.to_owned(), marker.to_owned()), "{spelling}");
        let tag = told(&game(spelling, "1. e4 e5 2. Nf3 Nc6 *"));
        assert_eq!(tag, both, "{spelling}");
        let alone = told(&format!("1. e4 e5 2. Nf3 Nc6 {spelling}\n"));
        assert_eq!(alone, both, "{spelling}");
        let stated = told(&game("*", &format!("1. e4 e5 2. Nf3 Nc6 {spelling} {{good}}")));
        assert_eq!((stated.0, stated.1), (4, marker), "{spelling}");
        let two = format!(
            "{}\n{}",
            game(spelling, &format!("1. e4 {spelling}")),
            game("1-0", "1. d4 1-0")
        );
        assert_eq!(read(&two).len(), 2, "{spelling}");
    }
}

/// D-74
#[test]
fn forfeits_and_arbiters_results_stay_in_the_tag() {
    for (spelling, name) in [
        ("+/-", "+/-"),
        ("-/+", "-/+"),
        ("+:-", "+/-"),
        ("+--", "+/-"),
        ("--+", "-/+"),
        ("-:-", "-/-"),
        ("--/--", "-/-"),
        ("+_-", "+/-"),
        ("=/=", "=/="),
        ("0-0", "0-0"),
        ("0:0", "0-0"),
        ("1/2-0", "1/2-0"),
        ("½-0", "1/2-0"),
        ("0-1/2", "0-1/2"),
        ("1-0F", "+/-"),
        ("0-1F", "-/+"),
        ("0-0F", "-/-"),
        ("+-", "+/-"),
    ] {
        let kept = |n_plies| (n_plies, name, spelling.to_owned(), "*".to_owned());
        for end in [spelling, "*"] {
            assert_eq!(told(&game(spelling, end)), kept(0), "{spelling} {end}");
            let moves = format!("1. e4 e5 2. Nf3 Nc6 {end}");
            // A castling move that is legal, and a marker after it, is a move.
            assert_eq!(told(&game(spelling, &moves)), kept(4), "{spelling} {end}");
        }
        let games = read(game(spelling, &format!("1. e4 e5 {spelling}")));
        let codes = &games[0].1;
        assert!(codes.contains(&"T020".to_owned()), "{spelling} {codes:?}");
        let is_fault = |code: &String| ["T010", "T011", "C001", "C003"].contains(&code.as_str());
        assert!(!codes.iter().any(is_fault), "{spelling} {codes:?}");
    }
    for (tag, marker) in
        [("1-0 (forfeit)", "1-0"), ("1-0F", "1-0"), ("0-1 ff", "0-1"), ("+/-", "1-0")]
    {
        let (_, name, kept, end) = told(&game(tag, &format!("1. e4 e5 {marker}")));
        assert_eq!((kept.as_str(), end.as_str()), (tag, "*"));
        assert!(Outcome::from_name(name).is_some_and(Outcome::is_unplayed), "{tag}");
    }
    // Without a tag, the tag is written.
    assert_eq!(told("1. e4 e5 1/2-0\n").2, "1/2-0");
    assert_eq!(told("[White \"A\"]\n\n0-0\n").2, "0-0");
}

/// D-22, D-74
#[test]
fn a_result_is_never_replaced_by_an_asterisk() {
    for tag in ["-", "adjourned", "1-1", "abandoned", "White?", "0-2", "1-0 (time)"] {
        let (n_plies, _, kept, _) = told(&game(tag, "1. e4 e5 *"));
        assert_eq!((n_plies, kept.as_str()), (2, tag));
    }
    assert_eq!(told(&game("-", "1. e4 e5 -")), (2, "*", "-".to_owned(), "*".to_owned()));
}

/// D-74
#[test]
fn castling_and_assessments_are_no_results() {
    for (tag, moves, plies, nags) in [
        ("*", "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 *", 7, 0),
        ("*", "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 0-0", 8, 0),
        ("0-0", "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 0-0 *", 8, 0),
        ("0-0", "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0", 7, 0),
        ("0-0", "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 d5 5. d3 *", 9, 0),
        ("0-0", "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. d3 0-0", 7, 0),
        ("1-0", "1. e4 e5 +/- 2. Nf3 1-0", 3, 1),
        ("+/-", "1. e4 e5 +/- 2. Nf3 *", 3, 1),
        ("1-0", "1. e4 e5 2. Nf3 Nc6 +- 1-0", 4, 1),
        ("1-0", "1. e4 e5 2. Nf3 Nc6 +-", 4, 1),
        ("*", "1. e4 e5 2. Nf3 Nc6 +/-", 4, 1),
    ] {
        let games = read(game(tag, moves));
        let tree = games[0].0.tree();
        let n_nags: usize = games[0].0.main_line().map(|node| tree.nags(node).count()).sum();
        assert_eq!((games[0].0.n_plies(), n_nags), (plies, nags), "{moves}");
        assert_eq!(Outcome::parse_lax(tag), Some(games[0].0.outcome()), "{moves}");
    }
    let castled = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n";
    for moves in ["1. 0-0 *", "0-0 *", "0-0 1-0", "1. 0-0"] {
        let games = read(format!("{castled}{moves}\n"));
        assert_eq!((games.len(), games[0].0.n_plies()), (1, 1), "{moves}");
    }
}

/// D-22
#[test]
fn tag_and_marker_are_settled() {
    for (tag, marker, outcome, codes) in [
        ("1-0", "*", "1-0", &["T021"][..]),
        ("1/2-1/2", "*", "1/2-1/2", &["T021"]),
        ("½-½", "*", "1/2-1/2", &["T010", "T021"]),
        ("*", "1-0", "1-0", &["T011"]),
        ("1-0", "0-1", "1-0", &["T011"]),
        ("1-0", "1-0F", "+/-", &["M002"]),
        ("1-0F", "0-1", "+/-", &["T020", "T011"]),
        ("0-0", "1-0", "0-0", &["T020", "T011"]),
        ("?", "1-0", "1-0", &["T010"]),
        ("abc", "1-0", "1-0", &["T010"]),
        ("1-0", "White wins 1-0", "1-0", &["T022"]),
        ("1/2-1/2", "draw 1/2-1/2", "1/2-1/2", &["T022"]),
        ("1-0", "draw 1-0", "1-0", &["C003"]),
        ("0-0", "0-0 *", "0-0", &["T022", "T020"]),
    ] {
        let games = read(game(tag, &format!("1. e4 e5 {marker}")));
        assert_eq!(games[0].0.outcome().name(), outcome, "{tag} {marker}");
        assert_eq!(games[0].1, codes, "{tag} {marker}");
        assert_eq!(games[0].0.n_plies(), 2, "{tag} {marker}");
    }
}
