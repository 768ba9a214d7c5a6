//! The printers, to the letter.

use crate::source::lint;
use pgn_lint::render::{Color, Format, Printer, Summary, statistics};
use pgn_lint::{Config, Profile};

const TEXT: &str = "[White \"Tal, Mikhail\"]\n[Black \"Petrosian, T.\"]\n[Result \"*\"]\n\n\
                    1. e4 e5 2. Ng1f3 Nf6 3. Bb6 *\n";

fn report(format: Format, color: Color) -> (String, Summary) {
    let mut text = Vec::new();
    let mut printer = Printer::new(format, color, &mut text);
    for finding in lint(TEXT.as_bytes(), &Config::new(Profile::Lax)) {
        printer.finding("a b.pgn", &finding).unwrap();
    }
    printer.end_file("a b.pgn", 1).unwrap();
    let summary = printer.finish().unwrap();
    (String::from_utf8(text).unwrap(), summary)
}

fn check(format: Format, expected: &str) {
    assert_eq!(report(format, Color::Never).0, expected);
}

#[test]
fn full() {
    check(
        Format::Full,
        "\
info[C004 nonstandard-move]: expected `Nf3`, found `Ng1f3`: the origin is not the shortest one
 --> a b.pgn:5:13 (game 1, Tal – Petrosian)
  |
5 | 1. e4 e5 2. Ng1f3 Nf6 3. Bb6 *
  |             ^^^^^
  = help: write `Nf3`
  = fix (safe): write Nf3

error[C001 illegal-move]: 3. Bb6: no bishop can reach b6
 --> a b.pgn:5:26 (game 1, Tal – Petrosian)
  |
5 | 1. e4 e5 2. Ng1f3 Nf6 3. Bb6 *
  |                          ^^^
  |
  |     8 r n b q k b . r
  |     7 p p p p . p p p
  |     6 . . . . . n . .
  |     5 . . . . p . . .
  |     4 . . . . P . . .
  |     3 . . . . . N . .
  |     2 P P P P . P P P
  |     1 R N B Q K B . R
  |       a b c d e f g h
  |     White to move
  |
  = help: did you mean Ba6 or Bb5?

1 game in 1 file: 1 error, 0 warnings, 1 info
",
    );
}

#[test]
fn concise() {
    check(
        Format::Concise,
        "a b.pgn:5:13: C004 nonstandard-move expected `Nf3`, found `Ng1f3`: the origin is not the \
         shortest one\na b.pgn:5:26: C001 illegal-move 3. Bb6: no bishop can reach b6\n",
    );
}

#[test]
fn github() {
    check(
        Format::Github,
        "::notice file=a b.pgn,line=5,col=13,endLine=5,endColumn=18,title=C004 nonstandard-move\
         ::expected `Nf3`, found `Ng1f3`: the origin is not the shortest one%0Ahelp: write `Nf3`\n\
         ::error file=a b.pgn,line=5,col=26,endLine=5,endColumn=29,title=C001 illegal-move\
         ::3. Bb6: no bishop can reach b6%0Ahelp: did you mean Ba6 or Bb5?\n",
    );
}

#[test]
fn jsonl() {
    check(
        Format::Jsonl,
        "{\"file\":\"a b.pgn\",\"game\":1,\"line\":5,\"column\":13,\"end_line\":5,\
         \"end_column\":18,\
         \"column_utf16\":13,\"end_column_utf16\":18,\"byte_start\":73,\"byte_end\":78,\
         \"code\":\"C004\",\"name\":\"nonstandard-move\",\"severity\":\"info\",\
         \"message\":\"expected `Nf3`, found `Ng1f3`: the origin is not the shortest one\",\
         \"help\":\"write `Nf3`\",\"fix\":{\"applicability\":\"safe\",\"title\":\"write Nf3\",\
         \"edits\":[{\"byte_start\":73,\"byte_end\":78,\"text\":\"Nf3\"}]}}\n\
         {\"file\":\"a b.pgn\",\"game\":1,\"line\":5,\"column\":26,\"end_line\":5,\
         \"end_column\":29,\
         \"column_utf16\":26,\"end_column_utf16\":29,\"byte_start\":86,\"byte_end\":89,\
         \"code\":\"C001\",\"name\":\"illegal-move\",\"severity\":\"error\",\
         \"message\":\"3. Bb6: no bishop can reach b6\",\
         \"help\":\"did you mean Ba6 or Bb5?\",\"fix\":null}\n",
    );
}

#[test]
fn sarif() {
    let (text, _) = report(Format::Sarif, Color::Never);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["version"], "2.1.0");
    let run = &value["runs"][0];
    let result = &run["results"][1];
    assert_eq!((&result["ruleId"], &result["level"]), (&"C001".into(), &"error".into()));
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20b.pgn");
    assert_eq!(
        (&place["region"]["startLine"], &place["region"]["endColumn"]),
        (&5.into(), &29.into())
    );
    let edit = &run["results"][0]["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(edit["deletedRegion"]["byteOffset"], 73);
    assert_eq!(edit["insertedContent"]["text"], "Nf3");
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.iter().map(|rule| &rule["id"]).collect::<Vec<_>>(), ["C001", "C004"]);
}

#[test]
fn empty_reports_are_whole() {
    for format in Format::ALL {
        let mut text = Vec::new();
        Printer::new(format, Color::Never, &mut text).finish().unwrap();
        let text = String::from_utf8(text).unwrap();
        match format {
            Format::Full => assert_eq!(text, "0 games in 0 files: no findings\n"),
            Format::Json | Format::Sarif => {
                serde_json::from_str::<serde_json::Value>(&text).unwrap();
            }
            Format::Concise | Format::Jsonl | Format::Github => assert_eq!(text, ""),
        }
    }
}

#[test]
fn colors_are_added_and_change_no_letter() {
    for format in [Format::Full, Format::Concise] {
        let (mut colored, _) = report(format, Color::Always);
        assert!(colored.contains("\u{1b}[1;31m"));
        while let Some(start) = colored.find("\u{1b}[") {
            let end = start + colored[start..].find('m').unwrap();
            colored.replace_range(start..=end, "");
        }
        assert_eq!(colored, report(format, Color::Never).0);
    }
}

#[test]
fn statistics_count_each_rule() {
    let (_, mut summary) = report(Format::Jsonl, Color::Never);
    summary.merge(&summary.clone());
    assert!(summary.fails());
    summary.by_code.insert(pgn_lint::rule("C002").unwrap().code(), 10);
    let mut text = Vec::new();
    statistics(&mut text, Color::Never, &summary).unwrap();
    let text = String::from_utf8(text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "10  C002  ambiguous-move             ambiguous move");
    assert_eq!(lines[1], " 2  C001  illegal-move               illegal move");
    assert_eq!(lines.len(), 3);
}

#[test]
fn a_sink_that_fails_is_an_error_at_every_byte() {
    struct Short(usize);
    impl std::io::Write for Short {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            if self.0 == 0 {
                return Err(std::io::Error::other("full"));
            }
            let n = bytes.len().min(self.0);
            self.0 -= n;
            Ok(n)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let findings = lint(TEXT.as_bytes(), &Config::new(Profile::Lax));
    for format in Format::ALL {
        let print = |room: usize| -> std::io::Result<Summary> {
            let mut printer = Printer::new(format, Color::Never, Short(room));
            for finding in &findings {
                printer.finding("a.pgn", finding)?;
            }
            printer.end_file("a.pgn", 1)?;
            printer.finish()
        };
        let whole = (0..).find(|&room| print(room).is_ok()).unwrap();
        assert!(whole > 100 && print(whole - 1).is_err());
    }
}
