//! Adds a clock to each move of the main line, as if each player took ten seconds a move.

use pgnkit::NodeId;
use pgnkit::comment::Millis;
use pgnkit::read::Games;
use std::error::Error;
use std::{env, fs};

const DEFAULT: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/classic/legal-saint-brie-1750.pgn");

const START_MS: u64 = 3_600_000;
const MOVE_MS: u64 = 10_000;

pub(crate) fn run(text: &[u8]) -> Result<String, Box<dyn Error>> {
    let mut out = String::new();
    for game in Games::new(text) {
        let mut game = game?;
        let moves: Vec<NodeId> = game.main_line().collect();
        for (ply, node) in moves.into_iter().enumerate() {
            if game.clock(node).is_none() {
                let used = (ply as u64 / 2 + 1) * MOVE_MS;
                let left = Millis(START_MS.saturating_sub(used));
                game.add_comment(node, &format!("[%clk {left}]"));
            }
        }
        out += &game.to_string();
    }
    Ok(out)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).unwrap_or_else(|| DEFAULT.to_owned());
    print!("{}", run(&fs::read(path)?)?);
    Ok(())
}
