//! The test of one position, for any kind of question, and from how many sides.

use std::sync::Arc;

use pgnkit::chess::Color;

use crate::lines::GameLines;

use super::event::Event;
use super::material::Material;
use super::pattern::Pattern;
use super::pawns::Pawns;
use super::pieces::Pieces;
use super::position::Exact;
use super::reach::Reach;
use super::set::PositionSet;
use super::{Seen, Sides, VIEWS_MAX};

/// A question about one position and the move that led to it.
#[derive(Clone, Debug)]
pub(super) enum Test {
    Exact(Box<Exact>),
    Key(u64),
    Material(Box<Material>),
    Pattern(Box<Pattern>),
    Pieces(Box<Pieces>),
    Pawns(Box<Pawns>),
    Event(Event),
    /// One of many positions.
    Set(Box<PositionSet>),
    /// The move leaves these lines.
    Leaves(Arc<GameLines>),
    /// All of these, in one position.
    All(Vec<Test>),
}

/// The changes that can change the result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depends {
    /// How many pieces of which kind there are.
    PieceSet,
    Pawns,
    All,
}

/// A way to turn a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// Colors exchanged, the board upside down.
    Colors,
    /// The a file becomes the h file.
    Wings,
}

/// A question from one side.
#[derive(Clone, Debug)]
pub(super) struct SideView {
    pub(super) test: Test,
    pub(super) reach: Reach,
    /// The side that must be to move.
    pub(super) turn: Option<Color>,
}

impl Test {
    #[inline]
    pub(super) fn holds(&self, seen: &Seen<'_>) -> bool {
        match self {
            Test::Exact(exact) => exact.holds(seen.position()),
            Test::Key(key) => seen.position().polyglot_key() == *key,
            Test::Material(material) => material.holds(seen.position()),
            Test::Pattern(pattern) => pattern.holds(seen.position().board()),
            Test::Pieces(pieces) => pieces.holds(seen.position()),
            Test::Pawns(pawns) => pawns.holds(seen.position()),
            Test::Event(event) => event.holds(seen),
            Test::Set(set) => set.holds(seen.position()),
            Test::Leaves(lines) => {
                // Nearly all moves are after the end of the lines, which one look finds out.
                let before = seen.past().last();
                before.is_some_and(|&key| lines.goes_on(key))
                    && lines.find(seen.position()).is_none()
            }
            Test::All(tests) => tests.iter().all(|test| test.holds(seen)),
        }
    }

    /// Whether it needs the earlier positions of the line.
    pub(super) fn looks_back(&self) -> bool {
        match self {
            Test::Exact(_) | Test::Key(_) | Test::Material(_) | Test::Pattern(_) => false,
            Test::Pieces(_) | Test::Pawns(_) | Test::Set(_) => false,
            Test::Event(event) => event.looks_back(),
            Test::Leaves(_) => true,
            Test::All(tests) => tests.iter().any(Test::looks_back),
        }
    }

    pub(super) fn depends(&self) -> Depends {
        match self {
            Test::Exact(_)
            | Test::Key(_)
            | Test::Pattern(_)
            | Test::Pieces(_)
            | Test::Event(_)
            | Test::Leaves(_)
            | Test::Set(_) => Depends::All,
            Test::Material(_) => Depends::PieceSet,
            Test::Pawns(_) => Depends::Pawns,
            Test::All(tests) => {
                let mut all = tests.iter().map(Test::depends);
                let first = all.next().unwrap_or(Depends::All);
                if all.all(|other| other == first) { first } else { Depends::All }
            }
        }
    }

    fn reach(&self) -> Reach {
        match self {
            Test::Exact(exact) => exact.reach(),
            Test::Key(_) | Test::Event(_) | Test::Leaves(_) => Reach::default(),
            Test::Pattern(pattern) => pattern.reach(),
            Test::Material(material) => material.reach(),
            Test::Pieces(pieces) => pieces.reach(),
            Test::Pawns(pawns) => pawns.reach(),
            Test::Set(set) => set.reach(),
            Test::All(tests) => {
                tests.iter().fold(Reach::default(), |all, test| all.and(&test.reach()))
            }
        }
    }

    /// The same question turned; `None` if that is the question itself.
    fn turned(&self, turn: Turn) -> Option<Test> {
        match self {
            Test::Exact(exact) => Some(Test::Exact(Box::new(exact.turned(turn)))),
            Test::Key(_) | Test::Event(_) | Test::Leaves(_) => None,
            Test::Pattern(pattern) => Some(Test::Pattern(Box::new(pattern.turned(turn)))),
            Test::Material(material) => {
                (turn == Turn::Colors).then(|| Test::Material(Box::new(material.turned())))
            }
            Test::Pieces(pieces) => Some(Test::Pieces(Box::new(pieces.turned(turn)))),
            Test::Pawns(pawns) => Some(Test::Pawns(Box::new(pawns.turned(turn)))),
            Test::Set(set) => Some(Test::Set(Box::new(set.turned(turn)))),
            Test::All(tests) => {
                let turned: Vec<_> = tests.iter().map(|test| test.turned(turn)).collect();
                turned.iter().any(Option::is_some).then(|| {
                    let both = turned.into_iter().zip(tests);
                    Test::All(both.map(|(turned, test)| turned.unwrap_or(test.clone())).collect())
                })
            }
        }
    }
}

/// The question from all sides from which it is tested.
pub(super) fn views(test: Test, sides: Sides, turn: Option<Color>) -> Vec<SideView> {
    let mut tests = Vec::with_capacity(VIEWS_MAX);
    tests.push((test, turn));
    if sides.either_color {
        let (test, turn) = &tests[0];
        let turned = test.turned(Turn::Colors).or_else(|| turn.map(|_| test.clone()));
        let turn = turn.map(Color::other);
        tests.extend(turned.map(|test| (test, turn)));
    }
    if sides.either_wing {
        let turned =
            tests.iter().filter_map(|(test, turn)| Some((test.turned(Turn::Wings)?, *turn)));
        let turned: Vec<_> = turned.collect();
        tests.extend(turned);
    }
    let view = |(test, turn): (Test, Option<Color>)| SideView { reach: test.reach(), test, turn };
    tests.into_iter().map(view).collect()
}
