//! Decides which player the words about one player mean: `won`, `elo`, `opponent`.
//!
//! ```text
//! player = "A" and opponent = "B"        one side is A's, and the other B's
//! White = "A" and won                    White won
//! not player = "A"                       neither is A
//! player = "A" or not player = "B"       each part for itself
//! ```
//!
//! In a conjunction (`and`, with everything around it that is joined by `and`)
//!
//! 1. with `player`, all words refer to one player, who may have either color;
//! 2. without `player`, if its conditions name White or Black but not both, they mean that side;
//! 3. otherwise they refer to one player as in 1, and [`SideError`] rejects words that mean nothing
//!    without a name.
//!
//! A condition names a side if it compares a tag of that side (`White`, `WhiteElo`). An `or` names
//! what each of its parts names; `not` does not matter, except that it exchanges `and` and `or`.

use std::ops::BitOr;

use super::error::ParseError;
use super::expr::{Expr, Leaf, LeafIdx, Node, NodeIdx, Operand, Question};
use super::facts::Fact;
use pgnkit::chess::Color;

/// Gives every word about one player its side: a fixed one, or one that is tried for the smallest
/// part that needs it. The last node is then the whole expression, which is returned.
pub(super) fn bind(expr: &mut Expr, node: NodeIdx) -> Result<NodeIdx, SideError> {
    let names = names_of(expr);
    let bound = bind_part(expr, &names, node, PlayerConditions::default())?;
    // The whole is the last node.
    Ok(match expr.root() {
        Some(root) if root != bound => {
            let copy = expr.node(bound).clone();
            expr.push_copy(copy, bound)
        }
        _ => bound,
    })
}

/// A question about a player that no condition names.
#[derive(Clone, Copy, Debug)]
pub(super) struct SideError {
    pub(super) leaf: LeafIdx,
    fact: Fact,
    /// White and Black are both named, rather than neither.
    names_both: bool,
}

impl SideError {
    /// The message, with the place of the question in its text.
    pub(super) fn message(self, leaf: &Leaf) -> ParseError {
        let word = self.fact.row().name;
        let why = match self.names_both {
            true => ", since both White and Black are named",
            false => ", since no player is named",
        };
        let instead = match self.fact {
            Fact::Opponent => "; `player` looks for a name on either side",
            _ => "; `decisive` means that somebody won",
        };
        let hint = match self.names_both {
            true => "name one of the two players, as in `player ~ \"...\"`".to_owned(),
            false => format!("add `player ~ \"...\"`, `White ~ \"...\"` or the like{instead}"),
        };
        let message = format!("`{word}` could be either player{why}");
        ParseError::new(leaf.place.span.clone(), message).with_hint(hint)
    }
}

/// The players that the conditions of a part name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct PlayerConditions {
    white: bool,
    black: bool,
    player: bool,
}

impl BitOr for PlayerConditions {
    type Output = PlayerConditions;

    fn bitor(self, other: PlayerConditions) -> PlayerConditions {
        PlayerConditions {
            white: self.white || other.white,
            black: self.black || other.black,
            player: self.player || other.player,
        }
    }
}

impl PlayerConditions {
    const ALL: PlayerConditions = PlayerConditions { white: true, black: true, player: true };

    fn and(self, other: PlayerConditions) -> PlayerConditions {
        PlayerConditions {
            white: self.white && other.white,
            black: self.black && other.black,
            player: self.player && other.player,
        }
    }

    fn of_question(expr: &Expr, question: &Question) -> PlayerConditions {
        match question {
            Question::Compare { operand, .. } => PlayerConditions::of_operand(expr, *operand),
            Question::Relate { left, right, .. } => {
                PlayerConditions::of_operand(expr, *left)
                    | PlayerConditions::of_operand(expr, *right)
            }
            Question::Flag(_)
            | Question::HasTag(_)
            | Question::Has { .. }
            | Question::Board { .. }
            | Question::Known(_) => PlayerConditions::default(),
        }
    }

    fn of_operand(expr: &Expr, operand: Operand) -> PlayerConditions {
        let names_side = |side: &str, slot: usize| {
            let rest = expr.tags[slot].strip_prefix(side);
            rest.is_some_and(|rest| !rest.starts_with(|next: char| !next.is_ascii_uppercase()))
        };
        match operand {
            Operand::Tag(slot) => PlayerConditions {
                white: names_side("White", slot),
                black: names_side("Black", slot),
                player: false,
            },
            Operand::Fact(row) => PlayerConditions {
                white: row.fact == Fact::White,
                black: row.fact == Fact::Black,
                player: row.fact == Fact::Player,
            },
        }
    }

    fn side(self) -> Option<Color> {
        match (self.white, self.black) {
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            (true, true) | (false, false) => None,
        }
    }
}

/// The side that each node names, and its effect on the opposite.
fn names_of(expr: &Expr) -> Vec<[PlayerConditions; 2]> {
    let mut names: Vec<[PlayerConditions; 2]> = Vec::with_capacity(expr.nodes.len());
    for node in &expr.nodes {
        let of = |part: &NodeIdx| names[part.0 as usize];
        let union = |parts: &[NodeIdx], n: usize| {
            parts
                .iter()
                .map(|part| of(part)[n])
                .fold(PlayerConditions::default(), PlayerConditions::bitor)
        };
        let common = |parts: &[NodeIdx], n: usize| {
            parts.iter().map(|part| of(part)[n]).fold(PlayerConditions::ALL, PlayerConditions::and)
        };
        names.push(match node {
            Node::Leaf(leaf) => {
                [PlayerConditions::of_question(expr, &expr.leaf(*leaf).question); 2]
            }
            Node::Not(inner) => {
                let [plain, opposite] = of(inner);
                [opposite, plain]
            }
            Node::All(parts) => [union(parts, 0), common(parts, 1)],
            Node::Any(parts) => [common(parts, 0), union(parts, 1)],
            Node::Sides(inner) | Node::Side(_, inner) => of(inner),
        });
    }
    names
}

/// Binds a part inside conjunctions that name `around`. As deep as the expression, which is
/// bounded.
fn bind_part(
    expr: &mut Expr,
    names: &[[PlayerConditions; 2]],
    node: NodeIdx,
    around: PlayerConditions,
) -> Result<NodeIdx, SideError> {
    if !expr.has_side(node) {
        return Ok(node);
    }
    match expr.node(node).clone() {
        Node::Leaf(leaf) => {
            let is_player = PlayerConditions::of_question(expr, &expr.leaf(leaf).question).player;
            match around.side() {
                Some(side) if !is_player => Ok(expr.push_side(side, node)),
                _ => choose_side(expr, node, around),
            }
        }
        Node::Sides(_) | Node::Side(..) => Ok(node),
        Node::Not(inner) => {
            let inner = bind_part(expr, names, inner, around)?;
            Ok(expr.push_not(inner))
        }
        Node::Any(parts) => {
            let bind = |part: NodeIdx| bind_part(expr, names, part, around);
            let bound = parts.into_iter().map(bind).collect::<Result<_, _>>()?;
            Ok(expr.push_any(bound))
        }
        Node::All(parts) => {
            let own = parts.iter().map(|part| names[part.0 as usize][0]);
            let own = own.fold(PlayerConditions::default(), PlayerConditions::bitor);
            let here = around | own;
            let (with, without): (Vec<NodeIdx>, Vec<NodeIdx>) =
                parts.into_iter().partition(|part| expr.has_side(*part));
            let mut bound = without;
            if with.len() == 1 || (here.side().is_some() && !own.player) {
                for part in with {
                    bound.push(bind_part(expr, names, part, here)?);
                }
            } else {
                let all = expr.push_all(with);
                bound.push(choose_side(expr, all, here)?);
            }
            Ok(expr.push_all(bound))
        }
    }
}

/// Both sides are tried for this part, which must determine one of them.
fn choose_side(
    expr: &mut Expr,
    node: NodeIdx,
    around: PlayerConditions,
) -> Result<NodeIdx, SideError> {
    let mut facts = Vec::new();
    side_facts(expr, node, &mut facts);
    let is_result = |fact: Fact| matches!(fact, Fact::Won | Fact::Lost | Fact::Drew | Fact::Score);
    let (all_results, all_opponents) = (
        facts.iter().all(|(_, fact)| is_result(*fact)),
        facts.iter().all(|(_, fact)| *fact == Fact::Opponent),
    );
    // A draw is one for both.
    let is_unclear = |fact: Fact| matches!(fact, Fact::Won | Fact::Lost | Fact::Opponent);
    let unclear = facts.iter().find(|(_, fact)| is_unclear(*fact));
    if let Some(&(leaf, fact)) = unclear
        && (all_results || all_opponents)
    {
        let names_both = around.white && around.black;
        return Err(SideError { leaf, fact, names_both });
    }
    Ok(expr.push_sides(node))
}

/// The words about one player in a part, in the order of the text.
fn side_facts(expr: &Expr, node: NodeIdx, facts: &mut Vec<(LeafIdx, Fact)>) {
    match expr.node(node) {
        Node::Leaf(leaf) => {
            let rows = expr.leaf(*leaf).question.rows().filter(|row| row.has_side);
            facts.extend(rows.map(|row| (*leaf, row.fact)));
        }
        Node::Not(inner) | Node::Sides(inner) | Node::Side(_, inner) => {
            side_facts(expr, *inner, facts);
        }
        Node::All(parts) | Node::Any(parts) => {
            parts.iter().for_each(|part| side_facts(expr, *part, facts));
        }
    }
}
