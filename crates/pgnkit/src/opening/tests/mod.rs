//! Openings: the table, games looked up, tables of others.

mod find;
mod tables;
mod twin;
