//! Annotations as CBH has them, of a content without lengths.

use crate::databases::bytes::Bytes;
use crate::databases::chessbase::annotation::{Entries, OF_2CBH};
use crate::databases::chessbase::{quotation, training};
use crate::databases::finding::Fault;

const END: i32 = i32::MAX;

/// The nations used for languages in CBH, by the numbers that texts have here; 0 is none.
const LANGUAGES: [(u16, u8); 9] =
    [(0, 42), (1, 53), (2, 49), (3, 43), (4, 70), (5, 103), (6, 117), (12, 116), (18, 55)];

/// Reads a content. Unreadable annotations are reported with their place: the length of an unknown
/// type is not recorded, so it ends where something valid can follow.
pub(super) fn read(content: &[u8], entries: &mut Entries, mut fault: impl FnMut(Fault, usize)) {
    entries.clear();
    let mut bytes = Bytes::new(content);
    let mut looks_left = LOOKS_MAX;
    loop {
        let at = bytes.offset();
        let Some(mv) = bytes.i32_le() else { return fault(Fault::CutShort, at) };
        if mv == END {
            break;
        }
        let Some(n) = bytes.i32_le() else { return fault(Fault::CutShort, at) };
        for n_left in (0..n).rev() {
            let at = bytes.offset();
            let Some(kind) = bytes.u16_le() else { return fault(Fault::CutShort, at) };
            let (mut data, start) = (Vec::new(), bytes);
            let taken = take(kind, &mut bytes, &mut data);
            if let Some(Some(kind)) = taken {
                entries.push(mv, kind, at, &data);
                continue;
            }
            bytes = start;
            let place = UnknownAnnotation { mv, n_left };
            let length = place.length_of_unknown(bytes, &mut looks_left);
            let n_bytes = length.unwrap_or(bytes.rest().len());
            let _ = bytes.take(n_bytes);
            fault(
                match (taken, length) {
                    (None, None) => Fault::CutShort,
                    (None, Some(_)) => Fault::BadAnnotation { kind: kind as u8 },
                    (Some(_), _) => Fault::UnknownAnnotation {
                        kind: kind as u8,
                        n_bytes: u16::try_from(n_bytes).unwrap_or(u16::MAX),
                    },
                },
                at,
            );
            if length.is_none() {
                return;
            }
        }
    }
    if !bytes.is_empty() {
        fault(Fault::AfterEnd, bytes.offset());
    }
}

/// The number of lengths that are tried for the unknown annotations of a game.
const LOOKS_MAX: u32 = 1 << 16;
/// An unknown annotation is no longer than this.
const UNKNOWN_BYTES_MAX: usize = 4096;
/// So far is read to see whether something can follow.
const FOLLOWING_BYTES_MAX: usize = 16 << 10;
/// More annotations of one move, and annotations of more moves, are not believed.
const ANNOTATIONS_MAX: i32 = 1000;
const MOVES_MAX: i32 = 100_000;

/// Where an annotation is that is not known.
struct UnknownAnnotation {
    mv: i32,
    /// How many annotations of the same move follow.
    n_left: i32,
}

impl UnknownAnnotation {
    /// How many bytes there are before something that can follow.
    fn length_of_unknown(&self, bytes: Bytes<'_>, looks_left: &mut u32) -> Option<usize> {
        (0..=bytes.rest().len().min(UNKNOWN_BYTES_MAX)).find(|&n| {
            let can_look = *looks_left > 0;
            *looks_left = looks_left.saturating_sub(1);
            can_look && self.can_be_followed_by(&bytes.rest()[n..])
        })
    }

    /// Whether annotations of this move and later ones follow, to the end or to another one that is
    /// not known.
    fn can_be_followed_by(&self, rest: &[u8]) -> bool {
        let mut bytes = Bytes::new(&rest[..rest.len().min(FOLLOWING_BYTES_MAX)]);
        let (mut mv, mut n_left, mut data) = (self.mv, self.n_left, Vec::new());
        loop {
            for _ in 0..n_left {
                data.clear();
                match bytes.u16_le().map(|kind| (kind, take(kind, &mut bytes, &mut data))) {
                    Some((_, Some(Some(_)))) => {}
                    Some((kind, Some(None))) => return mv > self.mv && matches!(kind, 1..=255),
                    Some((_, None)) | None => {
                        return mv > self.mv && rest.len() > FOLLOWING_BYTES_MAX;
                    }
                }
            }
            match (bytes.i32_le(), bytes.rest()) {
                (Some(END), []) => return true,
                (Some(next), [_, ..]) if next > mv && next < MOVES_MAX => mv = next,
                _ => return mv > self.mv && rest.len() > FOLLOWING_BYTES_MAX,
            }
            match bytes.i32_le() {
                Some(n @ 1..=ANNOTATIONS_MAX) => n_left = n,
                _ => return false,
            }
        }
    }
}

/// The data of an annotation in the form of CBH, most numbers with the highest byte first, and the
/// type that [`Entries`] has for them. There is no type for an unknown annotation; a truncated one
/// gives nothing.
fn take(kind: u16, bytes: &mut Bytes<'_>, data: &mut Vec<u8>) -> Option<Option<u16>> {
    match kind {
        0x02 | 0x82 => {
            let (_, language) = (bytes.u16_le()?, bytes.u16_le()?);
            let nation = LANGUAGES.iter().find(|(number, _)| *number == language);
            data.extend([0, nation.map_or(0, |(_, nation)| *nation)]);
            data.extend(block(bytes)?);
        }
        0x03 => data.extend(bytes.take(3)?),
        0x04 | 0x05 | 0x15 => data.extend(block(bytes)?),
        0x07 => data.extend(bytes.take(4)?.iter().rev()),
        0x14 | 0x18 => data.extend(bytes.take(1)?),
        0x16 | 0x17 | 0x22 | 0x25 => data.extend(bytes.u32_le()?.to_be_bytes()),
        0x08 | 0x23 => data.extend(bytes.take(4)?),
        0x1C => {
            let _ = bytes.take(1)?;
            data.extend([0, 0]);
            let mut is_too_long = false;
            for _ in 0..2 {
                let text = block(bytes)?;
                // One that is too long has no form there, and is reported as malformed.
                data.push(u8::try_from(text.len()).unwrap_or(u8::MAX));
                data.extend(text.get(..usize::from(u8::MAX)).unwrap_or(text));
                is_too_long |= text.len() > usize::from(u8::MAX);
            }
            if is_too_long {
                data.clear();
            }
        }
        0x20 => {
            let _ = bytes.take(4)?;
            data.extend([1, 0]);
            data.extend(block(bytes)?);
        }
        0x21 => data.extend(bytes.take(6)?),
        0x24 => {
            let _ = bytes.take(1)?;
            for _ in 0..3 {
                data.extend(bytes.u32_le()?.to_be_bytes());
                data.extend(bytes.u32_le()?.to_be_bytes());
                data.extend(bytes.u16_le()?.to_be_bytes());
                data.push(bytes.u8()?);
            }
            let _ = bytes.take(4)?;
        }
        0x26 => {
            let _ = bytes.take(1)?;
            let mut block = Bytes::new(block(bytes)?);
            let n = block.u16_le()?;
            data.extend(n.to_be_bytes());
            for _ in 0..n {
                let (value, depth, flag) = (block.i16_le()?, block.u8()?, block.u8()?);
                data.extend([flag, depth]);
                data.extend(value.to_be_bytes());
            }
        }
        0x27 => data.extend(bytes.take(2)?),
        0x09 | 0x13 => return Some(take_own(kind, bytes, data)),
        _ => return Some(None),
    }
    Some(Some(kind))
}

/// The data of a type that CBH has in another form.
fn take_own(kind: u16, bytes: &mut Bytes<'_>, data: &mut Vec<u8>) -> Option<u16> {
    let start = bytes.rest();
    match kind {
        0x09 => training::skip(bytes)?,
        _ => quotation::skip_2cbh(bytes)?,
    }
    data.extend(&start[..start.len() - bytes.rest().len()]);
    Some(OF_2CBH | kind)
}

/// Bytes after their number.
fn block<'a>(bytes: &mut Bytes<'a>) -> Option<&'a [u8]> {
    let n = bytes.u32_le()?;
    bytes.take(usize::try_from(n).ok()?)
}
