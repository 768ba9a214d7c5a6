//! What `solve` and `analyze` share: the search of many records.

use std::num::NonZeroUsize;

use crate::engine::EngineArgs;
use crate::engine::pool::{Pool, Scores, Searched};
use crate::output::Output;
use crate::terminal::Console;
use pgn_db::error::{Error, ErrorKind};
use pgnkit::chess::Position;

/// Searches positions; `take` has what came of each, in the order in which they are done. Failures
/// are told, with the name that `name` gives the position; gives their number.
pub(super) fn search(
    (engine, n_engines, scores): (&EngineArgs, NonZeroUsize, Scores),
    positions: Vec<Position>,
    console: &mut Console,
    output: &Output,
    name: impl Fn(usize) -> String,
    mut take: impl FnMut(usize, Searched),
) -> Result<u64, Error> {
    let Some(setting) = engine.setting(n_engines, scores) else {
        return Err(Error::new(ErrorKind::Usage, "--engine", "expected an engine"));
    };
    console.start_tasks(positions.len() as u64, output);
    let mut n_failed = 0;
    let console = &*console;
    Pool::start(setting)?.search_all(positions.iter().copied(), |idx, searched| {
        console.count_games(1);
        let searched = searched.and_then(|answer| match answer.fault(&positions[idx]) {
            Some(why) => Err(why),
            None => Ok(answer),
        });
        if let Err(why) = &searched {
            n_failed += 1;
            let why = format!("the engine {why}");
            console.error(&Error::new(ErrorKind::Io, name(idx), why));
        }
        take(idx, searched);
        Ok::<(), Error>(())
    })?;
    Ok(n_failed)
}
