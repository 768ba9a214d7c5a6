use super::*;
use crate::testing::game;

fn said(speech: Speech, pgn: &str) -> String {
    let mut text = Vec::new();
    speech.append(&game(pgn), None, &mut text, &mut Vec::new());
    String::from_utf8(text).unwrap()
}

#[track_caller]
fn check(speech: Speech, pgn: &str, expected: &[&str]) {
    assert_eq!(said(speech, pgn), expected.join("\n") + "\n\n");
}

#[test]
fn moves_are_sentences() {
    let pgn = "1. e4 d5 2. exd5 Qxd5 3. Nc3! Qd8 4. d4 Nf6 5. Nf3 Bg4 6. Be2 e6 7. O-O?! *";
    check(
        Speech::default(),
        pgn,
        &[
            "1. White: pawn to e4.",
            "1. Black: pawn to d5.",
            "2. White: e pawn takes d5.",
            "2. Black: queen takes d5.",
            "3. White: knight to c3, good move.",
            "3. Black: queen to d8.",
            "4. White: pawn to d4.",
            "4. Black: knight to f6.",
            "5. White: knight to f3.",
            "5. Black: bishop to g4.",
            "6. White: bishop to e2.",
            "6. Black: pawn to e6.",
            "7. White: castles king side, questionable move.",
            "The game has no result.",
        ],
    );
}

#[test]
fn the_rare_moves_are_said_too() {
    for (fen, moves, expected) in [
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "1. a8=Q+", "pawn to a8, promotes to queen, check"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "1. axb8=N", "a pawn takes b8, promotes to knight"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "1. exd6", "e pawn takes d6, en passant"),
        ("4k3/8/8/8/8/2N5/8/4K1NQ w - - 0 1", "1. Qh8+", "queen to h8, check"),
        ("7k/R7/8/8/8/8/8/R3K3 w - - 0 1", "1. R1a2", "rook from rank 1 to a2"),
        ("4k3/8/8/8/8/8/8/R4KR1 w - - 0 1", "1. Re1+", "rook to e1, check"),
        ("7k/8/8/8/8/N1N5/8/4K3 w - - 0 1", "1. Nab5", "knight from the a file to b5"),
        ("k7/8/8/8/Q6Q/8/8/4K2Q w - - 0 1", "1. Qh4e4", "queen from h4 to e4"),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "1... O-O-O", "castles queen side"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "1. --", "passes"),
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "1. Qg7#", "queen to g7, mate"),
    ] {
        let pgn = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} *");
        let text = said(Speech::default(), &pgn);
        let said = text.lines().find(|line| line.starts_with("1.")).unwrap();
        let side = if moves.starts_with("1...") { "Black" } else { "White" };
        assert_eq!(said, format!("1. {side}: {expected}."), "{pgn}");
    }
}

#[test]
fn facts_come_first_and_a_position_is_described() {
    let pgn = "[Event \"A  b\"]\n[Site \"?\"]\n[Date \"1960.03.15\"]\n[Round \"-\"]\n\
               [White \"Tal, Mikhail\"]\n[Black \"Botvinnik, M.\"]\n[Result \"1-0\"]\n\
               [WhiteElo \"2700\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/P3P3/4K3 w - - 0 1\"]\n\n\
               1. e4 1-0";
    check(
        Speech::default(),
        pgn,
        &[
            "White: Mikhail Tal.",
            "Black: M. Botvinnik.",
            "Event: A b.",
            "Date: 15 March 1960.",
            "Result: White wins.",
            "White Elo: 2700.",
            "The game begins from a position that was set up.",
            "White has: king e1, pawn a2, pawn e2.",
            "Black has: king e8.",
            "White to move.",
            "",
            "1. White: pawn to e4.",
            "White wins.",
        ],
    );
}

#[test]
fn variations_and_comments_are_announced() {
    let pgn = "{Hello. World} 1. e4 $14 {Best! [%clk 0:01:00]} (1. d4 {Solid} d5 (1... f5)) \
               (1. c4) 1... e5 $146 ({Nothing.}) 1/2-1/2";
    check(
        Speech::default(),
        pgn,
        &[
            "Result: draw.",
            "",
            "Comment: Hello.",
            "World.",
            "1. White: pawn to e4.",
            "White has a slight advantage.",
            "Comment: Best!",
            "Clock: 1 minute.",
            "Variation A begins, depth 1, instead of move 1 of White.",
            "1. White: pawn to d4.",
            "Comment in variation A: Solid.",
            "1. Black: pawn to d5.",
            "Variation A1 begins, depth 2, instead of move 1 of Black.",
            "1. Black: pawn to f5.",
            "Variation A1 ends, back to variation A.",
            "Variation A ends, back to the main line.",
            "Variation B begins, depth 1, instead of move 1 of White.",
            "1. White: pawn to c4.",
            "Variation B ends, back to the main line.",
            "1. Black: pawn to e5.",
            "Novelty.",
            "Comment: Nothing.",
            "The game is a draw.",
        ],
    );
}

#[test]
fn pieces_have_the_names_of_the_language() {
    let speech = Speech::new(PieceNames::find("german").unwrap(), Commands::default());
    check(
        speech,
        "1. Nf3 d5 *",
        &["1. White: Springer to f3.", "1. Black: Bauer to d5.", "The game has no result."],
    );
    assert_eq!(PieceNames::find("Klingon"), None);
}

#[test]
fn languages_inflect_what_they_say() {
    let speech = |language: &str| {
        let pieces = PieceNames::find(language).unwrap();
        Speech::new(pieces, Commands::default()).in_language(language).unwrap()
    };
    let promotion = "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q *";
    let drop = "[Variant \"Crazyhouse\"]\n[SetUp \"1\"]\n\
                [FEN \"4k3/8/8/8/8/8/8/4K3[R] w - - 0 1\"]\n\n1. R@e4 *";
    for (language, promoted, dropped, date) in [
        ("German", "Umwandlung in Dame", "Turm eingesetzt auf e4", "1. März 1960"),
        ("Dutch", "promoveert tot dame", "toren ingezet op e4", "1 maart 1960"),
        ("French", "promotion en dame", "tour de la réserve en e4", "1er mars 1960"),
        ("Spanish", "promoción a dama", "torre de la reserva a e4", "1 de marzo de 1960"),
        ("Italian", "promozione a donna", "torre dalla riserva in e4", "1º marzo 1960"),
        ("Portuguese", "promoção a dama", "torre da reserva para e4", "1º de março de 1960"),
        ("Polish", "promocja: hetman", "wieża z rezerwy na e4", "1 marca 1960"),
        ("Russian", "превращение: ферзь", "ладья на e4 из запаса", "1 марта 1960 года"),
    ] {
        let speech = speech(language);
        for (pgn, expected) in [(promotion, promoted), (drop, dropped)] {
            let text = said(speech, pgn);
            assert!(text.contains(expected), "{language}: {text}");
        }
        assert_eq!(speech.date_words("1960.03.01").as_deref(), Some(date));
    }
}

#[test]
fn a_diagram_is_a_word() {
    let said = said(Speech::default(), "1. e4 {Look [#] here.} e5 $220 *");
    assert!(said.contains("Comment: Look here.\nDiagram.\n1. Black"), "{said}");
    assert_eq!(said.matches("Diagram.").count(), 2, "{said}");
}

#[test]
fn nothing_is_written_that_no_voice_can_say() {
    let pgn = "[White \"A\u{1b}[1mB\"]\n\n1. e4 {a\u{1b}[2Jb ┌─┐ é ± ∆ +- }*";
    let text = said(Speech::default(), pgn);
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text}");
    assert!(!text.contains('─') && text.contains('é'), "{text}");
    assert!(text.contains("with the idea of White has a decisive advantage"), "{text}");
}

#[test]
fn a_deep_tree_is_told_without_a_stack() {
    let depth = 20_000;
    let pgn = format!("1. e4 {} {} *", "(1. d4 (1. c4 ".repeat(depth), ") )".repeat(depth));
    let text = said(Speech::default(), &pgn);
    assert!(text.len() < 300 * depth * 2, "{}", text.len());
}
