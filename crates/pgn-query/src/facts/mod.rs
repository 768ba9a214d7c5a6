//! Facts about a game: the single vocabulary of all commands and programs (§8.1.1, §9, D-11, D-16
//! to D-20, D-22).
//!
//! [`FACTS`] has a row for each fact: its name, its meaning, the kind and the unit of its values,
//! the tags that it reads, and how much of a game must be read for it. [`Fact::values`] returns its
//! values for a [`GameView`]. The words of `--where`, `stats --by`, `split --by`, `sort --by` and
//! `tag --set` are these names; a command adds only its own operation on the values.
//!
//! A program that makes columns of games takes them from the table:
//!
//! ```
//! use pgn_query::facts::{FACTS, GameView, Value};
//! use pgnkit::chess::Color;
//!
//! let text = "[WhiteElo \"2600\"]\n[BlackElo \"2700\"]\n[Date \"1972.07.11\"]\n\n1. e4 1-0\n";
//! let game = pgnkit::read::Games::new(text.as_bytes()).next().unwrap()?;
//! let view = GameView::of(&game);
//! let columns = FACTS.iter().filter(|row| !row.has_side && !row.has_place);
//! let cells: Vec<(&str, Value)> = columns
//!     .filter_map(|row| Some((row.name, row.fact.value(&view, Color::White)?)))
//!     .collect();
//! assert!(cells.contains(&("avgelo", Value::Number(2650.0))));
//! assert!(cells.contains(&("year", Value::Number(1972.0))));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Start at [`FACTS`] for what there is, at [`Field::parse`] for what a person typed.

mod ends;
mod field;
mod group;
mod places;
mod table;
mod tags;
mod value;
mod values;
mod view;

#[cfg(test)]
mod tests;

pub use crate::vocabulary::Vocabulary;
pub use ends::{End, LineEnd, Repetitions};
pub use field::{Field, UnknownWordError, words};
pub use group::{Group, GroupError};
pub use places::Place;
pub use table::{Cost, FACTS, Fact, Kind, Row, fact};
pub use tags::{rating, year};
pub use value::{Speed, Value};
pub use values::Values;
pub use view::{GameView, Moves, Openings, TagSource};

pub(crate) use field::known_tag;
pub(crate) use places::each_node;
pub(crate) use values::pawns_of;
