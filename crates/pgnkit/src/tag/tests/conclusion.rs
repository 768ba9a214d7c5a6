//! Tests of results, terminations, modes and ply counts.
//!
//! Owns: cases of how games end. Knows nothing of: games.
//! Standard: §8.1.1.7, §8.2.6, §9.8, §9.9, §12. Decisions: D-07, D-22, D-25.
//! Start at the first test.

use super::*;

#[test]
fn result_is_one_of_four_markers() {
    // §8.1.1.7-01, §8.1.1.7-03, §8.2.6-02
    for outcome in Outcome::ALL {
        ok("Result", outcome.marker());
        assert_eq!(outcome.marker().parse(), Ok(outcome));
        assert_eq!(outcome.to_string(), outcome.marker());
    }
    for value in ["½-½", "1-O", "1/2", "0:1", "O-1", " 1-0", "?"] {
        fault("Result", value);
    }
    let sentence = "expected `1-0`, `0-1`, `1/2-1/2` or `*`, found `½-½`";
    assert_eq!(fault("Result", "½-½"), (0, sentence.to_owned()));
}

#[test]
fn lax_results_are_read() {
    // §8.1.1.7-01, D-07
    for (value, outcome) in [
        ("1/2", Some(Outcome::Draw)),
        ("½-½", Some(Outcome::Draw)),
        ("½", Some(Outcome::Draw)),
        ("0.5-0.5", Some(Outcome::Draw)),
        ("1/2 - 1/2", Some(Outcome::Draw)),
        ("½–½", Some(Outcome::Draw)),
        ("1 - 0", Some(Outcome::WhiteWins)),
        ("1–0", Some(Outcome::WhiteWins)),
        ("0—1", Some(Outcome::BlackWins)),
        ("", Some(Outcome::Unknown)),
        ("*", Some(Outcome::Unknown)),
        ("1-O", None),
        ("0:1", None),
        ("1/2-1/2-1/2", None),
        ("1-1", None),
        ("10", None),
        ("draw", None),
    ] {
        assert_eq!(Outcome::parse_lax(value), outcome, "{value}");
    }
}

#[test]
fn outcomes_sort_as_their_markers() {
    // §12-11
    let markers: Vec<_> = Outcome::ALL.iter().map(|outcome| outcome.marker()).collect();
    assert_eq!(markers, ["*", "0-1", "1-0", "1/2-1/2"]);
    assert!(markers.is_sorted());
    assert!(Outcome::ALL.is_sorted());
}

#[test]
fn termination_is_one_of_eight() {
    // §9.8-01, D-25
    for value in [
        "abandoned",
        "adjudication",
        "death",
        "emergency",
        "normal",
        "rules infraction",
        "time forfeit",
        "unterminated",
    ] {
        ok("Termination", value);
        assert_eq!(Termination::parse(value).unwrap().unwrap().name(), value);
    }
    let sentence = "expected a termination such as `normal`, found `Normal`";
    assert_eq!(fault("Termination", "Normal"), (0, sentence.to_owned()));
    fault("Termination", "won by resignation");
    assert_eq!(Termination::parse_lax("Time forfeit"), Some(Termination::TimeForfeit));
    assert_eq!(Termination::parse_lax("won on time"), None);
}

#[test]
fn termination_goes_with_outcomes_that_make_sense() {
    // §9.8-02
    assert!(Termination::Unterminated.fits(Outcome::Unknown));
    assert!(!Termination::Unterminated.fits(Outcome::WhiteWins));
    for termination in [Termination::Death, Termination::RulesInfraction, Termination::TimeForfeit]
    {
        assert!(termination.fits(Outcome::BlackWins), "{}", termination.name());
        assert!(!termination.fits(Outcome::Draw), "{}", termination.name());
        assert!(!termination.fits(Outcome::Unknown), "{}", termination.name());
    }
    assert!(Outcome::ALL.into_iter().all(|outcome| Termination::Normal.fits(outcome)));
}

#[test]
fn mode_has_five_known_values() {
    // §9.9-02
    for name in ["OTB", "PM", "EM", "ICS", "TC"] {
        assert_eq!(Mode::from_name(name).unwrap().name(), name);
    }
    assert_eq!(Mode::from_name("otb"), None);
    ok("Mode", "carrier pigeon");
}

#[test]
fn ply_count_is_an_integer() {
    // §9.9-03
    ok("PlyCount", "85");
    assert_eq!(parse_ply_count("85"), Ok(Some(85)));
    assert_eq!(fault("PlyCount", "85 plies").0, 2);
}
