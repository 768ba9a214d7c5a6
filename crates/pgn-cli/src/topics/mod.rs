//! The pages of `pgn help` that are about no single verb; they are also pages of the documentation.
//!
//! A new one is a row of [`TOPICS`]; its text is a file beside this one or in another crate.

/// A page of the help.
#[derive(Debug)]
pub struct Topic {
    /// The word after `pgn help`.
    pub name: &'static str,
    /// What it is about, for the list in `pgn help help`.
    pub about: &'static str,
    /// The folder of the same page in the documentation, from the root of the repository.
    pub folder: &'static str,
    /// Where the text comes from, from the root of the repository.
    pub source: &'static str,
    /// The text, in Markdown.
    pub page: fn() -> String,
}

/// All topics.
pub const TOPICS: &[Topic] = &[
    Topic {
        name: "install",
        about: "how to install, verify and build pgnkit",
        folder: "docs/guide",
        source: "crates/pgn-cli/src/topics/install.md",
        page: || include_str!("install.md").to_owned(),
    },
    Topic {
        name: "query",
        about: "the query language of `filter --where`",
        folder: "docs/formats",
        source: "crates/pgn-query/src/",
        page: pgn_query::page,
    },
];

/// The topic of a name.
#[must_use]
pub fn topic(name: &str) -> Option<&'static Topic> {
    TOPICS.iter().find(|topic| topic.name == name)
}
