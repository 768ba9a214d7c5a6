//! Engines: programs that play chess and speak UCI.
//!
//! ```text
//! talk      the conversation as a machine: lines in, lines out, and when to lose patience
//! message   the lines themselves
//! process   a program that runs, with a thread that listens to it
//! pool      several of them, that share the positions to be searched
//! args      what a person says of all that
//! ```
//!
//! Owns: the conversation and the processes. Knows nothing of: what the answers are used for.
//! Start at [`pool::Pool`].

pub mod pool;

mod args;
mod command_line;
mod message;
mod process;
mod talk;

#[cfg(test)]
mod tests;

pub use args::EngineArgs;
pub use command_line::CommandLine;
pub use message::{Info, Score};
pub use talk::{Answer, Limits, Patience};
