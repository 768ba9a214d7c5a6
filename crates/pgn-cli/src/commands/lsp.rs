//! `pgn lsp`: a language server for editors.

use clap::Args;

use super::Example;
use crate::exit::Exit;
use crate::terminal::Console;
use pgn_db::error::Error;

pub(super) const EXAMPLES: &[Example] = &[("pgn lsp", "Start the server, as an editor does")];

/// Help an editor with games and positions, as a language server
///
/// Your editor starts this command and talks to it over standard input and output, in the Language
/// Server Protocol. The editor then shows what `pgn check` reports while you type, offers fixes,
/// formats games as `pgn fmt` does, shows the board at a move, and completes legal moves, tags and
/// annotation symbols (NAGs). docs/guide/editors.md describes how to set up editors.
///
/// The profile and the rules are those of the nearest pgnkit.toml, in the folder of the file or
/// above it.
///
/// The exit status is 0 if the editor has ended the session as the protocol requires, otherwise 2.
#[derive(Args, Debug)]
pub(super) struct Lsp {
    /// Use standard input and output, which pgn always does; many editors pass this option
    #[arg(long, hide = true)]
    stdio: bool,
}

impl Lsp {
    #[cfg(feature = "lsp")]
    pub(super) fn run(self, _: &mut Console) -> Result<Exit, Error> {
        let ended = pgn_lsp::serve_stdio();
        match ended.map_err(|error| Error::from_io("lsp", error))? {
            pgn_lsp::Ended::Orderly => Ok(Exit::Clean),
            pgn_lsp::Ended::Abruptly => Ok(Exit::Failed),
        }
    }

    #[cfg(not(feature = "lsp"))]
    pub(super) fn run(self, _: &mut Console) -> Result<Exit, Error> {
        let why = "this build of pgn has no language server";
        let error = Error::new(pgn_db::error::ErrorKind::Unsupported, "lsp", why);
        Err(error.with_hint("`cargo install pgn-cli --features lsp` builds it"))
    }
}
