//! What every face of the command shows of a game: the state of a variant, and why a line ends.

use crate::scratch::Dir;

/// The faces, each as a command and its input. The screen and the page have tests of their own.
const FACES: [(&str, &str); 7] = [
    ("show games.pgn", ""),
    ("show --to ascii games.pgn", ""),
    ("show --to svg games.pgn", ""),
    ("view --plain games.pgn", "open\nend\nwhere\n"),
    ("convert --to html games.pgn", ""),
    ("convert --to svg games.pgn", ""),
    ("convert --to speech games.pgn", ""),
];

#[test]
fn every_face_shows_variant_pockets_and_checks() {
    for case in pgn_testing::VARIANT_CASES {
        let dir = Dir::with("games.pgn", case.text);
        for (line, typed) in FACES {
            let shown = dir.feed(line, typed, 0).stdout;
            for sentence in case.sentences.split_inclusive(". ") {
                assert!(shown.contains(sentence.trim()), "{line}: {sentence} in {shown}");
            }
        }
    }
}

#[test]
fn every_face_gives_the_reason_of_check_for_a_move_that_cannot_be_played() {
    let cases = [
        ("1. e4 e5 2. Nf6 Nc6 *", "", "2. Nf6: no knight can reach f6"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. d4 Nd4 *", "", "4... Nd4: the knight on c6 is pinned"),
        ("1. e4 e5 2. Nf3 d6 3. d3 c6 4. Nd2 *", "", "4. Nd2"),
        (
            "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. Sb8 *",
            "--moves-language German",
            "5. Sb8: no knight can reach b8",
        ),
    ];
    for (text, language, reason) in cases {
        let dir = Dir::with("games.pgn", text);
        let finding = dir.run(&format!("check {language} games.pgn"), 1).stdout;
        let line = finding.lines().find(|line| line.contains(reason));
        let line = line.unwrap_or_else(|| panic!("{reason} is not in {finding}"));
        // `error[C001 illegal-move]: 2. Nf6: …`
        let finding = line.trim_start_matches("error[").replacen(']', "", 1);
        for (line, typed) in &FACES[..4] {
            let line = format!("{line} {language}");
            let shown = dir.feed(&line, typed, 0).stdout;
            assert!(shown.contains(&finding), "{line}: {finding} in {shown}");
        }
    }
}

#[test]
fn a_file_without_games_is_named_with_the_reason() {
    let cases: [(&str, &[u8], &str); 4] = [
        (
            "page.pgn",
            b"<!DOCTYPE html><html><body>no game</body></html>",
            "this is not PGN (it is a web",
        ),
        (
            "data.pgn",
            b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\x3e\0",
            "this is not PGN (it contains bin",
        ),
        ("letter.pgn", b"Dear reader,\nthis is a letter.\n", "this is not PGN"),
        ("empty.pgn", b"", "no games"),
    ];
    for (name, content, reason) in cases {
        let dir = Dir::with(name, content);
        for verb in ["show", "view --plain"] {
            let ran = dir.feed(&format!("{verb} {name}"), "quit\n", 2);
            let said = format!("pgn: {name}: ");
            assert!(ran.stderr.starts_with(&said) && ran.stderr.contains(reason), "{}", ran.stderr);
            assert_eq!(ran.stderr.lines().count(), 1, "{verb}: {}", ran.stderr);
        }
    }
}
