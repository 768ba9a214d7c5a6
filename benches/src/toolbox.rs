//! The curator's verbs against pgn-extract and `grep`, and with an index against without.

use crate::plan::{Agree, Measure, Row, Side};

const LIKE: &[&str] = &["filter", "--where", "White ~ /^Kasparov/"];
const LIKE_COUNT: &[&str] = &["filter", "--count", "--where", "White ~ /^Kasparov/"];
const FOLDED: &[&str] = &["filter", "--where", "White ~ /^kasparov/i"];
const FOLDED_COUNT: &[&str] = &["filter", "--count", "--where", "White ~ /^kasparov/i"];
const EQUAL: &[&str] = &["filter", "--where", "White = \"Carlsen, Magnus\""];
const EQUAL_COUNT: &[&str] = &["filter", "--count", "--where", "White = \"Carlsen, Magnus\""];

/// The Sicilian of the Najdorf, by its placement alone, as pgn-extract takes a FEN.
const POSITION: &[&str] = &[
    "filter",
    "--where",
    "position \"rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R * * *\"",
];
const THEIR_POSITION: &[&str] = &["-Tfrnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R"];

/// An exact position, as a key of an index.
const KEY: &[&str] = &[
    "filter",
    "--where",
    "position \"rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq -\"",
];

const DEDUPE: &[&str] = &["dedupe", "--by", "moves"];
const CLASSIFY: &[&str] = &["classify"];
const TREE: &[&str] = &["tree", "--depth", "20", "--min-games", "10", "--format", "csv"];

/// The rows of the table of the toolbox.
pub(crate) fn rows() -> Vec<Row> {
    let (cpu, masters, head) = (Measure::Cpu, "masters", "masters-head");
    let grep = |words| Side::System("grep", words);
    let theirs = |words| Side::Extract(words);
    let ours = |words| Side::Pgn(words, 1);
    let mut rows = Vec::new();
    for (words, count, tags, pattern) in [
        (EQUAL, EQUAL_COUNT, &["-TwCarlsen, Magnus"], GREP_EQUAL),
        (LIKE, LIKE_COUNT, &["-TwKasparov"], GREP_LIKE),
        (FOLDED, FOLDED_COUNT, &["-TwKasparov"], GREP_FOLDED),
    ] {
        let count = Side::Count(count);
        rows.push(("T1", head, ours(words), theirs(tags), cpu, Agree::Played, Some(20.0)));
        rows.push(("T1", masters, count, grep(pattern), cpu, Agree::Games, Some(0.5)));
    }
    rows.extend([
        ("T2", head, ours(POSITION), theirs(THEIR_POSITION), cpu, Agree::Played, Some(10.0)),
        ("T2", head, Side::Indexed(KEY), ours(KEY), Measure::Wall, Agree::Bytes, Some(10.0)),
        ("T3", head, ours(DEDUPE), theirs(&["-D"]), cpu, Agree::Played, Some(10.0)),
        ("T4", head, ours(CLASSIFY), theirs(ECO), cpu, Agree::Played, Some(10.0)),
        ("T5", head, ours(TREE), theirs(OPENINGS), cpu, Agree::Tree, Some(10.0)),
    ]);
    rows
}

const GREP_EQUAL: &[&str] = &["-c", "^\\[White \"Carlsen, Magnus\"\\]"];
const GREP_LIKE: &[&str] = &["-c", "^\\[White \"Kasparov"];
const GREP_FOLDED: &[&str] = &["-c", "-i", "^\\[White \"Kasparov"];

/// Debian's table of openings.
const ECO: &[&str] = &["-e/usr/share/pgn-extract/eco.pgn"];

/// The moves of which a script would make a tree: pgn-extract has no tree.
const OPENINGS: &[&str] = &["-Wuci", "--plylimit", "20", "--notags", "--noresults"];
