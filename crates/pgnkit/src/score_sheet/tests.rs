//! Tests of readable games.
//!
//! Standard: §10, §17. Decisions: D-59, D-62, D-63.

use super::*;
use crate::game::Game;
use crate::read::Games;
use crate::testing::game;
use proptest::prelude::*;

fn text(sheet: &Sheet, game: &Game) -> String {
    let mut out = String::new();
    sheet.text(game, &mut out);
    out
}

const GAME: &str = "[Event \"Candidates\"] [Site \"Bled JUG\"] [Date \"1959.10.??\"] [Round \"3\"]\
    [White \"Tal, Mikhail N.\"] [Black \"Fischer, Robert J.\"] [Result \"1-0\"] [WhiteTitle \"GM\"]\
    [WhiteElo \"2705\"] [BlackElo \"-\"] [ECO \"E93\"] [Opening \"King's Indian\"]\n\n\
    {A start.} 1. e4! e5 $14 (1... c5 {sharp} 2. Nf3 (2. c3 $36) 2... d6) 2. Nf3 {[%clk 0:01:00]}\
    Nc6 $220 3. Bb5 {best [#]} 1-0";

#[test]
fn a_sheet_has_heading_moves_and_diagrams() {
    let shown = text(&Sheet::default(), &game(GAME));
    let expected = "\
GM Tal, Mikhail N. (2705) – Fischer, Robert J.  1-0
Candidates, Bled JUG, 1959.10, round 3
E93 King's Indian

A start.

1. e4! e5 ⩲
    (1... c5 sharp 2. Nf3 (2. c3 ↑) 2... d6)
2. Nf3 Nc6

    8 ♜ · ♝ ♛ ♚ ♝ ♞ ♜
    7 ♟ ♟ ♟ ♟ · ♟ ♟ ♟
    6 · · ♞ · · · · ·
    5 · · · · ♟ · · ·
    4 · · · · ♙ · · ·
    3 · · · · · ♘ · ·
    2 ♙ ♙ ♙ ♙ · ♙ ♙ ♙
    1 ♖ ♘ ♗ ♕ ♔ ♗ · ♖
      a b c d e f g h
    White to move

3. Bb5

";
    assert!(shown.starts_with(expected), "{shown}");
    assert!(shown.ends_with("    Black to move\n\nbest\n\n1-0\n\n\n"), "{shown}");
}

#[test]
fn letters_signs_and_words_are_a_matter_of_choice() {
    let game = game(GAME);
    let german = pgn_chess::notation::letters::Language::find("de").unwrap().letters;
    let sheet = Sheet::default().with_letters(german);
    assert!(text(&sheet, &game).contains("2. Sf3 Sc6"), "{}", text(&sheet, &game));
    let sheet = Sheet::default().with_characters(Characters::Ascii);
    let ascii = text(&sheet, &game);
    assert!(ascii.is_ascii() && ascii.contains("2705) - Fischer"), "{ascii}");
    assert!(
        ascii.contains("e5 +=") && ascii.contains("2. c3 White has the initiative)"),
        "{ascii}"
    );
    let nags = NagTable::parse("# mine\n14\tWeiß steht besser\t\n1\tfein\t*\n").unwrap();
    let own = text(&Sheet::default().with_nags(nags), &game);
    assert!(own.contains("1. e4* e5 Weiß steht besser\n    (1... c5"), "{own}");
    assert_eq!(NagTable::parse("1\tx\n300\tx").unwrap_err().line, 2);
    assert_eq!(NagTable::parse("1 x").unwrap_err().line, 1);
}

#[test]
fn a_set_up_position_is_shown_first() {
    let study = game("[SetUp \"1\"] [FEN \"7K/8/k1P5/7p/8/8/8/8 b - - 0 1\"]\n\n1... h4 2. Kg7 *");
    let shown = text(&Sheet::default(), &study);
    assert!(shown.starts_with("? – ?  *\n\n    8 · · · · · · · ♔\n"), "{shown}");
    assert!(shown.ends_with("Black to move\n\n1... h4 2. Kg7 *\n\n\n"), "{shown}");
}

#[test]
fn what_cannot_be_played_is_shown_as_text() {
    let game = game("[Variant \"Shatranj\"]\n\n1. e4 Zx9 $220 {x} {[#]} *");
    let shown = text(&Sheet::default(), &game);
    assert!(shown.contains("Shatranj\n\n1. e4 Zx9 diagram\n\nx\n\n(diagram) *"), "{shown}");
}

#[test]
fn a_page_holds_its_games_and_their_diagrams() {
    let mut page = head("<Games>");
    Sheet::default().html(&game(GAME), &mut page);
    Sheet::default().html(&game("1. e4 (1. d4 $220 (1. c4)) *"), &mut page);
    Sheet::default().html(&game("[White \"<b>\"] 1. e4 {a < b & c} *"), &mut page);
    page.push_str(FOOT);
    assert!(crate::diagram::tests::is_well_formed(&page), "{page}");
    assert!(page.contains("<title>&lt;Games&gt;</title>") && page.contains("<h2>&lt;b&gt; – ?"));
    assert!(page.contains("<p class=\"comment\" lang=\"\">a &lt; b &amp; c</p>"));
    assert!(
        page.contains("<b>2.\u{a0}Nf3</b>") && page.contains("<h1>&lt;Games&gt;</h1>"),
        "{page}"
    );
    let variation =
        "<p class=\"variation\">(1...\u{a0}c5\n<i lang=\"\">sharp</i>\n2.\u{a0}Nf3\n(2.\u{a0}c3 ↑)";
    assert!(page.replace("\n↑", " ↑").contains(variation), "{page}");
    assert_eq!(page.matches("<figure>").count(), 2 + 1 + 1);
    let label = "aria-label=\"After Nc6. White: king e1, queen d1, ";
    assert!(page.contains(label) && page.contains("<title>After Nc6</title>"), "{page}");
    assert!(
        !page.contains("http:")
            || page.matches("http:").count() == page.matches("<svg xmlns").count()
    );
}

#[test]
fn a_game_that_asks_for_a_thousand_diagrams_gets_a_hundred() {
    let moves = "1. Nf3 $220 Nf6 $220 $220 2. Ng1 $220 Ng8 $220 ".repeat(250);
    let mut page = String::new();
    Sheet::default().html(&game(&format!("{moves}*")), &mut page);
    assert_eq!(page.matches("<figure>").count(), 100);
    assert_eq!(page.matches("(diagram)").count(), 900);
}

#[test]
fn a_diagram_follows_every_such_number_of_moves() {
    let moves = "1. Nf3 Nf6 (1... d5 2. g3 Nc6) 2. Ng1 Ng8! {home} 3. Nf3 Nf6 4. Ng1 Ng8 *";
    let sheet = Sheet::default().with_diagram_moves(2);
    let shown = text(&sheet, &game(moves));
    assert_eq!(shown.matches("White to move").count(), 2, "{shown}");
    assert!(shown.contains("2. Ng1 Ng8!\n\n    8 ♜"), "{shown}");
    assert!(shown.contains("White to move\n\nhome\n\n3. Nf3 Nf6 4. Ng1 Ng8\n\n    8"), "{shown}");
    assert!(shown.ends_with("White to move\n\n*\n\n\n"), "{shown}");
    // A move that asks for a diagram does not get two.
    let asked = text(&sheet, &game("1. Nf3 Nf6 2. Ng1 Ng8 $220 *"));
    assert_eq!(asked.matches("White to move").count(), 1, "{asked}");
}

#[test]
fn deep_variations_need_no_deep_stack() {
    let deep = format!("1. e4 {} *", "(1. d4 $220 ".repeat(20_000));
    let deep = game(&deep);
    let mut page = String::new();
    Sheet::default().html(&deep, &mut page);
    assert!(page.len() < 4_000_000);
    assert!(text(&Sheet::default(), &deep).contains("1. d4"));
}

proptest! {
    #[test]
    fn any_game_makes_a_sound_sheet(
        moves in "(1\\. |e4 |d5 |Nf3 |\\(|\\) |\\$[0-9]{1,3} |\\{[^}]{0,12}\\} |! |\\[#\\]|;x\n){0,24}"
    ) {
        let Some(Ok(game)) = Games::new(moves.as_bytes()).next() else { return Ok(()) };
        let mut page = String::new();
        Sheet::default().html(&game, &mut page);
        prop_assert!(crate::diagram::tests::is_well_formed(&page), "{}", page);
        let sheet = Sheet::default().with_characters(Characters::Ascii);
        let shown = text(&sheet, &game);
        prop_assert!(shown.is_ascii() && shown.ends_with("\n\n\n"));
        prop_assert!(shown.lines().all(|line| line.len() <= 100), "{}", shown);
        prop_assert!(end(&game).is_some());
    }
}
