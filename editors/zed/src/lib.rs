//! PGN in Zed: starts `pgn lsp`.

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{Command, Extension, LanguageServerId, Result, Worktree};

struct PgnkitExtension;

impl Extension for PgnkitExtension {
    fn new() -> PgnkitExtension {
        PgnkitExtension
    }

    /// The program that the settings name (`lsp.pgn.binary.path`), or the one in PATH.
    fn language_server_command(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let binary = LspSettings::for_worktree(server.as_ref(), worktree)?.binary;
        let (path, arguments) =
            binary.map_or((None, None), |binary| (binary.path, binary.arguments));
        let missing = "pgn was not found in PATH; install it, or set lsp.pgn.binary.path";
        let command = path.or_else(|| worktree.which("pgn")).ok_or(missing)?;
        let args = arguments.unwrap_or_else(|| vec!["lsp".to_owned()]);
        Ok(Command { command, args, env: worktree.shell_env() })
    }
}

zed_extension_api::register_extension!(PgnkitExtension);
