//! The members of a zip archive whose directory is missing: truncated, or never sent.

use super::archive::{Expected, Member, Method};
use super::window::SharedFile;

const LOCAL: &[u8; 4] = b"PK\x03\x04";
const CENTRAL: &[u8; 4] = b"PK\x01\x02";
/// Stands before a member's check sum and lengths, where they follow its data.
const DESCRIPTOR: &[u8; 4] = b"PK\x07\x08";

const HEAD_BYTES: usize = 30;
/// A length that does not fit and is in the extra field instead.
const ELSEWHERE: u64 = 0xFFFF_FFFF;
/// The highest version of the format that a valid header requires, times ten.
const VERSION_MAX: u16 = 63;

/// The members that can be found in the first `len` bytes of `file`, in their order there.
///
/// A header with the length of its data leads to the next one. If the length comes only after the
/// data, the next header is searched for; the decoder detects its own end. Reads the archive at
/// most once.
pub(crate) fn members(file: &SharedFile, len: u64) -> Vec<Member> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = next_head(file, at, len) {
        let Some((mut member, length)) = head_at(file, start) else {
            at = start + LOCAL.len() as u64;
            continue;
        };
        match length {
            Some(bytes) => member.compressed_bytes = bytes,
            None => {
                let end = next_mark(file, member.start, len);
                member.compressed_bytes = end - member.start.min(end);
                take_descriptor(file, &mut member);
            }
        }
        at = member.start.saturating_add(member.compressed_bytes);
        found.push(member);
    }
    found
}

/// The member whose header is at `start`, and the length of its data if the header has it. `None`
/// if that is not a valid header.
fn head_at(file: &SharedFile, start: u64) -> Option<(Member, Option<u64>)> {
    let head = bytes_at(file, start, HEAD_BYTES)?;
    let number = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
    let long = |at: usize| u64::from(number(at)) | u64::from(number(at + 2)) << 16;
    let (version, flags, method) = (number(4) & 0xFF, number(6), number(8));
    let name_bytes = usize::from(number(26));
    let extra_bytes = usize::from(number(28));
    if !head.starts_with(LOCAL) || version > VERSION_MAX || name_bytes == 0 {
        return None;
    }
    let rest = bytes_at(file, start + HEAD_BYTES as u64, name_bytes + extra_bytes)?;
    let (name, extra) = rest.split_at(name_bytes);
    let (mut compressed, mut text) = (long(18), long(22));
    if compressed == ELSEWHERE || text == ELSEWHERE {
        let wide = wide_lengths(extra)?;
        (text, compressed) = (wide.0, wide.1);
    }
    let is_known = flags & 0x08 == 0 || compressed > 0;
    let member = Member {
        name: String::from_utf8_lossy(name).into_owned(),
        method: Method::of_number(method),
        encrypted: flags & 0x01 != 0,
        start: start + (HEAD_BYTES + name_bytes + extra_bytes) as u64,
        compressed_bytes: 0,
        expected: is_known.then(|| Expected { crc: long(14) as u32, text_bytes: text }),
    };
    Some((member, is_known.then_some(compressed)))
}

/// Text length and packed length from the extra field of a member larger than 4 GiB.
fn wide_lengths(mut extra: &[u8]) -> Option<(u64, u64)> {
    loop {
        let (head, rest) = extra.split_at_checked(4)?;
        let (body, next) =
            rest.split_at_checked(usize::from(u16::from_le_bytes([head[2], head[3]])))?;
        if head.starts_with(&[0x01, 0x00]) {
            let wide = |at: usize| Some(u64::from_le_bytes(body.get(at..at + 8)?.try_into().ok()?));
            return Some((wide(0)?, wide(8)?));
        }
        extra = next;
    }
}

/// Takes the check sum and the lengths that are after the data. Stored data have no end of their
/// own: where nothing is after them, they are cut off.
fn take_descriptor(file: &SharedFile, member: &mut Member) {
    let read = |length_bytes: usize| {
        let bytes = DESCRIPTOR.len() + 4 + 2 * length_bytes;
        let start = member.compressed_bytes.checked_sub(bytes as u64)?;
        let found = bytes_at(file, member.start + start, bytes)?;
        let (crc, lengths) = found.strip_prefix(DESCRIPTOR)?.split_at(4);
        let text = lengths[length_bytes..].iter().rfold(0, |n, &b| n << 8 | u64::from(b));
        let crc = u32::from_le_bytes(crc.try_into().ok()?);
        Some((start, Expected { crc, text_bytes: text }))
    };
    // The lengths take 4 bytes each, beyond 4 GiB 8 bytes.
    if let Some((bytes, expected)) = read(4).or_else(|| read(8)) {
        member.compressed_bytes = bytes;
        member.expected = Some(expected);
    } else if member.method == Method::Stored {
        member.expected = Some(Expected { crc: 0, text_bytes: u64::MAX });
    }
}

fn next_head(file: &SharedFile, from: u64, len: u64) -> Option<u64> {
    find(file, from, len, &[LOCAL])
}

/// Where the next head or the directory begins; the end of the file if neither comes.
fn next_mark(file: &SharedFile, from: u64, len: u64) -> u64 {
    let mut at = from;
    while let Some(mark) = find(file, at, len, &[LOCAL, CENTRAL]) {
        let is_head = bytes_at(file, mark, 4).is_some_and(|bytes| bytes == LOCAL);
        if !is_head || head_at(file, mark).is_some() {
            return mark;
        }
        at = mark + 1;
    }
    len
}

fn find(file: &SharedFile, from: u64, len: u64, marks: &[&[u8; 4]]) -> Option<u64> {
    const OVERLAP: usize = 3;
    let mut buffer = vec![0; 64 << 10];
    let mut at = from;
    while at < len {
        let n = fill(file, at, &mut buffer)?;
        let hit = buffer[..n].windows(4).position(|four| marks.iter().any(|mark| four == *mark));
        if let Some(hit) = hit {
            let place = at + hit as u64;
            return (place < len).then_some(place);
        }
        at += n.checked_sub(OVERLAP).filter(|&n| n > 0)? as u64;
    }
    None
}

fn bytes_at(file: &SharedFile, at: u64, n: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; n];
    (fill(file, at, &mut bytes)? == n).then_some(bytes)
}

/// Fills `buffer` from `at` as far as the file goes. An error of the system ends the search like
/// the end of the file: the members found so far are used, and the archive is reported as damaged.
fn fill(file: &SharedFile, at: u64, buffer: &mut [u8]) -> Option<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read_at(at + filled as u64, &mut buffer[filled..]).ok()? {
            0 => break,
            n => filled += n,
        }
    }
    Some(filled)
}
