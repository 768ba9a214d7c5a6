//! Tests of the whole library, beside the pages of the standard.
//!
//! Start at `pages`.

mod account;
mod corpus;
mod grammar;
mod layout;
mod logs;
mod main_lines;
mod page;
mod pages;
mod records;
mod scanner;
mod shared;
mod variant_reference;
