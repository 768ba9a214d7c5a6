//! The SetUp tag: whether the game starts from the usual array.
//!
//! Standard: §9.7. Decisions: D-16, D-25.

use crate::named_enum::named_enum;

named_enum! {
    /// Where a game starts.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub enum SetUp, name {
        /// `0`: the usual start position.
        #[default]
        UsualArray = "0",
        /// `1`: the position in the FEN tag.
        Fen = "1",
    }
}
