//! The opening that a game of engines was given: the start position, and moves from a book.

use pgnkit::Game;
use pgnkit::chess::Color;
use pgnkit::comment::{Clock, CommentContext, Value, values};

/// What an engine wrote about a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveNote {
    pub(super) millis: Option<u64>,
    pub(super) depth: Option<u32>,
    has_eval: bool,
}

impl MoveNote {
    fn is_by_engine(self) -> bool {
        self.has_eval || self.millis.is_some()
    }
}

/// The number of plies that distinguish openings if neither the start position nor comments do.
const USUAL_PLIES: usize = 8;

/// Calls `see` for each move of the main line that an engine commented on. Returns the key of the
/// opening, if the positions are known.
///
/// The opening is the start position with the moves before the first comment of an engine: match
/// programs write `book` or nothing there. In a game from the usual start position without such
/// moves, the first plies stand for it.
pub(super) fn read_line(game: &Game, mut see: impl FnMut(Color, MoveNote)) -> Option<u64> {
    let time_control = game.tags().get("TimeControl");
    let mut cursor = game.cursor();
    let start = cursor.position();
    let is_usual = start.is_some_and(|it| *it == pgnkit::chess::Position::default());
    let start_key = start.map(|it| it.polyglot_key());
    let (mut usual_key, mut book_key) = (start_key, start_key);
    let mut has_book = false;
    let mut is_in_book = true;
    let mut ply = 0;
    loop {
        let mover = cursor.position().map(|it| it.turn());
        if !cursor.forward() {
            break;
        }
        ply += 1;
        let mover = mover.unwrap_or(if ply % 2 == 1 { Color::White } else { Color::Black });
        let context = CommentContext { mover, time_control };
        let mut note = MoveNote::default();
        for value in game.tree().comments(cursor.node()).flat_map(|text| values(text, context)) {
            match value {
                Value::Time(Clock::Emt, time) => note.millis = Some(time.0),
                Value::Eval(eval) => (note.has_eval, note.depth) = (true, eval.depth),
                _ => {}
            }
        }
        let key = cursor.position().map(|it| it.polyglot_key());
        if note.is_by_engine() {
            is_in_book = false;
            see(mover, note);
        } else if is_in_book {
            (book_key, has_book) = (key, true);
        }
        if ply <= USUAL_PLIES {
            usual_key = key;
        }
    }
    // Without comments of an engine, the end of the book is unknown.
    if has_book && !is_in_book {
        return book_key;
    }
    if is_usual { usual_key } else { start_key }
}
