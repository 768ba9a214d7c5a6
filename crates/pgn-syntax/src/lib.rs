//! Parses PGN text into tokens and parser events, and accounts for every byte.
//!
//! [`visit`] parses a text in memory, [`Reader`] a stream, and [`Regions`] splits a stream into
//! games. The crate treats moves and tags as plain text, and does not open files. It implements §4
//! to §8 and §18 of the standard.
//!
//! Reading never fails on bad data: each problem becomes a [`Diagnostic`], and reading continues. A
//! [`Visitor`] receives the parser events ([steps](step)), such as a tag pair, a symbol or a
//! comment.
//!
//! ```
//! use core::ops::ControlFlow;
//! use pgn_syntax::{RawSymbol, RawTag, Visitor, visit};
//!
//! #[derive(Default)]
//! struct Count { n_tags: usize, n_symbols: usize }
//!
//! impl Visitor for Count {
//!     type Break = ();
//!     fn tag(&mut self, _: RawTag<'_>) -> ControlFlow<()> {
//!         self.n_tags += 1;
//!         ControlFlow::Continue(())
//!     }
//!     fn symbol(&mut self, _: RawSymbol<'_>) -> ControlFlow<()> {
//!         self.n_symbols += 1;
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! let mut count = Count::default();
//! let _ = visit(b"[White \"Tal\"]\n\n1. e4 e5 2. Nf3 *\n", &mut count);
//! assert_eq!((count.n_tags, count.n_symbols), (1, 3));
//! ```

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "std")]
mod buffer;
pub mod diagnostic;
mod grammar;
mod lexer;
pub mod limits;
pub mod line;
#[cfg(feature = "std")]
mod reader;
pub mod result;
pub mod sniff;
pub mod span;
#[cfg(feature = "std")]
pub mod split;
pub mod step;
pub mod token;

pub use diagnostic::{Code, Conformance, Diagnostic, Fault};
#[cfg(feature = "alloc")]
pub use grammar::diagnostics;
pub use grammar::{Parser, Progress, WindowKind, visit};
pub use limits::Limits;
#[cfg(feature = "alloc")]
pub use line::LineIndex;
#[cfg(feature = "std")]
pub use reader::Reader;
pub use sniff::{Kind, sniff};
pub use span::{GameStart, Location, Span};
#[cfg(feature = "std")]
pub use split::{Region, Regions};
pub use step::{
    CommentKind, GameEnd, Marker, Part, RawComment, RawMarker, RawNag, RawNumber, RawSuffix,
    RawSymbol, RawTag, RawText, Skip, Visitor,
};
pub use token::{Token, TokenKind};

/// The code of the README, compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
