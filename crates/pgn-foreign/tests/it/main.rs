//! The public API of the crate.

mod cbh_write;
mod cbv;
mod corpus;
mod damage;
mod foreign_laws;
mod scid;
