//! Tests of the encodings: what is guessed, what is read, what is written.
//!
//! Owns: cases of D-01 to D-03. Knows nothing of: games.
//! Standard: §4.1. Decisions: D-01, D-02, D-03.
//! Start at the first test.

use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn any_text_degrades_once_and_for_all(text in "\\PC*") {
        let once = to_latin1(&text).0.into_owned();
        prop_assert_eq!(to_latin1(&once), (Cow::Borrowed(&*once), 0));
        let (bytes, _) = encode_latin1(&text);
        prop_assert_eq!(decode(&bytes, Encoding::Latin1).text, once);
    }

    #[test]
    fn any_bytes_decode(bytes: Vec<u8>) {
        for encoding in [Encoding::Utf8, Encoding::Latin1, Encoding::Windows1252] {
            let decoded = decode(&bytes, encoding);
            prop_assert!(encoding == Encoding::Utf8 || decoded.text.chars().count() == bytes.len());
        }
        let text = Choice::Auto.decode(&bytes);
        let n_valid: usize = bytes.utf8_chunks().map(|chunk| chunk.valid().chars().count()).sum();
        let n_stray: usize = bytes.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
        match detect(&bytes) {
            Encoding::Utf8 => prop_assert_eq!(text.chars().count(), n_valid + n_stray),
            _ => prop_assert_eq!(text.chars().count(), bytes.len()),
        }
        let mut appended = String::new();
        Choice::Auto.decode_into(&bytes, &mut appended);
        prop_assert_eq!(&*text, appended);
    }

    #[test]
    fn cutting_or_adding_one_byte_leaves_the_rest_of_a_field(
        head in "[а-яüé]{2,9}", tail in "[а-яüé]{2,9}", byte in 0x80_u8..,
    ) {
        let stray = [head.as_bytes(), &[byte], b" ", tail.as_bytes()].concat();
        let text = Choice::Auto.decode(&stray);
        prop_assert!(text.starts_with(&*head) && text.ends_with(&*tail), "{}", text);
        let last = head.char_indices().next_back().map_or(0, |(at, _)| at);
        let cut = [&head.as_bytes()[..head.len() - 1], b" ", tail.as_bytes()].concat();
        let text = Choice::Auto.decode(&cut);
        prop_assert!(text.starts_with(&head[..last]) && text.ends_with(&*tail), "{}", text);
    }
}

#[test]
fn detection_takes_valid_utf8_then_code_page_1252_then_latin1() {
    // D-01
    assert_eq!(detect(b""), Encoding::Utf8);
    assert_eq!(detect(b"plain"), Encoding::Utf8);
    assert_eq!(detect("M\u{fc}ller".as_bytes()), Encoding::Utf8);
    assert_eq!(detect(b"M\xfcller"), Encoding::Latin1);
    assert_eq!(detect(b"\x93M\xfcller\x94"), Encoding::Windows1252);
}

#[test]
fn a_few_bytes_do_not_change_the_encoding_of_a_field() {
    // D-01
    let cases: [(&[u8], &str); 14] = [
        (b"Sch\xc3\xb6n \xe2\x80\x93 und dann \xc3", "Schön – und dann Ã"),
        (b"\xfc und \xc3\xbc", "ü und ü"),
        (b"\xc3\xbc\xfc\xfc", "Ã¼üü"),
        (b"M\xfcller", "Müller"),
        (b"\xd0\x98\xd0\xb2\xd0\xb0\xd0", "ИваÐ"),
        (b"\xd0\x98\xd0 \xd0\xb2\xd0\xb0", "ИÐ ва"),
        (b"\x98\xd0\xb2\xd0\xb0", "˜ва"),
        (b"\xe2\x80 caf\xc3\xa9 na\xc3\xafve", "â€ café naïve"),
        (b"\xf0\x9f\x98 \xc3\xa9\xc3\xa9\xc3\xa9", "ðŸ˜ ééé"),
        (b"\xc0\xaf", "À¯"),
        (b"\xed\xa0\x80", "í\u{a0}€"),
        (b"\xff\xfe", "ÿþ"),
        (b"\x93a\x94 \xc3\xa9\xc3\xa8", "“a” éè"),
        (b"\x93a\x94 \xc3\xa9", "“a” Ã©"),
    ];
    for (bytes, text) in cases {
        assert_eq!(Choice::Auto.decode(bytes), text, "{bytes:x?}");
    }
}

#[test]
fn cyrillic_code_page_is_not_guessed() {
    assert_eq!(detect(b"\xca\xe0\xf0\xef\xee\xe2"), Encoding::Latin1);
}

#[test]
fn fixed_choice_never_guesses() {
    let bytes = "M\u{fc}ller".as_bytes();
    assert_eq!(Choice::Fixed(Encoding::Latin1).encoding_of(bytes), Encoding::Latin1);
    assert_eq!(Choice::Auto.encoding_of(bytes), Encoding::Utf8);
}

#[test]
fn every_latin1_byte_is_its_own_code_point() {
    // §4.1-01
    let bytes: Vec<u8> = (0..=255).collect();
    let text = decode(&bytes, Encoding::Latin1).text;
    assert!(text.chars().enumerate().all(|(idx, character)| character as usize == idx));
}

#[test]
fn code_page_1252_prints_what_latin1_leaves_unused() {
    assert_eq!(decode(b"\x80\x93\x96\x9f", Encoding::Windows1252).text, "€“–Ÿ");
    assert_eq!(
        decode(b"\x81\x8d\x8f\x90\x9d", Encoding::Windows1252).text,
        "\u{81}\u{8d}\u{8f}\u{90}\u{9d}"
    );
    assert_eq!(decode(b"\xa0\xfc", Encoding::Windows1252).text, "\u{a0}ü");
}

#[test]
fn forced_utf8_replaces_each_bad_byte() {
    let decoded = decode(b"a\xff\xe2\x82b", Encoding::Utf8);
    assert_eq!(decoded.text, "a\u{fffd}\u{fffd}\u{fffd}b");
    assert_eq!(decoded.n_replaced, 3);
}

#[test]
fn ascii_is_borrowed_in_every_encoding() {
    for encoding in [Encoding::Utf8, Encoding::Latin1, Encoding::Windows1252] {
        assert!(matches!(decode(b"1. e4", encoding).text, Cow::Borrowed(_)), "{encoding:?}");
        assert_eq!(Encoding::from_name(encoding.name()), Some(encoding));
    }
}

#[test]
fn latin1_text_is_written_as_single_bytes() {
    // §4.1-01
    assert_eq!(encode_latin1("Müller ½ £"), (b"M\xfcller \xbd \xa3".to_vec(), 0));
    assert_eq!(encode_latin1("e\u{301}te\u{301}"), (b"\xe9t\xe9".to_vec(), 0));
}

#[test]
fn characters_beyond_latin1_degrade_by_the_table() {
    // D-02
    let cases = [
        ("Đokovć", "Dokovc", 2),
        ("šŁ", "sL", 2),
        ("„a“ ”b”", "\"a\" \"b\"", 4),
        ("1–0 — x…", "1-0 - x...", 3),
        ("Nguyễn Thế", "Nguyen The", 2),
        ("Карпов, Анатолий", "Karpov, Anatoliy", 14),
        ("Ёжик Щ", "Yozhik Shch", 5),
        ("Українець Їжак", "Ukrayinets Yizhak", 13),
        ("Παπαϊωάννου", "Papaioannou", 11),
        ("♔♕♖♗♘♙♚♟", "KQRBNPKP", 8),
        ("⩲ ⩱ ∓ ±", "+/= =/+ -/+ \u{b1}", 3),
        ("∞ □", "unclear only move", 2),
        ("☃💎", "??", 2),
        ("\u{feff}a\u{200b}", "a", 2),
        ("a\u{7f}\u{93}", "a??", 2),
    ];
    for (text, expected, n_expected) in cases {
        assert_eq!(to_latin1(text), (Cow::Borrowed(expected), n_expected), "{text}");
    }
}

#[test]
fn ascii_goes_through_the_table_for_latin1_letters_too() {
    let (text, n_replaced) = to_ascii("Müller, Søren ½ «ß»");
    assert_eq!((&*text, n_replaced), ("Muller, Soren 1/2 \"ss\"", 6));
}

#[test]
fn degrading_twice_changes_nothing_more() {
    for code in 0..0x3_0000 {
        let Some(character) = char::from_u32(code) else { continue };
        let text = character.to_string();
        let once = to_latin1(&text).0.into_owned();
        assert_eq!(to_latin1(&once), (Cow::Borrowed(&*once), 0), "U+{code:04X}");
        assert!(to_ascii(&text).0.is_ascii(), "U+{code:04X}");
    }
}

#[test]
fn no_substitute_can_end_a_comment_or_a_line() {
    for &(character, text) in transliterate_table::TABLE {
        assert!(text.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{character:?}");
        assert!(!text.contains(['{', '}']), "{character:?}");
    }
    assert!(transliterate_table::TABLE.is_sorted_by(|a, b| a.0 < b.0));
}

#[test]
fn latin1_bytes_that_read_as_utf8_are_ambiguous() {
    // D-02
    assert!(looks_like_utf8(b"\xc3\xa9"));
    assert!(looks_like_utf8(&encode_latin1("É»").0));
    assert!(!looks_like_utf8(b"\xe9t\xe9"));
    assert!(!looks_like_utf8(b"ascii"));
    assert!(looks_like_utf8(&encode_latin1("ï»¿ x").0));
}
