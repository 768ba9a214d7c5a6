//! The names that expressions and keys may use.

/// The names that a field may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Vocabulary {
    /// Those about games: facts and tags.
    #[default]
    Games,
    /// Those about records of positions, which are games without moves whose tags are the
    /// operations: also any opcode.
    Records,
}
