//! A text that is not PGN at all.
//!
//! # What it finds
//! A compressed or binary file, a web page, JSON, a Git LFS pointer file, or a text without any
//! game. The whole text is one finding.
//!
//! # Why it matters
//! A thousand separate findings about a web page would not help.
//!
//! # Standard
//! §4. Decisions: D-03.
//!
//! # Example
//! ```pgn lax
//! version https://git-lfs.github.com/spec/v1
//! oid sha256:0123456789abcdef
//! size 12345
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 *
//! ```
//!
//! # Fix
//! None: get the real file, or extract the games from a web page with `pgn import text`, and from
//! JSON with `pgn import json`. Export a database of another program, such as Chess Assistant, as
//! PGN from that program.
//!
//! # Seen in
//! Failed downloads, repositories cloned without Git LFS, archives with the wrong name.

use crate::rules::prelude::*;
use pgnkit::syntax::{Kind, sniff};

rule! { "not_pgn.rs", syntax_fault::NOT_PGN; LOSS, None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let (found, help) = match sniff(context.text) {
        Kind::Text => ("text without a game", "a game begins with a tag pair or a move"),
        Kind::GitLfsPointer => {
            ("a Git LFS pointer file", "run `git lfs pull` to get the real file")
        }
        Kind::Html => ("a web page", "`pgn import text` takes the games out of it"),
        Kind::Json => ("JSON", "`pgn import json` makes games of it"),
        Kind::Utf16Le | Kind::Utf16Be => ("UTF-16 text", "convert it to UTF-8"),
        Kind::Binary => ("binary data", "unpack it, or let the program that wrote it export PGN"),
    };
    let place = Span::new(span.start, span.end.min(span.start + 1));
    Message::new(place, format!("expected PGN, found {found}")).help(help)
}
