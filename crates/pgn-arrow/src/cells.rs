//! The cells of a column while a batch is filled, in plain vectors; `arrow` makes arrays of them.

use std::ops::Range;

use time::{Date, PrimitiveDateTime};

use crate::calendar::{days, micros};
use crate::column::CellType;
use crate::sketch::{ByPly, TextList};

/// Rows of a table, column by column.
#[derive(Debug, Default)]
pub struct Batch {
    pub(crate) row_count: usize,
    pub(crate) columns: Vec<Cells>,
}

/// Which cells are there.
#[derive(Debug, Default)]
pub(crate) struct Presence {
    len: usize,
    /// Empty as long as all are there.
    pub(crate) flags: Vec<bool>,
}

impl Presence {
    fn push(&mut self, is_there: bool) {
        if !is_there && self.flags.is_empty() {
            self.flags.resize(self.len, true);
        }
        if !is_there || !self.flags.is_empty() {
            self.flags.push(is_there);
        }
        self.len += 1;
    }

    fn push_all_there(&mut self, n: usize) {
        if !self.flags.is_empty() {
            self.flags.resize(self.len + n, true);
        }
        self.len += n;
    }

    fn has(&self, idx: usize) -> bool {
        self.flags.get(idx).is_none_or(|is_there| *is_there)
    }
}

#[derive(Debug, Default)]
pub(crate) struct Values<T> {
    pub(crate) values: Vec<T>,
    pub(crate) presence: Presence,
}

impl<T: Copy + Default> Values<T> {
    fn push(&mut self, value: Option<T>) {
        self.values.push(value.unwrap_or_default());
        self.presence.push(value.is_some());
    }

    fn push_all(&mut self, values: &[T]) {
        self.values.extend_from_slice(values);
        self.presence.push_all_there(values.len());
    }

    /// The value of a cell that is there.
    pub(crate) fn get(&self, idx: usize) -> Option<T> {
        self.values.get(idx).copied().filter(|_| self.presence.has(idx))
    }
}

/// Texts, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    pub(crate) text: String,
    /// Where each ends.
    pub(crate) ends: Vec<usize>,
    pub(crate) presence: Presence,
}

impl Texts {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.end(true);
    }

    /// Makes one text of what was added since the last one.
    fn end(&mut self, is_there: bool) {
        self.ends.push(self.text.len());
        self.presence.push(is_there);
    }

    /// The text of a cell that is there.
    pub(crate) fn get(&self, idx: usize) -> Option<&str> {
        self.text.get(range(&self.ends, idx)?).filter(|_| self.presence.has(idx))
    }
}

#[derive(Debug, Default)]
pub(crate) struct Lists<I> {
    pub(crate) items: I,
    /// After how many items each list ends.
    pub(crate) ends: Vec<usize>,
    pub(crate) presence: Presence,
}

impl<I> Lists<I> {
    fn end(&mut self, n_items: usize, is_there: bool) {
        self.ends.push(n_items);
        self.presence.push(is_there);
    }

    /// The items of a list that is there.
    pub(crate) fn get(&self, idx: usize) -> Option<Range<usize>> {
        range(&self.ends, idx).filter(|_| self.presence.has(idx))
    }
}

fn range(ends: &[usize], idx: usize) -> Option<Range<usize>> {
    let start = idx.checked_sub(1).map_or(0, |before| ends[before]);
    ends.get(idx).map(|end| start..*end)
}

#[derive(Debug, Default)]
pub(crate) struct Pairs {
    pub(crate) keys: Texts,
    pub(crate) values: Texts,
}

#[derive(Debug)]
pub(crate) enum Cells {
    Text(Texts),
    /// Indices of words.
    Word(&'static [&'static str], Values<i8>),
    Int8(Values<i8>),
    Int16(Values<i16>),
    Int32(Values<i32>),
    Int64(Values<i64>),
    Float64(Values<f64>),
    Flag(Values<bool>),
    /// Days since 1970-01-01.
    Date(Values<i32>),
    /// Microseconds since then.
    Timestamp(Values<i64>),
    TextList(Lists<Texts>),
    Int32List(Lists<Values<i32>>),
    Int64List(Lists<Values<i64>>),
    Code(Values<u16>),
    CodeList(Lists<Values<u16>>),
    TagMap(Lists<Pairs>),
}

impl Cells {
    pub(crate) fn new(cell: CellType) -> Cells {
        match cell {
            CellType::Text => Cells::Text(Texts::default()),
            CellType::Word(words) => Cells::Word(words, Values::default()),
            CellType::Int8 => Cells::Int8(Values::default()),
            CellType::Int16 => Cells::Int16(Values::default()),
            CellType::Int32 => Cells::Int32(Values::default()),
            CellType::Int64 => Cells::Int64(Values::default()),
            CellType::Float64 => Cells::Float64(Values::default()),
            CellType::Flag => Cells::Flag(Values::default()),
            CellType::Date => Cells::Date(Values::default()),
            CellType::Timestamp => Cells::Timestamp(Values::default()),
            CellType::TextList => Cells::TextList(Lists::default()),
            CellType::Int32List => Cells::Int32List(Lists::default()),
            CellType::Int64List => Cells::Int64List(Lists::default()),
            CellType::Code => Cells::Code(Values::default()),
            CellType::CodeList => Cells::CodeList(Lists::default()),
            CellType::TagMap => Cells::TagMap(Lists::default()),
        }
    }

    /// A cell without a value.
    pub(crate) fn null(&mut self) {
        match self {
            Cells::Text(cells) => cells.end(false),
            Cells::Word(_, cells) | Cells::Int8(cells) => cells.push(None),
            Cells::Int16(cells) => cells.push(None),
            Cells::Int32(cells) | Cells::Date(cells) => cells.push(None),
            Cells::Int64(cells) | Cells::Timestamp(cells) => cells.push(None),
            Cells::Float64(cells) => cells.push(None),
            Cells::Flag(cells) => cells.push(None),
            Cells::Code(cells) => cells.push(None),
            Cells::TextList(cells) => cells.end(cells.items.ends.len(), false),
            Cells::Int32List(cells) => cells.end(cells.items.values.len(), false),
            Cells::Int64List(cells) => cells.end(cells.items.values.len(), false),
            Cells::CodeList(cells) => cells.end(cells.items.values.len(), false),
            Cells::TagMap(cells) => cells.end(cells.items.keys.ends.len(), false),
        }
    }

    /// A text; a word that the column does not have is null.
    pub(crate) fn text(&mut self, text: &str) {
        match self {
            Cells::Text(cells) => cells.push(text),
            Cells::Word(words, cells) => {
                let at = words.iter().position(|word| *word == text);
                cells.push(at.map(|at| at as i8));
            }
            _ => self.null(),
        }
    }

    /// A text of words with a space between two.
    pub(crate) fn words<'a>(&mut self, words: impl Iterator<Item = &'a str>) {
        let Cells::Text(cells) = self else { return self.null() };
        for (n, word) in words.enumerate() {
            if n > 0 {
                cells.text.push(' ');
            }
            cells.text.push_str(word);
        }
        cells.end(true);
    }

    /// A number; one that does not fit the column is null.
    pub(crate) fn number(&mut self, number: i64) {
        match self {
            Cells::Int8(cells) => cells.push(number.try_into().ok()),
            Cells::Int16(cells) => cells.push(number.try_into().ok()),
            Cells::Int32(cells) => cells.push(number.try_into().ok()),
            Cells::Int64(cells) => cells.push(Some(number)),
            Cells::Float64(cells) => cells.push(Some(number as f64)),
            _ => self.null(),
        }
    }

    pub(crate) fn fraction(&mut self, number: f64) {
        match self {
            Cells::Float64(cells) => cells.push(Some(number)),
            _ => self.number(number.round() as i64),
        }
    }

    pub(crate) fn text_or_null(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.text(text),
            None => self.null(),
        }
    }

    pub(crate) fn number_or_null(&mut self, number: Option<i64>) {
        match number {
            Some(number) => self.number(number),
            None => self.null(),
        }
    }

    pub(crate) fn day_or_null(&mut self, day: Option<Date>) {
        match self {
            Cells::Date(cells) => cells.push(day.map(days)),
            _ => self.null(),
        }
    }

    pub(crate) fn moment_or_null(&mut self, moment: Option<PrimitiveDateTime>) {
        match self {
            Cells::Timestamp(cells) => cells.push(moment.map(micros)),
            _ => self.null(),
        }
    }

    pub(crate) fn code(&mut self, code: u16) {
        match self {
            Cells::Code(cells) => cells.push(Some(code)),
            _ => self.null(),
        }
    }

    pub(crate) fn flag(&mut self, flag: bool) {
        match self {
            Cells::Flag(cells) => cells.push(Some(flag)),
            _ => self.null(),
        }
    }

    pub(crate) fn texts<'t>(&mut self, texts: impl Iterator<Item = &'t str>) {
        let Cells::TextList(cells) = self else { return self.null() };
        texts.for_each(|text| cells.items.push(text));
        cells.end(cells.items.ends.len(), true);
    }

    /// A list of texts in one piece.
    pub(crate) fn text_list(&mut self, list: &TextList) {
        let Cells::TextList(cells) = self else { return self.null() };
        let items = &mut cells.items;
        let begin = items.text.len();
        items.text.push_str(&String::from_utf8_lossy(&list.text));
        items.ends.extend(list.ends.iter().map(|end| begin + *end as usize));
        items.presence.push_all_there(list.ends.len());
        cells.end(cells.items.ends.len(), true);
    }

    pub(crate) fn codes(&mut self, codes: &[u16]) {
        let Cells::CodeList(cells) = self else { return self.null() };
        cells.items.push_all(codes);
        cells.end(cells.items.values.len(), true);
    }

    /// A list of numbers by ply; null if no ply has one.
    pub(crate) fn numbers(&mut self, numbers: &ByPly, n_plies: usize) {
        if numbers.0.is_empty() {
            return self.null();
        }
        match self {
            Cells::Int32List(cells) => {
                push_numbers(&mut cells.items, &numbers.0, n_plies, |it| i32::try_from(it).ok());
                cells.end(cells.items.values.len(), true);
            }
            Cells::Int64List(cells) => {
                push_numbers(&mut cells.items, &numbers.0, n_plies, Some);
                cells.end(cells.items.values.len(), true);
            }
            _ => self.null(),
        }
    }

    /// Adds a pair to the map of the present row.
    pub(crate) fn pair(&mut self, key: &str, value: &str) {
        if let Cells::TagMap(cells) = self {
            cells.items.keys.push(key);
            cells.items.values.push(value);
        }
    }

    /// Ends the map of the present row.
    pub(crate) fn end_map(&mut self) {
        match self {
            Cells::TagMap(cells) => cells.end(cells.items.keys.ends.len(), true),
            _ => self.null(),
        }
    }
}

/// Pushes the numbers of `n_plies` plies; those that are [`ByPly::NONE`], missing, or too large as
/// nulls.
fn push_numbers<T: Copy + Default>(
    cells: &mut Values<T>,
    numbers: &[i64],
    n_plies: usize,
    narrow: impl Fn(i64) -> Option<T>,
) {
    for &number in numbers {
        cells.push(if number == ByPly::NONE { None } else { narrow(number) });
    }
    for _ in numbers.len()..n_plies {
        cells.push(None);
    }
}
