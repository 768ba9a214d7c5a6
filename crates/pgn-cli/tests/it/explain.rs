//! `pgn explain` of glyphs, countries, tags and letters.
//!
//! Standard: §9, §10, §15, §17. Decisions: D-35, D-36, D-44.

use crate::scratch::Dir;

fn told(line: &str) -> String {
    let ran = Dir::new().pgn().args("explain").args(line).status(0);
    ran.stderr_is("");
    ran.stdout
}

fn refused(line: &str, why: &str) {
    Dir::new().pgn().args("explain").args(line).status(2).stdout_is("").stderr_has(why);
}

#[test]
fn glyphs_are_explained_by_number_sign_and_words() {
    let page = told("nag 14");
    assert!(page.starts_with("$14  ⩲\nWhite has a slight advantage\n"), "{page}");
    for line in ["nag $14", "nag 014", "nag ⩲", "nag +=", "nag White has a slight advantage"] {
        assert_eq!(told(line), page, "{line}");
    }
    assert!(told("nag 94").contains("White has poor rook placement"));
    assert!(told("nag 146").contains("novelty\n\nOf later programs (ChessPad, ChessBase, Scid)"));
    assert!(told("nag 200").contains("The standard reserves this number"));
    assert!(told("nag 1 2").contains("good move") && told("nag 1 2").contains("\n$2  ?\n"));
    refused("nag 256", "there is no annotation symbol `256`");
    refused("nag good moves", "did you mean `good move`?");
    refused("nag 14 x", "there is no annotation symbol `x`");
    let list = told("nag");
    assert_eq!(list.lines().filter(|line| line.starts_with("  $")).count(), 140 + 45);
    assert!(list.contains("  $220       diagram (ChessPad)\n"), "{list}");
}

#[test]
fn countries_are_explained_by_code_and_name() {
    let page = told("country JUG");
    assert!(page.starts_with("JUG  Yugoslavia\n"), "{page}");
    assert!(page.contains("In this list the same country is also YUG."), "{page}");
    assert_eq!(
        told("country spc"),
        "SPC  Aboard spacecraft\n\nIn the list of the standard (§15).\n"
    );
    assert_eq!(told("country latvia"), told("country LAT"));
    assert!(told("country SUI").contains("That list has SWZ for it."));
    assert!(told("country SWZ").contains("Today this code means Eswatini."));
    assert!(told("country SRB").contains("That list has no code for it."));
    refused("country Latvai", "did you mean `Latvia`?");
    refused("country XXXXX", "`pgn explain country` lists them");
    let list = told("country");
    let then = list.split("\n\n").next().unwrap();
    assert_eq!(then.lines().count(), 1 + 152);
}

#[test]
fn what_is_no_rule_is_looked_for_among_the_others() {
    for (line, kind) in [("$14", "nag"), ("+=", "nag"), ("ger", "country"), ("Result", "tag")] {
        assert_eq!(told(line), told(&format!("{kind} {line}")), "{line}");
    }
    assert!(told("C001").starts_with("# C001"));
    refused("C01", "did you mean C001 illegal-move?");
    refused("C001 GER", "there is no rule `GER`");
}

#[test]
fn tags_are_explained_with_their_values_and_rules() {
    let page = told("tag TimeControl");
    assert!(page.starts_with("TimeControl  §9.6.1\n"), "{page}");
    for part in ["  40/9000 ", "  *180 ", "  T110  bad-time-control: ", "T201"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert_eq!(told("tag timecontrol"), page);
    assert!(told("tag WhiteTitle").contains("one field for each"));
    refused("tag TimeContrl", "did you mean `TimeControl`?");
    assert_eq!(told("tag").lines().count(), pgnkit::tag::TAGS.len());
}

#[test]
fn letters_are_explained_by_language() {
    // §17-01
    let page = told("letters German");
    assert!(page.starts_with("German (de)  B S L T D K\n"), "{page}");
    assert!(page.contains("The same letters: Danish, Norwegian, Swedish."), "{page}");
    assert_eq!(told("letters de"), page);
    refused("letters Germn", "did you mean `German`?");
    assert_eq!(told("letters").lines().count(), 26);
}

#[test]
fn several_rules_are_explained_one_after_the_other() {
    let pages = told("C001 T110");
    assert!(pages.starts_with("# C001 ") && pages.contains("\n# T110 "), "{pages}");
    refused("nags", "there is no rule `nags`");
}
