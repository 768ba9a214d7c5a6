use super::*;
use crate::charset::Choice;
use crate::game::NodeId;
use crate::read::{Games, ReadOptions};
use crate::tag::Outcome;

fn games(text: &str) -> Vec<Game> {
    games_of(text.as_bytes(), ReadOptions::default())
}

fn games_of(bytes: &[u8], options: ReadOptions) -> Vec<Game> {
    Games::with(bytes, options, ()).collect::<io::Result<_>>().expect("memory does not fail")
}

fn export(game: &Game, profile: Profile) -> Vec<u8> {
    let mut text = Vec::new();
    Export::new(profile).append(game, &mut text, &mut Vec::new()).expect("held");
    text
}

/// The movetext section of the archival form, without its empty line.
fn mt(text: &str) -> String {
    section(text, Profile::Archival)
}

fn section(text: &str, profile: Profile) -> String {
    let games = games(text);
    assert_eq!(games.len(), 1, "{text}");
    let bytes = export(&games[0], profile);
    let written: String = bytes.iter().map(|&byte| char::from(byte)).collect();
    let (_, movetext) = written.split_once("\n\n").expect("an empty line");
    movetext.strip_suffix("\n\n").expect("an empty line at the end").to_string()
}

/// The tag section of the archival form.
fn ts(text: &str) -> String {
    let bytes = export(&games(text)[0], Profile::Archival);
    let written: String = bytes.iter().map(|&byte| char::from(byte)).collect();
    written.split_once("\n\n").expect("an empty line").0.to_string()
}

#[track_caller]
fn check_mt(text: &str, expected: &str) {
    assert_eq!(mt(text), expected, "{text}");
    // A fixpoint, as every export is.
    assert_eq!(mt(expected), expected, "{text}");
}

#[test]
fn the_rows_of_the_standard_about_movetext() {
    check_mt("1. e4\t\u{b}{a\tb} e5 *", "1. e4 {a b} 1... e5 *"); // §4.2-01
    check_mt("1. e4 ; king pawn\n1... e5 *", "1. e4 {king pawn} 1... e5 *"); // §5-01
    check_mt("1. e4 {a\nb} e5 *", "1. e4 {a b} 1... e5 *"); // §5-02
    check_mt("1. e4 {a {b} e5 *", "1. e4 {a {b} 1... e5 *"); // §5-03
    check_mt("{x; y} 1. e4 *", "{x; y} 1. e4 *"); // §5-04
    check_mt("1. e4 {  a   b } *", "1. e4 {a b} *"); // §5-08
    check_mt("1. e4 ;a } b\n e5 *", "1. e4\n;a } b\n1... e5 *"); // §5-11
    check_mt("1. e4 {  } e5 *", "1. e4 e5 *"); // §5-12
    check_mt("1. e4\n%secret e5 d5 {\ne5 *", "1. e4 e5 *"); // §6-01
    check_mt("1. e4 {100 % sure} *", "1. e4 {100 % sure} *"); // §6-02
    check_mt("1. e4 {a\n%b} *", "1. e4 {a %b} *"); // §6-07
    check_mt("e4 e5 Nf3 *", "1. e4 e5 2. Nf3 *"); // §8.2.2.1-01
    check_mt("1. e4 e5 3. Nf3 *", "1. e4 e5 2. Nf3 *"); // §8.2.2.1-04
    check_mt("e4 *", "1. e4 *"); // §8.2.2.2-01
    check_mt("1. e4 1... e5 *", "1. e4 e5 *"); // §8.2.2.2-03
    check_mt("1. e4! e5 *", "1. e4 $1 1... e5 *"); // §8.2.2.2-04
    check_mt("1. e4 (1. d4 d5) e5 *", "1. e4 (1. d4 d5) 1... e5 *"); // §8.2.2.2-05
    check_mt("1. e4 e5 (1... c5) *", "1. e4 e5 (1... c5) *");
    check_mt("Pe4 Pe7-e5 *", "1. e4 e5 *"); // §8.2.3.2-03
    check_mt("f3 e5 g4 Qh4 *", "1. f3 e5 2. g4 Qh4# *"); // §8.2.3.5-01
    check_mt("1. e4 f5 2. Qh5+ g6 *", "1. e4 f5 2. Qh5+ g6 *"); // §8.2.3.5-05
    check_mt("1. e4 $007 *", "1. e4 $7 *"); // §8.2.4-03
    check_mt("1. e4", "1. e4 *"); // §8.2.6-04
    check_mt("1. e4 $0 e5 *", "1. e4 e5 *"); // §10-03
    check_mt(
        "1. e4 $1 $1 $0 $3 {a}{b} (1. d4)(1. c4) {c} e5 {} 2. d4 *",
        "1. e4 $1 $3 {a} {b} (1. d4) (1. c4) {c} 1... e5 2. d4 *",
    );
}

#[test]
fn black_may_begin() {
    // §8.2.2.2-02, -06
    let text = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 39\"]\n\nKd7 e4 *\n";
    assert_eq!(mt(text), "39... Kd7 40. e4 *");
}

#[test]
fn tags_are_written_in_order_and_form() {
    let seven = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]";
    assert_eq!(ts("*"), seven);
    assert_eq!(ts("[Foo \"bar\"]\n*"), format!("{seven}\n[Foo \"bar\"]"));
    // §8.1.1-04
    let tags = ts("[Whiteb \"1\"][WhiteElo \"2\"][ECO \"3\"][White_x \"4\"][A \"5\"] *");
    let names: Vec<&str> = tags.lines().skip(7).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["[A", "[ECO", "[WhiteElo", "[White_x", "[Whiteb"]);
    // §7-03
    assert!(ts(r#"[Event "a\"b\\c"] *"#).starts_with(r#"[Event "a\"b\\c"]"#));
    assert!(ts(r#"[Event "C:\dir"] *"#).starts_with(r#"[Event "C:\\dir"]"#));
    // D-14, D-15
    assert!(ts("[White \"A\"][White \"B\"] *").contains("[White \"B\"]"));
    assert!(ts("[foo \"1\"] *").contains("[Foo \"1\"]"));
    assert!(ts("[EVENT \"x\"] *").starts_with("[Event \"x\"]"));
    // D-23
    let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
    assert!(ts(&format!("{fen} 1. e4 *")).contains("[SetUp \"1\"]"));
    assert!(ts(&format!("[SetUp \"0\"]{fen} 1. e4 *")).contains("[SetUp \"1\"]"));
}

#[test]
fn results_are_settled() {
    // D-22
    for (text, marker) in [
        ("[Result \"1-0\"] 1. e4 0-1", "1-0"),
        ("[Result \"1-0\"] 1. e4 *", "1-0"),
        ("[Result \"*\"] 1. e4 0-1", "0-1"),
        ("[Result \"x\"] 1. e4 0-1", "0-1"),
        ("[Result \"1-0\"] 1. f3 e5 2. g4 Qh4# 0-1", "0-1"),
        ("[Result \"1/2\"] 1. e4", "1/2-1/2"),
    ] {
        assert!(mt(text).ends_with(marker), "{text}");
        assert!(ts(text).contains(&format!("[Result \"{marker}\"]")), "{text}");
    }
}

#[test]
fn reduced_form_holds_moves_only() {
    let text = "[Event \"1\"][ECO \"C20\"] 1. e4! {c} (1. d4) e5 *";
    let written = String::from_utf8(export(&games(text)[0], Profile::Reduced)).expect("ASCII");
    assert!(written.ends_with("[Result \"*\"]\n\n1. e4 e5 *\n\n"), "{written}");
    assert_eq!(written.matches('[').count(), 7);
    let set_up = &games("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"] 1. e4 *")[0];
    let mut keep = Export::new(Profile::Reduced);
    assert!(matches!(keep.write(set_up, &mut Vec::new()), Err(WriteError::Refused(_))));
    keep.keep_setup = KeepSetup::Keep;
    let mut kept = Vec::new();
    keep.write(set_up, &mut kept).expect("held");
    assert!(String::from_utf8_lossy(&kept).contains("[FEN "));
}

#[test]
fn reduced_form_is_written_from_a_list_of_moves() {
    let mut game = Game::new();
    let mut node = NodeId::ROOT;
    for text in ["e4", "e5", "Nf3", "Nc6"] {
        node = game.add_san(node, text).expect("a legal move");
    }
    game.set_outcome(Outcome::Draw);
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                    [White \"?\"]\n[Black \"?\"]\n[Result \"1/2-1/2\"]\n\n\
                    1. e4 e5 2. Nf3 Nc6 1/2-1/2\n\n";
    assert_eq!(export(&game, Profile::Reduced), expected.as_bytes());
}

#[test]
fn one_empty_line_follows_the_movetext() {
    let text = "[Event \"a\"]\n\n1. e4 {c} *\n\n\n\n[Event \"b\"]\n\n1. d4 e5 ; d\n1-0";
    for profile in Profile::ALL {
        let written: Vec<u8> = games(text).iter().flat_map(|game| export(game, profile)).collect();
        let written = String::from_utf8(written).expect("ASCII");
        assert!(written.contains(" *\n\n[Event \"b\"]\n"), "{written}");
        assert!(written.ends_with("1-0\n\n") && !written.contains("\n\n\n"), "{written}");
    }
}

#[test]
fn what_cannot_be_played_is_kept_as_text() {
    // D-30, D-33, D-34
    check_mt("1. e4 e5 2. Ke5 Nf6 {x} *", "1. e4 e5 {Unplayable: 2. Ke5 Nf6 [x]} *");
    // Letters of another language: White must not play Black's next move.
    check_mt("1. d4 Sf6 d5 *", "1. d4 {Unplayable: Sf6 d5} *");
    // Words among the moves are comments, whatever their letters.
    check_mt("1. e4 foo e5 2. Nf3 bar Nc6 *", "1. e4 {foo} 1... e5 2. Nf3 {bar} 2... Nc6 *");
    check_mt("(1. d4 d5) 1. e4 *", "{Variation: 1. d4 d5} 1. e4 *");
    check_mt("1. e4 () e5 ({note}) *", "1. e4 e5 {note} *");
    check_mt(
        "1. e4 e5 2. Nf3 (2. c3 d5 3. exd5 -- 4. d4) Nc6 *",
        "1. e4 e5 2. Nf3 {Variation: 2. c3 d5 3. exd5 -- 4. d4} 2... Nc6 *",
    );
    check_mt("1. e4 -- 2. d4 *", "1. e4 {Unplayable: 1... -- 2. d4} *");
    assert_eq!(section("1. e4 -- 2. d4 *", Profile::Modern), "1. e4 -- 2. d4 *");
    check_mt("1. e4 (1. d4 d5 1/2-1/2) e5 *", "1. e4 (1. d4 d5 {1/2-1/2}) 1... e5 *");
    check_mt("1. e4 foo e5 *", "1. e4 {foo} 1... e5 *");
    check_mt("1. e4 += e5 = 2. Nf3 +- Nc6 ± *", "1. e4 $14 1... e5 $10 2. Nf3 $18 2... Nc6 $16 *");
}

#[test]
fn worked_layouts_of_annotated_movetext() {
    let text = "[Event \"x\"] [Site \"y\"]\n[White \"A\"][ Black\n\"B\" ][Result \"1-0\"]\n; opening remark\n1.e4! {King's   pawn} e5 (1...c5 2.Nf3 (2.c3) d6)\n2. Nf3 Nc6?! {the usual} $36 3 . Bb5 1-0\n";
    check_mt(
        &text.replace("[Result \"1-0\"]", ""),
        "{opening remark} 1. e4 $1 {King's pawn} 1... e5 (1... c5 2. Nf3 (2. c3) 2...\nd6) 2. Nf3 Nc6 $6 $36 {the usual} 3. Bb5 1-0",
    );
    check_mt(
        "1. e4 e5 {A comment that is long enough to be wrapped over two lines by the exporter, 50 % of the time} 2. Nf3 {[%clk 0:01:02]} Nc6 ; closing } brace\n3. Bb5 *",
        "1. e4 e5 {A comment that is long enough to be wrapped over two lines by the\nexporter, 50 % of the time} 2. Nf3 {[%clk 0:01:02]} 2... Nc6\n;closing } brace\n3. Bb5 *",
    );
}

#[test]
fn modern_form_needs_no_number_after_a_nag() {
    assert_eq!(section("1. e4! e5 *", Profile::Modern), "1. e4 $1 e5 *");
}

#[test]
fn latin_1_holds_what_it_can() {
    let game = &games("[White \"Đoković, Ž. „x“\"]\n\n1. e4 {Müller} *")[0];
    let mut text = Vec::new();
    let mut losses = Vec::new();
    Export::new(Profile::Archival).append(game, &mut text, &mut losses).expect("held");
    assert!(losses.iter().any(|loss| loss.fault.name == "replaced-character"));
    assert!(text.windows(7).any(|w| w == b"M\xFCller}"), "{}", text.escape_ascii());
    let strict = Export::default()
        .with_profile(Profile::Archival)
        .with_unrepresentable(Unrepresentable::Refuse);
    assert!(matches!(strict.write(game, &mut Vec::new()), Err(WriteError::Refused(_))));
    let read = games_of(
        &text,
        ReadOptions::default().with_encoding(Choice::Fixed(crate::charset::Encoding::Latin1)),
    );
    assert_eq!(export(&read[0], Profile::Archival), text);
}

#[test]
fn lossless_form_keeps_everything() {
    let text = "[white \"x\"]\n;between\n%escape 1\n[Event \"a\"]\n[Event \"b\"]\n\n{ two  blanks\nand a line } 1. e4 $0 $300 () ({only}) <odd> e5 ; rest\n%escape 2\n*\n";
    let game = &games(text)[0];
    let written = export(game, Profile::Lossless);
    let again = games_of(&written, ReadOptions::default());
    assert_eq!(&again[0], game, "{}", String::from_utf8_lossy(&written));
    let text = String::from_utf8(written).expect("UTF-8");
    for part in [
        ";between\n",
        "%escape 1\n",
        "{ two  blanks\nand a line }",
        "$0",
        "$300",
        "()",
        "({only})",
        "%reserved <odd>\n",
        "; rest\n",
        "%escape 2\n",
    ] {
        assert!(text.contains(part), "{part:?} in {text}");
    }
}

#[test]
fn unknown_variants_keep_their_text() {
    let text = "[Variant \"Shatranj\"]\n\n1. e4 d5 2. exd5 Qxd5 3. @f3 P@e4 *\n";
    let game = &games(text)[0];
    assert!(matches!(
        Export::new(Profile::Archival).write(game, &mut Vec::new()),
        Err(WriteError::Refused(_))
    ));
    assert_eq!(section(text, Profile::Modern), "1. e4 d5 2. exd5 Qxd5 3. @f3 P@e4 *");
}

#[test]
fn drops_are_no_san_of_the_standard() {
    let text = "[Variant \"crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 (2... Nf6 3. @f3) 3. Nf3 *\n";
    let game = &games(text)[0];
    for profile in [Profile::Archival, Profile::Reduced] {
        let refused = Export::new(profile).write(game, &mut Vec::new());
        assert!(matches!(refused, Err(WriteError::Refused(_))));
    }
    let expected = "1. e4 d5 2. exd5 Qxd5 (2... Nf6 3. P@f3) 3. Nf3 *";
    assert_eq!(section(text, Profile::Modern), expected);
    let text = "[Variant \"crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 *\n";
    assert_eq!(section(text, Profile::Archival), "1. e4 d5 2. exd5 Qxd5 *");
}

#[test]
fn carriage_returns_are_put_in_at_the_end() {
    let game = Game::new();
    let mut crlf = Vec::new();
    let export = Export::default().with_newline(Newline::CrLf);
    export.write(&game, &mut crlf).expect("held");
    let mut lf = Vec::new();
    Export::default().write(&game, &mut lf).expect("held");
    assert_eq!(String::from_utf8_lossy(&crlf).replace("\r\n", "\n").as_bytes(), lf);
}

#[test]
fn odd_masses_cost_no_square_of_time() {
    // Half a minute, if each tag or command looked at all the others.
    let tags: String = (0..20_000).map(|n| format!("[t{n} \"x\"]\n")).collect();
    let comment = format!("1. e4 {{{}}} *", "[%clk ".repeat(30_000));
    for text in [tags, comment] {
        let game = crate::read::Games::new(text.as_bytes()).next().expect("a game").expect("read");
        for profile in Profile::ALL {
            let written = Export::new(profile).append(&game, &mut Vec::new(), &mut Vec::new());
            assert!(written.is_ok());
        }
    }
}
