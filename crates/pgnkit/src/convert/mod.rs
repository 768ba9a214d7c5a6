//! Other notations for games: Blind Game Notation, speech, correspondence mail, server logs, text.
//!
//! Standard: §10, §13, §21. Decisions: D-55, D-57, D-61.
//! Start at [`blind`], [`speech`], [`mail`], [`ics`] and [`text`].

mod found;
mod label;
mod lines;
mod sentence;
mod via_pgn;
mod words;

pub mod blind;
pub mod ics;
pub mod mail;
pub mod speech;
pub mod text;
pub mod uci;

pub use found::{Found, Imported};
pub use words::Commands;
