//! The cells of a column while a batch is filled.
//!
//! Owns: the builders, one for each type of cell. Knows nothing of: games.
//! Start at [`Cells`].

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::builder::{
    BooleanBuilder, Float64Builder, Int8Builder, Int16Builder, Int32Builder, Int64Builder,
    ListBuilder, MapBuilder, MapFieldNames, NullBufferBuilder, PrimitiveBuilder, StringBuilder,
    UInt16Builder,
};
use arrow_array::types::{ArrowPrimitiveType, Int8Type};
use arrow_array::{ArrayRef, DictionaryArray, ListArray, StringArray};
use arrow_buffer::{Buffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field};

use crate::column::CellType;
use crate::sketch::{ByPly, TextList};

/// The cells of a column.
#[derive(Debug)]
pub(crate) enum Cells {
    Text(StringBuilder),
    Word(&'static [&'static str], Int8Builder),
    Int8(Int8Builder),
    Int16(Int16Builder),
    Int32(Int32Builder),
    Int64(Int64Builder),
    Float64(Float64Builder),
    Flag(BooleanBuilder),
    TextList(TextLists),
    Int32List(ListBuilder<Int32Builder>),
    Int64List(ListBuilder<Int64Builder>),
    Code(UInt16Builder),
    CodeList(ListBuilder<UInt16Builder>),
    TagMap(MapBuilder<StringBuilder, StringBuilder>),
}

impl Cells {
    pub(crate) fn new(cell: CellType) -> Cells {
        match cell {
            CellType::Text => Cells::Text(StringBuilder::new()),
            CellType::Word(words) => Cells::Word(words, Int8Builder::new()),
            CellType::Int8 => Cells::Int8(Int8Builder::new()),
            CellType::Int16 => Cells::Int16(Int16Builder::new()),
            CellType::Int32 => Cells::Int32(Int32Builder::new()),
            CellType::Int64 => Cells::Int64(Int64Builder::new()),
            CellType::Float64 => Cells::Float64(Float64Builder::new()),
            CellType::Flag => Cells::Flag(BooleanBuilder::new()),
            CellType::TextList => Cells::TextList(TextLists::default()),
            CellType::Int32List => Cells::Int32List(ListBuilder::new(Int32Builder::new())),
            CellType::Int64List => Cells::Int64List(ListBuilder::new(Int64Builder::new())),
            CellType::Code => Cells::Code(UInt16Builder::new()),
            CellType::CodeList => Cells::CodeList(ListBuilder::new(UInt16Builder::new())),
            CellType::TagMap => {
                let names = MapFieldNames {
                    entry: "entries".to_owned(),
                    key: "key".to_owned(),
                    value: "value".to_owned(),
                };
                let text = StringBuilder::new;
                Cells::TagMap(MapBuilder::new(Some(names), text(), text()))
            }
        }
    }

    /// A cell that says nothing.
    pub(crate) fn null(&mut self) {
        match self {
            Cells::Text(cells) => cells.append_null(),
            Cells::Word(_, cells) | Cells::Int8(cells) => cells.append_null(),
            Cells::Int16(cells) => cells.append_null(),
            Cells::Int32(cells) => cells.append_null(),
            Cells::Int64(cells) => cells.append_null(),
            Cells::Float64(cells) => cells.append_null(),
            Cells::Flag(cells) => cells.append_null(),
            Cells::TextList(cells) => cells.end_list(false),
            Cells::Int32List(cells) => cells.append_null(),
            Cells::Int64List(cells) => cells.append_null(),
            Cells::Code(cells) => cells.append_null(),
            Cells::CodeList(cells) => cells.append_null(),
            // Both builders have as many entries as each other, so that this cannot fail.
            Cells::TagMap(cells) => cells.append(false).unwrap_or_default(),
        }
    }

    /// A text; a word that the column does not have is null.
    pub(crate) fn text(&mut self, text: &str) {
        match self {
            Cells::Text(cells) => cells.append_value(text),
            Cells::Word(words, cells) => {
                let at = words.iter().position(|word| *word == text);
                cells.append_option(at.map(|at| at as i8));
            }
            _ => self.null(),
        }
    }

    /// A text of words with a space between two.
    pub(crate) fn words<'a>(&mut self, words: impl Iterator<Item = &'a str>) {
        let Cells::Text(cells) = self else { return self.null() };
        for (n, word) in words.enumerate() {
            // Writing into a builder does not fail.
            let space = if n == 0 { "" } else { " " };
            let _ = cells.write_str(space).and_then(|()| cells.write_str(word));
        }
        cells.append_value("");
    }

    /// A number; one that the column has no room for is null.
    pub(crate) fn number(&mut self, number: i64) {
        match self {
            Cells::Int8(cells) => cells.append_option(number.try_into().ok()),
            Cells::Int16(cells) => cells.append_option(number.try_into().ok()),
            Cells::Int32(cells) => cells.append_option(number.try_into().ok()),
            Cells::Int64(cells) => cells.append_value(number),
            Cells::Float64(cells) => cells.append_value(number as f64),
            _ => self.null(),
        }
    }

    /// A number that may have a fraction.
    pub(crate) fn fraction(&mut self, number: f64) {
        match self {
            Cells::Float64(cells) => cells.append_value(number),
            _ => self.number(number.round() as i64),
        }
    }

    /// A text, if there is one.
    pub(crate) fn text_or_null(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.text(text),
            None => self.null(),
        }
    }

    /// A number, if there is one.
    pub(crate) fn number_or_null(&mut self, number: Option<i64>) {
        match number {
            Some(number) => self.number(number),
            None => self.null(),
        }
    }

    /// A move.
    pub(crate) fn code(&mut self, code: u16) {
        match self {
            Cells::Code(cells) => cells.append_value(code),
            _ => self.null(),
        }
    }

    /// Yes or no.
    pub(crate) fn flag(&mut self, flag: bool) {
        match self {
            Cells::Flag(cells) => cells.append_value(flag),
            _ => self.null(),
        }
    }

    /// A list of texts.
    pub(crate) fn texts<'t>(&mut self, texts: impl Iterator<Item = &'t str>) {
        let Cells::TextList(cells) = self else { return self.null() };
        for text in texts {
            cells.bytes.extend_from_slice(text.as_bytes());
            cells.end_text();
        }
        cells.end_list(true);
    }

    /// A list of texts in one piece.
    pub(crate) fn text_list(&mut self, list: &TextList) {
        let Cells::TextList(cells) = self else { return self.null() };
        let begin = cells.bytes.len() as i32;
        cells.bytes.extend_from_slice(&list.text);
        cells.ends.extend(list.ends.iter().map(|end| begin.wrapping_add(*end as i32)));
        cells.end_list(true);
    }

    /// A list of codes.
    pub(crate) fn codes(&mut self, codes: &[u16]) {
        let Cells::CodeList(cells) = self else { return self.null() };
        cells.values().append_slice(codes);
        cells.append(true);
    }

    /// A list of numbers by ply; null when no ply has one.
    pub(crate) fn numbers(&mut self, numbers: &ByPly, n_plies: usize) {
        if numbers.0.is_empty() {
            return self.null();
        }
        let n_missing = n_plies.saturating_sub(numbers.0.len());
        match self {
            Cells::Int32List(cells) => {
                push_numbers(cells.values(), &numbers.0, |number| i32::try_from(number).ok());
                cells.values().append_nulls(n_missing);
                cells.append(true);
            }
            Cells::Int64List(cells) => {
                match numbers.0.contains(&ByPly::NONE) {
                    false => cells.values().append_slice(&numbers.0),
                    true => push_numbers(cells.values(), &numbers.0, Some),
                }
                cells.values().append_nulls(n_missing);
                cells.append(true);
            }
            _ => self.null(),
        }
    }

    /// Adds a pair to the map of the present row.
    pub(crate) fn pair(&mut self, key: &str, value: &str) {
        if let Cells::TagMap(cells) = self {
            cells.keys().append_value(key);
            cells.values().append_value(value);
        }
    }

    /// Ends the map of the present row.
    pub(crate) fn end_map(&mut self) {
        match self {
            Cells::TagMap(cells) => cells.append(true).unwrap_or_default(),
            _ => self.null(),
        }
    }

    /// The cells as an array; the builder is empty then.
    pub(crate) fn finish(&mut self) -> Result<ArrayRef, ArrowError> {
        Ok(match self {
            Cells::Text(cells) => Arc::new(cells.finish()),
            Cells::Word(words, cells) => {
                let keys = cells.finish();
                Arc::new(DictionaryArray::<Int8Type>::try_new(keys, dictionary(words))?)
            }
            Cells::Int8(cells) => Arc::new(cells.finish()),
            Cells::Int16(cells) => Arc::new(cells.finish()),
            Cells::Int32(cells) => Arc::new(cells.finish()),
            Cells::Int64(cells) => Arc::new(cells.finish()),
            Cells::Float64(cells) => Arc::new(cells.finish()),
            Cells::Flag(cells) => Arc::new(cells.finish()),
            Cells::TextList(cells) => Arc::new(std::mem::take(cells).finish()?),
            Cells::Int32List(cells) => Arc::new(cells.finish()),
            Cells::Int64List(cells) => Arc::new(cells.finish()),
            Cells::Code(cells) => Arc::new(cells.finish()),
            Cells::CodeList(cells) => Arc::new(cells.finish()),
            Cells::TagMap(cells) => Arc::new(cells.finish()),
        })
    }
}

/// Pushes numbers, those that are [`ByPly::NONE`] or for which there is no room as nulls.
fn push_numbers<T: ArrowPrimitiveType>(
    cells: &mut PrimitiveBuilder<T>,
    numbers: &[i64],
    narrow: impl Fn(i64) -> Option<T::Native>,
) {
    cells.extend(
        numbers.iter().map(|&number| if number == ByPly::NONE { None } else { narrow(number) }),
    );
}

/// Lists of texts, filled a list at a time.
#[derive(Debug)]
pub(crate) struct TextLists {
    bytes: Vec<u8>,
    /// Where each text ends, and after how many texts each list; both begin with a zero.
    ends: Vec<i32>,
    list_ends: Vec<i32>,
    are_there: NullBufferBuilder,
}

impl Default for TextLists {
    fn default() -> TextLists {
        let (ends, list_ends) = (vec![0], vec![0]);
        TextLists { bytes: Vec::new(), ends, list_ends, are_there: NullBufferBuilder::new(0) }
    }
}

impl TextLists {
    fn end_text(&mut self) {
        self.ends.push(self.bytes.len() as i32);
    }

    fn end_list(&mut self, is_there: bool) {
        self.list_ends.push(self.ends.len() as i32 - 1);
        self.are_there.append(is_there);
    }

    fn finish(mut self) -> Result<ListArray, ArrowError> {
        // What is longer had its ends cut.
        let n_max = i32::MAX as usize;
        if self.bytes.len().max(self.ends.len()) > n_max {
            return Err(ArrowError::OffsetOverflowError(self.bytes.len()));
        }
        let offsets = |ends: Vec<i32>| OffsetBuffer::new(ScalarBuffer::from(ends));
        let bytes = Buffer::from_vec(self.bytes);
        let texts = StringArray::try_new(offsets(self.ends), bytes, None)?;
        let field = Arc::new(Field::new_list_field(DataType::Utf8, true));
        let ends = offsets(self.list_ends);
        ListArray::try_new(field, ends, Arc::new(texts), self.are_there.finish())
    }
}

/// Words, and the array of them.
type Dictionary = (&'static [&'static str], ArrayRef);

/// The words as an array, the same one each time: who writes a stream then sends them once.
fn dictionary(words: &'static [&'static str]) -> ArrayRef {
    static MADE: Mutex<Vec<Dictionary>> = Mutex::new(Vec::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, array)) = made.iter().find(|(known, _)| *known == words) {
        return Arc::clone(array);
    }
    let array: ArrayRef = Arc::new(StringArray::from_iter_values(words));
    made.push((words, Arc::clone(&array)));
    array
}
