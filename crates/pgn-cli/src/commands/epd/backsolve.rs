//! `pgn epd backsolve`: scores of a set of positions, worked out from its ends.
//!
//! Standard: §13, §16.2.5. Decisions: D-50.

use clap::Args;

use super::{Example, load};
use crate::args::{Read, Write};
use crate::exit::Exit;
use crate::progress::grouped;
use crate::terminal::Console;
use pgn_db::error::Error;
use pgn_formats::epd::{self, Form, OwnScore};
use pgnkit::chess::Variant;

pub(in crate::commands) const EXAMPLES: &[Example] = &[
    ("pgn epd backsolve book.epd -o solved.epd", "Give every position the score of its best line"),
    (
        "pgn epd backsolve --include-own-score book.epd",
        "Let the own score of a position compete with those of its moves",
    ),
];

/// Compute the scores of positions from the ends of their lines
///
/// The positions of all files form one set, and legal moves from one position to another link them;
/// equal positions count as one, whatever moves lead to them. A position with moves in the set gets
/// the best of these moves as pm (the first in ASCII order among equals) and its score as ce; its
/// own ce, pm and pv are replaced. A position without moves keeps its ce; mate, stalemate and dead
/// positions get their score from the board. Positions without a score do not count.
///
/// Scores in a cycle that do not converge are repetitions, and count 0.
///
/// pgn writes the records in input order and canonical form, with remarks and unreadable text
/// unchanged. It keeps all positions in memory.
#[derive(Args, Debug)]
pub(in crate::commands) struct Backsolve {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    write: Write,

    /// Let the position's own score compete with those of its moves
    #[arg(long, alias = "keep-own")]
    include_own_score: bool,
}

impl Backsolve {
    pub(super) fn run(
        self,
        variant: Option<Variant>,
        console: &mut Console,
    ) -> Result<Exit, Error> {
        let inputs = self.read.position_inputs();
        let mut output = self.write.open(&inputs, console)?;
        let loaded = load::load(inputs, &self.read, variant, console)?;
        let mut graph = epd::Backsolve::default();
        loaded.records().for_each(|record| graph.add(record));
        let own = if self.include_own_score { OwnScore::Competes } else { OwnScore::Replaced };
        let solved = graph.solve(own);
        let mut n = 0;
        let mut text = Vec::new();
        for line in loaded.lines {
            match line {
                load::Loaded::Record(mut record) => {
                    graph.write(n, &mut record);
                    n += 1;
                    epd::append(&record, Form::Modern, &mut text, &mut Vec::new());
                }
                load::Loaded::Unread(line) | load::Loaded::Other(line) => {
                    text.extend_from_slice(&line)
                }
            }
            text.push(b'\n');
            if text.len() >= 1 << 16 {
                output.put(&text)?;
                text.clear();
            }
        }
        output.put(&text)?;
        output.commit(console)?;
        let count = |n: usize, one, many| {
            format!("{} {}", grouped(n as u64), if n == 1 { one } else { many })
        };
        console.say(&format!(
            "{}, {} between them: {} a score, {}",
            count(solved.n_positions, "position", "positions"),
            count(solved.n_edges, "move", "moves"),
            count(solved.n_scored, "has", "have"),
            count(solved.n_repeating, "is a repetition", "are repetitions"),
        ));
        Ok(loaded.exit)
    }
}
