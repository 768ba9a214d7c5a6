//! PGC: the worked examples of section 20, data that are refused, deviations that are accepted, and
//! truncated data.

use crate::pgc_properties::{encode, pgc, records_are_read, see};
use pgn_formats::pgc::item::{TooLargeError, Width};
use pgn_formats::pgc::{self as binary, Comments, Encode, Encoder, Extent, Marker, recognize};
use pgnkit::read::Games;
use pgnkit::write::{Export, Profile, WriteError};
use pgnkit::{Game, Outcome};
use proptest::prelude::*;

/// The bytes of hexadecimal digits; from `#` on, a line is prose.
fn hex(text: &str) -> Vec<u8> {
    let digits = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let digits: String = digits.flat_map(str::split_whitespace).collect();
    let byte = |n| u8::from_str_radix(&digits[n..n + 2], 16).expect("two digits");
    (0..digits.len()).step_by(2).map(byte).collect()
}

fn game(text: &str) -> Game {
    Games::new(text.as_bytes()).next().expect("a game").expect("memory does not fail")
}

const LOSSLESS: Encode = Encode::new(Comments::Refuse, Extent::Lossless);

/// Fool's mate as a reduced record: the smallest whole example.
const FOOLS_MATE: &str = "
    01  01 3f  01 3f  0a 3f 3f 3f 3f 2e 3f 3f 2e 3f 3f  01 3f  01 3f  01 3f
    03 30 2d 31  04 00 0e 0c 10 0e";

/// The sample game of section 2.3.
const SAMPLE: &str = "
    01 10 46 2f 53 20 52 65 74 75 72 6e 20 4d 61 74 63 68 14 42 65 6c 67 72 61 64 65 2c 20 53 65 72
    62 69 61 20 4a 55 47 0a 31 39 39 32 2e 31 31 2e 30 34 02 32 39 12 46 69 73 63 68 65 72 2c 20 52
    6f 62 65 72 74 20 4a 2e 11 53 70 61 73 73 6b 79 2c 20 42 6f 72 69 73 20 56 2e 07 31 2f 32 2d 31
    2f 32 55 00 0d 0c 09 07 01 14 00 0c 0c 04 0d 16 00 19 13 14 19 0a 18 07 1e 12 1c 12 10 01 08 1a
    11 1f 09 1c 1f 0e 08 16 20 15 0a 0d 0a 10 02 08 0e 23 08 03 0a 2d 01 0a 09 1c 15 16 0a 08 08 09
    0a 16 06 11 0d 03 01 04 0a 17 0a 00 00 10 11 12 01 08 0e 09 05 0b 12 03 0d";

/// Variations in variations, glyphs and an escape line.
const ANNOTATED: &str = "
    05  02 05 45 76 65 6e 74 01 54  02 04 53 69 74 65 01 3f
    02 04 44 61 74 65 0a 31 39 39 34 2e 30 33 2e 31 32  02 05 52 6f 75 6e 64 01 31
    02 05 57 68 69 74 65 01 41  02 05 42 6c 61 63 6b 01 42  02 06 52 65 73 75 6c 74 01 2a
    02 03 45 43 4f 03 43 32 30
    03 02 0d 0c  08 03 02 08 09 07 01  08 03 01 13 09  03 01 0d 09
    03 01 09 07 0e  0a 05 00 68 65 6c 6c 6f  03 01 07  06";
const ANNOTATED_TEXT: &str = "[Event \"T\"]\n[Site \"?\"]\n[Date \"1994.03.12\"]\n[Round \"1\"]\n\
    [White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n[ECO \"C20\"]\n\n\
    1. e4 e5 (1... c5 2. Nf3 $1 (2. c3) 2... d6) 2. Nf3 $14\n%hello\n2... Nc6 *\n";

/// A set-up position with Black to move.
const SET_UP: &str = "
    05  02 05 45 76 65 6e 74 01 3f  02 04 53 69 74 65 01 3f
    02 04 44 61 74 65 0a 3f 3f 3f 3f 2e 3f 3f 2e 3f 3f  02 05 52 6f 75 6e 64 01 3f
    02 05 57 68 69 74 65 01 3f  02 05 42 6c 61 63 6b 01 3f  02 06 52 65 73 75 6c 74 03 30 2d 31
    02 03 46 45 4e 1f 38 2f 38 2f 38 2f 38 2f 38 2f 31 6b 36 2f 32 70 35 2f 4b 37
    20 62 20 2d 20 2d 20 30 20 35 30  02 05 53 65 74 55 70 01 31  03 01 07  06";
const SET_UP_TEXT: &str =
    "[FEN \"8/8/8/8/8/1k6/2p5/K7 b - - 0 50\"]\n[SetUp \"1\"]\n\n50... c1=Q# 0-1\n";

fn sample_text() -> String {
    let page = include_str!("../../../../spec/02.3-sample-game.md");
    let start = page.find("[Event ").expect("the sample game");
    page[start..start + page[start..].find("```").expect("a fence")].to_string()
}

#[test]
fn the_worked_examples_are_written_and_read() {
    for (bytes, text, n_bytes) in [
        (FOOLS_MATE, "1. f3 e5 2. g4 Qh4# 0-1", 32),
        (SAMPLE, &sample_text(), 185),
        (ANNOTATED, ANNOTATED_TEXT, 118),
        (SET_UP, SET_UP_TEXT, 124),
    ] {
        let (bytes, game) = (hex(bytes), game(text));
        assert_eq!(bytes.len(), n_bytes);
        assert_eq!(encode(&game, LOSSLESS), Some(bytes.clone()), "{text}");
        let seen = see(&bytes[..]);
        assert_eq!((seen.games.len(), seen.misreads.len(), seen.end), (1, 0, None));
        assert_eq!(seen.games[0].tree(), game.tree(), "{text}");
        assert_eq!(seen.games[0].outcome(), game.outcome());
        assert!(recognize(&bytes));
        records_are_read(&bytes);
    }
}

#[test]
fn an_escape_line_is_not_archival() {
    let mut losses = Vec::new();
    let mut bytes = Vec::new();
    let written = Encoder::default().append(&game(ANNOTATED_TEXT), &mut bytes, &mut losses);
    written.expect("it fits");
    let lost: Vec<String> = losses.iter().map(|loss| loss.fault.code.to_string()).collect();
    assert_eq!(lost, ["X007"]);
    let mut expected = hex(ANNOTATED);
    // Moves that no record parts are one record.
    let at = expected.len() - hex("07 0e 0a 05 00 68 65 6c 6c 6f 03 01 07 06").len();
    expected.splice(at.., hex("07 0e 03 01 07 06"));
    assert_eq!(bytes, expected);
}

#[test]
fn integers_have_the_low_byte_first_and_bounds() {
    let mut out = Vec::new();
    Width::Two.write_unsigned(300, &mut out).unwrap();
    Width::Two.write_signed(-2, &mut out).unwrap();
    Width::Four.write_unsigned(70_000, &mut out).unwrap();
    assert_eq!(out, hex("2c 01 fe ff 70 11 01 00"));
    for (width, max) in [(Width::One, 255), (Width::Two, 65_535), (Width::Four, 4_294_967_295)] {
        let mut out = Vec::new();
        assert_eq!(width.write_unsigned(max + 1, &mut out), Err(TooLargeError));
        assert_eq!(width.write_signed(max as i64, &mut out), Err(TooLargeError));
        assert!(out.is_empty() && width.max() == max);
        width.write_unsigned(max, &mut out).unwrap();
        assert_eq!(width.parse_unsigned(&out), Some((max, &[][..])));
        assert_eq!(width.parse_signed(&out), Some((-1, &[][..])));
        assert_eq!(width.parse_unsigned(&out[1..]), None);
        let half = (max / 2 + 1) as i64;
        for (value, fits) in [(half, false), (half - 1, true), (-half, true), (-half - 1, false)] {
            let mut out = Vec::new();
            assert_eq!(width.write_signed(value, &mut out).is_ok(), fits, "{value}");
            assert_eq!(width.parse_signed(&out), fits.then_some((value, &[][..])));
        }
    }
}

#[test]
fn strings_and_moves_have_their_length_before_them() {
    for (n, narrowest) in
        [(0, 0), (255, 0), (256, 1), (65_535, 1), (65_536, 2)].map(|(n, at)| (n, Width::ALL[at]))
    {
        let row: Vec<u8> = (0..n).map(|n| n as u8).collect();
        for width in Width::ALL {
            let mut out = Vec::new();
            let written = width.write_row(&row, &mut out);
            assert_eq!(written.is_ok(), width >= narrowest, "{n} {width:?}");
            if written.is_ok() {
                assert_eq!(width.parse_row(&out), Some((&row[..], &[][..])));
                assert_eq!(width.parse_row(&out[..out.len() - 1]), None);
            } else {
                assert!(out.is_empty());
            }
        }
    }
    // A move sequence: e4 e5. A move set: the four knight moves.
    let mut out = Vec::new();
    Width::One.write_row(&[0x0d, 0x0c], &mut out).unwrap();
    Width::Two.write_row(&[0x0d, 0x0c], &mut out).unwrap();
    Width::One.write_row(&[0, 1, 2, 3], &mut out).unwrap();
    assert_eq!(out, hex("02 0d 0c  02 00 0d 0c  04 00 01 02 03"));
}

#[test]
fn only_the_eleven_markers_are_known() {
    for code in 0..=255 {
        assert_eq!(Marker::of(code).map(Marker::code), (code <= 0x0A).then_some(code));
    }
}

#[test]
fn a_variation_without_moves_is_its_comments() {
    let encode = Encode::new(Comments::Escape, Extent::Lossless);
    let [with, without] = ["1. e4 ({alone}) e5 *", "1. e4 {alone} e5 *"].map(|text| {
        let mut bytes = Vec::new();
        Encoder::new(encode).append(&game(text), &mut bytes, &mut Vec::new()).unwrap();
        bytes
    });
    assert_eq!(with, without);
}

/// The refused data, and the reason: code and count.
fn misfits(text: &str, comments: Comments) -> Vec<(String, usize)> {
    let encode = Encode::new(comments, Extent::Archival);
    match Encoder::new(encode).append(&game(text), &mut Vec::new(), &mut Vec::new()) {
        Err(WriteError::Refused(misfits)) => {
            misfits.iter().map(|misfit| (misfit.fault.code.to_string(), misfit.n)).collect()
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn what_does_not_fit_is_listed_whole() {
    let long = "x".repeat(256);
    for (text, code) in [
        ("1. e4 {x} *".to_string(), "B011"),
        (format!("[Annotator \"{long}\"]\n\n*"), "B012"),
        ("[White \"Đorđe\"]\n\n*".to_string(), "B013"),
        ("1. e4 $256 *".to_string(), "M011"),
        ("1. e4 -- *".to_string(), "C006"),
        ("[Variant \"Xiangqi\"]\n\n1. e4 *".to_string(), "B014"),
        ("[Variant \"Crazyhouse\"]\n\n1. e4 *".to_string(), "B014"),
    ] {
        let listed = misfits(&text, Comments::Refuse);
        assert_eq!(listed.iter().map(|(code, _)| &code[..]).collect::<Vec<_>>(), [code], "{text}");
    }
    let all = format!("[White \"Đorđe\"]\n[X \"{long}\"]\n\n1. e4 {{x}} e5 {{y}} (1... --) $999 *");
    let found = misfits(&all, Comments::Refuse);
    let expected = [("B013", 2), ("B012", 1), ("B011", 2), ("C006", 1), ("M011", 1)];
    let mut found: Vec<_> = found.iter().map(|(code, n)| (&code[..], *n)).collect();
    found.sort_unstable();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn a_move_with_too_many_before_it_does_not_fit() {
    let crowd = "QQQQQQbk/Q4Qpp/Q5QQ/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQK w - - 0 1";
    let position = game(&format!("[FEN \"{crowd}\"]\n[SetUp \"1\"]\n\n*")).start_position();
    let position = position.expect("a position");
    assert!(position.legal_moves().len() > 256);
    let san = |n| {
        let mv = pgnkit::chess::notation::san::by_ordinal(&position, n).expect("a move");
        pgnkit::chess::notation::san::to_text(&position, mv)
    };
    let text = |n| format!("[FEN \"{crowd}\"]\n[SetUp \"1\"]\n\n1. {} *", san(n));
    assert_eq!(misfits(&text(256), Comments::Refuse), [("B015".to_string(), 1)]);
    let bytes = encode(&game(&text(255)), LOSSLESS).expect("it fits");
    assert!(bytes.ends_with(&[3, 1, 255, 6]));
    records_are_read(&bytes);
}

#[test]
fn comments_are_dropped_or_carried() {
    let game = game("{a} 1. e4 {b\\n\nc} (1. d4 ;d\n) 1... e5 *");
    let drop = Encode::new(Comments::Drop, Extent::Archival);
    let dropped = see(&encode(&game, drop).unwrap()[..]);
    let text = |game: &Game| {
        let mut text = Vec::new();
        Export::new(Profile::Archival).write(game, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    };
    assert!(text(&dropped.games[0]).ends_with("\n1. e4 (1. d4) 1... e5 *\n\n"));
    let escape = Encode::new(Comments::Escape, Extent::Archival);
    let bytes = encode(&game, escape).unwrap();
    let payload = b"\x0a\x13\x00pgn:comment b\\\\n\\nc";
    assert!(bytes.windows(payload.len()).any(|at| at == payload), "{}", bytes.escape_ascii());
    let carried = see(&bytes[..]);
    let comments = |game: &Game| -> Vec<String> {
        let heads = game.main_line().flat_map(|node| game.tree().variations(node));
        let nodes = std::iter::once(pgnkit::NodeId::ROOT).chain(game.main_line());
        let nodes = nodes.chain(heads.flat_map(|head| game.tree().line(head)));
        nodes.flat_map(|node| game.tree().comments(node).map(String::from)).collect()
    };
    assert_eq!(comments(&carried.games[0]), comments(&game));
}

#[test]
fn a_long_comment_goes_on_in_the_next_record() {
    let text: String = "many words\\ ".repeat(12_000);
    let game = game(&format!("1. e4 {{{text}}} *"));
    let escape = Encode::new(Comments::Escape, Extent::Archival);
    let bytes = encode(&game, escape).unwrap();
    let n_pieces = bytes.windows(12).filter(|at| *at == b"pgn:comment+").count();
    assert_eq!(n_pieces, text.replace('\\', "\\\\").len() / 65_000);
    assert_eq!(see(&bytes[..]).games[0].tree(), game.tree());
}

#[test]
fn runs_are_short_up_to_255_and_long_beyond() {
    let shuffle = |n_plies: usize| {
        let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
        (0..n_plies).map(|n| moves[n % 4]).collect::<Vec<_>>().join(" ")
    };
    for (n, head) in [(255, "03 ff"), (256, "04 00 01")] {
        let bytes = encode(&game(&format!("{} $1 *", shuffle(n))), LOSSLESS).unwrap();
        let at = bytes.len() - n - 3 - hex(head).len();
        assert_eq!(bytes[at..at + hex(head).len()], hex(head));
    }
    let long = encode(&game(&format!("{} *", shuffle(65_535))), LOSSLESS).unwrap();
    assert_eq!(long[0], Marker::ReducedGame.code());
    let longer = encode(&game(&format!("{} *", shuffle(65_537))), LOSSLESS).unwrap();
    assert_eq!(longer[0], Marker::GameBegin.code());
    assert_eq!(see(&longer[..]).games[0].n_plies(), 65_537);
}

/// Records, the games they give as archival movetext, and what is wrong, as code and offset.
#[test]
fn odd_records_are_read_as_far_as_they_go() {
    for (bytes, movetexts, wrong) in [
        ("", &[][..], &[][..]),
        ("00 05 00 03 02 0d 0c 00 06 00", &["1. e4 e5 *"], &[]),
        // Long moves where short ones would do, and none at all.
        ("05 04 02 00 0d 0c 03 00 06", &["1. e4 e5 *"], &[]),
        ("05 02 01 58 01 79 06", &["*"], &[]),
        ("05 03 01 14 06", &["{Unplayable: 14} *"], &["B003 3"]),
        (
            "05 03 02 0d 99 08 03 01 00 09 07 01 03 01 0d 06",
            &["1. e4 {Unplayable: 99} *"],
            &["B003 4"],
        ),
        (
            "05 03 02 0d 0c 08 03 01 ff 09 03 01 09 06",
            &["1. e4 e5 {Unplayable: ff} 2. Nf3 *"],
            &["B003 8"],
        ),
        ("05 03 01 0d 05 03 01 0c 06", &["1. e4 *", "1. e3 *"], &["B002 4"]),
        ("06 05 06", &["*"], &["B002 0"]),
        ("05 09 06", &["*"], &["B002 1"]),
        ("05 03 01 0d 08 03 01 0b 06", &["1. e4 (1. d4) *"], &["B002 8"]),
        ("05 08 03 01 0d 09 03 01 0d 06", &["1. e4 *"], &["B002 1"]),
        ("03 01 0d 05 06", &["*"], &["B002 0"]),
        ("07 01 02 01 58 01 79 08 09 05 06", &["*"], &["B002 0", "B002 2", "B002 7", "B002 8"]),
        ("05 03 01 0d 02 01 58 01 79 06", &["1. e4 *"], &["B002 4"]),
        ("05 03 01 0d 02 03 46 45 4e 01 78 03 01 0c 06", &["1. e4 e5 *"], &["B002 4"]),
        ("05 02 03 46 45 4e 01 78 03 01 00 06", &[""], &["B005 10"]),
        ("05 06 0b 05 06", &["*"], &["B001 2"]),
        ("05 06 05", &["*"], &["B004 3"]),
        ("05 06 03 ff 00", &["*"], &["B002 2", "B004 5"]),
    ] {
        let seen = see(&hex(bytes)[..]);
        let mut told: Vec<String> =
            seen.misreads.iter().map(|m| format!("{} {}", m.fault.code, m.offset)).collect();
        told.extend(seen.end.map(|(code, offset)| format!("{code} {offset}")));
        assert_eq!(told, wrong, "{bytes}");
        assert_eq!(seen.games.len(), movetexts.len(), "{bytes}");
        for (game, expected) in seen.games.iter().zip(movetexts) {
            let mut text = Vec::new();
            let _ = Export::new(Profile::Archival).append(game, &mut text, &mut Vec::new());
            let text = String::from_utf8(text).unwrap();
            let movetext = text.split("\n\n").nth(1).unwrap_or_default();
            let is_begun = expected.strip_suffix(" *").is_some_and(|e| movetext.starts_with(e));
            assert!(movetext == *expected || is_begun, "{bytes}: {movetext}");
        }
    }
}

#[test]
fn a_missing_result_is_unknown_and_a_name_becomes_one() {
    let seen = see(&hex(
        "05 02 05 57 20 68 22 65 01 41 06 01 01 61 01 62 01 63 01 64 01 65 01 66 03 31 2d 30 00 00",
    )[..]);
    assert_eq!(seen.games[0].outcome(), Outcome::Unknown);
    assert_eq!(seen.games[0].tag("W_h_e"), Some("A"));
    assert_eq!(seen.misreads[0].fault.code.to_string(), "T002");
    assert_eq!(seen.games[1].outcome(), Outcome::WhiteWins);
    assert_eq!(seen.games[1].tag("Black"), Some("f"));
}

#[test]
fn a_nul_in_a_string_is_data() {
    let bytes = hex("05 02 05 57 68 69 74 65 03 61 00 62 06");
    let seen = see(&bytes[..]);
    assert_eq!((seen.games[0].tag("White"), &seen.misreads[..]), (Some("a\0b"), &[][..]));
    let mut text = Vec::new();
    Export::new(Profile::Lossless).write(&seen.games[0], &mut text).unwrap();
    let mut games = Games::with(&text[..], Default::default(), Vec::new());
    assert_eq!(games.by_ref().count(), 1);
    assert_eq!(games.notes()[0].code.to_string(), "L001");
}

/// Cut anywhere, whole games come out and then the place of the cut.
fn cut_anywhere(bytes: &[u8], ends: &[usize]) {
    for cut in 0..bytes.len() {
        let seen = see(&bytes[..cut]);
        let n_whole = ends.iter().filter(|&&end| end <= cut).count();
        assert_eq!(seen.games.len(), n_whole, "cut at {cut}");
        let is_between = cut == 0 || ends.contains(&cut);
        let told =
            (!is_between).then(|| (binary::fault::TRUNCATED_RECORD.code.to_string(), cut as u64));
        assert_eq!(seen.end, told, "cut at {cut}");
        assert!(seen.misreads.is_empty());
    }
}

#[test]
fn whole_games_come_before_a_cut() {
    let (mut bytes, mut ends) = (Vec::new(), Vec::new());
    for example in [FOOLS_MATE, ANNOTATED, SET_UP, SAMPLE] {
        bytes.extend(hex(example));
        ends.push(bytes.len());
    }
    cut_anywhere(&bytes, &ends);
}

/// A length is believed only as far as bytes come, and depth costs no stack.
#[test]
fn lengths_and_depth_are_bounded_by_the_data() {
    assert_eq!(see(&hex("05 04 ff ff 0d")[..]).end, Some(("B004".to_string(), 5)));
    let mut deep = vec![5, 3, 1, 0x0d];
    for _ in 0..200_000 {
        deep.extend([8, 3, 1, 0x0c]);
    }
    let n_levels = deep.len();
    assert_eq!(see(&deep[..]).end, Some(("B004".to_string(), n_levels as u64)));
    deep.push(6);
    let seen = see(&deep[..]);
    assert_eq!((seen.games.len(), seen.misreads.len()), (1, 1));
    assert_eq!(seen.misreads[0].fault.code.to_string(), "B002");
}

#[test]
fn a_game_beyond_the_limit_is_read_as_far_as_that() {
    let mut bytes = vec![5];
    while bytes.len() as u64 <= binary::GAME_BYTES_MAX {
        bytes.extend([0x0a, 0xff, 0xff]);
        bytes.extend([b'x'; 65_535]);
    }
    bytes.extend(hex("03 01 0d 06 05 03 01 0d 06"));
    let seen = see(&bytes[..]);
    assert_eq!(seen.games.iter().map(Game::n_plies).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(seen.misreads.len(), 1);
    assert_eq!(seen.misreads[0].fault.code.to_string(), "B006");
}

#[test]
fn texts_are_not_taken_for_records() {
    for text in [
        &b""[..],
        b"\n[Event \"?\"]\n",
        b"\n\n\n\n1. e4 *",
        b"[Event \"?\"]",
        b"\t1. e4",
        b"\xEF\xBB\xBF[",
        b"\x00[\x00E\x00v",
        b"%!PS",
        b"1. e4 e5 *",
        b"\x01\x02\x03\x04\x05\x06\x07",
        b"\n\x01\x00x1. e4 *",
    ] {
        assert!(!recognize(text), "{}", text.escape_ascii());
    }
    let (whole, annotated) = (hex(FOOLS_MATE), hex(ANNOTATED));
    for n in 1..whole.len() {
        assert!(recognize(&whole[..n]), "{n}");
    }
    for n in 1..annotated.len() {
        assert!(recognize(&annotated[..n]), "{n}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        records_are_read(&bytes);
    }

    #[test]
    fn any_records_are_read(bytes in prop::collection::vec(
        prop_oneof![4 => 0u8..0x0b, 3 => 0u8..24, 1 => any::<u8>()], 0..400,
    )) {
        records_are_read(&bytes);
        let begun: Vec<u8> = [5].into_iter().chain(bytes).collect();
        records_are_read(&begun);
    }

    #[test]
    fn a_spoilt_byte_is_a_fault_or_another_game(at in 0usize..118, byte: u8) {
        let mut bytes = hex(ANNOTATED);
        bytes[at] = byte;
        records_are_read(&bytes);
    }

    #[test]
    fn games_of_any_text_are_held(text in crate::random_text::text()) {
        pgc(&text);
    }
}

#[test]
fn seeds_of_the_fuzzer_obey() {
    pgn_testing::each_seed("pgc", pgc);
    pgn_testing::each_seed("export", pgc);
}
