//! Annotation symbols at a move and apart from it, in every spelling (D-13, D-78, D-79).

use pgnkit::chess::notation::letters::{Language, Letters};
use pgnkit::chess::notation::san::SanOptions;
use pgnkit::nag::Nag;
use pgnkit::read::{Note, ReadOptions, read_region};
use pgnkit::syntax::Regions;
use pgnkit::write::{Export, Profile};

/// The movetext of a game as the modern profile writes it, and the codes of the findings.
fn read_with(text: &[u8], options: ReadOptions) -> (String, Vec<String>) {
    let mut regions = Regions::new(text);
    let region = regions.next_region().unwrap().unwrap();
    let mut codes = Vec::new();
    let game = read_region(&region, options, |note: Note<'_>| {
        codes.push(note.diagnostic.code.to_string());
    });
    let mut bytes = Vec::new();
    let export = Export::new(Profile::Modern);
    export.append(&game.unwrap(), &mut bytes, &mut Vec::new()).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let movetext = text.split("\n\n").nth(1).unwrap();
    codes.sort();
    codes.dedup();
    (movetext.replace('\n', " "), codes)
}

fn read(text: &str) -> (String, Vec<String>) {
    read_with(text.as_bytes(), ReadOptions::default())
}

fn moves(text: &str) -> String {
    read(text).0
}

#[test]
fn a_symbol_that_touches_a_move_is_its_nag() {
    for (text, expected) in [
        ("1. e4 e5 2. Qh5 Ke7+- 3. Qxe5# 1-0", "1. e4 e5 2. Qh5 Ke7 $18 3. Qxe5# 1-0"),
        ("1. f3 e5 2. g4-+ Qh4# 0-1", "1. f3 e5 2. g4 $19 Qh4# 0-1"),
        (
            "1. e4 e5 2. f4+/- exf4 3. Nf3=/+ g5 4. h4= g4 5. Ne5+= Nf6 *",
            "1. e4 e5 2. f4 $16 exf4 3. Nf3 $15 g5 4. h4 $10 g4 5. Ne5 $14 Nf6 *",
        ),
        ("1. e4+\u{2212} e5\u{2212}+ *", "1. e4 $18 e5 $19 *"),
        ("1. e4+\u{2013} e5\u{2013}/+ 2. d4+/\u{2014} *", "1. e4 $18 e5 $17 2. d4 $16 *"),
        ("1. e4± e5∓ 2. d4⩲ d5∞ *", "1. e4 $16 e5 $17 2. d4 $14 d5 $13 *"),
        ("1. e4=∞ e5∞= 2. d4=/∞ d5~= *", "1. e4 $44 e5 $44 2. d4 $44 d5 $44 *"),
        ("1. e4=/& e5->  2. d4/\\ d5>= *", "1. e4 $44 e5 $40 2. d4 $140 d5 $142 *"),
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7+= Kxf7-+ *", "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ $10 Kxf7 $19 *"),
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7++- *", "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ $18 *"),
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7+- *", "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ $18 *"),
        ("1. f3 e5 2. g4?-+ Qh4#-+ 0-1", "1. f3 e5 2. g4 $2 $19 Qh4# $19 0-1"),
        ("1. e4!+- e5?!=/+ *", "1. e4 $1 $18 e5 $6 $15 *"),
        ("1. e4+-- e5--+ *", "1. e4 $20 e5 $21 *"),
        ("1. e4N e5 2. Nf3N *", "1. e4 $146 e5 2. Nf3 $146 *"),
        ("1. e2-e4+- e7e5-+ 2. ♘f3+/- *", "1. e4 $18 e5 $19 2. Nf3 $16 *"),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O+/- Nf6 5. h3 0-0-+ *",
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O $16 Nf6 5. h3 O-O $19 *",
        ),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bb5= a6 4. Ba4+= *",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 $10 a6 4. Ba4 $14 *",
        ),
        ("1. e4 (1. d4+- d5) 1... e5 *", "1. e4 (1. d4 $18 d5) 1... e5 *"),
        ("1. e4&plusmn; e5 2. O&ndash;O *", "1. e4 $16 e5 {Unplayable: 2. O–O} *"),
    ] {
        let (found, codes) = read(text);
        assert_eq!(found, expected, "{text}");
        if !text.contains("O&") {
            assert!(codes.contains(&"M010".to_string()), "{text}: {codes:?}");
            assert!(!codes.contains(&"C003".to_string()), "{text}: {codes:?}");
        }
        // Written moves are read the same.
        assert_eq!(moves(&found), found, "{text}");
    }
}

#[test]
fn a_symbol_that_touches_a_promotion_is_its_nag() {
    let fen = "[SetUp \"1\"]\n[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n";
    for (text, expected) in [
        ("1. a8=Q+- *", "1. a8=Q+ $18 *"),
        ("1. a8=Q++- *", "1. a8=Q+ $18 *"),
        ("1. a8=Q+= *", "1. a8=Q+ $10 *"),
        ("1. a8=N+= *", "1. a8=N $14 *"),
        ("1. a8=R= *", "1. a8=R+ $10 *"),
        ("1. a8Q+/- *", "1. a8=Q+ $16 *"),
        ("1. a8=♕+- *", "1. a8=Q+ $18 *"),
        ("1. a8(Q) +- *", "1. a8=Q+ $18 *"),
        ("1. a8N *", "1. a8=N *"),
    ] {
        assert_eq!(moves(&format!("{fen}{text}")), expected, "{text}");
    }
}

#[test]
fn a_symbol_is_read_in_the_letters_of_another_language() {
    let letters = Language::find("German").map(|language| language.letters);
    let options = |letters: Option<Letters>| {
        ReadOptions::default().with_lax(SanOptions::default().with_letters(letters))
    };
    for (text, expected) in [
        ("1. e4 e5 2. Sf3+- Sc6=/+ 3. Lb5= *", "1. e4 e5 2. Nf3 $18 Nc6 $15 3. Bb5 $10 *"),
        ("1. e4 e5 2. Dh5+- D Sc6 *", "1. e4 e5 2. Qh5 $18 $201 Nc6 *"),
    ] {
        assert_eq!(read_with(text.as_bytes(), options(letters)).0, expected, "{text}");
    }
}

#[test]
fn a_symbol_apart_from_its_move_is_a_nag() {
    for (text, expected) in [
        ("1. e4 =∞ e5 ∞= *", "1. e4 $44 e5 $44 *"),
        ("1. e4 ⟳ e5 ↑ 2. d4 → d5 ⇆ *", "1. e4 $32 e5 $36 2. d4 $40 d5 $132 *"),
        ("1. e4 N e5 RR 2. d4 D d5 zz *", "1. e4 $146 e5 $145 2. d4 $201 d5 $23 *"),
        (
            "1.e4 b6 += {book} 2.d4 N e6 D ( 2...Bb7 3.Nf3 ~= ) 3.a3 += D *",
            "1. e4 b6 $14 {book} 2. d4 $146 e6 $201 (2... Bb7 3. Nf3 $44) 3. a3 $14 $201 *",
        ),
        ("1. e4 /\\ e5 -> 2. d4 <=> d5 =/& *", "1. e4 $140 e5 $40 2. d4 $149 d5 $44 *"),
        ("1. e4 +-- e5 --+ 2. d4 +/- *", "1. e4 $20 e5 $21 2. d4 $16 *"),
        ("1. e4 (!) e5 ( ? ) 2. d4 (=) d5 (+-) *", "1. e4 $1 e5 $2 2. d4 $10 d5 $18 *"),
        (
            "1. e4 (!?) e5 (∞) (1... c5 (±) 2. Nf3) 2. d4 *",
            "1. e4 $5 e5 $13 (1... c5 $16 2. Nf3) 2. d4 *",
        ),
        ("1. e4 ! e5 !! *", "1. e4 $1 e5 $3 *"),
        ("1. e4 || e5 >= 2. d4 <= *", "1. e4 $190 e5 $142 2. d4 $143 *"),
        ("1. e4 &plusmn; e5 &infin; *", "1. e4 $16 e5 $13 *"),
    ] {
        let (found, codes) = read(text);
        assert_eq!(found, expected, "{text}");
        assert!(!codes.iter().any(|code| code == "C003" || code == "M017"), "{text}: {codes:?}");
    }
}

#[test]
fn a_symbol_without_a_known_meaning_is_kept_as_a_comment() {
    for (text, expected) in [
        ("1. e4 ^^ e5 *", "1. e4 {^^} 1... e5 *"),
        ("1. e4 & e5 *", "1. e4 {&} 1... e5 *"),
        ("1. e4 \\ e5 *", "1. e4 {\\} 1... e5 *"),
        ("1. e4 § e5 ☺ *", "1. e4 {§} 1... e5 {☺} *"),
        ("1. e4 =~~ e5 *", "1. e4 {=~~} 1... e5 *"),
        ("1. e4 (^) e5 *", "1. e4 {(^)} 1... e5 *"),
        ("1. e4 ⚐ e5 *", "1. e4 {⚐} 1... e5 *"),
        ("1. e4 >> e5 *", "1. e4 {>>} 1... e5 *"),
        ("1. e4 - e5 *", "1. e4 {-} 1... e5 *"),
        ("1. e4 ☠☠ e5 2. d4 *", "1. e4 {☠☠} 1... e5 2. d4 *"),
    ] {
        let (found, codes) = read(text);
        assert_eq!(found, expected, "{text}");
        assert!(codes.contains(&"M017".to_string()), "{text}: {codes:?}");
        assert!(!codes.iter().any(|code| code == "C003" || code == "L019"), "{text}: {codes:?}");
    }
}

#[test]
fn every_sign_that_is_written_is_read_at_a_move_and_apart() {
    for number in 1..=255 {
        for sign in Nag(number).signs() {
            let expected = format!("1. e4 ${number} e5 *");
            assert_eq!(moves(&format!("1. e4 {sign} e5 *")), expected, "{sign}");
            // Letters are apart, but for the novelty.
            if !sign.starts_with(char::is_alphabetic) {
                assert_eq!(moves(&format!("1. e4{sign} e5 *")), expected, "{sign}");
                assert_eq!(moves(&format!("1. e4 ({sign}) e5 *")), expected, "({sign})");
            }
        }
    }
}

#[test]
fn no_move_is_taken_for_a_symbol() {
    for (text, expected) in [
        ("1. e4 -- 2. d4 *", "1. e4 -- 2. d4 *"),
        ("1. e4 <> 2. d4 *", "1. e4 -- 2. d4 *"),
        ("1. e4 (--) e5 *", "1. e4 (1. --) 1... e5 *"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6+ *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 *"),
        ("1. e4 foo e5 *", "1. e4 {foo} 1... e5 *"),
    ] {
        assert_eq!(moves(text), expected, "{text}");
    }
}

#[test]
fn kings_in_the_center_after_the_game_are_named() {
    let end = "[SetUp \"1\"]\n[FEN \"8/8/8/2k5/8/4K3/8/4R3 w - - 0 60\"]\n\n";
    for (text, is_named) in [
        ("1. e4 e5 2. Qh5 Ke7 3. Qxe5# Ke4 1-0".to_string(), true),
        ("1. e4 e5 2. Qh5 Ke7 3. Qxe5# Ke4 4. Kd5 1-0".to_string(), true),
        ("1. e4 e5 2. Nf3 Nc6 3. Kd5 Ke4 1/2-1/2".to_string(), true),
        ("1. e4 e5 2. Nf3 Nc6 3. ♔d4 0-1".to_string(), true),
        ("1. e4 e5 2. Nf3 Nc6 3. Ke5+ *".to_string(), false),
        ("1. e4 e5 2. Nf3 Nc6 3. Ke4 Ke5".to_string(), true),
        (format!("{end}60. Kd3 Kd5 61. Re4 Kxe4 62. Kxe4 1/2-1/2"), true),
        ("1. e4 e5 2. Nf3 Nc6 3. Ke4 Nf6 1-0".to_string(), false),
        ("1. e4 e5 2. Nf3 Nc6 3. Ke4 {hm} 1-0".to_string(), false),
        ("1. e4 e5 2. Ke3 *".to_string(), false),
        ("1. e4 e5 (1... Ke5) 2. Nf3 *".to_string(), false),
        ("1. e4 e5 2. Nd4 *".to_string(), false),
    ] {
        let (_, codes) = read(&text);
        let is = |code: &str| codes.iter().any(|found| found == code);
        assert_eq!((is("C009"), is("C001")), (is_named, !is_named), "{text}: {codes:?}");
    }
}

#[test]
fn a_move_written_twice_is_read_once() {
    for (text, expected) in [
        ("1. e4 e5 2. Nf3\n2. Nf3 Nc6 *", "1. e4 e5 2. Nf3 {Nf3} 2... Nc6 *"),
        ("1. e4 e5 2. Nf3\n2.Nf3 Nc6 3. Bb5 *", "1. e4 e5 2. Nf3 {Nf3} 2... Nc6 3. Bb5 *"),
        ("1. e4 e5 2. Nf3 Nc6\nNc6 3. Bb5 *", "1. e4 e5 2. Nf3 Nc6 {Nc6} 3. Bb5 *"),
        ("1. e4 e5 2. Nf3 Nc6\n2... Nc6 3. Bb5 *", "1. e4 e5 2. Nf3 Nc6 {Nc6} 3. Bb5 *"),
        ("1. e4 e5 2. Nf3 Nc6 Nb8-c6 3. Bb5 *", "1. e4 e5 2. Nf3 Nc6 {Nb8-c6} 3. Bb5 *"),
    ] {
        let (found, codes) = read(text);
        assert_eq!(found, expected, "{text}");
        assert_eq!(codes, ["C010"], "{text}");
    }
    // A move of Black's may be missing.
    for text in
        ["1. e4 e4 2. Nf3 *", "1. e4 e5 2. Nf3 Nf3 3. Bb5 *", "1. e4 e5 2. Nf3 Nc6 3. Nc6 *"]
    {
        let codes = read(text).1;
        assert!(codes.contains(&"C001".to_string()), "{text}: {codes:?}");
    }
}

#[test]
fn letters_of_other_alphabets_are_read_and_written() {
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ 7. Kf1 Qe7 8. Qe2";
    let game = format!("{game} O-O 9. Rg1 Bd6 *");
    let english: Vec<&str> = game.split(' ').collect();
    for language in Language::all() {
        let local = |word: &&str| match word.ends_with('.') {
            true => (*word).to_string(),
            false => language.letters.from_english(word).as_str().to_string(),
        };
        let text: Vec<String> = english.iter().map(local).collect();
        let lax = SanOptions::default().with_letters(Some(language.letters));
        let options = ReadOptions::default().with_lax(lax);
        let (found, codes) = read_with(text.join(" ").as_bytes(), options);
        assert_eq!(found, game, "{}", language.name);
        assert!(!codes.iter().any(|code| code == "C003" || code == "C001"), "{codes:?}");
    }
}

#[test]
fn a_promotion_is_one_word_in_other_alphabets() {
    let fen = "[SetUp \"1\"]\n[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n";
    for language in Language::all() {
        let queen = language.letters.from_english("a8=Q+");
        let lax = SanOptions::default().with_letters(Some(language.letters));
        let options = ReadOptions::default().with_lax(lax);
        for text in [format!("{fen}1. {queen} *"), format!("{fen}1. {queen}+- *")] {
            let (found, _) = read_with(text.as_bytes(), options);
            assert!(found.starts_with("1. a8=Q+"), "{}: {found}", language.name);
        }
    }
}

#[test]
fn entities_and_periods_beyond_ascii_are_read() {
    for (text, expected) in [
        ("1.&nbsp;e4&nbsp;e5 2.&#160;Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("1.&nbsp;e4 e5 2.&nbsp;Nf3&nbsp;Nc6 1-0", "1. e4 e5 2. Nf3 Nc6 1-0"),
        ("1. e4 e5 2. &#9816;f3 &#x265E;c6 *", "1. e4 e5 2. Nf3 Nc6 *"),
        (
            "1. e4 e5 2. Nf3 Nf6 3. g3 g6 4. Bg2 Bg7 5. O&ndash;O O&#8211;O *",
            "1. e4 e5 2. Nf3 Nf6 3. g3 g6 4. Bg2 Bg7 5. O-O O-O *",
        ),
        ("1. e4 1… e5 2… *", "1. e4 e5 *"),
        ("1… e4 *", "1. e4 *"),
        ("1．e4 e5 2．Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("1。e4 e5 2。 Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("1· e4 e5 2·Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("1.… e4 *", "1. e4 *"),
        ("1. e4 1.&hellip; e5 *", "1. e4 {…} 1... e5 *"),
        ("1. e4 <> 2. d4 *", "1. e4 -- 2. d4 *"),
        ("1. e4 <>2. d4 *", "1. e4 -- 2. d4 *"),
        ("1. e4 <> *", "1. e4 -- *"),
        ("1. e4 (1. d4 <>) 1... e5 *", "1. e4 (1. d4 --) 1... e5 *"),
    ] {
        assert_eq!(moves(text), expected, "{text}");
    }
}
