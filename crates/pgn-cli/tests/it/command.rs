//! The command as a person and a script meet it.

use std::fs;
use std::process::{Command, Stdio};

use crate::scratch::{Dir, games};

#[test]
fn the_exit_status_tells_help_from_misuse() {
    let check = |line: &str, status| {
        let ran = Dir::new().pgn().args(line).status(status);
        assert_eq!(ran.stdout.is_empty(), status != 0, "{line}");
        assert_eq!(ran.stderr.is_empty(), status == 0, "{line}");
        assert!(ran.stderr.starts_with("pgn: ") || status == 0 || line.is_empty(), "{ran:?}");
    };
    check("--help", 0);
    check("-h", 0);
    check("--version", 0);
    check("help", 0);
    check("help help", 0);
    check("man --help", 0);
    check("", 2);
    check("no-such-verb", 2);
    check("help no-such-verb", 2);
    check("man no-such-verb", 2);
    check("completions no-such-shell", 2);
    check("man -q -v", 2);
    check("man --progress sometimes", 2);
}

#[test]
fn completions_are_printed_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = Dir::new().pgn().args("completions").args(shell).status(0);
        ran.stdout_has("pgn").stdout_has("completions");
    }
}

#[test]
fn the_manual_page_has_its_sections_in_order() {
    let ran = Dir::new().pgn().args("man man").status(0);
    let places: Vec<_> = [".TH PGN-MAN", ".SH NAME", ".SH SYNOPSIS", ".SH EXAMPLES", ".SH OPTIONS"]
        .iter()
        .map(|section| {
            ran.stdout.find(section).unwrap_or_else(|| panic!("{section}: {}", ran.stdout))
        })
        .collect();
    assert!(places.is_sorted(), "{places:?}");
}

#[test]
fn all_manual_pages_go_into_a_folder() {
    let dir = Dir::new();
    dir.run("man --dir pages/man1", 0);
    let pages = Command::new("ls").arg(dir.at("pages/man1")).output().unwrap().stdout;
    let pages = String::from_utf8(pages).unwrap();
    for page in ["pgn.1", "pgn-completions.1", "pgn-fmt.1", "pgn-help.1"] {
        assert!(pages.lines().any(|line| line == page), "{pages}");
    }
}

#[test]
fn the_output_goes_to_a_file_in_one_piece() {
    let dir = Dir::with("pgn.1", "old");
    let printed = dir.run("man", 0).stdout;
    dir.run("man -o pgn.1", 0).is("", "");
    assert_eq!(dir.read("pgn.1"), printed.as_bytes());
    dir.run("man -o pgn.1.gz", 0);
    assert_eq!(dir.unpacked("pgn.1.gz"), printed);
    assert_eq!(dir.names(), ["pgn.1", "pgn.1.gz"]);
}

#[test]
fn trouble_is_one_line_with_the_name() {
    let dir = Dir::new();
    let check = |line: &str, expected: &str| {
        dir.run(line, 2).is("", expected);
    };
    check("man -o missing/a", "pgn: missing/a: no such file or folder (its folder must exist)\n");
    check("man -o .", "pgn: .: is a folder (name a file in it)\n");
    check("help nonsense", "pgn: nonsense: not a pgn command (`pgn help` lists them)\n");
    check("-q help nonsense", "pgn: nonsense: not a pgn command (`pgn help` lists them)\n");
    assert!(dir.names().is_empty());
}

#[test]
fn color_is_for_those_who_want_it() {
    let dir = Dir::new();
    let colored = |ran: crate::scratch::Ran| ran.stderr.contains('\u{1b}');
    assert!(!colored(dir.pgn().args("help nonsense").output()));
    assert!(colored(dir.pgn().args("--color always help nonsense").output()));
    assert!(colored(dir.pgn().args("help nonsense").env("CLICOLOR_FORCE", "1").output()));
    assert!(!colored(
        dir.pgn().args("--color=never help nonsense").env("CLICOLOR_FORCE", "1").output()
    ));
    assert!(colored(dir.pgn().args("nonsense --color always").output()));
    assert!(!colored(dir.pgn().args("nonsense").output()));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_success() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    for line in ["completions bash", "man", "help", "--help"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pgn"));
        command.args(line.split_whitespace()).stdin(Stdio::null());
        command.stdout(writer.try_clone().unwrap()).stderr(Stdio::piped());
        let output = command.spawn().unwrap().wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{line}");
    }
}

#[cfg(unix)]
/// No verb about games needs a terminal or a file: its output for a pipe is its output for the
/// file.
#[test]
fn games_come_through_a_pipe() {
    let text = "[White \"A\"]\n[Date \"1992.11.04\"]\n\n1. e4 {c} e5 *\n\n\
                [White \"B\"]\n\n1. d4 1-0\n\n";
    let dir = Dir::with("-.pgn", text);
    for verb in [
        "annotate --strip nags",
        "cat",
        "check --format json",
        "classify",
        "convert --to jsonl",
        "convert --to pgc",
        "dedupe",
        "filter --where White=\"A\"",
        "fmt",
        "merge",
        "names report",
        "show",
        "sort --by Date",
        "stats",
        "tag --set Round=1",
        "tree",
    ] {
        let of_file = dir.pgn().args(verb).arg("./-.pgn").output();
        let of_pipe = dir.pgn().args(verb).stdin(text).output();
        let printed = of_file.stdout.replace("./-.pgn", "<stdin>");
        assert_eq!(of_pipe.stdout, printed, "{verb}");
        assert!(!printed.is_empty(), "{verb}: {of_file:?}");
    }
}

#[test]
fn a_standard_output_that_is_closed_is_trouble() {
    let dir = Dir::new();
    dir.file("a.pgn", "1. e4 e5 *\n");
    let run = |line: &str| {
        let script = format!("exec \"$0\" {line} >&-");
        let output = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_pgn")])
            .current_dir(dir.path())
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for line in ["cat a.pgn", "fmt a.pgn", "show a.pgn", "completions bash", "--help"] {
        let (status, stderr) = run(line);
        assert_eq!(status, Some(2), "{line}");
        assert!(stderr.starts_with("pgn: standard output: "), "{line}: {stderr}");
    }
    // A run that writes only to a file does not need standard output.
    assert_eq!(run("cat a.pgn -o b.pgn").0, Some(0));
    assert_eq!(dir.read("b.pgn"), b"1. e4 e5 *\n\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_trouble() {
    let dir = Dir::new();
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let expected = "pgn: standard output: no space left on the disk\n";
    for line in ["completions bash", "help", "--help"] {
        dir.pgn().args(line).stdout(full()).run().status(2).stderr_is(expected);
    }
    dir.run("man -o /dev/full", 2).stderr_is("pgn: /dev/full: no space left on the disk\n");
}

/// A real limit of the system: files may not grow past 1 KiB here.
#[cfg(unix)]
#[test]
fn a_file_that_may_not_grow_keeps_its_old_content() {
    let dir = Dir::with("out", "old");
    let script = format!(
        "trap '' XFSZ; ulimit -f 1; exec '{}' completions bash -o out",
        env!("CARGO_BIN_EXE_pgn")
    );
    let output = Command::new("sh").args(["-c", &script]).current_dir(dir.path()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(said, "pgn: out: the file grows larger than is allowed here\n");
    assert_eq!((dir.read("out"), dir.names()), (b"old".to_vec(), vec!["out".to_owned()]));
}

#[cfg(unix)]
#[test]
fn a_write_protected_file_is_left_alone() {
    use std::os::unix::fs::PermissionsExt;
    let dir = Dir::new();
    let path = dir.file("out", "old");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    if fs::OpenOptions::new().write(true).open(&path).is_ok() {
        return pgn_testing::skip_as_superuser();
    }
    dir.run("man -o out", 2).stderr_starts("pgn: out: no permission (it is write-protected");
    assert_eq!(dir.read("out"), b"old");
}

#[test]
fn the_locale_changes_nothing() {
    let dir = Dir::new();
    let tags = "[White \"İpek, Ö.\"]\n[Black \"Ångström\"]\n[WhiteElo \"2100.5\"]\n";
    dir.file("a.pgn", format!("{tags}\n1. e4 {{ıI}} e5 *\n\n[White \"ipek\"]\n\n1. d4 *\n"));
    for line in ["fmt a.pgn", "check --select all a.pgn", "sort --by white a.pgn", "show a.pgn"] {
        let said = |locale: &str| {
            let pgn = dir.pgn().args(line).env("LC_ALL", locale).env("LANG", locale);
            let ran = pgn.output();
            (ran.status, ran.stdout, ran.stderr)
        };
        let plain = said("C");
        assert!(!plain.1.is_empty(), "{line}: {}", plain.2);
        for locale in ["tr_TR.UTF-8", "de_DE.UTF-8", "no such locale"] {
            assert_eq!(said(locale), plain, "{line} under {locale}");
        }
    }
}

#[test]
fn other_words_for_verbs_lead_to_them() {
    let dir = Dir::with("a.pgn", games(12));
    let run = |line: &str| dir.pgn().args(line).output().stdout;
    for (alias, verb) in [
        ("lint a.pgn", "check a.pgn"),
        ("-q format a.pgn", "-q fmt a.pgn"),
        ("--color never grep plycount>0 a.pgn", "filter --where plycount>0 a.pgn"),
        ("head a.pgn", "cat --games 1..10 a.pgn"),
        ("crosstable a.pgn", "stats --standings a.pgn"),
    ] {
        let expected = run(verb);
        assert!(run(alias) == expected && (!expected.is_empty() || verb.starts_with("check")));
    }
    // Only the first word is a verb.
    dir.run("check lint", 2).stderr_has("lint: no such file");
}

#[test]
fn the_long_help_has_what_the_short_one_leaves_out() {
    let help = |line: &str| Dir::new().pgn().args(line).status(0).stdout;
    let [short, long] = ["stats -h", "stats --help"].map(help);
    assert!(!short.contains("--tie-breaks") && long.contains("--tie-breaks"), "{short}");
    assert!(short.contains("Examples:") && long.contains("Examples:"));
}
