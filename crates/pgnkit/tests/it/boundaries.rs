//! Tags and the ends of games as people write them (D-09, D-15, D-26, D-38, D-46, D-47).

use pgnkit::read::Games;
use pgnkit::write::{Export, Profile};

/// The games in a profile, and again from what was written.
fn written(text: &str, profile: Profile) -> String {
    let export = |text: &[u8]| {
        let mut bytes = Vec::new();
        for game in Games::new(text) {
            Export::new(profile).write(&game.unwrap(), &mut bytes).unwrap();
        }
        bytes
    };
    let once = export(text.as_bytes());
    let twice = export(&once);
    assert_eq!(String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice), "{text}");
    String::from_utf8(once).unwrap()
}

/// The modern form of the games in one line, without tags that have no value.
fn modern(text: &str) -> String {
    let written = written(text, Profile::Modern);
    let said = written.lines().filter(|line| {
        !line.is_empty() && !line.ends_with(" \"?\"]") && !line.ends_with("????.??.??\"]")
    });
    said.collect::<Vec<_>>().join(" ")
}

const FEN: &str = "4k3/8/8/8/8/8/4q3/6K1 b - - 0 1";

#[test]
fn well_known_names_in_another_letter_case_mean_their_tags() {
    let set_up = |tags: &str| modern(&format!("{tags}\n\n1... Qf3 *\n"));
    let expected = format!("[Result \"*\"] [FEN \"{FEN}\"] [SetUp \"1\"] 1... Qf3 *");
    for tags in [
        format!("[fen \"{FEN}\"]"),
        format!("[Fen \"{FEN}\"]\n[Setup \"1\"]"),
        format!("[FEn \"{FEN}\"]\n[SETUP \"1\"]"),
        format!("[setup \"0\"]\n[fen \"{FEN}\"]"),
        format!("[setUp \"1\"]\n[FEN \"{FEN}\"]"),
        format!("[fen {FEN}]"),
        format!("[Fen: {FEN}]"),
    ] {
        assert_eq!(set_up(&tags), expected, "{tags}");
    }
    // The exact name counts, and the other one is kept.
    let other = "8/8/8/8/8/4k3/8/4K3 w - - 0 1";
    for tags in [
        format!("[fen \"{other}\"]\n[FEN \"{FEN}\"]"),
        format!("[FEN \"{FEN}\"]\n[fen \"{other}\"]"),
        format!("[fen \"{other}\"]\n[Fen \"{FEN}\"]"),
    ] {
        let text = set_up(&tags);
        assert_eq!(text.matches("[FEN ").count(), 1, "{text}");
        assert!(text.contains(&format!("[FEN \"{FEN}\"]")) && text.contains(other), "{text}");
        assert!(text.ends_with("1... Qf3 *"), "{text}");
    }
    for (text, expected) in [
        ("[Eco \"B20\"]\n[WHITEELO \"2100\"]\n\n1. e4 c5 *", "[ECO \"B20\"] [WhiteElo \"2100\"]"),
        ("[result \"1-0\"]\n\n1. e4", "[Result \"1-0\"] 1. e4 1-0"),
        ("[variant \"Atomic\"]\n\n1. e4 *", "[Variant \"Atomic\"]"),
        ("[event \"E\"]\n[EVENT \"F\"]\n\n1. e4 *", "[Event \"F\"] [Result \"*\"] [event \"E\"]"),
        ("[timecontrol \"300+2\"]\n\n1. e4 *", "[TimeControl \"300+2\"]"),
        ("[utcDate \"2024.01.02\"]\n\n1. e4 *", "[UTCDate \"2024.01.02\"]"),
    ] {
        assert!(modern(text).contains(expected), "{text}: {}", modern(text));
    }
}

#[test]
fn values_in_other_quotes_or_none_are_read() {
    for (tag, value) in [
        ("[White Ash]", "Ash"),
        ("[White \u{201c}Ash\u{201d}]", "Ash"),
        ("[White \u{201e}Ash\u{201c}]", "Ash"),
        ("[White \u{ab}Ash\u{bb}]", "Ash"),
        ("[White 'Ash']", "Ash"),
        ("[White \u{2018}Ash\u{2019}]", "Ash"),
        ("[White ''Ash'']", "Ash"),
        ("[White `Ash']", "Ash"),
        ("[White \u{b4}Ash\u{b4}]", "Ash"),
        ("[White \u{2033}Ash\u{2033}]", "Ash"),
        ("[White \u{ff02}Ash\u{ff02}]", "Ash"),
        ("[White\u{201c}Ash\u{201d}]", "Ash"),
        ("[White \"Ash']", "Ash"),
        ("[White \u{201c}Ash\"]", "Ash"),
        ("[White Ash\"]", "Ash"),
        ("[White  Ash, Al ]", "Ash, Al"),
        ("[ White Ash]", "Ash"),
        ("[White O'Neil]", "O'Neil"),
        ("[White The [big] one]", "The [big] one"),
        ("[White: Ash]", "Ash"),
        ("[White=\"Ash\"]", "Ash"),
        ("[white Ash]", "Ash"),
    ] {
        let text = modern(&format!("{tag}\n[Black \"Birch\"]\n\n1. e4 *\n"));
        let expected = format!("[White \"{value}\"] [Black \"Birch\"] [Result \"*\"] 1. e4 *");
        assert_eq!(text, expected, "{tag}");
    }
    for tag in ["[White]", "[White ]", "[the rest]", "[x y]", "[Dr. Ash]"] {
        let text = modern(&format!("{tag}\n[Black \"Birch\"]\n\n1. e4 *\n"));
        assert_eq!(text, "[Black \"Birch\"] [Result \"*\"] 1. e4 *", "{tag}");
    }
    // A remark in movetext is not a result.
    let remark = "[Event \"A\"]\n\n1. e4 e5\n[White is better] 2. Nf3 *\n";
    assert_eq!(modern(remark).matches("[Event").count(), 1, "{}", modern(remark));
}

#[test]
fn castling_letters_that_are_left_over_do_not_make_chess960() {
    for (variant, fen, kept, moves) in [
        ("", "7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1", "-", "1. Rh6#"),
        ("", "r4r1k/1p4b1/3p3p/5qp1/1RP5/6P1/3NP3/2Q2RKB b KQkq - 0 1", "-", "1... Qc5+"),
        ("", "1r4k1/b2b1Rpr/p2P3p/1ppB4/8/2B5/PP1q1PPP/2R3K1 w Qq - 0 1", "-", "1. Rxg7+"),
        ("", "rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b HQkq - 0 1", "kq", "1... e5"),
        ("", "r4rk1/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQ", "1. O-O-O"),
        ("", "2kr3r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQ", "1. O-O"),
        ("", "r3k2r/8/8/8/8/8/8/4K3 w KQkq - 0 1", "kq", "1. Ke2"),
        ("", "7k/8/8/8/8/8/8/K7 w KQkq - 0 1", "-", "1. Kb1"),
        ("Standard", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", "-", "1. Rxb8+"),
        ("From Position", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "-", "1. Rxb8+"),
        ("Chess960", "k6r/8/8/8/8/8/8/K6R w KQkq - 0 1", "-", "1. Rxh8+"),
    ] {
        let tag = if variant.is_empty() { variant } else { &format!("[Variant \"{variant}\"]\n") };
        let text = modern(&format!("{tag}[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} *\n"));
        let mut fields: Vec<&str> = fen.split(' ').collect();
        fields[2] = kept;
        assert!(text.contains(&fields.join(" ")) && text.contains(moves), "{fen}: {text}");
        assert!(!text.contains("960") || variant.contains("960"), "{fen}: {text}");
        assert!(!text.contains("Unplayable"), "{fen}: {text}");
    }
    // Where everything fits, they do.
    for fen in [
        "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1",
        "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1",
    ] {
        let text = modern(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. O-O *\n"));
        assert!(text.contains("[Variant \"Chess960\"] 1. O-O *"), "{text}");
    }
}

#[test]
fn fens_in_odd_forms_are_read() {
    let rows = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (rest, read) in [
        ("", "w KQkq - 0 1"),
        (" w KQkq - 0 1;", "w KQkq - 0 1"),
        (" w KQkq - 0 1 ;", "w KQkq - 0 1"),
        (" w KQkq -;", "w KQkq - 0 1"),
        (" w KQkq - 161+0", "w KQkq - 0 1"),
        (" w KQkq - 161+0 0 1", "w KQkq - 0 1"),
        (" w KQkq - hmvc 3; fmvn 1;", "w KQkq - 3 1"),
        (" w KQkq - fmvn 1; hmvc 3;", "w KQkq - 3 1"),
        (" w KQkq - hmvc 3; fmvn 1", "w KQkq - 3 1"),
        (" w KQkq - fmvn 1;", "w KQkq - 0 1"),
        (" w KQkq - hmvc 3; id 'x';", "w KQkq - 3 1"),
    ] {
        let text = modern(&format!("[SetUp \"1\"]\n[FEN \"{rows}{rest}\"]\n\n1. e4 e5 *\n"));
        let expected = format!("[FEN \"{rows} {read}\"] [SetUp \"1\"] 1. e4 e5 *");
        assert!(text.ends_with(&expected), "{rest}: {text}");
    }
    let pockets = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
    for empty in ["[-]", "[]", "/-"] {
        let tags = format!("[Variant \"Crazyhouse\"]\n[FEN \"{pockets}{empty} w KQkq - 0 2\"]");
        let text = modern(&format!("{tags}\n\n2. Bc4 Nf6 3. Bxf7+ Kxf7 4. P@e6+ *\n"));
        assert!(text.contains(&format!("{pockets}[] w")) && text.contains("P@e6+ *"), "{text}");
    }
    // The moves of an impossible position keep their numbers.
    for (fen, moves) in [
        ("8/p7/1p6/3p4/4p3/5p2/5p1p/8 b - - 0 5", "5... h1=Q 6. -- a5 *"),
        ("8/2K5/8/8/2K1NB2/8/8/8 w - - 96 46", "46. Ke5 Kd1 47. Kd6 *"),
        ("4k3/8/8/8/8/8/8/8 b - - 0 12", "12... Ka1 (12... Kb1 13. Kc1) 13. Ka2 {x} 13... Ka1 *"),
    ] {
        let text = modern(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves}\n"));
        assert!(text.ends_with(moves), "{text}");
    }
}

#[test]
fn annotations_after_the_marker_are_of_the_last_move() {
    for (tail, movetext) in [
        (" (1... c5)", "(1... c5) 1-0"),
        ("\n(1... c5 2. Nf3)", "(1... c5 2. Nf3) 1-0"),
        (" {drawn} (1... c5 {fine})", "{drawn} (1... c5 {fine}) 1-0"),
        (" $1", "$1 1-0"),
        (" $1 {x}", "$1 {x} 1-0"),
        (" (1... c5) (1... c6)", "(1... c5) (1... c6) 1-0"),
        (" (1... c5 (1... c6) 2. Nf3)", "(1... c5 (1... c6) 2. Nf3) 1-0"),
        (" (!)", "$1 1-0"),
        (" !?", "$5 1-0"),
        (" \u{b1}", "$16 1-0"),
        (" =", "$10 1-0"),
        (" +-", "$18 1-0"),
        (" ({only words})", "{only words} 1-0"),
    ] {
        for next in ["", "\n[Event \"y\"]\n\n1. d4 1-0\n"] {
            let text = modern(&format!("[Event \"x\"]\n\n1. e4 e5 1-0{tail}\n{next}"));
            assert!(text.contains(&format!("1. e4 e5 {movetext}")), "{tail}: {text}");
            assert_eq!(text.contains("1. d4 1-0"), !next.is_empty(), "{text}");
        }
    }
}
