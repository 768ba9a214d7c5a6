//! The curator's verbs against pgn-extract and `grep`, and with an index against without.
//!
//! Owns: what is asked, in the words of both. Knows nothing of: how time is taken.
//! Standard: none.
//! Start at [`rows`].

use crate::plan::{Agree, Measure, Row, Side};

const TAGS: &[&str] = &["filter", "--where", "White ~ /^Kasparov/"];
const COUNT: &[&str] = &["filter", "--count", "--where", "White ~ /^Kasparov/"];

/// The Sicilian of the Najdorf, by its placement alone, as pgn-extract takes a FEN.
const POSITION: &[&str] = &[
    "filter",
    "--where",
    "position \"rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R * * *\"",
];
const THEIR_POSITION: &[&str] = &["-Tfrnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R"];

/// An exact position, as an index knows it.
const KEY: &[&str] = &[
    "filter",
    "--where",
    "position \"rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq -\"",
];

const DEDUPE: &[&str] = &["dedupe", "--by", "moves"];
const CLASSIFY: &[&str] = &["classify"];
const TREE: &[&str] = &["tree", "--depth", "20", "--min-games", "10"];

/// The rows of the table of races.
pub(crate) fn rows() -> Vec<Row> {
    let (cpu, masters, head) = (Measure::Cpu, "masters", "masters-head");
    let grep = Side::System("grep", &["-c", "^\\[White \"Kasparov"]);
    let theirs = |words| Side::Extract(words);
    let ours = |words| Side::Pgn(words, 1);
    vec![
        ("T1", head, ours(TAGS), theirs(&["-TwKasparov"]), cpu, Agree::Played, Some(20.0)),
        ("T1", masters, Side::Count(COUNT), grep, cpu, Agree::Games, Some(0.5)),
        ("T2", head, ours(POSITION), theirs(THEIR_POSITION), cpu, Agree::Played, Some(10.0)),
        ("T2", head, Side::Indexed(KEY), ours(KEY), Measure::Wall, Agree::Bytes, None),
        ("T3", head, ours(DEDUPE), theirs(&["-D"]), cpu, Agree::Played, Some(10.0)),
        ("T4", head, ours(CLASSIFY), theirs(ECO), cpu, Agree::Played, Some(10.0)),
        ("T5", head, Side::Count(TREE), theirs(OPENINGS), cpu, Agree::Nothing, None),
    ]
}

/// Debian's table of openings.
const ECO: &[&str] = &["-e/usr/share/pgn-extract/eco.pgn"];

/// What a script would make a tree of: pgn-extract has none.
const OPENINGS: &[&str] = &["-Wuci", "--plylimit", "20", "--notags", "--noresults"];
