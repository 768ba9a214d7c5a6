//! Games in texts: which are found, where, and what is left out.

use super::Excerpts;
use crate::testing::movetext;
use proptest::prelude::*;

type Lines = Vec<(u64, String)>;

/// The movetext of the games with the lines where they begin, and the lines that are in none.
fn excerpts(text: &[u8]) -> (Lines, Lines) {
    let mut unread = Vec::new();
    let listener = |line, text: &str| unread.push((line, text.to_string()));
    let games = Excerpts::with(text, listener)
        .map(|game| game.expect("a slice has no trouble"))
        .map(|imported| (imported.line, movetext(&imported.game)))
        .collect();
    (games, unread)
}

/// A text has these games and these other lines.
fn has(text: &str, games: &[(u64, &str)], unread: &[(u64, &str)]) {
    let (found, others) = excerpts(text.as_bytes());
    let found: Vec<(u64, &str)> = found.iter().map(|(line, text)| (*line, &**text)).collect();
    let others: Vec<(u64, &str)> = others.iter().map(|(line, text)| (*line, &**text)).collect();
    assert_eq!(found, games, "{text}");
    assert_eq!(others, unread, "{text}");
}

const MATE: &str = "1. f3 e5 2. g4 Qh4# 0-1";

#[test]
fn games_in_prose_are_tags_with_moves_or_moves_from_the_start() {
    has("Hi\n[White \"A\"]\n\n1. e4 *\nBye\n", &[(2, "1. e4 *")], &[(1, "Hi"), (5, "Bye")]);
    has(
        "It went 1. f3 e5 2. g4 Qh4# 0-1, a pity.\n",
        &[(1, MATE)],
        &[(1, "It went"), (1, ", a pity.")],
    );
    has("1 f3 e5\n2 g4 Qh4 0-1\n", &[(1, MATE)], &[]);
    has("(1. f3 e5 2. g4 Qh4) wins\n", &[(1, "1. f3 e5 2. g4 Qh4# *")], &[(1, "("), (1, ") wins")]);
    has(
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n7... Kd7 8. e4 1-0\n",
        &[(1, "7... Kd7 8. e4 1-0")],
        &[],
    );
    has("> [White \"A\"]\n> > 1. e4 e5 1-0\n", &[(1, "1. e4 e5 1-0")], &[]);
    has("1. f3 e5 2. g4 Qh40-1\n", &[(1, MATE)], &[]);
    has(
        "1. f3 e5 2. g4 Qh4# 0-1 1. f3 e5 2. g4 Qh4# 0-1\n1. f3 e5 2. g4 a6\n1. f3 e5 2. g4 b6\n",
        &[(1, MATE), (1, MATE), (2, "1. f3 e5 2. g4 a6 *"), (3, "1. f3 e5 2. g4 b6 *")],
        &[],
    );
    has(
        "[White \"A\"]\n1. e4 (1. d4 d5) e5 {a\nb} 1-0\n",
        &[(1, "1. e4 (1. d4 d5) 1... e5 {a b} 1-0")],
        &[],
    );
    has(
        "[White \"A\"]\n1. e4 e5 2. Ke3 Ke7 1-0\n",
        &[(1, "1. e4 e5 {Unplayable: 2. Ke3 Ke7} 1-0")],
        &[],
    );
}

#[test]
fn a_game_that_lacks_its_marker_ends_where_the_next_one_begins() {
    let next = "1. d4 d5 2. c4 c6\n";
    let read = (3, "1. d4 d5 2. c4 c6 *");
    has(&format!("[White \"A\"]\n1. e4 e5\n{next}"), &[(1, "1. e4 e5 *"), read], &[]);
    // The moves after an illegal one are not played.
    let unplayable = "1. e4 {Unplayable: e4 2. Nf3} *";
    has(&format!("[White \"A\"]\n1. e4 e4 2. Nf3\n{next}"), &[(1, unplayable), read], &[]);
    let page = "<div>[White \"A\"]\n1. e4 e5</div>\n<div>1. d4 d5 2. c4 c6</div>\n";
    has(page, &[(1, "1. e4 e5 *"), read], &[]);
    // A pair of moves on each line.
    has(
        "[White \"A\"]\n1. d4 e5\n1. d4 d5\n2. c4 c6\n",
        &[(1, "1. d4 e5 *"), (3, "1. d4 d5 2. c4 c6 *")],
        &[],
    );
    // The text after it is not a move, but the first one cannot be another of the same game.
    has(
        "[White \"A\"]\n1. e4 e5\n\n1. e4 {Best} e5 2. Nf3 Nc6\n",
        &[(1, "1. e4 e5 *"), (4, "1. e4 {Best} 1... e5 2. Nf3 Nc6 *")],
        &[],
    );
    // Tags without moves are not a game, and not the tags of the next one.
    has(
        "<p>[White \"A\"] [Black \"B\"]</p>\n<p>[White \"C\"] 1. e4 e5</p>\n",
        &[(2, "1. e4 e5 *")],
        &[(1, "[White \"A\"] [Black \"B\"]")],
    );
    has(
        "[White \"A\"]\n\n[Event \"E\"]\n[White \"C\"]\n\n1. e4 e5\n",
        &[(3, "1. e4 e5 *")],
        &[(1, "[White \"A\"]")],
    );
    has("1. c4\n\n1. d4 d5 2. c4 c6\n", &[(3, "1. d4 d5 2. c4 c6 *")], &[(1, "1. c4")]);
    // Its own moves under a wrong number, and what cannot be the start of another game.
    let own = "1. e4 e5 2. Nf3 Nc6 *";
    has("[White \"A\"]\n1. e4 e5\n1. Nf3 Nc6\n", &[(1, own)], &[]);
    has(
        "[White \"A\"]\n1. e4 e5\n2. Nf3 Nc6\n1. Bb5 a6\n",
        &[(1, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *")],
        &[],
    );
}

#[test]
fn a_start_that_leads_nowhere_hides_no_game() {
    let unread = [(1, "1. e4 e5 2. Nf3"), (1, "is old; so"), (1, ". Or"), (1, "in"), (1, "1. e4")];
    has(
        "1. e4 e5 2. Nf3 is old; so 1. f3 e5 2. g4 Qh4. Or 1. f3 e5 2. g4 Qh4# 0-1 in 1. e4\n",
        &[(1, "1. f3 e5 2. g4 Qh4# *"), (1, MATE)],
        &unread,
    );
}

#[test]
fn what_only_looks_like_a_game_is_told() {
    for text in [
        "1. e4 e5 2. Nf3 is the start",
        "1. e5 e4 2. Nf3 Nc6 3. Bb5 a6",
        "1. Annand 2. Ben 3. Carl",
        "[White \"A\"]",
        "at 11.30 and 1.2 or 21. f3 e5 22. g4 Qh4",
        "1.",
        "[ICC] says 1. hello",
    ] {
        let (games, unread) = excerpts(text.as_bytes());
        let told: Vec<String> = unread.into_iter().map(|(_, text)| text).collect();
        assert_eq!((games.len(), told.join(" ")), (0, text.to_string()));
    }
    has("[White \"A\"]\n\nno moves\n", &[], &[(1, "[White \"A\"]"), (3, "no moves")]);
}

#[test]
fn prose_between_paragraphs_of_moves_is_left_out() {
    let text = "[White \"A\"]\n\n1. e4 e5\n\nThe open game.\n\n2. Nf3 Nc6\n\nOr 3. d4.\n3. Bc4\n\n\
                White resigned.\n0-1\n";
    let unread = [(5, "The open game."), (9, "Or 3. d4."), (12, "White resigned.")];
    has(text, &[(1, "1. e4 e5 2. Nf3 Nc6 3. Bc4 0-1")], &unread);
    let page = "<b>1. e4 e5</b> <i>is open [2. f4 d5]; he could play 2. Nf3 as</i><b>2. d4 exd4</b> a\n\
                <b>3. c3</b> 1-0";
    let unread = [(1, "is open [2. f4 d5]; he could play 2. Nf3 as"), (1, "a")];
    has(page, &[(1, "1. e4 e5 2. d4 exd4 3. c3 1-0")], &unread);
    has(
        "[White \"A\"]\n1. e4 e5\nand then\n2. d4 exd4\nBut\n3. c3 was good\n",
        &[(1, "1. e4 e5 2. d4 exd4 *")],
        &[(3, "and then"), (5, "But"), (6, "3. c3 was good")],
    );
}

#[test]
fn markup_is_dropped_and_entities_are_decoded() {
    let page = "<html><body><h1>Games</h1><p>[White &quot;M&uuml;ller&quot;]<br>[Black “B”]<p>\n\
                1.&nbsp;<b>f3</b><i>e5</i> 2.&#103;4<!-- 3. no --> <img src=x alt='Q'>h4# 0&ndash;1\n<p>End";
    has(page, &[(1, MATE)], &[(1, "Games"), (3, "End")]);
    let game = Excerpts::new(page.as_bytes()).next().unwrap().unwrap().game;
    assert_eq!((game.tag("White"), game.tag("Black")), (Some("Müller"), Some("B")));
    let table =
        "<table><tr><td>1.</td><td>f3</td><td>e5</td></tr>\n<tr><td>2.<td>g4<td>Qh4#\n</table>";
    has(table, &[(1, "1. f3 e5 2. g4 Qh4# *")], &[]);
    has(
        "<pre>\n1. f3 e5 2. g4 Qh4\n</pre><p>3. e4",
        &[(2, "1. f3 e5 2. g4 Qh4# *")],
        &[(3, "3. e4")],
    );
    // A text without markup keeps its signs.
    has("[White \"A &amp; B\"]\n1. e4 <x> *\n", &[(1, "1. e4 *")], &[(2, "<x> *")]);
}

#[test]
fn scripts_and_attributes_hold_games_too() {
    let script = "<script>\nvar n = 'x', s = \"[White \\\"A\\\"]\\n\" +\n  '\\n1. e4 *';\n// don't\n\
                  f(['1. f3 e5', '2. g4 Qh4# 0-1']);\n</script>\n";
    has(script, &[(2, "1. e4 *"), (5, MATE)], &[]);
    has("<div data-pgn='1. f3 e5 2. g4 Qh4# 0-1'>Board</div>", &[(1, MATE)], &[(1, "Board")]);
    has("<div data-x='{\"pgn\": \"[White \\\"A\\\"]\\n1. e4 *\"}'></div>", &[(1, "1. e4 *")], &[]);
    has(
        "<script type='application/x-chess-pgn'>\n[White \"A\"]\n1. e4 *</script>",
        &[(2, "1. e4 *")],
        &[],
    );
    has(
        "<script>let a = '<b>no</b>';</script><textarea>1. f3 e5 2. g4 Qh4# 0-1</textarea>",
        &[(1, MATE)],
        &[],
    );
    let close = "<script>'<<</b' + '[A \"b\"] 1. e4 *<'<</SCRIPT>";
    has(close, &[(1, "1. e4 *")], &[(1, "<<</b"), (1, "<")]);
}

#[test]
fn parts_of_mails_are_decoded_and_alternatives_read_once() {
    let mail = "From: a@b\nMIME-Version: 1.0\nContent-Type: multipart/alternative;\n boundary=\"x\"\n\n\
                --x\nContent-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n\
                1. f3 =\ne5 2. g4 Qh4=23 0-1\n--x\nContent-Type: text/html\n\n\
                <p>1. f3 e5 2. g4 Qh4# 0-1\n--x--\n";
    let (games, unread) = excerpts(mail.as_bytes());
    assert_eq!(games, [(10, MATE.to_string())]);
    assert!(unread.contains(&(15, "<p>1. f3 e5 2. g4 Qh4# 0-1".to_string())), "{unread:?}");
    // `[White "A"]\n\n1. e4 e5 *\n`
    let mail = "From a@b 1999\nSubject: x\nContent-Transfer-Encoding: BASE64\n\n\
                W1doaXRlICJBIl0KCjEuIGU0\nIGU1ICoK\n\nFrom c@d 1999\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let (games, _) = excerpts(mail.as_bytes());
    assert_eq!(games, [(5, "1. e4 e5 *".to_string()), (10, MATE.to_string())]);
}

/// Of a line of any length each place is looked at once: these would take minutes otherwise.
#[test]
fn a_long_line_of_ones_is_read_at_once() {
    for (text, n_ones) in [
        ("1", 1 << 17),
        ("1.", 1 << 16),
        ("1.:", 1 << 15),
        ("1. :", 1 << 15),
        ("10", 1 << 16),
        ("1...", 1 << 15),
        ("1.e4", 1 << 15),
    ] {
        let (games, _) = excerpts(text.repeat(n_ones).as_bytes());
        assert!(games.len() <= 1, "{text}");
    }
}

#[test]
fn a_text_that_ends_anywhere_is_read() {
    let text = "From: a\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/html\n\
                Content-Transfer-Encoding: quoted-printable\n\n<p title=3D\"[White &quot;A&quot;]1. e4\">\
                [Event &#8220;é&#8221;]<br>1. e4 (1. d4) {=E9} e5<script>'[Event \"\\u00e9\"]\\n1. e4 *'\
                </script>\n--x\nContent-Transfer-Encoding: base64\n\nW1doaXRlICJBIl0KCjEuIGU0\n--x--\n";
    for end in 0..text.len() {
        excerpts(&text.as_bytes()[..end]);
        excerpts(&text.as_bytes()[end..]);
    }
}

proptest! {
    /// No word of a text without markup is lost: it is in a game or reported.
    #[test]
    fn any_text_is_read(
        text in "(1\\. e4 |e5 |2\\. Nf3 |\\[Event \"x\"\\]\n|<p>|<pre>|<script>|'|\"|&amp;|&#|\\(|\\)|\\{|\\}|\
                 ;|\\*|1-0|= |--x\n|From: x\n|> |wo |\n|\n\n|é|½|[ -~]){0,60}",
    ) {
        let (games, unread) = excerpts(text.as_bytes());
        let n_lines = text.split_inclusive('\n').count() as u64;
        prop_assert!(games.iter().chain(&unread).all(|(line, _)| (1..=n_lines).contains(line)));
    }
}
