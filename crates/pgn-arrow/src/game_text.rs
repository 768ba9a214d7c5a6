//! Rows of a table of games as PGN.
//!
//! ```text
//! columns of tags, the map `tags`      →  tag pairs, in the order that `tagorder` says
//! `movetext` or `rest`                 →  as it was written
//! where that is null, the lists by ply →  moves with their glyphs and commands
//! ```
//!
//! Owns: which columns become what. Knows nothing of: where rows come from, how PGN is read after
//! that.
//! Standard: §8. Decisions: D-14.
//! Start at [`GameText`].

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};

use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Int16Type, Int32Type, Int64Type};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, Schema};
use pgnkit::Outcome;
use pgnkit::comment::{Millis, Plain, Score};
use pgnkit::tag::{RESULT, ROSTER};

use crate::column::{Column, Source};
use crate::error::Error;
use crate::table::Table;
use pgn_query::facts::Fact;

/// The columns that hold all of a game's movetext where `rest` is null.
const LISTS: [&str; 7] = ["result", "moves", "nags", "clocks", "movetimes", "evals", "mates"];

/// The column that says which tags there are, in which order.
const ORDER: &str = "tagorder";

/// Writes rows of a table of games as PGN.
#[derive(Clone, Debug)]
pub struct GameText {
    /// The columns that are tags, with the tags.
    tags: Vec<(String, String)>,
    /// Those that hold the movetext.
    movetext: Vec<&'static str>,
}

impl GameText {
    /// For tables with this schema.
    ///
    /// # Errors
    /// When it has neither the column `movetext`, nor `rest` with the lists that it leaves out.
    pub fn of(schema: &Schema) -> Result<GameText, Error> {
        Ok(GameText { tags: tags_of(schema), movetext: movetext_columns(schema)? })
    }

    /// The columns that are read, whether the table has them or not.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        let tags = self.tags.iter().map(|(column, _)| column.as_str());
        tags.chain(["tags", ORDER]).chain(self.movetext.iter().copied())
    }

    /// Adds a row to a text: tag pairs, an empty line, the movetext, an empty line.
    pub fn push(&self, batch: &RecordBatch, row: usize, text: &mut Vec<u8>) {
        let order = value_of(batch, ORDER, row);
        let mut tags = self.tag_pairs(batch, row);
        if let Some(order) = order {
            // The outcome is a column of every game, the tag is not; a marker cannot say them all.
            let is_said = outcome_of(batch, row).is_standard();
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
        match columns.into_iter().flatten().next() {
            Some(column) if column.is_valid(row) => {
                text.extend_from_slice(column.as_string::<i32>().value(row).as_bytes());
            }
            Some(_) | None => push_moves(batch, row, text),
        }
        text.extend_from_slice(b"\n\n");
    }
}

impl GameText {
    /// The tags of a row, those of one name in order.
    fn tag_pairs<'a>(&'a self, batch: &'a RecordBatch, row: usize) -> Vec<(&'a str, Cow<'a, str>)> {
        let others = pairs(batch, row);
        let mut tags: Vec<(&str, Cow<'_, str>)> = Vec::new();
        for (column, tag) in &self.tags {
            for (name, value) in others.iter().filter(|(name, _)| repeated(name) == Some(tag)) {
                tags.push((repeated(name).unwrap_or(name), (*value).into()));
            }
            // Of a name that the map has in whatever letter case, it has everything.
            if others.iter().any(|(name, _)| name.eq_ignore_ascii_case(tag)) {
                continue;
            }
            if let Some(value) = value_of(batch, column, row) {
                tags.push((tag, value.into()));
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
        tags
    }
}

/// Puts tags into the order of these names; what is not among them was added to the table, and
/// comes last.
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

/// The columns that hold the movetext.
fn movetext_columns(schema: &Schema) -> Result<Vec<&'static str>, Error> {
    let has_text =
        |name| schema.field_with_name(name).is_ok_and(|field| *field.data_type() == DataType::Utf8);
    if has_text("movetext") {
        return Ok(vec!["movetext"]);
    }
    if !has_text("rest") {
        let why = "has no column `rest` or `movetext` with the text of games".to_owned();
        return Err(Error::no_game_text(why));
    }
    match LISTS.iter().find(|name| schema.field_with_name(name).is_err()) {
        None => Ok([&["rest"], &LISTS[..]].concat()),
        Some(name) => {
            let why = format!("has no column `{name}`, which `rest` leaves out");
            Err(Error::no_game_text(why))
        }
    }
}

/// The columns of a file that have the values of tags, in the order of export format.
fn tags_of(schema: &Schema) -> Vec<(String, String)> {
    let columns = Table::Games.columns().iter().filter(|column| column.is_default);
    let known = columns.filter_map(|column| Some((column.name.as_ref(), tag_of(column)?)));
    let mut tags: Vec<(String, String)> = known
        .filter(|(column, _)| schema.field_with_name(column).is_ok())
        .map(|(column, tag)| (column.to_owned(), tag.to_owned()))
        .collect();
    let rank = |tag: &str| ROSTER.iter().position(|name| *name == tag).unwrap_or(ROSTER.len());
    tags.sort_by_key(|(_, tag)| rank(tag));
    tags
}

/// The tag whose value a column has as it was written.
fn tag_of(column: &Column) -> Option<&str> {
    match &column.source {
        Source::Tag(tag) => Some(tag),
        Source::Rating(tag) => Some(tag),
        Source::Fact(Fact::Result) => Some(RESULT),
        Source::Fact(_)
        | Source::Game(_)
        | Source::Position(_)
        | Source::Finding(_)
        | Source::Record(_) => None,
    }
}

/// The movetext of a game whose lists say everything: a game of a server, mostly. Its moves need no
/// numbers to be read.
fn push_moves(batch: &RecordBatch, row: usize, text: &mut Vec<u8>) {
    let moves = batch.column_by_name("moves").and_then(|column| column.as_list_opt::<i32>());
    let nags = by_ply::<Int32Type>(batch, "nags", row);
    let evals = by_ply::<Int32Type>(batch, "evals", row);
    let mates = by_ply::<Int32Type>(batch, "mates", row);
    let clocks = by_ply::<Int64Type>(batch, "clocks", row);
    let times = by_ply::<Int64Type>(batch, "movetimes", row);
    let at = |list: &[Option<i64>], ply: usize| list.get(ply).copied().flatten();
    if let Some(moves) = moves.filter(|moves| moves.is_valid(row))
        && let Some(moves) = moves.value(row).as_string_opt::<i32>()
    {
        for (ply, mv) in moves.iter().enumerate() {
            text.extend_from_slice(mv.unwrap_or_default().as_bytes());
            text.push(b' ');
            if let Some(nag) = at(&nags, ply) {
                text.extend_from_slice(format!("${nag} ").as_bytes());
            }
            let millis = |list| at(list, ply).map(|millis| Millis(millis.unsigned_abs()));
            let eval = at(&evals, ply).map(|score| Score::Centipawns(score as i32));
            let mate = at(&mates, ply).map(|moves| Score::Mate(moves as i32));
            let plain = Plain { eval: eval.or(mate), clk: millis(&clocks), emt: millis(&times) };
            if plain != Plain::default() {
                text.extend_from_slice(format!("{{ {plain} }} ").as_bytes());
            }
        }
    }
    text.extend_from_slice(outcome_of(batch, row).marker().as_bytes());
}

/// The outcome of a row; unknown without the column.
fn outcome_of(batch: &RecordBatch, row: usize) -> Outcome {
    value_of(batch, "result", row).and_then(|name| Outcome::from_name(&name)).unwrap_or_default()
}

/// A list of a row; empty where it is null.
fn by_ply<T: ArrowPrimitiveType>(batch: &RecordBatch, column: &str, row: usize) -> Vec<Option<i64>>
where
    T::Native: Into<i64>,
{
    let list = batch.column_by_name(column).and_then(|column| column.as_list_opt::<i32>());
    let Some(list) = list.filter(|list| list.is_valid(row)) else { return Vec::new() };
    let numbers = list.value(row);
    let Some(numbers) = numbers.as_primitive_opt::<T>() else { return Vec::new() };
    numbers.iter().map(|number| number.map(Into::into)).collect()
}

/// The name of a tag whose value was not its last one.
fn repeated(name: &str) -> Option<&str> {
    let (tag, number) = name.rsplit_once('#')?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then_some(tag)
}

fn push_tag(name: &str, value: &str, text: &mut Vec<u8>) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    text.extend_from_slice(format!("[{name} \"{value}\"]\n").as_bytes());
}

/// The map of a row.
fn pairs(batch: &RecordBatch, row: usize) -> Vec<(&str, &str)> {
    let Some(map) = batch.column_by_name("tags").and_then(|column| column.as_map_opt()) else {
        return Vec::new();
    };
    if map.is_null(row) {
        return Vec::new();
    }
    let offsets = map.value_offsets();
    let texts = (map.keys().as_string_opt::<i32>(), map.values().as_string_opt::<i32>());
    let (Some(keys), Some(values)) = texts else { return Vec::new() };
    let range = offsets[row] as usize..offsets[row + 1] as usize;
    range.map(|n| (keys.value(n), values.value(n))).collect()
}

/// The text of a cell, if it is one that a table of ours has.
fn value_of(batch: &RecordBatch, column: &str, row: usize) -> Option<String> {
    let array = batch.column_by_name(column)?;
    if array.is_null(row) {
        return None;
    }
    match array.data_type() {
        DataType::Utf8 => Some(array.as_string::<i32>().value(row).to_owned()),
        DataType::Int16 => Some(array.as_primitive::<Int16Type>().value(row).to_string()),
        DataType::Int32 => Some(array.as_primitive::<Int32Type>().value(row).to_string()),
        DataType::Int64 => Some(array.as_primitive::<Int64Type>().value(row).to_string()),
        DataType::Dictionary(..) => {
            let words = array.as_any_dictionary_opt()?;
            let key = *words.normalized_keys().get(row)?;
            let texts = words.values().as_string_opt::<i32>()?;
            (key < texts.len()).then(|| texts.value(key).to_owned())
        }
        _ => None,
    }
}

/// The types that [`value_of`] reads are those that columns of tags have.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::CellType;

    #[test]
    fn columns_of_tags_have_types_that_are_read_back() {
        for column in Table::Games.columns().iter().filter(|column| tag_of(column).is_some()) {
            let is_read =
                matches!(column.cell, CellType::Text | CellType::Int16 | CellType::Word(_));
            assert!(is_read, "{}", column.name);
        }
    }
}
