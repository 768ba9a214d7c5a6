//! Code that the programs for chores share: the files of the repository, and the DuckDB extension.

pub mod duckdb;
pub mod repository;
