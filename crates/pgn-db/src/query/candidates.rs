//! Which games of an indexed file may match: what an index knows of an expression.
//!
//! The same questions are asked of each value that there is, instead of each game. What an index
//! does not know (moves, comments, `not`) leaves all games in.
//!
//! Owns: the questions that an index can answer. Knows nothing of: how it answers them.
//! Standard: §8.1. Decisions: D-14, D-52.
//! Start at [`Query::candidates`].

use std::fmt::Write as _;

use super::Query;
use super::expr::{Field, LeafIdx, Lines, Node, NodeIdx, Question};
use super::value::{Relation, Test, Value};
use super::word::{Fact, Word};
use crate::error::Error;
use crate::index::{Expr, Index, RoaringBitmap, Test as ValueTest};
use pgnkit::tag::{self, Date, Rating, fields};

impl Query {
    /// The games of an indexed file that may match, by their numbers from 0: all for which the
    /// expression holds, those whose moves cannot be played if it asks for positions, and perhaps
    /// others. `None` when the index cannot tell, or there would be so many that reading the whole
    /// file is faster.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read.
    pub fn candidates(&self, index: &Index) -> Result<Option<RoaringBitmap>, Error> {
        let Some(root) = self.root else { return Ok(None) };
        if self.sightings.waits() {
            self.sightings.note_names(&index.tag_names()?, &self.expr);
        }
        let games = self.node_candidates(root, index)?;
        Ok(games.and_then(|games| index.if_few(games)))
    }

    /// What the index of a file says of each question, in lines for people.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read.
    pub fn explain_candidates(&self, index: &Index) -> Result<String, Error> {
        let mut text = String::new();
        for (at, leaf) in self.expr.leaves.iter().enumerate() {
            let games = self.leaf_candidates(LeafIdx(at as u32), index)?;
            let what = match games.map(|games| games.len()) {
                Some(1) => "1 game".to_owned(),
                Some(n) => format!("{n} games"),
                None => "not in the index".to_owned(),
            };
            let _ = writeln!(text, "  {}: {what}", leaf.source);
        }
        Ok(text)
    }

    /// The games for which a part may hold. The depth of expressions is bounded, and with it this.
    fn node_candidates(
        &self,
        node: NodeIdx,
        index: &Index,
    ) -> Result<Option<RoaringBitmap>, Error> {
        match self.expr.node(node) {
            Node::Leaf(leaf) => self.leaf_candidates(*leaf, index),
            Node::Not(_) => Ok(None),
            Node::Sides(inner) => self.node_candidates(*inner, index),
            Node::All(parts) => {
                let mut all: Option<RoaringBitmap> = None;
                for part in parts {
                    if let Some(games) = self.node_candidates(*part, index)? {
                        all = Some(all.map_or_else(|| games.clone(), |all| all & &games));
                    }
                }
                Ok(all)
            }
            Node::Any(parts) => {
                let mut any = RoaringBitmap::new();
                for part in parts {
                    match self.node_candidates(*part, index)? {
                        Some(games) => any |= games,
                        None => return Ok(None),
                    }
                }
                Ok(Some(any))
            }
        }
    }

    fn leaf_candidates(
        &self,
        leaf: LeafIdx,
        index: &Index,
    ) -> Result<Option<RoaringBitmap>, Error> {
        match &self.expr.leaf(leaf).question {
            Question::Compare { field: Field::Tag(slot), test, .. } => {
                let name = &self.expr.tags[*slot];
                if let Test::Text { relation: Relation::Equal, text, fold: None } = test {
                    return index.candidates(&Expr::Tag { name, test: ValueTest::Is(text) });
                }
                having(index, &[name], &|value| test.check(Value::Text(value)).holds())
            }
            Question::Compare { field: Field::Word(word), test, .. } => {
                word_candidates(word, test, index)
            }
            Question::HasTag(slot) => having(index, &[&self.expr.tags[*slot]], &|_| true),
            Question::Board { probe, lines: Lines::Main } => {
                let keys = self.main_probes.get(*probe).and_then(|probe| probe.keys());
                let Some(keys) = keys else { return Ok(None) };
                index.candidates(&Expr::Any(keys.into_iter().map(Expr::Position).collect()))
            }
            Question::Board { .. }
            | Question::Relate { .. }
            | Question::Flag(_)
            | Question::Has { .. }
            | Question::Known(_) => Ok(None),
        }
    }
}

/// The games that have one of these tags with such a value.
fn having(
    index: &Index,
    names: &[&str],
    is_meant: &dyn Fn(&str) -> bool,
) -> Result<Option<RoaringBitmap>, Error> {
    let test = |name| Expr::Tag { name, test: ValueTest::Where(is_meant) };
    index.candidates(&Expr::Any(names.iter().map(|name| test(*name)).collect()))
}

/// The games for which a word that says what one tag says may hold.
fn word_candidates(
    word: &Word,
    test: &Test,
    index: &Index,
) -> Result<Option<RoaringBitmap>, Error> {
    let is_text = |text: &str| test.check(Value::Text(text)).holds();
    let is_number = |number: f64| test.check(Value::Number(number)).holds();
    match word.fact {
        Fact::Player | Fact::Opponent => having(index, &["White", "Black"], &|value| {
            is_text(value) || tag::players(value).any(|player| is_text(player.name))
        }),
        // Whichever of the two it is, it is one of the two.
        Fact::PlayerElo | Fact::OpponentElo | Fact::EloMin | Fact::EloMax => {
            having(index, &["WhiteElo", "BlackElo"], &|value| {
                let points = |field: &str| Rating::parse_lax(field).and_then(Rating::points);
                let points = fields(value).filter_map(|(_, field)| points(field));
                points.filter(|points| *points > 0).any(|points| is_number(f64::from(points)))
            })
        }
        Fact::Year | Fact::Month | Fact::Day => having(index, &["Date"], &|value| {
            let Some(date) = Date::parse_lax(value.trim()) else { return false };
            let part = match word.fact {
                Fact::Year => date.year().map(f64::from),
                Fact::Month => date.month().map(f64::from),
                _ => date.day().map(f64::from),
            };
            part.is_some_and(is_number)
        }),
        Fact::Termination => {
            having(index, &["Termination"], &|value| is_text(&value.trim().to_lowercase()))
        }
        _ => Ok(None),
    }
}
