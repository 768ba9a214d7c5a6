//! The `pgn` command.
//!
//! Owns: nothing; it hands the command line over. Knows nothing of: everything else.
//! Start at [`pgn_cli::commands::run`].
#![forbid(unsafe_code)]

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    pgn_cli::commands::run(env::args_os()).into()
}
