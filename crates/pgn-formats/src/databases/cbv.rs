//! ChessBase's archives: CBV, and CBZ, which is a CBV under a password.

use des::Des;
use des::cipher::{BlockCipherDecrypt, KeyInit};

use crate::databases::bytes::{Bytes, push_text, until_nul};

const HEAD_BYTES: usize = 8;
/// The name of a member, with a zero byte after it.
const NAME_BYTES: usize = 128;
/// The fields of a record that are read: the name, and three numbers of 32 bits.
const RECORD_BYTES_MIN: usize = NAME_BYTES + 12;
/// The cipher's blocks.
const CIPHER_BYTES: usize = 8;

/// Whether bytes are the beginning of a `.cbv` file.
///
/// ```
/// use pgn_formats::databases::cbv::is_cbv;
///
/// assert!(!is_cbv(b"1. e4"));
/// ```
#[must_use]
pub fn is_cbv(head: &[u8]) -> bool {
    matches!(head, [8, 0, _, _, length, 0, 3, 0, ..] if usize::from(*length) >= RECORD_BYTES_MIN)
}

/// The key of a CBZ archive, derived from a password.
///
/// ```
/// use pgn_formats::databases::cbv::Key;
///
/// let mut bytes = *b"16 bytes of text";
/// Key::new(b"secret").decrypt(&mut bytes);
/// assert_ne!(&bytes, b"16 bytes of text");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key([u8; CIPHER_BYTES]);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key")
    }
}

impl Key {
    /// The key of a password, whose letters are in Windows-1252. That of an empty one consists of
    /// zeros.
    #[must_use]
    pub fn new(password: &[u8]) -> Key {
        let mut key = [0; CIPHER_BYTES];
        match password.len() {
            0 => {}
            n if n <= CIPHER_BYTES => {
                key.iter_mut().zip(password.iter().cycle()).for_each(|(key, byte)| *key = *byte);
            }
            _ => {
                for (n, byte) in password.iter().enumerate() {
                    let key = &mut key[n % CIPHER_BYTES];
                    *key = (*key << 1) ^ byte;
                }
            }
        }
        Key(key)
    }

    /// Makes a CBV of a CBZ in place. Says whether it became one: if not, the password is another.
    #[must_use]
    pub fn decrypt(self, bytes: &mut [u8]) -> bool {
        let cipher = Des::new(&self.0.into());
        for block in bytes.as_chunks_mut::<CIPHER_BYTES>().0 {
            cipher.decrypt_block(block.into());
        }
        is_cbv(bytes)
    }
}

/// A file in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Member {
    /// Its name, without folders.
    pub name: String,
    /// Its uncompressed size in bytes, as recorded in the archive.
    pub n_bytes: u64,
    start: usize,
    n_packed: usize,
}

/// An archive in memory.
///
/// ```
/// use pgn_formats::databases::cbv::Archive;
///
/// assert!(Archive::open(b"not an archive".to_vec()).members().is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Archive {
    bytes: Vec<u8>,
    members: Vec<Member>,
}

impl Archive {
    /// The archive of a `.cbv` file. A truncated list is read as far as it goes.
    ///
    /// ```
    /// use pgn_formats::databases::cbv::Archive;
    ///
    /// // Anything can be opened; what is not an archive has no members.
    /// assert!(Archive::open(Vec::new()).members().is_empty());
    /// ```
    #[must_use]
    pub fn open(bytes: Vec<u8>) -> Archive {
        let mut members = Vec::new();
        if is_cbv(&bytes) {
            let n = usize::from(u16::from_le_bytes([bytes[2], bytes[3]]));
            let records = bytes[HEAD_BYTES..].chunks_exact(bytes[4].into()).take(n);
            members.extend(records.filter_map(member));
        }
        Archive { bytes, members }
    }

    /// The files in it.
    ///
    /// ```
    /// use pgn_formats::databases::cbv::Archive;
    ///
    /// let archive = Archive::open(Vec::new());
    /// for member in archive.members() {
    ///     let (bytes, is_whole) = archive.unpack(member);
    ///     println!("{} bytes, whole: {is_whole}", bytes.len());
    /// }
    /// ```
    #[must_use]
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// A file, and whether it is complete. It has at most the recorded number of bytes.
    #[must_use]
    pub fn unpack(&self, member: &Member) -> (Vec<u8>, bool) {
        let start = member.start.min(self.bytes.len());
        let end = member.start.saturating_add(member.n_packed).min(self.bytes.len());
        let mut output = Vec::new();
        let max = usize::try_from(member.n_bytes).unwrap_or(usize::MAX);
        let is_sound = unpack(Bytes::new(&self.bytes[start..end]), max, &mut output).is_some();
        let is_whole = is_sound && output.len() == max;
        (output, is_whole)
    }
}

fn member(record: &[u8]) -> Option<Member> {
    let mut fields = Bytes::new(record);
    let mut path = String::new();
    push_text(until_nul(fields.take(NAME_BYTES)?), &mut path);
    let start = usize::try_from(fields.u32_le()?).ok()?;
    let n_packed = usize::try_from(fields.u32_le()?).ok()?;
    let n_bytes = fields.u32_le()?.into();
    let name = path.rsplit(['\\', '/', ':']).next().unwrap_or_default().to_owned();
    Some(Member { name, n_bytes, start, n_packed })
}

/// The blocks of a member, in order; `None` if one is damaged, or the output has more than `max`
/// bytes.
fn unpack(mut stream: Bytes<'_>, max: usize, output: &mut Vec<u8>) -> Option<()> {
    let mut codes = Vec::new();
    while !stream.is_empty() {
        let n = stream.u16_le()?;
        let _ = stream.u16_le()?;
        let (&mode, packed) = stream.take(n.into())?.split_first()?;
        match mode {
            0 => output.extend_from_slice(packed),
            1 => expand(Bytes::new(packed), max, output)?,
            2 => decode(packed, output)?,
            3 => {
                codes.clear();
                decode(packed, &mut codes)?;
                expand(Bytes::new(&codes), max, output)?;
            }
            _ => return None,
        }
        if output.len() > max {
            output.truncate(max);
            return None;
        }
    }
    Some(())
}

/// Huffman codes: the length of the output, a code for each byte, the codes.
fn decode(packed: &[u8], output: &mut Vec<u8>) -> Option<()> {
    let (length, packed) = packed.split_first_chunk::<2>()?;
    let mut bits = Bits { bytes: packed, at: 0 };
    // By the length and the value of a code, which is at most 15 bits long.
    let mut table = [[0_u16; 2]; 256];
    for entry in &mut table {
        let n = bits.take(4)?;
        *entry = [n, bits.take(n)?];
    }
    let mut codes: Vec<(u16, u16, u8)> = (0..=255_u8)
        .zip(table)
        .filter(|(_, [n, _])| *n > 0)
        .map(|(byte, [n, code])| (n, code, byte))
        .collect();
    codes.sort_unstable();
    for _ in 0..u16::from_be_bytes(*length) {
        let (mut n, mut code) = (0, 0);
        let byte = loop {
            code = code << 1 | bits.take(1)?;
            n += 1;
            if let Ok(found) = codes.binary_search_by_key(&(n, code), |&(n, code, _)| (n, code)) {
                break codes[found].2;
            }
            if n == 15 {
                return None;
            }
        };
        output.push(byte);
    }
    Some(())
}

/// Bits of bytes, the most significant first.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn take(&mut self, n: u16) -> Option<u16> {
        let mut value = 0;
        for _ in 0..n {
            let byte = *self.bytes.get(self.at / 8)?;
            value = value << 1 | u16::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(value)
    }
}

/// Copies of earlier output, in groups of sixteen tokens.
fn expand(mut packed: Bytes<'_>, max: usize, output: &mut Vec<u8>) -> Option<()> {
    while !packed.is_empty() {
        let Some(tokens) = packed.u16_le() else {
            output.extend_from_slice(packed.rest());
            return Some(());
        };
        for token in (0..16).rev() {
            if packed.is_empty() {
                return Some(());
            }
            if tokens >> token & 1 == 0 {
                output.push(packed.u8()?);
                continue;
            }
            let tag = packed.u8()?;
            let (high, low) = (usize::from(tag >> 4), usize::from(tag & 15));
            let mut byte = || packed.u8().map(usize::from);
            let (n, distance) = match high {
                0 => {
                    let byte = packed.u8()?;
                    output.resize(output.len() + low + 3, byte);
                    continue;
                }
                1 => {
                    let n = low + 16 * byte()? + 19;
                    let byte = packed.u8()?;
                    output.resize(output.len() + n, byte);
                    continue;
                }
                2 => {
                    let distance = low + 16 * byte()? + 3;
                    (byte()? + 16, distance)
                }
                n => (n, low + 16 * byte()? + 3),
            };
            let from = output.len().checked_sub(distance)?;
            for at in from..from + n {
                output.push(output[at]);
            }
            if output.len() > max {
                return Some(());
            }
        }
    }
    Some(())
}
