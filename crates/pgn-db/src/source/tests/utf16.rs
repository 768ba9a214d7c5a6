//! UTF-16 recognized and read (D-01).

use proptest::prelude::*;

use super::super::utf16::{Endian, Sighting, Utf16Reader, sight};
use super::super::{Note, Notes};
use super::{Drip, read_all};

const ORDERS: [Endian; 2] = [Endian::Little, Endian::Big];
const MARK: u16 = 0xFEFF;

fn bytes_of(endian: Endian, units: impl IntoIterator<Item = u16>) -> Vec<u8> {
    let bytes = |unit: u16| match endian {
        Endian::Little => unit.to_le_bytes(),
        Endian::Big => unit.to_be_bytes(),
    };
    units.into_iter().flat_map(bytes).collect()
}

fn read(endian: Endian, bytes: &[u8], chunk: usize) -> (String, Vec<Note>) {
    let notes = Notes::default();
    let (text, end) = read_all(Utf16Reader::new(Drip(bytes), endian, notes.clone()), chunk);
    end.unwrap();
    (String::from_utf8(text).unwrap(), notes.list())
}

#[test]
fn with_and_without_a_mark_both_orders_are_recognized() {
    let text = "[Event \"Réti — 棋\"]\r\n\r\n1. e4 *\r\n";
    for endian in ORDERS {
        let plain = bytes_of(endian, text.encode_utf16());
        let marked = bytes_of(endian, [MARK].into_iter().chain(text.encode_utf16()));
        assert_eq!(sight(&plain), Some(Sighting { endian, marked: false }));
        assert_eq!(sight(&marked), Some(Sighting { endian, marked: true }));
        for chunk in [1, 2, 3, 1 << 16] {
            assert_eq!(read(endian, &plain, chunk), (text.to_owned(), vec![]));
            assert_eq!(read(endian, &marked, chunk), (text.to_owned(), vec![]));
        }
    }
}

#[test]
fn other_encodings_are_left_alone() {
    let check = |head: &[u8]| assert_eq!(sight(head), None, "{head:?}");
    check(b"");
    check(b"[");
    check(b"[\0");
    check(b"[Event \"?\"]\n");
    check("\u{FEFF}[Event \"Réti\"]\n".as_bytes());
    check(b"[Event \"R\xE9ti\"]\n");
    check("[Event \"棋棋棋棋棋棋\"]".as_bytes());
    // Zero bytes alone make no text: the binary format of section 20 has many.
    check(&[0; 100]);
    check(&[1, 0, 3, 0, b'a', 0, b'b', 0]);
    check(b"\0\0\0\x01[\0E\0v\0");
}

#[test]
fn halves_of_pairs_are_replaced_and_counted() {
    let check = |units: &[u16], expected: &str, broken_count| {
        for endian in ORDERS {
            let notes =
                if broken_count == 0 { vec![] } else { vec![Note::BrokenUnits(broken_count)] };
            assert_eq!(
                read(endian, &bytes_of(endian, units.iter().copied()), 1),
                (expected.to_owned(), notes)
            );
        }
    };
    check(&[0x61, 0xD83D, 0xDE00, 0x62], "a😀b", 0);
    check(&[0xD83D, 0x61], "\u{FFFD}a", 1);
    check(&[0xDE00, 0x61], "\u{FFFD}a", 1);
    check(&[0xD83D, 0xD83D, 0xDE00], "\u{FFFD}😀", 1);
    check(&[0x61, 0xD83D], "a\u{FFFD}", 1);
    check(&[0xDE00, 0xD83D], "\u{FFFD}\u{FFFD}", 2);
    // A mark is a mark only at the very start.
    check(&[MARK, 0x61, MARK], "a\u{FEFF}", 0);
}

#[test]
fn a_single_byte_at_the_end_is_replaced_and_counted() {
    assert_eq!(
        read(Endian::Little, b"a\0b", 1),
        ("a\u{FFFD}".to_owned(), vec![Note::BrokenUnits(1)])
    );
}

proptest! {
    #[test]
    fn every_text_comes_through(text: String, chunk in 1_usize..40) {
        for endian in ORDERS {
            let bytes = bytes_of(endian, [MARK].into_iter().chain(text.encode_utf16()));
            prop_assert_eq!(read(endian, &bytes, chunk), (text.clone(), vec![]));
        }
    }

    #[test]
    fn any_bytes_give_utf8(bytes: Vec<u8>, chunk in 1_usize..40) {
        for endian in ORDERS {
            let units = bytes.chunks_exact(2).map(|pair| match endian {
                Endian::Little => u16::from_le_bytes([pair[0], pair[1]]),
                Endian::Big => u16::from_be_bytes([pair[0], pair[1]]),
            });
            let mut expected = String::from_utf16_lossy(&units.collect::<Vec<_>>());
            if bytes.len() % 2 == 1 {
                expected.push('\u{FFFD}');
            }
            let expected = expected.strip_prefix('\u{FEFF}').unwrap_or(&expected);
            let (text, _) = read(endian, &bytes, chunk);
            prop_assert_eq!(text, expected);
        }
    }
}
