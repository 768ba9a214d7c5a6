//! Options for reading and writing a FEN.
//!
//! Standard: §16.1. Decisions: D-45, D-46, D-47, D-60.

use crate::option_struct::option_struct;

/// How strictly a FEN is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// Six fields, one space between them, without corrections.
    #[default]
    Strict,
    /// Corrects and notes what D-46 and D-47 list.
    Lax,
}

/// The spelling of pockets and checks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// `[QNp]`, `3+2`: as programs and most servers write them.
    #[default]
    Brackets,
    /// `/QNp`, `+0+1`: as in the exports of Lichess.
    Slash,
}

/// When the en passant square is written (D-45).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EpPolicy {
    /// After every double step of a pawn, as in §16.1.3.4.
    #[default]
    Standard,
    /// Only if an enemy pawn is next to the pawn.
    XFen,
    /// Only if capturing is legal.
    Legal,
}

/// How castling rights of Chess960 are written (D-60). Ordinary positions have `KQkq` in X-FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingStyle {
    /// `KQkq` for the outermost rook, and the letter of its file for an inner one.
    #[default]
    XFen,
    /// Always the letter of the rook's file: `HAha`.
    Shredder,
}

option_struct! {
    "use pgn_chess::fen::{CastlingStyle, Dialect, EpPolicy, Style};";
    /// Options for writing a FEN.
    ///
    /// ```
    /// use pgn_chess::{Position, fen::{self, CastlingStyle, Style}};
    /// let style = Style::default().with_castling(CastlingStyle::Shredder);
    /// assert!(fen::to_text_with(&Position::start(), style).as_str().contains(" HAha "));
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct Style {
        /// When the en passant square is written.
        ep, with_ep: EpPolicy = "EpPolicy::Legal",
        /// How castling rights are written.
        castling, with_castling: CastlingStyle = "CastlingStyle::Shredder",
        /// How pockets and checks are written.
        dialect, with_dialect: Dialect = "Dialect::Slash",
    }
}
