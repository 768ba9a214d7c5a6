//! Tests of results, terminations, modes and ply counts.
//!
//! Standard: §8.1.1.7, §8.2.6, §9.8, §9.9, §12. Decisions: D-07, D-22, D-25.

use super::*;

#[test]
fn result_is_one_of_four_markers() {
    // §8.1.1.7-01, §8.1.1.7-03, §8.2.6-02
    for outcome in Outcome::ALL {
        ok("Result", outcome.name());
        assert_eq!(outcome.to_string(), outcome.name());
        let exact = Outcome::parse(outcome.marker());
        assert_eq!(exact.unwrap().is_known(), outcome.is_known() && outcome.is_standard());
        assert_eq!(Outcome::parse(outcome.name()).is_ok(), outcome.is_standard());
    }
    for value in ["½-½", "1-O", "1/2", "0:1", "O-1", " 1-0", "?"] {
        fault("Result", value);
    }
    let sentence = "expected `1-0`, `0-1`, `1/2-1/2` or `*`, found `½-½`";
    assert_eq!(fault("Result", "½-½"), (0, sentence.to_owned()));
}

/// Texts and the results that they state.
const SPELLINGS: &[(&str, Option<Outcome>)] = &[
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
    ("1-O", Some(Outcome::WhiteWins)),
    ("O-1", Some(Outcome::BlackWins)),
    ("0:1", Some(Outcome::BlackWins)),
    ("1 : 0", Some(Outcome::WhiteWins)),
    ("½:½", Some(Outcome::Draw)),
    ("1/2:1/2", Some(Outcome::Draw)),
    ("1 / 2 - 1 / 2", Some(Outcome::Draw)),
    ("½ - ½", Some(Outcome::Draw)),
    ("1⁄2-1⁄2", Some(Outcome::Draw)),
    ("0,5-0,5", Some(Outcome::Draw)),
    (".5-.5", Some(Outcome::Draw)),
    ("1.0-0.0", Some(Outcome::WhiteWins)),
    ("0,0 : 1,0", Some(Outcome::BlackWins)),
    ("l-O", Some(Outcome::WhiteWins)),
    ("1\u{a0}-\u{a0}0", Some(Outcome::WhiteWins)),
    ("=", Some(Outcome::Draw)),
    ("1-0 (time)", Some(Outcome::WhiteWins)),
    ("0-1, time forfeit", Some(Outcome::BlackWins)),
    ("remis", Some(Outcome::Draw)),
    ("Remise", Some(Outcome::Draw)),
    ("DRAW", Some(Outcome::Draw)),
    ("Draw agreed", Some(Outcome::Draw)),
    ("draw by repetition", Some(Outcome::Draw)),
    ("White wins", Some(Outcome::WhiteWins)),
    ("WHITEWIN", Some(Outcome::WhiteWins)),
    ("BLACK_WIN", Some(Outcome::BlackWins)),
    ("white won on time", Some(Outcome::WhiteWins)),
    ("Black resigns.", Some(Outcome::WhiteWins)),
    ("+/-", Some(Outcome::WhiteWinsByForfeit)),
    ("+:-", Some(Outcome::WhiteWinsByForfeit)),
    ("+--", Some(Outcome::WhiteWinsByForfeit)),
    ("+ - -", Some(Outcome::WhiteWinsByForfeit)),
    ("+_-", Some(Outcome::WhiteWinsByForfeit)),
    ("+–-", Some(Outcome::WhiteWinsByForfeit)),
    ("1-0F", Some(Outcome::WhiteWinsByForfeit)),
    ("1F-0F", Some(Outcome::WhiteWinsByForfeit)),
    ("1-0 (forfeit)", Some(Outcome::WhiteWinsByForfeit)),
    ("1:0 ff", Some(Outcome::WhiteWinsByForfeit)),
    ("White wins by forfeit", Some(Outcome::WhiteWinsByForfeit)),
    ("1-0 (no show)", Some(Outcome::WhiteWinsByForfeit)),
    ("-/+", Some(Outcome::BlackWinsByForfeit)),
    ("-:+", Some(Outcome::BlackWinsByForfeit)),
    ("--+", Some(Outcome::BlackWinsByForfeit)),
    ("0-1 FF", Some(Outcome::BlackWinsByForfeit)),
    ("-:-", Some(Outcome::DoubleForfeit)),
    ("-/-", Some(Outcome::DoubleForfeit)),
    ("---", Some(Outcome::DoubleForfeit)),
    ("--/--", Some(Outcome::DoubleForfeit)),
    ("0-0F", Some(Outcome::DoubleForfeit)),
    ("=/=", Some(Outcome::DrawWithoutPlay)),
    ("0-0", Some(Outcome::BothLose)),
    ("0:0", Some(Outcome::BothLose)),
    ("0 - 0", Some(Outcome::BothLose)),
    ("1/2-0", Some(Outcome::HalfForWhite)),
    ("½:0", Some(Outcome::HalfForWhite)),
    ("0-1/2", Some(Outcome::HalfForBlack)),
    ("0-½", Some(Outcome::HalfForBlack)),
    ("O-O", None),
    ("o-o", None),
    ("O-O-O", None),
    ("0-0-0", None),
    ("--", None),
    ("+", None),
    ("white", None),
    ("drawing", None),
    ("adjourned", None),
    ("1-0-0", None),
    ("1.0-0", None),
    ("1/2-1/2-1/2", None),
    ("1-1", None),
    ("10", None),
];

#[test]
fn lax_results_are_read() {
    // §8.1.1.7-01, D-07, D-74
    for (value, outcome) in SPELLINGS {
        assert_eq!(Outcome::parse_lax(value), *outcome, "{value}");
    }
}

/// D-74
#[test]
fn a_tag_keeps_what_the_outcome_does_not_say() {
    for (outcome, written, kept) in [
        (Outcome::Draw, "½:½", "1/2-1/2"),
        (Outcome::WhiteWins, "1-O", "1-0"),
        (Outcome::WhiteWins, "1-0 (time)", "1-0 (time)"),
        (Outcome::WhiteWins, "adjourned", "1-0"),
        (Outcome::BlackWins, "1-0 (time)", "0-1"),
        (Outcome::Unknown, "?", "*"),
        (Outcome::Unknown, "", "*"),
        (Outcome::Unknown, "-", "-"),
        (Outcome::Unknown, "adjourned", "adjourned"),
        (Outcome::WhiteWinsByForfeit, "1-0F", "1-0F"),
        (Outcome::WhiteWinsByForfeit, "+--", "+--"),
        (Outcome::WhiteWinsByForfeit, "1-0", "+/-"),
        (Outcome::BothLose, "*", "0-0"),
    ] {
        assert_eq!(outcome.tag_value(written), kept, "{outcome} {written}");
    }
    for outcome in Outcome::ALL {
        assert_eq!(Outcome::parse_lax(outcome.name()), Some(outcome));
        assert_eq!(outcome.tag_value(""), outcome.name());
        let sum = outcome.half_points().map(|halves| halves[0] + halves[1]);
        assert_eq!(
            outcome.winner().is_some(),
            sum == Some(2) && outcome.half_points() != Some([1, 1])
        );
    }
}

#[test]
fn outcomes_sort_as_their_names() {
    // §12-11
    let markers: Vec<_> = Outcome::ALL.iter().map(|outcome| outcome.name()).collect();
    let standard = Outcome::ALL.iter().filter(|outcome| outcome.is_standard());
    assert!(standard.map(|outcome| outcome.name()).eq(["*", "0-1", "1-0", "1/2-1/2"]));
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
