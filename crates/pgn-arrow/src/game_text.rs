//! Rows of a table of games as PGN (§8, D-14).

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};

use arrow_array::{Array, RecordBatch};
use arrow_schema::Schema;
use pgnkit::Outcome;
use pgnkit::comment::{Millis, Plain, Score};
use pgnkit::tag::{RESULT, ROSTER};

use crate::column::{CellType, Column, Source};
use crate::error::Error;
use crate::foreign_cell::{Expected, list_at, map_at, number_at, text_at, value_at};
use crate::table::Table;
use pgn_query::facts::Fact;

/// The columns that contain all of a game's movetext if `rest` is null.
const LISTS: [&str; 7] = ["result", "moves", "nags", "clocks", "movetimes", "evals", "mates"];

/// The column with the names of all tags, in order.
const ORDER: &str = "tagorder";

/// Writes rows of a table of games as PGN.
#[derive(Clone, Debug)]
pub struct GameText {
    /// The columns that are tags, with the tags.
    tags: Vec<(String, String)>,
    /// Those that contain the movetext.
    movetext: Vec<&'static str>,
    /// The columns that are not in the table, but have one value for all of it.
    constants: Constants,
}

/// Columns with one value for a whole table; `None` if it is unknown or empty.
pub type Constants = Vec<(String, Option<String>)>;

impl GameText {
    /// For tables with this schema.
    ///
    /// # Errors
    /// If it has neither the column `movetext`, nor `rest` with the lists that it leaves out, and
    /// if a needed column has a type that cannot be converted exactly.
    pub fn of(schema: &Schema) -> Result<GameText, Error> {
        GameText::with_constants(schema, Constants::new())
    }

    /// The same for tables that lack these columns, as the files of a partitioned folder do.
    ///
    /// # Errors
    /// Those of [`GameText::of`].
    pub fn with_constants(schema: &Schema, constants: Constants) -> Result<GameText, Error> {
        let is_absent = |(name, _): &(String, _)| schema.field_with_name(name).is_err();
        let constants: Constants = constants.into_iter().filter(is_absent).collect();
        let movetext = movetext_columns(schema, &constants)?;
        let games = GameText { tags: tags_of(schema, &constants), movetext, constants };
        for name in games.columns() {
            if let Ok(field) = schema.field_with_name(name)
                && !expected_of(name).allows(field.data_type())
            {
                let (expected, found) = (expected_of(name), field.data_type());
                let why = format!("column `{name}`: expected {expected}, found {found}");
                return Err(Error::no_game_text(why));
            }
        }
        Ok(games)
    }

    /// The columns that are read, whether the table has them or not.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        let tags = self.tags.iter().map(|(column, _)| column.as_str());
        tags.chain(["tags", ORDER]).chain(self.movetext.iter().copied())
    }

    /// Adds a row to a text: tag pairs, an empty line, the movetext, an empty line.
    ///
    /// # Errors
    /// When a cell has a value that cannot be converted exactly.
    pub fn push(&self, batch: &RecordBatch, row: usize, text: &mut Vec<u8>) -> Result<(), Error> {
        let order = self.value(batch, ORDER, row)?;
        let mut tags = self.tag_pairs(batch, row, order.as_deref())?;
        if let Some(order) = order {
            // Every game has an outcome column, but not every game a Result tag; a marker cannot
            // express all outcomes.
            let is_said = self.outcome(batch, row)?.is_standard();
            if is_said && !order.split(' ').any(|name| name == RESULT) {
                tags.retain(|(name, _)| *name != RESULT);
            }
            in_order(&order, &mut tags);
        }
        for (name, value) in &tags {
            push_tag(name, value, text);
        }
        text.push(b'\n');
        let columns = ["movetext", "rest"].map(|name| batch.column_by_name(name));
        match columns.into_iter().flatten().next().and_then(|column| text_at(column, row)) {
            Some(written) => text.extend_from_slice(written.as_bytes()),
            None => self.push_moves(batch, row, text)?,
        }
        text.extend_from_slice(b"\n\n");
        Ok(())
    }
}

impl GameText {
    /// The value of a column with single values.
    fn value(&self, batch: &RecordBatch, name: &str, row: usize) -> Result<Option<String>, Error> {
        if let Some(array) = batch.column_by_name(name) {
            return value_at(array, row).map_err(|found| cannot_convert(name, &found));
        }
        let constant = self.constants.iter().find(|(column, _)| column == name);
        Ok(constant.and_then(|(_, value)| value.clone()))
    }

    /// The tags of a row, those of one name in order.
    fn tag_pairs<'a>(
        &'a self,
        batch: &'a RecordBatch,
        row: usize,
        order: Option<&str>,
    ) -> Result<Vec<(&'a str, Cow<'a, str>)>, Error> {
        let others: Vec<(&str, &str)> =
            batch.column_by_name("tags").map(|map| map_at(map, row)).unwrap_or_default();
        let mut tags: Vec<(&str, Cow<'_, str>)> = Vec::new();
        for (column, tag) in &self.tags {
            for (name, value) in others.iter().filter(|(name, _)| repeated(name) == Some(tag)) {
                tags.push((repeated(name).unwrap_or(name), (*value).into()));
            }
            // Of a name that the map has in whatever letter case, it has everything.
            if others.iter().any(|(name, _)| name.eq_ignore_ascii_case(tag)) {
                continue;
            }
            // The name of a folder is the same for a tag that is empty and one that is not there.
            let is_constant = self.constants.iter().any(|(name, _)| name == column);
            let is_there = || order.is_some_and(|order| order.split(' ').any(|name| name == tag));
            match self.value(batch, column, row)? {
                Some(value) => tags.push((tag, value.into())),
                None if is_constant && is_there() => tags.push((tag, "".into())),
                None => {}
            }
        }
        let is_column = |name: &str| self.tags.iter().any(|(_, tag)| tag == name);
        for (name, value) in others {
            match repeated(name) {
                Some(tag) if is_column(tag) => {}
                Some(tag) => tags.push((tag, value.into())),
                None => tags.push((name, value.into())),
            }
        }
        Ok(tags)
    }

    /// The movetext of a game that is completely in the lists: usually a game of a server. Its
    /// moves are readable without numbers.
    fn push_moves(&self, batch: &RecordBatch, row: usize, text: &mut Vec<u8>) -> Result<(), Error> {
        let nags = by_ply(batch, "nags", row)?;
        let evals = by_ply(batch, "evals", row)?;
        let mates = by_ply(batch, "mates", row)?;
        let clocks = by_ply(batch, "clocks", row)?;
        let times = by_ply(batch, "movetimes", row)?;
        let at = |list: &[Option<i64>], ply: usize| list.get(ply).copied().flatten();
        let small = |name: &str, list: &[Option<i64>], ply: usize| {
            let number = at(list, ply).map(|number| {
                i32::try_from(number).map_err(|_| cannot_convert(name, &number.to_string()))
            });
            number.transpose()
        };
        let moves = batch.column_by_name("moves").and_then(|column| list_at(column, row));
        for ply in 0..moves.as_ref().map_or(0, |moves| moves.len()) {
            let mv = moves.as_ref().and_then(|moves| text_at(moves, ply));
            text.extend_from_slice(mv.unwrap_or_default().as_bytes());
            text.push(b' ');
            if let Some(nag) = at(&nags, ply) {
                text.extend_from_slice(format!("${nag} ").as_bytes());
            }
            let millis = |list| at(list, ply).map(|millis| Millis(millis.unsigned_abs()));
            let eval = small("evals", &evals, ply)?.map(Score::Centipawns);
            let mate = small("mates", &mates, ply)?.map(Score::Mate);
            let plain = Plain { eval: eval.or(mate), clk: millis(&clocks), emt: millis(&times) };
            if plain != Plain::default() {
                text.extend_from_slice(format!("{{ {plain} }} ").as_bytes());
            }
        }
        text.extend_from_slice(self.outcome(batch, row)?.marker().as_bytes());
        Ok(())
    }

    /// The outcome of a row; unknown without the column.
    fn outcome(&self, batch: &RecordBatch, row: usize) -> Result<Outcome, Error> {
        let name = self.value(batch, "result", row)?;
        Ok(name.and_then(|name| Outcome::from_name(&name)).unwrap_or_default())
    }
}

fn cannot_convert(name: &str, found: &str) -> Error {
    let expected = expected_of(name);
    Error::no_game_text(format!("column `{name}`: expected {expected}, found {found}"))
}

/// The data that can be read from a column.
fn expected_of(name: &str) -> Expected {
    let column = Table::Games.columns().iter().find(|column| column.name == name);
    match column.map(|column| column.cell) {
        Some(CellType::Int8 | CellType::Int16 | CellType::Int32 | CellType::Int64) => {
            Expected::Number
        }
        Some(CellType::TextList) => Expected::Texts,
        Some(CellType::Int32List | CellType::Int64List) => Expected::Numbers,
        Some(CellType::TagMap) => Expected::Tags,
        _ if name == "movetext" || name == "rest" => Expected::Movetext,
        _ if column.and_then(tag_of).is_some_and(|tag| tag.ends_with("Date")) => Expected::Date,
        _ => Expected::Text,
    }
}

/// Puts tags into the order of these names; tags that are not among them were added to the table,
/// and come last.
fn in_order(order: &str, tags: &mut Vec<(&str, Cow<'_, str>)>) {
    let mut places: HashMap<&str, VecDeque<usize>> = HashMap::new();
    for (place, name) in order.split(' ').enumerate() {
        places.entry(name).or_default().push_back(place);
    }
    let mut placed: Vec<_> = tags
        .drain(..)
        .map(|tag| (places.get_mut(tag.0).and_then(VecDeque::pop_front).unwrap_or(usize::MAX), tag))
        .collect();
    placed.sort_by_key(|(place, _)| *place);
    tags.extend(placed.into_iter().map(|(_, tag)| tag));
}

/// The columns that contain the movetext.
fn movetext_columns(schema: &Schema, constants: &Constants) -> Result<Vec<&'static str>, Error> {
    let has = |name: &str| schema.field_with_name(name).is_ok();
    if has("movetext") {
        return Ok(vec!["movetext"]);
    }
    if !has("rest") {
        let why = "has no column `rest` or `movetext` with the text of games".to_owned();
        return Err(Error::no_game_text(why));
    }
    let is_constant = |name: &str| constants.iter().any(|(column, _)| column == name);
    match LISTS.iter().find(|name| !has(name) && !is_constant(name)) {
        None => Ok([&["rest"], &LISTS[..]].concat()),
        Some(name) => {
            let why = format!("has no column `{name}`, which `rest` leaves out");
            Err(Error::no_game_text(why))
        }
    }
}

/// The columns of a file that have the values of tags, in the order of export format.
fn tags_of(schema: &Schema, constants: &Constants) -> Vec<(String, String)> {
    let columns = Table::Games.columns().iter().filter(|column| column.is_default);
    let known = columns.filter_map(|column| Some((column.name.as_ref(), tag_of(column)?)));
    let is_constant = |name: &str| constants.iter().any(|(column, _)| column == name);
    let mut tags: Vec<(String, String)> = known
        .filter(|(column, _)| schema.field_with_name(column).is_ok() || is_constant(column))
        .map(|(column, tag)| (column.to_owned(), tag.to_owned()))
        .collect();
    let rank = |tag: &str| ROSTER.iter().position(|name| *name == tag).unwrap_or(ROSTER.len());
    tags.sort_by_key(|(_, tag)| rank(tag));
    tags
}

/// The tag whose original value is in a column.
fn tag_of(column: &Column) -> Option<&str> {
    match &column.source {
        Source::Tag(tag) => Some(tag),
        Source::Players(tag) | Source::Rating(tag) => Some(tag),
        Source::Fact(Fact::Result) => Some(RESULT),
        Source::Fact(_)
        | Source::Day(_)
        | Source::Moment
        | Source::Game(_)
        | Source::Position(_)
        | Source::Finding(_)
        | Source::Record(_) => None,
    }
}

/// A list of numbers of a row; empty if it is null.
fn by_ply(batch: &RecordBatch, name: &str, row: usize) -> Result<Vec<Option<i64>>, Error> {
    let list = batch.column_by_name(name).and_then(|column| list_at(column, row));
    let Some(list) = list else { return Ok(Vec::new()) };
    let number = |n| number_at(&list, n).map_err(|found| cannot_convert(name, &found));
    (0..list.len()).map(number).collect()
}

/// The name of a tag value that was not the last one of its name.
fn repeated(name: &str) -> Option<&str> {
    let (tag, number) = name.rsplit_once('#')?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then_some(tag)
}

fn push_tag(name: &str, value: &str, text: &mut Vec<u8>) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    text.extend_from_slice(format!("[{name} \"{value}\"]\n").as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns are read with the meaning that they have in our tables.
    #[test]
    fn columns_are_read_back_as_they_are_written() {
        let names = ["tags", ORDER, "movetext"].into_iter().chain(LISTS);
        for name in names {
            let column = Table::Games.columns().iter().find(|column| column.name == name).unwrap();
            assert!(expected_of(name).allows(&column.cell.data_type()), "{name}");
        }
    }

    #[test]
    fn columns_of_tags_have_types_that_are_read_back() {
        for column in Table::Games.columns().iter().filter(|column| tag_of(column).is_some()) {
            let is_read =
                matches!(column.cell, CellType::Text | CellType::Int16 | CellType::Word(_));
            assert!(is_read, "{}", column.name);
            assert!(expected_of(&column.name).allows(&column.cell.data_type()), "{}", column.name);
        }
    }
}
