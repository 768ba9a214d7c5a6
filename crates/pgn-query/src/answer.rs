//! Answers to questions about a game (D-11, D-22).

use std::ops::ControlFlow;

use super::expr::{Leaf, Operand, Question};
use super::facts::{Cost, Fact, GameView, Place, TagSource, Value, each_node};
use super::has::Has;
use super::record::TagRecord;
use super::truth::Truth;
use super::value::{Relation, Test, number};
use pgnkit::chess::Color;
use pgnkit::game::Annotation;

/// The answer to a question, and the first ply where it was found, if it is about plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) truth: Truth,
    pub(super) ply: Option<u32>,
}

impl Answer {
    pub(super) fn of(truth: Truth) -> Answer {
        Answer { truth, ply: None }
    }
}

/// A game being tested: its tags by the slots of the expression, and everything else.
pub(super) struct QueryContext<'a> {
    pub(super) record: &'a TagRecord,
    pub(super) game: GameView<'a>,
}

/// Receives values; breaks when enough are known.
type Tell<'t> = &'t mut dyn FnMut(Value<'_>, Option<u32>) -> ControlFlow<()>;

impl<'a> QueryContext<'a> {
    pub(super) fn new(record: &'a TagRecord, game: GameView<'a>) -> QueryContext<'a> {
        QueryContext { record, game: GameView { tags: record, ..game } }
    }

    /// The answer; `side` is the player's.
    pub(super) fn answer(&self, leaf: &Leaf, side: Color) -> Answer {
        match &leaf.question {
            Question::Compare { operand, test, place } => {
                self.compare(*operand, test, *place, side)
            }
            Question::Relate { left, right, relation } => {
                Answer::of(self.relate(*left, *relation, *right, side))
            }
            Question::Flag(fact) => {
                Answer::of(Truth::from(fact.value(&self.game, side) == Some(Value::Flag(true))))
            }
            Question::HasTag(slot) => Answer::of(Truth::from(self.record.get(*slot).is_some())),
            Question::Has { what, number, code, place } => {
                self.has(*what, *number, code.as_deref(), *place)
            }
            // Positions are tested elsewhere.
            Question::Board { .. } => Answer::of(Truth::Open),
            Question::Known(truth) => Answer::of(*truth),
        }
    }

    fn compare(&self, operand: Operand, test: &Test, place: Place, side: Color) -> Answer {
        let mut answer = Answer::of(Truth::False);
        self.values(operand, place, side, &mut |value, ply| {
            let truth = test.check(&value);
            answer.truth = answer.truth.or(truth);
            if truth.holds() {
                answer.ply = ply;
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        answer
    }

    /// Compares the first values of both, as numbers if both are.
    fn relate(&self, left: Operand, relation: Relation, right: Operand, side: Color) -> Truth {
        let first = |operand| {
            let mut found = None;
            self.values(operand, Place::default(), side, &mut |value, _| {
                found = Some(value.into_owned());
                ControlFlow::Break(())
            });
            found
        };
        let (Some(left), Some(right)) = (first(left), first(right)) else { return Truth::False };
        let number = |value: &Value<'_>| match value {
            Value::Number(number) => Some(*number),
            value => number(value.text()?),
        };
        match (number(&left).zip(number(&right)), left.text().zip(right.text())) {
            (Some((left, right)), _) => {
                Truth::from(left.partial_cmp(&right).is_some_and(|order| relation.holds(order)))
            }
            (None, Some((left, right))) => Truth::from(relation.holds(left.cmp(right))),
            (None, None) => Truth::Open,
        }
    }

    /// Reports all values of an operand.
    fn values(&self, operand: Operand, place: Place, side: Color, tell: Tell<'_>) {
        match operand {
            Operand::Fact(row) => row.fact.values(&self.game, side).each(&self.game, place, tell),
            Operand::Tag(slot) => {
                if let Some(value) = self.record.get(slot) {
                    let _ = tell(Value::borrowed(value), None);
                } else if self.record.is_date(slot) {
                    let _ = tell(Value::Unknown, None);
                }
            }
        }
    }

    /// Whether a question must wait until the game is read, although it could have been answered
    /// from its tags.
    pub(super) fn waits_for_game(&self, leaf: &Leaf) -> bool {
        let waits = |row: &super::facts::Row| {
            row.cost == Cost::Opening && self.game.leaves_to_moves(row.fact)
        };
        self.game.game.is_none() && leaf.question.rows().any(waits)
    }

    fn has(&self, what: Has, number: Option<u32>, code: Option<&str>, place: Place) -> Answer {
        let mut answer = Answer::of(Truth::False);
        let mut found = |ply: Option<u32>| {
            answer = Answer { truth: Truth::True, ply };
            ControlFlow::Break(())
        };
        match what {
            Has::Setup => {
                let fen = self.record.tag("FEN").is_some_and(|fen| !fen.trim().is_empty());
                return Answer::of(Truth::from(fen));
            }
            Has::Comment => self.each(Fact::Comment, place, &mut |_, ply| found(ply)),
            Has::Nag => self.each(Fact::Nag, place, &mut |value, ply| match (value, number) {
                (Value::Number(nag), Some(wanted)) if nag != f64::from(wanted) => {
                    ControlFlow::Continue(())
                }
                _ => found(ply),
            }),
            Has::Clock | Has::MoveTime => {
                let fact = if what == Has::Clock { Fact::Clock } else { Fact::MoveTime };
                let mut first = None;
                for side in Color::ALL {
                    fact.values(&self.game, side).each(&self.game, place, &mut |_, ply| {
                        first = [first, ply].into_iter().flatten().min();
                        ControlFlow::Break(())
                    });
                }
                if first.is_some() {
                    let _ = found(first);
                }
            }
            Has::Eval => self.each(Fact::Eval, place, &mut |_, ply| found(ply)),
            Has::Variation => {
                if let Some(game) = self.game.game {
                    each_node(game, place, |game, node, ply| {
                        let annotation =
                            |annotation| matches!(annotation, Annotation::Variation(_));
                        match game.tree().annotations(node).any(annotation) {
                            true => found(Some(ply)),
                            false => ControlFlow::Continue(()),
                        }
                    });
                }
            }
            Has::Moves => {
                let has_moves = self.game.game.is_some_and(|game| game.n_plies() > 0);
                return Answer::of(Truth::from(has_moves));
            }
            // That is a separate question.
            Has::Tag => {}
            Has::Fault => {
                self.each(Fact::Fault, Place::default(), &mut |value, _| match (value, code) {
                    (Value::Unknown, _) => ControlFlow::Continue(()),
                    (Value::Text(text), Some(wanted)) if !text.eq_ignore_ascii_case(wanted) => {
                        ControlFlow::Continue(())
                    }
                    _ => found(None),
                })
            }
        }
        answer
    }

    /// Reports the values of a fact that does not depend on a side.
    fn each(&self, fact: Fact, place: Place, tell: Tell<'_>) {
        fact.values(&self.game, Color::White).each(&self.game, place, tell);
    }
}
