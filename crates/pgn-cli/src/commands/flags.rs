//! Every flag with the verbs that have it, from the command tree.
//!
//! One flag has one meaning. If verbs describe it in different words, [`SAME`] has the common
//! description and these words; a test rejects everything else.

use std::collections::BTreeMap;

use clap::Command;

use super::PAGES;

/// A flag by its long name.
#[derive(Debug, Default)]
pub(super) struct Flag {
    pub(super) long: String,
    pub(super) shorts: Vec<char>,
    value: Option<String>,
    /// The gist of its help, and the verbs with that gist.
    pub(super) meanings: Vec<(String, Vec<String>)>,
    /// The first sentences of its help; those of two verbs may differ after the gist.
    sentences: Vec<String>,
}

/// Flags whose help differs between verbs: a common description, and the help texts.
pub(super) const SAME: &[(&str, &str, &[&str])] = &[
    (
        "by",
        "The keys or criteria of the verb",
        &[
            "Sort by these keys",
            "Which file a game goes to",
            "What to count games by; each use of the option makes a table",
            "What must be the same in duplicates",
            "The order",
        ],
    ),
    (
        "check",
        "Write nothing; report the result by the exit status",
        &[
            "Only list the files that would change; exit status 1 if any",
            "Write nothing; report the first game of each file that is out of order",
            "Build nothing; list the indexes that are missing or out of date",
            "Change nothing; only report whether the message fits",
        ],
    ),
    (
        "commands",
        "The form of commands in comments",
        &["For bgn, speech", "Rewrite what engine programs and servers wrote as standard commands"],
    ),
    ("depth", "Number of plies", &["Number of plies", "Search this many plies", "With --tree"]),
    (
        "min-games",
        "The fewest games of what is shown",
        &[
            "Leave out rows with fewer than N games",
            "Leave out moves with fewer than N games",
            "With --tree",
        ],
    ),
    ("side", "White or Black", &["For cards", "With --repertoire", "Which side is at the bottom"]),
    (
        "encoding",
        "The encoding of the text",
        &["The encoding of the text", "The encoding of the stored games"],
    ),
    (
        "fen",
        "The position as a FEN",
        &["The position as a FEN", "A position", "The start position"],
    ),
    (
        "columns",
        "The columns of the table or list",
        &["The columns of a table, in this order", "The columns of the list"],
    ),
    (
        "piece-language",
        "The language of the pieces",
        &[
            "Language of the pieces in output for people, or `figurines`",
            "Language of the pieces and of line-by-line sentences",
        ],
    ),
    ("ignore", "What not to report", &["Do not check these rules", "What to ignore"]),
    (
        "in-place",
        "Write the games back to their files",
        &["Write the games back to their files", "Also add the move or offer to the stored game"],
    ),
    (
        "jobs",
        "Number of parallel threads or engines",
        &[
            "Number of threads, at most four per core",
            "Number of threads, or of engines",
            "Number of engines to run in parallel",
        ],
    ),
    (
        "min-games",
        "Leave out rows or moves with fewer than N games",
        &["Leave out rows with fewer than N games", "Leave out moves with fewer than N games"],
    ),
    (
        "output",
        "Where to write, instead of standard output",
        &["Write to FILE instead of standard output", "The output folder"],
    ),
    ("to", "The output format", &["The output format", "Output format"]),
];

impl Flag {
    /// `-o`, `--output FILE`
    pub(super) fn spelled(&self) -> String {
        let shorts = self.shorts.iter().map(|short| format!("`-{short}`, ")).collect::<String>();
        let value = self.value.iter().map(|value| format!(" {value}")).collect::<String>();
        format!("{shorts}`--{}{value}`", self.long)
    }

    /// Its meaning, in one line: the first sentence of its help if all verbs have the same one,
    /// otherwise the common description.
    pub(super) fn meaning(&self) -> &str {
        let same = SAME.iter().find(|(long, ..)| *long == self.long);
        match (same, &self.sentences[..]) {
            (Some((_, idea, _)), _) => idea,
            (None, [sentence]) => sentence,
            (None, _) => self.meanings.first().map_or("", |(gist, _)| gist),
        }
    }

    /// The verbs that have it, in the order of the help.
    pub(super) fn verbs(&self) -> impl Iterator<Item = &str> {
        let has =
            |verb: &str| self.meanings.iter().any(|(_, verbs)| verbs.iter().any(|it| it == verb));
        PAGES.iter().map(|(verb, _)| *verb).filter(move |verb| has(verb))
    }
}

/// The first sentence of a help, without the default.
fn first_sentence(help: &str) -> &str {
    let line = help.lines().next().unwrap_or_default();
    let end = [" [default", ". "].iter().filter_map(|end| line.find(end)).min();
    &line[..end.unwrap_or(line.len())]
}

/// A sentence without examples and lists of values, for comparing the verbs.
fn gist(sentence: &str) -> &str {
    let end = [" [", ", such as", ": "].iter().filter_map(|end| sentence.find(end)).min();
    &sentence[..end.unwrap_or(sentence.len())]
}

/// All flags of a built command tree, by their names. Those of every verb (`--quiet`) are listed
/// like the others.
pub(super) fn flags(whole: &Command) -> Vec<Flag> {
    let mut flags: BTreeMap<String, Flag> = BTreeMap::new();
    for (verb, _) in PAGES {
        let page = verb.split(' ').try_fold(whole, |page, verb| page.find_subcommand(verb));
        let args = page.into_iter().flat_map(Command::get_arguments);
        for arg in args.filter(|arg| !arg.is_hide_set()) {
            let (Some(long), Some(help)) = (arg.get_long(), arg.get_help()) else { continue };
            let flag = flags.entry(long.to_owned()).or_default();
            flag.long = long.to_owned();
            if let Some(short) = arg.get_short().filter(|short| !flag.shorts.contains(short)) {
                flag.shorts.push(short);
            }
            if arg.get_action().takes_values() {
                let names = arg.get_value_names().unwrap_or_default();
                let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
                flag.value.get_or_insert(names.join(" "));
            }
            let help = help.to_string();
            let sentence = first_sentence(&help);
            if !flag.sentences.iter().any(|known| known == sentence) {
                flag.sentences.push(sentence.to_owned());
            }
            let gist = gist(sentence);
            match flag.meanings.iter_mut().find(|(known, _)| *known == gist) {
                Some((_, verbs)) => verbs.push((*verb).to_owned()),
                None => flag.meanings.push((gist.to_owned(), vec![(*verb).to_owned()])),
            }
        }
    }
    flags.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_flags_has_whole_sentences() {
        let meaning = |long: &str| {
            let mut whole = super::super::command();
            whole.build();
            let flags = flags(&whole);
            flags.iter().find(|flag| flag.long == long).unwrap().meaning().to_owned()
        };
        for (long, expected) in [
            ("ascii", "For text: ASCII only, with a question mark for every other character"),
            ("raw-cells", "For csv: write cells that begin with =, +, - or @ unchanged"),
            ("where", "Use only games that match EXPR, such as `player ~ \"tal\" and won`"),
            ("timeout", "Stop a search without a time limit after this many seconds"),
            ("seed", "Draw another sample"),
            ("eval-depth", "Write the search depth after the evaluation: [%eval 0.35,18]"),
            // The verbs list different formats.
            ("format", "Format of the report"),
            ("temp", "Folder for temporary files"),
            ("depth", "Number of plies"),
        ] {
            assert_eq!(meaning(long), expected, "--{long}");
        }
        assert_eq!(first_sentence("Count: 1. Then more [default: 1]\n\nText"), "Count: 1");
        assert_eq!(first_sentence("A file [default: b] of c"), "A file");
        assert_eq!(first_sentence("Write [%eval 0.35,18]"), "Write [%eval 0.35,18]");
        assert_eq!(first_sentence(""), "");
    }

    #[test]
    fn a_flag_means_one_thing() {
        let mut whole = super::super::command();
        whole.build();
        let mut owners = BTreeMap::new();
        let mut faults = Vec::new();
        for flag in flags(&whole) {
            for short in &flag.shorts {
                let owner = owners.entry(*short).or_insert_with(|| flag.long.clone());
                if *owner != flag.long {
                    faults.push(format!("-{short} is --{owner} and --{}", flag.long));
                }
            }
            let said: Vec<&str> = flag.meanings.iter().map(|(gist, _)| gist.as_str()).collect();
            let same = SAME.iter().find(|(long, ..)| *long == flag.long);
            match same {
                None if said.len() > 1 => {
                    faults.push(format!("{}: {:#?}", flag.long, flag.meanings))
                }
                Some((.., known))
                    if said.len() != known.len() || said.iter().any(|it| !known.contains(it)) =>
                {
                    faults.push(format!("{}: {:#?}", flag.long, flag.meanings));
                }
                _ => {}
            }
        }
        let is_there = |long: &str| flags(&whole).iter().any(|flag| flag.long == long);
        faults.extend(SAME.iter().filter(|it| !is_there(it.0)).map(|it| format!("no --{}", it.0)));
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
