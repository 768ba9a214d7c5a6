//! A column of lists as pages of Parquet. Writing values one by one spends most of the time on the
//! levels that mark where lists begin, and on looking at each value.
//!
//! Levels are in pages of the first version, where they are also compressed, because the lengths of
//! games are similar.

use std::cmp::Reverse;
use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type, UInt16Type};
use arrow_array::{Array, ArrayRef, ListArray};
use arrow_schema::{DataType, Field};
use parquet::basic::{Encoding, Type};
use parquet::column::page::{CompressedPage, Page, PageWriteSpec, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, OffsetIndexBuilder};
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

use super::hybrid::{Levels, push_packed};
use super::numbering::Numbering;
use super::parquet::{ZSTD_LEVEL, compression};

/// The state of a row or an item: the list is null or empty, the item is null or present.
const NO_LIST: u8 = 0;
const EMPTY_LIST: u8 = 1;
const NO_ITEM: u8 = 2;
const ITEM: u8 = 3;

/// A column of lists in a row group.
pub(super) struct ListChunk {
    about: ColumnDescPtr,
    numbering: Numbering,
    pages: TrackedWrite<Vec<u8>>,
    /// Of each page: where it begins, its length, its rows.
    places: Vec<(PageWriteSpec, usize)>,
    n_levels: usize,
}

impl ListChunk {
    /// Whether a column can be written here.
    pub(super) fn takes(field: &Field) -> bool {
        let DataType::List(item) = field.data_type() else { return false };
        let is_known = matches!(
            item.data_type(),
            DataType::Utf8 | DataType::Int32 | DataType::Int64 | DataType::UInt16
        );
        is_known && field.is_nullable() && item.is_nullable()
    }

    pub(super) fn new(about: ColumnDescPtr) -> ListChunk {
        let (numbering, pages) = (Numbering::new(), TrackedWrite::new(Vec::new()));
        ListChunk { about, numbering, pages, places: Vec::new(), n_levels: 0 }
    }

    /// About how many bytes it takes.
    pub(super) fn memory_size(&self) -> usize {
        self.pages.bytes_written() + self.numbering.len() * size_of::<u64>()
    }

    /// Writes the rows of all arrays as a page.
    pub(super) fn write(&mut self, arrays: &[&ArrayRef]) -> Result<(), ParquetError> {
        let lists = arrays.iter().map(|array| array.as_list());
        let (mut starts, mut facts) = (Levels::new(1), Levels::new(2));
        let (mut n_rows, mut n_levels) = (0, 0);
        let mut parts = Vec::new();
        for list in lists {
            n_rows += list.len();
            n_levels += push_levels(list, &mut starts, &mut facts, &mut parts);
        }
        let mut bytes = Vec::new();
        for levels in [starts, facts] {
            let levels = levels.finish();
            bytes.extend_from_slice(&(levels.len() as u32).to_le_bytes());
            bytes.extend_from_slice(&levels);
        }
        let encoding = match self.numbers(&parts) {
            Some(numbers) => {
                let n_bits = u32::BITS - (self.numbering.len().max(2) as u32 - 1).leading_zeros();
                bytes.push(n_bits as u8);
                push_packed(numbers.into_iter(), n_bits, &mut bytes);
                Encoding::RLE_DICTIONARY
            }
            None => {
                parts.iter().for_each(|part| part.push_plain(&mut bytes));
                Encoding::PLAIN
            }
        };
        let page = |buf: Vec<u8>| Page::DataPage {
            buf: buf.into(),
            num_values: n_levels as u32,
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        let place = write_page(&bytes, page, &mut self.pages)?;
        self.places.push((place, n_rows));
        self.n_levels += n_levels;
        Ok(())
    }
}

impl ListChunk {
    /// The numbers of all values; `None` if the dictionary is full.
    fn numbers(&mut self, parts: &[ListPart<'_>]) -> Option<Vec<u32>> {
        let mut numbers = Vec::with_capacity(parts.iter().map(|part| part.range.len()).sum());
        for part in parts {
            part.push_numbers(&mut self.numbering, &mut numbers)?;
        }
        if self.places.is_empty() {
            let order = match self.about.physical_type() {
                Type::BYTE_ARRAY => by_count(&numbers, self.numbering.len()),
                _ => by_size(self.numbering.keys()),
            };
            self.numbering.reorder(&order);
            let mut places = vec![0; order.len()];
            order.iter().zip(0..).for_each(|(number, place)| places[*number as usize] = place);
            numbers.iter_mut().for_each(|number| *number = places[*number as usize]);
        }
        Some(numbers)
    }

    /// The pages, the dictionary first, and their statistics.
    pub(super) fn close(self) -> Result<(Vec<u8>, ColumnCloseResult), ParquetError> {
        let mut dictionary = Vec::new();
        for key in self.numbering.keys() {
            match self.about.physical_type() {
                Type::BYTE_ARRAY => self.numbering.push_word(*key, &mut dictionary),
                Type::INT32 => dictionary.extend_from_slice(&(*key as u32).to_le_bytes()),
                _ => dictionary.extend_from_slice(&key.to_le_bytes()),
            }
        }
        let mut chunk = TrackedWrite::new(Vec::new());
        let num_values = self.numbering.len() as u32;
        let page = |buf: Vec<u8>| Page::DictionaryPage {
            buf: buf.into(),
            num_values,
            encoding: Encoding::PLAIN,
            is_sorted: false,
        };
        let head = write_page(&dictionary, page, &mut chunk)?;
        let mut chunk = chunk.into_inner()?;
        chunk.append(&mut self.pages.into_inner()?);
        let mut offsets = OffsetIndexBuilder::new();
        let mut n_rows = 0;
        let mut uncompressed_bytes = head.uncompressed_size;
        for (place, n_page_rows) in &self.places {
            let offset = head.bytes_written + place.offset;
            offsets.append_offset_and_size(offset as i64, place.compressed_size as i32);
            offsets.append_row_count(*n_page_rows as i64);
            n_rows += *n_page_rows as u64;
            uncompressed_bytes += place.uncompressed_size;
        }
        let metadata = ColumnChunkMetaData::builder(self.about)
            .set_compression(compression()?)
            .set_encodings(vec![Encoding::PLAIN, Encoding::RLE, Encoding::RLE_DICTIONARY])
            .set_num_values(self.n_levels as i64)
            .set_total_compressed_size(chunk.len() as i64)
            .set_total_uncompressed_size(uncompressed_bytes as i64)
            .set_dictionary_page_offset(Some(0))
            .set_data_page_offset(head.bytes_written as i64)
            .build()?;
        let result = ColumnCloseResult {
            bytes_written: chunk.len() as u64,
            rows_written: n_rows,
            metadata,
            bloom_filter: None,
            column_index: None,
            offset_index: Some(offsets.build()),
        };
        Ok((chunk, result))
    }
}

/// Compresses a page and writes it.
fn write_page(
    bytes: &[u8],
    page: impl FnOnce(Vec<u8>) -> Page,
    sink: &mut TrackedWrite<Vec<u8>>,
) -> Result<PageWriteSpec, ParquetError> {
    let packed = zstd::bulk::compress(bytes, ZSTD_LEVEL)?;
    let mut writer = SerializedPageWriter::new(sink);
    let place = writer.write_page(CompressedPage::new(page(packed), bytes.len()))?;
    writer.close()?;
    Ok(place)
}

/// Writes the levels of lists, and adds the items; returns the number of rows and items that were
/// written.
fn push_levels<'a>(
    list: &'a ListArray,
    starts: &mut Levels,
    facts: &mut Levels,
    parts: &mut Vec<ListPart<'a>>,
) -> usize {
    let items = list.values();
    let is_there = items.nulls();
    let mut n_levels = 0;
    let mut part = ListPart { items, range: 0..0 };
    for (row, ends) in list.value_offsets().windows(2).enumerate() {
        let range = ends[0] as usize..ends[1] as usize;
        starts.push(0, 1);
        if list.is_null(row) || range.is_empty() {
            facts.push(if list.is_null(row) { NO_LIST } else { EMPTY_LIST }, 1);
            n_levels += 1;
            continue;
        }
        n_levels += range.len();
        starts.push(1, range.len() - 1);
        match is_there {
            None => facts.push(ITEM, range.len()),
            Some(is_there) => range.clone().for_each(|n| {
                facts.push(if is_there.is_valid(n) { ITEM } else { NO_ITEM }, 1);
            }),
        }
        if part.range.end == range.start {
            part.range.end = range.end;
        } else {
            parts.push(std::mem::replace(&mut part, ListPart { items, range }));
        }
    }
    parts.push(part);
    n_levels
}

/// The items of consecutive lists.
struct ListPart<'a> {
    items: &'a ArrayRef,
    range: Range<usize>,
}

impl ListPart<'_> {
    /// The items that are not null.
    fn valid(&self) -> impl Iterator<Item = usize> + '_ {
        let is_there = self.items.nulls();
        self.range.clone().filter(move |n| is_there.is_none_or(|it| it.is_valid(*n)))
    }

    /// Adds the number of each item; `None` if the dictionary is full.
    fn push_numbers(&self, numbering: &mut Numbering, numbers: &mut Vec<u32>) -> Option<()> {
        let items = self.items;
        match items.data_type() {
            DataType::Utf8 => {
                let words = items.as_string::<i32>();
                let (ends, text) = (words.value_offsets(), words.value_data());
                for n in self.valid() {
                    let (from, to) = (ends[n] as usize, ends[n + 1] as usize);
                    numbers.push(numbering.number_of_word(text, from, to)?);
                }
            }
            DataType::Int32 => {
                let values = items.as_primitive::<Int32Type>().values();
                for n in self.valid() {
                    numbers.push(numbering.number(i64::from(values[n]) as u64)?);
                }
            }
            DataType::UInt16 => {
                let values = items.as_primitive::<UInt16Type>().values();
                for n in self.valid() {
                    numbers.push(numbering.number(values[n].into())?);
                }
            }
            _ => {
                let values = items.as_primitive::<Int64Type>().values();
                for n in self.valid() {
                    numbers.push(numbering.number(values[n] as u64)?);
                }
            }
        }
        Some(())
    }

    /// Adds each item unchanged.
    fn push_plain(&self, bytes: &mut Vec<u8>) {
        let items = self.items;
        match items.data_type() {
            DataType::Utf8 => {
                let words = items.as_string::<i32>();
                for n in self.valid() {
                    let word = words.value(n).as_bytes();
                    bytes.extend_from_slice(&(word.len() as u32).to_le_bytes());
                    bytes.extend_from_slice(word);
                }
            }
            DataType::Int32 => {
                let values = items.as_primitive::<Int32Type>().values();
                self.valid().for_each(|n| bytes.extend_from_slice(&values[n].to_le_bytes()));
            }
            DataType::UInt16 => {
                let values = items.as_primitive::<UInt16Type>().values();
                let wide = self.valid().map(|n| u32::from(values[n]));
                wide.for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()));
            }
            _ => {
                let values = items.as_primitive::<Int64Type>().values();
                self.valid().for_each(|n| bytes.extend_from_slice(&values[n].to_le_bytes()));
            }
        }
    }
}

/// Words that are frequent come first: their numbers are like each other.
fn by_count(numbers: &[u32], n_values: usize) -> Vec<u32> {
    let mut counts = vec![0_u32; n_values];
    numbers.iter().for_each(|number| counts[*number as usize] += 1);
    let mut order: Vec<u32> = (0..n_values as u32).collect();
    order.sort_by_key(|number| Reverse(counts[*number as usize]));
    order
}

/// Numbers go up, so that the dictionary is short.
fn by_size(keys: &[u64]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..keys.len() as u32).collect();
    order.sort_unstable_by_key(|number| keys[*number as usize] as i64);
    order
}
