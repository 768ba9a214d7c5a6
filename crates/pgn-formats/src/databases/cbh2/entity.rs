//! Players, tournaments, sources, teams and titles: blocks with one of each kind.

use std::io;

use crate::databases::bytes::{Bytes, push_text};
use crate::databases::part::{ReadAt, Window};

const BLOCK_BYTES: usize = 64 << 10;
/// More kinds, or longer records, are not those of a known version.
const KINDS_MAX: usize = 16;
const CONTAINER_BYTES_MAX: u32 = 64 << 10;
/// The content of a deleted record instead of fields, after its length.
const DELETED: [u8; 12] = [16, 0, 0, 0, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99];

/// A kind, by its place in the file.
#[derive(Clone, Copy, Debug)]
pub(super) enum EntityKind {
    Player = 0,
    Tournament = 1,
    Source = 2,
    Team = 4,
    Title = 5,
}

/// The file, which may be missing.
#[derive(Clone, Debug)]
pub(super) struct Entities<P> {
    window: Window<P>,
    header_bytes: u64,
    block_bytes: u64,
    /// The place of each kind in a block, its maximum length, and the number of its fields.
    kinds: Vec<(u64, usize, i64)>,
}

impl<P: ReadAt> Entities<P> {
    /// Says besides whether the header is sound.
    pub(super) fn open(part: Option<P>) -> io::Result<(Entities<P>, bool)> {
        let mut window = Window::new(part, BLOCK_BYTES)?;
        let header = window.bytes(0, 8 + 20 * KINDS_MAX)?.to_vec();
        let mut bytes = Bytes::new(&header);
        let head = bytes.u32_be().zip(bytes.u32_be());
        let (header_bytes, n_kinds) = head.unwrap_or_default();
        let (mut kinds, mut block_bytes) = (Vec::new(), 0);
        for _ in 0..(n_kinds as usize).min(KINDS_MAX) {
            let (Some(size), Some(_high), Some(n), Some(_)) =
                (bytes.u32_be(), bytes.u32_be(), bytes.u32_be(), bytes.take(8))
            else {
                break;
            };
            let size = size.min(CONTAINER_BYTES_MAX);
            kinds.push((block_bytes, size as usize, i64::from(n)));
            block_bytes += u64::from(size);
        }
        let is_sound =
            kinds.len() > EntityKind::Title as usize && header_bytes >= 8 && block_bytes > 0;
        let is_sound = is_sound || !window.is_there();
        Ok((Entities { window, header_bytes: header_bytes.into(), block_bytes, kinds }, is_sound))
    }

    pub(super) fn is_there(&self) -> bool {
        self.window.is_there()
    }

    /// Reads the fields of an entity into `fields`; returns whether there is one.
    pub(super) fn fields(
        &mut self,
        kind: EntityKind,
        id: i64,
        fields: &mut Vec<u8>,
    ) -> io::Result<bool> {
        fields.clear();
        let Some(&(offset, size, n)) = self.kinds.get(kind as usize) else { return Ok(false) };
        if !(0..n).contains(&id) {
            return Ok(false);
        }
        let start = self.header_bytes + id as u64 * self.block_bytes + offset;
        let record = self.window.bytes(start, size)?;
        let mut bytes = Bytes::new(record);
        let n_bytes = bytes.u32_le().unwrap_or(0) as usize;
        if n_bytes == 0 || record.starts_with(&DELETED) {
            return Ok(false);
        }
        let rest = bytes.rest();
        fields.extend_from_slice(&rest[..n_bytes.min(rest.len())]);
        Ok(true)
    }
}

/// The next text of the fields; empty if there is none.
pub(super) fn take_text(bytes: &mut Bytes<'_>) -> String {
    let n = bytes.u32_le().unwrap_or(0) as usize;
    let taken = bytes.take(n).unwrap_or_default();
    let mut text = String::new();
    push_text(taken, &mut text);
    text.retain(|letter| !letter.is_control());
    text.trim().to_owned()
}

/// `Last, First`.
pub(super) fn player(fields: &[u8]) -> String {
    let mut bytes = Bytes::new(fields);
    let (last, first) = (take_text(&mut bytes), take_text(&mut bytes));
    match (last.is_empty(), first.is_empty()) {
        (_, true) => last,
        (true, false) => first,
        (false, false) => format!("{last}, {first}"),
    }
}
