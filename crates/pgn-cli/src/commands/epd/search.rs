//! The search of many records, shared by `solve` and `analyze`.

use std::num::NonZeroUsize;

use crate::engine::{self, EngineArgs};
use crate::output::Output;
use crate::terminal::Console;
use pgn_db::error::{Error, ErrorKind};
use pgn_engine::{EngineError, EnginePool, Scores, SearchResult};
use pgnkit::chess::Position;

/// Searches positions; `take` receives the result of each, in the order in which they are finished.
/// Failures are reported with the name of the position from `name`; returns their number.
pub(super) fn search(
    (engine, engine_count, scores): (&EngineArgs, NonZeroUsize, Scores),
    positions: Vec<Position>,
    console: &mut Console,
    output: &Output,
    name: impl Fn(usize) -> String,
    mut take: impl FnMut(usize, SearchResult),
) -> Result<u64, Error> {
    let Some(options) = engine.pool_options(engine_count, scores) else {
        return Err(Error::new(ErrorKind::Usage, "--engine", "expected an engine"));
    };
    console.start_tasks(positions.len() as u64, output);
    let mut failed_count = 0;
    let console = &*console;
    let program = options.command.program.clone();
    let take_result = |idx: usize, searched: SearchResult| {
        console.count_games(1);
        let searched = searched.and_then(|answer| match answer.fault(&positions[idx]) {
            Some(why) => Err(EngineError::Failed(why)),
            None => Ok(answer),
        });
        if let Err(error) = &searched {
            failed_count += 1;
            console.error(&Error::new(ErrorKind::Io, name(idx), error.to_string()));
        }
        take(idx, searched);
        Ok(())
    };
    let searched = EnginePool::start(options)
        .and_then(|pool| pool.search_all(positions.iter().copied(), take_result));
    searched.map_err(|error| engine::error_of(&program, error))?;
    Ok(failed_count)
}
