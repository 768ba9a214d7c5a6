//! The tables as those see them who pull batches.
//!
//! Start at any test.

mod columns;
#[cfg(feature = "files")]
mod files;
mod games;
mod positions;
