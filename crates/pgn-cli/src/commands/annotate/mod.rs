//! `pgn annotate`: removes comments, NAGs and variations, adds comments and evaluations.
//!
//! Standard: §5, §8.2.4, §8.2.5. Decisions: D-11, D-30.
//! Start at [`Annotate`].

mod engine;
mod evaluate;
mod kinds;
mod move_loss;
mod replace;
mod steps;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use clap::Args;

use super::Example;
use super::fmt::FmtTarget;
use super::tag::Template;
use crate::args::{Read, Where};
use crate::exit::Exit;
use crate::terminal::Console;
use crate::values::values;
use engine::Judging;
use kinds::{AnnotationKind, KINDS, Kinds};
use pgn_db::error::{Error, ErrorKind};
use replace::Replace;
use steps::Steps;

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn annotate --strip clocks,evals games.pgn", "Remove what servers add"),
    (
        "pgn annotate --engine stockfish --depth 18 --glyphs --lines games.pgn -o annotated.pgn",
        "Evaluate all moves, and mark the bad ones",
    ),
];

/// Remove annotations from games, or add comments and evaluations
///
/// Everything else stays the same, byte for byte: tags, moves, other comments, line breaks and the
/// encoding.
///
/// New comments can use words in braces, such as {fen}, {key}, {ply}, {eco} or {line}: see `pgn
/// help tag`. In a comment after a move, they refer to the position after that move.
///
/// With `--engine`, an engine evaluates the position after each move of the main line. pgn adds the
/// evaluation, `[%eval 0.35]` or `[%eval #-3]` from White's point of view, to the end of the move's
/// comment. Moves that have an evaluation keep it, so you can continue an interrupted run;
/// `--reevaluate` searches them again. A move that ends the game on the board gets no evaluation.
///
/// `-j N` runs N engines in parallel; the default is one. If an engine hangs, exits or sends
/// invalid output, pgn reports this and restarts the engine; its game stays unchanged, and the exit
/// status is 2. After three failures in a row, pgn starts no more engines, and the other games stay
/// unchanged.
///
/// `--glyphs` marks moves that lose winning chances. White's chances are 100 / (1 + exp(-0.00368208
/// s)) for an evaluation of s hundredths of a pawn, and 100 or 0 for mate. A loss of 5 is an
/// inaccuracy, ?!; 10 is a mistake, ?; 15 is a blunder, ??. It does not mark forced moves, moves
/// that the engine would play, and moves that have one of the six suffixes ! to ?!. With an engine,
/// it marks only newly searched moves; without one, all moves that have an evaluation.
///
/// The exit status is 0 if everything was written, 1 if `--check` or `-d` found a difference,
/// and 2 if something could not be read or written.
#[derive(Args, Debug)]
#[command(mut_arg("jobs", |arg| arg.help("Number of threads, or of engines")))]
#[command(mut_args(|arg| arg.hide_short_help(false)))]
pub(super) struct Annotate {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    target: FmtTarget,

    #[command(flatten)]
    wanted: Where,

    #[command(flatten)]
    change: Changing,

    #[command(flatten)]
    judging: Judging,
}

/// The changes.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Annotations")]
struct Changing {
    /// Remove these kinds of annotations
    ///
    /// Separate them by commas.
    #[arg(long, value_name = "KIND,...", value_delimiter = ',', value_parser = values(KINDS))]
    strip: Vec<AnnotationKind>,

    /// Remove all kinds of annotations except these
    #[arg(long, value_name = "KIND,...", value_delimiter = ',', value_parser = values(KINDS))]
    #[arg(conflicts_with = "strip", hide_possible_values = true)]
    keep: Option<Vec<AnnotationKind>>,

    /// Rewrite what engine programs and servers wrote as standard commands
    ///
    /// `+0.35/14 0.21s` becomes `[%eval 0.35,14] [%emt 0:00:00.21]`, and `0:04:57` becomes `[%clk
    /// 0:04:57]`. The evaluations are then from White's point of view. Other text stays the same.
    #[arg(long, value_name = "FORM", value_enum)]
    commands: Option<CommandForm>,

    /// Add a comment before the first move
    #[arg(long, value_name = "TEXT")]
    at_start: Option<String>,

    /// Add a comment after the last move of the main line
    #[arg(long, value_name = "TEXT")]
    at_end: Option<String>,

    /// Add a comment after each move of the main line
    #[arg(long, value_name = "TEXT")]
    after_moves: Option<String>,

    /// Replace comments that are exactly OLD with NEW, also in variations
    ///
    /// White space around OLD does not count. Without NEW, such comments are removed.
    #[arg(long, value_name = "OLD=NEW")]
    replace: Vec<Replace>,

    /// Add a comment at the place in the game that `--where` finds
    #[arg(long, value_name = "TEXT", requires = "expression")]
    at_match: Option<String>,
}

/// How values in comments are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum CommandForm {
    /// As commands, such as `[%eval 0.35,14]`
    Standard,
}

impl Annotate {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let steps = Steps { evaluate: self.judging.start(&self.read)?, ..self.change.steps()? };
        if steps.does_nothing() {
            let hint = "use one of --strip, --keep, --commands, --replace, --at-start, --at-end, \
                        --after-moves, \
                        --at-match, --engine, --glyphs";
            let error = Error::new(ErrorKind::Usage, "annotate", "nothing to do");
            return Err(error.with_hint(hint));
        }
        let steps = Arc::new(steps);
        if steps.evaluate.is_none() {
            return self.target.edit((&self.read, &self.wanted), steps, console);
        }
        engine::edit((&self.read, &self.wanted), &self.target, steps, console)
    }
}

impl Changing {
    fn steps(&self) -> Result<Steps, Error> {
        let strip = match &self.keep {
            Some(kept) => Kinds::all_but(kept),
            None => Kinds::of(&self.strip),
        };
        Ok(Steps {
            strip,
            standardize_commands: self.commands == Some(CommandForm::Standard),
            replace: self.replace.clone(),
            evaluate: None,
            at_start: template("--at-start", self.at_start.as_deref())?,
            at_end: template("--at-end", self.at_end.as_deref())?,
            after_moves: template("--after-moves", self.after_moves.as_deref())?,
            at_match: template("--at-match", self.at_match.as_deref())?,
        })
    }
}

fn template(option: &str, text: Option<&str>) -> Result<Option<Template>, Error> {
    let parsed = text.map(Template::parse).transpose();
    parsed.map_err(|why| Error::new(ErrorKind::Usage, option, why))
}
