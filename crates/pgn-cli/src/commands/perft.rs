//! `pgn perft`: counting positions, to check the rules.
//!
//! Decisions: D-60.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use clap::Args;
use pgnkit::chess::fen::{self, Mode};
use pgnkit::chess::notation::uci;
use pgnkit::chess::{Position, Variant, perft};

use super::Example;
use crate::args::{self, Write};
use crate::exit::Exit;
use crate::output::Output;
use crate::terminal::Console;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::scan::usable_threads;
use pgn_db::source::Inputs;

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn perft --depth 5", "Five plies from the usual start position"),
    ("pgn perft --depth 3 --variant atomic --per-move", "By first move"),
];

/// Count legal move sequences, to check the rules of chess
///
/// Prints the number of legal move sequences of exactly this many plies, from the usual start
/// position or from `--fen`. Chess programs compare such numbers to check their move generators.
/// From the usual start position they are 20, 400, 8902, 197281, 4865609.
///
/// The variant is that of `--variant`, or the one that the FEN shows by pockets, check counters or
/// castling from other squares; the error for an unknown name lists the variants. A game that is
/// over by the rules has no more moves. Without `--fen`, counting starts from the variant's start
/// position.
///
/// `--per-move` prints each first move with its number on a separate line, in alphabetical order,
/// and the sum on the last line. `-v` prints the time.
#[derive(Args, Debug)]
pub(super) struct Perft {
    /// Number of plies
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u32).range(..=DEPTH_MAX))]
    depth: u32,

    /// The start position
    ///
    /// Castling rights may be written as in X-FEN or Shredder-FEN; missing fields at the end get
    /// their default values.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// The variant
    #[arg(long, value_name = "NAME", value_parser = args::variant)]
    variant: Option<Variant>,

    /// Count for each first move
    #[arg(long, alias = "divide")]
    per_move: bool,

    /// Number of threads, at most four per core [default: one per core]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    write: Write,
}

/// No number of more plies was ever counted, and a walk this deep needs little of the stack.
const DEPTH_MAX: i64 = 64;

impl Perft {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let position = self.position(console)?;
        let mut output = Output::open(self.write.output.as_deref(), &Inputs::none())?;
        let began = Instant::now();
        let counts = count(&position, self.depth, usable_threads(self.jobs));
        let total: u64 = counts.iter().map(|row| row.1).sum();
        let seconds = began.elapsed().as_secs_f64();
        console.remark(&format!("{total} in {seconds:.2} s"));
        let mut text = String::new();
        if self.per_move && self.depth > 0 {
            for (mv, n) in &counts {
                // Writing to a String cannot fail.
                let _ = writeln!(text, "{mv} {n}");
            }
        }
        let _ = writeln!(text, "{total}");
        output.put(text)?;
        output.commit(console)?;
        Ok(Exit::Clean)
    }

    fn position(&self, console: &Console) -> Result<Position, Error> {
        let Some(text) = &self.fen else {
            return Ok(Position::start_of(self.variant.unwrap_or_default()));
        };
        let read = match self.variant {
            Some(variant) => fen::parse_as(text.as_bytes(), Mode::Lax, variant),
            None => fen::parse(text.as_bytes(), Mode::Lax),
        };
        let (position, notes) =
            read.map_err(|error| Error::new(ErrorKind::Usage, "--fen", error.to_string()))?;
        if !notes.is_empty() {
            console.remark(&format!("--fen: {notes}"));
        }
        Ok(position)
    }
}

/// The count of each first move with its coordinates, in order of these; for no plies at all, one
/// count without a move.
///
/// The work is split by the first two plies, so that threads finish together.
fn count(position: &Position, depth: u32, thread_count: NonZeroUsize) -> Vec<(String, u64)> {
    if depth == 0 {
        return vec![(String::new(), 1)];
    }
    let mut moves = position.legal_moves().to_vec();
    moves.sort_by_key(|mv| uci::to_text(position, *mv));
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let pieces: Vec<(usize, Position, u32)> = moves
        .iter()
        .enumerate()
        .flat_map(|(n, mv)| {
            let after = position.after(*mv);
            if depth < 3 {
                return vec![(n, after, depth - 1)];
            }
            let replies = after.legal_moves();
            replies.iter().map(|reply| (n, after.after(*reply), depth - 2)).collect()
        })
        .collect();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread_count.get().min(pieces.len()) {
            scope.spawn(|| {
                while let Some((n, position, depth)) =
                    pieces.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    counts[*n].fetch_add(perft(position, *depth), Ordering::Relaxed);
                }
            });
        }
    });
    let texts = moves.iter().map(|mv| uci::to_text(position, *mv).to_string());
    texts.zip(counts.into_iter().map(AtomicU64::into_inner)).collect()
}
