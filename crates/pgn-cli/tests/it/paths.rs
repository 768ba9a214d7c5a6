//! No command line may write to a file that it reads, or write one file twice.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;

use clap::{Arg, Command};
use pgn_cli::paths::{Role, is_path, role};
use pgn_db::error::ErrorKind;

use crate::scratch::Dir;

const GAME: &str = "[Event \"A\"]\n\n1. e4 *\n\n";

/// Two names of one file: both exist, or neither does.
const SPELLINGS: &[[&str; 2]] = &[
    ["old.pgn", "sub/../old.pgn"],
    ["old.pgn", "link.pgn"],
    ["old.pgn", "hard.pgn"],
    ["new.pgn", "./sub/../new.pgn"],
    ["sub/new.pgn", "linked/new.pgn"],
    ["new.pgn", "dangling.pgn"],
];

/// Options without which a verb does not begin, and that name no path.
const REQUIRED: &[(&str, &str)] = &[("engine", "cat"), ("depth", "1"), ("shell", "bash")];

fn folder() -> Dir {
    let dir = Dir::with("old.pgn", GAME);
    dir.file("other.pgn", GAME);
    dir.file("sub/keep.pgn", GAME);
    fs::hard_link(dir.at("old.pgn"), dir.at("hard.pgn")).unwrap();
    symlink("old.pgn", dir.at("link.pgn")).unwrap();
    symlink("sub", dir.at("linked")).unwrap();
    symlink("new.pgn", dir.at("dangling.pgn")).unwrap();
    dir
}

/// All verbs, with the words that name them.
fn verbs() -> Vec<(Vec<String>, Command)> {
    fn walk(words: &[String], command: &Command, all: &mut Vec<(Vec<String>, Command)>) {
        if !command.has_subcommands() {
            all.push((words.to_vec(), command.clone()));
        }
        for below in command.get_subcommands() {
            let words: Vec<String> =
                words.iter().cloned().chain([below.get_name().to_owned()]).collect();
            walk(&words, below, all);
        }
    }
    let mut command = pgn_cli::commands::command();
    command.build();
    let mut all = Vec::new();
    walk(&[], &command, &mut all);
    all
}

/// The flag with which a verb writes into the games it reads.
fn in_place(command: &Command) -> Option<String> {
    let mut flags = command.get_arguments().filter(|arg| ["in_place", "fix"].contains(&id(arg)));
    flags.next().map(|flag| format!("--{}", flag.get_long().unwrap()))
}

fn id(arg: &Arg) -> &str {
    arg.get_id().as_str()
}

/// The command line that names these paths by these options, and the other arguments that the verb
/// needs.
fn line(words: &[String], command: &Command, named: &[(&Arg, &str)]) -> Vec<String> {
    let mut line = words.to_vec();
    let mut positional = Vec::new();
    for arg in command.get_arguments() {
        let value = named.iter().find(|(one, _)| one.get_id() == arg.get_id()).map(|(_, it)| *it);
        let other = || {
            arg.is_required_set().then(|| match is_path(arg) {
                true => "other.pgn",
                false => REQUIRED.iter().find(|(name, _)| *name == id(arg)).unwrap().1,
            })
        };
        let Some(value) = value.or_else(other) else { continue };
        match arg.get_long().filter(|_| !arg.is_positional()) {
            Some("where") => line.push(format!("--where=@{value}")),
            Some(long) => line.push(format!("--{long}={value}")),
            None => positional.push(value.to_owned()),
        }
    }
    line.extend(positional);
    line
}

#[test]
fn every_option_that_names_a_path_has_a_role() {
    for (words, command) in verbs() {
        for arg in command.get_arguments().filter(|arg| is_path(arg)) {
            assert!(role(arg).is_some(), "say in `paths` what {words:?} does with {}", id(arg));
        }
    }
}

/// Each way of a verb to write a file that an option names, with the flag for it.
fn writers(command: &Command) -> Vec<(&Arg, Option<String>)> {
    let flag_of = |arg: &Arg| match role(arg)? {
        Role::Write | Role::GamesInPlace => Some(None),
        Role::Games if arg.is_positional() => in_place(command).map(Some),
        Role::Games | Role::Read | Role::Folder => None,
    };
    command.get_arguments().filter_map(|arg| Some((arg, flag_of(arg)?))).collect()
}

#[test]
fn a_file_that_is_read_or_written_is_not_written_again() {
    let mut pair_count = 0;
    let dir = folder();
    let mut pgn = pgn_cli::commands::command();
    for (words, command) in verbs() {
        for (n, (writer, flag)) in writers(&command).into_iter().enumerate() {
            let named = command.get_arguments().filter(|arg| arg.get_id() != writer.get_id());
            for other in named.filter(|arg| role(arg).is_some_and(|role| role != Role::Folder)) {
                pair_count += 1;
                for names in SPELLINGS {
                    let [one, two] = names.map(|name| dir.at(name).display().to_string());
                    let mut line = line(&words, &command, &[(writer, &one), (other, &two)]);
                    line.extend(flag.clone());
                    check(&mut pgn, &line);
                    if n == 0 && names == &SPELLINGS[0] {
                        run(&dir, &line);
                    }
                }
            }
        }
    }
    assert!(pair_count > 60, "only {pair_count} pairs");
}

/// The line is refused, either because its options do not go together or because of the file.
fn check(pgn: &mut Command, line: &[String]) {
    let words = ["pgn"].into_iter().chain(line.iter().map(String::as_str));
    match pgn.try_get_matches_from_mut(words) {
        Ok(matches) => {
            let error = pgn_cli::paths::check(pgn, &matches).expect_err(&line.join(" "));
            assert_eq!(error.kind(), ErrorKind::SameFile, "{line:?}: {error}");
        }
        Err(error) => {
            assert_eq!(error.kind(), clap::error::ErrorKind::ArgumentConflict, "{line:?}: {error}");
        }
    }
}

/// The command itself ends with an error, and nothing has changed.
fn run(dir: &Dir, line: &[String]) {
    let names = dir.names();
    let ran = dir.pgn().list(&line.iter().map(String::as_str).collect::<Vec<_>>()).output();
    let is_told = ["is also an input", "is named by both", "cannot be used with"];
    assert!(is_told.iter().any(|it| ran.stderr.contains(it)), "{line:?}: {ran:?}");
    assert_eq!(ran.status, Some(2), "{line:?}: {ran:?}");
    assert_eq!((dir.names(), dir.read("old.pgn")), (names, GAME.into()), "{line:?}");
}

#[test]
fn a_file_is_not_written_where_no_input_can_be_opened() {
    let mut tried = Vec::new();
    for (words, command) in verbs() {
        let is_input = |arg: &&Arg| arg.is_positional() && role(arg) == Some(Role::Games);
        let Some(input) = command.get_arguments().find(is_input) else { continue };
        let writers = command.get_arguments().filter(|arg| role(arg) == Some(Role::Write));
        for writer in writers {
            let dir = folder();
            let names = dir.names();
            let line = line(&words, &command, &[(writer, "old.pgn"), (input, "missing.pgn")]);
            let ran = dir.pgn().list(&line.iter().map(String::as_str).collect::<Vec<_>>()).output();
            assert_eq!(ran.status, Some(2), "{line:?}: {ran:?}");
            assert_eq!((dir.names(), dir.read("old.pgn")), (names, GAME.into()), "{line:?}");
            if ran.stderr.contains("missing.pgn: no such file") {
                tried.push(line.join(" "));
            }
        }
    }
    assert!(tried.len() > 12, "{tried:?}");
}

#[test]
fn games_of_a_folder_and_of_standard_input_count_too() {
    let dir = folder();
    let refused = [
        "dedupe --against sub old.pgn -o sub/keep.pgn",
        "filter sub -o linked/keep.pgn",
        "filter old.pgn --rejects link.pgn",
        "filter --rejects - old.pgn",
        "tag -w --set A=b --where @sub/keep.pgn sub",
        "fmt . -o dangling.pgn --newline lf old.pgn new.pgn",
    ];
    for line in refused {
        let ran = dir.run(line, 2);
        assert!(ran.stderr.contains("is also an input") || ran.stderr.contains("both"), "{ran:?}");
        assert_eq!(dir.read("sub/keep.pgn"), GAME.as_bytes(), "{line}");
    }
    let out = fs::OpenOptions::new().append(true).open(dir.at("old.pgn")).unwrap();
    let ran = dir.pgn().args("fmt sub old.pgn").stdout(out).run().status(2);
    ran.stderr_has("standard output: is also an input");
    assert_eq!(dir.read("old.pgn"), GAME.as_bytes());
}

#[test]
fn what_is_not_the_same_file_is_written() {
    let dir = folder();
    let allowed = [
        "filter old.pgn -o /dev/null --rejects /dev/null",
        "filter old.pgn -o x.pgn --rejects -",
        "filter sub -o sub/x.txt --rejects sub/y.txt",
        "dedupe --dry-run --report - old.pgn other.pgn",
        "stats sub -o sub/stats.txt",
        "stats sub -o sub/stats.txt",
        "fmt -w sub old.pgn",
    ];
    for line in allowed {
        dir.run(line, 0);
    }
}
