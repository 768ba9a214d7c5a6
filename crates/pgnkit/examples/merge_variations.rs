//! Merges the games of a file that have the same start into one game with variations.

use pgnkit::merge_games::merge_games;
use pgnkit::read::Games;
use std::error::Error;
use std::{env, fs};

const DEFAULT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/copies/notebook.pgn");

pub(crate) fn run(text: &[u8]) -> Result<String, Box<dyn Error>> {
    let mut games = Games::new(text);
    let mut merged = games.next().ok_or("the file has no games")??;
    for game in games {
        let report = merge_games(&mut merged, &game?)?;
        for conflict in report.conflicts {
            eprintln!("{}: kept {}, not {}", conflict.name, conflict.kept, conflict.other);
        }
    }
    Ok(merged.to_string())
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).unwrap_or_else(|| DEFAULT.to_owned());
    print!("{}", run(&fs::read(path)?)?);
    Ok(())
}
