//! Suggestions for words that are not verbs: other programs have other names for them.

use std::ffi::OsString;

/// A command line, and the words by which people look for it.
pub(super) const SYNONYMS: &[(&str, &[&str])] = &[
    ("check", &["validate", "verify", "test", "inspect", "errors"]),
    ("check --fix", &["fix", "repair", "mend", "correct"]),
    ("explain", &["rule", "rules", "why", "describe"]),
    ("fmt", &["pretty", "prettify", "normalize", "normalise", "clean", "rewrite"]),
    ("convert", &["export", "transform", "translate", "json", "csv", "html", "fen", "uci"]),
    ("filter --where", &["search", "find", "query", "where", "select", "match", "extract"]),
    ("filter --count", &["count", "wc"]),
    ("cat", &["concat", "concatenate", "append", "join"]),
    ("cat --games", &["tail", "slice", "pick", "take", "sample"]),
    ("sort", &["order", "arrange"]),
    ("split", &["partition", "divide", "chunk", "explode"]),
    ("merge", &["combine", "union", "unite"]),
    ("stats", &["statistics", "summary", "summarize", "report", "info"]),
    ("stats --standings", &["crosstables", "standings", "table", "ranking", "tournament", "event"]),
    ("diff", &["compare", "difference"]),
    ("tree", &["explorer", "book", "repertoire", "moves"]),
    ("index", &["database", "db"]),
    ("tag", &["tags", "header", "headers", "set", "rename"]),
    ("annotate --engine", &["analyze", "analyse", "analysis", "evaluate", "engine", "eval"]),
    ("annotate --strip", &["strip", "clocks", "comments", "variations"]),
    ("classify", &["eco", "opening", "openings"]),
    ("dedupe", &["dedup", "uniq", "unique", "duplicates", "deduplicate"]),
    ("names", &["players", "player", "spelling", "aliases"]),
    ("show", &["print", "display", "board", "diagram", "position"]),
    ("view", &["less", "more", "open", "browse", "viewer", "tui", "play", "edit"]),
    ("help", &["manual", "usage"]),
    ("demo", &["samples", "tutorial", "examples"]),
    ("--version", &["version"]),
];

/// Other words for a verb that do what it does, with its first arguments; the last ones are
/// spellings of an earlier version.
const ALIASES: &[(&str, &[&str])] = &[
    ("lint", &["check"]),
    ("format", &["fmt"]),
    ("grep", &["filter", "--where"]),
    ("head", &["cat", "--games", "1..10"]),
    ("crosstable", &["stats", "--standings"]),
    ("epd check", &["check", "--from", "epd"]),
    ("epd fmt", &["fmt", "--from", "epd"]),
    ("import bgn", &["fmt", "--from", "bgn"]),
];

/// Options before and between the words of a verb that have values.
const WITH_VALUES: [&str; 3] = ["--color", "--progress", "--variant"];

/// The arguments, without the name of the program, with the verb for an alias.
pub(super) fn spell_out(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut places = 0..arguments.len();
    while let Some(place) = places.next().filter(|_| words.len() < 2) {
        let word = arguments[place].to_string_lossy().into_owned();
        if WITH_VALUES.contains(&&*word) {
            places.next();
        } else if !word.starts_with('-') {
            words.push((place, word));
        }
    }
    for (alias, verb) in ALIASES {
        let of_alias: Vec<&str> = alias.split(' ').collect();
        let is_there = |(word, (_, given)): (&&str, &(usize, String))| *word == given;
        if words.len() < of_alias.len() || !of_alias.iter().zip(&words).all(is_there) {
            continue;
        }
        for (place, _) in words[1..of_alias.len()].iter().rev() {
            arguments.remove(*place);
        }
        let first = words[0].0;
        arguments.splice(first..=first, verb.iter().map(OsString::from));
        break;
    }
    arguments
}

/// The command line for the intention behind `word`.
pub(super) fn command_for(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let (line, _) = SYNONYMS.iter().find(|(_, words)| words.contains(&word.as_str()))?;
    Some(line)
}
