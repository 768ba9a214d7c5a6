//! `pgn annotate`: comments, glyphs and variations taken out, comments and evaluations put in.
//!
//! Owns: the verb and its options. Knows nothing of: how a game is written after it was edited.
//! Standard: §5, §8.2.4, §8.2.5. Decisions: D-11, D-30.
//! Start at [`Annotate`].

mod engine;
mod evaluate;
mod judge;
mod kinds;
mod replace;
mod steps;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use clap::Args;

use super::Example;
use super::fmt::Target;
use super::tag::Template;
use crate::args::{Read, Where};
use crate::exit::Exit;
use crate::terminal::Console;
use engine::Judging;
use kinds::{Kind, Kinds};
use pgn_db::error::{Error, ErrorKind};
use replace::Replace;
use steps::Steps;

pub(super) const EXAMPLES: &[Example] = &[
    Example {
        line: "pgn annotate --strip clocks,evals games.pgn",
        does: "Take out what servers add",
    },
    Example {
        line: "pgn annotate --engine stockfish --depth 18 --glyphs --lines games.pgn -o judged.pgn",
        does: "Evaluate all moves, and mark the bad ones",
    },
];

/// Take annotations out of games, or put comments and evaluations in
///
/// All that is not asked for stays as it is, byte for byte: tags, moves, other comments, line
/// breaks, the encoding.
///
/// The kinds of annotations are
///
///   text        the words of comments; a comment that is empty then goes
///   clocks      [%clk ...], [%emt ...], [%egt ...], [%mct ...] in comments
///   evals       [%eval ...] in comments
///   marks       coloured squares and arrows, [%csl ...] and [%cal ...]
///   commands    all commands in comments, those above and others
///   comments    comments with all that is in them: text and commands
///   nags        glyphs, such as $1, ! and ?
///   variations  variations, with all that is in them
///   escapes     lines that begin with %
///
/// Comments that are put in may have words in braces, such as {fen}, {key}, {ply}, {eco} or {line}:
/// see `pgn help tag`. Behind a move they say what is so there: the position after that move.
///
/// With `--engine` each move of the main line gets what an engine thinks of the position behind it,
/// `[%eval 0.35]` or `[%eval #-3]`, seen by White, at the end of its comment. A move that has an
/// evaluation keeps it, so that work which was broken off goes on where it ended; `--redo` searches
/// anew. A move that ends the game on the board gets none.
///
/// With `-j N` so many engines run side by side; else it is one. When an engine hangs, ends or
/// makes no sense, that is told and it is started anew; its game stays as it was, and the status
/// is 2. When engines fail three times in a row none is asked any more, and the other games stay
/// as they are.
///
/// `--glyphs` marks moves by what they cost: White's chances are 100 / (1 + exp(-0.00368208 s))
/// for an evaluation of s hundredths of a pawn, and 100 or 0 for mate. A loss of 5 is an
/// inaccuracy, ?!; one of 10 a mistake, ?; one of 15 a blunder, ??. Moves without a choice, moves
/// that the engine would play, and moves that have one of the six glyphs ! to ?! are left alone.
/// With an engine only moves that are searched now are judged, without one all that have an
/// evaluation.
///
/// The status is 0 when all was written, 1 when `-l`, `-d` or `--check` found a difference, 2 when
/// something could not be read or written.
#[derive(Args, Debug)]
#[command(mut_arg("jobs", |arg| arg.help("Number of threads, or of engines")))]
#[command(mut_args(|arg| arg.hide_short_help(false)))]
pub(super) struct Annotate {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    target: Target,

    #[command(flatten)]
    wanted: Where,

    #[command(flatten)]
    change: Changing,

    #[command(flatten)]
    judging: Judging,
}

/// What is changed.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Annotations")]
struct Changing {
    /// Take these kinds out, with commas between
    #[arg(long, value_name = "KIND,...", value_delimiter = ',', value_parser = kind)]
    strip: Vec<Kind>,

    /// Take all kinds out but these
    #[arg(long, value_name = "KIND,...", value_delimiter = ',', value_parser = kind)]
    #[arg(conflicts_with = "strip")]
    keep: Option<Vec<Kind>>,

    /// Put a comment before the first move
    #[arg(long, value_name = "TEXT")]
    at_start: Option<String>,

    /// Put a comment behind the last move of the main line
    #[arg(long, value_name = "TEXT")]
    at_end: Option<String>,

    /// Put a comment behind each move of the main line
    #[arg(long, value_name = "TEXT")]
    after_moves: Option<String>,

    /// Put NEW in the place of comments that are OLD, in variations too
    ///
    /// White space around OLD does not count; without NEW such comments go.
    #[arg(long, value_name = "OLD=NEW")]
    replace: Vec<Replace>,

    /// Put a comment where `--where` holds, if that asks for a place in the game
    #[arg(long, value_name = "TEXT", requires = "expression")]
    at_match: Option<String>,
}

impl Annotate {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let steps = Steps { evaluate: self.judging.start(&self.read)?, ..self.change.steps()? };
        if steps.does_nothing() {
            let hint = "say what: --strip, --keep, --replace, --at-start, --at-end, --after-moves, \
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
            replace: self.replace.clone(),
            evaluate: None,
            at_start: template("--at-start", self.at_start.as_deref())?,
            at_end: template("--at-end", self.at_end.as_deref())?,
            after_moves: template("--after-moves", self.after_moves.as_deref())?,
            at_match: template("--at-match", self.at_match.as_deref())?,
        })
    }
}

fn kind(name: &str) -> Result<Kind, String> {
    Kind::parse(name)
}

fn template(option: &str, text: Option<&str>) -> Result<Option<Template>, Error> {
    let parsed = text.map(Template::parse).transpose();
    parsed.map_err(|why| Error::new(ErrorKind::Usage, option, why))
}
