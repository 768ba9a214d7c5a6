//! The text is exactly an export form, or the first difference is told.
//!
//! Standard: §3.2. Decisions: D-39, D-40.

use crate::source::{game_text, lint};
use pgn_lint::{Config, Profile, Severity};
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

/// What was encoded twice is written as it would be read, so that it is the same the next time.
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
            // What a tag says is not the writer's business, nor is a position that has no meaning.
            let is_form = matches!(one.code().letter(), 'L' | 'M' | 'C' | 'X');
            one.severity == Severity::Error && is_form
        });
        let shown = grave.map(|one| format!("{profile} {} {}", one.name(), one.message));
        prop_assert!(shown.is_none(), "{shown:?}\n{}", String::from_utf8_lossy(&written));
    }
    Ok(())
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
}
