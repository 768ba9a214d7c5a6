//! Tests of the whole library, beside the pages of the standard.
//!
//! Owns: the pages that run, and the corpus as a test. Knows nothing of: the command.
//! Standard: none.
//! Start at `pages`.

mod corpus;
mod page;
mod pages;
