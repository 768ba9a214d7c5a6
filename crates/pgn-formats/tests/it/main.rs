//! The public API of the crate.

mod blind_laws;
mod cbh_write;
mod cbv;
mod corpus;
mod damage;
mod epd_laws;
mod foreign_laws;
mod games;
mod import_laws;
mod pgc;
mod pgc_independent;
mod pgc_laws;
#[path = "../../../pgnkit/tests/it/random_text.rs"]
mod random_text;
mod scid;
mod threads;
