//! The text is exactly an export form, or the first difference is reported.
//!
//! Standard: §3.2. Decisions: D-39, D-40.

use crate::source::{game_text, lint, soup};
use pgn_lint::{Config, Profile, SITE_LIMITS, Severity};
use pgnkit::charset::{Choice, Encoding};
use pgnkit::read::Games;
use pgnkit::write;
use pgnkit::write::Export;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const ROSTER: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                      [White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n";

fn told(text: &str) -> Vec<String> {
    let findings = lint(text.as_bytes(), &Config::new(Profile::Export(write::Profile::Archival)));
    let about_form = findings.iter().filter(|one| one.name() == "not-export-form");
    about_form.map(|one| format!("{} {}", one.place.start, one.message)).collect()
}

fn check(text: &str, expected: &str) {
    assert_eq!(told(text), [expected], "{text:?}");
}

#[test]
fn the_first_difference_is_told_in_words() {
    let game = |moves: &str| format!("{ROSTER}{moves}");
    assert_eq!(told(&game("1. e4 e5 *\n\n")), [""; 0]);
    check(&game("1.e4 e5 *\n\n"), "9:3 expected `1. e4 e5 *`, found `1.e4 e5 *`");
    check(
        &game("1. e4\ne5 *\n\n"),
        "9:6 expected `1. e4 e5 *`, found the end of the line after `1. e4`",
    );
    check(
        &game("1. e4 e5 *\r\n\r\n"),
        "9:11 expected the end of the line after `1. e4 e5 *`, found a carriage return",
    );
    check(&game("1. e4 e5 *\n"), "10:1 expected an empty line, found the end of the file");
    check(&game("1. e4 e5 *\n\n\n"), "11:1 expected the end of the game, found an empty line");
    check(
        &game("1. e4 e5 *"),
        "9:11 expected the end of the line after `1. e4 e5 *`, found the end of the game",
    );
    check(
        &format!("\u{feff}{}", game("*\n\n")),
        "1:1 expected `[Event \"?\"]`, found `\u{feff}[Event \"?\"]`",
    );
}

/// Text that was encoded twice is written as it would be read, so that it is the same the next
/// time.
#[test]
fn text_that_was_encoded_twice_passes_once_it_is_written() {
    let twice = |text: &str| text.bytes().map(char::from).collect::<String>();
    for (text, written) in [
        (twice("\u{e9}"), "\u{e9}"),
        ("\u{c9}\u{bb}".into(), "E\\\""),
        (twice("\u{161}"), "s"),
        ("\u{c3}\u{a9} \u{3a9}".into(), "\u{e9} O"),
        ("\u{c3}\u{a9} \u{e9}".into(), "\u{e9} \u{e9}"),
        ("\u{c3}\u{a9} \u{e9}\u{e9}".into(), "\u{c3}\u{a9} \u{e9}\u{e9}"),
    ] {
        let game = format!("[White \"{text}\"]\n\n1. e4 {{{text} x}} *\n");
        for profile in
            [Profile::Export(write::Profile::Archival), Profile::Export(write::Profile::Reduced)]
        {
            let export = Export::new(profile.export().unwrap());
            let game = Games::new(game.as_bytes()).next().unwrap().unwrap();
            let mut once = Vec::new();
            export.append(&game, &mut once, &mut Vec::new()).unwrap();
            let name: String = once.iter().copied().map(char::from).collect();
            assert!(name.contains(&format!("[White \"{written}\"]")), "{text}: {name}");
            let again = Games::new(&once[..]).next().unwrap().unwrap();
            let mut second = Vec::new();
            export.append(&again, &mut second, &mut Vec::new()).unwrap();
            assert_eq!(second, once, "{text}");
            let found = lint(&once, &Config::new(profile));
            assert!(found.iter().all(|one| !one.code().to_string().starts_with('X')), "{found:?}");
        }
    }
}

#[test]
fn games_follow_each_other_with_one_empty_line() {
    let game = format!("{ROSTER}1. e4 *\n\n");
    assert_eq!(told(&game.repeat(3)), [""; 0]);
    let glued = format!("{}{game}", game.trim_end().to_string() + "\n");
    check(&glued, "10:1 expected an empty line, found `[Event \"?\"]`");
    let apart = format!("{game}\n{game}");
    check(&apart, "11:1 expected `[Event \"?\"]`, found an empty line");
}

#[test]
fn text_without_games_is_no_export_form() {
    check("% private\n", "1:1 expected games only, found text without a game");
    assert_eq!(told(""), [""; 0]);
}

fn check_export(text: &[u8]) -> Result<(), TestCaseError> {
    for profile in [
        Profile::Export(write::Profile::Modern),
        Profile::Export(write::Profile::Archival),
        Profile::Export(write::Profile::Reduced),
        Profile::Export(write::Profile::Lossless),
    ] {
        let Some(export) = profile.export() else { continue };
        let mut written = Vec::new();
        for game in Games::new(text) {
            // A game that is refused is not in the file.
            let _ = Export::new(export).write(&game.unwrap(), &mut written);
        }
        let encoding = match profile {
            Profile::Export(write::Profile::Archival)
            | Profile::Export(write::Profile::Reduced) => Encoding::Latin1,
            _ => Encoding::Utf8,
        };
        let config = Config::new(profile).with_encoding(Choice::Fixed(encoding));
        let findings = lint(&written, &config);
        let grave = findings.iter().find(|one| {
            // The writer does not check the value of a tag, or a position without meaning.
            let is_form = matches!(one.code().letter(), 'L' | 'M' | 'C' | 'X');
            one.severity == Severity::Error && is_form
        });
        let shown = grave.map(|one| format!("{profile} {} {}", one.name(), one.message));
        prop_assert!(shown.is_none(), "{shown:?}\n{}", String::from_utf8_lossy(&written));
    }
    Ok(())
}

/// The profiles of sites.
fn sites() -> impl Iterator<Item = write::Profile> {
    write::Profile::ALL.into_iter().filter(|profile| profile.site().is_some())
}

/// Tags that some site refuses.
const HARD_HEADS: &[&str] = &[
    "",
    "[Variant \"Crazyhouse\"]\n",
    "[Variant \"Chess960\"]\n",
    "[Variant \"Racing Kings\"]\n",
    "[Variant \"Xiangqi\"]\n",
];

/// A game that some site refuses.
const HARD_GAME: &str =
    "\n\n[White \"Ash\"]\n\n1. e4 {one\n\ntwo} (1. d4 -- 2. c4 {three\r\n\r\nfour}) 1... -- *\n";

/// What `fmt` writes for a site has no finding that `fmt` fixes.
fn check_sites(text: &[u8]) -> Result<(), TestCaseError> {
    for profile in sites() {
        let mut written = Vec::new();
        for game in Games::new(text) {
            // A game that is refused is not in the file.
            let _ = Export::new(profile).write(&game.unwrap(), &mut written);
        }
        let findings = lint(&written, &Config::new(Profile::Export(profile)));
        let left = findings.iter().find(|one| {
            let is_of_limit = |code| code == one.code();
            SITE_LIMITS
                .iter()
                .any(|it| it.profile == profile && it.is_fixed && is_of_limit(it.code))
        });
        let shown = left.map(|one| format!("{} {}", one.name(), one.message));
        prop_assert!(shown.is_none(), "{shown:?}\n{}", String::from_utf8_lossy(&written));
    }
    Ok(())
}

/// The findings of a site in a text, each as its code and message.
fn told_by(profile: write::Profile, text: &[u8]) -> Vec<String> {
    let findings = lint(text, &Config::new(Profile::Export(profile)));
    let shown = findings.iter().filter(|one| one.code().letter() == 'X');
    shown.map(|one| format!("{} {}", one.code(), one.message)).collect()
}

#[test]
fn sites_refuse_what_they_say_that_they_refuse() {
    use write::Profile::{ChessBase, ChessCom, Lichess, Scid};
    let null_moves = "1. e4 (1. d4 -- 2. c4) 1... e5 (1... -- 2. d4) *";
    let long = format!("[White \"{}\"]\n\n1. e4 *", "\u{e9}".repeat(200));
    let large = format!("1. e4 {{{}}} *", "x".repeat(131_072));
    let crazyhouse = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *";
    for (profile, text, expected) in [
        (Lichess, null_moves, "X009 lichess.org: expected no null moves, found 2"),
        (Scid, null_moves, ""),
        (Lichess, crazyhouse, ""),
        (Scid, crazyhouse, "X011 Scid: expected ordinary chess, found another game"),
        (Scid, &long, "X004 Scid: expected at most 255 bytes in a name, found 1 longer"),
        (ChessBase, &long, ""),
        (
            Scid,
            &large,
            "X018 Scid: expected at most 131072 bytes of moves and comments in a game, \
             found 131073",
        ),
        (ChessCom, null_moves, ""),
    ] {
        let expected: Vec<&str> = Some(expected).filter(|it| !it.is_empty()).into_iter().collect();
        assert_eq!(told_by(profile, text.as_bytes()), expected, "{profile:?} {text:.60}");
    }
    let latin1 = b"[White \"J\xf6rg\"]\n\n1. e4 *";
    let expected = ["X019 ChessBase: expected UTF-8, found the byte F6"];
    assert_eq!(told_by(ChessBase, latin1), expected);
}

/// As many games as a study holds are not a finding, whichever linter counts them.
#[test]
fn games_are_counted_over_the_parts_of_a_file() {
    let games = |n| "[White \"A\"]\n\n1. e4 *\n\n".repeat(n);
    let lichess = write::Profile::Lichess;
    assert_eq!(told_by(lichess, games(64).as_bytes()), [""; 0]);
    let expected = "X017 lichess.org: expected at most 64 games, the chapters of a study, found 65";
    assert_eq!(told_by(lichess, games(65).as_bytes()), [expected]);
    let linter = || pgn_lint::Linter::new(Config::new(Profile::Export(lichess)));
    let (mut first, mut second) = (linter(), linter());
    for (linter, n) in [(&mut first, 40), (&mut second, 30)] {
        let text = games(n);
        crate::source::each_region(text.as_bytes(), |region| {
            assert!(linter.lint_region(region).iter().all(|one| one.name() != "too-many-games"));
        });
    }
    first.merge(second.hand_over());
    let findings = first.finish_file();
    assert_eq!(findings.len(), 1);
    assert!(findings[0].message.ends_with("found 70") && findings[0].place.start.line == 1);
    assert!(first.finish_file().is_empty() && second.finish_file().is_empty());
}

/// The page of each rule names the source of every limit that it reports, and the guide has a row
/// for it.
#[test]
fn every_limit_has_its_source_on_the_page_of_its_rule() {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/sites.md");
    let guide = std::fs::read_to_string(guide).unwrap();
    for limit in SITE_LIMITS {
        let rule = pgn_lint::rule(&limit.code.to_string()).unwrap();
        let page = rule.page();
        assert!(page.contains(limit.source), "{}: {}", rule.name(), limit.source);
        assert!(page.contains(limit.read_on) && page.contains(limit.profile.name()));
        let row = |line: &&str| {
            let is_of_limit = line.starts_with(&format!("| {} |", limit.profile.name()))
                && line.ends_with(&format!("| {} |", limit.code));
            is_of_limit && line.contains(limit.source) && line.contains(limit.effect.name())
        };
        assert_eq!(
            guide.lines().filter(row).count(),
            1,
            "{} {}",
            limit.profile.name(),
            rule.name()
        );
        let read_on = guide.contains(&format!("read on {}", limit.read_on));
        assert!(read_on, "{}", limit.read_on);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        rng_seed: RngSeed::Fixed(1994),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_export_form_passes_its_own_profile(text in game_text()) {
        check_export(&text)?;
    }
    #[test]
    fn what_is_written_for_a_site_is_within_its_limits(
        head in 0..HARD_HEADS.len(),
        text in prop_oneof![game_text(), soup()],
    ) {
        let long = format!("[Black \"{}\"]\n", "\u{e9}".repeat(150));
        let text = [HARD_HEADS[head].as_bytes(), long.as_bytes(), &text, HARD_GAME.as_bytes()];
        check_sites(&text.concat())?;
    }
}
