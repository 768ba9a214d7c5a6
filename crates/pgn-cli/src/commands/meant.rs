//! What a person meant by a verb that is none: other programs have other words for it.
//!
//! Owns: these words. Knows nothing of: words that are only misspelled, which the parser finds.
//! Standard: none.
//! Start at [`meant`].

/// A command line, and the words by which people look for it.
pub(super) const MEANT: &[(&str, &[&str])] = &[
    ("check", &["lint", "validate", "verify", "test", "inspect", "errors"]),
    ("check --fix", &["fix", "repair", "mend", "correct"]),
    ("explain", &["rule", "rules", "why", "describe"]),
    ("fmt", &["format", "pretty", "prettify", "normalize", "normalise", "clean", "rewrite"]),
    ("convert", &["export", "transform", "translate", "json", "csv", "html", "fen", "uci"]),
    ("filter --where", &["grep", "search", "find", "query", "where", "select", "match", "extract"]),
    ("filter --count", &["count", "wc"]),
    ("cat", &["concat", "concatenate", "append", "join"]),
    ("cat --games", &["head", "tail", "slice", "pick", "take", "sample"]),
    ("sort", &["order", "arrange"]),
    ("split", &["partition", "divide", "chunk", "explode"]),
    ("merge", &["combine", "union", "unite"]),
    ("stats", &["statistics", "summary", "summarize", "report", "info"]),
    (
        "stats --standings",
        &["crosstable", "crosstables", "standings", "table", "ranking", "tournament", "event"],
    ),
    ("diff", &["compare", "difference"]),
    ("tree", &["explorer", "book", "repertoire", "moves"]),
    ("index", &["database", "db"]),
    ("tag", &["tags", "header", "headers", "set", "rename"]),
    ("annotate --engine", &["analyze", "analyse", "analysis", "evaluate", "engine", "eval"]),
    ("annotate --strip", &["strip", "clocks", "comments", "variations"]),
    ("classify", &["eco", "opening", "openings"]),
    ("dedupe", &["dedup", "uniq", "unique", "duplicates", "deduplicate"]),
    ("names", &["players", "player", "spelling", "aliases"]),
    ("show", &["view", "print", "display", "board", "diagram", "position", "less", "open"]),
    ("help", &["manual", "usage"]),
    ("--version", &["version"]),
];

/// The command line that does what is meant by `word`.
pub(super) fn meant(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let (line, _) = MEANT.iter().find(|(_, words)| words.contains(&word.as_str()))?;
    Some(line)
}
