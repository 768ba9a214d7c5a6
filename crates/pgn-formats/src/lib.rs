//! Formats other than PGN with chess games and positions.
//!
//! Each module has a Cargo feature of its name; all are on by default, except in pgnkit's own
//! crates, which turn on what they use.
//!
//! | module | format |
//! |---|---|
//! | [`epd`] | Extended Position Description, positions with operations |
//! | [`pgc`] | the standard's binary form of games |
//! | [`book`] | Polyglot opening books |
//! | [`bgn`] | Blind Game Notation |
//! | [`speech`] | sentences for text to speech |
//! | [`mail`] | moves of correspondence games in mails |
//! | [`ics`] | logs of Internet chess servers |
//! | [`json`] | games in JSON of servers and programs |
//! | [`text`] | games in web pages, mails and other prose |
//! | [`uci`] | lines of UCI moves |
//! | [`databases`] | databases of ChessBase and Scid |
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Shared code, of which each format uses only a part.
#![cfg_attr(not(feature = "default"), allow(dead_code))]

#[cfg(feature = "bgn")]
pub mod bgn;
#[cfg(feature = "book")]
pub mod book;
#[cfg(feature = "databases")]
pub mod databases;
#[cfg(feature = "epd")]
pub mod epd;
#[cfg(feature = "ics")]
pub mod ics;
#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "mail")]
pub mod mail;
#[cfg(feature = "pgc")]
pub mod pgc;
#[cfg(feature = "speech")]
pub mod speech;
#[cfg(feature = "text")]
pub mod text;
#[cfg(feature = "uci")]
pub mod uci;

#[cfg(any(feature = "bgn", feature = "ics", feature = "json", feature = "text", feature = "uci"))]
mod found;
#[cfg(any(feature = "bgn", feature = "speech"))]
mod label;
#[cfg(any(feature = "ics", feature = "text", feature = "uci"))]
mod lines;
#[cfg(any(feature = "bgn", feature = "speech"))]
mod sentence;
#[cfg(test)]
mod testing;
#[cfg(any(feature = "ics", feature = "json", feature = "text", feature = "uci"))]
mod via_pgn;
#[cfg(any(feature = "bgn", feature = "speech"))]
mod words;

#[cfg(any(
    feature = "bgn",
    feature = "ics",
    feature = "json",
    feature = "text",
    feature = "uci"
))]
pub use found::{Found, Imported};
#[cfg(any(feature = "bgn", feature = "speech"))]
pub use words::Commands;

/// The README's Rust is compiled with the crate's own examples.
#[cfg(all(doctest, feature = "epd"))]
#[doc = include_str!("../README.md")]
struct Readme;
