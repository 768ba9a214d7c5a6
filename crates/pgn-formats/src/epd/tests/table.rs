//! Lines, how they are written again, and what is noted (§16.2, D-46 to D-51).

use super::{START, codes, read, written};
use crate::epd::{Detail, Form, Line, Opcode, Operand, append};
use pgnkit::write::Profile;

/// Operations after the usual array, how they are written again (`=` if the same), the codes.
const OPERATIONS: &[(&str, &str, &str)] = &[
    ("", "=", ""),
    (" bm Nf3;", "=", ""),
    (" bm Nf3 e4;", "=", ""),
    (" bm e4 Nf3;", " bm Nf3 e4;", "F218"),
    (" pv e4 e5 Nf3;", "=", ""),
    (" pv f3 e5 g4 Qh4#;", "=", ""),
    (" pv e4 Nf3;", "=", "F206"),
    (" pv e4 Nf3 e5;", "=", "F206"),
    // No move of Black, but no opcode either.
    (" pv e4 c4;", "=", "F206"),
    (" pv;", "=", ""),
    (" bm;", "=", ""),
    (" am Ke2;", "=", "F206"),
    (" id \"x\"; bm e4;", " bm e4; id \"x\";", "F217"),
    (" bm e4; bm d4;", " bm d4;", "F205"),
    (" bm g1f3;", " bm Nf3;", "C004"),
    (" bm Nf3!;", " bm Nf3;", "C004"),
    (" bm Nf3 + ?;", " bm Nf3;", "C004 C004"),
    (" bm Nf3+;", " bm Nf3;", "C005"),
    (" bm Nf3, d4;", " bm Nf3 d4;", "C004"),
    (" bm \"Nf3 d4\";", " bm Nf3 d4;", "C004"),
    (" bm \"!\";", " bm;", "C004"),
    (" bm\"!\";", " bm;", "F211 C004"),
    (" bm Nf3 Zz9 d4;", " bm Nf3 d4 Zz9;", "F206"),
    (" bm --;", "=", "F206"),
    (" sm e4;", "=", ""),
    (" sm;", "=", "F202"),
    (" pm e4 d4;", "=", "F202"),
    (" ce +30;", " ce 30;", "F216"),
    (" ce -0;", " ce 0;", "F216"),
    (" ce 007;", " ce 7;", "F216"),
    (" ce 32766;", "=", ""),
    (" ce 32767;", "=", "F202"),
    (" ce -32767;", "=", "F223"),
    (" ce -32768;", "=", "F202"),
    (" ce 0.5;", "=", "F202"),
    (" ce \"5\";", "=", "F202"),
    (" ce 32758; dm 5;", "=", ""),
    (" ce 32757; dm 5;", "=", "F221"),
    (" acn 4294967296;", "=", ""),
    (" acn -1;", "=", "F202"),
    (" acn 9223372036854775807;", "=", ""),
    (" acn 9223372036854775808;", "=", "F202"),
    (" acs 0;", "=", ""),
    (" acd 12;", "=", "F226"),
    (" dm 3;", "=", ""),
    (" dm 0;", "=", "F202"),
    (" rc 0;", "=", "F202"),
    (" tcgs 0;", "=", "F202"),
    (" fmvn 0;", "=", "F202"),
    (" fmvn 39; hmvc 5;", "=", ""),
    (" resign;", "=", ""),
    (" draw_accept x;", "=", "F202"),
    (" draw_claim;", "=", "F207"),
    (" draw_offer; sm e4;", "=", ""),
    (" draw_reject;", "=", ""),
    (" eco \"C20\";", "=", ""),
    (" eco;", "=", ""),
    (" id;", "=", "F202"),
    (" id \"a; b\";", "=", ""),
    (" id \"back\\slash\";", "=", ""),
    (" id x;", " id \"x\";", "F212"),
    (" id two  words;", " id \"two  words\";", "F212 F211"),
    (" c0 \"a\" \"b\";", "=", "F202"),
    (" c0 a \"b\";", "=", "F202"),
    (" noop 1 \"two\" e4;", "=", ""),
    (" tcri \"z@example.org\" \"A. Z.\";", "=", ""),
    (" tcri \"z@example.org\";", "=", "F202"),
    (" tcsi \"z@example.org\" A;", "=", "F202"),
    (" pm e4; pv d4 d5;", "=", "F222"),
    (" pm e4; pv e4 e5;", "=", ""),
    (" sm e4; sv d4;", "=", "F222 F226"),
    (" zz 1 2 \"3\";", "=", "F220"),
    (" Xscore 5;", "=", "F219"),
    (" a;", "=", "F219"),
    (" abcdefghijklmno;", "=", "F220"),
    (" abcdefghijklmnop;", "=", "F201"),
    (" 1a;", " noop 1a;", "F201"),
    (" - bm Nf3;", " bm Nf3;", "F201"),
    (" - bm Nf3; id \"x\";", " bm Nf3; id \"x\";", "F201"),
    (" - ;", " noop -;", "F201 F211"),
    (" - - bm Nf3;", " bm Nf3;", "F201 F201"),
    (" 1a \"x\" 2; noop y; ? z;", " noop y 1a \"x\" 2 ? z;", "F201 F201"),
    (" noop x\"y;", " noop x'y;", ""),
    (" a-b x;", "=", "F201"),
    (" cc 000:01:30:00 000:00:59:07;", "=", "F226"),
    (" cc 0:01:30:00 000:00:59:07;", "=", "F226 F202"),
    (" cc 000:01:30.00 000:00:59:07;", "=", "F226 F202"),
    (" cc 999:23:59:59 000:00:00:00;", "=", "F226"),
    (" cc 000:24:00:00 000:00:00:00;", "=", "F226 F202"),
    (" cc 000:00:60:00 000:00:00:00;", "=", "F226 F202"),
    (" cc 000:00:00:60 000:00:00:00;", "=", "F226 F202"),
    (" cc 000:00:00:00 000:00:00:60;", "=", "F226 F202"),
    (" ts 1995.11.26 17:05:00;", "=", "F226"),
    (" ts 0001.12.31 23:59:59;", "=", "F226"),
    (" ts 0000.12.31 23:59:59;", "=", "F226 F202"),
    (" ts 1995.00.26 17:05:00;", "=", "F226 F202"),
    (" ts 1995.11.00 17:05:00;", "=", "F226 F202"),
    (" ts 1995.11.32 17:05:00;", "=", "F226 F202"),
    (" ts 1995.11.26 24:00:00;", "=", "F226 F202"),
    (" ts 1995.11.26 00:60:00;", "=", "F226 F202"),
    (" ts 1995.11.26 00:00:60;", "=", "F226 F202"),
    (" ts 1995.13.26 17:05:00;", "=", "F226 F202"),
    (" ts 1995.11.26 17:05;", "=", "F226 F202"),
    (" ts 1995.11.26 17:05:000;", "=", "F226 F202"),
    (" refcom reset;", "=", "F226"),
    (" refcom jump;", "=", "F226 F202"),
    (" ptp Event \"x\" Site \"y\";", "=", "F226"),
    (" ptp Event;", "=", "F226 F202"),
    (" ptp Event x;", "=", "F226 F202"),
    (" ptp \"Event\" \"x\";", "=", "F226 F202"),
    // Spaces and semicolons.
    ("  bm e4;", " bm e4;", "F211"),
    (" bm  e4;", " bm e4;", "F211"),
    (" bm\te4;", " bm e4;", "F211"),
    (" bm e4 ;", " bm e4;", "F211"),
    (" bm e4; ", " bm e4;", "F211"),
    (" bm e4", " bm e4;", "F208"),
    (" bm e4;;", " bm e4;", "F209"),
    (" id \"x\";bm e4;", " bm e4; id \"x\";", "F211 F217"),
    (" id\"x\";", " id \"x\";", "F211"),
    (" ; bm e4", " bm e4;", "F209 F208"),
    (" ;D1 20 ;D2 400", " D1 20; D2 400;", "F209 F219 F211 F211 F219 F208"),
    (" bm e4 dm 3", " bm e4; dm 3;", "F208 F208"),
    (" dm 3 4 id \"x\";", " dm 3 4; id \"x\";", "F202 F208"),
    (" id \"x\" bm e4;", " bm e4; id \"x\";", "F208 F217"),
    // Counters.
    (" 5 39", " fmvn 39; hmvc 5;", "F210"),
    (" 5", " hmvc 5;", "F210"),
    (" 0 0", " fmvn 1; hmvc 0;", "F210 F202"),
    (" 5 39 bm e4;", " bm e4; fmvn 39; hmvc 5;", "F210"),
    (" 5 39; bm e4;", " bm e4; fmvn 39; hmvc 5;", "F210 F209"),
    (" 5 39 fmvn 7;", " fmvn 7; hmvc 5;", "F210"),
    ("5 39", " fmvn 39; hmvc 5;", "F211 F210"),
    ("; bm e4;", " bm e4;", "F209"),
    // Quotes.
    (" id \"foo\\\"bar\";", " id \"foo'bar\";", "F213"),
    (" c0 \"a\\\"b\"; id \"c\\\\\";", " c0 \"a'b\"; id \"c\\\";", "F213"),
    (" id \"a\\\\b\";", "=", ""),
    (" id \"open", " id \"open\";", "F204 F208"),
    (" id \"M\u{fc}ller\";", "=", "F214"),
    (" id \"a\tb\";", " id \"a b\";", "F214"),
];

#[test]
fn lines_are_read_and_written() {
    let mut wrong = Vec::new();
    for (operations, expected, noted) in OPERATIONS {
        let line = format!("{START}{operations}");
        let (read, notes) = read(line.as_bytes());
        let expected = if *expected == "=" { operations } else { expected };
        let Line::Record(record) = read else {
            wrong.push(format!("{operations:?}: {read:?}"));
            continue;
        };
        let again = written(&record, Form::Modern);
        if again != format!("{START}{expected}") || codes(&notes) != *noted {
            wrong.push(format!("{operations:?}: {:?} {}", &again[START.len()..], codes(&notes)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Lines and what they are, with the codes.
const LINES: &[(&str, &str, &str)] = &[
    ("", "blank", ""),
    (" \t ", "blank", ""),
    ("# remark", "remark", "F215"),
    ("// remark", "remark", "F215"),
    ("%pgnkit ignore-file all", "remark", "F215"),
    ("; remark", "remark", "F215"),
    ("hello world", "unread", "F001"),
    (
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 ce 1;",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 ce 1;",
        "",
    ),
    ("8/8/8/8/8/8/8/8", "unread", "F001"),
    ("8/8/8/8/8/8/8/8 w - -", "8/8/8/8/8/8/8/8 w - -", "F224"),
    ("8/8/8/8/8/8/8/8 w - - bm e4;", "8/8/8/8/8/8/8/8 w - - bm e4;", "F224"),
    ("4k3/8/8/8/8/8/8/4K3 w bm Kf2;", "4k3/8/8/8/8/8/8/4K3 w - - bm Kf2;", "F003"),
    (
        "4k3/8/8/8/8/8/8/4K3 w - -1 12 ; bm Kf2",
        "4k3/8/8/8/8/8/8/4K3 w - - bm Kf2; fmvn 12; hmvc 1;",
        "F211 F210 F209 F208",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w - -; am Kf2 + ? ; draw ",
        "4k3/8/8/8/8/8/8/4K3 w - - am Kf2; draw;",
        "F209 C004 C004 F211 F220 F208 F211",
    ),
    (" 4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - -", "F003"),
    (" 4k3/8/8/8/8/8/8/4K3 W - -", "4k3/8/8/8/8/8/8/4K3 w - -", "F003"),
    ("4k3/8/8/8/8/8/8/4K3 b - e3", "4k3/8/8/8/8/8/8/4K3 b - -", "F003"),
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 ;D1 21",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - D1 21; fmvn 9; hmvc 2;",
        "F210 F209 F219 F208",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w ha - bm e4;",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w kq - bm e4;",
        "F003",
    ),
    // A mated position may have -32767.
    ("7k/5KQ1/8/8/8/8/8/8 b - - ce -32767;", "7k/5KQ1/8/8/8/8/8/8 b - - ce -32767;", ""),
];

#[test]
fn other_lines_are_told_apart() {
    let mut wrong = Vec::new();
    for (line, expected, noted) in LINES {
        let (read, notes) = read(line.as_bytes());
        let is = match &read {
            Line::Record(record) => written(record, Form::Modern),
            Line::Remark => "remark".to_string(),
            Line::Blank => "blank".to_string(),
            Line::Unread => "unread".to_string(),
        };
        if is != *expected || codes(&notes) != *noted {
            wrong.push(format!("{line:?}: {is:?} {}", codes(&notes)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn notes_stand_where_the_fault_is() {
    let cases: &[(&str, &[(u32, u32)])] = &[
        ("4k3/8/8/8/8/8/8/4K3 w - - bm Kf9;", &[(29, 32)]),
        ("4k3/8/8/8/8/8/8/4K3 w - - ce x;", &[(26, 30)]),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm Kf2", &[(32, 32)]),
        ("4k3/8/8/8/8/8/8/4K3 w - x bm Kf2;", &[(24, 25)]),
        ("4k3/8/8/8/8/8/8/4K3 w - - id \"x", &[(29, 31), (31, 31)]),
        ("4k3/8/8/8/8/8/8/4K3 w - - id \"a\tb\";", &[(31, 32)]),
        ("4k3/8/8/8/8/8/8/4K3 w - - id \"a\\\"b\";", &[(31, 33)]),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm Kf2;;", &[(33, 34)]),
        ("4k3/8/8/8/8/8/8/4K3", &[(19, 19)]),
        ("4k3/8/8/8/8/8/8/4K3 x - -", &[(20, 21)]),
    ];
    for (line, places) in cases {
        let (_, notes) = read(line.as_bytes());
        let spans: Vec<(u32, u32)> = notes
            .iter()
            .map(|note| (note.diagnostic.span.start, note.diagnostic.span.end))
            .collect();
        assert_eq!(spans, *places, "{line}: {notes:?}");
    }
}

#[test]
fn notes_tell_what_they_are_about() {
    let about = |operations: &str| {
        let (_, notes) = read(format!("{START}{operations}").as_bytes());
        notes.into_iter().map(|note| note.detail).collect::<Vec<_>>()
    };
    assert_eq!(about(" ce x;"), [Detail::Opcode(Opcode::Ce)]);
    assert_eq!(about(" draw_offer;"), [Detail::Opcode(Opcode::DrawOffer)]);
    assert_eq!(about(" pm e4; pv d4;"), [Detail::Opcodes(Opcode::Pm, Opcode::Pv)]);
    assert_eq!(about(" bm e4;;"), [Detail::None]);
}

#[test]
fn a_record_has_1024_characters_at_most() {
    let noted = |letter: &str, n_characters: usize| {
        let start = format!("{START} noop ");
        let word = letter.repeat(n_characters - start.len() - 1);
        codes(&read(format!("{start}{word};").as_bytes()).1)
    };
    assert_eq!(noted("x", 1024), "");
    assert_eq!(noted("x", 1025), "F225");
    // A letter of two bytes is one character.
    assert_eq!(noted("\u{e9}", 1024), "F214");
    assert_eq!(noted("\u{e9}", 1025), "F225 F214");
}

#[test]
fn floating_point_numbers_have_digits_on_both_sides() {
    let float = |text: &str| Operand::word(text).float();
    assert_eq!(float("+0.5"), Some(0.5));
    assert_eq!(float("-12.25"), Some(-12.25));
    for text in [".5", "5.", "5", "1e3", "1.0e3", "1.2.3", "+-1.0", "inf", "nan", ""] {
        assert_eq!(float(text), None, "{text}");
    }
    assert_eq!(Operand::string("0.5").float(), None);
}

#[test]
fn the_archival_form_is_strict() {
    let cases = [
        (" Xscore 5; bm e4;", " bm e4;"),
        (" ce 99999; id \"x\";", " id \"x\";"),
        (" draw_offer;", ""),
        (" bm Ke2;", ""),
        (" 1a 2;", " noop 1a 2;"),
        (" c0 \"Strangm\u{fc}ller \u{201e}x\u{201c}\";", " c0 \"Strangmuller 'x'\";"),
        (" zz w\u{f6}rd;", " zz word;"),
    ];
    for (operations, expected) in cases {
        let line = format!("{START}{operations}");
        let Line::Record(record) = read(line.as_bytes()).0 else { panic!("{line}") };
        assert_eq!(written(&record, Form::Archival), format!("{START}{expected}"));
    }
    let most = format!("{START} id \"{}\";", "x".repeat(255));
    assert_eq!(codes(&read(most.as_bytes()).1), "");
    let long = format!("{START} id \"{}\";", "x".repeat(256));
    let (read, notes) = read(long.as_bytes());
    let Line::Record(record) = read else { panic!("{long}") };
    assert_eq!(codes(&notes), "F203");
    assert_eq!(written(&record, Form::Modern), long);
    assert_eq!(written(&record, Form::Archival), most);
    assert_eq!(Form::from(Profile::Archival), Form::Archival);
    assert_eq!(Form::from(Profile::Modern), Form::Modern);
}

#[test]
fn what_a_form_cannot_hold_is_counted() {
    let id = |n: usize| format!(" id \"{}\";", "x".repeat(n));
    // Operations, the losses of the modern form, and the archival form.
    let cases = [
        (" bm e4; id \"x\";", "", ""),
        (" id \"a\\\"b\"; noop x\"y\"z;", "F231 3", "F231 3"),
        (" id \"\u{e9}\u{e8}\"; zz \u{e9};", "", "F232 3"),
        (&id(255), "", ""),
        (&id(256), "", "F233 1"),
        (" Xscore 5; bm e4; ce 99999;", "", "F234 2"),
    ];
    for (operations, modern, archival) in cases {
        let line = format!("{START}{operations}");
        let Line::Record(record) = read(line.as_bytes()).0 else { panic!("{line}") };
        for (form, expected) in [(Form::Modern, modern), (Form::Archival, archival)] {
            let mut losses = Vec::new();
            append(&record, form, &mut Vec::new(), &mut losses);
            let counted = losses.iter().map(|loss| format!("{} {}", loss.fault.code, loss.n));
            assert_eq!(counted.collect::<Vec<_>>().join(", "), expected, "{line}");
        }
    }
}
