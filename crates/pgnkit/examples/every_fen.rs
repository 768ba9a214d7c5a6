//! Prints the FEN of each position of the main lines in a file.

use pgnkit::read::Games;
use std::error::Error;
use std::{env, fs};

const DEFAULT: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/classic/legal-saint-brie-1750.pgn");

pub(crate) fn run(text: &[u8]) -> Result<String, Box<dyn Error>> {
    let mut fens = String::new();
    for game in Games::new(text) {
        let game = game?;
        let mut cursor = game.cursor();
        while let Some(position) = cursor.position() {
            fens += position.fen().as_str();
            fens.push('\n');
            if !cursor.forward() {
                break;
            }
        }
    }
    Ok(fens)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).unwrap_or_else(|| DEFAULT.to_owned());
    print!("{}", run(&fs::read(path)?)?);
    Ok(())
}
