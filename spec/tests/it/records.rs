//! Every file of positions of the shared corpus is read, written and read again.
//!
//! Standard: §16.2. Decisions: D-47 to D-51, D-60.

use std::fs;
use std::io::{Cursor, Read};

use pgn_formats::epd::{Form, Line, Lines, Note, ReadOptions, append, parse, parse_strict};
use pgnkit::chess::Variant;

use crate::shared;

/// The rules that a file is for, by its name.
fn variant_of(path: &str) -> Option<Variant> {
    const NAMES: [(&str, Variant); 6] = [
        ("3check", Variant::ThreeCheck),
        ("atomic", Variant::Atomic),
        ("crazyhouse", Variant::Crazyhouse),
        ("giveaway", Variant::Antichess),
        ("horde", Variant::Horde),
        ("racingkings", Variant::RacingKings),
    ];
    let variant = NAMES.into_iter().find(|(name, _)| path.contains(name)).map(|(_, one)| one);
    variant.or(path.contains("suicide").then_some(Variant::Antichess))
}

/// What was found in a file.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    n_records: usize,
    n_unread: usize,
    n_impossible: usize,
    n_unplayable: usize,
}

fn check(path: &str, text: &[u8]) -> Count {
    let options = ReadOptions::default().with_variant(variant_of(path));
    let mut count = Count::default();
    let mut lines = Lines::new(text);
    while let Some(line) = lines.next_line().expect("no trouble") {
        let mut notes: Vec<Note> = Vec::new();
        let record = match parse(line.text, &options, &mut notes) {
            Line::Record(record) => record,
            Line::Unread => {
                count.n_unread += 1;
                continue;
            }
            Line::Remark | Line::Blank => continue,
        };
        count.n_records += 1;
        count.n_impossible += usize::from(record.position().is_none());
        let is_unplayable = |note: &&Note| note.diagnostic.code.to_string() == "F206";
        count.n_unplayable += notes.iter().filter(is_unplayable).count();
        for form in [Form::Modern, Form::Archival] {
            let (mut once, mut twice) = (Vec::new(), Vec::new());
            append(&record, form, &mut once, &mut Vec::new());
            let Line::Record(again) = parse(&once, &options, &mut Vec::new()) else {
                panic!("{path}:{}: {}", line.number, once.escape_ascii())
            };
            append(&again, form, &mut twice, &mut Vec::new());
            assert_eq!(once.escape_ascii().to_string(), twice.escape_ascii().to_string());
            if form == Form::Archival
                && let Err(departure) = parse_strict(&once, &options)
            {
                panic!("{path}:{}: {} {departure:?}", line.number, once.escape_ascii());
            }
        }
    }
    count
}

#[test]
fn files_of_positions_are_read_and_written() {
    let Some(folder) = shared::folder() else { return };
    let manifest = fs::read_to_string(folder.join("MANIFEST.tsv")).expect("readable");
    let (mut n_files, mut odd) = (0, Vec::new());
    for line in manifest.lines().filter(|line| line.starts_with("h_epd/")) {
        let columns: Vec<&str> = line.split('\t').collect();
        let (path, expected) = (columns[0], columns[3].parse::<usize>().ok());
        let mut text = fs::read(folder.join(path)).expect("readable");
        if path.ends_with(".zip") {
            let mut archive = zip::ZipArchive::new(Cursor::new(text)).expect("sound");
            text = Vec::new();
            archive.by_index(0).expect("a member").read_to_end(&mut text).expect("sound");
        }
        let count = check(path, &text);
        n_files += 1;
        if expected != Some(count.n_records) || count.n_unread + count.n_impossible > 0 {
            odd.push(format!("{path}: {expected:?} expected, {count:?}"));
        } else if count.n_unplayable > 0 {
            odd.push(format!("{path}: {} operands cannot be played", count.n_unplayable));
        }
    }
    assert!(n_files >= 50, "{n_files} files");
    assert_eq!(odd.join("\n"), ODD.join("\n"));
}

/// The files in which something is odd, and what.
const ODD: &[&str] = &[
    // `bm 1`.
    "h_epd/pychess__pychess/pawn.epd: 1 operands cannot be played",
    // Moves of positions that were drawn up by hand.
    "h_epd/sarona-CCCF__EPD-sets/fortresses.epd: 3 operands cannot be played",
    // An ambiguous Ne5; a bishop that takes on no square, in both files.
    "h_epd/sarona-CCCF__EPD-sets/kaufman.epd: 2 operands cannot be played",
    "h_epd/thomasahle__sunfish/ccr_one_hour_test.epd: 2 operands cannot be played",
];
