//! Tests of player names, titles, ratings, addresses and types.
//!
//! Standard: §8.1.1.5, §8.1.1.6, §9.1, §9.9. Decisions: D-16, D-17, D-21, D-25.

use super::*;
use crate::tag::player::{check_form, check_order};

#[test]
fn family_name_comes_first() {
    // §8.1.1.5-01, §8.1.1.5-07
    let player = players("Tal, Mikhail N.").next().unwrap();
    assert_eq!((player.family(), player.given()), ("Tal", Some("Mikhail N.")));
    let player = players("Morphy").next().unwrap();
    assert_eq!((player.family(), player.given()), ("Morphy", None));
    let player = players("van der Wiel, Johan").next().unwrap();
    assert_eq!((player.family(), player.given()), ("van der Wiel", Some("Johan")));
    assert_eq!(players("Kasparov,").next().unwrap().given(), None);
}

#[test]
fn form_asks_for_spaces_and_periods() {
    // §8.1.1.5-02, §8.1.1.5-03, D-21
    for value in [
        "Fine, R.",
        "van der Wiel, Johan",
        "Morphy",
        "Tal, Mikhail N.",
        "Kasparov, Garry",
        "Jones, K.L.:Smith, A.",
        "O'Kelly, A.",
        "Acme Pawngrabber v.3.2",
        "?",
        "",
    ] {
        assert_eq!(check_form(value), Ok(()), "{value}");
    }
    for (value, offset) in [
        ("Tal,Mikhail", 4),
        ("Fine, R", 7),
        ("Tal,M.", 4),
        ("Fine, R:Tal, M.", 7),
        ("Tal, M N.", 6),
        ("Tal,", 4),
        ("\u{c9}vans, \u{c9}", 10),
    ] {
        assert_eq!(check_form(value).unwrap_err().offset(), offset, "{value}");
    }
    let sentence = check_form("Fine, R").unwrap_err().to_string();
    assert_eq!(sentence, "expected a period after the initial, found the end");
}

#[test]
fn unknown_players_are_a_question_mark_or_nothing() {
    // §8.1.1.5-04, D-16
    assert!(players("?").all(Player::is_unknown));
    assert_eq!(players("").count(), 0);
    assert!(!players("Tal").next().unwrap().is_unknown());
}

#[test]
fn several_players_stand_in_alphabetical_order() {
    // §8.1.1.5-05
    assert_eq!(check_order("Jones:Smith:Zacharias"), Ok(()));
    let error = check_order("Smith:Jones").unwrap_err();
    assert_eq!(error.range(), 6..11);
    assert_eq!(error.to_string(), "expected names in alphabetical order, found `Jones`");
}

#[test]
fn several_players_are_split_at_colons() {
    // §8.1.1.6-01, §9.9-01
    let names: Vec<_> = players("Smith, John Q.:Woodpusher 2000").map(|one| one.name).collect();
    assert_eq!(names, ["Smith, John Q.", "Woodpusher 2000"]);
    let annotators: Vec<_> = players("Wagner, A.:Muster, B.").map(Player::family).collect();
    assert_eq!(annotators, ["Wagner", "Muster"]);
    ok("Annotator", "Wagner, A.:Muster, B.");
}

#[test]
fn program_names_carry_a_version() {
    // §8.1.1.5-06
    assert!(players("Acme Pawngrabber v.3.2").next().unwrap().has_version());
    assert!(!players("Acme").next().unwrap().has_version());
}

#[test]
fn parallel_fields_are_counted() {
    // §9.1-01
    ok("WhiteTitle", "IM:-:GM");
    assert_eq!(n_fields("IM:-:GM"), n_fields("Jones:Smith:Zacharias"));
    assert_ne!(n_fields("IM:GM"), n_fields("Jones:Smith:Zacharias"));
    assert_eq!(fault("WhiteTitle", "IM:XX:GM").0, 3);
    assert_eq!(fault("WhiteTitle", "IM:").0, 3);
    for name in ["WhiteTitle", "BlackElo", "WhiteUSCF", "BlackNA", "WhiteType"] {
        assert!(kind(name).unwrap().value.is_per_player(), "{name}");
    }
}

#[test]
fn titles_are_the_abbreviations() {
    // §9.1-02
    for title in ["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "NM", "-"] {
        ok("WhiteTitle", title);
        ok("BlackTitle", title);
        assert_eq!(Title::parse(title).unwrap().unwrap().name(), title);
    }
    let sentence = "expected a title such as `GM`, or `-`, found `Grandmaster`";
    assert_eq!(fault("WhiteTitle", "Grandmaster"), (0, sentence.to_owned()));
    fault("BlackTitle", "gm");
    assert!(!Title::Nm.is_fide());
    assert!(Title::Wcm.is_fide());
}

#[test]
fn ratings_are_integers_or_a_hyphen() {
    // §9.1-03, §9.1-04, D-25
    for name in ["WhiteElo", "BlackElo", "WhiteUSCF", "BlackUSCF"] {
        ok(name, "2785");
        ok(name, "-");
        ok(name, "2000:-");
        assert_eq!(fault(name, "2785?").0, 4);
        assert_eq!(fault(name, "").1, "expected a rating or `-`, found the end");
        assert_eq!(fault(name, "?").0, 0);
        assert_eq!(fault(name, "abc").0, 0);
        assert_eq!(fault(name, "2000:x").0, 5);
        assert_eq!(fault(name, "99999999999").0, 0);
    }
    ok("WhiteElo", "0");
    assert!(!Rating::Points(0).is_plausible());
    assert!(Rating::Points(2785).is_plausible());
    assert_eq!(Rating::parse(""), Ok(Rating::Unknown));
    assert_eq!(Rating::parse_lax(" 2785 "), Some(Rating::Points(2785)));
    assert_eq!(Rating::parse_lax("?"), Some(Rating::Unknown));
    assert_eq!(Rating::parse_lax("x"), None);
    assert_eq!(Rating::parse("2785").unwrap().points(), Some(2785));
}

#[test]
fn other_agencies_have_names_built_the_same_way() {
    // §9.1-05
    assert_eq!(rating_agency("WhiteDWZ"), Some("DWZ"));
    assert_eq!(rating_agency("BlackUSCF"), Some("USCF"));
    assert_eq!(rating_agency("WhiteElo"), Some("Elo"));
    for name in ["WhiteNA", "WhiteTitle", "White", "BlackTeam", "ECO", "WhiteX"] {
        assert_eq!(rating_agency(name), None, "{name}");
    }
}

#[test]
fn addresses_are_free() {
    // §9.1-06
    ok("WhiteNA", "aronson@example.org");
    ok("BlackNA", "-");
    ok("BlackNA", "host:23");
}

#[test]
fn players_are_human_or_program() {
    // §9.1-07
    ok("WhiteType", "human:program");
    let sentence = "expected `human` or `program`, found `computer`";
    assert_eq!(fault("BlackType", "computer"), (0, sentence.to_owned()));
    assert_eq!(PlayerType::parse("program").unwrap().unwrap().name(), "program");
}
