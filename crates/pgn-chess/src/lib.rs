//! The rules of chess: positions, legal moves, and how both are written.
//! Owns: the board, the rules, SAN, LAN, UCI, FEN. Knows nothing of: games, tags, files.
//! Standard: §8.2.3, §16.1, §19. Decisions: D-32, D-45, D-46, D-47, D-52, D-60.
//! Start at [`Position`].
#![no_std]
#![deny(unsafe_code)]

#[cfg(any(test, feature = "std"))]
extern crate std;

pub mod attacks;
pub mod fen;
pub mod notation;

mod bitboard;
mod bitset;
mod board;
mod castling;
mod hash;
mod movegen;
mod moves;
mod perft;
mod piece;
mod play;
mod position;
mod setup;
mod shorthand;
mod square;
mod text;
mod undo;
mod variant;

pub use bitboard::Bitboard;
pub use board::Board;
pub use castling::{Castling, Side};
pub use moves::{Move, MoveKind, MoveList};
pub use perft::perft;
pub use piece::{Color, Piece, Role};
pub use position::Position;
pub use setup::{Setup, SetupFaults};
pub use square::{File, ParseSquareError, Rank, Square};
pub use text::ShortText;
pub use undo::Undo;
pub use variant::{EndReason, Ending, Pocket, Variant};
