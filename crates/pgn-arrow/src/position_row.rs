//! A game as rows of the table `positions` (§8.2, §16.1, D-11, D-33).

use crate::cells::Cells;
use crate::column::{Column, PositionPart, Source};
use crate::game_row::fill_of_view;
use crate::sketch::ByPly;
use pgn_query::facts::GameView;
use pgnkit::chess::notation::uci;
use pgnkit::chess::{Color, Position, Role};
use pgnkit::comment::{Clock, CommentContext, Score, Value, values};
use pgnkit::game::{Annotation, MoveText};
use pgnkit::syntax::CommentKind;
use pgnkit::{Game, NodeId};

/// A line that is to be walked on: its next move, the position before that, and how many moves
/// lead there.
struct PendingLine {
    next: NodeId,
    before: Position,
    ply: u32,
    is_main: bool,
}

pub(crate) struct PositionRow<'a> {
    view: GameView<'a>,
    game: &'a Game,
    node: NodeId,
    after: &'a Position,
    ply: u32,
    is_main: bool,
}

/// Visits the positions of a game: the start, then move by move, the variations after the move that
/// they replace. A game with an unknown start has none.
pub(crate) fn each_position(view: &GameView<'_>, mut show: impl FnMut(&PositionRow<'_>)) {
    let Some(game) = view.game else { return };
    let Some(start) = game.start_position() else { return };
    let tree = game.tree();
    let mut show_at = |node, after: &Position, ply, is_main| {
        let view = GameView { position: Some(after), ..*view };
        show(&PositionRow { view, game, node, after, ply, is_main });
    };
    show_at(NodeId::ROOT, &start, 0, true);
    let line = |head, before, ply, is_main| {
        tree.next(head).map(|next| PendingLine { next, before, ply, is_main })
    };
    let mut waiting: Vec<PendingLine> = line(NodeId::ROOT, start, 0, true).into_iter().collect();
    while let Some(PendingLine { next: node, before, ply, is_main }) = waiting.pop() {
        let Some(MoveText::Move(mv)) = tree.mv(node) else { continue };
        let mut after = before;
        after.play_unchecked(mv);
        show_at(node, &after, ply + 1, is_main);
        waiting.extend(line(node, after, ply + 1, is_main));
        let first = waiting.len();
        waiting.extend(tree.variations(node).filter_map(|head| line(head, before, ply, false)));
        waiting[first..].reverse();
    }
}

impl PositionRow<'_> {
    pub(crate) fn fill(&self, column: &Column, cells: &mut Cells) {
        match &column.source {
            Source::Position(part) => self.part(*part, cells),
            source => fill_of_view(&self.view, source, cells),
        }
    }

    fn part(&self, part: PositionPart, cells: &mut Cells) {
        let tree = self.game.tree();
        let mv = match tree.mv(self.node) {
            Some(MoveText::Move(mv)) => Some(mv),
            Some(MoveText::Unchecked(_)) | None => None,
        };
        match part {
            PositionPart::Ply => cells.number(self.ply.into()),
            PositionPart::Main => cells.flag(self.is_main),
            PositionPart::San => cells.text_or_null(tree.san(self.node).as_deref()),
            PositionPart::Uci => {
                // Only castling depends on the side that moved, which the position after it also
                // shows.
                let mut before = *self.after;
                let text = mv.map(|mv| {
                    if mv.is_castle() {
                        before.play_unchecked(pgnkit::chess::Move::NULL);
                    }
                    uci::to_text(&before, mv)
                });
                cells.text_or_null(text.as_deref());
            }
            PositionPart::Code => match mv {
                Some(mv) => cells.code(mv.raw()),
                None => cells.null(),
            },
            PositionPart::Material => cells.text(&material(self.after)),
            PositionPart::ClockMs => self.time(Clock::Clk, cells),
            PositionPart::MoveTimeMs => self.time(Clock::Emt, cells),
            PositionPart::EvalCp => cells.number_or_null(self.eval(|score| match score {
                Score::Centipawns(centipawns) => Some(centipawns.into()),
                Score::Mate(_) => None,
            })),
            PositionPart::Mate => cells.number_or_null(self.eval(|score| match score {
                Score::Mate(moves) => Some(moves.into()),
                Score::Centipawns(_) => None,
            })),
            PositionPart::Comment => {
                let mut comments = self.comments().peekable();
                match comments.peek() {
                    Some(_) => cells.texts(comments),
                    None => cells.null(),
                }
            }
            PositionPart::Nags => {
                let nags = ByPly(tree.nags(self.node).map(|nag| nag.0.into()).collect());
                cells.numbers(&nags, nags.0.len());
            }
        }
    }

    fn comments(&self) -> impl Iterator<Item = &str> {
        self.game.tree().annotations(self.node).filter_map(|annotation| match annotation {
            Annotation::Comment { kind: CommentKind::Brace | CommentKind::Line, text } => {
                Some(text)
            }
            Annotation::Comment { kind: CommentKind::Escape, .. }
            | Annotation::Nag(_)
            | Annotation::Variation(_) => None,
        })
    }

    fn time(&self, wanted: Clock, cells: &mut Cells) {
        let time = self.values().find_map(|value| match value {
            Value::Time(clock, time) if clock == wanted => i64::try_from(time.0).ok(),
            _ => None,
        });
        cells.number_or_null(time);
    }

    fn eval(&self, of: impl Fn(Score) -> Option<i64>) -> Option<i64> {
        self.values().find_map(|value| match value {
            Value::Eval(eval) => of(eval.score),
            _ => None,
        })
    }

    fn values(&self) -> impl Iterator<Item = Value<'_>> {
        let mover = !self.after.turn();
        let context = CommentContext { mover, time_control: self.game.tag("TimeControl") };
        self.comments().flat_map(move |text| values(text, context))
    }
}

/// `KQPvKRP`
fn material(position: &Position) -> String {
    let mut text = String::new();
    for color in [Color::White, Color::Black] {
        if color == Color::Black {
            text.push('v');
        }
        for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
            let n = position.board().by_piece(color, role).len();
            (0..n).for_each(|_| text.push(char::from(role.letter())));
        }
    }
    text
}
