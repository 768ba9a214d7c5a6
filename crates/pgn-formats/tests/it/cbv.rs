//! ChessBase's archives: real ones, and what damage makes of them.

use std::fs;
use std::path::Path;

use des::Des;
use des::cipher::{BlockCipherEncrypt, KeyInit};
use pgn_formats::databases::Program;
use pgn_formats::databases::cbv::{Archive, Key, is_cbv};
use sha2::{Digest, Sha256};

use crate::foreign_properties::cbv;

fn real(name: &str) -> Option<Vec<u8>> {
    let path = pgn_testing::shared_corpus(&format!("m_foreign/antoyo__uncbv/{name}"))?;
    Some(fs::read(path).unwrap())
}

/// The sums of all members, by name, sorted.
fn sums(archive: &Archive) -> Vec<String> {
    let sum = |bytes: &[u8]| {
        Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>()
    };
    let mut sums = Vec::new();
    for member in archive.members() {
        let (bytes, is_whole) = archive.unpack(member);
        assert!(is_whole, "{}", member.name);
        sums.push(format!("{}  small/{}", sum(&bytes), member.name));
    }
    sums.sort_unstable_by(|a, b| a[64..].cmp(&b[64..]));
    sums
}

#[test]
fn members_come_out_byte_for_byte() {
    let (Some(cbv), Some(expected)) = (real("small.cbv"), real("members.sha256")) else { return };
    let expected = String::from_utf8(expected).unwrap();
    assert_eq!(sums(&Archive::open(cbv)), expected.lines().collect::<Vec<_>>());
}

#[test]
fn a_password_opens_a_cbz() {
    let (Some(cbz), Some(plain)) = (real("small.cbz"), real("decrypted_small.cbv")) else { return };
    let mut bytes = cbz.clone();
    assert!(!is_cbv(&bytes) && Key::new(b"password").decrypt(&mut bytes));
    assert!(bytes == plain, "the plain text that was published");
    let expected = sums(&Archive::open(plain));
    let Some(mut second) = real("small2.cbz") else { return };
    assert!(Key::new(b"pass").decrypt(&mut second));
    assert_eq!(sums(&Archive::open(second)).len(), expected.len());
    assert!(!Key::new(b"Password").decrypt(&mut cbz.clone()));
}

/// A password is folded into eight bytes.
#[test]
fn keys_are_made_of_passwords_of_any_length() {
    assert_eq!(Key::new(b"pass"), Key::new(b"passpass"));
    assert_ne!(Key::new(b"pass"), Key::new(b"passpass1"));
    let folded = [(b'a' << 1) ^ b'i', b'b', b'c', b'd', b'e', b'f', b'g', b'h'];
    assert_eq!(Key::new(b"abcdefghi"), Key::new(&folded));
    assert_eq!(Key::new(b""), Key::new(&[0; 8]));
}

/// Codes that are the bytes themselves.
fn huffman(bytes: &[u8]) -> Vec<u8> {
    let mut bits = Vec::new();
    let mut push = |value: u32, n: u32| bits.extend((0..n).rev().map(|n| value >> n & 1));
    for byte in 0..256 {
        push(8, 4);
        push(byte, 8);
    }
    bytes.iter().for_each(|&byte| push(byte.into(), 8));
    bits.resize(bits.len().next_multiple_of(8), 0);
    let packed = bits.chunks(8).map(|bits| bits.iter().fold(0, |byte, bit| byte << 1 | *bit as u8));
    (bytes.len() as u16).to_be_bytes().into_iter().chain(packed).collect()
}

/// Literal bytes, and runs of zeros.
fn lz(bytes: &[u8]) -> Vec<u8> {
    let mut tokens = Vec::new();
    for run in bytes.chunk_by(|a, b| a == b && *a == 0) {
        match run.len() {
            n @ 3..=18 if run[0] == 0 => tokens.push((1, vec![n as u8 - 3, 0])),
            n @ 19..=4114 if run[0] == 0 => {
                let n = n - 19;
                tokens.push((1, vec![0x10 | (n & 15) as u8, (n >> 4) as u8, 0]));
            }
            _ => tokens.extend(run.iter().map(|byte| (0, vec![*byte]))),
        }
    }
    let mut packed = Vec::new();
    for group in tokens.chunks(16) {
        let word =
            group.iter().enumerate().fold(0_u16, |word, (n, (bit, _))| word | bit << (15 - n));
        packed.extend(word.to_le_bytes());
        group.iter().for_each(|(_, bytes)| packed.extend(bytes));
    }
    packed
}

/// An archive whose members are packed in each of the four ways in turn.
fn archive(members: &[(String, Vec<u8>)]) -> Vec<u8> {
    const RECORD_BYTES: usize = 173;
    let mut head = vec![8, 0, members.len() as u8, 0, RECORD_BYTES as u8, 0, 3, 0];
    let (mut streams, start) = (Vec::new(), 8 + RECORD_BYTES * members.len());
    for (n, (name, bytes)) in members.iter().enumerate() {
        let packed = match n % 4 {
            0 => bytes.clone(),
            1 => lz(bytes),
            2 => huffman(bytes),
            _ => huffman(&lz(bytes)),
        };
        let mut record = vec![0; RECORD_BYTES];
        record[..name.len()].copy_from_slice(name.as_bytes());
        let numbers = [start + streams.len(), packed.len() + 5, bytes.len()];
        for (field, number) in record[128..].chunks_mut(4).zip(numbers) {
            field.copy_from_slice(&(number as u32).to_le_bytes());
        }
        head.extend(record);
        streams.extend((packed.len() as u16 + 1).to_le_bytes());
        streams.extend([0, 0, (n % 4) as u8]);
        streams.extend(packed);
    }
    [head, streams].concat()
}

/// `corpus/databases/legal.cbv` and `.cbz` are `legal.cbh` and its companions, packed here;
/// `PGNKIT_BLESS=1` writes them.
#[test]
fn the_archives_of_the_repository_are_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let at = |name: &str| root.join("corpus/databases").join(name);
    let members: Vec<(String, Vec<u8>)> = Program::ChessBase.files()[..7]
        .iter()
        .map(|file| format!("legal.{}", file.extension()))
        .map(|name| (format!("games\\{name}"), fs::read(at(&name)).unwrap()))
        .collect();
    let cbv = archive(&members);
    let mut cbz = cbv.clone();
    cbz.resize(cbz.len().next_multiple_of(8), 0);
    let cipher = Des::new(b"secretse".into());
    cbz.as_chunks_mut::<8>().0.iter_mut().for_each(|block| cipher.encrypt_block(block.into()));
    for (path, bytes) in [
        (at("legal.cbv"), &cbv),
        (at("legal.cbz"), &cbz),
        (root.join("fuzz/seeds/cbv/legal"), &cbv),
    ] {
        if std::env::var_os("PGNKIT_BLESS").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, bytes).unwrap();
        }
        assert!(&fs::read(&path).unwrap() == bytes, "{}", path.display());
    }
    assert!(Key::new(b"secret").decrypt(&mut cbz));
    for bytes in [cbv, cbz] {
        let archive = Archive::open(bytes);
        assert_eq!(archive.members().len(), members.len());
        for (member, (name, bytes)) in archive.members().iter().zip(&members) {
            assert!(name.ends_with(&member.name) && !member.name.contains('\\'));
            assert_eq!(archive.unpack(member), (bytes.clone(), true), "{name}");
        }
    }
}

#[test]
fn damaged_archives_are_read_as_far_as_they_go() {
    let Some(whole) = real("small.cbv") else { return };
    for at in (0..whole.len()).step_by(3) {
        cbv(&whole[..at]);
        let mut changed = whole.clone();
        changed[at] ^= 1 << (at % 8);
        cbv(&changed);
    }
}
