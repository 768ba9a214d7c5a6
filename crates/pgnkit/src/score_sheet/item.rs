//! The items on a sheet.
//!
//! Standard: §8.2.2, §8.2.5, §10. Decisions: D-11, D-28, D-33.

use super::{Glyph, Sheet};
use crate::comment::{DIAGRAM_MARK, strip_commands};
use crate::diagram::Diagram;
use crate::game::{Annotation, Game, MoveText, Numbers, Stop};
use pgn_chess::{Color, Move, Position};
use pgn_syntax::CommentKind;
use std::borrow::Cow;

/// A piece of a sheet.
pub(super) enum Item<'a> {
    /// A move, with its number if needed.
    Move {
        /// `12.` or `12...`
        number: Option<String>,
        text: Cow<'a, str>,
    },
    /// `!` and the like, directly after the move before it.
    Suffix(String),
    /// Another sign.
    Sign(String),
    /// Our English words for a NAG without a sign.
    Words(Cow<'a, str>),
    /// Words of a comment, in whatever language.
    Comment(Cow<'a, str>),
    /// A variation begins.
    Open,
    /// It ends.
    Close,
    /// The position reached.
    Diagram(Box<Diagram>),
}

/// The replacement for a diagram that is not drawn.
const DIAGRAM_WORDS: &str = "(diagram)";

/// How many diagrams a game may ask for; the rest are words.
const DIAGRAMS_MAX: u32 = 100;

/// The position before and after the last move of a line.
#[derive(Clone, Copy, Default)]
struct LineEnd {
    before: Option<Position>,
    now: Option<Position>,
    last: Option<Move>,
    /// This position has its diagram already.
    is_drawn: bool,
}

/// Visits the parts of a game one after the other. Cost: each move once; memory: two positions per
/// level of nesting.
pub(super) fn tell<'a>(game: &'a Game, sheet: &Sheet, mut take: impl FnMut(Item<'a>)) {
    let mut n_diagrams = 0;
    let mut take = |item: Item<'a>| match item {
        Item::Diagram(_) if n_diagrams >= DIAGRAMS_MAX => {
            take(Item::Words(Cow::Borrowed(DIAGRAM_WORDS)))
        }
        Item::Diagram(diagram) => {
            n_diagrams += 1;
            take(Item::Diagram(diagram));
        }
        item => take(item),
    };
    let start = game.start();
    let (numbers, first_ply) = Numbers::of(&start);
    let tree = game.tree();
    let mut line = LineEnd { now: start.position, ..LineEnd::default() };
    let mut lines: Vec<LineEnd> = Vec::new();
    let is_set_up = game.tag("FEN").is_some_and(|fen| !fen.trim().is_empty());
    if let (true, Some(position)) = (is_set_up, &line.now) {
        take(Item::Diagram(Box::new(Diagram::of(position))));
    }
    let (mut needs_number, mut is_due) = (true, false);
    let mut walk = game.walk(first_ply);
    while let Some(stop) = walk.next_stop() {
        // After the move's NAGs.
        let is_nag = matches!(stop, Stop::Annotation(id) if is_nag(tree.annotation(id)));
        if !is_nag && std::mem::take(&mut is_due) {
            line.draw(Color::White, "", &mut take);
            needs_number = true;
        }
        match stop {
            Stop::Move(node) => {
                let (fullmove, is_white) = numbers.at(walk.ply().wrapping_sub(1));
                let number = match (is_white, needs_number) {
                    (true, _) => Some(format!("{fullmove}.")),
                    (false, true) => Some(format!("{fullmove}...")),
                    (false, false) => None,
                };
                needs_number = false;
                let text = match (tree.mv(node), tree.san(node)) {
                    (Some(MoveText::Unchecked(text)), _) => Cow::Borrowed(text),
                    (_, Some(san)) => {
                        Cow::Owned(sheet.letters.from_english(san.as_str()).as_str().to_owned())
                    }
                    (_, None) => continue,
                };
                line.play(tree.mv(node));
                take(Item::Move { number, text });
                let is_last_of_some = sheet.diagram_moves > 0
                    && !is_white
                    && fullmove.is_multiple_of(sheet.diagram_moves.into());
                is_due = is_last_of_some && lines.is_empty();
            }
            Stop::Annotation(id) => {
                needs_number |= line.annotation(tree.annotation(id), sheet, &mut take);
            }
            Stop::Open(head) => {
                lines.push(line);
                line = LineEnd { now: line.before, ..LineEnd::default() };
                walk.enter(head);
                needs_number = true;
                take(Item::Open);
            }
            Stop::Close(_) => {
                line = lines.pop().unwrap_or_default();
                needs_number = true;
                take(Item::Close);
            }
        }
    }
    if is_due {
        line.draw(Color::White, "", &mut take);
    }
}

fn is_nag(annotation: Annotation<'_>) -> bool {
    matches!(annotation, Annotation::Nag(_))
}

impl LineEnd {
    fn play(&mut self, mv: Option<MoveText<'_>>) {
        self.before = self.now;
        self.last = None;
        self.is_drawn = false;
        match (mv, &mut self.now) {
            (Some(MoveText::Move(mv)), Some(position)) => {
                position.play_unchecked(mv);
                self.last = Some(mv);
            }
            (_, now) => *now = None,
        }
    }

    /// A NAG, a comment, or the diagram that they request. Returns whether a number is due after
    /// it.
    fn annotation<'a>(
        &mut self,
        annotation: Annotation<'a>,
        sheet: &Sheet,
        take: &mut impl FnMut(Item<'a>),
    ) -> bool {
        match annotation {
            Annotation::Nag(nag) => match (nag.diagram(), &self.now) {
                (Some(side), Some(_)) => {
                    self.draw(side, "", take);
                    return true;
                }
                (_, _) if nag.is_null() => {}
                (_, _) => match sheet.glyph(nag) {
                    Glyph::Sign(sign) if nag.0 < 10 => take(Item::Suffix(sign)),
                    Glyph::Sign(sign) => take(Item::Sign(sign)),
                    Glyph::Words(words) => take(Item::Words(Cow::Owned(words))),
                },
            },
            Annotation::Comment { kind: CommentKind::Escape, .. } | Annotation::Variation(_) => {}
            Annotation::Comment { text, .. } => return self.comment(text, take),
        }
        false
    }

    /// The words of a comment, and a diagram if it asks for one. Returns whether there was anything
    /// to show.
    fn comment<'a>(&mut self, text: &'a str, take: &mut impl FnMut(Item<'a>)) -> bool {
        let words = strip_commands(text);
        let asks = words.contains(DIAGRAM_MARK);
        let words = match asks {
            true => Cow::Owned(words.replace(DIAGRAM_MARK, " ")),
            false => words,
        };
        match (asks, &self.now) {
            (true, Some(_)) => self.draw(Color::White, text, take),
            (true, None) => take(Item::Words(Cow::Borrowed(DIAGRAM_WORDS))),
            (false, _) => {}
        }
        let has_words = !words.trim().is_empty();
        if has_words {
            take(Item::Comment(words));
        }
        asks || has_words
    }

    fn draw<'a>(&mut self, side: Color, marks: &str, take: &mut impl FnMut(Item<'a>)) {
        let Some(position) = self.now.as_ref().filter(|_| !self.is_drawn) else { return };
        self.is_drawn = true;
        let mut diagram = Diagram::of(position);
        diagram.side = side;
        diagram.last = self.last.filter(|mv| !mv.is_null());
        diagram.mark(marks);
        take(Item::Diagram(Box::new(diagram)));
    }
}
