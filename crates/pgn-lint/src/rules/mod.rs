//! The rules, one file each: page, message, fix. [`RULES`] is the table of all.
//!
//! A rule's file begins with its page; the page's examples are run by a test.

use crate::rule::Rule;

/// The rules of a family, in order of code: their modules and their table.
macro_rules! rule_modules {
    ($(mod $name:ident;)+) => {
        $(pub(crate) mod $name;)+

        pub(super) const RULES: &[crate::rule::Rule] = &[$($name::RULE),+];
    };
}

pub(crate) mod binary;
pub(crate) mod chess;
pub(crate) mod epd;
pub(crate) mod export;
pub(crate) mod fen;
pub(crate) mod lexical;
pub(crate) mod movetext;
pub(crate) mod tag;

const FAMILIES: [&[Rule]; 8] = [
    binary::RULES,
    chess::RULES,
    fen::RULES,
    epd::RULES,
    lexical::RULES,
    movetext::RULES,
    tag::RULES,
    export::RULES,
];

/// Every rule, in order of code. Each row is written in the rule's own file.
///
/// ```
/// use pgn_lint::RULES;
///
/// assert!(RULES.iter().any(|rule| rule.name() == "illegal-move"));
/// ```
pub static RULES: &[Rule] = &{
    let mut rules = [binary::RULES[0]; RULE_COUNT];
    let (mut family, mut idx, mut count) = (0, 0, 0);
    while count < RULE_COUNT {
        if idx == FAMILIES[family].len() {
            (family, idx) = (family + 1, 0);
        }
        rules[count] = FAMILIES[family][idx];
        (idx, count) = (idx + 1, count + 1);
    }
    rules
};

const RULE_COUNT: usize = {
    let (mut family, mut count) = (0, 0);
    while family < FAMILIES.len() {
        count += FAMILIES[family].len();
        family += 1;
    }
    count
};

/// The common imports of rule files; each uses some of them.
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
