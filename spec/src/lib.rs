//! The standard as executable pages, and the corpus as a test.
//!
//! Start at `README.md`, then `tests/it/pages.rs`.
