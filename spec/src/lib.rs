//! The standard as executable pages, and the corpus as a test.
//!
//! Owns: nothing that others could use; the pages are beside this folder, their runner is in
//! `tests/`. Knows nothing of: the command.
//! Start at `README.md`, then `tests/it/pages.rs`.
