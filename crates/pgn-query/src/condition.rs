//! What must be true of a game's tags and positions for an expression to hold: the part of an
//! expression that an index can answer.
//!
//! Where an index knows nothing (comments, `not`), the condition is [`Condition::Unknown`].
//!
//! Owns: the conditions of an expression. Knows nothing of: how an index answers them.
//! Standard: §8.1. Decisions: D-14, D-52.
//! Start at [`Query::condition`].

use super::Query;
use super::expr::{Field, Leaf, Lines, Node, NodeIdx, Question};
use super::value::{Relation, Test, Value};
use super::word::{Fact, Word};
use pgnkit::tag::{self, Date, Rating, fields};

/// A condition that every game must fulfil for which an expression holds; others may as well.
pub enum Condition<'q> {
    /// All of these are true.
    All(Vec<Condition<'q>>),
    /// One of these is true.
    Any(Vec<Condition<'q>>),
    /// A tag of this name has a value.
    ///
    /// Where a name comes twice in a game, each of its values counts, and so does a name that is
    /// written with other capitals.
    Tag {
        /// The name.
        name: &'q str,
        /// What is asked of the value.
        test: ValueTest<'q>,
    },
    /// A position of the main line has this key. Games whose main line cannot be played count as
    /// well.
    Position(u64),
    /// Nothing that an index knows.
    Unknown,
}

/// What is asked of a value.
pub enum ValueTest<'q> {
    /// It is this.
    Is(&'q str),
    /// It begins like this.
    Begins(&'q str),
    /// Whatever the caller says; asked once for every value that there is, in no fixed number of
    /// calls.
    Where(Box<dyn Fn(&str) -> bool + 'q>),
}

impl Query {
    /// What must be true of every game for which the expression holds.
    #[must_use]
    pub fn condition(&self) -> Condition<'_> {
        self.root.map_or(Condition::Unknown, |root| self.node_condition(root))
    }

    /// The same of each question of the expression, with the question's text.
    pub fn question_conditions(&self) -> impl Iterator<Item = (&str, Condition<'_>)> {
        self.expr.leaves.iter().map(|leaf| (leaf.source.as_str(), self.leaf_condition(leaf)))
    }

    /// Whether a tag that the expression names was not met yet, so that nothing is known of it.
    #[must_use]
    pub fn waits_for_tags(&self) -> bool {
        self.sightings.waits()
    }

    /// Notes the tag names of games that were not read one by one.
    pub fn note_tag_names(&self, names: &[String]) {
        self.sightings.note_names(names, &self.expr);
    }

    /// The depth of expressions is bounded, and with it this.
    fn node_condition(&self, node: NodeIdx) -> Condition<'_> {
        let all = |parts: &[NodeIdx]| parts.iter().map(|part| self.node_condition(*part)).collect();
        match self.expr.node(node) {
            Node::Leaf(leaf) => self.leaf_condition(self.expr.leaf(*leaf)),
            Node::Not(_) => Condition::Unknown,
            Node::Sides(inner) => self.node_condition(*inner),
            Node::All(parts) => Condition::All(all(parts)),
            Node::Any(parts) => Condition::Any(all(parts)),
        }
    }

    fn leaf_condition<'q>(&'q self, leaf: &'q Leaf) -> Condition<'q> {
        match &leaf.question {
            Question::Compare { field: Field::Tag(slot), test, .. } => {
                let name = &self.expr.tags[*slot];
                if let Test::Text { relation: Relation::Equal, text, fold: None } = test {
                    return Condition::Tag { name, test: ValueTest::Is(text) };
                }
                having(&[name], |value| test.check(Value::Text(value)).holds())
            }
            Question::Compare { field: Field::Word(word), test, .. } => word_condition(word, test),
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

/// What must be true for a word that says what one tag says.
fn word_condition<'q>(word: &'q Word, test: &'q Test) -> Condition<'q> {
    let is_text = |text: &str| test.check(Value::Text(text)).holds();
    let is_number = |number: f64| test.check(Value::Number(number)).holds();
    match word.fact {
        Fact::Player | Fact::Opponent => having(&["White", "Black"], move |value| {
            is_text(value) || tag::players(value).any(|player| is_text(player.name))
        }),
        // Whichever of the two it is, it is one of the two.
        Fact::PlayerElo | Fact::OpponentElo | Fact::EloMin | Fact::EloMax => {
            having(&["WhiteElo", "BlackElo"], move |value| {
                let points = |field: &str| Rating::parse_lax(field).and_then(Rating::points);
                let points = fields(value).filter_map(|(_, field)| points(field));
                points.filter(|points| *points > 0).any(|points| is_number(f64::from(points)))
            })
        }
        Fact::Year | Fact::Month | Fact::Day => having(&["Date"], move |value| {
            let Some(date) = Date::parse_lax(value.trim()) else { return false };
            let part = match word.fact {
                Fact::Year => date.year().map(f64::from),
                Fact::Month => date.month().map(f64::from),
                _ => date.day().map(f64::from),
            };
            part.is_some_and(is_number)
        }),
        Fact::Termination => {
            having(&["Termination"], move |value| is_text(&value.trim().to_lowercase()))
        }
        _ => Condition::Unknown,
    }
}
