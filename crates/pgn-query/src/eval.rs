//! Answers of questions joined to the answer of an expression.

use super::answer::Answer;
use super::expr::{Expr, LeafIdx, Node, NodeIdx};
use super::level::Level;
use super::plan::Plan;
use super::truth::Truth;
use pgnkit::chess::Color;

/// Whether to evaluate all questions, or only as many as decide the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thorough {
    /// The first that decides is enough.
    Lazy,
    /// All of them, for the first ply.
    All,
}

/// The answers so far, for each question and side.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    known: Vec<[Option<Answer>; 2]>,
}

impl Answers {
    /// Nothing is known yet.
    pub(super) fn restart(&mut self, n_leaves: usize) {
        self.known.clear();
        self.known.resize(n_leaves, [None; 2]);
    }

    fn slot(&mut self, leaf: LeafIdx, side: Color) -> &mut Option<Answer> {
        &mut self.known[leaf.0 as usize][usize::from(side == Color::Black)]
    }

    /// The answer of a part, using only questions up to a level: `None` if more expensive ones are
    /// needed. The depth of expressions is limited, which also limits the recursion.
    pub(super) fn of(
        &mut self,
        node: NodeIdx,
        side: Color,
        terms: Terms<'_>,
        ask: &mut dyn FnMut(LeafIdx, Color) -> Option<Answer>,
    ) -> Option<Answer> {
        match terms.expr.node(node) {
            Node::Leaf(leaf) => {
                let has_side = terms.expr.leaf(*leaf).has_side;
                let side = if has_side { side } else { Color::White };
                if let Some(known) = *self.slot(*leaf, side) {
                    return Some(known);
                }
                if terms.expr.leaf(*leaf).level > terms.level {
                    return None;
                }
                let answer = ask(*leaf, side)?;
                *self.slot(*leaf, side) = Some(answer);
                Some(answer)
            }
            Node::Not(inner) => {
                let answer = self.of(*inner, side, terms, ask)?;
                Some(Answer::of(answer.truth.negated()))
            }
            Node::Sides(inner) => {
                let white = self.of(*inner, Color::White, terms, ask);
                if terms.thorough == Thorough::Lazy && white.is_some_and(|it| it.truth.holds()) {
                    return white;
                }
                let black = self.of(*inner, Color::Black, terms, ask);
                either(white, black)
            }
            Node::Side(side, inner) => self.of(*inner, *side, terms, ask),
            Node::All(parts) => {
                let mut all = Some(Answer::of(Truth::True));
                for part in parts {
                    let answer = self.of(*part, side, terms, ask);
                    if answer.is_some_and(|answer| answer.truth == Truth::False) {
                        return answer;
                    }
                    all = both(all, answer);
                }
                all
            }
            Node::Any(parts) => {
                let mut any = Some(Answer::of(Truth::False));
                for part in parts {
                    let answer = self.of(*part, side, terms, ask);
                    let is_yes = answer.is_some_and(|answer| answer.truth.holds());
                    if is_yes && terms.thorough == Thorough::Lazy {
                        return answer;
                    }
                    any = either(any, answer);
                }
                any
            }
        }
    }
}

/// The questions answered so far.
#[derive(Clone, Copy)]
pub(super) struct Terms<'e> {
    pub(super) expr: &'e Expr,
    pub(super) level: Level,
    pub(super) thorough: Thorough,
}

impl<'e> Terms<'e> {
    /// The answers that decide, as far as the plan goes.
    pub(super) fn lazy(expr: &'e Expr, level: Level) -> Terms<'e> {
        Terms { expr, level, thorough: Thorough::Lazy }
    }

    /// Every answer.
    pub(super) fn all(expr: &'e Expr, plan: &Plan) -> Terms<'e> {
        Terms { expr, level: plan.dearest(), thorough: Thorough::All }
    }
}

/// Both are true from the later of their plies on. An unknown answer leaves the result unknown,
/// unless the other one decides.
fn both(one: Option<Answer>, other: Option<Answer>) -> Option<Answer> {
    let is_no = |answer: &Option<Answer>| answer.is_some_and(|it| it.truth == Truth::False);
    if is_no(&one) || is_no(&other) {
        return Some(Answer::of(Truth::False));
    }
    let (one, other) = (one?, other?);
    let truth = one.truth.and(other.truth);
    Some(Answer { truth, ply: one.ply.max(other.ply).filter(|_| truth.holds()) })
}

/// Either is true from the earlier of the plies on.
fn either(one: Option<Answer>, other: Option<Answer>) -> Option<Answer> {
    let yes = |answer: Option<Answer>| answer.filter(|it| it.truth.holds());
    match (yes(one), yes(other)) {
        (Some(one), Some(other)) => {
            let ply = [one.ply, other.ply].into_iter().flatten().min();
            Some(Answer { truth: Truth::True, ply })
        }
        (Some(yes), None) | (None, Some(yes)) => Some(yes),
        (None, None) => Some(Answer::of(one?.truth.or(other?.truth))),
    }
}
