//! Tests of the encodings: recognizing, reading, writing.
//!
//! Standard: §4.1. Decisions: D-01, D-02, D-03.

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
        for encoding in Encoding::ALL {
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
fn a_code_page_is_not_guessed_from_a_field() {
    assert_eq!(detect(b"\xca\xe0\xf0\xef\xee\xe2"), Encoding::Latin1);
}

/// Files in other alphabets, and what their bytes may be.
const FILES: [(&str, &[Encoding]); 14] = [
    (
        "Первенство\nИванов\nПетров\nХороший ход",
        &[
            Encoding::Windows1251,
            Encoding::Koi8R,
            Encoding::Ibm866,
            Encoding::Iso8859_5,
            Encoding::MacCyrillic,
        ],
    ),
    ("Карпов, Анатолий", &[Encoding::Windows1251, Encoding::Koi8R, Encoding::Ibm866]),
    ("хороший ход, теперь белые стоят лучше", &[Encoding::Windows1251, Encoding::Koi8R]),
    ("Іванчук, Василь\nБілі мають перевагу, її треба", &[Encoding::Windows1251, Encoding::Koi8U]),
    ("Топалов, Веселин\nпо-добре е ход на топа", &[Encoding::Windows1251]),
    ("Ивановић, Божидар\nЉубојевић\nбели стоји боље", &[Encoding::Windows1251]),
    ("Παπαϊωάννου, Ιωάννης\nκαλή κίνηση για τον", &[Encoding::Windows1253]),
    ("גלפנד\nמהלך טוב מאוד", &[Encoding::Windows1255, Encoding::Iso8859_8]),
    ("Wojtaszek, Radosław\nŚwiercz\nmają przewagę", &[Encoding::Windows1250, Encoding::Iso8859_2]),
    ("Łukasz Żak\nWiśniewski", &[Encoding::Windows1250, Encoding::Iso8859_2]),
    ("Dvořák, Jiří\nNěmec\nRůžička, Kovačević", &[Encoding::Windows1250, Encoding::Iso8859_2]),
    ("Kovačević, Vlado\nŠarić, Ivan", &[Encoding::Windows1250, Encoding::Iso8859_2]),
    ("Erdős, Szőke\njó lépés, világos győz, sötét", &[Encoding::Windows1250]),
    ("Rădulescu, Ştefan\nbună şi puternică", &[Encoding::Windows1250]),
];

/// Western languages, whose letters are never taken for others.
const WESTERN: [&str; 17] = [
    "Müller, Jörg; Groß; Schön – später „gut“ Ärger Übung, Strähne",
    "Élève, Gèneviève, Lefèvre, Benoît, œuvre, cœur, Lebœuf, Noël, où, août, Œdipe",
    "Muñoz, Peña, ¿Qué? ¡Hola! José María Núñez Ibáñez nº 1ª España",
    "João, Simões, Guimarães, Gonçalves, ação, três, avô, Corações, irmã, manhã",
    "perchè, così, più, è, Nicolò, Gesù, città",
    "Sørensen, Jørgen, Høeg, Bøe, Køie, Øystein, Åse, Kjær, Næss",
    "Østmo, Bjørnsen, Tårn på åpen linje, Sæther, løper",
    "Åkesson, Ralf; Långström, löpare, Öst",
    "Árnason, Jón L; Þröstur Þórhallsson, Guðmundur Sigurjónsson, Hjörvar, Sævar",
    "Høgnesen, Jákup; Áki, Rói, Óli",
    "Mäki, Äijälä, Yrjölä",
    "Rõuk, Sõber, Jõgi, Nõmme, Rõõm, tõsi, õige, Sepp, üle",
    "Fluvià, Català, Antònia, Vèlez, què",
    "Mìcheal, Dùghall, Dùn Èideann, Mòr",
    "één, Piët, Daniël, reünie",
    "Nf3² Rd1³ e4± Qc2µ better³ ½-½ £5 «bien» »gut« cm³ m²",
    "ÄÖÜ ÉÈÊ ÅÄÖ",
];

fn recognized(bytes: &[u8]) -> Option<Encoding> {
    let mut evidence = Evidence::default();
    evidence.push(bytes);
    evidence.encoding()
}

#[test]
fn other_alphabets_are_recognized() {
    // D-70
    for (text, encodings) in FILES {
        for &encoding in encodings {
            let bytes = encode(text, encoding).expect("it has these letters");
            let found = recognized(&bytes);
            // The recognized encoding may be another one that reads the same.
            let read = found.map(|found| Choice::Recognized(found).for_text(&bytes));
            let read = read.map(|choice| choice.decode(&bytes).into_owned());
            assert_eq!(read.as_deref(), Some(text), "{encoding:?} taken for {found:?}");
        }
        assert_eq!(recognized(text.as_bytes()), None);
    }
}

#[test]
fn western_text_is_not_taken_for_another() {
    for text in WESTERN {
        let bytes = encode(text, Encoding::Windows1252).expect("it has these letters");
        assert_eq!(recognized(&bytes), None, "{text}");
    }
    let all = encode_nearest(&WESTERN.join("\n"), Encoding::Windows1252).0;
    assert_eq!(recognized(&all), None);
    assert_eq!(recognized(b"\x89PNG\r\n\x1a\n\0\0\xb3a\xb3a"), None);
}

#[test]
fn western_names_stay_western_among_others() {
    let choice = Choice::Recognized(Encoding::Windows1251);
    assert_eq!(choice.decode(b"M\xfcller, J\xf6rg"), "Müller, Jörg");
    assert_eq!(choice.decode(b"\xc8\xe2\xe0\xed\xee\xe2"), "Иванов");
    assert_eq!(choice.decode("Müller".as_bytes()), "Müller");
    let choice = Choice::Recognized(Encoding::Windows1250);
    assert_eq!(choice.decode(b"S\xf8rensen, \xc5se"), "Sørensen, Åse");
    assert_eq!(choice.decode(b"Rados\xb3aw"), "Radosław");
}

#[test]
fn encodings_have_many_names() {
    let cases = [
        ("windows-1251", Encoding::Windows1251),
        ("cp1251", Encoding::Windows1251),
        ("CP-1250", Encoding::Windows1250),
        ("win1253", Encoding::Windows1253),
        ("koi8-r", Encoding::Koi8R),
        ("KOI8_U", Encoding::Koi8U),
        ("iso-8859-2", Encoding::Iso8859_2),
        ("ISO_8859-5", Encoding::Iso8859_5),
        ("iso8859-7", Encoding::Iso8859_7),
        ("iso-8859-9", Encoding::Windows1254),
        ("latin2", Encoding::Iso8859_2),
        ("ibm866", Encoding::Ibm866),
        ("cp866", Encoding::Ibm866),
        ("dos437", Encoding::Cp437),
        ("ibm850", Encoding::Cp850),
        ("cp852", Encoding::Cp852),
        ("macintosh", Encoding::Macintosh),
        ("utf-8", Encoding::Utf8),
        ("UTF8", Encoding::Utf8),
        ("latin-1", Encoding::Latin1),
        ("iso-8859-1", Encoding::Latin1),
        ("windows-1252", Encoding::Windows1252),
    ];
    for (label, encoding) in cases {
        assert_eq!(Encoding::from_label(label), Some(encoding), "{label}");
    }
    for encoding in Encoding::ALL {
        assert_eq!(Encoding::from_label(encoding.label()), Some(encoding));
    }
    for label in ["", "utf-9", "windows", "cp", "klingon"] {
        assert_eq!(Encoding::from_label(label), None, "{label}");
    }
    for choice in Choice::all() {
        assert_eq!(Choice::from_number(choice.number()), Some(choice));
    }
}

#[test]
fn characters_of_one_byte_go_both_ways() {
    for encoding in Encoding::ALL.into_iter().filter(|it| *it != Encoding::Utf8) {
        for byte in 0..=255 {
            let character = encoding.character(byte);
            if character != char::REPLACEMENT_CHARACTER {
                let text = character.to_string();
                assert_eq!(encode(&text, encoding).as_deref(), Some(&[byte][..]), "{encoding:?}");
            }
        }
    }
    assert_eq!(encode("Żółć", Encoding::Windows1252), None);
    assert_eq!(encode_nearest("Żółć", Encoding::Windows1252), (b"Z\xf3lc".to_vec(), 3));
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
    for encoding in Encoding::ALL {
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
