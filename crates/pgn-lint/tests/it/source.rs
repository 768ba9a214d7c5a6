//! Texts to lint: single ones, and made-up games with every bad habit.

use pgn_lint::{Config, Finding, Linter, Profile};
use pgnkit::chess::Position;
use pgnkit::chess::notation::{lan, san, uci};
use pgnkit::syntax::{Region, Regions};
use proptest::prelude::*;

/// All findings of a text, as a file of its own.
pub(crate) fn lint(text: &[u8], config: &Config) -> Vec<Finding> {
    let mut linter = Linter::new(config.clone());
    let mut findings = Vec::new();
    each_region(text, |region| findings.extend(linter.lint_region(region)));
    findings.extend(linter.finish_file());
    findings
}

/// The findings under a profile, as `line:column CODE`.
pub(crate) fn places(text: &str, profile: Profile) -> Vec<String> {
    let findings = lint(text.as_bytes(), &Config::new(profile));
    findings.iter().map(|one| format!("{} {}", one.place.start, one.code())).collect()
}

pub(crate) fn each_region(text: &[u8], mut each: impl FnMut(&Region<'_>)) {
    let mut regions = Regions::new(text);
    while let Some(region) = regions.next_region().unwrap() {
        each(&region);
    }
}

const TAGS: &[&str] = &[
    "[Event \"Candidates\"]\n",
    "[Event \"Jose \"Pepe\" Open\"]\n",
    "[Site \"C:\\dir\"]\n",
    "[Date \"1992.8.31\"]\n",
    "[Date \"2019.05.03 12:00\"]\n",
    "[Result \"1-0\"]\n",
    "[Result \"x\"]\n",
    "[Result \"1/2-1/2\"]\n",
    "[White \"A\tB\"]\n",
    "[White \"M\u{fc}ller\"]\n",
    "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qkQK -\"]\n",
    "[FEN \"nonsense\"]\n",
    "[SetUp \"0\"]\n",
    "[TimeControl \"G/60\"]\n",
    "[WhiteElo \"?\"]\n",
    "[Broken tag]\n",
    "[Open \"value\n",
    "[Round \"1\"] [Board \"x\"]\n",
    "%private\n",
    "; a remark\n",
    "{a remark}\n",
];

const NOISE: &[&str] = &[
    " {fine}",
    " {a\u{c}b\u{1}c}",
    " ;to the end\n",
    " $1",
    " $0",
    "$0",
    " $300",
    "!",
    " !",
    "!!!",
    " \u{b1}",
    " +-",
    " .",
    "...",
    "\u{a0}",
    "\u{c}",
    "\u{0}\u{0}",
    "\u{1a}",
    "\u{feff}",
    " e.p.",
    " ch",
    "\n%escape\n",
    "\n   %escape\n",
    " % ",
    " (1. d4 d5)",
    " (e4 e5",
    " )",
    " }",
    " ()",
    " <x>",
    " resigns",
    " --",
    " ,",
    "\r\n",
    "\n\n",
    " Ke9",
    " {[%clk x]}",
];

const ENDS: &[&str] =
    &["*\n", "1-0\n\n", " \u{bd}-\u{bd}\n", "1 - 0\n", "1/2\n", "\n", "", "{open\n", "; end"];

/// One ply: which legal move, how its number and itself are spelled, what is after it.
type Ply = (usize, usize, usize, Option<usize>);

/// Texts of one game that have a move or two to play and many faults.
pub(crate) fn game_text() -> impl Strategy<Value = Vec<u8>> {
    let tags = proptest::collection::vec(0..TAGS.len(), 0..5);
    let ply = (0..64usize, 0..6usize, 0..6usize, proptest::option::of(0..NOISE.len()));
    let plies = proptest::collection::vec(ply, 0..14);
    (tags, plies, 0..ENDS.len(), any::<bool>()).prop_map(|(tags, plies, end, is_latin1)| {
        let text = text_of(&tags, &plies, end);
        if is_latin1 {
            text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect()
        } else {
            text.into_bytes()
        }
    })
}

fn text_of(tags: &[usize], plies: &[Ply], end: usize) -> String {
    let mut text = String::new();
    for &tag in tags {
        text.push_str(TAGS[tag]);
    }
    text.push('\n');
    let mut position = Position::start();
    for &(choice, number, spelling, noise) in plies {
        let moves = position.legal_moves();
        let Some(&mv) = moves.as_slice().get(choice % moves.as_slice().len().max(1)) else { break };
        match number {
            0 | 1 => text.push_str(&format!("{}. ", position.fullmove())),
            2 => text.push_str(&format!("{}...", position.fullmove())),
            3 => text.push_str(&format!("{}.", position.fullmove() + 1)),
            _ => {}
        }
        match spelling {
            0 => text.push_str(&lan::to_text(&position, mv)),
            1 => text.push_str(&uci::to_text(&position, mv)),
            2 => text.push_str(san::to_text(&position, mv).trim_end_matches(['+', '#'])),
            3 => text.push_str(&san::to_text(&position, mv).replace('O', "0")),
            _ => text.push_str(&san::to_text(&position, mv)),
        }
        if let Some(noise) = noise {
            text.push_str(NOISE[noise]);
        }
        text.push(' ');
        position.play_unchecked(mv);
    }
    text.push_str(ENDS[end]);
    text
}

/// Bytes that look a little like PGN.
pub(crate) fn soup() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        (0..TAGS.len()).prop_map(|n| TAGS[n].as_bytes().to_vec()),
        (0..NOISE.len()).prop_map(|n| NOISE[n].as_bytes().to_vec()),
        (0..ENDS.len()).prop_map(|n| ENDS[n].as_bytes().to_vec()),
        proptest::collection::vec(any::<u8>(), 1..6),
        Just(b"1. e4 e5 2. Nf3 ".to_vec()),
        Just(b"%pgnkit ignore C004,nonsense\n".to_vec()),
        Just(b"\n%pgnkit ignore-next-line all\n".to_vec()),
        Just(b"{".to_vec()),
        Just(b"(".to_vec()),
        Just(b"[".to_vec()),
        Just(b"\"".to_vec()),
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}
