//! Properties of EPD, for any bytes and any records (§16.2, D-47 to D-51).

use super::{START, read, written};
use crate::epd::{Form, Line, LineKind, Note, ReadOptions, append, append_as_game, parse_strict};
use pgnkit::read::Games;
use proptest::prelude::*;

/// Lines that look like EPD, with all that goes wrong.
fn line() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        " ",
        "  ",
        ";",
        "; ",
        "\"",
        "\\\"",
        "\\",
        "bm",
        "am",
        "pv",
        "pm",
        "sm",
        "sv",
        "ce",
        "dm",
        "id",
        "c0",
        "c1",
        "v3",
        "eco",
        "fmvn",
        "hmvc",
        "noop",
        "tcri",
        "cc",
        "ts",
        "ptp",
        "Nf3",
        "e4",
        "e5",
        "d4",
        "Ke2",
        "g1f3",
        "!",
        "+",
        "-32767",
        "32766",
        "+7",
        "0.5",
        "text",
        "Xy",
        "zz",
        "1a",
        "draw_offer",
        "resign",
        "\u{e9}",
        "\u{201e}",
        "\t",
        "000:00:00:01",
        ",",
        "-",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| format!("{START} {}", pieces.concat()))
}

fn check(line: &[u8]) {
    let (Line::Record(record), notes) = read(line) else { return };
    for note in &notes {
        let span = note.diagnostic.span;
        assert!(span.start <= span.end && span.end as usize <= line.len(), "{note:?}");
    }
    for form in [Form::Modern, Form::Archival] {
        let once = written(&record, form);
        let (again, _) = read(once.as_bytes());
        let Line::Record(again) = again else { panic!("{once}") };
        assert_eq!(written(&again, form), once);
    }
    let archival = written(&record, Form::Archival);
    if let Err(departure) = parse_strict(archival.as_bytes(), &ReadOptions::default()) {
        panic!("{archival}: {departure:?}");
    }
    // Records that a strict reader accepts are only put in order, except for words with quotes.
    let (mut modern, mut losses) = (Vec::new(), Vec::new());
    append(&record, Form::Modern, &mut modern, &mut losses);
    if losses.is_empty() && !notes.iter().any(Note::is_departure) {
        assert_eq!(read(&modern).0, Line::Record(record));
    }
}

proptest! {
    #[test]
    fn writing_again_changes_nothing(line in line()) {
        check(line.as_bytes());
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&bytes);
        check(&[START.as_bytes(), b" ", &bytes].concat());
    }
}

proptest! {
    /// A line is one game without moves that starts with its position, or no game at all.
    #[test]
    fn a_line_is_a_game_without_moves(line in line()) {
        let mut text = String::new();
        let options = ReadOptions::default();
        let kind = append_as_game(line.as_bytes(), &options, &mut text);
        let games: Vec<_> = Games::new(text.as_bytes()).collect::<Result<_, _>>().expect("memory");
        prop_assert_eq!(games.len(), usize::from(kind != LineKind::NoRecord));
        if let (LineKind::Record, Line::Record(record)) = (kind, read(line.as_bytes()).0) {
            let (game, position) = (&games[0], record.position());
            prop_assert_eq!(game.n_plies(), 0);
            prop_assert_eq!(game.start_position(), position.copied());
        }
    }
}
