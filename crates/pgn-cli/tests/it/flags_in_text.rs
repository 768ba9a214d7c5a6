//! Every flag that a help page, the guide, a rule page or the front page names exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use clap::Command;

/// Programs whose flags are not ours. A command line in backticks that begins with one of these
/// names is theirs, up to a word `pgn`: `xargs pgn fmt -w` names a flag of `pgn fmt`.
const OTHER_PROGRAMS: [&str; 17] = [
    "cargo",
    "code",
    "deno",
    "dnf",
    "gh",
    "git",
    "man",
    "maturin",
    "pgn-extract",
    "npm",
    "pip",
    "python",
    "sed",
    "sha256sum",
    "ssh",
    "xargs",
    "zstd",
];

/// The flags of each verb by the words that call it: ``, `fmt`, `epd solve`.
struct Flags(BTreeMap<String, BTreeSet<String>>);

impl Flags {
    fn of_the_command() -> Flags {
        let mut whole = pgn_cli::commands::command();
        whole.build();
        let mut flags = Flags(BTreeMap::new());
        flags.add("", &whole);
        flags
    }

    fn add(&mut self, verb: &str, page: &Command) {
        let mut own = BTreeSet::new();
        for arg in page.get_arguments().filter(|arg| !arg.is_hide_set()) {
            own.extend(arg.get_long().map(|long| format!("--{long}")));
            own.extend(arg.get_short().map(|short| format!("-{short}")));
        }
        // Built by clap, and not among the arguments of every page.
        own.extend(["-h", "--help"].map(str::to_owned));
        if verb.is_empty() {
            own.extend(["-V", "--version"].map(str::to_owned));
        }
        self.0.insert(verb.to_owned(), own);
        for below in page.get_subcommands() {
            self.add(format!("{verb} {}", below.get_name()).trim_start(), below);
        }
    }

    /// The verb that these words begin with, the longest that fits; `""` if they begin with none.
    fn verb_of(&self, words: &[String]) -> String {
        let longest = (1..=words.len().min(2)).rev().map(|n| words[..n].join(" "));
        longest.into_iter().find(|verb| self.0.contains_key(verb)).unwrap_or_default()
    }

    fn has(&self, verb: &str, flag: &str) -> bool {
        self.0.get(verb).is_some_and(|flags| flags.contains(flag))
    }

    fn any_has(&self, flag: &str) -> bool {
        self.0.values().any(|flags| flags.contains(flag))
    }

    /// The errors in a command line, or in part of one. A flag without a command before it belongs
    /// to `verb`, or to any verb if that is `None`.
    fn check(&self, line: &str, verb: Option<&str>, faults: &mut Vec<String>) {
        for words in commands_of(line) {
            let first = words.first().map_or("", String::as_str);
            let own = self.verb_of(&words);
            if let Some(pgn) = words.iter().position(|word| word == "pgn") {
                let own = self.verb_of(&words[pgn + 1..]);
                self.check_flags(&words[pgn..], Some(&own), faults);
            } else if OTHER_PROGRAMS.contains(&first) || first.starts_with(['[', '{']) {
                // Flags of that program, or text of a game such as `[%eval -0.3]`.
            } else if !own.is_empty() {
                self.check_flags(&words, Some(&own), faults);
            } else if first.starts_with('-') {
                self.check_flags(&words, verb, faults);
            } else if let Some(flag) = words.iter().find_map(|word| flag_of(word)) {
                faults.push(format!("`{first}` is not a known program, and `{flag}` follows"));
            }
        }
    }

    fn check_flags(&self, words: &[String], verb: Option<&str>, faults: &mut Vec<String>) {
        for flag in words.iter().filter_map(|word| flag_of(word)) {
            let is_known = match verb {
                Some(verb) => self.has(verb, flag),
                None => self.any_has(flag),
            };
            if !is_known {
                let whose = verb.map_or("any verb".to_owned(), |verb| format!("`pgn {verb}`"));
                faults.push(format!("`{flag}` is not a flag of {whose}"));
            }
        }
    }
}

/// The flag that a word of a command line is: `--where`, `--where=EXPR`, `-o`.
fn flag_of(word: &str) -> Option<&str> {
    let word = word.trim_end_matches([',', '.', ';', ':', ')', ']']);
    let word = word.split('=').next().unwrap_or_default();
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
    let is_flag = match word.strip_prefix("--") {
        Some(long) => is_letter(long.as_bytes().first()),
        None => word.starts_with('-') && word.len() == 2 && is_letter(word.as_bytes().last()),
    };
    is_flag.then_some(word)
}

/// The words of each command of a line; quoted text is not looked at.
fn commands_of(line: &str) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    for word in without_quotes(line).split_whitespace() {
        match word {
            "|" | "&&" | ";" => commands.push(Vec::new()),
            _ => commands.last_mut().unwrap().push(word.to_owned()),
        }
    }
    commands
}

/// The line with `?` for every quoted text, so that its words are not taken for flags.
fn without_quotes(line: &str) -> String {
    let (mut text, mut quote) = (String::new(), None);
    for character in line.chars() {
        match quote {
            None if matches!(character, '"' | '\'') => {
                quote = Some(character);
                text.push('?');
            }
            None => text.push(character),
            Some(open) if open == character => quote = None,
            Some(_) => {}
        }
    }
    text
}

/// The lines of a page that are not in a block of code, with their numbers.
fn prose(page: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    page.lines().zip(1..).filter_map(move |(line, number)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        (!is_code && !is_fence).then_some((number, line))
    })
}

/// The texts between backticks, and the texts between those.
fn spans(line: &str) -> (Vec<&str>, Vec<&str>) {
    let mut parts = (Vec::new(), Vec::new());
    for (n, part) in line.split('`').enumerate() {
        if n % 2 == 1 { parts.0.push(part) } else { parts.1.push(part) }
    }
    parts
}

/// The errors in the flags in backticks on a page. `verb` is the verb whose help it is.
fn faults_of(flags: &Flags, page: &str, verb: Option<&str>, allowed: &Allowed) -> Vec<String> {
    let mut faults = Vec::new();
    let mut is_of_pgn_extract = false;
    for (number, line) in prose(page) {
        let mut found = Vec::new();
        let plain = line.replace("\\|", "|");
        let (mut code, text) = spans(&plain);
        // In a table that compares us with pgn-extract, the first column is about its flags.
        let begins = ["| pgn-extract | pgn |", "| notation | pgn |"];
        is_of_pgn_extract = line.starts_with('|')
            && (is_of_pgn_extract || begins.iter().any(|it| line.starts_with(it)));
        if is_of_pgn_extract {
            let first = line.replace("\\|", "").split('|').nth(1).map(str::to_owned);
            let first_width = first.unwrap_or_default().matches('`').count() / 2;
            for span in code.drain(..first_width) {
                let theirs = span.split_whitespace().filter_map(flag_of);
                let unknown = theirs.filter(|flag| !allowed.of_pgn_extract.contains(*flag));
                found.extend(unknown.map(|flag| format!("`{flag}` is not a flag of pgn-extract")));
            }
        }
        let is_allowed = |span: &str| {
            let first = span.split_whitespace().next().unwrap_or_default();
            allowed.properties.contains(span) || allowed.of_puzzles.contains(first)
        };
        for span in code.iter().filter(|span| !is_allowed(span)) {
            flags.check(span, verb, &mut found);
        }
        // A help also names flags without backticks: "With --fix or --diff".
        for word in text.iter().flat_map(|text| text.split_whitespace()) {
            let flag = flag_of(word.trim_start_matches('(')).filter(|flag| flag.starts_with("--"));
            if let (Some(verb), Some(flag)) = (verb, flag)
                && !flags.has(verb, flag)
            {
                found.push(format!("`{flag}` is not a flag of `pgn {verb}`"));
            }
        }
        faults.extend(found.into_iter().map(|fault| format!("{number}: {fault}: {line}")));
    }
    faults
}

/// Words in backticks that look like flags and are not ours.
#[derive(Default)]
struct Allowed {
    of_pgn_extract: BTreeSet<String>,
    /// The custom properties of the viewer's style sheet, `--pgn-accent`.
    properties: BTreeSet<String>,
    /// The options of `python -m pgnkit.puzzles`, on the page about it.
    of_puzzles: BTreeSet<String>,
}

/// The options of `python -m pgnkit.puzzles`, from its source.
fn puzzle_options(root: &Path) -> BTreeSet<String> {
    let source = root.join("crates/pgn-py/python/pgnkit/puzzles.py");
    let source = fs::read_to_string(source).unwrap();
    let quoted = source.split('"').filter(|text| text.starts_with('-'));
    quoted.map(str::to_owned).collect()
}

#[test]
fn every_flag_in_a_text_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let sheets = ["page/src/view.css", "page/src/board.css"].map(|it| root.join(it));
    let style = sheets.map(|it| fs::read_to_string(it).unwrap()).concat();
    // Where the viewer reads them: `var(--pgn-accent, #2a6bb0)`.
    let properties = style.split("var(").skip(1).filter_map(|rest| rest.split([',', ')']).next());
    let mut allowed = Allowed {
        of_pgn_extract: crate::from_pgn_extract::flags(),
        properties: properties.map(str::to_owned).collect(),
        of_puzzles: BTreeSet::new(),
    };
    assert!(!allowed.properties.is_empty());
    let flags = Flags::of_the_command();
    let mut faults = Vec::new();
    let (mut help_count, mut page_count) = (0, 0);
    for (name, page) in pgn_cli::commands::markdown() {
        let words: Vec<String> =
            name.trim_end_matches(".md").split('-').map(str::to_owned).collect();
        let verb = flags.verb_of(&words);
        // The page of the command as a whole lists the flags of all verbs.
        let verb = (name != "README.md").then_some(verb.as_str());
        assert_ne!(verb, Some(""), "{name}");
        help_count += 1;
        let found = faults_of(&flags, &page, verb, &allowed);
        faults.extend(found.into_iter().map(|fault| format!("docs/cli/{name}:{fault}")));
    }
    let mut paths = vec![root.join("README.md")];
    for folder in ["docs/guide", "docs/rules", "docs/formats"] {
        paths.extend(fs::read_dir(root.join(folder)).unwrap().map(|it| it.unwrap().path()));
    }
    for path in paths.iter().filter(|path| path.extension().is_some_and(|it| it == "md")) {
        page_count += 1;
        allowed.of_puzzles = match path.ends_with("puzzles.md") {
            true => puzzle_options(&root),
            false => BTreeSet::new(),
        };
        let found = faults_of(&flags, &fs::read_to_string(path).unwrap(), None, &allowed);
        faults.extend(found.into_iter().map(|fault| format!("{}:{fault}", path.display())));
    }
    assert!(help_count > 35 && page_count > 200, "{help_count} helps, {page_count} pages");
    assert!(faults.is_empty(), "{} flags:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn a_flag_that_does_not_exist_is_found() {
    let flags = Flags::of_the_command();
    let allowed = Allowed {
        of_pgn_extract: ["-A", "--seven"].map(str::to_owned).into(),
        properties: ["--pgn-accent"].map(str::to_owned).into(),
        of_puzzles: BTreeSet::new(),
    };
    let fault_count = |page: &str, verb| faults_of(&flags, page, verb, &allowed).len();
    for (page, verb, expected) in [
        ("Use `-d`, `--check` or `-o FILE`.", Some("fmt"), 0),
        ("Use `-l`.", Some("fmt"), 1),
        ("Use `-l` or `--lst`.", None, 2),
        ("`--where` is not one of them.", Some("fmt"), 1),
        ("`--where` is one of some verb.", None, 0),
        ("`filter --where EXPR` and `pgn filter --where EXPR`", Some("fmt"), 0),
        ("`filter --in-place` and `pgn filter -w`", Some("fmt"), 2),
        ("`epd backsolve --include-own-score`", None, 0),
        ("`fmt --include-own-score`", None, 1),
        ("`pgn --version`, `pgn -h`, `pgn fmt --version`", None, 1),
        ("With --diff or (--check) alone", Some("fmt"), 0),
        ("With --fix or (--diff) alone", Some("fmt"), 1),
        ("With --fix or - perhaps -- nothing", None, 0),
        ("`zstd --long=31` and `cargo install --path crates/pgn-cli`", Some("fmt"), 0),
        ("`xargs -d pgn fmt -w` and `xargs pgn fmt -z`", None, 1),
        ("`gzip --best`", None, 1),
        ("`pgn fmt a.pgn | pgn filter --where 'a --b' --zzz`", None, 1),
        ("`--strip=nags` and `--stripe=nags`", Some("annotate"), 1),
        ("`--pgn-accent` and `--pgn-accents`", None, 1),
        ("| pgn-extract | pgn |\n|---|---|\n| `-A F` | `pgn fmt -w` |", None, 0),
        ("| pgn-extract | pgn |\n|---|---|\n| `-B F` | `pgn fmt -A` |", None, 2),
        ("| notation | pgn |\n| `-A[a\\|b]` | `pgn fmt x \\| pgn tag --set A=b` |", None, 0),
        ("| pgn | what |\n|---|---|\n| `-A` | `--check` |", None, 1),
        ("```console\n$ pgn fmt --nothing\n```\n`-B`", None, 1),
        ("`-0.5`, `--`, `-`, `--by -avgelo,date`, `[%clk -x]`", None, 0),
    ] {
        assert_eq!(fault_count(page, verb), expected, "{page}");
    }
}
