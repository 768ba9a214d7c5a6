//! Counts of findings, and games as they are rewritten.
//!
//! Standard: §3.2. Decisions: D-34.

use super::{Form, LineForm, Rewrite, Tally};
use crate::terminal::Loudness;
use pgn_db::reading::{ChunkResult, Reading};
use pgn_db::scan::{self, Chunk, Options};
use pgn_db::source::Inputs;
use pgnkit::chess::notation::letters::Letters;
use pgnkit::syntax::Code;

#[test]
fn counts_are_told_in_order_of_code() {
    let mut tally = Tally::default();
    tally.add(Code::new('M', 9), 2);
    tally.add(Code::new('C', 1), 1);
    let mut other = Tally::default();
    assert!(other.is_empty());
    other.add(Code::new('M', 9), 1);
    other.add(Code::new('X', 8), 4);
    tally.join(&other);
    let expected = "1 illegal-move (C001), 3 wrong-move-number (M009), 4 dropped-nag (X008)";
    assert_eq!(tally.to_string(), expected);
}

#[test]
fn each_region_has_its_own_text() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.pgn");
    let text =
        "1. e4 (1. d4) e5 *\n\n[White \"x\"]\n\n*\n\n[White \"y\"]\n1. -- c5 (1... e5) 2. Qh5 *\n";
    std::fs::write(&path, text).unwrap();
    let texts = |form| {
        let mut texts = Vec::new();
        let mut keep = |chunk: Chunk, made: ChunkResult<super::Rewritten>| {
            let (text, ends) = (made.output.text, made.output.ends);
            assert_eq!(ends.len(), chunk.regions().count());
            let mut from = 0;
            for end in ends {
                texts.push(String::from_utf8(text[from..end].to_vec()).unwrap());
                from = end;
            }
            assert_eq!(from, text.len());
            Ok(())
        };
        let options = Options::default();
        let job = Reading::all(Rewrite::whole(form, Loudness::Normal));
        scan::run(Inputs::gather(std::slice::from_ref(&path)), options, job, &mut keep).unwrap();
        texts
    };
    assert_eq!(texts(Form::Line(LineForm::San(Letters::ENGLISH))), ["e4 e5\n", "\n", "-- c5\n"]);
    assert_eq!(texts(Form::Line(LineForm::Uci)), ["e2e4 e7e5\n", "\n", "0000 c7c5\n"]);
    assert!(
        texts(super::FORMATS[1].form(&super::FormatOptions::default()).unwrap())
            .iter()
            .all(|text| text.ends_with("}\n"))
    );
}
