use super::*;
use crate::testing::{edited, game, movetext};

/// The node after the main line's first `n` moves.
fn nth(game: &Game, n: usize) -> NodeId {
    std::iter::once(NodeId::ROOT).chain(game.main_line()).nth(n).expect("a move")
}

#[test]
fn a_cursor_walks_with_the_position() {
    let game = game("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) d6) 2. Nf3 *");
    let mut cursor = game.cursor();
    assert!(cursor.forward() && cursor.forward());
    assert_eq!(cursor.san().expect("a move").as_str(), "e5");
    assert!(cursor.enter_variation(0) && cursor.forward() && cursor.forward());
    assert_eq!(cursor.san().expect("a move").as_str(), "Nf3");
    assert!(cursor.enter_variation(0) && cursor.forward());
    assert_eq!(cursor.san().expect("a move").as_str(), "c3");
    let deep = cursor.node();
    let position = *cursor.position().expect("checked");
    assert!(cursor.back() && cursor.back() && cursor.back());
    assert_eq!(cursor.san().expect("a move").as_str(), "c5");
    cursor.to_start();
    cursor.go_to(deep);
    assert_eq!(cursor.position(), Some(&position));
}

#[test]
fn moves_are_added_once_and_only_legal_ones() {
    let mut game = Game::new();
    let e4 = game.add_san(NodeId::ROOT, "e4").expect("legal");
    assert_eq!(game.add_san(NodeId::ROOT, "e2e4"), Ok(e4));
    let d4 = game.add_san(NodeId::ROOT, "d4").expect("legal");
    assert_eq!(game.add_san(NodeId::ROOT, "d4"), Ok(d4));
    assert!(matches!(game.add_san(e4, "e4"), Err(EditError::Unresolved(_))));
    game.add_san(d4, "d5").expect("legal");
    game.add_san(e4, "c5").expect("legal");
    assert_eq!(movetext(&game), "1. e4 (1. d4 d5) 1... c5 *");
}

#[test]
fn variations_change_places() {
    let mut game = game("1. e4 {king} (1. d4 {queen} d5) (1. c4) e5 (1... c5) 2. Nf3 *");
    let e4 = nth(&game, 1);
    let heads: Vec<NodeId> = game.tree().variations(e4).collect();
    game.promote(heads[1]).expect("a variation");
    assert_eq!(
        movetext(&game),
        "1. e4 {king} (1. c4) (1. d4 {queen} 1... d5) 1... e5 (1... c5) 2. Nf3 *"
    );
    game.demote(heads[1]).expect("a variation");
    game.promote(heads[0]).expect("a variation");
    assert_eq!(
        movetext(&game),
        "1. d4 {queen} (1. e4 {king} 1... e5 (1... c5) 2. Nf3) (1. c4) 1... d5 *"
    );
    let d4 = nth(&game, 1);
    let back = game.tree().variations(d4).next().expect("a variation");
    game.promote(back).expect("a variation");
    assert_eq!(game.promote(NodeId::ROOT), Err(EditError::MainLine));
    assert!(movetext(&game).starts_with("1. e4 {king} (1. d4 {queen} 1... d5) (1. c4)"));
}

#[test]
fn lines_are_deleted_and_cut() {
    let mut game = game("1. e4 (1. d4) (1. c4) e5 2. Nf3 Nc6 *");
    let e4 = nth(&game, 1);
    let head = game.tree().variations(e4).next().expect("a variation");
    game.delete(head).expect("a variation");
    game.truncate_after(nth(&game, 2));
    assert_eq!(movetext(&game), "1. e4 (1. c4) 1... e5 *");
    game.delete(nth(&game, 2)).expect("a move");
    assert_eq!(movetext(&game), "1. e4 (1. c4) *");
    assert_eq!(game.delete(NodeId::ROOT), Err(EditError::MainLine));
}

#[test]
fn annotations_are_stripped_everywhere() {
    let text = "{open} 1. e4 $1 {[%clk 1:00] fine} (1. d4 $2 {x}) e5 {[%clk 1:00]} *";
    let strip = |strip: Strip| {
        let mut game = game(text);
        game.strip(strip);
        movetext(&game)
    };
    let none = Strip::default();
    assert_eq!(strip(none.with_comments(true)), "1. e4 $1 (1. d4 $2) 1... e5 *");
    assert_eq!(strip(none.with_commands(true)), "{open} 1. e4 $1 {fine} (1. d4 $2 {x}) 1... e5 *");
    assert_eq!(strip(none.with_nags(true).with_comments(true).with_variations(true)), "1. e4 e5 *");
}

#[test]
fn walking_is_reading() {
    let game = game("[White \"A \\\"B\\\"\"]\n\n{o} 1. e4 $1 {c} (1. d4 d5 (1... Nf6)) e5 1-0\n");
    let mut referee = crate::read::Referee::new(crate::read::Builder::default(), ());
    assert!(game.visit(&mut referee).is_continue());
    assert_eq!(referee.listener.take().as_ref(), Some(&game));
}

#[test]
fn only_what_was_edited_is_spelled_anew() {
    let source = "[White  \"Tal\"]\n[Event\"x\"]\n\n1.e4!  {best } e5 (1...c5 2.Nf3)\n2.Nf3 Nc6 1-0 ; late\n";
    let edited = |edit: &dyn Fn(&mut Game)| edited(source, edit);
    assert_eq!(edited(&|_| {}), source);
    assert_eq!(
        edited(&|game| game.tags.set("White", "Tal, M.")),
        source.replace("[White  \"Tal\"]", "[White \"Tal, M.\"]")
    );
    assert_eq!(
        edited(&|game| game.tags.set("Site", "Riga")),
        source.replace("[Event\"x\"]", "[Event\"x\"]\n[Site \"Riga\"]")
    );
    assert_eq!(edited(&|game| game.set_outcome(Outcome::Draw)), source.replace("1-0", "1/2-1/2"));
    assert_eq!(
        edited(&|game| game.strip(Strip::default().with_comments(true))),
        source.replace("  {best }", "").replace("; late", "").replace("1-0 ", "1-0")
    );
    let with_move = edited(&|game| {
        let last = game.main_line().last().expect("a move");
        game.add_san(last, "Bb5").expect("legal");
    });
    assert_eq!(with_move, source.replace("Nc6 1-0", "Nc6 3. Bb5 1-0"));
    let variation = edited(&|game| {
        let e4 = game.main_line().next().expect("a move");
        game.add_san(e4, "d5").expect("legal");
    });
    assert_eq!(variation, source.replace("2.Nf3)", "2.Nf3) (1... d5)"));
}

#[test]
fn a_game_that_begins_later_has_its_position() {
    let mut later = game("{opening} 1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 {x} 3. Bb5 1-0");
    later.begin_at(nth(&later, 3)).expect("a move");
    assert_eq!(later.tag("SetUp"), Some("1"));
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2";
    assert_eq!(later.tag("FEN"), Some(fen));
    let expected = "{opening} 2. Nf3 (2. f4 exf4) 2... Nc6 {x} 3. Bb5 1-0";
    assert_eq!(movetext(&later), expected);
    assert_eq!(later.begin_at(NodeId::ROOT), Err(EditError::EmptyLine));
    let variation = later.main_line().find_map(|node| later.tree().variations(node).next());
    let variation = variation.expect("a variation");
    assert_eq!(later.begin_at(variation), Err(EditError::EmptyLine));
    let mut whole = game("1. e4 e5 *");
    whole.begin_at(nth(&whole, 1)).expect("a move");
    assert_eq!((whole.tag("FEN"), movetext(&whole).as_str()), (None, "1. e4 e5 *"));
}

#[test]
fn each_variation_is_a_game_of_its_own() {
    let text = "1. e4 {a} e5 (1... c5 $1 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 ({b} 2. f4) \
        2... Nc6 1-0";
    let whole = game(&format!("[Result \"1-0\"]\n\n{text}"));
    let expected = [
        (0, "1. e4 {a} 1... e5 2. Nf3 Nc6 1-0"),
        (1, "1. e4 {a} 1... c5 $1 2. Nf3 d6 *"),
        (2, "1. e4 {a} 1... c5 $1 2. c3 d5 *"),
        (1, "1. e4 {a} 1... e6 *"),
        (1, "1. e4 {a} 1... e5 {b} 2. f4 *"),
    ];
    for depth_max in 0..4 {
        let lines: Vec<String> = whole.lines_alone(depth_max).map(|game| movetext(&game)).collect();
        let expected = expected.iter().filter(|(depth, _)| *depth <= depth_max);
        assert_eq!(lines, expected.map(|(_, text)| *text).collect::<Vec<_>>());
    }
    let alone = whole.lines_alone(1).nth(1).expect("a variation");
    assert_eq!(alone.tag("Result"), Some("*"));
}

/// The way to a variation costs its moves, however deep it is nested and however many replace the
/// same move. By the square this would take minutes.
#[test]
fn many_lines_are_taken_apart_in_time() {
    const N: usize = 50_000;
    let deep = format!("1. e4 {}{} *", "(1. d4 ".repeat(N), ")".repeat(N));
    let wide = format!("1. e4 {} e5 {} *", "(1. d4) ".repeat(N), "(1... c5) ".repeat(N));
    for (text, n_lines) in [(deep, N + 1), (wide, 2 * N + 1)] {
        let whole = game(&text);
        assert_eq!(whole.lines_alone(u32::MAX).count(), n_lines);
        let last = whole.lines_alone(u32::MAX).last().expect("the main line");
        assert!(last.main_line().count() <= 2);
    }
}

/// The result of an edit of the tags: with all of the layout, and with that of the tags alone.
#[track_caller]
fn edit_tags(source: &str, edit: &dyn Fn(&mut Game)) -> String {
    use crate::read::{ReadOptions, read_region_tags, read_region_with_layout};
    use crate::write::{write_tags_verbatim, write_verbatim};
    let mut regions = pgn_syntax::Regions::new(source.as_bytes());
    let (mut whole, mut quick) = (Vec::new(), Vec::new());
    while let Some(region) = regions.next_region().expect("memory does not fail") {
        let options = ReadOptions::default();
        let Some((mut game, layout)) = read_region_with_layout(&region, options, ()) else {
            assert!(read_region_tags(&region, options).is_none());
            [&mut whole, &mut quick].iter_mut().for_each(|out| out.extend(region.text));
            continue;
        };
        edit(&mut game);
        write_verbatim(&game, &layout, &mut whole);
        let (mut game, layout) = read_region_tags(&region, options).expect("a game");
        edit(&mut game);
        write_tags_verbatim(&game, &layout, &mut quick);
    }
    assert_eq!(String::from_utf8_lossy(&quick), String::from_utf8_lossy(&whole), "{source:?}");
    String::from_utf8(whole).expect("UTF-8")
}

#[test]
fn edited_tags_stand_as_a_person_would_write_them() {
    let set = |game: &mut Game| game.tags.set("ECO", "B00");
    let drop = |name: &'static str| {
        move |game: &mut Game| {
            game.tags.remove(name);
        }
    };
    let clear = |game: &mut Game| game.tags.clear();
    let two = "\n[A \"1\"]\n[B \"2\"]\n\n1. e4 *\n\n\n[A \"1\"]\n[B  \"2\"]\n\n1.e4 *\n";
    type Case<'a> = (&'a str, &'a dyn Fn(&mut Game), &'a str);
    let put = |game: &mut Game| game.tags.put("Event", "e");
    let cases: [Case<'_>; 16] = [
        (
            two,
            &put,
            "\n[Event \"e\"]\n[A \"1\"]\n[B \"2\"]\n\n1. e4 *\n\n\n[Event \"e\"]\n[A \"1\"]\n[B  \"2\"]\n\n1.e4 *\n",
        ),
        ("[Site \"x\"]\n\n*", &put, "[Event \"e\"]\n[Site \"x\"]\n\n*"),
        ("1. e4 *\n", &set, "[ECO \"B00\"]\n\n1. e4 *\n"),
        ("1. e4 *\n\n1. d4 *\n", &set, "[ECO \"B00\"]\n\n1. e4 *\n\n[ECO \"B00\"]\n\n1. d4 *\n"),
        ("\r\n[A \"1\"]\r\n\r\n*\r\n", &set, "\r\n[A \"1\"]\r\n[ECO \"B00\"]\r\n\r\n*\r\n"),
        ("% x\n1. e4 *", &set, "[ECO \"B00\"]\n\n% x\n1. e4 *"),
        ("\u{feff}1. e4 *", &set, "\u{feff}[ECO \"B00\"]\n\n1. e4 *"),
        ("[A \"1\"]", &set, "[A \"1\"]\n[ECO \"B00\"]"),
        ("[ECO \"A00\"] [A \"1\"]\n\n*", &set, "[ECO \"B00\"] [A \"1\"]\n\n*"),
        (two, &drop("A"), "\n[B \"2\"]\n\n1. e4 *\n\n\n[B  \"2\"]\n\n1.e4 *\n"),
        (two, &drop("B"), "\n[A \"1\"]\n\n1. e4 *\n\n\n[A \"1\"]\n\n1.e4 *\n"),
        (two, &clear, "\n1. e4 *\n\n\n1.e4 *\n"),
        ("[A \"1\"]\n{in tags}\n[B \"2\"]\n\n*\n", &drop("B"), "[A \"1\"]\n{in tags}\n\n*\n"),
        ("[A \"1\"]\n{in tags}\n[B \"2\"]\n\n*\n", &drop("A"), "[B \"2\"]\n{in tags}\n\n*\n"),
        ("[A \"1\"]\n\n{open}\n1. e4 *\n", &set, "[A \"1\"]\n[ECO \"B00\"]\n\n{open}\n1. e4 *\n"),
        ("lost\n[A \"1\"]\n\n*\n", &set, "lost\n[A \"1\"]\n[ECO \"B00\"]\n\n*\n"),
    ];
    for (source, edit, expected) in cases {
        assert_eq!(edit_tags(source, edit), expected, "{source:?}");
    }
    let strip = |game: &mut Game| game.strip(Strip::default().with_comments(true));
    let stripped = edited("[A \"1\"]\n\n{open}\n1. e4 {x} e5 *\n", &strip);
    assert_eq!(stripped, "[A \"1\"]\n\n1. e4 e5 *\n");
}

#[test]
fn lines_of_a_new_comment_end_as_those_of_the_file() {
    let comment = |text: &'static str| {
        move |game: &mut Game| {
            let first = game.main_line().next().unwrap_or_default();
            let kind = pgn_syntax::CommentKind::Brace;
            game.tree_mut().add_comment_before_variations(first, kind, text);
        }
    };
    let (lf, crlf) = ("1. e4 e5 *\n", "1. e4 e5 *\r\n");
    assert_eq!(edited(lf, &comment("a\nb")), "1. e4 {a\nb} e5 *\n");
    assert_eq!(edited(crlf, &comment("a\nb")), "1. e4 {a\r\nb} e5 *\r\n");
    assert_eq!(edited(crlf, &comment("a}\nb")), "1. e4 ;a}\r\n;b\r\n e5 *\r\n");
}

#[test]
fn what_is_put_in_does_not_run_into_what_is_there() {
    let after_each = |game: &mut Game| {
        let nodes: Vec<NodeId> = core::iter::once(NodeId::ROOT).chain(game.main_line()).collect();
        for node in nodes {
            let kind = pgn_syntax::CommentKind::Brace;
            game.tree_mut().add_comment_before_variations(node, kind, "x");
        }
    };
    let strip = |game: &mut Game| {
        game.strip(Strip::default().with_variations(true));
        game.rewrite_comments(|text| (text == "gone").then(String::new));
    };
    type Case<'a> = (&'a str, &'a dyn Fn(&mut Game), &'a str);
    let cases: [Case<'_>; 7] = [
        ("1. e4 ; good\n e5 *\n", &after_each, "{x} 1. e4 ; good\n{x}\n e5 {x} *\n"),
        ("[A \"1\"]\n\n1. e4 *", &after_each, "[A \"1\"]\n\n{x} 1. e4 {x} *"),
        ("1. e4 e5(1... c5)2. d4 *", &after_each, "{x} 1. e4 {x} e5 {x}(1... c5)2. d4 {x} *"),
        ("1. e4 e5(1... c5)2. d4 *", &strip, "1. e4 e5 2. d4 *"),
        ("1. e4 ; good\n{gone} e5 *", &strip, "1. e4 ; good\n e5 *"),
        ("1. e4 (1. d4) ; good\n{gone}e5 *", &strip, "1. e4 ; good\ne5 *"),
        ("1. e4{gone}e5 *", &strip, "1. e4 e5 *"),
    ];
    for (source, edit, expected) in cases {
        let written = edited(source, edit);
        assert_eq!(written, expected, "{source:?}");
        assert_eq!(movetext(&game(&written)), {
            let mut edited = game(source);
            edit(&mut edited);
            movetext(&edited)
        });
    }
}

#[test]
fn moves_that_were_moved_have_the_numbers_that_they_need() {
    /// The line of the last variation becomes the main line.
    fn promote(game: &mut Game) {
        let head = game.stops(|_| true).filter_map(|at| match at.stop {
            Stop::Open(head) => Some(head),
            _ => None,
        });
        let head = head.last().expect("a variation");
        let first = game.tree().next(head).expect("a move");
        while game.promote(first).is_ok() {}
    }
    fn delete_variation(game: &mut Game) {
        let tree = game.tree();
        let head = tree.nodes().find_map(|node| tree.variations(node).next());
        game.delete(head.expect("a variation")).expect("a variation");
    }
    fn comment_first(game: &mut Game) {
        let first = game.main_line().next().expect("a move");
        game.add_comment(first, "x");
    }
    type Case<'a> = (&'a str, &'a dyn Fn(&mut Game), &'a str);
    let cases: [Case<'_>; 12] = [
        ("1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 *", &promote, "1. e4 e5 2. f4 (2. Nf3 Nc6) exf4 *"),
        ("1.e4 e5 2.Nf3 (2.f4 exf4) Nc6 *", &promote, "1.e4 e5 2.f4 (2.Nf3 Nc6) exf4 *"),
        ("1. e4 e5 (1... c5 2. c3) 2. d4 *", &promote, "1. e4 c5 (1... e5 2. d4) 2. c3 *"),
        (
            "[A \"1\"]\n\n1. e4! {x} 1... e5 (1... c5) *",
            &promote,
            "[A \"1\"]\n\n1. e4! {x} 1... c5 (1... e5) *",
        ),
        ("[A \"1\"]\n\n1. e4! (1. d4) e5 *", &promote, "[A \"1\"]\n\n1. d4 (1. e4! e5) *"),
        ("1. e4! (1. d4) 1... e5 *", &promote, "1. d4 (1. e4! e5) *"),
        ("1. e4 {x} 1... e5 (1... c5) 2. d4 *", &promote, "1. e4 {x} 1... c5 (1... e5 2. d4) *"),
        ("e4 e5 (c5 Nf3) Nc3 *", &promote, "e4 c5 (1... e5 Nc3) Nf3 *"),
        ("1. e4 (1. d4) 1... e5 *", &delete_variation, "1. e4 e5 *"),
        (
            "1. e4 (1. d4) 1... e5 2. d4 2... d5 *",
            &delete_variation,
            "1. e4 1... e5 2. d4 2... d5 *",
        ),
        ("1. e4 e5 2. d4 {y} 2... d5 *", &comment_first, "1. e4 {x} 1... e5 2. d4 {y} 2... d5 *"),
        ("1. e4 e5 *", &comment_first, "1. e4 {x} e5 *"),
    ];
    for (source, edit, expected) in cases {
        let written = edited(source, edit);
        assert_eq!(written, expected, "{source:?}");
        let mut edited = game(source);
        edit(&mut edited);
        assert_eq!(movetext(&game(&written)), movetext(&edited));
    }
}

#[test]
fn a_comment_gets_another_text_where_it_stands() {
    let longer = |game: &mut Game| {
        game.rewrite_comments(|text| Some(format!("{text} and more").replace("gone and more", "")));
    };
    let cases = [
        ("1. e4\n\n  {a}e5 ; b\n*\n", "1. e4\n\n  {a and more}e5 { b and more}\n*\n"),
        ("1. e4 {gone} {c} e5 *\n", "1. e4 {c and more} e5 *\n"),
        ("1. e4\n% one\ne5 *\n", "1. e4\n% one\ne5 *\n"),
    ];
    for (source, expected) in cases {
        assert_eq!(edited(source, &longer), expected, "{source:?}");
    }
    let judged = |game: &mut Game| {
        let nodes: Vec<NodeId> = game.main_line().collect();
        for node in nodes {
            game.tree_mut().add_nag_before_comments(node, crate::Nag(2));
        }
    };
    let source = "1. e4 {a} (1. d4) e5! $7 2. Nf3 (2. d4) *";
    let expected = "1. e4 $2 {a} (1. d4) e5! $7 $2 2. Nf3 $2 (2. d4) *";
    assert_eq!(edited(source, &judged), expected);
}

#[test]
fn lines_that_grow_are_broken_if_all_were_short() {
    let comment = |game: &mut Game| {
        let nodes: Vec<NodeId> = game.main_line().collect();
        let kind = pgn_syntax::CommentKind::Brace;
        let second = nodes[1];
        game.tree_mut().add_comment_before_variations(second, kind, "twenty characters or so");
    };
    let line = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3";
    let rest = "O-O 9. h3 *\n";
    let grown = "1. e4 e5 {twenty characters or so} 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7";
    // The contents of the next line are still there.
    let expected = format!("{grown}\n6. Re1 b5 7. Bb3 d6 8. c3\n{rest}");
    assert_eq!(edited(&format!("{line}\n{rest}"), &comment), expected);
    let long = format!("{line} {rest}");
    let expected = long.replace("e5 ", "e5 {twenty characters or so} ");
    assert_eq!(edited(&long, &comment), expected);
    let nothing = |_: &mut Game| {};
    assert_eq!(edited(&format!("{line}\n{rest}"), &nothing), format!("{line}\n{rest}"));
}

#[test]
fn what_opens_a_variation_can_stand_after_its_first_move() {
    let mut whole = game("{opening} 1. e4 e5 ({a} 1... c5 {b} 2. Nf3 ({c} 2. c3)) 2. Nf3 *");
    whole.move_opening_comments();
    let expected = "{opening} 1. e4 e5 (1... c5 {a} {b} 2. Nf3 (2. c3 {c})) 2. Nf3 *";
    assert_eq!(movetext(&whole), expected);
    let once = whole.clone();
    whole.move_opening_comments();
    assert_eq!(movetext(&whole), movetext(&once));
}

#[test]
fn the_parent_of_a_move_is_on_the_board_before_it() {
    let game: Game =
        "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 2. Nf3 *".parse().unwrap();
    let tree = game.tree();
    for node in tree.nodes() {
        let (mut here, mut before) = (game.cursor(), game.cursor());
        here.go_to(node);
        before.go_to(tree.parent(node).expect("a move has a parent"));
        let mut position = *before.position().unwrap();
        position.play_unchecked(here.mv().unwrap());
        assert_eq!(&position, here.position().unwrap(), "{:?}", tree.san(node));
    }
    assert_eq!(tree.nodes().count(), 9);
    assert_eq!(tree.parent(NodeId::ROOT), None);
}

#[test]
fn what_is_shown_is_read_back() {
    for text in [
        "*",
        "[White \"Šárka\"]\n\n1. e4 {a} e5 (1... c5 $1 2. Nf3 {[%clk 0:01:00]}) 2. Nf3 1-0",
        "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/4k3/4p3/4K3 b - - 0 1\"]\n\n1... Kd3 *",
    ] {
        let game: Game = text.parse().unwrap();
        let again: Game = game.to_string().parse().unwrap();
        assert_eq!(again.to_string(), game.to_string());
        assert_eq!(again.end_position(), game.end_position());
        assert_eq!(again.tree().nodes().count(), game.tree().nodes().count());
    }
}
