use super::*;
use proptest::prelude::*;

fn document(text: &str, kind: TextKind, units: Units) -> Document {
    Document::new(("file:///a.pgn".parse().unwrap(), 1), kind, units, text)
}

/// Pieces of text that begin or end games, comments and lines.
const FRAGMENTS: &[&str] = &[
    "[Event \"A\"]\n",
    "[White \"Tal\"]\r\n[Black \"Bø😀\"]\n",
    "1. e4 e5 2. Nf3 ",
    "1-0\n\n",
    "*",
    "\n",
    "\r\n",
    "\r",
    "{a comment\n",
    "}",
    "(",
    ")",
    "; to the end of the line",
    "%pgnkit ignore all\n",
    "é😀",
    "\u{FEFF}",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"a\";\n",
];

const GAME: &str = "[Event \"B\"]\n[Result \"1-0\"]\n\n1. d4 d5 2. c4 {gambit} dxc4 1-0\n\n";

fn fragments(n: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(FRAGMENTS), n).prop_map(|parts| parts.concat())
}

fn kinds() -> impl Strategy<Value = TextKind> {
    prop_oneof![Just(TextKind::Games), Just(TextKind::Records)]
}

fn units() -> impl Strategy<Value = Units> {
    prop_oneof![Just(Units::Utf8), Just(Units::Utf16)]
}

/// A position by counting from the start of the whole text.
fn naive_position(text: &str, offset: usize, units: Units) -> Position {
    let (mut line, mut line_start) = (0, 0);
    let bytes = text.as_bytes();
    for at in 0..offset {
        let is_crlf = bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
        if bytes[at] == b'\n' || bytes[at] == b'\r' && !is_crlf {
            (line, line_start) = (line + 1, at + 1);
        }
    }
    let column = match units {
        Units::Utf8 => offset - line_start,
        Units::Utf16 => text[line_start..offset].encode_utf16().count(),
    };
    Position::new(line, column as u32)
}

fn text(document: &Document) -> Vec<u8> {
    document.pieces.iter().flat_map(|piece| piece.text.iter().copied()).collect()
}

fn is_same_as_new(document: &Document) -> Result<(), TestCaseError> {
    let text = text(document);
    let whole = cut(&text, 0, document.kind);
    let pieces: Vec<_> = document.pieces.iter().map(|it| (&*it.text, it.end)).collect();
    prop_assert_eq!(pieces, whole);
    Ok(())
}

proptest! {
    #[test]
    fn positions_are_those_of_the_whole_text(text in fragments(0..12), kind in kinds(), units in units()) {
        let document = document(&text, kind, units);
        for (start, piece) in document.starts() {
            let mut walk = document.walk(start, piece);
            for offset in 0..=piece.text.len() {
                let whole = start.offset + offset;
                if !text.is_char_boundary(whole) {
                    continue;
                }
                let position = document.walk(start, piece).position(offset);
                prop_assert_eq!(walk.position(offset), position);
                // Between CR and LF there is no position of its own.
                let is_in_crlf = text[..whole].ends_with('\r') && text[whole..].starts_with('\n');
                let whole = whole - usize::from(is_in_crlf);
                prop_assert_eq!(position, naive_position(&text, whole, units));
                prop_assert_eq!(document.offset(position), whole);
            }
        }
    }

    #[test]
    fn any_position_is_a_place_between_characters(
        text in fragments(0..12), line in 0..20_u32, column in 0..60_u32, units in units()
    ) {
        let document = document(&text, TextKind::Games, units);
        for position in [Position::new(line, column), Position::new(u32::MAX, u32::MAX)] {
            prop_assert!(text.is_char_boundary(document.offset(position)));
        }
    }

}

proptest! {
    // Long texts, since the reader looks far ahead.
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]
    #[test]
    fn an_edited_text_is_cut_like_a_new_one(
        head in fragments(0..12), tail in fragments(0..12), kind in kinds(),
        edits in prop::collection::vec((0.0..1.0_f64, 0..400_usize, fragments(0..6)), 1..4)
    ) {
        let long = GAME.repeat(if kind.is_positions() { 3 } else { 1800 });
        let mut text = format!("{head}{long}{tail}{long}");
        let mut document = document(&text, kind, Units::Utf16);
        for (at, len, new) in edits {
            let boundary = |at: usize| (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap();
            let from = boundary((at * text.len() as f64) as usize);
            let to = boundary((from + len).min(text.len()));
            let range = [from, to].map(|at| naive_position(&text, at, Units::Utf16));
            let [from, to] = range.map(|position| document.offset(position));
            document.edit(Some(Range::new(range[0], range[1])), &new);
            text.replace_range(from..to, &new);
            prop_assert!(self::text(&document) == text.as_bytes());
            is_same_as_new(&document)?;
        }
    }
}

#[test]
fn only_touched_games_are_read_again() {
    let mut document = document(&GAME.repeat(4000), TextKind::Games, Units::Utf8);
    document.pieces.iter_mut().for_each(|piece| piece.findings = Some(Vec::new()));
    let line = 2000 * 5 + 3;
    document.edit(Some(Range::new(Position::new(line, 3), Position::new(line, 5))), "e4");
    let unread: Vec<usize> =
        (0..document.pieces.len()).filter(|&n| document.pieces[n].findings.is_none()).collect();
    assert_eq!(unread, [2000, 2001]);
}
