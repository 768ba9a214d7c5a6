//! PGN text to tokens and steps, with every byte accounted for.
//!
//! Owns: bytes, spans, tokens, the structure of games, recovery from bad data, diagnostics.
//! Knows nothing of: what a tag means, which move is legal, who reads or writes files.
//! Standard: §4 to §8, §18. Decisions: D-01 to D-09, D-12, D-22, D-26, D-30, D-38.
//! Start at [`visit`] for a text in memory, [`Reader`] for a stream, [`Regions`] for whole games.
//!
//! Reading never fails on bad data: what does not fit becomes a [`Diagnostic`], and reading goes
//! on. A listener is a [`Visitor`]; it takes [steps](step) such as a tag pair, a symbol, a comment.
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
pub use grammar::{Parser, Progress, visit};
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
