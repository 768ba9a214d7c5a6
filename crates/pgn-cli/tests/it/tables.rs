//! `pgn convert` to tables, as a person and a script meet it.

use serde_json::{Value, json};

use crate::scratch::Dir;

const GAMES: &str = "[White \"=Tal, M\"]\n[Black \"\"]\n[Date \"1960.05.??\"]\n[WhiteElo \"2600\"]\n\n\
                     1. e4 {[%clk 0:00:59]} e5 2. Ke3 *\n\n[White \"Nobody\"]\n\n1. d4 {[%eval -0.2]} 1-0\n";

#[test]
fn text_tables_have_the_columns_that_are_named() {
    let dir = Dir::with("a.pgn", GAMES);
    let columns = "white,black,year,day,whiteelo,result,moves,clocks,evals";
    let run = |options: &str| {
        let line = format!("convert -q a.pgn {options} --columns {columns}");
        dir.run(&line, 0).stdout.clone()
    };
    let head = format!("{columns}\n");
    let first =
        "'=Tal, M,\"\",1960,,2600,*,e4 e5,59000 -,\n".replacen("'=Tal, M", "\"'=Tal, M\"", 1);
    assert_eq!(run("--to csv"), format!("{head}{first}Nobody,,,,,1-0,d4,,-20\n"));
    assert!(run("--to csv --raw-cells").contains("\n\"=Tal, M\","));
    assert!(run("--to tsv").starts_with("white\tblack\t"));
    let rows: Vec<Value> =
        run("--to jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let expected = json!({"white": "Nobody", "result": "1-0", "moves": ["d4"], "evals": [-20]});
    assert_eq!(rows[1], expected);
    assert_eq!(rows[0]["clocks"], json!([59_000, null]));
}

#[test]
fn a_query_chooses_the_games_and_a_table_the_rows() {
    let dir = Dir::with("a.pgn", GAMES);
    dir.run("convert -q a.pgn --to csv --columns game --where whiteelo>2500", 0)
        .stdout_is("game\n1\n");
    dir.run("convert -q a.pgn --to csv --table positions --columns game,ply,san", 0)
        .stdout_is("game,ply,san\n1,0,\n1,1,e4\n1,2,e5\n2,0,\n2,1,d4\n");
    let findings = dir.run("convert -q a.pgn --to csv --table findings --columns code", 0);
    assert!(findings.stdout.contains("\nC001\n"), "{}", findings.stdout);
}

#[test]
fn records_of_epd_are_a_table() {
    let dir = Dir::with("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; id \"kp\";\n");
    dir.run("convert -q a.epd --to csv --table records --columns id,bm", 0)
        .stdout_is("id,bm\nkp,Kf2\n");
}

/// Errors of a text or a file are reported, and every row that can be read is there.
#[test]
fn bad_input_keeps_its_promises() {
    let dir = Dir::with("long.pgn", format!("[White \"{}\"]\n\n1. e4 *\n", "x".repeat(10 << 20)));
    let long = dir.run("convert -q long.pgn --to csv --columns white,moves", 0).stdout.clone();
    assert!(long.len() > 10 << 20 && long.ends_with(",e4\n"), "{}", long.len());
    // A tag that is neither UTF-8 nor, as it has C1 controls, one of Latin-1.
    dir.file("bytes.pgn", b"[White \"M\xFCller\"]\n[Black \"\x81\xFE\xFF\"]\n\n1. e4 {\xC3} *\n");
    let bytes = dir.run("convert -q bytes.pgn --to csv --columns white,moves", 0);
    assert_eq!(bytes.stdout, "white,moves\nM\u{fc}ller,e4\n");
    dir.file("illegal.pgn", "1. e4 e5 2. Ke3 Nc6 *\n");
    let row = dir.run("convert -q illegal.pgn --to csv --columns moves,errors", 0).stdout.clone();
    assert!(row.starts_with("moves,errors\ne4 e5,C001 illegal-move: "), "{row}");
    let findings = "convert -q illegal.pgn --to csv --table findings --columns code,severity";
    assert!(dir.run(findings, 0).stdout.contains("C001,error\n"));
    dir.file("picture.pgn", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    let ran = dir.run("convert picture.pgn --to csv --columns white", 2);
    assert!(ran.stderr.contains("picture.pgn"), "{}", ran.stderr);
}

#[test]
fn columns_can_be_left_out() {
    let dir = Dir::with("a.pgn", GAMES);
    let all = dir.run("convert -q a.pgn --to csv", 0).stdout.clone();
    let some = dir.run("convert -q a.pgn --to csv --columns=-rest,-file", 0).stdout.clone();
    let head = |text: &str| text.lines().next().unwrap().to_owned();
    assert!(head(&all).contains(",rest,") && head(&all).starts_with("file,"));
    assert!(!head(&some).contains("rest") && head(&some).starts_with("game,"));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let dir = Dir::with("a.pgn", GAMES);
    for (options, message) in [
        ("--to csv --columns whitelo", "no column `whitelo` (did you mean `whiteelo`?)"),
        ("--to csv --columns white,white", "`white` is named twice"),
        ("--to csv --columns=-white,black", "either all names begin with a minus, or none"),
        ("--to csv --table findings --columns white", "`findings` has no column `white`"),
        ("--to san --columns white", "--columns: makes sense only with tables"),
        ("--to csv --plies 1..2", "parts of games are written as games, not as tables"),
        ("--to csv --profile archival", "--profile: makes sense only with"),
        ("--to csv --partition-by year", "--partition-by: makes sense only with"),
        ("--to jsonl --columns white --raw-cells", "--raw-cells: makes sense only with"),
        ("--to csv --where whitelo>2500", "  whitelo>2500\n  ^^^^^^^\n"),
        ("--to csv --table records --where year=1992", "--where: makes sense only for games"),
    ] {
        let ran = dir.run(&format!("convert a.pgn {options}"), 2);
        assert!(ran.stderr.contains(message), "{options}: {}", ran.stderr);
    }
}

#[cfg(not(feature = "parquet"))]
#[test]
fn without_parquet_the_program_says_how_to_get_it() {
    let dir = Dir::with("a.pgn", GAMES);
    dir.file("b.parquet", "PAR1");
    for line in
        ["convert a.pgn -o a.parquet", "convert a.pgn --to arrow", "convert b.parquet --to pgn"]
    {
        let ran = dir.run(line, 2);
        assert!(ran.stderr.contains("built without Parquet"), "{line}: {}", ran.stderr);
        assert!(ran.stderr.contains("--features parquet"), "{line}: {}", ran.stderr);
    }
    assert!(!dir.at("a.parquet").exists());
}

#[cfg(feature = "parquet")]
mod parquet {
    use super::*;
    use crate::scratch::pack;
    use pgn_db::source::Compression;
    use std::fs;
    use std::io::Write as _;

    /// Property: there and back loses nothing, and any format can be written of a table.
    #[test]
    fn a_table_becomes_the_same_games() {
        let dir = Dir::with("a.pgn", GAMES);
        dir.run("convert -q a.pgn -o a.parquet", 0);
        let of = |name: &str| dir.run(&format!("convert -q {name} --to san"), 0).stdout.clone();
        assert_eq!(of("a.pgn"), of("a.parquet"));
        let back = dir.run("convert -q a.parquet --to pgn --profile archival", 0);
        let before = dir.run("convert -q a.pgn --to pgn --profile archival", 0);
        assert!(before.stdout.contains("[%clk 0:00:59]"));
        assert_eq!(back.stdout, before.stdout);
    }

    #[test]
    fn a_file_is_whole_or_not_there() {
        let dir = Dir::with("a.pgn", GAMES);
        dir.run("convert -q a.pgn -o a.parquet", 0);
        let old = fs::read(dir.at("a.parquet")).unwrap();
        assert!(old.starts_with(b"PAR1") && old.ends_with(b"PAR1"));
        dir.run("convert -q a.pgn -o a.parquet --columns nonsense", 2);
        assert_eq!(fs::read(dir.at("a.parquet")).unwrap(), old);
        dir.file("torn.parquet", &old[..old.len() / 2]);
        let ran = dir.run("convert torn.parquet --to pgn", 2);
        assert!(ran.stderr.contains("torn.parquet"), "{}", ran.stderr);
        dir.run("convert -q a.pgn -o b.parquet --columns white", 0);
        let ran = dir.run("convert b.parquet --to pgn", 2);
        assert!(ran.stderr.contains("no column `rest` or `movetext`"), "{}", ran.stderr);
        let ran = dir.run("convert a.pgn a.parquet --to pgn", 2);
        assert!(ran.stderr.contains("a.pgn: is not Parquet"), "{}", ran.stderr);
    }

    /// Games enough that a writer is at work for some time.
    fn many(game_count: usize) -> String {
        (0..game_count)
            .map(|n| {
                format!("[White \"{n}\"]\n[Black \"{}\"]\n\n1. e4 {{{}}} *\n\n", n * 7, n * 31)
            })
            .collect()
    }

    #[cfg(unix)]
    #[test]
    fn a_writer_that_is_killed_leaves_no_file_of_that_name() {
        let dir = Dir::new();
        for options in ["-o a.parquet", "-o years --partition-by black --columns white,movetext"] {
            let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_pgn"))
                .args("convert -q --to parquet".split(' ').chain(options.split(' ')))
                .current_dir(dir.path())
                .stdin(std::process::Stdio::piped())
                .spawn()
                .unwrap();
            // It waits for the end of its input, which does not come.
            let mut stdin = child.stdin.take().unwrap();
            stdin.write_all(many(60_000).as_bytes()).unwrap();
            child.kill().unwrap();
            child.wait().unwrap();
            assert!(!dir.at("a.parquet").exists(), "{options}");
            let years = fs::read_dir(dir.at("years")).into_iter().flatten().flatten();
            let names: Vec<_> = years.map(|entry| entry.file_name()).collect();
            assert!(!names.iter().any(|name| name.to_string_lossy().contains('=')), "{names:?}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_disk_that_is_full_leaves_what_was_there() {
        let dir = Dir::with("a.pgn", many(20_000));
        let ran = dir.run("convert -q a.pgn --to parquet -o /dev/full", 2);
        assert!(ran.stderr.contains("/dev/full"), "{}", ran.stderr);
        dir.file("a.parquet", "old");
        let pgn = env!("CARGO_BIN_EXE_pgn");
        // No file may have more than 64 blocks of 1024 bytes; the signal for that is ignored.
        for options in ["-o a.parquet", "--partition-by result -o years"] {
            let line = format!("trap '' XFSZ; ulimit -f 64; {pgn} convert -q a.pgn {options}");
            let ran = std::process::Command::new("bash")
                .args(["-c", &line])
                .current_dir(dir.path())
                .output()
                .unwrap();
            let stderr = String::from_utf8_lossy(&ran.stderr);
            assert_eq!(ran.status.code(), Some(2), "{options}: {stderr}");
            assert!(stderr.contains("larger than is allowed"), "{stderr}");
        }
        assert_eq!(fs::read_to_string(dir.at("a.parquet")).unwrap(), "old");
        assert_eq!(dir.names(), ["a.parquet", "a.pgn"], "nothing else is left");
    }

    /// Property: a run that was stopped and then done again leaves the files of one that was not.
    #[test]
    fn a_folder_goes_on_where_a_run_was_stopped() {
        let dir = Dir::with("a.pgn", GAMES);
        dir.file("b.pgn", GAMES.replace("1960", "1961"));
        let line = |files: &str, folder: &str| {
            format!("convert {files} -o {folder} --partition-by year --columns white,movetext")
        };
        let all = |folder: &str| {
            let mut files: Vec<(String, Vec<u8>)> = Vec::new();
            for year in fs::read_dir(dir.at(folder)).unwrap().flatten() {
                for part in fs::read_dir(year.path()).into_iter().flatten().flatten() {
                    let name = part.path().strip_prefix(dir.at(folder)).unwrap().to_owned();
                    files.push((name.display().to_string(), fs::read(part.path()).unwrap()));
                }
            }
            files.sort();
            files
        };
        dir.run(&line("a.pgn b.pgn", "at-once"), 0);
        dir.run(&line("a.pgn", "twice"), 0);
        // Parts that were named before the journal was.
        fs::copy(
            dir.at("twice/year=1960/part-0.parquet"),
            dir.at("twice/year=1960/part-1.parquet"),
        )
        .unwrap();
        let ran = dir.run(&line("a.pgn b.pgn", "twice"), 0);
        assert!(ran.stderr.contains("twice: has 1 file already"), "{}", ran.stderr);
        assert_eq!(all("twice"), all("at-once"));
        assert_eq!(all("twice").len(), 4);
        // A file that has changed is read again in place of what there was of it.
        dir.file("a.pgn", GAMES.replace("1960", "1999"));
        dir.run(&line("a.pgn b.pgn", "twice"), 0);
        assert!(all("twice").iter().any(|(name, _)| name == "year=1999/part-0.parquet"));
        assert!(!all("twice").iter().any(|(name, _)| name == "year=1960/part-0.parquet"));
    }

    #[test]
    fn damaged_archives_give_the_rows_before_the_damage() {
        let dir = Dir::with("a.pgn", many(20_000));
        dir.run("fmt -q a.pgn -o b.pgn.zst", 0);
        let packed = fs::read(dir.at("b.pgn.zst")).unwrap();
        dir.file("b.pgn.zst", &packed[..packed.len() / 2]);
        let ran = dir.run("convert -q b.pgn.zst -o b.parquet --columns white", 2);
        assert!(ran.stderr.contains("b.pgn.zst"), "{}", ran.stderr);
        let rows = dir.run("convert -q b.pgn.zst --to csv --columns white", 2).stdout.clone();
        assert!(rows.lines().count() > 1_000, "{}", rows.lines().count());
    }

    #[test]
    fn a_folder_has_a_file_for_each_year() {
        let dir = Dir::with("a.pgn", GAMES);
        dir.run("convert -q a.pgn -o years --partition-by year", 0);
        for year in ["1960", "__HIVE_DEFAULT_PARTITION__"] {
            let path = format!("years/year={year}/part-0.parquet");
            let text = dir.run(&format!("convert -q {path} --to san"), 0);
            assert_eq!(text.stdout.lines().count(), 1, "{year}");
        }
        let ran = dir.run("convert a.pgn -o years --partition-by year,month", 2);
        assert!(ran.stderr.contains("years: contains tables with other keys"), "{}", ran.stderr);
        let ran = dir.run("convert a.pgn -o years --partition-by year --columns white", 2);
        assert!(ran.stderr.contains("years: contains tables with other columns"), "{}", ran.stderr);
        dir.file("things/x", "");
        let ran = dir.run("convert a.pgn -o things --partition-by year", 2);
        assert!(ran.stderr.contains("things: is a folder with other contents"));
        let ran = dir.run("convert a.pgn -o other --partition-by moves", 2);
        assert!(
            ran.stderr.contains("`moves` is not a column with a single value"),
            "{}",
            ran.stderr
        );
        assert!(!dir.at("other").exists());
    }

    /// The values in the names of folders are not lost.
    #[test]
    fn the_columns_of_a_partition_come_back() {
        let text = "[Event \"a/b = 50%\"]\n[White \"A\"]\n[Result \"1-0\"]\n[WhiteElo \"2000\"]\n\n\
                    1. e4 1-0\n\n";
        let empty = text.replace("[White \"A\"]", "[White \"\"]");
        let without = text.replace("[White \"A\"]\n", "");
        for key in ["event", "white", "result", "whiteelo", "year", "white,result,event"] {
            for text in [text, &empty, &without] {
                let dir = Dir::with("a.pgn", text);
                dir.run(&format!("convert -q a.pgn -o all --partition-by {key}"), 0);
                let mut path = dir.at("all");
                while path.is_dir() {
                    let mut entries = fs::read_dir(&path).unwrap().flatten();
                    let wanted = |entry: &fs::DirEntry| {
                        !entry.file_name().to_string_lossy().starts_with('_')
                    };
                    path = entries.find(wanted).unwrap().path();
                }
                let path = path.to_str().unwrap();
                let back = dir
                    .pgn()
                    .list(&["convert", "-q", "--to", "pgn", path])
                    .args("--profile lossless");
                let before = dir.run("convert -q a.pgn --to pgn --profile lossless", 0);
                assert_eq!(back.status(0).stdout, before.stdout, "{key}");
            }
        }
    }

    /// Property: whatever the keys, a folder has the same games as its sources, and its parts are
    /// read in the order of the numbers in their names.
    #[test]
    fn a_folder_becomes_the_same_games() {
        let game = |n: usize| {
            format!(
                "[Event \"E {n}\"]\n[Date \"19{:02}.{:02}.??\"]\n[White \"W{}\"]\n[Result \"*\"]\n\n\
                 1. e4 $1 {{[%clk 0:0{}:00] text}} (1. d4) e5 *\n\n",
                n % 7,
                n % 12 + 1,
                n % 3,
                n % 5
            )
        };
        let dir = Dir::with("a.pgn", (0..100).map(game).collect::<String>());
        dir.file("b.pgn", (100..120).map(game).collect::<String>());
        let texts = |line: &str| {
            let text = dir.run(line, 0).stdout.clone();
            text.split("[Event ").skip(1).map(str::to_owned).collect::<Vec<_>>()
        };
        let sorted = |line: &str| {
            let mut games = texts(line);
            games.sort();
            games
        };
        let expected = sorted("convert -q a.pgn b.pgn --to pgn");
        assert_eq!(expected.len(), 120);
        for (n, keys) in ["month", "year,month", "white,year", "result"].iter().enumerate() {
            dir.run(&format!("convert -q a.pgn b.pgn -o t{n} --partition-by {keys}"), 0);
            assert_eq!(sorted(&format!("convert -q t{n} --to pgn")), expected, "{keys}");
        }
        let months = dir.run("convert -q t0 --to csv --columns month", 0).stdout.clone();
        let mut months: Vec<u8> = months.lines().skip(1).map(|it| it.parse().unwrap()).collect();
        months.dedup();
        assert_eq!(months, (1..=12).collect::<Vec<_>>());
        // The folders of other programs, with files that are not tables.
        dir.file("t1/_SUCCESS", "");
        dir.file("t1/_metadata/x.parquet", "hidden");
        dir.file("t1/readme.txt", "text");
        assert_eq!(sorted("convert -q t1 --to pgn").len(), 120);
        assert_eq!(sorted("convert -q t1 t3/result=%2A/part-0.parquet --to pgn").len(), 220);
        dir.run("convert -q t1 a.pgn --to pgn", 2).stderr_has("a.pgn: is not Parquet");
        dir.file("t1/year=1900/torn.parquet", "PAR1 torn");
        dir.run("convert -q t1 -o out.pgn", 2).stderr_has("torn.parquet");
        assert!(!dir.at("out.pgn").exists());
        // Games are read as in every verb.
        dir.file("t2/a.pgn", GAMES);
        assert_eq!(dir.run("convert -q t2 --to san", 0).stdout.lines().count(), 2);
        dir.file("nothing/x", "");
        dir.run("convert -q nothing --to san", 2).stderr_has("no game files in this folder");
    }

    /// Polars reads every file in a folder that is not empty.
    #[test]
    fn a_folder_has_parquet_and_nothing_else() {
        let dir = Dir::with("a.pgn", GAMES);
        dir.run("convert -q a.pgn -o years --partition-by year", 0);
        let mut folders = vec![dir.at("years")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap().flatten() {
                let (path, metadata) = (entry.path(), entry.metadata().unwrap());
                let is_table = path.extension().is_some_and(|it| it == "parquet");
                assert!(metadata.is_dir() || is_table || metadata.len() == 0, "{path:?}");
                if metadata.is_dir() {
                    folders.push(path);
                }
            }
        }
    }

    #[test]
    fn a_journal_speaks_for_its_own_folder() {
        let dir = Dir::with("a.pgn", GAMES);
        let line = |folder: &str| format!("convert a.pgn -o {folder} --partition-by year");
        for folder in ["x", "y"] {
            dir.run(&line(folder), 0);
        }
        let journal = |folder: &str| dir.at(&format!("{folder}.pgnkit.jsonl"));
        let text = |folder: &str| fs::read_to_string(journal(folder)).unwrap();
        assert!(text("x").lines().nth(1).unwrap().contains("a.pgn"));
        // A folder that was moved, with its journal and without.
        fs::rename(dir.at("x"), dir.at("moved")).unwrap();
        dir.run(&line("moved"), 2).stderr_has("moved.pgnkit.jsonl, is missing");
        fs::rename(journal("x"), journal("moved")).unwrap();
        dir.run(&line("moved"), 0).stderr_has("has 1 file already");
        // One that got the name of another.
        fs::remove_dir_all(dir.at("y")).unwrap();
        fs::rename(dir.at("moved"), dir.at("y")).unwrap();
        dir.run(&line("y"), 2).stderr_has("is that of another folder");
        // One that was deleted and is written again.
        fs::remove_dir_all(dir.at("y")).unwrap();
        let ran = dir.run(&line("y"), 0);
        assert!(!ran.stderr.contains("already"), "{}", ran.stderr);
        dir.run(&line("y"), 0).stderr_has("has 1 file already");
        // A folder of another program beside an old journal.
        fs::remove_dir_all(dir.at("y")).unwrap();
        dir.file("y/year=1960/part-0.parquet", "another's");
        dir.run(&line("y"), 2).stderr_has("y: is a folder with other contents");
        assert_eq!(dir.read("y/year=1960/part-0.parquet"), b"another's");
    }

    /// The White players of all parts of a folder, sorted.
    fn players(dir: &Dir, folder: &str) -> Vec<String> {
        let mut players = Vec::new();
        let mut folders = vec![dir.at(folder)];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|it| it == "parquet") {
                    let path = path.to_str().unwrap();
                    let text = dir.pgn().list(&["convert", "-q", "--to", "pgn", path]).status(0);
                    let lines = text.stdout.lines().filter(|line| line.starts_with("[White "));
                    players.extend(lines.map(str::to_owned));
                }
            }
        }
        players.sort();
        players
    }

    const TO_FOLDER: &str = "-o all --partition-by result --columns white,movetext";

    /// Whichever comes first: no game is lost, and a run that writes nothing fails.
    #[test]
    fn two_runs_into_one_folder_lose_nothing() {
        for round in 0..10 {
            let dir = Dir::new();
            for name in ["a", "b"] {
                dir.file(&format!("{name}.pgn"), format!("[White \"{name}\"]\n\n1. e4 *\n"));
            }
            let run = |name: &str| dir.pgn().args("convert").arg(name).args(TO_FOLDER).output();
            let statuses = std::thread::scope(|scope| {
                ["a.pgn", "b.pgn"]
                    .map(|name| scope.spawn(move || run(name)))
                    .map(|run| run.join().unwrap())
            });
            let mut expected = Vec::new();
            for (name, ran) in ["a", "b"].iter().zip(&statuses) {
                match ran.status {
                    Some(0) => expected.push(format!("[White \"{name}\"]")),
                    _ => drop(ran.stderr_has("another run writes to this folder")),
                }
            }
            assert!(!expected.is_empty(), "round {round}: {statuses:?}");
            assert_eq!(players(&dir, "all"), expected, "round {round}");
            for name in ["a.pgn", "b.pgn"] {
                run(name).status(0);
            }
            assert_eq!(players(&dir, "all").len(), 2, "round {round}");
        }
    }

    /// The files that remain of runs that are killed at any time.
    #[test]
    fn what_killed_runs_leave_does_not_count() {
        let dir = Dir::with("a.pgn", "[White \"old\"]\n\n1. e4 *\n");
        let line = format!("convert a.pgn {TO_FOLDER}");
        dir.run(&line, 0);
        let part = dir.read("all/result=%2A/part-0.parquet");
        // Of a file that the journal does not have, and one without a name of its own.
        dir.file("all/result=%2A/part-7.parquet", &part);
        dir.file("all/.pgn-x1Y2z3.tmp", "half");
        dir.run(&line, 0).stderr_has("has 1 file already");
        assert_eq!(players(&dir, "all"), ["[White \"old\"]"]);
        assert!(!dir.at("all/.pgn-x1Y2z3.tmp").exists());
        // A file that can be read only in part does not take the place of a whole one.
        let whole = pack(Compression::Gzip, many(2000));
        dir.file("a.pgn", &whole);
        dir.run(&line, 0);
        let game_count = players(&dir, "all").len();
        dir.file("a.pgn", &whole[..whole.len() / 2]);
        dir.run(&line, 2);
        assert_eq!((game_count, players(&dir, "all").len()), (2000, 2000));
        dir.run(&line, 2);
    }

    /// A redo that is killed between the loss of the old rows and the names of the new ones.
    #[cfg(unix)]
    #[test]
    fn a_redo_that_fails_does_not_count_as_done() {
        let dir = Dir::with("a.pgn", "[White \"old\"]\n\n1. e4 *\n");
        let line = format!("convert a.pgn {TO_FOLDER}");
        dir.run(&line, 0);
        let (old, modified) = (dir.read("a.pgn"), fs::metadata(dir.at("a.pgn")).unwrap());
        dir.file("a.pgn", "[White \"new\"]\n\n1. e4 1-0\n");
        // The new part has no folder to go to.
        dir.file("all/result=1-0", "in the way");
        dir.run(&line, 2);
        fs::remove_file(dir.at("all/result=1-0")).unwrap();
        dir.file("a.pgn", &old);
        let file = fs::File::options().write(true).open(dir.at("a.pgn")).unwrap();
        file.set_modified(modified.modified().unwrap()).unwrap();
        let ran = dir.run(&line, 0);
        assert!(!ran.stderr.contains("already"), "{}", ran.stderr);
        assert_eq!(players(&dir, "all"), ["[White \"old\"]"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_counts_once_under_all_its_names() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        use std::os::unix::fs::symlink;
        let dir = Dir::new();
        for byte in [0xFF, 0xFE, 0xFD] {
            let path = dir.path().join(OsStr::from_bytes(&[b'x', byte, b'.', b'p', b'g', b'n']));
            fs::write(path, format!("[White \"{byte}\"]\n\n1. e4 *\n")).unwrap();
        }
        dir.run(&format!("convert . {TO_FOLDER}"), 0);
        assert_eq!(players(&dir, "all").len(), 3);
        dir.run(&format!("convert . {TO_FOLDER}"), 0).stderr_has("has 3 files already");

        let dir = Dir::with("d/a.pgn", "[White \"a\"]\n\n1. e4 *\n");
        fs::create_dir(dir.at("e")).unwrap();
        symlink("d/a.pgn", dir.at("link.pgn")).unwrap();
        symlink("d", dir.at("f")).unwrap();
        fs::hard_link(dir.at("d/a.pgn"), dir.at("hard.pgn")).unwrap();
        for name in ["d/a.pgn", "e/../d/a.pgn", "link.pgn", "f/a.pgn", "hard.pgn"] {
            dir.run(&format!("convert {name} {TO_FOLDER}"), 0);
            assert_eq!(players(&dir, "all").len(), 1, "{name}");
        }
        dir.file("d/a.pgn", "[White \"b\"]\n\n1. d4 1-0\n");
        dir.run(&format!("convert d/a.pgn link.pgn e/../d/a.pgn {TO_FOLDER}"), 0);
        assert_eq!(players(&dir, "all"), ["[White \"b\"]"]);
    }

    #[cfg(unix)]
    #[test]
    fn nothing_outside_a_folder_is_written_or_deleted() {
        use std::os::unix::fs::symlink;
        let dir = Dir::with("a.pgn", "[White \"a\"]\n\n1. e4 *\n");
        let line = format!("convert a.pgn {TO_FOLDER}");
        dir.run(&line, 0);
        for name in ["part-0.parquet", "part-9.parquet"] {
            dir.file(&format!("outside/{name}"), "another's");
        }
        fs::remove_dir_all(dir.at("all/result=%2A")).unwrap();
        symlink("../outside", dir.at("all/result=%2A")).unwrap();
        dir.file("a.pgn", "[White \"b\"]\n\n1. e4 *\n[White \"c\"]\n\n*\n");
        dir.run(&line, 2).stderr_has("its folder is a link");
        for name in ["part-0.parquet", "part-9.parquet"] {
            assert_eq!(dir.read(&format!("outside/{name}")), b"another's");
        }
        assert_eq!(fs::read_dir(dir.at("outside")).unwrap().count(), 2);
        fs::remove_file(dir.at("all.pgnkit.jsonl")).unwrap();
        let made = std::process::Command::new("mkfifo").arg(dir.at("all.pgnkit.jsonl")).status();
        assert!(made.unwrap().success());
        dir.run(&line, 2).stderr_has("is not a regular file");
    }

    #[test]
    fn a_folder_takes_rows_of_one_kind() {
        let dir = Dir::with("a.pgn", GAMES);
        let line = "convert a.pgn -o all --partition-by result --columns result,white,eco";
        dir.run(line, 0);
        for (options, name) in [
            ("--openings moves", "openings"),
            ("--encoding latin1", "encoding"),
            ("--moves-language de", "letters"),
            ("--include texts", "records"),
            ("--where plycount>1", "where"),
        ] {
            dir.run(&format!("{line} {options}"), 2)
                .stderr_has(format!("all: contains tables with other {name}"));
        }
        dir.run("convert a.pgn -o rows --partition-by game --columns game,file", 0);
        dir.run(
            "convert a.pgn -o rows --partition-by game --columns game,file --table findings",
            2,
        )
        .stderr_has("rows: contains tables with other ");
    }
}
