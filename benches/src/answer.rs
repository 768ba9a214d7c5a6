//! What a work finds out; two runners of one work must find the same.
//!
//! Owns: the counts. Knows nothing of: who counted.
//! Standard: none.
//! Start at [`Answer`].

use std::fmt;

/// Counts; what a work does not look at stays 0.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) n_games: u64,
    pub(crate) n_tags: u64,
    /// Bytes of names and raw values.
    pub(crate) tag_bytes: u64,
    /// Moves of all lines.
    pub(crate) n_plies: u64,
    pub(crate) n_nags: u64,
    pub(crate) comment_bytes: u64,
    pub(crate) n_variations: u64,
    /// Sum of the Polyglot keys of the positions in which main lines end.
    pub(crate) key_sum: u64,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "games {} tags {} tag-bytes {} plies {} nags {} comment-bytes {} variations {} \
             keys {:016x}",
            self.n_games,
            self.n_tags,
            self.tag_bytes,
            self.n_plies,
            self.n_nags,
            self.comment_bytes,
            self.n_variations,
            self.key_sum
        )
    }
}
