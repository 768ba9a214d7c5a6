//! Lines of moves as engines write them: `e2e4 e7e5 g1f3`, `position startpos moves e2e4` (§13,
//! D-32, D-34).
//!
//! A line of moves is a game. A line `position …` of an engine's log has all moves of a game up to
//! then, so a line that continues the one before it is the same game.

use super::lines::Lines;
use super::via_pgn::{Draft, column, tag_pair};
use super::{Found, Imported};
use pgnkit::fault;
use pgnkit::syntax::Location;
use pgnkit::tag::Outcome;
use std::io::{self, Read};

/// The games of a text with one game per line. Reading never fails on bad data.
///
/// Calls `F` for each line that is not a game, with its number, except for blank lines. A game
/// whose last position is mate or stalemate has that outcome; other outcomes are unknown. Memory:
/// two lines of at most 64 KiB, and one game.
///
/// ```
/// let text = "position startpos moves f2f3 e7e5\nposition startpos moves f2f3 e7e5 g2g4 d8h4\n";
/// let mut games = pgn_formats::uci::MoveLines::new(text.as_bytes());
/// let game = games.next().unwrap()?.game;
/// assert_eq!((game.n_plies(), game.outcome()), (4, pgnkit::Outcome::BlackWins));
/// assert!(games.next().is_none());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct MoveLines<R, F = fn(u64, &str)> {
    lines: Lines<R>,
    unread: F,
    /// A `position` that the next one may continue: its line and its number.
    open: Option<(u64, String)>,
    next: Option<(u64, String)>,
}

impl<R: Read> MoveLines<R> {
    /// The games of `source`; other lines are ignored.
    pub fn new(source: R) -> MoveLines<R> {
        MoveLines::with(source, |_, _| {})
    }
}

impl<R: Read, F: FnMut(u64, &str)> MoveLines<R, F> {
    /// The same with a callback for other lines.
    ///
    /// ```
    /// use pgn_formats::uci::MoveLines;
    ///
    /// let mut others = Vec::new();
    /// let games = MoveLines::with(&b"hello\ne2e4 e7e5\n"[..], |line, _| others.push(line));
    /// assert_eq!(games.count(), 1);
    /// assert_eq!(others, [1]);
    /// ```
    pub fn with(source: R, unread: F) -> MoveLines<R, F> {
        let lines = Lines::new(source);
        MoveLines { lines, unread, open: None, next: None }
    }

    fn advance(&mut self) -> Option<(u64, String)> {
        if let Some(next) = self.next.take() {
            return Some(next);
        }
        while let Some(text) = self.lines.read() {
            if is_game(&text) {
                return Some((self.lines.number, text));
            }
            if !text.trim().is_empty() {
                (self.unread)(self.lines.number, text.trim());
            }
        }
        None
    }
}

impl<R: Read, F: FnMut(u64, &str)> Iterator for MoveLines<R, F> {
    type Item = io::Result<Imported>;

    /// The next game. An error of the stream comes last.
    fn next(&mut self) -> Option<io::Result<Imported>> {
        loop {
            let line = self.advance();
            match (self.open.take(), line) {
                (None, None) => return self.lines.take_error().map(Err),
                (Some((number, text)), None) => return Some(Ok(game(number, &text))),
                (Some((_, before)), Some((number, text))) if continues(&before, &text) => {
                    self.open = Some((number, text));
                }
                (Some((number, before)), Some(next)) => {
                    self.next = Some(next);
                    return Some(Ok(game(number, &before)));
                }
                (None, Some((number, text))) if position(&text).is_some() => {
                    self.open = Some((number, text));
                }
                (None, Some((number, text))) => return Some(Ok(game(number, &text))),
            }
        }
    }
}

/// The text after `position`, which may come after a log's own words.
fn position(line: &str) -> Option<&str> {
    let at = line.find("position startpos").or_else(|| line.find("position fen "))?;
    let stands_alone = at == 0 || line[..at].ends_with([' ', '\t', '>', ':']);
    stands_alone.then(|| line[at + "position".len()..].trim())
}

/// Whether a line is a game: it has a position, or begins with a move in coordinates.
fn is_game(line: &str) -> bool {
    position(line).is_some() || line.split_ascii_whitespace().next().is_some_and(is_move)
}

/// `e2e4`, `e7e8q`, `0000`, and `P@e4`, which drops a piece.
fn is_move(word: &str) -> bool {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    match word.as_bytes() {
        b"0000" => true,
        [_, b'@', square @ ..] => is_square(square),
        [a, b, c, d, promotion @ ..] => {
            is_square(&[*a, *b]) && is_square(&[*c, *d]) && promotion.len() <= 1
        }
        _ => false,
    }
}

/// Whether `line` has the position of `before` and perhaps more moves.
fn continues(before: &str, line: &str) -> bool {
    let (Some(before), Some(line)) = (position(before), position(line)) else { return false };
    let ((start_before, moves_before), (start, moves)) = (parts(before), parts(line));
    let mut words = moves.split_ascii_whitespace();
    start_before == start
        && moves_before.split_ascii_whitespace().all(|mv| words.next() == Some(mv))
}

/// The start and the moves of what is after `position`.
fn parts(position: &str) -> (&str, &str) {
    position
        .split_once("moves")
        .map_or((position.trim(), ""), |(start, moves)| (start.trim(), moves))
}

fn game(number: u64, line: &str) -> Imported {
    let (start, moves) = position(line).map_or(("", line), parts);
    let mut draft = Draft::default();
    for word in moves.split_ascii_whitespace() {
        draft.place(Location { line: number, column: column(line, word) });
        // Any text that is not a move ends the line; characters of PGN must not have a meaning
        // here.
        let is_sound = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'@');
        let word = if is_sound { word.to_string() } else { word.replace(is_sign_of_pgn, "_") };
        draft.movetext.push_str(&word);
        draft.movetext.push(' ');
    }
    draft.movetext.push('*');
    let mut tags = String::new();
    if let Some(fen) = start.strip_prefix("fen") {
        tags += &tag_pair("FEN", fen.trim());
        tags += &tag_pair("SetUp", "1");
    }
    tags += &tag_pair("Result", "*");
    let (mut game, mut found) = draft.read(&tags, Location { line: number, column: 1 });
    // Coordinates are how these lines are written, and have no marks of check.
    let usual = [fault::NONSTANDARD_MOVE.code, fault::WRONG_CHECK_MARK.code];
    found.retain(|found: &Found| !usual.contains(&found.fault.code));
    let mut cursor = game.cursor();
    while cursor.forward() {}
    let outcome =
        cursor.position().map_or(Outcome::Unknown, |position| match position.is_checkmate() {
            true => Outcome::won_by(Some(position.turn().other())),
            false if position.is_stalemate() => Outcome::Draw,
            false => Outcome::Unknown,
        });
    game.set_outcome(outcome);
    Imported { game, line: number, found }
}

fn is_sign_of_pgn(c: char) -> bool {
    !c.is_ascii_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::movetext;
    use proptest::prelude::*;

    /// The movetext of the games, the findings, and the lines that are not games.
    fn import(text: &str) -> (Vec<String>, Vec<String>, Vec<u64>) {
        let (mut games, mut found, mut unread) = (Vec::new(), Vec::new(), Vec::new());
        let mut lines = MoveLines::with(text.as_bytes(), |line, _: &str| unread.push(line));
        for imported in lines.by_ref() {
            let imported = imported.expect("a slice has no trouble");
            games.push(movetext(&imported.game));
            found.extend(imported.found.iter().map(|found| {
                let Location { line, column } = found.location;
                format!("{line}:{column} {}", found.fault.code)
            }));
        }
        drop(lines);
        (games, found, unread)
    }

    #[test]
    fn a_line_of_moves_is_a_game() {
        let (games, found, unread) =
            import("e2e4 e7e5 g1f3\n\nf2f3 e7e5 g2g4 d8h4\r\nuciok\ne2e4 0000 d2d4\n");
        assert_eq!(games, ["1. e4 e5 2. Nf3 *", "1. f3 e5 2. g4 Qh4# 0-1", "1. e4 -- 2. d4 *"]);
        assert_eq!((found, unread), (vec!["5:6 C006".to_string()], vec![4]));
    }

    #[test]
    fn positions_that_go_on_are_one_game() {
        let (games, found, unread) = import(
            "position startpos\nposition startpos moves e2e4\ngo depth 5\n\
             12 >engine(0): position startpos moves e2e4 c7c5\n\
             position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8q\n\
             position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8n\n",
        );
        assert_eq!(games, ["1. e4 c5 *", "1. a8=Q+ *", "1. a8=N *"]);
        assert_eq!((found.len(), unread), (0, vec![3]), "{found:?}");
    }

    #[test]
    fn castling_is_read_in_both_forms() {
        let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        for (mv, san) in [("e1g1", "1. O-O *"), ("e1h1", "1. O-O *"), ("e1a1", "1. O-O-O *")] {
            let (games, ..) = import(&format!("position fen {fen} moves {mv}\n"));
            assert_eq!(games, [san], "{mv}");
        }
    }

    #[test]
    fn what_is_no_move_ends_the_line_and_is_told() {
        let (games, found, _) = import("e2e4 e7e4 g1f3\ne2e4 } (x\n");
        assert_eq!(games[0], "1. e4 {Unplayable: e7e4 g1f3} *");
        assert!(games[1].starts_with("1. e4 {"), "{games:?}");
        assert_eq!(found[0], "1:6 C001");
        assert!(found[1].starts_with("2:6 "), "{found:?}");
    }

    proptest! {
        #[test]
        fn any_text_is_read(
            text in "(e2e4|e7e5|0000|position|startpos|fen|moves|[ -~]|\n| |é){0,60}",
        ) {
            let (games, ..) = import(&text);
            prop_assert!(games.len() <= text.lines().count());
        }
    }
}
