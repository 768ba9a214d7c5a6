//! The command tree as a whole.

use std::iter;

use super::{EXAMPLES, GROUPS, PAGES, color_of, command, markdown};
use crate::terminal::When;
use pgn_engine::EngineCommand;

#[test]
fn the_command_tree_is_sound() {
    command().debug_assert();
}

#[test]
fn every_verb_has_examples_and_a_description() {
    let whole = command();
    let mut verbs: Vec<(String, &clap::Command)> = Vec::new();
    for verb in whole.get_subcommands() {
        verbs.push((verb.get_name().to_owned(), verb));
        let below = |below: &clap::Command| format!("{} {}", verb.get_name(), below.get_name());
        verbs.extend(verb.get_subcommands().map(|page| (below(page), page)));
    }
    for (name, verb) in &verbs {
        let page = PAGES.iter().find(|(known, _)| known == name);
        assert!(page.is_some_and(|(_, examples)| !examples.is_empty()), "{name} has no examples");
        assert!(verb.get_about().is_some(), "{name} has no description");
    }
    assert_eq!(PAGES.len(), verbs.len());
}

#[test]
fn every_verb_is_in_one_group() {
    let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, verbs)| *verbs).copied().collect();
    grouped.sort_unstable();
    let whole = command();
    let mut verbs: Vec<&str> = whole.get_subcommands().map(clap::Command::get_name).collect();
    verbs.sort_unstable();
    assert_eq!(grouped, verbs);
    let help = command().render_help().to_string();
    assert!(help.contains("\nStudy:\n  stats     Count games"), "{help}");
    assert!(help.contains("Other verbs: `help`, `demo`") && !help.contains("\n  man "), "{help}");
}

#[test]
fn every_example_can_be_typed() {
    let of_verbs = PAGES.iter().flat_map(|(_, examples)| examples.iter());
    for example in EXAMPLES.iter().chain(of_verbs) {
        let line = EngineCommand::parse(example.0).unwrap();
        let words = iter::once(line.program).chain(line.arguments);
        let own_part = words.take_while(|word| !matches!(&**word, "|" | ">"));
        let parsed = command().try_get_matches_from(own_part);
        assert!(parsed.is_ok(), "{}: {}", example.0, parsed.unwrap_err());
    }
}

/// Every extension of the standard is described where its users find it (§0).
#[test]
fn every_option_and_value_is_described() {
    let whole = command();
    for (name, page) in markdown() {
        let mut verbs = name.trim_end_matches(".md").split('-');
        let below = |page, verb| clap::Command::find_subcommand(page, verb);
        let Some(verb) = verbs.try_fold(&whole, below) else { continue };
        for arg in verb.get_arguments().filter(|arg| !arg.is_hide_set()) {
            assert!(arg.get_help().is_some(), "{name}: {} has no help", arg.get_id());
            if let Some(long) = arg.get_long() {
                let is_there =
                    ["`", " "].iter().any(|end| page.contains(&format!("`--{long}{end}")));
                let has_short = page.contains(&format!(", `--{long}"));
                assert!(is_there || has_short, "{name} lacks --{long}");
            }
            let takes_values = arg.get_action().takes_values();
            for value in arg.get_possible_values().iter().filter(|_| takes_values) {
                let is_listed = page.contains(&format!("`{}`", value.get_name()));
                assert!(value.is_hide_set() || is_listed, "{name}: {}", value.get_name());
            }
        }
    }
}

#[test]
fn the_short_help_fits_a_screen_and_begins_with_examples() {
    let mut whole = command();
    whole.build();
    for verb in whole.get_subcommands_mut() {
        let help = verb.render_help().to_string();
        // Of these a person needs every option, so all are shown.
        let lines_max = if verb.get_name() == "annotate" { 75 } else { 40 };
        assert!(help.lines().count() <= lines_max, "{help}");
        let (examples, usage) = (help.find("Examples:").unwrap(), help.find("Usage:").unwrap());
        assert!(examples < usage, "{help}");
    }
}

#[test]
fn the_parser_obeys_the_color_option_too() {
    let check = |line: &str, expected| {
        let arguments: Vec<_> = line.split(' ').map(Into::into).collect();
        assert_eq!(color_of(&arguments), expected, "{line}");
    };
    check("pgn --color never --help", When::Never);
    check("pgn --color=always", When::Always);
    check("pgn -- --color=always", When::Auto);
    check("pgn --color", When::Auto);
    check("pgn --colored never", When::Auto);
}

#[test]
fn every_verb_has_a_page_in_markdown() {
    let pages = markdown();
    assert_eq!(pages.len(), 1 + PAGES.len());
    for (name, text) in &pages {
        assert!(text.starts_with("# pgn"), "{name}");
        assert!(text.contains("\n## Examples\n"), "{name}");
        assert!(text.ends_with('\n') && !text.contains("\n\n\n"), "{name}: {text}");
    }
    let (_, fmt) = pages.iter().find(|(name, _)| name == "fmt.md").unwrap();
    for part in ["# pgn fmt", "### `-w`, `--in-place`", "### `[FILE]`", "- `archival`: "] {
        assert!(fmt.contains(part), "{part}: {fmt}");
    }
}

#[test]
fn the_short_help_of_annotate_lists_every_option() {
    let mut whole = command();
    whole.build();
    let annotate = whole.find_subcommand_mut("annotate").unwrap();
    let help = annotate.render_help().to_string();
    for arg in annotate.get_arguments().filter(|arg| !arg.is_hide_set()) {
        let Some(long) = arg.get_long() else { continue };
        assert!(help.contains(&format!("--{long}")), "--{long}\n{help}");
    }
}

#[test]
fn words_of_other_programs_are_understood() {
    use super::verb_synonyms::{SYNONYMS, command_for};
    for (word, line) in [
        ("crosstables", "stats --standings"),
        ("validate", "check"),
        ("Pretty", "fmt"),
        ("search", "filter --where"),
        ("tail", "cat --games"),
    ] {
        assert_eq!(command_for(word), Some(line), "{word}");
    }
    let whole = command();
    let mut seen = Vec::new();
    for (line, words) in SYNONYMS {
        let (verb, option) = line.split_once(' ').unwrap_or((line, ""));
        if verb != "--version" {
            let page = whole.find_subcommand(verb).unwrap_or_else(|| panic!("{line}"));
            let has_it =
                page.get_arguments().any(|arg| arg.get_long() == option.strip_prefix("--"));
            assert!(option.is_empty() || has_it, "{line}");
        }
        for word in *words {
            assert!(whole.find_subcommand(word).is_none(), "{word} is a verb");
            assert!(!seen.contains(word), "{word} occurs twice");
            seen.push(word);
        }
    }
}

#[test]
fn topics_have_pages_and_no_name_of_a_verb() {
    use crate::topics::TOPICS;
    let mut whole = command();
    whole.build();
    let help = whole.find_subcommand_mut("help").unwrap().render_long_help().to_string();
    for topic in TOPICS {
        let name = topic.name;
        assert!(whole.find_subcommand(name).is_none(), "{name} is a verb");
        assert!((topic.page)().starts_with("# "), "{name}");
        assert!(help.contains(&format!("`{name}`: ")), "{help}");
        assert!(TOPICS.iter().filter(|other| other.name == name).count() == 1, "{name}");
    }
}

#[test]
fn the_version_begins_with_that_of_the_package() {
    let line = command().render_version();
    assert!(line.starts_with(concat!("pgn ", env!("CARGO_PKG_VERSION"))), "{line}");
}
