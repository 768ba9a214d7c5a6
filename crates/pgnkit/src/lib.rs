//! Reading, editing and writing chess games in PGN.
//!
//! [`read::Games`] reads games, [`Game`] is a game that you can walk through and edit, and
//! [`write::Export`] writes games. This crate does not open files, spawn threads, or rate findings.
//! It implements §3 to §10 of the
//! standard; other formats are in `pgn-formats`.
//!
//! Reading a file into games takes five lines:
//!
//! ```
//! # fn main() -> std::io::Result<()> {
//! # let file = &b"[White \"Tal\"]\n\n1. e4 e5 2. Nf3 *\n"[..];
//! let mut games = Vec::new();
//! for game in pgnkit::read::Games::new(file) {
//!     games.push(game?);
//! }
//! # assert_eq!(games.len(), 1);
//! # Ok(())
//! # }
//! ```
//!
//! Writing them takes as few:
//!
//! ```
//! # fn main() -> std::io::Result<()> {
//! # let games = vec![pgnkit::Game::default()];
//! let mut file = Vec::new();
//! for game in &games {
//!     pgnkit::write::Export::default().write(game, &mut file)?;
//! }
//! # assert!(file.ends_with(b"\n\n*\n\n"));
//! # Ok(())
//! # }
//! ```
//!
//! A game can be parsed from a string and displayed:
//!
//! ```
//! let game: pgnkit::Game = "1. e4 e5 2. Nf3 *".parse()?;
//! let end = game.end_position().expect("the moves were played");
//! assert!(end.fen().as_str().ends_with(" b KQkq - 1 2"));
//! assert!(game.to_string().contains("2. Nf3"));
//! # Ok::<(), pgnkit::read::NoGameError>(())
//! ```
//!
//! With the feature `serde`, games, outcomes, NAGs and dates can be serialized.
//!
//! `pgn_db::open_games` opens files, also compressed ones.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

pub use pgn_chess as chess;
pub use pgn_syntax as syntax;

pub mod charset;
pub mod collate;
pub mod comment;
pub mod compare;
pub mod diagram;
pub mod fault;
pub mod file_name;
pub mod game;
pub mod game_trie;
#[doc(hidden)]
pub mod internal;
pub mod merge_games;
pub mod nag;
mod named_enum;
pub mod opening;
pub mod read;
pub mod score_sheet;
#[cfg(feature = "serde")]
mod serde_text;
#[doc(hidden)]
pub mod suggest;
pub mod tag;
#[cfg(test)]
mod testing;
pub mod write;

pub use game::{Cursor, Game, NodeId};
pub use nag::Nag;
pub use pgn_chess::{Color, Move, Position, Square};
pub use tag::Outcome;

/// The pages whose Rust is compiled with the crate's own examples.
#[cfg(doctest)]
mod page {
    #[doc = include_str!("../../../README.md")]
    struct FrontPage;
    #[doc = include_str!("../../../docs/guide/use-the-library.md")]
    struct UseTheLibrary;
    #[doc = include_str!("../README.md")]
    struct CratePage;
}
