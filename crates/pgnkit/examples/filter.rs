//! Prints the games of a file that were decided in at most 30 moves.

use pgnkit::Outcome;
use pgnkit::read::Games;
use std::error::Error;
use std::{env, fs};

const DEFAULT: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/classic/morphy-opera-1858.pgn");

const PLIES_MAX: usize = 60;

pub(crate) fn run(text: &[u8]) -> Result<String, Box<dyn Error>> {
    let mut kept = String::new();
    for game in Games::new(text) {
        let game = game?;
        let is_decided = matches!(game.outcome(), Outcome::WhiteWins | Outcome::BlackWins);
        if is_decided && game.n_plies() <= PLIES_MAX {
            kept += &game.to_string();
        }
    }
    Ok(kept)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).unwrap_or_else(|| DEFAULT.to_owned());
    print!("{}", run(&fs::read(path)?)?);
    Ok(())
}
