//! Options of `pgn annotate` for evaluation, and its progress.

use std::num::{NonZeroU16, NonZeroUsize};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;

use super::evaluate::{Evaluate, Wishes};
use super::move_loss::Bounds;
use super::steps::{Counting, Steps};
use crate::args::{Read, Where};
use crate::commands::fmt::FmtTarget;
use crate::engine::{self, EngineArgs};
use crate::exit::Exit;
use crate::output::Output;
use crate::rewrite::{Edits, Form, Rewrite};
use crate::terminal::{Console, Loudness};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::reading::Reading;
use pgn_db::scan;
use pgn_db::source::Inputs;
use pgn_engine::{EnginePool, PoolOptions, Scores};

/// How moves are rated.
#[derive(Args, Clone, Debug)]
pub(super) struct Judging {
    #[command(flatten)]
    engine: EngineArgs,

    /// Also search moves that have an evaluation, and replace the evaluation
    #[arg(long, alias = "redo", requires = "engine", help_heading = "Engine")]
    reevaluate: bool,

    /// Write the search depth after the evaluation: [%eval 0.35,18]
    #[arg(long, requires = "engine", help_heading = "Engine")]
    eval_depth: bool,

    /// Mark bad moves with ?!, ? or ??
    ///
    /// The losses of winning chances from which a move gets ?!, ? and ?? [default: 5,10,15]
    #[arg(long, value_name = "LOSSES", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "5,10,15", help_heading = "Engine")]
    glyphs: Option<Bounds>,

    /// Add the engine's line to each blunder, as a variation
    ///
    /// The line has at most this many plies [default: 8]. A blunder that already has a variation
    /// gets none.
    #[arg(long, value_name = "PLIES", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "8", requires = "engine", help_heading = "Engine")]
    lines: Option<NonZeroU16>,
}

impl Judging {
    /// Starts the requested engines; `None` if no engine is requested.
    pub(super) fn start(&self, read: &Read) -> Result<Option<Arc<Evaluate>>, Error> {
        let engine_count = read.engine_count();
        let options = self.engine.pool_options(engine_count, Scores::Required);
        if options.is_none() && self.glyphs.is_none() {
            return Ok(None);
        }
        let wishes = Wishes {
            reevaluates: self.reevaluate,
            tells_depth: self.eval_depth,
            glyphs: self.glyphs,
            line_plies: self.lines.map(|plies| usize::from(plies.get())),
        };
        let start = |options: PoolOptions| {
            let program = options.command.program.clone();
            EnginePool::start_tried(options).map_err(|error| engine::error_of(&program, error))
        };
        let pool = options.map(start).transpose()?;
        Ok(Some(Arc::new(Evaluate { pool, wishes, ..Evaluate::default() })))
    }
}

/// The number of games in flight to the engines, so that none waits while a game ends.
const N_GAMES_SEARCHED: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1);

/// Edits games by steps that evaluate.
pub(super) fn edit(
    (read, wanted): (&Read, &Where),
    target: &FmtTarget,
    steps: Arc<Steps>,
    console: &mut Console,
) -> Result<Exit, Error> {
    let Some(evaluate) = steps.evaluate.clone() else { return Ok(Exit::Clean) };
    let edits = Edits::new(Arc::clone(&steps) as _, wanted.query(console)?);
    if evaluate.pool.is_none() {
        let begin = Console::start_progress;
        return target.edit_slowly((read, read.scan_options()), edits, console, begin);
    }
    let engine_count = read.engine_count();
    let thread_count = engine_count.min(N_GAMES_SEARCHED);
    let options = read.scan_options().with_thread_count(thread_count);
    let counted = edits.clone();
    let begin = |console: &mut Console, inputs: &Inputs, output: &Output| {
        let total = || (!inputs.name_stdin()).then(|| count(read, counted, &steps));
        console.start_searches(total, Arc::clone(&evaluate.searched_count), output);
    };
    let exit = target.edit_slowly((read, options), edits, console, begin)?;
    console.end_progress();
    Ok(exit.max(report(&evaluate, console)))
}

/// Says what was left alone.
fn report(evaluate: &Evaluate, console: &Console) -> Exit {
    let games = |n: u64| if n == 1 { "1 game".to_owned() } else { format!("{n} games") };
    let n = evaluate.unchecked_count.load(Ordering::Relaxed);
    if n > 0 {
        console.say(&format!("{} with unchecked moves: not evaluated", games(n)));
    }
    let n = evaluate.left_count.load(Ordering::Relaxed);
    if n == 0 {
        return Exit::Clean;
    }
    let why = format!("the engine failed too often; {} more do not change", games(n));
    let error = Error::new(ErrorKind::Io, "annotate", why);
    console.error(&error.with_hint("run the same command again to continue"));
    Exit::Failed
}

/// The number of positions to search. This reads the games once more; their findings are reported
/// only in the main pass.
fn count(read: &Read, edits: Edits, steps: &Arc<Steps>) -> u64 {
    let wanted_count = Arc::new(AtomicU64::new(0));
    let plan = Counting { steps: Arc::clone(steps), wanted_count: Arc::clone(&wanted_count) };
    let edits = Edits { plan: Arc::new(plan), ..edits };
    let rewrite = Reading::all(Rewrite::whole(Form::Edit(edits), Loudness::Quiet));
    let options = read.scan_options().with_language(Default::default());
    let _ = scan::run(read.inputs(), options, rewrite, &mut scan::Again(|_, _| Ok(())));
    wanted_count.load(Ordering::Relaxed)
}
