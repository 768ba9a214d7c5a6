//! What happens with an old output if an input could not be read.

use pgn_db::source::Compression;

use crate::scratch::{Dir, games, pack};

/// Command lines that read `good` and `cut` and write `out`; `-o` or the like is part of them.
const LINES: &[(&str, &str)] = &[
    ("fmt good.pgn cut.pgn.gz -o out.pgn", "out.pgn"),
    ("fmt good.pgn cut.pgn.gz -o out.pgn.gz", "out.pgn.gz"),
    ("fmt cut.pgn.gz good.pgn -o out.pgn -q -j 1", "out.pgn"),
    ("fmt good.pgn no.pgn -o out.pgn", "out.pgn"),
    ("fmt good.pgn not.pgn -o out.pgn", "out.pgn"),
    ("fmt not.pgn -o out.pgn", "out.pgn"),
    ("fmt -d good.pgn cut.pgn.gz -o out.diff", "out.diff"),
    ("convert good.pgn cut.pgn.gz -o out.jsonl", "out.jsonl"),
    ("convert good.pgn cut.pgn.gz -o out.csv", "out.csv"),
    ("convert good.pgn cut.pgn.gz --comments drop -o out.pgc", "out.pgc"),
    ("convert good.pgn cut.pgn.gz -o out.html", "out.html"),
    ("convert good.pgn cut.pgn.gz -o out.epd", "out.epd"),
    ("convert good.pgn cut.pgn.gz -o out.parquet", "out.parquet"),
    ("convert good.pgn cut.pgn.gz --table positions -o out.parquet", "out.parquet"),
    ("convert good.pgn cut.pgn.gz --to arrow -o out.arrow", "out.arrow"),
    ("convert cut.epd.gz --to pgn -o out.pgn", "out.pgn"),
    ("filter --where plycount>1 good.pgn cut.pgn.gz -o out.pgn", "out.pgn"),
    ("filter --where plycount>1 --list good.pgn cut.pgn.gz -o out.tsv", "out.tsv"),
    ("filter --where plycount>900 --count good.pgn cut.pgn.gz -o out.txt", "out.txt"),
    ("filter --where plycount>900 good.pgn cut.pgn.gz --rejects out.pgn", "out.pgn"),
    ("filter --sample 2 good.pgn cut.pgn.gz -o out.pgn", "out.pgn"),
    ("cat good.pgn cut.pgn.gz -o out.pgn", "out.pgn"),
    ("cat --games 1 --rejects out.pgn good.pgn cut.pgn.gz", "out.pgn"),
    ("sort good.pgn cut.pgn.gz -o out.pgn", "out.pgn"),
    ("stats good.pgn cut.pgn.gz -o out.txt", "out.txt"),
    ("stats --standings good.pgn cut.pgn.gz -o out.csv", "out.csv"),
    ("tree good.pgn cut.pgn.gz -o out.json", "out.json"),
    ("tree good.pgn cut.pgn.gz -o out.opg", "out.opg"),
    ("tree good.pgn cut.pgn.gz -o out.bin", "out.bin"),
    ("tag --set Site=X good.pgn cut.pgn.gz -o out.pgn", "out.pgn"),
    ("annotate --strip comments good.pgn cut.pgn.gz -o out.pgn", "out.pgn"),
    ("classify good.pgn cut.pgn.gz -o out.pgn", "out.pgn"),
    ("dedupe good.pgn cut.pgn.gz -o out.pgn", "out.pgn"),
    ("dedupe good.pgn cut.pgn.gz --rejects out.pgn", "out.pgn"),
    ("dedupe good.pgn cut.pgn.gz --report out.txt", "out.txt"),
    ("merge good.pgn cut.pgn.gz -o out.pgn", "out.pgn"),
    ("merge good.pgn cut.pgn.gz --report out.jsonl", "out.jsonl"),
    ("names report good.pgn cut.pgn.gz -o out.tsv", "out.tsv"),
    ("names apply --changes names.tsv good.pgn cut.pgn.gz -o out.pgn", "out.pgn"),
    ("check good.pgn cut.pgn.gz -o out.txt", "out.txt"),
    ("check --format sarif good.pgn cut.pgn.gz -o out.sarif", "out.sarif"),
    ("epd fmt cut.epd.gz -o out.epd", "out.epd"),
    ("epd backsolve cut.epd.gz -o out.epd", "out.epd"),
    ("import text good.pgn cut.pgn.gz -o out.pgn", "out.pgn"),
    ("import bgn good.bgn cut.bgn.gz -o out.pgn", "out.pgn"),
];

/// Those that this build can run.
fn lines() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    let needs_arrow = |line: &str| line.contains("parquet") || line.contains("arrow");
    LINES.iter().filter(move |(line, _)| cfg!(feature = "parquet") || !needs_arrow(line))
}

fn remove(dir: &Dir, name: &str) {
    std::fs::remove_file(dir.at(name)).unwrap();
}

fn folder() -> Dir {
    let dir = Dir::with("good.pgn", games(3));
    let cut = |text: &str| {
        let mut packed = pack(Compression::Gzip, text);
        packed.truncate(packed.len() / 2);
        packed
    };
    dir.file("cut.pgn.gz", cut(&games(300)));
    dir.file("cut.bgn.gz", cut(&"E4 E5\n".repeat(300)));
    let record = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"n\";\n";
    let records: String = (0..300).map(|n| record.replace('n', &n.to_string())).collect();
    dir.file("cut.epd.gz", cut(&records.replace("r0", "rn")));
    dir.file("not.pgn", [0_u8, 159, 146, 150, 7, 0, 1].repeat(99));
    dir.file("names.tsv", "player\tWhite\tWhite, W\n");
    dir.file("good.bgn", "E4 E5\n");
    dir
}

#[test]
fn an_incomplete_result_does_not_replace_an_old_file() {
    let dir = folder();
    for (line, out) in lines() {
        let partial = format!("{out}.partial");
        dir.file(out, "old");
        let ran = dir.run(line, 2);
        ran.stderr_has(format!("{out}: was not replaced"));
        ran.stderr_has("the incomplete result is in ");
        ran.stderr_has(&partial);
        assert_eq!(dir.read(out), b"old", "{line}");
        let new = dir.read(&partial);
        remove(&dir, &partial);
        dir.run(&format!("{line} --partial"), 2);
        assert!(!dir.path().join(&partial).exists(), "{line}");
        assert_eq!(dir.read(out).len(), new.len(), "{line}");
        remove(&dir, out);
        dir.run(line, 2).stderr_has(format!("{out}: is incomplete"));
        assert!(!dir.path().join(&partial).exists(), "{line}");
        assert_eq!(dir.read(out).len(), new.len(), "{line}");
        remove(&dir, out);
    }
}

#[test]
fn a_complete_result_replaces_an_old_file() {
    let dir = folder();
    for (line, out) in lines() {
        let line = line.replace(" cut.pgn.gz", "").replace(" not.pgn", "").replace(" no.pgn", "");
        if line.contains("cut.") || !line.contains("good") {
            continue;
        }
        dir.file(out, "old");
        let ran = dir.pgn().args(&line).output();
        assert!(!ran.stderr.contains("incomplete"), "{line}: {}", ran.stderr);
        assert_ne!(dir.read(out), b"old", "{line}");
        assert!(!dir.path().join(format!("{out}.partial")).exists(), "{line}");
        remove(&dir, out);
    }
}

#[test]
fn a_filter_without_a_match_writes_nothing() {
    let dir = folder();
    for (input, status) in [("good.pgn", 1), ("good.pgn cut.pgn.gz", 2)] {
        for more in ["", "--list", "--sample 3", "--mark x"] {
            let line = format!("filter --where plycount>900 {more} {input} -o out.pgn");
            dir.run(&line, status);
            assert!(!dir.path().join("out.pgn").exists(), "{line}");
            dir.file("out.pgn", "old");
            dir.run(&line, status);
            assert_eq!(dir.read("out.pgn"), b"old", "{line}");
            assert!(!dir.path().join("out.pgn.partial").exists(), "{line}");
            remove(&dir, "out.pgn");
        }
    }
}

#[test]
fn files_of_a_split_are_not_replaced_by_incomplete_ones() {
    let dir = folder();
    let line = "split --max-games 1000 good.pgn cut.pgn.gz -o d --overwrite";
    dir.run(line, 2).stderr_has("d: is incomplete");
    assert!(dir.path().join("d/games-001.pgn").exists());
    dir.file("d/games-001.pgn", "old");
    dir.run(line, 2).stderr_has("not replaced").stderr_has("NAME.partial");
    assert_eq!(dir.read("d/games-001.pgn"), b"old");
    assert!(dir.path().join("d/games-001.pgn.partial").exists());
    dir.run(&format!("{line} --partial"), 2).stderr_has("d: is incomplete");
    assert_ne!(dir.read("d/games-001.pgn"), b"old");
}

#[test]
fn an_old_index_and_a_new_base_are_not_half() {
    let dir = folder();
    dir.file("games.pgn.gz", pack(Compression::Gzip, games(300)));
    dir.run("index games.pgn.gz", 0);
    let old = dir.read("games.pgn.gz.pgnidx");
    dir.file("games.pgn.gz", dir.read("cut.pgn.gz"));
    dir.run("index games.pgn.gz", 2);
    assert_eq!(dir.read("games.pgn.gz.pgnidx"), old);
    dir.run("convert good.pgn cut.pgn.gz -o b.si4", 2).stderr_has("b.si4: is incomplete");
    for name in ["b.si4", "b.sn4", "b.sg4"] {
        assert!(dir.path().join(name).exists(), "{name}");
    }
}

#[test]
fn an_input_is_not_replaced_as_a_partial_result() {
    let dir = folder();
    dir.file("out.pgn.partial", dir.read("cut.pgn.gz"));
    dir.file("out.pgn", "old");
    dir.run("fmt good.pgn out.pgn.partial -o out.pgn", 2).stderr_has("out.pgn.partial: is also");
    assert_eq!(dir.read("out.pgn.partial"), dir.read("cut.pgn.gz"));
    assert_eq!(dir.read("out.pgn"), b"old");
}

/// Names of descriptors, and links to them: the existing file stays, and no file is renamed over
/// it.
#[cfg(target_os = "linux")]
#[test]
fn descriptors_are_written_and_not_replaced() {
    use std::fs;
    use std::os::unix::fs::MetadataExt;
    let dir = Dir::with("a.pgn", games(3));
    let expected = dir.run("fmt a.pgn", 0).stdout;
    std::os::unix::fs::symlink("/dev/stdout", dir.at("link")).unwrap();
    let id = fs::metadata(dir.file("log", "")).unwrap().ino();
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"] {
        dir.file("log", "begin\n");
        let log = fs::OpenOptions::new().append(true).open(dir.at("log")).unwrap();
        let ran = dir.pgn().args("fmt a.pgn -o").arg(name).stdout(log).run();
        ran.status(0);
        let text = String::from_utf8(dir.read("log")).unwrap();
        assert_eq!(text, format!("begin\n{expected}"), "{name}");
        assert_eq!(fs::metadata(dir.at("log")).unwrap().ino(), id, "{name}");
    }
    let script = "exec 3>log; echo begin >&3; \"$PGN\" fmt a.pgn -o /dev/fd/3; echo end >&3; \
                  \"$PGN\" fmt a.pgn -o /dev/stderr 2>>log";
    let ran = std::process::Command::new("sh")
        .args(["-c", script])
        .env("PGN", env!("CARGO_BIN_EXE_pgn"))
        .current_dir(dir.at("."))
        .status();
    assert!(ran.unwrap().success());
    let text = String::from_utf8(dir.read("log")).unwrap();
    assert_eq!(text, format!("begin\n{expected}end\n{expected}"));
    assert_eq!(fs::metadata(dir.at("log")).unwrap().ino(), id);
}
