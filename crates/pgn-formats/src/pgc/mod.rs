//! PGC: the binary form of games, with one byte per move.
//!
//! ```text
//! file      = { record }                       record = marker { item }
//! game      = 01 string-1 × 7 mvseq-2          roster and moves, nothing else
//!           | 05 { tag | moves | nag | escape | 08 … 09 } 06
//! ```
//!
//! Standard: §20. Decisions: D-39, D-53, D-54.
//! Start at [`Encoder`] to write, at [`Decoder`] to read.
//!
//! ```
//! use pgn_formats::pgc::{Decoder, Encode, Encoder};
//! use pgnkit::read::Games;
//!
//! let text = b"[White \"Tal\"]\n\n1. e4 e5 (1... c5 $1) 2. Nf3 *\n";
//! let game = Games::new(&text[..]).next().unwrap()?;
//! let mut bytes = Vec::new();
//! Encoder::new(Encode::default()).append(&game, &mut bytes, &mut Vec::new())?;
//!
//! let mut read = pgnkit::Game::new();
//! assert!(Decoder::new(&bytes[..]).read_into(&mut read)?);
//! assert_eq!(read.tree(), game.tree());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod comment;
mod decode;
mod encode;
mod error;
mod line;
mod marker;
mod ordinal;
mod recognize;
mod record;
mod tags;

pub mod fault;
pub mod item;

pub use decode::{Decoder, GAME_BYTES_MAX};
pub use encode::{Comments, Encode, Encoder, Extent};
pub use error::{Misread, PgcError};
pub use marker::Marker;
pub use ordinal::{ordinal, resolve};
pub use recognize::recognize;
