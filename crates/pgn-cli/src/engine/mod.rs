//! Engines: programs that play chess and speak UCI or the protocol of XBoard.
//!
//! ```text
//! talk      a conversation as a machine: lines in, lines out, and when to lose patience
//! uci       the conversation in UCI
//! xboard    the conversation in the protocol of XBoard
//! message   the lines of UCI
//! process   a program that runs, with a thread that listens to it
//! analysis  one beside a person: it thinks about what someone looks at, or plays
//! pool      several of them, that share the positions to be searched
//! args      what a person says of all that
//! ```
//!
//! Start at [`pool::Pool`].

pub mod pool;

mod analysis;
mod args;
mod command_line;
mod message;
mod process;
mod talk;
mod uci;
mod xboard;

#[cfg(test)]
mod tests;

pub use analysis::{Analysis, Said};
pub use args::EngineArgs;
pub(crate) use args::option;
pub use command_line::CommandLine;
pub use message::{Info, Score};
pub use talk::{Answer, Bound, Clocks, Limits, Patience, Task};
