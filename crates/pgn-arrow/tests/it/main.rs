//! The tables from the view of a program that pulls batches.
//!
//! Start at any test.

mod columns;
#[cfg(feature = "files")]
mod files;
mod games;
mod positions;
