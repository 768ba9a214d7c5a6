//! Shared by the tests of this module: lines of moves, and a slow reference implementation.
//!
//! Start at [`twin`].

mod event;
mod line;
mod material;
mod pattern;
mod pawns;
mod pieces;
mod position;
mod search;

use std::sync::Arc;

use super::{
    Answer, Memory, Options, Order, PlyHistory, Probe, ProbeError, ProbeKind, ProbeStates, Seen,
    Sides, Subject, When,
};
use pgnkit::chess::notation::san::{self, SanOptions};
use pgnkit::chess::{Move, Position, Variant};

/// A start, and moves.
#[derive(Clone)]
pub(super) struct Line {
    pub(super) start: Position,
    pub(super) moves: Vec<Move>,
}

impl Line {
    /// The line of these moves from the usual array.
    pub(super) fn of(moves: &str) -> Line {
        Line::from(Position::start(), moves)
    }

    pub(super) fn from(start: Position, moves: &str) -> Line {
        let mut line = Line { start, moves: Vec::new() };
        let mut position = start;
        for word in moves.split_whitespace().filter(|word| !word.ends_with('.')) {
            let reading = san::resolve(&position, word.as_bytes(), &SanOptions::default());
            let mv = reading.unwrap_or_else(|error| panic!("{word}: {error}")).mv;
            line.moves.push(mv);
            position.play_unchecked(mv);
        }
        line
    }

    /// Random legal moves, at most `n_plies`.
    pub(super) fn random(variant: Variant, seed: u64, n_plies: usize) -> Line {
        let start = Position::start_of(variant);
        let mut line = Line { start, moves: Vec::new() };
        let (mut position, mut state) = (start, seed);
        for _ in 0..n_plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mut pick = || moves[next(&mut state) as usize % moves.len()];
            // Captures come more often than by chance, or the board would stay full.
            let mv = [pick(), pick()].into_iter().find(|mv| position.is_capture(*mv));
            let mv = mv.unwrap_or_else(pick);
            line.moves.push(mv);
            position.play_unchecked(mv);
        }
        line
    }

    /// All positions, the start first.
    pub(super) fn positions(&self) -> Vec<Position> {
        let after = self.moves.iter().scan(self.start, |position, mv| {
            position.play_unchecked(*mv);
            Some(*position)
        });
        std::iter::once(self.start).chain(after).collect()
    }

    /// Calls `see` with each position of the line.
    pub(super) fn each_seen(&self, mut see: impl FnMut(&Seen<'_>)) {
        let mut history = PlyHistory::new(Memory::Keys);
        let positions = self.positions();
        see(&history.start(&positions[0]));
        for (mv, after) in self.moves.iter().zip(&positions[1..]) {
            see(&history.play(*mv, after));
        }
    }
}

/// The next of a row of numbers that looks random.
pub(super) fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

pub(super) fn parse(subject: Subject, text: &str) -> Probe {
    parse_with(subject, text, Options::default())
}

pub(super) fn parse_with(subject: Subject, text: &str, options: Options) -> Probe {
    Probe::parse(subject, text, &options).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(super) fn error(subject: Subject, text: &str) -> ProbeError {
    match Probe::parse(subject, text, &Options::default()) {
        Ok(_) => panic!("{text} was read"),
        Err(error) => error,
    }
}

/// The ply of the first yes, by the states.
pub(super) fn first(probe: &Probe, line: &Line) -> Option<u32> {
    let mut states = ProbeStates::new(Arc::from([probe.clone()]));
    let positions = line.positions();
    let mut n_open = states.start(&positions[0]);
    let mut last = &positions[0];
    for (mv, after) in line.moves.iter().zip(&positions[1..]) {
        if n_open == 0 {
            break;
        }
        n_open = states.play(*mv, after);
        last = after;
    }
    states.finish(last);
    assert_ne!(states.answer(0), Answer::Open);
    states.answer(0).ply()
}

/// The same by the plain meaning: every position is examined from every side, without stopping
/// early and without memory of earlier answers.
pub(super) fn twin(probe: &Probe, line: &Line) -> Option<u32> {
    let options = probe.options;
    let mut found = Vec::new();
    let ProbeKind::Views(views, _) = &probe.what else { panic!("a row of moves has no twin here") };
    for view in views {
        let mut since = None;
        let mut is_yes = None;
        line.each_seen(|seen| {
            let in_window = (options.ply_min..=options.ply_max).contains(&seen.ply());
            if !in_window || !view.test.holds(seen) {
                since = None;
            } else if view.turn.is_none_or(|turn| turn == seen.position().turn()) {
                since = since.or(Some(seen.ply()));
            }
            let lasted = since.filter(|since| seen.ply() - since >= options.lasts_plies);
            is_yes = match options.when {
                When::Ever => is_yes.or(lasted.map(|since| (seen.ply(), since))),
                When::AtEnd => lasted.map(|since| (seen.ply(), since)),
            };
        });
        found.extend(is_yes);
    }
    if options.when == When::AtEnd && options.lasts_plies == 0 {
        // Where nothing must last, the place is the end.
        return found.iter().map(|(at, _)| *at).min();
    }
    // What is certain first comes first.
    found.into_iter().min_by_key(|(at, _)| *at).map(|(_, since)| since)
}

/// Asks a probe of random games of all variants, and compares with the twin.
pub(super) fn agrees_with_twin(probe: &Probe) {
    for (n, variant) in Variant::ALL.into_iter().enumerate() {
        for seed in 0..6 {
            let line = Line::random(variant, seed * 100 + n as u64, 160);
            assert_eq!(first(probe, &line), twin(probe, &line), "{probe:?} in {variant:?} {seed}");
        }
    }
}

#[test]
fn every_subject_has_a_word_and_an_example() {
    for row in super::SUBJECTS {
        assert_eq!(Subject::from_word(row.word), Some(row.subject));
        parse(row.subject, row.example);
    }
    assert_eq!(Subject::from_word("Position"), None);
}

/// For any text, the answer is a probe or a place in the text.
#[test]
fn no_text_makes_a_parser_fail() {
    let signs =
        b"KQRBNLPkqrbnpAam!?*_[]^/0123456789|.,-+#=<>xOo@ vsin wbe4d5ab\xc3\xa9\xe2\x80\xa6";
    let mut state = 11;
    for _ in 0..20_000 {
        let n = next(&mut state) as usize % 24;
        let text: Vec<u8> =
            (0..n).map(|_| signs[next(&mut state) as usize % signs.len()]).collect();
        let text = String::from_utf8_lossy(&text);
        for row in super::SUBJECTS {
            for order in [Order::AsWritten, Order::Free, Order::AnyWay] {
                let options = Options { order, ..Options::default() };
                if let Err(error) = Probe::parse(row.subject, &text, &options) {
                    assert!(error.range.start <= error.range.end, "{text}: {error:?}");
                    assert!(text.get(error.range.clone()).is_some(), "{text}: {error:?}");
                    assert!(error.message.starts_with("expected "), "{text}: {error:?}");
                }
            }
        }
    }
}

/// The page that explains the texts knows every word.
#[test]
fn every_word_stands_on_its_page() {
    let page = include_str!("../../../../../docs/formats/positions.md");
    let has = |word: &str| assert!(page.contains(&format!("`{word}`")), "{word} is missing");
    super::EVENTS.iter().for_each(|row| has(row.word));
    for row in super::NAMED {
        let cells = [row.own, row.enemy].map(|squares| match squares {
            "" => " ".to_owned(),
            squares => format!(" {squares} "),
        });
        let spaced = |files: &str| {
            let files: String = files.chars().map(|file| format!("{file} ")).collect();
            format!(" {files}")
        };
        let files = [row.own_without, row.enemy_without].map(spaced);
        let line =
            format!("| `{}` |{}|{}|{}|{}|", row.word, cells[0], cells[1], files[0], files[1]);
        assert!(page.contains(&line), "{line}");
    }
    for row in super::SUBJECTS.iter().filter(|row| row.subject != Subject::Event) {
        assert!(page.contains(&format!("\n## {}\n", row.word)), "{}", row.word);
    }
}
