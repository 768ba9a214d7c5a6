//! `pgn completions SHELL`: the script that lets a shell complete verbs and options.

use clap::Args;
use clap_complete::Shell;

use super::{Example, command};
use crate::args::Write;
use crate::exit::Exit;
use crate::output::Output;
use crate::terminal::Console;
use pgn_db::error::Error;
use pgn_db::source::Inputs;

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn completions bash -o ~/.local/share/bash-completion/completions/pgn", "For bash"),
    ("pgn completions zsh -o ~/.zfunc/_pgn", "For zsh"),
    ("pgn completions fish -o ~/.config/fish/completions/pgn.fish", "For fish"),
];

/// Print a completion script for a shell
///
/// The script matches the version of pgn that prints it; print it again after an update.
#[derive(Args, Debug)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,

    #[command(flatten)]
    write: Write,
}

impl Completions {
    pub(super) fn run(self, _: &mut Console) -> Result<Exit, Error> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command(), "pgn", &mut script);
        Output::print(self.write.output.as_deref(), &Inputs::none(), &script)?;
        Ok(Exit::Clean)
    }
}
