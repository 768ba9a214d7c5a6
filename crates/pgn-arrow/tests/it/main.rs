//! The tables as those see them who pull batches.
//!
//! Owns: the tests of the crate's public side. Knows nothing of: how batches are made.
//! Start at any test.

mod columns;
#[cfg(feature = "files")]
mod files;
mod games;
mod positions;
