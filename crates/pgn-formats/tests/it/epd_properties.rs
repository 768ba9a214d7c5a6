//! The properties of EPD, over any bytes: the body of the fuzz target `epd`.

use pgn_formats::epd::{self, Chain, Form, Line, Lines, Note, ReadOptions, Record, Registers};
use pgnkit::Game;
use pgnkit::read::Games;
use pgnkit::write::{Export, Profile};
use std::io::Read;

/// The fuzz target: the data are lines.
pub(crate) fn epd(data: &[u8]) {
    let lines = lines_of(data);
    assert_eq!(lines_of(pgn_testing::Pieces(data, 1)), lines, "drops change no line");
    let (mut registers, mut chain) = (Registers::default(), Chain::default());
    for line in &lines {
        let mut notes = Vec::new();
        let read = epd::parse(line, &ReadOptions::default(), &mut notes);
        for note in &notes {
            let span = note.diagnostic.span;
            assert!(span.start <= span.end && span.end as usize <= line.len(), "{note:?}");
        }
        if let Line::Record(record) = read {
            obeys(&record, &notes);
            registers.apply(&record);
            let _finished = chain.push(&record);
        }
    }
    let _last = chain.finish();
}

/// Both forms are fixpoints, the archival one is strict, and what a strict reader takes is only put
/// in order.
fn obeys(record: &Record, notes: &[Note]) {
    let options = ReadOptions::default();
    for form in [Form::Modern, Form::Archival] {
        let (mut once, mut losses) = (Vec::new(), Vec::new());
        epd::append(record, form, &mut once, &mut losses);
        let Line::Record(again) = epd::parse(&once, &options, &mut Vec::new()) else {
            panic!("{}", once.escape_ascii())
        };
        let mut twice = Vec::new();
        epd::append(&again, form, &mut twice, &mut Vec::new());
        assert_eq!(once.escape_ascii().to_string(), twice.escape_ascii().to_string());
        let is_strict = epd::parse_strict(&once, &options);
        assert!(form == Form::Modern || is_strict.is_ok(), "{}", once.escape_ascii());
        let was_strict = losses.is_empty() && !notes.iter().any(Note::is_departure);
        assert!(form == Form::Archival || !was_strict || again == *record);
    }
}

fn lines_of(data: impl Read) -> Vec<Vec<u8>> {
    let mut lines = Lines::new(data);
    let mut all = Vec::new();
    while let Some(line) = lines.next_line().expect("no trouble") {
        all.push(line.text.to_vec());
    }
    all
}

/// Records that hold all of a game give it back, through the text of the records too.
pub(crate) fn whole_games_come_back(bytes: &[u8]) {
    for game in Games::new(bytes).map_while(Result::ok) {
        let lossless = |game: &Game| {
            let mut text = Vec::new();
            let written = Export::new(Profile::Lossless).append(game, &mut text, &mut Vec::new());
            written.is_ok().then(|| text.escape_ascii().to_string())
        };
        let (mut chain, mut losses, mut n) = (Chain::default(), Vec::new(), 0);
        let has_records = epd::whole_records(&game, &mut losses, |record| {
            let mut line = Vec::new();
            epd::append(record, Form::Modern, &mut line, &mut Vec::new());
            let Line::Record(read) = epd::parse(&line, &ReadOptions::default(), &mut Vec::new())
            else {
                panic!("{}", line.escape_ascii())
            };
            assert!(chain.push(&read).finished.is_none(), "{}", line.escape_ascii());
            n += 1;
        });
        assert_eq!(has_records, n > 0);
        let Some(expected) = lossless(&game).filter(|_| has_records) else { continue };
        assert!(losses.is_empty(), "{losses:?}");
        let again = chain.finish().expect("a game");
        assert_eq!(lossless(&again), Some(expected), "{:?}", String::from_utf8_lossy(bytes));
    }
}
