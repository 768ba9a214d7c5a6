//! Tests of diagrams.
//!
//! Standard: §16.1.3. Decisions: D-11, D-47, D-63.

use super::*;
use pgn_chess::fen::{self, Mode};
use pgn_chess::notation::uci;
use proptest::prelude::*;

fn of(text: &str) -> Diagram {
    let (setup, _) = fen::parse_setup(text.as_bytes(), Mode::Lax).unwrap();
    Diagram::of_setup(&setup)
}

#[test]
fn text_has_ranks_files_and_who_is_to_move() {
    let mut diagram = Diagram::of(&Position::start());
    assert_eq!(
        diagram.text(Signs::Ascii),
        "8 r n b q k b n r\n7 p p p p p p p p\n6 . . . . . . . .\n5 . . . . . . . .\n\
         4 . . . . . . . .\n3 . . . . . . . .\n2 P P P P P P P P\n1 R N B Q K B N R\n  \
         a b c d e f g h\nWhite to move"
    );
    diagram.side = Color::Black;
    let black = diagram.text(Signs::Unicode);
    assert!(black.starts_with("1 ♖ ♘ ♗ ♔ ♕ ♗ ♘ ♖\n2 ♙"), "{black}");
    assert!(black.ends_with("8 ♜ ♞ ♝ ♚ ♛ ♝ ♞ ♜\n  h g f e d c b a\nWhite to move"), "{black}");
    diagram.coordinates = Coordinates::Hidden;
    diagram.turn = None;
    let bare = diagram.text(Signs::Ascii);
    assert!(bare.starts_with("R N B K Q B N R\n") && bare.ends_with("\nr n b k q b n r"), "{bare}");
}

#[test]
fn a_position_that_no_game_reaches_is_drawn_too() {
    // D-47
    let diagram = of("8/8/8/8/8/8/8/P6k b - - 0 1");
    assert!(
        diagram.text(Signs::Ascii).ends_with("1 P . . . . . . k\n  a b c d e f g h\nBlack to move")
    );
    assert_eq!(diagram.svg(360, PieceShapes::Own, "").matches("<use ").count(), 2);
}

#[test]
fn a_picture_has_each_man_on_its_square() {
    let mut diagram = of("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    let picture = diagram.svg(360, PieceShapes::Own, "<&\">");
    assert!(picture.contains("<title>&lt;&amp;&quot;&gt;</title>"), "{picture}");
    assert!(picture.contains("<use href=\"#man-R\" x=\"44\" y=\"744\"/>"), "{picture}");
    assert!(picture.contains("<use href=\"#man-k\" x=\"444\" y=\"44\"/>"), "{picture}");
    assert!(picture.contains("id=\"man-R\"") && !picture.contains("id=\"man-q\""), "{picture}");
    diagram.side = Color::Black;
    let turned = diagram.svg(360, PieceShapes::Shared, "");
    assert!(turned.contains("<use href=\"#man-R\" x=\"744\" y=\"44\"/>"), "{turned}");
    assert!(!turned.contains("<defs>"), "{turned}");
    for role in pgn_chess::Role::ALL {
        for color in Color::ALL {
            let id = format!("id=\"man-{}\"", pgn_chess::Piece { color, role }.to_char());
            assert_eq!(shared_pieces().matches(&id).count(), 1, "{id}");
        }
    }
}

#[test]
fn marks_of_comments_and_the_last_move_are_drawn() {
    let start = Position::start();
    let mv = uci::parse(&start, b"e2e4").unwrap();
    let mut diagram = Diagram::of(&start.after(mv));
    diagram.last = Some(mv);
    diagram.mark("look [%csl Gd5,Rf7] and [%cal Ge4d5,Be4e4] [%clk 0:01:00]");
    let picture = diagram.svg(360, PieceShapes::Own, "");
    assert_eq!(picture.matches("stroke-opacity").count(), 2, "{picture}");
    // An arrow that goes nowhere is not drawn.
    assert_eq!(picture.matches("fill-opacity=\".75\"").count(), 1, "{picture}");
    assert_eq!(picture.matches("fill-opacity=\".5\"").count(), 2, "{picture}");
}

#[test]
fn a_king_in_check_is_marked_and_themes_have_their_colors() {
    let mut diagram = of("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    assert_eq!(diagram.check, Some(Square::E1));
    let light = diagram.svg(360, PieceShapes::Own, "");
    assert_eq!(light.matches("fill=\"#d92f23\" fill-opacity=\".65\"").count(), 1, "{light}");
    assert!(light.contains("fill=\"#b39b7d\""), "{light}");
    for (theme, paper) in [(Theme::Dark, "#1e1c19"), (Theme::Print, "#ffffff")] {
        diagram.theme = theme;
        let picture = diagram.svg(360, PieceShapes::Own, "");
        assert!(picture.contains(&format!("<path d=\"M0 0h888v888h-888z\" fill=\"{paper}\"/>")));
        assert!(!picture.contains("#b39b7d"), "{picture}");
    }
    // Both in check: only the side to move counts, as for a position that no game reaches.
    assert_eq!(of("4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1").check, None);
    assert_eq!(of("8/8/8/8/8/8/8/P6k b - - 0 1").check, None);
}

/// Whether every tag that is opened is closed, in order.
pub(crate) fn is_well_formed(markup: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = markup;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let Some(end) = rest.find('>') else { return false };
        let (tag, behind) = (&rest[..end], &rest[end + 1..]);
        rest = behind;
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if tag.starts_with('!') || tag.ends_with('/') || name == "meta" {
            continue;
        }
        if tag.starts_with('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else {
            open.push(name);
        }
    }
    open.is_empty()
}

proptest! {
    #[test]
    fn any_title_and_any_marks_make_a_sound_picture(
        title in "\\PC{0,20}", comment in "(\\[%c(sl|al) [GRYB]?[a-h1-8]{0,4}(,[GRYB][a-h][1-8])?\\]|\\PC){0,4}"
    ) {
        let mut diagram = Diagram::of(&Position::start());
        diagram.mark(&comment);
        prop_assert!(is_well_formed(&diagram.svg(100, PieceShapes::Own, &title)));
        prop_assert!(is_well_formed(&shared_pieces()));
    }
}
