//! (card follows)

/// Character encodings: which one a game is in, and what Latin-1 cannot hold (§4.1).
pub mod charset;
/// Commands inside comment text: `[%clk 0:01:02]` and its kin.
pub mod comment;
/// Numeric annotation glyphs and the signs printed for them (§10).
pub mod nag;
/// Tag names and the values of tag pairs (§8.1, §9).
pub mod tag;
