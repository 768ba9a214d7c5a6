//! Which rules are on: profiles, selection, `pgnkit.toml`.
//!
//! Decisions: D-25.

use pgn_lint::{Config, FixKind, Profile, RULES, Selector, Severity, rule};
use pgnkit::syntax::Conformance;
use pgnkit::write;

fn severity(config: &Config, name: &str) -> Severity {
    config.severity(rule(name).unwrap())
}

fn selecting(select: &[&str], ignore: &[&str]) -> Config {
    let parse = |texts: &[&str]| texts.iter().map(|text| Selector::parse(text).unwrap()).collect();
    Config::default().with_rules(parse(select), parse(ignore))
}

#[test]
fn profiles_agree_with_the_standing_of_rules() {
    for rule in RULES {
        match rule.fault.conformance {
            Conformance::Departure if rule.family().name() != "export" => {
                assert_eq!(rule.severity(Profile::Import), Severity::Error, "{rule:?}");
                assert_eq!(
                    rule.severity(Profile::Export(write::Profile::Archival)),
                    Severity::Error,
                    "{rule:?}"
                );
            }
            Conformance::Departure => {}
            Conformance::Remark => {
                assert!(rule.severity(Profile::Import) <= Severity::Info, "{rule:?}")
            }
        }
    }
}

#[test]
fn lax_is_silent_about_nothing_that_the_reader_mends() {
    let silent: Vec<&str> = RULES
        .iter()
        .filter(|rule| rule.fault.conformance == Conformance::Departure)
        .filter(|rule| rule.severity(Profile::Lax) == Severity::Off)
        .map(|rule| rule.name())
        .collect();
    assert_eq!(silent, ["wrong-check-mark", "line-too-long", "not-export-form"]);
}

#[test]
fn a_selection_stands_for_itself() {
    let config = selecting(&["wide-line", "T1"], &[]);
    assert_eq!(severity(&config, "wide-line"), Severity::Warning);
    assert_eq!(severity(&config, "bad-termination"), Severity::Warning);
    assert_eq!(severity(&config, "illegal-move"), Severity::Off);
    assert_eq!(severity(&selecting(&["C"], &[]), "illegal-move"), Severity::Error);
}

#[test]
fn all_turns_on_what_is_off_and_raises_nothing() {
    let config = selecting(&["all"], &[]);
    assert_eq!(severity(&config, "wide-line"), Severity::Info);
    assert_eq!(severity(&config, "nonstandard-move"), Severity::Info);
    assert_eq!(severity(&config, "illegal-move"), Severity::Error);
}

#[test]
fn the_more_specific_of_select_and_ignore_counts() {
    let config = selecting(&["C001"], &["C"]);
    assert_eq!(severity(&config, "illegal-move"), Severity::Error);
    assert_eq!(severity(&config, "ambiguous-move"), Severity::Off);
    let config = selecting(&["C"], &["C001"]);
    assert_eq!(severity(&config, "illegal-move"), Severity::Off);
    assert_eq!(severity(&selecting(&["C001"], &["illegal-move"]), "C001"), Severity::Off);
    assert_eq!(severity(&selecting(&[], &["all"]), "C001"), Severity::Off);
}

#[test]
fn a_file_says_all_of_it() {
    let text = "profile = \"archival\"\nselect = [\"all\"]\nignore = [\"bad-round\", \"X\"]\n\n\
                [severity]\nwide-line = \"warning\"\nC = \"info\"\nC001 = \"error\"\n";
    let config = Config::from_toml(text).unwrap();
    assert_eq!(config.profile, Profile::Export(write::Profile::Archival));
    assert_eq!(severity(&config, "bad-round"), Severity::Off);
    assert_eq!(severity(&config, "not-export-form"), Severity::Off);
    assert_eq!(severity(&config, "wide-line"), Severity::Warning);
    assert_eq!(severity(&config, "ambiguous-move"), Severity::Info);
    assert_eq!(severity(&config, "illegal-move"), Severity::Error);
    assert_eq!(Config::from_toml("").unwrap().profile, Profile::Lax);
}

#[test]
fn a_file_with_a_mistake_is_refused_with_a_hint() {
    let refuse = |text: &str| Config::from_toml(text).unwrap_err().to_string();
    let unknown = refuse("select = [\"ilegal-move\"]");
    assert_eq!(unknown, "there is no rule `ilegal-move`; did you mean C001 illegal-move?");
    assert!(refuse("profile = \"strict\"").starts_with("expected a profile (`lax`, `import`,"));
    assert!(refuse("[severity]\nillegal-move = \"fatal\"").contains("found `fatal`"));
    assert!(refuse("[severity]\nno-such-rule-at-all = \"off\"").contains("there is no rule"));
    assert!(refuse("colour = true").contains("unknown field `colour`"));
    assert!(refuse("profile = ").contains("TOML parse error"));
}

#[test]
fn pages_are_one_a_rule_and_a_list() {
    let pages = pgn_lint::pages();
    assert_eq!(pages.len(), RULES.len() + 1);
    assert_eq!(pages[0].0, "README.md");
    for (rule, (name, page)) in RULES.iter().zip(&pages[1..]) {
        assert_eq!(*name, format!("{}-{}.md", rule.code(), rule.name()));
        assert!(pages[0].1.contains(&format!("[{}]({name})", rule.name())));
        let fix = if rule.fix == FixKind::None { "\n\nNone" } else { "\n\nSafe" };
        let (_, told) = page.split_once("\n## Fix").unwrap();
        assert!(told.starts_with(fix) || told.starts_with("\n\nUnsafe"), "{rule:?}");
    }
}
