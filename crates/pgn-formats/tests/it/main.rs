//! The public API of the crate.

mod blind_properties;
mod cbh_write;
mod cbv;
mod corpus;
mod damage;
mod epd_properties;
mod examples;
mod foreign_properties;
mod games;
mod import_properties;
mod pgc;
mod pgc_independent;
mod pgc_properties;
#[path = "../../../pgnkit/tests/it/random_text.rs"]
mod random_text;
mod scid;
mod threads;
