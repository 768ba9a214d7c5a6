//! Talks to chess engines in UCI and in the XBoard protocol.
//!
//! [`Conversation`] is the protocols without I/O: lines of the engine in, lines to send and events
//! out. [`Engine`] runs the program, [`Analysis`] runs one in a thread to follow what it thinks or
//! to play against it, and [`EnginePool`] shares positions to search among several engines.
//!
//! ```no_run
//! use std::num::NonZeroUsize;
//!
//! use pgn_chess::Position;
//! use pgn_engine::{EngineCommand, EngineError, EnginePool, PoolOptions, SearchLimits, Timeouts};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let pool = EnginePool::start(PoolOptions {
//!     command: EngineCommand::parse("stockfish")?,
//!     options: Vec::new(),
//!     limits: SearchLimits::default().with_depth(Some(18)),
//!     timeouts: Timeouts::default(),
//!     engine_count: NonZeroUsize::MIN,
//!     scores: pgn_engine::Scores::Required,
//! })?;
//! pool.search_all([Position::start()], |_, result| {
//!     println!("{:?}", result.map(|answer| answer.best));
//!     Ok::<(), EngineError>(())
//! })?;
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod analysis;
mod command_line;
mod conversation;
mod error;
mod pool;
mod process;
mod reaction;
mod search;
mod uci;
mod uci_line;
mod xboard;

#[cfg(test)]
mod tests;

pub use analysis::{Analysis, AnalysisEvent};
pub use command_line::{EngineCommand, EngineCommandError};
pub use conversation::Conversation;
pub use error::EngineError;
pub use pool::{EnginePool, PoolOptions, Scores, SearchResult};
pub use process::{Engine, end_all_engines};
pub use reaction::{Event, Reaction};
pub use search::{
    GameClocks, SearchAnswer, SearchBound, SearchContext, SearchLimits, SearchTask, Timeouts,
};
pub use uci_line::{EngineOption, EngineScore, SearchInfo};
