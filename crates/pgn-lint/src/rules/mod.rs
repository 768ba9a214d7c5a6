//! The rules, one file each: page, sentences, fix.
//!
//! Standard: none; each rule cites its sections.
//! Start at any rule, [`chess::illegal_move`] for one; the table of all is in `registry/table.rs`.
//!
//! A rule's file begins with its page; the page's examples are run by a test.

pub(crate) mod binary;
pub(crate) mod chess;
pub(crate) mod epd;
pub(crate) mod export;
pub(crate) mod fen;
pub(crate) mod lexical;
pub(crate) mod movetext;
pub(crate) mod tag;

/// What a rule file needs; each takes what it uses.
mod prelude {
    pub(crate) use crate::context::{Cause, CommentSeen, Noted, RuleContext, TagSeen, span_at};
    pub(crate) use crate::message::{Change, Message, Report};
    pub(crate) use crate::rule::{TagFilter, rule};
    pub(crate) use pgn_formats::bgn::fault as blind_fault;
    pub(crate) use pgn_formats::epd::{Note, fault as epd_fault};
    pub(crate) use pgn_formats::ics::fault as ics_fault;
    pub(crate) use pgn_formats::pgc::fault as pgc_fault;
    pub(crate) use pgnkit::Nag;
    pub(crate) use pgnkit::charset::Encoding;
    pub(crate) use pgnkit::chess::Color;
    pub(crate) use pgnkit::chess::notation::san::ResolveError;
    pub(crate) use pgnkit::fault as game_fault;
    pub(crate) use pgnkit::syntax::Span;
    pub(crate) use pgnkit::syntax::diagnostic::fault as syntax_fault;
    pub(crate) use pgnkit::tag::{Outcome, ValueType};
    pub(crate) use pgnkit::write::loss;
}

#[cfg(test)]
mod tests;
