//! Conditions on a game's tags and positions that follow from an expression: the part of an
//! expression that an index can answer (§8.1, D-14, D-52).
//!
//! For everything that an index does not contain (comments, `not`), the condition is
//! [`Condition::Unknown`].

use std::fmt;

use super::Query;
use super::expr::{Leaf, Lines, Node, NodeIdx, Operand, Question};
use super::facts::{Fact, GameView, TagSource, Value, rating};
use super::value::{Relation, Test};
use pgnkit::chess::Color;
use pgnkit::tag;

/// A condition that every matching game must fulfil; others may as well.
#[derive(Debug)]
#[doc(hidden)]
pub enum Condition<'q> {
    /// All of these are true.
    All(Vec<Condition<'q>>),
    /// One of these is true.
    Any(Vec<Condition<'q>>),
    /// A tag of this name has a value.
    ///
    /// If a name occurs twice in a game, each of its values counts, as does a name in another
    /// letter case.
    Tag {
        name: &'q str,
        /// The test of the value.
        test: ValueTest<'q>,
    },
    /// A position of the main line has this key. Games whose main line cannot be played count as
    /// well.
    Position(u64),
    /// Not in an index.
    Unknown,
}

/// A test of a value.
#[doc(hidden)]
pub enum ValueTest<'q> {
    /// It is this.
    Is(&'q str),
    /// It begins like this.
    Begins(&'q str),
    /// A predicate of the caller. It is called for every existing value, any number of times.
    Where(Box<dyn Fn(&str) -> bool + 'q>),
}

impl fmt::Debug for ValueTest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueTest::Is(text) => f.debug_tuple("Is").field(text).finish(),
            ValueTest::Begins(text) => f.debug_tuple("Begins").field(text).finish(),
            ValueTest::Where(_) => f.write_str("Where(..)"),
        }
    }
}

impl Query {
    /// A condition that is true of every game for which the expression is true.
    #[must_use]
    #[doc(hidden)]
    pub fn condition(&self) -> Condition<'_> {
        self.root.map_or(Condition::Unknown, |root| self.node_condition(root))
    }

    /// The same of each question of the expression, with the question's text.
    #[doc(hidden)]
    pub fn question_conditions(&self) -> impl Iterator<Item = (&str, Condition<'_>)> {
        self.expr.leaves.iter().map(|leaf| (leaf.source.as_str(), self.leaf_condition(leaf)))
    }

    /// Whether a tag that the expression names was not seen yet, so that nothing is known about it.
    #[must_use]
    #[doc(hidden)]
    pub fn waits_for_tags(&self) -> bool {
        self.seen_tags.waits()
    }

    /// Notes the tag names of games that were not read one by one.
    #[doc(hidden)]
    pub fn note_tag_names(&self, names: &[String]) {
        self.seen_tags.note_names(names, &self.expr);
    }

    /// The depth of expressions is bounded, and with it this.
    fn node_condition(&self, node: NodeIdx) -> Condition<'_> {
        let all = |parts: &[NodeIdx]| parts.iter().map(|part| self.node_condition(*part)).collect();
        match self.expr.node(node) {
            Node::Leaf(leaf) => self.leaf_condition(self.expr.leaf(*leaf)),
            Node::Not(_) => Condition::Unknown,
            Node::Sides(inner) | Node::Side(_, inner) => self.node_condition(*inner),
            Node::All(parts) => Condition::All(all(parts)),
            Node::Any(parts) => Condition::Any(all(parts)),
        }
    }

    fn leaf_condition<'q>(&'q self, leaf: &'q Leaf) -> Condition<'q> {
        match &leaf.question {
            Question::Compare { operand: Operand::Tag(slot), test, .. } => {
                let name = &self.expr.tags[*slot];
                if let Test::Text { relation: Relation::Equal, text, fold: None } = test {
                    return Condition::Tag { name, test: ValueTest::Is(text) };
                }
                having(&[name], |value| test.check_text(value).holds())
            }
            Question::Compare { operand: Operand::Fact(row), test, .. } => {
                fact_condition(row.fact, test)
            }
            Question::HasTag(slot) => having(&[&self.expr.tags[*slot]], |_| true),
            Question::Board { probe, lines: Lines::Main } => {
                let keys = self.main_probes.get(*probe).and_then(|probe| probe.keys());
                let Some(keys) = keys else { return Condition::Unknown };
                Condition::Any(keys.into_iter().map(Condition::Position).collect())
            }
            Question::Board { .. }
            | Question::Relate { .. }
            | Question::Flag(_)
            | Question::Has { .. }
            | Question::Known(_) => Condition::Unknown,
        }
    }
}

/// One of these tags has such a value.
fn having<'q>(names: &[&'q str], is_meant: impl Fn(&str) -> bool + Clone + 'q) -> Condition<'q> {
    let has = |name: &&'q str| Condition::Tag {
        name,
        test: ValueTest::Where(Box::new(is_meant.clone())),
    };
    match names {
        [name] => has(name),
        names => Condition::Any(names.iter().map(has).collect()),
    }
}

/// The condition of a fact that each of these tags determines on its own; other tags are not looked
/// at.
fn fact_condition<'q>(fact: Fact, test: &'q Test) -> Condition<'q> {
    // Whichever of two sides is meant, one of the two.
    let by_tag = |tags: &[&'q str]| {
        having(tags, move |value| {
            let is_it = |value: &Value<'_>| test.check(value).holds();
            match fact {
                Fact::Player | Fact::Opponent => {
                    is_it(&Value::borrowed(value))
                        || tag::players(value).any(|player| is_it(&Value::borrowed(player.name)))
                }
                Fact::Elo | Fact::OpponentElo | Fact::MinElo | Fact::MaxElo => {
                    rating(value).is_some_and(|points| is_it(&Value::Number(points.into())))
                }
                fact => {
                    let tags = OneTag(fact.row().tags[0], value);
                    let value = fact.value(&GameView::of_tags(&tags), Color::White);
                    value.is_some_and(|value| is_it(&value))
                }
            }
        })
    };
    match is_said_by_tags(fact) {
        true => by_tag(fact.row().tags),
        false => Condition::Unknown,
    }
}

/// Whether one of the fact's tags alone shows that a game cannot have the value.
fn is_said_by_tags(fact: Fact) -> bool {
    match fact {
        Fact::Player
        | Fact::Opponent
        | Fact::Elo
        | Fact::OpponentElo
        | Fact::MinElo
        | Fact::MaxElo
        | Fact::White
        | Fact::Black
        | Fact::Event
        | Fact::Site
        | Fact::Country
        | Fact::Round
        | Fact::Date
        | Fact::RoundNumber
        | Fact::Year
        | Fact::YearMonth
        | Fact::Month
        | Fact::Day
        | Fact::Termination
        | Fact::ControlKind
        | Fact::BaseTime
        | Fact::Increment
        | Fact::Speed => true,
        // Two tags together, values that a game without the tag also has, or no tags at all.
        Fact::Edge
        | Fact::EloDiff
        | Fact::AvgElo
        | Fact::Rated
        | Fact::Upset
        | Fact::Variant
        | Fact::Eco
        | Fact::Opening
        | Fact::Variation
        | Fact::Color
        | Fact::Score
        | Fact::Won
        | Fact::Lost
        | Fact::Drew
        | Fact::Clock
        | Fact::MoveTime
        | Fact::Result
        | Fact::Decisive
        | Fact::ResultConflict
        | Fact::Ends
        | Fact::FirstMove
        | Fact::FirstMoves
        | Fact::Duration
        | Fact::PlyCount
        | Fact::MoveCount
        | Fact::TotalPlies
        | Fact::Eval
        | Fact::Comment
        | Fact::Nag
        | Fact::Fault
        | Fact::Language
        | Fact::Fen
        | Fact::StartFen
        | Fact::Key
        | Fact::Game
        | Fact::File
        | Fact::Line => false,
    }
}

/// A game of which one tag is known.
struct OneTag<'t>(&'static str, &'t str);

impl TagSource for OneTag<'_> {
    fn tag(&self, name: &str) -> Option<&str> {
        (name == self.0).then_some(self.1)
    }
}
