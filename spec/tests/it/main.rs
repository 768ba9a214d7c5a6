//! Tests of the whole library, beside the pages of the standard.
//!
//! Owns: the corpus as a test. Knows nothing of: the command.
//! Standard: none.
//! Start at `corpus`.

mod account;
mod corpus;
mod main_lines;
mod shared;
