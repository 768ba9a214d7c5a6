//! Properties over made-up texts.
//!
//! Decisions: D-18, D-25.

use crate::source::{each_region, game_text, lint, soup};
use pgn_lint::{Applicability, Config, Linter, Profile, fix_region};
use pgnkit::Game;
use pgnkit::read::{ReadOptions, read_region};
use pgnkit::syntax::Region;
use pgnkit::tag::Date;
use pgnkit::write;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The reading of a region, without the parts that safe fixes may change: white space, null NAGs,
/// the digits of dates, the spelling of a FEN, SetUp beside it.
fn meaning(region: &Region<'_>) -> Option<String> {
    let mut game = read_region(region, ReadOptions::default(), ())?;
    mend_tags(&mut game);
    let mut text = Vec::new();
    let export = write::Export::new(write::Profile::Lossless);
    export.append(&game, &mut text, &mut Vec::new()).unwrap();
    let mut text = String::from_utf8(text).unwrap();
    text.retain(|c| !c.is_whitespace());
    Some(text.replace("$0", "").replace("[SetUp\"1\"]", ""))
}

fn mend_tags(game: &mut Game) {
    let start = game.start();
    let tags = std::mem::take(game.tags_mut_unchecked());
    for tag in &tags {
        let is_odd = tag.name == "Date" && Date::parse(tag.value).is_err();
        let parts: Vec<String> = tag.value.split('.').map(|part| format!("{part:0>2}")).collect();
        let parts = parts.join(".");
        game.tags_mut_unchecked().push(tag.name, if is_odd { &parts } else { tag.value });
    }
    if let (Some(position), true) = (&start.position, game.tag("FEN").is_some()) {
        let fen = pgnkit::chess::fen::to_text(position, pgnkit::chess::fen::EpPolicy::Standard);
        let is_used = !game.tag("FEN").unwrap_or_default().trim().is_empty();
        if is_used {
            game.tags_mut_unchecked().set("FEN", &fen);
        }
    }
}

fn check_fix(text: &[u8], profile: Profile) -> Result<(), TestCaseError> {
    let mut linter = Linter::new(Config::new(profile));
    let mut failure = None;
    each_region(text, |region| {
        let fixed = fix_region(&mut linter, region, Applicability::Safe);
        let after = Region { text: &fixed.text, ..*region };
        let shown = || (String::from_utf8_lossy(region.text), String::from_utf8_lossy(&fixed.text));
        if !fixed.is_stable {
            failure = Some(format!("not stable: {:?}", shown()));
        }
        let again = fix_region(&mut linter, &after, Applicability::Safe);
        if again.text != fixed.text || !again.applied.is_empty() {
            failure = Some(format!("not idempotent: {:?}", shown()));
        }
        let (before, after) = (meaning(region), meaning(&after));
        if before != after {
            failure = Some(format!("{:?} became other: {before:?} {after:?}", shown()));
        }
    });
    prop_assert!(failure.is_none(), "{}", failure.unwrap_or_default());
    Ok(())
}

fn check_unsafe_fix(text: &[u8]) -> Result<(), TestCaseError> {
    let mut linter = Linter::new(Config::new(Profile::Export(write::Profile::Archival)));
    let mut failure = None;
    each_region(text, |region| {
        let fixed = fix_region(&mut linter, region, Applicability::Unsafe);
        if !fixed.is_stable {
            let left: Vec<_> = linter
                .lint_region(&Region { text: &fixed.text, ..*region })
                .into_iter()
                .filter(|one| one.fix.is_some())
                .map(|one| one.name())
                .collect();
            failure = Some(format!(
                "{:?} {:?} {left:?}",
                String::from_utf8_lossy(region.text),
                String::from_utf8_lossy(&fixed.text)
            ));
        }
    });
    prop_assert!(failure.is_none(), "{}", failure.unwrap_or_default());
    Ok(())
}

/// Findings are in order, inside the text, on lines that exist.
fn check_places(text: &[u8], profile: Profile) -> Result<(), TestCaseError> {
    let findings = lint(text, &Config::new(profile));
    let n_lines = pgnkit::syntax::line::count_line_ends(text) + 1;
    for one in &findings {
        let place = &one.place;
        prop_assert!(place.byte_start <= place.byte_end && place.byte_end <= text.len() as u64);
        prop_assert!(place.start <= place.end && place.end.line <= n_lines);
        prop_assert!(place.start.column >= 1 && place.column_utf16 >= place.start.column);
        prop_assert!(one.source_line.text.chars().count() <= 260);
        prop_assert!(one.source_line.text.chars().all(|c| !c.is_control()));
        prop_assert!(!one.message.is_empty() && !one.message.ends_with('.'));
        prop_assert!(!one.message.chars().any(char::is_control), "{:?}", one.message);
    }
    Ok(())
}

/// The same cases in every run; the fuzz targets look for others.
fn config() -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(1994);
    ProptestConfig { cases: 400, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn safe_fixes_keep_what_a_reader_reads(text in game_text()) {
        check_fix(&text, Profile::Import)?;
    }

    #[test]
    fn safe_fixes_keep_what_a_reader_reads_in_any_soup(text in soup()) {
        check_fix(&text, Profile::Import)?;
        check_fix(&text, Profile::Lax)?;
    }

    #[test]
    fn unsafe_fixes_come_to_an_end(text in prop_oneof![game_text(), soup()]) {
        check_unsafe_fix(&text)?;
    }

    #[test]
    fn findings_have_places(text in prop_oneof![game_text(), soup()]) {
        check_places(&text, Profile::Lax)?;
        check_places(&text, Profile::Export(write::Profile::Archival))?;
    }
}
