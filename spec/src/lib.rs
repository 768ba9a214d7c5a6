//! The standard as executable pages, and the corpus as a test.
//!
//! Owns: nothing that others could use; everything is in `tests/`. Knows nothing of: the command.
//! Standard: none.
//! Start at `tests/it/main.rs`.
