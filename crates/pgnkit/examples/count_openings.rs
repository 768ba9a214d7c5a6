//! Counts the openings of the games in a file.

use pgnkit::opening::Table;
use pgnkit::read::Games;
use std::collections::BTreeMap;
use std::error::Error;
use std::{env, fs};

const DEFAULT: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/classic/morphy-opera-1858.pgn");

pub(crate) fn run(text: &[u8]) -> Result<String, Box<dyn Error>> {
    let table = Table::standard();
    let mut counts = BTreeMap::new();
    for game in Games::new(text) {
        let game = game?;
        let name = match table.classify(&game) {
            Some(opening) => format!("{} {}", opening.code, opening.name),
            None => "unknown".to_owned(),
        };
        *counts.entry(name).or_insert(0) += 1;
    }
    Ok(counts.iter().map(|(name, count)| format!("{count:5} {name}\n")).collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).unwrap_or_else(|| DEFAULT.to_owned());
    print!("{}", run(&fs::read(path)?)?);
    Ok(())
}
