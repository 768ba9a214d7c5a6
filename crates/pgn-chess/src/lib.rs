//! The rules of chess: positions and legal moves, and their notations SAN, LAN, UCI and FEN. Most
//! programs start with [`Position`]. The crate has no games, tags or files. It implements §8.2.3,
//! §16.1 and §19 of the standard.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
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
mod option_struct;
mod perft;
mod piece;
mod play;
mod position;
mod rules;
#[cfg(feature = "serde")]
mod serialization;
mod setup;
mod shorthand;
mod square;
mod text;
mod text_by_name;
mod undo;
mod variant;

pub use bitboard::Bitboard;
pub use board::Board;
pub use castling::{Castling, Side};
pub use moves::{Move, MoveKind, MoveList};
pub use perft::perft;
pub use piece::{Color, ParseNameError, Piece, Role};
pub use position::Position;
pub use rules::{EndReason, Ending};
pub use setup::{Setup, SetupError};
pub use square::{File, ParseSquareError, Rank, Square};
pub use text::ShortText;
pub use undo::Undo;
pub use variant::{Pocket, Variant};

/// The code of the README, compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
