//! The pages of `pgn help` that are about no single verb; they are also pages of the documentation.
//!
//! A new one is a row of [`TOPICS`]; its text is a file beside this one or in another crate.

/// A page of the help.
#[derive(Debug)]
pub struct Topic {
    /// The word after `pgn help`.
    pub name: &'static str,
    /// Its subject, for the list in `pgn help help`.
    pub about: &'static str,
    /// The folder of the same page in the documentation, from the root of the repository.
    pub folder: &'static str,
    /// Where the text comes from, from the root of the repository.
    pub source: &'static str,
    /// The text, in Markdown.
    pub page: fn() -> String,
}

const FROM_PGN_EXTRACT: &str = include_str!("from-pgn-extract.md");

/// All topics.
pub const TOPICS: &[Topic] = &[
    Topic {
        name: "encodings",
        about: "how pgn decides the encoding of a text",
        folder: "docs/formats",
        source: "crates/pgn-cli/src/topics/encodings.md",
        page: || include_str!("encodings.md").to_owned(),
    },
    Topic {
        name: "exit-codes",
        about: "what the exit statuses mean",
        folder: "docs/guide",
        source: "crates/pgn-cli/src/topics/exit-codes.md",
        page: || include_str!("exit-codes.md").to_owned(),
    },
    Topic {
        name: "formats",
        about: "all formats that pgn reads and writes",
        folder: "docs/formats",
        source: "crates/pgn-cli/src/topics/formats.md",
        page: || include_str!("formats.md").to_owned(),
    },
    Topic {
        name: "from-pgn-extract",
        about: "what to type for each flag of pgn-extract",
        folder: "docs/guide",
        source: "crates/pgn-cli/src/topics/from-pgn-extract.md",
        page: || FROM_PGN_EXTRACT.to_owned(),
    },
    Topic {
        name: "install",
        about: "how to install, verify and build pgnkit",
        folder: "docs/guide",
        source: "crates/pgn-cli/src/topics/install.md",
        page: || include_str!("install.md").to_owned(),
    },
    Topic {
        name: "profiles",
        about: "what the profiles of `check` and `fmt` mean",
        folder: "docs/formats",
        source: "crates/pgn-cli/src/topics/profiles.md",
        page: || include_str!("profiles.md").to_owned(),
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

/// The command line that does what a flag of pgn-extract does, `-D` or `--noduplicates`.
#[must_use]
pub fn instead_of_pgn_extract(flag: &str) -> Option<&'static str> {
    let rows = FROM_PGN_EXTRACT.lines().filter(|line| line.starts_with("| `-"));
    for row in rows {
        let mut cells = row.trim_matches('|').split(" | ");
        let (Some(flags), Some(line)) = (cells.next(), cells.next()) else { continue };
        // Each in backticks, perhaps with a value: `-D`, `-f FILE`, `-b[elu]N`.
        let mut flags = flags.split('`').skip(1).step_by(2);
        if flags.any(|given| given.split([' ', '[']).next() == Some(flag)) {
            return line.trim().strip_prefix('`')?.split('`').next();
        }
    }
    None
}
