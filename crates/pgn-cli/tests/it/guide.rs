//! The command lines that the front page and the guide show.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pgnkit::chess::Variant;

use crate::scratch::Dir;

/// A command line of a page, and the lines that are shown below it.
#[derive(Debug, PartialEq, Eq)]
struct Shown {
    line: String,
    output: String,
}

#[test]
fn the_guide_shows_what_the_command_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages_of = |folder| fs::read_dir(root.join(folder)).unwrap().map(|it| it.unwrap().path());
    let folders = ["docs/guide", "docs/formats"].into_iter().flat_map(pages_of);
    let pages: Vec<PathBuf> = folders.chain([root.join("README.md")]).collect();
    assert!(pages.len() > 4, "{pages:?}");
    let run_count: usize = pages.iter().map(|page| run_page(page)).sum();
    assert!(run_count > 20, "only {run_count} command lines were found");
}

#[test]
fn the_guide_names_every_variant() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/guide/variants.md")).unwrap();
    for variant in Variant::ALL.into_iter().filter(|variant| *variant != Variant::Standard) {
        assert!(page.contains(variant.name()), "{variant}");
    }
}

/// Runs the lines of a page one after the other in a folder that `pgn demo` made, and returns how
/// many there were.
fn run_page(page: &Path) -> usize {
    let dir = Dir::new();
    dir.run("demo .", 0);
    let shown = shown_in(&fs::read_to_string(page).unwrap());
    let of_pgn = shown.iter().filter_map(|shown| Some((shown.line.strip_prefix("pgn ")?, shown)));
    let mut run_count = 0;
    for (arguments, shown) in of_pgn {
        run_count += 1;
        if arguments.starts_with("view --web") {
            serve(&dir, &words(arguments));
            continue;
        }
        let ran = words(arguments).iter().fold(dir.pgn(), |line, word| line.arg(word)).output();
        let place = format!("{}: `{}`", page.display(), shown.line);
        assert!(matches!(ran.status, Some(0 | 1)), "{place}: {ran:?}");
        if !shown.output.is_empty() {
            let printed = format!("{}{}", ran.stdout, ran.stderr);
            assert_eq!(printed.trim_end(), shown.output, "{place}");
        }
    }
    run_count
}

/// A server prints its link and goes on; the test checks only the link.
fn serve(dir: &Dir, arguments: &[String]) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pgn"))
        .args(arguments)
        .arg("--no-open")
        .current_dir(dir.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut link = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut link).unwrap();
    let _ = child.kill();
    child.wait().unwrap();
    assert_eq!(link.starts_with("http://127.0.0.1:"), cfg!(feature = "web"), "{arguments:?}");
}

/// The words of a command line; what is between quotes, of either sort, is one.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote) = (None::<String>, None);
    for character in line.chars() {
        match (character, quote) {
            ('"' | '\'', None) => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (_, Some(open)) if open == character => quote = None,
            (_, None) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}

/// The command lines in the `console` blocks of a page.
fn shown_in(page: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut in_console = false;
    for line in page.lines() {
        if line.starts_with("```") {
            in_console = line == "```console";
        } else if let Some(line) = line.strip_prefix("$ ").filter(|_| in_console) {
            let known = ["pgn ", "cargo "].iter().any(|program| line.starts_with(program));
            assert!(known, "neither pgn nor cargo: `{line}`");
            all.push(Shown { line: line.to_owned(), output: String::new() });
        } else if in_console {
            let last = all.last_mut().expect("a console block begins with a command line");
            last.output.push_str(line);
            last.output.push('\n');
        }
    }
    for shown in &mut all {
        shown.output.truncate(shown.output.trim_end().len());
    }
    all
}

#[test]
fn output_belongs_to_the_line_above_it() {
    let shown = |line: &str, output: &str| Shown { line: line.into(), output: output.into() };
    let page =
        "text\n```console\n$ pgn a\n$ pgn b\none\n\ntwo\n```\n$ pgn c\n```rust\n$ pgn d\n```\n";
    assert_eq!(shown_in(page), [shown("pgn a", ""), shown("pgn b", "one\n\ntwo")]);
}
