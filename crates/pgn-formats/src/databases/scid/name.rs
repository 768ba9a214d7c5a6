//! The names: players, events, sites and rounds, each text once.

use std::collections::HashMap;
use std::io::{self, Write};

use crate::databases::bytes::{Bytes, push_mixed};
use crate::databases::finding::Fault;

pub(super) const MAGIC: &[u8] = b"Scid.sn\0";
const HEADER_BYTES: usize = 36;

/// The kinds of names, in the order of their lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameKind {
    Player,
    Event,
    Site,
    Round,
}

/// All names of a base, by kind and id.
#[derive(Debug, Default)]
pub(super) struct NameTable {
    text: String,
    lists: [Vec<(u32, u32)>; 4],
}

/// The maximum length that the names of a valid file share with each other: 255 bytes could be made
/// of five.
const EXPANSION_MAX: usize = 16;

/// A missing name: no text is here.
const NOWHERE: (u32, u32) = (1, 0);

impl NameTable {
    /// The names of a file; errors are reported with their offset.
    pub(super) fn read(file: &[u8], mut fault: impl FnMut(Fault, usize)) -> NameTable {
        let mut table = NameTable::default();
        let mut bytes = Bytes::new(file);
        if file.len() < HEADER_BYTES || bytes.take(12).is_none_or(|head| !head.starts_with(MAGIC)) {
            fault(Fault::NotThis, 0);
            return table;
        }
        let mut four = || [(); 4].map(|()| bytes.u24_be().unwrap_or(0));
        let (counts, frequencies) = (four(), four());
        let text_max = file.len().saturating_mul(EXPANSION_MAX).min(u32::MAX as usize);
        for (n, list) in table.lists.iter_mut().enumerate() {
            // An entry has four bytes at least.
            let capacity = bytes.rest().len() / 4;
            let n_names = counts[n] as usize;
            list.resize(n_names.min(capacity), NOWHERE);
            let widths = [width(counts[n], 2), width(frequencies[n], 1)];
            let at = bytes.offset();
            let n_read = read_list(&mut bytes, n_names, widths, list, &mut table.text, text_max);
            if n_read < n_names {
                let (stated, found) = (counts[n], n_read as u32);
                fault(Fault::RecordCount { stated, found }, at);
                // Where the next list begins is not known.
                return table;
            }
        }
        if !bytes.is_empty() {
            fault(Fault::AfterEnd, bytes.offset());
        }
        table
    }

    /// The names of a file of SI5, and its description: each a number, low seven bits first, which
    /// is eight times the length of a text and its kind, and the text. Ids count the names of a
    /// kind.
    pub(super) fn read_si5(
        file: &[u8],
        mut fault: impl FnMut(Fault, usize),
    ) -> (NameTable, String) {
        let (mut table, mut description) = (NameTable::default(), String::new());
        let mut bytes = Bytes::new(file);
        while !bytes.is_empty() {
            let at = bytes.offset();
            let mut entry = || {
                let (mut number, mut shift) = (0_u64, 0);
                loop {
                    let byte = bytes.u8()?;
                    number |= u64::from(byte & 127) << shift;
                    shift += 7;
                    if byte < 128 {
                        break;
                    }
                    if shift > 35 {
                        return None;
                    }
                }
                let text = bytes.take(usize::try_from(number >> 3).ok()?)?;
                Some(((number & 7) as usize, text))
            };
            let Some((kind, name)) = entry() else {
                fault(Fault::CutShort, at);
                break;
            };
            let start = table.text.len();
            match table.lists.get_mut(kind) {
                Some(list) => {
                    push_mixed(name, &mut table.text);
                    list.push((start as u32, table.text.len() as u32));
                }
                None => {
                    if let Some(text) = name.strip_prefix(b"description") {
                        push_mixed(text, &mut description);
                    }
                }
            }
        }
        (table, description)
    }

    pub(super) fn name(&self, kind: NameKind, id: u32) -> Option<&str> {
        let &(start, end) = self.lists[kind as usize].get(id as usize)?;
        self.text.get(start as usize..end as usize)
    }
}

/// How many bytes a number has that is at most this high.
fn width(highest: u32, at_least: usize) -> usize {
    let needed = match highest {
        0..=0xFF => 1,
        0x100..=0xFFFF => 2,
        _ => 3,
    };
    needed.max(at_least)
}

/// Reads the names of a list; returns how many there were.
fn read_list(
    bytes: &mut Bytes<'_>,
    n_names: usize,
    [id_bytes, frequency_bytes]: [usize; 2],
    list: &mut [(u32, u32)],
    text: &mut String,
    text_max: usize,
) -> usize {
    let mut name = Vec::new();
    for n in 0..n_names {
        let mut entry = || {
            let id = number(bytes.take(id_bytes)?);
            bytes.take(frequency_bytes)?;
            let n_bytes = usize::from(bytes.u8()?);
            let n_shared = if n > 0 { usize::from(bytes.u8()?) } else { 0 };
            let own = bytes.take(n_bytes.checked_sub(n_shared)?)?;
            (n_shared <= name.len()).then_some((id, n_shared, own))
        };
        let Some((id, n_shared, own)) = entry() else { return n };
        name.truncate(n_shared);
        name.extend_from_slice(own);
        let start = text.len();
        if let Some(place) = list.get_mut(id as usize) {
            push_mixed(&name, text);
            *place = (start as u32, text.len() as u32);
        }
        if text.len() > text_max {
            return n;
        }
    }
    n_names
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

#[derive(Debug, Default)]
pub(super) struct NameList {
    /// The id of each name, and its frequency.
    names: HashMap<Box<[u8]>, (u32, u32)>,
}

impl NameList {
    /// The id of a name; a new one for a new name. `None` if there are `max` already.
    pub(super) fn id(&mut self, name: &[u8], max: u32) -> Option<u32> {
        if let Some((id, n)) = self.names.get_mut(name) {
            *n = n.saturating_add(1);
            return Some(*id);
        }
        let id = self.names.len() as u32;
        (id < max).then(|| self.names.insert(name.into(), (id, 1)))?;
        Some(id)
    }

    fn frequency_max(&self) -> u32 {
        self.names.values().map(|&(_, n)| n).max().unwrap_or(0).min(FREQUENCY_MAX)
    }
}

/// No name is counted further.
const FREQUENCY_MAX: u32 = 0xFF_FFFF;

pub(super) fn write(lists: &[NameList; 4], sink: &mut impl Write) -> io::Result<()> {
    let mut head = [MAGIC, &[0; 4]].concat();
    let u24 = |number: u32| number.to_be_bytes()[1..].to_vec();
    lists.iter().for_each(|list| head.extend(u24(list.names.len() as u32)));
    lists.iter().for_each(|list| head.extend(u24(list.frequency_max())));
    sink.write_all(&head)?;
    for list in lists {
        let id_bytes = width(list.names.len() as u32, 2);
        let frequency_bytes = width(list.frequency_max(), 1);
        let mut sorted: Vec<(&[u8], (u32, u32))> =
            list.names.iter().map(|(name, &entry)| (&name[..], entry)).collect();
        sorted.sort_unstable();
        let mut before: Option<&[u8]> = None;
        for (name, (id, frequency)) in sorted {
            let frequency = frequency.min(FREQUENCY_MAX);
            sink.write_all(&id.to_be_bytes()[4 - id_bytes..])?;
            sink.write_all(&frequency.to_be_bytes()[4 - frequency_bytes..])?;
            sink.write_all(&[name.len() as u8])?;
            let n_shared = before.map_or(0, |before| {
                before.iter().zip(name).take_while(|(before, own)| before == own).count()
            });
            if before.is_some() {
                sink.write_all(&[n_shared as u8])?;
            }
            sink.write_all(&name[n_shared..])?;
            before = Some(name);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_were_written() {
        let mut lists: [NameList; 4] = Default::default();
        let names = ["Tal", "Talberg", "", "Müller", "Ta", "?", &"x".repeat(255)];
        for name in names {
            for _ in 0..300 {
                lists[0].id(name.as_bytes(), 9).unwrap();
            }
        }
        for n in 0..70_000 {
            assert_eq!(lists[3].id(format!("{n}").as_bytes(), 70_000), Some(n));
        }
        assert_eq!(lists[3].id(b"one too many", 70_000), None);
        let mut file = Vec::new();
        write(&lists, &mut file).unwrap();
        let table = NameTable::read(&file, |fault, at| panic!("{fault} at {at}"));
        for (n, name) in names.into_iter().enumerate() {
            assert_eq!(table.name(NameKind::Player, n as u32), Some(name));
        }
        assert_eq!(table.name(NameKind::Round, 69_999), Some("69999"));
        assert_eq!((table.name(NameKind::Player, 7), table.name(NameKind::Event, 0)), (None, None));
        // The truncated part is missing, the rest is there.
        let mut faults = Vec::new();
        let table = NameTable::read(&file[..file.len() - 1], |fault, _| faults.push(fault));
        assert_eq!(faults, [Fault::RecordCount { stated: 70_000, found: 69_999 }]);
        assert_eq!(table.name(NameKind::Round, 1), Some("1"));
    }

    /// Five bytes a name of 255: such a file does not fill the memory.
    #[test]
    fn names_that_are_all_shared_are_not_believed() {
        let mut file = [MAGIC, &[0; 4]].concat();
        file.extend([0, 0, 0, 0x0F, 0xFF, 0xFF].repeat(2).iter().skip(3).take(3));
        file.extend([0; 9]);
        file.extend([0, 0, 1].repeat(4));
        file.extend([0, 0, 0, 1, 255]);
        file.extend([b'x'; 255]);
        for _ in 0..10_000 {
            file.extend([0, 0, 0, 1, 255, 255]);
        }
        let mut faults = Vec::new();
        let table = NameTable::read(&file, |fault, _| faults.push(fault));
        assert_eq!(faults.len(), 1);
        assert!(table.text.len() <= EXPANSION_MAX * file.len() + 255);
    }
}
