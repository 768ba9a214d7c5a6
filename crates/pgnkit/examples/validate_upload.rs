//! Checks an uploaded file: bytes in, a list of findings out.

use pgnkit::read::{Note, ReadOptions, read_region};
use pgnkit::syntax::Regions;
use std::error::Error;
use std::{env, fs};

const DEFAULT: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/wild/annotator-empty-variation.pgn");

/// One finding: the number of the game, from 1, the offset in bytes within it, and the code.
#[derive(Debug, PartialEq)]
pub(crate) struct Finding {
    pub(crate) game: u64,
    pub(crate) offset: u32,
    pub(crate) code: String,
}

pub(crate) fn validate(upload: &[u8]) -> Result<Vec<Finding>, Box<dyn Error>> {
    let (mut findings, mut regions) = (Vec::new(), Regions::new(upload));
    while let Some(region) = regions.next_region()? {
        let note = |note: Note<'_>| {
            findings.push(Finding {
                game: region.n_games_before + 1,
                offset: note.diagnostic.span.start,
                code: note.diagnostic.code.to_string(),
            });
        };
        read_region(&region, ReadOptions::default(), note);
    }
    Ok(findings)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).unwrap_or_else(|| DEFAULT.to_owned());
    for finding in validate(&fs::read(path)?)? {
        println!("game {}, byte {}: {}", finding.game, finding.offset, finding.code);
    }
    Ok(())
}
