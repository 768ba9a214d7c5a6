//! `pgn stats --match`: files as match programs write them.

use serde_json::Value;

use crate::scratch::Dir;

/// A game in the style of a program: names, tags after them, moves with the result.
fn game([white, black]: [&str; 2], result: &str, tags: &str, moves: &str) -> String {
    format!(
        "[Event \"?\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n{tags}\n\
         {moves} {result}\n\n"
    )
}

const AB: [&str; 2] = ["Anvil 1", "Bellows"];
const BA: [&str; 2] = ["Bellows", "Anvil 1"];

/// One pair of games of each program: Anvil 1 wins, then loses or draws.
fn of_programs() -> Vec<(&'static str, String, [u64; 5])> {
    let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n";
    let fast = "1. e4 {book} e5 {book} 2. Nf3 {+0.31/14 0.210s, n=12345, sd=20} \
                Nc6 {-0.20/13 0.110s, Black's connection stalls}";
    let arena = "1. e4 {(Nf3) +0.31/14 2} e5 {(Nf6) -0.10/12 3} 2. Nf3 {(Nc6) +0.31/14 2} \
                 Nc6 {(Bb5) +0.31/14 1} 3. Bb5 {(a6) +0.31/14 2} a6 4. Ba4 Nf6";
    let tcec = "1. d4 {book, mb=+0+0+0+0+0,} d5 {book, mb=+0+0+0+0+0,} \
                2. c4 {d=24, sd=41, mt=4000, tl=7000, wv=0.25} e6 {d=30, mt=2000, wv=0.31}";
    let ccrl = "[ECO \"C65\"]\n[Opening \"Ruy Lopez\"]\n[WhiteElo \"3000\"]\n";
    vec![
        (
            "cutechess",
            game(
                AB,
                "1-0",
                fen,
                "1. e4 {+0.35/14 0.21s} Kd7 {-0.30/12 0.1s, White wins by adjudication}",
            ) + &game(
                BA,
                "1/2-1/2",
                fen,
                "1. e3 {+0.35/14 0.21s} Kd7 {0.00/12 0.1s, Draw by adjudication}",
            ),
            [0, 0, 0, 1, 0],
        ),
        (
            "fastchess",
            game(AB, "1-0", "[Round \"1\"]\n[Termination \"abandoned\"]\n", fast)
                + &game(BA, "1-0", "[Round \"1\"]\n", "1. e4 {book} e5 {book} 2. d4 {+0.5/9 0.1s}"),
            [0, 0, 1, 0, 0],
        ),
        (
            "c-chess-cli",
            game(
                AB,
                "1-0",
                &format!("[Round \"1.1\"]\n{fen}[Termination \"time forfeit\"]\n"),
                "1. e3 {+0.50/10}",
            ) + &game(
                BA,
                "0-1",
                &format!("[Round \"1.2\"]\n{fen}[Termination \"normal\"]\n"),
                "1. e3 {-0.50/10}",
            ),
            [0, 0, 0, 0, 1],
        ),
        (
            "Arena",
            game(AB, "1-0", "", arena)
                + &game(BA, "1/2-1/2", "[Termination \"adjudication\"]\n", arena),
            [0, 0, 0, 1, 0],
        ),
        (
            "TCEC",
            game(
                AB,
                "1-0",
                "[Termination \"adjudication\"]\n[TerminationDetails \"TCEC win rule\"]\n",
                tcec,
            ) + &game(BA, "1-0", "", tcec),
            [0, 0, 1, 0, 0],
        ),
        (
            "CCRL",
            game(AB, "1-0", ccrl, "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. d4")
                + &game(BA, "0-1", ccrl, "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. Re1"),
            [0, 0, 0, 0, 1],
        ),
    ]
}

#[test]
fn the_files_of_match_programs_have_pairs() {
    let dir = Dir::new();
    for (program, text, expected) in of_programs() {
        let ran = dir.feed("stats --match --format json -", &text, 0);
        let report: Value = serde_json::from_str(&ran.stdout).unwrap();
        let row = &report["tables"][0]["rows"][0];
        assert_eq!(row["player"], "Anvil 1", "{program}: {}", ran.stdout);
        assert_eq!(row["pentanomial"], serde_json::json!(expected), "{program}");
        assert_eq!(row["games"], 2, "{program}");
    }
}

#[test]
fn all_programs_together_are_one_match() {
    let dir = Dir::new();
    let text: String = of_programs().into_iter().map(|(_, text, _)| text).collect();
    let ran = dir.feed("stats --match --sprt 0,5 --player Anvil -", &text, 0);
    let expected = "\
Match
  Anvil 1 against Bellows
  Games     12, +8 =2 -2
  Score     75.0%
  Draws     16.7%
";
    ran.stdout_starts(expected);
    for line in [
        "  Elo       +190.8 ± ",
        "  Pairs     6: 0 × 0, 0 × ½, 2 × 1, 2 × 1½, 2 × 2",
        "  SPRT      open: LLR ",
        "Players",
        "Color",
        "Termination",
    ] {
        assert!(ran.stdout.contains(line), "{line}: {}", ran.stdout);
    }
    let csv = dir.feed("stats --match --format csv -", &text, 0).stdout;
    assert_eq!(csv.lines().count(), 2, "{csv}");
    assert!(csv.starts_with("player,opponent,games,wins,draws,losses,open,score,elo,"), "{csv}");
    dir.feed("stats --match --format html -", &text, 0);
}

#[test]
fn a_match_of_one_game_is_an_error() {
    let dir = Dir::new();
    let one = game(AB, "1-0", "", "1. e4");
    for text in [one.as_str(), ""] {
        let ran = dir.feed("stats --match -", text, 2);
        let why = "expected at least two games with a result between the same two players";
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
        assert_eq!(ran.stdout, "");
    }
    dir.feed("stats --sprt 0,5 -", &one, 2);
    dir.feed("stats --match --sprt 5,0 -", &one, 2);
}

#[test]
fn one_player_has_lines_and_last_games() {
    let dir = Dir::new();
    let dated = |date: &str, result: &str, players: [&str; 2], moves: &str| {
        game(players, result, &format!("[Date \"{date}\"]\n"), moves)
    };
    let text = dated("2001.02.03", "1-0", AB, "1. e4 e5 2. Nf3")
        + &dated("2003.02.03", "0-1", BA, "1. d4 d5")
        + &dated("2002.02.03", "1/2-1/2", AB, "1. e4 e5 2. Nf3")
        + &dated("????.??.??", "0-1", AB, "1. e4 e5 2. Nf3");
    let ran = dir.feed("stats --player Anvil -", &text, 0);
    for expected in [
        "\nLines\n",
        "  white  1. e4 e5 2. Nf3      3    1      1     1   50.0%",
        "\nLast games\n",
        "2003.02.03  black  Bellows ",
    ] {
        assert!(ran.stdout.contains(expected), "{expected}: {}", ran.stdout);
    }
    let at = |text: &str| ran.stdout.find(text).unwrap();
    assert!(at("2003.02.03  ") < at("2002.02.03  ") && at("2002.02.03  ") < at("2001.02.03  "));
    let page = dir.feed("stats --player Anvil --format html -", &text, 0).stdout;
    assert!(page.contains("<h2>Last games</h2>") && page.matches("aria-label=\"").count() > 2);
}
