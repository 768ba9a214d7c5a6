//! Openings, identified by positions.
//!
//! ```
//! use pgnkit::opening::Table;
//! # use pgnkit::{Game, read::Games};
//! # let game = Games::new(&b"1. Nf3 c5 2. e4 d6 3. d4 *"[..]).next().unwrap()?;
//! let opening = Table::standard().classify(&game).expect("a usual start");
//! assert_eq!(opening.code.to_string(), "B50");
//! assert_eq!(opening.name.opening(), "Sicilian Defense");
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Standard: §9.3, §9.4. Decisions: D-52.
//! Start at [`Table`].

mod finder;
mod name;
mod parse;
mod standard;
mod table;

#[cfg(test)]
mod tests;

pub use finder::{Found, OpeningFinder, OpeningReader};
pub use name::Name;
pub use parse::{TableError, TableErrorKind};
pub use table::{Opening, Table};
