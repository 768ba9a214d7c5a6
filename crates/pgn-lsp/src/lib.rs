//! A language server for chess games in PGN and positions in EPD.
//!
//! An editor sends each change of a text, and receives findings, fixes, boards and legal moves.
//! [`serve`] handles one message at a time. A text is stored as one piece per game, and only the
//! pieces that an edit touches are read again; while no message waits, the server reads on.
//! Start at [`serve`] and `document`.

#![forbid(unsafe_code)]

mod actions;
mod board;
mod capabilities;
mod completion;
mod config;
mod document;
mod form;
mod hints;
mod hover;
mod items;
mod lint;
mod outline;
mod panel;
mod record;
mod rename;
mod server;
mod session;
mod tokens;
mod units;

use std::io;

use lsp_server::Connection;

pub use server::{Ended, serve};

/// Serves the editor that started this program, over standard input and output.
///
/// # Errors
/// When a message cannot be read or written.
pub fn serve_stdio() -> io::Result<Ended> {
    let (connection, threads) = Connection::stdio();
    let ended = serve(&connection);
    // The thread that writes ends with the connection.
    drop(connection);
    threads.join()?;
    Ok(ended)
}
