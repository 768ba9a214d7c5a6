//! Databases of ChessBase and Scid where PGN is taken, and written.
//!
//! Standard: §13.5.

use std::fs;
use std::path::Path;

use crate::scratch::{Dir, games};

const CHESSBASE: [&str; 7] = ["cbh", "cbg", "cba", "cbp", "cbt", "cbc", "cbs"];
const SCID: [&str; 3] = ["si4", "sn4", "sg4"];
const DOS: [&str; 2] = ["cbf", "cbi"];
const CHESSBASE_17: [&str; 4] = ["2cbh", "2cbg", "2cba", "2lid"];

/// Copies a database of the repository's corpus.
fn copy(dir: &Dir, name: &str, endings: &[&str], rename: impl Fn(&str) -> String) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/databases");
    for ending in endings {
        dir.file(&rename(ending), fs::read(corpus.join(format!("{name}.{ending}"))).unwrap());
    }
}

fn all() -> Dir {
    let dir = Dir::new();
    copy(&dir, "legal", &CHESSBASE, |ending| format!("legal.{ending}"));
    copy(&dir, "classic", &SCID, |ending| format!("classic.{ending}"));
    copy(&dir, "opera", &DOS, |ending| format!("opera.{ending}"));
    copy(&dir, "reti", &CHESSBASE_17, |ending| format!("reti.{ending}"));
    dir
}

#[test]
fn each_verb_takes_a_database() {
    let dir = all();
    for (line, expected) in [
        ("check", "pgn: 4 files, 20 games: nothing to report"),
        ("filter --where eco!=A00 --count", "20\npgn: legal.cbh"),
        ("convert --to san", "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6"),
        ("stats", "A student                  1"),
        ("sort --by date", "[Date \"1750"),
        ("cat --games 18", "Legal, Sire de"),
        ("dedupe", "[White \"Legal, Sire de\"]"),
        ("tree", "e4"),
        ("convert --to pgn", "{wins the pawn at once}"),
        ("cat --games 20", "{The queen lures the king}"),
    ] {
        let ran = dir.pgn().args(line).args("classic.si4 legal.cbh opera.cbf reti.2cbh").status(0);
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert!(said.contains(expected), "{line}: {said}");
        assert!(ran.stderr.contains("1 deleted game left out (--include deleted)"), "{line}");
    }
}

#[test]
fn records_that_are_no_games_are_read_when_asked_for() {
    let dir = all();
    let count = |options: &str| {
        let ran = dir.pgn().args("convert --to uci legal.cbh").args(options).status(0);
        (ran.stdout.lines().count(), ran.stderr)
    };
    let left_out = "legal.cbh: 1 deleted game left out (--include deleted), 1 guiding text left out \
                    (--include texts)";
    assert_eq!(count(""), (1, format!("pgn: {left_out}\n")));
    assert_eq!(count("--include deleted,texts"), (3, String::new()));
    let (n, said) = count("--include texts");
    assert_eq!((n, said.contains("deleted"), said.contains("texts")), (2, true, false));
}

#[test]
fn comments_of_a_language_are_kept_when_it_is_asked_for() {
    let dir = all();
    let comments = |options: &str| {
        let ran = dir.pgn().args("cat -q legal.cbh --include texts").args(options).output();
        let text = ran.status(0).stdout;
        ["oldest", "ltesten", "Foreword"].map(|word| text.contains(word))
    };
    assert_eq!(comments(""), [true, true, true]);
    assert_eq!(comments("--comment-language Deutsch"), [false, true, false]);
    assert_eq!(comments("--comment-language en,GER"), [true, true, true]);
    let ran = dir.pgn().args("cat legal.cbh --comment-language Engish").output().status(2);
    assert!(ran.stderr.contains("did you mean `English`?"), "{}", ran.stderr);
}

/// Names differ in their letters' case, as they do after a way through another system.
#[test]
fn the_files_of_a_database_are_found_beside_it() {
    let dir = Dir::new();
    copy(&dir, "legal", &CHESSBASE, |ending| match ending {
        "cbh" => "Legal.CBH".to_owned(),
        ending => format!("LEGAL.{ending}"),
    });
    let expected = all().pgn().args("cat legal.cbh").status(0).stdout;
    assert_eq!(dir.run("cat Legal.CBH", 0).stdout, expected);
    // By content, whatever it is called.
    fs::rename(dir.at("Legal.CBH"), dir.at("Legal.bin")).unwrap();
    assert_eq!(dir.run("cat Legal.bin", 0).stdout, expected);
    fs::remove_file(dir.at("LEGAL.cba")).unwrap();
    fs::remove_file(dir.at("LEGAL.cbp")).unwrap();
    let ran = dir.run("cat Legal.bin", 2);
    ran.stdout_has("Nxe5 (5. h3 Bxf3)");
    for ending in ["cba", "cbp"] {
        assert!(ran.stderr.contains(&format!(".{ending} at byte")), "{}", ran.stderr);
    }
}

/// Each file that records refer to, whatever the format.
#[test]
fn no_file_of_a_database_is_missing_silently() {
    for (name, endings) in
        [("legal", &CHESSBASE[..]), ("classic", &SCID), ("opera", &DOS), ("reti", &CHESSBASE_17)]
    {
        for missing in &endings[1..] {
            let dir = all();
            fs::remove_file(dir.at(&format!("{name}.{missing}"))).unwrap();
            let ran = dir.run(&format!("cat {name}.{}", endings[0]), 2);
            ran.stderr_has(format!(".{missing} at byte")).stderr_has("the file is missing");
        }
    }
}

#[test]
fn an_empty_database_is_an_error() {
    let dir = all();
    for name in ["legal.cbh", "classic.si4", "reti.2cbh", "packed.cbv", "packed.cbz", "lone.si4"] {
        dir.file(name, "");
        for verb in ["cat", "check", "convert --to san"] {
            dir.run(&format!("{verb} {name}"), 2).stderr_has("is empty");
        }
    }
    let ran = dir.run("cat .", 2);
    assert_eq!(ran.stderr.matches("is empty").count(), 6, "{}", ran.stderr);
}

/// Two databases whose names differ only in the case of letters.
#[cfg(target_os = "linux")]
#[test]
fn companions_in_the_same_letter_case_come_first() {
    let dir = all();
    let expected = dir.run("cat legal.cbh", 0).stdout;
    for ending in &CHESSBASE[1..] {
        let upper = ending.to_ascii_uppercase();
        for name in [format!("LEGAL.{ending}"), format!("legal.{upper}"), format!("LEGAL.{upper}")]
        {
            dir.file(&name, "another database");
        }
    }
    assert_eq!(dir.run("cat legal.cbh", 0).stdout, expected);
    copy(&dir, "legal", &CHESSBASE, |ending| format!("legal.{ending}").to_uppercase());
    for ending in &CHESSBASE[1..] {
        dir.file(&format!("legal.{ending}"), "another database");
    }
    assert_eq!(dir.run("cat LEGAL.CBH", 0).stdout, expected);
}

#[cfg(unix)]
#[test]
fn the_files_of_a_linked_database_are_found() {
    use std::os::unix::fs::symlink;
    let dir = all();
    let expected = dir.run("cat legal.cbh", 0).stdout;
    fs::create_dir(dir.at("links")).unwrap();
    // Beside what the link leads to.
    symlink("../legal.cbh", dir.at("links/other.cbh")).unwrap();
    assert_eq!(dir.run("cat links/other.cbh", 0).stdout, expected);
    dir.run("cat links/other.cbh -o legal.cbg", 2).stderr_has("is also an input");
    // Beside the link.
    for ending in &CHESSBASE[1..] {
        fs::rename(dir.at(&format!("legal.{ending}")), dir.at(&format!("links/other.{ending}")))
            .unwrap();
    }
    assert_eq!(dir.run("cat links/other.cbh", 0).stdout, expected);
}

#[cfg(unix)]
#[test]
fn what_is_not_a_regular_file_is_no_companion() {
    let dir = all();
    for (base, companion) in [("legal.cbh", "legal.cba"), ("classic.si4", "classic.sg4")] {
        fs::remove_file(dir.at(companion)).unwrap();
        let made = std::process::Command::new("mkfifo").arg(dir.at(companion)).status();
        assert!(made.unwrap().success());
        dir.run(&format!("cat {base}"), 2)
            .stderr_has(format!("{companion}: is not a regular file"));
        fs::remove_file(dir.at(companion)).unwrap();
        std::os::unix::fs::symlink("/dev/zero", dir.at(companion)).unwrap();
        dir.run(&format!("cat {base}"), 2)
            .stderr_has(format!("{companion}: is not a regular file"));
    }
}

/// In a folder a database is one file of games, and its companions are not files of games.
#[test]
fn a_folder_with_databases_is_read() {
    let dir = all();
    let ran = dir.run("check .", 0);
    ran.stderr_has("4 files, 20 games");
    assert!(!ran.stderr.contains("other"), "{}", ran.stderr);
}

#[test]
fn what_cannot_be_read_says_what_to_do() {
    let dir = all();
    let refused = |line: &str, why: &str| {
        dir.run(line, 2).stderr_has(why).stdout_is("");
    };
    refused("cat legal.cbg", "a part of a ChessBase database (name its .cbh file)");
    refused("cat opera.cbi", "a part of a DOS ChessBase database (name its .cbf file)");
    dir.file("new.2cbg", b"\x88\x77\x00\x01");
    refused("cat new.2cbg", "a part of a ChessBase 17 database (name its .2cbh file)");
    refused("cat classic.sg4", "a part of a Scid database (name its .si4 file)");
    dir.file("lone.si4.gz", gzip(&dir.read("classic.si4")));
    let why = "a Scid database is several files in one folder (unpack it and name its .si4 file)";
    refused("cat lone.si4.gz", why);
    for name in ["three.sg3", "book.ctg", "book.abk"] {
        dir.file(name, b"\x00\x01\x02\x03\x88\x77");
        refused(&format!("cat {name}"), ", which is not read (");
    }
    refused("index legal.cbh", "an index cannot watch (convert it to PGN first)");
    refused("fmt -w legal.cbh", "holds a ChessBase database, cannot be written in place");
    refused("cat classic.si4 -o classic.sg4", "is also an input");
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder =
        pgn_db::output::Encoder::new(Vec::new(), Some(pgn_db::source::Compression::Gzip)).unwrap();
    std::io::Write::write_all(&mut encoder, bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn archives_of_chessbase_are_read_where_they_are() {
    let dir = all();
    copy(&dir, "legal", &["cbv", "cbz"], |ending| format!("packed.{ending}"));
    let expected = dir.run("cat legal.cbh", 0).stdout;
    assert_eq!(dir.run("cat packed.cbv", 0).stdout, expected);
    dir.pgn().args("cat -").stdin(dir.read("packed.cbv")).status(0).stdout_is(&expected);
    dir.file("packed.cbv.gz", gzip(&dir.read("packed.cbv")));
    assert_eq!(dir.run("cat packed.cbv.gz", 0).stdout, expected);
    dir.file("password", "secret\r\n");
    dir.file("wrong", "Secret\n");
    dir.run("cat packed.cbz --password-file password", 0).stdout_is(expected);
    for (options, why) in [
        ("", "packed.cbz: is encrypted (`--password-file FILE` has its password)"),
        ("--password-file wrong", "packed.cbz: cannot be decrypted (wrong password)"),
        ("--password-file none", "invalid value 'none'"),
    ] {
        dir.pgn().args("cat packed.cbz").args(options).status(2).stderr_has(why).stdout_is("");
    }
    dir.run("cat packed.cbv --unpack-memory 1k", 2).stderr_has("unpacking it takes more than");
    let mut damaged = dir.read("packed.cbv");
    damaged.truncate(damaged.len() - 40);
    dir.file("damaged.cbv", damaged);
    let ran = dir.run("cat damaged.cbv", 2);
    ran.stderr_has("the archive is damaged here").stdout_has("Nxe5 $3 (5. h3 Bxf3)");
}

#[test]
fn a_scid_base_is_written_and_read() {
    let dir = all();
    dir.run("convert classic.si4 -o a.pgn", 0);
    dir.run("convert a.pgn --to si4 -o copy.si4", 0);
    for ending in SCID {
        let (copy, whole) = (format!("copy.{ending}"), format!("classic.{ending}"));
        assert!(dir.read(&copy) == dir.read(&whole), "{ending}");
    }
    dir.run("convert copy.si4 -o b.pgn", 0);
    assert_eq!(dir.read("a.pgn"), dir.read("b.pgn"));
}

#[test]
fn a_base_that_is_there_stays_and_what_does_not_fit_is_told() {
    let dir = all();
    dir.file("a.pgn", "[White \"A\"]\n\n1. e4 *\n\n[Variant \"Atomic\"]\n\n1. d4 *\n");
    dir.run("convert a.pgn -o classic.si4", 2).stderr_has("classic.si4: exists");
    for line in ["convert a.pgn --to si4", "convert a.pgn --to si4 -o x.pgn", "fmt a.pgn -o x.si4"]
    {
        dir.run(line, 2);
    }
    let why = "a.pgn:5:1: game 2: does not fit: SI4 supports only ordinary chess";
    dir.run("convert a.pgn -o new.si4", 2).stderr_has(why);
    dir.run("convert new.si4 --to san", 0).stdout_is("e4\n");
    assert_eq!(dir.names().iter().filter(|name| name.starts_with('.')).count(), 0);
}

#[test]
fn a_chessbase_base_is_written_and_read() {
    let dir = all();
    dir.run("convert legal.cbh -o a.pgn", 0);
    dir.run("convert a.pgn --to cbh -o copy.cbh", 0).stderr_is("");
    for ending in CHESSBASE.into_iter().chain(["cbe", "cbj"]) {
        assert!(dir.at(&format!("copy.{ending}")).exists(), "{ending}");
    }
    dir.run("check copy.cbh", 0);
    dir.run("convert copy.cbh -o b.pgn", 0);
    assert_eq!(dir.read("a.pgn"), dir.read("b.pgn"));
    // The moves have the bytes of the sample; a guiding text follows them there.
    assert_eq!(dir.read("copy.cbg")[26..], dir.read("legal.cbg")[26..48]);
}

#[test]
fn a_chessbase_base_that_is_there_stays_and_losses_are_counted() {
    let dir = all();
    let long = "x".repeat(60);
    let games = format!("[White \"{long}\"]\n[Opening \"Sicilian\"]\n\n1. e4 *\n\n");
    dir.file("a.pgn", games + "[Variant \"Atomic\"]\n\n1. d4 *\n");
    dir.run("convert a.pgn -o legal.cbh", 2).stderr_has("legal.cbh: exists");
    for line in ["convert a.pgn --to cbh", "convert a.pgn --to cbh -o x.pgn", "fmt a.pgn -o x.cbh"]
    {
        dir.run(line, 2);
    }
    let ran = dir.run("convert a.pgn -o new.cbh", 2);
    ran.stderr_has("a.pgn:6:1: game 2: does not fit: CBH holds ordinary chess and Chess960 only");
    ran.stderr_has("lost 1 cut-string (X004), 1 dropped-tag (X005)");
    dir.run("convert new.cbh --to san", 0).stdout_is("e4\n");
    assert_eq!(dir.names().iter().filter(|name| name.starts_with('.')).count(), 0);
}

/// Whichever run is first: the base is the whole output of one of the two, and the other run
/// reports that it failed.
#[test]
fn two_runs_do_not_mix_a_base() {
    for (extension, rounds) in [("si4", 10), ("cbh", 5)] {
        let dir = Dir::new();
        let mut expected = Vec::new();
        for name in ["a", "b"] {
            let text = games(200).replace("[White \"", &format!("[White \"{name}"));
            dir.file(&format!("{name}.pgn"), text);
            dir.run(&format!("convert {name}.pgn -o {name}.{extension}"), 0);
            expected.push(dir.run(&format!("cat {name}.{extension}"), 0).stdout);
        }
        for round in 0..rounds {
            let base = format!("both{round}.{extension}");
            let run =
                |name: &str| dir.pgn().args("convert").arg(name).args("-o").arg(&base).output();
            let statuses = std::thread::scope(|scope| {
                ["a.pgn", "b.pgn"]
                    .map(|name| scope.spawn(move || run(name).status))
                    .map(|run| run.join().unwrap())
            });
            let winner = statuses.iter().position(|status| *status == Some(0)).unwrap();
            assert_eq!(statuses[1 - winner], Some(2), "{statuses:?}");
            assert!(dir.run(&format!("cat {base}"), 0).stdout == expected[winner], "{base}");
        }
        assert!(dir.names().iter().all(|name| !name.starts_with('.')), "{:?}", dir.names());
    }
}

/// A folder with a database for each damage: of the first `byte_count_max` bytes of each file, its
/// end cut off before each, and each with a bit changed.
fn damaged(name: &str, endings: &[&str], byte_count_max: usize) -> (Dir, usize) {
    let (whole, dir) = (all(), Dir::new());
    let mut n = 0;
    for ending in endings {
        let sound = whole.read(&format!("{name}.{ending}"));
        for at in 0..sound.len().min(byte_count_max) {
            let mut changed = sound.clone();
            changed[at] ^= 1 << (at % 8);
            for bytes in [sound[..at].to_vec(), changed] {
                for other in endings {
                    let file = format!("{name}.{other}");
                    dir.file(&format!("{n}/{file}"), whole.read(&file));
                }
                dir.file(&format!("{n}/{name}.{ending}"), bytes);
                n += 1;
            }
        }
    }
    (dir, n)
}

/// Whichever byte changes, and wherever a file ends: the output consists of games.
#[test]
fn damaged_databases_are_read_by_verbs() {
    let copy_count = if pgn_testing::is_thorough() { 400 } else { 100 };
    for (name, endings) in [("opera", &DOS[..]), ("reti", &CHESSBASE_17)] {
        let (dir, n) = damaged(name, endings, copy_count);
        let ran = dir.run("convert . --to pgn", 2);
        let game_count = ran.stdout.matches("[Event ").count();
        assert!(game_count > n / 2 && game_count <= n, "{game_count} of {n}: {}", ran.stderr);
        let ran = dir.feed("convert - --to uci", ran.stdout, 0);
        assert_eq!(ran.stdout.lines().count(), game_count);
    }
}

/// The output for records and the reports of damage come in the order of the records, with any
/// number of threads.
#[test]
fn databases_are_read_alike_by_any_number_of_threads() {
    let dir = Dir::with("a.pgn", games(1500));
    dir.run("convert a.pgn -o a.si4", 0);
    let mut games = dir.read("a.sg4");
    for at in (0..games.len()).step_by(97) {
        games[at] ^= 1;
    }
    dir.file("a.sg4", games);
    let read = |threads: &str| {
        let ran = dir.pgn().args("cat a.si4 -j").arg(threads).output();
        (ran.status, ran.stdout, ran.stderr)
    };
    let one = read("1");
    assert_eq!(one.0, Some(2), "{}", one.2);
    for threads in ["2", "5"] {
        assert!(read(threads) == one, "-j {threads}");
    }
    let some =
        |threads: &str| dir.pgn().args("cat -q a.si4 --games 700,1400 -j").arg(threads).output();
    assert_eq!(some("1").stdout, some("3").stdout);
    // A search does not wait for games that are not asked for.
    dir.pgn().args("cat -q a.si4 --games 1 -j 3").output().stdout_has("[Event");
}

/// A hundred findings of a kind are reported one by one; the number of the others is reported by
/// kind, and a kind that comes late is not hidden by them.
#[test]
fn findings_of_a_kind_are_counted_when_there_are_many() {
    let dir = all();
    let mut records = dir.read("legal.cbh");
    records.resize(records.len() + 46 * 2400, 0);
    // After the last record's beginning the file ends.
    records.extend([1, 0xFF, 0xFF, 0xFF, 0xFF]);
    records.resize(records.len() + 41, 0);
    dir.file("legal.cbh", records);
    for threads in ["1", "3"] {
        let ran = dir.pgn().args("filter --count legal.cbh -j").arg(threads).status(2);
        let line_count = ran.stderr.matches("neither a game nor a text").count();
        assert_eq!(line_count, 101, "{}", ran.stderr);
        ran.stderr_has("pgn: legal.cbh: 2300 more: neither a game nor a text\n");
        ran.stderr_has("a reference to a place outside the file");
    }
}
