//! The `pgn` command.
//!
//! Start at [`pgn_cli::commands::run`].
#![deny(unsafe_code)]

use std::env;
use std::process::ExitCode;

/// Detects a closed standard output before the Rust runtime opens `/dev/null` in its place, because
/// writing to a closed output must fail.
#[cfg(unix)]
#[allow(unsafe_code, reason = "code that runs before main is unsafe to declare")]
mod before_main {
    use std::sync::atomic::Ordering;

    #[ctor::ctor(unsafe)]
    fn detect_closed_stdout() {
        // No Rust runtime yet: a system call and a store are all that may be done here.
        let is_closed = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err();
        pgn_cli::output::IS_STDOUT_CLOSED.store(is_closed, Ordering::Relaxed);
    }
}

fn main() -> ExitCode {
    pgn_cli::commands::run(env::args_os()).into()
}
